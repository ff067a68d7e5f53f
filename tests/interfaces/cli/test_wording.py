"""The command line speaks one language, that of the environment, in tables, hints, reasons and errors."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from interfaces.cli.conftest import Run
from memary.interfaces.cli.wording import told
from memary.languages import languages

_FILLED = re.compile(r"\{(\w*)\}")
_LATIN = re.compile(r"[A-Za-z]{2,}")
_NAMES = re.compile(
    r"`[^`]*`|MEMARY_\w+|--[a-z-]+|sqlite:\S+|/\w+( WORDS)?"
    r"|\b(?:memary|user|ADD|UPDATE|FORGET|worker|rule|[0-9a-f]{8})\b"
)


def catalogues() -> Mapping[str, Mapping[str, str]]:
    return {pack.code: pack.texts.terminal for pack in languages() if pack.texts}


def test_every_sentence_has_the_same_names_in_each_language_and_is_not_empty() -> None:
    wrong = [
        english
        for catalogue in catalogues().values()
        for english, said in catalogue.items()
        if sorted(set(_FILLED.findall(english))) != sorted(set(_FILLED.findall(said))) or not said
    ]
    assert wrong == []


def test_what_is_filled_in_is_said_in_the_same_language(monkeypatch: pytest.MonkeyPatch) -> None:
    error = "There is no entity 'Ada' in the memory of user 'wei'."
    assert told(error) == error
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    assert told(f"Error: {error}") == "错误：用户 'wei' 的记忆里没有实体 'Ada'。"
    assert told("  fact: {odd} braces") == "  事实：{odd} braces"
    assert told("session fact") == "会话 fact"  # a name stays, whatever word it is
    assert told("What no catalogue has.") == "What no catalogue has."


def test_commands_speak_the_language_of_the_environment(ok: Run, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    said = [ok("add", text).stdout for text in ("我住在上海。", "我住在北京。")]
    fact = ok("facts", "--all", "--json").json[0]["id"]
    for args in (["facts", "--limit", "1"], ["entities"], ["search", "北京"], ["history", fact]):
        outcome = ok(*args)
        said += [outcome.stdout, outcome.stderr]
    said += [ok("forget", "--fact", fact, "--dry-run").stdout, ok("forget", "--fact", fact, "--yes").stdout]
    said += [run(*args).stderr for args in (["facts", "不存在"], ["get", "zzz"])]
    said.append(run("chat", given="/forget\n/facts\n/none\n").stderr)
    left = {word for text in said for word in _LATIN.findall(_NAMES.sub("", text))}
    assert left <= {"default", "zzz"}
