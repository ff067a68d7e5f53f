"""Takes the pictures of the web interface that the documentation shows, in a real Chromium.

``python scripts/screenshots.py`` fills a store of its own with the sample conversations, runs the app on it without a
language model, and writes ``docs/images/app-*.png``. It needs the ``dev`` extra and Chromium.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Page, expect

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from support.samples.sample_graph import fill_with_doubts, fill_with_sample  # noqa: E402  as the tests do
from support.web.web_app import Windows, drawn_graph, launched_browser, say, served_app, settle  # noqa: E402  as the tests do

from memary import Memary  # noqa: E402

IMAGES = ROOT / "docs" / "images"
MOST_BYTES = 200_000
QUESTION = "Where does Ada's brother Luka live?"
PLACE_OF = "(canvas, name) => canvas._cyreg.cy.nodes().filter(n => n.data('label') === name)[0].renderedPosition()"


@dataclass(frozen=True)
class Shot:
    """A picture: its name, the window, the user, and what is done before it is taken."""

    name: str
    do: Callable[[Page], None]
    user: str = "ada"
    width: int = 1280
    locale: str = "en-GB"
    scheme: str = "light"


def answer(page: Page) -> None:
    """Ask in a new conversation, and open the sources of the answer."""
    page.get_by_role("button", name="New conversation").click()
    expect(page.get_by_text("What should I remember?")).to_be_visible()
    say(page, QUESTION)
    expect(page.get_by_text("What memory found (")).to_be_visible()
    settle(page)
    page.get_by_text("What memory found (").click()
    expect(page.get_by_test_id("stPopoverBody").get_by_text("Fact · ").first).to_be_visible()


def chinese_answer(page: Page) -> None:
    """Ask in Chinese, and open the sources of the answer."""
    box = page.get_by_placeholder("告诉我一件事")
    box.fill("我姐姐叫什么？")
    box.press("Enter")
    expect(page.get_by_text("记忆找到的内容（")).to_be_visible()
    settle(page)
    page.get_by_text("记忆找到的内容（").click()
    expect(page.get_by_test_id("stPopoverBody").get_by_text("事实 · ").first).to_be_visible()


def space(page: Page) -> None:
    """Look at a space, and open who belongs to it."""
    page.get_by_role("combobox", name="Memory").click()
    page.get_by_role("option", name="Family", exact=True).click()
    expect(page.get_by_text("What its members told the space Family.")).to_be_visible()
    settle(page)
    page.get_by_test_id("stPopoverButton").filter(has_text="Shared spaces").click()
    expect(page.get_by_text("Who belongs to Family")).to_be_visible()


def shared_answer(page: Page) -> None:
    """Ask what another member told a space."""
    say(page, "Where does Ben work?")
    expect(page.get_by_text("What memory found (")).to_be_visible()
    settle(page)
    page.get_by_text("What memory found (").click()
    expect(page.get_by_test_id("stPopoverBody").get_by_text("from the space Family").first).to_be_visible()


def stay(page: Page) -> None:
    """Show the talk as it is."""


def graph(page: Page) -> None:
    """Open the graph and click Luka."""
    page.get_by_role("tab", name="Graph", exact=True).click()
    canvas = drawn_graph(page)
    canvas.click(position=canvas.evaluate(PLACE_OF, "Luka"))
    expect(page.get_by_role("heading", name="Luka", exact=True)).to_be_visible()


def fact(page: Page) -> None:
    """Open the history of a fact."""
    page.get_by_role("tab", name="Facts", exact=True).click()
    page.get_by_role("button", name="History", exact=True).nth(1).click()
    expect(page.get_by_role("dialog").get_by_text("Correct it")).to_be_visible()


def doubts(page: Page) -> None:
    """List the facts that are in doubt."""
    page.get_by_role("tab", name="Facts", exact=True).click()
    page.get_by_role("radio", name="In doubt", exact=True).click()
    expect(page.get_by_role("button", name="Confirm", exact=True).first).to_be_visible()


def doubtful_answer(page: Page) -> None:
    """Ask for what is in doubt."""
    say(page, "Where do I swim?")
    expect(page.get_by_text("What memory found (")).to_be_visible()


def doubts_in_graph(page: Page) -> None:
    """Open the graph and click somebody of whom facts are in doubt."""
    page.get_by_role("tab", name="Graph", exact=True).click()
    canvas = drawn_graph(page)
    canvas.click(position=canvas.evaluate(PLACE_OF, "Tess"))
    expect(page.get_by_role("heading", name="Tess", exact=True)).to_be_visible()


def tab(name: str) -> Callable[[Page], None]:
    """Open a tab."""
    return lambda page: page.get_by_role("tab", name=name, exact=True).click()


SHOTS = (
    Shot("chat", answer),
    Shot("chat-dark", answer, scheme="dark"),
    Shot("chat-phone", stay, width=400),
    Shot("graph", graph),
    Shot("graph-dark", graph, scheme="dark"),
    Shot("graph-phone-dark", graph, width=400, scheme="dark"),
    Shot("facts", tab("Facts")),
    Shot("facts-phone", tab("Facts"), width=400),
    Shot("fact-dark", fact, scheme="dark"),
    Shot("stream", tab("Memory stream")),
    Shot("knowledge-dark", tab("Knowledge"), scheme="dark"),
    Shot("context", tab("Context window")),
    Shot("health-dark", tab("Health"), scheme="dark"),
    Shot("doubt", doubts, user="tess"),
    Shot("doubt-answer", doubtful_answer, user="tess"),
    Shot("doubt-graph-dark", doubts_in_graph, user="tess", scheme="dark"),
    Shot("space", space, user="nora"),
    Shot("space-answer-dark", shared_answer, user="nora", scheme="dark"),
    Shot("chat-zh", chinese_answer, user="小北", locale="zh-CN"),
    Shot("stream-zh", tab("记忆流"), user="林夏", locale="zh-CN"),
    Shot("chat-zh-phone-dark", stay, user="林夏", width=400, locale="zh-CN", scheme="dark"),
)


def fill_store(home: Path) -> None:
    """Add both sample conversations, the English one with its facts, and a space that Nora shares with Ben."""
    with Memary.open(f"sqlite:///{home / 'memary.db'}", worker=False, linger=0) as memory:
        fill_with_sample(memory, "ada")
        fill_with_doubts(memory, "tess")
        lines = (ROOT / "data" / "conversations" / "linxia.zh.jsonl").read_text(encoding="utf-8").splitlines()
        for session_id, turns in groupby(map(json.loads, lines), key=lambda turn: turn["session_id"]):
            batch = [{key: value for key, value in turn.items() if key != "session_id"} for turn in turns]
            memory.add(batch, user_id="林夏", session_id=session_id)
        memory.flush()
        memory.add("我住在柏林。我姐姐叫米娅。", user_id="小北", wait=True)
        memory.add("I live in Oslo.", user_id="nora", wait=True)
        family = memory.spaces.create("Family", user_id="nora")
        memory.spaces.grant("Family", "ben", "writer", user_id="nora")
        memory.spaces.grant("Family", "mia", "reader", user_id="nora")
        bens = memory.spaces.join("Family", user_id="ben")
        for member, text in ((bens, "I work at Acme."), (family, "We fly to Rome in June.")):
            memory.add(text, user_id=member.user_id, wait=True)


def arrive(windows: Windows, address: str, shot: Shot) -> Page:
    """Open the app as the user of a shot."""
    page = windows.open(address, width=shot.width, locale=shot.locale, scheme=shot.scheme)
    if shot.user != "ada":
        if shot.width < 640:
            page.get_by_test_id("stExpandSidebarButton").click()
        box = page.get_by_role("combobox", name="用户" if shot.locale == "zh-CN" else "User")
        box.fill(shot.user)
        box.press("Enter")
        expect(page.get_by_test_id("stChatMessage").first).to_be_attached()
        if shot.width < 640:
            page.get_by_test_id("stSidebarCollapseButton").get_by_role("button").click()
    expect(page.get_by_test_id("stChatMessage").first).to_be_attached()
    return page


def save(page: Page, name: str) -> int:
    """Write what the window shows, with so few colours that the file stays small; return its bytes."""
    settle(page)
    page.wait_for_timeout(2500)  # charts and folds move for a moment
    settle(page)  # what is far down may have come late
    for chart in page.locator("[data-testid=stVegaLiteChart]:visible").all():
        expect(chart.locator("canvas, svg").first).to_be_visible()
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB").quantize(160, dither=Image.Dither.NONE)
    file = IMAGES / f"app-{name}.png"
    picture.save(file, optimize=True)
    return file.stat().st_size


def main(names: list[str]) -> None:
    """Take the shots of these names, all of them if none is given."""
    wanted = [shot for shot in SHOTS if not names or shot.name in names]
    IMAGES.mkdir(parents=True, exist_ok=True)
    for size, shot in _taken(wanted):
        too_large = "  TOO LARGE" if size > MOST_BYTES else ""
        sys.stdout.write(f"{size / 1000:6.0f} kB  app-{shot.name}.png{too_large}\n")


def _taken(shots: list[Shot]) -> Iterator[tuple[int, Shot]]:
    with TemporaryDirectory() as folder:
        home = Path(folder)
        fill_store(home)
        os.environ["TZ"] = "Europe/Berlin"
        with served_app(home, MEMARY_USER="ada", MEMARY_LINGER="0") as address, launched_browser() as browser:
            windows = Windows(browser)
            for shot in shots:
                page = arrive(windows, address, shot)
                shot.do(page)
                yield save(page, shot.name), shot
                windows.close()


if __name__ == "__main__":
    main(sys.argv[1:])
