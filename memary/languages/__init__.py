"""All that is true of one language only: a folder for each, behind the record `Language`."""

from memary.languages.base import Language
from memary.languages.registry import (
    any_of,
    language_of,
    languages,
    merged,
    of_all,
    register,
    spoken,
    texts,
    united,
    unregister,
)
from memary.languages.texts import DOUBT_MARK, Texts

__all__ = [
    "DOUBT_MARK",
    "Language",
    "Texts",
    "any_of",
    "language_of",
    "languages",
    "merged",
    "of_all",
    "register",
    "spoken",
    "texts",
    "united",
    "unregister",
]
