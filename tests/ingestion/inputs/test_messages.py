"""Messages as chat models and their libraries write them: what is kept of them, and what is not."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from typing import Any

import pytest
from langchain_core.load import dumpd
from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    RemoveMessage,
    SystemMessage,
    ToolMessage,
    message_to_dict,
)
from llama_index.core.base.llms.types import ImageBlock, TextBlock, ThinkingBlock, ToolCallBlock
from llama_index.core.llms import ChatMessage, MessageRole
from openai.types.chat import ChatCompletionMessage
from openai.types.responses import (
    ResponseFunctionToolCall,
    ResponseOutputMessage,
    ResponseOutputText,
    ResponseReasoningItem,
)
from support.records import NOW

from memary import Memary
from memary.errors import InputError
from memary.ingestion.load import Common, load
from memary.types import Message, MessageState, Scope

CALL = {"id": "c1", "type": "function", "function": {"name": "weather", "arguments": '{"city": "Berlin"}'}}
PIXELS = base64.b64encode(b"p" * 3000).decode()


def loaded(given: Any, **common: Any) -> list[Message]:
    return load(given, scope=Scope(user_id="ada", session_id="s1"), now=NOW, common=Common(**common))


def told(given: Any) -> list[tuple[str, str]]:
    return [(message.role.value, message.content) for message in loaded(given)]


def test_a_turn_of_openai_with_calls_of_tools_is_kept_as_it_is() -> None:
    turn = [
        {"role": "developer", "content": "Be brief."},
        {"role": "user", "content": [{"type": "text", "text": "And in Berlin?"}], "name": "Ada"},
        {"role": "assistant", "content": None, "tool_calls": [CALL], "refusal": None, "annotations": []},
        {"role": "tool", "tool_call_id": "c1", "content": "22 C"},
        {"role": "assistant", "content": "It is 22 C.", "refusal": None, "reasoning_content": "Easy."},
    ]
    assert told(turn) == [
        ("system", "Be brief."),
        ("user", "And in Berlin?"),
        ("assistant", 'weather({"city": "Berlin"})'),
        ("tool", "22 C"),
        ("assistant", "It is 22 C."),
    ]
    kept = loaded(turn)
    assert kept[1].speaker == "Ada"
    assert kept[2].metadata == {
        "type": "tool",
        "tool_calls": [{"id": "c1", "name": "weather", "arguments": '{"city": "Berlin"}'}],
    }
    assert kept[3].metadata == {"type": "tool", "tool_call_id": "c1"}
    assert [message.state for message in kept[2:]] == [
        MessageState.STORED,  # a call says nothing about anybody
        MessageState.PENDING,
        MessageState.PENDING,
    ]


def test_words_beside_a_call_are_what_was_said() -> None:
    (message,) = loaded({"role": "assistant", "content": "Let me look.", "tool_calls": [CALL]})
    assert (message.content, message.state) == ("Let me look.", MessageState.PENDING)
    assert message.metadata["tool_calls"]


OBJECTS = [
    pytest.param(ChatCompletionMessage.model_validate({"role": "assistant", "content": "Hi."}), id="openai"),
    pytest.param(
        ChatCompletionMessage.model_validate({"role": "assistant", "content": None, "refusal": "Hi."}), id="refusal"
    ),
    pytest.param(AIMessage("Hi."), id="langchain"),
    pytest.param(AIMessage([{"type": "thinking", "thinking": "…"}, {"type": "text", "text": "Hi."}]), id="parts"),
    pytest.param(message_to_dict(AIMessage("Hi.")), id="langchain dict"),
    pytest.param(AIMessage("Hi.").model_dump(), id="langchain dump"),
    pytest.param(dumpd(AIMessage("Hi.")), id="langchain constructor"),
    pytest.param(("ai", "Hi."), id="pair"),
    pytest.param(ChatMessage(role=MessageRole.CHATBOT, content="Hi."), id="llama-index"),
    pytest.param(
        ChatMessage(role="assistant", blocks=[ThinkingBlock(content="…"), TextBlock(text="Hi.")]), id="blocks"
    ),
    pytest.param(
        ResponseOutputMessage(
            id="msg_1",
            type="message",
            role="assistant",
            status="completed",
            content=[ResponseOutputText(type="output_text", text="Hi.", annotations=[])],
        ),
        id="responses",
    ),
    pytest.param(
        {
            "id": "msg_2",
            "type": "message",
            "role": "assistant",
            "model": "claude",
            "content": [{"type": "thinking", "thinking": "…", "signature": "x"}, {"type": "text", "text": "Hi."}],
            "stop_reason": "end_turn",
            "stop_sequence": None,
            "usage": {"input_tokens": 1},
        },
        id="anthropic",
    ),
    pytest.param({"role": "assistant", "content": "<think>Hm.</think>\nHi."}, id="think tags"),
    pytest.param({"role": "assistant", "content": None, "audio": {"id": "a", "transcript": "Hi."}}, id="spoken"),
    pytest.param({"role": "model", "parts": [{"text": "Hi."}]}, id="gemini"),
]


@pytest.mark.parametrize("given", OBJECTS)
def test_what_an_assistant_says_is_read_from_every_form_of_it(given: object) -> None:
    (message,) = loaded([given])
    assert (message.role.value, message.content.removesuffix("\n[audio]")) == ("assistant", "Hi.")


@pytest.mark.parametrize(
    "call",
    [
        AIMessage("", tool_calls=[{"name": "weather", "args": {"city": "Berlin"}, "id": "c1"}]),
        AIMessage(
            [{"type": "tool_use", "id": "c1", "name": "weather", "input": {"city": "Berlin"}}],
            tool_calls=[{"name": "weather", "args": {"city": "Berlin"}, "id": "c1"}],
        ),
        ChatMessage(
            role="assistant",
            blocks=[ToolCallBlock(tool_call_id="c1", tool_name="weather", tool_kwargs={"city": "Berlin"})],
        ),
        ChatCompletionMessage.model_validate({"role": "assistant", "content": None, "tool_calls": [CALL]}),
        ResponseFunctionToolCall(
            type="function_call", call_id="c1", name="weather", arguments='{"city": "Berlin"}', id="fc_1"
        ),
        {
            "role": "assistant",
            "content": [{"type": "tool_use", "id": "c1", "name": "weather", "input": {"city": "Berlin"}}],
        },
        {
            "role": "assistant",
            "content": "",
            "tool_calls": [{"id": "c1", "function": {"name": "weather", "arguments": {"city": "Berlin"}}}],
        },
    ],
    ids=["langchain", "told twice", "llama-index", "openai", "responses", "anthropic", "ollama"],
)
def test_a_call_of_a_tool_is_kept_as_a_turn_that_is_not_read_for_facts(call: object) -> None:
    (message,) = loaded([call])
    assert (message.role.value, message.content) == ("assistant", 'weather({"city": "Berlin"})')
    assert message.metadata["tool_calls"] == [{"id": "c1", "name": "weather", "arguments": '{"city": "Berlin"}'}]
    assert message.state is MessageState.STORED


@pytest.mark.parametrize(
    "result",
    [
        ToolMessage("22 C", tool_call_id="c1", name="weather"),
        ChatMessage(role="tool", content="22 C", additional_kwargs={"tool_call_id": "c1", "name": "weather"}),
        {
            "role": "user",
            "content": [
                {
                    "type": "tool_result",
                    "tool_use_id": "c1",
                    "content": [{"type": "text", "text": "22 C"}],
                    "name": "weather",
                }
            ],
        },
        {"type": "function_call_output", "call_id": "c1", "output": "22 C", "name": "weather"},
        {"role": "function", "name": "weather", "content": "22 C", "tool_call_id": "c1"},
    ],
    ids=["langchain", "llama-index", "anthropic", "responses", "legacy"],
)
def test_what_a_tool_answers_is_the_word_of_the_tool(result: object) -> None:
    (message,) = loaded([result])
    assert (message.role.value, message.content, message.speaker) == ("tool", "22 C", "weather")
    assert message.metadata == {"type": "tool", "tool_call_id": "c1"}


def test_results_that_stand_in_a_users_turn_come_before_its_words() -> None:
    parts = [
        {"type": "tool_result", "tool_use_id": "c1", "content": "22 C"},
        {"type": "tool_result", "tool_use_id": "c2", "content": {"odd": [1]}},
        {"type": "text", "text": "And tomorrow?"},
    ]
    kept = loaded({"role": "user", "content": parts, "id": "m1"})
    assert [(m.id, m.role.value, m.content) for m in kept] == [
        ("m1.1", "tool", "22 C"),
        ("m1.2", "tool", '{"odd": [1]}'),
        ("m1", "user", "And tomorrow?"),
    ]


@pytest.mark.parametrize(
    ("part", "note"),
    [
        ({"type": "image_url", "image_url": {"url": "https://x.org/a.png"}}, {"url": "https://x.org/a.png"}),
        ({"type": "input_image", "image_url": "https://x.org/a.png"}, {"url": "https://x.org/a.png"}),
        (
            {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PIXELS}"}},
            {"media_type": "image/png", "omitted_bytes": 3000},
        ),
        (
            {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PIXELS}},
            {"media_type": "image/png", "omitted_bytes": 3000},
        ),
        (
            ImageBlock(url="https://x.org/a.png"),
            {"media_type": "image/png", "url": "https://x.org/a.png"},
        ),
    ],
    ids=["openai", "responses", "data url", "anthropic", "llama-index"],
)
def test_of_a_picture_a_note_is_kept_and_never_its_bytes(part: Any, note: dict[str, Any]) -> None:
    if isinstance(part, ImageBlock):
        given: Any = ChatMessage(role="user", blocks=[TextBlock(text="My dog:"), part])
    else:
        given = {"role": "user", "content": [{"type": "text", "text": "My dog:"}, part]}
    (message,) = loaded([given])
    assert message.content == "My dog:\n[image]"
    assert message.metadata == {"type": "image", "attachments": [{"type": "image"} | note]}
    assert message.state is MessageState.PENDING


@pytest.mark.parametrize(
    ("part", "content", "note"),
    [
        (
            {"type": "input_audio", "input_audio": {"data": PIXELS, "format": "wav"}},
            "[audio]",
            {"type": "audio", "media_type": "wav", "omitted_bytes": 3000},
        ),
        (
            {"type": "file", "file": {"filename": "cv.pdf", "file_data": PIXELS}},
            "[file: cv.pdf]",
            {"type": "file", "name": "cv.pdf", "omitted_bytes": 3000},
        ),
        (
            {"type": "hologram", "url": "https://x.org/h"},
            "[hologram]",
            {"type": "hologram", "url": "https://x.org/h"},
        ),
    ],
)
def test_a_turn_without_words_is_kept_and_not_read_for_facts(part: Any, content: str, note: Any) -> None:
    (message,) = loaded({"role": "user", "content": [part]})
    assert (message.content, message.metadata, message.state) == (
        content,
        {"type": note["type"], "attachments": [note]},
        MessageState.STORED,
    )


def test_a_document_in_plain_text_is_read() -> None:
    source = {"type": "text", "media_type": "text/plain", "data": "The grass is green."}
    assert told({"role": "user", "content": [{"type": "document", "source": source}]}) == [
        ("user", "The grass is green.")
    ]


def test_thoughts_and_turns_without_anything_in_them_are_left_out() -> None:
    given = [
        HumanMessage("I live in Graz."),
        AIMessage([{"type": "thinking", "thinking": "Graz."}]),
        {"role": "assistant", "content": None},
        {"role": "assistant", "content": ""},
        {"role": "tool", "tool_call_id": "c1", "content": ""},
        ResponseReasoningItem(type="reasoning", id="rs_1", summary=[]),
        RemoveMessage("m1"),
    ]
    assert told(given) == [("user", "I live in Graz.")]


def test_one_that_writes_about_thoughts_keeps_what_it_says() -> None:
    text = "Models write <think>thoughts</think> before they answer."
    assert told({"role": "assistant", "content": text}) == [("assistant", text)]


def test_long_arguments_are_kept_in_part() -> None:
    call = {"id": "c1", "function": {"name": "write", "arguments": "x" * 100_000}}
    (message,) = loaded({"role": "assistant", "content": None, "tool_calls": [call]})
    assert len(message.content) < 2_100


def test_a_talk_that_a_framework_numbers_is_kept_once() -> None:
    talk: list[BaseMessage] = [HumanMessage("I live in Graz.", id="h1"), AIMessage("Noted.", id="run-1")]
    first, again = loaded(talk), load(talk, scope=Scope(user_id="ada", session_id="s1"), now=NOW.replace(year=2027))
    assert [message.digest for message in first] == [message.digest for message in again]
    assert loaded([HumanMessage("I live in Linz.", id="h1")])[0].digest != first[0].digest
    assert len({message.id for message in (*first, *again)}) == 4  # ids are memary's own


@dataclass
class Turn:
    """A message of a program's own."""

    role: str
    content: str
    created_at: str = "2026-05-01T09:00:00Z"


def test_an_object_with_role_and_content_will_do() -> None:
    (message,) = loaded(Turn("human", "I live in Graz."))
    assert (message.role.value, message.content, message.created_at) == ("user", "I live in Graz.", NOW)
    assert told([SystemMessage("Be kind."), Turn("user", "Hi.")]) == [("system", "Be kind."), ("user", "Hi.")]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (object(), "Message 2 of 2 cannot be used: an object is not a message: give a text, a mapping"),
        ({"type": "wizardry", "content": "x"}, "type: 'wizardry' is not a kind of message"),
        ({"role": "user", "content": [{"txt": "hi"}]}, "content: a part lacks its type"),
        ({"role": "user", "content": [1]}, "content: 1 is not a message part"),
        (
            {"role": "assistant", "content": None, "tool_calls": ["weather"]},
            "tool_calls: 'weather' is not a tool call",
        ),
        ({"role": "assistant", "contents": "hi"}, "'contents' is unknown (known are content, role, speaker"),
        (
            {"role": "wizard", "content": [{"type": "text", "text": "hi"}]},
            "role is 'wizard': give 'user', 'assistant'",
        ),
    ],
)
def test_what_is_no_message_is_named_with_the_reason(given: object, sentence: str) -> None:
    with pytest.raises(InputError) as refusal:
        loaded([{"content": "fine"}, given])
    assert sentence in str(refusal.value)


@pytest.mark.parametrize(
    ("given", "hint"),
    [
        ({"content": "hi", "timestamp": "2026-03-01T09:00:00Z"}, "created_at may be meant"),
        ({"role": "user", "text": "hi"}, "content may be meant"),
        ({"content": "hi", "author": "Ada"}, "speaker may be meant"),
        ({"content": "hi", "thread_id": "t1"}, "session_id may be meant"),
        ({"content": "hi", "speeker": "Ada"}, "speaker may be meant"),
    ],
)
def test_a_field_that_others_call_otherwise_is_refused_with_the_one_that_is_meant(given: object, hint: str) -> None:
    with pytest.raises(InputError, match=re.escape(hint)):
        loaded([given])


def test_all_messages_that_cannot_be_kept_are_named() -> None:
    with pytest.raises(InputError) as refusal:
        loaded(["fine", "a\0b", {"content": "x", "role": "wizard"}, *["a\0b"] * 5])
    binary = "looks like binary data, not text: memary keeps text (for an image, use vision)."
    assert str(refusal.value).startswith(f"Message 2 of 8 {binary} Message 3 of 8 cannot be used: ")
    assert str(refusal.value).endswith(f"Message 6 of 8 {binary} And 2 more.")


def test_a_batch_with_nothing_to_keep_says_so() -> None:
    with pytest.raises(InputError, match="The message is empty: give some text, a tool call"):
        loaded([{"role": "assistant", "content": None}])


def test_messages_are_filtered_by_what_they_are_beside_text(memory: Memary) -> None:
    picture = {"type": "image_url", "image_url": {"url": "https://x.org/dog.png"}}
    memory.add(
        [
            {"role": "user", "content": [{"type": "text", "text": "My dog Rex:"}, picture]},
            {"role": "tool", "tool_call_id": "c1", "content": "Rex weighs 9 kg"},
            {"role": "user", "content": "Rex is old."},
        ],
        user_id="ada",
        infer=False,
    )

    def found(wanted: Any) -> set[str]:
        return {hit.text for hit in memory.search("Rex", user_id="ada", filters={"type": wanted}, kinds="message")}

    assert found("image") == {"My dog Rex:\n[image]"}
    assert found("tool") == {"Rex weighs 9 kg"}
    assert "Rex is old." in found({"nin": ["image", "tool"]})
