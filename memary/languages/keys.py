"""Normalised forms of names: two spellings of one thing have one key.

An entity's key decides whether two names are the same node; a predicate's key whether two facts say the same kind of
thing; a relation type is the predicate as Neo4j shows it.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from memary.languages.en.vocabulary.affixes import ARTICLES
from memary.languages.pattern import pattern
from memary.languages.scripts import HAN, KANA

MAX_PREDICATE_CHARS = 64

_ANY_ARTICLE = "|".join(ARTICLES)
_BEHIND_NO_ARTICLE = "".join(f"(?<!^{article})" for article in ARTICLES)
_BEHIND_NO_LETTER = "".join(f"(?<!^{article})" for article in ARTICLES if len(article) == 1)
_ARTICLE = re.compile(rf"^(?:(?:{_ANY_ARTICLE})[\s_]+)+(?=[^\s_])")
_ACRONYM = re.compile(r"\b(?:[^\W\d_]\. ?)+[^\W\d_]\b(?!\.\w)\.?")  # u.s.a., u.s.a, j. r. r.
_DOT_AT_END_OF_WORD = re.compile(rf"(?<=\w){_BEHIND_NO_LETTER}\.(?= |$)")  # "A. Smith" does not begin with an article
_BETWEEN_WORDS = re.compile(rf"[\s_]+|{_BEHIND_NO_ARTICLE}[\s_\-\u2010-\u2015]+")
_MIDDLE_DOT = re.compile(r" *[\u00b7\u2022\u2027\u2219\u22c5\u30fb\u0387] *")
_BESIDE_CHINESE = pattern(rf"(?<=[{HAN}{KANA}]) +| +(?=[{HAN}{KANA}])")
_QUOTES = str.maketrans("\u2018\u2019\u02bc\u201c\u201d", "'''\"\"")
_EDGE = "\"' ,;:!?…、。「」『』《》〈〉«»"
_EDGE_OR_DOT, _END = f"{_EDGE}·", f"{_EDGE}."
_BRACKETS = {"(": ")", "[": "]", "【": "】", "〔": "〕"}
_MARKED = re.compile(r"([*~|]+) *(?=[^\s*~|])(.*[^\s*~|]) *\1", re.DOTALL)  # **Berlin**; A* and *nix stay
_BULLET = re.compile(r"^[*~|]+ +(?=\S)| +[*~|]+$")

_CAMEL_HUMP = re.compile(r"(?<=[^\W_A-Z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_PLAIN = re.compile(rf"(?!(?:{_ANY_ARTICLE}) )[a-z0-9]+(?: [a-z0-9]+)*")
"""Words that are their own key; most are."""

_NOT_PREDICATE = re.compile(r"[\W_]+")


_VOICED_KANA = frozenset("\u3099\u309a")
_INVISIBLE = frozenset(("Mn", "Mc", "Me", "Cf"))
_APOSTROPHES = str.maketrans("\u2018\u2019\u02bc\u2010\u2011", "'''--")


def fold(text: str) -> str:
    """Return a text in compatible, case-less form, without accents and other combining marks."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    kept = (c for c in decomposed if c in _VOICED_KANA or unicodedata.category(c) not in _INVISIBLE)
    return unicodedata.normalize("NFC", "".join(kept)).translate(_APOSTROPHES)


def _fold(name: str) -> str:
    if name.isascii():
        return name.lower()
    for _ in range(2):  # folding case may leave what has to be composed again
        name = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return "".join(c for c in name if unicodedata.category(c) != "Cf").translate(_QUOTES)


def _tidy(name: str) -> str:
    name = _MIDDLE_DOT.sub("·", name).strip(_EDGE_OR_DOT)
    name = name.rstrip(_END)
    if len(name) > 2 and _BRACKETS.get(name[0]) == name[-1] and name.count(name[0]) == 1:
        name = name[1:-1]
    name = _BULLET.sub("", _MARKED.sub(r"\2", name) if _MARKED.fullmatch(name) else name)
    name = _ARTICLE.sub("", name)
    name = _BETWEEN_WORDS.sub(" ", name).strip()
    name = _ACRONYM.sub(lambda match: re.sub(r"\. ?", "", match.group()), name)
    name = _DOT_AT_END_OF_WORD.sub("", name)
    name = _BESIDE_CHINESE.sub("", name)
    return _ARTICLE.sub("", name)


@lru_cache(maxsize=16384)
def entity_key(name: str) -> str:
    """Return the key under which a name is looked up; the key of a key is itself.

    Case, width, quotes, a leading article, the dots of acronyms and initials, hyphens and underscores for spaces, and
    spaces between Chinese characters make no difference: "The U.S.A." is `usa`, "Mary-Jane" is `mary jane`,
    "埃隆・马斯克" is `埃隆·马斯克`. What belongs to the name stays: "A-Team", "C++", "A*", "{x}". A name of
    punctuation alone is its own key.
    """
    if name.isascii() and _PLAIN.fullmatch(plain := name.lower()):
        return plain
    folded = _fold(name).strip()
    plain = folded.strip(_EDGE_OR_DOT).rstrip(_END)
    if _PLAIN.fullmatch(plain):
        return plain
    key = folded
    while (tidied := _tidy(key)) != key:
        key = tidied
    return key or folded or name.strip()


@lru_cache(maxsize=4096)
def predicate_key(text: str) -> str:
    """Return a predicate as letters, digits and underscores, at most 64.

    "lives in" and "livesIn" are `lives_in`. Chinese words are written together. A text without a letter or digit is
    `related_to`.
    """
    text = _CAMEL_HUMP.sub("_", unicodedata.normalize("NFKC", text))
    text = "".join(c for c in _fold(text) if c != "'" and not unicodedata.category(c).startswith("M"))
    text = _BESIDE_CHINESE.sub("", _NOT_PREDICATE.sub(" ", text)).strip()
    return text.replace(" ", "_")[:MAX_PREDICATE_CHARS].strip("_") or "related_to"


def relation_type(predicate: str) -> str:
    """Return a predicate as the type of a Neo4j relationship: `LIVES_IN`, `居住于`."""
    upper = unicodedata.normalize("NFKC", predicate_key(predicate).upper())
    return "".join(c for c in upper if c.isalnum() or c == "_")[:MAX_PREDICATE_CHARS]
