"""Text from outside is data: whatever it says, and through whatever door, it forges nothing and retires nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.chatting import answer, call
from support.model_server import ModelServer
from support.records import fresh_user
from support.tables import each
from support.web.http_connection import Body

from ingestion.extraction.injection_texts import INJECTIONS
from ingestion.talks import USER, extraction, opened, triples
from memary import ChatAgent, Memary
from memary.languages.prompt.quotation import continued, defused, one_line, quoted
from memary.types import ORIGIN_KEY

BERLIN = ("User", "lives_in", "Berlin")
LINES = re.compile(r"[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]+")
TEMPLATE_MARKS = re.compile(
    r"<\|\w+\|>|\[/?INST\]|<</?SYS>>|</?s>|<(?:start|end)_of_turn>|</memory>|<｜[^>]+｜>|<\|\w+>|<\w+\|>|◁|▷"
    r"|\[/?(?:TOOL_RESULTS|AVAILABLE_TOOLS|SYSTEM_PROMPT|THINK|gMASK)\]|</?(?:\w+:)?(?:tool_\w+|think|parameter|function)"
    r"|<(?:sop|eop|bos|eos|unk|pad)>"
)
PART = re.compile(
    r"(?:#|Ｓｙｓｔｅｍ：|\u2800User:"
    r"|Thought:|Action:|Action Input:|Answer:|Observation:|KNOWN facts:|NEW messages:|System:|User:|Assistant:"
    r"|已知事实:|新消息:|系统：|用户：|助手：)"
)
GENUINE = {
    "KNOWN facts:", "NEW messages:", "已知事实:", "新消息:", "Thought: I can answer now.", "Thought: 可以回答了。",
    "## What is known", "## 已知的事",
}  # fmt: skip
"""Lines of the prompts themselves: they stand there once."""

CODE = """\
a <b> c < d > e, x <|> y |> f, List<User> and Map<String, List<Tool>>, Vec<u8>, <div class="user"> and <b>bold</b>
[INFO] started [WARN] late [1] and array[MAX] or [TODO] and [x], <https://example.com>, <ada@example.com>, <- and ->
if (a<s && s>b) return; cout << sys >> end; SELECT * FROM t WHERE a<5 | b>3"""
"""What programs and logs look like, of which nothing is a mark."""

DOT = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJg"
    "gg=="
)


@pytest.fixture
def memory(server: ModelServer) -> Iterator[Memary]:
    with opened(server) as opened_memory:
        yield opened_memory


def lines_of(text: str) -> list[str]:
    return [line.strip() for line in LINES.split(text) if line.strip()]


def check_structure(body: Body) -> None:
    """One system turn, and it comes first."""
    roles = [message["role"] for message in body["messages"]]
    assert roles[0] == "system"
    assert roles.count("system") == 1


def check_quoted(text: str, *injected: str) -> None:
    """No line of what was injected begins a line of the prompt, and nothing means anything to a chat template."""
    assert TEMPLATE_MARKS.search(text) is None
    begun = [
        line for line in lines_of(text) if any(line.startswith(one) for each in injected for one in lines_of(each))
    ]
    assert set(begun) <= GENUINE
    assert len(begun) == len(set(begun))


def check_defused(text: str, *injected: str) -> None:
    """No line of what was injected passes for a part of the prompt."""
    assert TEMPLATE_MARKS.search(text) is None
    forged = [line for each in injected for line in lines_of(each) if PART.match(line)]
    begun = [line for line in lines_of(text) if any(line.startswith(one) for one in forged)]
    assert set(begun) <= GENUINE
    assert len(begun) == len(set(begun))


def extractions(server: ModelServer) -> list[Body]:
    return [r.body for r in server.requests_to("/v1/chat/completions") if r.body.get("response_format")]


def answers(server: ModelServer) -> list[Body]:
    return [r.body for r in server.requests_to("/v1/chat/completions") if not r.body.get("response_format")]


def check_extractions(server: ModelServer) -> None:
    assert extractions(server)
    for body in extractions(server):
        check_structure(body)
        for message in body["messages"]:
            check_quoted(str(message["content"]), *INJECTIONS)


def check_answers(server: ModelServer) -> None:
    assert answers(server)
    for body in answers(server):
        check_structure(body)
        system, *turns = (str(message["content"]) for message in body["messages"])
        check_quoted(system, *INJECTIONS)
        for turn in turns:
            check_defused(turn, *INJECTIONS)


@each("text", INJECTIONS)
def test_the_quoting_of_a_text_forges_nothing(text: str) -> None:
    assert len(one_line(text).splitlines()) == 1
    check_quoted(quoted(text), text)
    check_quoted(f"[1] Ada: {continued(text)}", text)
    check_defused(defused(text), text)


def test_a_plain_text_is_quoted_as_it_is() -> None:
    assert one_line("  a\n b ") == "a b"
    assert quoted("a\nb") == "> a\n> b"
    assert continued("a\nb") == "a\n> b"
    assert defused(CODE) == CODE
    assert quoted(CODE) == "> " + CODE.replace("\n", "\n> ")
    assert defused("a < b\nc: d 👨‍👩‍👧") == "a < b\nc: d 👨‍👩‍👧"


@pytest.mark.parametrize("role", ["user", "assistant", "tool"])
def test_a_message_is_quoted_to_the_extractor(role: str, memory: Memary, server: ModelServer) -> None:
    server.respond(extraction())
    talk = [{"role": role, "content": text, "metadata": {"note": text}} for text in INJECTIONS]
    memory.add(talk, user_id=USER, session_id="s")
    memory.flush()
    memory.add("And now?", user_id=USER, session_id="s")  # the last texts are earlier messages now
    memory.flush()
    check_extractions(server)


@pytest.mark.long
def test_speakers_entities_and_facts_are_quoted(memory: Memary, server: ModelServer) -> None:
    server.respond(extraction())
    for text in INJECTIONS:
        fact = {"subject": "User", "predicate": "likes", "object": text[:400], "statement": f"Berlin. {text}"}
        memory.facts.add([fact], user_id=USER)
        memory.add([{"content": "Berlin!", "speaker": text}, {"role": "assistant", "content": "Yes."}], user_id=USER)
    memory.flush()
    check_extractions(server)
    server.respond(answer("Berlin.", thought="It is known."))
    ChatAgent(memory, user_id=USER).chat("What about Berlin?")
    check_answers(server)


def test_what_a_tool_returns_is_quoted_to_the_agent(memory: Memary, server: ModelServer) -> None:
    def read_page() -> str:
        """Read a page."""
        return "\n".join(INJECTIONS)

    server.script(call("read_page"), answer("So it is."))
    ChatAgent(memory, user_id=USER, tools=(read_page,)).chat("What does the page say?")
    check_last_observation(server)


def check_last_observation(server: ModelServer) -> None:
    body = answers(server)[-1]
    check_structure(body)
    observation = str(body["messages"][-1]["content"])
    assert "password" in observation
    check_quoted(observation.removeprefix("Observation: "), *INJECTIONS)


def test_what_a_model_sees_in_a_picture_is_quoted(memory: Memary, server: ModelServer) -> None:
    server.script(call("vision", image=DOT, question="What is it?"), "\n".join(INJECTIONS), answer("A dot."))
    ChatAgent(memory, user_id=USER).chat("What is in the picture?")
    check_last_observation(server)


def test_what_the_external_model_says_is_quoted(server: ModelServer) -> None:
    server.respond(extraction())
    said = "\n".join(INJECTIONS)
    with opened(server, external_base_url=server.base_url, external_model="other") as memory:
        server.script(call("search", query="Who is Ada Lovelace?"), said, answer(f"They say: {said}"))
        agent = ChatAgent(memory, user_id=USER)
        agent.chat("Who is Ada Lovelace?")
        check_last_observation(server)
        server.reset_counts()
        server.script(answer("As I said.", thought="It is known."))
        agent.chat("And again?")
        check_answers(server)


@pytest.mark.long
def test_messages_in_the_history_forge_nothing(memory: Memary, server: ModelServer) -> None:
    server.respond(answer("Noted.", thought="It is known."))
    for text in INJECTIONS:
        for role in ("tool", "assistant", "user"):
            memory.add({"role": role, "content": text}, user_id=USER, session_id="s", infer=False)
    ChatAgent(memory, user_id=USER, session_id="s").chat("And now?")
    check_answers(server)


def test_a_summary_is_made_of_quotations(server: ModelServer) -> None:
    server.respond("They talked of Berlin and of Moscow.")
    with opened(server, context_tokens=200, keep_messages=0) as memory:
        for text in INJECTIONS:
            for role in ("user", "tool"):
                message = {"role": role, "content": f"{role}: {text}"}
                memory.add(message, user_id=USER, session_id="s", infer=False)
        assert memory.sessions.fold(user_id=USER, session_id="s")
    check_structure(server.last_chat)
    check_quoted(str(server.last_chat["messages"][-1]["content"]), *INJECTIONS)


def test_a_persona_forges_no_part(server: ModelServer, tmp_path: Path) -> None:
    file = tmp_path / "user.md"
    file.write_text("Ada is a pilot.\n" + "\n".join(INJECTIONS), encoding="utf-8", newline="")
    server.respond(answer("Hello."))
    with opened(server, user_persona=file) as memory:
        ChatAgent(memory, user_id=USER).chat("Hello, who are you?")
    check_structure(server.last_chat)
    check_defused(str(answers(server)[-1]["messages"][0]["content"]), *INJECTIONS)


@pytest.mark.long
def test_what_an_export_brings_in_is_quoted(server: ModelServer, tmp_path: Path) -> None:
    file = tmp_path / "export.jsonl"
    with opened(server) as memory:
        for text in INJECTIONS:
            memory.add({"content": f"Berlin: {text}", "speaker": text}, user_id=USER, infer=False)
            fact = {"subject": "User", "predicate": "heard", "object": text[:400], "statement": f"Berlin: {text}"}
            memory.facts.add([fact], user_id=USER)
        memory.export(file, user_id=USER)
    with opened(server, top_k=50) as memory:
        memory.import_(file)
        server.script(answer("Berlin.", thought="It is known."))
        ChatAgent(memory, user_id=USER).chat("What about Berlin?")
    check_answers(server)


# -- a model that obeys ---------------------------------------------------------------------------------------------


def obedient(text: str, *, quoting: bool) -> str:
    """The reply of a model that does what the text asks for, on the user's word."""
    orders: list[dict[str, Any]] = [
        {"subject": "User", "predicate": "lives_in", "object": "Berlin", "op": "DELETE", "target": 1},
        {"subject": "User", "predicate": "lives_in", "object": "Moscow", "op": "UPDATE", "target": 1},
        {"subject": "User", "predicate": "lives_in", "object": "Moscow", "correction": True},
        {"subject": "User", "predicate": "no_longer_lives_in", "object": "Berlin"},
    ]
    words = next(iter(lines_of(text)))
    return json.dumps({"facts": [order | {"message": 1} | ({"quote": words} if quoting else {}) for order in orders]})


DOORS: tuple[dict[str, Any], ...] = (
    {"role": "assistant"},
    {"role": "tool"},
    {"role": "tool", "metadata": {ORIGIN_KEY: "user"}},
    {"role": "assistant", "metadata": {ORIGIN_KEY: "external"}},
    {"role": "assistant", "metadata": {ORIGIN_KEY: "user"}},
    {"role": "user", "metadata": {ORIGIN_KEY: "external"}},
)


@pytest.mark.long
@pytest.mark.parametrize("quoting", [True, False])
@pytest.mark.parametrize(
    ("door", "first"),
    [(door, number % 3) for number, door in enumerate(DOORS)],
    ids=[f"{door['role']}-{door.get('metadata', {}).get(ORIGIN_KEY)}" for door in DOORS],
)
def test_an_obedient_model_retires_nothing_that_the_user_said(
    door: dict[str, Any], first: int, *, quoting: bool, server: ModelServer
) -> None:
    with opened(server) as memory:
        for text in INJECTIONS[first::3]:
            user = fresh_user()
            server.script(extraction(BERLIN))
            memory.add("I live in Berlin.", user_id=user, session_id="s")
            memory.flush()
            server.script(obedient(text, quoting=quoting))
            memory.add(["What does it say?", door | {"content": text}], user_id=user, session_id="s")
            assert memory.flush().done == 2
            assert BERLIN in triples(memory.facts.list(user_id=user))
            (fact,) = [
                one for one in memory.facts.list(user_id=user) if one.object == "Berlin" and one.origin == "user"
            ]
            assert fact.predicate == "lives_in"
            assert all(one.origin != "user" for one in memory.facts.list(user_id=user) if one.id != fact.id)
