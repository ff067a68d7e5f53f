"""Read requests to forget: which sentences of a text ask for it, and what is meant.

A wrong reading would delete what nobody wanted gone. So a sentence has to be a request as a whole, in one of a few
forms, and what it names one of a few kinds of things: what was said last, a thing of the speaker's, what was told
about a thing, a statement, or a name. "I forget where it is", "don't forget my birthday" and "forget dinner, let's
order pizza" are none. What only may be a request, "Forget Rome.", is asked about before anything goes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, NamedTuple

from memary.languages import any_of, of_all, texts
from memary.languages.detection import detect_language
from memary.languages.pack.base import Language
from memary.languages.pack.talk import Requests
from memary.languages.pattern import pattern
from memary.languages.scripts import EDGES, FULL_STOPS, QUOTE_MARKS
from memary.text.parts.clauses import whole_sentences
from memary.text.proper_form import proper_form
from memary.text.quote import is_quoted
from memary.text.speech_acts.passed_on_text import own_words
from memary.text.speech_acts.retraction import retraction_in, was_carried_out

_LONGEST = 220
"""Characters of a sentence that can be such a request."""

_LONGEST_TEXT = 1_000
"""Characters of a text that can hold one: what is longer may be a letter to somebody else."""

_MOST_THINGS = 4

Manner = Literal["asks", "bare", "loose"]
"""Whether a sentence asks to forget, or may be a figure of speech."""

_not_meant = any_of(lambda language: language.requests.not_meant, flags=re.IGNORECASE | re.MULTILINE)
_last = any_of(lambda language: language.requests.last)
_everything = any_of(lambda language: language.requests.everything)
_joint = any_of(lambda language: language.requests.joint)
_gives_up = any_of(lambda language: language.requests.gives_up)
_undoes = any_of(lambda language: language.requests.undoes)
_agrees = any_of(lambda language: language.requests.agrees)


class _RequestForm(NamedTuple):
    manner: Manner
    pattern: re.Pattern[str]
    language: Requests


def _of(manner: Manner, forms: Sequence[re.Pattern[str]], language: Requests) -> list[_RequestForm]:
    return [_RequestForm(manner, form, language) for form in forms]


@of_all
def _forms(packs: tuple[Language, ...]) -> Sequence[_RequestForm]:
    found: list[_RequestForm] = []
    for one in (pack.requests for pack in packs):
        found += _of("asks", one.asks, one) + _of("bare", one.bare, one) + _of("loose", one.loose, one)
    return found


@dataclass(frozen=True, slots=True)
class Thing:
    """What is to be forgotten.

    Attributes:
        kind: whether it is a thing, a statement, what a question asks for ("where I live"), what was said last, all
            there is, what a speaker wrote, or what only a model can find.
        words: the thing itself, in the words of the request.
        is_mine: whether it is the speaker's, or that of an owner whom the speaker has.
        owner: whose it is, if not the speaker's own ("sister" of "my sister's name", "Tom" of "Tom's address").
        is_name: whether it is written as a name.
        said: all words of the request for it.
        may_state: whether it may as well be a statement: what denies it does not mean it.
        is_sure: whether it is asked for, or only may be.
        is_told: whether all is meant that was told about it.
        label: how it was called when the user was asked which is meant; "" where it was not.
        entity_id: the entity that it was then.
    """

    kind: Literal["thing", "statement", "asked", "last", "everything", "speaker", "described"]
    words: str
    is_mine: bool = False
    owner: str = ""
    is_name: bool = False
    said: str = ""
    may_state: bool = False
    is_sure: bool = True
    is_told: bool = False
    label: str = ""
    entity_id: str | None = None

    @property
    def topic(self) -> str:
        """The thing in a few words, where these tell nothing of what was known of it; else ""."""
        is_plain = (
            self.is_mine and not (self.label or self.may_state) and not any(char.isdigit() for char in self.said)
        )
        return self.said if is_plain else ""


@dataclass(frozen=True, slots=True)
class ForgetRequest:
    """What a text asks to forget.

    Attributes:
        things: what is meant.
        text: the text that asks, without what it names.
        rest: what the text says beside the requests.
    """

    things: tuple[Thing, ...]
    text: str
    rest: str


@lru_cache(maxsize=256)
def forget_request(text: str, known: frozenset[str] = frozenset()) -> ForgetRequest | None:
    """Return what a text asks to forget; None where it asks for nothing.

    A long text is one that was pasted; what others ask for in a text that passes it on is no request. What was typed
    in haste is read as it would be written with care.

    Args:
        text: the text.
        known: names of whom and what is known, which may be typed in lower case.
    """
    if len(text) > _LONGEST_TEXT:
        return None
    own = own_words(text)
    parts = [sentence.text for sentence in whole_sentences(text)]
    if _not_meant().search(text):
        return _of_speaker(text, parts) or _retracted(text, parts)
    things: list[Thing] = []
    said: list[str] = []
    kept: list[str] = []
    for sentence in parts:
        proper = proper_form(sentence, detect_language(sentence), known).text
        is_own, is_alone = own == text or is_quoted(sentence, own), len(parts) == 1
        found = (_request_in(one, is_alone=is_alone) for one in dict.fromkeys((proper, sentence)) if is_own)
        if asks := next(filter(None, found), None):
            asked, without = asks
            things += asked
            kept.append(without)
        else:
            said.append(sentence)
            kept.append(sentence)
    if things:
        return ForgetRequest(tuple(dict.fromkeys(things)), " ".join(kept), " ".join(said))
    return _retracted(text, parts)


def _of_speaker(text: str, sentences: Sequence[str]) -> ForgetRequest | None:
    """Return the request of a text that does nothing but ask to forget what somebody else said: "all my mum said"."""
    asks = _request_in(text.strip(), is_alone=True) if len(sentences) == 1 else None
    if asks is None or any(thing.kind != "speaker" for thing in asks[0]):
        return None
    return ForgetRequest(tuple(asks[0]), asks[1], "")


def _retracted(text: str, sentences: Sequence[str]) -> ForgetRequest | None:
    """Return what a text takes back in words that only describe it."""
    found = retraction_in(sentences)
    if found is None:
        return None
    kept = " ".join(filter(None, (texts(detect_language(text)).forget_asked, found.rest)))
    return ForgetRequest((Thing("described", found.described, said=found.described),), kept, found.rest)


def described_request(text: str, read: Sequence[tuple[str, str]], *, language: str) -> ForgetRequest | None:
    """Return what a text asks to forget where a model saw that; None where nobody may ask so.

    Args:
        text: the text.
        read: the words of it that ask, each with what is meant in the model's words.
        language: of the text; what stays of a request is said in it.
    """
    if len(text) > _LONGEST_TEXT:
        return None
    things: list[Thing] = []
    rest = whole_sentences(text)
    for quote, about in read:
        asking = [one for one in rest if is_quoted(quote, one.text) or is_quoted(one.text, quote)]
        if asking and not _is_passed_on(quote, text) and not all(was_carried_out(one.text) for one in asking):
            things.append(Thing("described", about or quote, said=f"{about} {quote}".strip()))
            rest = [one for one in rest if one not in asking]
    said = " ".join(one.text for one in rest)
    kept = " ".join(filter(None, (texts(language).forget_asked, said)))
    return ForgetRequest(tuple(things), kept, said) if things else None


_QUOTED = pattern(rf"[{QUOTE_MARKS}][^{QUOTE_MARKS}]*[{QUOTE_MARKS}]")


def _is_passed_on(quote: str, text: str) -> bool:
    """Return whether words stand in a text only as those of somebody else."""
    return is_quoted(quote, text) and not is_quoted(quote, _QUOTED.sub("", own_words(text)))


def named_request(words: str) -> ForgetRequest:
    """Return the request for what words name, where that it is to be forgotten is sure."""
    for _, _, language in _forms():
        if things := _things(words.strip(EDGES + " "), "asks", language):
            sure = tuple(replace(thing, is_sure=True) for thing in things)
            break
    else:
        sure = (Thing("described", words, said=words),)
    return ForgetRequest(sure, texts(detect_language(words)).forget_asked, "")


def asks_to_undo(text: str) -> bool:
    """Return whether a text does nothing but ask to undo what was said last."""
    return _undoes().fullmatch(text) is not None


def gives_up(text: str) -> bool:
    """Return whether an answer to the question what to forget takes the request back."""
    return _gives_up().fullmatch(text) is not None


def agrees(text: str) -> bool:
    """Return whether an answer to the question what to forget says yes, or all of it."""
    return _agrees().fullmatch(text) is not None


_QUOTES = re.compile(rf"[{QUOTE_MARKS}]|^\W*[>*•‘]")
_OMITTED = "…"


def _request_in(sentence: str, *, is_alone: bool) -> tuple[list[Thing], str] | None:
    """Return what a sentence asks to forget, and the sentence without it."""
    if len(sentence) > _LONGEST or _QUOTES.search(sentence):
        return None
    for manner, form, language in _forms():
        if match := form.fullmatch(sentence):
            things = _things(match["what"].strip(EDGES + " "), manner, language)
            if things and (is_alone or all(thing.is_sure for thing in things)):
                before = sentence[: match.start("what")]
                stop = sentence[-1] if sentence[-1] in FULL_STOPS else ""
                is_told_first = not any(map(str.isalnum, before))  # "About the code: forget it"
                asked = texts(detect_language(sentence)).forget_asked if is_told_first else before + _OMITTED + stop
                return things, asked
    return None


def _things(what: str, manner: Manner, language: Requests) -> list[Thing]:
    """Return the things that words mean, one or several; none where they mean nothing that can be told."""
    if thing := _thing(what, manner, language):
        return [thing]
    parts = [part.strip() for part in _joint().split(what)]
    things: list[Thing] = []
    for part in parts[:_MOST_THINGS]:
        thing = _thing(part, manner, language)
        if thing is None and things and things[-1].is_mine and (match := _full(language.plain, part)):
            thing = Thing("thing", match["thing"], is_mine=True, said=part)  # "my address and phone number"
        if thing is None or thing.kind in ("last", "everything", "speaker", "statement"):
            return []
        things.append(thing)
    return things if 1 < len(parts) <= _MOST_THINGS else []


def _thing(what: str, manner: Manner, language: Requests) -> Thing | None:
    if _last().fullmatch(what):
        return Thing("last", "")
    if _everything().fullmatch(what):
        return Thing("everything", "") if manner != "loose" else None
    if match := next(filter(None, (one.fullmatch(what) for one in language.of_speaker)), None):
        is_sure = manner == "asks" or (manner == "bare" and bool(match.groupdict().get("all")))
        return Thing("speaker", match["speaker"].strip(), said=what, is_sure=is_sure)
    if any(re.fullmatch(source, what, re.IGNORECASE) for source in language.asked.values()):
        return Thing("asked", what, is_mine=True, said=what)
    for form in language.told:
        if match := form.fullmatch(what):
            thing = _named(match["thing"].strip(EDGES + " "), "asks", language)
            return replace(thing, is_sure=True, is_told=True) if thing else None
    if manner != "loose":
        return _named(what, manner, language)
    found = _named(what, "bare", language)
    is_own = found is not None and (found.kind == "statement" or found.is_mine or found.is_name)
    return replace(found, is_sure=False) if found and is_own and not re.search(language.edits, what, re.I) else None


def _named(what: str, manner: Manner, language: Requests) -> Thing | None:
    """Return the thing that words name by themselves."""
    if match := _full(language.named, what):
        return Thing("thing", match["thing"], is_name=True, is_sure=manner == "asks")
    for form in language.mine:
        if match := form.fullmatch(what):
            parts = match.groupdict(default="")
            owner, states = parts.get("owner", ""), bool(parts.get("bare"))
            words = " ".join(filter(None, (parts.get("of"), match["thing"])))
            return Thing("thing", words, is_mine=True, owner=owner, said=what, may_state=states)
    for form in (*language.clauses, *(language.open_clauses if manner == "asks" else ())):
        if match := form.fullmatch(what):
            return Thing("statement", match["clause"])
    if any(re.fullmatch(source, what, re.IGNORECASE) for source in language.kin):
        return Thing("thing", what, is_mine=True, said=what, is_sure=manner == "asks")  # "mum"
    if manner == "asks" and (match := _full(language.plain, what)):
        part_of = match.groupdict().get("part_of")  # "the code of the gate" is the gate code
        return Thing("thing", f"{part_of} {match['thing']}" if part_of else match["thing"])
    return None


def _full(pattern: re.Pattern[str] | None, text: str) -> re.Match[str] | None:
    return pattern.fullmatch(text) if pattern else None
