"""The passages of messages that hold the most of what is asked, weighed against each other.

Full text finds messages. In a long one a question's words may stand far apart and mean nothing together, so each of
its passages is scored by itself (BM25 over the passages of all that was found).
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

from memary.languages.pattern import pattern
from memary.languages.terms import terms
from memary.text.parts.passages import Passage, passages, quoted

_K1, _B = 1.2, 0.75
"""How fast repetitions stop counting, and how much length is held against a passage; those of full text, too."""

_STEM = 3
"""So many letters of a term stand at the beginning of each word that has it."""

_WORD = re.compile(r"[^\W_]+")

_ITEM = pattern(r"\s*(?:[-*+•·]|\d{1,3}[.)\u3001\uff0e]|[\uff08(]\d{1,3}[)\uff09])\s*\S")
"""How a further item of a list begins."""


class PassageMatch(NamedTuple):
    """The best passage of a message, and its score."""

    score: float
    passage: Passage


def best_passages(texts: Mapping[str, str], words: Sequence[str]) -> dict[str, PassageMatch]:
    """Return, by message, the passage that holds most of the words; the first of those that hold the same.

    Args:
        texts: what was said, by id.
        words: the terms of the question.
    """
    cut = {id_: passages(text) for id_, text in texts.items()}
    wanted = {word: _beginning(word) for word in words}
    found = {id_: _counts(text, wanted, cut[id_]) for id_, text in texts.items()}
    total = sum(map(len, cut.values()))
    usual = sum(map(len, texts.values())) / total if total else 1.0
    held = Counter(word for counts in found.values() for count in counts.values() for word in count)
    rarity = {word: math.log1p((total - number + 0.5) / (number + 0.5)) for word, number in held.items()}
    best: dict[str, PassageMatch] = {}
    for id_, counts in found.items():
        most, passage = 0.0, cut[id_][0]
        for place, count in sorted(counts.items()):
            one = cut[id_][place]
            norm = _K1 * (1 - _B + _B * (one.end - one.start) / usual)
            score = sum([rarity[word] * n * (_K1 + 1) / (n + norm) for word, n in count.items()])
            if score > most:
                most, passage = score, one
        best[id_] = PassageMatch(most, passage)
    return best


def longer_quotes(text: str, best: Passage, words: Sequence[str]) -> Iterator[str]:
    """Yield a passage of a text together with one, two, three… others of it: longer quotes of one message.

    What a list goes on with comes first, then what holds most of the words, then what stands next.

    Args:
        text: what was said.
        best: the passage that is shown anyway.
        words: the terms of the question.
    """
    cut = passages(text)
    place = cut.index(best)
    wanted = {word: _beginning(word) for word in words}
    counts = _counts(text, wanted, cut)
    held = Counter(word for count in counts.values() for word in count)
    rarity = {word: math.log1p((len(cut) - number + 0.5) / (number + 0.5)) for word, number in held.items()}
    listed = {*takewhile(lambda at: _ITEM.match(text, cut[at].start), range(place + 1, len(cut)))}

    def order(at: int) -> tuple[bool, float, int]:
        return (at not in listed, -sum([rarity[word] for word in counts.get(at, ())]), abs(at - place))

    shown = [place]
    for at in sorted(set(range(len(cut))) - {place}, key=order):
        shown.append(at)
        yield quoted(text, [cut[n] for n in sorted(shown)])


def _beginning(term: str) -> str:
    """Return how each word begins that has a term."""
    return term[: max(_STEM, len(term) - 1)] if term.isascii() else term


def _counts(text: str, words: Mapping[str, str], cut: Sequence[Passage]) -> dict[int, dict[str, int]]:
    """Return how often each passage that has any of the terms has each of them, by its place.

    Args:
        text: what was said.
        words: the terms, with how words begin that have them.
        cut: the passages.
    """
    lowered = text.lower()
    plain = lowered if len(lowered) == len(text) else text
    starts = [passage.start for passage in cut[1:]]
    counts: dict[int, dict[str, int]] = {}
    for word, beginning in words.items():
        if (first := plain.find(beginning)) < 0:  # most
            continue
        for at in _occurrences(plain, word, beginning, first):
            of_place = counts.setdefault(bisect_right(starts, at), {})
            of_place[word] = of_place.get(word, 0) + 1
    return counts


def _occurrences(text: str, term: str, beginning: str, at: int) -> Iterator[int]:
    """Yield where a term stands in a text: it is looked for by its beginning, not to stem all words.

    The first place where that stands is `at`.
    """
    is_plain = term.isascii()
    while at >= 0:
        if not is_plain:
            yield at
        else:
            word = _WORD.match(text, at)
            if word and not (at and text[at - 1].isalnum()) and _term(word[0]) == term:
                yield at
        at = text.find(beginning, at + (1 if is_plain else len(term)))


@lru_cache(maxsize=16_384)
def _term(word: str) -> str:
    return terms(word)[0]
