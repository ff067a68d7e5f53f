"""What becomes of facts, mentions and names when two nodes turn out to be one."""

from __future__ import annotations

from support.records import NOW, days, entity, fact, mention, message

from memary.facts.predicates import BUILT_IN
from memary.resolution.merge_plan import SpokenOf, plan_merge, united_entity
from memary.types import FOREVER, Entity, Fact, Mention, Origin

BOB, ROBERT = entity("u", "Bob"), entity("u", "Robert")
ADA, ROME, OSLO = entity("u", "Ada"), entity("u", "Rome"), entity("u", "Oslo")
SAID, AGAIN = message("u", "Bob"), message("u", "Robert, that is Bob")
LATER = NOW + days(1000)


def merged(*facts: Fact, mentions: tuple[Mention, ...] = ()) -> dict[str, Fact]:
    """The facts that changed, by id, when Bob becomes part of Robert."""
    merging = plan_merge(BOB, ROBERT, SpokenOf(facts, mentions), predicates=BUILT_IN, now=LATER)
    assert {record.id for record in merging.before if isinstance(record, Fact)} <= {one.id for one in facts}
    return {record.id: record for record in merging.after if isinstance(record, Fact)}


def test_names_types_and_categories_are_united() -> None:
    bob = entity("u", "Bob", type="person", aliases=("Bobby", "robert"), categories=("work",), description="a cook")
    robert = entity("u", "Robert", aliases=("BOB",), categories=("home",), created_at=NOW - days(1))
    one = united_entity(bob, robert)
    assert (one.id, one.name, one.type, one.description) == (robert.id, "Robert", "person", "a cook")
    assert (one.aliases, one.categories, one.created_at) == (("BOB", "Bobby"), ("home", "work"), robert.created_at)
    assert united_entity(robert, bob).created_at == robert.created_at


def test_facts_move_with_the_names_that_were_stated() -> None:
    likes, knows = fact(BOB, "likes", ROME), fact(ADA, "knows", BOB)
    found = merged(likes, knows, fact(ROBERT, "likes", OSLO))
    assert set(found) == {likes.id, knows.id}
    assert (found[likes.id].subject_id, found[likes.id].subject) == (ROBERT.id, "Bob")
    assert (found[knows.id].object_id, found[knows.id].object) == (ROBERT.id, "Bob")


def test_a_relation_between_the_two_was_never_true() -> None:
    knows = fact(BOB, "knows", ROBERT)
    assert merged(knows)[knows.id].invalid_at == knows.valid_at


def test_what_both_were_said_to_be_is_one_fact_with_all_sources() -> None:
    one = fact(BOB, "likes", ROME, source_ids=("m1",), origin=Origin.TOOL)
    other = fact(ROBERT, "likes", ROME, at=NOW + days(1), source_ids=("m2",))
    found = merged(one, other)
    kept, twice = found[one.id], found[other.id]
    assert (kept.source_ids, kept.origin, kept.supersedes) == (("m1", "m2"), Origin.USER, (other.id,))
    assert (kept.invalid_at, twice.invalid_at) == (FOREVER, twice.valid_at)


def test_of_two_facts_that_become_one_the_less_trusted_tells_no_end() -> None:
    one = fact(BOB, "likes", ROME)
    for origin, end in ((Origin.ASSISTANT, FOREVER), (Origin.USER, NOW + days(2000))):
        other = fact(ROBERT, "likes", ROME, at=NOW + days(1), invalid_at=NOW + days(2000), origin=origin)
        assert merged(one, other)[one.id].invalid_at == end


def test_what_both_contradicted_the_one_fact_contradicts() -> None:
    one = fact(BOB, "likes", ROME, conflicts_with=("x",))
    other = fact(ROBERT, "likes", ROME, at=NOW + days(1), conflicts_with=("y", one.id))
    assert merged(one, other)[one.id].conflicts_with == ("x", "y")


def test_the_later_of_two_homes_ends_the_earlier() -> None:
    rome, oslo = fact(BOB, "lives_in", ROME), fact(ROBERT, "lives_in", OSLO, at=NOW + days(9))
    found = merged(rome, oslo)
    assert (found[rome.id].invalid_at, found[rome.id].expired_at) == (oslo.valid_at, LATER)
    assert found[oslo.id].supersedes == (rome.id,)


def test_what_may_not_end_the_other_stands_beside_it_as_a_conflict() -> None:
    rome = fact(BOB, "lives_in", ROME)
    for oslo in (
        fact(ROBERT, "lives_in", OSLO, at=NOW + days(9), origin=Origin.ASSISTANT),
        fact(ROBERT, "lives_in", OSLO),
    ):
        found = merged(rome, oslo)
        assert found[rome.id].conflicts_with == (oslo.id,)
        assert found[oslo.id].conflicts_with == (rome.id,)
        assert found[rome.id].invalid_at == found[oslo.id].invalid_at == FOREVER


def test_what_was_settled_before_is_left_alone() -> None:
    rome, oslo = fact(ROBERT, "lives_in", ROME), fact(ROBERT, "lives_in", OSLO, at=NOW + days(9))
    assert merged(rome, oslo, fact(BOB, "likes", ROME)).keys().isdisjoint({rome.id, oslo.id})


def test_mentions_move_unless_the_other_came_up_there_too() -> None:
    mentions = (mention(BOB, SAID), mention(BOB, AGAIN), mention(ROBERT, AGAIN))
    merging = plan_merge(BOB, ROBERT, SpokenOf(mentions=mentions), predicates=BUILT_IN, now=LATER)
    assert [one for one in merging.before if isinstance(one, Mention)] == list(mentions[:2])
    assert [one for one in merging.after if isinstance(one, Mention)] == [mention(ROBERT, SAID)]
    assert [one.id for one in merging.after if isinstance(one, Entity)] == [ROBERT.id]
