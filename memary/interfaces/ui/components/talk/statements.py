"""Show what the store was asked: SQL or Cypher with its parameters."""

from __future__ import annotations

import json
from collections.abc import Sequence
from textwrap import dedent

import streamlit as st

from memary.interfaces.ui.safe_text import shown
from memary.interfaces.ui.words import Words
from memary.types import StoreStatement


def draw_statements(statements: Sequence[StoreStatement], words: Words) -> None:
    """Draw each statement and what it was run with."""
    for one in statements:
        st.code(shown(dedent(one.text), words), language=one.language, wrap_lines=True)
        st.code(shown(json.dumps(one.parameters, ensure_ascii=False), words), language="json", wrap_lines=True)
