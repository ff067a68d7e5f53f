"""What is asked of memory."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo

from memary.errors import InputError
from memary.languages.tokens import TokenCounter, count_tokens
from memary.queries import View
from memary.retrieval.temporary import check_temporary
from memary.types import HitKind

KINDS: frozenset[HitKind] = frozenset({"message", "fact"})


def check_number(name: str, number: object) -> None:
    """Refuse what is no whole number, and not None.

    Raises:
        InputError: it is not.
    """
    if number is not None and (not isinstance(number, int) or isinstance(number, bool)):
        raise InputError(f"{name} is {number!r}: give a whole number.")


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallQuery:
    """A question, with what narrows it.

    Attributes:
        text: the question.
        top_k: most hits returned.
        token_budget: most tokens of text in the hits, if given; filled best first.
        kinds: which sorts of hits.
        zone: in which the question's times are meant: "yesterday evening".
        view: the time whose truth is asked for, as of when it was known, and which records count.
        ends_known_at: facts are told with the ends that were known at that time; default: at `view.known_at`.
        depth: hops from the entities the question names.
        exclude: ids of records that the caller has already.
        half_life_days: in which time half of a fact's decay comes.
        temporary: texts that take part in this search alone.
        reranked: how many of the best hits a reranker judges anew; 0 without one.
        count: counts tokens.

    Raises:
        InputError: the question is empty, or a limit makes no sense.
    """

    text: str
    top_k: int = 10
    token_budget: int | None = None
    kinds: Collection[HitKind] = KINDS
    view: View
    zone: tzinfo = UTC
    ends_known_at: datetime | None = None
    depth: int = 2
    exclude: Collection[str] = ()
    half_life_days: float = 30.0
    temporary: Sequence[str] = ()
    reranked: int = 0
    count: TokenCounter = count_tokens

    @property
    def is_of_now(self) -> bool:
        """Whether the present is asked about, in which a question may still name a time that is past."""
        return self.view.until is None

    @property
    def candidates(self) -> int:
        """How many of the best may be among the hits."""
        return max(self.top_k, self.reranked)

    @property
    def most(self) -> int | None:
        """How many hits of a kind can be among those returned; a budget of tokens may pass over any number."""
        return None if self.token_budget else self.candidates + len(self.exclude)

    def __post_init__(self) -> None:
        if not self.text.strip():
            raise InputError("The query is empty: say what to look for.")
        for name, number in (("top_k", self.top_k), ("token_budget", self.token_budget)):
            check_number(name, number)
        if self.top_k < 1 or (self.token_budget is not None and self.token_budget < 1):
            raise InputError(f"top_k ({self.top_k}) and token_budget ({self.token_budget}) must be at least 1.")
        check_temporary(self.temporary)
        unknown = set(self.kinds) - {"message", "fact", "entity", "run"}
        if unknown or not self.kinds:
            raise InputError(f"kinds {sorted(self.kinds)} cannot be used: choose from message, fact, entity, run.")
