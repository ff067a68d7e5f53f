"""What a Neo4j server keeps on its disk of a forgotten canary, with the settings that memary's launcher gives it."""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

import pytest
from support.neo4j_server import launcher
from support.records import fresh_user
from support.samples.canaries import WAYS, canary, how, places_of, plant
from support.small_embedder import SmallEmbedder

from memary import Memary

CHECKPOINTS = 45.0
"""Seconds in which the server has surely dropped its old logs."""

KEPT = ("schema/index/range-1.0", "neostore.propertystore.db")
"""Indexes over names of sessions, and free property records that the server has not given out again yet, keep their
bytes until it needs the space; docs/memory/forgetting.md says so."""


@pytest.mark.timeout(420)
def test_logs_and_full_text_hold_nothing_of_what_was_forgotten() -> None:
    launch = launcher()
    try:
        launch.assemble()
    except (launch.JavaMissing, launch.AssemblyFailed) as error:
        pytest.skip(f"No Neo4j can be assembled here: {error}")
    words = {way: canary(random.Random(way), chinese=way in ("message", "session")) for way in WAYS}
    kept = canary(random.Random("kept"))
    with tempfile.TemporaryDirectory(prefix="memary-canary-", ignore_cleanup_errors=True) as home:
        options = launch.ServerOptions(
            home=Path(home),
            bolt_port=0,
            http_port=None,
            apoc=False,
            heap="512m",
            page_cache="64m",
            short_lived=True,
        )
        data = Path(home) / "data"
        with launch.Neo4jServer(options) as ready:
            with Memary.open(ready.bolt, worker=False, embedding=SmallEmbedder(), scrub=False) as memory:
                user, other = {way: fresh_user(way) for way in WAYS}, fresh_user("other")
                memory.loop.start(plant, memory.core.store, other, kept).result()
                for way, word in words.items():
                    planted = memory.loop.start(plant, memory.core.store, user[way], word).result()
                    assert places_of([word], data)
                    memory.forget(user_id=user[way], **how(way, planted))
            with Memary.open(ready.bolt, worker=False, embedding=SmallEmbedder()) as memory:
                left = memory.admin.scrub()
                assert ["range indexes" in sentence for sentence in left] == [True]  # logs are not kept here
                for way in set(WAYS) - {"user"}:
                    assert [found.content for found in memory.messages.list(user_id=user[way])] == [
                        "Bob lives in Rome."
                    ]
                assert memory.search(kept, user_id=other, kinds={"message"})
                assert memory.admin.check() == []
                deadline = time.monotonic() + CHECKPOINTS
                while (left := _unexpected(words.values(), data)) and time.monotonic() < deadline:
                    time.sleep(0.5)
            assert left == []
        assert _unexpected(words.values(), data) == []
        assert places_of([kept], data)


def _unexpected(words: Iterable[str], data: Path) -> list[str]:
    return [place for place in places_of(words, data) if not any(kept in place for kept in KEPT)]
