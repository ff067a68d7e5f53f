"""Read English as it is typed in a chat as if it had been written with care."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from memary.languages.en.casual.apostrophes import put_apostrophes
from memary.languages.en.casual.capitals import put_capitals
from memary.languages.en.casual.left_out_words import put_commas, put_question_mark, put_subject
from memary.languages.en.casual.typed_words import TypedWords
from memary.languages.pack.respelling import Respelling


def respell(text: str, known: Collection[str]) -> Sequence[Respelling]:
    """Return what to read otherwise in a text than was typed.

    Apostrophes and "I" in any text; names and subjects only where it has no capitals of names.
    """
    typed = TypedWords(text)
    put_apostrophes(typed)
    if not typed.has_capitals():
        put_capitals(typed, known)
        put_subject(typed)
        put_commas(typed)
        put_question_mark(typed)
    return typed.changes()
