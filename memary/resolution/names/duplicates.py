"""Find nodes that may be one: pairs whose names are alike, but not enough to merge them.

People decide about them. They are derived from the entities whenever it is asked for, so nothing about it can go
stale. Pairs of one name and type are left out: such nodes are two because they were told apart. But a name that is
told of one after another was known by it leaves open whether they are one, and so do names of the few who speak as
the user; such pairs come first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from memary.facts.identity import SELF_KEY, is_self, lookup_key
from memary.facts.predicates import NAME_MATTERS, matter_of, name_predicates
from memary.queries import EntityQuery, FactQuery, SpeakerQuery, View
from memary.resolution.names.disambiguation import NameInContext, may_be_one
from memary.resolution.names.distinctions import told_apart
from memary.resolution.names.index import NameIndex, name_set_of
from memary.resolution.names.match import match_names
from memary.stores.store import Store
from memary.text import entity_key, entity_keys
from memary.types import GENERIC, VALUE, Entity, Fact, Record, Role, Scope, utc_now

_LATE = "the other has this name, too"
_SPEAKER = "one with this name speaks as the user"
_MOST_SPEAKERS = 3
"""Of so many who speak as the user each may be the user; of more it is not asked who."""


class Duplicate(Record):
    """Two nodes that may be one: how likely by their names, from 0 to 1, and why."""

    one: Entity
    other: Entity
    score: float
    reason: str


def find_duplicates(
    entities: Iterable[Entity],
    names: Iterable[Fact] = (),
    *,
    apart: Collection[frozenset[str]] = (),
    speakers: Collection[str] = (),
    limit: int | None = None,
) -> list[Duplicate]:
    """Return the pairs of nodes whose names are alike, the likeliest first.

    Args:
        entities: the nodes.
        names: facts that tell a name.
        apart: pairs of ids of nodes that somebody said are two.
        speakers: the names of those who speak as the user.
        limit: keep the likeliest.

    """
    found: list[Duplicate] = []
    nodes = [entity for entity in entities if entity.type != VALUE]
    late = _named_late(nodes, names) | _spoken_as(nodes, speakers)
    index = NameIndex(nodes)  # only names near each other are compared, so that it stays quick on many nodes
    for one, other in ((node, near) for node in nodes for near in index.near(name_set_of(node)) if node.id < near.id):
        if (
            (one.id, other.id) in late
            or one.key == other.key
            or not may_be_one(NameInContext(one.name, one.type), NameInContext(other.name, other.type))
        ):
            continue
        like = match_names(name_set_of(one), name_set_of(other))
        if like is not None:
            found.append(Duplicate(one=one, other=other, score=like.score, reason=like.reason))
    found.sort(key=lambda pair: (-pair.score, pair.one.name, pair.other.name, pair.one.id))
    return [pair for pair in (*late.values(), *found) if {pair.one.id, pair.other.id} not in apart][:limit]


async def read_duplicates(store: Store, scope: Scope, *, limit: int | None = None) -> list[Duplicate]:
    """Read the pairs of a user's nodes that may be one, the likeliest first."""
    names = await store.read(FactQuery(scope, predicates=name_predicates(), view=View.now(utc_now())))
    apart = await told_apart(store, scope)
    speakers = await store.read(SpeakerQuery(scope.user_id, role=Role.USER, limit=_MOST_SPEAKERS + 1))
    nodes = await store.read(EntityQuery(scope))
    return find_duplicates(nodes, names, apart=apart, speakers=speakers, limit=limit)


async def asked_after(store: Store, scope: Scope, learnt: Iterable[Fact]) -> Duplicate | None:
    """Read which pair facts leave open, so that whoever told them is to be asked; None if they leave none.

    They do if they tell a name that another has, or of the user while one has the name of who speaks as the user.
    """
    facts = [*learnt]
    told, is_of_user = {fact.id for fact in facts if _tells_a_name(fact)}, any(map(_is_of_user, facts))
    named = await store.read(FactQuery(scope, ids=told, view=View.now(utc_now()))) if told else []
    speakers = (
        await store.read(SpeakerQuery(scope.user_id, role=Role.USER, limit=_MOST_SPEAKERS + 1)) if is_of_user else []
    )
    if not named and not _are_few(speakers):
        return None
    keys = {SELF_KEY, *map(entity_key, speakers), *(entity_key(fact.object) for fact in named)}
    nodes = await store.read(EntityQuery(scope, keys=keys))
    nodes += await store.read(EntityQuery(scope, ids={fact.subject_id for fact in named})) if named else []
    pairs = (_named_late(nodes, named) | _spoken_as(nodes, speakers)).values()
    if not pairs:
        return None
    apart = await told_apart(store, scope)
    return next((pair for pair in pairs if frozenset((pair.one.id, pair.other.id)) not in apart), None)


def _tells_a_name(fact: Fact) -> bool:
    return matter_of(fact.predicate) in NAME_MATTERS


def _is_of_user(fact: Fact) -> bool:
    return lookup_key(fact.subject) == SELF_KEY


def _are_few(speakers: Collection[str]) -> bool:
    return 0 < len(speakers) <= _MOST_SPEAKERS


def _spoken_as(nodes: Iterable[Entity], speakers: Collection[str]) -> dict[tuple[str, str], Duplicate]:
    """Pair the user without a name with each person named like one of the few who speak as the user."""
    if not _are_few(speakers):
        return {}
    keys = set(map(entity_key, speakers))
    known = [node for node in nodes if node.type in ("person", GENERIC)]
    users = [node for node in known if set(entity_keys(node)) == {SELF_KEY}]
    bearers = [node for node in known if keys.intersection(entity_keys(node)) and not is_self(node)]
    bearers.sort(key=lambda node: (node.created_at, node.id))
    pairs = [Duplicate(one=bearer, other=user, score=1.0, reason=_SPEAKER) for user in users for bearer in bearers]
    return {(min(pair.one.id, pair.other.id), max(pair.one.id, pair.other.id)): pair for pair in pairs}


def _named_late(nodes: Iterable[Entity], names: Iterable[Fact]) -> dict[tuple[str, str], Duplicate]:
    """Pair entities of which one was told to have the other's name, which was known before.

    The user's own pair comes first.
    """
    by_id, bearers = {node.id: node for node in nodes}, dict[str, list[Entity]]()
    for node in by_id.values():
        for key in entity_keys(node):
            bearers.setdefault(key, []).append(node)
    pairs: dict[tuple[str, str], Duplicate] = {}
    told = (fact for fact in names if fact.subject_id in by_id and _tells_a_name(fact))
    for fact in sorted(told, key=lambda fact: (not is_self(by_id[fact.subject_id]), fact.id)):
        named = by_id[fact.subject_id]
        for bearer in bearers.get(entity_key(fact.object), ()):
            is_person = bearer.type in ("person", GENERIC)
            if is_person and bearer.id != named.id and bearer.created_at < fact.created_at:
                one, other = sorted((named, bearer), key=lambda node: node.id)
                pairs.setdefault((one.id, other.id), Duplicate(one=bearer, other=named, score=1.0, reason=_LATE))
    return pairs
