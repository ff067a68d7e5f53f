"""The stream page, without a browser: what came up when, and how memory stood before."""

from __future__ import annotations

import json
from datetime import date, datetime, timedelta

import pytest
from streamlit.testing.v1 import AppTest
from support.samples.small_talk import remember_talk
from support.web.app_page import become, open_tab, press, say, talk
from support.web.page_text import main_text

from memary.interfaces.ui.shared_memory import open_memory

pytestmark = pytest.mark.timeout(300)

USER = "default"


@pytest.fixture
def stream(page: AppTest) -> AppTest:
    """The open page of a user who has talked for some months."""
    remember_talk(open_memory(), USER)
    page.run()
    open_tab(page, "Memory stream")
    return page


def look_at(page: AppTest, view: str) -> None:
    page.button_group(key="stream-view").set_value(view).run()
    assert not page.exception


def metrics(page: AppTest) -> dict[str, str]:
    return {metric.label: metric.value for metric in page.main.metric}


def test_a_new_user_is_told_what_fills_the_stream(page: AppTest) -> None:
    page.run()
    open_tab(page, "Memory stream")
    assert [info.value for info in page.info] == [
        "Nothing has come up yet. Talk in the chat, and name people, places and things."
    ]
    assert not page.main.button_group


def test_the_timeline_names_the_extent_the_peak_and_the_shift(stream: AppTest) -> None:
    text = main_text(stream)
    assert "Mentions: 28, from 2026-01-12 to 2026-03-29" in text
    assert len(stream.get("vega_lite_chart")) == 1
    assert "Mentions: 16 · messages: 8" in main_text(stream)
    look_at(stream, "timeline")
    stream.button_group(key="stream-step").set_value("month").run()
    assert "Mentions: 28, from 2026-01-01 to 2026-03-31" in main_text(stream)
    stream.button_group(key="stream-span").set_value("quarter").run()
    assert not stream.exception


def test_a_single_week_is_one_bar_among_room_with_its_date_once(page: AppTest) -> None:
    open_memory().add({"content": "We flew to Berlin.", "created_at": "2026-03-24T09:00:00Z"}, user_id=USER)
    open_memory().flush()
    page.run()
    open_tab(page, "Memory stream")
    (chart,) = page.get("vega_lite_chart")
    x = json.loads(chart.proto.spec)["layer"][0]["encoding"]["x"]
    assert [(tick["month"], tick["date"]) for tick in x["axis"]["values"]] == [(3, 23)]
    first, last = (datetime(at["year"], at["month"], at["date"]) for at in x["scale"]["domain"])
    assert last - first >= timedelta(weeks=7)


def test_too_long_a_time_in_days_is_one_sentence_and_can_be_changed(stream: AppTest) -> None:
    said = {"content": "Mira was born in Graz.", "created_at": "1950-05-01T10:00:00Z"}
    open_memory().add(said, user_id=USER)
    open_memory().flush()
    stream.button_group(key="stream-span").set_value("all").run()
    stream.button_group(key="stream-step").set_value("day").run()
    assert [error.value.count("too many days") for error in stream.error] == [1]
    stream.button_group(key="stream-step").set_value("month").run()
    assert not stream.error
    assert "from 1950" in main_text(stream)


def test_themes_show_what_supports_them_and_the_messages_behind(stream: AppTest) -> None:
    look_at(stream, "themes")
    text = main_text(stream)
    assert r"Mira · Graz · Vienna" in text
    assert "Kafka · 11" in text
    assert "quiet" in text
    assert "Mira left Graz" not in text
    stream.session_state[f"theme-{USER}-1"] = True  # unfold it
    stream.run()
    assert r"Mira left Graz\." in main_text(stream)


def test_a_likely_question_is_asked_in_the_chat(stream: AppTest) -> None:
    look_at(stream, "themes")
    question = "Where does Mira live?"
    button = next(button for button in stream.button if button.label == question)
    button.click().run()
    assert not stream.exception
    assert talk(stream)[-2] == question
    assert "Vienna" in talk(stream)[-1]


def test_mentions_are_listed_by_message_and_can_be_turned(stream: AppTest) -> None:
    look_at(stream, "mentions")
    assert "Entries 1 to 25 of 28" in main_text(stream)
    rows = main_text(stream)
    assert r"Kafka and Debezium, attempt 7\." in rows
    assert "2026-01-12" not in rows
    press(stream, "Older")
    assert "Entries 26 to 28 of 28" in main_text(stream)
    assert r"I met Mira in Graz\." in main_text(stream)
    press(stream, "Newer")
    assert "2026-01-12" not in main_text(stream)


def test_a_peak_leads_to_what_came_up_then(stream: AppTest) -> None:
    peak = stream.button(key="open-peak-0")
    assert peak.label.startswith("**2026-03-23** · ")
    peak.click().run()
    assert "Entries 1 to 25 of 28" in main_text(stream)
    assert r"Kafka and Debezium, attempt 7\." in main_text(stream)


def test_text_of_messages_is_never_markup(page: AppTest) -> None:
    open_memory().add("Mira ![x](http://elsewhere.example/p.png) **likes** $Graz$", user_id=USER)
    open_memory().flush()
    page.run()
    open_tab(page, "Memory stream")
    look_at(page, "mentions")
    assert r"\!\[x\]\(http\://elsewhere\.example/p\.png\) \*\*likes\*\* \$Graz\$" in main_text(page)


def test_rewinding_shows_stream_store_and_facts_as_they_were(stream: AppTest) -> None:
    look_at(stream, "rewind")
    stream.slider[0].set_value(date(2026, 2, 1)).run()
    assert not stream.exception
    assert metrics(stream) == {"Messages": "3", "Mentions": "6", "Entities": "2", "Facts true": "1"}
    text = main_text(stream)
    assert "Graz · 3" in text
    assert r"Mira lives in Graz\." in text
    assert "No longer true (1)" in text
    assert "Came up since for the first time (3)" in text
    assert "2026-03" not in main_text(stream)
    stream.slider[0].set_value(date(2026, 3, 23)).run()
    assert metrics(stream)["Messages"] == "15"
    assert "No longer true" not in main_text(stream)


def test_what_memory_learnt_later_is_left_out_on_request(stream: AppTest) -> None:
    look_at(stream, "rewind")
    stream.slider[0].set_value(date(2026, 2, 1)).run()
    stream.toggle[0].set_value(True).run()  # all of it was added just now
    assert metrics(stream)["Mentions"] == "0"
    assert "Nothing had come up by then." in main_text(stream)


def test_another_user_sees_nothing_of_the_stream(stream: AppTest) -> None:
    open_memory().add("Zoe visits Oslo.", user_id="bo")
    open_memory().flush()
    stream.run()
    become(stream, "bo")
    for view in ("timeline", "themes", "mentions", "rewind"):
        look_at(stream, view)
        text = main_text(stream)
        assert "Mira" not in text
        assert "Kafka" not in text


def test_a_message_that_was_forgotten_is_gone_from_the_page(stream: AppTest) -> None:
    open_memory().forget(user_id=USER, entity="Graz")
    for view in ("timeline", "themes", "mentions", "rewind"):
        look_at(stream, view)
        assert "Graz" not in main_text(stream)


def test_the_page_speaks_chinese(page: AppTest) -> None:
    remember_talk(open_memory(), USER)
    page.run()
    page.button_group(key="language").set_value("zh").run()
    page.session_state["tab in zh"] = "记忆流"
    page.run()
    for view, words in (
        ("timeline", "共提及 28 次"),
        ("themes", "沉寂"),
        ("mentions", "共 28 条"),
        ("rewind", "回到"),
    ):
        look_at(page, view)
        assert words in main_text(page) + "".join(slider.label for slider in page.slider)


def test_the_stream_follows_the_talk(page: AppTest) -> None:
    page.run()
    say(page, "I met Mira in Graz.")
    open_memory().flush()
    open_tab(page, "Memory stream")
    look_at(page, "mentions")
    assert r"I met Mira in Graz\." in main_text(page)
