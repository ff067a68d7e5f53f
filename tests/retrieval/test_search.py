"""What a search finds, in which order and why."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.model_server import Fault, ModelServer
from support.records import fresh_user
from support.samples.graphs import edge, edges

from memary import Memary
from memary.api.recall.search import recall
from memary.errors import InputError
from memary.queries import View
from memary.retrieval.question.query import RecallQuery
from memary.retrieval.search import search
from memary.text import count_tokens
from memary.types import ECHO, ORIGIN_KEY, Scope, utc_now


def texts(memory: Memary, query: str, **options: object) -> list[str]:
    return [hit.text for hit in memory.search(query, user_id="ada", **options)]  # type: ignore[arg-type]


def say(memory: Memary, *lines: str, user_id: str = "ada", **options: object) -> tuple[str, ...]:
    return memory.add(list(lines), user_id=user_id, infer=False, **options).ids  # type: ignore[arg-type]


def test_words_alone_bring_a_message_up(memory: Memary) -> None:
    say(memory, "The porpoise sang.", *(f"Small talk number {n}." for n in range(60)))
    (hit, *_) = memory.search("porpoise", user_id="ada")
    assert hit.text == "The porpoise sang."
    assert "text" in hit.explain.signals


def test_the_graph_alone_brings_up_a_fact_with_its_path_and_the_message_behind_it(memory: Memary) -> None:
    (source,) = say(memory, "My brother has found work abroad, in a hospital.")
    memory.facts.add(
        [
            edge("Ines", "married_to", "Luka"),
            edge("Luka", "works_as", "nurse", statement="He cares for patients.", source_ids=[source]),
        ],
        user_id="ada",
    )
    hits = {hit.text: hit for hit in memory.search("Ines?", user_id="ada", top_k=20)}
    fact = hits["He cares for patients."]
    assert fact.explain.path == ("Ines", "Luka", "nurse")
    assert "graph" in fact.explain.signals
    assert "graph" in hits["My brother has found work abroad, in a hospital."].explain.signals


@pytest.mark.one_store
def test_a_question_over_two_facts_is_answered_of_people_with_dozens_of_later_facts(either: Memary) -> None:
    user = fresh_user()
    (source,) = say(either, "She has found something near the harbour.", user_id=user)
    work = edge("Eve", "works_at", "Acme", source_ids=[source])
    either.facts.add([edge("Ada", "has_sister", "Eve"), work], user_id=user)
    later = [edge(who, "met", f"{who}mate{n}") for who in ("Ada", "Eve") for n in range(40)]
    either.facts.add(later, user_id=user)
    question = "Where does the sister of Ada work?"
    hits = {hit.text: hit for hit in either.search(question, user_id=user, kinds={"fact", "message"}, top_k=5)}
    assert {"Ada has sister Eve.", "Eve works at Acme."} <= hits.keys()
    assert hits["Eve works at Acme."].explain.path[-2:] == ("Eve", "Acme")
    assert "She has found something near the harbour." in hits
    asked = RecallQuery(text=question, view=View.now(utc_now()))
    found = either.loop.start(recall, either.core, asked, Scope(user_id=user)).result().subgraph
    shown = {found.entities[fact.object_id].name for fact in found.facts}
    assert {"Eve", "Acme"} <= shown


@pytest.mark.parametrize(
    ("question", "best"),
    [
        ("Where does my friend Eve work?", {"User has friend Eve.", "Eve works at Globex."}),
        ("Does my friend Eve work at Globex?", {"User has friend Eve.", "Eve works at Globex."}),
        ("Which of my friends works at Globex?", {"User has friend Eve.", "Eve works at Globex."}),
    ],
)
def test_what_is_named_stays_before_what_is_said_of_others_like_it(
    memory: Memary, question: str, best: set[str]
) -> None:
    memory.facts.add(
        [
            edge("User", "has_friend", "Eve"),
            edge("User", "has_friend", "Tom"),
            edge("Eve", "works_at", "Globex"),
            edge("Tom", "works_at", "Acme"),
        ],
        user_id="ada",
    )
    assert set(texts(memory, question, kinds={"fact"}, top_k=2)) == best


def test_the_vector_alone_brings_a_message_up_and_one_call_embeds_the_question() -> None:
    with (
        ModelServer() as server,
        Memary.open(
            "sqlite:///:memory:",
            base_url=server.base_url,
            model="scripted",
            api_key="test",
            embedding="openai:scripted",
            worker=False,
        ) as memory,
    ):
        say(memory, "Unsere Katzen schlafen.", "Completely other words.")
        server.reset_counts()
        (hit, *_) = memory.search("Katzenschlaf", user_id="ada")
        assert hit.text == "Unsere Katzen schlafen."
        assert "vector" in hit.explain.signals
        assert "text" not in hit.explain.signals
        assert (server.chat_calls, server.embedding_calls) == (0, 1)


def test_words_still_answer_while_the_embedding_model_is_down() -> None:
    with (
        ModelServer() as server,
        Memary.open(
            "sqlite:///:memory:",
            base_url=server.base_url,
            model="scripted",
            api_key="test",
            max_retries=0,
            embedding="openai:scripted",
            worker=False,
        ) as memory,
    ):
        server.script_embeddings(Fault.status(500, times="forever"))
        say(memory, "I drink Hojicha.")
        assert texts(memory, "Hojicha") == ["I drink Hojicha."]


WORDS = st.sampled_from(["Ada", "Ben", "cat", "tea", "likes", "owns", "the", "林夏", "泉州", "猫", "?", "喜欢"])
LINES = st.lists(st.lists(WORDS, min_size=1, max_size=6).map(" ".join), min_size=1, max_size=6)
NAMES = st.sampled_from(["Ada", "Ben", "cat", "User", "林夏"])


@pytest.mark.long
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(said=LINES, known=st.lists(st.tuples(NAMES, NAMES), max_size=6), query=LINES, user=st.uuids().map(str))
def test_every_score_can_be_computed_from_its_parts(
    memory: Memary, said: list[str], known: list[tuple[str, str]], query: list[str], user: str
) -> None:
    say(memory, *said, user_id=user)
    memory.facts.add([edge(one, "knows", other) for one, other in known if one != other], user_id=user)
    hits = memory.search(query[0], user_id=user, kinds={"message", "fact", "entity"}, top_k=30)
    assert [hit.explain.order for hit in hits] == sorted((hit.explain.order for hit in hits), reverse=True)
    assert len({(hit.kind, hit.id) for hit in hits}) == len(hits)
    for hit in hits:
        assert 0 < hit.explain.score == hit.score < 1
        assert hit.explain.signals


def test_kinds_choose_what_comes(memory: Memary) -> None:
    say(memory, "Ben has a cat.")
    memory.facts.add(edges("Ben has cat"), user_id="ada")
    for kind in ("message", "fact", "entity"):
        assert {hit.kind for hit in memory.search("Ben cat", user_id="ada", kinds={kind})} == {kind}


def test_top_k_and_token_budget_bound_what_comes(memory: Memary) -> None:
    say(memory, *(f"tea {'very ' * n}good" for n in range(12)))
    assert len(texts(memory, "tea")) == 10
    assert len(texts(memory, "tea", top_k=3)) == 3
    within = texts(memory, "tea", top_k=50, token_budget=30)
    assert within
    assert sum(map(count_tokens, within)) <= 30


def test_min_score_leaves_out_what_scores_less_before_the_others_are_counted(memory: Memary) -> None:
    say(memory, "Ben has a black cat.", "The cat eats tuna.", "I bought a lamp.", "The train was late.")
    memory.facts.add(edges("Ben has cat"), user_id="ada")
    hits = memory.search("Does Ben have a cat?", user_id="ada")
    assert {hit.kind for hit in hits} == {"message", "fact"}
    for least in sorted({0.0, 1.0, *(hit.score for hit in hits)}):
        above = [hit.id for hit in hits if hit.score >= least]
        for most in (1, 2, 10):
            found = memory.search("Does Ben have a cat?", user_id="ada", min_score=least, top_k=most)
            assert [hit.id for hit in found] == above[:most]
            within = memory.search(
                "Does Ben have a cat?", user_id="ada", min_score=least, top_k=most, token_budget=1_000
            )
            assert [hit.id for hit in within] == above[:most]


def test_a_score_is_the_same_whatever_stands_beside_it(memory: Memary) -> None:
    say(memory, "Ben has a black cat.", "The cat eats tuna.", "I bought a lamp.")
    every = {hit.id: hit.score for hit in memory.search("Ben's cat", user_id="ada")}
    (first,) = memory.search("Ben's cat", user_id="ada", top_k=1)
    assert first.score == every[first.id]


def test_what_has_nothing_to_do_with_a_question_scores_below_a_half(memory: Memary) -> None:
    say(memory, "Ben has a black cat.", "The cat eats tuna.", "I bought a lamp.")
    memory.facts.add(edges("Ben has cat"), user_id="ada")
    assert memory.search("What is the boiling point of tungsten?", user_id="ada")
    assert memory.search("What is the boiling point of tungsten?", user_id="ada", min_score=0.5) == []
    assert memory.search("Does Ben have a cat?", user_id="ada", min_score=0.5)[0].kind == "fact"


@pytest.mark.parametrize("least", [-0.1, 1.1, float("nan")])
def test_min_score_is_a_number_from_0_to_1(memory: Memary, least: float) -> None:
    with pytest.raises(InputError, match=r"min_score is .*: give a number from 0"):
        memory.search("tea", user_id="ada", min_score=least)


def test_the_past_is_asked_for_by_its_time(memory: Memary) -> None:
    start, move = datetime(2020, 1, 1, tzinfo=UTC), datetime(2025, 6, 1, tzinfo=UTC)
    memory.facts.add(
        [
            edge("User", "lives_in", "Leipzig", valid_at=start, invalid_at=move),
            edge("User", "lives_in", "Berlin", valid_at=move),
        ],
        user_id="ada",
    )
    now = texts(memory, "Where do I live?", kinds={"fact"})
    then = texts(memory, "Where do I live?", kinds={"fact"}, as_of=datetime(2024, 1, 1, tzinfo=UTC))
    assert (now, then) == (["User lives in Berlin."], ["User lives in Leipzig."])


def test_what_happened_once_is_found_without_asking_for_the_past(memory: Memary) -> None:
    day = datetime(2024, 3, 27, tzinfo=UTC)
    once = edge("Ben", "visited", "Rome", valid_at=day, invalid_at=day + timedelta(days=1))
    years = edge("Ben", "leased", "flat in Rome", valid_at=day, invalid_at=day + timedelta(days=400))
    memory.facts.add([once, years], user_id="ada")
    assert texts(memory, "Rome and Ben?", kinds={"fact"}) == ["Ben visited Rome."]


@pytest.mark.parametrize(
    ("question", "all_"),
    [
        ("How has my rent changed?", True),
        ("My rents, one after the other?", True),
        ("Which rents did I pay at some point?", True),
        ("Give me a timeline of my rent", True),
        ("What is my rent?", False),
    ],
)
def test_who_asks_how_something_changed_gets_its_whole_course(memory: Memary, question: str, all_: bool) -> None:
    months = [datetime(2025, month, 1, tzinfo=UTC) for month in (1, 5, 9)]
    for month, rent in zip(months, ("900 euros", "950 euros", "990 euros"), strict=True):
        memory.facts.add([edge("User", "rent_is", rent, valid_at=month, op="UPDATE")], user_id="ada")
    say(memory, "The rent of the office is high.", "Rent is due.", "I like rent control.")
    found = [text for text in texts(memory, question)[:3] if "euros" in text]
    assert (len(found) == 3) is all_
    assert "990" in " ".join(found)


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("How much has Danny paid Bea?", "Danny paid 200 euros to Bea."),
        ("How much is Danny paid?", "Danny earns 41,500 a year."),
    ],
)
def test_what_somebody_paid_is_not_what_they_are_paid(memory: Memary, question: str, first: str) -> None:
    told = [edge("Danny", "paid", "200 euros to Bea"), edge("Danny", "earns", "41,500 a year")]
    memory.facts.add([*told, edge("Bea", "earns", "32,000 a year")], user_id="ada")
    assert texts(memory, question, kinds={"fact"})[0] == first


def test_messages_that_begin_alike_do_not_fill_the_list(memory: Memary) -> None:
    phrases = [f"Sort by a key that returns both, the more important first, as in {name}." for name in "ABCDEFGHIJKL"]
    say(memory, *phrases, "The key is under the more important pot, the first.")
    found = texts(memory, "Where is the key, the more important one, the first?", top_k=13)
    assert "The key is under the more important pot, the first." in found[:3]
    assert len(found) == 13


def test_a_sentence_with_an_apostrophe_of_a_telephone_begins_alike_by_as_much_as_others(memory: Memary) -> None:
    plans = [f"I’m going to {what} with the key." for what in ("lock the shed", "oil the gate", "paint the old door")]
    say(memory, *plans, "The key is a heavy one.")
    assert set(texts(memory, "What am I going to do with the key?")[:3]) == set(plans)


def test_scopes_keep_memories_apart(memory: Memary) -> None:
    say(memory, "Ada drinks tea.", session_id="s1", agent_id="a1")
    say(memory, "Ada drinks milk.", session_id="s2", agent_id="a2")
    say(memory, "Ada drinks wine.", user_id="ben")
    memory.facts.add(edges("Ada drinks beer"), user_id="ben")
    assert set(texts(memory, "drinks")) == {"Ada drinks tea.", "Ada drinks milk."}
    assert texts(memory, "drinks", session_id="s1") == ["Ada drinks tea."]
    assert texts(memory, "drinks", agent_id="a2") == ["Ada drinks milk."]
    assert texts(memory, "drinks", session_id="none") == []


def test_the_assistants_echoes_never_come_back_and_crowd_nothing_out(memory: Memary) -> None:
    echo = {"role": "assistant", "metadata": {ORIGIN_KEY: ECHO}}
    say(memory, "Somewhere in my house is a blue teapot.")
    memory.add(
        [{"content": f"Blue teapot blue teapot, for the {n}th time.", **echo} for n in range(40)],
        user_id="ada",
        infer=False,
    )
    assert texts(memory, "blue teapot") == ["Somewhere in my house is a blue teapot."]


@pytest.mark.parametrize(
    "options",
    [
        {"query": " "},
        {"query": "tea", "top_k": 0},
        {"query": "tea", "token_budget": 0},
        {"query": "tea", "kinds": {"poem"}},
        {"query": "tea", "kinds": set()},
        {"query": "tea", "as_of": datetime(2026, 1, 1)},
    ],
)
def test_what_makes_no_sense_is_an_input_error(memory: Memary, options: dict[str, object]) -> None:
    with pytest.raises(InputError):
        memory.search(user_id="ada", **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("who", "likes", "lives_in", "question"),
    [("Ada", "likes", "lives in", "Where does Ada live?"), ("林夏", "喜欢", "住在", "林夏住在哪里？")],
)
def test_what_is_asked_comes_before_what_is_newer_and_much(
    memory: Memary, who: str, likes: str, lives_in: str, question: str
) -> None:
    older = {"subject": who, "predicate": lives_in, "object": "Leipzig", "valid_at": "2024-01-01"}
    newer = [
        {"subject": who, "predicate": likes, "object": f"{word}{n}", "valid_at": "2025-01-01"}
        for n in range(8)
        for word in ("tea", "maps", "jazz", "chess", "rain")
    ]
    memory.facts.add([older, *newer], user_id="many")
    assert lives_in in memory.search(question, user_id="many")[0].text


class ByPlace:
    """A reranker that prefers what names a word, and knows how many it was given."""

    def __init__(self, word: str) -> None:
        self.word = word
        self.seen: list[int] = []

    async def rerank(self, query: str, documents: Sequence[str]) -> list[float]:
        self.seen.append(len(documents))
        return [1.0 if self.word in one else 0.0 for one in documents]

    async def aclose(self) -> None:
        pass


def test_a_reranker_orders_the_facts_around_what_a_question_names_in_the_same_call(memory: Memary) -> None:
    memory.facts.add([edge("Ines", "met", f"Mate{n}") for n in range(12)], user_id="ada")
    asked = RecallQuery(text="Whom did Ines meet?", view=View.now(utc_now()), top_k=2, reranked=12)
    judge = ByPlace("Mate7")

    async def find() -> list[str]:
        core = memory.core
        found = await search(
            core.store, core.models.embedder, Scope(user_id="ada"), asked, speakers=(), reranker=judge
        )
        return [fact.object for fact in found.subgraph.facts]

    first, *_ = memory.loop.start(find).result()
    assert (first, len(judge.seen)) == ("Mate7", 1)


@pytest.mark.parametrize(
    ("said", "question", "home"),
    [
        ("I live in Oslo.", "Where do I live?", "User lives in Oslo."),
        ("我住在杭州。", "我住在哪里？", "用户居住在杭州。"),
    ],
)
def test_what_the_user_said_stands_before_what_others_say_against_it(
    memory: Memary, said: str, question: str, home: str
) -> None:
    user = fresh_user()
    memory.add(said, user_id=user, wait=True)
    for origin, place in (("tool", "Rome"), ("external", "Bonn"), ("assistant", "Kyiv")):
        fact = {"subject": "User", "predicate": "lives_in", "object": place, "origin": origin}
        memory.facts.add([fact], user_id=user)
    hits = memory.search(question, user_id=user, kinds="fact")
    assert (hits[0].text, len(hits)) == (home, 4)
    assert {hit.explain.factors.get("contested") for hit in hits if hit.explain} == {None, 0.5}
