"""Read which half of a sentence is the reason of the other, by connectives that tell nothing else.

What one half says then rests on what the other says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from memary.facts.identity import lookup_key
from memary.facts.predicates import BUILT_IN
from memary.ingestion.extraction.prompt import ExtractedFact, ExtractedGround
from memary.languages import of_all
from memary.languages.scripts import EDGES
from memary.text import entity_key
from memary.types import Fact

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


def own_facts(facts: Sequence[Fact], speaker: str) -> dict[str, list[tuple[int, str]]]:
    """Return the numbers and predicates of the known facts about a speaker, by the keys of their objects."""
    own: dict[str, list[tuple[int, str]]] = {}
    for number, fact in enumerate(facts, 1):
        if lookup_key(fact.subject) == lookup_key(speaker):
            own.setdefault(entity_key(fact.object), []).append((number, fact.predicate))
    return own


def grounded(
    read: Sequence[ExtractedFact],
    causes: Sequence[Cause],
    own: Mapping[str, Sequence[tuple[int, str]]],
    *,
    behind: int,
) -> list[ExtractedFact]:
    """Return facts with what they rest on.

    What the other half says, or the one known fact whose object it names.
    """
    facts = list(read)
    for cause in causes:
        told = _said(facts, cause.ground)
        named = own.get(entity_key(cause.ground.text), ())
        grounds = [(facts[one].predicate, ExtractedGround(fact=behind + one + 1, words=cause.words)) for one in told]
        if not told and len(named) == 1:
            grounds = [(named[0][1], ExtractedGround(known=named[0][0], words=cause.words))]
        for place in _said(facts, cause.effect):
            fact = facts[place]
            others = [ground for of, ground in grounds if not BUILT_IN.same_matter(of, fact.predicate)]
            facts[place] = fact.model_copy(update={"rests_on": (*fact.rests_on, *others)})
    return facts


def _said(facts: Sequence[ExtractedFact], half: Half) -> list[int]:
    """Return the places of the facts that a half of a sentence says."""
    return [place for place, fact in enumerate(facts) if fact.op == "ADD" and half.says(fact.quote)]
