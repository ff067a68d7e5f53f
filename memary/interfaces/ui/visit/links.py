"""Read and write the page's address: whose memory, which tab, conversation, entity and fact are shown.

So a page can be reloaded, kept as a bookmark and pointed at. The address is read when a visit begins, and follows
what is looked at from then on.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress

import streamlit as st

from memary import Memary
from memary.errors import NotFoundError
from memary.interfaces.ui.visit.conversation import Visit
from memary.types.spaces import is_space

_FIRST_TAB = "chat"


def arrive(memory: Memary, tabs: Collection[str], *, logged_in: str | None) -> Visit:
    """Return a visit that looks at what the address names.

    Whose memory that is, it may name only where nobody has logged in.
    """
    asked = st.query_params
    user = logged_in or asked.get("user", "").strip() or memory.settings.user
    visit = Visit(memory.settings.user if is_space(user) else user, is_logged_in=logged_in is not None)
    if space := asked.get("space"):
        with suppress(NotFoundError):  # nobody learns whether there is one
            visit.enter(memory.spaces.get(space, user_id=visit.member))
    tab = asked.get("tab", "")
    if tab in tabs:
        visit.to_open = tab
    if session := asked.get("session"):
        visit.sessions[visit.user] = session
    if fact := asked.get("fact"):
        visit.show(fact)
    if (name := asked.get("entity")) and (entity_id := _entity_id(memory, visit.user, name)):
        visit.show_entity(entity_id)
    return visit


def _entity_id(memory: Memary, user: str, name: str) -> str | None:
    """Return the id of an entity that is named by it, by its name or an alias."""
    with suppress(NotFoundError):
        return memory.entities.get(name, user_id=user).id
    with suppress(NotFoundError):
        return next(iter(memory.entities.graph(name, user_id=user, depth=1).seeds), None)
    return None


def follow(visit: Visit, *, own_user: str) -> None:
    """Let the address say what is looked at, as far as it is not what a visit begins with."""
    wanted = {
        "user": visit.member if visit.member != own_user and not visit.is_logged_in else None,
        "space": visit.space.space_id if visit.space else None,
        "tab": visit.page if visit.page != _FIRST_TAB else None,
        "session": visit.session if visit.page == _FIRST_TAB and visit.is_in_older else None,
        "entity": visit.graph.entity if visit.page == "graph" else None,
        "fact": visit.shown.id if visit.shown and visit.shown.whose == visit.user else None,
    }
    for name, value in wanted.items():
        if value and st.query_params.get(name) != value:
            st.query_params[name] = value
        elif not value and name in st.query_params:
            del st.query_params[name]
