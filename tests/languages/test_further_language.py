"""A language of one folder, registered by one call, is read as those that memary brings."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from languages.german import GERMAN
from memary import Memary
from memary.languages import register, spoken, texts, unregister
from memary.text import detect_language
from memary.text.names.spotted_names import spot_entities
from memary.text.speech_acts.questions import is_question
from memary.text.times.intervals import find_times

NOW = datetime(2025, 6, 18, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def german() -> Iterator[None]:
    register(GERMAN)
    yield
    unregister("de")


@pytest.fixture
def memory() -> Iterator[Memary]:
    with Memary.open("sqlite:///:memory:", worker=False, timezone="UTC", embedding="hash") as opened:
        yield opened


def say(memory: Memary, text: str, at: datetime) -> None:
    memory.add([{"content": text, "created_at": at}], user_id="ada")
    memory.flush(user_id="ada")


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Ich bin gestern nach Wien gezogen", "de"),
        ("I moved to Wien yesterday", "en"),
        ("我住在维也纳", "zh"),
        ("Wien", "en"),
    ],
)
def test_its_grammar_tells_it_from_others_of_its_script(text: str, language: str) -> None:
    assert detect_language(text) == language


def test_a_talk_in_it_becomes_facts_that_supersede_each_other(memory: Memary) -> None:
    say(memory, "Ich wohne in Graz.", NOW - timedelta(days=30))
    say(memory, "Ich bin gestern nach Wien gezogen.", NOW)
    [then] = memory.facts.list(user_id="ada", as_of=NOW - timedelta(days=10))
    [now] = memory.facts.list(user_id="ada")
    assert (then.statement, now.statement) == ("User wohnt in Graz.", "User wohnt in Wien.")
    assert then.invalid_at == now.valid_at == datetime(2025, 6, 17, tzinfo=UTC)
    assert [message.language for message in memory.messages.list(user_id="ada")] == ["de", "de"]


def test_what_it_only_supposes_is_no_fact(memory: Memary) -> None:
    say(memory, "Vielleicht sage ich bald: Ich wohne in Wien.", NOW)
    assert memory.facts.list(user_id="ada") == []


def test_a_question_in_it_finds_what_was_said(memory: Memary) -> None:
    say(memory, "Ich wohne in Graz.", NOW)
    assert "Graz" in memory.search("Wo wohne ich?", user_id="ada")[0].text


def test_its_times_are_read_beside_those_of_others() -> None:
    [german] = find_times("Das war vorgestern schön", now=NOW)
    [english] = find_times("That was yesterday", now=NOW)
    assert (german.text, german.start.day) == ("vorgestern", 16)
    assert (english.text, english.start.day) == ("yesterday", 17)


def test_its_nouns_are_no_names() -> None:
    text = "Ich habe mit dem Hund in Graz gegessen und das Wetter war schön"
    assert [spot.name for spot in spot_entities(text, detect_language(text))] == ["Graz"]


def test_it_asks_in_its_words_and_is_answered_in_english_ones() -> None:
    assert is_question("Wo wohnt sie")
    assert not is_question("Sie wohnt in Graz")
    assert texts("de") is texts("en")
    assert "de" not in spoken()


def test_a_forgotten_language_is_read_no_more() -> None:
    unregister("de")
    assert detect_language("Ich bin gestern nach Wien gezogen") == "en"
    assert not is_question("Wo wohnt sie")
    register(GERMAN)
