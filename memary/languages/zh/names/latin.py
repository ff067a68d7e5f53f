"""Names in Latin letters in Chinese text."""

from __future__ import annotations

import re
from dataclasses import replace

from memary.languages.en.names.people import may_be_person
from memary.languages.en.vocabulary.words import ENGLISH_STOP_WORDS
from memary.languages.pack.names import NameSpan
from memary.languages.pattern import pattern
from memary.languages.scripts import HAN
from memary.languages.zh.vocabulary.words import CHINESE_PEOPLE, LATIN_WORDS_IN_CHINESE

_NOT_NAMES = ENGLISH_STOP_WORDS | LATIN_WORDS_IN_CHINESE
_LATIN_WORD = re.compile(
    r"(?<![A-Za-z0-9_@./:-])[A-Za-z][A-Za-z0-9]*(?:[.+-][A-Za-z0-9]+)*(?:\+\+|#)?(?![A-Za-z0-9_@/:])"
)


_ENDS_LATIN, _BEGINS_LATIN = re.compile(r"[A-Za-z][A-Za-z0-9]* $"), re.compile(" [A-Za-z]")
_ENDS_CHINESE = pattern(f"[{HAN}]$")
_LONGEST_WORD = 100


def latin_words(text: str, *, within_chinese: bool) -> list[NameSpan]:
    """Return Latin words in Chinese text, mostly products and terms.

    Lower-case words in a row are no names. In a text of another language with Chinese in it, those with a capital
    right behind Chinese: 在Bosch工作.
    """
    return [
        _addressed(text, match)
        for match in _LATIN_WORD.finditer(text)
        if len(match[0]) > 2
        and match[0].lower() not in _NOT_NAMES
        and not (match[0].islower() and _is_beside_latin(text, match))
        and (
            within_chinese
            or (match[0][0].isupper() and _ENDS_CHINESE.search(text, max(0, match.start() - 2), match.start()))
        )
    ]


def _addressed(text: str, match: re.Match[str]) -> NameSpan:
    """Return a Latin word as a name; 阿 before one in capitals is part of it: 阿May."""
    start = match.start()
    if match[0][0].isupper() and text.startswith("阿", max(0, start - 1)) and start:
        return NameSpan(start - 1, match.end(), text[start - 1 : match.end()], "person")
    return NameSpan(start, match.end(), match[0])


_PEOPLE = "|".join(sorted(CHINESE_PEOPLE, key=len, reverse=True))
_PERSON_BEFORE = pattern(rf"(?:{_PEOPLE})(?:叫|是|，)?$|(?:[我你他她]|^)(?:约|陪|嫁给|娶)了?$")
_PERSON_AFTER = re.compile(
    rf"^(?:说|告诉[我你他她]|问我|[跟和]我说|约我|请我|教我|(?:今天|明天|昨天|下周)?(?:过生日|结婚|怀孕|生病)"
    rf"|的(?:生日|婚礼|{_PEOPLE}))"
)
_TOGETHER_BEFORE, _TOGETHER_AFTER = (
    re.compile("[和跟]$"),
    re.compile("^(?:一起[去吃看逛爬住旅过]|吃饭|见面|结婚|聊天)"),
)


def latin_person(text: str, span: NameSpan) -> NameSpan:
    """Return whether a Latin name in Chinese text is a person's.

    A relative, a friend, who acts as people do.
    """
    if span.type != "thing" or not may_be_person(span.name):
        return span
    before, after = text[max(0, span.start - 8) : span.start].rstrip(), text[span.end : span.end + 10].lstrip()
    is_together = _TOGETHER_BEFORE.search(before) and _TOGETHER_AFTER.match(after)
    if is_together or _PERSON_BEFORE.search(before) or _PERSON_AFTER.match(after):
        return replace(span, type="person")
    return span


def _is_beside_latin(text: str, word: re.Match[str]) -> bool:
    start = word.start()  # looked back from for a word's length: from the beginning, long texts would take ages
    return bool(
        _ENDS_LATIN.search(text, max(0, start - _LONGEST_WORD), start) or _BEGINS_LATIN.match(text, word.end())
    )
