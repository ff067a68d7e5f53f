"""An export goes into another store and back, and what cannot be brought in is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.records import fresh_user
from support.small_embedder import SmallEmbedder

from api.verbs.telling import known, told
from memary import Memary
from memary.errors import EmbeddingMismatchError, InputError, NotFoundError

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


@pytest.mark.one_store
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


@pytest.mark.one_store
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


@pytest.mark.one_store
@pytest.mark.parametrize("line", ["5", "{}", '{"planet": {}}', '{"fact": {"id": 1}}', "no JSON"])
@pytest.mark.words
def test_an_import_for_one_user_names_the_line_that_cannot_be_read(memory: Memary, tmp_path: Path, line: str) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(f'{{"memary": 1, "user_id": "a", "embedding": "test", "dimensions": 8}}\n\n{line}\n')
    with pytest.raises(InputError, match="Line 3"):
        memory.import_(path, user_id="a")


@pytest.mark.one_store
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "its first line is not a header"),
        ("hello\n", "its first line is not a header"),
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


@pytest.mark.one_store
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
