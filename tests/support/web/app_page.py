"""A visitor of the web interface without a browser: what is on the page, and what one does there."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Button, Markdown, Text

APP = Path(__file__).resolve().parents[3] / "streamlit_app.py"
PATIENCE = 120


def say(page: AppTest, text: str) -> None:
    page.chat_input[0].set_value(text).run()


def become(page: AppTest, user: str) -> None:
    """Choose a user that the page knows (a new name can only be typed in a browser)."""
    page.selectbox(key="user").set_value(user).run()


def everything(page: AppTest) -> str:
    """All text on the page."""
    kinds = (
        page.title,
        page.header,
        page.markdown,
        page.text,
        page.caption,
        page.error,
        page.info,
        page.code,
        page.button,
    )
    texts = [
        str(element.label if isinstance(element, Button) else element.value) for kind in kinds for element in kind
    ]
    texts += [f"{metric.label} {metric.value}" for metric in page.metric]
    texts += [option for box in page.selectbox for option in box.options]
    return "\n".join([*texts, *(str(expander.label) for expander in page.expander)])


def press(page: AppTest, key: str) -> None:
    page.button(key=key).click().run()


def talk(page: AppTest) -> list[str]:
    """What each message of the conversation says, without what lies beneath it."""
    return [str(cast(Markdown | Text, message.children[0]).value) for message in page.chat_message]


def open_tab(page: AppTest, name: str) -> None:
    """Go to a tab of the English interface."""
    page.session_state["tab in en"] = name
    page.run()


def unfold(page: AppTest, place: str) -> str:
    """Unfold what lies beneath the last answer of this visit, as "sources" or "steps"; return its key."""
    unfolded = f"{place}-{next(reversed(page.session_state['visit'].conversation.answers))}"
    page.session_state[unfolded] = True
    page.run()
    return unfolded
