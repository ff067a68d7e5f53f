"""Docstrings, tables and code blocks as Markdown."""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Iterable

NOTE = "<!-- Written by scripts/reference.py from the code: change it there. -->"


def docstring(value: object) -> str:
    """Turn a Google docstring into Markdown: its text, then what goes in, comes out and is raised."""
    parts: list[str] = []
    heading, lines = "", list[str]()
    for line in [*(inspect.getdoc(value) or "").splitlines(), "End:"]:
        begins = re.fullmatch(r"(Args|Attributes|Returns|Raises|Yields|End):", line)
        if begins or (heading and line and not line.startswith(" ")):  # text at the margin ends a section
            parts.append(_section(heading, lines))
            heading, lines = (begins[1], []) if begins else ("", [line])
        else:
            lines.append(line)
    return "\n\n".join(part for part in parts if part)


def _section(heading: str, lines: list[str]) -> str:
    text = textwrap.dedent("\n".join(lines)).strip("\n")
    if heading in ("Args", "Attributes", "Raises"):
        items = re.sub(r"^([\w*]+): ", r"- `\1`: ", text, flags=re.MULTILINE)
        title = "Takes" if heading == "Args" else heading
        return f"{title}:\n\n" + re.sub(r"\n +", "\n  ", items)
    return f"{heading}: {text}" if heading else text


def table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """Return a table; cells may hold code in backticks."""
    lines = [heads, tuple("---" for _ in heads), *rows]
    return "\n".join(f"| {' | '.join(_cell(cell) for cell in line)} |" for line in lines)


def _cell(text: str) -> str:
    """Keep a text in its cell; what stands in angle brackets outside code would be taken for HTML."""
    plain = text.replace("|", "\\|")
    return "".join(
        part if part.startswith("`") else part.replace("<", "&lt;") for part in re.split(r"(`[^`]*`)", plain)
    )


def code(language: str, text: str) -> str:
    """Return a block of code."""
    return f"```{language}\n{text}\n```"


def joined(parts: Iterable[str]) -> str:
    """Return a page of these parts, without the empty ones."""
    return "\n\n".join(part for part in parts if part) + "\n"
