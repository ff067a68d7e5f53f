from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.tables import each

from memary.languages.keys import MAX_PREDICATE_CHARS, entity_key, predicate_key, relation_type


@each(
    ("name", "key"),
    [
        ("New  York", "new york"),
        ("The Beatles", "beatles"),
        ("“The Beatles”,", "beatles"),
        ("U.S.A.", "usa"),
        ("the U.S. Army", "us army"),
        ("J. R. R. Tolkien", "jrr tolkien"),
        ("J.R.R. Tolkien", "jrr tolkien"),
        ("Dr. Smith", "dr smith"),
        ("A. Smith", "a. smith"),
        ("Acme Inc.", "acme inc"),
        ("Mary-Jane", "mary jane"),
        ("mary_jane", "mary jane"),
        ("O’Brien", "o'brien"),
        ("(Paris)", "paris"),
        ("Paris (France)", "paris (france)"),
        ("ＡＢＣ", "abc"),
        ("C++", "c++"),
        ("C#", "c#"),
        (".NET", ".net"),
        ("A-Team", "a-team"),
        ("The A-Team", "a-team"),
        ("the-band", "the-band"),
        ("a_team", "team"),
        ("{x}", "{x}"),
        ("<br>", "<br>"),
        ("A*", "a*"),
        ("*nix", "*nix"),
        ("**Berlin**", "berlin"),
        ("*the Beatles*", "beatles"),
        ("* Berlin", "berlin"),
        ("| Berlin |", "berlin"),
        ("node.js", "node.js"),
        ("a.b.c.com", "a.b.c.com"),
        ("Yahoo!", "yahoo"),
        ("Zoe\u0308", "zoë"),
        ("The", "the"),
        ("...", "..."),
        ("😀", "😀"),
        ("", ""),
    ],
)
def test_spellings_of_an_english_name_share_a_key(name: str, key: str) -> None:
    assert entity_key(name) == key


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("王 小明", "王小明"),
        ("埃隆・马斯克", "埃隆·马斯克"),
        ("埃隆 • 马斯克", "埃隆·马斯克"),
        ("《三体》", "三体"),
        ("iPhone 手机", "iphone手机"),
        ("臺北", "臺北"),
        ("“小满”。", "小满"),
    ],
)
def test_spellings_of_a_chinese_name_share_a_key(name: str, key: str) -> None:
    assert entity_key(name) == key


@given(st.text())
def test_the_key_of_a_key_is_itself(name: str) -> None:
    assert entity_key(entity_key(name)) == entity_key(name)


@given(st.text(min_size=1).filter(lambda name: name.isprintable() and name.strip()))
def test_a_printable_name_has_a_key(name: str) -> None:
    assert entity_key(name)


@pytest.mark.parametrize(
    ("predicate", "key", "relation"),
    [
        ("lives in", "lives_in", "LIVES_IN"),
        ("LIVES_IN", "lives_in", "LIVES_IN"),
        ("livesIn", "lives_in", "LIVES_IN"),
        ("Lives-In!", "lives_in", "LIVES_IN"),
        ("is Ada's friend", "is_adas_friend", "IS_ADAS_FRIEND"),
        ("HTTPServer", "http_server", "HTTP_SERVER"),
        ("居住于", "居住于", "居住于"),
        ("居住 于", "居住于", "居住于"),
        ("!!!", "related_to", "RELATED_TO"),
        ("`x`]->() DETACH", "x_detach", "X_DETACH"),
    ],
)
def test_spellings_of_a_predicate_share_a_key_and_a_relation_type(predicate: str, key: str, relation: str) -> None:
    assert predicate_key(predicate) == key
    assert relation_type(predicate) == relation


@given(st.text())
def test_predicates_hold_only_letters_digits_and_underscores(predicate: str) -> None:
    for form in (predicate_key(predicate), relation_type(predicate)):
        assert 0 < len(form) <= MAX_PREDICATE_CHARS
        assert all(character.isalnum() or character == "_" for character in form)
    assert predicate_key(predicate_key(predicate)) == predicate_key(predicate)


def test_long_runs_of_dots_and_articles_are_worked_off_at_once() -> None:
    """One by one they would take minutes."""
    assert entity_key("." * 100_000) == "." * 100_000
    assert entity_key("a_" * 100_000 + "cup...") == "cup"
