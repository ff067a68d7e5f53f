"""Loading: what is refused and in which words, what is the same message, how documents are cut."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.records import NOW

from memary.errors import InputError
from memary.ingestion.load import PART_CHARS, load, parse_time, split_text
from memary.types import ECHO, ORIGIN_KEY, ZONE_KEY, Message, MessageState, Role, Scope

SCOPE = Scope(user_id="ada", session_id="s1")


def loaded(given: Any, **options: Any) -> list[Message]:
    return load(given, scope=options.pop("scope", SCOPE), now=options.pop("now", NOW), **options)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ([], "There is no message to add"),
        ("", "The message is empty"),
        ("  \n\t ", "The message is empty"),
        (None, "A NoneType is no message"),
        (42, "A int is no message"),
        (b"hello", "A bytes is no message"),
        (["hello", 42], "Message 2 of 2 cannot be used"),
        ([None], "The message cannot be used"),
        ({}, "content: Field required"),
        ({"content": None}, "content: Input should be a valid string"),
        ({"content": ["a"]}, "content: Input should be a valid string"),
        ({"content": "hi", "role": "wizard"}, "role: Input should be"),
        ({"content": "hi", "text": "hi"}, "a message has content, role, speaker"),
        ({"content": "hi", "speaker": "x" * 300}, "speaker: String should have at most 256"),
        ({"content": "hi", "created_at": "yesterday"}, "'yesterday' is not an ISO 8601 time"),
        ({"content": "hi", "created_at": ""}, "'' is not an ISO 8601 time"),
        ({"content": "hi", "created_at": "2026-05-01T09:00:00"}, "has no time zone: write 2026-05-01T09:00:00Z"),
        ({"content": "hi", "created_at": datetime(2026, 5, 1)}, "has no time zone"),
        ({"content": "hi", "metadata": {"at": NOW}}, "metadata"),
        ({"content": "hi", "metadata": {"x": float("nan")}}, "metadata"),
        ({"content": "hi", "metadata": "tags"}, "metadata"),
        ({"content": "hi", "id": ""}, "id: String should have at least 1"),
        ({"content": "hi", "session_id": "a\nb"}, "session_id: Value error, must not contain control characters"),
        ({"content": "hi", "session_id": "s" * 300}, "session_id: String should have at most 256"),
        ("\x89PNG\r\n\x1a\n\x00\x00", "looks like binary data"),
        ("broken \ud83d half", "not valid Unicode"),
        ("x" * 31, "has 31 characters, more than the 30"),
    ],
)
def test_what_cannot_be_kept_is_refused_in_a_sentence(given: Any, sentence: str) -> None:
    with pytest.raises(InputError) as refusal:
        loaded(given, max_chars=30)
    assert sentence in str(refusal.value)
    assert str(refusal.value)[0].isupper()
    assert str(refusal.value).endswith(".")


@pytest.mark.parametrize(
    ("metadata", "sentence"),
    [
        ({"x": float("nan")}, "The metadata cannot be used: x"),
        ({"x": "\ud83d"}, "metadata that is not valid Unicode"),
        ({"x": object()}, "The metadata cannot be used: x"),
    ],
)
def test_metadata_for_all_messages_is_held_to_the_same(metadata: Any, sentence: str) -> None:
    with pytest.raises(InputError) as refusal:
        loaded("hi", metadata=metadata)
    assert sentence in str(refusal.value)


def test_the_position_of_a_bad_message_is_told() -> None:
    with pytest.raises(InputError, match="Message 3 of 3 is empty"):
        loaded(["a", {"content": "b"}, ""])


def test_a_mapping_becomes_a_message_with_all_it_says() -> None:
    (message,) = loaded(
        {
            "content": "I moved to Berlin.",
            "role": "assistant",
            "speaker": "Bot",
            "created_at": "2026-05-01T11:00:00+02:00",
            "session_id": "s2",
            "agent_id": "a2",
            "metadata": {"k": 1},
            "id": "m-1",
        },
        metadata={"k": 0, "source": "test"},
    )
    assert (message.id, message.role, message.speaker) == ("m-1", Role.ASSISTANT, "Bot")
    assert (message.session_id, message.agent_id) == ("s2", "a2")
    assert message.created_at == datetime(2026, 5, 1, 9, tzinfo=UTC)
    assert (message.added_at, message.metadata) == (NOW, {"k": 1, "source": "test", ZONE_KEY: "+02:00"})


def test_what_a_message_does_not_say_comes_from_the_scope_and_the_clock() -> None:
    (message,) = loaded("hi")
    assert (message.role, message.session_id, message.created_at) == (Role.USER, "s1", NOW)
    assert message.state is MessageState.PENDING


def test_a_generator_of_messages_will_do() -> None:
    assert [message.content for message in loaded(text for text in ("a", "b"))] == ["a", "b"]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("我住在上海，喜欢喝茶。", "zh"),
        ("I live here 😀🏳️‍🌈", "en"),
        ("אני גר בתל אביב", "he"),
        ("أعيش في القاهرة", "ar"),
    ],
)
def test_text_of_any_script_is_kept_as_it_is(text: str, language: str) -> None:
    (message,) = loaded(text)
    assert (message.content, message.language) == (text, language)


@pytest.mark.parametrize(
    ("item", "state"),
    [
        ({"content": "hi", "role": "system"}, MessageState.STORED),
        ({"content": "hi", "role": "assistant", "metadata": {ORIGIN_KEY: ECHO}}, MessageState.STORED),
        ({"content": "hi", "role": "assistant", "metadata": {ORIGIN_KEY: "external"}}, MessageState.PENDING),
        ({"content": "hi", "role": "tool"}, MessageState.PENDING),
    ],
)
def test_system_prompts_and_echoes_are_not_news(item: dict[str, Any], state: MessageState) -> None:
    assert loaded(item)[0].state is state


def test_without_infer_nothing_waits_for_extraction() -> None:
    assert [message.state for message in loaded(["a", "b"], infer=False)] == [MessageState.STORED] * 2


# -- digests --------------------------------------------------------------------------------------------------------

TIMED = {"content": "I moved.", "created_at": "2026-05-01T09:00:00Z"}


def digest(item: Any, **options: Any) -> str:
    return loaded(item, **options)[0].digest


def test_the_same_message_has_the_same_digest_whenever_it_is_added() -> None:
    assert digest(TIMED) == digest(TIMED, now=NOW + timedelta(days=3))


def test_one_moment_told_in_two_zones_is_one_message() -> None:
    elsewhere = datetime(2026, 5, 1, 17, tzinfo=timezone(timedelta(hours=8)))
    assert digest(TIMED) == digest(TIMED | {"created_at": "2026-05-01T11:00:00+02:00"})
    assert digest(TIMED) == digest(TIMED | {"created_at": elsewhere})


def test_the_same_words_at_another_time_are_another_message() -> None:
    assert digest("I moved.") != digest("I moved.", now=NOW + timedelta(microseconds=1))


def test_the_same_words_twice_in_one_call_were_said_twice() -> None:
    first = [message.digest for message in loaded([TIMED, TIMED])]
    assert len(set(first)) == 2
    assert first == [message.digest for message in loaded([TIMED, TIMED])]


@pytest.mark.parametrize(
    "change",
    [
        {"content": "I moved!"},
        {"role": "assistant"},
        {"speaker": "Bob"},
        {"session_id": "s2"},
        {"agent_id": "a2"},
        {"created_at": "2026-05-01T09:00:01Z"},
    ],
)
def test_another_speaker_session_or_time_makes_another_message(change: dict[str, str]) -> None:
    assert digest(TIMED) != digest(TIMED | change)


def test_an_id_of_the_callers_own_is_what_tells_messages_apart() -> None:
    assert digest(TIMED | {"id": "m1"}) == digest({"content": "other words", "id": "m1"})


def test_times_that_leave_no_room_for_time_zones_are_refused() -> None:
    for time in ("0001-01-01T00:00:00+14:00", "0001-12-31T23:59:59Z", "9998-12-31T23:59:59-12:00"):
        with pytest.raises(
            InputError, match=r"The message: created_at .* give a time in the years 2 to 9998, in UTC\.$"
        ):
            loaded(TIMED | {"created_at": time})
    for time in ("0002-01-01T00:00:00Z", "9999-01-01T11:59:59+12:00"):
        (message,) = loaded(TIMED | {"created_at": time, "expires_at": "9999-12-31T00:00:00Z"})
        assert message.created_at == parse_time(time)


# -- documents ------------------------------------------------------------------------------------------------------


def test_a_long_document_is_kept_in_numbered_parts() -> None:
    paragraphs = [f"Paragraph {n}. " + "It goes on and on. " * 60 for n in range(20)]
    parts = loaded({"content": "\n\n".join(paragraphs), "id": "doc", "metadata": {"title": "T"}})
    assert len(parts) > 1
    assert [part.metadata["part"] for part in parts] == list(range(1, len(parts) + 1))
    assert {part.metadata["parts"] for part in parts} == {len(parts)}
    assert {part.metadata["title"] for part in parts} == {"T"}
    assert [part.id for part in parts] == [f"doc#{n}" for n in range(1, len(parts) + 1)]
    assert all(len(part.content) <= PART_CHARS for part in parts)
    assert all(part.content.startswith("Paragraph") for part in parts)


def test_a_document_of_one_endless_word_is_cut_all_the_same() -> None:
    parts = loaded("x" * (2 * PART_CHARS + 5))
    assert [len(part.content) for part in parts] == [PART_CHARS, PART_CHARS, 5]


def test_a_chinese_document_is_cut_after_sentences() -> None:
    parts = loaded("我今天去了北京大学图书馆看书。" * 900)
    assert len(parts) > 1
    assert all(part.content.endswith("。") for part in parts)


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="ab .!?\n。，我", max_size=400), st.integers(5, 60))
def test_cutting_loses_nothing_but_blanks(text: str, limit: int) -> None:
    pieces = split_text(text, limit)
    assert all(0 < len(piece) <= limit for piece in pieces)
    assert "".join("".join(pieces).split()) == "".join(text.split())


def test_a_time_is_read_from_text_or_taken_as_it_is() -> None:
    assert parse_time(" 2026-05-01T09:00:00Z ") == NOW
    assert parse_time(NOW) == NOW
