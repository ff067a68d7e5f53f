"""Folding: what a model's reply may look like, and that no message is lost between the window and the graph."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from programs.starting import Start
from support.chatting import NO_NEWS, is_extraction
from support.model_server import Fault, ModelServer
from support.records import NOW, minutes

from memary import Memary, MessageState, ModelUnavailableError
from memary.conversation.summariser import open_messages
from memary.conversation.summary import RunningSummary
from memary.queries import SummaryQuery
from memary.types import Scope

WHO: dict[str, str] = {"user_id": "ada", "session_id": "s"}


@contextmanager
def opened(path: Path, server: ModelServer | None, **options: Any) -> Iterator[Memary]:
    online = {"base_url": server.base_url, "model": "scripted", "api_key": "k", "max_retries": 0} if server else {}
    store = f"sqlite:///{path}/m.db"
    with Memary.open(store, **{"worker": False, "context_tokens": 600, "keep_messages": 2} | online | options) as one:
        yield one


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        running.when(is_extraction, NO_NEWS)
        yield running


def say(memory: Memary, *lines: str, infer: bool = False) -> None:
    """Add lines, each followed by an answer long enough to be folded soon."""
    said = len(memory.messages.list(**WHO))
    for number, line in enumerate(lines):
        for part, (role, text) in enumerate((("user", line), ("assistant", "That is interesting to hear. " * 12))):
            at = NOW + minutes(said + 2 * number + part)
            memory.add({"role": role, "content": text, "created_at": at}, **WHO, infer=infer)


def summary_of(memory: Memary) -> RunningSummary:
    stored = memory.loop.start(memory.core.store.read, SummaryQuery("ada", "s")).result()
    return RunningSummary(stored.text, stored.open) if stored else RunningSummary()


def reply(summary: str, *, opened: list[str] | None = None, closed: list[Any] | None = None) -> str:
    return json.dumps({"summary": summary, "open": opened or [], "closed": closed or []})


TALK = ("I must pay the invoice of Bosch.", "We saw the harbour.", "I drink tea.", "It rained.", "I slept.")


def test_what_is_open_outlives_every_new_text_until_it_is_settled(tmp_path: Path, server: ModelServer) -> None:
    server.script(
        reply("Ada saw the harbour.", opened=["Ada has to pay the invoice of Bosch."]),
        reply("Ada went home."),
        reply("Ada paid.", closed=[1]),
    )
    with opened(tmp_path, server) as memory:
        say(memory, *TALK)
        assert memory.sessions.fold(**WHO)
        assert summary_of(memory).open == ("Ada has to pay the invoice of Bosch.",)
        say(memory, *TALK[1:])
        assert memory.sessions.fold(**WHO)
        asked = server.last_chat["messages"][-1]["content"]
        assert "OPEN MATTERS:\n1. Ada has to pay the invoice of Bosch." in asked
        assert "Ada saw the harbour." in asked
        assert summary_of(memory) == RunningSummary("Ada went home.", ("Ada has to pay the invoice of Bosch.",))
        shown = memory.context("What next?", **WHO).memory_text
        assert "Ada went home.\n- [still open] Ada has to pay the invoice of Bosch." in shown
        say(memory, *TALK[1:])
        assert memory.sessions.fold(**WHO)
        assert summary_of(memory) == RunningSummary("Ada paid.")


def test_one_fold_reads_all_that_is_too_old_in_as_many_calls_as_it_takes(tmp_path: Path, server: ModelServer) -> None:
    server.respond(reply("Ada heard what is interesting, line by line."))
    with opened(tmp_path, server, context_window=1_500) as memory:
        say(memory, *(f"Line {number}." for number in range(30)))
        before = server.chat_calls
        assert memory.sessions.fold(**WHO)
        assert server.chat_calls - before > 1
        _, left = memory.loop.start(open_messages, memory.core.store, Scope(**WHO)).result()
        assert [one.content[:8] for one in left] == ["Line 29.", "That is "]
        assert not memory.sessions.fold(**WHO)


@pytest.mark.parametrize("broken", ['{"summary": ', '{"text": "Ada."}', "I'm sorry, I can't.", "<think>hm</think>"])
def test_a_broken_reply_leaves_summary_and_messages(tmp_path: Path, server: ModelServer, broken: str) -> None:
    server.script(reply("Ada saw the harbour.", opened=["Pay Bosch."]), broken, reply("Ada went home."))
    with opened(tmp_path, server) as memory:
        say(memory, *TALK)
        memory.sessions.fold(**WHO)
        before = summary_of(memory)
        say(memory, *TALK[1:])
        assert not memory.sessions.fold(**WHO)
        assert summary_of(memory) == before
        assert memory.sessions.fold(**WHO)
        assert summary_of(memory) == RunningSummary("Ada went home.", ("Pay Bosch.",))


def test_a_long_reply_is_cut_to_fifty_words(tmp_path: Path, server: ModelServer) -> None:
    server.script(reply("Ada talks about boats and tea. " * 30))
    with opened(tmp_path, server) as memory:
        say(memory, *TALK)
        memory.sessions.fold(**WHO)
        assert 40 < len(summary_of(memory).text.split()) <= 50


def test_without_a_model_open_matters_are_kept_and_closed_by_what_is_said(tmp_path: Path) -> None:
    with opened(tmp_path, None) as memory:
        say(memory, *TALK)
        assert memory.sessions.fold(**WHO)
        assert summary_of(memory).open == ("I must pay the invoice of Bosch.",)
        say(memory, *(f"Today I painted picture number {n} of the old lighthouse." for n in range(12)))
        assert memory.sessions.fold(**WHO)
        assert summary_of(memory).open == ("I must pay the invoice of Bosch.",)
        assert len(summary_of(memory).text.split()) <= 70
        say(memory, "The invoice of Bosch is paid.", *TALK[1:])
        assert memory.sessions.fold(**WHO)
        assert summary_of(memory).open == ()


@pytest.mark.parametrize(
    ("opens", "settles"),
    [("Remind me to pay the rent.", "I paid the rent."), ("提醒我交房租。", "房租我已经交了。")],
)
def test_without_a_model_what_one_fold_both_opens_and_settles_is_not_open(
    tmp_path: Path, opens: str, settles: str
) -> None:
    with opened(tmp_path, None) as memory:
        say(memory, opens, settles, *TALK[1:])
        assert memory.sessions.fold(**WHO)
        assert summary_of(memory).open == ()
        say(memory, settles, opens, *TALK[1:])
        assert memory.sessions.fold(**WHO)
        assert summary_of(memory).open == (opens,)


def test_chinese_talk_keeps_its_open_matters_too(tmp_path: Path, server: ModelServer) -> None:
    server.script(reply("林夏看了港口。", opened=["林夏要付博世的账单。"]), reply("林夏回家了。"))
    with opened(tmp_path, server) as memory:
        for _ in range(2):
            say(memory, *("我今天看了港口，天气很好，明天还要付账单。" * 4 for _ in range(4)))
            assert memory.sessions.fold(**WHO, language="zh")
        assert "未了的事:\n1. 林夏要付博世的账单。" in server.last_chat["messages"][-1]["content"]
        window = memory.context("现在该做什么？", **WHO)
        assert "林夏回家了。\n- [未了] 林夏要付博世的账单。" in window.text


def test_while_the_model_is_down_nothing_is_lost_or_hidden(tmp_path: Path, server: ModelServer) -> None:
    server.respond(Fault.status(500))
    with opened(tmp_path, server) as memory:
        say(memory, *TALK, infer=True)
        with pytest.raises(ModelUnavailableError):
            memory.sessions.fold(**WHO)
        assert summary_of(memory) == RunningSummary()
        waiting = memory.messages.list(**WHO, states=[MessageState.PENDING])
        assert len(waiting) == 2 * len(TALK)
        window = memory.context("Who sent an invoice?", **WHO)
        assert "the invoice of Bosch" in window.text
        assert window.tokens <= window.budget


def test_what_is_folded_but_not_extracted_yet_is_still_found_and_extracted(
    tmp_path: Path, server: ModelServer
) -> None:
    server.script(reply("They saw the harbour."))
    with opened(tmp_path, server) as memory:
        say(memory, *TALK, infer=True)
        assert memory.sessions.fold(**WHO)
        folded = memory.messages.list(**WHO)[0]
        assert folded.state is MessageState.PENDING
        window = memory.context("What about the invoice?", **WHO)
        assert folded.id not in [message.id for message in window.history]
        assert "I must pay the invoice of Bosch." in window.memory_text
        memory.flush()
        assert {message.state for message in memory.messages.list(**WHO)} == {MessageState.DONE}


@pytest.mark.long
def test_a_kill_between_fold_and_extraction_loses_nothing(start: Start, tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path}/m.db"
    assert start("folds.py", store).ended().code == 9
    with Memary.open(store, worker=False) as memory:
        assert summary_of(memory).text.startswith("I live in Graz. Line 0:")
        assert len(memory.messages.list(**WHO, states=[MessageState.PENDING])) == 12
        assert {hit.text[16:23] for hit in memory.search("Graz", user_id="ada", top_k=12)} >= {"Line 0:", "Line 9:"}
        memory.flush()
        assert "Graz" in [fact.object for fact in memory.facts.list(user_id="ada")]


@pytest.mark.long
def test_nothing_of_a_very_long_talk_is_passed_over(tmp_path: Path) -> None:
    with opened(tmp_path, None) as memory:
        lines = ["Remind me to renew my passport.", *(f"Talk number {n}." for n in range(1_300))]
        said = [{"content": line, "created_at": NOW + minutes(n)} for n, line in enumerate(lines)]
        memory.add(said, **WHO, infer=False)
        while memory.sessions.fold(**WHO):
            pass
        assert any("passport" in matter for matter in summary_of(memory).open)
        window = memory.context("What now?", **WHO)
        assert "Talk number 1299." in window.text


def test_an_agent_is_not_told_what_was_said_to_another_in_the_same_session(tmp_path: Path) -> None:
    with opened(tmp_path, None) as memory:
        for n in range(40):
            said = {"content": f"The secret number is {n}. " + "It is long. " * 10, "created_at": NOW + minutes(n)}
            memory.add(said, **WHO, agent_id="first", infer=False)
        memory.add({"content": "Hello.", "created_at": NOW + minutes(90)}, **WHO, agent_id="second", infer=False)
        assert memory.sessions.fold(**WHO)
        assert "secret" in memory.context("What now?", **WHO).text
        assert "secret" not in memory.context("What now?", **WHO, agent_id="second").text


GARBAGE = ["OK", "Done.", "好的", "I'm sorry, I cannot summarise the invoice of Bosch.", '{"summary": "OK"}', "…"]


def test_a_reply_that_is_no_summary_changes_nothing(tmp_path: Path, server: ModelServer) -> None:
    with opened(tmp_path, server) as memory:
        say(memory, *TALK)
        for text in GARBAGE:
            server.script(text)
            assert not memory.sessions.fold(**WHO)
        server.script(server.last_chat["messages"][-1]["content"])  # the prompt, word for word
        assert not memory.sessions.fold(**WHO)
        assert summary_of(memory) == RunningSummary()
        assert "summary" not in memory.context("What now?", **WHO).account()
        server.script("Ada must pay the invoice of Bosch.")
        assert memory.sessions.fold(**WHO)
        before = summary_of(memory)
        say(memory, *TALK)
        for text in GARBAGE:
            server.script(text)
            assert not memory.sessions.fold(**WHO)
        assert summary_of(memory) == before == RunningSummary("Ada must pay the invoice of Bosch.")


def test_open_matters_are_data_in_an_export_and_of_an_earlier_one_too(tmp_path: Path) -> None:
    file = tmp_path / "ada.jsonl"
    with opened(tmp_path, None) as memory:
        say(memory, *TALK)
        assert memory.sessions.fold(**WHO)
        held = summary_of(memory)
        memory.export(file, user_id="ada")
    *others, line = file.read_text(encoding="utf-8").splitlines()
    stored = json.loads(line)["summary"]
    assert (stored["text"], stored["open"]) == (held.text, ["I must pay the invoice of Bosch."])
    stored["text"] += "\nOPEN:\n" + "\n".join(f"- {matter}" for matter in stored.pop("open"))
    file.write_text("\n".join([*others, json.dumps({"summary": stored})]), encoding="utf-8")
    with Memary.open(f"sqlite:///{tmp_path}/other.db", worker=False) as memory:
        memory.import_(file)
        assert summary_of(memory) == held


@pytest.mark.parametrize(
    ("back", "is_last"), [(timedelta(hours=3), True), (timedelta(0), True), (timedelta(days=3), False)]
)
def test_what_is_said_after_the_clock_went_back_follows_on_what_is_folded(
    tmp_path: Path, back: timedelta, is_last: bool
) -> None:
    with opened(tmp_path, None) as memory:
        times = (NOW + minutes(n) for n in range(100))
        memory.core.clock = times.__next__
        long = "That is interesting to hear. " * 12
        for line in TALK:
            memory.add([line, {"role": "assistant", "content": long}], **WHO, infer=False)
        assert memory.sessions.fold(**WHO)
        memory.core.clock = (time - back for time in times).__next__
        memory.add("I am called Ada.", **WHO, infer=False)
        memory.add({"content": "Long ago.", "created_at": NOW - minutes(900)}, **WHO, infer=False)
        memory.add("I live in Graz.", **WHO, infer=False)
        said = [message.content for message in memory.messages.list(**WHO)]
        assert (said[-2:] == ["I am called Ada.", "I live in Graz."]) is is_last
        _, shown = memory.loop.start(open_messages, memory.core.store, Scope(**WHO)).result()
        assert ("I am called Ada." in [message.content for message in shown]) is is_last


def test_a_time_to_come_that_a_caller_gives_holds_nothing_up(tmp_path: Path) -> None:
    with opened(tmp_path, None) as memory:
        memory.core.clock = lambda: NOW
        memory.add({"content": "The party.", "created_at": NOW + minutes(60)}, **WHO, infer=False)
        memory.add("I live in Graz.", **WHO, infer=False)
        assert [message.created_at for message in memory.messages.list(**WHO)] == [NOW, NOW + minutes(60)]
