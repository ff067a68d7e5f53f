"""Make the terms by which full text finds a record: the same for every store, record and question.

English words are stemmed after a stop list; Chinese runs give their words and their pairs of neighbouring characters,
so that a question finds a word even where the segmenter cut differently. A term holds letters and digits only, so it
needs no quoting in FTS5 and survives Lucene's whitespace analyzer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from memary.languages.en.vocabulary.affixes import POSSESSIVE, with_not_in_full, without_doer
from memary.languages.en.vocabulary.stemmer import stem
from memary.languages.en.vocabulary.words import ENGLISH_STOP_WORDS
from memary.languages.keys import fold
from memary.languages.pattern import pattern
from memary.languages.registry import any_of, of_all
from memary.languages.scripts import HAN, HANGUL, KANA
from memary.languages.zh.vocabulary.segmenter import chinese_words
from memary.languages.zh.vocabulary.words import CHINESE_STOP_WORDS, PARTICLES, UNITS

MAX_TERM_CHARS = 64

_PAIRED = (
    f"{HAN}{KANA}{HANGUL}\u0e01-\u0eff\u1000-\u109f\u1780-\u17ff"  # written without spaces, or inflected in place
)
_TOKEN = pattern(
    rf"(?P<paired>(?:(?!\W)[{_PAIRED}])+)"
    r"|(?P<acronym>(?<![^\W_])(?:[^\W\d_]\.){2,}(?:[^\W\d_](?![^\W_]))?)"
    r"|(?P<number>\d{1,3}(?:,\d{3})+(?!\d))"
    rf"|(?P<joined>(?:(?![{_PAIRED}])[^\W_])+(?:['\-_](?:(?![{_PAIRED}])[^\W_])+)+)"
    rf"|(?P<word>(?:(?![{_PAIRED}])[^\W_])+)"
)
_ASCII_TOKEN = re.compile(
    r"(?P<acronym>(?<![^\W_])(?:[^\W\d_]\.){2,}(?:[^\W\d_](?![^\W_]))?)"
    r"|(?P<number>\d{1,3}(?:,\d{3})+(?!\d))"
    r"|(?P<joined>[^\W_]+(?:['\-_][^\W_]+)+)"
    r"|(?P<word>[^\W_]+)",
    re.ASCII,
)
"""The same of a text that has no other letters, in half the time."""

_ASCII_WORD = re.compile(r"[^\W_]+", re.ASCII)
_JOINED = re.compile(r"[^\W_]['\-_.,][^\W_]", re.ASCII)
"""What every token but a plain word has in it; the words of a text that has none, as most, are found far sooner."""

_JOINER = re.compile("['_-]")
_CHINESE_RUN = re.compile(f"[{HAN}]+")
_CUT_RUN = re.compile(rf"(?<=\d)[{UNITS}]|[{HAN}]+")
"""The same without the unit of a number before it: "27日签了" is no "日签"."""


def segmented(text: str) -> list[str]:
    """Return the words of what is written without spaces in a text."""
    return [word for run in _CUT_RUN.findall(text) for word in chinese_words(run)]


def _paired_terms(run: str, *, before: str, stop: bool) -> Iterator[str]:
    words = segmented(f"{before}{run}" if before.isdigit() else run)
    pairs = [run[i : i + 2] for i in range(len(run) - 1)]
    known = frozenset(words)
    if len(run) == 1 and not words:
        yield run
    yield from (word for word in words if not (stop and word in CHINESE_STOP_WORDS))
    yield from (pair for pair in pairs if pair not in known and not (stop and _is_grammar(pair)))


def _is_grammar(pair: str) -> bool:
    first, second = pair
    if pair in CHINESE_STOP_WORDS or first in PARTICLES or second in PARTICLES:
        return True
    return first in CHINESE_STOP_WORDS and second in CHINESE_STOP_WORDS


def _word_terms(word: str, *, stop: bool) -> Iterator[str]:
    written = _JOINER.split(word.removesuffix(POSSESSIVE))
    parts = with_not_in_full(written)
    if len(written) > 1 and parts is written:
        whole = "".join(parts)
        if not (stop and whole in ENGLISH_STOP_WORDS):
            yield stem(whole)
    for part in parts:
        if part and not (stop and part in ENGLISH_STOP_WORDS):
            yield stem(part)


def _terms(text: str, *, stop: bool) -> list[str]:
    folded = fold(text)
    if text.isascii() and not _JOINED.search(folded):
        words = _ASCII_WORD.findall(folded)
        found = [stem(word) for word in words if not (stop and word in ENGLISH_STOP_WORDS)]
    else:
        found = [*_token_terms(folded, _ASCII_TOKEN if text.isascii() else _TOKEN, stop=stop)]
    return [term[:MAX_TERM_CHARS] for term in found]


def _token_terms(folded: str, token: re.Pattern[str], *, stop: bool) -> Iterator[str]:
    for match in token.finditer(folded):
        piece = match[0]
        match match.lastgroup:
            case "word":
                if not (stop and piece in ENGLISH_STOP_WORDS):
                    yield stem(piece)
            case "paired":
                yield from _paired_terms(piece, before=folded[match.start() - 1 : match.start()], stop=stop)
            case "acronym":
                yield piece.replace(".", "")
            case "number":
                yield piece.replace(",", "")
            case _:
                yield from _word_terms(piece, stop=stop)


def terms(text: str) -> list[str]:
    """Return the full-text terms of a text, in order and with repeats.

    A text of nothing but stop words ("The Who") keeps them, so that it can be found at all.
    """
    return [*_kept_terms(text)]


@lru_cache(maxsize=256)  # of a new message and its facts they are asked for again and again
def _kept_terms(text: str) -> tuple[str, ...]:
    return tuple(_terms(text, stop=True) or _terms(text, stop=False))


@lru_cache(maxsize=8_192)
def deeds(text: str) -> frozenset[str]:
    """Return the terms of a text, those of who does something as of what they do: "owner" as "owns"."""
    return frozenset(map(without_doer, terms(text)))


@lru_cache(maxsize=8_192)
def term_set(text: str) -> frozenset[str]:
    """Return the different terms of a text that comes up again and again.

    The name of an entity, a statement.
    """
    return frozenset(terms(text))


@lru_cache(maxsize=8_192)
def relation_terms(predicate: str) -> tuple[str, ...]:
    """Return the terms of a relation's name, without words such as "has"; none of one that has no others."""
    return tuple(_terms(predicate.replace("_", " "), stop=True))


_asking = any_of(lambda language: language.questions.asking)
_question_terms = of_all(lambda packs: frozenset(stem(word) for pack in packs for word in pack.questions.words))


def query_terms(text: str) -> list[str]:
    """Return the different terms of a question in order, without the words that only ask.

    If nothing else is left, the words that ask are returned.
    """
    return [*_query_terms(text, _question_terms())]


@lru_cache(maxsize=64)
def _query_terms(text: str, asking: frozenset[str]) -> list[str]:
    unique = list(dict.fromkeys(terms(_asking().sub(" ", text)) or terms(text)))
    return [term for term in unique if term not in asking] or unique


def telling_words(text: str) -> list[str]:
    """Return the terms of a question that are words, without the pairs of characters that find them."""
    found = query_terms(text)
    whole = frozenset(segmented(text))
    return [term for term in found if term in whole or not _CHINESE_RUN.fullmatch(term)] or found
