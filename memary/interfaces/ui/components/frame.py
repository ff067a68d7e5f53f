"""Run what each page has unseen: a live region for answers, keys to other pages, the browser's store."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st
from streamlit.components.v2 import component

from memary.interfaces.ui.answer_run import STREAMED
from memary.interfaces.ui.words import Words

_HTML = """<div class="memary-frame"><div role="status" aria-live="polite"></div></div>"""
_CSS = """.memary-frame { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }"""

_draw = component("memary.frame", html=_HTML, css=_CSS, js="frame.js")


def draw_frame(
    tabs: Mapping[str, str], words: Words, *, is_writing: bool, said: str, kept: Mapping[str, str]
) -> None:
    """Draw the live region.

    Args:
        tabs: the labels of the tabs, in their order.
        words: the language of the interface.
        is_writing: whether an answer is written in this run of the page.
        said: the last answer, or what became of it.
        kept: what the browser keeps for later visits, by the names of cookies; what is empty it drops.
    """
    data = {
        "tabs": list(tabs.values()),
        "writing": words("chat.being_written") if is_writing else "",
        "said": said,
        "kept": dict(kept),
        "streamed": f".st-key-{STREAMED}",
    }
    with st.container(key="frame"):
        _draw(data=data, key="frame-of-page")
