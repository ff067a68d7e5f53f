"""What of a record is sent to be written: its values in an order that the statement knows.

The driver takes as long for a name as for a value, or for each number of a vector. So a record goes as a list without
names, its times as numbers, and its vector as one text.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from pydantic_core import to_json

from memary.stores.neo4j.driver.connection import Row
from memary.stores.neo4j.rows import FACT_TIMES, MESSAGE_TIMES, vector_digest
from memary.stores.records import to_stamp
from memary.types import DERIVED, Embedding, Fact, Message

NO_VECTOR: list[Any] = [None, None, True, None]
"""What is sent for a vector that is not there."""

_OF_USER = {"user_id": "$user", "owner": "$owner"}
"""What all records of a statement share."""


def numbers_text(vector: Any) -> str:
    """Return the numbers of an array as one text, exactly; see `numbers_in`."""
    return to_json(vector.tolist())[1:-1].decode()


def numbers_in(text: str) -> str:
    """Return the expression for the list of the numbers in a text."""
    return f"toFloatList(split({text}, ','))"


def vector_values(embedding: Embedding | None) -> list[Any]:
    """Return what is sent for a vector; see `rows.vector_properties`."""
    if embedding is None:
        return NO_VECTOR
    vector = np.frombuffer(embedding, dtype="<f4")
    if not vector.any():
        return [None, len(vector), None, vector_digest(embedding)]
    return [numbers_text(vector), None, None, vector_digest(embedding)]


def vector_map(values: str) -> str:
    """Return the map of the properties of a vector that was sent in a list."""
    numbers, zero, unembedded, digest = (f"{values}[{place}]" for place in range(4))
    return (
        f"{{embedding: {numbers_in(numbers)}, zero_dimensions: {zero}, unembedded: {unembedded},"
        f" vector_digest: {digest}}}"
    )


def has_vector(values: str) -> str:
    """Return the condition that what was sent in a list is a vector."""
    return f"{values}[2] IS NULL"


class Values(NamedTuple):
    """The order in which properties of a kind of record are sent.

    Attributes:
        names: what is sent as it is.
        times: what is sent as seconds since 1970 and nanoseconds.
        shared: which parameter of the statement all records have as a property.
    """

    names: tuple[str, ...]
    times: tuple[str, ...]
    shared: Mapping[str, str]

    def of(self, properties: Row) -> list[Any]:
        """Return the values of properties."""
        values = [properties[name] for name in self.names]
        for name in self.times:
            seconds, microseconds = divmod(to_stamp(properties[name]), 1_000_000)
            values += (seconds, 1_000 * microseconds)
        return values

    def properties(self, values: str) -> str:
        """Return the map of the properties that were sent in a list."""
        return f"{{{self._pairs(values)}}}"

    def with_vector(self, values: str, vector: str) -> str:
        """Return the map of the properties that were sent in a list, and of the vector in another."""
        return f"{{{self._pairs(values)}, {vector_map(vector)[1:]}"

    def place(self, name: str) -> int:
        """Return at which place of the list a property is."""
        return self.names.index(name)

    def _pairs(self, values: str) -> str:
        pairs = [f"{name}: {parameter}" for name, parameter in self.shared.items()]
        pairs += [f"{name}: {values}[{place}]" for place, name in enumerate(self.names)]
        for number, name in enumerate(self.times):
            place = len(self.names) + 2 * number
            pairs.append(f"{name}: datetime({{epochSeconds: {values}[{place}], nanosecond: {values}[{place + 1}]}})")
        return ", ".join(pairs)


def _values(
    model: type[Message | Fact], times: tuple[str, ...], further: tuple[str, ...], shared: Mapping[str, str]
) -> Values:
    without = {*DERIVED, *times, *shared}
    return Values((*(name for name in model.model_fields if name not in without), *further), times, shared)


MESSAGE = _values(Message, MESSAGE_TIMES, ("terms", "meta", "caption"), {**_OF_USER, "due_at": "$due_at"})
FACT = _values(Fact, FACT_TIMES, ("terms", "ground_gone_at"), _OF_USER)
