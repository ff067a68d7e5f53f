"""Read what is so instead of something else: "I am not 41 but 42", "I actually like it now"."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from memary.facts.identity import lookup_key
from memary.facts.predicates import BUILT_IN, attitude_of
from memary.ingestion.extraction.prompt import ExtractedFact, proposed
from memary.ingestion.extraction.rules.changes.corrections import LOOKED_BACK, Stated, withdrawn
from memary.languages import of_all
from memary.languages.scripts import EDGES
from memary.text import entity_key
from memary.types import Message, Role

_contrasts = of_all(lambda packs: [form for pack in packs for form in pack.corrections.contrasts])
_turned = of_all(lambda packs: [form for pack in packs for form in pack.corrections.turned])


@dataclass(frozen=True, slots=True)
class _Contrast:
    """A sentence as two: one that says what is so, one that says what is not."""

    said: str
    is_so: str
    is_not: str


@dataclass(frozen=True, slots=True)
class Contrasted:
    """What the contrasts of a message say: facts with the types of their objects, ends of others.

    `rest` is what is left of the text.
    """

    facts: Sequence[tuple[ExtractedFact, str]]
    ends: Sequence[ExtractedFact]
    rest: str


def contrasted(
    message: Message,
    sentences: Sequence[str],
    stated: Sequence[Stated],
    read: Callable[[Message], Sequence[tuple[ExtractedFact, str]]],
) -> Contrasted:
    """Return what a message says by contrasts: what it denies was never so, what it says is so since then.

    Args:
        message: what was said.
        sentences: of the message.
        stated: what was stated before.
        read: gives what a message with other words states, with the types of the objects.
    """
    found: list[tuple[ExtractedFact, str]] = []
    ends: list[ExtractedFact] = []
    rest = message.content
    for contrast in (one for sentence in sentences for one in _contrasts_in(sentence) if one.said in rest):
        facts = read(message.model_copy(update={"content": contrast.is_so}))
        denied = [fact for fact, _ in read(message.model_copy(update={"content": contrast.is_not}))]
        if not facts or not any(_compete(fact, one) for fact, _ in facts for one in denied):
            continue
        rest = rest.replace(contrast.said, " ")
        for fact, kind in facts:
            held = [one for one in stated if any(_compete(fact, no) and _says(no, one) for no in denied)][-1:]
            ends += [withdrawn(one, contrast.said) for one in held]
            since = held[0].since.isoformat() if held else fact.since
            found.append((fact.model_copy(update={"quote": contrast.said, "since": since}), kind))
    return Contrasted(found, ends, rest)


def _contrasts_in(sentence: str) -> Iterator[_Contrast]:
    text = sentence.strip()
    for form, is_so, is_not in _contrasts():
        if match := form.match(text):
            yield _Contrast(text, match.expand(is_so), match.expand(is_not))


def _compete(one: ExtractedFact, other: ExtractedFact) -> bool:
    """Return whether two facts say unlike things of one subject and one matter."""
    is_alike = one.predicate == other.predicate or BUILT_IN.same_matter(one.predicate, other.predicate)
    return is_alike and one.subject == other.subject and entity_key(one.object) != entity_key(other.object)


def _says(fact: ExtractedFact, stated: Stated) -> bool:
    is_alike = fact.predicate == stated.predicate or BUILT_IN.same_matter(fact.predicate, stated.predicate)
    is_same = entity_key(fact.object) == entity_key(stated.object)
    return is_alike and is_same and lookup_key(fact.subject) == lookup_key(stated.subject)


def turned_in(
    message: Message, before: Sequence[Message], speaker: str, stated: Sequence[Stated]
) -> list[tuple[ExtractedFact, str]]:
    """Return what a speaker likes, or dislikes, by now, who told the opposite lately: "I like it now"."""
    text = message.content.strip()
    form = next((one for one in _turned() if one.regex.match(text)), None)
    own = [one.id for one in before if one.role is Role.USER and one.speaker == message.speaker][-LOOKED_BACK:]
    lately = [one for one in stated if attitude_of(one.predicate) and one.message_id in own]
    meant = [one for one in lately if lookup_key(one.subject) == lookup_key(speaker)][-1:]
    if form is None or not meant or attitude_of(meant[0].predicate) != -attitude_of(form.predicate):
        return []
    facts = proposed(
        ExtractedFact,
        subject=speaker,
        predicate=form.predicate,
        object=meant[0].object,
        statement=form.sentence(speaker, meant[0].object),
        quote=text.strip(EDGES),
    )
    return [(fact, form.object_type) for fact in facts]
