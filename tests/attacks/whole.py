"""What holds of a memory whatever was given to it: it can be read, taken along, brought back, and forgotten."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

from support.records import fresh_user

from attacks.shapes import WORD
from memary import InputError, Memary, MemaryError, NotFoundError

NEIGHBOUR, SAID, QUESTION = "neighbour", "I moved to Graz. My sister is called Mia.", "Where did I move?"


def settle_neighbour(memory: Memary) -> None:
    """Give another user a memory, which nothing of all this may touch."""
    memory.add({"content": SAID, "created_at": "2026-05-01T09:00:00Z"}, user_id=NEIGHBOUR)
    memory.flush(user_id=NEIGHBOUR)


def assert_neighbour_is_undisturbed(memory: Memary) -> None:
    """The other user finds what they said, and nothing else."""
    assert [message.content for message in memory.messages.list(user_id=NEIGHBOUR)] == [SAID]
    assert memory.search(QUESTION, user_id=NEIGHBOUR, kinds=["message"])[0].text == SAID
    memory.add({"content": SAID, "created_at": "2026-05-01T09:00:00Z"}, user_id=NEIGHBOUR)


def assert_sentence(error: MemaryError) -> None:
    """An error says something, in bounds, without code."""
    assert_told(str(error))


def assert_told(text: str) -> None:
    """What a caller is told says something, in bounds, without code."""
    assert text.strip()
    assert len(text) < 3_000
    assert not any(noise in text for noise in ("Traceback", "Error(", "object at 0x", "sqlite3.", "/tmp/"))


def assert_readable(memory: Memary, user: str, ids: Iterable[str] = (), *, word: str | None = None) -> None:
    """All ways of reading work; the ids are there, and found by the word."""
    report = memory.flush(user_id=user, wait=10)
    assert (report.failed, report.pending, report.errors) == (0, 0, [])
    there = {message.id: message for message in memory.messages.list(user_id=user, include_expired=True)}
    assert set(ids) <= set(there)
    for id_ in ids:
        assert memory.admin.get(id_, user_id=user) == there[id_]
    if word:
        wanted = {id_ for id_ in ids if word in there[id_].content}
        hits = memory.search(word, user_id=user, kinds=["message"], top_k=100, include_expired=True)
        assert wanted <= {hit.id for hit in hits}
    memory.facts.list(user_id=user, include_past=True)
    memory.entities.list(user_id=user)
    memory.context("Where do I live?", user_id=user)
    memory.operations.list(user_id=user)
    assert memory.admin.check(user_id=user) == []


def assert_refused_or_there_for_good(memory: Memary, messages: Any, folder: Path) -> None:
    """Messages are refused and nothing of them is kept.

    Or they are, can be found and taken along, and forgotten.
    """
    user = fresh_user()
    try:
        receipt = memory.add(messages, user_id=user)
    except InputError as error:
        assert_sentence(error)
        assert user not in memory.admin.users(), "refused means that nothing was kept"
    else:
        assert_readable(memory, user, receipt.ids, word=WORD)
        assert_portable(memory, user, folder)
    assert_neighbour_is_undisturbed(memory)


def assert_answered_or_refused(memory: Memary, where: Any) -> None:
    """Every read takes a filter, or says what is wrong with it."""
    for read in (memory.messages.list, memory.facts.list, partial(memory.search, "Where did I move?")):
        try:
            read(user_id=NEIGHBOUR, filters=where)
        except InputError as error:
            assert_sentence(error)


def assert_portable(memory: Memary, user: str, folder: Path) -> None:
    """Exported, forgotten and imported again it is the same; forgotten for good, nothing is left."""
    first, second = folder / "first.jsonl", folder / "second.jsonl"
    memory.export(first, user_id=user)
    memory.forget(user_id=user)
    assert user not in memory.admin.users()
    memory.import_(first)
    memory.export(second, user_id=user)
    assert second.read_bytes() == first.read_bytes()
    for message in memory.messages.list(user_id=user, include_expired=True):
        memory.forget(user_id=user, message_id=message.id)
    try:
        assert memory.messages.list(user_id=user, include_expired=True) == []
        memory.forget(user_id=user)
    except NotFoundError:
        pass  # the last message was all of it
    assert user not in memory.admin.users()
