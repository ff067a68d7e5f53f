"""The code in README.md and in the concepts runs as it stands there, and links lead somewhere."""

import ast
import functools
import re
from pathlib import Path

import pytest
from programs.starting import Start
from support.tables import each

ROOT = Path(__file__).parent.parent
SNIPPETS = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)


def printed_by(code: str, start: Start, folder: Path) -> str:
    """What code prints, run as a program by a Python that has its imports done."""
    program = folder / "program.py"
    program.write_text(code, encoding="utf-8")
    done = start(str(program), PATH="/usr/bin:/bin").ended()
    assert done.code == 0, done.stderr
    return done.stdout


def test_there_is_code_to_run() -> None:
    assert len(SNIPPETS) >= 2


def test_the_first_snippet_answers_where_ada_lives(start: Start, tmp_path: Path) -> None:
    printed = printed_by(SNIPPETS[0], start, tmp_path)
    assert "User lives in Berlin." in printed.splitlines()[0]
    assert "offline" in printed


@pytest.mark.parametrize("code", SNIPPETS[1:])
def test_the_other_snippets_run(code: str, start: Start, tmp_path: Path) -> None:
    assert printed_by(code, start, tmp_path)


def test_the_worked_example_prints_what_it_says(start: Start, tmp_path: Path) -> None:
    page = (ROOT / "docs" / "concepts.md").read_text(encoding="utf-8")
    code, printed = (re.findall(rf"```{kind}\n(.*?)```", page, re.DOTALL)[0] for kind in ("python", "text"))
    assert printed_by(code, start, tmp_path) == printed


def headings(page: Path) -> set[str]:
    """The anchors of a page's headings."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_headings_that_links_name_are_on_their_pages() -> None:
    missing: list[str] = []
    for page in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")):
        for target, mark in re.findall(r"\]\((?!https?:)([^)#]*)#([^)]+)\)", page.read_text(encoding="utf-8")):
            if mark not in headings(page.parent / target if target else page):
                missing.append(f"{page.name}: {target}#{mark}")
    assert missing == []


@each("page", sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]))
def test_links_lead_to_files(page: Path) -> None:
    targets = re.findall(r"\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    assert [target for target in targets if not (page.parent / target).exists()] == []


def written(node: ast.AST) -> str:
    """The text of a literal; what is filled in becomes an ellipsis."""
    if isinstance(node, ast.JoinedStr):
        return "".join(written(part) for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else "…"


@functools.cache
def said_by_memary() -> str:
    """All that memary may say, in English."""
    said = "\n".join(
        written(node)
        for path in (ROOT / "memary").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.JoinedStr | ast.Constant)
    )
    return said + (ROOT / "memary" / "interfaces" / "ui" / "locales" / "en.toml").read_text(encoding="utf-8")


@each("page", ["troubleshooting.md", "zh/troubleshooting.md"])
def test_troubleshooting_quotes_what_memary_says(page: str) -> None:
    said = said_by_memary()
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    seen = [row.split(" | ")[0] for row in text.splitlines() if row.startswith("| ")]
    quoted = [part.strip() for text in re.findall(r'"([^"]+)"', "\n".join(seen)) for part in text.split("…")]
    assert len(quoted) > 30
    assert [part for part in quoted if part not in said] == []
