"""What a model wrote as a summary: what of it can be used, and what is none."""

from __future__ import annotations

from typing import Any

import pytest
from support.tables import each

from memary.conversation.summary_reply import read_reply
from memary.languages import texts

TOLD = {
    "en": "Summary so far:\n> Ada plans a trip.\n\nMessages to fold in:\n"
    "user: I must pay the invoice of Bosch. Okay?\nassistant: OK, done. I noted it.\n"
    "user: We saw the boats in the harbour.",
    "zh": "要并入的消息:\nuser: 我今天看了港口的船，明天要付博世的账单。\nassistant: 好的，明白了。",
}


def read(text: str, language: str = "en", previous: str = "") -> Any:
    words = texts(language)
    headings = (words.summary_previous, words.summary_open, words.summary_messages)
    rules = "\n".join((words.summary_rules.format(words=50), *headings))
    return read_reply(text, source=TOLD[language], rules=rules, previous=previous)


@each(
    ("text", "summary", "opened", "closed"),
    [
        ('{"summary": "Ada pays.", "open": ["Pay b"], "closed": [1]}', "Ada pays.", ["Pay b"], [1]),
        ('```json\n{"summary": "Ada pays.", "open": []}\n```', "Ada pays.", [], []),
        ('{"summary": "Ada pays.", "open": "one thing", "closed": null}', "Ada pays.", ["one thing"], []),
        ('{"summary": "Ada pays.", "open": ["Pay b", ', "Ada pays.", ["Pay b"], []),
        ('[{"summary": "Ada pays."}]', "Ada pays.", [], []),
        ('{"summary": "Ada pays.", "closed": ["2"], "mood": 1}', "Ada pays.", [], ["2"]),
        ('{"summary": "Ada pays.", "open": ["none", "No.", "无"]}', "Ada pays.", [], []),
        ('Sure! {"summary": "Ada pays."}', "Ada pays.", [], []),
        ('{"summary": "Unfortunately, the boats sank."}', "Unfortunately, the boats sank.", [], []),
        ('{"summary": "艾达看了船，还要付账单。"}', "艾达看了船，还要付账单。", [], []),
        ("They talk about boats.", "They talk about boats.", [], []),
        ("The user saw boats and has to pay Bosch.", "The user saw boats and has to pay Bosch.", [], []),
    ],
)
def test_what_can_be_used_of_a_reply_is_used(text: str, summary: str, opened: list[str], closed: list[Any]) -> None:
    found = read(text)
    assert found is not None
    assert (found.summary, found.open, found.closed) == (summary, opened, closed)


def test_a_summary_that_stays_as_it_is_is_no_echo() -> None:
    assert read("Ada plans a trip.") is None
    assert read("Ada plans a trip.", previous="Ada plans a trip.") is not None


@pytest.mark.parametrize("text", ["他看了港口的船。", '{"summary": "明天付账单。"}'])
def test_a_chinese_reply_with_something_in_it_is_used(text: str) -> None:
    assert read(text, "zh") is not None


@each(
    "text",
    [
        "",
        "<think>hm</think>",
        '{"summary": ""}',
        '{"open": []}',
        "{}",
        "[1, 2",
        "OK",
        "OK, done.",
        "Done.",
        "Noted!",
        "harbour",
        "Sure, here is the updated summary.",
        "I have folded the messages into the summary of the conversation.",
        "The user's messages were summarized.",
        "Hello! What can I do for you today?",
        "I'm sorry, I cannot do that.",
        "I cannot summarise what was said about the invoice of Bosch.",
        "As an AI language model, I do not see any harbour or boats.",
        "The weather in Paris is lovely in spring.",
        '{"summary": "OK"}',
        '{"summary": "…", "open": ["…"], "closed": [1]}',
        '{"summary": "I am sorry, I cannot pay the invoice of Bosch."}',
        '{"summary": "Fold the messages into the summary of the conversation so far."}',
        TOLD["en"],
        TOLD["en"][:70],
        texts("en").summary_rules.format(words=50),
    ],
)
def test_a_reply_that_says_nothing_is_none(text: str) -> None:
    assert read(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "好的",
        "好的，明白了。",
        "已完成。",
        "好的，我已经把消息合并到摘要里了。",
        "抱歉，我无法总结港口和账单的事。",
        "作为一个人工智能，我不能付博世的账单。",
        '{"summary": "好的"}',
        '{"summary": "好的，我已经把消息合并到摘要里了。"}',
        TOLD["zh"],
        texts("zh").summary_rules.format(words=50),
    ],
)
def test_a_chinese_reply_that_says_nothing_is_none(text: str) -> None:
    assert read(text, "zh") is None
