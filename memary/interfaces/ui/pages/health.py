"""Draw the health page: what memory holds, what waits or failed, what models cost, and the settings.

What it says of records and calls is of the user alone. Keys never appear: settings are shown as `Settings.public`
gives them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import Future
from datetime import timedelta
from functools import partial
from typing import Any, cast

import streamlit as st

from memary import FlushReport, Memary, MemaryError, Message, MessageState, StoreStats, UsageReport
from memary.interfaces.ui.components.charts import colours_of, column_chart
from memary.interfaces.ui.components.evidence import draw_heading, draw_table
from memary.interfaces.ui.components.model_settings import draw_model_settings
from memary.interfaces.ui.components.records import message_button
from memary.interfaces.ui.problems import draw_problem
from memary.interfaces.ui.safe_text import day, escaped, minute
from memary.interfaces.ui.visit.address import is_for_this_machine
from memary.interfaces.ui.visit.conversation import Visit
from memary.interfaces.ui.visit.outcomes import attempt
from memary.interfaces.ui.words import Words
from memary.types import utc_now
from memary.usage.ledger import added_up

_MESSAGES = 8
_FAULTS = 20
_METRIC = 118
"""Width of a counter in pixels."""

_SPANS = {"day": timedelta(days=1), "month": timedelta(days=30), "all": None}


def draw(memory: Memary, visit: Visit, words: Words) -> None:
    """Draw the page.

    Raises:
        MemaryError: the memory could not be read.
    """
    st.caption(words("health.intro"))
    stats = memory.admin.stats(user_id=visit.user)
    _draw_counts(stats, words)
    _draw_queue(memory, visit, stats, words)
    _draw_dead_letters(memory, visit, stats, words)
    _draw_worker(memory, visit.user, stats, words)
    _draw_usage(memory, visit.user, words)
    if not visit.is_logged_in:  # how it is set up is told to who runs the server
        _draw_setup(memory, visit, words)
    _draw_check(memory, visit.user, stats, words)


def _draw_counts(stats: StoreStats, words: Words) -> None:
    with st.container(border=True, horizontal=True):
        hints = words.tables["health.counts_hints"]
        for name, label in words.tables["health.counts"].items():
            st.metric(label, f"{getattr(stats, name):,}", help=hints.get(name), width=_METRIC)


def _draw_queue(memory: Memary, visit: Visit, stats: StoreStats, words: Words) -> None:
    draw_heading(words("health.queue"), words("health.queue_hint"))
    is_reading = _draw_reading(visit.user, words)
    if not stats.pending:
        st.caption(words("health.queue_empty"))
        return
    due = memory.admin.next_due()
    notes = [words("health.queue_waits", count=f"{stats.pending:,}")]
    notes += [words("health.queue_due", time=minute(due, visit.zone))] if due and due > utc_now() else []
    st.caption(" ".join(notes))
    st.button(
        words("health.read_now"),
        key="read-now",
        icon=":material/play_arrow:",
        disabled=is_reading,
        on_click=_start_reading,
        args=(memory, visit.user),
    )
    _draw_messages(memory, visit, MessageState.PENDING, words)


def _reading_key(user: str) -> str:
    return f"reading of {user}"


def _start_reading(memory: Memary, user: str) -> None:
    # beside the page: a model may take long, and the page shows how the queue grows shorter
    st.session_state[_reading_key(user)] = memory.loop.start(partial(memory.aflush, user_id=user))


def _draw_reading(user: str, words: Words) -> bool:
    """Say how reading goes that was started here, or went; return whether it goes on."""
    future: Future[FlushReport] | None = st.session_state.get(_reading_key(user))
    if future is None:
        return False
    if not future.done():
        st.info(words("health.reading"), icon=":material/hourglass_top:")
        return True
    del st.session_state[_reading_key(user)]
    try:
        report = future.result()
    except MemaryError as error:
        draw_problem(error, words)
        return False
    text = words("health.was_read", done=report.done, failed=report.failed, pending=report.pending)
    st.info(text, icon=":material/check_circle:")
    for problem in dict.fromkeys((*report.errors, *report.deferred_by)):
        draw_problem(problem, words)
    return False


def _draw_dead_letters(memory: Memary, visit: Visit, stats: StoreStats, words: Words) -> None:
    draw_heading(words("health.dead"), words("health.dead_hint"))
    if not stats.failed:
        st.caption(words("health.no_dead"))
        return
    st.caption(words("health.dead_count", count=f"{stats.failed:,}"))
    st.button(
        words("health.retry"),
        key="retry-dead",
        icon=":material/replay:",
        on_click=attempt,
        args=(visit, partial(_retry, memory, visit.user, words)),
    )
    _draw_messages(memory, visit, MessageState.FAILED, words)


def _retry(memory: Memary, user: str, words: Words) -> str:
    return words("health.retried", count=memory.admin.replay(user_id=user))


def _draw_messages(memory: Memary, visit: Visit, state: MessageState, words: Words) -> None:
    """Draw the newest messages in a state, each with what is known of the reason."""
    found: Sequence[Message] = memory.messages.list(
        user_id=visit.user, states={state}, include_expired=True, limit=_MESSAGES
    )
    for message in reversed(found):
        with st.container(border=True, gap=None):
            message_button(message, visit, words, place=f"health-{state}")
            notes: list[str] = []
            if message.error:
                reason = escaped(message.error)
                is_final = state is MessageState.FAILED
                notes.append(
                    words("health.reason", reason=reason) if is_final else words("health.put_off", reason=reason)
                )
            notes += [words("health.attempts", count=message.attempts)] if message.attempts else []
            if notes:
                st.caption(" · ".join(notes))


def _draw_worker(memory: Memary, user: str, stats: StoreStats, words: Words) -> None:
    settings = memory.settings
    draw_heading(words("health.worker"))
    size, attempts, linger = settings.batch_size, settings.max_attempts, memory.core.linger
    batches = (
        words("health.worker_batches", linger=f"{linger:g}", size=size, attempts=attempts)
        if linger
        else words("health.worker_at_once", size=size, attempts=attempts)
    )
    after, waiting = settings.reflect_after, memory.insights.waiting(user_id=user)
    lines = [
        words("health.worker_here") if settings.worker else words("health.worker_elsewhere"),
        batches,
        words("health.worker_reflects", after=after, count=waiting)
        if after
        else words("health.worker_reflects_not", count=waiting),
    ]
    if stats.unembedded:
        lines.append(words("health.unembedded", count=f"{stats.unembedded:,}"))
    st.markdown("\n".join(f"- {line}" for line in lines))


def _draw_usage(memory: Memary, user: str, words: Words) -> None:
    draw_heading(words("health.usage"), words("health.usage_hint"))
    spans = words.tables["health.spans"]
    span = st.segmented_control(
        words("health.span"),
        list(spans),
        key="usage-span",
        format_func=spans.__getitem__,
        default="month",
        required=True,
        label_visibility="collapsed",
        persist_state="session",
    )
    length = _SPANS[span or "month"]
    report = memory.usage(user_id=user, since=None if length is None else utc_now() - length)
    if report.rows:
        _draw_report(memory, report, words)
    else:
        st.caption(words("health.no_usage"))
    _draw_caps(memory, user, words)


def _draw_report(memory: Memary, report: UsageReport, words: Words) -> None:
    tokens: dict[tuple[str, str], int] = defaultdict(int)
    for row in report.rows:
        tokens[day(row.hour, memory.settings.zone), _role(row.role, words)] += (
            row.prompt_tokens + row.completion_tokens
        )
    rows = [{"day": at, "group": role, "value": value} for (at, role), value in sorted(tokens.items())]
    titles = words.tables["health.titles"]
    colours = colours_of([_role(role, words) for role in sorted(report.roles)])
    chart = column_chart(rows, titles=titles, colours=colours)
    st.altair_chart(chart, width="stretch", alt=words("health.usage_alt"))
    groups = sorted({(row.role, row.model) for row in report.rows})
    sums = {key: added_up(row for row in report.rows if (row.role, row.model) == key) for key in groups}
    draw_table(
        [
            {
                titles["role"]: _role(role, words),
                titles["model"]: escaped(model),
                titles["calls"]: f"{used.calls:,}",
                titles["prompt"]: f"{used.prompt_tokens:,}",
                titles["completion"]: f"{used.completion_tokens:,}",
                titles["seconds"]: f"{used.seconds:,.1f}",
            }
            for (role, model), used in sums.items()
        ]
    )
    if report.dropped:
        why = words.tables["health.dropped_reasons"]
        told = ", ".join(f"{count:,} {why.get(reason, reason)}" for reason, count in report.dropped.items())
        st.caption(words("health.dropped", count=f"{sum(report.dropped.values()):,}", reasons=told))
    cost = report.cost
    st.caption(words("health.cost_unknown") if cost is None else words("health.cost", cost=f"{cost:,.4f}"))


def _role(role: str, words: Words) -> str:
    return words.tables["health.roles"].get(role, role)


def _draw_caps(memory: Memary, user: str, words: Words) -> None:
    states = memory.usage.caps(user_id=user)
    if not states:
        return
    draw_heading(words("health.caps"))
    for state in states:
        told = words("health.cap", name=escaped(state.setting), used=f"{state.used:,}", limit=f"{state.limit:,}")
        if state.used:
            told += " · " + words("health.cap_frees", time=minute(state.frees_at, memory.settings.zone))
        st.progress(min(state.used / state.limit, 1.0), text=told)


def _draw_setup(memory: Memary, visit: Visit, words: Words) -> None:
    models = memory.core.models
    draw_heading(words("health.setup"))
    spec = models.embedder.spec
    named = {
        "chat": None if models.chat.is_offline else models.chat.name,
        "extraction": models.extraction.name if models.extraction else None,
        "vision": models.vision.name if models.vision else None,
        "external": models.external.name if models.external else None,
        "rerank": memory.settings.rerank_model if models.reranker else None,
    }
    roles, without = words.tables["health.roles"], words.tables["health.without"]
    rows = {words("health.store"): memory.core.store.location}
    rows |= {roles[role]: name or without[role] for role, name in named.items()}
    rows[roles["embedding"]] = words("health.embedding", name=spec.name, dimensions=spec.dimensions)
    setting, value = words("health.setting"), words("health.value")
    draw_table([{setting: name, value: escaped(held)} for name, held in rows.items()])
    if is_for_this_machine():  # elsewhere, who reaches the page could have the key sent to a server of their own
        with st.expander(words("health.models"), icon=":material/smart_toy:", key="models-part"):
            draw_model_settings(memory, visit, words)
    with st.expander(words("health.settings"), icon=":material/settings:"):
        st.caption(words("health.settings_hint"))
        _draw_settings(memory, words)


def _draw_settings(memory: Memary, words: Words) -> None:
    settings, sources = memory.settings, words.tables["health.sources"]
    rows = [
        {
            words("health.setting"): name,
            words("health.value"): _shown(value),
            words("health.source"): sources.get(settings.source_of(name), settings.source_of(name)),
        }
        for name, value in settings.public().items()
    ]
    st.dataframe(rows, hide_index=True, height=400)  # pyright: ignore[reportUnknownMemberType]


def _shown(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, cast("list[Any]", value)))
    return "" if value is None else str(value)


def _draw_check(memory: Memary, user: str, stats: StoreStats, words: Words) -> None:
    draw_heading(words("health.check"))
    st.caption(words("health.check_hint"))
    if not st.button(words("health.check_now"), key="check-now", icon=":material/fact_check:"):
        return
    with st.spinner(words("health.checking")):
        try:
            faults = memory.admin.check(user_id=user)
        except MemaryError as error:
            draw_problem(error, words)
            return
    if not faults:
        held = words("health.whole", messages=stats.messages, facts=stats.facts, mentions=stats.mentions)
        st.success(held, icon=":material/check_circle:")
        return
    listed = "\n".join(f"- {escaped(fault)}" for fault in faults[:_FAULTS])
    parts = (words("health.faults", count=len(faults)), listed, words("health.faults_remedy"))
    st.error("\n\n".join(parts), icon=":material/error:")
