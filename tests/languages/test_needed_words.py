"""Words that a pattern needs are in every text in which it matches."""

from __future__ import annotations

import gc
import json
import re
from pathlib import Path

import hypothesis
import pytest
from hypothesis import strategies
from support.tables import each

from memary.languages import languages
from memary.languages.needed_words import needed_words
from memary.languages.pattern import LatePattern, pattern

TALKS = Path(__file__).parents[2] / "data" / "conversations"
PLAIN = strategies.sampled_from(["a", "ab", "b", " live in ", "住在", "x-y", "1", ", "])
ATOMS = strategies.one_of(
    PLAIN.map(re.escape),
    strategies.sampled_from([r"\d", r"[abc]", r"[^a]", ".", r"\b", r"\x41", "[]a]", "c", "{", "}"]),
)


def _composed(parts: strategies.SearchStrategy[str]) -> strategies.SearchStrategy[str]:
    sequence = strategies.lists(parts, min_size=1, max_size=4).map("".join)
    group = strategies.lists(sequence, min_size=1, max_size=3).map("|".join)
    begin = strategies.sampled_from(["(", "(?:", "(?>", "(?=", "(?!", "(?<!", "(?i:"])
    repeat = strategies.sampled_from(["", "?", "*", "+", "??", "*+", "{0,2}", "{2}", "{,3}", "{1,}?"])
    return strategies.one_of(
        strategies.builds("{}{})".format, begin, group), strategies.builds("{}{}".format, parts, repeat)
    )


PATTERNS = strategies.lists(strategies.recursive(ATOMS, _composed, max_leaves=8), min_size=1, max_size=4).map("".join)


@each(
    ("source", "needed"),
    [
        (r"\bI live in (?P<place>[A-Z]\w+)", {"I live in "}),
        ("(?:now )?I(?:'m| am) (?:allergic|used) to", {" to", "allergic", "used"}),
        ("^我(?:住在|搬到)了?", {"住在", "搬到"}),
        ("colou?r", {"colo"}),
        (r"a\.b\-c", {"a.b-c"}),
        ("(?:one|two)?three{2}", {"three"}),
        ("(?!never )I (?=really )", {"really "}),
        (r"(?P<pet>cats|dogs) and (?P=pet)", {" and "}),
        ("(a)(?(1)longer|long)", {"a"}),
        (r"one(?#two)\u0041three", {"three"}),
        ("(?:very [a-z]+ )?ok", {"ok"}),
        ("longer{,2} x", {"longe"}),
        (r"\x41bcd", {"bcd"}),
        ("(|word)x", {"x"}),
        ("I live|", set[str]()),
        ("[abc]+", set[str]()),
        ("(?i)live in", set[str]()),
        ("(?i:live) in", {" in"}),
    ],
)
def test_words_are_read_from_a_pattern(source: str, needed: set[str]) -> None:
    words = needed_words(source)
    assert needed >= set(words) > set() if needed else not words, words


def test_none_are_known_where_letters_of_either_case_are_alike() -> None:
    assert needed_words("live in", re.IGNORECASE) == ()
    assert needed_words("live in # place", re.VERBOSE) == ()


@pytest.mark.long
@hypothesis.settings(max_examples=60)
@hypothesis.given(strategies.data())
def test_every_text_that_matches_has_one_of_them(data: strategies.DataObject) -> None:
    source = data.draw(PATTERNS)
    try:
        compiled = re.compile(source)
    except re.error:
        hypothesis.reject()
    text = data.draw(strategies.one_of(strategies.from_regex(compiled), strategies.lists(PLAIN).map("".join)))
    late = pattern(source)
    found = [match.span() for match in compiled.finditer(text)]
    assert [match.span() for match in late.finditer(text)] == found
    assert bool(late.search(text)) == bool(found)
    assert bool(late.match(text)) == bool(compiled.match(text))
    assert bool(late.fullmatch(text)) == bool(compiled.fullmatch(text))


@pytest.mark.long
def test_what_is_found_in_talk_is_what_compiled_patterns_find() -> None:
    assert languages()  # with all their patterns
    gc.unfreeze()  # else what was imported is not among its objects
    gc.collect()  # the patterns of other tests
    late = [one for one in gc.get_objects() if isinstance(one, LatePattern)]
    gc.freeze()
    assert len(late) > 300
    talks = [(TALKS / name).read_text(encoding="utf-8") for name in ("ada.en.jsonl", "linxia.zh.jsonl")]
    said = [json.loads(line)["content"] for talk in talks for line in talk.splitlines()]
    sentences = [sentence for content in said for sentence in re.findall(r"[^.!?。！？]+.?", content)]
    likely = 0
    for one in late:
        for sentence in sentences[::29]:
            found = one.search(sentence)
            assert (found and found.span()) == ((now := one.compiled.search(sentence)) and now.span()), one.pattern
        needed = needed_words(one.pattern, one.compiled.flags & re.IGNORECASE)
        likely += not needed or any(word in "I live in Rome." for word in needed)
    assert likely < len(late) / 4
