"""What is true of one language only stands in its folder: no words of a language are elsewhere in memary."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from functools import cache
from pathlib import Path

import pytest

import memary
from memary.languages import languages

PACKAGE = Path(memary.__file__).parent
LANGUAGES = PACKAGE / "languages"
PACKS = tuple(LANGUAGES / name for name in ("en", "zh", "other"))
CHINESE = re.compile("[\u2e80-\u9fff\uf900-\ufaff\uff00-\uff60]")
GRAMMAR = next(re.compile(pack.grammar) for pack in languages() if pack.code == "en")
ALTERNATIVE = re.compile(r"(?<=[|(:])[a-z']+(?=[|)])")
FEW = 3
IS_PATTERN = re.compile(r"\(\?[:P=!<i]|\\[bwsdWSDZ]|\[\^|\][?+*]")
NOT_SAID = re.compile(r"\\[a-zA-Z]|\(\?P<\w+>|\(\?-?[a-z]+[:)-]|\(\?P=\w+\)|\(\?\(\w+\)|\[[^\]]*\]|\{\w*\}")
"""What of a pattern is no text that it looks for: escapes, names of groups, flags, sets of characters."""

OF_PROGRAMS = (
    "agent/loop/labels.py",
    "agent/loop/react.py",
    "agent/tools/",
    "evaluation/",  # of files in English
    "integrations/",
    "interfaces/mcp/",
    "languages/needed_words.py",  # of the syntax of patterns
    "languages/detection.py",  # addresses
    "languages/prompt/quotation.py",
    "languages/times/readings.py",  # ISO 8601
    "languages/tokens.py",  # names of models
    "models/",
    "stores/neo4j/schema.py",  # statements
    "stores/sqlite/schema.py",
    "text/redaction/",
    "text/terminal.py",
)
"""What reads the texts of programs, models, servers and standards, which are in no language of the user's."""


def modules(homes: tuple[Path, ...] = (LANGUAGES,)) -> list[Path]:
    return [path for path in sorted(PACKAGE.rglob("*.py")) if not any(home in path.parents for home in homes)]


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


@pytest.mark.long
def test_no_chinese_stands_outside_the_languages() -> None:
    said = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}"
        for path in modules()
        for node in literals(path)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and CHINESE.search(node.value)
    ]
    assert said == []


@pytest.mark.long
def test_no_list_of_english_words_stands_outside_the_packs() -> None:
    lists = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}"
        for path in modules(PACKS)
        for node in literals(path)
        if len({word for word in words_in(node) if len(word) > 1 and GRAMMAR.fullmatch(word)}) >= FEW
    ]
    assert lists == []


def test_only_the_languages_know_english_or_chinese_by_name() -> None:
    """All others ask whichever languages there are."""
    known = re.compile(r"memary\.languages\.(?:en|zh|other)\b")
    assert [path.name for path in modules() if known.search(path.read_text(encoding="utf-8"))] == []


def pattern_of(node: ast.expr) -> str:
    """Return the fixed parts of a text, with blanks for what is filled in."""
    match node:
        case ast.Constant(value=str() as text):
            return text
        case ast.JoinedStr(values=values):
            return " ".join(map(pattern_of, values))
        case _:
            return ""


def texts_in(path: Path) -> list[ast.expr]:
    """Return the texts of a module, those with something filled in as one."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    whole = [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
    parts = {id(part) for node in whole for part in node.values}
    return [*whole, *(node for node in literals(path) if id(node) not in parts)]


@pytest.mark.long
def test_no_pattern_outside_the_packs_looks_for_letters() -> None:
    found = [
        f"{name}:{node.lineno}"
        for path in modules(PACKS)
        if not (name := path.relative_to(PACKAGE).as_posix()).startswith(OF_PROGRAMS)
        for node in texts_in(path)
        if IS_PATTERN.search(pattern := pattern_of(node)) and re.search("[A-Za-z]", NOT_SAID.sub("", pattern))
    ]
    assert found == []


@pytest.mark.long
def test_no_comment_outside_the_languages_explains_a_rule_of_chinese() -> None:
    explained = [
        f"{path.relative_to(PACKAGE)}:{token.start[0]}"
        for path in modules()
        for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline)
        if token.type == tokenize.COMMENT and CHINESE.search(token.string)
    ]
    assert explained == []


def test_no_language_is_singled_out_by_its_code() -> None:
    codes = {pack.code for pack in languages()}
    singled_out = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}"
        for path in modules()
        for node in literals(path)
        if isinstance(node, ast.Constant) and node.value in codes and not names_the_default(path, node)
    ]
    assert singled_out == []


def names_the_default(path: Path, node: ast.expr) -> bool:
    """Return whether this is where the language is named that stands in for others."""
    line = path.read_text(encoding="utf-8").splitlines()[node.lineno - 1]
    return path.match("types/record.py") and line.startswith("DEFAULT_LANGUAGE =")
