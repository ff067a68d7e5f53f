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
from typing import NamedTuple

from memary.languages.terms import terms
from memary.text.parts.passages import Passage, passages

_K1, _B = 1.2, 0.75
"""How fast repetitions stop counting, and how much length is held against a passage; those of full text, too."""

_STEM = 3
"""So many letters of a term stand at the beginning of each word that has it."""

_WORD = re.compile(r"[^\W_]+")


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
    found = {id_: _counts(text, words) for id_, text in texts.items()}
    total = sum(len(passages(text)) for text in texts.values())
    usual = sum(map(len, texts.values())) / total if total else 1.0
    held = Counter(word for counts in found.values() for count in counts.values() for word in count)
    rarity = {word: math.log1p((total - number + 0.5) / (number + 0.5)) for word, number in held.items()}
    best: dict[str, PassageMatch] = {}
    for id_, counts in found.items():
        cut = passages(texts[id_])
        matches = [PassageMatch(0.0, cut[0])]
        for place, count in sorted(counts.items()):
            norm = _K1 * (1 - _B + _B * (cut[place].end - cut[place].start) / usual)
            score = sum(rarity[word] * n * (_K1 + 1) / (n + norm) for word, n in count.items())
            matches.append(PassageMatch(score, cut[place]))
        best[id_] = max(matches, key=lambda match: match.score)
    return best


def _counts(text: str, words: Sequence[str]) -> dict[int, dict[str, int]]:
    """Return how often each passage that has any of the terms has each of them, by its place."""
    starts = [passage.start for passage in passages(text)]
    lowered = text.lower()
    plain = lowered if len(lowered) == len(text) else text
    counts: dict[int, dict[str, int]] = {}
    for word in dict.fromkeys(words):
        for at in _occurrences(plain, word):
            of_place = counts.setdefault(max(bisect_right(starts, at) - 1, 0), {})
            of_place[word] = of_place.get(word, 0) + 1
    return counts


def _occurrences(text: str, term: str) -> Iterator[int]:
    """Yield where a term stands in a text: it is looked for by its beginning, not to stem all words."""
    if not term.isascii():
        at = text.find(term)
        while at >= 0:
            yield at
            at = text.find(term, at + len(term))
        return
    start = term[: max(_STEM, len(term) - 1)]
    at = text.find(start)
    while at >= 0:
        word = _WORD.match(text, at)
        if word and not (at and text[at - 1].isalnum()) and _term(word[0]) == term:
            yield at
        at = text.find(start, at + 1)


@lru_cache(maxsize=16_384)
def _term(word: str) -> str:
    return terms(word)[0]
