"""Tell how Chinese names sound, in Pinyin, so that those in characters and those in letters meet."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice, product

from memary.languages.pattern import pattern
from memary.languages.scripts import HAN

_LEAST = 4
"""So many letters tell a name; fewer are words and syllables of anything ("tao", "an")."""

_MOST_READINGS = 16

_NAME = pattern(f"[{HAN}]{{2,4}}")
_APART = re.compile(r"['’.\-]")
_SYLLABLE = (
    "(?:er|(?:[bpmfdtnlgkhjqxzcsryw]|[zcs]h)?(?:[iu]?ang|i?ong|eng|ing|[iu]?an|en|in|un|iao|uai|ai|ei|ao|ou|iu|ui"
    "|i[ae]|u[aoe]|[aoeiu]))"
)
_WRITTEN = re.compile(f"(?>{_SYLLABLE})++")
_BARE_U = re.compile(r"(?<=[ln])(?:v|yu)(?![ae])")

_READINGS = (
    "万mo 乐yue 亳bo 仇qiu 俟qi 六lu 冼xian 単shan 单shan 厦xia 召shao 員yun 员yun 埔bu 堡pu 尉yu 朝zhao "
    "朴piao 柏bo 查zha 曾zeng 种chong 秘bi 繁po 缪miao 盖ge 翟zhai 莎suo 莘xin 茜xi 蔚yu 藏zang 行hang "
    "覃qin 解xie 逄pang 都du 重chong 長chang 长chang 黑he 區ou 区ou 娜nuo 折she"
)
_OTHERWISE = {one[0]: one[1:] for one in _READINGS.split()}
"""How characters are read in names, where most often they are read in another way."""


def sounds(key: str) -> frozenset[str]:
    """Return how a name sounds that is written in Chinese characters, or in the letters of Pinyin, as keys.

    A name of several words in letters may have its family name first or last: "tao lu" is 陆涛, too.
    """
    if not key.isascii() and _NAME.fullmatch(key):
        return frozenset(_key("".join(one)) for one in _readings(key))
    words: list[str] = []
    for one in key.split(" "):
        if not (word := _in_pinyin(one)):  # as of most words of other languages
            return frozenset()
        words.append(word)
    if sum(map(len, words)) < _LEAST:
        return frozenset()
    return frozenset(_key("".join(one)) for one in (words, [*words[-1:], *words[:-1]]))


@lru_cache(maxsize=8192)
def _in_pinyin(word: str) -> str:
    """Return a word as Pinyin without its marks; "" where it can be none."""
    plain = _BARE_U.sub("u", _APART.sub("", word))
    return plain if _WRITTEN.fullmatch(plain) else ""


def _key(letters: str) -> str:
    return f"pinyin:{letters}"


def _readings(name: str) -> list[tuple[str, ...]]:
    return list(islice(product(*map(_read, name)), _MOST_READINGS))


@lru_cache(maxsize=8192)
def _read(character: str) -> tuple[str, ...]:
    from anyascii import anyascii  # noqa: PLC0415 - who writes no Chinese need not wait for it

    read = anyascii(character).lower()
    return (read, _OTHERWISE[character]) if character in _OTHERWISE else (read,)
