"""Tell who of those who speak under a name is the user, who speaks without one elsewhere.

Files name who speaks; hooks, MCP and a chat do not. The user is who has the name that the memory is kept under, or
that the user told, or else the one speaker who ever talks with the assistant, and did so first or more than once.
Whoever speaks where the user does so without a name is somebody else, and so are all of a group in which no name says
who the user is. In a space nobody is the user.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Any, NamedTuple, TypeVar

from memary.facts.identity import SELF_KEY, SELF_NAME, user_name
from memary.facts.predicates import name_predicates
from memary.filters import And, Compare, Filter, Not, Or
from memary.ingestion.write import GraphWriter
from memary.queries import EntityQuery, FactQuery, MessageQuery, SpeakerQuery, View
from memary.resolution.merge import MergeRequest
from memary.resolution.names.distinctions import told_apart
from memary.retrieval.question.named_speakers import own_name
from memary.stores.snapshot import Reads, together
from memary.text import entity_key, entity_keys
from memary.types import GENERIC, VALUE, Entity, Message, Role, Scope, scope_in_use, utc_now
from memary.types.spaces import is_space

T = TypeVar("T")

Reading = Callable[[Reads], Coroutine[Any, Any, T]]
"""Work that reads and waits for nothing else."""

_SPEAKERS = 50
"""Of how many who speak it is looked who the user is."""

_LOOKED_AT = 200
"""How many messages of a speaker, and of those beside them, are looked at, the newest."""

_TALKS = 2
"""In how many talks with the assistant whoever speaks after the user is no guest any more, but the user."""


class _Seen(NamedTuple):
    """The name of the speaker who is the user, if the graph has none, and the nodes of both."""

    name: str | None
    nodes: Sequence[Entity]


_NOBODY = _Seen(None, ())


class KnownUser:
    """Finds the user among the speakers of a memory, and makes the two nodes one that were made before."""

    def __init__(self, writer: GraphWriter) -> None:
        self._store, self._writer = writer.store, writer

    async def name(self, user_id: str) -> str | None:
        """Return the name under which the user speaks; None where the graph has it, or nobody can tell.

        Of two nodes, one of that name and one for the user without a name, one is made.
        """

        async def nothing(reads: Reads) -> None:
            """Read nothing else."""

        name, _ = await self.name_beside(user_id, nothing)
        return name

    async def name_beside(self, user_id: str, work: Reading[T]) -> tuple[str | None, T]:
        """Return the same, and what other work reads, all in one go.

        The work is done again where two nodes were made one after it.
        """
        scope = scope_in_use(user_id)

        async def both(reads: Reads) -> tuple[_Seen, T]:
            return await _seen(reads, scope), await work(reads)

        seen, found = await self._store.at_once(both)
        name = await self._settled(scope, *seen)
        if seen.name is not None and name is None:
            found = await self._store.at_once(work)
        return name, found

    async def _settled(self, scope: Scope, name: str | None, nodes: Sequence[Entity]) -> str | None:
        """Return the name of the speaker who is the user, unless the graph has it now."""
        if name is None:
            return None
        bearers = [one for one in nodes if entity_key(name) in entity_keys(one) and one.type in ("person", GENERIC)]
        user = _user_among(nodes)
        if len(bearers) > 1:
            return None
        if user is None or not bearers:
            return name
        (bearer,) = bearers
        if await self._are_two(scope, bearer, user):
            return None
        await self._writer.merge(scope, MergeRequest(bearer.id, user.id, "worker", f"{name} speaks as the user"))
        return None

    async def _are_two(self, scope: Scope, bearer: Entity, user: Entity) -> bool:
        """Return whether somebody said that they are two, or told something of one and the other."""
        between = await self._store.read(FactQuery(scope, entity_ids=[bearer.id], object_ids=[user.id], limit=1))
        between += await self._store.read(FactQuery(scope, entity_ids=[user.id], object_ids=[bearer.id], limit=1))
        return bool(between) or frozenset((bearer.id, user.id)) in await told_apart(self._store, scope)


async def _seen(reads: Reads, scope: Scope) -> _Seen:
    """Return the name of the speaker who is the user, if the graph has none, and the nodes of both."""
    if is_space(scope.user_id):
        return _NOBODY
    found, speakers = await together(
        reads,
        reads.read(EntityQuery(scope, keys=[SELF_KEY])),
        reads.read(SpeakerQuery(scope.user_id, role=Role.USER, limit=_SPEAKERS)),
    )
    user = _user_among(found)
    if not speakers or (user is not None and user.name != SELF_NAME):
        return _NOBODY
    name = own_name(scope.user_id, speakers) or (await _told_name(reads, scope, user, speakers) if user else "")
    if not name and len(speakers) > 1:
        return _NOBODY
    sole = name or speakers[0]
    if not await _is_user(reads, scope, sole, with_assistant=not name):
        return _NOBODY
    return _Seen(sole, [*found, *await reads.read(EntityQuery(scope, keys=[entity_key(sole)]))])


def _user_among(nodes: Sequence[Entity]) -> Entity | None:
    return next((one for one in nodes if SELF_KEY in entity_keys(one) and one.type != VALUE), None)


async def _told_name(reads: Reads, scope: Scope, user: Entity, speakers: Sequence[str]) -> str:
    """Return the speaker whose whole name the user told as their own."""
    facts = await reads.read(
        FactQuery(scope, entity_ids=[user.id], predicates=name_predicates(), view=View.now(utc_now()))
    )
    told = {entity_key(fact.object) for fact in facts if fact.subject_id == user.id}
    return next((one for one in speakers if entity_key(one) in told), "")


async def _is_user(reads: Reads, scope: Scope, name: str, *, with_assistant: bool) -> bool:
    """Return whether nobody without a name speaks where a speaker does; `with_assistant`, the assistant has to."""
    own = Compare("speaker", "in", (name,))
    said = await _newest(reads, scope, own)
    places = tuple({message.session_id for message in said if message.session_id is not None})
    beside: list[Filter] = [Compare("session_id", "in", places)] if places else []
    if any(message.session_id is None for message in said):
        beside.append(Not(Compare("session_id", "exists")))
    others = await _newest(reads, scope, And((Or(tuple(beside)), Not(own)))) if beside else []
    if with_assistant and len(places) < _TALKS and not await _spoke_first(reads, scope, own):
        return False
    talks = dict[str | None, list[Message]]()
    for message in (*said, *others):
        talks.setdefault(message.session_id, []).append(message)
    if with_assistant:
        return bool(talks) and all(user_name(talk) == name for talk in talks.values())
    return not any(message.role is Role.USER and not message.speaker for message in others)


async def _spoke_first(reads: Reads, scope: Scope, own: Filter) -> bool:
    """Return whether a speaker spoke before anybody without a name did, who else takes that one for a guest."""
    by_user = Compare("role", "in", (Role.USER.value,))
    unnamed = And((by_user, Not(Compare("speaker", "exists"))))
    first = MessageQuery(scope, limit=1, view=View(where=And((by_user, Or((own, unnamed))))))
    return any(message.speaker for message in await reads.read(first))


async def _newest(reads: Reads, scope: Scope, where: Filter) -> list[Message]:
    asked = MessageQuery(scope, newest_first=True, limit=_LOOKED_AT, view=View(where=where))
    return await reads.read(asked)
