"""What tests of the chat page share."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest


def keys(page: AppTest) -> set[str | None]:
    """The keys of all buttons."""
    return {button.key for button in page.button}
