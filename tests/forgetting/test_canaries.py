"""A canary in every place where words end up is nowhere on the disk after it was forgotten, in each of six ways."""

from __future__ import annotations

import gc
import random
import tempfile
from collections.abc import Iterator
from datetime import timedelta
from functools import lru_cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest
from support.records import fresh_user
from support.samples.canaries import WAYS, canary, how, places_of, plant
from support.small_embedder import SmallEmbedder

from memary import Memary
from memary.types import utc_now


def open_file(folder: Path) -> Memary:
    """A memory in a file; the vectors of the canaries have the dimension of its embedder."""
    return Memary.open(f"sqlite:///{folder}/memary.db", worker=False, embedding=SmallEmbedder())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the store is, and all its temporary files."""
    monkeypatch.setenv("SQLITE_TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("chinese", [False, True], ids=["English", "Chinese"])
@pytest.mark.parametrize("way", WAYS)
def test_nothing_of_a_canary_is_left_on_the_disk(folder: Path, way: str, chinese: bool) -> None:
    user, other = fresh_user(), fresh_user("other")
    word, kept = canary(random.Random(way), chinese=chinese), canary(random.Random(f"{way} kept"))
    with open_file(folder) as memory:
        memory.loop.start(plant, memory.core.store, other, kept).result()
        planted = memory.loop.start(plant, memory.core.store, user, word).result()
        memory.search(word, user_id=user)
        assert places_of([word], folder)
        memory.forget(user_id=user, **how(way, planted))
        assert places_of([word], folder) == {}
        assert places_of([kept], folder)
        if way != "user":
            memory.export(folder / "export.jsonl", user_id=user)
            assert [m.id for m in memory.messages.list(user_id=user)] == [planted.kept.id]
            (lives,) = memory.facts.list(user_id=user)
            assert (lives.statement, lives.source_ids) == ("Bob lives in Rome", (planted.kept.id,))
            assert {row.entity.name for row in memory.entities.list(user_id=user)} == {"Bob", "Rome"}
            assert len(memory.facts.history(user_id=user, id=lives.id)) == 1
            assert memory.admin.check() == []
        assert places_of([word], folder) == {}
    assert places_of([word], folder) == {}
    assert places_of([kept], folder)


@pytest.fixture(scope="module")
def earlier() -> list[Any]:
    """The functions that keep texts of those that were there before, among all of a program's objects.

    What is found so need not be looked through again: it is frozen, and what comes later is not.
    """
    gc.unfreeze()
    found = functions_among_objects()
    gc.freeze()
    return found


@pytest.mark.parametrize("way", WAYS)
def test_no_function_keeps_a_text_that_was_forgotten(folder: Path, way: str, earlier: list[Any]) -> None:
    user, word = fresh_user(), canary(random.Random(f"{way} in memory"))
    with open_file(folder) as memory:
        planted = memory.loop.start(plant, memory.core.store, user, word).result()
        memory.search(word, user_id=user)
        assert functions_that_keep(word, earlier)
        memory.forget(user_id=user, **how(way, planted))
        assert functions_that_keep(word, earlier) == []


def functions_among_objects() -> list[Any]:
    """The functions that keep what they were asked last, with its answer."""
    keeping: type[Any] = type(lru_cache(str))
    return [one for one in gc.get_objects() if isinstance(one, keeping)]


def functions_that_keep(word: str, earlier: list[Any]) -> list[str]:
    """The functions that have a text of that word among what they keep."""
    return sorted(
        f"{one.__module__}.{one.__qualname__}"
        for one in (*earlier, *functions_among_objects())
        if any(word in text for text in texts_in(one))
    )


def texts_in(kept: object) -> Iterator[str]:
    """The texts that an object leads to by a few steps."""
    around = gc.get_referents(kept)
    for _ in range(4):
        yield from (one for one in around if isinstance(one, str))
        around = gc.get_referents(*(one for one in around if not isinstance(one, (type, ModuleType, FunctionType))))


@pytest.mark.long
def test_sixty_canaries_are_gone_whatever_way_they_went(folder: Path) -> None:
    chance = random.Random(7)
    gone: list[str] = []
    with open_file(folder) as memory:
        users = [fresh_user(str(number)) for number in range(5)]
        for number in range(60):
            user, word = users[number % 5], canary(chance)
            planted = memory.loop.start(plant, memory.core.store, user, word).result()
            memory.forget(user_id=user, **how(chance.choice(WAYS), planted))
            gone.append(word)
            assert places_of(gone[-3:], folder) == {}
    assert places_of(gone, folder) == {}


@pytest.mark.parametrize("way", [way for way in WAYS if way != "user"])
@pytest.mark.parametrize("end", ["its time", "somebody", "the user"])
def test_nothing_is_left_of_what_was_held_aside_once_that_is_over(folder: Path, way: str, end: str) -> None:
    user, word = fresh_user(), canary(random.Random(f"{way} held"))
    ahead = [timedelta()]
    store = f"sqlite:///{folder}/memary.db"
    options: dict[str, Any] = {"worker": False, "embedding": SmallEmbedder()}
    with Memary.open(store, restorable_days=1, clock=lambda: utc_now() + ahead[0], **options) as memory:
        planted = memory.loop.start(plant, memory.core.store, user, word).result()
        memory.forget(user_id=user, **how(way, planted))
        assert places_of([word], folder)
        memory.export(folder / "export.jsonl", user_id=user)
        assert word not in (folder / "export.jsonl").read_text()
        if end == "its time":
            ahead[0] = timedelta(days=2)
            assert memory.loop.wait(memory.core.recycle_bin.end_over) == 1
        elif end == "somebody":
            memory.operations.end_forgotten(user_id=user)
        else:
            memory.forget(user_id=user)
        assert places_of([word], folder) == {}
    assert places_of([word], folder) == {}
