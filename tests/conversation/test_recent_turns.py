"""Which last messages a window shows, and which a fold takes: nothing lies between them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.model_server import ModelServer
from support.records import NOW, fresh_user, message, minutes, summary

from memary import InputError, Memary
from memary.api.recall.context import ContextBuilder
from memary.conversation.recent_turns import last_turns
from memary.languages import texts
from memary.languages.tokens import TokenCounter, counter_for
from memary.queries import SummaryQuery
from memary.text import count_tokens
from memary.types import Role

MARK = texts("en").left_out


@pytest.fixture
def memory() -> Iterator[Memary]:
    with Memary.open("sqlite:///:memory:", worker=False) as opened:
        yield opened


def said(*lines: str, roles: str = "ua") -> list[dict[str, Any]]:
    """Lines of a conversation, a minute apart, their roles by initials."""
    names = {"u": "user", "a": "assistant", "t": "tool"}
    return [
        {"role": names[roles[n % len(roles)]], "content": line, "created_at": NOW + minutes(n)}
        for n, line in enumerate(lines)
    ]


WORDS = st.sampled_from(["harbour ", "茶", "我们明天去港口。", "😀", "שלום ", "\n# x", "```code```\n", "12,345 "])
LINES = st.lists(st.builds(lambda word, times: word * times, WORDS, st.sampled_from([1, 3, 20, 80])), max_size=24)


@pytest.mark.long
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    lines=LINES,
    roles=st.text("uat", min_size=1, max_size=6),
    budget=st.sampled_from([500, 700, 1_400, 5_700]),
    question=st.sampled_from(["What now?", "现在呢？", "A long question? " * 300]),
    language=st.sampled_from(["en", "zh"]),
)
def test_what_no_summary_covers_is_shown_or_folded_next(
    memory: Memary, lines: list[str], roles: str, budget: int, question: str, language: str
) -> None:
    who = {"user_id": fresh_user(), "session_id": "s"}
    added = [*memory.add(said(*lines, roles=roles), **who, infer=False).ids] if lines else []
    unfolded = added
    for _ in range(40):
        window = memory.context(question, **who, budget=budget)
        assert window.tokens <= budget
        shown = [one.id for one in window.history]
        assert shown == unfolded[len(unfolded) - len(shown) :]
        was_folded = memory.sessions.fold(**who, budget=budget, language=language)
        assert was_folded == (len(shown) < len(unfolded))
        if not was_folded:
            break
        stored = memory.loop.start(memory.core.store.read, SummaryQuery(who["user_id"], "s")).result()
        assert stored is not None
        unfolded = added[added.index(stored.until_id) + 1 :]
    assert shown == unfolded


@settings(max_examples=40)
@given(
    lines=LINES,
    free=st.integers(0, 4_000),
    model=st.sampled_from(["gpt-5", "gpt-4", "qwen3-max", "deepseek-chat", "claude-sonnet-4", "letters"]),
    matters=st.integers(0, 20),
)
def test_turns_and_summary_never_take_more_than_three_quarters(
    lines: list[str], free: int, model: str, matters: int
) -> None:
    count: TokenCounter = len if model == "letters" else counter_for(model)
    talk = [message("ada", line, role=(Role.USER, Role.ASSISTANT)[n % 2]) for n, line in enumerate(lines)]
    held = summary("ada", "s", "They talk.", open=tuple(f"Pay the invoice {n}." for n in range(matters)))
    shown = last_turns(talk, held, free=free, count=count, mark=MARK)
    assert not shown.turns or shown.tokens <= free - free // 4
    assert [one.id for one in shown.messages] == [one.id for one in talk][len(talk) - len(shown.messages) :]


def test_one_message_does_not_crowd_the_others_out() -> None:
    pasted = "Read this: " + "a log line\n" * 3_000
    talk = [message("ada", text) for text in ("I like tea.", pasted, "What is wrong?")]
    shown = last_turns(talk, None, free=1_000, count=count_tokens, mark=MARK).messages
    assert [one.content for one in (shown[0], shown[2])] == ["I like tea.", "What is wrong?"]
    assert shown[1].content.startswith("Read this:")
    assert "tokens left out here" in shown[1].content


def test_of_a_turn_that_is_too_long_every_message_is_shown_in_part() -> None:
    talk = [message("ada", "Why? " * 500, role=role) for role in (Role.USER, *[Role.ASSISTANT] * 5)]
    shown = last_turns(talk, None, free=1_000, count=count_tokens, mark=MARK).messages
    assert len(shown) == 6
    assert all("tokens left out here" in one.content for one in shown)


def test_a_budget_that_holds_nothing_is_refused(memory: Memary) -> None:
    with pytest.raises(InputError, match="budget of 0 tokens"):
        memory.sessions.fold(user_id="ada", session_id="s", budget=0)


def test_a_smaller_budget_folds_sooner(memory: Memary) -> None:
    who = {"user_id": "ada", "session_id": "s"}
    memory.add(said(*(f"Line {n} about the harbour. " * 8 for n in range(30))), **who, infer=False)
    assert not memory.sessions.fold(**who)
    assert memory.sessions.fold(**who, budget=1_500)


# -- eviction by the model's window ----------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(("window", "rate"), [(2_000, 0.7), (8_192, 0.7), (8_192, 0.5), (131_072, 0.7)])
def test_talk_is_folded_when_the_window_would_pass_its_share_of_the_models(window: int, rate: float) -> None:
    turn = ["We saw" + " boats" * (window // 50), "In the harbour."]
    with ModelServer() as server:
        server.respond("They saw boats in the harbour.")
        model: dict[str, Any] = {"base_url": server.base_url, "model": "m", "api_key": "k", "context_window": window}
        with Memary.open("sqlite:///:memory:", worker=False, eviction_rate=rate, **model) as memory:
            turns = 0
            while not memory.sessions.fold(user_id="ada", session_id="s"):
                turns += 1
                memory.add(said(*turn * turns)[-2:], user_id="ada", session_id="s", infer=False)
            memory.add(said(*turn * (turns - 1)), user_id="ben", session_id="s", infer=False)  # just not too much
            account = memory.context("What now?", user_id="ben", session_id="s").account()
            shown = memory.context("What now?", user_id="ada", session_id="s")
    budget = int(window * rate)
    room = (budget - account["system_persona"] - account["user_persona"]) * 3 / 4
    assert ContextBuilder(memory.core).most == budget == shown.budget
    of_turn = account["messages"] / (turns - 1)
    assert account["messages"] <= room < (account["messages"] + of_turn) * 1.1 + 150  # the summary to come
    assert len(shown.history) == 6  # five, and the question of the first of them
    assert "They saw boats in the harbour." in shown.memory_text
