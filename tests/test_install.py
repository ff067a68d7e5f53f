"""The lines for PowerShell are PowerShell, and what they call is there.

Zsh, the shell of macOS, reads all others. There is no PowerShell for the machines that run these tests. So its
grammar reads each line, and the commands of memary run with the words and the variables that PowerShell would make of
them.
"""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from memary.interfaces.cli.app import app

if TYPE_CHECKING:
    from tree_sitter import Node

ROOT = Path(__file__).parents[1]
_PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
PAGES = ("docs/install.md", "docs/zh/install.md")
ENDS_AT_ONCE: dict[tuple[str, ...], list[str]] = {(): ["--version"], ("chat",): ["chat", "--help"]}
"""What is called in place of what waits for somebody to type."""

OTHERS = {"py", "pip", "Set-Content", r".venv\Scripts\Activate.ps1"}


@dataclass(frozen=True)
class Command:
    """A command as PowerShell calls it, or a variable of the environment that is set."""

    name: str
    words: tuple[str, ...] = ()
    value: str | None = None


def blocks(page: str, language: str) -> list[str]:
    text = (ROOT / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def inline(page: str) -> list[str]:
    """What the page says to type in PowerShell between other words."""
    text = (ROOT / page).read_text(encoding="utf-8").partition("## Windows")[2].partition("\n## ")[0]
    text = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    return [code for code in re.findall(r"`([^`]+)`", text) if code.startswith(("$env:", "Set-", ".venv"))]


def text_of(node: Node) -> str:
    assert node.text is not None
    return node.text.decode()


def word(text: str) -> str:
    """The word that an argument becomes.

    Quotes go, and in double ones no variable or backtick is left to fill in.
    """
    if text.startswith("'"):
        return text[1:-1].replace("''", "'")
    assert not re.search(r"[`$]", text), f"{text} would not arrive as it is written"
    return text.strip('"')


def read(code: str) -> Iterator[Command]:
    """Read code as PowerShell does."""
    import tree_sitter_powershell  # noqa: PLC0415  the other tests here need no grammar
    from tree_sitter import Language, Parser  # noqa: PLC0415

    tree = Parser(Language(tree_sitter_powershell.language())).parse(code.encode())
    assert not tree.root_node.has_error, code
    yield from commands_in(tree.root_node)


def commands_in(node: Node) -> Iterator[Command]:
    if node.type == "assignment_expression":
        name, value = text_of(node).split("=", 1)
        yield Command(name.strip(), value=word(value.strip()))
    elif node.type == "command":
        name, *rest = node.named_children
        elements = [each for part in rest for each in part.named_children if each.type != "command_argument_sep"]
        yield Command(text_of(name), tuple(word(text_of(each)) for each in elements))
    else:
        for child in node.named_children:
            yield from commands_in(child)


@pytest.mark.parametrize("page", PAGES)
def test_the_lines_for_powershell_do_what_the_page_says(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MEMARY_HOME", str(tmp_path))
    said = ""
    for command in (each for code in blocks(page, "powershell") for each in read(code)):
        if command.value is not None:
            name = re.fullmatch(r"\$env:(MEMARY_\w+)", command.name)
            assert name, command
            monkeypatch.setenv(name[1], command.value)
        elif command.name == "memary":
            done = CliRunner().invoke(app, ENDS_AT_ONCE.get(command.words, [*command.words]), prog_name="memary")
            assert done.exit_code == 0, (command, done.output)
            said += done.stdout
        else:
            assert command.name in OTHERS, command
    for line in "".join(blocks(page, "text")[:1]).splitlines():
        assert line in said


@pytest.mark.parametrize("page", PAGES)
def test_what_the_page_says_between_the_lines_is_powershell_too(page: str) -> None:
    commands = [command for code in inline(page) for command in read(code)]
    assert {command.name for command in commands} >= {"$env:MEMARY_MODEL", "Set-ExecutionPolicy"}
    assert all(command.name.startswith("$env:") for command in commands if command.value is not None)


@pytest.mark.parametrize("page", PAGES)
def test_the_extras_that_are_installed_exist(page: str) -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    text = (ROOT / page).read_text(encoding="utf-8")
    named = {extra for group in re.findall(r'pip install "[^"\[]*\[([^\]]+)\]"', text) for extra in group.split(",")}
    assert named >= {"ui", "mcp"}
    assert named <= {*extras}


@pytest.mark.skipif(shutil.which("zsh") is None, reason="No zsh is installed: apt-get install zsh")
@pytest.mark.parametrize("page", sorted(str(page.relative_to(ROOT)) for page in _PAGES))
def test_zsh_reads_each_line_as_other_shells_do(page: str, tmp_path: Path) -> None:
    """It stops where a word with a star, a question mark or brackets names no file, and quotes are missing."""
    lines = [line for code in blocks(page, r"sh[\w -]*") for line in code.replace("\\\n", " ").splitlines()]
    calls = [line for line in lines if line.startswith(("memary ", "pip ", "make "))]
    shown = "memary pip make() { print -rl -- ${0} $@ }\nsetopt interactive_comments\n"
    alone = [re.split(r" (?:[|>;]|&&?)(?: |$)", line)[0] for line in calls]
    typed = "\n".join((shown, *alone))
    done = subprocess.run(
        ["zsh", "-f", "-c", typed], cwd=tmp_path, env={"HOME": "~"}, capture_output=True, text=True, timeout=60
    )
    assert done.stderr == ""
    assert done.stdout.splitlines() == [word for line in alone for word in shlex.split(line, comments=True)]
