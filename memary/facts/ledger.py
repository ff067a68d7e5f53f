"""Read the rows of the ledger, and take a decision back.

Pure functions on records. A row holds what one decision changed: facts and entities by id, mentions by entity and
source. A fact or mention that stands in it unchanged is one that the decision rested on. So each record has a chain
through the ledger, from the row that made it to the one that changed it last. To undo a row is to cut it out of these
chains: facts that something later rests on hold it in place; an entity or a mention that something else speaks of
stays, and the next row that speaks of it becomes the one that made it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, cast

from pydantic import JsonValue

from memary.errors import InputError
from memary.types import DERIVED, FOREVER, Action, Entity, Fact, Mention, Operation

MENTIONS = "mentions"
"""The key under which a row holds its mentions."""

GraphRecord: TypeAlias = Entity | Fact | Mention
Key: TypeAlias = str | tuple[str, str]
"""The id of a fact or an entity; the entity and the source of a mention."""


@dataclass(frozen=True, slots=True)
class Change:
    """One record of a row: how the decision found it and how it left it; None where there was none."""

    before: GraphRecord | None
    after: GraphRecord | None

    @property
    def is_made(self) -> bool:
        """Return whether the decision made the record."""
        return self.before is None and self.after is not None


@dataclass(frozen=True, slots=True)
class Present:
    """What there is now of what a row holds, at one revision.

    `needed` are entities that facts or mentions beyond those of the row speak of; `sources` are the messages and
    facts that mentions of the row may rest on; `rows` is the user's ledger, the oldest first.
    """

    records: Mapping[Key, GraphRecord]
    rows: Sequence[Operation]
    needed: Collection[str] = ()
    sources: Collection[str] = ()


@dataclass(slots=True)
class UndoPlan:
    """What undoing a row changes: records put back, records taken away, rows that take over what stays."""

    entities: list[Entity] = field(default_factory=list[Entity])
    facts: list[Fact] = field(default_factory=list[Fact])
    mentions: list[Mention] = field(default_factory=list[Mention])
    operations: dict[str, Operation] = field(default_factory=dict[str, Operation])
    removed_entities: list[str] = field(default_factory=list[str])
    removed_facts: list[str] = field(default_factory=list[str])
    removed_mentions: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])

    def put(self, record: GraphRecord) -> None:
        """Put a record back."""
        match record:
            case Entity():
                self.entities.append(record)
            case Fact():
                self.facts.append(record)
            case Mention():
                self.mentions.append(record)

    def remove(self, record: GraphRecord) -> None:
        """Take a record away."""
        match record:
            case Entity():
                self.removed_entities.append(record.id)
            case Fact():
                self.removed_facts.append(record.id)
            case Mention():
                self.removed_mentions.append((record.entity_id, record.source_id))


def key_of(record: GraphRecord) -> Key:
    """Return the key of a record in a row."""
    return (record.entity_id, record.source_id) if isinstance(record, Mention) else record.id


def before_after(records: Iterable[GraphRecord]) -> dict[str, JsonValue]:
    """Return records as the `before` or the `after` of a row."""
    found = list(records)
    held: dict[str, JsonValue] = {
        record.id: record.model_dump(mode="json", exclude=DERIVED)
        for record in found
        if not isinstance(record, Mention)
    }
    mentions = sorted((one for one in found if isinstance(one, Mention)), key=lambda one: (one.at, *key_of(one)))
    if mentions:
        held[MENTIONS] = [one.model_dump(mode="json") for one in mentions]
    return held


def changes(row: Operation) -> dict[Key, Change]:
    """Return all records of a row, also those that it rested on."""
    before, after = _read(row.before), _read(row.after)
    return {key: Change(before.get(key), after.get(key)) for key in (*before, *(after.keys() - before.keys()))}


def keys_of(row: Operation) -> set[Key]:
    """Return the keys of all records of a row, without reading the records."""
    keys: set[Key] = {key for key in (*row.before, *row.after) if key != MENTIONS}
    return keys | {(str(one["entity_id"]), str(one["source_id"])) for one in _mentions(row)}


def subject_of(row: Operation) -> str:
    """Return the subject of a row: the sentence of its fact, or the name of its entity."""
    target = next((change for key, change in changes(row).items() if key == row.target_id), None)
    return _words(target.after or target.before) if target else ""


def replaced_in(row: Operation) -> list[Fact]:
    """Return what a decision put something else in the place of: facts that it ended, and how it found its own."""
    found: list[Fact] = []
    for key, change in changes(row).items():
        before, after = change.before, change.after
        if not isinstance(before, Fact) or not isinstance(after, Fact):
            continue
        if key == row.target_id:
            is_replaced = row.action is Action.UPDATE and _as_told(before) != _as_told(after)
        else:
            is_replaced = after.expired_at not in (before.expired_at, FOREVER)
        found += [before] if is_replaced else []
    return found


def _as_told(fact: Fact) -> tuple[object, ...]:
    return fact.statement, fact.valid_at, fact.invalid_at


def undone_changes(row: Operation) -> tuple[list[str], list[str]]:
    """Return the records that an undone row had changed, and the facts it had made."""
    changed = [change for change in changes(row).values() if change.before != change.after]
    back = [_words(change.before) for change in changed if isinstance(change.before, Fact | Entity)]
    gone = [_words(change.after) for change in changed if change.is_made and isinstance(change.after, Fact)]
    return back, gone


def plan_undo(row: Operation, present: Present) -> UndoPlan:
    """Return the changes that undo a row.

    Raises:
        InputError: something later was built on it (the message names what to undo first), or it cannot be undone.
    """
    if row.action is Action.FORGET:
        raise InputError(
            f"Operation {row.id} forgot something, which cannot be undone: `memary restore` lists what is held aside."
        )
    found = changes(row)
    ledger = _Ledger(row, found.keys(), present.rows)
    undoing = UndoPlan()
    blocking: list[Operation] = []
    for key, change in found.items():
        if change.before == change.after:
            continue
        blocking += _blocking(key, change, present, ledger)
    if blocking:
        last = max(blocking, key=present.rows.index)
        raise InputError(
            f"Operation {row.id} cannot be undone: operation {last.id} ({last.action}: {last.reason}) was built on "
            f"it. Undo {last.id} first."
        )
    for key, change in found.items():
        _take_back(key, change, present, ledger, undoing)
    return undoing


class _Ledger:
    """The other rows that touch the records of one row, the oldest first."""

    def __init__(self, row: Operation, keys: Collection[Key], rows: Iterable[Operation]) -> None:
        self._before: dict[str, dict[Key, GraphRecord]] = {}
        self._later: set[str] = set()  # a fact that came back is as an earlier row found it, too
        self._of: dict[Key, list[Operation]] = {key: [] for key in keys}
        self._speaking: dict[str, list[Operation]] = {}
        is_later = False
        for other in rows:
            if other.id == row.id:
                is_later = True
                continue
            if is_later:
                self._later.add(other.id)
            for key in self._of.keys() & keys_of(other):
                self._of[key].append(other)
            for entity_id in self._of.keys() & _spoken_of(other):
                self._speaking.setdefault(cast(str, entity_id), []).append(other)

    def built_on(self, key: Key, left: GraphRecord | None) -> list[Operation]:
        """Return the later rows that started from the state this row left."""
        later = [row for row in self._of[key] if row.id in self._later]
        return [row for row in later if left is not None and self._found(row).get(key) == left]

    def _found(self, row: Operation) -> dict[Key, GraphRecord]:
        if row.id not in self._before:
            self._before[row.id] = _read(row.before)
        return self._before[row.id]

    def heir(self, key: Key) -> Operation | None:
        """Return the first other row that names an entity or holds a mention."""
        speaking = self._speaking.get(key, []) if isinstance(key, str) else self._of[key]
        return next(iter(speaking), None)


def _blocking(key: Key, change: Change, present: Present, ledger: _Ledger) -> list[Operation]:
    """Return the rows that must be undone before; none where the record can be taken back.

    Raises:
        InputError: the record was changed by something else than a row.
    """
    if isinstance(change.before, Mention) and change.after is None:
        return []  # an entry that came up again meanwhile is the same one
    now, later = present.records.get(key), ledger.built_on(key, change.after)
    is_fact = isinstance(change.after, Fact)
    if is_fact and later:
        return later
    if now == change.after or (now is not None and change.is_made and not is_fact):
        return []
    if later:
        return later
    if isinstance(change.after, Mention) or (now is None and change.is_made):
        return []  # forgotten since
    raise InputError(
        f"The operation cannot be undone: {_words(change.after or change.before)!r} was changed since by something "
        "that cannot be undone, like forgetting."
    )


def _take_back(key: Key, change: Change, present: Present, ledger: _Ledger, undoing: UndoPlan) -> None:
    now = present.records.get(key)
    if change.before == change.after or (now is None and change.after is not None):
        return
    if change.before is not None:
        if not isinstance(change.before, Mention) or change.before.source_id in present.sources:
            undoing.put(change.before)
        return
    made = cast(GraphRecord, change.after)
    heir = None if isinstance(made, Fact) else ledger.heir(key)
    if isinstance(made, Fact) or (heir is None and key not in present.needed):
        undoing.remove(made)
    elif heir is not None:
        undoing.operations[heir.id] = _inheriting(undoing.operations.get(heir.id, heir), key, made)


def _inheriting(heir: Operation, key: Key, made: GraphRecord) -> Operation:
    """Return a row as if it, and not an earlier row, had made the record."""
    before, after = _read(heir.before), _read(heir.after)
    if before.pop(key, None) is None:
        after.setdefault(key, made)
    return heir.model_copy(update={"before": before_after(before.values()), "after": before_after(after.values())})


def _spoken_of(row: Operation) -> set[str]:
    """Return the entities that a row holds, that a fact of it ends in, or that it mentions."""
    entities = {str(one["entity_id"]) for one in _mentions(row)}
    for document in _documents(row):
        ends = (document["subject_id"], document["object_id"]) if "predicate" in document else (document.get("id"),)
        entities.update(map(str, ends))
    return entities


def _read(held: Mapping[str, JsonValue]) -> dict[Key, GraphRecord]:
    records: dict[Key, GraphRecord] = {}
    for key, document in held.items():
        if key != MENTIONS and isinstance(document, dict):
            records[key] = (Fact if "predicate" in document else Entity).model_validate(document)
    for one in _listed(held):
        mention = Mention.model_validate(one)
        records[key_of(mention)] = mention
    return records


def _documents(row: Operation) -> list[dict[str, Any]]:
    """Return the facts and entities of a row in their stored form."""
    return [
        document
        for held in (row.before, row.after)
        for key, document in held.items()
        if key != MENTIONS and isinstance(document, dict)
    ]


def _mentions(row: Operation) -> list[dict[str, Any]]:
    return [*_listed(row.before), *_listed(row.after)]


def _listed(held: Mapping[str, JsonValue]) -> list[dict[str, Any]]:
    return cast(list[dict[str, Any]], held.get(MENTIONS, []))


def _words(record: GraphRecord | None) -> str:
    match record:
        case Fact():
            return record.statement
        case Entity():
            return record.name
        case _:
            return ""
