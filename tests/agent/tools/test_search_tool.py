"""What the search tool tells a model of the user's graph."""

from __future__ import annotations

import pytest
from support.samples.graphs import edge

from memary import InputError, Memary
from memary.agent.tools.search import LOOKUPS, Lookups, search_tool
from memary.agent.trace import Step
from memary.types import Scope


@pytest.mark.anyio
async def test_a_fact_that_is_past_is_told_with_its_end() -> None:
    with Memary.open("sqlite:///:memory:", worker=False, embedding="hash", timezone="UTC") as memory:
        past = {"valid_at": "2026-01-01T00:00:00Z", "invalid_at": "2026-03-01T00:00:00Z"}
        now = {"valid_at": "2026-03-01T00:00:00Z"}
        facts = [edge("Ada", "lives_in", "Leipzig", **past), edge("Ada", "lives_in", "Graz", **now)]
        await memory.facts.aadd(facts, user_id="ada")
        search = search_tool(memory, Scope(user_id="ada"))
        told = await search.function(query="Where did Ada live in January 2026?")
    assert "- Ada lives in Leipzig. (2026-01-01 to 2026-02-28)" in told
    assert "- Ada lives in Graz. (since 2026-03)" in told


@pytest.mark.anyio
async def test_a_search_that_failed_has_no_statements_of_another() -> None:
    lookups = Lookups()
    LOOKUPS.set(lookups)
    with Memary.open("sqlite:///:memory:", worker=False, embedding="hash") as memory:
        await memory.facts.aadd([edge("Ada", "lives_in", "Graz")], user_id="ada")
        search = search_tool(memory, Scope(user_id="ada"))
        failed = Step(tool="search", arguments={"query": " "}, is_error=True)
        with pytest.raises(InputError):
            await search.function(**failed.arguments)
        found = Step(tool="search", arguments={"query": "Where does Ada live?"})
        await search.function(**found.arguments)
    first, second = lookups.with_statements([failed, found])
    assert (first.statements, bool(second.statements)) == ((), True)
