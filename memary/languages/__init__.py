"""Keep all that is true of one language only: a folder for each, behind the record `Language`."""

from memary.languages.pack.base import Language
from memary.languages.pack.texts import DOUBT_MARK, OVER_MARK, Texts
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

__all__ = [
    "DOUBT_MARK",
    "OVER_MARK",
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
