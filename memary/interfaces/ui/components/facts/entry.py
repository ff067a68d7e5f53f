"""Enter facts by hand: as a sentence, in three fields, or as a file."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import streamlit as st

from memary import InputError, Memary
from memary.facts.news import sentences
from memary.interfaces.ui.visit.conversation import Visit
from memary.interfaces.ui.visit.outcomes import attempt
from memary.interfaces.ui.words import Words
from memary.types import Fact

_FIELDS = ("subject", "relation", "object")


def draw_adding(memory: Memary, visit: Visit, words: Words) -> None:
    """Draw the forms in which a fact is told."""
    with st.form("add-sentence", border=False, clear_on_submit=True):
        st.text_input(words("facts.sentence"), key="add-said", placeholder=words("facts.sentence_example"))
        st.form_submit_button(
            words("facts.tell"),
            key="add-tell",
            icon=":material/add:",
            on_click=attempt,
            args=(visit, partial(_tell, memory, visit.user, words)),
        )
    st.caption(words("facts.or_fields"))
    with st.form("add-fields", border=False, clear_on_submit=True):
        for column, name in zip(st.columns(3), _FIELDS, strict=True):
            with column:
                st.text_input(words.tables["facts.titles"][name], key=f"add-{name}")
        st.form_submit_button(
            words("facts.add_now"),
            key="add-now",
            icon=":material/add:",
            on_click=attempt,
            args=(visit, partial(_add, memory, visit.user, words)),
        )


def _tell(memory: Memary, user: str, words: Words) -> str:
    said = str(st.session_state["add-said"]).strip()
    if not said:
        raise InputError(words("facts.nothing_said"))
    news = memory.add(said, user_id=user, wait=True)
    if news.pending:
        return words("facts.will_be_read")
    groups = {"learnt": news.learnt, "ended": news.ended, "disputed": news.disputed}
    texts = words.tables["chat.news"]
    lines = [texts[name].format(facts=sentences(facts)) for name, facts in groups.items() if facts]
    return " · ".join(lines) or words("facts.nothing_read")


def _add(memory: Memary, user: str, words: Words) -> str:
    subject, relation, object_ = (str(st.session_state[f"add-{name}"]).strip() for name in _FIELDS)
    if not (subject and relation and object_):
        raise InputError(words("facts.fields_missing"))
    given = {"subject": subject, "predicate": relation, "object": object_, "origin": "user"}
    rows = memory.facts.add([given], user_id=user, actor="user")
    facts = [fact for row in rows for fact in row.after.values() if isinstance(fact, Fact)]
    return words.tables["chat.news"]["learnt"].format(facts=sentences(facts)) if facts else words("facts.known")


def draw_files(memory: Memary, visit: Visit, words: Words) -> None:
    """Draw how all of a user's memory is written to a file, and read from one."""
    st.markdown(words("facts.export_hint"))
    st.download_button(
        words("facts.export"),
        data=partial(_export, memory, visit.user),
        file_name=f"{visit.name}.jsonl",
        mime="application/jsonl",
        key="export",
        icon=":material/download:",
        on_click="ignore",
    )
    st.markdown(words("facts.import_hint"))
    st.file_uploader(words("facts.import_file"), type=["jsonl"], key="import-file")
    st.button(
        words("facts.import"),
        key="import",
        icon=":material/upload:",
        disabled=st.session_state.get("import-file") is None,
        on_click=attempt,
        args=(visit, partial(_import, memory, visit.user, words)),
    )


def _export(memory: Memary, user: str) -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "memory.jsonl"
        memory.export(path, user_id=user)
        return path.read_bytes()


def _import(memory: Memary, user: str, words: Words) -> str:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "memory.jsonl"
        path.write_bytes(st.session_state["import-file"].getvalue())
        return words("facts.imported", count=memory.import_(path, as_user=user))
