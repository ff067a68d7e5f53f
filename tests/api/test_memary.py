"""Journeys through the facade, as a program that uses memary walks them, over each store."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from support.model_server import ModelServer
from support.records import fresh_user
from support.small_embedder import SmallEmbedder

from memary import Memary
from memary.errors import EmbeddingMismatchError, InputError, NotFoundError, StoreUnavailableError
from memary.queries import SummaryQuery
from memary.types import MessageState

CANARY = "xylophonequartz"
Open = Callable[..., Memary]


@pytest.fixture(params=["sqlite-memory", "sqlite-file", "neo4j"])
def opening(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Open]:
    """Opens memories over one kind of store; the same place each time, but for the one in memory."""
    address = request.getfixturevalue("neo4j_address") if request.param == "neo4j" else None
    stores = {"sqlite-memory": "sqlite:///:memory:", "sqlite-file": f"sqlite:///{tmp_path}/memary.db"}
    with ExitStack() as stack:

        def opens(**options: Any) -> Memary:
            defaults: dict[str, Any] = {"worker": False, "embedding": SmallEmbedder()}
            if address:
                defaults |= address.options
            store = address.uri if address else stores[request.param]
            return stack.enter_context(Memary.open(store, **(defaults | options)))

        yield opens


@pytest.fixture
def memory(opening: Open) -> Memary:
    """An open memory without a language model."""
    return opening()


@pytest.fixture
def user() -> str:
    """A user nobody else has."""
    return fresh_user()


def known(memory: Memary, user: str, **options: Any) -> set[tuple[str, str, str]]:
    return {(f.subject, f.predicate, f.object) for f in memory.facts.list(user_id=user, **options)}


def test_what_was_said_is_found_and_known(memory: Memary, user: str) -> None:
    said = {
        "content": "My name is Ada. I moved to Berlin.",
        "created_at": "2026-05-01T09:00:00Z",
        "metadata": {"k": "v"},
    }
    receipt = memory.add(said, user_id=user, session_id="s1")
    assert receipt.pending == 1
    (hit,) = memory.search("Berlin", user_id=user, kinds={"message"})
    assert (hit.id, hit.metadata) == (receipt.ids[0], {"k": "v"})
    report = memory.flush(user_id=user)
    assert (report.done, report.pending, report.facts_added) == (1, 0, 2)
    assert ("Ada", "lives_in", "Berlin") in known(memory, user, about="Ada")
    facts = memory.search("Where does Ada live? Berlin", user_id=user, kinds={"fact"})
    assert facts[0].source_ids == receipt.ids


def test_one_kind_may_be_named_alone_and_what_is_no_number_is_told(memory: Memary, user: str) -> None:
    memory.add("I moved to Berlin.", user_id=user)
    assert [hit.kind for hit in memory.search("Berlin", user_id=user, kinds="message")] == ["message"]
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"top_k": "3"}, "top_k is '3': give a whole number"),
        ({"token_budget": 1.5}, "token_budget is 1.5: give a whole number"),
        ({"kinds": "facts"}, "kinds is 'facts': give 'message', 'fact', 'entity', 'run' or a list"),
    ]
    for options, sentence in wrong:
        with pytest.raises(InputError, match=sentence):
            memory.search("Berlin", user_id=user, **options)


def test_health_tells_what_waits(opening: Open, user: str) -> None:
    memory = opening(worker=False)
    memory.add("I moved to Berlin.", user_id=user)
    health = memory.admin.health()
    assert (health.store, health.chat_model) == (memory.core.store.location, None)
    assert health.stats.pending >= 1
    assert health.next_due is not None
    assert f"{health.store} answers; offline; " in str(health)
    memory.flush(user_id=user)
    assert memory.admin.dead_letters(user_id=user) == []


def test_while_it_closes_no_worker_is_started(opening: Open, user: str, caplog: pytest.LogCaptureFixture) -> None:
    memory = opening(worker=True, linger=0)
    stop = memory.core.store.aclose

    async def close_late() -> None:
        memory.core.ensure_worker()  # as an add does that came just before
        await stop()

    memory.core.store.aclose = close_late
    memory.add("I moved to Berlin.", user_id=user)
    memory.close()
    assert caplog.text == ""


def test_moving_house_keeps_the_past(memory: Memary, user: str) -> None:
    for day, city in (("2024-01-01", "Rome"), ("2025-01-01", "Oslo")):
        memory.add({"content": f"I live in {city}.", "created_at": f"{day}T00:00:00Z"}, user_id=user)
        memory.flush(user_id=user)
    assert known(memory, user) == {("User", "lives_in", "Oslo")}
    assert known(memory, user, as_of=datetime(2024, 6, 1, tzinfo=UTC)) == {("User", "lives_in", "Rome")}
    (oslo,) = memory.facts.list(user_id=user)
    actions = [row.action.value for row in memory.facts.history(user_id=user, id=oslo.id)]
    assert actions == ["UPDATE"]
    (rome,) = [fact for fact in memory.facts.list(user_id=user, include_past=True) if fact.object == "Rome"]
    assert oslo.supersedes == (rome.id,)
    assert [row.action.value for row in memory.facts.history(user_id=user, id=rome.id)] == ["ADD", "UPDATE"]


def test_the_same_message_is_kept_once(memory: Memary, user: str) -> None:
    said = {"content": "I live in Rome.", "created_at": "2024-01-01T00:00:00Z"}
    first = memory.add(said, user_id=user)
    memory.flush(user_id=user)
    again = memory.add(said, user_id=user)
    assert (again.ids, again.pending) == (first.ids, 0)
    assert len(memory.add(["Hello.", "Hello."], user_id=user).ids) == 2
    memory.flush(user_id=user)
    stats = memory.admin.stats(user_id=user)
    assert (stats.messages, stats.facts) == (3, 1)


def test_users_do_not_meet(memory: Memary, user: str) -> None:
    other = fresh_user("other")
    memory.add("I live in Rome.", user_id=user)
    memory.add("I live in Oslo.", user_id=other)
    memory.flush(user_id=user)
    memory.flush(user_id=other)
    assert known(memory, user) == {("User", "lives_in", "Rome")}
    assert [hit.text for hit in memory.search("I live in Oslo", user_id=user, kinds={"message"})] == [
        "I live in Rome."
    ]
    (fact,) = memory.facts.list(user_id=other)
    with pytest.raises(NotFoundError):
        memory.facts.history(user_id=user, id=fact.id)
    with pytest.raises(NotFoundError):
        memory.forget(user_id=user, fact_id=fact.id)


def test_counts_follow_the_stream(memory: Memary, user: str) -> None:
    for number in range(4):
        memory.add(f"I met Emma Stone again, time {number}.", user_id=user)
        memory.flush(user_id=user)
    (emma,) = [row for row in memory.entities.list(user_id=user) if row.entity.name == "Emma Stone"]
    stream = memory.stream.entries(user_id=user)
    assert emma.count == len([1 for _, entity in stream if entity.id == emma.entity.id]) == 4
    assert emma.last_at == max(mention.at for mention, _ in stream)


def test_stored_without_infer_nothing_is_read(memory: Memary, user: str) -> None:
    assert memory.add("I live in Rome.", user_id=user, infer=False).pending == 0
    memory.flush(user_id=user)
    assert (known(memory, user), memory.messages.list(user_id=user)[0].state) == (set(), MessageState.STORED)


def test_finished_messages_can_be_read_again_without_doubling(memory: Memary, user: str) -> None:
    memory.add(["I live in Rome.", "I love tea.", "I hate tea."], user_id=user)
    memory.flush(user_id=user)
    before = known(memory, user), known(memory, user, include_past=True)
    assert memory.admin.replay(user_id=user, everything=True) == 3
    memory.flush(user_id=user)
    assert (known(memory, user), known(memory, user, include_past=True)) == before
    assert len(memory.facts.list(user_id=user, include_past=True)) == len(before[1])


@pytest.mark.parametrize("bad", ["", "   ", "a\nb", "x" * 300])
def test_a_bad_user_is_refused_everywhere(memory: Memary, bad: str) -> None:
    calls: list[Callable[[], object]] = [
        lambda: memory.add("hi", user_id=bad),
        lambda: memory.search("hi", user_id=bad),
        lambda: memory.facts.list(user_id=bad),
        lambda: memory.forget(user_id=bad),
        lambda: memory.facts.add([], user_id=bad),
    ]
    for call in calls:
        with pytest.raises(InputError, match=r"user_id is .*: (give|take out)"):
            call()


def test_an_unknown_user_has_an_empty_memory(memory: Memary, user: str) -> None:
    assert memory.search("anything", user_id=user) == []
    assert memory.facts.list(user_id=user) == []
    assert memory.entities.list(user_id=user) == []
    assert memory.flush(user_id=user).done == 0
    for lost in (lambda: memory.forget(user_id=user), lambda: memory.entities.graph("Ada", user_id=user)):
        with pytest.raises(NotFoundError):
            lost()


def test_async_twins_do_the_same(memory: Memary, user: str) -> None:
    async def journey() -> list[str]:
        await memory.aadd("I live in Rome.", user_id=user)
        await memory.aflush(user_id=user)
        return [fact.object for fact in await memory.facts.alist(user_id=user)]

    assert asyncio.run(journey()) == ["Rome"]


def test_a_closed_memory_says_so(opening: Open, user: str) -> None:
    memory = opening()
    memory.close()
    memory.close()
    with pytest.raises(StoreUnavailableError, match="closed"):
        memory.add("hi", user_id=user)


# -- forgetting -----------------------------------------------------------------------------------------------------


def told(memory: Memary, user: str) -> dict[str, str]:
    """Three messages in two sessions, with facts of which one is said twice; ids by what they are."""
    ids = [
        memory.add(text, user_id=user, session_id=session, infer=False).ids[0]
        for text, session in (
            (f"My {CANARY} is in Rome.", "s1"),
            ("My piano is in Rome.", "s1"),
            ("As told, the piano is in Rome.", "s2"),
        )
    ]
    memory.facts.add(
        [
            {"subject": "Ada", "predicate": "owns", "object": CANARY, "source_ids": ids[:1]},
            {"subject": "Ada", "predicate": "owns", "object": "piano", "source_ids": ids[1:]},
        ],
        user_id=user,
    )
    facts = {fact.object: fact.id for fact in memory.facts.list(user_id=user)}
    return {
        "canary": ids[0],
        "piano": ids[1],
        "again": ids[2],
        **{f"fact {name}": id_ for name, id_ in facts.items()},
    }


def everything(memory: Memary, user: str, path: Path) -> str:
    """All that memory still holds of a user, the ledger included."""
    memory.export(path, user_id=user)
    return path.read_text(encoding="utf-8")


def test_forgetting_a_message_takes_what_only_it_said(memory: Memary, user: str, tmp_path: Path) -> None:
    ids = told(memory, user)
    manifest = memory.forget(user_id=user, message_id=ids["canary"])
    assert (manifest.messages, manifest.facts, manifest.entities) == (1, 1, 1)
    assert CANARY not in everything(memory, user, tmp_path / "left.jsonl")
    assert known(memory, user) == {("Ada", "owns", "piano")}


def test_a_fact_said_elsewhere_keeps_its_other_source(memory: Memary, user: str) -> None:
    ids = told(memory, user)
    memory.forget(user_id=user, message_id=ids["piano"])
    (piano,) = [fact for fact in memory.facts.list(user_id=user) if fact.object == "piano"]
    assert piano.source_ids == (ids["again"],)
    memory.forget(user_id=user, message_id=ids["again"])
    assert known(memory, user) == {("Ada", "owns", CANARY)}


def test_forgetting_a_session_a_fact_and_an_entity(memory: Memary, user: str, tmp_path: Path) -> None:
    ids = told(memory, user)
    assert memory.forget(user_id=user, session_id="s1").messages == 2
    assert CANARY not in everything(memory, user, tmp_path / "left.jsonl")
    assert memory.forget(user_id=user, fact_id=ids["fact piano"]).facts == 1
    assert known(memory, user) == set()
    memory.facts.add([{"subject": "Ada", "predicate": "knows", "object": "Bob"}], user_id=user)
    manifest = memory.forget(user_id=user, entity="bob")
    assert (manifest.entities, manifest.facts) == (2, 1)  # nothing else speaks of Ada
    with pytest.raises(NotFoundError):
        memory.entities.graph("Bob", user_id=user)


def test_forgetting_a_user_leaves_nothing(memory: Memary, user: str) -> None:
    told(memory, user)
    manifest = memory.forget(user_id=user)
    assert (manifest.messages, manifest.facts) == (3, 2)
    assert user not in memory.admin.users()
    assert memory.search(CANARY, user_id=user) == []


@pytest.mark.parametrize(
    "what", [{"message_id": "nope"}, {"fact_id": "nope"}, {"session_id": "nope"}, {"entity": "nope"}]
)
def test_what_is_not_there_cannot_be_forgotten(memory: Memary, user: str, what: dict[str, str]) -> None:
    told(memory, user)
    with pytest.raises(NotFoundError, match="nope"):
        memory.forget(user_id=user, **what)


def test_only_one_thing_is_forgotten_at_a_time(memory: Memary, user: str) -> None:
    with pytest.raises(InputError, match="Name one thing"):
        memory.forget(user_id=user, fact_id="f", message_id="m")


@pytest.mark.parametrize("what", [{"message_id": "m1"}, {"session_id": "s"}, {"entity": "Rome"}])
def test_an_export_after_forgetting_can_be_imported(what: dict[str, Any], tmp_path: Path) -> None:
    said = [{"content": "I live in Rome.", "id": "m1", "session_id": "s"}, {"content": "I like tea.", "id": "m2"}]
    with Memary.open("sqlite:///:memory:", worker=False) as memory:
        memory.add(said, user_id="ada")
        memory.flush()
        memory.forget(user_id="ada", **what)
        memory.export(tmp_path / "a.jsonl", user_id="ada")
    with Memary.open("sqlite:///:memory:", worker=False) as other:
        other.import_(tmp_path / "a.jsonl")
        other.export(tmp_path / "b.jsonl", user_id="ada")
        assert other.admin.check(user_id="ada") == []
    assert (tmp_path / "b.jsonl").read_bytes() == (tmp_path / "a.jsonl").read_bytes()


def test_after_forgetting_no_byte_of_the_file_holds_the_word(tmp_path: Path) -> None:
    path = tmp_path / "memary.db"
    with ModelServer() as server, open_file(path, server) as memory:
        server.respond(
            json.dumps(
                {
                    "entities": [
                        {
                            "name": "Rex",
                            "type": "animal",
                            "description": f"a {CANARY} dog",
                            "aliases": [f"{CANARY} boy"],
                        }
                    ],
                    "facts": [
                        {
                            "subject": "User",
                            "predicate": "has_pet",
                            "object": "Rex",
                            "statement": f"Rex is a {CANARY}.",
                            "message": 1,
                        }
                    ],
                }
            )
        )
        (id_,) = memory.add(f"Rex is my {CANARY}.", user_id="ada", session_id="s").ids
        memory.flush()
        server.respond(json.dumps({"entities": [{"name": "Rex", "type": "animal"}], "facts": []}))
        memory.add("Rex barks.", user_id="ada", session_id="s")
        memory.flush()
        assert CANARY.encode() in b"".join(file.read_bytes() for file in tmp_path.iterdir())
        memory.forget(user_id="ada", message_id=id_)
        assert [row.entity.name for row in memory.entities.list(user_id="ada")] == ["Rex"]
        assert CANARY.encode() not in b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert CANARY.encode() not in path.read_bytes()


def open_file(path: Path, server: ModelServer, **options: Any) -> Memary:
    return Memary.open(
        f"sqlite:///{path}", base_url=server.base_url, model="scripted", api_key="test", worker=False, **options
    )


# -- moving ---------------------------------------------------------------------------------------------------------


def test_an_export_goes_through_another_store_and_back_without_a_change(
    memory: Memary, user: str, tmp_path: Path
) -> None:
    told(memory, user)
    memory.add(["My name is Ada. I live in Rome.", "我喜欢喝茶。😀"], user_id=user, session_id="s3")
    memory.flush(user_id=user)
    first, second, third = (tmp_path / f"{n}.jsonl" for n in range(3))
    count = memory.export(first, user_id=user)
    with Memary.open("sqlite:///:memory:", worker=False, embedding=SmallEmbedder()) as other:
        assert other.import_(first) == count
        assert other.import_(first) == 0
        other.export(second, user_id=user)
        assert known(other, user) == known(memory, user)
    memory.forget(user_id=user)
    assert memory.import_(second) == count
    memory.export(third, user_id=user)
    texts = [path.read_text(encoding="utf-8").splitlines() for path in (first, second, third)]
    assert texts[0] == texts[1] == texts[2]


def test_what_an_import_would_bring_is_told_before_it_brings_it(memory: Memary, user: str, tmp_path: Path) -> None:
    told(memory, user)
    memory.add("I live in Rome.", user_id=user, session_id="s3")
    memory.flush(user_id=user)
    file, copy = tmp_path / "export.jsonl", fresh_user()
    count = memory.export(file, user_id=user)
    assert memory.import_(file, dry_run=True) == 0
    assert memory.import_(file, as_user=copy, dry_run=True) == count
    assert copy not in memory.admin.users()

    memory.forget(user_id=user, session_id="s3")
    held, read = known(memory, user), list[int]()
    would = memory.import_(file, dry_run=True, on_progress=read.append)

    assert (0 < would < count, sum(read)) == (True, count)
    assert known(memory, user) == held
    assert memory.import_(file) == would


def test_an_import_for_one_user_takes_nothing_of_another(memory: Memary, user: str, tmp_path: Path) -> None:
    theirs, other = tmp_path / "theirs.jsonl", fresh_user()
    memory.add("I live in Rome.", user_id=other)
    memory.export(theirs, user_id=other)
    memory.forget(user_id=other)
    with pytest.raises(InputError, match=f"memory of '{other}', not of user '{user}' alone: nothing was imported"):
        memory.import_(theirs, user_id=user)
    mixed = tmp_path / "mixed.jsonl"
    header, *records = theirs.read_text(encoding="utf-8").splitlines()
    stray = records[-1].replace(other, user).replace('"id":"', '"id":"x')
    mixed.write_text("\n".join([header, *records, "", stray, ""]), encoding="utf-8")
    with pytest.raises(InputError, match=f"'{other}', '{user}'"):
        memory.import_(mixed, user_id=other)
    assert not {user, other} & set(memory.admin.users())
    assert memory.import_(theirs, user_id=other) == len(records)


@pytest.mark.parametrize("line", ["5", "{}", '{"planet": {}}', '{"fact": {"id": 1}}', "no JSON"])
@pytest.mark.words
def test_an_import_for_one_user_names_the_line_that_cannot_be_read(memory: Memary, tmp_path: Path, line: str) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(f'{{"memary": 1, "user_id": "a", "embedding": "test", "dimensions": 8}}\n\n{line}\n')
    with pytest.raises(InputError, match="Line 3"):
        memory.import_(path, user_id="a")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "its first line is no header"),
        ("hello\n", "its first line is no header"),
        ('{"memary": 99, "user_id": "a", "embedding": "e", "dimensions": 1}\n', "update memary"),
        ("HEADER[1, 2]\n", "Line 2"),
        ("HEADER5\n", "Line 2"),
        ('HEADER{"planet": {}}\n', "Line 2"),
        ('HEADER{"fact": {"id": 1}}\n', "Line 2"),
        ('HEADER\n{"message": {}, "fact": {}}\n', "Line 3"),
    ],
)
@pytest.mark.words
def test_what_is_no_export_is_refused_with_its_line(memory: Memary, tmp_path: Path, text: str, sentence: str) -> None:
    header = '{"memary": 1, "user_id": "a", "embedding": "test", "dimensions": 8}\n'
    path = tmp_path / "bad.jsonl"
    path.write_text(text.replace("HEADER", header), encoding="utf-8")
    with pytest.raises(InputError, match=sentence):
        memory.import_(path)


def test_files_that_cannot_be_read_or_written_are_named(memory: Memary, user: str, tmp_path: Path) -> None:
    memory.add("hi", user_id=user)
    for path in (tmp_path, tmp_path / "no" / "folder.jsonl"):
        with pytest.raises(InputError, match="cannot be written"):
            memory.export(path, user_id=user)
        with pytest.raises(InputError, match="cannot be read"):
            memory.import_(path)
    with pytest.raises(NotFoundError):
        memory.export(tmp_path / "x.jsonl", user_id=fresh_user())
    assert list(tmp_path.glob("*.part")) == []


def test_vectors_of_another_model_are_refused_until_they_are_made_anew(tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path}/memary.db"
    with Memary.open(store, worker=False, embedding=SmallEmbedder()) as memory:
        memory.add("I live in Rome.", user_id="ada")
        memory.flush()
    with pytest.raises(EmbeddingMismatchError, match="memary reindex"):
        Memary.open(store, worker=False)
    with Memary.open(store, worker=False, reembed=True) as memory:
        assert memory.admin.reindex() > 0
        assert memory.admin.stats().unembedded == 0
        assert memory.search("Rome", user_id="ada")
    with Memary.open(store, worker=False) as memory:
        assert known(memory, "ada") == {("User", "lives_in", "Rome")}


# -- summaries ------------------------------------------------------------------------------------------------------


def long_talk(memory: Memary, *, turns: int = 30) -> None:
    memory.add(
        [f"Turn {n}: " + "we talk about the harbour and the weather " * 10 for n in range(turns)],
        user_id="ada",
        session_id="s1",
        infer=False,
    )


def test_a_long_talk_is_folded_but_for_its_last_messages(tmp_path: Path) -> None:
    with ModelServer() as server, open_file(tmp_path / "m.db", server, context_tokens=1_000) as memory:
        server.respond("<think>short</think>They talk about a harbour.")
        long_talk(memory)
        assert memory.sessions.fold(user_id="ada", session_id="s1")
        assert server.chat_calls == 1
        window = memory.context("What about the harbour?", user_id="ada", session_id="s1", budget=1_500)
        assert "They talk about a harbour." in str(window)
        assert not memory.sessions.fold(user_id="ada", session_id="s1")
        assert not memory.sessions.fold(user_id="ada", session_id="other")


def test_a_model_that_writes_nothing_leaves_the_old_summary(tmp_path: Path) -> None:
    with ModelServer() as server, open_file(tmp_path / "m.db", server, context_tokens=1_000) as memory:
        server.script("They talk about a harbour.", "<think>Hm, what to write?</think>")
        long_talk(memory)
        memory.sessions.fold(user_id="ada", session_id="s1")
        long_talk(memory)
        assert not memory.sessions.fold(user_id="ada", session_id="s1")
        summary = memory.loop.start(memory.core.store.read, SummaryQuery("ada", "s1")).result()
        assert summary is not None
        assert summary.text == "They talk about a harbour."


def test_messages_that_do_not_fit_one_call_are_folded_in_several(tmp_path: Path) -> None:
    with ModelServer() as server, open_file(tmp_path / "m.db", server, context_window=2_000) as memory:
        server.respond("They talk about the weather in the harbour.")
        long_talk(memory, turns=40)
        assert memory.sessions.fold(user_id="ada", session_id="s1")
        asked = [request.body["messages"][-1]["content"] for request in server.requests]
        assert len(asked) > 1
        assert "Turn 39" not in asked[0]
        assert all(f"Turn {n}: " in "".join(asked) for n in range(35))
        assert not memory.sessions.fold(user_id="ada", session_id="s1")


def test_without_a_model_the_summary_quotes(tmp_path: Path) -> None:
    with Memary.open(f"sqlite:///{tmp_path}/m.db", worker=False, context_tokens=1_000) as memory:
        long_talk(memory)
        assert memory.sessions.fold(user_id="ada", session_id="s1")
        summary = memory.loop.start(memory.core.store.read, SummaryQuery("ada", "s1")).result()
        assert summary is not None
        assert summary.text.startswith("Turn 0: we talk about the harbour")


def test_an_empty_turn_among_others_is_left_out(memory: Memary, user: str) -> None:
    receipt = memory.add(["I live in Berlin.", {"role": "user", "content": ""}, "I like tea."], user_id=user)
    assert [message.content for message in memory.messages.list(user_id=user)] == ["I live in Berlin.", "I like tea."]
    assert len(receipt.ids) == 2


def test_a_refused_batch_names_the_turn_and_keeps_nothing(memory: Memary, user: str) -> None:
    for batch, sentence in (
        (["a", {"role": "wizard", "content": "b"}], "Message 2 of 2 cannot be used: role is 'wizard'"),
        ([{"role": "user", "content": ""}, " "], "All 2 messages are empty"),
    ):
        with pytest.raises(InputError, match=sentence) as refusal:
            memory.add(batch, user_id=user)
        assert str(refusal.value).endswith("Nothing was kept.")
    assert memory.messages.list(user_id=user) == []
