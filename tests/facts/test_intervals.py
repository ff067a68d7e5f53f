"""The arithmetic of facts and the words it goes by."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from support.records import NOW, days, entity, fact, message
from support.tables import each

from memary.facts.identity import SELF_KEY, is_pronoun, lookup_key, user_name
from memary.facts.intervals import (
    compete,
    end_of_period,
    is_current,
    is_planned,
    overlap,
    parse_day,
    plain_sentence,
    retire,
    retire_for,
    says_the_same,
    told_anew,
)
from memary.facts.predicates import BUILT_IN, are_opposites, matter_of, opposites_of
from memary.languages.prompt.stamps import day, stamp
from memary.types import BEGINNING, FOREVER

ADA, ROME, OSLO = entity("ada", "Ada"), entity("ada", "Rome"), entity("ada", "Oslo")


@each(
    ("text", "start"),
    [
        ("2026", datetime(2026, 1, 1, tzinfo=UTC)),
        ("2026-05", datetime(2026, 5, 1, tzinfo=UTC)),
        (" 2026-05-17 ", datetime(2026, 5, 17, tzinfo=UTC)),
        ("2026-05-17T10:00:00+02:00", datetime(2026, 5, 17, 8, tzinfo=UTC)),
        ("2026-05-17 10:00", datetime(2026, 5, 17, 10, tzinfo=UTC)),
        ("", None),
        (None, None),
        ("soon", None),
        ("last", None),
        ("2026-13", None),
        ("2026-02-30", None),
        ("0000", None),
        ("0001-01-01T00:00:00+09:00", None),
        ("9999-12-31T23:00:00-09:00", None),
    ],
)
def test_a_day_is_read_or_it_is_none(text: str | None, start: datetime | None) -> None:
    assert parse_day(text) == start


@pytest.mark.parametrize(
    ("text", "end"),
    [("2026", "2027-01-01"), ("2026-12", "2027-01-01"), ("2026-02", "2026-03-01"), ("2026-02-28", "2026-03-01")],
)
def test_a_period_ends_where_the_next_begins(text: str, end: str) -> None:
    start = parse_day(text)
    assert start is not None
    assert end_of_period(text, start) == parse_day(end)


def test_the_last_year_has_no_next() -> None:
    last = datetime(9999, 1, 1, tzinfo=UTC)
    assert end_of_period("9999", last) == last


def test_a_retired_fact_ends_between_its_own_ends() -> None:
    lived = fact(ADA, "lives_in", ROME, invalid_at=NOW + days(10))
    assert retire(lived, ended_at=NOW + days(5), now=NOW).invalid_at == NOW + days(5)
    assert retire(lived, ended_at=NOW - days(5), now=NOW).invalid_at == NOW
    assert retire(lived, ended_at=NOW + days(50), now=NOW).invalid_at == NOW + days(10)
    assert retire(lived, ended_at=NOW + days(5), now=NOW, was_wrong=True).invalid_at == NOW
    assert retire(lived, ended_at=NOW, now=NOW).expired_at == NOW


def test_a_fact_is_current_until_its_end_and_never_if_it_was_wrong() -> None:
    lived = fact(ADA, "lives_in", ROME, invalid_at=NOW + days(10))
    assert is_current(lived, NOW + days(9))
    assert not is_current(lived, NOW + days(10))
    assert not is_current(retire(lived, ended_at=NOW, now=NOW, was_wrong=True), NOW - days(1))


def test_intervals_that_touch_do_not_overlap() -> None:
    first = fact(ADA, "lives_in", ROME, invalid_at=NOW + days(10))
    assert not overlap(first, fact(ADA, "lives_in", OSLO, at=NOW + days(10)))
    assert overlap(first, fact(ADA, "lives_in", OSLO, at=NOW + days(9)))
    assert not overlap(first, fact(ADA, "lives_in", OSLO, at=NOW + days(3), invalid_at=NOW + days(3)))


@each(
    ("one", "other", "same_object", "competing"),
    [
        ("lives_in", "moved_to", False, True),
        ("lives_in", "居住在", False, True),
        ("lives_in", "works_at", False, False),
        ("lives_in", "lives_in", True, False),
        ("likes", "hates", True, True),
        ("喜欢", "讨厌", True, True),
        ("likes", "讨厌", True, True),
        ("likes", "hates", False, False),
        ("likes", "loves", True, False),
        ("uses", "uses", False, False),
        ("favorite_food", "favourite_food_is", False, True),
        ("favorite_food", "favorite_color", False, False),
        ("最喜欢的颜色是", "最喜欢的颜色", False, True),
    ],
)
def test_what_cannot_be_true_at_once(one: str, other: str, *, same_object: bool, competing: bool) -> None:
    new, old = fact(ADA, one, ROME), fact(ADA, other, ROME if same_object else OSLO)
    assert compete(new, old) is competing
    assert compete(old, new) is competing
    assert not compete(new, fact(OSLO, other, ROME))


def test_the_same_is_said_in_other_words_of_the_same_two() -> None:
    lived = fact(ADA, "lives_in", ROME)
    assert says_the_same(lived, fact(ADA, "resides_in", ROME))
    assert says_the_same(lived, fact(ADA, "dwells_in", ROME, statement=lived.statement))
    assert not says_the_same(lived, fact(ADA, "visited", ROME))
    assert not says_the_same(lived, fact(ADA, "lives_in", OSLO))


@pytest.mark.parametrize("word", ["I", "me", "user", "我"])
def test_a_fact_without_a_sentence_gets_one_that_does_not_speak_as_i(word: str) -> None:
    assert plain_sentence(word, "LIVES_IN", "Rome") == plain_sentence(word, "live in", "Rome") == "User lives in Rome"
    assert plain_sentence("Mia", "knows", word) == "Mia knows User"


def test_predicates_that_compete_are_looked_up_together() -> None:
    for predicate in ("lives_in", "居住在", "favorite_food", "favourite_food_is", "最爱的歌", "likes"):
        for other in BUILT_IN.of_matter(predicate):
            assert matter_of(other) == matter_of(predicate)
        assert predicate in BUILT_IN.of_matter(predicate)
    assert {"favorite_food", "favourite_food", "favorite_food_is"} <= BUILT_IN.of_matter("favorite_food")
    assert all(are_opposites("likes", other) for other in opposites_of("likes"))
    assert opposites_of("uses") == set()


@pytest.mark.parametrize("word", ["I", "me", "My", "the user", "User", "我", "我的", "用户"])
def test_words_for_the_user_have_one_key(word: str) -> None:
    assert lookup_key(word) == SELF_KEY
    assert is_pronoun(word)


@pytest.mark.parametrize(
    ("name", "yes"), [("she", True), ("他", True), ("Sheila", False), ("US", False), ("Ada", False)]
)
def test_pronouns_are_told_from_names(name: str, *, yes: bool) -> None:
    assert is_pronoun(name) is yes


def test_the_user_has_a_name_only_where_an_assistant_takes_part() -> None:
    ada, bob = message("u", "a", speaker="Ada"), message("u", "b", speaker="Bob")
    answer = message("u", "c", role="assistant")
    assert user_name([ada, bob]) is None
    assert user_name([ada, bob, answer]) == "Ada"
    assert user_name([answer, message("u", "d")]) is None
    assert user_name([message("u", "d"), answer, bob]) is None
    assert user_name([bob, answer, message("u", "d")]) is None


def test_an_open_beginning_is_written_as_such() -> None:
    assert day(BEGINNING) == "…"
    assert day(NOW) == "2026-05-01"
    assert stamp(NOW, language="en") == "2026-05-01 09:00 Friday"
    assert stamp(NOW, language="zh") == "2026-05-01 09:00 星期五"
    assert is_current(fact(ADA, "lives_in", ROME, at=BEGINNING), NOW)
    assert fact(ADA, "lives_in", ROME).invalid_at == FOREVER


@each(
    ("subject", "predicate", "sentence"),
    [
        ("Ada", "watch", "Ada watches X"),
        ("Ada", "go to", "Ada goes to X"),
        ("Ada", "do not like", "Ada does not like X"),
        ("Ada and Ben", "live in", "Ada and Ben live in X"),
        ("Ada", "work history", "Ada work history X"),
        ("Ada", "fear of", "Ada fear of X"),
        ("Ada", "love for", "Ada love for X"),
        ("Ada", "drink of choice", "Ada drink of choice X"),
        ("Ada", "support for", "Ada support for X"),
        ("Ada", "favorite color", "Ada favorite color X"),
        ("Ada", "worked at", "Ada worked at X"),
        ("小红", "喜欢", "小红 喜欢 X"),
    ],
)
def test_a_bare_verb_is_said_of_one_in_the_third_person(subject: str, predicate: str, sentence: str) -> None:
    assert plain_sentence(subject, predicate, "X") == sentence


@each(
    ("now", "ends"),
    [
        (datetime(2026, 6, 9, tzinfo=UTC), datetime(2026, 6, 4, tzinfo=UTC)),  # told days later
        (datetime(2026, 6, 3, 9, tzinfo=UTC), datetime(2026, 6, 3, 9, tzinfo=UTC)),  # on the day itself
        (datetime(2026, 5, 20, tzinfo=UTC), datetime(2026, 6, 4, tzinfo=UTC)),  # before it: still a plan
    ],
)
def test_a_plan_that_came_true_is_over_no_day_early_and_planned_no_more(now: datetime, ends: datetime) -> None:
    told, day, after = (datetime(2026, *at, tzinfo=UTC) for at in ((5, 1, 9), (6, 3), (6, 4)))
    plan = fact(ADA, "plans_to_move_to", ROME, at=told, invalid_at=after, statement="Ada moves to Rome on June 3.")
    assert is_planned(plan)
    came_true = fact(ADA, "lives_in", ROME, at=day)
    over = retire_for(plan, came_true, now=now, was_wrong=False)
    assert over.invalid_at == ends
    assert is_planned(over) is (now < day)


def test_what_is_told_again_for_the_same_time_was_never_untrue_and_what_is_corrected_was() -> None:
    works = fact(ADA, "works_at", ROME)
    again = works.model_copy(update={"id": "again", "supersedes": (works.id,)})
    right = fact(ADA, "works_at", OSLO).model_copy(update={"supersedes": (works.id,)})
    old = retire(works, ended_at=works.valid_at, now=NOW)
    assert told_anew([old, again]) == {works.id}
    assert told_anew([old, right]) == told_anew([old]) == set()
