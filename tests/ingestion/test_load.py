"""Loading: what is refused and in which words, what is the same message, how documents are cut."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from enum import Enum
from pathlib import PurePosixPath
from time import perf_counter
from typing import Any
from uuid import UUID

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.records import NOW, nested
from support.tables import each

from memary.checks.bounds import PART_CHARS
from memary.errors import InputError
from memary.ingestion.load import Common, load, split_text, storable
from memary.languages import texts
from memary.times import parse_time
from memary.types import ECHO, ORIGIN_KEY, ZONE_KEY, Message, MessageState, Role, Scope

SCOPE = Scope(user_id="ada", session_id="s1")


def doubled(times: int) -> dict[str, Any]:
    """So many mappings, each twice in the next one."""
    value: dict[str, Any] = {}
    for _ in range(times):
        value = {"x": value, "y": value}
    return value


def loaded(
    given: Any, *, scope: Scope = SCOPE, now: datetime = NOW, max_chars: int = 1_000_000, **common: Any
) -> list[Message]:
    return load(given, scope=scope, now=now, max_chars=max_chars, common=Common(**common))


@each(
    ("given", "sentence"),
    [
        ([], "There is no message to add"),
        ("", "The message is empty"),
        ("  \n\t ", "The message is empty"),
        (None, "The input is None: give a text"),
        (42, "The input is 42: give a text"),
        (b"hello", "The input is b'hello': give a text"),
        (["hello", 42], "Message 2 of 2 cannot be used"),
        ([None], "The message cannot be used"),
        ({}, "content is missing"),
        ({"content": None}, "The message is empty"),
        ({"content": 42}, "content: 42 is not a message part"),
        ({"content": "hi", "role": "wizard"}, "role is 'wizard': give 'user', 'assistant', 'system' or 'tool'."),
        ({"content": "hi", "text": "hi"}, "'text' is unknown (known are content, role, speaker"),
        ({"content": "hi", "speaker": "x" * 300}, "xxx…': give at most 256 characters."),
        ({"content": "hi", "created_at": "yesterday"}, "'yesterday' is not an ISO 8601 time"),
        ({"content": "hi", "created_at": ""}, "'' is not an ISO 8601 time"),
        ({"content": "hi", "created_at": "2026-05-01T09:00:00"}, "has no time zone: write 2026-05-01T09:00:00Z"),
        ({"content": "hi", "created_at": datetime(2026, 5, 1)}, "has no time zone"),
        ({"content": "hi", "metadata": {"at": object()}}, "metadata"),
        ({"content": "hi", "metadata": {"x": float("nan")}}, "metadata"),
        ({"content": "hi", "metadata": "tags"}, "metadata"),
        ({"content": "hi", "id": ""}, "id is '': give some text."),
        ({"content": "hi", "id": "a\0b"}, "take out the control characters"),
        ({"content": "hi", "id": "a\u2028b"}, "take out the control characters"),
        ({"content": "hi", "id": "\ud800"}, "id is '\\ud800': give valid Unicode."),
        ({"content": "hi", "id": "x" * 129}, "xxx…': give at most 128 characters."),
        ({"content": "hi", "session_id": "\ud800"}, "session_id is '\\ud800': give valid Unicode."),
        ({"content": "hi", "agent_id": "\ud800"}, "agent_id is '\\ud800': give valid Unicode."),
        ({"content": "hi", "speaker": "\ud800"}, "speaker is '\\ud800': give valid Unicode."),
        ({"content": "hi", "metadata": nested(33)}, "nested more than 32 levels deep"),
        ({"content": "hi", "metadata": {"x": [nested(31)]}}, "nested more than 32 levels deep"),
        ({"content": "hi", "metadata": nested(300)}, "metadata"),
        ({"content": "hi", "metadata": {"x": [0] * 10_000}}, "metadata holds more than 10,000 values"),
        (
            {"content": "hi", "metadata": {"x": {"y": set(range(10_000))}}},
            "metadata holds more than 10,000 values",
        ),
        ({"content": "hi", "metadata": doubled(30)}, "metadata holds more than 10,000 values"),
        ({"content": "hi", "metadata": {"x": "y" * 1_000_000}}, "metadata that has 1,000,009 characters as JSON"),
        ({"content": "hi", "session_id": "a\nb"}, "session_id is 'a\\nb': take out the control characters."),
        ({"content": "hi", "session_id": "s" * 300}, "sss…': give at most 256 characters."),
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
        ({"x": [0] * 10_000}, "The metadata cannot be used: it holds more than 10,000 values"),
        ({f"x{n}": 0 for n in range(10_000)}, "metadata that holds more than 10,000 values"),
        (nested(33), "nested more than 32 levels deep"),
    ],
)
def test_metadata_for_all_messages_is_held_to_the_same(metadata: Any, sentence: str) -> None:
    with pytest.raises(InputError) as refusal:
        loaded({"content": "hi", "metadata": {"one": "more"}}, metadata=metadata)
    assert sentence in str(refusal.value)


@pytest.mark.parametrize("metadata", [nested(32), {"x": [0] * 9_999}, {"x": "y" * 999_991}])
def test_metadata_as_deep_and_as_large_as_it_may_be_is_kept(metadata: Any) -> None:
    (message,) = loaded({"content": "hi", "metadata": metadata})
    assert message.metadata == metadata


class Mood(Enum):
    GOOD = "good"


def test_metadata_is_kept_as_json_has_it() -> None:
    given = {
        "at": NOW,
        "on": NOW.date(),
        "id": UUID(int=7),
        "price": Decimal("3.5"),
        "count": Decimal(3),
        "exact": Decimal("0.1234567890123456789"),
        "mood": Mood.GOOD,
        "tags": {"b", "a"},
        "path": PurePosixPath("a/b"),
        "score": np.float32(0.5),
        "size": np.int64(3),
        "is_new": np.bool_(True),
        1: (MessageState.DONE, None),
    }
    kept = {
        "at": "2026-05-01T09:00:00+00:00",
        "on": "2026-05-01",
        "id": "00000000-0000-0000-0000-000000000007",
        "price": 3.5,
        "count": 3,
        "exact": "0.1234567890123456789",
        "mood": "good",
        "tags": ["a", "b"],
        "path": "a/b",
        "score": 0.5,
        "size": 3,
        "is_new": True,
        "1": ["done", None],
    }
    (message,) = loaded({"content": "hi", "metadata": given}, metadata={"when": NOW.date()})
    assert message.metadata == kept | {"when": "2026-05-01"}
    assert json.loads(json.dumps(message.metadata)) == message.metadata


def test_metadata_that_holds_itself_is_refused() -> None:
    within: dict[str, Any] = {}
    within["self"] = within
    with pytest.raises(InputError, match="metadata"):
        loaded({"content": "hi", "metadata": within})


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("\x1b[1;31mERROR\x1b[0m disk full", "ERROR disk full"),
        ("\x1b]0;title\x07$ ls\x1b]8;;https://x.org\x1b\\link\x1b]8;;\x1b\\", "$ lslink"),
        ("N\x08NA\x08AM\x08ME\x08E", "NAME"),
        ("pasw\x08sword\x07\r\n\tdone\x1b(B", "password\r\n\tdone"),
        ("\x08\n\x08a\x1b", "\na"),
    ],
)
def test_the_log_of_a_terminal_is_kept_as_a_terminal_shows_it(given: str, kept: str) -> None:
    (message,) = loaded(given)
    assert message.content == kept
    assert storable(given) == kept


def test_a_text_of_nothing_but_codes_of_a_terminal_is_empty() -> None:
    with pytest.raises(InputError, match="The message is empty"):
        loaded("\x1b[2J\x1b[H\x07")


def test_a_date_alone_is_its_beginning_in_utc() -> None:
    for date_given in ("2026-05-01", NOW.date()):
        (message,) = loaded({"content": "hi", "created_at": date_given, "expires_at": "2027-01-01"})
        assert message.created_at == datetime(2026, 5, 1, tzinfo=UTC)
        assert message.expires_at == datetime(2027, 1, 1, tzinfo=UTC)
        assert message.metadata == {}
    with pytest.raises(InputError, match="'2026-02-31' is not an ISO 8601 time"):
        loaded({"content": "hi", "created_at": "2026-02-31"})


def test_a_message_says_itself_whether_it_is_read_for_facts() -> None:
    told = ({"content": "a", "infer": False}, {"content": "b", "infer": True}, "c")
    assert [message.state.value for message in loaded(told)] == ["stored", "pending", "pending"]
    assert [message.state.value for message in loaded(told, infer=False)] == ["stored", "pending", "stored"]


def test_the_position_of_a_bad_message_is_told() -> None:
    with pytest.raises(InputError, match="Message 3 of 4 cannot be used: role"):
        loaded(["a", "", {"content": "b", "role": "wizard"}, "c"])


def test_what_is_empty_among_others_is_left_out() -> None:
    empty = [{"role": "user", "content": ""}, "\n", {"role": "user", "content": None}, {"content": " "}]
    assert [message.content for message in loaded(["a", *empty, "b"])] == ["a", "b"]


def test_messages_that_are_all_empty_are_refused() -> None:
    with pytest.raises(InputError, match="All 3 messages are empty: give some text"):
        loaded(["", {"role": "user", "content": ""}, {"role": "assistant", "content": None}])


def test_an_id_stands_for_one_text() -> None:
    one, other = {"content": "a", "id": "m-1"}, {"content": "b", "id": "m-1"}
    with pytest.raises(InputError, match="Message 3 of 3 has the id 'm-1', as another message here has"):
        loaded([one, "b", other])
    assert [message.id for message in loaded([one, one])] == ["m-1", "m-1"]


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


def test_the_metadata_of_a_long_document_is_kept_with_each_part_and_bounded_by_that() -> None:
    text, values = "word " * 24_000, [0] * 6_000
    with pytest.raises(InputError, match="that is kept with each of its 20 parts and holds more than 5,000"):
        loaded({"content": text, "metadata": {"x": values}})
    assert len(loaded({"content": text, "metadata": {"x": values[:4_000]}})) == 20


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


def test_numbers_addresses_and_quotes_are_not_cut_at_their_full_stops() -> None:
    pieces = split_text("It takes version 3.14159 of example.com/a, they say. " * 40, 205)
    assert {piece[-5:] for piece in pieces} == {" say."}
    quoted = split_text("他说:「今天去图书馆。」" * 40, 50)
    assert {piece[-2:] for piece in quoted} == {"。」"}


def test_a_role_and_a_text_are_one_message_and_a_list_of_two_texts_is_two() -> None:
    assert [(one.role, one.content) for one in loaded(("user", "I live in Graz."))] == [("user", "I live in Graz.")]
    assert [one.content for one in loaded(["user", "I live in Graz."])] == ["user", "I live in Graz."]


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="ab .!?\n。，我", max_size=400), st.integers(5, 60))
def test_cutting_loses_nothing_but_blanks(text: str, limit: int) -> None:
    pieces = split_text(text, limit)
    assert all(0 < len(piece) <= limit for piece in pieces)
    assert "".join("".join(pieces).split()) == "".join(text.split())


def test_a_time_is_read_from_text_or_taken_as_it_is() -> None:
    assert parse_time(" 2026-05-01T09:00:00Z ") == NOW
    assert parse_time(NOW) == NOW


@pytest.mark.parametrize(
    ("recalled", "own"),
    [
        (
            f"{texts('en').memory_notice}\n\n## {texts('en').facts}\n- User lives in Rome.",
            "## My own heading\nI live in Oslo now.\n\nIs that near?",
        ),
        (
            f"{texts('zh').memory_notice}\n\n## {texts('zh').facts}\n- 用户住在北京。"
            f"\n\n## {texts('zh').summary} (2026-05-01)\n- x",
            "## 我的笔记\n我现在住在上海。\n\n远吗？",
        ),
    ],
)
def test_what_windows_recalled_goes_and_what_the_user_wrote_under_a_heading_stays(recalled: str, own: str) -> None:
    for text in (f"{recalled}\n\n{own}", f"{own}\n\n{recalled}", f"{recalled}\n\n{recalled}\n\n{own}"):
        (message,) = loaded(text)
        assert message.content == own


def test_a_notice_before_a_heading_of_the_users_own_is_theirs() -> None:
    text = f"{texts('en').memory_notice}\n\n## My notes\nI live in Rome."
    (message,) = loaded(text)
    assert message.content == text


@pytest.mark.parametrize("part", ["\n\n## ", "\n- x", f"{texts('en').memory_notice}\n\n"])
def test_a_long_text_that_only_looks_recalled_is_read_at_once(part: str) -> None:
    text = f"{texts('en').memory_notice}\n\n## {texts('en').facts}" + part * 5000 + "\n\nHi."
    started = perf_counter()
    loaded(text)
    assert perf_counter() - started < 5
