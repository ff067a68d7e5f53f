"""Ways of a person through the web interface, in a real browser: one server for all, a user of its own for each."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from support.web_app import Visit, open_tab, say, served_app, settle

from memary import Memary

pytestmark = pytest.mark.timeout(600)

USERS = ("reader", "clicker", "undoer", "leaver", "phone")
DOT = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


def fill(memory: Memary, user: str) -> None:
    """A user who moved from Graz to Berlin and told so in a short talk."""
    talk = [
        ("user", "Guess where I went.", "2026-02-01T09:00:00Z"),
        ("assistant", "I cannot guess.", "2026-02-01T09:00:05Z"),
        ("user", "I moved to Berlin, from Graz.", "2026-02-01T09:01:00Z"),
        ("assistant", "Noted, Berlin it is.", "2026-02-01T09:01:05Z"),
    ]
    said = memory.add(
        [{"role": role, "content": content, "created_at": at} for role, content, at in talk],
        user_id=user,
        session_id="2026-02-01",
        infer=False,
    )
    lives = {"subject": "Ada", "predicate": "lives_in", "subject_type": "person", "object_type": "place"}
    facts = [
        lives | {"object": "Graz", "statement": "Ada lives in Graz.", "valid_at": "2020-01-01T00:00:00Z"},
        lives | {"object": "Berlin", "statement": "Ada lives in Berlin.", "valid_at": "2026-02-01T00:00:00Z"},
    ]
    memory.apply_facts([fact | {"origin": "user", "source_ids": [said.ids[2]]} for fact in facts], user_id=user)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    home = tmp_path_factory.mktemp("home")
    with Memary.open(f"sqlite:///{home / 'memary.db'}", worker=False) as memory:
        for user in USERS:
            fill(memory, user)
    with served_app(home, MEMARY_LINGER="0") as served:
        yield served


def arrive(visit: Visit, address: str, user: str, **window: Any) -> Page:
    """Open the app and become a user, whose talk is there then."""
    page = visit(address, **window)
    expect(page.get_by_text("What should I remember?")).to_be_visible()
    become(page, user)
    expect(page.get_by_text("Noted, Berlin it is.")).to_be_visible()
    return page


def become(page: Page, user: str) -> None:
    box = page.get_by_role("combobox", name="User")
    box.fill(user)
    box.press("Enter")
    page.wait_for_url(f"**/?user={user}")  # the run that draws this user's page has begun
    settle(page)


IS_DRAWN = """([canvas, label]) => {
  const graph = canvas._cyreg?.cy
  return graph && graph.zoom() !== 1 && graph.nodes().some(node => node.data('label') === label)
}"""
PLACE = (
    "(canvas, label) => canvas._cyreg.cy.nodes().filter(node => node.data('label') === label)[0].renderedPosition()"
)


def node(page: Page, label: str) -> tuple[float, float]:
    """Where a node of the graph is on the page, once the graph is drawn and fills its place."""
    canvas = page.locator(".memary-graph .canvas")
    page.wait_for_function(IS_DRAWN, arg=[canvas.element_handle(), label])
    at: dict[str, float] = canvas.evaluate(PLACE, label)
    box = canvas.bounding_box()
    assert box is not None
    return box["x"] + at["x"], box["y"] + at["y"]


def counter(page: Page, label: str) -> Locator:
    return page.get_by_test_id("stMetric").filter(has_text=label).get_by_test_id("stMetricValue")


def test_a_source_opens_with_what_was_said_around_it(visit: Visit, address: str) -> None:
    page = arrive(visit, address, "reader")
    say(page, "Where does Ada live?")
    answer = page.get_by_test_id("stChatMessage").last
    expect(answer.get_by_text("Sources (")).to_be_visible()
    settle(page)
    answer.get_by_text("Sources (").click()
    source = answer.get_by_test_id("stVerticalBlock").filter(
        has=page.get_by_text("I moved to Berlin, from Graz.", exact=True)
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


def test_a_node_that_is_clicked_shows_its_facts_and_the_list_does_the_same(visit: Visit, address: str) -> None:
    page = arrive(visit, address, "clicker")
    open_tab(page, "Graph")
    page.mouse.click(*node(page, "Ada"))
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
    forget.click()
    expect(page.get_by_text("Everything of leaver is forgotten: messages 4, facts 2.")).to_be_visible()
    expect(counter(page, "Messages")).to_have_text("0")
    open_tab(page, "Chat")
    expect(page.get_by_text("What should I remember?")).to_be_visible()
    expect(page.get_by_text("Noted, Berlin it is.")).to_have_count(0)


def test_a_reloaded_page_is_still_the_same_users(visit: Visit, address: str) -> None:
    page = arrive(visit, address, "reader")
    page.reload()
    expect(page.get_by_text("Noted, Berlin it is.")).to_be_visible()
    expect(page.get_by_role("combobox", name="User")).to_have_value("reader")


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
    page = visit(address)
    expect(page.get_by_text("What should I remember?")).to_be_visible()
    become(page, "looker")
    page.locator("input[type=file]").set_input_files({"name": "dot.png", "mimeType": "image/png", "buffer": DOT})
    expect(page.get_by_text("dot.png")).to_be_visible()
    say(page, "What is this?")
    expect(page.get_by_role("alert")).to_contain_text("needs a model that sees: set MEMARY_VISION_MODEL")
    page.get_by_role("button", name="Send without the picture").click()
    expect(page.get_by_text("Steps (")).to_be_visible()


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


@pytest.mark.parametrize(
    ("settings", "remedy"),
    [
        (
            {"MEMARY_BASE_URL": "http://127.0.0.1:1/v1", "MEMARY_MODEL": "gone", "MEMARY_MAX_RETRIES": "0"},
            "MEMARY_BASE_URL",
        ),
        ({"MEMARY_STORE": "neo4j://127.0.0.1:1", "NEO4J_PASSWORD": "secret-word"}, "127.0.0.1:1"),
    ],
    ids=["model server", "graph server"],
)
def test_what_is_dead_is_told_in_one_sentence(
    visit: Visit, tmp_path: Path, settings: dict[str, str], remedy: str
) -> None:
    with served_app(tmp_path, **settings) as address:
        page = visit(address)
        if "MEMARY_MODEL" in settings:
            expect(page.get_by_text("What should I remember?")).to_be_visible()
            say(page, "Where do I live?")
        problem = page.get_by_role("alert").filter(has_text="That did not work.")
        expect(problem).to_contain_text(remedy)
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
