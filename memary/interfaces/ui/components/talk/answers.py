"""What lies beneath an answer: the sources it rests on by number, what else the model got, and how it was found.

Whatever unfolds does so above the page, so that the answer stays where it is.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, cast

import streamlit as st

from memary import Answer, Hit, Memary, Message, Step
from memary.agent.citation import Citation, cite
from memary.interfaces.ui.components.records import ICONS
from memary.interfaces.ui.components.talk.statements import draw_statements
from memary.interfaces.ui.reads import recalled_for
from memary.interfaces.ui.safe_text import escaped, origin_line, reading_hint, shown
from memary.interfaces.ui.visit.conversation import Visit
from memary.interfaces.ui.words import Words
from memary.types import TRACE_KEY

_CHIP_CHARS = 70
_CHIPS = 6
"""How many of the sources that an answer names stand beneath it; all are among what unfolds."""

_SOURCES = 8
"""How many of the sources that an answer does not name are shown at first."""


def draw_evidence(answer: Answer, cited: Citation, visit: Visit, words: Words) -> None:
    """Draw the origin, the sources and the steps of an answer. What is in memory can be opened."""
    if origin := words.tables["chat.origins"].get(answer.origin):
        st.caption(origin)
    place = answer.message_id or answer.question_id or "answer"
    _draw_cited(cited.sources, place, visit, words)
    with _row():
        if answer.sources:
            label = words("chat.sources", count=len(answer.sources))
            draw = partial(_draw_sources, answer.sources, cited, place, visit, words)
            _draw_unfolding(label, f"sources-{place}", ":material/book_2:", draw)
        _draw_steps(answer.steps, [_usage_line(role, row, words) for role, row in answer.usage.items()], place, words)
        if answer.message_id and answer.sources:
            _draw_graph_button(answer.message_id, visit, words)


def draw_kept_evidence(
    memory: Memary, question: Message | None, message: Message, visit: Visit, words: Words
) -> None:
    """Draw what memory kept of how an earlier answer came about, and ways to what it finds for its question."""
    trace: Any = message.metadata.get(TRACE_KEY)
    if not isinstance(trace, dict):  # an answer that memary did not give
        return
    kept = cast("dict[str, Any]", trace)
    tokens: dict[str, dict[str, int]] = kept.get("tokens", {})
    lines = [
        words("chat.tokens", role=escaped(role), read=row["prompt_tokens"], written=row["completion_tokens"])
        for role, row in tokens.items()
    ]
    with _row():
        if question:
            _draw_found(memory, question, message, visit, words)
        _draw_steps([Step.model_validate(step) for step in kept.get("steps", [])], lines, message.id, words)
        _draw_graph_button(message.id, visit, words)


def _row() -> Any:
    return st.container(horizontal=True, gap="small", vertical_alignment="center")


def _draw_cited(sources: Sequence[Hit], place: str, visit: Visit, words: Words) -> None:
    """Draw the sources that the answer names by number, each a button that opens it."""
    if not sources:
        return
    with st.container(horizontal=True, gap="xsmall"):
        for number, hit in enumerate(sources[:_CHIPS], start=1):
            text = " ".join(hit.text.split())
            short = text if len(text) <= _CHIP_CHARS else text[: _CHIP_CHARS - 1].rstrip() + "…"
            st.button(
                f"**{number}** · {escaped(short)}",
                key=f"cited-{place}-{number}",
                help=origin_line(hit, words, visit),
                disabled=not _can_open(hit),
                on_click=visit.show,
                args=(hit.id, None, visit.address(hit.space_id)),
            )
        if len(sources) > _CHIPS:
            st.caption(words("chat.more_cited", count=len(sources) - _CHIPS), width="content")


def _draw_unfolding(label: str, key: str, icon: str, draw: Callable[[], None]) -> None:
    """Draw a button that unfolds something above the page; it is made only when it is looked at."""
    unfolded = st.popover(label, key=key, icon=icon, type="tertiary", on_change="rerun")
    if unfolded.open:
        with unfolded:
            draw()


def _draw_sources(sources: Sequence[Hit], cited: Citation, place: str, visit: Visit, words: Words) -> None:
    """Draw what was found for an answer: what it names, by its numbers, then the others, facts first."""
    for number, hit in enumerate(cited.sources, start=1):
        _draw_source(hit, place, visit, words, number=number)
    named = {hit.id for hit in cited.sources}
    others = sorted((hit for hit in sources if hit.id not in named), key=lambda one: one.kind != "fact")
    if named and others:
        st.markdown(f"**{words('chat.other_sources', count=len(others))}**")
    key = f"all-sources-{place}"
    shown_now = others if st.session_state.get(key) else others[:_SOURCES]
    for hit in shown_now:
        _draw_source(hit, place, visit, words)
    if len(shown_now) < len(others):
        st.button(words("chat.all_sources", count=len(others)), key=f"{key}-button", on_click=_show_all, args=(key,))


def _show_all(key: str) -> None:
    st.session_state[key] = True


def _draw_found(memory: Memary, question: Message, message: Message, visit: Visit, words: Words) -> None:
    def draw() -> None:
        st.caption(words("chat.found_hint"))
        hits = recalled_for(memory, question, None).hits
        _draw_sources(hits, cite(message.content, hits, question.content), message.id, visit, words)

    _draw_unfolding(words("chat.found"), f"sources-{message.id}", ":material/book_2:", draw)


def _draw_graph_button(message_id: str, visit: Visit, words: Words) -> None:
    st.button(
        words("chat.show_in_graph"),
        key=f"graph-{message_id}",
        type="tertiary",
        icon=":material/hub:",
        on_click=visit.show_answer,
        args=(message_id,),
    )


def _draw_steps(steps: Sequence[Step], usage: Sequence[str], place: str, words: Words) -> None:
    if not steps:
        return

    def draw() -> None:
        for number, step in enumerate(steps, start=1):
            _draw_step(number, step, words)
        for line in usage:
            st.caption(line)

    _draw_unfolding(words("chat.steps", count=len(steps)), f"steps-{place}", ":material/account_tree:", draw)


def _can_open(hit: Hit) -> bool:
    return hit.kind in ICONS and not hit.is_temporary


def _open(visit: Visit, hit: Hit, unfolded: str) -> None:
    st.session_state[unfolded] = False  # what is opened takes its place
    visit.show(hit.id, whose=visit.address(hit.space_id))


def _draw_source(hit: Hit, place: str, visit: Visit, words: Words, *, number: int | None = None) -> None:
    origin = origin_line(hit, words, visit)
    with st.container(border=True, gap=None):
        with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
            line = origin if number is None else f"**{number}** · {origin}"
            st.caption(line, help=reading_hint(hit, words, visit), width="content")
            if _can_open(hit):
                st.button(
                    words("chat.open_source"),
                    key=f"source-{place}-{hit.id}",
                    type="tertiary",
                    icon=":material/open_in_full:",
                    on_click=_open,
                    args=(visit, hit, f"sources-{place}"),
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
        if step.statements:
            with st.popover(words("graph.statements"), icon=":material/database:"):
                draw_statements(step.statements, words)


def _usage_line(role: str, row: dict[str, int | float], words: Words) -> str:
    return words(
        "chat.usage",
        role=escaped(role),
        calls=row["calls"],
        read=row["prompt_tokens"],
        written=row["completion_tokens"],
        seconds=f"{row['seconds']:.2f}",
    )
