"""What lies beneath an answer: where it comes from, and how it was found."""

from __future__ import annotations

import json
from datetime import tzinfo

import streamlit as st

from memary import Answer, Hit, Step
from memary.ui.strings import Strings
from memary.ui.writing import escaped, origin_line, shown


def draw_evidence(answer: Answer, words: Strings, zone: tzinfo | None) -> None:
    """Draw the origin, the sources and the steps of an answer."""
    if origin := words.origins.get(answer.origin):
        st.caption(origin)
    if answer.sources:
        with st.expander(words.sources.format(count=len(answer.sources)), icon=":material/book_2:"):
            for hit in answer.sources:
                _draw_source(hit, words, zone)
    if answer.steps:
        with st.expander(words.steps.format(count=len(answer.steps)), icon=":material/account_tree:"):
            for number, step in enumerate(answer.steps, start=1):
                _draw_step(number, step, words)
            for role, row in answer.usage.items():
                st.caption(_usage_line(role, row, words))


def _draw_source(hit: Hit, words: Strings, zone: tzinfo | None) -> None:
    with st.container(border=True, gap="xsmall"):
        st.caption(origin_line(hit, words, zone))
        st.text(shown(hit.text, words))


def _draw_step(number: int, step: Step, words: Strings) -> None:
    title = f"**{number}. {escaped(step.tool or words.answering)}**"
    if step.tool:
        title += f" · {words.seconds.format(seconds=f'{step.seconds:.2f}')}"
    if step.is_error:
        title += f" · :red[{words.tool_failed}]"
    with st.container(border=True, gap="xsmall"):
        st.markdown(title)
        if step.thought:
            st.caption(words.thought)
            st.text(shown(step.thought, words))
        if step.arguments:
            st.caption(words.arguments)
            arguments = json.dumps(step.arguments, ensure_ascii=False, indent=2, default=str)
            st.code(shown(arguments, words), language="json", wrap_lines=True)
        if step.observation:
            st.caption(words.observation)
            st.code(shown(step.observation, words), language=None, wrap_lines=True)


def _usage_line(role: str, row: dict[str, int | float], words: Strings) -> str:
    return words.usage.format(
        role=escaped(role),
        calls=row["calls"],
        read=row["prompt_tokens"],
        written=row["completion_tokens"],
        seconds=f"{row['seconds']:.2f}",
    )
