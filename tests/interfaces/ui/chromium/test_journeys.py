"""Ways of a person through the web interface without a model, in a real browser."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, TimeoutError, expect
from programs.starting import Interpreter
from support.web.web_app import (
    PATIENCE,
    Visit,
    answer_text,
    attach_a_dot,
    counter,
    drawn_graph,
    open_tab,
    say,
    served_app,
    settle,
)

pytestmark = pytest.mark.timeout(600)


def arrive(visit: Visit, address: str, user: str, **window: Any) -> Page:
    """Open the app as a user who moved to Berlin."""
    page = visit(f"{address}/?user={user}", **window)
    expect(page.get_by_text("Noted, Berlin it is.")).to_be_visible()
    return page


def become(page: Page, user: str) -> None:
    settle(page)  # what is typed before the page is drawn may be lost
    box = page.get_by_role("combobox", name="User")
    option = page.get_by_role("option", name=re.compile(rf"^(Add: )?{user}$"))
    for patience in (10_000, 20_000, PATIENCE):  # a page that is drawn once more drops what was typed, and the list
        box.click()  # which waits until the sidebar stands still, unlike typing
        box.fill(user)
        with suppress(TimeoutError):
            option.click(timeout=patience)
            break
    else:
        expect(option).to_be_visible()
    page.wait_for_url(f"**/?user={user}")  # the run that draws this user's page has begun
    settle(page)


PLACE = (
    "(canvas, label) => canvas._cyreg.cy.nodes().filter(node => node.data('label') === label)[0].renderedPosition()"
)


def click_node(page: Page, label: str) -> None:
    canvas = drawn_graph(page)
    canvas.click(position=canvas.evaluate(PLACE, label))


def test_what_was_said_is_answered_from_memory_and_shows_its_sources(visit: Visit, address: str) -> None:
    page = visit(f"{address}/?user=newcomer")
    say(page, "I live in Berlin.")
    expect(answer_text(page, "Noted.")).to_be_visible()
    expect(counter(page, "Facts")).to_have_text("1")  # the page brings itself up to date
    expect(counter(page, "Pending")).to_have_text("0")
    say(page, "Where do I live?")
    answer = page.get_by_test_id("stChatMessage").last
    expect(answer).to_contain_text("Berlin")
    settle(page)
    got = answer.get_by_text("What memory found (")
    before = got.bounding_box()
    got.click()
    sources = page.get_by_test_id("stPopoverBody")
    expect(sources.get_by_text("I live in Berlin.", exact=True)).to_be_visible()
    expect(sources.get_by_text("Fact · since")).to_be_visible()
    after = got.bounding_box()
    assert before is not None
    assert after is not None
    assert abs(after["y"] - before["y"]) < 150  # the page stays about where it is
    expect(answer.get_by_text("Steps (")).to_have_count(0)  # no model was asked, and no tool used


def test_an_answer_looks_the_same_after_a_reload(visit: Visit, address: str) -> None:
    page = visit(f"{address}/?user=returner")
    say(page, "I live in Berlin.")
    learnt = page.get_by_text("Learnt: User lives in Berlin")
    expect(learnt).to_be_visible()
    settle(page)
    say(page, "Where do I live?")
    answer = page.get_by_test_id("stChatMessage").last
    expect(answer.get_by_text("What memory found (")).to_be_visible()
    settle(page)
    page.reload()
    expect(answer.get_by_text("What memory finds for it")).to_be_visible()
    expect(answer).to_contain_text("[1]")
    expect(learnt).to_be_visible()
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_visible()
    settle(page)
    answer.get_by_role("button", name="1 · User lives in Berlin.").click()
    expect(page.get_by_role("dialog").get_by_role("heading", name="User lives in Berlin.")).to_be_visible()


def test_a_new_user_is_typed_and_sees_nothing_of_the_first(visit: Visit, address: str) -> None:
    page = visit(f"{address}/?user=first")
    say(page, "I live in Berlin.")
    expect(answer_text(page, "Noted.")).to_be_visible()
    user = page.get_by_role("combobox", name="User")
    user.fill("bo")
    user.press("Enter")
    expect(page.get_by_text("What should I remember?")).to_be_visible()
    expect(page.get_by_text("I live in Berlin.", exact=True)).to_have_count(0)
    expect(counter(page, "Messages")).to_have_text("0")


def test_a_source_opens_with_what_was_said_around_it(visit: Visit, address: str) -> None:
    page = arrive(visit, address, "reader")
    say(page, "Where does Ada live?")
    answer = page.get_by_test_id("stChatMessage").last
    expect(answer.get_by_text("What memory found (")).to_be_visible()
    settle(page)
    answer.get_by_text("What memory found (").click()
    source = (
        page.get_by_test_id("stPopoverBody")
        .get_by_test_id("stVerticalBlock")
        .filter(has=page.get_by_text("I moved to Berlin, from Graz.", exact=True))
    )
    source.last.get_by_role("button", name="Open").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("I cannot guess.")).to_be_visible()
    expect(dialog.get_by_text("Noted, Berlin it is.")).to_be_visible()
    expect(dialog.get_by_role("button", name="Ada lives in Berlin.")).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    answer.get_by_role("button", name="Show in the graph").click()
    expect(page.get_by_text("What memory found for: Where does Ada live?")).to_be_visible()


def test_an_answer_of_an_earlier_visit_can_be_rated(visit: Visit, address: str) -> None:
    page = arrive(visit, address, "rater")
    say(page, "Where does Ada live?")
    expect(page.get_by_test_id("stChatMessage").last.get_by_text("What memory found (")).to_be_visible()
    settle(page)
    page.reload()
    answer = page.get_by_test_id("stChatMessage").last
    expect(answer.get_by_text("What memory finds for it")).to_be_visible()
    settle(page)
    answer.get_by_role("button", name="Good answer: trust its facts more").click()
    expect(answer_text(page, "Noted: the facts of this answer are trusted more.")).to_be_visible()


def test_a_node_that_is_clicked_shows_its_facts_and_the_list_does_the_same(visit: Visit, address: str) -> None:
    page = arrive(visit, address, "clicker")
    open_tab(page, "Graph")
    settle(page)  # until then the graph may be drawn again
    click_node(page, "Ada")
    expect(page.get_by_role("heading", name="Ada", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Ada lives in Berlin.")).to_be_visible()
    box = page.get_by_role("combobox", name="Person, place or thing")
    box.fill("Graz")
    box.press("Enter")
    expect(page.get_by_role("heading", name="Graz", exact=True)).to_be_visible()


def test_a_fact_is_taken_back(visit: Visit, address: str) -> None:
    page = arrive(visit, address, "undoer")
    open_tab(page, "Facts")
    expect(page.get_by_text("Ada lives in Berlin.", exact=True)).to_be_visible()
    expect(page.get_by_text("Ada lives in Graz.", exact=True)).to_have_count(0)
    page.get_by_role("button", name="History", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Undo", exact=True).click()
    expect(page.get_by_text("Undone, as if it had not happened.")).to_be_visible()
    expect(dialog.get_by_text("This is not in memory any more.")).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page.get_by_text("Ada lives in Graz.", exact=True)).to_be_visible()
    expect(page.get_by_text("Ada lives in Berlin.", exact=True)).to_have_count(0)


def test_a_user_is_forgotten_and_nothing_of_them_is_left_on_the_page(visit: Visit, address: str) -> None:
    page = arrive(visit, address, "leaver")
    open_tab(page, "Facts")
    expect(page.get_by_text("Ada lives in Berlin.", exact=True)).to_be_visible()
    settle(page)
    page.get_by_text("Forget everything of leaver").click()
    forget = page.get_by_role("button", name="Forget everything", exact=True)
    expect(forget).to_be_disabled()
    name = page.get_by_label("Type leaver to confirm")
    name.fill("leaver")
    name.press("Enter")
    settle(page)
    forget.click()
    expect(page.get_by_text("Everything of leaver is forgotten: messages 4, facts 2.")).to_be_visible()
    expect(counter(page, "Messages")).to_have_text("0")
    open_tab(page, "Chat")
    expect(page.get_by_text("What should I remember?")).to_be_visible()
    expect(page.get_by_text("Noted, Berlin it is.")).to_have_count(0)


def test_a_memory_is_written_to_a_file_and_becomes_anothers(visit: Visit, address: str, tmp_path: Path) -> None:
    page = arrive(visit, address, "reader")
    open_tab(page, "Facts")
    expect(page.get_by_text("Ada lives in Berlin.", exact=True)).to_be_visible()
    settle(page)
    page.get_by_text("Import and export").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export", exact=True).click()
    file = tmp_path / "reader.jsonl"
    download.value.save_as(file)
    page = visit(f"{address}/?user=heir&tab=facts")
    expect(page.get_by_text("There is no fact yet.")).to_be_visible()
    settle(page)
    page.get_by_text("Import and export").click()
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_text("Ada lives in Berlin.", exact=True)).to_be_visible()
    expect(counter(page, "Messages")).not_to_have_text("0")


def test_a_reloaded_page_is_still_the_same_users(visit: Visit, address: str) -> None:
    page = visit(address)
    expect(page.get_by_text("What should I remember?")).to_be_visible()
    become(page, "reader")
    page.reload()
    expect(page.get_by_text("Noted, Berlin it is.")).to_be_visible()
    expect(page.get_by_role("combobox", name="User")).to_have_value("reader")


def test_what_was_chosen_and_named_is_so_after_a_reload(visit: Visit, address: str) -> None:
    page = arrive(visit, address, "namer")
    settle(page)
    page.get_by_role("button", name="Conversations (1)").click()
    page.get_by_role("textbox", name="Title").fill("Moving house")
    page.get_by_role("button", name="Rename").click()
    expect(page.get_by_role("combobox", name="Conversation")).to_have_value("Moving house")
    page.get_by_role("radio", name="Dark").click()
    expect(page.get_by_test_id("stApp")).to_have_css("color-scheme", "dark")
    expect(page.get_by_role("radio", name="Dark")).to_be_checked()
    expect(page.get_by_role("combobox", name="Conversation")).to_have_value("Moving house")
    page.get_by_role("radio", name="As the system says").click()
    expect(page.get_by_test_id("stApp")).to_have_css("color-scheme", "light")
    expect(page.get_by_text("Noted, Berlin it is.")).to_be_visible()
    settle(page)
    page.get_by_role("radio", name="中文").click()
    expect(page.get_by_role("tab", name="图谱")).to_be_visible()
    page.wait_for_function("document.cookie.includes('memary-language=zh')")
    page.reload()
    expect(page.get_by_role("tab", name="图谱")).to_be_visible()


def test_on_a_phone_nothing_is_cut_off_and_another_user_sees_nothing(visit: Visit, address: str) -> None:
    page = visit(address, width=400)
    expect(page.get_by_text("What should I remember?")).to_be_visible()
    page.get_by_test_id("stExpandSidebarButton").click()
    become(page, "phone")
    page.get_by_test_id("stSidebarCollapseButton").get_by_role("button").click()
    expect(page.get_by_text("Noted, Berlin it is.")).to_be_visible()
    for tab in ("Graph", "Facts", "Chat"):
        open_tab(page, tab)
        settle(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 400
    expect(page.get_by_text("Noted, Berlin it is.")).to_be_visible()  # the chat is drawn
    settle(page)
    page.get_by_test_id("stExpandSidebarButton").click()
    become(page, "stranger")
    expect(page.get_by_text("What should I remember?")).to_be_attached()
    expect(page.get_by_text("Noted, Berlin it is.")).to_have_count(0)


def test_a_picture_without_a_model_that_sees_is_refused_in_one_sentence(visit: Visit, address: str) -> None:
    page = visit(f"{address}/?user=looker")
    expect(page.get_by_text("What should I remember?")).to_be_visible()
    settle(page)
    attach_a_dot(page)
    say(page, "What is this?")
    expect(page.get_by_role("alert")).to_contain_text("needs a model that sees: set MEMARY_VISION_MODEL")
    page.get_by_role("button", name="Send without the picture").click()
    expect(page.get_by_role("button", name="Answer again")).to_be_visible()


def test_the_interface_speaks_chinese_to_a_chinese_browser(visit: Visit, address: str) -> None:
    page = visit(address, locale="zh-CN", scheme="dark")
    expect(page.get_by_text("要我记住些什么？")).to_be_visible()
    box = page.get_by_role("combobox", name="用户")
    box.fill("clicker")
    box.press("Enter")
    open_tab(page, "事实")
    expect(page.get_by_role("button", name="遗忘", exact=True)).to_be_visible()
    open_tab(page, "图谱")
    expect(page.locator(".legend").get_by_text("地点")).to_be_visible()


def test_a_dead_neo4j_is_told_in_one_sentence(visit: Visit, python: Interpreter, tmp_path: Path) -> None:
    with served_app(tmp_path, python, MEMARY_STORE="neo4j://127.0.0.1:1", NEO4J_PASSWORD="secret-word") as address:
        page = visit(address)
        problem = page.get_by_role("alert").filter(has_text="That did not work.")
        expect(problem).to_contain_text("127.0.0.1:1")
        expect(page.get_by_text("secret-word")).to_have_count(0)
        expect(page.get_by_text("Traceback")).to_have_count(0)
        expect(page.get_by_role("button", name="again")).to_be_visible()


def test_a_site_that_gives_this_machine_its_own_name_sees_nothing(browser: Browser, address: str) -> None:
    page = browser.new_context().new_page()
    page.goto(address.replace("127.0.0.1", "elsewhere.test"))
    expect(page.get_by_text("the web interface serves this machine alone")).to_be_visible()
    expect(page.get_by_role("combobox", name="User")).to_have_count(0)
    expect(page.get_by_placeholder("Tell me something, or ask")).to_have_count(0)
    page.context.close()
