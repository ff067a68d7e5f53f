"""Find where the talk changes its subject: neighbouring sessions with different entities.

How far two sessions are apart is the Jensen-Shannon divergence (Lin 1991) between the distributions of their
entities, in bits: 0 where the same comes up in the same shares, 1 where nothing of one comes up in the other.
Sessions of few mentions tell little: they are joined with the next. Within one session the messages right before a
point are compared with those right after it, as many on each side as have that many mentions, and of points that lie
close together the one that divides most is taken (after TextTiling; Hearst 1997). The subject *shifts* where the
divergence is at least 0.6 and more than chance would make of two parts of one talk of that size: of 500 random
divisions of all their mentions, at most one in twenty reaches it (a permutation test).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from math import log2
from typing import Any

import numpy as np

from memary.stream.entries import StreamEntryRow
from memary.types import Record

THRESHOLD = 0.6
FEWEST = 6
"""Mentions of a window that can be compared."""

_DIVISIONS, _RARE = 500, 0.05
_SHOWN = 5


class TopicShift(Record):
    """A point where the subject changes."""

    at: datetime  # the first mention after it
    before: tuple[str, ...]  # sessions
    after: tuple[str, ...]
    divergence: float  # 0 to 1
    went: tuple[str, ...]  # names of what came up before and no more, the most telling first
    came: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _SessionWindow:
    sessions: tuple[str, ...]
    seen: tuple[StreamEntryRow, ...]


def topic_shifts(
    seen: Sequence[StreamEntryRow],
    *,
    threshold: float = THRESHOLD,
    fewest: int = FEWEST,
    seed: int = 0,
    within_session: bool = False,
) -> list[TopicShift]:
    """Return the points where the subject shifts, the oldest first.

    Args:
        seen: entries of the stream, the oldest first.
        threshold: least divergence, from 0 to 1.
        fewest: least mentions of a window; smaller sessions are joined with the next.
        seed: of the random divisions.
        within_session: the stream is that of one session.
    """
    pairs = _around_cuts(seen, fewest) if within_session else pairwise(_windows(seen, fewest))
    random = np.random.default_rng(seed)
    found: list[TopicShift] = []
    for before, after in pairs:
        divergence = divergence_of(_counts(before.seen), _counts(after.seen))
        if divergence >= threshold and not _is_chance(before, after, divergence, random):
            found.append(_shift(before, after, divergence))
    return found


def divergence_of(one: Counter[str], other: Counter[str]) -> float:
    """Return the Jensen-Shannon divergence of two counts, in bits."""
    return sum(_parts(one, other).values())


def _parts(one: Counter[str], other: Counter[str]) -> dict[str, float]:
    """Return the share of each key in the divergence."""
    all_one, all_other = one.total(), other.total()
    found: dict[str, float] = {}
    for key in {**one, **other}:
        shares = one[key] / all_one, other[key] / all_other
        mean = sum(shares) / 2
        found[key] = sum(share / 2 * log2(share / mean) for share in shares if share)
    return found


def _windows(seen: Iterable[StreamEntryRow], fewest: int) -> list[_SessionWindow]:
    sessions: dict[str, list[StreamEntryRow]] = {}
    for one in seen:
        sessions.setdefault(one.session, []).append(one)
    windows: list[_SessionWindow] = []
    entries: list[StreamEntryRow] = []
    for said in sessions.values():
        entries += said
        if len(entries) >= fewest:
            windows.append(_window(entries))
            entries = []
    if entries and windows:  # the rest goes with the last
        windows[-1] = _window([*windows[-1].seen, *entries])
    return windows


def _around_cuts(seen: Iterable[StreamEntryRow], fewest: int) -> list[tuple[_SessionWindow, _SessionWindow]]:
    """Return the mentions before and after each point that divides a session most, oldest first."""
    said: dict[str, list[StreamEntryRow]] = {}
    for one in seen:
        said.setdefault(one.source_id, []).append(one)
    at = list(said.values()).__getitem__
    cuts = [
        (divergence_of(_counts(before.seen), _counts(after.seen)), place, before, after)
        for place in range(1, len(said))
        if (before := _nearest(map(at, range(place - 1, -1, -1)), fewest))
        and (after := _nearest(map(at, range(place, len(said))), fewest))
    ]
    chosen: dict[int, tuple[_SessionWindow, _SessionWindow]] = {}
    taken: set[str] = set()
    for _, place, before, after in sorted(cuts, key=lambda cut: (-cut[0], cut[1])):
        around = {one.source_id for one in (*before.seen, *after.seen)}
        if len(around & taken) <= len(around) // 2:
            chosen[place] = before, after
            taken |= around
    return [chosen[place] for place in sorted(chosen)]


def _nearest(messages: Iterable[Sequence[StreamEntryRow]], fewest: int) -> _SessionWindow | None:
    """Return the first messages with so many mentions, oldest first; None if all have fewer."""
    entries: list[StreamEntryRow] = []
    for said in messages:
        entries += said
        if len(entries) >= fewest:
            return _window(sorted(entries, key=lambda one: one.at))
    return None


def _window(entries: Iterable[StreamEntryRow]) -> _SessionWindow:
    seen = tuple(entries)
    return _SessionWindow(tuple(dict.fromkeys(one.session for one in seen)), seen)


def _counts(seen: Iterable[StreamEntryRow]) -> Counter[str]:
    return Counter(one.entity.id for one in seen)


def _is_chance(before: _SessionWindow, after: _SessionWindow, divergence: float, random: np.random.Generator) -> bool:
    """Return whether random divisions of the mentions of both windows reach that divergence too often."""
    together = _counts((*before.seen, *after.seen))
    everything = np.array(list(together.values()))
    ones = random.multivariate_hypergeometric(everything, len(before.seen), size=_DIVISIONS, method="marginals")
    shares = ones / len(before.seen), (everything - ones) / len(after.seen)
    reached = sum(_bits(share, (shares[0] + shares[1]) / 2) for share in shares) >= divergence - 1e-9
    return float(np.mean(reached)) > _RARE


def _bits(share: np.ndarray[Any, np.dtype[np.float64]], mean: np.ndarray[Any, np.dtype[np.float64]]) -> Any:
    """Return half the divergence of each row from the mean, in bits."""
    ratio = np.divide(share, mean, out=np.ones_like(mean), where=share > 0)
    return (share / 2 * np.log2(ratio)).sum(axis=1)


def _shift(before: _SessionWindow, after: _SessionWindow, divergence: float) -> TopicShift:
    one, other = _counts(before.seen), _counts(after.seen)
    parts = _parts(one, other)
    names = {each.entity.id: each.entity.name for each in (*before.seen, *after.seen)}
    telling = sorted(parts, key=lambda id_: (-parts[id_], names[id_], id_))
    return TopicShift(
        at=min(each.at for each in after.seen),
        before=before.sessions,
        after=after.sessions,
        divergence=round(divergence, 4),
        went=_only_there(telling, names, there=one, elsewhere=other),
        came=_only_there(telling, names, there=other, elsewhere=one),
    )


def _only_there(
    telling: Sequence[str], names: Mapping[str, str], *, there: Counter[str], elsewhere: Counter[str]
) -> tuple[str, ...]:
    """Return the first names that came up in one window and not in the other."""
    known = {names[id_] for id_ in elsewhere}
    found = dict.fromkeys(names[id_] for id_ in telling if there[id_] and names[id_] not in known)
    return tuple(found)[:_SHOWN]
