"""What of a reply is thought and what is said, whole and in pieces."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.tables import each

from memary.models.replies.thoughts import SpokenText, without_thoughts

FINAL = "<|start|>assistant<|channel|>final<|message|>"

CUT = {
    "before the answer": ("<think>\nhm\n</think>\n\nBerlin.", "Berlin."),
    "its start in the prompt": ("I see it: x.\n</think>\nBerlin.", "Berlin."),
    "nothing but its end": ("</think>Berlin.", "Berlin."),
    "labels inside": ("<think>\nAnswer: Paris\n</think>\nThought: t\nAnswer: Berlin", "Thought: t\nAnswer: Berlin"),
    "nested": ("<think>a<think>b</think>c</think>Berlin", "Berlin"),
    "a tag that is only spoken of": ("<think>never write <think> twice</think>Berlin", "Berlin"),
    "an end too many": ("<think>a</think>b</think>Berlin", "Berlin"),
    "never closed": ("<think>hm\nAnswer: Paris", ""),
    "never closed, after a label": ("Answer: <think>hm", "Answer: "),
    "never closed, on a line of its own": ("Berlin.\n<think>hm", "Berlin.\n"),
    "in between": ("You live <think>or not?</think>in Berlin.", "You live in Berlin."),
    "nothing else": ("<think>hm</think>", ""),
    "other names": ("<reasoning>a</reasoning><Thinking>b</THINKING><thought>c</thought>Berlin", "Berlin"),
    "spaces in the tag": ("< think >hm</ think >Berlin", "Berlin"),
    "a name with a prefix": ("<seed:think>hm</seed:think>Berlin", "Berlin"),
    "square brackets": ("[THINK]hm[/THINK]Berlin", "Berlin"),
    "triangles": ("◁think▷hm◁/think▷Berlin", "Berlin"),
    "bars": ("<|START_THINKING|>hm<|END_THINKING|>Berlin", "Berlin"),
    "long names in bars": ("<|begin_of_thought|>hm<|end_of_thought|>Berlin", "Berlin"),
    "channels": (f"<|channel|>analysis<|message|>hm<|end|>{FINAL}Berlin<|return|>", "Berlin"),
    "several channels": (
        "<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>commentary to=functions.x "
        f"<|constrain|>json<|message|>{{}}<|call|>{FINAL}Berlin",
        "Berlin",
    ),
    "one channel": ("<|channel|>analysis<|message|>hm", ""),
    "the last channel alone": ("<|channel|>final<|message|>Berlin<|return|>", "Berlin"),
    "channels without marks": ("analysisThe user asks.assistantfinalBerlin", "Berlin"),
    "inside a fence around all": ("```\n<think>hm</think>\nAnswer: Berlin\n```", "```\nAnswer: Berlin\n```"),
}
LEFT = {
    "code": "Answer: write `<think>` first and `</think>` last.",
    "a fence": "Like this:\n```xml\n<think>hm</think>\n```\nand so on",
    "a fence of tildes": "Like this:\n~~~\n</think>\n~~~",
    "a word of the text": "The <think> tag opens a thought.",
    "JSON": '{"quote": "I write <think>hm</think>", "n": ["</think>"]}',
    "a list as JSON": '[{"quote": "</think>"}]',
    "JSON in a fence": '```json\n{"quote": "</think>"}\n```',
    "generics": "List<String> and a <b> c < d > e",
    "a source": "[1] Ada said so.",
    "analysis": "analysis of it",
    "a word that begins alike": "analysisThe",
    "space around": "\n Berlin \n",
    "nothing": "",
}


@each(("reply", "said"), CUT.values())
def test_a_thought_is_cut_out(reply: str, said: str) -> None:
    assert without_thoughts(reply) == said
    assert in_pieces(reply, list(range(len(reply)))) == said


@each("reply", LEFT.values())
def test_what_only_looks_like_a_thought_is_left(reply: str) -> None:
    assert without_thoughts(reply) == reply
    assert in_pieces(reply, list(range(len(reply)))) == reply


def test_json_after_a_thought_keeps_its_tags() -> None:
    assert without_thoughts('hm</think>\n{"quote": "</think>"}') == '{"quote": "</think>"}'


def in_pieces(reply: str, cuts: list[int]) -> str:
    """What a reply says that comes in pieces, without what was withdrawn."""
    spoken, said, withdrawn = SpokenText(), "", 0
    ends = [0, *sorted({min(cut, len(reply)) for cut in cuts}), len(reply)]
    for piece in [*(reply[start:end] for start, end in itertools.pairwise(ends)), None]:
        new = spoken.rest() if piece is None else spoken.feed(piece)
        said, withdrawn = ("" if spoken.withdrawn > withdrawn else said) + new, spoken.withdrawn
    return said


FRAGMENTS = (
    *(reply for reply, _ in CUT.values()),
    *LEFT.values(),
    *("<think>", "</think>", "`", "``", "```", "\n", " ", "a", "<", "</", "Berlin", "{", "[", "]", "~~~", "X", "<|"),
    *("<|channel|>", "<|end|>", "<|message|>", "final", "<|start|>assistant", "analysis", "assistantfinal"),
)


@given(reply=st.lists(st.sampled_from(FRAGMENTS), max_size=8).map("".join), cuts=st.lists(st.integers(0, 300)))
def test_in_whatever_pieces_a_reply_comes_it_says_the_same(reply: str, cuts: list[int]) -> None:
    assert in_pieces(reply, cuts) == without_thoughts(reply)


def test_a_reply_expected_inside_a_thought_gives_out_nothing_before_its_end() -> None:
    spoken = SpokenText(inside=True)
    assert spoken.feed("Answer: Paris\n") == ""
    assert spoken.feed("</think>Answer: ") + spoken.feed("Berlin") + spoken.rest() == "Answer: Berlin"
    assert spoken.ends_alone


@pytest.mark.parametrize(("reply", "said"), [("Berlin.", "Berlin."), ("<think>hm", ""), ("<think>a</think>b", "b")])
def test_a_reply_that_was_not_inside_a_thought_after_all_is_read_like_any(reply: str, said: str) -> None:
    spoken = SpokenText(inside=True)
    assert spoken.feed(reply) + spoken.rest() == said
