"""Draw the evidence of what is shown: messages and facts by their ids, each a button that opens it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import streamlit as st

from memary import Fact, Memary, Message
from memary.interfaces.ui.components.records import fact_button, message_button
from memary.interfaces.ui.reads import messages_of, scope_here, wait_for
from memary.interfaces.ui.safe_text import escaped
from memary.interfaces.ui.visit.conversation import Visit
from memary.interfaces.ui.words import Words
from memary.queries import FactQuery, View, in_pages
from memary.types import utc_now

_NAMES = 12

Source = Message | Fact


def read_sources(memory: Memary, user: str, ids: Collection[str]) -> dict[str, Source]:
    """Return a user's messages and facts by their ids.

    What is gone or has expired is left out.

    Raises:
        StoreError: the store could not be used.
    """
    wanted = list(dict.fromkeys(ids))
    found: dict[str, Source] = {}
    for page in in_pages(wanted):
        found |= {one.id: one for one in messages_of(memory, user, page)}
        if rest := [id_ for id_ in page if id_ not in found]:
            asked = FactQuery(scope_here(memory, user), ids=rest, view=View(alive_at=utc_now()))
            facts = wait_for(memory, memory.core.store.read, asked)
            found |= {one.id: one for one in facts}
    return found


def in_order(ids: Iterable[str], found: Mapping[str, Source]) -> list[Source]:
    """Return those of the sources that were found, in the order of these ids."""
    return [found[id_] for id_ in dict.fromkeys(ids) if id_ in found]


def draw_sources(
    sources: Sequence[Source],
    memory: Memary,
    visit: Visit,
    words: Words,
    *,
    place: str,
    most: int = 6,
) -> None:
    """Draw sources as buttons, at most so many, and say how many more there are.

    Messages say what of them is over.

    `place` tells them from other buttons for the same sources.
    """
    said = [one.id for one in sources[:most] if isinstance(one, Message)]
    over = memory.messages.over(said, user_id=visit.user)
    with st.container(gap="xsmall"):
        for source in sources[:most]:
            if isinstance(source, Message):
                message_button(source, visit, words, place=place, over=over.get(source.id, ()))
            else:
                fact_button(source, visit, words, place=place)
    if len(sources) > most:
        st.caption(words("stream.more", count=len(sources) - most))
    if not sources:
        st.caption(words("stream.no_sources"))


def draw_names(names: Sequence[str], words: Words) -> None:
    """Draw names side by side; of many, how many more there are."""
    badges = [f":gray-badge[{escaped(name)}]" for name in names[:_NAMES]]
    if len(names) > _NAMES:
        badges.append(words("stream.more", count=len(names) - _NAMES))
    st.markdown(" ".join(badges))


def draw_heading(text: str, hint: str | None = None) -> None:
    """Draw the heading of a part of a page."""
    st.header(text, anchor=False, help=hint)


def draw_table(rows: Sequence[Mapping[str, str]]) -> None:
    """Draw rows as a table that wraps, with the keys as headings; cells are Markdown."""
    st.table(rows, border="horizontal", hide_index=True)  # pyright: ignore[reportUnknownMemberType]


def unbroken(date: str) -> str:
    """Return a date that stays on one line in a narrow column: browsers break lines at plain hyphens."""
    return date.replace("-", "\N{NON-BREAKING HYPHEN}")


def text_of(source: Source) -> str:
    """Return what a source says."""
    return source.content if isinstance(source, Message) else source.statement


def excerpt(text: str, most: int) -> str:
    """Return the beginning of a text."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
