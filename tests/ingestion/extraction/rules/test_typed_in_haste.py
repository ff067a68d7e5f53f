"""Messages as people type them in a chat: without capitals, apostrophes, full stops and subjects."""

from __future__ import annotations

import pytest
from support.records import fresh_user

from memary import Memary

READ = [
    (["i live in berlin"], "User lives_in Berlin"),
    (["moved to oslo last month"], "User lives_in Oslo"),
    (["haha yeah i live in new york city now"], "User lives_in New York City"),
    (["i live in kleinmachnow"], "User lives_in Kleinmachnow"),
    (["im from porto but i live in leeds now"], "User comes_from Porto; User lives_in Leeds"),
    (["i live in turkey lol"], "User lives_in Turkey"),
    (["i live in berlin i work at google"], "User lives_in Berlin; User works_at Google"),
    (["i work at ibm"], "User works_at IBM"),
    (["got a new job at apple"], "User works_at Apple"),
    (["im a nurse at mercy hospital"], "User works_as nurse; User works_at Mercy Hospital"),
    (["i study physics at eth zurich"], "User studies_subject physics; User studies_at ETH Zurich"),
    (["my sister anna works at google"], "User has_sister Anna; Anna works_at Google"),
    (["my brother oskarin lives in san francisco"], "User has_brother Oskarin; Oskarin lives_in San Francisco"),
    (["my moms name is linda and shes a teacher"], "User has_mom Linda; Linda works_as teacher"),
    (["i have two kids, leo and mia"], "User has_child Leo; User has_child Mia"),
    (["my gf is called chloe"], "User has_girlfriend Chloe"),
    (["my boss is called karen smith"], "User has_boss Karen Smith"),
    (["my dogs name is shadow"], "User has_dog Shadow"),
    (["adopted a puppy named biscuit last week"], "User has_dog Biscuit"),
    (["i have a cat, milo"], "User has_cat Milo"),
    (["im allergic to peanuts lol"], "User allergic_to peanuts"),
    (["ive been vegan since january"], "User diet_is vegan"),
    (["i have adhd"], "User has_condition ADHD"),
    (["i cant stand jazz"], "User dislikes jazz"),
    (["my fav band is radiohead"], "User favorite_band Radiohead"),
    (["my bday is may 3"], "User birthday_is May 3"),
    (["i drive a honda civic"], "User has_car Honda Civic"),
    (["i speak german and polish"], "User speaks German; User speaks Polish"),
    (["i live in oslo", "sorry i meant bergen"], "User lives_in Bergen"),
    (["my sisters name is tina", "actually her name is nina not tina"], "User has_sister Nina"),
    (["i work at ibm", "quit my job at ibm"], "User works_at none"),
    (["i live in paris", "i dont live in paris anymore"], ""),
    (["My sister is called Mirelba.", "mirelba moved to rome"], "User has_sister Mirelba; Mirelba lives_in Rome"),
    (["i live in berlin", "I live in Berlin."], "User lives_in Berlin"),
]

NOTHING = [
    "i moved to the next level haha",
    "i live in fear of mondays",
    "i live in a small flat",
    "i moved to management last year",
    "im in love with this song",
    "im going to sleep now",
    "i work at night",
    "i work for free",
    "i work at my dads shop",
    "my sister snores",
    "my boss is awful",
    "my friend will come tomorrow",
    "my dog ate my homework",
    "my kids annoy me",
    "my dogs name is a secret",
    "i have a dog named after my grandpa",
    "my name is mud",
    "call me later",
    "im so tired today",
    "it may rain in the morning",
    "where does anna work",
    "is my sister anna working at google",
    "if i lived in rome id eat pizza every day",
    "i wish i worked at google",
    "in my novel the hero works at nasa",
    "dont move to berlin",
    "just google it",
    "love it",
    "get a life",
]


@pytest.fixture
def user() -> str:
    return fresh_user()


def _told(memory: Memary, user: str) -> set[str]:
    return {f"{fact.subject} {fact.predicate} {fact.object}" for fact in memory.facts.list(user_id=user)}


@pytest.mark.parametrize(("texts", "known"), READ)
def test_what_is_typed_in_haste_is_read_as_what_is_written_with_care(
    memory: Memary, user: str, texts: list[str], known: str
) -> None:
    for text in texts:
        memory.add(text, user_id=user, wait=True)
    assert _told(memory, user) == set(filter(None, known.split("; ")))


@pytest.mark.parametrize("text", NOTHING)
def test_what_tells_nothing_in_haste_is_read_as_nothing(memory: Memary, user: str, text: str) -> None:
    memory.add(text, user_id=user, wait=True)
    assert _told(memory, user) == set()


def test_a_quote_is_as_it_was_typed(memory: Memary, user: str) -> None:
    memory.add("hi all. my sister anna works at google, shes 30", user_id=user, wait=True)
    quotes = {fact.object: fact.quote for fact in memory.facts.list(user_id=user)}
    assert quotes["Anna"] == "my sister anna"
    assert quotes["Google"] == "my sister anna works at google"


def test_a_place_typed_both_ways_is_one_entity(memory: Memary, user: str) -> None:
    for text in ("my brother tom lives in berlin", "I live in Berlin."):
        memory.add(text, user_id=user, wait=True)
    assert [known.entity.name for known in memory.entities.list(user_id=user)].count("Berlin") == 1


def test_what_is_written_with_care_is_left_as_it_is(memory: Memary, user: str) -> None:
    memory.add("I live in Berlin near the amazon bakery, and my dog biscuit bowl is full.", user_id=user, wait=True)
    assert _told(memory, user) == {"User lives_in Berlin"}


def test_chinese_with_a_name_in_lower_case_is_read_as_before(memory: Memary, user: str) -> None:
    memory.add("我住在berlin", user_id=user, wait=True)
    assert [fact.object for fact in memory.facts.list(user_id=user)] == ["berlin"]
