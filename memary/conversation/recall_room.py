"""Fill the room for recall in a context window: the best hits, then what stands beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timedelta
from itertools import pairwise

from memary.retrieval.hits import Hit
from memary.text.novelty import Novelty
from memary.types import HitKind

_RECALLED: tuple[HitKind, HitKind] = ("fact", "message")

_FACTS = 3
"""Facts have the third part of the room, since a passage takes about twice as many tokens."""

_LONGER = 2
"""Half of the room for passages may be taken by more of the first long messages than what fits best."""

_SHORT = 80
"""Up to so many tokens a message is short."""

_QUICK = timedelta(minutes=10)
"""How long after another a message of a quick exchange comes at most."""


def filled(best: Sequence[Hit], further: Sequence[Hit], *, room: int, cost: Callable[[Hit], int]) -> tuple[Hit, ...]:
    """Return the best hits, and of those after them as many as there is room for.

    Facts and passages each have a part of it, since they say different things; what the one leaves is the other's.
    A passage that repeats others takes none of it.

    Args:
        best: they are shown whatever they take, long messages with more of their passages where there is room.
        further: those that come after them, best first.
        room: how many tokens all of them may take.
        cost: tells the tokens of a hit.
    """
    if not further:
        return tuple(best)
    listed = _longer([*best, *further], (room - room // _FACTS) // _LONGER, cost)
    shown, further = listed[: len(best)], listed[len(best) :]
    costs = {hit.key: cost(hit) for hit in (*shown, *further)}
    used = {kind: sum(costs[hit.key] for hit in _of_kind(shown, kind)) for kind in _RECALLED}
    said = Novelty()
    for hit in _of_kind(shown, "message"):
        said.takes(hit.text)
    further = _with_threads(shown, further, costs)
    for parts in ({"fact": room // _FACTS, "message": room - room // _FACTS}, dict.fromkeys(_RECALLED, room)):
        for kind, other in (_RECALLED, _RECALLED[::-1]):
            taken = {hit.key for hit in shown}
            for hit in _of_kind(further, kind):
                fits = costs[hit.key] <= min(parts[kind], room - used[other]) - used[kind]
                if hit.key not in taken and fits and (kind == "fact" or said.takes(hit.text)):
                    shown.append(hit)
                    used[kind] += costs[hit.key]
    return tuple(shown)


def _longer(best: Sequence[Hit], room: int, cost: Callable[[Hit], int]) -> list[Hit]:
    """Return hits, those of long messages with as many more of their passages as there is room for, the best first.

    What answers often stands a few passages from the words of the question: a list goes on, a plan names its days.
    """
    shown: list[Hit] = []
    for hit in best:
        taken = hit
        for text in hit.longer:
            longer = hit.model_copy(update={"text": text})
            if cost(longer) - cost(hit) > room:
                break
            taken = longer
        if taken is not hit:
            room -= cost(taken) - cost(hit)
        shown.append(taken)
    return shown


def _with_threads(best: Sequence[Hit], further: Sequence[Hit], costs: Mapping[str, int]) -> list[Hit]:
    """Return further hits, first the short messages right before or after a short one that is shown.

    In a quick exchange of short messages the one that answers has few words of the question, if any.
    """
    short = [hit for hit in _of_kind([*best, *further], "message") if costs[hit.key] <= _SHORT]
    short.sort(key=lambda hit: (hit.space_id or "", hit.session_id or "", hit.created_at, hit.id))
    shown = {hit.key for hit in best}
    beside = {
        pair[1 - place].key
        for pair in pairwise(short)
        for place in (0, 1)
        if pair[place].key in shown and _is_quick(*pair)
    }
    return sorted(further, key=lambda hit: hit.key not in beside)


def _is_quick(one: Hit, other: Hit) -> bool:
    is_of_one_talk = (one.space_id, one.session_id) == (other.space_id, other.session_id)
    return is_of_one_talk and other.created_at - one.created_at <= _QUICK


def _of_kind(hits: Iterable[Hit], kind: HitKind) -> list[Hit]:
    return [hit for hit in hits if hit.kind == kind]
