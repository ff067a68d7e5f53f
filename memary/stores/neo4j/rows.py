"""Records as properties of nodes, and back.

Metadata and the ledger's before and after are JSON texts, since Neo4j has no nested properties. Times are its own
zoned datetimes, vectors lists of floats. A message, an entity or a fact is read as one text, its times as the server
writes them: the driver takes longer for one of its datetimes, or for ten values, than for a text of them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from functools import cache, lru_cache
from typing import Any, TypeVar

import numpy as np

from memary.languages.keys import relation_type
from memary.stores.neo4j.driver.batches import Selection
from memary.stores.neo4j.driver.connection import Row
from memary.stores.neo4j.queries.filters import metadata_entries
from memary.stores.records import (
    BROKEN,
    FACT_FIELDS,
    KEPT_RECORDS,
    SAID_FIELDS,
    damaged,
    grounds_of,
    grounds_text,
    message_of,
    said_of,
    to_stamp,
    to_time,
)
from memary.text import search_keys
from memary.text.record_text import search_terms
from memary.types import (
    DERIVED,
    FOREVER,
    GENERIC,
    VALUE,
    Embedding,
    Entity,
    Fact,
    FactKind,
    HeldPart,
    Mention,
    Message,
    Operation,
    Origin,
    Said,
    Summary,
)
from memary.types.record import construct

Selected = TypeVar("Selected", str, Row)
"""What is read of a node: the text of `selected`, or a map."""

CAPTION_CHARS = 60

_NODE_LABELS = ("__Node__", "__Entity__")
_RESERVED_LABELS = {*_NODE_LABELS, "Entity", "User", "Session", "Message", "Fact", "Operation", "Summary", "Held"} | {
    "EntityKey",
    "MemaryMeta",
    "Chunk",  # what LlamaIndex calls a text node
}
_RESERVED_TYPES = {
    *("HAS_SESSION", "HAS_MESSAGE", "HAS_SUMMARY", "MENTIONS", "SUBJECT", "OBJECT"),
    *("STATED_IN", "DRAWN_FROM", "RESTS_ON", "SUPERSEDES", "CONFLICTS_WITH", "KEY_OF"),
}


_BETWEEN, _WITHIN, _ESCAPED = "\x1f2", "\x1f1", "\x1f0"
"""What stands behind each value of a text, behind each item of a value, and for the character of both within one."""

_MARK = _BETWEEN[0]


def _literal(text: str) -> str:
    return "'" + "".join(f"\\u{ord(char):04X}" if char < " " else char for char in text) + "'"


_LIST, _SCALAR = "[", "."
"""How a list and any other value begin: one in the place of the other is damaged."""

_ITEM = f"replace(toStringOrNull(item), {_literal(_MARK)}, {_literal(_ESCAPED)}) + {_literal(_WITHIN)}"
_VALUE = (
    f"reduce(items = CASE WHEN value IS :: LIST<ANY> THEN '{_LIST}' ELSE '{_SCALAR}' END,"
    f" item IN [] + value | items + {_ITEM})"
)
_VALUES = (
    "reduce(text = '', value IN [name IN split('{names}', ' ') | {node}[name]] | text"
    f" + coalesce({_VALUE}, '') + {_literal(_BETWEEN)}) + {{node}}.id"
)


def selected(model: type[Message | Said | Entity | Fact], node: str = "n") -> str:
    """Return what to select of a node: its values as one text, null where the node is not there any more.

    The driver takes as long for each value of a record as for the text of all of them. The id is read last, for what
    may be removed meanwhile, see `there`.

    All values are read alike, as lists of texts, by names in one text: of an expression for each, or for each kind of
    them, the server would take several times as long to plan a statement. A value that is null is an empty text.
    """
    return _VALUES.format(names=" ".join(_names(model)), node=node)


def joined_texts(values: str) -> str:
    """Return the expression for a list of ids as one text; see `texts_of`."""
    return f"reduce(items = '', item IN {values} | items + item + {_literal(_WITHIN)})"


def split_texts(text: str) -> str:
    """Return the expression for the texts of one that `joined_texts` made, and an empty one."""
    return f"split({text}, {_literal(_WITHIN)})"


def texts_of(text: str) -> list[str]:
    """Return the texts of a list that `joined_texts` made one of."""
    return text.split(_WITHIN)[:-1]


def id_of(selection: str) -> str:
    """Return the id of what `selected` names."""
    return selection.rpartition(_BETWEEN)[2]


def selection(model: type[Message | Said | Entity | Fact]) -> Selection:
    """Return what to select of nodes `n` that several statements find; see `selected`."""
    return Selection(selected(model), id_of)


@cache
def _names(model: type[Message | Said | Entity | Fact]) -> tuple[str, ...]:
    """Return the fields in the order of `selected`; the id comes behind them."""
    return tuple(name for name in _FIELDS[model] if name != "id")


def there(found: Iterable[Selected | None]) -> list[Selected]:
    """Leave out what was removed while it was read: what was read last of a node is missing then.

    A read sees what others commit meanwhile, and the server returns nothing for the properties of a removed node.
    """
    return [each for each in found if each is not None and (isinstance(each, str) or each["user_id"] is not None)]


MESSAGE_TIMES = ("created_at", "added_at", "expires_at")
FACT_TIMES = ("valid_at", "invalid_at", "created_at", "expired_at", "stated_end", "expires_at")
_FIELDS: dict[type[Message | Said | Entity | Fact], tuple[str, ...]] = {
    Message: tuple(Message.model_fields),
    Said: SAID_FIELDS,
    Entity: tuple(Entity.model_fields),
    Fact: FACT_FIELDS,
}
_TIME_LISTS = ("earlier_ends", "changed_at")
_ID_LISTS = ("supersedes", "conflicts_with", "source_ids")


def _one(text: str) -> str | None:
    return text[1 : -len(_WITHIN)].replace(_ESCAPED, _MARK) if text[0] == _SCALAR else None


def _items(text: str) -> list[str] | None:
    return [item.replace(_ESCAPED, _MARK) for item in texts_of(text[1:])] if text[0] == _LIST else None


@lru_cache(maxsize=16_384)
def _stamp(text: str) -> int:
    """Return a time as the server writes it as microseconds since 1970."""
    return to_stamp(datetime.fromisoformat(text.partition("[")[0]))  # behind a bracket stands the name of the zone


_READ: dict[str, Callable[[str], Any]] = {
    **dict.fromkeys((*MESSAGE_TIMES, *FACT_TIMES), lambda text: _stamp(text[1 : -len(_WITHIN)])),
    **dict.fromkeys(("attempts", "importance", "rating"), lambda text: int(text[1 : -len(_WITHIN)])),
    "confidence": lambda text: float(text[1 : -len(_WITHIN)]),
    **dict.fromkeys((*_ID_LISTS, "categories", "aliases"), _items),
    **dict.fromkeys(_TIME_LISTS, lambda text: [*map(_stamp, texts_of(text[1:]))]),
}
"""How the values of a text are read that are no plain texts."""


def _projection(model: type[Operation | Summary | HeldPart]) -> str:
    return "{" + ", ".join(f".{name}" for name in sorted(model.model_fields, key="user_id".__eq__)) + "}"


# map projections: what of a node a record needs, whose it is last, see `there`
OPERATION = _projection(Operation)
SUMMARY = _projection(Summary)
HELD = _projection(HeldPart)
MENTION = "{.entity_id, .source_id, .at, .user_id}"
VECTOR = "{.embedding, .zero_dimensions}"


def owner_token(user_id: str) -> str:
    """Return the user's token in the full-text indexes: the user id as letters and digits."""
    return "u" + hashlib.sha256(user_id.encode()).hexdigest()[:32]


def vector_properties(embedding: Embedding | None) -> Row:
    """Return the properties of a vector, or the mark that there is none.

    A zero vector has no direction and Neo4j refuses to compare it, so only its length is kept.
    """
    if embedding is None:
        return {"embedding": None, "zero_dimensions": None, "unembedded": True, "vector_digest": None}
    digest = vector_digest(embedding)
    vector = np.frombuffer(embedding, dtype="<f4")
    if not vector.any():
        return {"embedding": None, "zero_dimensions": len(vector), "unembedded": None, "vector_digest": digest}
    return {"embedding": vector.tolist(), "zero_dimensions": None, "unembedded": None, "vector_digest": digest}


def vector_digest(embedding: Embedding) -> str:
    """Return what tells whether a vector is another one; those that earlier versions wrote have none."""
    return hashlib.blake2b(embedding, digest_size=12).hexdigest()


def vector_from(row: Row) -> Embedding | None:
    """Return the vector that a node's properties hold."""
    if row["embedding"] is not None:
        return np.asarray(row["embedding"], dtype="<f4").tobytes()
    return bytes(4 * row["zero_dimensions"]) if row["zero_dimensions"] else None


def message_properties(message: Message) -> Row:
    """Return a message as properties."""
    caption = " ".join(message.content.split())
    return (
        _searchable(message)
        | {"meta": metadata_entries(message.metadata)}
        | {
            "role": message.role.value,
            "state": message.state.value,
            "metadata": _to_json(message.metadata),
            "caption": caption if len(caption) <= CAPTION_CHARS else caption[: CAPTION_CHARS - 1] + "…",
        }
    )


def message_from(selection: str, *, strict: bool = False) -> Message:
    """Return a message from what `selected` names; see `message_of`."""
    return message_of(_values(Message, selection), strict=strict)


def said_from(selection: str, user_id: str) -> Said:
    """Return what a message says from what `selected` names."""
    values = _values(Said, selection)
    return said_of(user_id, [values[name] for name in SAID_FIELDS])


def _values(model: type[Message | Said | Entity | Fact], selection: str) -> Row:
    *texts, id_ = selection.split(_BETWEEN)
    values: Row = {"id": id_}
    for name, text in zip(_names(model), texts, strict=True):
        try:
            values[name] = _READ.get(name, _one)(text) if text else None
        except (ValueError, TypeError):  # it is damaged: whoever takes it will see
            values[name] = text
    return values


def entity_properties(entity: Entity) -> Row:
    """Return an entity as properties."""
    return _searchable(entity) | {"categories": list(entity.categories), "aliases": list(entity.aliases)}


def entity_from(selection: str) -> Entity:
    """Return an entity from what `selected` names."""
    values = _values(Entity, selection)
    try:
        values["categories"] = tuple(values["categories"])
        values["aliases"] = tuple(values["aliases"])
        values["created_at"] = to_time(values["created_at"])
    except BROKEN as error:
        raise damaged("entity", values, error) from error
    return construct(Entity, values)


def index_keys(entity: Entity) -> list[str]:
    """Return the keys under which an entity is looked up, as the index holds them."""
    return [index_key(key) for key in search_keys(entity)]


def index_key(key: str) -> str:
    """Return a key as a digest of fixed length, since an index keeps removed values for a while."""
    return hashlib.sha256(key.encode()).hexdigest()


def fact_properties(fact: Fact) -> Row:
    """Return a fact as properties of its node."""
    gone = (ground.gone_at for ground in fact.rests_on if ground.fact_id is None and ground.released_at >= FOREVER)
    return _searchable(fact) | {
        "kind": fact.kind.value,
        "origin": fact.origin.value,
        "supersedes": list(fact.supersedes),
        "conflicts_with": list(fact.conflicts_with),
        "source_ids": list(fact.source_ids),
        "earlier_ends": list(fact.earlier_ends),
        "changed_at": list(fact.changed_at),
        "rests_on": grounds_text(fact),
        "ground_gone_at": min(gone, default=None),  # for who looks at the graph
    }


def fact_from(selection: str) -> Fact:
    """Return a fact from what `selected` names."""
    return _fact(selection)


@lru_cache(KEPT_RECORDS)
def _fact(selection: str) -> Fact:
    values = _values(Fact, selection)
    try:
        for name in FACT_TIMES:
            values[name] = to_time(values[name])
        for name in _ID_LISTS:
            values[name] = tuple(values[name])
        for name in _TIME_LISTS:
            values[name] = tuple(map(to_time, values[name]))
        values["kind"] = FactKind(values["kind"])
        values["origin"] = Origin(values["origin"])
        values["rests_on"] = grounds_of(values["rests_on"])
    except BROKEN as error:
        raise damaged("fact", values, error) from error
    values["in_doubt"] = None
    return construct(Fact, values)


def edge_properties(fact: Fact) -> Row:
    """Return the properties of the relationship for a current fact."""
    return {
        "fact_id": fact.id,
        "statement": fact.statement,
        "kind": fact.kind.value,
        "valid_at": fact.valid_at,
        "invalid_at": None if fact.invalid_at == FOREVER else fact.invalid_at,
        "triplet_source_id": fact.source_ids[0] if fact.source_ids else None,
    }


def is_drawn(fact: Fact, now: datetime) -> bool:
    """Return whether a fact stands between its entities as a relationship: nothing has ended it yet."""
    return fact.expired_at == FOREVER and fact.invalid_at > now


def mention_from(row: Row) -> Mention:
    """Return a mention from the properties of its relationship."""
    return Mention.model_validate(row)


def operation_properties(operation: Operation) -> Row:
    """Return a ledger row as properties."""
    return operation.model_dump() | {
        "action": operation.action.value,
        "before": _to_json(operation.before),
        "after": _to_json(operation.after),
        "source_ids": list(operation.source_ids),
    }


def operation_from(row: Row) -> Operation:
    """Return a ledger row from its properties."""
    return Operation.model_validate({**row, "before": json.loads(row["before"]), "after": json.loads(row["after"])})


def summary_from(row: Row) -> Summary:
    """Return a summary from its properties."""
    return Summary.model_validate(row)


def held_properties(part: HeldPart) -> Row:
    """Return a part held aside as properties."""
    return part.model_dump() | {"counts": _to_json(part.counts)}


def held_from(row: Row) -> HeldPart:
    """Return a part held aside from its properties."""
    return HeldPart.model_validate({**row, "counts": json.loads(row["counts"])})


def entity_labels(entity_type: str) -> list[str]:
    """Return the labels beside `Entity`: those by which other programs know a node, and its type."""
    return [entity_label(entity_type), *(() if entity_type == VALUE else _NODE_LABELS)]


def entity_label(entity_type: str) -> str:
    """Return an entity's type as a label: "work place" becomes `WorkPlace`."""
    words = "".join(c if c.isalnum() else " " for c in entity_type).split()
    label = "".join(word[0].upper() + word[1:] for word in words) or GENERIC.capitalize()
    return f"{label}Entity" if label in _RESERVED_LABELS else label


def edge_type(predicate: str) -> str:
    """Return a predicate as a relationship type, never one of memary's internal types."""
    name = relation_type(predicate)
    return f"{name}_RELATION" if name in _RESERVED_TYPES else name


def _searchable(record: Message | Fact | Entity) -> Row:
    return record.model_dump(exclude=DERIVED) | {
        "owner": owner_token(record.user_id),
        "terms": " ".join(search_terms(record)),
    }


def _to_json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
