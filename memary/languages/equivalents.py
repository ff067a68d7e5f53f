"""Find other words for what a question asks: "my boss" is answered by "the manager is Ana".

Built-in embeddings know spellings only, and full text finds the very words. The languages say which everyday words
ask for what others say.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from memary.languages.en.vocabulary.affixes import POSSESSIVE
from memary.languages.en.vocabulary.stemmer import stem
from memary.languages.en.vocabulary.words import ENGLISH_STOP_WORDS
from memary.languages.keys import fold
from memary.languages.pack.base import Language
from memary.languages.pattern import pattern
from memary.languages.registry import languages, of_all
from memary.languages.scripts import HAN, is_han
from memary.languages.terms import segmented, telling_words, terms
from memary.languages.zh.vocabulary.words import CHINESE_ASKING, CHINESE_STOP_WORDS, LIGHT, LINKING

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_HAN_RUN = re.compile(f"[{HAN}]+")
_LIGHT = pattern("|".join(sorted(LIGHT, key=len, reverse=True)))

_LONGEST = 5
"""Words, or Chinese characters, of the longest phrase that is looked for."""


@lru_cache(maxsize=256)
def words_alike(question: str) -> Mapping[str, frozenset[str]]:
    """Return, by what is asked with, the terms in which an answer may say it instead.

    What is asked with is a term of `telling_words`, or a phrase that holds none.
    """
    return _said_for(question, _alike())


@lru_cache(maxsize=256)
def words_of_kinds(question: str) -> Mapping[str, frozenset[str]]:
    """Return, per word of a question for a kind of things, the terms by which such things are told."""
    return _said_for(question, _members())


@lru_cache(maxsize=256)
def common_names(question: str) -> frozenset[str]:
    """Return the common words that are names in a question, as a capital within it tells: Go of "written in Go"."""
    capital = {word for word in _WORD.findall(question)[1:] if len(word) > 1 and word[0].isupper()}
    if not any(fold(word) in _common() for word in capital):  # as in most
        return frozenset()
    spans = (span for pack in languages() if pack.names.spot for span in pack.names.spot(question, pack.code))
    return frozenset(span.name for span in spans if fold(span.name) in _common())


@lru_cache(maxsize=256)
def words_of_phrases(question: str) -> frozenset[str]:
    """Return the terms of a question that mean nothing by themselves in it: "work" of "get to work"."""
    found: set[str] = set()
    for one in _asked(question, _alike()):
        if len(one.within) > 1 or (one.within and one.phrase not in one.within and not is_han(one.phrase[0])):
            said = _terms_of(_alike()[one.phrase])
            found.update(word for word in one.within if said and word not in said)
    return frozenset(found)


class _Asked(NamedTuple):
    """What stands in a question and asks for other words.

    Attributes:
        phrase: as the rules have it.
        places: where its words, or its characters, stand.
        within: the terms of the question that are in it.
    """

    phrase: str
    places: frozenset[int]
    within: tuple[str, ...]


def _said_for(question: str, rules: Mapping[str, str]) -> Mapping[str, frozenset[str]]:
    """Return what rules give for the words of a question, and for its phrases that hold none."""
    found: dict[str, set[str]] = {}
    for one in _asked(question, rules):
        if said := _terms_of(rules[one.phrase]):  # of an idiom there are none
            for word in one.within or (one.phrase,):
                found.setdefault(word, set()).update(said)
    return {word: frozenset(said.difference((word,))) for word, said in found.items()}


def _asked(question: str, rules: Mapping[str, str]) -> list[_Asked]:
    """Return what rules know in a question, without what is only a part of something longer that they know."""
    known = [one for one in _all_phrases(question) if one.phrase in rules]
    there: defaultdict[int, list[frozenset[int]]] = defaultdict(list)  # what stands at a place, a few phrases at most
    for one in known:
        for place in one.places:
            there[place].append(one.places)
    return [one for one in known if not any(one.places < longer for longer in there[min(one.places)])]


@lru_cache(maxsize=64)
def _all_phrases(question: str) -> tuple[_Asked, ...]:
    """Return what stands in a question that some list has."""
    return tuple(_phrases(question, _listed()))


def _phrases(question: str, listed: Container[str]) -> Iterator[_Asked]:
    """Yield what is listed and stands in a question.

    Also across words that tell nothing: "get to the office" has "get office".
    """
    words, names = telling_words(question), {fold(name) for name in common_names(question)}
    folded = [word.removesuffix(POSSESSIVE) for word in _WORD.findall(fold(question).replace("’", "'"))]
    stems = ["" if word in names else stem(word) for word in folded]
    telling = [place for place, word in enumerate(folded) if word not in ENGLISH_STOP_WORDS]
    for places in (*_spans(range(len(stems))), *_apart(telling)):
        said = [stems[place] for place in places]
        if (phrase := " ".join(said)) in listed:
            yield _Asked(phrase, frozenset(places), tuple(word for word in words if word in said))
    whole, begin = _short_words(question), len(stems)
    for match in _HAN_RUN.finditer(question):
        run, at = match[0], begin + match.start()
        light = {place for found in _LIGHT.finditer(run) for place in range(*found.span())}
        telling = [place for place in range(len(run)) if place not in light]
        for places in (*_spans(range(len(run))), *_apart(telling)):
            phrase = "".join(run[place] for place in places)
            if phrase in listed and (len(phrase) > 1 or phrase in whole):
                within = tuple(word for word in words if is_han(word[0]) and (word in phrase or phrase in word))
                yield _Asked(phrase, frozenset(at + place for place in places), within)


def _short_words(question: str) -> frozenset[str]:
    """Return the Chinese words of one character in a question, also behind a word like 我."""
    cut = segmented(question)
    found = {word for word in cut if len(word) == 1}
    for first, second in (word for word in cut if len(word) == 2):
        if first not in CHINESE_ASKING and (first in CHINESE_STOP_WORDS) != (second in LINKING):
            found.add(second if first in CHINESE_STOP_WORDS else first)
    return frozenset(found)


def _spans(places: Sequence[int]) -> Iterator[Sequence[int]]:
    for start in range(len(places)):
        for end in range(start + 1, min(start + _LONGEST, len(places)) + 1):
            yield places[start:end]


def _apart(places: Sequence[int]) -> Iterator[Sequence[int]]:
    """Yield the spans of places between which others were left out."""
    return (span for span in _spans(places) if span[-1] - span[0] >= len(span))


@of_all
def _common(packs: Sequence[Language]) -> frozenset[str]:
    return frozenset[str]().union(*(pack.names.common for pack in packs))


@of_all
def _alike(packs: Sequence[Language]) -> dict[str, str]:
    return _rules(pack.alike for pack in packs)


@of_all
def _members(packs: Sequence[Language]) -> dict[str, str]:
    return _rules(pack.members for pack in packs)


@of_all
def _listed(_: Sequence[Language]) -> frozenset[str]:
    return frozenset(_alike().keys() | _members().keys())


def _rules(groups: Iterable[str]) -> dict[str, str]:
    """Return, by phrase, the words that it asks for, as they are listed: a question asks for few of all."""
    rules: dict[str, str] = {}
    for group in (group for some in groups for group in some.split("·")):
        asking, asks, said = group.partition(">")
        alike = said if asks else asking
        for word in asking.split():
            for phrase in _written(word):
                rules[phrase] = f"{rules[phrase]} {alike}" if phrase in rules else alike
    return rules


def _written(word: str) -> Iterable[str]:
    """Return a listed word or phrase as a question may have it, with its little words and without them."""
    if not word.isascii() and is_han(word[0]):
        return (word,)
    if "_" not in word:  # as most are: the lists are read at the first question of a process
        return (stem(word.removesuffix(POSSESSIVE)),)
    parts = [part.removesuffix(POSSESSIVE) for part in word.split("_")]
    whole, telling = " ".join(map(stem, parts)), [part for part in parts if part not in ENGLISH_STOP_WORDS]
    return (whole, " ".join(map(stem, telling))) if 1 < len(telling) < len(parts) else (whole,)


@lru_cache(maxsize=1_024)
def _terms_of(listed: str) -> frozenset[str]:
    """Return the terms of words as they are listed."""
    return frozenset(term for word in listed.split() if "_" not in word for term in _term(word))


def _term(word: str) -> Sequence[str]:
    """Return the term of a word; a Chinese word is one, whatever shorter words it holds."""
    return (word,) if is_han(word[0]) else terms(word)
