"""The conditions of reads: which of a user's records are meant.

Each function returns conditions on one variable and their parameters. All values are parameters; the texts are ours.
What orders a read is always among the conditions, since an index serves only statements that name all its properties,
and a read that shall stop at its limit orders by all of them too, those that are equal included.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime

from memary.filters import Filter as Wanted
from memary.stores.neo4j.connection import Row
from memary.stores.neo4j.filtering import condition
from memary.types import BEGINNING, FOREVER, MessageState, Role, Scope, When

_SEEN = """
n.valid_at <= $at AND n.created_at <= $known
AND (n.invalid_at > $at OR (n.expired_at > $known AND n.expired_at < $forever AND $at < coalesce(
  head([i IN range(0, size(n.changed_at) - 1) WHERE n.changed_at[i] > $known | n.earlier_ends[i]]), n.stated_end)))
""".strip()


@dataclass(slots=True)
class Filter:
    """Conditions that must all hold, with the values that they name."""

    conditions: list[str] = field(default_factory=list[str])
    parameters: Row = field(default_factory=dict[str, object])

    def add(self, condition: str, **parameters: object) -> None:
        """Add a condition with its values."""
        self.conditions.append(condition)
        self.parameters.update(parameters)

    def add_period(self, name: str, since: datetime | None, until: datetime | None) -> None:
        """Keep what lies in a period, `since` inclusive, `until` exclusive."""
        # a lower bound always, since an index gives its order only after a range
        self.add(f"{name} >= $since", since=since or BEGINNING)
        if until is not None:
            self.add(f"{name} < $until", until=until)

    def add_known(self, time: str, known_at: datetime | None) -> None:
        """Keep what memory knew at `known_at`; `time` is the expression that says since when it knew."""
        if known_at is not None and known_at < FOREVER:
            self.add(f"{time} <= $known", known=known_at)

    def add_seen(self, when: When | None) -> None:
        """Keep facts `n` that are seen then; see `Fact.is_visible`."""
        if when is not None and when.known_at < FOREVER:
            self.add(_SEEN, at=when.true_at, known=when.known_at, forever=FOREVER)
        elif when is not None:
            self.add("n.valid_at <= $at AND n.invalid_at > $at", at=when.true_at)

    def add_alive(self, at: datetime | None) -> None:
        """Keep records `n` that have not expired by then."""
        if at is not None:
            self.add("n.expires_at > $alive", alive=at)

    def add_wanted(self, wanted: Wanted | None, label: str) -> None:
        """Keep records `n` of a label for which a caller's filter holds."""
        if wanted is not None:
            text, parameters = condition(wanted, label)
            self.add(text, **parameters)

    @property
    def text(self) -> str:
        """The conditions as one."""
        return " AND ".join(self.conditions)


def message_filter(
    scope: Scope,
    *,
    ids: Collection[str] | None = None,
    states: Collection[MessageState] | None = None,
    roles: Collection[Role] | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    known_at: datetime | None = None,
    where: Wanted | None = None,
    alive_at: datetime | None = None,
) -> Filter:
    """Conditions on messages `n`."""
    chosen = Filter()
    chosen.add("n.user_id = $user", user=scope.user_id)
    chosen.add_period("n.created_at", since, until)
    if ids is None:
        chosen.add("n.id IS NOT NULL")
    else:
        chosen.add("n.id IN $ids", ids=list(ids))
    if states is not None:
        chosen.add("n.state IN $states", states=[state.value for state in states])
    if roles is not None:
        chosen.add("n.role IN $roles", roles=[role.value for role in roles])
    chosen.add_known("n.added_at", known_at)
    chosen.add_alive(alive_at)
    chosen.add_wanted(where, "Message")
    _narrow(chosen, scope, "n", "{}")
    return chosen


def fact_filter(
    scope: Scope,
    *,
    when: When | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    where: Wanted | None = None,
    alive_at: datetime | None = None,
) -> Filter:
    """Conditions on facts `n`."""
    chosen = Filter()
    chosen.add("n.user_id = $user", user=scope.user_id)
    chosen.add_period("n.valid_at", since, until)
    chosen.add("n.id IS NOT NULL")
    chosen.add_seen(when)
    chosen.add_alive(alive_at)
    chosen.add_wanted(where, "Fact")
    _narrow(chosen, scope, "source", "EXISTS {{ (n)-[:STATED_IN]->(source:Message) WHERE {} }}")
    return chosen


def entity_filter(scope: Scope, *, known_at: datetime | None = None, where: Wanted | None = None) -> Filter:
    """Conditions on entities `n`."""
    chosen = Filter()
    chosen.add("n.user_id = $user AND n.id IS NOT NULL", user=scope.user_id)
    chosen.add_known("n.created_at", known_at)
    chosen.add_wanted(where, "Entity")
    _narrow(chosen, scope, "source", "EXISTS {{ (n)<-[:MENTIONS]-(source:Message) WHERE {} }}")
    return chosen


def mention_filter(
    scope: Scope,
    *,
    entity_ids: Collection[str] | None = None,
    source_ids: Collection[str] | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    known_at: datetime | None = None,
    alive_at: datetime | None = None,
) -> Filter:
    """Conditions on mentions `(source)-[m]->()`."""
    chosen = Filter()
    chosen.add("m.user_id = $user", user=scope.user_id)
    chosen.add_period("m.at", since, until)
    for name, wanted in (("entity_id", entity_ids), ("source_id", source_ids)):
        if wanted is None:
            chosen.add(f"m.{name} IS NOT NULL")
        elif len(wanted) == 1:  # then an index that starts with it gives the order
            chosen.add(f"m.{name} = ${name}", **{name: next(iter(wanted))})
        else:
            chosen.add(f"m.{name} IN ${name}s", **{f"{name}s": list(wanted)})
    chosen.add_known("coalesce(source.added_at, source.created_at)", known_at)  # of a message, of a fact
    if alive_at is not None:
        chosen.add("source.expires_at > $alive", alive=alive_at)
    _narrow(chosen, scope, "source", "source:Message AND {}")
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
