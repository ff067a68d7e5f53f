"""Recognise names in Chinese from a segmenter's part-of-speech tags, whose known faults are corrected.

The tagger calls many common words names ("过敏", "明白", "城市"): those in everyday use are listed, a person's name
must begin with a family name, or be written in the characters that foreign names are written in, and long names of
other things have to end as such names do. Organisations and places are joined from their parts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from memary.languages.pack.names import NameSpan, SpotType, apart
from memary.languages.pattern import pattern
from memary.languages.scripts import HAN, is_wide
from memary.languages.zh.names.latin import latin_words
from memary.languages.zh.vocabulary.mistaken_names import (
    BEGIN_NO_OTHER_NAME,
    ENDS_OF_OTHER_NAMES,
    MAYBE_CHINESE_NAMES,
    NEVER_CHINESE_NAMES,
)
from memary.languages.zh.vocabulary.segmenter import tagged_words
from memary.languages.zh.vocabulary.words import (
    CHINESE_DOUBLE_FAMILY_NAMES,
    CHINESE_FAMILY_NAMES,
    CHINESE_ORGANIZATION_ENDS,
    CHINESE_ORGANIZATIONS,
    CHINESE_PEOPLE,
    CHINESE_PETS,
    CHINESE_PLACE_ENDS,
    CHINESE_PLACES,
    CHINESE_PRODUCTS,
    CHINESE_TITLES,
    FOREIGN_NAME_CHARACTERS,
)

_CHINESE = pattern(f"[{HAN}]")
_VERBS = "说养叫住去来在是很要想给问买约送带请陪用"  # which the tagger takes for the last character of a given name
_DONE = "点吃喝看做回走到打拿修"  # verbs that it takes for that before 了
_TOWARDS = "去到在回"  # which the tagger takes for the first character of a place
_NO_FAMILY = pattern("(?<![叫是姓名])[和向]")
"""What the tagger takes for a family name, where it is an "and" or a "towards"."""

_ADDRESSED = frozenset("小老阿")  # before a family name alone: what the tagger takes for a given name goes on
_BIG = pattern(rf"(?:^|[^{HAN}]|[和跟与给对让叫问找约])大$")
"""The same word before a name, where it is the end of none: 大刘真名, but 北大李明."""
_KINDS = frozenset("性感人之树赛会科部室店厅馆站者化派法卡费衣楼机器箱")
"""With these behind a common word, a family name is none: 安全性, 单元楼."""

_TYPES: dict[str, SpotType] = {
    **dict.fromkeys(CHINESE_ORGANIZATIONS, "organization"),
    **dict.fromkeys(CHINESE_PLACES, "place"),
    **dict.fromkeys(CHINESE_PRODUCTS, "thing"),
}
_GAZETTEER = pattern("|".join(sorted(_TYPES, key=lambda name: (-len(name), name))))
_ORGANIZATION_ENDS = tuple(CHINESE_ORGANIZATION_ENDS)
_PLACE_ENDS = tuple(CHINESE_PLACE_ENDS)
_OTHER_ENDS = tuple(ENDS_OF_OTHER_NAMES)
_TITLED = re.compile(f"(?:{'|'.join(sorted(CHINESE_TITLES))})$")
_JOINABLE = ("n", "ns", "nt", "nz", "nr", "nrt", "m", "b", "j", "f", "vn")
_TYPED_TAGS = ("nr", "nrt", "ns", "nt", "nz")
_BOOK = re.compile("《([^《》\n]{1,40})》")
_CALLED = pattern(
    rf"(?P<who>{'|'.join(sorted(CHINESE_PEOPLE | CHINESE_PETS))}|我)[，,]?(?:的名字|名字|大名|小名)?(?:就)?叫(?:做)?"
    rf"(?P<name>[{HAN}]{{2,4}}?)(?=[啦呀哦喔嘛哟呗喽咯哈噢呐]{{0,2}}(?:[，。！？、；,.!?;\s]|$)|的|和)"
)
_NOT_CALLED = pattern("^[我你他她它大]|什么|啥|外卖|起床|回家|吃饭|一声|醒|不|来|去|人|车|苦|停|好|做")


@dataclass(frozen=True, slots=True)
class _TaggedWord:
    start: int
    text: str
    tag: str

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def chinese_names(text: str) -> list[NameSpan]:
    """Return the names in a text's Chinese words; the surest ways to find one go first."""
    return apart((*_titles(text), *_called(text), *_tagged(text), *_listed(text)))


def spot_names(text: str, language: str) -> list[NameSpan]:
    """Return the names in the Chinese words of a text.

    In a Chinese text, or one with some Chinese, these are Latin words as well. Of Japanese text only places and
    organizations: for what else they are, the tagger knows Chinese alone.
    """
    names = chinese_names(text) if _CHINESE.search(text) else []
    if language == "ja":
        return [span for span in names if span.type in ("place", "organization")]
    return names + latin_words(text, within_chinese=language == "zh")


def _titles(text: str) -> Iterator[NameSpan]:
    for match in _BOOK.finditer(text):
        yield NameSpan(match.start(), match.end(), match[1].strip() or match[0])


def _called(text: str) -> Iterator[NameSpan]:
    for match in _CALLED.finditer(text):
        if not _NOT_CALLED.search(match["name"]):
            yield NameSpan(match.start("name"), match.end("name"), match["name"], _kind_called(match["who"]))


def _kind_called(who: str) -> SpotType:
    return "thing" if who in CHINESE_PETS else "person"


def _listed(text: str) -> Iterator[NameSpan]:
    for match in _GAZETTEER.finditer(text):
        yield NameSpan(match.start(), match.end(), match[0], _TYPES[match[0]])


def _tagged(text: str) -> Iterator[NameSpan]:
    words = _tag(text)
    index = 0
    while index < len(words):
        for rule in (_dotted, _district, _institution, _double_family_name, _nickname, _single):
            taken, kind = rule(words, index)
            if taken:
                start, end = words[index].start, words[index + taken - 1].end
                if kind == "person" and _is_where(text, start, end):
                    kind = "place"
                if kind == "person":
                    start, end = _without_neighbours(text, start, end)
                elif kind == "place" and end - start > 2 and text[start] in _TOWARDS:
                    start += 1
                if kind:
                    yield NameSpan(start, end, text[start:end], kind, doubtful=kind == "person")
                index += taken
                break
        else:
            index += 1


def _without_neighbours(text: str, start: int, end: int) -> tuple[int, int]:
    """Return where a person's name begins and ends, without "and" or a verb that the tagger joins to it."""
    is_addressed = text[max(start - 1, 0) : start] in _ADDRESSED or _BIG.search(text, max(start - 2, 0), start)
    if text[start] in CHINESE_FAMILY_NAMES and is_addressed:
        return start - 1, start + 1
    if end - start != 3:
        return start, end
    if _NO_FAMILY.match(text, start):
        return start + 1, end
    is_verb = text[end - 1] in _VERBS or (text[end - 1] in _DONE and text.startswith("了", end))  # 陈斌点了
    return start, end - 1 if is_verb else end


def _tag(text: str) -> list[_TaggedWord]:
    words: list[_TaggedWord] = []
    start = 0
    for word, tag in tagged_words(text):
        start = text.index(word, start)
        words.append(_TaggedWord(start, word, tag))
        start += len(word)
    return words


def _may_join(word: _TaggedWord) -> bool:
    return word.tag in _JOINABLE and _is_chinese(word) and not _ONE_OF.match(word.text)


def _is_chinese(word: _TaggedWord) -> bool:
    return all("\u3400" <= character <= "\u9fff" for character in word.text)


_Taken = tuple[int, SpotType | None]

_FOLLOWING = 9
_SAID_OF_PEOPLE = pattern(
    "(?:现在|目前|已经|去年|今年|还|也|都|就)*(?:说|住|搬[到去]|在[^，,。！？]{1,12}?(?:工作|上班|任职|上学|读书)|对[^，,。！？]{1,8}?过敏)"
)
"""What is said of a person alone, where the word before it may be a name or none."""

_AT = re.compile("(?<![正实现存])在$")
_DOES_THERE = pattern(
    "(?:上班|工作|实习|租|买房|买了|住|开会|出差|跑步?|换乘|下车)(?![^，。！？]{0,8}(?:的|时|之?[前后]))"
)
_MOVES = re.compile("(?:(?<![失过送])去|住在?|[搬调][到去])$")
_IS_THERE = re.compile(r"[了吧啊呀啦]?(?:[，。！？,.!?\s]|$)")
_ONE_OF = re.compile("一[家所间座]")
_WHERE = frozenset("在到去从离住")


def _is_where(text: str, start: int, end: int) -> bool:
    """Return whether what the tagger takes for a person is where somebody is or goes: 在张江上班."""
    is_at = _AT.search(text, max(start - 2, 0), start) and _DOES_THERE.match(text, end)
    return bool(is_at or (_MOVES.search(text, max(start - 2, 0), start) and _IS_THERE.match(text, end)))


def _district(words: list[_TaggedWord], index: int) -> _Taken:
    """Return the part of a town that the tagger takes for a person: 上海徐汇一家医院, 在徐汇滨江."""
    word = words[index]
    if not index or word.tag != "nr" or len(word.text) != 2:
        return 0, None
    before, after = words[index - 1], words[index + 1] if index + 1 < len(words) else None
    if after and after.tag == "ns" and before.text in _WHERE:
        return 2, "place"
    return (1, "place") if after and before.tag == "ns" and _ONE_OF.match(after.text) else (0, None)


def _dotted(words: list[_TaggedWord], index: int) -> _Taken:
    """Return 埃隆·马斯克: names joined by dots, which the tagger takes apart."""
    size = 1
    while (
        index + size + 1 < len(words) and words[index + size].text in "·•・‧" and _is_chinese(words[index + size + 1])
    ):
        size += 2
    return (size, "person") if size > 1 and _is_chinese(words[index]) else (0, None)


def _institution(words: list[_TaggedWord], index: int) -> _Taken:
    """Return 杭州 + 第二 + 中学: a name and common words that end in a kind of institution or place."""
    first = words[index]
    if first.tag not in _TYPED_TAGS or first.text in NEVER_CHINESE_NAMES:
        return 0, None
    rest = list(takewhile(_may_join, words[index + 1 : index + 4]))
    for size in range(len(rest), 0, -1):
        end = rest[size - 1].text
        if end.endswith(_ORGANIZATION_ENDS):
            return size + 1, "organization"
        if end in _PLACE_ENDS and first.tag == "ns":
            return size + 1, "place"
    return 0, None


def _double_family_name(words: list[_TaggedWord], index: int) -> _Taken:
    """Return 欧阳 + 娜娜."""
    follows = words[index + 1] if index + 1 < len(words) else None
    if (
        words[index].text in CHINESE_DOUBLE_FAMILY_NAMES
        and follows
        and follows.tag in ("nr", "nrt")
        and len(follows.text) < 3
    ):
        return 2, "person"
    return 0, None


def _nickname(words: list[_TaggedWord], index: int) -> _Taken:
    """Return 小 + 李, 陈 + 总, 王 + 老师."""
    if index + 1 >= len(words):
        return 0, None
    first, second = words[index], words[index + 1]
    if first.text in ("小", "老", "阿") and second.tag == "nr" and second.text in CHINESE_FAMILY_NAMES:
        return 2, "person"
    if first.tag == "nr" and first.text in CHINESE_FAMILY_NAMES and second.text in CHINESE_TITLES:
        return 2, "person"
    return 0, None


def _single(words: list[_TaggedWord], index: int) -> _Taken:
    word = words[index]
    kind = _type_of(word) if len(word.text) > 1 and _is_chinese(word) else None
    may_be = word.text in MAYBE_CHINESE_NAMES and word.text not in CHINESE_PEOPLE and word.tag in ("nr", "nrt")
    if kind is None and may_be:
        following = "".join(each.text for each in words[index + 1 : index + _FOLLOWING])
        kind = "person" if _SAID_OF_PEOPLE.match(following) else None
    return (1, kind) if kind else (0, None)


def _type_of(word: _TaggedWord) -> SpotType | None:
    text, tag = word.text, word.tag
    if text in _TYPES:
        return _TYPES[text]
    if text in NEVER_CHINESE_NAMES:
        return None
    if tag in ("nr", "nrt", "ns") and len(text) > 2 and text.endswith(_PLACE_ENDS):
        return "place"
    if tag in ("nr", "nrt"):
        return "person" if _is_person(text, tag) else None
    if tag == "nt":
        return "organization" if len(text) > 2 else None
    if tag == "ns":
        return "place"
    return _other_type(text) if tag == "nz" else None


def _other_type(text: str) -> SpotType | None:
    """Return what a word names that the tagger takes for another proper name, if anything."""
    if len(text) == 2:
        return None if text[0] in BEGIN_NO_OTHER_NAME else "thing"
    if len(text) == 4 and all(tagged_words(half)[0][1] == "ns" for half in (text[:2], text[2:])):
        return "place"  # 福建厦门
    if text.endswith(_OTHER_ENDS):
        return "thing"
    return "place" if text.endswith(_PLACE_ENDS) or text.endswith("桥") else None


def _is_person(text: str, tag: str) -> bool:
    if text[:2] in CHINESE_DOUBLE_FAMILY_NAMES and len(text) in (3, 4):
        return True
    if text[0] == "祝" or text[1:] == "家" or text[2:] in tuple("塔桥宫庙"):  # 祝小满好 wishes; 李家, 雷峰塔
        return False
    if text[2:] in _KINDS and tagged_words(text[:2])[0][1] not in _TYPED_TAGS:
        return False
    if text[0] in CHINESE_FAMILY_NAMES and len(text) in (2, 3):
        return True
    if text[0] in "小老阿" and len(text) == 2:
        return True
    if text[0] in CHINESE_FAMILY_NAMES and _TITLED.search(text):
        return True
    return set(text) <= FOREIGN_NAME_CHARACTERS and (tag == "nrt" or len(text) > 1)


def is_called(key: str) -> bool:
    """Return whether a key may be a family name with a title, or a pet name: 王老师, 乐乐."""
    if not is_wide(key) or not 2 <= len(key) <= 5:
        return False
    return key[0] == key[1] or not CHINESE_FAMILY_NAMES.isdisjoint(key)
