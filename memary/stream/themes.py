"""Recurring themes: groups of entities that come up together, again and again.

Entities that come up in one message, or within three turns of a session, are tied; so are those that a fact holds
together. A tie weighs less the further apart the turns are, half for each turn; a shared category adds half to it. It
is divided by the root of both counts (Salton's cosine), so that what comes up everywhere does not draw everything to
itself. The groups are the communities that the Louvain method (Blondel et al. 2008) finds in these ties. Those that
came up in two sessions at least, and three times in all, are themes. Within one session, where none can come up in
two, those are that the talk comes back to after more than three other turns.

The trend compares a theme's share of the newest quarter of the stream with its share of the rest: half as much again
is rising, two thirds or less is falling.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import combinations
from typing import Any, Literal, cast

from memary.stream.categories import category_key, same_category, spellings
from memary.stream.entries import StreamEntryRow
from memary.stream.ranking import decayed
from memary.types import Entity, Fact, Record

Trend = Literal["new", "rising", "steady", "falling", "quiet"]

_FEWEST_MENTIONS, _FEWEST_SESSIONS = 3, 2
_REACH = 3
"""How many turns apart two entities may come up to be tied."""

_MOST_ENTITIES = 400
_MOST_IN_MESSAGE = 30
"""Of so many entities of a message each is tied to each; of a longer list, as in a document, the most frequent."""

_LABELLED = 3
_RATIO = 1.5
_NEWEST = 4
"""The newest quarter of the stream is what a trend looks at."""


class ThemeEntity(Record):
    """An entity of a theme, and how often it came up."""

    entity: Entity
    count: int


class Theme(Record):
    """A recurring theme with what stands behind it."""

    label: str  # its shared category, if any, and its most frequent entities
    category: str | None
    entities: tuple[ThemeEntity, ...]  # the most frequent first
    count: int  # mentions
    sessions: int
    source_ids: tuple[str, ...]  # the messages (or facts given without one) behind it, the oldest first
    first_at: datetime
    last_at: datetime
    score: float  # its mentions, decayed like those of an entity
    trend: Trend
    questions: tuple[str, ...] = ()


def find_themes(
    seen: Sequence[StreamEntryRow],
    facts: Iterable[Fact],
    *,
    now: datetime,
    half_life_days: float,
    limit: int | None = None,
    within_session: bool = False,
) -> list[Theme]:
    """Return the recurring themes of a stream, the highest score first.

    Args:
        seen: entries of the stream, the oldest first, without those who talk.
        facts: facts that hold entities together.
        now: the time from which ages are counted.
        half_life_days: as for the rank of entities.
        limit: keep the best.
        within_session: the stream is that of one session.
    """
    counts = Counter(one.entity.id for one in seen)
    kept = {id_ for id_, _ in counts.most_common(_MOST_ENTITIES)}
    entities = {one.entity.id: one.entity for one in seen if one.entity.id in kept}
    ties = _ties([one for one in seen if one.entity.id in kept], facts, entities, counts)
    members = _by_group(seen, _communities(sorted(entities), ties))
    turns = {id_: turn for turn, id_ in enumerate(dict.fromkeys(one.source_id for one in seen))}
    first_new = len(seen) - len(seen) // _NEWEST
    found: list[Theme] = []
    for placed in members:
        said = [one for _, one in placed]
        if len(said) < _FEWEST_MENTIONS or not _comes_back(said, turns if within_session else None):
            continue
        lately = sum(place >= first_new for place, _ in placed)
        trend = _trend(lately, len(said) - lately, len(seen) - first_new, first_new)
        found.append(_theme(said, trend, now=now, half_life_days=half_life_days))
    found.sort(key=lambda theme: (-theme.score, -theme.count, theme.label))
    return found[:limit]


def _by_group(
    seen: Sequence[StreamEntryRow], groups: Iterable[Iterable[str]]
) -> Iterable[Sequence[tuple[int, StreamEntryRow]]]:
    """Return the entries of each group of entities, with their places in the stream."""
    numbers = {id_: number for number, ids in enumerate(groups) for id_ in ids}
    members: dict[int, list[tuple[int, StreamEntryRow]]] = defaultdict(list)
    for place, one in enumerate(seen):
        if one.entity.id in numbers:
            members[numbers[one.entity.id]].append((place, one))
    return members.values()


def _comes_back(said: Sequence[StreamEntryRow], turns: Mapping[str, int] | None) -> bool:
    """Return whether entities recur in another session or, within one, after some other turns."""
    if turns is None:
        return len({one.session for one in said}) >= _FEWEST_SESSIONS
    places = [turns[one.source_id] for one in said]
    return max(places) - min(places) > _REACH


def _ties(
    seen: Sequence[StreamEntryRow], facts: Iterable[Fact], entities: Mapping[str, Entity], counts: Mapping[str, int]
) -> dict[tuple[str, str], float]:
    """Return the strength of the tie between pairs of entities, by their sorted ids."""
    sessions: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for one in seen:
        sessions[one.session][one.source_id].add(one.entity.id)
    weights: dict[tuple[str, str], float] = defaultdict(float)
    for turns in sessions.values():
        said = [_foremost(ids, counts) for ids in turns.values()]
        for position, here in enumerate(said):
            for pair in combinations(here, 2):
                weights[pair] += 1.0
            for distance, there in enumerate(said[position + 1 : position + 1 + _REACH], 1):
                for pair in {(a, b) if a < b else (b, a) for a in here for b in there if a != b}:
                    weights[pair] += 0.5**distance
    for fact in facts:
        pair = (min(fact.subject_id, fact.object_id), max(fact.subject_id, fact.object_id))
        if pair[0] != pair[1] and pair[0] in entities and pair[1] in entities:
            weights[pair] += 1.0
    return {
        (a, b): weight * (1.5 if _share_category(entities[a], entities[b]) else 1.0) / (counts[a] * counts[b]) ** 0.5
        for (a, b), weight in weights.items()
    }


def _foremost(ids: set[str], counts: Mapping[str, int]) -> list[str]:
    """Return the most frequent entities of a message, sorted by id."""
    if len(ids) <= _MOST_IN_MESSAGE:
        return sorted(ids)
    return sorted(sorted(ids, key=lambda id_: (-counts[id_], id_))[:_MOST_IN_MESSAGE])


def _share_category(one: Entity, other: Entity) -> bool:
    return any(same_category(a, b) for a in one.categories for b in other.categories)


def _communities(ids: Sequence[str], ties: Mapping[tuple[str, str], float]) -> list[set[str]]:
    """Divide entities into groups that are tied more closely among themselves than to others."""
    if not ties:
        return [{id_} for id_ in ids]
    import networkx  # noqa: PLC0415 - takes half a second to import

    graph = cast("Any", networkx.Graph())
    graph.add_nodes_from(ids)
    graph.add_weighted_edges_from((a, b, weight) for (a, b), weight in sorted(ties.items()))
    found: list[set[str]] = cast("Any", networkx).community.louvain_communities(graph, weight="weight", seed=0)
    return found


def _trend(lately: int, before: int, all_lately: int, all_before: int) -> Trend:
    if not lately:
        return "quiet" if all_lately else "steady"
    if not before:
        return "new"
    ratio = (lately / all_lately) / (before / all_before)
    return "rising" if ratio >= _RATIO else "falling" if ratio <= 1 / _RATIO else "steady"


def _theme(said: Sequence[StreamEntryRow], trend: Trend, *, now: datetime, half_life_days: float) -> Theme:
    counts = Counter(one.entity.id for one in said)
    entities = {one.entity.id: one.entity for one in said}
    first = sorted(counts, key=lambda id_: (-counts[id_], entities[id_].name, id_))
    category = _shared_category([entities[id_] for id_ in first], counts)
    names = list(dict.fromkeys(entities[id_].name for id_ in first))[:_LABELLED]
    last_at = max(one.at for one in said)
    return Theme(
        label=(f"{category}: " if category else "") + " · ".join(names),
        category=category,
        entities=tuple(ThemeEntity(entity=entities[id_], count=counts[id_]) for id_ in first),
        count=len(said),
        sessions=len({one.session for one in said}),
        source_ids=tuple(dict.fromkeys(one.source_id for one in said)),
        first_at=min(one.at for one in said),
        last_at=last_at,
        score=decayed(len(said), last_at, now=now, half_life_days=half_life_days),
        trend=trend,
    )


def _shared_category(entities: Sequence[Entity], counts: Mapping[str, int]) -> str | None:
    """Return the given category that entities with more than half of the mentions share."""
    names: Counter[str] = Counter()
    weights: Counter[str] = Counter()
    holders: Counter[str] = Counter()
    for entity in entities:
        for category in entity.categories:
            names[category] += counts[entity.id]
        for key in {category_key(category) for category in entity.categories}:
            weights[key] += counts[entity.id]
            holders[key] += 1
    best = max(weights, key=lambda key: (weights[key], key), default="")
    is_shared = holders[best] > 1 and 2 * weights[best] > sum(counts[entity.id] for entity in entities)
    return spellings(names)[best] if is_shared else None
