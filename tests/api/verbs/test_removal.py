"""What forgetting takes, and what it leaves."""

from __future__ import annotations

import json
import random
import sqlite3
from contextlib import closing
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from support.model_server import ModelServer
from support.samples.canaries import canary, places_of

from api.verbs.telling import CANARY, known, open_file, told
from memary import Memary
from memary.errors import InputError, NotFoundError
from memary.stores.sqlite.driver import connection
from memary.types import utc_now


def everything(memory: Memary, user: str, path: Path) -> str:
    """All that memory still holds of a user, the ledger included."""
    memory.export(path, user_id=user)
    return path.read_text(encoding="utf-8")


@pytest.mark.one_store
def test_forgetting_a_message_takes_what_only_it_said(memory: Memary, user: str, tmp_path: Path) -> None:
    ids = told(memory, user)
    manifest = memory.forget(user_id=user, message_id=ids["canary"])
    assert (manifest.messages, manifest.facts, manifest.entities) == (1, 1, 1)
    assert CANARY not in everything(memory, user, tmp_path / "left.jsonl")
    assert known(memory, user) == {("Ada", "owns", "piano")}


@pytest.mark.one_store
def test_a_fact_said_elsewhere_keeps_its_other_source(memory: Memary, user: str) -> None:
    ids = told(memory, user)
    memory.forget(user_id=user, message_id=ids["piano"])
    (piano,) = [fact for fact in memory.facts.list(user_id=user) if fact.object == "piano"]
    assert piano.source_ids == (ids["again"],)
    memory.forget(user_id=user, message_id=ids["again"])
    assert known(memory, user) == {("Ada", "owns", CANARY)}


@pytest.mark.one_store
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


def test_what_is_forgotten_while_another_process_reads_is_written_over_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "BUSY_TIMEOUT", 0.05)
    ahead = [timedelta()]
    store = f"sqlite:///{tmp_path}/memory.db"
    with Memary.open(store, worker=False, clock=lambda: utc_now() + ahead[0]) as memory:
        word = canary(random.Random("read"), chinese=False)
        said = memory.add(f"My code is {word}.", user_id="ada", infer=False)
        with closing(sqlite3.connect(tmp_path / "memory.db", isolation_level=None)) as other:
            other.execute("BEGIN")
            other.execute("SELECT count(*) FROM messages").fetchone()
            gone = memory.forget(user_id="ada", message_id=said.ids[0])
            assert (gone.messages, gone.is_scrubbed) == (1, False)
            assert memory.messages.list(user_id="ada") == []
            assert places_of([word], tmp_path)
        memory.loop.wait(partial(memory.core.scrub.make_good, every=timedelta(minutes=1)))
        assert places_of([word], tmp_path)
        ahead[0] = timedelta(minutes=2)
        memory.loop.wait(partial(memory.core.scrub.make_good, every=timedelta(minutes=1)))
        assert places_of([word], tmp_path) == {}
        said = memory.add("I like tea.", user_id="ada", infer=False)
        assert memory.forget(user_id="ada", message_id=said.ids[0]).is_scrubbed


def test_forgetting_a_user_leaves_nothing(memory: Memary, user: str) -> None:
    told(memory, user)
    manifest = memory.forget(user_id=user)
    assert (manifest.messages, manifest.facts) == (3, 2)
    assert user not in memory.admin.users()
    assert memory.search(CANARY, user_id=user) == []


@pytest.mark.one_store
@pytest.mark.parametrize(
    "what", [{"message_id": "nope"}, {"fact_id": "nope"}, {"session_id": "nope"}, {"entity": "nope"}]
)
def test_what_is_not_there_cannot_be_forgotten(memory: Memary, user: str, what: dict[str, str]) -> None:
    told(memory, user)
    with pytest.raises(NotFoundError, match="nope"):
        memory.forget(user_id=user, **what)


@pytest.mark.one_store
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
