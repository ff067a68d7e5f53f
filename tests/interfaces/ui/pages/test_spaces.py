"""Spaces on the pages, without a browser: what members in each role see and may do, and what others do not."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest
from support.web.app_page import APP, PATIENCE, everything

from memary.interfaces.ui.shared_memory import open_memory

pytestmark = pytest.mark.timeout(600)

CANARY = "Zanzibarquartz"
MEMBERS = ("ada", "ben", "cleo")
TABS = ("chat", "graph", "facts", "stream", "knowledge", "context", "health")


@pytest.fixture
def space(own_memory: None) -> str:
    """A space of Ada's in which Ben writes, Cleo reads, Dora is invited, and Eve was taken out.

    Fay is a stranger.
    """
    memory = open_memory()
    made = memory.spaces.create("Family", user_id="ada")
    for member, role in (("ben", "writer"), ("cleo", "reader"), ("dora", "reader"), ("eve", "writer")):
        memory.spaces.grant(made.space_id, member, role, user_id="ada")
        if member != "dora":
            memory.spaces.join(made.space_id, user_id=member)
    memory.add(f"I live in {CANARY}.", user_id=made.user_id, wait=True)
    memory.spaces.revoke(made.space_id, "eve", user_id="ada")
    return made.space_id


def opened(user: str, space: str, tab: str = "chat") -> AppTest:
    """The page of a tab, with an address that names the space."""
    page = AppTest.from_file(APP, default_timeout=PATIENCE)
    page.query_params.update({"user": user, "space": space, "tab": tab})
    return page.run()


@pytest.mark.parametrize("user", ["ada", "ben", "cleo", "dora", "eve", "fay"])
def test_every_page_shows_members_the_space_and_others_nothing_of_it(space: str, user: str) -> None:
    for tab in TABS:
        page = opened(user, space, tab)
        assert not page.exception, (user, tab, page.exception)
        assert not page.error, (user, tab, [error.value for error in page.error])
        assert page.session_state["visit"].page == tab
        assert (page.session_state["visit"].space is not None) is (user in MEMBERS), tab
        assert (CANARY in everything(page)) is (user in MEMBERS), (user, tab)


def test_writers_tell_a_space_something_and_readers_cannot(space: str) -> None:
    page = opened("ben", space)
    page.chat_input[0].set_value("I like tea.").run()
    memory = open_memory()
    ben = memory.spaces.get(space, user_id="ben").user_id
    assert [message.content for message in memory.messages.list(user_id=ben)][-1] == "I like tea."
    assert memory.messages.list(user_id="ben") == [], "nothing of it is in his own memory"
    assert "ben · " in everything(page)
    assert opened("cleo", space).chat_input[0].disabled


def test_an_owner_renames_a_space_and_its_members_see_the_new_name(space: str) -> None:
    page = opened("ada", space)
    page.session_state["spaces"] = True
    page.run()
    page.text_input(key=f"name of {space}").set_value("The Novaks")
    page.button(key="rename-space").click().run()
    assert not page.error
    assert "What its members told the space The Novaks" in everything(page)
    assert "What its members told the space The Novaks" in everything(opened("cleo", space))
    members = opened("ben", space)
    members.session_state["spaces"] = True
    assert not [one for one in members.run().button if one.key == "rename-space"], "only owners are offered it"


def test_in_a_space_nothing_was_asked_and_a_question_can_be_tried(space: str) -> None:
    page = opened("ben", space, "context")
    assert "Nobody answers in a space" in everything(page)
    assert "The last question" not in everything(page)
    page.text_input(key="context-question").set_value("Who lives where?").run()
    assert not page.exception
    assert CANARY in everything(page)


def test_facts_of_a_space_are_the_word_of_its_members(space: str) -> None:
    assert "from a member" in everything(opened("ben", space, "facts"))


def test_whoever_is_taken_out_is_back_in_their_own_memory_at_the_next_look(space: str) -> None:
    page = opened("ben", space)
    assert CANARY in everything(page)
    open_memory().spaces.revoke(space, "ben", user_id="ada")
    page.run()
    assert not page.exception
    assert CANARY not in everything(page)
    assert page.session_state["visit"].user == "ben"


def test_no_user_can_be_named_like_a_member_of_a_space(space: str) -> None:
    page = AppTest.from_file(APP, default_timeout=PATIENCE)
    page.query_params["user"] = f"{space}:ada"
    assert CANARY not in everything(page.run())
    assert page.session_state["visit"].user == "default"
