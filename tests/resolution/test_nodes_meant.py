"""Which node a name means, who the user is, and what comes up in the stream."""

from __future__ import annotations

import pytest

from memary.types import Origin
from resolution.graph import Graph, claim, lives, mention


@pytest.mark.parametrize(
    "names",
    [
        ("Mary-Jane", "mary jane", "MARY JANE"),
        ("The U.S.A.", "USA", "usa"),
        ("埃隆・马斯克", "埃隆·马斯克"),
        ("Café", "CAFÉ", "Cafe\u0301"),
    ],
)
def test_spellings_of_one_name_are_one_node(names: tuple[str, ...]) -> None:
    graph = Graph()
    for day, name in enumerate(names):
        graph.take(entities=[mention(name, "topic", day=day)])
    (entity,) = graph.entities.values()
    assert entity.name == names[0]
    assert len(graph.mentions) == len(names)


def test_two_people_of_like_names_who_are_told_of_in_one_breath_stay_two_where_they_live_apart() -> None:
    graph = Graph()
    graph.take(
        claim("User", "friend", "Tom"),
        claim("Tom", "lives_in", "Leeds"),
        claim("User", "colleague", "Thomas"),
        claim("Thomas", "lives_in", "York"),
    )
    assert {"Tom lives_in Leeds", "Thomas lives_in York"} <= graph.current


def test_an_alias_leads_to_its_node() -> None:
    graph = Graph()
    graph.take(entities=[mention("New York City", "place", "NYC", "Big Apple")])
    graph.take(entities=[mention("NYC", "place", day=1)])
    graph.take(entities=[mention("Gotham", "place", "big apple", day=2)])
    (entity,) = graph.entities.values()
    assert set(entity.aliases) == {"NYC", "Big Apple", "Gotham"}


def test_things_of_unlike_type_stay_two_and_facts_find_theirs() -> None:
    graph = Graph()
    graph.take(entities=[mention("Apple", "organization"), mention("Apple", "food")])
    graph.take(
        claim("User", "works_at", "Apple", 1, object_type="organization"),
        claim("User", "likes", "Apple", 1, object_type="food"),
    )
    kinds = {fact.predicate: graph.entities[fact.object_id].type for fact in graph.facts.values()}
    assert len(graph.named("Apple")) == 2
    assert kinds == {"works_at": "organization", "likes": "food"}


def test_a_node_without_a_type_takes_the_first_that_is_told() -> None:
    graph = Graph()
    graph.take(entities=[mention("Kyoto")])
    graph.take(entities=[mention("Kyoto", "place", day=1)])
    assert [entity.type for entity in graph.entities.values()] == ["place"]


@pytest.mark.parametrize("noun", ["muscle soreness", "腰部劳损"])
def test_what_a_plain_noun_is_told_of_is_a_topic_until_a_closer_type_is_told(noun: str) -> None:
    graph = Graph()
    graph.take(claim(noun, "eased_by", "rest and warmth", object_type="value"))
    assert [one.type for one in graph.named(noun)] == ["topic"]
    graph.take(entities=[mention(noun, "event", day=1)])
    assert [one.type for one in graph.named(noun)] == ["event"]


@pytest.mark.parametrize(
    ("subject", "extractor", "kind"),
    [
        ("Dataforge", "model", "thing"),
        ("the lamp in the hall", "model", "product"),
        ("soreness after a long day on her feet", "model", "thing"),
        ("muscle soreness", "caller", "thing"),
    ],
)
def test_no_name_nor_longer_words_nor_what_a_caller_tells_of_are_taken_for_a_topic(
    subject: str, extractor: str, kind: str
) -> None:
    graph = Graph()
    graph.take(claim(subject, "noted_as", "quite bad", object_type="value", extractor=extractor))
    assert [one.type for one in graph.named(subject)] == [kind]


@pytest.mark.parametrize("word", ["I", "me", "User", "the user", "我", "用户", "本人"])
def test_all_words_for_the_user_are_one_node(word: str) -> None:
    graph = lives(claim("User", "likes", "tea"), claim(word, "likes", "jazz", 1))
    assert {fact.subject_id for fact in graph.facts.values()} == {graph.user.id}


@pytest.mark.parametrize("alias", ["I", "me", "she", "User", "她", "我"])
def test_a_pronoun_is_nobodys_alias(alias: str) -> None:
    graph = lives(claim("User", "likes", "tea"))
    graph.take(entities=[mention("Bob", "person", alias, day=1)])
    assert graph.user.name == "User"
    assert graph.named("Bob")[0].aliases == ()


def test_the_user_is_renamed_when_the_name_is_learnt() -> None:
    graph = lives(claim("User", "likes", "tea"))
    graph.take(claim("User", "name_is", "Ada", 1), entities=[mention("Ada", "person", day=1)])
    graph.take(claim("Ada", "likes", "jazz", 2))
    assert (graph.user.name, graph.user.aliases) == ("Ada", ("User",))
    assert graph.named("Ada") == [graph.user]
    assert {f.subject_id for f in graph.facts.values()} == {graph.user.id}


def test_the_latest_name_is_the_name_and_the_earlier_an_alias() -> None:
    graph = lives(
        claim("User", "name_is", "Ada"), claim("User", "name_is", "Addie", 1), claim("Ada", "likes", "tea", 2)
    )
    assert graph.user.name == "Addie"
    assert set(graph.user.aliases) == {"User", "Ada"}
    assert {f.subject_id for f in graph.facts.values()} == {graph.user.id}


def test_a_named_speaker_is_the_user_from_the_start() -> None:
    graph = Graph()
    graph.take(claim("Ada", "likes", "tea"), claim("I", "likes", "jazz"), user_name="Ada")
    assert graph.user.name == "Ada"
    assert {f.subject_id for f in graph.facts.values()} == {graph.user.id}


def test_the_whole_name_of_who_speaks_by_the_first_is_the_users() -> None:
    graph = Graph()
    mei = mention("Mei Brandt", "person", "Mei")
    graph.take(claim("Mei Brandt", "likes", "tea"), entities=[mei], user_name="Mei")
    graph.take(claim("User", "likes", "jazz", 1))
    assert (graph.user.name, set(graph.user.aliases)) == ("Mei Brandt", {"User", "Mei"})
    assert {f.subject_id for f in graph.facts.values()} == {graph.user.id}


def test_a_person_known_before_becomes_the_user() -> None:
    graph = Graph()
    graph.take(claim("Ada", "likes", "tea", subject_type="person"))
    graph.take(claim("Ada", "likes", "jazz", 1), user_name="Ada")
    assert {f.subject_id for f in graph.facts.values()} == {graph.user.id}


def test_another_speaker_does_not_become_the_user() -> None:
    graph = Graph()
    graph.take(claim("Ada", "likes", "tea"), user_name="Ada")
    graph.take(claim("Bob", "likes", "rum", 1), user_name="Bob")
    (bob,) = graph.named("Bob")
    assert graph.user.name == "Ada"
    assert bob.id != graph.user.id
    assert graph.fact("rum").subject_id == bob.id


def test_an_assistant_does_not_rename_the_user() -> None:
    graph = lives(claim("User", "name_is", "Ada"), claim("User", "name_is", "Eve", 1, origin=Origin.ASSISTANT))
    assert graph.user.name == "Ada"


def test_another_node_of_the_name_keeps_it() -> None:
    graph = Graph()
    graph.take(entities=[mention("Ada", "product")])
    graph.take(claim("User", "name_is", "Ada", 1))
    assert {entity.type for entity in graph.named("Ada")} == {"product"}
    assert graph.user.name == "User"


def test_users_and_bare_values_do_not_come_up_in_the_stream() -> None:
    graph = lives(
        claim("User", "age_is", "42"), claim("User", "born_on", "1 May 1984"), claim("User", "likes", "tea")
    )
    assert {graph.entities[entity_id].name for entity_id, _ in graph.mentions} == {"tea"}


def test_one_message_mentions_an_entity_once() -> None:
    graph = Graph()
    graph.take(
        claim("User", "likes", "tea"),
        claim("User", "drinks", "tea"),
        entities=[mention("tea"), mention("Tea", "food")],
    )
    assert len(graph.mentions) == 1
