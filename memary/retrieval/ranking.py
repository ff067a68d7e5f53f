"""Fuse ranked lists into one score that can be recomputed from its parts.

Reciprocal rank fusion (Cormack, Clarke, Büttcher 2009): each list gives `weight / (60 + rank)`. The factors that
follow are bounded, so that they order what is alike and hide nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from operator import itemgetter

from propcache.api import cached_property

from memary.retrieval.hits import Explanation, Signal
from memary.types import Fact, FactKind, Origin

RRF_K = 60
WEIGHTS: Mapping[str, float] = {
    "text": 1.0,
    "vector": 1.0,
    "alike": 1.5,
    "graph": 0.7,
    "told": 2.5,
    "then": 1.0,
    "asked": 2.0,
    "temporary": 3.0,
}
"""What each list counts. The end of a chain that the question tells seldom has words or a meaning in common with it,
so "told" makes up for both lists. What was true only at the time that the question names has lost its place in the
graph, which "then" makes up for.
A fact of a relation that the question asks for ("for a living") need not share a word with it: "asked" counts as much
as words and vector do. "alike" is what says in other words what is asked: it counts as much as the very words do with
their spelling. Texts given for one call stand before what memory finds: the caller chose them."""

LEXICAL_WEIGHTS: Mapping[str, float] = {**WEIGHTS, "vector": 0.8}
"""What each counts for facts where the embeddings know spellings only, which words say already."""

SENTENCE_WEIGHTS: Mapping[str, float] = {**WEIGHTS, "vector": 2.0}
"""What each counts where built-in vectors know the meanings of sentences."""

IMPORTANCE = (0.4, 0.5, 1.0, 1.0)
"""What a fact counts by its importance, from 0 to 3: a passing detail stands below what is useful."""

TRUST: Mapping[Origin, float] = {
    Origin.USER: 1.0,
    Origin.IMPORT: 1.0,
    Origin.TOOL: 0.95,
    Origin.EXTERNAL: 0.95,
    Origin.ASSISTANT: 0.9,
}
"""A fact counts a little less the less its source is trusted."""


CONTESTED = 0.5
"""What a fact counts that the word of a more trusted source speaks against: it stands below that, and is shown."""

OVER = 0.9
"""What a fact counts that is over, where the present is asked for: it stands below one that holds."""

WAY = 0.7
"""What a fact counts that only leads to what is asked: who the sister is, where her work is asked for."""

TO_COME = 0.9
"""What a fact counts that is to begin: it stands below one that holds and says the same."""

TO_COME_THEN = 1.5
"""The same where a question asks when something is, or what lies ahead: then it is the one with the day."""

KIND: Mapping[FactKind, float] = {
    FactKind.FACT: 1.0,
    FactKind.OBSERVATION: 1.0,
    FactKind.PROCEDURE: 1.0,
    FactKind.INSIGHT: 1.2,
}
"""An insight counts a little more, as it says in one sentence what several facts bear out. With more than that, a
handful of insights would stand before every fact."""

FRESHEST, STALEST = 1.0, 0.85
"""What a fact counts that was stated just now, and one that was stated ages ago."""

_VOTE = 1.15
"""By how much a vote moves a fact: three for one and two against another turn an order that had little reason."""

FLOOR = 0.1
"""What the least similar of the records found counts, which is more than what was not found."""

_HALVED = 10
"""After so many places a rank counts half."""


def decay(age_days: float, *, half_life_days: float) -> float:
    """Return the factor by which an older fact counts less; its effect halves each half-life."""
    return STALEST + (FRESHEST - STALEST) * 0.5 ** (max(age_days, 0.0) / half_life_days)


def feedback(rating: int) -> float:
    """Return the factor of a fact's rating.

    Each vote counts as much as the one before, up to three either way.
    """
    return _VOTE**rating


def is_contested(fact: Fact, facts: Mapping[str, Fact], now: datetime) -> bool:
    """Return whether one of these facts contradicts another, is more trusted, and holds now."""
    others = (facts[id_] for id_ in fact.conflicts_with if id_ in facts)
    return any(one.origin.trust > fact.origin.trust and one.valid_at <= now < one.invalid_at for one in others)


def ranking(scored: Iterable[tuple[str, float | None]]) -> list[str]:
    """Return the ids that have a score, best first, ties by id."""
    present = sorted([(id_, score) for id_, score in scored if score is not None])
    present.sort(key=itemgetter(1), reverse=True)  # what is alike stays in its order
    return [id_ for id_, _ in present]


def shares(scored: Iterable[tuple[str, float | None]], *, best: float | None = None) -> dict[str, float]:
    """Return scores as shares of the best one, or of another: 1 for what is better than that."""
    known = {id_: score for id_, score in scored if score is not None}
    best = max(known.values(), default=0.0) if best is None else best
    return {id_: min(score / best, 1.0) for id_, score in known.items()} if best > 0 else {}


def heights(
    scored: Iterable[tuple[str, float | None]], *, floor: float = 0.0, best: float | None = None
) -> dict[str, float]:
    """Return scores as heights from `floor`, for the least, to 1, for the best one or another, and what is better."""
    known = {id_: score for id_, score in scored if score is not None}
    least = min(known.values(), default=0.0)
    span = (max(known.values(), default=0.0) if best is None else best) - least
    return {
        id_: floor + (1 - floor) * min((score - least) / span, 1.0) if span > 0 else 1.0
        for id_, score in known.items()
    }


def nearness(rank: int) -> float:
    """Return the value of a rank in a list without scores: 1 for the first, a half for the eleventh."""
    return _HALVED / (_HALVED + rank - 1)


class AddedUp:
    """Values between 0 and 1, added up: the sums of all, and the parts of those that become hits.

    By rank alone the first of a list of fifty would count little more than the last, and whatever stands on one list
    more would pass it.

    Args:
        values: per signal, the values of ids; 1 counts as a first rank does in `fuse`.
        weights: what each signal counts.

    Attributes:
        sums: of each id with any value.
    """

    def __init__(self, values: Mapping[str, Mapping[str, float]], weights: Mapping[str, float] = WEIGHTS) -> None:
        self._values = values
        self._weights = weights
        self.sums: dict[str, float] = defaultdict(float)
        for name, scored in values.items():
            weight = weights[name]
            for id_, value in scored.items():
                self.sums[id_] += weight * value / (RRF_K + 1)

    @cached_property
    def _ranks(self) -> dict[str, dict[str, int]]:
        return {name: ranks(ranking(scored.items())) for name, scored in self._values.items()}

    def explanation(self, id_: str, factors: Mapping[str, float], path: tuple[str, ...]) -> Explanation:
        """Return the parts of an id's score, which are multiplied by `factors`; `path` leads to it."""
        signals = {
            name: Signal.of(self._ranks[name][id_], self._weights[name] * scored[id_] / (RRF_K + 1))
            for name, scored in self._values.items()
            if id_ in scored
        }
        return Explanation.of(signals, dict(factors), path)


def highest(scores: Mapping[str, float], most: int | None) -> list[str]:
    """Return the ids of the highest scores, best first, ties by id; all of them without `most`."""
    return sorted(sorted(scores), key=scores.__getitem__, reverse=True)[:most]


def ranks(ids: Iterable[str]) -> dict[str, int]:
    """Return the place of each id, from 1."""
    return {id_: rank for rank, id_ in enumerate(ids, 1)}


def fuse(lists: Mapping[str, Sequence[str]], *, factors: Callable[[str], dict[str, float]]) -> dict[str, Explanation]:
    """Fuse ranked lists of ids.

    Args:
        lists: per signal (a name of `WEIGHTS`), ids with the best first.
        factors: gives the factors of an id.

    Returns:
        For each id in any list, the parts of its score.
    """
    signals: dict[str, dict[str, Signal]] = {}
    for name, ids in lists.items():
        for rank, id_ in enumerate(ids, 1):
            contribution = WEIGHTS[name] / (RRF_K + rank)
            signals.setdefault(id_, {})[name] = Signal.of(rank, contribution)
    return {id_: Explanation.of(found, factors(id_)) for id_, found in signals.items()}
