"""How a model's reply is read, whole and in pieces."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.tables import each

from memary.agent.loop.labels import AnswerText, action_of, answer_of, labelled_parts

ACTIONS = {
    "plain": ('Thought: t\nAction: search\nAction Input: {"query": "Ada"}', ("search", {"query": "Ada"})),
    "trailing comma": ('Action: search\nAction Input: {"query": "Ada",}', ("search", {"query": "Ada"})),
    "single quotes": ("Action: search\nAction Input: {'query': 'Ada'}", ("search", {"query": "Ada"})),
    "fenced input": ('Action: search\nAction Input: ```json\n{"query": "Ada"}\n```', ("search", {"query": "Ada"})),
    "fenced reply": ('```\nAction: search\nAction Input: {"query": "Ada"}\n```', ("search", {"query": "Ada"})),
    "bold labels": ('**Action:** search\n**Action Input**: {"query": "Ada"}', ("search", {"query": "Ada"})),
    "quoted name": ('Action: `search`\nAction Input: {"query": "Ada"}', ("search", {"query": "Ada"})),
    "wide colons": ('Thought：想\nAction：search\nAction Input：{"query": "林夏"}', ("search", {"query": "林夏"})),
    "no input": ("Thought: t\nAction: now", ("now", {})),
    "empty object": ("Action: now\nAction Input: {}", ("now", {})),
    "several lines": ('Action: add\nAction Input: {\n  "a": 1,\n  "b": [2, 3]\n}', ("add", {"a": 1, "b": [2, 3]})),
    "first of two": (
        'Action: search\nAction Input: {"query": "Ada"}\n{"query": "Ben"}',
        ("search", {"query": "Ada"}),
    ),
    "talk after it": ('Action: search\nAction Input: {"query": "Ada"}\nI will wait.', ("search", {"query": "Ada"})),
    "observation of its own": (
        'Action: search\nAction Input: {"query": "Ada"}\nObservation: she is 80\nAnswer: 80',
        ("search", {"query": "Ada"}),
    ),
    "answer after it": ('Action: search\nAction Input: {"query": "Ada"}\nAnswer: 80', ("search", {"query": "Ada"})),
    "call without input line": ("Action: search(query='Ada')", ("search", {})),
}

ANSWERS = {
    "plain": ("Thought: I know.\nAnswer: Berlin.", "Berlin."),
    "no labels": ("Berlin, I think.", "Berlin, I think."),
    "bold": ("**Thought:** I know.\n**Answer:** Berlin.", "Berlin."),
    "bold inside": ("**Answer**: x", "x"),
    "bold answer": ("Answer: **Berlin**", "**Berlin**"),
    "lines": ("Answer: one\ntwo\n\nthree\n", "one\ntwo\n\nthree"),
    "next line": ("Thought: t\nAnswer:\nBerlin.", "Berlin."),
    "labels inside": ("Answer: write\nAction: search\nThought: x", "write\nAction: search\nThought: x"),
    "thought speaks of labels": ("Thought: the line Action: search is not needed, nor Answer: x\nAnswer: y", "y"),
    "fenced": ("```\nThought: t\nAnswer: Berlin.\n```", "Berlin."),
    "code in it": ("Answer: run\n```\nls\n```", "run\n```\nls\n```"),
    "Chinese": ("Thought：知道。\nAnswer：柏林。", "柏林。"),
    "indented": ("Thought: t\n  Answer: Berlin.", "Berlin."),
    "empty": ("Thought: t\nAnswer:", ""),
    "thought alone": ("Thought: hm.", ""),
    "observation of its own": ("Thought: t\nObservation: it is 80\nAnswer: 80", ""),
}


@each(("reply", "expected"), ACTIONS.values())
def test_an_action_is_read_with_its_arguments(reply: str, expected: tuple[str, dict[str, object]]) -> None:
    assert action_of(reply) == expected
    assert answer_of(reply) == ""


@each(("reply", "expected"), ANSWERS.values())
def test_an_answer_is_read(reply: str, expected: str) -> None:
    assert answer_of(reply) == expected
    assert action_of(reply) is None


@pytest.mark.parametrize(
    "reply",
    ["Action:\nAction Input: {}", "Action: search\nAction Input: Berlin", 'Action: search\nAction Input: ["Ada"]'],
)
def test_an_action_that_cannot_be_called_is_an_error(reply: str) -> None:
    with pytest.raises(ValueError, match="Action"):
        action_of(reply)


def test_the_thought_ends_where_the_next_label_begins() -> None:
    reply = "Thought: I wonder.\nStill do.\nAction: now\nAction Input: {}"
    assert labelled_parts(reply)["Thought"].strip() == "I wonder.\nStill do."


FRAGMENTS = (
    *(
        "Thought: ",
        "\nAction: search",
        "\nAction Input: {}",
        "\nAnswer:",
        "\n**Answer:**",
        "Answer: ",
        "\nObservation: ",
    ),
    *("\nObservation: ", "**", "```", "`", "\n", " ", "Berlin", "*", "：", "Answer", "柏林。", "x"),
)
PIECES = st.lists(st.sampled_from(FRAGMENTS), max_size=12).map("".join)


@given(reply=PIECES, cuts=st.lists(st.integers(0, 120), max_size=20))
@example(reply="**Answer:** *x*", cuts=list(range(20)))
@example(reply="```\nAnswer: a\n```", cuts=list(range(20)))
def test_the_pieces_of_a_stream_are_exactly_the_answer(reply: str, cuts: list[int]) -> None:
    ends = [0, *sorted({min(cut, len(reply)) for cut in cuts}), len(reply)]
    text = AnswerText()
    given_out = [text.feed(reply[start:end]) for start, end in itertools.pairwise(ends)]
    assert "".join(given_out) + text.rest() == answer_of(reply)


@given(words=st.lists(st.sampled_from(["Berlin", "is", "nice", "。", "\n", "`x`"]), min_size=1, max_size=20))
def test_an_answer_flows_while_it_is_written(words: list[str]) -> None:
    text = AnswerText()
    text.feed("Thought: t\nAnswer: now")
    for word in words:
        text.feed(f" {word}")
        assert text.answer.startswith("now")
    assert text.feed(" end").endswith(" end")
