"""Takes the pictures of ``docs/interfaces/neo4j-browser.md`` from a real Neo4j Browser.

``python scripts/neo4j/pictures.py`` starts a server in a temporary folder, fills it with the sample conversation,
drops the style file and the queries of ``data`` on the page as a person would, and runs the queries in headless
Chromium. It needs Playwright and a Chromium (``--chromium PATH``, default ``chromium`` on the path).
"""

from __future__ import annotations

import argparse
import base64
import re
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from launch import Neo4jServer, ReadyLine, ServerOptions
from playwright.sync_api import Page, ViewportSize, sync_playwright
from sample_graph import DOUBTING, fill, fill_with_doubts

from memary import Memary
from memary.interfaces.neo4j_browser import write_browser_files

ROOT = Path(__file__).resolve().parents[2]
STYLE = ROOT / "data" / "neo4j-browser" / "memary.grass"
QUERIES = ROOT / "data" / "neo4j-browser" / "memary"
IMAGES = ROOT / "docs" / "images"

SIZE: ViewportSize = {"width": 1500, "height": 860}
SETTLED = 9_000  # milliseconds until the layout of a graph has come to rest
GRAPHS = {
    "02": "whole-picture",
    "05": "why",
    "08": "conflicts",
    "09": "insights",
    "03": "everything-about",
    "15": "doubt",
}
TABLES = {"04": "timeline", "06": "what-changed"}

_DONE = re.compile(r"Started streaming \d+ records|Displaying \d+ nodes")

_DROP = """([data, name]) => {
  const bytes = Uint8Array.from(atob(data), c => c.charCodeAt(0));
  const files = new DataTransfer();
  files.items.add(new File([bytes], name));
  for (const kind of ['dragenter', 'dragover', 'drop'])
    document.querySelector('.filedrop')
      .dispatchEvent(new DragEvent(kind, {bubbles: true, cancelable: true, dataTransfer: files}));
}"""


def main() -> None:
    """Take all pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="which pictures; default: all", metavar="NAME")
    parser.add_argument("--chromium", default=shutil.which("chromium"), help="the browser's program")
    arguments = parser.parse_args()
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="memary-pictures-") as folder:
        options = ServerOptions(home=Path(folder) / "neo4j", bolt_port=0, http_port=0)
        with Neo4jServer(options) as ready:
            with Memary.open(ready.bolt, worker=False, home=Path(folder), embedding="hash") as memory:
                fill(memory)
                fill_with_doubts(memory)
            take(ready, write_browser_files(Path(folder)).queries, arguments.chromium, arguments.names)


def take(ready: ReadyLine, queries: Path, chromium: str | None, names: Sequence[str]) -> None:
    """Open the Browser, bring in style and queries, and take pictures of the results: the named, or all."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport=SIZE)
        page.goto(f"{ready.browser}?dbms={ready.bolt}&preselectAuthMethod=NO_AUTH")
        page.get_by_text("Connected to Neo4j").wait_for()
        drop(page, STYLE)
        drop(page, queries)
        page.get_by_test_id("navigationFavorites").click()
        page.get_by_test_id("expandFolder-memary").click()
        page.get_by_text("00 Whose memory").wait_for()
        run(page, "00")
        if not names or "favorites" in names:
            picture(page, "favorites")
        for number, name in (TABLES | GRAPHS).items():
            if names and name not in names:
                continue
            if name == "everything-about":  # a hub would fill the page
                enter(page, ':param name => "Vindkant"')
            if name == "doubt":
                enter(page, f':param user => "{DOUBTING}"')
            run(page, number)
            result = page.get_by_test_id("frame").first
            result.get_by_text(_DONE).first.wait_for()
            result.get_by_title("Fullscreen", exact=True).click()
            page.wait_for_timeout(SETTLED if number in GRAPHS else 1_000)
            if number in GRAPHS:
                result.get_by_label("zoom-to-fit").click()
                page.wait_for_timeout(1_500)
            picture(page, name)
            result.get_by_title("Close fullscreen", exact=True).click()
        browser.close()


def drop(page: Page, file: Path) -> None:
    """Drop a file on the page."""
    page.evaluate(_DROP, [base64.b64encode(file.read_bytes()).decode(), file.name])
    page.wait_for_timeout(1_000)


def run(page: Page, number: str) -> None:
    """Run one of the saved queries from the list of favourites."""
    title = next(QUERIES.glob(f"{number}_*.cypher")).read_text(encoding="utf-8").splitlines()[0].removeprefix("// ")
    row = page.get_by_test_id("savedScriptListItem").filter(has_text=title)
    row.hover()
    row.get_by_test_id("savedScriptsButton-Run").click()
    page.wait_for_timeout(1_500)


def enter(page: Page, command: str) -> None:
    """Run a command from the editor at the top."""
    page.get_by_test_id("activeEditor").click()
    page.keyboard.insert_text(command)
    page.keyboard.press("Control+Enter")
    page.wait_for_timeout(1_500)


def picture(page: Page, name: str) -> None:
    """Save what the page shows."""
    page.screenshot(path=IMAGES / f"neo4j-browser-{name}.png")


if __name__ == "__main__":
    main()
