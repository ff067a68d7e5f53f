from __future__ import annotations

import json
from pathlib import Path

import pytest

from interfaces.cli.conftest import Run
from memary.interfaces.cli.commands.add import CHUNK


def write_lines(path: Path, *lines: object) -> Path:
    texts = [line if isinstance(line, str) else json.dumps(line, ensure_ascii=False) for line in lines]
    path.write_text("\n".join(texts) + "\n", encoding="utf-8")
    return path


def test_words_become_one_message_and_its_facts_are_there_at_once(ok: Run) -> None:
    assert ok("add", "I", "moved", "to", "Berlin.").stdout == "Kept 1 message, 1 fact added.\n"
    assert "Berlin" in ok("facts").stdout


def test_what_is_piped_in_becomes_one_message(ok: Run) -> None:
    ok("add", given="First line.\n\nSecond line.\n")
    ok("add", "-", given="Another one.")
    texts = {hit["text"] for hit in ok("search", "line one", "--json").json}
    assert texts == {"First line.\n\nSecond line.\n", "Another one."}


def test_options_say_who_spoke_when_and_where(ok: Run) -> None:
    ok("add", "I like opera.", "--speaker", "Mira", "--session", "s1", "--at", "2026-05-01T09:00:00+02:00",
       "--meta", "topic=music", "--meta", "level=3", "--no-infer")  # fmt: skip
    (hit,) = ok("search", "opera", "--session", "s1", "--json").json
    assert (hit["speaker"], hit["session_id"], hit["created_at"]) == ("Mira", "s1", "2026-05-01T07:00:00Z")
    assert hit["metadata"] == {"topic": "music", "level": 3}


def test_a_time_that_cannot_be_read_says_which_can(run: Run, ok: Run) -> None:
    assert "2026-05-01 or 2026-05-01T09:00:00Z, or in words, like yesterday" in run("add", "Hi.", "--at", "foo").error
    ok("add", "I moved to Berlin.", "--at", "2026-05-01")


def test_a_sample_talk_comes_along_and_is_read_once(ok: Run) -> None:
    assert ok("add", "--sample", "linxia", "--no-infer", "--json").json["new"] == 183
    assert ok("add", "--sample", "linxia", "--no-infer", "--json").json["new"] == 0
    assert ok("add", "--sample", "ada", "--no-infer", "--json").json["new"] == 187


def test_without_inference_no_fact_is_read(ok: Run) -> None:
    assert ok("add", "I moved to Berlin.", "--no-infer").stdout == "Kept 1 message.\n"
    assert ok("facts").stderr == "There are no such facts.\n"


def test_without_waiting_facts_come_with_the_next_flush(ok: Run) -> None:
    assert ok("add", "I moved to Berlin.", "--no-wait", "--json").json["pending"] == 1
    assert ok("facts", "--json").json == []
    assert ok("flush").stdout == "Read 1 message, 1 fact added.\n"
    assert ok("facts", "--json").json != []


def test_a_request_to_forget_that_is_not_carried_out_is_said_to_be_so(ok: Run) -> None:
    told = "1 message asks to forget something, and nothing was forgotten"
    assert told in ok("add", "Forget my address.").stderr
    ok("add", "Forget my shoe size.", "--no-wait")
    assert told in ok("flush").stderr
    assert ok("add", "Forget my birthday.", "--json").json["not_forgotten"] != []


def test_what_became_of_a_request_to_forget_is_said(ok: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMARY_FORGET_ON_REQUEST", "true")
    ok("add", "My address is 5 Elm Street. My brother is Tom.")
    done = ok("add", "Please forget my address.")
    assert done.stdout == "Kept 1 message, no facts added.\n"
    assert "Forgotten as asked: 1 message or part of one, 1 fact" in done.stderr
    assert "1 message asks to forget what memory does not know" in ok("add", "Please forget my shoe size.").stderr
    ok("add", "Please forget my brother.", "--no-wait")
    assert "Forgotten as asked: " in ok("flush").stderr
    ok("add", "My sister is Ann. My sister is Eva.")
    unclear = ok("add", "Please forget what I told you about my sister.").stderr
    assert "1 message asks to forget what may be several things, and nothing was forgotten" in unclear
    ok("add", "My shoe size is 42.")
    told = ok("add", "Please forget my shoe size.", "--json").json
    (id_,) = told["ids"]
    assert told["forgotten"][id_]["facts"] == 1


def test_a_document_is_kept_with_its_name_and_only_once(ok: Run, tmp_path: Path) -> None:
    notes = tmp_path / "notes.md"
    notes.write_text("\ufeff# Plan\n\nI moved to Berlin.\n", encoding="utf-8")
    ok("add", "--file", notes)
    assert ok("add", "--file", notes).stdout == "Kept nothing, 1 known already, no facts added.\n"
    (hit,) = ok("search", "plan", "--kind", "message", "--json").json
    assert hit["metadata"] == {"source": "notes.md"}
    assert hit["text"].startswith("# Plan")


def test_several_documents_may_follow_the_option_as_a_shell_writes_them(ok: Run, tmp_path: Path) -> None:
    files = [tmp_path / "a.txt", tmp_path / "b.txt"]
    for file in files:
        file.write_text(f"This is {file.stem}.")
    assert ok("add", "--file", *files, "--no-infer").stdout == "Kept 2 messages.\n"


def test_a_conversation_comes_from_a_file_of_lines(ok: Run, tmp_path: Path) -> None:
    talk = write_lines(
        tmp_path / "talk.jsonl",
        {"role": "user", "content": "I moved to Berlin.", "created_at": "2026-05-01T09:00:00Z", "speaker": "Ada"},
        "",
        {"role": "assistant", "content": "Noted.", "created_at": "2026-05-01T09:00:05Z", "session_id": "other"},
    )
    assert ok("add", "--file", talk, "--session", "s1", "--user", "ada", "--json").json["new"] == 2
    assert (
        len(ok("search", "Berlin Noted", "--session", "other", "--kind", "message", "--user", "ada", "--json").json)
        == 1
    )


def test_lines_as_chat_models_write_them_are_added_once(ok: Run, tmp_path: Path) -> None:
    lines = [
        {"type": "human", "data": {"content": "I moved to Berlin.", "id": "h1"}},
        {"role": "assistant", "content": None, "tool_calls": [{"id": "c1", "function": {"name": "look"}}]},
        {"type": "reasoning", "id": "rs_1", "summary": []},
        {"role": "tool", "tool_call_id": "c1", "content": "22 C"},
    ]
    talk = write_lines(tmp_path / "talk.jsonl", *lines)
    assert ok("add", "--file", talk, "--no-infer", "--json").json["new"] == 3
    write_lines(talk, *lines, {"role": "user", "content": [{"type": "text", "text": "one more"}]})
    assert ok("add", "--file", talk, "--no-infer", "--json").json["new"] == 1


def test_lines_without_time_keep_their_order_and_are_added_once(ok: Run, tmp_path: Path) -> None:
    lines = [{"content": "yes"}] * (CHUNK + 5)
    talk = write_lines(tmp_path / "talk.jsonl", *lines)
    assert ok("add", "--file", talk, "--no-infer", "--json").json["new"] == CHUNK + 5
    write_lines(talk, *lines, {"content": "one more"})
    again = ok("add", "--file", talk, "--no-infer", "--json").json
    assert (again["new"], again["messages"]) == (1, CHUNK + 6)


def test_bad_lines_are_named_and_nothing_of_the_file_is_kept(run: Run, tmp_path: Path) -> None:
    talk = write_lines(
        tmp_path / "talk.jsonl",
        {"content": "fine"},
        "{broken",
        {"content": " "},
        {"text": "no content"},
        {"content": "late", "created_at": "2026-05-01T09:00:00"},
        {"content": "odd", "mood": "good"},
    )
    outcome = run("add", "--file", talk)
    assert outcome.code == 2
    for number in (2, 4, 5, 6):  # the third is empty, and left out
        assert f"talk.jsonl, line {number}: " in outcome.stderr
    assert "has 4 lines that cannot be used: nothing was added" in outcome.stderr
    assert run("search", "fine").code == 2


def test_bad_lines_can_be_left_out(ok: Run, tmp_path: Path) -> None:
    talk = write_lines(tmp_path / "talk.jsonl", {"content": "fine"}, "{broken")
    outcome = ok("add", "--file", talk, "--skip-bad", "--no-infer")
    assert outcome.stdout == "Kept 1 message, 1 lines left out.\n"
    assert "line 2" in outcome.stderr


def test_a_chat_of_a_messenger_is_no_document_and_its_import_is_named(run: Run, ok: Run, tmp_path: Path) -> None:
    chat, notes = tmp_path / "_chat.txt", tmp_path / "notes.txt"
    chat.write_text("31/12/2025, 20:15 - Nora: Hello\n31/12/2025, 20:16 - Mum: Hello Nora\n", encoding="utf-8")
    notes.write_text("31/12/2025 we had dinner at eight.\n", encoding="utf-8")
    refused = run("add", "--file", str(chat))
    assert refused.code == 2
    assert f"`memary import {chat} --from whatsapp --me NAME`" in refused.error
    ok("add", "--file", str(notes))


def test_the_path_of_a_file_is_no_message(run: Run, ok: Run, tmp_path: Path) -> None:
    first, second = tmp_path / "a talk.jsonl", tmp_path / "b.jsonl"
    for path in (first, second):
        write_lines(path, {"content": "I moved to Berlin."})
    assert f"'{first}' is a file: `memary add --file '{first}'` keeps what is in there." in run("add", first).error
    assert f"'{first}' {second} are files: `memary add --file " in run("add", first, second).error
    assert ok("add", first, "is a long talk.", "--no-infer").stdout == "Kept 1 message.\n"
    assert ok("add", "-", "--no-infer", given=str(first)).stdout == "Kept 1 message.\n"
    assert ok("add", "x" * 5_000, "--no-infer").stdout == "Kept 1 message.\n"


def test_what_was_new_known_and_over_is_told_as_json(ok: Run) -> None:
    def told(text: str) -> tuple[list[str], list[str], list[str]]:
        added = ok("add", text, "--json").json
        return added["learnt"], added["confirmed"], added["ended"]

    assert told("I live in Paris.") == (["User lives in Paris."], [], [])
    assert told("I live in Paris. I like tea.") == (["User likes tea."], ["User lives in Paris."], [])
    assert told("I moved to Berlin.") == (["User lives in Berlin."], [], ["User lives in Paris."])
