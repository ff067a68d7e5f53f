"""Read how Chinese names a thing: with which words, and whose it is said to be."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from memary.languages.pack.talk import Saying, Voice, Whose
from memary.languages.scripts import HAN
from memary.languages.zh.vocabulary.segmenter import plain_words, tagged_words

_HAN = re.compile(f"[{HAN}]")
_OF = "的"
_OWN = frozenset(("我", "我们", "咱", "咱们", "俺", "我家", "家里", "本人"))
_ADDRESSED = frozenset(("你", "您", "你们"))
_OTHERS = frozenset(("他", "她", "它", "他们", "她们", "别人", "人家", "对方"))
_PART_TAGS = ("n", "b", "a", "m", "f", "s", "j", "eng")
_NAME_TAGS = ("nr", "ns", "nt", "nz")
ANOTHER = (
    "[他她]|[侄甥]|妈妈|母亲|爸爸|父亲|姐姐|妹妹|哥哥|弟弟|表[哥姐弟妹]|叔叔|阿姨|舅舅|姑姑|老婆|妻子|太太|老公|丈夫"
    "|儿子|女儿|[男女]朋?友|奶奶|爷爷|外公|外婆|同事|老板|室友|邻居|朋友|同学"
)
"""Words for somebody else who may be meant, as a pattern."""

_ANOTHER = re.compile(ANOTHER)
_MOST_PARTS = 3


class _NamingWord(NamedTuple):
    text: str
    tag: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def sayings(text: str, thing: str, voice: Voice) -> Iterator[Saying]:
    """Give how a text names a thing; 的 may stand between its words, or be left out."""
    if not _HAN.search(thing):
        return
    parts = [part for word in thing.split(_OF) for part in plain_words(word) if part]
    pattern = f"{_OF}?".join(map(re.escape, parts))
    found = list(re.finditer(pattern, text))
    if not found:
        return
    tagged = _placed(text)
    for match in found:
        yield _said(text, tagged, match.start(), match.end(), voice)


def _placed(text: str) -> list[_NamingWord]:
    placed: list[_NamingWord] = []
    at = 0
    for word, tag in tagged_words(text):
        at = text.find(word, at)
        placed.append(_NamingWord(word, tag, at))
        at += len(word)
    return placed


def _said(text: str, tagged: Sequence[_NamingWord], start: int, end: int, voice: Voice) -> Saying:
    first, last = start, end
    for word in tagged:  # a thing within a longer word is another one
        if word.start < start < word.end and word.text[: start - word.start] not in _OWN:
            first = word.start
        if word.start < end < word.end:
            last = word.end
    before = [word for word in tagged if word.end <= first or (word.start < first < word.end)]
    is_name = first == start and any(word.start == start and word.tag.startswith(_NAME_TAGS) for word in tagged)
    whose, first, possessed = (None, first, first) if is_name else _owner(before, first, voice)
    after = next((word for word in tagged if word.start == last), None)
    if after and after.tag.startswith("n") and after.tag != "nz":
        last = after.end
    if whose is None:
        around = text[:start] + text[end:]
        persons = any(word.tag == "nr" and not start <= word.start < end for word in tagged)
        whose = "unclear" if persons or _ANOTHER.search(around) else "open"
    exact = first == start and last == end
    name = text[possessed if whose == "other" else first : last]
    return Saying(whose, name, exact)


def _owner(before: Sequence[_NamingWord], first: int, voice: Voice) -> tuple[Whose | None, int, int]:
    """Return whose a thing is, where its words begin, and where those begin that tell whose it is."""
    mine, theirs = (_ADDRESSED, _OWN) if voice.is_assistant else (_OWN, _ADDRESSED)
    at, was_of = first, False
    for word in list(reversed(before))[: _MOST_PARTS + 2]:
        if word.end != at:
            break
        if word.text in mine or (word.text in voice.names):
            return "own", first, word.start
        if word.text in theirs or word.text in _OTHERS or (was_of and word.tag in ("nr", "nrt")):
            return "other", first, word.start
        if word.text == _OF:
            was_of, at = True, word.start
            continue
        if not word.tag.startswith(_PART_TAGS):
            break
        if was_of and _ANOTHER.fullmatch(word.text):
            return "other", first, word.start
        first = at = word.start
        was_of = False
    return None, first, first
