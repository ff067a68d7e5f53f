"""The words of the pages: each language says as much as the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from string import Formatter
from typing import Any, cast, get_args

import pytest

from memary.memory.categories import CATEGORY_OF_TYPE
from memary.memory.changes import Change
from memary.memory.themes import Trend
from memary.retrieval.context import PRIORITIES
from memary.ui.strings import CHINESE, ENGLISH, Strings

PARTS = ("stream", "knowledge", "context", "health")
ENGLISH_ANYWAY = ("category_names.", "type_names.")


def texts(words: Any) -> Iterator[tuple[str, str]]:
    """The texts of a part, each with its place."""
    for field in fields(words):
        value = getattr(words, field.name)
        if isinstance(value, str):
            yield field.name, value
        elif isinstance(value, Mapping):
            for key, text in cast("Mapping[str, str]", value).items():
                yield f"{field.name}.{key}", text


def blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("part", PARTS)
def test_both_languages_fill_in_the_same(part: str) -> None:
    english, chinese = dict(texts(getattr(ENGLISH, part))), dict(texts(getattr(CHINESE, part)))
    assert all(text.strip() for text in (*english.values(), *chinese.values()))
    for name in ENGLISH_ANYWAY:  # these names are English to begin with
        chinese = {place: text for place, text in chinese.items() if not place.startswith(name)}
    assert {name: blanks(text) for name, text in chinese.items()} == {
        name: blanks(text) for name, text in english.items()
    }


@pytest.mark.parametrize("words", [ENGLISH, CHINESE], ids=["en", "zh"])
def test_everything_that_memory_tells_has_a_word(words: Strings) -> None:
    assert words.context.blocks.keys() == PRIORITIES.keys()
    assert words.knowledge.changes.keys() == set(get_args(Change))
    assert words.stream.trends.keys() == set(get_args(Trend))


def test_categories_that_follow_from_types_have_chinese_names() -> None:
    assert set(CATEGORY_OF_TYPE.values()) <= CHINESE.knowledge.category_names.keys()
