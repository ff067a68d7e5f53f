"""The chat page, without a browser: what a visitor reads and does on it."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest
from support.web.app_page import APP, PATIENCE, everything, press, say, talk, unfold

from interfaces.ui.pages.chat import keys, stored
from memary import ChatAgent
from memary.interfaces.ui.answer_run import noted
from memary.interfaces.ui.safe_text import escaped
from memary.interfaces.ui.shared_memory import open_memory
from memary.types import Action

pytestmark = [
    pytest.mark.timeout(300),
    pytest.mark.filterwarnings(r"ignore:WorkflowHandler\.done\(\) is deprecated:DeprecationWarning"),
]


def say_and_read(page: AppTest, *texts: str) -> None:
    """Say texts in the chat, each read before the next."""
    page.run()
    for text in texts:
        say(page, text)
        open_memory().flush()
        page.run()


def test_an_empty_page_welcomes_and_says_that_it_is_offline_and_what_to_set(page: AppTest) -> None:
    page.run()
    text = everything(page)
    assert not page.exception
    assert "What should I remember?" in text
    assert "OFFLINE" in text
    assert any("OPENAI_API_KEY" in (caption.proto.help or "") for caption in page.caption)
    assert "memary.db" in text.replace("\\", "")
    assert [metric.value for metric in page.metric] == ["0", "0", "0", "0"]


def test_what_was_said_is_answered_later_with_its_sources(page: AppTest) -> None:
    page.run()
    say(page, "I live in Berlin.")
    open_memory().flush()
    say(page, "Where do I live?")
    assert not page.exception
    assert talk(page)[0] == "I live in Berlin."
    assert "Berlin" in talk(page)[-1]
    assert "[1]" in talk(page)[-1]
    cited = next(button for button in page.button if str(button.key).startswith("cited-"))
    assert cited.label == f"**1** · {escaped('User lives in Berlin.')}"
    unfold(page, "sources")
    assert next(str(one.value).split(" · ")[:2] for one in page.chat_message[-1].caption) == ["**1**", "Fact"]
    assert any("Berlin" in str(source.value) for source in page.chat_message[-1].text)


def cited_buttons(page: AppTest) -> list[str]:
    """The labels of the buttons of the sources that answers name."""
    return [str(button.label) for button in page.button if str(button.key).startswith("cited-")]


@pytest.mark.parametrize(
    ("said", "asked"), [("I live in Berlin.", "Where do I live?"), ("我住在柏林。", "我住在哪里？")]
)
def test_an_answer_keeps_its_marks_and_sources_for_a_new_visitor(page: AppTest, said: str, asked: str) -> None:
    say_and_read(page, said, asked)
    again = AppTest.from_file(APP, default_timeout=PATIENCE).run()
    assert talk(again) == talk(page)
    assert "[1]" in talk(again)[-1]
    assert cited_buttons(again) == cited_buttons(page) != []
    undo = [str(key) for key in keys(again) if str(key).startswith("undo-")]
    assert undo == [str(key) for key in keys(page) if str(key).startswith("undo-")] != []
    press(again, next(str(key) for key in keys(again) if str(key).startswith("cited-")))
    assert not again.exception
    assert "柏林" in everything(again) or "Berlin" in everything(again)


def test_what_an_answer_cites_loses_its_mark_and_its_button_when_it_is_forgotten(page: AppTest) -> None:
    memory = open_memory()
    user = memory.settings.user
    for place in ("Graz", "Bonn"):
        fact = {"subject": "User", "subject_type": "person", "predicate": "visited", "object": place}
        memory.facts.add([fact], user_id=user)
    say_and_read(page, "Which places have I visited?")
    first, second = cited_buttons(page)
    assert {"[1]", "[2]"} <= {word for line in talk(page) for word in line.split()}
    gone = next(fact for fact in memory.facts.list(user_id=user) if fact.object in first)
    memory.facts.delete(gone.id, user_id=user)
    page.run()
    assert not page.exception
    assert cited_buttons(page) == [second]
    answer = talk(AppTest.from_file(APP, default_timeout=PATIENCE).run())[-1]
    assert "[1]" not in answer
    assert "[2]" in answer


@pytest.mark.parametrize(
    ("said", "asked", "known"),
    [
        ("I work at Bosch.", "Forget what I told you about Bosch.", "User works at Bosch."),
        ("我住在上海。", "请忘掉我说过的关于上海的事。", "用户居住在上海"),
    ],
)
def test_a_refused_request_to_forget_leads_to_what_it_may_mean(
    page: AppTest, said: str, asked: str, known: str
) -> None:
    say_and_read(page, said, asked)
    assert "memary forget" not in everything(page)
    press(page, "choose-forgotten")
    assert not page.exception
    assert page.session_state["visit"].page == "facts"
    (table,) = [one.value for one in page.dataframe]
    assert [known in str(row) for row in table.values.tolist()] == [True]
    assert [fact.statement.rstrip("。") for fact in open_memory().facts.list(user_id=open_memory().settings.user)]


def know_much_fruit() -> None:
    """Add thirty facts of the user's."""
    memory = open_memory()
    likes = {"subject": "User", "subject_type": "person", "predicate": "likes"}
    memory.facts.add([{**likes, "object": f"fruit number {n}"} for n in range(30)], user_id=memory.settings.user)


def test_of_many_sources_that_an_answer_names_a_few_stand_beneath_it(page: AppTest) -> None:
    know_much_fruit()
    page.run()
    say(page, "What do you know about me?")
    (answer,) = page.session_state["visit"].conversation.answers.values()
    assert len(cited_buttons(page)) == 6
    assert f"and {len(answer.cited) - 6} more, below" in everything(page)
    unfold(page, "sources")
    assert f"**{len(answer.cited)}** · Fact" in everything(page)


def test_of_what_was_found_beside_a_few_are_shown_until_all_are_asked_for(page: AppTest) -> None:
    know_much_fruit()
    page.run()
    say(page, "What fruit do I like?")
    unfold(page, "sources")
    few = [key for key in keys(page) if str(key).startswith("source-")]
    (whole,) = [str(key) for key in keys(page) if str(key).startswith("all-sources-")]
    press(page, whole)
    assert not page.exception
    assert len(few) < 15 < len([key for key in keys(page) if str(key).startswith("source-")])
    assert whole not in keys(page)


def test_a_message_among_the_sources_says_what_of_it_is_over(page: AppTest) -> None:
    page.run()
    for text in ("I live in Bonn.", "I moved to Graz."):
        say(page, text)
        open_memory().flush()
    say(page, "Where do I live, in Bonn?")
    unfold(page, "sources")
    told = [str(one.value) for one in page.chat_message[-1].caption if "over since" in str(one.value)]
    assert len(told) == 1
    assert told[0].endswith("User lives in Bonn; now: User lives in Graz")


def test_an_answer_without_a_model_quotes_marks_as_they_were_typed(page: AppTest) -> None:
    page.run()
    say(page, "I live in **Bonn** :smile: :red[hot]")
    open_memory().flush()
    say(page, "Where do I live?")
    quoting = [str(text.value) for text in page.chat_message[-1].text if "so I quote" in str(text.value)]
    assert len(quoting) == 1
    assert "**Bonn** :smile: :red[hot]" in quoting[0]


@pytest.mark.parametrize(
    ("first", "then", "told"),
    [
        ("I live in Berlin.", "I moved to Graz.", "Learnt: User lives in Graz · ended: User lives in Berlin"),
        ("我住在上海。", "我搬到北京了。", "Learnt: 用户居住在北京 · ended: 用户居住在上海"),
    ],
)
def test_beneath_a_message_stands_what_was_learnt_from_it_and_can_be_undone(
    page: AppTest, first: str, then: str, told: str
) -> None:
    say_and_read(page, first, then)
    assert told in [str(caption.value) for caption in page.caption]
    facts = open_memory().facts.list
    user = open_memory().settings.user
    (after,) = [fact.object for fact in facts(user_id=user)]
    last = [str(key) for key in keys(page) if str(key).startswith("undo-")]
    press(page, max(last))
    assert not page.exception
    assert told not in [str(caption.value) for caption in page.caption]
    assert [fact.object for fact in facts(user_id=user)] not in ([], [after])
    assert len([key for key in keys(page) if str(key).startswith("undo-")]) == len(last) - 1


@pytest.mark.parametrize(
    ("first", "then", "asked"),
    [
        ("Ada lives in Rome.", "My name is Ada.", "Are you Ada, of whom you told before?"),
        ("小红住在上海。", "我叫小红。", "Are you 小红, of whom you told before?"),
    ],
)
def test_beneath_a_name_that_somebody_else_has_it_is_asked_whether_they_are_one(
    page: AppTest, first: str, then: str, asked: str
) -> None:
    say_and_read(page, first, then)
    assert asked in [str(caption.value) for caption in page.caption]
    (same,) = [str(key) for key in keys(page) if str(key).startswith("same-")]
    press(page, same)
    assert not page.exception
    assert asked not in [str(caption.value) for caption in page.caption]
    assert open_memory().entities.duplicates(user_id=open_memory().settings.user) == []


@pytest.mark.parametrize(
    ("name", "first", "then", "asked"),
    [
        ("Ada", "I moved to Rome.", "I have a dog.", "Are you Ada, of whom you told before?"),
        ("小红", "我住在上海。", "我有一只狗。", "Are you 小红, of whom you told before?"),
    ],
)
def test_whoever_has_the_name_of_one_who_speaks_as_the_user_is_asked_after_once(
    page: AppTest, name: str, first: str, then: str, asked: str
) -> None:
    memory = open_memory()
    user = memory.settings.user
    talk = [{"role": "user", "name": name, "content": "Hello."}]
    talk += [{"role": "assistant", "name": "Bot", "content": "Hello!"}]
    talk += [{"role": "user", "name": "Guest", "content": "And hello from me."}]
    memory.add(talk, user_id=user, infer=False)
    likes = {"subject_type": "person", "predicate": "likes", "object": "tea"}
    for one in (name, "Guest"):
        memory.facts.add([{"subject": one, **likes}], user_id=user)
    say_and_read(page, first, then)
    assert [str(caption.value) for caption in page.caption].count(asked) == 1
    (same,) = [str(key) for key in keys(page) if str(key).startswith("same-")]
    press(page, same)
    assert not page.exception
    assert asked not in [str(caption.value) for caption in page.caption]
    assert memory.entities.duplicates(user_id=user) == []


def test_where_many_speak_as_the_user_it_is_not_asked_who_of_them_they_are(page: AppTest) -> None:
    memory = open_memory()
    user = memory.settings.user
    talk = [{"role": "user", "name": name, "content": f"{name} here."} for name in ("Ada", "Mia", "Ben", "Eva")]
    memory.add(talk, user_id=user, infer=False)
    likes = {"subject_type": "person", "predicate": "likes", "object": "tea"}
    memory.facts.add([{"subject": name, **likes} for name in ("Ada", "Mia")], user_id=user)
    say_and_read(page, "I moved to Rome.")
    assert [key for key in keys(page) if str(key).startswith("same-")] == []


def test_who_is_said_to_be_somebody_else_is_not_asked_about_again(page: AppTest) -> None:
    say_and_read(page, "Ada lives in Rome.", "My name is Ada.")
    (different,) = [str(key) for key in keys(page) if str(key).startswith("different-")]
    press(page, different)
    assert not page.exception
    asked = "Are you Ada, of whom you told before?"
    assert asked not in [str(caption.value) for caption in page.caption]
    user = open_memory().settings.user
    (row,) = [one for one in open_memory().operations.list(user_id=user) if one.action is Action.DISTINCT]
    open_memory().operations.undo(row.id, user_id=user)
    page.run()
    assert asked in [str(caption.value) for caption in page.caption]


ZONED = [
    ("2026-03-02T08:56:00+01:00", "Marten drew a fox."),
    ("2026-04-02T09:30:00+02:00", "Marten drew an owl."),
]


@pytest.mark.parametrize(("fixed", "shown"), [(None, "08:56"), ("Asia/Tokyo", "16:56")])
def test_a_message_is_shown_on_the_clock_of_its_own_time(
    page: AppTest, monkeypatch: pytest.MonkeyPatch, fixed: str | None, shown: str
) -> None:
    if fixed:
        monkeypatch.setenv("MEMARY_TIMEZONE", fixed)
    page.run()
    user = open_memory().settings.user
    said = [{"content": content, "created_at": at} for at, content in ZONED]
    first, _ = open_memory().add(said, user_id=user, session_id="s1", infer=False).ids
    page.run()
    say(page, "What was the fox that Marten drew?")
    unfold(page, "sources")
    told = [str(caption.value) for caption in page.caption if "2026-03-02" in str(caption.value)]
    press(page, next(str(key) for key in keys(page) if str(key).startswith("source-") and str(key).endswith(first)))
    told += [str(caption.value) for caption in page.caption if "2026-03-02" in str(caption.value)]
    assert len(told) > 1  # the source beneath the answer, and the dialog
    assert all(f"2026-03-02 {shown}" in caption for caption in told)


def test_an_example_starts_the_talk(page: AppTest) -> None:
    page.run()
    press(page, "example-0")
    assert talk(page)[0] == "I live in Berlin, and my sister is called Mia."
    memory = open_memory()
    memory.flush()
    learnt = {fact.statement for fact in memory.facts.list(user_id=memory.settings.user)}
    assert learnt == {"User lives in Berlin.", "User's sister is Mia."}, "all of it is read, also without a model"
    assert len(talk(page)) == 2


def test_the_page_speaks_chinese(page: AppTest) -> None:
    page.run()
    page.button_group(key="language").set_value("zh").run()
    text = everything(page)
    assert "要我记住些什么" in text
    assert "离线" in text
    say(page, "我住在上海。")
    open_memory().flush()
    say(page, "我住在哪里？")
    assert "上海" in talk(page)[-1]
    assert "[1]" in talk(page)[-1]


def test_a_dead_store_is_one_clear_error(page: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMARY_STORE", "neo4j://127.0.0.1:1")
    monkeypatch.setenv("NEO4J_PASSWORD", "secret-word")
    page.run()
    assert not page.exception
    assert len(page.error) == 1
    assert "127" in page.error[0].value
    assert "secret-word" not in everything(page)
    assert page.button(key="try-again").label == "Try again"


def test_a_store_that_goes_away_during_the_talk_does_not_lose_the_message(page: AppTest) -> None:
    page.run()
    open_memory().close()
    say(page, "I live in Berlin.")
    assert not page.exception
    assert len(page.error) == 1
    assert talk(page) == ["I live in Berlin."]
    open_memory.clear()
    press(page, "ask-again")
    assert not page.error
    assert len(talk(page)) == 2


def test_a_wrong_setting_is_named_until_it_is_mended(page: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMARY_BASE_URL", "http://127.0.0.1:1/v1")
    page.run()
    assert not page.exception
    assert "MODEL" in page.error[0].value
    monkeypatch.delenv("MEMARY_BASE_URL")
    press(page, "try-again")
    assert not page.error


def test_while_an_answer_is_written_elsewhere_nothing_can_be_sent_again(page: AppTest) -> None:
    page.run()
    user = open_memory().settings.user
    open_memory().add("Where do I live?", user_id=user, session_id="s1", infer=False)
    with noted(ChatAgent(open_memory(), user_id=user, session_id="s1")):
        page = AppTest.from_file(APP, default_timeout=PATIENCE).run()
        assert "An answer is being written" in everything(page)
        assert "ask-again" not in keys(page)
    page.run()
    assert "ask-again" in keys(page)
    assert "An answer is being written" not in everything(page)


def test_what_a_picture_shows_stands_below_the_words_it_came_with(page: AppTest) -> None:
    page.run()
    say(page, "Hello.")
    memory = open_memory()
    (session,) = {one.session_id for one in memory.messages.list(user_id=memory.settings.user)}
    note = {"type": "image", "description": "A brown dog on a beach."}
    memory.add(
        {"content": "My dog!\n[image: A brown dog on a beach.]", "metadata": {"attachments": [note]}},
        user_id=memory.settings.user,
        session_id=session,
        infer=False,
    )
    page.run()
    turn = page.chat_message[-1]
    assert [str(text.value) for text in turn.text] == ["My dog!\n[image]"]
    assert any("A brown dog on a beach" in str(one.value) for one in turn.caption)


def test_what_was_forgotten_in_the_chat_is_taken_back_above_the_page(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.setenv("MEMARY_FORGET_ON_REQUEST", "true")
    monkeypatch.setenv("MEMARY_RESTORABLE_DAYS", "30")
    page: AppTest = request.getfixturevalue("page")
    page.run()

    def said() -> str:
        memory = open_memory()
        return " ".join(one.content for one in memory.messages.list(user_id=memory.settings.user))

    say(page, "My locker PIN is 471135.")
    say(page, "Please forget my locker PIN.")
    assert "Please forget …." in said()
    assert "471135" not in said()
    press(page, "undo-change")
    assert not page.error
    assert "471135" in said()


@pytest.mark.parametrize("asked", ["undo", "撤销"])
def test_who_types_that_something_is_to_be_undone_is_shown_where_and_it_is_no_message(
    page: AppTest, asked: str
) -> None:
    say_and_read(page, "I live in Berlin.")
    before = stored()
    say(page, asked)
    assert not page.exception
    assert "with Undo beneath it" in page.toast[0].value
    assert stored() == before
