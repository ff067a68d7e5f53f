"""The words of the interface: each language says all that the pages ask for, and a new one is one file."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from streamlit.testing.v1 import AppTest

from memary import ConfigurationError
from memary.conversation.context_window import PRIORITIES
from memary.interfaces.ui import words as words_module
from memary.interfaces.ui.words import Words, blanks_of, languages, load_words
from memary.stream.categories import CATEGORY_OF_TYPE
from memary.stream.themes import Trend
from memary.stream.trends import Change
from memary.types import Action, Origin, Role

UI = Path(words_module.__file__).parent
LOCALES = UI / "locales"
ENGLISH = languages()["en"]
EVERY_LANGUAGE = pytest.mark.parametrize("words", languages().values(), ids=list(languages()))


def own_texts(code: str) -> dict[str, str]:
    """What a catalogue itself says, by dotted names."""

    def flat(place: str, value: Any) -> Iterator[tuple[str, str]]:
        if isinstance(value, str):
            yield place, value
        else:
            for name, one in value.items():
                yield from flat(f"{place}.{name}" if place else name, one)

    return dict(flat("", tomllib.loads((LOCALES / f"{code}.toml").read_text(encoding="utf-8"))))


def asked_for() -> Iterator[tuple[str, ast.Call | ast.Subscript]]:
    """Each place of the pages where words are asked for: `words(…)` and `words.tables[…]`."""
    for path in sorted(UI.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Name(id="words") | ast.Subscript(value=ast.Call(func=ast.Name(id="languages")))
                ):
                    yield f"{path.name}:{node.lineno}", node
                case ast.Subscript(value=ast.Attribute(value=ast.Name(id="words"), attr="tables")):
                    yield f"{path.name}:{node.lineno}", node
                case _:
                    pass


def key_of(node: ast.Call | ast.Subscript) -> str | None:
    key = node.slice if isinstance(node, ast.Subscript) else node.args[0]
    return key.value if isinstance(key, ast.Constant) and isinstance(key.value, str) else None


def misfit(node: ast.Call | ast.Subscript) -> str | None:
    """What is wrong with how words are asked for."""
    key = key_of(node)
    if key is None:
        return "names no text as it stands in the catalogue"
    if isinstance(node, ast.Subscript):
        return None if key in ENGLISH.tables else f"{key} is no table of texts"
    if key not in ENGLISH.texts:
        return f"{key} is no text"
    filled = {keyword.arg for keyword in node.keywords}
    return None if filled == blanks_of(ENGLISH.texts[key]) else f"{key} is filled in with {filled}"


def catalogues(folder: Path, **texts: str) -> Path:
    """A folder with English and other catalogues."""
    (folder / "en.toml").write_bytes((LOCALES / "en.toml").read_bytes())
    for code, text in texts.items():
        (folder / f"{code}.toml").write_text(text, encoding="utf-8")
    return folder


def test_pages_ask_for_texts_that_there_are_and_fill_in_their_blanks() -> None:
    assert [f"{place}: {wrong}" for place, node in asked_for() if (wrong := misfit(node))] == []


def test_no_text_is_left_that_no_page_asks_for() -> None:
    used = {key_of(node) for _, node in asked_for()}
    assert sorted((ENGLISH.texts.keys() | ENGLISH.tables.keys()) - used) == []


@pytest.mark.parametrize("code", languages())
def test_a_language_that_ships_says_all_of_it_with_the_same_blanks(code: str) -> None:
    texts = own_texts(code)
    assert {key: blanks_of(text) for key, text in texts.items()} == {
        key: blanks_of(text) for key, text in own_texts("en").items()
    }
    assert [key for key, text in texts.items() if not text.strip()] == []


@EVERY_LANGUAGE
def test_everything_that_memory_tells_has_a_word(words: Words) -> None:
    assert words.tables["shared.roles"].keys() == set(Role)
    assert words.tables["records.actions"].keys() == set(Action)
    assert words.tables["records.origins"].keys() == set(Origin)
    assert words.tables["context.blocks"].keys() == PRIORITIES.keys()
    assert words.tables["knowledge.changes"].keys() == set(get_args(Change))
    assert words.tables["knowledge.category_names"].keys() >= set(CATEGORY_OF_TYPE.values())
    assert words.tables["stream.trends"].keys() == set(get_args(Trend))


def test_another_language_is_one_file_and_english_stands_in_for_what_it_lacks(tmp_path: Path) -> None:
    french = """
        [shared]
        name = "Français"
        tabs.facts = "Faits"
        [facts]
        counted = "Faits : {count}"
    """
    found = load_words(catalogues(tmp_path, fr=french))
    assert [words("shared.name") for words in found.values()] == ["English", "Français"]
    words = found["fr"]
    assert words("facts.counted", count=3) == "Faits : 3"
    assert words("facts.counted", count=2954) == "Faits : 2,954"
    assert words("facts.more") == "Show more"
    assert words.tables["shared.tabs"] == {**ENGLISH.tables["shared.tabs"], "facts": "Faits"}


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('[facts]\nmore = "Plus"', "shared.name is missing"),
        ('[shared]\nname = "Français"\n[facts]\nmroe = "Plus"', "facts.mroe is not known"),
        ('[shared]\nname = "Français"\n[facts]\nviews = "Faits"', "facts.views is not known"),
        ('[shared]\nname = "Français"\n[facts]\nmore = " "', "facts.more is empty"),
        ('[shared]\nname = "Français"\n[facts]\ncounted = "Faits : {nombre}"', "facts.counted has other blanks"),
        ('[shared]\nname = "Français"\n[facts]\ncounted = "Faits : {count"', "facts.counted cannot be filled in"),
        ("[shared]\nname = 3", "fr.toml cannot be read"),
        ("[shared", "fr.toml cannot be read"),
    ],
)
def test_a_catalogue_that_does_not_fit_is_refused_before_any_page_is_drawn(
    tmp_path: Path, text: str, wrong: str
) -> None:
    with pytest.raises(ConfigurationError, match=wrong):
        load_words(catalogues(tmp_path, fr=text))


def test_the_page_offers_every_language_and_speaks_the_one_chosen(page: AppTest) -> None:
    page.run()
    choice = page.button_group(key="language")
    assert choice.options == ["English", "中文"]
    choice.select("zh").run()
    assert [tab.label for tab in page.tabs] == list(languages()["zh"].tables["shared.tabs"].values())
    assert not page.exception
