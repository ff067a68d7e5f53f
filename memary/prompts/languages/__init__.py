"""The words of the prompts in each language. `texts(code)` gives those of a language, English for unknown ones."""

from __future__ import annotations

from memary.prompts.languages.base import Texts
from memary.prompts.languages.en import ENGLISH
from memary.prompts.languages.zh import CHINESE

_TEXTS = {"en": ENGLISH, "zh": CHINESE}

LANGUAGES = tuple(_TEXTS)
"""Codes of the languages that there are words for."""


def texts(language: str) -> Texts:
    """Return the prompt texts of a language."""
    return _TEXTS.get(language, ENGLISH)


__all__ = ["LANGUAGES", "Texts", "texts"]
