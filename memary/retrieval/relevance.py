"""Score hits of every kind, of every question, on one scale: how likely a hit answers.

What ranks facts and messages compares within one kind and one search. A score says instead how likely a hit is one of
those that answer, drawn from as many that do as do not: 0.5 is where neither is likelier. It follows from the hit
and the question alone, not from what stands beside it in the list.

The evidence is added up in log-odds. It was fitted by logistic regression to the questions about the sample
conversations (`data/conversations`) and to questions of which they say nothing, with the built-in embeddings:
`python -m benchmarks.recall.threshold --fit` does it again, and measures what a threshold cuts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from propcache.api import cached_property

from memary.languages.terms import telling_words, term_set
from memary.retrieval.hits import Draft, Explanation, Hit, score
from memary.text.asked_words import SURE, said_by, words_said

BASE = -0.95
"""What speaks for a hit of which nothing is known but that it was found."""

TALK = -5.7
"""What is added for a message, of which any is found as well as possible."""

WORDS = 4.15
"""What all of the question's words are worth."""

FEATURES = 208.0
"""What the parts of a message's rank are worth: its words and those around it, who speaks, when."""

IS_SURE = 1.25
"""What it is worth that a fact follows from how the question is put, whatever words it has."""

_LISTED = frozenset(("order", "rerank", "elsewhere"))
"""Signals that only say where a hit stands."""


@dataclass(frozen=True)
class Relevance:
    """Says how likely hits answer a question.

    Attributes:
        question: what is asked.
        cosines: how near the meaning of what was found is, by id; empty where embeddings know spellings only.
    """

    question: str
    cosines: Mapping[str, float | None]

    def scored(self, hit: Hit) -> Hit:
        """Return a hit with its score."""
        why = hit.explain.model_copy(update={"evidence": self.evidence(hit, hit.explain)})
        return hit.model_copy(update={"explain": why, "score": why.score})

    def evidence(self, hit: Hit | Draft, why: Explanation) -> dict[str, float]:
        """Return what speaks for a hit and against it, which was found for some reason."""
        evidence = {"base": BASE, "words": WORDS * max(self._share(hit), self.cosines.get(hit.id) or 0.0)}
        if hit.kind == "message" and not hit.is_temporary:
            parts = [one.contribution for name, one in why.signals.items() if name not in _LISTED]
            evidence["talk"] = TALK + FEATURES * score(parts, why.factors)
        if not SURE.isdisjoint(why.signals):
            evidence["sure"] = IS_SURE
        return evidence

    @cached_property
    def _asked(self) -> dict[str, frozenset[str]]:
        return said_by(self.question, telling_words(self.question))

    def _share(self, hit: Hit | Draft) -> float:
        """Return which share of the question's words a hit has, with the name of who says it."""
        if not self._asked:
            return 0.0
        held = term_set(hit.speaker or "").intersection(self._asked).union(words_said(hit.wording, self._asked))
        return len(held) / len(self._asked)
