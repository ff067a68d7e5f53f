"""Draw a row of small buttons beneath a message: a component of memary's own.

The text is copied in the browser; everything else comes back as the name of the button that was pressed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import streamlit as st
from streamlit.components.v2 import component

from memary.interfaces.ui.words import Words

_HTML = """<div class="memary-toolbar" role="group"></div>"""

_ICONS = {
    "copy": "content_copy",
    "edit": "edit",
    "retry": "replay",
    "good": "thumb_up",
    "bad": "thumb_down",
}

_draw = component("memary.toolbar", html=_HTML, css="toolbar.css", js="toolbar.js")


def draw_toolbar(message_id: str, text: str, actions: Mapping[str, Callable[[], None]], words: Words) -> None:
    """Draw the buttons of a message: one that copies its text, and one for each action.

    Args:
        message_id: of the message.
        text: what is copied.
        actions: what a button does, before the page is drawn again; by its name in `_ICONS`.
        words: the language of the interface.
    """
    key, labels = f"toolbar-{message_id}", words.tables["chat.toolbar"]
    buttons = [{"name": name, "icon": _ICONS[name], "label": labels[name]} for name in ("copy", *actions)]
    data = {"text": text, "buttons": buttons, "copied": words("chat.copied")}
    _draw(data=data, key=key, on_pressed_change=partial(_press, key, actions))


def _press(key: str, actions: Mapping[str, Callable[[], None]]) -> None:
    if act := actions.get(str(st.session_state[key].get("pressed"))):
        act()
