"""Estimate how many tokens a text has for a model, without its vocabulary, which would be a download.

A text is cut into pieces much as tokenizers cut it before they look words up; each piece has a cost by its kind and
length, and Chinese words by how common they are. The costs are fitted to o200k_base, OpenAI's, on chat, prose,
Markdown, code, JSON and Chinese. Other families of models agree on English within a few per cent but cut Chinese and
numbers differently: `counter_for` knows how, by the model's name. `benchmarks/tokens.py` measures all of them.

Anything that takes a text and returns a number may stand in for these estimates: a `TokenCounter`.
"""

from __future__ import annotations

import math
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from memary.languages.scripts import HAN, HANGUL, KANA
from memary.languages.zh.vocabulary.segmenter import frequency, plain_words

TokenCounter: TypeAlias = Callable[[str], int]
"""Says how many tokens a text has."""

ELLIPSIS = "…"

_PIECE = re.compile(
    r" ?[A-Z]?[a-z]+"  # a word, or one hump of a camelCase name
    r"| ?[A-Z]+(?![a-z])|[A-Z]"
    r"| ?\d{1,3}"
    rf"|[{HAN}]+"
    r"|\s+"
    rf"| ?[^\W\d_A-Za-z{HAN}]+"  # letters of other scripts, accented ones included
    r"| ?(?:[^\w\s]|_)+"
)
_LONGEST_REMEMBERED = 16  # longer pieces seldom come again

_WORD_COSTS = (0, 1, 1, 1, 1, 1.07, 1.07, 1.07, 1.3, 1.35, 1.5, 1.7, 2.05, 2.3)  # by letters
_LETTER_COSTS = (  # per letter
    (re.compile("[\u00aa-\u024f]"), 1.05),
    (re.compile("[\u0370-\u03ff]"), 0.45),
    (re.compile("[\u0400-\u052f]"), 0.32),
    (re.compile(f"[{HANGUL}]"), 0.7),
    (re.compile(f"[{KANA}]"), 0.78),
)
_OTHER_LETTER_COST = 0.6
_SENTENCE_END = re.compile(r"[.!?…]+[\"')\]]*(?=\s|$)|[。！？；]+[”’」』）]*|\n")


@lru_cache(maxsize=20_000)
def _chinese_word_cost(word: str) -> float:
    """Return what a word costs: a common one a token, a rare one a token per character or more."""
    if len(word) == 1:
        return 1.05
    known = max(frequency(word), 1)  # 1 for words that the dictionary does not have
    rarity = (4.2 - math.log10(known)) / (1.8 if len(word) == 2 else 4.2)
    return 1.03 + 1.05 * (len(word) - 1) * min(1.0, max(0.0, rarity))


def _ascii_cost(piece: str, text: str) -> float:
    size = len(text)
    if text.isdigit():
        return 1.3 if piece[0] != " " else 2.2  # a space before digits is a token of its own
    if text.isalpha():
        if size > 1 and text.isupper():
            return 0.85 if size < 4 else 0.33 * size
        return _WORD_COSTS[size] if size < len(_WORD_COSTS) else 2.3 + 0.35 * (size - 13)
    return (0.55, 0.8)[size - 1] if size < 3 else 1.25 + 0.2 * (min(size, 8) - 3) + 0.02 * max(0, size - 8)


def _wide_cost(text: str) -> float:
    first = text[0]
    if re.match(f"[{HAN}]", first):
        return sum(map(_chinese_word_cost, plain_words(text)))
    if unicodedata.category(first)[0] in "LMN":
        per_letter = next((cost for letters, cost in _LETTER_COSTS if letters.match(first)), _OTHER_LETTER_COST)
        return max(1.0, per_letter * len(text))
    emoji = sum(character > "\uffff" for character in text)
    return 2.0 * emoji + (0.6 + 0.4 * (len(text) - emoji) if len(text) > emoji else 0.0)


def _cost(piece: str) -> float:
    text = piece.lstrip(" ")
    if not text:
        return 0.6 if len(piece) == 1 else 1.5
    if text.isspace():
        return 0.55 + 0.75 * (text.strip("\n") != "") + 0.02 * len(text)
    return _ascii_cost(piece, text) if text.isascii() else _wide_cost(text)


_remembered_cost = lru_cache(maxsize=50_000)(_cost)


def _costs(pieces: list[str]) -> list[float]:
    return [_remembered_cost(piece) if len(piece) <= _LONGEST_REMEMBERED else _cost(piece) for piece in pieces]


@dataclass(frozen=True, slots=True)
class TokenEstimate:
    """A `TokenCounter` for a family of models, as it differs from o200k_base.

    Attributes:
        chinese: what Chinese characters cost beside there.
        other: what all else costs beside there.
        single_digits: whether each digit of a number is a token.
    """

    chinese: float = 1.0
    other: float = 1.0
    single_digits: bool = False

    def __call__(self, text: str) -> int:
        """Return about how many tokens a text has."""
        pieces = _PIECE.findall(text)
        costs = _costs(pieces)
        if self != _O200K:
            costs = [self._own(piece, cost) for piece, cost in zip(pieces, costs, strict=True)]
        return math.ceil(sum(costs) - 1e-9)

    def _own(self, piece: str, cost: float) -> float:
        if self.single_digits and piece[-1].isdigit() and piece.isascii():
            return float(len(piece))  # a space before them is one as well
        return cost * (self.chinese if _IS_HAN.match(piece) else self.other)


_IS_HAN = re.compile(f"[{HAN}]")
_O200K = TokenEstimate()
_FAMILIES: tuple[tuple[re.Pattern[str], TokenEstimate], ...] = tuple(
    (re.compile(pattern), estimate)
    for pattern, estimate in (
        (r"gpt-3\.5|gpt-35|gpt-4(?!o|\.|\d)", TokenEstimate(chinese=1.48, other=1.03)),
        (r"claude", TokenEstimate(chinese=1.42, other=1.05)),
        (r"qwen-?3\.[5-9]", TokenEstimate(chinese=0.73, other=1.05, single_digits=True)),
        (r"qwen|qwq|qvq", TokenEstimate(chinese=0.8, other=1.03, single_digits=True)),
        (r"deepseek(?!.*distill)", TokenEstimate(chinese=0.71, other=1.03)),
        (r"mistral|ministral|codestral|devstral|magistral|pixtral", TokenEstimate(1.15, 1.04, single_digits=True)),
    )
)


@lru_cache(maxsize=64)
def counter_for(model: str) -> TokenEstimate:
    """Return the counter for a chat model by its name, such as "qwen3-max".

    Unknown families count as o200k_base.
    """
    name = model.casefold()
    return next((estimate for pattern, estimate in _FAMILIES if pattern.search(name)), _O200K)


def count_tokens(text: str) -> int:
    """Return about how many tokens a text has for o200k_base; a little too many rather than too few."""
    return _O200K(text)


def split_tokens(text: str, count: TokenCounter = count_tokens) -> list[str]:
    """Return a text in as many parts as it has tokens, for libraries that count by `len(tokenizer(text))`.

    The parts are of even length and give the text when joined; they are not a model's tokens.
    """
    parts, size = count(text), len(text)
    return [text[size * i // parts : size * (i + 1) // parts] for i in range(parts)]


_CHARS_PER_TOKEN = 8
"""So much of a text is looked at first, for each token it may have."""

_SINGLE_STEPS = 16
"""How often a cut text gives up one character; what is one piece of thousands of marks then gives up an eighth."""


def _fitting_chars(text: str, budget: int, count: TokenCounter) -> int:
    """Return how many characters from the start cost no more than `budget`.

    Less than the whole text is looked at.
    """
    most = max(budget, 1) * _CHARS_PER_TOKEN
    while most < len(text) and count(text[:most]) <= budget:
        most *= 2
    return bisect_right(range(1, min(most, len(text)) + 1), budget, key=lambda size: count(text[:size]))


def _at_boundary(text: str, end: int) -> int:
    """Move a cut back to the end of a sentence, or else of a word, unless that is too far back."""
    nearest = end // 2
    sentences = [match.end() for match in _SENTENCE_END.finditer(text, nearest, end)]
    if sentences:
        return sentences[-1]
    if not text[end - 1 : end + 1].isascii() or text[end].isspace():
        return end
    return next((i for i in range(end, nearest, -1) if text[i - 1].isspace()), end)


def truncate_tokens(text: str, limit: int, count: TokenCounter = count_tokens) -> str:
    """Return a text cut to at most `limit` tokens, after a sentence or word, with "…" for the rest."""
    if count(text) <= limit:
        return text
    if limit < count(ELLIPSIS):
        return ""
    end = min(_fitting_chars(text, limit - count(ELLIPSIS), count), len(text) - 1)
    head = text[: _at_boundary(text, end)].rstrip() if end else ""
    tries = 0
    while head and count(head + ELLIPSIS) > limit:  # the last piece may cost more beside the ellipsis
        tries += 1
        head = head[: -(1 if tries <= _SINGLE_STEPS else len(head) // 8 + 1)].rstrip()
    return head + ELLIPSIS


def without_middle(text: str, limit: int, count: TokenCounter = count_tokens, *, mark: str) -> str:
    """Return a text of at most `limit` tokens: its beginning and its end, with a mark between them.

    Args:
        text: any text; one that fits is returned as it is.
        limit: most tokens, mark included. Where not even the mark fits, nothing is left.
        count: counts the tokens.
        mark: stands for what is left out; `{tokens}` in it becomes how much that is.
    """
    whole = count(text)
    if whole <= limit:
        return text
    spare = limit - count(mark.format(tokens=f"{whole:,}")) - 2
    while spare > 0:
        head = text[: _fitting_chars(text, spare * 2 // 3, count)]
        tail = text[::-1][: _fitting_chars(text[::-1], spare // 3, count)][::-1] if spare > 2 else ""
        left_out = max(whole - count(head) - count(tail), 1)
        cut = f"{head.rstrip()}\n{mark.format(tokens=f'{left_out:,}')}\n{tail.lstrip()}".strip()
        if count(cut) <= limit:
            return cut
        spare -= max(spare // 8, 1)
    return truncate_tokens(mark.format(tokens=f"{whole:,}"), limit, count)
