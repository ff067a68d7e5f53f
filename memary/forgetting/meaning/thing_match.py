"""Match texts with what a request to forget means: a text names it, states it, or repeats it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from memary.languages import Language, any_of, of_all
from memary.languages.detection import detect_language
from memary.languages.pack.talk import Saying, Voice
from memary.languages.scripts import HAN, QUESTION_MARKS, is_wide
from memary.languages.terms import segmented, telling_words, term_set, terms
from memary.text.names.occurrence import says_name
from memary.text.parts.clauses import Clause, clauses
from memary.text.proper_form import proper_form
from memary.text.quote import is_quoted
from memary.text.speech_acts.forget_request import Thing
from memary.text.times.intervals import time_stretches
from memary.types import Fact, Message

_MOST_EXTRA = 1
"""Words that a clause may say beside a statement that is to be forgotten, and still be that statement."""

_HAN = re.compile(f"[{HAN}]")
_NUMBER = re.compile(r"\d(?:[ -]?\d){3,}")
_YEAR = re.compile(r"(?:19|20)\d\d")
_ASKS = re.compile(f"[{QUESTION_MARKS}]")

_sayings = of_all(lambda packs: [pack.requests.sayings for pack in packs])
_speaks = any_of(lambda language: language.requests.speaks)
_another = any_of(lambda language: language.requests.another)
_alike = of_all(lambda packs: [group for pack in packs for group in pack.requests.alike])
_negates = any_of(lambda language: language.requests.negates)
_confides = any_of(lambda language: language.requests.confides)
_you = any_of(lambda language: language.pronouns.you)
_first_person = any_of(lambda language: language.pronouns.we)
_contractions = of_all(
    lambda packs: [
        (re.compile(short, re.IGNORECASE), long) for pack in packs for short, long in pack.requests.contractions
    ]
)


@dataclass(frozen=True, slots=True)
class SelfClaim:
    """What a statement says of its speaker: a relation, by all its predicates, and with whom or what."""

    predicates: frozenset[str]
    object: str


ClaimReader: TypeAlias = Callable[[str], Sequence[SelfClaim]]
"""Reads what a statement says of who speaks."""


@dataclass(frozen=True, slots=True)
class Naming:
    """Where a thing is named, and how; `is_me`: the user is the subject there."""

    where: Message | Fact
    clause: Clause
    saying: Saying
    is_me: bool

    @property
    def name(self) -> str:
        """The thing with the words that belong to it."""
        return self.saying.name


def sayings_in(text: str, thing: str, voice: Voice) -> Iterator[Saying]:
    """Give how a text names a thing, in whatever language."""
    for sayings in _sayings():
        yield from sayings(text, thing, voice)


def alike(words: str) -> list[str]:
    """Return the words for a thing that mean just the same ("email", "email address"), given ones first."""
    same = next((group for group in _alike() if words.casefold() in group), ())
    return list(dict.fromkeys((words, *same)))


def is_meant(thing: Thing, saying: Saying) -> bool:
    """Return whether a saying surely names a thing."""
    if thing.label:
        return saying.name.casefold() == thing.label.casefold() and saying.whose != "unclear"
    if thing.owner:
        return _are_alike(saying.name, f"{thing.owner} {thing.words}")
    if thing.is_name:
        return saying.is_exact
    return saying.is_exact and (saying.whose == "own" or (saying.whose == "open" and not thing.is_mine))


def may_be_meant(thing: Thing, naming: Naming) -> bool:
    """Return whether something like a thing is named that is not another person's.

    A fact is named by the words of its sources.
    """
    is_read = isinstance(naming.where, Fact) and bool(naming.where.source_ids)
    return not is_read and not (thing.is_mine and naming.saying.whose == "other")


def is_nearly(thing: Thing, naming: Naming) -> bool:
    """Return whether a thing is meant where nothing else is known that is like it."""
    saying = naming.saying
    if thing.is_name and thing.is_told:  # of one Gudrun alone is anything known: Gudrun Ask
        return saying.name.startswith(f"{thing.words} ")
    if thing.is_name or not saying.is_exact or saying.whose in ("other", "unclear"):
        return False
    return not thing.is_mine or (thing.may_state and naming.is_me)


def _are_alike(one: str, other: str) -> bool:
    return set(words_of(one)) == set(words_of(other))


def in_full(text: str) -> str:
    """Return a text without contractions: "I am" for "I'm"."""
    for short, long in _contractions():
        text = short.sub(long, text)
    return text


def words_of(text: str) -> list[str]:
    """Return the words of a text that tell something; none where there are none."""
    return [word for word in telling_words(text) if set(terms(f"{word} x")) != {"x"}] if text.strip() else []


def holds(text: str, words: Sequence[str]) -> bool:
    """Return whether a text holds all words; a Chinese one may be cut otherwise there."""
    held = term_set(text)
    return bool(words) and all(word in held or (_HAN.match(word) and word in text) for word in words)


def agree(text: str, statement: str) -> bool:
    """Return whether a text denies as much as a statement does."""
    return bool(_negates().search(text)) == bool(_negates().search(statement))


def states(text: str, statement: str, words: Sequence[str]) -> bool:
    """Return whether a clause says what a statement says, in its words or in nearly no others."""
    text, statement = in_full(proper_form(text, detect_language(text)).text), in_full(statement)
    if _ASKS.search(text) or not _first_person().search(text):
        return False
    at = text.casefold().find(statement.casefold())
    if at >= 0 and holds(text, words):  # in just these words, unless what stands before denies them
        return agree(text[:at], "")
    others = {found.casefold() for found in _another().findall(text)}
    is_said_of_me = bool(_speaks().search(text)) or not _speaks().search(statement)
    if not agree(text, statement) or not is_said_of_me or not others <= set(_another().findall(statement.casefold())):
        return False
    extra = set(words_of(text)) - set(words)
    return len(words) > 1 and holds(text, words) and len(extra) <= _MOST_EXTRA


def is_name(words: str) -> bool:
    """Return whether words look like a name: with a capital, or one word of Chinese."""
    return words[:1].isupper() or bool(_HAN.match(words) and len(segmented(words)) <= 1)


def restates(text: str, fact: Fact, names: Collection[str], *, is_mine: bool) -> bool:
    """Return whether a clause of the assistant says what a fact says.

    It does so in the fact's own sentence, or with its words about the same one.

    Args:
        text: the clause.
        fact: the fact.
        names: what whom it is about is called.
        is_mine: whether that is the user, who is "you" there.
    """
    if is_quoted(fact.statement, text):
        return True
    words = words_of(f"{fact.predicate.replace('_', ' ')} {fact.object}")
    names_whom = any(says_name(text, name) for name in names) or (is_mine and _you().search(text) is not None)
    return names_whom and says_name(text, fact.object) and holds(text, words) and agree(text, fact.statement)


def says_any(text: str, values: Collection[str]) -> bool:
    """Return whether a text says one of some names or numbers."""
    return any(_says_number(text, value) if value.isdigit() else says_name(text, value) for value in values)


def _says_number(text: str, number: str) -> bool:
    return re.search(rf"(?<!\d){'[ -]?'.join(number)}(?!\d)", text) is not None


def numbers_in(text: str) -> list[str]:
    """Return the numbers in a text that identify.

    These have four digits or more, and are neither years nor times nor round.
    """
    times = time_stretches(text)
    return [
        re.sub(r"\D", "", match[0])
        for match in _NUMBER.finditer(text)
        if not (_YEAR.fullmatch(match[0]) or match[0].endswith("00"))
        and not any(start < match.end() and match.start() < end for start, end in times)
    ]


@of_all
def _of_another(packs: Sequence[Language]) -> re.Pattern[str]:
    """Return the pattern of what begins with a word for somebody or something else than who speaks."""
    words = [word for pack in packs for word in pack.pronouns.others if not _first_person().search(word)]
    plain = "|".join(
        re.escape(word) + ("" if is_wide(word) else r"\b") for word in sorted(words, key=len, reverse=True)
    )
    return re.compile(rf"\W*(?:\w+ )?(?:{plain})", re.IGNORECASE)


def confides(text: str) -> bool:
    """Return whether a text tells something in confidence, or hands it over to be kept."""
    return _confides().search(text) is not None


def from_first(message: Message, words: Collection[str]) -> list[Clause]:
    """Return the clauses of a message from the first that confides, or has one of some words to search by."""
    said = clauses(message.content)
    tells = [confides(one.text) or not set(words).isdisjoint(telling_words(one.text)) for one in said]
    return said[tells.index(True) :] if any(tells) else said


def about_it(message: Message, words: Collection[str]) -> list[Clause]:
    """Return the clauses of a message that have one of some words to search by, or go on about it.

    "She is …" goes on about the one before.
    """
    about: list[Clause] = []
    goes_on = False
    for clause in clauses(message.content):
        names_it = not set(words).isdisjoint(telling_words(clause.text))
        goes_on = names_it or (goes_on and _of_another().match(clause.text) is not None)
        about += [clause] if goes_on else []
    return about
