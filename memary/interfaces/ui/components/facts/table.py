"""Draw facts as a dense table, in which several can be selected and forgotten together.

Their manifest is shown first.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from memary import Fact, Manifest, Memary, MemaryError
from memary.facts.intervals import is_planned, plan_start
from memary.forgetting.forget import ForgetPart
from memary.interfaces.ui.components.last_change import note_forgotten
from memary.interfaces.ui.problems import draw_problem
from memary.interfaces.ui.reads import facts_of_ids, wait_for
from memary.interfaces.ui.safe_text import escaped, origin_of
from memary.interfaces.ui.visit.conversation import Visit
from memary.interfaces.ui.visit.outcomes import attempt
from memary.interfaces.ui.words import Words
from memary.text.times.told_times import told_days
from memary.types import BEGINNING

_NAMED = 8
"""How many facts that go along are named."""

_HEIGHT = 560


def draw_table(facts: Sequence[Fact], memory: Memary, visit: Visit, words: Words) -> None:
    """Draw the facts as rows, and what can be done with those selected."""
    titles = words.tables["facts.titles"]
    place = st.container(horizontal=True, vertical_alignment="center", gap="small")
    key = f"facts-table {visit.user} {len(facts)}"  # a selection counts rows, so it ends with the list it was made in
    selected = st.dataframe(  # pyright: ignore[reportUnknownMemberType]
        [{titles[name]: value for name, value in _row(fact, visit, words).items()} for fact in facts],
        key=key,
        hide_index=True,
        height=min(_HEIGHT, 40 + 36 * max(1, len(facts))),
        on_select="rerun",
        selection_mode="multi-row",
        alt=words("facts.counted", count=len(facts)),
        column_config={titles["statement"]: st.column_config.TextColumn(width="large")},
    )
    rows = [facts[at] for at in selected["selection"]["rows"] if at < len(facts)]
    with place:
        if not rows:
            st.caption(words("facts.select_hint"))
            return
        st.caption(words("facts.selected", count=len(rows)), width="content")
        if len(rows) == 1:
            st.button(
                words("chat.open_source"),
                key="open-selected",
                icon=":material/open_in_full:",
                on_click=visit.show,
                args=(rows[0].id,),
            )
        unfolded = st.popover(
            words("facts.forget_selected", count=len(rows)),
            key="forget-selected-part",
            icon=":material/delete_forever:",
            on_change="rerun",
        )
        if unfolded.open:
            with unfolded:
                _draw_forgetting([fact.id for fact in rows], memory, visit, words)


def _row(fact: Fact, visit: Visit, words: Words) -> dict[str, str]:
    marks = [words("facts.in_conflict")] if fact.conflicts_with else []
    marks += [words("facts.views_doubted")] if fact.in_doubt else []
    start = plan_start(fact) if is_planned(fact) else fact.valid_at
    since, until = told_days(start, fact.invalid_at, fact.statement, zone=visit.zone)
    since = since if fact.valid_at > BEGINNING else ""
    return {
        "statement": fact.statement,
        "subject": fact.subject,
        "relation": fact.predicate.replace("_", " "),
        "object": fact.object,
        "since": since,
        "until": until,
        "origin": origin_of(fact, words),
        "marks": " · ".join(marks),
    }


def _draw_forgetting(ids: Sequence[str], memory: Memary, visit: Visit, words: Words) -> None:
    """Draw what goes with the facts selected, and the button that forgets them."""
    is_held = memory.settings.restorable_days > 0
    st.markdown(words("records.forget_hint_held") if is_held else words("records.forget_hint"))
    with_sources = st.checkbox(words("records.with_sources"), value=True, key="selected-with-sources")
    try:
        manifest = forget_facts(memory, visit.user, ids, with_sources=with_sources, dry_run=True)
    except MemaryError as error:  # in a space, only its owners may
        draw_problem(error, words)
        return
    st.markdown(_manifest_line(manifest, words))
    others = [id_ for id_ in manifest.fact_ids if id_ not in ids][:_NAMED]
    _name(others, words("facts.go_too"), memory, visit)
    _name(manifest.reopened_ids[:_NAMED], words("facts.come_back"), memory, visit)
    st.button(
        words("records.forget_now"),
        key="forget-selected",
        icon=":material/delete_forever:",
        type="primary",
        on_click=attempt,
        args=(visit, partial(_forget, memory, visit, ids, words, with_sources=with_sources)),
    )


def _name(ids: Sequence[str], statement: str, memory: Memary, visit: Visit) -> None:
    """Draw the sentences of facts, under what is told of them."""
    if ids:
        st.caption(statement)
        st.markdown("\n".join(f"- {escaped(fact.statement)}" for fact in facts_of_ids(memory, visit.user, ids)))


def _manifest_line(manifest: Manifest, words: Words) -> str:
    return words(
        "facts.manifest",
        facts=manifest.facts,
        messages=manifest.messages,
        entities=manifest.entities,
        mentions=manifest.mentions,
        operations=manifest.operations,
        summaries=manifest.summaries,
        reopened=manifest.reopened,
    )


def _forget(memory: Memary, visit: Visit, ids: Sequence[str], words: Words, *, with_sources: bool) -> str:
    st.session_state["forget-selected-part"] = False
    gone = forget_facts(memory, visit.user, ids, with_sources=with_sources)
    note_forgotten(gone, visit, words)
    return words("records.forgotten", messages=gone.messages, facts=gone.facts, entities=gone.entities)


def forget_facts(
    memory: Memary, user: str, ids: Sequence[str], *, with_sources: bool, dry_run: bool = False
) -> Manifest:
    """Forget several facts at once, and return what went; a dry run returns what would go."""
    part = ForgetPart(fact_ids=frozenset(ids), with_sources=with_sources)
    scope = wait_for(memory, memory.core.scope_to_forget, user)
    return wait_for(memory, memory.core.forget_part, scope, part, dry_run=dry_run)
