"""Which entities a question is about."""

from __future__ import annotations

import pytest
from support.samples.graphs import edge, edges

from memary import Memary
from memary.api.recall.search import recall
from memary.queries import View
from memary.retrieval.facts.entity_links import MAX_SEEDS, name_keys
from memary.retrieval.question.query import RecallQuery
from memary.types import Scope, utc_now


def linked(memory: Memary, question: str, user_id: str = "ada") -> list[tuple[str, str]]:
    async def read() -> list[tuple[str, str]]:
        found = await recall(
            memory.core, RecallQuery(text=question, view=View.now(utc_now())), Scope(user_id=user_id)
        )
        return [(one.entity.name, one.by) for one in found.links]

    return memory.loop.start(read).result()


def names(memory: Memary, question: str) -> list[str]:
    return [name for name, _ in linked(memory, question)]


@pytest.mark.parametrize(
    ("name", "question"),
    [
        ("Ben Okafor", "who is ben okafor?"),
        ("Ben Okafor", "What is Ben Okafor's job"),
        ("Ben Okafor", "Is it Ben  Okafor, or not?"),
        ("U.S.A.", "When was I in the USA?"),
        ("New York", "is new-york big?"),
        ("AC/DC", "Do I like AC/DC?"),
        ("C++", "Do I know c++?"),
        ("Mary-Jane", "where is Mary Jane"),
        ("林夏", "林夏住在哪里？"),
        ("Bea Hall", "我和Bea Hall去过哪里？"),
        ("张伟", "我的朋友张伟今天来吗"),
        ("埃隆·马斯克", "你知道埃隆・马斯克吗"),
        ('O"Brien', 'Who is O"Brien?'),
        ("a`b", "what is a`b"),
        ("x' OR 1=1 --", "tell me of x' OR 1=1 --"),
        ("wait…", "is wait… a word?"),
        ("-", "what does - mean"),
        ("MATCH (n) DELETE n", "MATCH (n) DELETE n?"),
    ],
)
def test_a_name_is_found_however_it_is_written(memory: Memary, name: str, question: str) -> None:
    memory.facts.add([edge(name, "knows", "Somebody")], user_id="ada")
    assert (name, "name") in linked(memory, question)


@pytest.mark.parametrize("question", ["Where do I live?", "what is my job", "Tell me about myself", "我住在哪里"])
def test_words_for_oneself_mean_the_users_node(memory: Memary, question: str) -> None:
    memory.facts.add([edge("User", "lives_in", "Berlin")], user_id="ada")
    assert linked(memory, question) == [("User", "name")]


def test_names_come_before_the_user_and_the_longest_first(memory: Memary) -> None:
    memory.facts.add([*edges("User knows York"), edge("User", "visited", "New York")], user_id="ada")
    assert names(memory, "Did I see New York?") == ["New York", "York", "User"]


def test_a_part_of_a_name_links_by_words_after_whole_names(memory: Memary) -> None:
    memory.facts.add([edge("Jonas Weber", "knows", "Mira")], user_id="ada")
    assert linked(memory, "Does Mira know Jonas?") == [("Mira", "name"), ("Jonas Weber", "words")]


def test_at_most_five(memory: Memary) -> None:
    people = [f"Person{n}" for n in range(9)]
    memory.facts.add([edge(one, "knows", "Ada") for one in people], user_id="ada")
    assert len(names(memory, " ".join(people))) == MAX_SEEDS


@pytest.mark.parametrize("question", ["Who is Zorblax?", "?!", "'; DROP TABLE entities; --", "…", '` ` " -', "天气"])
def test_nothing_known_is_no_error(memory: Memary, question: str) -> None:
    memory.facts.add(edges("Ada knows Ben"), user_id="ada")
    assert linked(memory, question) == []
    assert memory.entities.list(user_id="ada")


def test_nobody_else_is_linked(memory: Memary) -> None:
    memory.facts.add(edges("Luka knows Ines"), user_id="ben")
    assert linked(memory, "Who is Luka?") == []


@pytest.mark.parametrize("character", ["林", "a ", "的"])
def test_a_very_long_question_is_looked_up_all_the_same(memory: Memary, character: str) -> None:
    memory.facts.add([edge("林夏", "住在", "泉州")], user_id="ada")
    assert names(memory, "林夏" + character * 10_000)[:1] in (["林夏"], [])


def test_keys_are_short_runs() -> None:
    assert {"new york", "york city", "new york city"} <= name_keys("in New York City?")
    assert {"林夏", "夏住"} <= name_keys("林夏住")
    assert "a b c d e" not in name_keys("a b c d e")
