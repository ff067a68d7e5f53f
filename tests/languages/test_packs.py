"""What is true of one language only stands in its folder: no words of a language are elsewhere in memary."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import memary
from memary.languages import languages

PACKAGE = Path(memary.__file__).parent
HOMES = (PACKAGE / "languages", PACKAGE / "ui" / "locales")
CHINESE = re.compile("[\u2e80-\u9fff\uf900-\ufaff\uff00-\uff60]")
GRAMMAR = next(re.compile(pack.grammar) for pack in languages() if pack.code == "en")
ALTERNATIVE = re.compile(r"(?<=[|(:])[a-z']+(?=[|)])")
FEW = 3


def modules() -> list[Path]:
    return [path for path in sorted(PACKAGE.rglob("*.py")) if not any(home in path.parents for home in HOMES)]


@cache
def literals(path: Path) -> list[ast.expr]:
    """Return the literals of a module; its docstrings may show examples in any language."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    shown = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    kinds = (ast.Constant, ast.List, ast.Tuple, ast.Set, ast.Dict)
    return [node for node in nodes if isinstance(node, kinds) and id(node) not in shown]


def words_in(node: ast.expr) -> list[str]:
    """Return the words of a collection, of a list in a text, or of the alternatives of a pattern."""
    match node:
        case ast.List(elts=elements) | ast.Tuple(elts=elements) | ast.Set(elts=elements):
            found = [element.value for element in elements if isinstance(element, ast.Constant)]
        case ast.Dict(keys=keys):
            found = [key.value for key in keys if isinstance(key, ast.Constant)]
        case ast.Constant(value=str() as text) if "|" in text:
            found = ALTERNATIVE.findall(text)
        case ast.Constant(value=str() as text) if re.fullmatch(r"\s*[a-z']+(?:\s+[a-z']+)*\s*", text):
            found = text.split()
            found = found if len(found) > 20 else []  # a sentence is shorter
        case _:
            found = []
    return [word for word in found if isinstance(word, str)]


def test_no_chinese_stands_outside_the_languages() -> None:
    said = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}"
        for path in modules()
        for node in literals(path)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and CHINESE.search(node.value)
    ]
    assert said == []


def test_no_list_of_english_words_stands_outside_the_languages() -> None:
    lists = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}"
        for path in modules()
        for node in literals(path)
        if len({word for word in words_in(node) if len(word) > 1 and GRAMMAR.fullmatch(word)}) >= FEW
    ]
    assert lists == []


def test_only_the_languages_know_english_or_chinese_by_name() -> None:
    """All others ask whichever languages there are."""
    known = re.compile(r"memary\.languages\.(?:en|zh|other)\b")
    assert [path.name for path in modules() if known.search(path.read_text(encoding="utf-8"))] == []
