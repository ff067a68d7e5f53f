"""What a Neo4j server keeps on its disk of a forgotten canary, with the settings that memary's launcher gives it."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable
from functools import partial
from pathlib import Path

import pytest
from support.model_server import ModelServer
from support.own_neo4j import OwnServer
from support.records import fresh_user
from support.samples.canaries import WAYS, canary, how, places_of, plant

from memary.models.built_in.hash_embedding import HashEmbedder
from reliability.processes.killing import settings
from reliability.processes.programs import Place

CHECKPOINTS = 45.0
"""Seconds in which the server has surely dropped its old logs."""

KEPT = ("schema/index/range-1.0", "neostore.propertystore.db")
"""Indexes over names of sessions, and free property records that the server has not given out again yet, keep their
bytes until it needs the space; docs/memory/forgetting.md says so."""


@pytest.mark.replans
@pytest.mark.timeout(420)
def test_logs_and_full_text_hold_nothing_of_what_was_forgotten(server: OwnServer, model: ModelServer) -> None:
    words = {way: canary(random.Random(way), chinese=way in ("message", "session")) for way in WAYS}
    kept = canary(random.Random("kept"))
    place = Place(server.address.uri, fresh_user("other"), settings(model, **server.access, worker=False))
    with place.open(scrub=False) as memory:
        user = {way: fresh_user(way) for way in WAYS}
        sown = partial(plant, memory.core.store, dimensions=HashEmbedder().spec.dimensions)
        memory.loop.start(sown, place.user, kept).result()
        for way, word in words.items():
            planted = memory.loop.start(sown, user[way], word).result()
            assert places_of([word], server.data)
            memory.forget(user_id=user[way], **how(way, planted))
    with place.open() as memory:
        left = memory.admin.scrub()
        assert ["range indexes" in sentence for sentence in left] == [True]  # logs are not kept here
        for way in set(WAYS) - {"user"}:
            assert [found.content for found in memory.messages.list(user_id=user[way])] == ["Bob lives in Rome."]
        assert memory.search(kept, user_id=place.user, kinds={"message"})
        assert memory.admin.check() == []
        deadline = time.monotonic() + CHECKPOINTS
        while (left := _unexpected(words.values(), server.data)) and time.monotonic() < deadline:
            time.sleep(2)  # each look reads all files
        assert left == []
    server.start_again()
    assert _unexpected(words.values(), server.data) == []
    assert places_of([kept], server.data)


def _unexpected(words: Iterable[str], data: Path) -> list[str]:
    return [place for place in places_of(words, data) if not any(kept in place for kept in KEPT)]
