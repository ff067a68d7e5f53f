"""Two nodes that may be one, with the answers that make them one or keep them two."""

from __future__ import annotations

from functools import partial

import streamlit as st

from memary import Duplicate, Entity, Memary
from memary.interfaces.ui.reads import facts_of
from memary.interfaces.ui.safe_text import escaped
from memary.interfaces.ui.visit.conversation import Visit
from memary.interfaces.ui.visit.outcomes import attempt
from memary.interfaces.ui.words import Words

_SHOWN = 20
_FACTS = 3
"""How much is told of each, the newest."""


def draw_pairs(memory: Memary, visit: Visit, words: Words) -> None:
    """Draw the pairs of nodes that may be one, the likeliest first, with what is known of each."""
    st.caption(words("knowledge.pairs_intro"))
    pairs = memory.entities.duplicates(user_id=visit.user, limit=_SHOWN)
    if not pairs:
        st.info(words("knowledge.pairs_none"), icon=":material/check:")
    for pair in pairs:
        with st.container(border=True):
            for one in (pair.one, pair.other):
                st.markdown(_told(one, memory, visit.user, words))
            with st.container(horizontal=True, gap="small"):
                draw_answers(pair, f"{pair.one.id}-{pair.other.id}", memory, visit, words)


def draw_answers(pair: Duplicate, key: str, memory: Memary, visit: Visit, words: Words) -> None:
    """Draw the buttons that say whether two are one; `key` tells them from those of other pairs."""
    answers = {
        "same": (words("chat.same"), ":material/merge:", _make_one),
        "different": (words("chat.different"), ":material/call_split:", _keep_two),
    }
    for answer, (label, icon, work) in answers.items():
        st.button(
            label,
            key=f"{answer}-{key}",
            icon=icon,
            type="tertiary",
            on_click=attempt,
            args=(visit, partial(work, pair, memory, visit.user, words)),
        )


def _told(one: Entity, memory: Memary, user: str, words: Words) -> str:
    kinds = words.tables["knowledge.type_names"]
    facts = " · ".join(escaped(fact.statement) for fact in facts_of(memory, user, one.id)[:_FACTS])
    return f"**{escaped(one.name)}** ({escaped(kinds.get(one.type, one.type))})" + (f": {facts}" if facts else "")


def _make_one(pair: Duplicate, memory: Memary, user: str, words: Words) -> str:
    memory.entities.merge(user_id=user, entity=pair.one.id, into=pair.other.id, actor="user")
    return words("chat.made_one")


def _keep_two(pair: Duplicate, memory: Memary, user: str, words: Words) -> str:
    memory.entities.distinguish(user_id=user, entity=pair.one.id, other=pair.other.id, actor="user")
    return words("chat.kept_two")
