"""Compare two periods of the stream: which entities the user turns to, and from which away.

A share is an entity's mentions by all mentions of the period, so that a talkative month does not look like a change
of interest. To compare them, half a mention is added to those of the entity, and half to those of all others, in each
period (Jeffreys' prior of a share), so that one mention more or less is no sensation. An entity *rises* where its
share grew by half or more, and *falls* where it shrank to two thirds or less. What came up in one period alone is
*new* if it never came up before, *back* if it did, and *gone* if it came up in the earlier period only. What came up
less than three times in both periods together is left out. Categories are compared likewise, a mention counting for
each category of its entity, so that their shares may add up to more than 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime
from typing import Literal

from memary.stream.categories import categories_of, category_key, spellings
from memary.types import Entity, EntityCount, Record

Change = Literal["new", "back", "rising", "steady", "falling", "gone"]

FEWEST = 3
"""Least mentions of an entity in both periods together, for it to be compared."""

_RATIO = 1.5


class Changed(Record):
    """How an entity, or a category, came up in two periods; shares are from 0 to 1."""

    name: str
    change: Change
    before: int
    after: int
    share_before: float
    share_after: float
    entity: Entity | None = None

    @property
    def gain(self) -> float:
        """Return how much its share grew; negative if it shrank."""
        return self.share_after - self.share_before


class Changes(Record):
    """What changed from one period to the next, the largest gain first."""

    earlier: tuple[datetime, datetime]
    later: tuple[datetime, datetime]
    mentions_before: int
    mentions_after: int
    entities: tuple[Changed, ...]
    categories: tuple[Changed, ...]


def find_changes(
    before: Iterable[EntityCount],
    after: Iterable[EntityCount],
    *,
    ever: Iterable[EntityCount],
    earlier: tuple[datetime, datetime],
    later: tuple[datetime, datetime],
) -> Changes:
    """Compare two periods.

    Args:
        before: what came up in the earlier one.
        after: what came up in the later one.
        ever: what came up at any time before the later one.
        earlier: begin and end of the earlier one, for the record.
        later: those of the later one.
    """
    old, new, known = list(before), list(after), list(ever)
    everything = sum(row.count for row in old), sum(row.count for row in new)
    entities = {row.entity.id: row.entity for row in (*old, *new)}
    names = spellings(_by_name((*old, *new)))
    changed = _compared(
        _by_entity(old),
        _by_entity(new),
        everything,
        known=_by_entity(known),
        called=lambda id_: (entities[id_].name, entities[id_]),
    )
    categories = _compared(
        _by_category(old),
        _by_category(new),
        everything,
        known=_by_category(known),
        called=lambda key: (names[key], None),
    )
    return Changes(
        earlier=earlier,
        later=later,
        mentions_before=everything[0],
        mentions_after=everything[1],
        entities=tuple(_sorted(one for one in changed if one.before + one.after >= FEWEST)),
        categories=tuple(_sorted(one for one in categories if one.before + one.after >= FEWEST)),
    )


def _by_entity(rows: Iterable[EntityCount]) -> dict[str, int]:
    return {row.entity.id: row.count for row in rows}


def _by_name(rows: Iterable[EntityCount]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for row in rows:
        for name in categories_of(row.entity):
            counts[name] += row.count
    return counts


def _by_category(rows: Iterable[EntityCount]) -> Counter[str]:
    """Count mentions by category; one key stands for all spellings."""
    counts: Counter[str] = Counter()
    for row in rows:
        for key in {category_key(name) for name in categories_of(row.entity)}:
            counts[key] += row.count
    return counts


def _compared(
    before: Mapping[str, int],
    after: Mapping[str, int],
    everything: tuple[int, int],
    *,
    known: Collection[str],
    called: Callable[[str], tuple[str, Entity | None]],
) -> list[Changed]:
    """Compare the counts of two periods, key by key.

    `called` gives the name of a key, and its entity if any.
    """
    keys = {**before, **after}
    found: list[Changed] = []
    for key in keys:
        old, new = before.get(key, 0), after.get(key, 0)
        ratio = ((new + 0.5) / (everything[1] + 1)) / ((old + 0.5) / (everything[0] + 1))
        name, entity = called(key)
        found.append(
            Changed(
                name=name,
                entity=entity,
                change=_change(old, new, ratio, is_known=key in known),
                before=old,
                after=new,
                share_before=old / everything[0] if everything[0] else 0.0,
                share_after=new / everything[1] if everything[1] else 0.0,
            )
        )
    return found


def _change(old: int, new: int, ratio: float, *, is_known: bool) -> Change:
    if not old:
        return "back" if is_known else "new"
    if not new:
        return "gone"
    return "rising" if ratio >= _RATIO else "falling" if ratio <= 1 / _RATIO else "steady"


def _sorted(found: Iterable[Changed]) -> list[Changed]:
    return sorted(found, key=lambda one: (-one.gain, -one.after, one.name, one.entity.id if one.entity else ""))
