"""Switch the page between light and dark: a component of memary's own.

Streamlit keeps the choice in the browser and reads it when a page is loaded; so does this, and nothing comes back.
"""

from __future__ import annotations

import streamlit as st
from streamlit.components.v2 import component

from memary.interfaces.ui.words import Words

_HTML = """<div class="memary-toolbar" role="radiogroup"></div>"""

_draw = component("memary.appearance", html=_HTML, css="toolbar.css", js="appearance.js")


def draw_appearance(words: Words) -> None:
    """Draw the choice between light, dark and what the system says."""
    labels = words.tables["sidebar.appearances"]
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.caption(words("sidebar.appearance"), width="content")
        _draw(data={"label": words("sidebar.appearance"), "choices": labels}, key="appearance", width="content")
