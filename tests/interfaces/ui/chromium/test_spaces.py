"""A space in a real browser: made, shared, recalled and left; and whoever is not in it sees nothing."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from support.web.web_app import Visit, counter, open_tab, say, settle

pytestmark = pytest.mark.timeout(600)


def popover(page: Page) -> None:
    settle(page)
    page.get_by_test_id("stPopoverButton").filter(has_text="Shared spaces").click()


def look_at(page: Page, memory: str) -> None:
    """Choose which memory is looked at."""
    settle(page)
    page.get_by_role("combobox", name="Memory").click()
    page.get_by_role("option", name=memory, exact=True).click()
    settle(page)


def tell(page: Page, text: str) -> None:
    """Say something to the members of the space looked at."""
    settle(page)
    box = page.get_by_placeholder("Tell the members of Family")
    box.fill(text)
    box.press("Enter")


def test_two_share_a_space_and_a_third_sees_nothing(visit: Visit, address: str) -> None:
    ada = visit(f"{address}/?user=adele")
    popover(ada)
    ada.get_by_role("textbox", name="Make a space").fill("Family")
    ada.get_by_role("button", name="Make it").click()
    expect(ada.get_by_text("Nothing was told here yet.")).to_be_visible()
    ada.get_by_role("textbox", name="Invite a user").fill("benno")
    ada.get_by_role("button", name="Invite", exact=True).click()
    expect(ada.get_by_text("benno · reads and writes, invited")).to_be_visible()

    ben = visit(f"{address}/?user=benno")
    expect(ben.get_by_role("combobox", name="Memory")).to_have_count(0)
    ben.get_by_text("Shared spaces · invitations: 1").click()
    ben.get_by_role("button", name="Join").click()
    expect(ben.get_by_text("What its members told the space Family.")).to_be_visible()
    ben.keyboard.press("Escape")
    tell(ben, "I work at Acme.")
    expect(ben.get_by_text("Learnt: benno works at Acme")).to_be_visible()
    expect(counter(ben, "Facts")).to_have_text("1")
    open_tab(ben, "Facts")
    expect(ben.get_by_text("benno works at Acme.", exact=True)).to_be_visible()
    ben.wait_for_url(re.compile(r"space=space.*tab=facts|tab=facts.*space=space"))
    ben.reload()
    expect(ben.get_by_text("benno works at Acme.", exact=True)).to_be_visible()

    ada.keyboard.press("Escape")
    look_at(ada, "My own")
    expect(ada.get_by_text("What should I remember?")).to_be_visible()
    say(ada, "Where does benno work?")
    answer = ada.get_by_test_id("stChatMessage").last
    expect(answer).to_contain_text("benno works at Acme.")
    settle(ada)
    answer.get_by_text("What memory found (").click()
    sources = ada.get_by_test_id("stPopoverBody")
    expect(sources.get_by_text("from the space Family, by benno").first).to_be_visible()
    sources.get_by_role("button", name="Open").first.click()
    expect(ada.get_by_role("dialog").get_by_text("I work at Acme.").first).to_be_visible()

    third = visit(f"{address}/?user=cleo&space={space_in(ben)}&tab=facts")
    expect(third.get_by_text("There is no fact yet")).to_be_visible()
    expect(third.get_by_role("combobox", name="Memory")).to_have_count(0)
    open_tab(third, "Chat")
    say(third, "Where does benno work?")
    expect(third.get_by_test_id("stChatMessage")).to_have_count(2)
    settle(third)
    expect(third.get_by_text("Acme")).to_have_count(0)


def space_in(page: Page) -> str:
    """Return the space that an address names."""
    found = re.search(r"space=([^&]+)", page.url)
    assert found
    return found[1]
