from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PIL import Image
from support.chatting import answer, call
from support.model_server import CHAT, Fault, ModelServer
from support.web.http_connection import Body

from interfaces.cli.conftest import Run
from memary import Memary
from memary.models.calls import ModelCall


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    """A model at the other end of the settings; what it is asked to extract, it finds nothing in."""
    with ModelServer() as server:
        monkeypatch.setenv("MEMARY_BASE_URL", server.base_url)
        monkeypatch.setenv("MEMARY_MODEL", "scripted")
        monkeypatch.setenv("MEMARY_MAX_RETRIES", "0")
        server.when(lambda body: bool(body.get("response_format")), '{"entities": [], "facts": []}')
        yield server


def is_said(text: str) -> Callable[[Body], bool]:
    """Whether a request is for the answer to a text: reading asks meanwhile, and would take a reply of a queue."""
    return lambda body: str(body["messages"][-1]["content"]).endswith(text)


def test_undo_says_of_which_message_if_it_is_not_the_last_and_how_far_it_looked(ok: Run) -> None:
    said = "I moved to Rome.\nWhere do I live?\n/undo\n/undo\n"
    outcome = ok("chat", given=said)
    assert "What was learnt of “I moved to Rome.” is taken back." in outcome.stderr
    assert "nothing you said here of late (messages: 2) changed a fact" in outcome.stderr


def test_offline_an_answer_quotes_memory_and_says_so(ok: Run) -> None:
    ok("add", "I moved to Berlin.")
    answer = ok("ask", "Where", "do", "I", "live?")
    assert "offline" in answer.stdout
    assert "Berlin" in answer.stdout


def test_a_question_of_a_user_whom_nobody_knows_is_refused_and_kept_nowhere(ok: Run, run: Run) -> None:
    ok("add", "I moved to Berlin.", "--user", "ada")
    assert "Known users: ada" in run("ask", "Where do I live?", "--user", "aad").error
    assert "Known users: ada (" in run("facts", "--user", "aad").error
    assert "I find nothing" in ok("chat", "--user", "bob", given="Where do I live?\n").stdout


@pytest.mark.parametrize(
    ("said", "asked", "command"),
    [
        ("I work at Bosch.", "Delete what you know of my job.", "memary search 'my job' --user "),
        ("我妹妹叫小雨。", "忘记我妹妹的事", "memary search '我妹妹' --user "),
    ],
)
def test_where_nothing_is_forgotten_in_talk_the_commands_that_do_are_told(
    ok: Run, said: str, asked: str, command: str
) -> None:
    ok("add", said)
    answer = ok("ask", asked)
    assert "MEMARY_FORGET_ON_REQUEST" in answer.stdout
    assert command in answer.stderr
    assert "memary forget --fact" in answer.stderr


def test_a_model_answers_and_sources_and_steps_are_shown_on_demand(ok: Run, model: ModelServer) -> None:
    ok("add", "I moved to Berlin.")
    model.respond("Thought: memory says it.\nAnswer: You live in Berlin.")
    assert ok("ask", "Where do I live?").stdout == "You live in Berlin.\n"
    shown = ok("ask", "Where do I live?", "--sources", "--steps").stdout
    assert shown.startswith("You live in Berlin.\n\nSources:\n1. ")
    assert "I moved to Berlin." in shown
    assert "memory says it." in shown


def test_after_an_answer_nothing_is_read_where_that_would_be_broken_off(ok: Run, model: ModelServer) -> None:
    with Memary.open(worker=False) as memory:
        memory.core.ledger.note("ada", [ModelCall("extraction", "scripted", 1, 1, memory.settings.grace * 2)])
    model.when(is_said("live?"), "You live in Berlin.")
    answer = ok("ask", "Where do I live?")
    assert "1 message still to be read for facts" in answer.stderr
    assert model.chat_calls == 1
    assert "Read 1 message" in ok("flush").stdout


def test_a_run_is_gone_on_with(run: Run, ok: Run, model: ModelServer) -> None:
    with Memary.open(worker=False) as memory:
        ships = memory.runs.record({"objective": "Count the ships"}, user_id=memory.settings.user)
    model.respond("Thought: easy.\nAnswer: 41.")
    assert ok("ask", "Go on.", "--resume", ships.id[-8:]).stdout == "41.\n"
    assert ok("runs", "--json").json[0]["status"] == "done"
    assert "There is no run 'nothing'" in run("ask", "Go on.", "--resume", "nothing").error


def test_an_answer_as_json_is_one_document(ok: Run, model: ModelServer) -> None:
    model.respond("Thought: easy.\nAnswer: 你好。")
    answer = ok("ask", "你好", "--json", "--session", "s1")
    assert answer.json["text"] == "你好。"
    assert answer.json["session_id"] == "s1"
    assert "你好。" in answer.stdout


def test_a_plain_answer_without_the_format_is_printed_once(ok: Run, model: ModelServer) -> None:
    model.respond("Just so.")
    assert ok("ask", "Why?").stdout == "Just so.\n"


def test_a_traceback_shows_no_key_that_a_server_repeats(
    run: Run, model: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMARY_API_KEY", "plainwordsecret")
    model.respond(Fault.status(401, message="Incorrect API key: plainwordsecret, or sk-abcdefghijklmnopqrst"))
    told = run("ask", "Where do I live?", "--verbose")
    assert "Traceback" in told.stderr
    assert not any(key in told.stderr for key in ("plainwordsecret", "sk-abcdefgh"))


def test_on_the_command_line_the_agent_looks_at_files_of_this_machine(
    ok: Run, model: ModelServer, tmp_path: Path
) -> None:
    Image.new("RGB", (4, 4), "red").save(tmp_path / "square.png")
    model.script(call("vision", image=str(tmp_path / "square.png")), "A red square.", answer("Red."))
    assert ok("ask", "What does the picture show?").stdout == "Red.\n"
    assert "image_url" in str(model.requests_to(CHAT)[1].body)


def test_an_answer_cannot_command_the_terminal(ok: Run, model: ModelServer) -> None:
    model.respond("Thought: x\nAnswer: red \x9b31malert\x9b2J!")
    assert ok("ask", "Why?").stdout == "red 31malert2J!\n"


def test_a_model_that_is_down_is_an_error_and_the_question_is_kept(run: Run, ok: Run, model: ModelServer) -> None:
    model.clear_scripts()
    model.respond(Fault.status(401, message="no such key"))
    outcome = run("ask", "Where is my bike?")
    assert outcome.code == 1
    assert "MEMARY_API_KEY" in outcome.stderr or "key" in outcome.stderr
    assert "bike" in ok("search", "bike").stdout


def test_piped_lines_are_turns(ok: Run) -> None:
    outcome = ok("chat", given="I moved to Berlin.\n\nWhat do you know about Berlin?\n")
    assert outcome.stderr == "Learnt: User lives in Berlin\n"
    assert "\x1b" not in outcome.stdout
    assert "Berlin" in outcome.stdout
    assert "Berlin" in ok("facts").stdout


def test_of_a_statement_of_which_no_fact_is_read_that_is_said(ok: Run) -> None:
    said = [
        "I live in Paris.",
        "The wind makes me think of old films.",
        "今天的风让我想起老电影。",
        "Thank you!",
        "Who am I?",
        "Forget that I live in Paris.",
    ]
    told = ok("chat", given="\n".join(said)).stderr.splitlines()
    unread = ["Kept word for word; no fact was read from it.", "已原样保存，没有从中读出事实。"]
    assert told[0].startswith("/forget I live in Paris shows")
    assert told[1:] == ["Learnt: User lives in Paris", *unread]
    assert ok("chat", given="I live in Paris.\n").stderr == ""


def test_piped_turns_as_json_are_one_list(ok: Run, model: ModelServer) -> None:
    model.when(is_said("first"), "Thought: a\nAnswer: one")
    model.when(is_said("second"), "Thought: b\nAnswer: two")
    assert [answer["text"] for answer in ok("chat", "--json", given="first\nsecond\n").json] == ["one", "two"]


def test_a_turn_that_fails_does_not_end_the_others(run: Run, model: ModelServer) -> None:
    model.when(is_said("first"), Fault.status(400, message="too odd"))
    model.when(is_said("second"), "Thought: b\nAnswer: two")
    outcome = run("chat", given="first\nsecond\n")
    assert outcome.code == 1
    assert outcome.stdout == "two\n"
    assert outcome.stderr.startswith("Error: ")


def test_slash_commands_look_into_memory(ok: Run) -> None:
    ok("add", "I moved to Berlin.", "--session", "s1")
    turns = "/help\n/facts\n/facts Berlin\n/entities\n/stream\n/search Berlin\n/context Where?\n/session s1\n"
    outcome = ok("chat", given=f"{turns}/title The move\n/sessions\n/sources\n")
    assert "/search WORDS" in outcome.stderr
    for heading in ("Since", "Mentions", "Said in", "Messages", "The move"):
        assert heading in outcome.stdout
    assert "There is nothing yet." in outcome.stderr


def test_slash_commands_tell_what_memory_concluded_and_how_it_stood(ok: Run) -> None:
    for day in range(1, 7):
        ok("add", "I met Mira in Graz.", "--at", f"2026-01-0{day}T09:00:00Z", "--session", f"s{day}")
    ok("add", "I live in Oslo.", "--at", "2026-01-08T09:00:00Z")
    turns = "/help\n/runs\n/categories\n/rewind 2026-01-07\n/reflect\n/insights\n/profile\n"
    outcome = ok("chat", given=turns)
    for name in ("/runs", "/categories", "/rewind TIME", "/reflect", "/insights", "/profile [NAME]"):
        assert name in outcome.stderr
    assert "There is nothing yet." in outcome.stderr  # no runs
    assert "Insights: " in outcome.stderr
    for shown in ("Category", "Best known then", "True since", "Insight ", "Oslo"):
        assert shown in outcome.stdout


def test_what_was_forgotten_in_talk_is_brought_back_by_a_command(ok: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMARY_FORGET_ON_REQUEST", "true")
    monkeypatch.setenv("MEMARY_RESTORABLE_DAYS", "30")
    ok("add", "My locker PIN is 471135.")
    told = ok("chat", given="Please forget my locker PIN.\n/restore\n/restore\n")
    assert "Forgotten, about “my locker PIN”" in told.stdout
    assert "It can be restored until 20" in told.stdout
    assert "(/restore)" in told.stderr
    assert "Restored: 1 message" in told.stderr
    assert "There is nothing to restore.\n" in told.stderr
    assert "471135" in ok("search", "locker PIN").stdout


def test_a_rewind_without_a_time_says_what_is_missing(run: Run) -> None:
    assert "An argument is missing: /rewind TIME" in run("chat", given="/rewind\n").stderr


def test_slash_commands_change_user_and_session(ok: Run) -> None:
    ok("chat", given="/user linxia\n/session s9\n我住在武汉。\n/quit\nnot read\n")
    assert len(ok("search", "武汉", "--user", "linxia", "--session", "s9", "--kind", "message", "--json").json) >= 1
    assert ok("search", "not read", "--user", "linxia", "--kind", "message", "--json").stdout.count("not read") == 0


def test_an_unknown_slash_command_is_named(run: Run) -> None:
    outcome = run("chat", given="/dance\n/search\n")
    assert outcome.code == 2
    assert outcome.stderr == (
        "Error: There is no command /dance: /help lists them.\nError: An argument is missing: /search WORDS\n"
    )


def test_slash_commands_speak_the_language_of_the_talk(ok: Run) -> None:
    outcome = ok("chat", given="我搬到了杭州。\n/facts\n/undo\n/undo\n")
    assert "事实" in outcome.stdout
    assert "用户（按规则）" in outcome.stdout
    assert outcome.stderr.startswith("已撤销。 已去掉: 用户居住在杭州\n没有可以撤销的：最近在这里说的话（1条）")


def test_the_facts_of_a_conversation_say_that_there_are_more(ok: Run) -> None:
    teas = "".join(f"I like tea number{number}.\n" for number in "abcdefghijklmnopqrstu")
    outcome = ok("chat", given=f"{teas}/facts\n")
    assert outcome.stdout.count("by rule") == 20
    assert "These are the newest 20" in outcome.stderr
    assert "the newest 20" not in ok("chat", given="/facts tea numbera\n").stderr


def test_facts_of_before_a_name_was_known_are_told_by_the_name(ok: Run) -> None:
    ok("add", "I moved to York.")
    ok("add", "My name is Ada King.")
    ok("add", "I like tea.")
    shown = ok("facts").stdout
    assert "Ada King lives in York." in shown
    assert "Ada King likes tea." in shown
    assert "User is called Ada King." in shown


@pytest.mark.parametrize(
    ("said", "asked", "quoted"),
    [
        ("My brother is called Ben.", "Who is my brother?", "Memory holds this of it:\n- User's brother is Ben.\n"),
        ("我哥哥叫王强。", "我哥哥是谁？", "记忆里有这些：\n- 用户的哥哥是王强。\n"),
    ],
)
def test_where_the_model_does_not_answer_what_memory_holds_is_quoted(
    run: Run, ok: Run, monkeypatch: pytest.MonkeyPatch, said: str, asked: str, quoted: str
) -> None:
    ok("add", said, "--wait")
    _no_model_answers(monkeypatch)
    talk = run("chat", given=f"{asked}\nI like tea.\n")
    assert "cannot be reached" in talk.stderr
    assert talk.stdout == quoted
    assert "2 messages still to be read for facts" in talk.stderr
    once = run("ask", asked)
    assert (once.code, once.stdout) == (1, quoted)
    assert "cannot be reached" in once.stderr
    told = run("ask", asked, "--json")
    assert told.code == 1
    assert "cannot be reached" in told.json["error"]
    assert told.json["memory"] == [line.removeprefix("- ") for line in quoted.splitlines()[1:]]


def test_a_question_of_which_memory_holds_nothing_ends_with_the_error_of_the_model(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    _no_model_answers(monkeypatch)
    outcome = run("ask", "Who is my brother?")
    assert (outcome.code, outcome.stdout) == (1, "")
    assert "cannot be reached" in outcome.stderr


def _no_model_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (
        ("MEMARY_BASE_URL", "http://127.0.0.1:9/v1"),
        ("MEMARY_MODEL", "m"),
        ("MEMARY_MAX_RETRIES", "0"),
    ):
        monkeypatch.setenv(name, value)


def test_the_list_of_facts_tells_that_messages_are_still_to_be_read(ok: Run) -> None:
    with Memary.open(worker=False) as memory:
        memory.add("I live in Ulm.", user_id=memory.settings.user)
    assert "1 message still to be read for facts" in ok("facts").stderr
    ok("flush")
    assert "still to be read" not in ok("facts").stderr


@pytest.mark.parametrize("asked", ["undo", "take that back", "撤销", "请撤销刚才的"])
def test_who_types_that_something_is_to_be_undone_is_told_how_and_it_is_no_message(ok: Run, asked: str) -> None:
    outcome = ok("chat", given=f"I moved to Rome.\n{asked}\n/undo\n")
    assert "/undo" in outcome.stderr
    assert "I moved to Rome" in outcome.stderr or "Undone" in outcome.stderr
    assert asked not in ok("export", "-").stdout


@pytest.mark.parametrize(("helps", "leaves"), [("help", "exit"), ("Help", "QUIT"), ("帮助", "退出")])
def test_a_word_alone_that_means_a_command_is_taken_as_one_and_is_no_message(
    ok: Run, helps: str, leaves: str
) -> None:
    outcome = ok("chat", given=f"{helps}\n{leaves}\nI moved to Rome.\n")
    assert "list these commands" in outcome.stderr
    with Memary.open(worker=False) as memory:
        assert memory.messages.list(user_id=memory.settings.user) == []


@pytest.mark.parametrize(
    ("said", "named", "shown", "yes", "gone"),
    [
        ("My brother Tom is a nurse.", "Tom", "fact: Tom", "yes", "Forgotten for good"),
        ("My brother Tom is a nurse.", "tom", "message: My brother Tom is a nurse.", "y", "Forgotten for good"),
        ("I'm vegan.", "I'm vegan", "fact: User", "yes", "Forgotten for good"),
        ("My gate code is 4711.", "my gate code", "message: My gate code is 4711.", "ok", "Forgotten for good"),
        ("我妹妹叫小雨。", "小雨", "事实：", "是", "已经彻底忘掉：1条"),
    ],
)
def test_what_is_to_be_forgotten_is_shown_and_goes_once_the_user_says_yes(
    said: str, named: str, shown: str, yes: str, gone: str, ok: Run
) -> None:
    outcome = ok("chat", given=f"{said}\n/forget {named}\n{yes}\n")
    assert shown in outcome.stderr
    assert gone in outcome.stderr
    assert ok("facts", "--json").json == []
    assert said not in ok("messages").stdout


@pytest.mark.parametrize(("answer", "kept"), [("no", "Nothing was forgotten."), ("I live in Graz.", "Nothing was")])
def test_whatever_is_no_yes_lets_stay_what_was_shown(answer: str, kept: str, ok: Run) -> None:
    outcome = ok("chat", given=f"My brother Tom is a nurse.\n/forget Tom\n{answer}\nyes\n")
    assert kept in outcome.stderr
    assert "My brother Tom is a nurse." in ok("messages").stdout
    assert ("I live in Graz." in ok("messages").stdout) == (answer != "no")


def test_of_several_that_may_be_meant_one_is_named_by_its_number(ok: Run) -> None:
    told = "My bank PIN is 1234.\nMy card PIN is 5678.\n/forget my PIN\n/forget 2\nyes\n"
    outcome = ok("chat", given=told)
    assert "1 bank PIN" in outcome.stderr
    assert "2 card PIN" in outcome.stderr
    left = ok("messages").stdout
    assert ("1234" in left, "5678" in left) == (True, False)


def test_what_may_be_meant_beside_what_goes_is_listed_and_goes_by_its_number(ok: Run) -> None:
    told = "我的房租是5000。\n房租涨到5500了。\n房东王阿姨说房租涨到7000。\n小李的房租才3000。\n"
    outcome = ok("chat", given=f"{told}/forget 我的房租\n是\n/forget 1\n是\n/forget 我的房租\n/forget 1\n是\n")
    assert "1 房租 (房租涨到5500了。)" in outcome.stderr
    left = ok("messages", "--json").stdout
    assert ["5000" in left, "5500" in left, "7000" in left, "3000" in left] == [False, False, False, True]


@pytest.mark.parametrize(
    ("said", "asked", "how"),
    [
        ("My brother is Pieter.", "Forget Pieter", "/forget Pieter shows"),
        ("I'm vegan.", "Please forget that I'm vegan.", "/forget I'm vegan shows"),
        ("我妹妹叫小雨。", "忘记我妹妹的事", "/forget 我妹妹 会先列出"),
    ],
)
def test_in_a_conversation_a_refused_request_leads_to_the_command_that_does_it(
    said: str, asked: str, how: str, ok: Run
) -> None:
    outcome = ok("chat", given=f"{said}\n{asked}\n")
    assert "MEMARY_FORGET_ON_REQUEST" in outcome.stdout
    assert how in outcome.stderr
    assert "memary forget" not in outcome.stderr


def test_a_name_that_nobody_knows_is_no_request_to_forget(ok: Run) -> None:
    assert "MEMARY_FORGET_ON_REQUEST" not in ok("chat", given="Forget Rome.\n").stdout


def test_words_with_an_apostrophe_are_quoted_as_a_person_would(ok: Run) -> None:
    ok("add", "I'm vegan.")
    assert 'memary search "I\'m vegan" --user' in ok("ask", "Please forget that I'm vegan.").stderr
