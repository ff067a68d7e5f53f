"""The plain forms in which people tell of their lives, and of others by name; and what only looks like one."""

from __future__ import annotations

import pytest
from support.records import message

from memary import Memary
from memary.ingestion.extraction.rules import extract_by_rules
from memary.text import detect_language

ENGLISH = [
    ("I got a new job at Siemens last week.", "User works_at Siemens"),
    ("I just started at Lufthansa.", "User works_at Lufthansa"),
    ("I've been working at Bosch for years.", "User works_at Bosch"),
    ("I'm a nurse at St. Mary's Hospital in Bath.", "User works_as nurse; User works_at St. Mary's Hospital"),
    ("I work at St. Mary's. It is near.", "User works_at St. Mary's"),
    ("I'm a primary school teacher, by the way.", "User works_as primary school teacher"),
    ("We went with my wife Anna to the lake.", "User has_wife Anna"),
    ("My boss is now Eva Klein.", "User has_boss Eva Klein"),
    ("My manager is Brian.", "User has_manager Brian"),
    ("I'm married to Lukas.", "User married_to Lukas"),
    ("I've been dating Nina since March.", "User dating Nina"),
    ("I'm originally from Portugal.", "User comes_from Portugal"),
    ("I was born in Linz and grew up in Salzburg.", "User born_in Linz; User grew_up_in Salzburg"),
    ("My birthday is on May 4th.", "User birthday_is May 4th"),
    ("I was born on 4 May 1990.", "User birthday_is 4 May 1990"),
    ("I'm 36, and fine with it.", "User age_is 36"),
    ("I've been vegan for two years.", "User diet_is vegan"),
    ("I drive a red Skoda Octavia.", "User has_car Skoda Octavia"),
    ("I study physics at ETH Zurich.", "User studies_subject physics; User studies_at ETH Zurich"),
    ("I'm a student at the University of Vienna.", "User studies_at University of Vienna"),
    ("I speak German, English and a bit of Polish.", "User speaks German; User speaks English; User speaks Polish"),
    ("I play the cello in an orchestra.", "User plays cello"),
    ("I'm learning Italian.", "User learning Italian"),
    ("I prefer tea to coffee.", "User prefers tea"),
    ("I'm a big fan of jazz.", "User likes jazz"),
    ("I'm really into bouldering.", "User likes bouldering"),
    ("I'm into electronic and rock music.", "User likes electronic and rock music"),
    ("My kids Tom and Ella start school.", "User has_child Tom; User has_child Ella"),
    ("We have two cats, Miso and Pepper.", "User has_cat Miso; User has_cat Pepper"),
    ("My brothers are Jan, Piet and Joris.", "User has_brother Jan; User has_brother Piet; User has_brother Joris"),
    ("I have a daughter named Ella.", "User has_daughter Ella"),
    ("Mia lives in Graz.", "Mia lives_in Graz"),
    ("Paul moved to Oslo last month.", "Paul lives_in Oslo"),
    ("Jana works at Zalando.", "Jana works_at Zalando"),
    ("Emil is allergic to peanuts.", "Emil allergic_to peanuts"),
    ("Jana loves horror movies.", "Jana likes horror movies"),
    ("Tom Novak can't stand cilantro.", "Tom Novak dislikes cilantro"),
    ("My sister Emma lives in Rome.", "User has_sister Emma; Emma lives_in Rome"),
]
NOTHING_IN_ENGLISH = [
    "Should I get a job at Siemens?",
    "If I were a nurse I'd know.",
    "I'm a mess today.",
    "I'm a doctor in training.",
    "I'm a therapist for my friends.",
    "I feel like I'm a taxi driver.",
    "I'm not a teacher.",
    "I got a job to do.",
    "I got a job interview at Bosch.",
    "I started at 9 today.",
    "I started at Page 3.",
    "I'm working at the moment.",
    "My boss is away.",
    "My boss is Romanian.",
    "My wife, however, hates it.",
    "My friend Google told me.",
    "My kids and I went to Prague.",
    "My kids Christmas and Easter presents are here.",
    "I used to drive a Golf.",
    "I drive a lot.",
    "I drive a Golf when I visit mum.",
    "I'm from Acme Corp.",
    "I'm from a small town.",
    "I was born in March.",
    "My birthday is tomorrow.",
    "I'm 10 minutes away.",
    "I'm 30, 40 minutes away.",
    "I'm 50 percent sure.",
    "I was vegan for a week.",
    "I'm vegan on Mondays.",
    "I study at night.",
    "I study at Starbucks.",
    "I'm studying hard.",
    "I speak from experience.",
    "I don't speak Polish.",
    "I play it by ear.",
    "I'm learning a lot.",
    "I'd prefer tea now.",
    "I prefer the second option.",
    "I'm not a fan of jazz.",
    "I'm into trouble again.",
    "I'm dating again.",
    "I'm married to my job.",
    "Does Paul work at Siemens?",
    "My friend says Mia lives in Graz.",
    "Apparently Mia lives in Graz.",
    "Mia lives in Graz, I think.",
    "Mia will move to Graz.",
    "Mia lives in fear.",
    "Mia works at night.",
    "Mia loves it.",
    "Tom loves the idea.",
    "Everyone loves pizza.",
    "Management likes pizza.",
    "Spotify likes jazz.",
    "Team Blue moved to Graz.",
    "Winter lives in my bones.",
    "Emma and Tom moved to Oslo.",
]


def told(text: str) -> set[str]:
    said = message("ada", text, language=detect_language(text))
    found = extract_by_rules([said], self_name="User")
    return {f"{fact.subject} {fact.predicate} {fact.object}" for fact in found.facts}


@pytest.mark.parametrize(("text", "facts"), ENGLISH)
def test_a_plain_statement_is_read_whole(text: str, facts: str) -> None:
    assert told(text) == set(facts.split("; "))


@pytest.mark.parametrize("text", NOTHING_IN_ENGLISH)
def test_what_only_looks_like_one_asserts_nothing(text: str) -> None:
    assert told(text) == set()


def test_who_is_told_of_by_name_is_a_person_and_what_is_told_a_sentence() -> None:
    found = extract_by_rules([message("ada", "Jana lives in Graz.")], self_name="User")
    assert [fact.statement for fact in found.facts] == ["Jana lives in Graz."]
    assert {(entity.name, entity.type) for entity in found.entities} == {("Jana", "person"), ("Graz", "place")}


@pytest.mark.parametrize(
    ("first", "then", "now"),
    [
        ("My boss is Tom Weber.", "My boss is now Eva Klein.", "User's boss is Eva Klein."),
        ("My girlfriend is Nina.", "I'm dating Jana.", "User is dating Jana."),
        ("I'm vegetarian.", "I've been vegan for two months.", "User's diet is vegan."),
        ("Mia lives in Graz.", "Mia moved to Oslo.", "Mia lives in Oslo."),
    ],
)
def test_what_one_has_one_of_takes_the_place_of_the_other(first: str, then: str, now: str) -> None:
    with Memary.open("sqlite:///:memory:", worker=False) as memory:
        memory.add(first, user_id="ada", wait=True)
        memory.add(then, user_id="ada", wait=True)
        assert [fact.statement for fact in memory.facts.list(user_id="ada")] == [now]
