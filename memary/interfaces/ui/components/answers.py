"""What lies beneath an answer: where it comes from, and how it was found."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, cast

import streamlit as st

from memary import Answer, Hit, Message, Step
from memary.interfaces.ui.components.records import ICONS
from memary.interfaces.ui.conversation import Visit
from memary.interfaces.ui.safe_text import escaped, origin_line, reading_hint, shown
from memary.interfaces.ui.words import Words
from memary.types import TRACE_KEY


def draw_evidence(answer: Answer, visit: Visit, words: Words) -> None:
    """Draw the origin, the sources and the steps of an answer. What is in memory can be opened."""
    if origin := words.tables["chat.origins"].get(answer.origin):
        st.caption(origin)
    if answer.sources:
        with st.expander(words("chat.sources", count=len(answer.sources)), icon=":material/book_2:"):
            for hit in answer.sources:
                _draw_source(hit, f"{answer.message_id}-{hit.id}", visit, words)
            if answer.message_id:
                _draw_graph_button(answer.message_id, visit, words)
    _draw_steps(answer.steps, [_usage_line(role, row, words) for role, row in answer.usage.items()], words)


def draw_kept_evidence(message: Message, visit: Visit, words: Words) -> None:
    """Draw what memory kept of how an earlier answer came about, and a way to what it finds for it now."""
    trace: Any = message.metadata.get(TRACE_KEY)
    if not isinstance(trace, dict):  # an answer that memary did not give
        return
    kept = cast("dict[str, Any]", trace)
    tokens: dict[str, dict[str, int]] = kept.get("tokens", {})
    lines = [
        words("chat.tokens", role=escaped(role), read=row["prompt_tokens"], written=row["completion_tokens"])
        for role, row in tokens.items()
    ]
    _draw_steps([Step.model_validate(step) for step in kept.get("steps", [])], lines, words)
    _draw_graph_button(message.id, visit, words)


def _draw_graph_button(message_id: str, visit: Visit, words: Words) -> None:
    st.button(
        words("chat.show_in_graph"),
        key=f"graph-{message_id}",
        type="tertiary",
        icon=":material/hub:",
        on_click=visit.show_answer,
        args=(message_id,),
    )


def _draw_steps(steps: Sequence[Step], usage: Sequence[str], words: Words) -> None:
    if not steps:
        return
    with st.expander(words("chat.steps", count=len(steps)), icon=":material/account_tree:"):
        for number, step in enumerate(steps, start=1):
            _draw_step(number, step, words)
        for line in usage:
            st.caption(line)


def _draw_source(hit: Hit, key: str, visit: Visit, words: Words) -> None:
    with st.container(border=True, gap=None):
        with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
            st.caption(origin_line(hit, words, visit.zones), help=reading_hint(hit, words), width="content")
            if hit.kind in ICONS and not hit.is_temporary:
                st.button(
                    words("chat.open_source"),
                    key=f"source-{key}",
                    type="tertiary",
                    icon=":material/open_in_full:",
                    on_click=visit.show,
                    args=(hit.id,),
                )
        st.text(shown(hit.text, words))


def _draw_step(number: int, step: Step, words: Words) -> None:
    title = f"**{number}. {escaped(step.tool or words('chat.answering'))}**"
    if step.tool and step.seconds:  # what memory keeps of a step has no time
        title += f" · {words('shared.seconds', seconds=f'{step.seconds:.2f}')}"
    if step.is_error:
        title += f" · :red[{words('chat.tool_failed')}]"
    with st.container(border=True, gap="xsmall"):
        st.markdown(title)
        if step.thought:
            st.caption(words("chat.thought"))
            st.text(shown(step.thought, words))
        if step.arguments:
            st.caption(words("chat.arguments"))
            arguments = json.dumps(step.arguments, ensure_ascii=False, indent=2, default=str)
            st.code(shown(arguments, words), language="json", wrap_lines=True)
        if step.observation:
            st.caption(words("chat.observation"))
            st.code(shown(step.observation, words), language=None, wrap_lines=True)


def _usage_line(role: str, row: dict[str, int | float], words: Words) -> str:
    return words(
        "chat.usage",
        role=escaped(role),
        calls=row["calls"],
        read=row["prompt_tokens"],
        written=row["completion_tokens"],
        seconds=f"{row['seconds']:.2f}",
    )
