"""Reads that wait at the same time go to Neo4j as one statement for each user."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from support.neo4j_server import Neo4jAddress
from support.records import NOW

from memary.errors import StoreError
from memary.stores.neo4j.driver.batches import BatchedTransaction, Finish, Selection, joined
from memary.stores.neo4j.driver.connection import Connection, Row, Transaction

pytestmark = pytest.mark.anyio


@pytest.fixture
async def connection(neo4j_address: Neo4jAddress) -> AsyncIterator[Connection]:
    address = neo4j_address
    opened = Connection(address.uri, username=address.username, password=address.password, database="neo4j")
    yield opened
    await opened.aclose()


class Noted(BatchedTransaction):
    """Keeps the texts that go to the server."""

    def __init__(self, transaction: Transaction) -> None:
        super().__init__(transaction)
        self.texts: list[str] = []

    async def answered(self, statement: str, parameters: Row) -> list[Row]:
        self.texts.append(statement)
        return await super().answered(statement, parameters)


async def test_what_is_read_of_each_user_is_one_text_in_whatever_order(connection: Connection) -> None:
    first, second = "RETURN [$user, 1]", "RETURN [$user, 2]"
    asked = (("ada", first), ("bob", second), ("ada", second), ("bob", first))

    async def read(tx: Transaction) -> tuple[list[Any], list[str]]:
        async with Noted(tx) as noted:
            found = await asyncio.gather(*(noted.collected(text, user=user) for user, text in asked))
            return found, noted.texts

    found, texts = await connection.read(read)
    assert found == [["ada", 1], ["bob", 2], ["ada", 2], ["bob", 1]]
    assert (len(texts), len(set(texts))) == (2, 1)


def test_statements_joined_to_one_have_their_own_values_and_equal_lists_and_times_once() -> None:
    statement = "MATCH (n) WHERE n.at = $at AND n.id IN $ids LIMIT $limit RETURN collect(n.id)"
    asked = [
        (statement, {"at": NOW, "ids": ids, "limit": limit}) for ids, limit in ((["a"], 1), (["b"], 1), (["a"], 2))
    ]
    text, values = joined(asked)
    assert values == {"at_0": NOW, "ids_0": ["a"], "limit_0": 1, "ids_1": ["b"], "limit_1": 1, "limit_2": 2}
    assert [text.count(f"${name}") for name in values] == [3, 2, 1, 1, 1, 1]
    assert text.endswith("RETURN list_0, list_1, list_2")


async def test_what_is_selected_of_what_several_find_is_said_once_and_found_by_id(connection: Connection) -> None:
    names = Selection("n.id + ' of ' + n.kind", lambda text: text.partition(" ")[0])
    find = "UNWIND $ids AS id WITH {id: id, kind: $kind} AS n RETURN [collect(n.id), collect(n)]"

    async def read(tx: Transaction) -> tuple[list[Any], list[str]]:
        async with Noted(tx) as noted:
            asked = [noted.selected(find, names, ids=ids, kind="tea") for ids in (["a", "b"], ["b"])]
            found = await asyncio.gather(*asked, noted.collected("RETURN [$one]", one=1))
            return found, noted.texts

    (first, second, plain), (text,) = await connection.read(read)
    assert (first[0], second[0], plain) == (["a", "b"], ["b"], [1])
    assert [first[1], second[1]] == 2 * [{"a": "a of tea", "b": "b of tea"}]
    assert text.count(names.projection) == 1


async def test_what_finishes_several_statements_is_said_once_for_all_of_them(connection: Connection) -> None:
    names = Selection("n.id", str)
    longest = Finish(
        "WITH [id IN one[0] WHERE size(id) <= one[1]] AS ids RETURN ids AS answer, [id IN ids | {id: id}] AS nodes"
    )

    async def read(tx: Transaction) -> tuple[list[Any], list[str]]:
        async with Noted(tx) as noted:
            asked = [
                noted.selected("RETURN [$ids, $chars]", names, longest, ids=ids, chars=chars)
                for ids, chars in ((["a", "bb", "ccc"], 2), (["dd"], 1), (["bb"], 3))
            ]
            return await asyncio.gather(*asked), noted.texts

    found, (text,) = await connection.read(read)
    assert [answer for answer, _ in found] == [["a", "bb"], [], ["bb"]]
    assert {id_ for _, selected in found for id_ in selected} == {"a", "bb"}
    assert text.count("one[1]") == 1


async def test_statements_that_are_sent_together_fail_together(connection: Connection) -> None:
    async def divide(tx: Transaction) -> list[Any]:
        async with BatchedTransaction(tx) as batched:
            asked = (batched.collected("RETURN [1 / $by]", by=by) for by in (1, 0))
            results = await asyncio.gather(*asked, return_exceptions=True)
        first, second = results
        assert isinstance(first, Exception)
        assert first is second
        raise first

    with pytest.raises(StoreError, match="by zero"):
        await connection.read(divide)
    assert await connection.read(lambda tx: tx.collected("RETURN [1]")) == [1]
