"""Respell a name as it may have been meant: with one slip undone, or one character of the same sound.

They are looked up by an index of names, so that finding what was meant costs the same in a large memory.
"""

from __future__ import annotations

from string import ascii_lowercase

from memary.languages.keys import entity_key
from memary.languages.scripts import is_han

_LEAST_LETTERS = 4
"""Shorter names are one slip away from too many others."""

_MOST_LETTERS = 40
_SOUNDING_ALIKE = 60
"""Characters to either side: the most that share a syllable."""

_COMMON = "".join(
    bytes((row, cell)).decode("gb2312", errors="ignore") for row in range(0xB0, 0xD8) for cell in range(0xA1, 0xFF)
)
"""The common Chinese characters in the order of the standard GB 2312, which is that of their sound."""

_PLACE = {character: place for place, character in enumerate(_COMMON)}


def respellings(name: str) -> set[str]:
    """Return keys of names that differ from this one by a letter too many, missing, swapped or wrong.

    Of a Chinese name they differ by one character that sounds alike, as a wrong pick of an input method does.
    """
    key = entity_key(name)
    if len(key) > _MOST_LETTERS:
        return set()
    found = _slips(key) if key.isascii() and len(key) >= _LEAST_LETTERS else _sounding_alike(key)
    return {one for one in found if entity_key(one) == one} - {key}


def _slips(key: str) -> set[str]:
    cuts = [(key[:at], key[at:]) for at in range(len(key) + 1)]
    return {
        *(before + after[1:] for before, after in cuts if after),
        *(before + after[1] + after[0] + after[2:] for before, after in cuts if len(after) > 1),
        *(before + letter + after[1:] for before, after in cuts if after for letter in ascii_lowercase),
        *(before + letter + after for before, after in cuts for letter in ascii_lowercase),
    }


def _sounding_alike(key: str) -> set[str]:
    if len(key) < 2 or not all(map(is_han, key)):
        return set()
    return {
        key[:at] + other + key[at + 1 :]
        for at, character in enumerate(key)
        if (place := _PLACE.get(character)) is not None
        for other in _COMMON[max(place - _SOUNDING_ALIKE, 0) : place + _SOUNDING_ALIKE + 1]
    }
