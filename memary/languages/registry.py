"""Register the languages that memary understands, and ask all of them at once.

Chinese and English are there; further ones are registered before the first memory is opened. Nobody knows in which
language the next sentence is, so most questions go to all of them: the patterns of all languages are one pattern.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TypeVar

from memary.languages.en.language import ENGLISH
from memary.languages.en.prompts import TEXTS
from memary.languages.other import OTHERS
from memary.languages.pack.base import Language
from memary.languages.pack.texts import Texts
from memary.languages.pattern import pattern
from memary.languages.zh.language import CHINESE

K = TypeVar("K")
T = TypeVar("T")

_DEFAULT = ENGLISH
_registered: dict[str, Language] = {one.code: one for one in (CHINESE, ENGLISH, *OTHERS)}
_all = tuple(_registered.values())


def register(language: Language) -> None:
    """Let memary understand a further language, or one of its own otherwise.

    Do so before the first memory is opened: what was read before is not read again.
    """
    _registered[language.code] = language
    _gather()


def unregister(code: str) -> None:
    """Forget a registered language."""
    del _registered[code]
    _gather()


def _gather() -> None:
    global _all
    _all = tuple(_registered.values())


def languages() -> tuple[Language, ...]:
    """Return all languages, those that memary ships first."""
    return _all


def language_of(code: str) -> Language:
    """Return the language of a code; English for an unknown one."""
    return _registered.get(code, _DEFAULT)


def texts(code: str) -> Texts:
    """Return the wording of a language; the English one where it has none."""
    return language_of(code).texts or TEXTS


def spoken() -> tuple[str, ...]:
    """Return the codes of the languages that memary itself can speak."""
    return tuple(one.code for one in languages() if one.texts)


def of_all(compute: Callable[[tuple[Language, ...]], T]) -> Callable[[], T]:
    """Return a function that gives what is computed from all languages, once for each set of them."""
    remembered: tuple[tuple[Language, ...], T] | None = None

    def of_those_registered() -> T:
        nonlocal remembered
        known, packs = remembered, _all
        if known is None or known[0] is not packs:  # asked for each sentence: to compare all languages takes longer
            known = remembered = (packs, compute(packs))
        return known[1]

    return of_those_registered


def any_of(
    part: Callable[[Language], str], form: str = "{}", *, flags: re.RegexFlag = re.IGNORECASE
) -> Callable[[], re.Pattern[str]]:
    """Return a function that gives one pattern of what all languages have as a part.

    Args:
        part: the source of a pattern; "" for a language that has none.
        form: the source of the whole pattern, with `{}` in place of theirs.
        flags: by default letters of either case are alike.
    """

    def compiled(packs: tuple[Language, ...]) -> re.Pattern[str]:
        sources = [source for pack in packs if (source := part(pack))]
        return pattern(form.replace("{}", "|".join(sources) or "(?!)"), flags)

    return of_all(compiled)


def merged(part: Callable[[Language], Mapping[K, T]]) -> Callable[[], Mapping[K, T]]:
    """Return a function that gives the entries of all languages."""
    return of_all(lambda packs: {key: value for pack in packs for key, value in part(pack).items()})


def united(part: Callable[[Language], frozenset[str]]) -> Callable[[], frozenset[str]]:
    """Return a function that gives the words of all languages."""
    return of_all(lambda packs: frozenset[str]().union(*map(part, packs)))
