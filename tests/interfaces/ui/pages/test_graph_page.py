"""The graph page, without a browser: what is known of the entity chosen, now and at an earlier time."""

from __future__ import annotations

from datetime import date

import pytest
from streamlit.testing.v1 import AppTest
from support.samples.sample_graph import fill_with_doubts
from support.web.app_page import APP, PATIENCE, become, everything, open_tab, press

from memary import Memary
from memary.interfaces.ui.components.graph.part import most_connected
from memary.interfaces.ui.components.graph.view import GraphView, drawn, view_of
from memary.interfaces.ui.safe_text import escaped
from memary.interfaces.ui.shared_memory import open_memory
from memary.interfaces.ui.visit.conversation import Conversation
from memary.interfaces.ui.words import languages

pytestmark = pytest.mark.timeout(300)

USER = "ada"


@pytest.fixture
def known(page: AppTest) -> AppTest:
    """The page of a user who moved from Graz to Berlin, and has a sister there."""
    page.run()
    memory = open_memory()
    said = memory.add(
        [
            {"role": "user", "content": "I live in Graz.", "created_at": "2025-01-10T09:00:00Z"},
            {"role": "user", "content": "I moved to Berlin!", "created_at": "2026-02-01T09:00:00Z"},
        ],
        user_id=USER,
        session_id="s1",
        infer=False,
    )
    lives = {"subject": "Ada", "subject_type": "person", "predicate": "lives_in", "object_type": "place"}
    memory.facts.add(
        [
            lives | {"object": "Graz", "statement": "Ada lives in Graz.", "source_ids": [said.ids[0]]},
            lives | {"object": "Berlin", "statement": "Ada lives in Berlin.", "source_ids": [said.ids[1]]},
            {"subject": "Vida", "predicate": "sister_of", "object": "Ada", "statement": "Vida is Ada's sister."},
        ],
        user_id=USER,
    )
    page.run()
    become(page, USER)
    open_tab(page, "Graph")
    return page


def choose(page: AppTest, name: str) -> None:
    entity = next(row.entity for row in open_memory().entities.list(user_id=USER) if row.entity.name == name)
    page.selectbox(key=f"graph-entity {USER}").set_value(entity.id).run()


def test_where_nothing_can_be_drawn_the_page_says_why(page: AppTest) -> None:
    page.run()
    age = {"subject": "Ada", "predicate": "age", "object": "36", "object_type": "value"}
    open_memory().facts.add([age], user_id=USER)
    page.run()
    become(page, USER)
    open_tab(page, "Graph")
    assert not page.exception
    assert page.info[0].value.startswith("Nothing to draw")


def test_an_answer_without_anything_of_the_graph_says_so(page: AppTest) -> None:
    page.run()
    memory = open_memory()
    memory.facts.add([{"subject": "Vida", "predicate": "lives_in", "object": "Graz"}], user_id=USER)
    memory.add("Good night!", user_id=USER, session_id="s1", infer=False)
    page.run()
    become(page, USER)
    open_tab(page, "Graph")
    assert page.button_group(key=f"graph-view {USER}").value == "everything"  # no answer to look behind
    page.button_group(key=f"graph-view {USER}").set_value("answer").run()
    assert any("Nothing of the graph was found for: Good night" in str(one.value) for one in page.caption)
    assert "Entities 2 · Facts 1" in [one.value for one in page.caption]
    assert not page.exception


def test_a_graph_without_facts_says_how_it_grows(page: AppTest) -> None:
    page.run()
    open_tab(page, "Graph")
    assert "Tell something in the chat" in page.info[0].value
    assert not page.exception


def test_an_entity_chosen_from_the_list_shows_its_facts_past_and_messages(known: AppTest) -> None:
    choose(known, "Ada")
    assert not known.exception
    labels = [expander.label for expander in known.expander]
    assert "Facts (2)" in labels
    assert "Past (1)" in labels
    assert "Messages (2)" in labels
    text = everything(known)
    for sentence in ("Ada lives in Berlin.", "Ada lives in Graz.", "I moved to Berlin!"):
        assert escaped(sentence) in text


def test_the_time_chosen_shows_what_was_true_then(known: AppTest) -> None:
    choose(known, "Ada")
    known.slider(key=f"graph-time {USER}").set_value(date(2025, 6, 1)).run()
    facts = next(expander for expander in known.expander if expander.label.startswith("Facts"))
    assert escaped("Ada lives in Graz.") in [button.label for button in facts.button]
    assert escaped("Ada lives in Berlin.") not in [button.label for button in facts.button]


def test_what_is_in_doubt_about_an_entity_says_why(known: AppTest) -> None:
    ada = {"subject": "Ada", "predicate": "works_at", "object": "Acme", "statement": "Ada works at Acme."}
    memory = open_memory()
    (works,) = memory.facts.add([ada | {"valid_at": "2026-02-10"}], user_id=USER)
    swims = {"subject": "Ada", "predicate": "swims_at", "object": "Baths", "rests_on": [works.target_id]}
    memory.facts.add([swims | {"valid_at": "2026-02-12"}], user_id=USER)
    memory.facts.add([ada | {"object": "Bolt", "statement": "", "valid_at": "2026-03-01"}], user_id=USER)
    known.run()
    choose(known, "Baths")
    assert "in doubt since 2026-03-01, because this is over: Ada works at Acme" in everything(known)
    known.slider(key=f"graph-time {USER}").set_value(date(2026, 2, 20)).run()
    assert "in doubt" not in everything(known)


def test_the_lines_of_what_is_in_doubt_or_contradicted_are_marked(memory: Memary) -> None:
    fill_with_doubts(memory, USER)
    memory.facts.add([{"subject": "Tess", "predicate": "works_at", "object": "Corp", "origin": "tool"}], user_id=USER)
    facts = memory.facts.list(user_id=USER)
    view = view_of(most_connected(facts, 60), memory, USER)
    edges = drawn(view, GraphView(), user=USER, selected=None, words=languages()["en"])["edges"]
    names = {fact.id: fact.statement for fact in facts}
    unsure = sorted(names[edge["id"]] for edge in edges if "unsure" in edge["classes"].split())
    assert unsure == [
        "Tess has a pass for tram 7.",
        "Tess rents locker 14 at the Baths.",
        "Tess swims at the Baths on Tuesdays.",
        "Tess works at Bolt.",
        "Tess works at Corp",
    ]


def test_a_fact_of_the_node_opens_with_its_message_and_history(known: AppTest) -> None:
    choose(known, "Ada")
    fact = next(fact for fact in open_memory().facts.list(user_id=USER) if fact.object == "Berlin")
    press(known, f"open-graph-{fact.id}")
    assert not known.exception
    assert "Where it was said (1)" in everything(known)
    assert known.button(key=f"open-dialog-{fact.source_ids[0]}").label == escaped("I moved to Berlin!")
    press(known, f"open-dialog-{fact.source_ids[0]}")
    assert "I live in Graz" in everything(known)  # what was said before it


def test_another_user_sees_nothing_of_the_graph(known: AppTest) -> None:
    choose(known, "Ada")
    open_memory().add("Hello.", user_id="bo", infer=False)
    known.run()
    become(known, "bo")
    assert "Berlin" not in everything(known)
    assert not known.exception


def test_an_answer_that_found_nothing_has_nothing_of_the_graph_behind_it(known: AppTest) -> None:
    open_tab(known, "Chat")
    known.chat_input[0].set_value("Ada won the cup in 1998.").run()
    assert not next(reversed(known.session_state["visit"].conversation.answers.values())).sources
    again = AppTest.from_file(APP, default_timeout=PATIENCE).run()
    become(again, USER)
    for visitor in (known, again):
        open_tab(visitor, "Graph")
        visitor.button_group(key=f"graph-view {USER}").set_value("answer").run()
        assert not visitor.exception
        assert any("Nothing of the graph was found for: Ada won" in str(one.value) for one in visitor.caption)


def test_an_answer_is_shown_in_the_graph(known: AppTest) -> None:
    open_tab(known, "Chat")
    known.chat_input[0].set_value("Where does Ada live?").run()
    visit = known.session_state["visit"]
    conversation: Conversation = visit.conversation
    press(known, f"graph-{next(iter(conversation.answers))}")
    assert visit.page == "graph"
    assert any("Where does Ada live" in caption.value for caption in known.caption)


def test_a_large_graph_says_what_it_leaves_out_and_shows_more(page: AppTest) -> None:
    page.run()
    star = [{"subject": "Vida", "predicate": "knows", "object": f"Friend {at}"} for at in range(97)]
    open_memory().facts.add(star, user_id=USER)
    page.run()
    become(page, USER)
    open_tab(page, "Graph")
    assert "Drawn: the 60 most connected of 98 entities with 97 facts." in [one.value for one in page.caption]
    assert page.button(key="graph-more").label == "38 more"
    press(page, "graph-more")
    assert "Entities 98 · Facts 97" in [one.value for one in page.caption]
    assert not page.exception


def test_a_graph_is_narrowed_by_type_and_relation_and_shows_the_path_between_two(known: AppTest) -> None:
    ids = {row.entity.name: row.entity.id for row in open_memory().entities.list(user_id=USER)}
    known.multiselect(key=f"graph-relations {USER}").set_value(["sister_of"]).run()
    assert "Entities 2 · Facts 1" in [one.value for one in known.caption]
    known.multiselect(key=f"graph-relations {USER}").set_value([]).run()
    known.multiselect(key=f"graph-kinds {USER}").set_value(["place"]).run()
    assert "Entities 0 · Facts 0" in [one.value for one in known.caption]
    known.multiselect(key=f"graph-kinds {USER}").set_value([]).run()
    choose(known, "Vida")
    known.selectbox(key=f"graph-goal {USER}").set_value(ids["Berlin"]).run()
    path = "The path, drawn strongly: Vida is Ada's sister; Ada lives in Berlin."
    assert path in [one.value for one in known.caption]
    assert not known.exception
