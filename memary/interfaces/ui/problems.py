"""Tell what went wrong in the language of the interface.

memary's own errors are English sentences. The catalogue has the ones that visitors meet (`[problems] texts.…`): the
English text is the core's, with blanks, and by it an error is found; the other language says the same with these
blanks filled in. Of any other error the interface says which kind it is and what to do, and quotes it.
"""

from __future__ import annotations

import streamlit as st

from memary import MemaryError
from memary.errors import told_outside
from memary.interfaces.ui.safe_text import escaped
from memary.interfaces.ui.visit.conversation import Visit
from memary.interfaces.ui.words import Words, languages, retold
from memary.types import DEFAULT_LANGUAGE


def told(problem: MemaryError | str, words: Words) -> str:
    """Return what went wrong, and what to do, in the language of the interface."""
    text = " ".join(_open_to_visitor(problem).split())
    if words.code == DEFAULT_LANGUAGE:
        return text
    english = languages()[DEFAULT_LANGUAGE].tables["problems.texts"]
    if (known := retold(text, english, words.tables["problems.texts"])) is not None:
        return known
    kinds = words.tables["problems.kinds"]
    kind = next((kinds[one.__name__] for one in type(problem).__mro__ if one.__name__ in kinds), None)
    if kind and text != " ".join(str(problem).split()):  # it hides something, and quotes nothing
        return kind
    return f"{kind} {text}" if kind else text


def _open_to_visitor(problem: MemaryError | str) -> str:
    """Return an error as a visitor may read it: one who has logged in is not told where the store is."""
    visit: Visit | None = st.session_state.get("visit")
    is_guest = visit is not None and visit.is_logged_in
    return told_outside(problem) if is_guest and isinstance(problem, MemaryError) else str(problem)


def draw_problem(problem: MemaryError | str, words: Words) -> None:
    """Draw what went wrong: a sentence that says what to do."""
    st.error(f"**{words('shared.problem')}** {escaped(told(problem, words))}", icon=":material/error:")
