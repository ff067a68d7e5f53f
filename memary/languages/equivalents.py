"""Find other words for what a question asks: "my boss" is answered by "the manager is Ana".

Built-in embeddings know spellings only, and full text finds the very words. The languages say which everyday words
ask for what others say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from memary.languages.en.vocabulary.affixes import POSSESSIVE
from memary.languages.en.vocabulary.stemmer import stem
from memary.languages.keys import fold
from memary.languages.pack.base import Language
from memary.languages.registry import of_all
from memary.languages.scripts import HAN, is_han
from memary.languages.terms import segmented, telling_words, terms
from memary.languages.zh.vocabulary.words import CHINESE_ASKING, CHINESE_STOP_WORDS, LINKING

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_HAN_RUN = re.compile(f"[{HAN}]+")
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


def _said_for(question: str, rules: Mapping[str, Sequence[str]]) -> Mapping[str, frozenset[str]]:
    """Return what rules give for the words of a question, and for its phrases that hold none."""
    words = telling_words(question)
    found: dict[str, set[str]] = {}
    for phrase, within in _phrases(question, words):
        for answers in rules.get(phrase, ()):
            for word in within or (phrase,):
                found.setdefault(word, set()).update(_terms_of(answers))
    return {word: frozenset(said.difference((word,))) for word, said in found.items()}


def _phrases(question: str, words: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield what stands in a question, each with those of its words that are in it."""
    stems = [stem(word.removesuffix(POSSESSIVE)) for word in _WORD.findall(fold(question).replace("’", "'"))]
    for start, end in _spans(len(stems)):
        yield " ".join(stems[start:end]), [word for word in words if word in stems[start:end]]
    whole = _short_words(question)
    for run in _HAN_RUN.findall(question):
        for start, end in _spans(len(run)):
            phrase = run[start:end]
            if len(phrase) > 1 or phrase in whole:
                yield phrase, [word for word in words if is_han(word[0]) and (word in phrase or phrase in word)]


def _short_words(question: str) -> frozenset[str]:
    """Return the Chinese words of one character in a question, also behind a word like 我."""
    cut = segmented(question)
    found = {word for word in cut if len(word) == 1}
    for first, second in (word for word in cut if len(word) == 2):
        if first not in CHINESE_ASKING and (first in CHINESE_STOP_WORDS) != (second in LINKING):
            found.add(second if first in CHINESE_STOP_WORDS else first)
    return frozenset(found)


def _spans(length: int) -> Iterator[tuple[int, int]]:
    for start in range(length):
        for end in range(start + 1, min(start + _LONGEST, length) + 1):
            yield start, end


@of_all
def _alike(packs: Sequence[Language]) -> dict[str, list[str]]:
    return _rules(pack.alike for pack in packs)


@of_all
def _members(packs: Sequence[Language]) -> dict[str, list[str]]:
    return _rules(pack.members for pack in packs)


def _rules(groups: Iterable[str]) -> dict[str, list[str]]:
    """Return, by phrase, the words that it asks for, as they are listed: a question asks for few of all."""
    rules: dict[str, list[str]] = {}
    for group in (group for some in groups for group in some.split("·")):
        asking, _, said = group.partition(">")
        for word in asking.split():
            phrase = word if is_han(word[0]) else " ".join(map(stem, word.split("_")))
            rules.setdefault(phrase, []).append(said or asking)
    return rules


@lru_cache(maxsize=1_024)
def _terms_of(listed: str) -> frozenset[str]:
    """Return the terms of words as they are listed."""
    return frozenset(term for word in listed.split() if "_" not in word for term in _term(word))


def _term(word: str) -> Sequence[str]:
    """Return the term of a word; a Chinese word is one, whatever shorter words it holds."""
    return (word,) if is_han(word[0]) else terms(word)
