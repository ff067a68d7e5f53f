"""Messages and facts as the pages show them, and the dialog that opens one of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from datetime import date, datetime, timedelta
from functools import partial

import streamlit as st

from memary import Fact, Forgetting, Memary, MemaryError, Message, Operation
from memary.errors import NotAllowedError
from memary.facts.intervals import is_begun, is_planned
from memary.facts.ledger import replaced_in, subject_of
from memary.interfaces.ui.components.last_change import note_change, note_forgotten
from memary.interfaces.ui.components.talk.turns import draw_edit, draw_said
from memary.interfaces.ui.problems import draw_problem
from memary.interfaces.ui.reads import facts_from, facts_of_ids, find, messages_of, neighbours_of
from memary.interfaces.ui.safe_text import day, escaped, fact_line, minute, over_lines, reading_hint, said_at
from memary.interfaces.ui.visit.conversation import Visit
from memary.interfaces.ui.visit.outcomes import attempt
from memary.interfaces.ui.words import Words, languages, retold
from memary.languages.prompt.stamps import Zones, is_midnight
from memary.retrieval.hits import Ended
from memary.times import parse_time
from memary.types import BEGINNING, DEFAULT_LANGUAGE, FOREVER, Action, FactKind, utc_now

_TURNS = 2
"""How many messages before and after one are shown with it."""

_PREVIEW_CHARS = 160

ICONS = {"message": ":material/chat:", "fact": ":material/share:"}


def fact_button(fact: Fact, visit: Visit, words: Words, *, place: str) -> None:
    """Draw a fact as a button that opens it.

    `place` tells it from other buttons for the same fact.
    """
    with st.container(gap=None):
        _open_button(fact.id, fact.statement, "fact", visit, place)
        st.caption(fact_line(fact, words, visit), help=reading_hint(fact, words, visit))


def message_button(message: Message, visit: Visit, words: Words, *, place: str, over: Iterable[Ended] = ()) -> None:
    """Draw a message as a button that opens it, with what of it is over.

    `place` tells it from other buttons for the same message.
    """
    with st.container(gap=None):
        _open_button(message.id, message.content, "message", visit, place)
        st.caption(_told_line(message, over, words, visit))


def message_buttons(messages: Sequence[Message], memory: Memary, visit: Visit, words: Words, *, place: str) -> None:
    """Draw messages as buttons that open them, each with what of it is over."""
    over = memory.messages.over([one.id for one in messages], user_id=visit.user)
    for one in messages:
        message_button(one, visit, words, place=place, over=over.get(one.id, ()))


def _told_line(message: Message, over: Iterable[Ended], words: Words, visit: Visit) -> str:
    """Say who said a message when, and what of it is over."""
    return " · ".join((_said_line(message, words, visit.zones), *over_lines(over, words, visit.zone)))


def _open_button(record_id: str, text: str, kind: str, visit: Visit, place: str) -> None:
    preview = text if len(text) <= _PREVIEW_CHARS else text[: _PREVIEW_CHARS - 1].rstrip() + "…"
    st.button(
        escaped(preview),
        key=f"open-{place}-{record_id}",
        type="tertiary",
        icon=ICONS[kind],
        on_click=partial(visit.show, record_id, whose=visit.user),
    )


def draw_shown(memory: Memary, visit: Visit, words: Words) -> None:
    """Draw the dialog with the message or fact that is to be shown, if there is one."""
    if visit.shown is not None:
        st.dialog(words("records.title"), width="medium", on_dismiss=visit.close)(_draw_record)(memory, visit, words)


def _draw_record(memory: Memary, visit: Visit, words: Words) -> None:
    with visit.looking_at(visit.shown.whose if visit.shown else visit.user):
        record = find(memory, visit.user, visit.shown.id) if visit.shown else None
        match record:
            case Message():
                _draw_message(memory, visit, record, words)
            case Fact():
                _draw_fact(memory, visit, record, words)
            case _:
                st.info(words("records.gone"))


def _draw_message(memory: Memary, visit: Visit, message: Message, words: Words) -> None:
    if visit.shown and visit.shown.part == "edit":
        draw_edit(memory, visit, message, words)
        return
    before, after = neighbours_of(memory, visit.user, message, turns=_TURNS)
    message_buttons(before, memory, visit, words, place="dialog")
    with st.container(border=True, gap="xsmall"):
        over = memory.messages.over([message.id], user_id=visit.user).get(message.id, ())
        st.caption(f"**{words('records.this_message')}** · {_told_line(message, over, words, visit)}")
        draw_said(message, words)
    message_buttons(after, memory, visit, words, place="dialog")
    facts = facts_from(memory, message)
    st.markdown(f"**{words('records.facts_from')}**" if facts else words("records.no_facts_from"))
    for fact in facts:
        fact_button(fact, visit, words, place="dialog")


def _draw_fact(memory: Memary, visit: Visit, fact: Fact, words: Words) -> None:
    st.header(escaped(fact.statement), anchor=False)
    st.caption(fact_line(fact, words, visit), help=reading_hint(fact, words, visit))
    relation = words(
        "records.relation",
        subject=escaped(fact.subject),
        predicate=escaped(fact.predicate.replace("_", " ")),
        object=escaped(fact.object),
    )
    st.markdown(relation)
    if fact.quote:
        st.text(f"“{fact.quote}”")
    said = messages_of(memory, visit.user, fact.source_ids)
    if said:
        is_concluded, count = fact.kind is FactKind.INSIGHT, len(said)
        title = words("records.rests_on", count=count) if is_concluded else words("records.said_in", count=count)
        st.markdown(f"**{title}**")
    else:
        st.caption(words("records.no_source"))
    message_buttons(said, memory, visit, words, place="dialog")
    part = visit.shown.part if visit.shown else None
    rows = memory.facts.history(user_id=visit.user, id=fact.id)
    title = words("records.history", count=len(rows))
    with st.expander(title, expanded=part == "history", icon=":material/history:"):
        draw_decisions(rows, memory, visit, words, place="dialog")
    with st.expander(words("records.correct"), expanded=part == "correct", icon=":material/edit:"):
        _draw_correction(memory, visit, fact, words)
    with st.expander(words("records.forget"), expanded=part == "forget", icon=":material/delete_forever:"):
        _draw_forgetting(memory, visit, fact, words, said=bool(said))


def draw_decisions(rows: Collection[Operation], memory: Memary, visit: Visit, words: Words, *, place: str) -> None:
    """Draw rows of the ledger, each with a way to take it back if there is one."""
    held: dict[str, Forgetting] = {}
    if any(row.action is Action.FORGET for row in rows):
        held = {one.id: one for one in memory.operations.forgotten(user_id=visit.user)}
    for row in rows:
        with st.container(border=True, gap="xsmall"):
            action = words.tables["records.actions"][row.action]
            st.markdown(f"**{action}** {escaped(subject_of(row))}")
            for fact in replaced_in(row):
                st.caption(words("records.before", fact=escaped(fact.statement), times=fact_line(fact, words, visit)))
            actor = words.tables["records.actors"].get(row.actor, row.actor)
            decided = words("records.decided", time=minute(row.at, visit.zone), actor=escaped(actor))
            english = languages()[DEFAULT_LANGUAGE].tables["records.reasons"]
            reason = retold(row.reason, english, words.tables["records.reasons"]) or row.reason
            st.caption(f"{decided} · {escaped(reason)}" if reason else decided)
            if row.action is not Action.FORGET:
                _draw_undoing(row, memory, visit, words, place=place)
            elif row.id in held:
                _draw_restoring(held[row.id], memory, visit, words, place=place)


def _draw_undoing(row: Operation, memory: Memary, visit: Visit, words: Words, *, place: str) -> None:
    label, key = words("records.undo"), f"undo-{place}-{row.id}"
    pressed = st.button(label, key=key, icon=":material/undo:", type="tertiary")
    if pressed and _succeeds(partial(memory.operations.undo, user_id=visit.user, id=row.id), words):
        visit.notice = words("records.undone")
        st.rerun()


def _draw_restoring(held: Forgetting, memory: Memary, visit: Visit, words: Words, *, place: str) -> None:
    """Draw until when what was forgotten is held, with ways to restore it and to let it go."""
    st.caption(words("records.restorable", until=day(held.until, visit.zone)))
    ways = (
        ("restore", words("records.restore"), ":material/undo:", _restore),
        ("let-go", words("records.let_go"), ":material/delete_forever:", _let_go),
    )
    with st.container(horizontal=True, gap="small"):
        for name, label, icon, takes in ways:
            st.button(
                label,
                key=f"{name}-{place}-{held.id}",
                icon=icon,
                type="tertiary",
                on_click=attempt,
                args=(visit, partial(takes, memory, visit.user, held.id, words)),
            )


def _restore(memory: Memary, user: str, id: str, words: Words) -> str:
    memory.operations.restore(id, user_id=user)
    return words("records.restored")


def _let_go(memory: Memary, user: str, id: str, words: Words) -> str:
    memory.operations.end_forgotten(id, user_id=user)
    return words("records.gone_for_good")


def _draw_correction(memory: Memary, visit: Visit, fact: Fact, words: Words) -> None:
    if fact.invalid_at <= utc_now() or fact.expired_at < FOREVER:
        st.caption(words("records.ended"))
        return
    with st.form(f"correct-{fact.id}", border=False):
        statement = st.text_area(
            words("records.statement"), fact.statement, help=words("records.statement_hint"), height="content"
        )
        about_what = st.text_input(words("records.object"), fact.object, help=words("records.object_hint"))
        times = _draw_times(fact, visit, words)
        pressed = st.form_submit_button(words("records.save"), icon=":material/save:", type="primary")
    if not pressed:
        return

    def correct() -> None:
        corrected = memory.facts.update(
            fact.id,
            user_id=visit.user,
            statement=statement if statement != fact.statement else None,
            object=about_what if about_what != fact.object else None,
            **times,
        )
        row = memory.facts.history(corrected.id, user_id=visit.user)[-1]
        note_change(words("records.saved", fact=escaped(corrected.statement)), corrected.id, row, visit)

    if _succeeds(correct, words):
        visit.close()
        st.rerun()


def _draw_times(fact: Fact, visit: Visit, words: Words) -> dict[str, datetime]:
    """Draw since and until when a fact is true, of a plan its day; return what was changed of it."""
    first = _told_day(fact.valid_at, visit) if is_begun(fact) else None
    end = fact.invalid_at - timedelta(days=1) if is_midnight(fact.invalid_at) else fact.invalid_at
    last = _told_day(end, visit) if fact.invalid_at < FOREVER else None
    if is_planned(fact):
        since, until = first, _day_input("until", words("records.planned_for"), last, fact, words)
    else:
        left, right = st.columns(2)
        with left:
            since = _day_input("since", words("records.since"), first, fact, words)
        with right:
            until = _day_input("until", words("records.until"), last, fact, words)
    changed = dict[str, datetime]()
    if since != first:
        changed["valid_at"] = parse_time(since) if since else BEGINNING
    if until != last:
        changed["invalid_at"] = parse_time(until) + timedelta(days=1) if until else FOREVER
    return changed


def _told_day(time: datetime, visit: Visit) -> date | None:
    """Return the day of a time as it is shown; None for a beginning that nobody knows."""
    return date.fromisoformat(day(time, visit.zone)) if time > BEGINNING else None


def _day_input(name: str, label: str, value: date | None, fact: Fact, words: Words) -> date | None:
    return st.date_input(
        label,
        value,
        key=f"{name}-{fact.id}",
        help=words("records.times_hint"),
        format="YYYY-MM-DD",
        min_value=date.min,
        max_value=FOREVER.date() - timedelta(days=1),
    )


def _draw_forgetting(memory: Memary, visit: Visit, fact: Fact, words: Words, *, said: bool) -> None:
    is_held = memory.settings.restorable_days > 0
    st.caption(words("records.forget_hint_held") if is_held else words("records.forget_hint"))
    with_sources = st.checkbox(words("records.with_sources"), value=True, key=f"with-sources-{fact.id}")
    with suppress(NotAllowedError):  # whoever may not forget it is told so when they try
        going = memory.facts.delete(fact.id, user_id=visit.user, with_sources=with_sources, dry_run=True)
        if with_sources and said:
            others = len(set(going.fact_ids) - {fact.id})
            st.caption(words("records.goes_too", count=others) if others else words("records.goes_too_alone"))
        for one in facts_of_ids(memory, visit.user, going.reopened_ids):
            st.caption(words("records.comes_back", fact=escaped(one.statement)))
    label = words("records.sure_held") if is_held else words("records.sure")
    is_sure = st.checkbox(label, key=f"sure-{fact.id}")
    if not st.button(
        words("records.forget_now"), key="forget-fact", icon=":material/delete_forever:", disabled=not is_sure
    ):
        return
    try:
        gone = memory.forget(user_id=visit.user, fact_id=fact.id, with_sources=with_sources)
    except MemaryError as error:
        draw_problem(error, words)
        return
    visit.notice = words("records.forgotten", messages=gone.messages, facts=gone.facts, entities=gone.entities)
    note_forgotten(gone, visit, words)
    visit.close()
    st.rerun()


def _succeeds(action: Callable[[], object], words: Words) -> bool:
    """Do something, and say what went wrong if it fails."""
    try:
        action()
    except MemaryError as error:
        draw_problem(error, words)
        return False
    return True


def _said_line(message: Message, words: Words, zones: Zones) -> str:
    who = escaped(message.speaker) if message.speaker else words.tables["shared.roles"][message.role]
    return f"{who} · {said_at(message, zones)}"
