"""Define what is asked of memory."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo

from memary.checks.faults import shown
from memary.errors import InputError
from memary.languages.tokens import TokenCounter, count_tokens
from memary.queries import View
from memary.retrieval.question.synonyms import Synonyms
from memary.retrieval.question.temporary_texts import check_temporary
from memary.types import HitKind

KINDS: frozenset[HitKind] = frozenset({"message", "fact"})

_LEAST = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallQuery:
    """A question, with what narrows it.

    Attributes:
        text: the question.
        top_k: most hits returned.
        token_budget: most tokens of text in the hits, if given; filled best first.
        min_score: hits that score less are left out; None: none is.
        further: how many of those that come after the hits are returned beside them, for who has room for more.
        kinds: which sorts of hits.
        zone: in which the question's times are meant: "yesterday evening".
        view: the time whose truth is asked for, as of when it was known, and which records count.
        ends_known_at: facts are told with the ends that were known at that time; default: at `view.known_at`.
        depth: hops from the entities the question names.
        exclude: ids of records that the caller has already, in whichever memory.
        half_life_days: in which time half of a fact's decay comes.
        spaces: ids or names of the spaces that are recalled beside one's own memory; None: as the settings say.
        temporary: texts that take part in this search alone.
        only_then: where the question names times, only what was said or true in one of them.
        reranked: how many of the best hits a reranker judges again; 0 without one.
        synonyms: gives further names where the graph knows none of the question's; default: nobody is asked.
        count: counts tokens.
        explain_graph: tell what the store was asked for the entities of the question and the graph around them.

    Raises:
        InputError: the question is empty, or a limit makes no sense.
    """

    text: str
    top_k: int = 10
    token_budget: int | None = None
    min_score: float | None = None
    further: int = 0
    kinds: Collection[HitKind] = KINDS
    view: View
    zone: tzinfo = UTC
    ends_known_at: datetime | None = None
    depth: int = 2
    exclude: Collection[str] = ()
    half_life_days: float = 30.0
    spaces: Collection[str] | None = None
    temporary: Sequence[str] = ()
    only_then: bool = False
    reranked: int = 0
    synonyms: Synonyms | None = None
    count: TokenCounter = count_tokens
    explain_graph: bool = False

    @property
    def candidates(self) -> int:
        """Return how many of the best may be among the hits."""
        return max(self.top_k + self.further, self.reranked)

    @property
    def is_selective(self) -> bool:
        """Return whether hits are passed over for what they say: by their length or by their score."""
        return self.token_budget is not None or self.min_score is not None

    @property
    def most(self) -> int | None:
        """Return how many of the best of a kind are listed; what is selective may pass over any.

        Never fewer than by default: which ones lead, and so what a shorter list begins with, depends on the best ten.
        """
        return None if self.is_selective else max(self.candidates, _LEAST) + len(self.exclude)

    def __post_init__(self) -> None:
        if not self.text.strip():
            raise InputError("The query is empty: say what to look for.")
        for name, number in (("top_k", self.top_k), ("token_budget", self.token_budget)):
            if number is not None and number < 1:
                raise InputError(f"{name} is {shown(number)}: give 1 or more.")
        if self.min_score is not None and not 0 <= self.min_score <= 1:  # not a number is neither
            raise InputError(f"min_score is {shown(self.min_score)}: give a number from 0, for any hit, to 1.")
        check_temporary(self.temporary)
        if not self.kinds:
            raise InputError("kinds is empty: choose from message, fact, entity, run.")
