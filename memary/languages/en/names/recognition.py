"""Names in English text: runs of capitalised words, without those that merely begin a sentence.

Precision goes before recall: a single word at the start of a sentence counts only if more says that it is a name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import pairwise

from memary.languages.brands import BRANDS_WITH_S, KNOWN_PRODUCTS
from memary.languages.en.names.markup import without_markup
from memary.languages.en.names.people import KIN, are_joined, is_person, is_pet, may_be_person
from memary.languages.en.vocabulary.words import (
    DAYS_AND_MONTHS,
    ENGLISH_STOP_WORDS,
    NEVER_ENGLISH_NAMES,
    SENTENCE_STARTERS,
)
from memary.languages.pack.names import NameSpan, SpotType, apart
from memary.languages.pattern import pattern

_UPPER = "A-Z\u00c0-\u00d6\u00d8-\u00de\u0141\u0158\u0160\u017d"
_LATIN = "A-Za-z\u00c0-\u024f"
_WORD = rf"[{_UPPER}][{_LATIN}0-9]*(?:['’&-][{_LATIN}0-9]+)*"
_MISTER = r"(?:Dr|Mr|Mrs|Ms|Prof|St)\.? "
_INITIALS = rf"(?:[{_UPPER}]\.)+[{_UPPER}]?"
_PART = rf"(?:{_INITIALS}|{_WORD})"
_RUN = pattern(
    rf"(?<![{_LATIN}0-9_@#/.'’-])(?:"
    rf"(?P<camel>[a-z]{{1,3}}[A-Z][{_LATIN}0-9]+)"
    rf"|(?:{_MISTER})?{_PART}(?:(?: | (?:of|de|del|da|di|la|van|von|der|den|y)(?: the| la)? ){_PART})*"
    r")(?![@\w])"
)
_QUOTED = re.compile(
    rf"[\"“](?P<title>[{_UPPER}][^\"”\n]{{1,60}}?)[\"”]|(?<!\w)_(?P<emphasis>[{_UPPER}][^_\n]{{1,60}})_"
)
_SENTENCE_START = re.compile(r"(?:^|[.!?…:;\n•>*|)\"“(—–-])[\s\"'“‘(*_-]*$")

_OUTCRY = pattern(
    rf"(?=[{_LATIN}]{{4}})(?:[{_LATIN}]*([{_LATIN}])\1\1[{_LATIN}]*|(h[aeio]|[aeio]h){{2,}}h?)", re.IGNORECASE
)
"""What is drawn out or laughed: "AAAAAH", "Nooo", "HAHAHA"."""

_NEVER = DAYS_AND_MONTHS | NEVER_ENGLISH_NAMES
_STARTERS = ENGLISH_STOP_WORDS | _NEVER | SENTENCE_STARTERS
_NOT_FIRST = ENGLISH_STOP_WORDS | _NEVER

_GIVEN_TOO = frozenset(("jan",))
"""Of months those that hardly stand before a word with a capital but as a given name: Jan De Nul."""

_ORGANIZATION = re.compile(
    r"\b(?:Inc|Corp|Corporation|Ltd|LLC|GmbH|AG|University|College|Institute|School|Academy|Hospital|Clinic|Bank"
    r"|Company|Clinique|Klinik|Hôpital|Foundation|Society|Association|Labs|Studios?|Museum|Group|Ministry|Agency|Club)\b"
)
_PLACE = re.compile(
    r"\b(?:City|Street|Avenue|Road|Square|Park|Lake|River|Mount|Mountains?|Island|Islands|Beach|Bay|Valley|Airport"
    r"|Station|County|Bridge|Harbou?r|Canyon)\b"
)
_ACTS = (
    r"(?:said|says|told|tells|asked|asks|likes|liked|loves|loved|lives|lived|moved|wants|wanted|thinks|thought|knows"
    r"|knew|married|hates|prefers|enjoys|studies|studied|joined|met|feels|felt|visited|bought|works|worked|plays|played"
    r"|called|texted|emailed|cooked|promised|suggested|agreed|replied|explained|laughed|smiled)"
)
_AFTER_NAME = pattern(
    rf"^(?:(?:'s|’s) (?:\w+ )?{KIN}\b|,? (?:and I )?(?:\w+ly )?{_ACTS}\b"
    rf"| (?:is|was) (?:my|our|his|her|their|your) (?:\w+ ){{0,2}}(?!teacher|doctor|baby|buddy){KIN}\b)"
)
"""What follows a word that is a name, be it of a person, a company or a tool."""

_BEFORE_PLACE = pattern(
    r"\b(?:(?:live[sd]?|living|move[sd]?|moving|born|based|stay(?:ed|ing)?|travel\w*|flew|fly(?:ing)?|trips?|arrived?"
    r"|drove|headed|grew up|relocat\w+|vacation|holiday|weekend)(?: back| over)? (?:in|to|from|near)"
    r"|(?:capital|city|town|streets|outskirts) of) (?:the )?$",
    re.IGNORECASE,
)
_AFTER_I = re.compile(r"(?<![\w'’])I $")
_AFTER_ARTICLE = re.compile(r"(?<![\w'’])an? $", re.IGNORECASE)
_ENDS_CLAUSE = re.compile(r"\s*(?:[.,;:!?)…]|$)")
_BEFORE_ORGANIZATION = pattern(
    r"\b(?:(?:work(?:s|ed|ing)?|intern(?:ed|ing)?|employed) (?:at|for|with)"
    r"|(?:job|internship|developer|engineer|designer|programmer|nurse|manager|analyst|interview|shift) (?:at|for)"
    r"|(?:hired|fired|laid off) (?:at|by|from)) (?:the )?$"
)


def spot_names(text: str, language: str) -> list[NameSpan]:
    """Return the names in a text's Latin words, be it in English or another language."""
    return english_names(text, within_chinese=language == "zh")


def english_names(text: str, *, within_chinese: bool = False) -> list[NameSpan]:
    """Return the names in a text's Latin words.

    Within Chinese, no word is capitalised for beginning a sentence.
    """
    if _is_shouted(text):
        return []
    text = without_markup(text)
    titles = [span for match in _QUOTED.finditer(text) if (span := _titled(match))]
    stands_within = cache(partial(_stands_within, text))  # a text may begin a thousand sentences with one name
    found = (_named(text, match, stands_within, within_chinese=within_chinese) for match in _RUN.finditer(text))
    return _typed_alike(text, apart((*titles, *(span for span in found if span))))


def _typed_alike(text: str, spans: list[NameSpan]) -> list[NameSpan]:
    """Take two names with "and" between them for people where one of them is: "my sister Mira and Ben"."""
    typed = sorted(spans, key=lambda span: span.start)
    for index, (first, second) in enumerate(pairwise(typed)):
        if are_joined(text, first.end, second.start):
            typed[index] = _alike(first, second)
            typed[index + 1] = _alike(second, first)
    return typed


def _alike(span: NameSpan, beside: NameSpan) -> NameSpan:
    is_person_too = (beside.type, span.type) == ("person", "thing") and may_be_person(span.name)
    return replace(span, type="person") if is_person_too else span


def _is_shouted(text: str) -> bool:
    """Return whether a text is mostly in capitals, also a short one that has a little word in them: "GO AWAY"."""
    if text.isupper() and any(_is_word_of(word, _STARTERS) for word in re.findall(rf"[{_LATIN}]+", text)):
        return True
    letters = [character for character in text if character.isascii() and character.isalpha()]
    return len(letters) > 12 and sum(map(str.isupper, letters)) > 0.6 * len(letters)


def _titled(match: re.Match[str]) -> NameSpan | None:
    """Take a quotation for a title if all its longer words are capitalised."""
    title = (match["title"] or match["emphasis"]).rstrip(",.!?")
    words = title.split()
    if not words or (words[0].lower() in _STARTERS and len(words) == 1):
        return None
    if all(word[0].isupper() or word[0].isdigit() or len(word) <= 3 for word in words):
        return NameSpan(match.start(), match.end(), title)
    return None


def _words(run: str) -> Iterator[tuple[int, str]]:
    return ((match.start(), match.group()) for match in re.finditer(r"\S+", run))


def _is_loud(words: list[tuple[int, str]]) -> bool:
    """Return whether three words or more are all in capitals, as what is shouted is."""
    return len(words) > 2 and all(word.isupper() for _, word in words)


def _is_word_of(word: str, words: frozenset[str]) -> bool:
    lower = word.lower().replace("’", "'")
    return lower in words or lower.removesuffix("'s") in words


def _named(
    text: str, match: re.Match[str], stands_within: Callable[[str], bool], *, within_chinese: bool
) -> NameSpan | None:
    words = list(_words(match.group()))
    never = _NEVER - _GIVEN_TOO if len(words) > 1 and words[1][1][0].isalpha() else _NEVER
    starts = not within_chinese and bool(_SENTENCE_START.search(text[max(0, match.start() - 12) : match.start()]))
    initial = starts
    while words and _is_word_of(
        words[0][1], (_STARTERS if initial or words[0][1].isupper() else _NOT_FIRST) - (_NEVER - never)
    ):
        words, initial = words[1:], False
    while words and (_is_word_of(words[-1][1], _NEVER) or words[-1][1].islower()):
        words.pop()
    if not words or any(_is_word_of(word, never) or _OUTCRY.fullmatch(word) for _, word in words) or _is_loud(words):
        return None
    start = match.start() + words[0][0]
    end = match.start() + words[-1][0] + len(words[-1][1])
    name = text[start:end]
    if name.replace("’", "'").endswith("'s") and name.split()[-1].lower().replace("’", "'") not in BRANDS_WITH_S:
        name, end = name[:-2], end - 2
    if len(words) == 1 and _is_stressed(text, name, start, end):
        return None
    if len(name) < 2:
        return None
    if initial and len(words) == 1 and not (_is_surely_name(text, name, start, end) or stands_within(name)):
        return None
    return NameSpan(start, end, name, _type_of(text, name, start, end), doubtful=starts)


def _is_stressed(text: str, name: str, start: int, end: int) -> bool:
    """Return whether a word is in capitals for emphasis ("a CAT", "I SIGNED"), and is no acronym."""
    if len(name) < 3 or not (name.isupper() and name.isalpha()):
        return False
    before = text[max(0, start - 4) : start]
    return bool(_AFTER_I.search(before) or (_AFTER_ARTICLE.search(before) and _ENDS_CLAUSE.match(text[end:])))


def _is_surely_name(text: str, name: str, start: int, end: int) -> bool:
    """Return whether a word at the start of a sentence is a name, by its form or verb."""
    return bool(
        _AFTER_NAME.match(text[end:])
        or is_person(text, name, start, end)
        or re.match(rf" and [{_UPPER}][a-z]", text[end:])
        or any(character.isupper() for character in name[1:])
        or any(character.isdigit() for character in name)
    )


def _stands_within(text: str, name: str) -> bool:
    """Return whether a word stands within a sentence, too."""
    places = (match.start() for match in re.finditer(rf"\b{re.escape(name)}\b", text))
    return any(not _SENTENCE_START.search(text[max(0, place - 12) : place]) for place in places)


def _type_of(text: str, name: str, start: int, end: int) -> SpotType:
    before, after = text[max(0, start - 40) : start], text[end : end + 40]
    if re.match(_MISTER, name) and not name.startswith(("St ", "St.")):
        return "person"
    is_owner = after.startswith(("'s", "’s"))  # "we drove to Ben's", "a job at Mira's"
    if _ORGANIZATION.search(name) or (_BEFORE_ORGANIZATION.search(before) and not is_owner):
        return "organization"
    may_be_place = not is_owner and KNOWN_PRODUCTS.isdisjoint(name.casefold().split())  # one moves to a tool, too
    if _PLACE.search(name) or (_BEFORE_PLACE.search(before) and may_be_place):
        return "place"
    if is_pet(text, start, end):
        return "animal"
    return "person" if is_person(text, name, start, end) else "thing"
