"""Choose which facts the facts page lists, in which order: by words, end, relation, date, origin.

A conversation can be chosen, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from typing import Any

import streamlit as st

from memary import Fact, Memary
from memary.interfaces.ui.visit.conversation import Visit
from memary.interfaces.ui.words import Words
from memary.languages.terms import query_terms, term_set

_MEANT = 12
"""How many facts the search by meaning adds to those that hold the words."""

_ORDERS: Mapping[str, tuple[Callable[[Fact], Any], bool]] = {
    "newest": (lambda fact: (fact.valid_at, fact.id), True),
    "oldest": (lambda fact: (fact.valid_at, fact.id), False),
    "learnt": (lambda fact: (fact.created_at, fact.id), True),
    "subject": (lambda fact: (fact.subject.casefold(), fact.predicate, fact.object.casefold()), False),
    "trust": (lambda fact: (fact.rating, fact.importance, fact.confidence, fact.valid_at), True),
}
"""By what facts are ordered, and whether the largest comes first."""


def chosen(facts: Sequence[Fact], memory: Memary, visit: Visit, words: Words) -> list[Fact]:
    """Draw what can be chosen, and return the facts that it leaves, in the order chosen."""
    with st.container(key="facts-choice"):
        return _chosen(facts, memory, visit, words)


def _chosen(facts: Sequence[Fact], memory: Memary, visit: Visit, words: Words) -> list[Fact]:
    user = visit.user
    left, right = st.columns([3, 1], vertical_alignment="bottom")
    with left:
        wanted = st.text_input(
            words("facts.search"),
            key=f"facts-search {user}",
            placeholder=words("facts.search_hint"),
            icon=":material/search:",
        )
    with right:
        orders = words.tables["facts.orders"]
        order = st.selectbox(
            words("facts.order"), list(_ORDERS), key=f"facts-order {user}", format_func=orders.__getitem__
        )
    facts = _narrowed(facts, memory, visit, words)
    by, is_falling = _ORDERS[order]
    facts = sorted(facts, key=by, reverse=is_falling)
    return _found(wanted.strip(), facts, memory, user) if wanted.strip() else facts


def _found(wanted: str, facts: Sequence[Fact], memory: Memary, user: str) -> list[Fact]:
    """Return the facts that hold the words, and after them some that mean the like."""
    terms, plain = query_terms(wanted), wanted.casefold()

    def holds(fact: Fact) -> bool:
        text = f"{fact.statement} {fact.subject} {fact.predicate.replace('_', ' ')} {fact.object}"
        return plain in text.casefold() or (bool(terms) and set(terms) <= term_set(text))

    found = {fact.id: fact for fact in facts if holds(fact)}
    listed = {fact.id: fact for fact in facts}
    hits = memory.search(wanted, user_id=user, kinds={"fact"}, top_k=_MEANT, spaces=[])
    found |= {hit.id: listed[hit.id] for hit in hits if hit.id in listed and hit.id not in found and not hit.weak}
    return list(found.values())


def _narrowed(facts: Sequence[Fact], memory: Memary, visit: Visit, words: Words) -> list[Fact]:
    user, zone = visit.user, visit.zone
    left, middle, right = st.columns(3, vertical_alignment="bottom")
    with left:
        names = {name for fact in facts for name in (fact.subject, fact.object)}
        entity = _choose(words("facts.entity"), sorted(names, key=str.casefold), f"facts-entity {user}", words)
    with middle:
        relations = sorted({fact.predicate for fact in facts})
        key = f"facts-relation {user}"
        relation = _choose(words("facts.relation"), relations, key, words, lambda name: name.replace("_", " "))
    count = sum(
        bool(st.session_state.get(f"facts-{name} {user}")) for name in ("origin", "session", "since", "until")
    )
    label = words("facts.filtered", count=count) if count else words("facts.filters")
    with right, st.popover(label, key="facts-filters", icon=":material/filter_list:", width="stretch"):
        origins = words.tables["records.origins"]
        origin = _choose(
            words("facts.origin"),
            sorted({fact.origin.value for fact in facts}),
            f"facts-origin {user}",
            words,
            origins.__getitem__,
        )
        sessions = [session_id for session_id, _, _ in memory.sessions.list(user_id=user)]

        def titled(session_id: str) -> str:
            return visit.titles.get(session_id, session_id)

        session = _choose(words("facts.session"), sessions, f"facts-session {user}", words, titled)
        since = st.date_input(words("facts.since"), None, key=f"facts-since {user}", format="YYYY-MM-DD")
        until = st.date_input(words("facts.until"), None, key=f"facts-until {user}", format="YYYY-MM-DD")
    said = _said_in(session, memory, user) if session else frozenset[str]()
    return [
        fact
        for fact in facts
        if entity in (None, fact.subject, fact.object)
        and relation in (None, fact.predicate)
        and origin in (None, fact.origin.value)
        and (not session or fact.id in said)
        and _is_between(fact.valid_at.astimezone(zone), since, until)
    ]


def _said_in(session: str, memory: Memary, user: str) -> frozenset[str]:
    facts = memory.facts.list(user_id=user, session_id=session, include_past=True)
    return frozenset(fact.id for fact in facts)


def _is_between(at: datetime, since: date | None, until: date | None) -> bool:
    return (since is None or at.date() >= since) and (until is None or at.date() <= until)


def _choose(
    label: str, options: Sequence[str], key: str, words: Words, named: Callable[[str], str] = str
) -> str | None:
    if st.session_state.get(key) not in (None, *options):  # what was chosen is in sight no more
        st.session_state[key] = None
    return st.selectbox(label, options, index=None, placeholder=words("facts.all"), key=key, format_func=named)
