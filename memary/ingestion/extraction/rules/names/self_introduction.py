"""Read what people say they are called: "I'm Ada Novak", "我是林夏", "اسمي سارة", or a bare name.

A bare name counts as an answer to whom asks for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from memary.facts.identity import SELF_KEY, lookup_key
from memary.facts.predicates import NAME_MATTERS, matter_of
from memary.ingestion.extraction.prompt import ExtractedFact, proposed
from memary.ingestion.extraction.rules.changes.corrections import Stated
from memary.languages import Language, any_of, language_of, languages, texts
from memary.languages.scripts import EUROPEAN_QUOTED, QUOTED
from memary.types import DEFAULT_LANGUAGE, VALUE, Message, Role

_QUOTED = re.compile(f"{QUOTED}|{EUROPEAN_QUOTED}")
_asked_for = any_of(lambda language: language.names.asked_for)


def introduced_names(message: Message, speaker: str, before: Sequence[Message]) -> list[tuple[ExtractedFact, str]]:
    """Return the names that people say they have, asked or not, also in languages without patterns."""
    if name := _answered(message, before):
        return _called(speaker, name, name, message.language)
    text = _QUOTED.sub(" ", message.content)
    found = [told for pack in languages() for told in pack.names.introduced(text, message.language)]
    own = [told for told in found if told.whose == "self"]
    return [fact for told in own for fact in _called(speaker, told.span.name, told.words, message.language)]


def with_first_name(
    found: Sequence[tuple[ExtractedFact, str]], speaker: str, language: str
) -> list[tuple[ExtractedFact, str]]:
    """Return what a message says, where the first nickname of who has told no name is their name.

    "Call me Max" becomes "My name is Max" that way.
    """
    own = [fact for fact, _ in found if fact.subject == speaker and matter_of(fact.predicate) in NAME_MATTERS]
    if lookup_key(speaker) != SELF_KEY or not own or any(matter_of(fact.predicate) == "name" for fact in own):
        return list(found)
    named = _called(speaker, own[0].object, own[0].quote, language)
    return [*named, *((fact, kind) for fact, kind in found if fact is not own[0])]


def known_name(speaker: str, stated: Sequence[Stated]) -> str | None:
    """Return the name that a speaker told last, or else the one they are called by, if that is a name."""
    about = lookup_key(speaker)
    told = [one for one in stated if matter_of(one.predicate) == "name" and lookup_key(one.subject) == about]
    if told:
        return max(told, key=lambda one: one.since).object
    is_name = about != SELF_KEY and speaker.replace(" ", "").isalpha() and not speaker.islower()
    return speaker if is_name else None


def told_by_name(facts: Sequence[ExtractedFact], speaker: str) -> list[ExtractedFact]:
    """Return facts that call the speaker by name, once one of them tells a name that was unknown."""
    named = [fact for fact in facts if fact.op == "ADD" and matter_of(fact.predicate) == "name"]
    names = [fact.object for fact in named if fact.subject == speaker]
    if lookup_key(speaker) != SELF_KEY or not names:
        return list(facts)

    def by_name(fact: ExtractedFact) -> ExtractedFact:
        tells_of_them = fact.subject == speaker and fact.statement.startswith(speaker)
        if not tells_of_them or matter_of(fact.predicate) in NAME_MATTERS:
            return fact
        return fact.model_copy(update={"statement": names[-1] + fact.statement.removeprefix(speaker)})

    return [by_name(fact) for fact in facts]


def of_the_user(fact: ExtractedFact, speaker: str, language: str) -> ExtractedFact:
    """Return a fact that tells the name of a speaker as one of the user, whatever name was known."""
    if fact.subject != speaker or matter_of(fact.predicate) != "name" or not fact.statement.startswith(speaker):
        return fact
    return fact.model_copy(update={"statement": texts(language).user + fact.statement.removeprefix(speaker)})


def keeps_name(name: str, known: str | None) -> bool:
    """Return whether a new name has a part of the known one, or none is known: "I'm Ana Brown now"."""
    return known is None or not set(known.casefold().split()).isdisjoint(name.casefold().split())


def with_full_name(
    found: Sequence[tuple[ExtractedFact, str]], speaker: str, known: str | None, language: str
) -> list[tuple[ExtractedFact, str]]:
    """Return what a message says, with a family name that is told joined to the name known so far."""
    own = [fact for fact, _ in found if lookup_key(fact.subject) == lookup_key(speaker)]
    families = [fact for fact in own if matter_of(fact.predicate) == "family_name"]
    others = [(fact, kind) for fact, kind in found if fact not in families]
    if not families or any(matter_of(fact.predicate) == "name" for fact in own):
        return others
    family = families[0]
    names = _spoken(language, lambda one: one.names.with_family).names
    full = names.with_family(known, family.object) if known and names.with_family else None
    return [*others, *_called(speaker, full, family.quote, language)] if full else list(found)


def _answered(message: Message, before: Sequence[Message]) -> str | None:
    """Return the name that a message begins with, if the assistant has just asked for it."""
    asked = before[-1] if before else None
    if asked is None or asked.role is not Role.ASSISTANT or not _asked_for().search(asked.content):
        return None
    names = _spoken(message.language, lambda language: language.names.answer).names
    match = names.answer.match(message.content) if names.answer else None
    return match["name"] if match and names.is_name(match["name"]) else None


def _spoken(code: str, has: Callable[[Language], object]) -> Language:
    """Return the language of a code; the default one, where that one lacks a part."""
    language = language_of(code)
    return language if has(language) else language_of(DEFAULT_LANGUAGE)


def _called(speaker: str, name: str, quote: str, language: str) -> list[tuple[ExtractedFact, str]]:
    predicate, statement = _spoken(language, lambda one: one.statements.called).statements.called or ("", "")
    facts = proposed(
        ExtractedFact,
        subject=speaker,
        predicate=predicate,
        object=name,
        statement=statement.format(self=speaker, object=name),
        quote=quote,
    )
    return [(fact, VALUE) for fact in facts]
