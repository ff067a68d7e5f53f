"""The segmenter of Chinese, which reads its dictionary when it is first asked."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache


def chinese_words(run: str) -> list[str]:
    """Return the words of a run of Chinese characters, long words followed by the shorter ones within."""
    return _search_cutter()(run)


def tagged_words(text: str) -> list[tuple[str, str]]:
    """Return the words of a text with their parts of speech."""
    return _tagger()(text)


def plain_words(run: str) -> list[str]:
    """Return the words of a run of Chinese characters, one behind the other."""
    return _cutter()[0](run)


def frequency(word: str) -> int:
    """Return how often a word is counted in the dictionary."""
    return _cutter()[1](word)


@cache
def _search_cutter() -> Callable[[str], list[str]]:
    import rjieba  # noqa: PLC0415 - reads its dictionary when imported

    return rjieba.cut_for_search


@cache
def _tagger() -> Callable[[str], list[tuple[str, str]]]:
    import rjieba  # noqa: PLC0415 - reads its dictionary when imported

    return rjieba.tag


@cache
def _cutter() -> tuple[Callable[[str], list[str]], Callable[[str], int]]:
    import rjieba  # noqa: PLC0415 - reads its dictionary when imported

    return rjieba.cut, rjieba.Jieba().suggest_freq
