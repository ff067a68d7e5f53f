"""Tell whether all words of a question are those of everyday talk.

Of somebody whom memory knows, everyday talk asks for what may be known in other words: 我身体有什么毛病 is answered
by 用户患有哮喘. That a word is listed nowhere tells such a question from one about zeppelins and torpedoes.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from memary.languages.en.vocabulary.stemmer import stem
from memary.languages.keys import fold
from memary.languages.pack.base import Language
from memary.languages.registry import any_of, of_all
from memary.languages.scripts import HAN, is_han
from memary.languages.terms import query_terms

_HAN_RUN = re.compile(f"[{HAN}]+")
_LONGEST = 6
"""Characters of the longest word that is looked for in a run of Chinese."""

_asking = any_of(lambda language: language.questions.asking)


class _EverydayWords(NamedTuple):
    """The words of everyday talk: the stems of those in letters, and those of Chinese characters."""

    stems: frozenset[str]
    han: frozenset[str]


def is_everyday(question: str, *, names: Iterable[str] = ()) -> bool:
    """Return whether a question has everyday words alone, beside these names."""
    text = fold(question)
    for name in sorted(map(fold, names), key=len, reverse=True):
        text = text.replace(name, " ")
    words = _everyday_words()
    asked = query_terms(_HAN_RUN.sub(" ", text))
    runs = _HAN_RUN.findall(_asking().sub(" ", text))
    return words.stems.issuperset(asked) and all(_consists(run, words.han) for run in runs)


def rare_among(terms: Iterable[str]) -> frozenset[str]:
    """Return the terms that are no words of everyday talk, numbers or single Chinese characters."""
    listed = _everyday_words()
    return frozenset(
        term
        for term in terms
        if not (term.isdigit() or term in listed.stems or term in listed.han or (len(term) == 1 and is_han(term)))
    )


def beside_work(terms: Iterable[str]) -> frozenset[str]:
    """Return the terms that do not just tell an assistant to go on with what both look at."""
    return frozenset(terms) - _work_words()


def _consists(run: str, words: Collection[str]) -> bool:
    """Return whether a run of characters can be cut into these words."""
    reached = {0}
    for end in range(1, len(run) + 1):
        if any(start in reached and run[start:end] in words for start in range(max(end - _LONGEST, 0), end)):
            reached.add(end)
    return len(run) in reached


@of_all
def _everyday_words(packs: Sequence[Language]) -> _EverydayWords:
    listed: set[str] = set()
    for pack in packs:
        listed |= pack.everyday | pack.names.common | pack.questions.words
        listed.update(word.removesuffix("*") for one in pack.topics.values() for word in one.split())
        listed.update(part for word in pack.alike.split() for part in word.split("_"))
    letters = {stem(word) for word in listed if not word[:1] or not is_han(word[0])}
    return _EverydayWords(frozenset(letters), frozenset(word for word in listed if word[:1] and is_han(word[0])))


@of_all
def _work_words(packs: Sequence[Language]) -> frozenset[str]:
    return frozenset(stem(word) if not is_han(word[0]) else word for pack in packs for word in pack.work)
