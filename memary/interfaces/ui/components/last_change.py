"""Show above the page what the visitor last changed or forgot, to open it or to take it back."""

from __future__ import annotations

from functools import partial

import streamlit as st

from memary import Manifest, Memary, Operation
from memary.interfaces.ui.safe_text import day
from memary.interfaces.ui.visit.conversation import LastChange, Visit
from memary.interfaces.ui.visit.outcomes import attempt
from memary.interfaces.ui.words import Words


def note_change(text: str, fact_id: str, row: Operation, visit: Visit) -> None:
    """Offer from the next run on to open a fact that was changed, and to undo the change."""
    visit.change = LastChange(text, fact_id, row.id, visit.user)


def note_forgotten(manifest: Manifest, visit: Visit, words: Words) -> None:
    """Offer from the next run on to restore what was forgotten, where it is held."""
    if manifest.held_id is not None and manifest.held_until is not None:
        text = words("records.restorable", until=day(manifest.held_until, visit.zone))
        visit.change = LastChange(text, None, manifest.held_id, visit.user)


def draw_last_change(memory: Memary, visit: Visit, words: Words) -> None:
    """Draw the last change, until it is undone or put away, or another memory is looked at."""
    change = visit.change
    if change is None:
        return
    with st.container(border=True, horizontal=True, vertical_alignment="center", gap="small", key="last-change"):
        st.markdown(f":material/check: {change.told}", width="stretch")
        if change.fact_id is not None:
            st.button(
                words("chat.open_source"),
                key="open-changed",
                icon=":material/open_in_full:",
                type="tertiary",
                on_click=visit.show,
                args=(change.fact_id, None, change.whose),
            )
        st.button(
            words("records.restore") if change.fact_id is None else words("records.undo"),
            key="undo-change",
            icon=":material/undo:",
            type="tertiary",
            on_click=attempt,
            args=(visit, partial(_undo, change, memory, visit, words)),
        )
        st.button(
            words("records.put_away"),
            key="put-change-away",
            icon=":material/close:",
            type="tertiary",
            on_click=_put_away,
            args=(visit,),
        )


def _undo(change: LastChange, memory: Memary, visit: Visit, words: Words) -> str:
    try:
        if change.fact_id is not None:
            memory.operations.undo(change.operation_id, user_id=change.whose)
            return words("records.undone")
        memory.operations.restore(change.operation_id, user_id=change.whose)
        return words("records.restored")
    finally:
        _put_away(visit)


def _put_away(visit: Visit) -> None:
    visit.change = None
