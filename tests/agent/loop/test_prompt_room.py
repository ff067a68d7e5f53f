"""A run's prompts leave room for the answer, whatever memory holds and tools bring."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.chatting import answer, call, chats, is_extraction, system_prompt
from support.model_server import ModelServer
from support.records import NOW, minutes

from memary import Answer, ChatAgent, Memary
from memary.agent.loop.tool_calls import Allowance
from memary.languages.prompt.quotation import quoted
from memary.languages.tokens import count_tokens

RESULTS = st.lists(
    st.sampled_from(["ok", "", "茶" * 300, "a line\n" * 200, "many words " * 400, "😀" * 50]), max_size=9
)


@settings(max_examples=50)
@given(results=RESULTS, left=st.integers(-50, 3_000), replies=st.integers(0, 12))
def test_results_never_take_more_than_is_left(results: list[str], left: int, replies: int) -> None:
    allowance = Allowance(left, replies, count_tokens)
    kept = [allowance.cut(result) for result in results]
    assert sum(count_tokens(quoted(text)) for text in kept if text) <= max(left, 0)


def test_a_first_result_leaves_something_for_those_after_it() -> None:
    allowance = Allowance(1_200, 5, count_tokens)
    first, second = (allowance.cut("many words of a long book " * 400) for _ in range(2))
    assert count_tokens(first) > 600
    assert count_tokens(second) > 100


def read(page: int) -> str:
    """Read a page of a book."""
    return f"Page {page}. " + "\n# many words of a long book" * 4_000


def prompts_of(server: ModelServer, window: int, question: str) -> tuple[Answer, list[int]]:
    """Ask an agent in the middle of a long talk; return its answer, and the tokens of each prompt."""
    model: dict[str, Any] = {"base_url": server.base_url, "model": "m", "api_key": "k", "max_retries": 0}
    with Memary.open("sqlite:///:memory:", worker=False, context_window=window, **model) as memory:
        lines = [f"Line {n}: " + "the boats of the harbour " * (window // 250) for n in range(40)]
        said = [{"content": line, "created_at": NOW + minutes(n)} for n, line in enumerate(lines)]
        memory.add(said, user_id="ada", session_id="s", infer=False)
        reply = ChatAgent(memory, user_id="ada", session_id="s", tools=(read,)).chat(question)
    bodies = [body for body in chats(server) if "Tool Name: read" in system_prompt(body)]
    return reply, [sum(count_tokens(str(one["content"])) + 4 for one in body["messages"]) for body in bodies]


@pytest.mark.long
@pytest.mark.parametrize("window", [4_096, 8_192, 32_768])
def test_memory_talk_and_results_of_tools_leave_room_for_the_answer(server: ModelServer, window: int) -> None:
    steps = [call("read", page=n, thought="I read on.") for n in range(4)]
    server.script(*steps, answer("It is long."))
    reply, prompts = prompts_of(server, window, "Read the book. " * 400)
    assert (reply.text, len(prompts)) == ("It is long.", 5)
    assert max(prompts) <= window * 7 // 8
    results = [step.observation for step in reply.steps if step.tool]
    assert all(result.startswith("Page") for result in results)
    assert count_tokens(results[0]) > window // 32


def test_an_agent_that_writes_too_much_stops_before_its_prompt_passes_the_window(server: ModelServer) -> None:
    server.when(lambda body: not is_extraction(body), call("read", page=1, thought="I ponder and ponder. " * 40))
    reply, prompts = prompts_of(server, 3_000, "Read the book.")
    assert reply.is_partial
    assert len(prompts) < 10
    assert max(prompts) <= 3_000
