"""The words of the prompts in each language. `texts(code)` gives those of a language, English for unknown ones."""

from __future__ import annotations

from memary.languages.en.prompts import ENGLISH
from memary.languages.texts import Texts
from memary.languages.zh.prompts import CHINESE

_TEXTS = {"en": ENGLISH, "zh": CHINESE}

LANGUAGES = tuple(_TEXTS)
"""Codes of the languages that there are words for."""


def texts(language: str) -> Texts:
    """Return the prompt texts of a language."""
    return _TEXTS.get(language, ENGLISH)


__all__ = ["LANGUAGES", "Texts", "texts"]
