"""What only the tests of the Neo4j store need."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import neo4j
import pytest
from support.neo4j_server import Neo4jAddress


@pytest.fixture(params=["neo4j"])
def store_kind(request: pytest.FixtureRequest) -> str:
    request.getfixturevalue("store_in_neo4j")
    return "neo4j"


@pytest.fixture(scope="module")
async def browser(neo4j_address: Neo4jAddress) -> AsyncIterator[Any]:
    """Runs a statement as a person would in Neo4j Browser."""
    async with neo4j.AsyncGraphDatabase.driver(neo4j_address.uri, auth=neo4j_address.auth) as driver:

        async def run(statement: str, **parameters: Any) -> list[list[Any]]:
            result = await driver.execute_query(statement, parameters)
            return [record.values() for record in result.records]

        yield run
