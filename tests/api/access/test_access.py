"""Who may use a memory: it, or a client, is paused, archived or only reads, at every door.

And who did is noted.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.neo4j_server import Neo4jAddress
from support.small_embedder import SmallEmbedder
from typer.testing import CliRunner

from memary import AccessDeniedError, ChatAgent, InputError, Memary
from memary.interfaces.cli.app import app
from memary.types import Fact, utc_now


@pytest.fixture(params=["sqlite", "neo4j"])
def memory(request: pytest.FixtureRequest) -> Iterator[Memary]:
    """A memory that notes who reads, over either store."""
    uri, options = "sqlite:///:memory:", dict[str, Any]()
    if request.param == "neo4j":
        address: Neo4jAddress = request.getfixturevalue("neo4j_address")
        uri, options = address.uri, dict(address.options)
    with Memary.open(uri, worker=False, embedding=SmallEmbedder(), access_log=True, **options) as opened:
        opened.add("I live in Berlin.", user_id="ada", session_id="s", wait=True)
        yield opened
        opened.access.set(user_id="ada", state="open", others="write")
        for user in opened.admin.users():
            opened.forget(user_id=user)


def fact_of(memory: Memary) -> Fact:
    return memory.facts.list(user_id="ada")[0]


def reads(memory: Memary, place: Path) -> dict[str, Callable[[], Awaitable[object]]]:
    """Every way to read a user's memory."""
    fact, told = fact_of(memory), {"user_id": "ada"}
    message_id = fact.source_ids[0]
    return {
        "search": lambda: memory.asearch("Where do I live?", **told),
        "context": lambda: memory.acontext("Where do I live?", **told),
        "facts": lambda: memory.facts.alist(**told),
        "fact": lambda: memory.facts.aget(fact.id, **told),
        "history": lambda: memory.facts.ahistory(fact.id, **told),
        "conflicts": lambda: memory.facts.aconflicts(**told),
        "entities": lambda: memory.entities.alist(**told),
        "graph": lambda: memory.entities.agraph("Berlin", **told),
        "map": lambda: memory.entities.amap(**told),
        "near": lambda: memory.entities.anear("Who is in Berlim?", **told),
        "check": lambda: memory.entities.acheck("Berlin?", **told),
        "messages": lambda: memory.messages.alist(**told),
        "message": lambda: memory.messages.aget(message_id, **told),
        "sessions": lambda: memory.sessions.alist(**told),
        "summary": lambda: memory.sessions.asummary(session_id="s", **told),
        "stream": lambda: memory.stream.aentries(**told),
        "themes": lambda: memory.stream.athemes(**told),
        "rewind": lambda: memory.stream.arewind(utc_now(), **told),
        "insights": lambda: memory.insights.alist(**told),
        "profile": lambda: memory.insights.aprofile(**told),
        "runs": lambda: memory.runs.alist(**told),
        "operations": lambda: memory.operations.alist(**told),
        "stats": lambda: memory.admin.astats(**told),
        "usage": lambda: memory.usage.areport(**told),
        "caps": lambda: memory.usage.acaps(**told),
        "export": lambda: memory.aexport(place / "ada.jsonl", **told),
        "chat": lambda: ChatAgent(memory, user_id="ada", keep=False).achat("Where do I live?"),
    }


def writes(memory: Memary) -> dict[str, Callable[[], Awaitable[object]]]:
    """Ways to change a user's memory."""
    fact, told = fact_of(memory), {"user_id": "ada"}
    return {
        "add": lambda: memory.aadd("I like tea.", **told),
        "facts": lambda: memory.facts.aadd([{"subject": "User", "predicate": "likes", "object": "tea"}], **told),
        "rate": lambda: memory.facts.arate(fact.id, rating="negative", **told),
        "update": lambda: memory.facts.aupdate(fact.id, object="Rome", **told),
        "forget": lambda: memory.aforget(fact_id=fact.id, **told),
        "forget all": lambda: memory.aforget(**told),
        "clear": lambda: memory.stream.aclear(**told),
        "flush": lambda: memory.aflush(**told),
        "run": lambda: memory.runs.arecord({"objective": "x"}, **told),
        "chat": lambda: ChatAgent(memory, user_id="ada").achat("I like tea."),
    }


def refused(memory: Memary, ways: dict[str, Callable[[], Awaitable[object]]]) -> set[str]:
    """Try all ways; return those that were refused."""
    found = set[str]()
    for name, way in ways.items():
        try:
            memory.loop.wait(_awaiting(way))
        except AccessDeniedError:
            found.add(name)
    return found


def _awaiting(way: Callable[[], Awaitable[object]]) -> Any:
    async def wait() -> object:
        return await way()

    return wait


def test_deny_all_returns_nothing_by_any_way(memory: Memary, tmp_path: Path) -> None:
    all_reads, all_writes = reads(memory, tmp_path), writes(memory)
    memory.access.set(user_id="ada", others="paused")
    assert refused(memory, all_reads) == set(all_reads)
    assert refused(memory, all_writes) == set(all_writes)
    memory.add("I live in Rome.", user_id="ben", wait=True)
    assert memory.search("Where do I live?", user_id="ben")[0].text == "User lives in Rome."
    memory.access.set(user_id="ada", others="write")
    assert refused(memory, all_reads) == set()


@pytest.mark.one_store
def test_a_client_that_only_reads_changes_nothing(memory: Memary, tmp_path: Path) -> None:
    all_reads, all_writes = reads(memory, tmp_path), writes(memory)
    memory.access.set(user_id="ada", clients={"phone": "read"})
    with memory.access.acting_as("phone"):
        assert refused(memory, all_reads) == set()
        assert refused(memory, all_writes) == set(all_writes)
    assert [fact.object for fact in memory.facts.list(user_id="ada")] == ["Berlin"]


@pytest.mark.one_store
@pytest.mark.parametrize("state", ["paused", "archived"])
def test_a_paused_or_archived_client_meets_nothing_while_others_go_on(
    state: Any, memory: Memary, tmp_path: Path
) -> None:
    all_reads = reads(memory, tmp_path)
    memory.access.set(user_id="ada", clients={"phone": state})
    with memory.access.acting_as("phone"):
        assert refused(memory, all_reads) == set(all_reads)
    assert memory.search("Where do I live?", user_id="ada")


@pytest.mark.one_store
def test_a_paused_memory_is_closed_to_all_and_an_archived_one_is_only_read(memory: Memary, tmp_path: Path) -> None:
    all_reads, all_writes = reads(memory, tmp_path), writes(memory)
    memory.access.set(user_id="ada", state="paused")
    assert refused(memory, {**all_reads}) == set(all_reads)
    memory.access.set(user_id="ada", state="archived")
    assert refused(memory, all_reads) == set()
    assert refused(memory, all_writes) == set(all_writes)
    with pytest.raises(AccessDeniedError, match="is archived, and only read"):
        memory.add("I like tea.", user_id="ada")


@pytest.mark.one_store
def test_what_waits_is_read_by_memory_itself_whoever_added_it(memory: Memary) -> None:
    memory.add("I like Django.", user_id="ada")
    memory.access.set(user_id="ada", others="paused")
    memory.flush()
    memory.access.set(user_id="ada", others="write")
    assert "Django" in {fact.object for fact in memory.facts.list(user_id="ada")}


@pytest.mark.one_store
def test_each_change_is_a_row_of_the_ledger_that_nobody_can_take_back(memory: Memary) -> None:
    memory.access.set(user_id="ada", clients={"phone": "paused"})
    row = next(one for one in reversed(memory.operations.list(user_id="ada")) if one.target_id == "access")
    assert (row.actor, row.reason) == ("library", "memory open; others: write; phone: paused")
    with memory.access.acting_as("tablet"), pytest.raises(InputError, match="cannot be undone: set it again"):
        memory.operations.undo(row.id, user_id="ada")
    assert memory.access.get(user_id="ada").clients["phone"] == "paused"


@pytest.mark.one_store
def test_what_a_broken_import_says_of_access_keeps_everybody_out_until_it_is_said_anew(
    memory: Memary, tmp_path: Path
) -> None:
    memory.access.set(user_id="ada", others="read")
    export = tmp_path / "ada.jsonl"
    memory.export(export, user_id="ada")
    memory.access.set(user_id="ada", others="write")
    export.write_text(export.read_text().replace(r"\"others\":\"read\"", r"\"others\":\"whatever\""))
    memory.import_(export, as_user="eve")
    with pytest.raises(AccessDeniedError):
        memory.search("Where do I live?", user_id="eve")
    memory.access.set(user_id="eve", state="open", others="write")
    assert memory.search("Where do I live?", user_id="eve")


@pytest.mark.one_store
def test_a_client_that_is_kept_out_of_a_memory_acts_in_no_space_for_its_user(memory: Memary) -> None:
    family = memory.spaces.create("Family", user_id="ada")
    memory.access.set(user_id="ada", clients={"phone": "paused", "tablet": "read"})
    ways: list[Callable[[], object]] = [
        lambda: memory.spaces.create("Team", user_id="ada"),
        lambda: memory.spaces.grant("Family", "eve", "owner", user_id="ada"),
        lambda: memory.spaces.rename("Family", "Eve's", user_id="ada"),
        lambda: memory.add("I like tea.", user_id=family.user_id),
        lambda: memory.spaces.delete("Family", user_id="ada"),
    ]
    reads: list[Callable[[], object]] = [
        lambda: memory.spaces.list(user_id="ada"),
        lambda: memory.messages.list(user_id=family.user_id),
    ]
    for way in ways:
        with memory.access.acting_as("tablet"), pytest.raises(AccessDeniedError):
            way()
    with memory.access.acting_as("tablet"):
        for way in reads:
            way()
    for way in (*ways, *reads):
        with memory.access.acting_as("phone"), pytest.raises(AccessDeniedError):
            way()
    memory.spaces.delete("Family", user_id="ada")


@pytest.mark.one_store
def test_the_log_tells_who_read_what_when_and_who_was_refused(memory: Memary) -> None:
    memory.access.set(user_id="ada", clients={"phone": "read"})
    with memory.access.acting_as("phone"):
        memory.facts.list(user_id="ada")
        with pytest.raises(AccessDeniedError):
            memory.add("I like tea.", user_id="ada")
    rows = memory.access.log(user_id="ada", client="phone")
    assert {(row.what, row.refused) for row in rows} >= {("facts", False), ("messages", True)}
    assert all(row.hour <= utc_now() and row.count > 0 for row in rows)
    assert all(not row.role.startswith(("access", "refused")) for row in memory.usage(user_id="ada").rows)


@pytest.mark.one_store
def test_the_log_tells_who_changed_something_about_a_users_spaces(memory: Memary) -> None:
    memory.spaces.create("Family", user_id="ada")
    with memory.access.acting_as("laptop"):
        memory.spaces.rename("Family", "The Novaks", user_id="ada")
    rows = memory.access.log(user_id="ada", client="laptop")
    assert ("spaces", False) in {(row.what, row.refused) for row in rows}
    memory.spaces.delete("The Novaks", user_id="ada")


def test_nothing_is_noted_unless_the_setting_says_so() -> None:
    with Memary.open("sqlite:///:memory:", worker=False) as memory:
        memory.add("I live in Berlin.", user_id="ada")
        assert memory.access.log(user_id="ada") == []


def test_a_change_counts_in_another_process_and_moves_with_an_export(tmp_path: Path) -> None:
    with Memary.open(tmp_path / "a.db", worker=False) as memory:
        memory.add("I live in Berlin.", user_id="ada")
        memory.access.set(user_id="ada", clients={"phone": "paused"})
        memory.export(tmp_path / "ada.jsonl", user_id="ada")
    for file in ("a.db", "b.db"):
        with Memary.open(tmp_path / file, worker=False, client="phone") as memory:
            if file == "b.db":
                memory.import_(tmp_path / "ada.jsonl")
            with pytest.raises(AccessDeniedError, match="the client 'phone', which is paused"):
                memory.search("Berlin", user_id="ada")


def test_nonsense_is_refused() -> None:
    with Memary.open("sqlite:///:memory:", worker=False) as memory:
        with pytest.raises(InputError, match="No change is given"):
            memory.access.set(user_id="ada")
        with pytest.raises(InputError):
            memory.access.set(user_id="ada", state="closed")  # type: ignore[arg-type]
        with pytest.raises(InputError):
            memory.access.acting_as("")


def test_the_command_line_pauses_shows_and_lists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMARY_STORE", f"sqlite:///{tmp_path / 'ada.db'}")
    monkeypatch.setenv("MEMARY_USER", "ada")
    monkeypatch.setenv("MEMARY_ACCESS_LOG", "true")
    run = CliRunner().invoke
    assert run(app, ["add", "I live in Berlin."]).exit_code == 0
    assert "phone: read" in run(app, ["access", "--client", "phone=read"]).output
    assert run(app, ["access", "--state", "paused"]).exit_code == 0
    refused = run(app, ["search", "Berlin"])
    assert refused.exit_code == 1
    assert "is paused" in refused.output
    assert "paused" in run(app, ["access", "--state", "open", "--client", "cli=paused"]).output
    assert "the client 'cli'" in run(app, ["search", "Berlin"]).output
    rows = json.loads(run(app, ["access", "--log", "--json"]).stdout)
    assert {row["client"] for row in rows} == {"cli"}
    assert any(row["refused"] for row in rows)
    assert run(app, ["access", "--client", "phone=everything"]).exit_code == 2
