"""The conditions of reads: which of a user's records are meant.

Each function returns conditions on one variable and their parameters. All values are parameters; the texts are ours.
What orders a read is always among the conditions, since an index serves only statements that name all its properties,
and a read that shall stop at its limit orders by all of them too, those that are equal included.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from memary.filters import Filter as Wanted
from memary.queries import CountQuery, MentionQuery, MessageQuery, Place, SearchQuery, View, earliest
from memary.stores.neo4j.driver.connection import Row
from memary.stores.neo4j.queries.filters import ENDED, condition
from memary.types import BEGINNING, FOREVER, VALUE, Fact, Message, Role, Said, Scope

_SEEN = """
n.valid_at <= $at AND n.created_at <= $known
AND (n.invalid_at > $at OR (n.expired_at > $known AND n.expired_at < $forever AND $at < coalesce(
  head([i IN range(0, size(n.changed_at) - 1) WHERE n.changed_at[i] > $known | n.earlier_ends[i]]), n.stated_end)))
""".strip()

_AHEAD = "n.invalid_at > $at AND (n.valid_at <= $at OR (n.valid_at < n.invalid_at AND n.expired_at >= $forever))"

_ENDED_INDEX = "USING INDEX SEEK n:Fact(user_id, invalid_at, valid_at, id)"


@dataclass(slots=True)
class Filter:
    """Conditions that must all hold, with the values that they name."""

    conditions: list[str] = field(default_factory=list[str])
    always: list[str] = field(default_factory=list[str])  # what holds of every record: an index asks for it
    parameters: Row = field(default_factory=dict[str, object])
    hint: str = ""  # which index the server is to use, where it cannot tell that few pass

    def add(self, condition: str, **parameters: object) -> None:
        """Add a condition with its values."""
        self.conditions.append(condition)
        self.parameters.update(parameters)

    def add_always(self, condition: str, **parameters: object) -> None:
        """Add what holds of every record, so that an index is used that has its property."""
        self.always.append(condition)
        self.parameters.update(parameters)

    def add_period(self, name: str, since: datetime | None, until: datetime | None) -> None:
        """Keep what lies in a period, `since` inclusive, `until` exclusive."""
        # a lower bound always, since an index gives its order only after a range
        add = self.add if since else self.add_always
        add(f"{name} >= $since", since=since or BEGINNING)
        if until is not None:
            self.add(f"{name} < $until", until=until)

    def add_before(self, name: str, place: Place | None) -> None:
        """Keep records `n` that stand before a place in the order of a time and id, if one is given."""
        if place is not None:
            self.add(  # the first bound alone is one for an index
                f"{name} <= $before_at AND ({name} < $before_at OR n.id < $before_id)",
                before_at=place.at,
                before_id=place.id,
            )

    def add_among(self, name: str, parameter: str, wanted: Collection[str]) -> None:
        """Keep what has one of some values."""
        if len(wanted) == 1:  # then an index that starts with it gives the order
            self.add(f"{name} = ${parameter}", **{parameter: next(iter(wanted))})
        else:
            self.add(f"{name} IN ${parameter}s", **{f"{parameter}s": list(wanted)})

    def add_known(self, time: str, known_at: datetime) -> None:
        """Keep what memory knew at `known_at`; `time` is the expression that says since when it knew."""
        if known_at < FOREVER:
            self.add(f"{time} <= $known", known=known_at)

    def add_seen(self, view: View) -> None:
        """Keep facts `n` that the view shows; see `Fact.is_visible`."""
        if view.true_at is None:
            self.add_known("n.created_at", view.known_at)
        elif view.known_at < FOREVER:
            self.add(_SEEN, at=view.true_at, known=view.known_at, forever=FOREVER)
        elif view.ahead:
            self.add(_AHEAD, at=view.true_at, forever=FOREVER)
        else:
            self.add("n.valid_at <= $at AND n.invalid_at > $at", at=view.true_at)

    def add_alive(self, at: datetime | None) -> None:
        """Keep records `n` that have not expired by then."""
        if at is not None:
            self.add("n.expires_at > $alive", alive=at)

    def add_wanted(self, wanted: Wanted | None, label: str) -> None:
        """Keep records `n` of a label for which a caller's filter holds."""
        if wanted is not None:
            text, parameters = condition(wanted, label)
            self.add(text, **parameters)
            if text.startswith(ENDED):
                self.hint = _ENDED_INDEX

    @property
    def text(self) -> str:
        """Return the conditions joined by AND, for records that an index finds."""
        return " AND ".join((*self.conditions, *self.always))

    @property
    def of_found(self) -> str:
        """Return the conditions joined by AND, for records that are found already."""
        return " AND ".join(self.conditions)


def message_filter(query: MessageQuery, *, roles: Collection[Role] | None = None) -> Filter:
    """Return conditions on messages `n`."""
    view = query.view
    chosen = Filter()
    chosen.add("n.user_id = $user", user=query.scope.user_id)
    until = earliest(query.until, view.until)
    if query.ids is None or query.since or until:  # else the index of times would be read for a few ids
        chosen.add_period("n.created_at", query.since, until)
    chosen.add_before("n.created_at", query.before)
    if query.ids is None:
        chosen.add_always("n.id IS NOT NULL")
    else:
        chosen.add("n.id IN $ids", ids=list(query.ids))
    if query.digests is not None:
        chosen.add("n.digest IN $digests", digests=list(query.digests))
    if query.states is not None:
        chosen.add("n.state IN $states", states=[state.value for state in query.states])
    if roles is not None:
        chosen.add("n.role IN $roles", roles=[role.value for role in roles])
    chosen.add_known("n.added_at", view.known_at)
    chosen.add_alive(view.alive_at)
    chosen.add_wanted(view.where, "Message")
    _narrow(chosen, query.scope, "n", "{}")
    return chosen


def fact_filter(scope: Scope, view: View, *, since: datetime | None = None, until: datetime | None = None) -> Filter:
    """Return conditions on facts `n`."""
    chosen = Filter()
    chosen.add("n.user_id = $user", user=scope.user_id)
    chosen.add_period("n.valid_at", since, until)
    chosen.add_always("n.id IS NOT NULL")
    chosen.add_seen(view)
    chosen.add_alive(view.alive_at)
    chosen.add_wanted(view.where, "Fact")
    _narrow(chosen, scope, "source", "EXISTS {{ (n)-[:STATED_IN]->(source:Message) WHERE {} }}")
    return chosen


def entity_filter(scope: Scope, view: View) -> Filter:
    """Return conditions on entities `n`."""
    chosen = Filter()
    chosen.add("n.user_id = $user", user=scope.user_id)
    chosen.add_always("n.id IS NOT NULL")
    chosen.add_known("n.created_at", view.known_at)
    chosen.add_wanted(view.where, "Entity")
    _narrow(chosen, scope, "source", "EXISTS {{ (n)<-[:MENTIONS]-(source:Message) WHERE {} }}")
    return chosen


def search_filter(query: SearchQuery[Any]) -> Filter:
    """Return conditions on the records `n` of a search."""
    scope, view, since, until = query.scope, query.view, query.since, query.until
    if query.kind in (Message, Said):
        return message_filter(MessageQuery(scope, since=since, until=until, view=view), roles=query.roles)
    if query.kind is Fact:
        return fact_filter(scope, view, since=since, until=until)
    chosen = entity_filter(scope, view)
    chosen.add("n.type <> $value", value=VALUE)
    return chosen


def mention_filter(query: MentionQuery | CountQuery) -> Filter:
    """Return conditions on mentions `(source)-[m]->()`, but for the messages that they are made in."""
    view = query.view
    chosen = Filter()
    chosen.add("m.user_id = $user", user=query.scope.user_id)
    chosen.add_period("m.at", query.since, earliest(query.until, view.until))
    if query.entity_ids is None:
        chosen.add("m.entity_id IS NOT NULL")
    else:
        chosen.add_among("m.entity_id", "entity_id", query.entity_ids)
    chosen.add_known("coalesce(source.added_at, source.created_at)", view.known_at)  # of a message, of a fact
    if view.alive_at is not None:
        chosen.add("source.expires_at > $alive", alive=view.alive_at)
    _narrow(chosen, query.scope, "source", "source:Message AND {}")
    return chosen


def _narrow(chosen: Filter, scope: Scope, message: str, pattern: str) -> None:
    """Keep what belongs to the scope's agent and session, both of which a message has."""
    narrowed = Filter()
    if scope.session_id is not None:
        narrowed.add(f"{message}.session_id = $session", session=scope.session_id)
    if scope.agent_id is not None:
        narrowed.add(f"{message}.agent_id = $agent", agent=scope.agent_id)
    if narrowed.conditions:
        chosen.add(pattern.format(narrowed.text), **narrowed.parameters)
