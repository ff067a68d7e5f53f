"""Say how far the vectors of a store tell what is meant by a question.

Those that a model made tell it surely enough to score by. Those of sentences, which are built in, tell it less
surely, and those of words of texts in Latin letters alone; of others they tell how texts are written, as those of
spellings do of all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from statistics import fmean

from memary.languages.detection import is_latin
from memary.languages.registry import language_of
from memary.queries import Candidate
from memary.retrieval import ranking as ranks
from memary.retrieval.messages import weights
from memary.types import WORD_VECTORS, EmbeddingSpec, Said

NEAR = 0.35
"""The cosine from which on a hit is supported by its meaning, where vectors are of sentences."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What vectors tell of what is found for a question.

    Attributes:
        of_messages: what counts for messages.
        of_facts: what counts for facts.
        is_meant: whether a text is near because it means what is asked, so that words count less where few are found.
        tells_nearness: whether a fact that is near shows that something of what is asked is known.
        is_measured: whether a cosine says as well as the share of common words how much a hit answers.
        in_latin: whether only texts in Latin letters can be compared with the question, or only others; None: all.
    """

    of_messages: Mapping[str, float]
    of_facts: Mapping[str, float]
    is_meant: bool = False
    tells_nearness: bool = False
    is_measured: bool = False
    in_latin: bool | None = None

    @classmethod
    def of(cls, spec: EmbeddingSpec, question: str) -> Meaning:
        """Return what vectors of a kind tell of a question."""
        if spec.is_of_sentences:
            return cls(weights.SENTENCE_WEIGHTS, ranks.SENTENCE_WEIGHTS, is_meant=True, tells_nearness=True)
        if spec.knows_meaning:
            is_meant = is_latin(question)  # a model is sure to know English; what else it knows, nobody says
            counted = weights.SENTENCE_WEIGHTS if is_meant else weights.WEIGHTS
            return cls(counted, ranks.WEIGHTS, is_meant, tells_nearness=True, is_measured=True)
        if spec.name != WORD_VECTORS:
            return cls(weights.LEXICAL_WEIGHTS, ranks.LEXICAL_WEIGHTS)
        if is_latin(question):
            return cls(weights.WORD_WEIGHTS, ranks.WEIGHTS, in_latin=True)
        return cls(weights.LEXICAL_WEIGHTS, ranks.LEXICAL_WEIGHTS, in_latin=False)

    def comparable(self, found: Sequence[Candidate[Said]]) -> Sequence[Candidate[Said]]:
        """Return messages, of which those that are near by chance alone are as near as the others on average.

        With no nearness at all they would stand below whatever can be compared, however far it is.
        """
        if self.in_latin is None:
            return found
        fitting = [self._fits(one.record) for one in found]
        near = [one.vector for one, fits in zip(found, fitting, strict=True) if fits and one.vector is not None]
        average = fmean(near) if near else None
        return [one if fits else one._replace(vector=average) for one, fits in zip(found, fitting, strict=True)]

    def is_near(self, facts: Iterable[float | None], messages: Iterable[float | None]) -> bool:
        """Return whether one of the cosines shows that a meaning is near.

        What was asked before is a message as well, so that these show less.
        """
        told = chain(facts, messages if self.is_measured else ()) if self.tells_nearness else ()
        return any(cosine is not None and cosine >= NEAR for cosine in told)

    def _fits(self, message: Said) -> bool:
        return (language_of(message.language).script == "latin") is self.in_latin
