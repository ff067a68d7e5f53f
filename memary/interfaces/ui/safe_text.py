"""Make texts of people and models safe to show: they can load no picture and break no layout."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, tzinfo

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from memary.facts.intervals import is_begun, is_planned, plan_start
from memary.interfaces.ui.visit.conversation import Visit
from memary.interfaces.ui.words import Words
from memary.languages.prompt.stamps import Zones
from memary.languages.scripts import PLAIN_STOPS
from memary.models.offline import quotes_something
from memary.retrieval.hits import Ended, Hit
from memary.text.times.told_times import told_days, told_since, told_until
from memary.types import BEGINNING, FOREVER, ZONE_KEY, Doubt, Fact, FactKind, Message, Origin, utc_now
from memary.types.spaces import space_of

_SHOWN_CHARS = 20_000
"""Longest text that is put on the page."""

_CODE = re.compile(r"(```.*?(?:```|\Z)|`[^`\n]+`)", re.DOTALL)
_DIRECTIVE = re.compile(r"(?<!\\):(?=[a-z-]+\[)")
"""The colon before what Streamlit would colour or shrink, such as ":red[hot]"."""

_PUNCTUATION = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|$:~^=])")


def shown(text: str, words: Words) -> str:
    """Return a text as it is shown, without the end of a very long one."""
    if len(text) <= _SHOWN_CHARS:
        return text
    return text[:_SHOWN_CHARS] + "\n" + words("shared.cut_short", count=_SHOWN_CHARS)


def escaped(text: str) -> str:
    """Return a text whose characters all stand for themselves in Markdown, on one line."""
    return _PUNCTUATION.sub(r"\\\1", " ".join(text.split()))


def answer_markdown(text: str) -> str:
    """Return an answer as Markdown that loads nothing.

    A picture in an answer would be fetched at once, from wherever the text says: so it is shown as written. Dollars
    are amounts of money, not formulas, and Streamlit's own directives stand for themselves.
    """
    # a picture needs its address in the text; without one, "![" is left alone, since it may be code
    harmless = text.replace("![", "!\\[") if "](" in text or "]:" in text else text
    parts = _CODE.split(harmless)
    return "".join(
        part if at % 2 else _DIRECTIVE.sub(r"\:", part.replace("$", r"\$")) for at, part in enumerate(parts)
    )


def draw_answer(text: str, place: DeltaGenerator | None = None) -> None:
    """Draw an answer as Markdown, here or in a place.

    One that quotes memory without a model, as it was said.
    """
    target = place or st
    if quotes_something(text):
        target.text(text)
    else:
        target.markdown(answer_markdown(text))


def origin_line(hit: Hit, words: Words, visit: Visit) -> str:
    """Say what a source is and from when: "Fact · since 2026-05-01"; of what rules read, that they did."""
    zones = visit.zones
    parts = [words.tables["shared.kinds"][hit.kind]]
    if hit.kind == "message":
        parts.append(zones.minute(hit.created_at, hit.zone))
    else:
        end = hit.invalid_at or FOREVER
        if hit.is_planned:
            parts.append(_plan(hit.plan_start, end, hit.text, words, zones.main))
        else:
            start = hit.created_at if hit.is_begun else BEGINNING
            parts += _times(start, end, hit.text, words, zones.main)
    if hit.speaker:
        parts.append(escaped(hit.speaker))
    if hit.space:
        parts.append(words("shared.from_space", space=escaped(hit.space), who=escaped(", ".join(hit.said_by))))
    if hit.conflict:
        parts.append(words("shared.in_conflict"))
    if hit.in_doubt:
        parts.append(_doubt(hit.in_doubt, words, zones.main))
    parts += over_lines(hit.over, words, zones.main)
    return " · ".join(parts) + _mark(hit, words, visit)


def fact_line(fact: Fact, words: Words, visit: Visit) -> str:
    """Say since when a fact is true, until when, and on whose word; of what rules read, that they did."""
    parts: list[str] = []
    zone = visit.zone
    if fact.invalid_at <= fact.valid_at:
        parts.append(words("records.never_true"))
    elif is_planned(fact):
        parts.append(_plan(plan_start(fact), fact.invalid_at, fact.statement, words, zone))
    else:
        start = fact.valid_at if is_begun(fact) else BEGINNING
        parts += _times(start, fact.invalid_at, fact.statement, words, zone)
    if not _is_concluded(fact):
        parts.append(words("records.from_origin", origin=origin_of(fact, words)))
    if fact.conflicts_with:
        parts.append(words("shared.in_conflict"))
    if fact.in_doubt:
        parts.append(_doubt(fact.in_doubt, words, zone))
    return " · ".join(parts) + _mark(fact, words, visit)


def _plan(start: datetime | None, end: datetime, sentence: str, words: Words, zone: tzinfo | None) -> str:
    """Say for which days a plan is, not when it was told."""
    first, last = told_days(start, end, sentence, zone=zone)
    if first == last:
        return words("shared.planned", day=last)
    return words("shared.planned_days", start=first, end=last)


def _times(start: datetime, end: datetime, sentence: str, words: Words, zone: tzinfo | None) -> Iterator[str]:
    """Yield since when and until when something is true."""
    last = told_until(end, sentence, zone=zone)
    if start > BEGINNING:
        first = told_since(start, sentence, zone=zone)
        yield words("shared.since", start=first) if start <= utc_now() else words("shared.starting", start=first)
    if last:
        yield words("shared.until", end=last)


def origin_of(fact: Fact, words: Words) -> str:
    """Return whose word a fact is; in a space nobody is "the user"."""
    if fact.origin is Origin.USER and space_of(fact):
        return words("records.from_member")
    return words.tables["records.origins"][fact.origin]


def _doubt(doubt: Doubt, words: Words, zone: tzinfo | None) -> str:
    """Say since when a fact is in doubt, and because of what."""
    start, ground = day(doubt.since, zone), escaped(doubt.because.rstrip(PLAIN_STOPS))
    if not ground:
        return words("shared.doubt_unsaid", start=start)
    if doubt.reason == "wrong":
        return words("shared.doubt_wrong", start=start, ground=ground)
    return words("shared.doubt_ended", start=start, ground=ground)


def over_lines(over: Iterable[Ended], words: Words, zone: tzinfo | None) -> list[str]:
    """Say of each thing that a message states and that is not so any more since when, and what is so now."""
    return [_over(one, words, zone) for one in over]


def _over(ended: Ended, words: Words, zone: tzinfo | None) -> str:
    """Say what a message states that is not so any more, since when, and what is so now."""
    what, instead = (escaped(one.rstrip(PLAIN_STOPS)) for one in (ended.statement, ended.instead))
    if ended.reason == "replaced":
        return words("shared.over_replaced", instead=instead)
    if ended.reason == "wrong":
        text = words("shared.over_wrong", what=what)
    else:
        text = words("shared.over_ended", start=day(ended.since, zone), what=what)
    return text + (words("shared.over_now", instead=instead) if instead else "")


def _mark(record: Fact | Hit, words: Words, visit: Visit) -> str:
    if _is_concluded(record):
        return f" :gray-badge[{words('shared.concluded')}]"
    return f" :gray-badge[{words('shared.by_rules')}]" if _stands_out(record, visit) else ""


def reading_hint(record: Fact | Hit, words: Words, visit: Visit) -> str | None:
    """Return what the mark of a record means that was concluded, or read by rules.

    It is None for a record without such a mark.
    """
    if _is_concluded(record):
        return words("shared.concluded_hint")
    return words("shared.by_rules_hint") if _stands_out(record, visit) else None


def _stands_out(record: Fact | Hit, visit: Visit) -> bool:
    """Return whether rules read a record though there is a model.

    Without one they read all, as the sidebar says.
    """
    return record.extractor == "rule" and visit.has_model


def _is_concluded(record: Fact | Hit) -> bool:
    """Return whether nobody said it, but reflection drew it from what was said."""
    return record.kind is FactKind.INSIGHT if isinstance(record, Fact) else record.is_conclusion


def said_at(message: Message, zones: Zones) -> str:
    """Return when a message was said, in the zone its time was given in, if that is known."""
    return zones.minute(message.created_at, message.metadata.get(ZONE_KEY))


def minute(time: datetime, zone: tzinfo | None) -> str:
    """Return a time to the minute."""
    return time.astimezone(zone).strftime("%Y-%m-%d %H:%M")


def day(time: datetime, zone: tzinfo | None) -> str:
    """Return a time to the day; of midnight in UTC only the date is known, and it is the same everywhere."""
    if f"{time.astimezone(UTC):%H%M%S%f}".strip("0") == "":
        zone = UTC
    return time.astimezone(zone).strftime("%Y-%m-%d")
