"""Form the other spellings of a name: without legal form, title or accents, in the other script.

All take and give keys (`memary.languages.keys.entity_key`). What a form may be used for depends on the type of the
entity; that is the matter of `memary.resolution.names.match`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping
from functools import lru_cache

from memary.languages import Language, languages, merged, of_all, united
from memary.languages.scripts import is_wide

_legal = of_all(lambda packs: [re.compile(pack.forms.legal) for pack in packs if pack.forms.legal])
_titles = merged(lambda language: language.forms.titles)
_suffixes = merged(lambda language: language.forms.suffixes)
_synonyms = merged(lambda language: language.forms.synonyms)
_counted = merged(lambda language: language.forms.counted)
_common_letters = merged(lambda language: language.forms.letters)
_unsaid = united(lambda language: language.forms.unsaid)
_parents = of_all(lambda packs: [words for pack in packs for words in pack.forms.parents])
_sounds = of_all(lambda packs: [pack.forms.sounds for pack in packs if pack.forms.sounds])
_spelt = of_all(lambda packs: [(re.compile(form), word) for pack in packs for form, word in pack.forms.spelt])

_NONE: frozenset[str] = frozenset()
_ROMAN = {"ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6, "vii": 7, "viii": 8, "ix": 9, "x": 10, "xi": 11, "xii": 12}
_NUMBER = re.compile(r"\d+")
_UMLAUTS = {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"}
_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "þ": "th"})


@of_all
def _short_for(packs: tuple[Language, ...]) -> Mapping[str, set[str]]:
    """Return the full forms of each short form of a first name."""
    full: dict[str, set[str]] = {}
    for name, *short in (line.split() for pack in packs for line in pack.forms.short):
        for form in short:
            full.setdefault(form, set()).add(name)
    return full


@lru_cache(maxsize=8192)
def folded(key: str) -> str:
    """Return a key without accents and in simplified characters: "josé" is "jose"."""
    plain = unicodedata.normalize("NFD", key.translate(_common_letters()).translate(_LETTERS))
    return unicodedata.normalize("NFC", "".join(c for c in plain if unicodedata.category(c) != "Mn" or is_wide(c)))


@lru_cache(maxsize=8192)
def without_umlauts(key: str) -> str:
    """Return a key with umlauts written out as in German: "müller" is "mueller"."""
    return folded("".join(_UMLAUTS.get(c, c) for c in key))


def without_legal_form(key: str) -> str:
    """Return a company's key without its legal form: "kassenhaus gmbh" is "kassenhaus"."""
    bare = key
    for legal in _legal():
        bare = legal.sub("", bare)
    return bare if len(bare) > 1 else key


@lru_cache(maxsize=8192)
def spelt_out(key: str) -> str:
    """Return a key with common abbreviations and British spellings: "st louis" is "saint louis"."""
    for pattern, word in _spelt():
        key = pattern.sub(word, key)
    return _synonyms().get(key, key)


def parent(key: str) -> frozenset[str]:
    """Return all words for the parent of the user that a key is a word for; none if it is no such word."""
    return next((words for words in _parents() if key in words), frozenset[str]())


def together(key: str) -> str:
    """Return a key written as one word: "wi fi" is "wifi", "mcdonald's" is "mcdonalds"."""
    return re.sub(r"[ '’.\-]", "", key)


def title_of(key: str) -> tuple[str, str]:
    """Return the sort of a person's title ("" without one) and the key without it."""
    first, _, rest = key.partition(" ")
    return (_titles()[first], rest) if first in _titles() and rest else ("", key)


def suffix_of(words: list[str]) -> tuple[str, list[str]]:
    """Return which of a family's bearers a person is ("jr", "2", or "") and the name without that."""
    return (_suffixes()[words[-1]], words[:-1]) if len(words) > 2 and words[-1] in _suffixes() else ("", words)


def are_short_forms(one: str, other: str) -> bool:
    """Return whether two first names are one name and its short form, or two short forms of one."""
    full_one, full_other = _short_for().get(one, set()), _short_for().get(other, set())
    return one in full_other or other in full_one


def full_forms(name: str) -> set[str]:
    """Return the full forms and the short forms of a first name."""
    return _short_for().get(name, set()) | {short for short, full in _short_for().items() if name in full}


def is_plural_of(one: str, other: str) -> bool:
    """Return whether the last word of one key is the regular plural of the other's."""
    return any(pack.forms.plural(one, other) for pack in languages())


def is_more_exact(one: str, other: str) -> bool:
    """Return whether a key names more exactly what another names plainly.

    "Coffee with milk" is more exact than "coffee".
    """
    if other not in one or one == other:  # spares the patterns, which are made for each pair
        return False
    plain = re.escape(other)
    forms = (pack.forms.exact for pack in languages() if pack.forms.exact)
    return any(re.fullmatch(form.format(plain=plain), one) for form in forms)


def number_forms(key: str) -> set[str]:
    """Return the other number of a key's last word, where it can be told."""
    return {form for pack in languages() for form in pack.forms.singulars(key)}


@lru_cache(maxsize=8192)
def numbers_of(key: str) -> tuple[int, ...]:
    """Return the numbers in a key.

    Digits, Roman ones and words after the first word, ordinals within words.
    """
    words = key.split()
    found = [_ROMAN.get(word) or _counted().get(word) for word in words[1:]]
    ordinals = [number for pack in languages() for number in pack.forms.ordinals(key)]
    return tuple([int(text) for text in _NUMBER.findall(key)] + [n for n in found if n] + ordinals)


def without_numbers(key: str) -> str:
    """Return a key with the mark # in place of each number, so that "rocky ii" and "rocky 2" read alike."""
    words = [
        ("#" if index and (word in _ROMAN or word in _counted()) else word) for index, word in enumerate(key.split())
    ]
    plain = _NUMBER.sub("#", " ".join(words))
    for pack in languages():
        plain = pack.forms.unnumbered(plain)
    return plain


def initials(key: str) -> str:
    """Return the first letters of the words that count: "world health organization" is "who"."""
    return "".join(word[0] for word in re.split(r"[\s\-/]+", key) if word and word not in _unsaid())


@lru_cache(maxsize=8192)
def sounds_of(key: str) -> frozenset[str]:
    """Return how a name sounds, as keys by which it is found in another script: "lu tao" and 陆涛 share one."""
    return all_sounds_of((key,))


def all_sounds_of(keys: Collection[str]) -> frozenset[str]:
    """Return how names sound, as `sounds_of` does of one that comes up again and again."""
    return _NONE.union(*[sounds(key) for sounds in _sounds() for key in keys])


@lru_cache(maxsize=1024)  # a name that is new is looked for among those that are known, and then kept with them
def looked_up_as(key: str) -> frozenset[str]:
    """Return further keys under which the same thing may be stored."""
    bare = without_legal_form(key)
    forms = {folded(key), without_umlauts(key), spelt_out(key), together(key), bare, title_of(key)[1]}
    forms |= number_forms(key) | parent(key)
    forms.add(re.sub(r"(?<=[^\W\d])(?=\d)", " ", key))
    forms |= {long for short, long in _synonyms().items() if short == key} | {
        short for short, long in _synonyms().items() if long == key
    }
    first, _, rest = title_of(key)[1].partition(" ")
    forms |= {f"{form} {rest}".strip() for form in full_forms(first)} | (
        {first, *full_forms(first)} if rest else set()
    )
    forms |= {form for pack in languages() for form in pack.forms.further(key)} | sounds_of(key)
    return frozenset(form for form in forms if form) - {key}
