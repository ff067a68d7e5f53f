"""The reference pages say what the code says, and the Chinese README what the English one says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.samples.groups import GROUPS

import memary
from memary.settings import Settings
from scripts import reference

ROOT = Path(__file__).parent.parent


def test_the_pages_are_what_the_code_gives() -> None:
    assert reference.outdated() == []


def test_a_page_that_differs_or_is_missing_is_named(tmp_path: Path) -> None:
    written = reference.pages()
    (tmp_path / "settings.md").write_text(written["settings.md"], encoding="utf-8")
    (tmp_path / "cli.md").write_text(written["cli.md"] + "More.\n", encoding="utf-8")
    assert reference.outdated(tmp_path) == [
        "docs/reference/cli.md is out of date: run  python scripts/reference.py",
        "docs/reference/api.md is out of date: run  python scripts/reference.py",
    ]


def test_every_setting_is_there_and_says_what_it_is_for() -> None:
    page = reference.pages()["settings.md"]
    for name, field in Settings.model_fields.items():
        assert f"`MEMARY_{name.upper()}`" in page
        assert field.description, f"{name} has no description"


def test_every_public_name_and_every_method_is_there() -> None:
    page = reference.pages()["api.md"]
    methods = [
        name
        for cls in (memary.Memary, memary.ChatAgent, *GROUPS.values())
        for name in dir(cls)
        if not name.startswith("_") and not (name.startswith("a") and name[1:] in dir(cls))
    ]
    headings = set(re.findall(r"^#+ ([\w.]+)$", page, re.MULTILINE)) | set(
        re.findall(r"^(?:\| |- )`(\w+)`", page, re.M)
    )
    assert {*memary.__all__, *methods} - headings == set()
    assert {f"memory.{name}" for name in GROUPS} <= headings


def test_no_page_has_a_section_of_a_docstring_as_it_stands_in_the_code() -> None:
    for text in reference.pages().values():
        prose = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
        assert re.findall(r"^(?:Args|Attributes|Raises|Takes):\n+(?!\n|- ).*", prose, re.MULTILINE) == []
        assert re.findall(r"^ {4,}\w+: .*", prose, re.MULTILINE) == []


def test_a_default_is_said_as_it_is_unless_it_depends_on_the_machine() -> None:
    page = reference.pages()["settings.md"]
    rows = {line.split("`")[1]: line.split(" | ")[2] for line in page.splitlines() if line.startswith("| `")}
    assert (rows["MEMARY_HOME"], rows["MEMARY_REDACT_PATTERNS"]) == ("by the platform", "`{}`")


def test_what_is_said_in_a_table_stays_in_its_cell() -> None:
    for text in reference.pages().values():
        for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
            widths = {len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}
            assert len(widths) == 1, table


@pytest.fixture(scope="module")
def readmes() -> tuple[str, str]:
    english, chinese = ((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "README.zh.md"))
    return english, chinese


def test_both_readmes_have_the_same_chapters(readmes: tuple[str, str]) -> None:
    english, chinese = (re.findall(r"^(#+) ", _without_code(text), re.MULTILINE) for text in readmes)
    assert chinese == english


def test_both_readmes_lead_to_the_same_pages(readmes: tuple[str, str]) -> None:
    english, chinese = ([_page(target) for target in re.findall(r"\]\(([^)]+)\)", text)] for text in readmes)
    assert chinese == english


def _page(target: str) -> str:
    """Return which page or picture a link leads to, in whatever language."""
    if target.startswith("docs/zh/"):
        (target,) = re.findall(r"\]\(\.\./(.+?)\)", (ROOT / target).read_text(encoding="utf-8").splitlines()[2])
        return f"docs/{target}"
    return re.sub(r"^README(\.zh)?\.md", "README", target.replace("-zh.png", ".png"))


def test_both_readmes_have_the_same_tables(readmes: tuple[str, str]) -> None:
    english, chinese = (
        [re.findall(r"`[^`]+`", row.split("|")[1]) for row in re.findall(r"^\|.*", _without_code(text), re.MULTILINE)]
        for text in readmes
    )
    assert chinese == english


def test_both_readmes_have_the_same_code(readmes: tuple[str, str]) -> None:
    """Comments, words in drawings and what is said in the examples may be in each language.

    All else is equal.
    """
    english, chinese = (
        [(kind, _skeleton(kind, code)) for kind, code in re.findall(r"```(\w+)\n(.*?)```", text, re.DOTALL)]
        for text in readmes
    )
    assert chinese == english


def _without_code(text: str) -> str:
    return re.sub(r"```.*?```", "", text, flags=re.DOTALL)


def _skeleton(kind: str, code: str) -> list[str]:
    if kind == "mermaid":
        return re.findall(r"\w+(?=[\[(])", code)
    lines = [re.sub(r"\s*#.*", "", line) for line in code.splitlines()]
    return [line for line in lines if line]
