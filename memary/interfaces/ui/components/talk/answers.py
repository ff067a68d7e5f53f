"""Draw what lies beneath an answer: its sources by number, what else the model got, how it was found.

Whatever unfolds does so above the page, so that the answer stays where it is.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, cast

import streamlit as st

from memary import Answer, Hit, Memary, Message, Step
from memary.interfaces.ui.components.records import ICONS
from memary.interfaces.ui.components.talk.statements import draw_statements
from memary.interfaces.ui.reads import Told, asked_no_model, recalled_for
from memary.interfaces.ui.safe_text import escaped, origin_line, reading_hint, shown
from memary.interfaces.ui.visit.conversation import Visit
from memary.interfaces.ui.words import Words
from memary.types import ORIGIN_KEY, TRACE_KEY

_CHIP_CHARS = 70
_CHIPS = 6
"""How many of the sources that an answer names stand beneath it; all are among what unfolds."""

_SOURCES = 8
"""How many of the sources that an answer does not name are shown at first."""


def draw_evidence(
    memory: Memary, told: Told, question: Message | None, message: Message, visit: Visit, words: Words
) -> None:
    """Draw the origin, the sources and the steps of an answer. What is in memory can be opened.

    What of an earlier one memory does not keep is looked up, or left out.
    """
    if told.cited is None and TRACE_KEY not in message.metadata:  # an answer that memory did not give
        return
    kept = _trace(message)
    if origin := words.tables["chat.origins"].get(_origin(told, message)):
        st.caption(origin)
    _draw_cited(told.sources, message.id, visit, words)
    given = told.given
    with _row():
        if given is None and question:
            _draw_found(memory, question, told, message, visit, words)
        elif given and given.sources:
            found, is_offline = len(given.sources), asked_no_model(message)
            label = words("chat.found_offline", count=found) if is_offline else words("chat.sources", count=found)
            draw = partial(_draw_sources, given.sources, told.sources, message.id, visit, words)
            _draw_unfolding(label, f"sources-{message.id}", ":material/book_2:", draw)
        _draw_steps(_steps(kept, given), _usage_lines(kept, given, words), message.id, words)
        if given is None or given.sources:
            _draw_graph_button(message.id, visit, words)


def _trace(message: Message) -> Mapping[str, Any]:
    trace: Any = message.metadata.get(TRACE_KEY)
    return cast("dict[str, Any]", trace) if isinstance(trace, dict) else {}


def _origin(told: Told, message: Message) -> str:
    return told.given.origin if told.given else str(message.metadata.get(ORIGIN_KEY))


def _steps(kept: Mapping[str, Any], given: Answer | None) -> Sequence[Step]:
    """Return the steps of an answer; without a model only those that used a tool."""
    steps = given.steps if given else [Step.model_validate(step) for step in kept.get("steps", [])]
    return steps if kept.get("tokens") else [step for step in steps if step.tool]


def _usage_lines(kept: Mapping[str, Any], given: Answer | None, words: Words) -> list[str]:
    if given:
        return [_usage_line(role, row, words) for role, row in given.usage.items()]
    tokens: dict[str, dict[str, int]] = kept.get("tokens", {})
    return [
        words("chat.tokens", role=escaped(role), read=row["prompt_tokens"], written=row["completion_tokens"])
        for role, row in tokens.items()
    ]


def _row() -> Any:
    return st.container(horizontal=True, gap="small", vertical_alignment="center")


def _draw_cited(sources: Mapping[int, Hit], place: str, visit: Visit, words: Words) -> None:
    """Draw the sources that the answer names by number, each a button that opens it."""
    if not sources:
        return
    with st.container(horizontal=True, gap="xsmall"):
        for number, hit in list(sources.items())[:_CHIPS]:
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


def _draw_sources(sources: Sequence[Hit], cited: Mapping[int, Hit], place: str, visit: Visit, words: Words) -> None:
    """Draw what was found for an answer: what it names, by its numbers, then the others, facts first."""
    for number, hit in cited.items():
        _draw_source(hit, place, visit, words, number=number)
    named = {hit.key for hit in cited.values()}
    others = sorted((hit for hit in sources if hit.key not in named), key=lambda one: one.kind != "fact")
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


def _draw_found(memory: Memary, question: Message, told: Told, message: Message, visit: Visit, words: Words) -> None:
    def draw() -> None:
        st.caption(words("chat.found_hint"))
        hits = recalled_for(memory, question, None).hits
        _draw_sources(hits, told.sources, message.id, visit, words)

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
                    key=f"source-{place}-{hit.key}",
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
