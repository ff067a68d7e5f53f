"""The knowledge page, without a browser: who and what memory knows, and what it makes of that."""

from __future__ import annotations

from datetime import date

import pytest
from streamlit.testing.v1 import AppTest
from support.samples.small_talk import remember_talk
from support.web.app_page import become, open_tab, press
from support.web.page_text import main_text

from memary.interfaces.ui.shared_memory import open_memory

pytestmark = pytest.mark.timeout(300)

USER = "default"
VIEWS = ("ranked", "categories", "changes", "insights", "profile", "pairs")


@pytest.fixture
def knowledge(page: AppTest) -> AppTest:
    """The open page of a user who has talked for some months."""
    remember_talk(open_memory(), USER)
    page.run()
    open_tab(page, "Knowledge")
    return page


def look_at(page: AppTest, view: str) -> None:
    page.button_group(key="knowledge-view").set_value(view).run()
    assert not page.exception


def ranking(page: AppTest) -> list[str]:
    """The names in the ranked table, in order."""
    return [str(name) for name in page.dataframe[0].value["Entity"]]


def pick(page: AppTest, name: str) -> None:
    """Look closer at an entity."""
    id_ = next(one.entity.id for one in open_memory().entities.list(user_id=USER) if one.entity.name == name)
    page.selectbox(key=f"entity of {USER}").set_value(id_).run()
    assert not page.exception


def test_a_new_user_is_told_what_fills_the_store(page: AppTest) -> None:
    page.run()
    open_tab(page, "Knowledge")
    assert [info.value for info in page.info] == [
        "Memory knows nobody and nothing yet. Talk in the chat, and name people, places and things."
    ]


def test_entities_are_ranked_with_what_counts(knowledge: AppTest) -> None:
    assert ranking(knowledge) == ["Kafka", "Debezium", "Mira", "Graz", "Vienna"]
    first = knowledge.dataframe[0].value.iloc[0]
    assert (first["Mentions"], first["Last"], first["Known"]) == (11, "2026-03-23", "well known")
    assert len(knowledge.get("vega_lite_chart")) == 1


def test_of_very_many_entities_the_best_known_are_shown_and_the_page_says_so(
    page: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memary.interfaces.ui.pages.knowledge._KNOWN", 3)
    remember_talk(open_memory(), USER)
    page.run()
    open_tab(page, "Knowledge")
    assert ranking(page) == ["Kafka", "Debezium", "Mira"]
    assert "The 3 best known are shown; the others are found by Search and in the graph." in main_text(page)


def test_the_ranking_can_be_narrowed(knowledge: AppTest) -> None:
    knowledge.button_group(key="knowledge-depth").set_value("known").run()
    assert ranking(knowledge) == ["Kafka", "Mira"]
    knowledge.selectbox(key="knowledge-category").set_value("people").run()
    assert ranking(knowledge) == ["Mira"]
    knowledge.button_group(key="knowledge-depth").set_value("new").run()
    assert not knowledge.dataframe
    assert "There are no such entities" in main_text(knowledge)


def test_a_closer_look_shows_facts_and_messages(knowledge: AppTest) -> None:
    assert r"Mira lives in Vienna\." not in main_text(knowledge)
    pick(knowledge, "Mira")
    text = main_text(knowledge)
    assert "mentions: 5, from 2026-01-12 to 2026-03-09" in text
    assert r"Mira lives in Vienna\." in text
    assert "until 2026-02-08" in text
    assert r"Mira says Kafka is hard\." in text
    assert "We use Kafka now" not in text


def test_an_entity_leads_to_the_graph(knowledge: AppTest) -> None:
    pick(knowledge, "Mira")
    press(knowledge, "show-in-graph")
    assert not knowledge.exception
    assert knowledge.session_state["tab in en"] == "Graph"


def test_an_entity_that_was_forgotten_is_no_longer_looked_at(knowledge: AppTest) -> None:
    pick(knowledge, "Graz")
    open_memory().forget(user_id=USER, entity="Graz")
    knowledge.run()
    assert not knowledge.exception
    assert "Graz" not in main_text(knowledge)


def test_categories_of_ones_own_are_given_and_taken_back(knowledge: AppTest) -> None:
    pick(knowledge, "Mira")
    chosen = knowledge.multiselect[-1]
    chosen.set_value(["places"])
    press(knowledge, "save-categories")
    assert not knowledge.error
    assert open_memory().entities.list(user_id=USER, category="places")[0].entity.name == "Mira"
    knowledge.multiselect[-1].set_value([])
    press(knowledge, "save-categories")
    assert [one.entity.name for one in open_memory().entities.list(user_id=USER, category="people")] == ["Mira"]


def test_saving_without_a_change_is_one_sentence(knowledge: AppTest) -> None:
    pick(knowledge, "Mira")
    press(knowledge, "save-categories")
    assert [error.value.count("already has these categories") for error in knowledge.error] == [1]


def test_entities_are_put_into_a_category_which_is_renamed(knowledge: AppTest) -> None:
    memory = open_memory()
    look_at(knowledge, "categories")
    assert "other,2,19" in main_text(knowledge)
    assert "Only categories that were given can be renamed" in main_text(knowledge)
    press(knowledge, "gather-save")
    assert [error.value.count("Name a category") for error in knowledge.error] == [1]
    ids = [one.entity.id for one in memory.entities.list(user_id=USER) if one.entity.name in ("Kafka", "Debezium")]
    knowledge.selectbox(key="gather-category").set_value("places")
    knowledge.multiselect(key="gather-entities").set_value(ids)
    press(knowledge, "gather-save")
    assert not knowledge.error
    assert "places,4,23" in main_text(knowledge)
    knowledge.selectbox(key="rename-old").set_value("places")
    knowledge.text_input(key="rename-new").set_value("message brokers")
    press(knowledge, "rename-save")
    assert "message brokers,2,19" in main_text(knowledge)


def test_two_periods_are_compared(knowledge: AppTest) -> None:
    look_at(knowledge, "changes")
    knowledge.date_input[0].set_value((date(2026, 2, 15), date(2026, 3, 31))).run()
    assert not knowledge.exception
    assert "Mentions from 2026-02-15 to 2026-03-31: 20. Before, from 2026-01-01 to 2026-02-14: 8." in main_text(
        knowledge
    )
    rows = main_text(knowledge)
    assert "Kafka,new,0,11,0.0%,55.0%" in rows
    assert "Graz,gone,3,0" in rows
    assert "Mira,falling,4,1" in rows


def test_periods_without_anything_say_so(knowledge: AppTest) -> None:
    look_at(knowledge, "changes")
    knowledge.date_input[0].set_value((date(2026, 6, 1), date(2026, 6, 10))).run()
    assert "Nothing came up in these two periods" in main_text(knowledge)
    assert not knowledge.get("vega_lite_chart")


def test_insights_are_drawn_on_request_and_show_their_evidence(knowledge: AppTest) -> None:
    look_at(knowledge, "insights")
    assert "Nothing was concluded yet" in main_text(knowledge)
    press(knowledge, "reflect")
    assert "User keeps coming back to Kafka" in main_text(knowledge)
    insight = next(one for one in open_memory().insights.list(user_id=USER) if "Kafka" in one.statement)
    knowledge.session_state[f"evidence of {insight.id}"] = True
    knowledge.run()
    assert r"Kafka and Debezium, attempt" in main_text(knowledge)
    press(knowledge, "reflect")
    assert not knowledge.error


def test_the_profile_names_what_is_known_with_its_evidence(knowledge: AppTest) -> None:
    look_at(knowledge, "profile")
    text = main_text(knowledge)
    assert r"User writes in English\." in text
    assert r"Kafka\: came up 11×" in text
    knowledge.session_state[f"profile style of {USER}"] = True
    knowledge.run()
    assert not knowledge.exception
    assert r"User · 2026-0" in main_text(knowledge)


@pytest.mark.parametrize(("answer", "left"), [("same", ["Anne Lee"]), ("different", ["Ann Lee", "Anne Lee"])])
def test_two_that_may_be_one_are_listed_until_it_is_said_whether_they_are(
    knowledge: AppTest, answer: str, left: list[str]
) -> None:
    given = [{"subject": name, "predicate": "likes", "object": "tea"} for name in ("Ann Lee", "Anne Lee")]
    open_memory().facts.add(given, user_id=USER)
    look_at(knowledge, "pairs")
    assert "Ann Lee likes tea" in main_text(knowledge)
    (key,) = [str(button.key) for button in knowledge.button if str(button.key).startswith(f"{answer}-")]
    press(knowledge, key)
    assert not knowledge.exception
    assert "No two look like one." in [info.value for info in knowledge.info]
    names = {one.entity.name for one in open_memory().entities.list(user_id=USER)}
    assert sorted(names & {"Ann Lee", "Anne Lee"}) == left
    knowledge.run()
    assert not knowledge.exception


def test_another_user_sees_nothing_of_the_store(knowledge: AppTest) -> None:
    open_memory().add("Zoe visits Oslo.", user_id="bo")
    open_memory().flush()
    pick(knowledge, "Mira")
    become(knowledge, "bo")
    for view in VIEWS:
        look_at(knowledge, view)
        text = main_text(knowledge)
        assert "Mira" not in text
        assert "Kafka" not in text


def test_the_page_speaks_chinese(knowledge: AppTest) -> None:
    knowledge.button_group(key="language").set_value("zh").run()
    knowledge.session_state["tab in zh"] = "知识库"
    knowledge.run()
    assert "人物" in main_text(knowledge)
    for view, words in (("categories", "把实体归入类别"), ("insights", "立即反思"), ("profile", "风格")):
        look_at(knowledge, view)
        assert words in main_text(knowledge)
