"""Say how far the vectors of a store tell what is meant by a question.

Those that a model made tell it surely enough to score by. Those of words tell it of texts in Latin letters, and less
surely; of others they tell how texts are written, as those of spellings do of all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from memary.languages.detection import is_latin
from memary.languages.registry import language_of
from memary.queries import Candidate
from memary.retrieval import ranking as ranks
from memary.retrieval.messages import features
from memary.types import WORD_VECTORS, EmbeddingSpec, Said

NEAR = 0.35
"""The cosine from which on a hit is supported by its meaning, where a model made the vectors."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What vectors tell of what is found for a question.

    Attributes:
        is_known: whether what has a near vector means what is asked, and is not only spelt alike.
        is_measured: whether a cosine says as well as the share of common words how much a hit answers.
        in_latin: whether only texts in Latin letters can be compared with the question, or only others; None: all.
    """

    is_known: bool
    is_measured: bool
    in_latin: bool | None = None

    @classmethod
    def of(cls, spec: EmbeddingSpec, question: str) -> Meaning:
        """Return what vectors of a kind tell of a question."""
        if spec.name != WORD_VECTORS:
            return cls(spec.knows_meaning, spec.knows_meaning)
        in_latin = is_latin(question)
        return cls(in_latin, is_measured=False, in_latin=in_latin)

    @property
    def weights(self) -> tuple[Mapping[str, float], Mapping[str, float]]:
        """What counts for messages and for facts."""
        if not self.is_known:
            return features.LEXICAL_WEIGHTS, ranks.LEXICAL_WEIGHTS
        return (features.WEIGHTS if self.is_measured else features.WORD_WEIGHTS), ranks.WEIGHTS

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

    def is_near(self, cosines: Iterable[float | None]) -> bool:
        """Return whether one of the cosines shows that a meaning is near."""
        return self.is_measured and any(cosine is not None and cosine >= NEAR for cosine in cosines)

    def _fits(self, message: Said) -> bool:
        return (language_of(message.language).script == "latin") is self.in_latin
