"""What tests of the chat page share."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from memary.interfaces.ui.shared_memory import open_memory


def keys(page: AppTest) -> set[str | None]:
    """The keys of all buttons."""
    return {button.key for button in page.button}


def stored() -> list[str]:
    """What memory holds of the talk."""
    return [message.content for message in open_memory().messages.list(user_id=open_memory().settings.user)]
