"""The operations of the graph as a model calls them: checked, reasoned, on a word that ends none of the user's."""

from __future__ import annotations

import pytest
from support.chatting import answer, call
from support.model_server import ModelServer
from support.records import fresh_user

from memary import ChatAgent, InputError, Memary
from memary.agent.tools.graph import graph_tools
from memary.agent.tools.registry import ToolRegistry
from memary.errors import MemaryError


def objects(memory: Memary, user: str) -> list[str]:
    return sorted(fact.object for fact in memory.facts.list(user_id=user))


def registry(memory: Memary, user: str, **options: object) -> ToolRegistry:
    return ToolRegistry(graph_tools(memory, user_id=user, **options))  # type: ignore[arg-type]


def called(memory: Memary, tools: ToolRegistry, tool: str, /, **arguments: object) -> str:
    return memory.loop.start(lambda: tools.call(tool, arguments)).result()


def test_facts_are_related_updated_and_retired_and_each_can_be_undone(either: Memary) -> None:
    user = fresh_user()
    tools = registry(either, user)
    assert "ADD" in called(either, tools, "graph_relate", subject="Mia", relation="works_at", object="Acme")
    fact_id = called(either, tools, "graph_find", name="Mia").partition(":")[0]
    assert "UPDATE" in called(either, tools, "graph_update", fact_id=fact_id, object="Globex")
    assert objects(either, user) == ["Globex"]
    assert {fact.object for fact in either.facts.list(user_id=user, include_past=True)} == {"Acme", "Globex"}
    new_id = called(either, tools, "graph_find", name="Mia").partition(":")[0]
    assert "DELETE" in called(either, tools, "graph_retire", fact_id=new_id)
    assert objects(either, user) == []
    newest = either.operations.list(user_id=user)[-1]
    assert newest.actor == "model"
    either.operations.undo(newest.id, user_id=user)
    assert objects(either, user) == ["Globex"]
    before = len(either.operations.list(user_id=user))
    assert called(either, tools, "graph_keep", reason="all is said") == "Nothing was changed: all is said"
    assert len(either.operations.list(user_id=user)) == before


def test_an_unknown_target_and_wrong_arguments_are_refused_with_a_sentence(memory: Memary) -> None:
    tools = registry(memory, "ada")
    for name, arguments, told in (
        ("graph_update", {"fact_id": "nope", "object": "x"}, "There is no fact 'nope' in the memory of user 'ada'."),
        ("graph_retire", {"fact_id": "nope"}, "There is no fact 'nope'"),
        ("graph_find", {"name": "Zed"}, "There is no entity 'Zed'"),
        ("graph_relate", {"subject": "", "relation": "x", "object": "y"}, "subject"),
        ("graph_retire", {}, "fact_id"),
    ):
        with pytest.raises(MemaryError, match=told):
            called(memory, tools, name, **arguments)
    with pytest.raises(InputError, match="target_id names 'nope', which is not a fact of user 'ada'"):
        memory.facts.add(
            [{"subject": "A", "predicate": "b", "object": "C", "op": "UPDATE", "target_id": "nope"}], user_id="ada"
        )
    assert memory.facts.list(user_id="ada") == []


def test_a_model_ends_nothing_that_the_user_said_unless_it_may(memory: Memary) -> None:
    given = {"subject": "User", "predicate": "lives_in", "object": "Berlin", "origin": "user"}
    (row,) = memory.facts.add([given], user_id="ada")
    called(memory, registry(memory, "ada"), "graph_retire", fact_id=row.target_id)
    called(memory, registry(memory, "ada"), "graph_update", fact_id=row.target_id, object="Rome")
    assert "Berlin" in objects(memory, "ada")
    called(memory, registry(memory, "ada", origin="user"), "graph_update", fact_id=row.target_id, object="Porto")
    assert "Berlin" not in objects(memory, "ada")


def test_an_agent_uses_them_where_it_is_given_them() -> None:
    with ModelServer() as server:
        server.script(call("graph_relate", subject="Mia", relation="works_at", object="Acme"), answer("Noted."))
        with Memary.open(
            "sqlite:///:memory:", base_url=server.base_url, model="scripted", api_key="k", worker=False
        ) as memory:
            assert "graph_relate" not in ChatAgent(memory, user_id="ada").tools
            ChatAgent(memory, user_id="ada", tools=graph_tools(memory, user_id="ada")).chat("Mia works at Acme.")
            assert objects(memory, "ada") == ["Acme"]
