"""List a user's conversations: search them by what was said, open, rename and forget them.

A manifest is shown before one is forgotten.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from memary import Memary
from memary.api.groups.sessions import MOST_TITLE_CHARS
from memary.interfaces.ui.components.last_change import note_forgotten
from memary.interfaces.ui.safe_text import escaped, over_lines
from memary.interfaces.ui.visit.conversation import Visit
from memary.interfaces.ui.visit.outcomes import attempt
from memary.interfaces.ui.words import Words
from memary.retrieval.hits import Hit

_LOOKED_AT = 60
_FOUND = 12
_EXCERPT = 90


def draw_conversations(memory: Memary, visit: Visit, words: Words, *, stored: int) -> None:
    """Draw the search in all that was said, and how the conversation looked at is renamed and forgotten."""
    unfolded = st.popover(
        words("sidebar.conversations", count=stored),
        key="conversations",
        icon=":material/manage_search:",
        width="stretch",
        on_change="rerun",
    )
    if not unfolded.open:
        return
    with unfolded:
        wanted = st.text_input(words("sidebar.search_talk"), key=f"search-talk {visit.user}").strip()
        if wanted:
            _draw_found(wanted, memory, visit, words)
        is_stored = visit.session in {session_id for session_id, _, _ in memory.sessions.list(user_id=visit.user)}
        if visit.session and is_stored:
            _draw_renaming(visit.session, memory, visit, words)
            _draw_forgetting(visit.session, memory, visit, words)


def _draw_found(wanted: str, memory: Memary, visit: Visit, words: Words) -> None:
    hits = memory.search(wanted, user_id=visit.user, kinds={"message"}, top_k=_LOOKED_AT, spaces=[])
    found = _with_words_first(wanted, [hit for hit in hits if hit.session_id])[:_FOUND]
    if not found:
        st.caption(words("sidebar.nothing_found"))
    for hit in found:
        text = " ".join(hit.text.split())
        short = text if len(text) <= _EXCERPT else text[: _EXCERPT - 1].rstrip() + "…"
        st.button(
            f"{visit.zones.minute(hit.created_at, hit.zone)} · {escaped(short)}",
            key=f"open-talk-{hit.id}",
            type="tertiary",
            icon=":material/chat:",
            on_click=_open,
            args=(visit, hit.session_id),
        )
        if hit.over:
            st.caption(" · ".join(over_lines(hit.over, words, visit.zone)))


def _with_words_first(wanted: str, hits: Sequence[Hit]) -> list[Hit]:
    """Return hits with those first that have all words that were typed; the others are near in meaning."""
    words = wanted.casefold().split()
    return sorted(hits, key=lambda hit: not all(word in hit.text.casefold() for word in words))


def _open(visit: Visit, session: str) -> None:
    st.session_state["conversations"] = False
    st.session_state[f"session of {visit.user}"] = visit.sessions[visit.user] = session
    visit.to_open = "chat"


def _draw_renaming(session: str, memory: Memary, visit: Visit, words: Words) -> None:
    key = f"title of {session}"
    with st.form(f"rename {session}", border=False):
        st.text_input(
            words("sidebar.title"),
            memory.sessions.titles(user_id=visit.user).get(session, ""),
            key=key,
            max_chars=MOST_TITLE_CHARS,
            help=words("sidebar.title_hint"),
        )
        st.form_submit_button(
            words("sidebar.rename"),
            key="rename",
            icon=":material/edit:",
            on_click=attempt,
            args=(visit, partial(_rename, memory, visit.user, session, key, words)),
        )


def _rename(memory: Memary, user: str, session: str, key: str, words: Words) -> str:
    memory.sessions.rename(session, str(st.session_state[key]), user_id=user)
    st.session_state["conversations"] = False
    return words("sidebar.renamed")


def _draw_forgetting(session: str, memory: Memary, visit: Visit, words: Words) -> None:
    gone = memory.forget(user_id=visit.user, session_id=session, dry_run=True)
    is_held = memory.settings.restorable_days > 0
    what = words("sidebar.forget_talk_goes", messages=gone.messages, facts=gone.facts, entities=gone.entities)
    st.markdown(what)
    st.markdown(words("records.forget_hint_held") if is_held else words("records.forget_hint"))
    is_sure = st.checkbox(
        words("records.sure_held") if is_held else words("records.sure"), key=f"sure-talk {session}"
    )
    st.button(
        words("sidebar.forget_talk"),
        key="forget-talk",
        icon=":material/delete_forever:",
        disabled=not is_sure,
        on_click=attempt,
        args=(visit, partial(_forget, memory, visit, session, words)),
    )


def _forget(memory: Memary, visit: Visit, session: str, words: Words) -> str:
    gone = memory.forget(user_id=visit.user, session_id=session)
    note_forgotten(gone, visit, words)
    visit.drop_session(session)
    for key in ("conversations", f"session of {visit.user}"):
        st.session_state.pop(key, None)
    return words("records.forgotten", messages=gone.messages, facts=gone.facts, entities=gone.entities)
