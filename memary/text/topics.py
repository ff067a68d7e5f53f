"""Which topics of everyday talk a text touches, so that "I handed in my notice" is known to be about a job."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from memary.languages import Language, of_all
from memary.languages.scripts import is_han


def _source(word: str) -> str:
    if is_han(word[0]):
        return re.escape(word)
    begins = word.endswith("*")
    return rf"\b{re.escape(word.removesuffix('*'))}" + (r"\w*" if begins else r"\b")


@of_all
def _patterns(packs: Sequence[Language]) -> dict[str, re.Pattern[str]]:
    words: dict[str, list[str]] = {}
    for pack in packs:
        for topic, listed in pack.topics.items():
            words.setdefault(topic, []).extend(listed.split())
    return {topic: re.compile("|".join(map(_source, listed)), re.IGNORECASE) for topic, listed in words.items()}


@lru_cache(maxsize=8_192)
def topics_of(text: str) -> frozenset[str]:
    """Return the topics that words of a text are about."""
    return frozenset(topic for topic, pattern in _patterns().items() if pattern.search(text))


@of_all
def _roles(packs: Sequence[Language]) -> dict[str, re.Pattern[str]]:
    """Return patterns of the words for people by what they are to somebody, whole words where a language has such."""
    words: dict[str, list[str]] = {}
    for roles in (pack.roles for pack in packs):
        edge = r"\b" if " " in roles.own else ""
        for role, source in {**roles.family, **roles.partner}.items():
            words.setdefault(role, []).append(f"{edge}(?:{source}){edge}")
    return {role: re.compile("|".join(sources), re.IGNORECASE) for role, sources in words.items()}


@lru_cache(maxsize=8_192)
def roles_in(text: str) -> frozenset[str]:
    """Return what people are to somebody by the words of a text, each role under one name: "sister"."""
    return frozenset(role for role, pattern in _roles().items() if pattern.search(text))


_OF_KIN: Mapping[str, frozenset[str]] = {"nephew": frozenset(("son", "daughter"))}
"""What somebody is to those who are kin of who speaks: a nephew is somebody's son."""


def roles_meant(text: str) -> frozenset[str]:
    """Return the roles that a text names, and those that somebody has by whom it is told of them."""
    named = roles_in(text)
    return named.union(*(_OF_KIN.get(role, frozenset()) for role in named))
