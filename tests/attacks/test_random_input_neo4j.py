"""A few of the attacks on a real Neo4j, which has parsers and limits of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from support.neo4j_server import Neo4jAddress
from support.small_embedder import SmallEmbedder

from attacks import shapes
from attacks.whole import (
    NEIGHBOUR,
    assert_answered_or_refused,
    assert_refused_or_there_for_good,
    settle_neighbour,
)
from memary import Memary


@pytest.fixture(scope="module")
def on_neo4j(neo4j_address: Neo4jAddress) -> Iterator[Memary]:
    """A memory on the server of all tests, for many examples, each of a user of its own."""
    options = neo4j_address.options
    with Memary.open(neo4j_address.uri, worker=False, timezone="UTC", embedding=SmallEmbedder(), **options) as memory:
        settle_neighbour(memory)
        yield memory
        memory.forget(user_id=NEIGHBOUR)


@given(given_messages=shapes.messages())
@shapes.examples(0.05)
def test_messages_are_refused_in_a_sentence_or_there_for_good_on_neo4j(
    on_neo4j: Memary, folder: Path, given_messages: Any
) -> None:
    assert_refused_or_there_for_good(on_neo4j, given_messages, folder)


@given(where=shapes.filters())
@shapes.examples(0.2)
def test_filters_are_refused_in_a_sentence_or_answered_on_neo4j(on_neo4j: Memary, where: Any) -> None:
    assert_answered_or_refused(on_neo4j, where)
