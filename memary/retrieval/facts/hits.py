"""Make hits of facts, of those alone that are shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from memary.facts.intervals import is_begun, is_planned, plan_start, was_planned
from memary.retrieval.facts.named_relations import in_words
from memary.retrieval.hits import Draft, Explanation, Hit
from memary.retrieval.ranking import AddedUp
from memary.types import FOREVER, Fact, FactKind
from memary.types.spaces import space_of


@dataclass(frozen=True, slots=True)
class FactHits:
    """Makes hits of facts.

    Attributes:
        facts: by their ids.
        added: what each signal adds for them.
        factors: of what that comes to.
        ways: the names from what the question names to the facts.
        known_at: the time at which their ends were known.
    """

    facts: Mapping[str, Fact]
    added: AddedUp
    factors: Mapping[str, dict[str, float]]
    ways: Mapping[str, tuple[str, ...]]
    known_at: datetime

    def draft(self, id_: str, order: float, *, is_sure: bool) -> Draft:
        """Return a fact as what may become a hit."""
        fact = self.facts[id_]
        return Draft(
            "fact",
            id_,
            fact.statement,
            fact.valid_at,
            order,
            self,
            is_sure=is_sure,
            relation=in_words(fact.predicate),
            source_ids=fact.source_ids,
        )

    def explanation(self, id_: str) -> Explanation:
        """Return how each signal saw a fact."""
        return self.added.explanation(id_, self.factors[id_], self.ways.get(id_, ()))

    def hit(self, draft: Draft, why: Explanation) -> Hit:
        """Return a fact as a hit."""
        return fact_hit(self.facts[draft.id], why, self.known_at)


def fact_hit(fact: Fact, why: Explanation, known_at: datetime) -> Hit:
    """Return a fact as a hit, with its end as far as it was known at a time."""
    return Hit.of(
        kind="fact",
        id=fact.id,
        text=fact.statement,
        relation=in_words(fact.predicate),
        score=why.score if why.evidence else 0.0,
        created_at=fact.valid_at,
        is_begun=is_begun(fact),
        is_planned=is_planned(fact),
        was_planned=was_planned(fact, known_at),
        plan_start=plan_start(fact),
        invalid_at=fact.end_known_at(known_at),
        expires_at=fact.expires_at if fact.expires_at < FOREVER else None,
        origin=fact.origin,
        extractor=fact.extractor,
        is_conclusion=fact.kind is FactKind.INSIGHT,
        language=fact.language,
        source_ids=fact.source_ids,
        space_id=space_of(fact),
        explain=why,
    )
