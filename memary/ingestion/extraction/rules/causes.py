"""What a sentence gives as the reason of what: its two halves, by the connectives that tell it and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from memary.languages import of_all
from memary.languages.scripts import EDGES

_causes = of_all(lambda packs: [(pack.statements.unread, one) for pack in packs for one in pack.statements.causes])


@dataclass(frozen=True, slots=True)
class Half:
    """One half of a sentence; what it says has to stand next to the connective."""

    text: str
    is_before: bool

    def says(self, quote: str) -> bool:
        """Return whether words stand in the half where it meets the connective."""
        return self.text.endswith(quote) if self.is_before else self.text.startswith(quote)


@dataclass(frozen=True, slots=True)
class Cause:
    """That one half of a sentence holds because of the other, and the words that say so."""

    effect: Half
    ground: Half
    words: str


def causes_in(sentences: Sequence[str], language: str) -> Iterator[Cause]:
    """Give the causes that sentences tell, each by itself or with the one before it."""
    forms = [form for unread, form in _causes() if language not in unread]
    plain = [sentence.strip() for sentence in sentences]
    pairs = [(f"{one} {two}", len(one)) for one, two in pairwise(plain) if one]
    for text, beyond in (*((one, 0) for one in plain), *pairs):
        if match := next((match for form in forms if (match := form.match(text)) and match.end() > beyond), None):
            yield _cause(match)


def _cause(match: re.Match[str]) -> Cause:
    is_effect_first = match.start("effect") < match.start("ground")
    effect, ground = (match[name].strip(EDGES) for name in ("effect", "ground"))
    return Cause(Half(effect, is_effect_first), Half(ground, not is_effect_first), match["words"].strip(EDGES))
