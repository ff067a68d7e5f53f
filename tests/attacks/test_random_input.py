"""Whatever is given to memory is refused in a sentence, or kept, found, taken along and forgotten like all else."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attacks import shapes
from attacks.whole import (
    assert_answered_or_refused,
    assert_neighbour_is_undisturbed,
    assert_portable,
    assert_readable,
    assert_refused_or_there_for_good,
    assert_sentence,
    assert_told,
)
from memary import InputError, Memary, NotFoundError

SAID = [
    {
        "content": "I moved to Berlin. My sister is called Mia.",
        "session_id": "s 1",
        "metadata": {"a": [1, {"b": "c"}]},
    },
    {"content": "Mia likes tea.", "session_id": "s 1", "speaker": "Ada", "created_at": "2026-05-02T09:00:00+02:00"},
    {"content": "I moved to Ulm.", "expires_at": "2031-01-01T00:00:00Z", "created_at": "2026-06-02T09:00:00Z"},
]


@given(given_messages=shapes.messages())
@shapes.examples(0.6)
def test_messages_are_refused_in_a_sentence_or_there_for_good(
    shared: Memary, folder: Path, given_messages: Any
) -> None:
    assert_refused_or_there_for_good(shared, given_messages, folder)


@given(value=shapes.metadata())
@shapes.examples(0.6)
def test_metadata_is_refused_in_a_sentence_or_comes_back(shared: Memary, folder: Path, value: Any) -> None:
    assert_refused_or_there_for_good(shared, {"content": f"I know {shapes.WORD}.", "metadata": value}, folder)


@given(user=shapes.texts(), session=shapes.texts(), agent=shapes.texts())
@shapes.examples(0.5)
def test_whoever_is_named_is_refused_in_a_sentence_or_has_a_memory(
    shared: Memary, folder: Path, user: str, session: str, agent: str
) -> None:
    if user.strip() in shared.admin.users():
        return
    names = {"user_id": user, "session_id": session, "agent_id": agent}
    try:
        receipt = shared.add(f"I know {shapes.WORD}.", **names)
    except InputError as error:
        assert_sentence(error)
        with pytest.raises(InputError):
            shared.search(shapes.WORD, **names)
    else:
        assert [hit.id for hit in shared.search(shapes.WORD, kinds=["message"], **names)] == list(receipt.ids)
        assert_readable(shared, user.strip(), receipt.ids)
        shared.forget(user_id=user, session_id=session)
        with pytest.raises(NotFoundError):
            shared.admin.get(receipt.ids[0], user_id=user)


@given(where=shapes.filters())
@shapes.examples(1.5)
def test_filters_are_refused_in_a_sentence_or_answered(shared: Memary, where: Any) -> None:
    assert_answered_or_refused(shared, where)


@pytest.fixture(scope="module")
def export(folder: Path) -> Path:
    """An export with a bit of everything."""
    with Memary.open("sqlite:///:memory:", worker=False, timezone="UTC") as memory:
        memory.add(SAID, user_id="ada")
        memory.flush()
        memory.facts.add([{"subject": "Mia", "predicate": "knows", "object": "Ben"}], user_id="ada")
        memory.export(folder / "export.jsonl", user_id="ada")
    return folder / "export.jsonl"


@given(seed=st.integers(0, 2**32))
@shapes.examples(0.6)
def test_a_broken_export_is_refused_in_a_sentence_or_whole(
    shared: Memary, folder: Path, export: Path, seed: int
) -> None:
    given_lines = shapes.broken(export.read_text().splitlines(keepends=True), random.Random(seed))
    (folder / "broken.jsonl").write_bytes("".join(given_lines).encode(errors="surrogatepass"))
    try:
        shared.import_(folder / "broken.jsonl")
    except InputError as error:
        assert_told(str(error).replace(str(folder), ""))  # it names the file, as it was given
    for user in set(shared.admin.users()) - {"neighbour"}:
        assert_readable(shared, user)
        assert_portable(shared, user, folder)
    assert_neighbour_is_undisturbed(shared)
