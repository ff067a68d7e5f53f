"""The pages of stream, store, window and health in a real browser, over the sample conversation."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect
from support.web.web_app import Visit, drawn_graph, open_tab, settle

pytestmark = pytest.mark.timeout(600)

IN_CHINESE = ("记忆流", "知识库", "上下文", "运行状况")


@pytest.fixture
def adas(address: str) -> str:
    """Where the app shows Ada's memory."""
    return f"{address}/?user=ada"


def charts(page: Page) -> Locator:
    return page.locator("[data-testid=stVegaLiteChart]:visible")


def bars(page: Page) -> Locator:
    return charts(page).locator("path[role=graphics-symbol]")


LABELS_STAND_APART = """canvas => {
  const cy = canvas._cyreg.cy
  const boxes = cy.nodes().not('.quiet').map(node =>
    node.renderedBoundingBox({includeNodes: false, includeEdges: false, includeOverlays: false}))
  const meet = (a, b) => a.x1 + 8 < b.x2 && b.x1 + 8 < a.x2 && a.y1 + 8 < b.y2 && b.y1 + 8 < a.y2
  return boxes.length > 2 && !boxes.some((a, at) => boxes.some((b, other) => other > at && meet(a, b)))
}"""

ALL_IN_SIGHT = """(canvas, names) => {
  const named = canvas._cyreg.cy.nodes().filter(node => names.includes(node.data('label')))
  return named.length === names.length && named.every(node => {
    const { x, y } = node.renderedPosition()
    return x > 0 && y > 0 && x < canvas.clientWidth && y < canvas.clientHeight
  })
}"""


def choose(page: Page, label: str, typed: str, option: str) -> None:
    """Type into a box, and choose by key what it offers: its list may have opened partly outside the page."""
    box = page.get_by_role("combobox", name=label, exact=True)
    box.click()
    box.press_sequentially(typed)
    offered = page.get_by_role("option", name=option, exact=True)
    expect(offered).to_have_attribute("data-focused", "true")
    box.press("Enter")
    expect(offered).to_have_count(0)


def test_the_stream_is_charted_rewound_by_keys_and_leads_to_the_chat(visit: Visit, address: str) -> None:
    page = visit(f"{address}/?user=ada+who+asks")
    open_tab(page, "Memory stream")
    expect(charts(page)).to_have_attribute("aria-label", re.compile("^Bar chart of mentions over time"))
    expect(bars(page).first).to_be_visible()
    page.get_by_role("radio", name="Rewind").click()
    messages = page.get_by_test_id("stMain").get_by_test_id("stMetric").filter(has_text="Messages")
    expect(messages.get_by_test_id("stMetricValue")).to_be_visible()
    page.get_by_role("slider", name="Rewind to").press("Home")
    expect(messages.get_by_test_id("stMetricValue")).not_to_have_text("187")
    page.get_by_role("radio", name="Themes").click()
    question = page.locator(".st-key-question-0").get_by_role("button").first
    asked = question.inner_text().splitlines()[-1]
    question.click()
    expect(page.get_by_test_id("stChatMessage").filter(has_text=asked).first).to_be_visible()
    expect(page.get_by_test_id("stChatMessage").last.get_by_text("What memory found (")).to_be_visible()
    open_tab(page, "Context window")
    expect(page.get_by_text("This is what a model would have seen.")).to_be_visible()
    expect(bars(page).first).to_be_visible()


def test_an_entity_is_looked_at_closer_and_put_into_a_category(visit: Visit, adas: str) -> None:
    page = visit(adas, scheme="dark")
    open_tab(page, "Knowledge")
    expect(charts(page)).to_have_attribute("aria-label", re.compile("^Bar chart of the"))
    choose(page, "Look closer at", "Luka", "Luka")
    expect(page.get_by_text("Last messages that name it")).to_be_visible()
    choose(page, "Categories", "climbers", "Add: climbers")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Luka is in climbers now.")).to_be_visible()
    page.get_by_role("radio", name="Changes").click()
    expect(page.get_by_text("Mentions from")).to_be_visible()
    expect(bars(page).first).to_be_visible()
    open_tab(page, "Graph")
    assert drawn_graph(page).evaluate(LABELS_STAND_APART)


def test_the_pages_fit_a_phone_in_chinese(visit: Visit, adas: str) -> None:
    page = visit(adas, width=400, locale="zh-CN", scheme="dark")
    for name in IN_CHINESE:
        open_tab(page, name)
        views = page.locator("[data-testid=stMain] [role=radiogroup]:visible").first.get_by_role("radio")
        settle(page)
        for place in range(views.count()):
            views.nth(place).click()
            settle(page)
            expect(page.locator("[data-testid=stException]")).to_have_count(0)
            width = page.get_by_test_id("stMain").evaluate("main => main.scrollWidth - main.clientWidth")
            assert width <= 0, f"{name}, view {place + 1}: {width} pixels too wide"


def saved_picture(page: Page) -> bytes:
    """Save the graph as a picture, and return it."""
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as picture").click()
    return Path(saved.value.path()).read_bytes()


def test_few_edges_are_named_at_rest_and_a_picture_is_the_same_however_near_one_looks(
    visit: Visit, address: str
) -> None:
    page = visit(f"{address}/?user=reader&tab=graph")
    canvas = drawn_graph(page)
    settle(page)
    assert canvas.evaluate("canvas => canvas._cyreg.cy.edges('.told').map(edge => edge.data('label'))") == [
        "lives in"
    ]
    whole = saved_picture(page)
    for _ in range(3):
        page.get_by_role("button", name="Zoom in").click()
    near = canvas.evaluate("canvas => canvas._cyreg.cy.zoom()")
    assert saved_picture(page) == whole
    assert canvas.evaluate("canvas => canvas._cyreg.cy.zoom()") == near


def test_a_path_in_the_graph_comes_into_sight_and_filters_tell_how_many_they_are(visit: Visit, address: str) -> None:
    page = visit(f"{address}/?user=clicker&tab=graph", moves=True)
    canvas = drawn_graph(page)
    choose(page, "Person, place or thing", "Ada", "Ada")
    for _ in range(5):
        page.get_by_role("button", name="Zoom in").click()
    assert not canvas.evaluate(ALL_IN_SIGHT, ["Ada", "Berlin"])
    choose(page, "Path to", "Berlin", "Berlin")
    expect(page.get_by_text("The path, drawn strongly: Ada lives in Berlin.")).to_be_visible()
    expect(canvas).to_have_attribute("aria-busy", "false")
    page.wait_for_function(
        "([canvas, names, are]) => eval(are)(canvas, names)",
        arg=[canvas.element_handle(), ["Ada", "Berlin"], ALL_IN_SIGHT],
    )
    page.get_by_role("button", name="Filters", exact=True).click()
    choose(page, "Only these relations", "lives", "lives in")
    expect(page.get_by_role("dialog", name="Filters (1)")).to_be_visible()
    page.keyboard.press("Escape")  # the list
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Filters (1)")).to_be_visible()
    open_tab(page, "Facts")
    open_tab(page, "Graph")
    expect(page.get_by_role("button", name="Filters (1)")).to_be_visible()
