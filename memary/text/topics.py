"""Tell which topics of everyday talk a text touches: "I handed in my notice" is about a job."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from memary.languages import Language, of_all
from memary.languages.pattern import pattern
from memary.languages.scripts import is_han

_WORD = re.compile(r"\w+")
_AMOUNT = re.compile(r"[€$£¥]\s?\d|(?<![\w.,])\d[\d.,]*[^\W\d_]\b")
_OF_AMOUNTS = ("money", "amount")
"""The topics of what is said with an amount, whatever the language: "we are at 135k" is about an earlier amount."""


@dataclass(frozen=True, slots=True)
class _TopicWords:
    """The words of all topics, as they are looked up in a text of small letters.

    Attributes:
        whole: topics by their words.
        beginnings: topics by how their words begin, which may go on ("teach*").
        within: words of a script without spaces, which stand anywhere, with their topics.
        others: patterns of what has other characters than words have ("o'clock"), with their topics.
    """

    whole: Mapping[str, Collection[str]]
    beginnings: Mapping[str, Collection[str]]
    within: Sequence[tuple[str, str]]
    others: Sequence[tuple[re.Pattern[str], str]]

    def of(self, text: str) -> frozenset[str]:
        """Return the topics of a text."""
        lowered = text.lower()
        found = {topic for words, topic in self.others if words.search(lowered)}
        if _AMOUNT.search(lowered):
            found.update(_OF_AMOUNTS)
        if not lowered.isascii():
            found.update(topic for word, topic in self.within if word in lowered)
        return frozenset(found).union(*map(_topics_of_word, _WORD.findall(lowered)))

    def of_word(self, word: str) -> frozenset[str]:
        """Return the topics of a word of small letters."""
        begun = [topics for end in range(1, len(word) + 1) if (topics := self.beginnings.get(word[:end]))]
        return frozenset(self.whole.get(word, ())).union(*begun)


@of_all
def _words(packs: Sequence[Language]) -> _TopicWords:
    whole: dict[str, set[str]] = {}
    beginnings: dict[str, set[str]] = {}
    within: list[tuple[str, str]] = []
    others: list[tuple[re.Pattern[str], str]] = []
    listed = [(word, topic) for pack in packs for topic, words in pack.topics.items() for word in words.split()]
    for word, topic in listed:
        begun = word.removesuffix("*").lower()
        if is_han(begun[0]):
            within.append((begun, topic))
        elif not _WORD.fullmatch(begun):
            end = r"\w*" if word.endswith("*") else r"\b"
            others.append((pattern(rf"\b{re.escape(begun)}{end}"), topic))
        else:
            (beginnings if word.endswith("*") else whole).setdefault(begun, set()).add(topic)
    return _TopicWords(whole, beginnings, within, others)


@lru_cache(maxsize=16_384)
def _topics_of_word(word: str) -> frozenset[str]:
    return _words().of_word(word)


@lru_cache(maxsize=8_192)
def topic_words(text: str) -> frozenset[str]:
    """Return the topic words in a text without spaces, which may be cut in another way: the 胃 of 胃好了."""
    return frozenset() if text.isascii() else frozenset(word for word, _ in _words().within if word in text)


@lru_cache(maxsize=8_192)
def topics_of(text: str) -> frozenset[str]:
    """Return the topics that words of a text are about."""
    return _words().of(text)


@of_all
def _roles(packs: Sequence[Language]) -> dict[str, re.Pattern[str]]:
    """Return patterns of words for people by their role to somebody; whole words where there are such."""
    words: dict[str, list[str]] = {}
    for roles in (pack.roles for pack in packs):
        edge = r"\b" if " " in roles.own else ""
        for role, source in {**roles.family, **roles.partner}.items():
            words.setdefault(role, []).append(f"{edge}(?:{source}){edge}")
    return {role: pattern("|".join(sources), re.IGNORECASE) for role, sources in words.items()}


@lru_cache(maxsize=8_192)
def roles_in(text: str) -> frozenset[str]:
    """Return what people are to somebody by the words of a text, each role under one name: "sister"."""
    return frozenset(role for role, words in _roles().items() if words.search(text))


_OF_KIN: Mapping[str, frozenset[str]] = {"nephew": frozenset(("son", "daughter"))}
"""What somebody is to those who are kin of who speaks: a nephew is somebody's son."""


def roles_meant(text: str) -> frozenset[str]:
    """Return the roles that a text names, and those that somebody has by whom it is told of them."""
    named = roles_in(text)
    return named.union(*(_OF_KIN.get(role, frozenset()) for role in named))
