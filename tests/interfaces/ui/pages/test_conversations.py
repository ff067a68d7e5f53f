"""The conversations of the chat page: begun, found, renamed, forgotten, and whose they are."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest
from support.web.app_page import APP, PATIENCE, become, everything, open_tab, press, say, talk

from memary.interfaces.ui.safe_text import escaped
from memary.interfaces.ui.shared_memory import open_memory
from memary.types import utc_now

pytestmark = [
    pytest.mark.timeout(300),
    pytest.mark.filterwarnings(r"ignore:WorkflowHandler\.done\(\) is deprecated:DeprecationWarning"),
]


def test_a_conversation_is_called_after_its_first_message_at_once(page: AppTest) -> None:
    page.run()
    say(page, "I live in Berlin.")
    box = page.selectbox[1]
    assert box.options[0].endswith("I live in Berlin.")
    assert (box.proto.set_value, box.proto.raw_value) == (True, box.options[0])


def test_counters_and_entities_follow_the_talk(page: AppTest) -> None:
    page.run()
    say(page, "I live in Berlin.")
    open_memory().flush()
    page.run()
    counts = {metric.label: metric.value for metric in page.metric}
    assert counts == {"Messages": "2", "Facts": "1", "Pending": "0", "Failed": "0"}
    chip = next(button for button in page.sidebar.button if button.label == "Berlin · 1")
    chip.click().run()
    assert page.session_state["visit"].page == "graph"
    assert [str(header.value) for header in page.header] == ["Berlin"]


def test_what_comes_up_most_stands_first_however_long_ago(page: AppTest) -> None:
    page.run()
    said = [("We flew to Berlin.", "2020-01-01T09:00:00Z"), ("We walked in Berlin.", "2020-01-02T09:00:00Z")]
    said.append(("We flew to Lisbon.", utc_now().isoformat()))
    user = open_memory().settings.user
    for content, at in said:
        open_memory().add({"content": content, "created_at": at}, user_id=user)
    open_memory().flush()
    page.run()
    chips = [button.label for button in page.sidebar.button]
    assert chips.index("Berlin · 2") < chips.index("Lisbon · 1")


def test_a_conversation_comes_back_from_memory_for_a_new_visitor(page: AppTest) -> None:
    page.run()
    say(page, "I live in Berlin.")
    again = AppTest.from_file(APP, default_timeout=PATIENCE).run()
    assert talk(again) == talk(page)
    assert "Show in the graph" in everything(again)


def test_a_new_conversation_is_empty_and_the_old_one_can_be_chosen_again(page: AppTest) -> None:
    page.run()
    say(page, "I live in Berlin.")
    old = page.selectbox[1].value
    press(page, "new-conversation")
    assert talk(page) == []
    page.selectbox[1].set_value(old).run()
    assert talk(page)[0] == "I live in Berlin."


def test_conversations_are_searched_opened_and_forgotten_after_a_manifest(page: AppTest) -> None:
    page.run()
    memory, user = open_memory(), open_memory().settings.user
    for session, text in (("s1", "The otter slept under the bridge."), ("s2", "I like tea.")):
        memory.add(text, user_id=user, session_id=session, infer=False)
    page.session_state["conversations"] = True
    page.run()
    page.text_input(key=f"search-talk {user}").set_value("otter").run()
    press(page, next(str(one.key) for one in page.button if str(one.key).startswith("open-talk-")))
    assert talk(page) == ["The otter slept under the bridge."]
    assert dict(page.query_params) == {"session": "s1"}
    page.session_state["conversations"] = True
    page.run()
    page.checkbox(key="sure-talk s1").check().run()
    press(page, "forget-talk")
    assert not page.exception
    assert [session for session, _, _ in memory.sessions.list(user_id=user)] == ["s2"]
    assert talk(page) == ["I like tea."]


@pytest.mark.parametrize(
    ("said", "moved", "over"),
    [
        ("I live in Rome and like tea.", "I moved to Oslo.", "over since 2026-05-04: User lives in Rome; now: "),
        ("我住在成都，喜欢喝茶。", "我搬到了重庆。", "over since 2026-05-04: 用户居住在成都; now: "),
    ],
)
def test_a_message_found_in_conversations_says_what_of_it_is_over(
    page: AppTest, said: str, moved: str, over: str
) -> None:
    page.run()
    memory, user = open_memory(), open_memory().settings.user
    for day, text in ((1, said), (4, moved)):
        message = {"role": "user", "content": text, "created_at": f"2026-05-0{day}T09:00:00Z"}
        memory.add(message, user_id=user, session_id="s1", wait=True)
    page.session_state["conversations"] = True
    page.run()
    page.text_input(key=f"search-talk {user}").set_value(said[:-1]).run()
    marked = [one.value.replace("\\", "") for one in page.caption if "over since" in one.value]
    assert len(marked) == 1
    assert marked[0].startswith(over)


@pytest.mark.parametrize(
    ("told", "question", "known"),
    [
        (("I live in Rome and like tea.", "I moved to Oslo."), "What do you know about me?", "User lives in Oslo"),
        (("我住在成都。", "我搬到了重庆。"), "你知道我什么？", "用户居住在重庆"),
    ],
)
def test_who_asks_what_is_known_of_them_gets_their_profile_as_it_is_now(
    page: AppTest, told: tuple[str, str], question: str, known: str
) -> None:
    page.run()
    for text in (*told, question):
        say(page, text)
        open_memory().flush()
    page.run()
    card = "\n".join(str(one.value) for one in page.markdown if str(one.value).startswith("- "))
    assert known in card
    assert "Rome" not in card
    assert "成都" not in card
    press(page, "whole-profile")
    assert not page.exception
    assert page.session_state["knowledge-view"] == "profile"
    assert dict(page.query_params)["tab"] == "knowledge"


def test_conversations_with_the_words_that_were_typed_are_found_first(page: AppTest) -> None:
    page.run()
    memory, user = open_memory(), open_memory().settings.user
    told = ("My sister is called Mia.", "Mia lives in Graz.", "Mia is a nurse.", "We met in Graz last year.")
    for number, text in enumerate(told):
        memory.add(text, user_id=user, session_id=f"s{number}", wait=True)
    page.session_state["conversations"] = True
    page.run()
    page.text_input(key=f"search-talk {user}").set_value("graz").run()
    found = [one.label for one in page.button if str(one.key).startswith("open-talk-")]
    assert ["Graz" in label for label in found] == sorted(["Graz" in label for label in found], reverse=True)
    assert sum("Graz" in label for label in found) == 2


def test_a_conversation_is_renamed_and_called_so_wherever_it_is_named(page: AppTest) -> None:
    page.run()
    memory, user = open_memory(), open_memory().settings.user
    memory.add("I live in Graz.", user_id=user, session_id="s1", wait=True)
    page.run()
    page.selectbox[1].set_value("s1").run()
    page.session_state["conversations"] = True
    page.run()
    page.text_input(key="title of s1").set_value("Moving house")
    press(page, "rename")
    assert not page.exception
    assert "Moving house" in page.selectbox[1].options
    assert memory.sessions.titles(user_id=user) == {"s1": "Moving house"}
    open_tab(page, "Facts")
    assert page.selectbox(key=f"facts-session {user}").options == ["Moving house"]


def test_an_address_leads_to_a_tab_an_entity_and_a_fact_of_the_user_alone(page: AppTest) -> None:
    page.run()
    memory, user = open_memory(), open_memory().settings.user
    memory.facts.add([{"subject": "Vida", "predicate": "lives_in", "object": "Graz"}], user_id=user)
    (fact,) = memory.facts.list(user_id=user)
    guest = AppTest.from_file(APP, default_timeout=PATIENCE)
    guest.query_params.update({"entity": "vida", "fact": fact.id})
    guest.run()
    assert guest.session_state["visit"].page == "graph"
    assert "Vida" in [str(header.value) for header in guest.header]
    assert escaped(fact.statement) in [str(header.value) for header in guest.header]
    stranger = AppTest.from_file(APP, default_timeout=PATIENCE)
    stranger.query_params.update({"user": "bo", "tab": "facts", "fact": fact.id})
    stranger.run()
    assert stranger.session_state["visit"].page == "facts"
    assert escaped(fact.statement) not in everything(stranger)
    assert not stranger.exception


def test_another_user_sees_nothing_of_the_first(page: AppTest) -> None:
    page.run()
    for user in ("ada", "bo"):
        open_memory().add("Hello.", user_id=user, infer=False)
    page.run()
    become(page, "ada")
    say(page, "I live in Reykjavik.")
    open_memory().flush()
    become(page, "bo")
    assert not page.exception
    assert "Reykjavik" not in everything(page)
    say(page, "Where do I live?")
    assert "Reykjavik" not in everything(page)
    become(page, "ada")
    assert talk(page)[0] == "I live in Reykjavik."
