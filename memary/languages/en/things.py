"""Read how English names a thing: with which words, and whose it is said to be."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from memary.languages.en.vocabulary.stemmer import stem
from memary.languages.en.vocabulary.words import (
    DAYS_AND_MONTHS,
    ENGLISH_STOP_WORDS,
    IRREGULAR_FORMS,
    SENTENCE_STARTERS,
)
from memary.languages.keys import fold
from memary.languages.pack.base import words
from memary.languages.pack.talk import Saying, Voice, Whose
from memary.languages.pattern import pattern

_TOKEN = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_OWNED = re.compile(r"['’]s?$")
_OWN = words("my our mine")
_ADDRESSED = words("your yours")
_OTHERS = words("his her their its whose")
_NO_PART = words("of for at in on to and or with is are was were new has have had got no not") | ENGLISH_STOP_WORDS
_PASSING = words("bad poor own whole entire dear current sore beloved little")
_AUXILIARIES = words("do does did can could will would shall should may might must is are was were has have had")
_VERBS = words(
    """
    hurts aches works lives helps hates loves likes says wants needs comes goes starts ends closes opens calls visits
    costs smells looks feels takes makes gets keeps knows thinks went hurt cost put set cut hit quit read became may
    will died moved called left
    """
)
ANOTHER = (
    r"\b(?:he|she|they|him|her|his|their|them|(?:nephew|niece|brother|sister|mother|mom|mum|father|dad|wife|husband|son|daughter"
    r"|friend|neighbou?r|colleague|boss|partner|girlfriend|boyfriend|cousin|uncle|aunt|grandm\w+|grandp\w+)s?)\b"
)
"""Words for somebody else who may be meant, as a pattern."""

_ANOTHER = pattern(ANOTHER, re.IGNORECASE)
_NAME = pattern(r"(?<=[a-z,;] )[A-Z][a-z]+|^[A-Z][a-z]+(?=['’]s\b| (?:had|has|is|was|got|needs|gave|took)\b)")
_MOST_PARTS = 3
_OF = frozenset(("of", "for", "to", "at", "on"))


@lru_cache(maxsize=4096)
def _key(token: str) -> str:
    return stem(_OWNED.sub("", fold(token)))


def sayings(text: str, thing: str, voice: Voice) -> Iterator[Saying]:
    """Give how a text names a thing, wherever its words stand side by side, or as "PIN of my locker"."""
    wanted = [_key(token) for token in _TOKEN.findall(thing)]
    tokens = list(_TOKEN.finditer(text))
    keys = [_key(token[0]) for token in tokens]
    if not wanted or not set(wanted) <= set(keys):
        return
    size = len(wanted)
    is_name = thing[0].isupper() and not thing.isupper()
    for at in range(len(tokens) - size + 1):
        is_there = keys[at : at + size] == wanted and all(_joined(text, tokens, n) for n in range(at + 1, at + size))
        if is_there and (not is_name or _is_written_as_name(tokens, at)):
            yield _said(text, tokens, at, size, voice)
    if size > 1:
        yield from _reversed(tokens, keys, wanted, voice)


def _is_written_as_name(tokens: Sequence[re.Match[str]], at: int) -> bool:
    """Return whether a word has a capital, and that not only since it begins a text and is a common word."""
    word = tokens[at][0]
    return word[0].isupper() and (at > 0 or word.casefold() not in SENTENCE_STARTERS or len(tokens) == 1)


def _joined(text: str, tokens: Sequence[re.Match[str]], at: int) -> bool:
    """Return whether nothing but a blank or a hyphen stands before a word."""
    return text[tokens[at - 1].end() : tokens[at].start()] in (" ", "-")


def _reversed(
    tokens: Sequence[re.Match[str]], keys: Sequence[str], wanted: Sequence[str], voice: Voice
) -> Iterator[Saying]:
    for size in range(1, len(wanted)):
        whole, part = wanted[:size], wanted[size:]
        for at in range(len(keys) - len(wanted)):
            end = at + len(part)
            after = [token[0].casefold() for token in tokens[end : end + 2]]
            if keys[at:end] == part and after[:1] and after[0] in _OF:
                own = _whose(after[1], voice) if len(after) > 1 else None
                place = end + (2 if own or after[1:2] == ["the"] else 1)
                if keys[place : place + size] == whole:
                    words = (*tokens[place : place + size], *tokens[at:end])
                    yield Saying(own or "open", " ".join(token[0] for token in words))


def _whose(word: str, voice: Voice) -> Whose | None:
    """Return whose a thing is that this word stands before; None where it does not tell."""
    mine, theirs = (_ADDRESSED, _OWN) if voice.is_assistant else (_OWN, _ADDRESSED)
    if word in mine:
        return "own"
    if word in theirs or word in _OTHERS:
        return "other"
    if _OWNED.search(word):
        return "own" if _OWNED.sub("", word) in voice.names else "other"
    return None


def _said(text: str, tokens: Sequence[re.Match[str]], at: int, size: int, voice: Voice) -> Saying:
    whose: Whose | None = None
    start, parts = at, 0
    is_name = tokens[at + size - 1][0][0].isupper() and not tokens[at + size - 1][0].isupper()
    while start > 0 and _joined(text, tokens, start) and parts < _MOST_PARTS:
        word = fold(tokens[start - 1][0])
        if whose := _whose(word, voice):
            break
        if not _may_be_part(tokens[start - 1][0], is_name=is_name):
            break
        start -= 1
        parts += word not in _PASSING
    end = at + size
    is_owner = _OWNED.search(tokens[end - 1][0]) is not None  # "Tom's knee" names Tom
    is_asked = is_name and start > 0 and fold(tokens[start - 1][0]) in _AUXILIARIES  # "Where does Tom live?"
    if (
        end < len(tokens)
        and not (is_owner or is_asked)
        and _joined(text, tokens, end)
        and _belongs(tokens[end][0], is_name=is_name)
    ):
        end += 1
    exact = not parts and end == at + size
    begin = tokens[at if exact else start].start()
    if whose == "other":
        begin = tokens[start - 1].start()
    if whose is None and end < len(tokens) and fold(tokens[end][0]) == "of":
        whose, begin, end, exact = "other", tokens[start].start(), min(end + 3, len(tokens)), False
    if whose is None:
        whose = "unclear" if _is_of_another(text, tokens[at:end]) else "open"
    return Saying(whose, text[begin : tokens[end - 1].end()], exact)


def _may_be_part(word: str, *, is_name: bool) -> bool:
    """Return whether a word before a thing makes it another one.

    "Bank PIN" is another thing than "PIN", and "New York" than "York".
    """
    folded = fold(word)
    if is_name:
        return word[0].isupper() and folded not in ENGLISH_STOP_WORDS
    is_verb = (folded in IRREGULAR_FORMS and folded != "left") or folded.endswith(("ed", "ing", "ly"))
    return not (folded in _NO_PART or word[0].isdigit() or is_verb)


def _belongs(word: str, *, is_name: bool) -> bool:
    """Return whether a word behind a thing makes it another one.

    "Bank PIN" is another thing than "bank", and "Jonas Weber" than "Jonas".
    """
    folded = fold(word)
    if word[0].isupper():
        return is_name
    is_verb = folded in _VERBS or folded in IRREGULAR_FORMS or folded.endswith(("ed", "ly"))
    is_verb = is_verb or (is_name and folded.endswith(("s", "ing")))
    return not (folded in _NO_PART or is_verb or word[0].isdigit())


def _is_of_another(text: str, own: Sequence[re.Match[str]]) -> bool:
    start, end = own[0].start(), own[-1].end()
    rest = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    names = (name.casefold() for name in _NAME.findall(rest))
    return bool(_ANOTHER.search(rest)) or any(name not in DAYS_AND_MONTHS for name in names)
