"""Draw what is known of the user now, beneath an answer to "What do you know about me?" and the like."""

from __future__ import annotations

import streamlit as st

from memary import Memary
from memary.interfaces.ui.safe_text import escaped
from memary.interfaces.ui.visit.conversation import Visit
from memary.interfaces.ui.words import Words
from memary.reflection.person.profile import SectionName

_SHOWN: tuple[SectionName, ...] = ("basics", "preferences", "goals", "people", "pets", "insights")
"""The sections of facts and conclusions; what is only counted stands on the page of knowledge."""


def draw_profile_card(memory: Memary, visit: Visit, words: Words) -> None:
    """Draw what is true of the user now, section by section; nothing where nothing is known."""
    profile = memory.insights.profile(user_id=visit.user, language=words.code)
    sections = [one for one in profile.sections if one.name in _SHOWN]
    if not sections:
        return
    with st.container(border=True, gap="small", key="profile-card"):
        st.markdown(f"**{words('chat.profile')}**")
        for column, place in zip(st.columns(2), (0, 1), strict=True):
            with column:
                for section in sections[place::2]:
                    lines = "\n".join(f"- {escaped(line.text)}" for line in section.lines)
                    st.caption(escaped(section.heading))
                    st.markdown(lines)
        st.button(
            words("chat.whole_profile"),
            key="whole-profile",
            icon=":material/person:",
            type="tertiary",
            on_click=_open_profile,
            args=(visit,),
        )


def _open_profile(visit: Visit) -> None:
    st.session_state["knowledge-view"] = "profile"
    visit.to_open = "knowledge"
