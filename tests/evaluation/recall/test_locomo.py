from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from memary.errors import InputError
from memary.evaluation.recall.locomo import LocomoTurn, parse_date, read_corpus, read_ids

Samples = list[dict[str, Any]]
Write = Callable[..., Path]


def test_turns_are_read_in_order_with_their_sessions_date_and_ten_seconds_between_them(data: Path) -> None:
    garden = read_corpus(data).conversations[0]

    assert [turn.dia_id for turn in garden.turns] == ["D1:1", "D1:2", "D1:3", "D1:4", "D2:1", "D2:2"]
    assert garden.turns[2].said_at == datetime(2024, 3, 3, 9, 5, 20, tzinfo=UTC)
    assert (garden.turns[4].session_id, garden.turns[4].said_at) == (
        "session_2",
        datetime(2024, 4, 10, 0, 30, tzinfo=UTC),
    )


def test_speakers_called_user_and_assistant_are_these_and_others_are_people() -> None:
    turns = [
        LocomoTurn("D1:1", "s", who, "Hello.", datetime(2024, 5, 1, tzinfo=UTC))
        for who in ("User", "assistant", "Ada")
    ]
    said = [turn.message for turn in turns]
    assert [(one["role"], one["speaker"]) for one in said] == [("user", None), ("assistant", None), ("user", "Ada")]


def test_the_caption_of_an_image_stands_in_brackets_after_the_text(data: Path) -> None:
    assert read_corpus(data).conversations[0].turns[2].text == "Look at this one. [a photo of a red watering can]"


def test_a_single_sample_is_read_like_a_list_of_one(samples: Samples, write: Write) -> None:
    assert [one.id for one in read_corpus(write(samples[1])).conversations] == ["sea"]


def test_only_the_conversations_asked_for_are_read(data: Path) -> None:
    assert [one.id for one in read_corpus(data, only=["sea"]).conversations] == ["sea"]
    with pytest.raises(InputError, match="no conversation 'lake': choose from garden, sea"):
        read_corpus(data, only=["lake"])


@pytest.mark.parametrize(
    ("citations", "ids", "unread"),
    [
        (["D8:6; D9:17"], ("D8:6", "D9:17"), ()),
        (["D9:1 D4:4 D4:6", "D4:4"], ("D9:1", "D4:4", "D4:6"), ()),
        (["D:11:26"], ("D11:26",), ()),
        (["D30:05"], ("D30:5",), ()),
        (["d2:3,"], ("D2:3",), ()),
        (["D"], (), ("D",)),
        (["D1:2 and so on"], ("D1:2",), ("D1:2 and so on",)),
        ([], (), ()),
    ],
)
def test_evidence_is_normalised_and_what_is_no_id_is_kept_apart(
    citations: list[str], ids: tuple[str, ...], unread: tuple[str, ...]
) -> None:
    assert read_ids(citations) == (ids, unread)


def test_evidence_that_no_turn_has_is_missing(samples: Samples, write: Write) -> None:
    samples[1]["qa"][0]["evidence"] = ["D1:3", "D7:70"]

    question = read_corpus(write(samples)).conversations[1].questions[0]

    assert (question.evidence, question.missing) == (("D1:3",), ("D7:70",))


def test_a_turn_without_text_and_caption_is_left_out_and_counted(samples: Samples, write: Write) -> None:
    samples[1]["conversation"]["session_1"][3]["text"] = " "

    sea = read_corpus(write(samples)).conversations[1]

    assert (len(sea.turns), sea.empty_turns) == (3, 1)


def test_observations_keep_their_speaker_and_all_their_turns(data: Path) -> None:
    observations = read_corpus(data).conversations[0].observations

    assert [(one.speaker, one.dia_ids) for one in observations] == [
        ("Ines", ("D1:1",)),
        ("Tom", ("D1:2", "D1:4")),
        ("Ines", ("D2:2",)),
    ]


def test_a_date_in_another_form_is_named() -> None:
    with pytest.raises(InputError, match="'3 March 2024' cannot be read"):
        parse_date("3 March 2024")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ({"sample_id": "x", "conversation": {}}, "qa is missing"),
        ([], "holds no conversation"),
        ("text", "not in LoCoMo's schema"),
        ({"sample_id": "x", "conversation": {"session_1": [{"text": "hi"}]}, "qa": []}, "x, session_1 is not"),
    ],
)
def test_a_file_of_another_schema_is_refused_with_the_place(content: object, sentence: str, write: Write) -> None:
    with pytest.raises(InputError, match=sentence):
        read_corpus(write(content))


def test_a_conversation_that_is_there_twice_is_refused(samples: Samples, write: Write) -> None:
    with pytest.raises(InputError, match="'sea' more than once"):
        read_corpus(write([*samples, samples[1]]))
