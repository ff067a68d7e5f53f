"""Which names become one node: the labelled pairs, two whole conversations, and the rules one by one."""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from memary import Memary
from memary.languages.keys import predicate_key
from resolution.entity_pairs import Score, ScriptedReader, pairs, read_as_facts, read_by_model

MOST_FALSE_MERGES = 0.01
LEAST_F1, LEAST_F1_OF_FACTS = 0.97, 0.96
LEAST_F1_OF_TALKS = 0.97
LOCAL_MODEL = "TEST_LOCAL_MODEL"
CONVERSATIONS = Path(__file__).parents[2] / "data" / "conversations"
LABELS = Path(__file__).parents[1] / "data" / "conversation_entities.jsonl"


@pytest.fixture
def reader() -> ScriptedReader:
    return ScriptedReader()


@pytest.fixture
def memory(reader: ScriptedReader) -> Iterator[Memary]:
    with Memary.open("sqlite:///:memory:", llm=reader, embedding="hash", worker=False) as opened:
        yield opened


def shown(how: str, score: Score) -> None:
    print(f"\n{len(pairs())} pairs, {how}: {score}")  # noqa: T201 - the figures are the point
    for pair in score.false_merges:
        print(f"  merged wrongly: {pair}")  # noqa: T201 - the figures are the point


def test_the_labelled_set_is_large_and_balanced() -> None:
    given = pairs()
    chinese = [pair for pair in given if any("\u4e00" <= c <= "\u9fff" for c in pair.one.said + pair.other.said)]
    assert len(given) >= 240
    assert 0.4 < sum(pair.same for pair in given) / len(given) < 0.6
    assert len(chinese) >= 60


@pytest.mark.long
def test_pairs_read_by_a_model_are_told_apart(memory: Memary, reader: ScriptedReader) -> None:
    score = read_by_model(pairs(), memory, reader)
    shown("read by a model", score)
    assert score.false_merge_rate <= MOST_FALSE_MERGES
    assert score.f1 >= LEAST_F1


@pytest.mark.long
def test_pairs_given_as_facts_are_told_apart(memory: Memary) -> None:
    score = read_as_facts(pairs(), memory)
    shown("given as facts", score)
    assert score.false_merge_rate <= MOST_FALSE_MERGES
    assert score.f1 >= LEAST_F1_OF_FACTS


@pytest.mark.skipif(LOCAL_MODEL not in os.environ, reason=f"{LOCAL_MODEL} names no folder")
def test_pairs_are_told_apart_with_an_embedding_model(reader: ScriptedReader) -> None:
    model = f"local:{os.environ[LOCAL_MODEL]}"
    with Memary.open("sqlite:///:memory:", llm=reader, embedding=model, worker=False) as memory:
        score = read_by_model(pairs(), memory, reader)
    shown(f"with {model}", score)
    assert score.false_merge_rate <= MOST_FALSE_MERGES
    assert score.f1 >= LEAST_F1


@pytest.mark.long
def test_whole_conversations_give_one_node_per_entity(memory: Memary, reader: ScriptedReader) -> None:
    labels = [json.loads(line) for line in LABELS.read_text("utf-8").splitlines()]
    for name in ("ada.en", "linxia.zh"):
        lines = (CONVERSATIONS / f"{name}.jsonl").read_text("utf-8").splitlines()
        for number, line in enumerate(lines, 1):
            message = json.loads(line)
            said = [label for label in labels if (label["conversation"], label["line"]) == (name, number)]
            reader.replies = {message["content"].split("\n")[0]: reply(message["content"], said)} if said else {}
            memory.add(message, user_id=name, infer=bool(said))
            if said:
                memory.flush(user_id=name)
    clusters = clusters_of(memory, labels)
    precision, recall = b_cubed(clusters)
    f1 = 2 * precision * recall / (precision + recall)
    entities = len({gold for gold, _ in clusters})
    print(  # noqa: T201
        f"\n{len(clusters)} mentions of {entities} entities: B-cubed {precision:.3f} / {recall:.3f} / F1 {f1:.3f}; "
        f"mixed: {mixed(clusters)}; split: {split(clusters)}"
    )
    assert not mixed(clusters)
    assert f1 >= LEAST_F1_OF_TALKS


def reply(content: str, said: list[dict[str, Any]]) -> dict[str, Any]:
    """What a model reads out of a message."""
    entities = [{key: label[key] for key in ("name", "type", "aliases", "same_as") if key in label} for label in said]
    facts = [
        {
            "subject": "User",
            "predicate": f"spoke_of_{label['is']}",
            "object": label["name"],
            "statement": content[:300],
        }
        for label in said
    ]
    return {"entities": entities, "facts": [{**fact, "message": 1} for fact in facts]}


def clusters_of(memory: Memary, labels: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """For each labelled mention what it means, and the node it became.

    The object of the fact that speaks of it.
    """
    nodes: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for user in ("ada.en", "linxia.zh"):
        messages = {m.id: m for m in memory.messages.list(user_id=user)}
        lines = (CONVERSATIONS / f"{user}.jsonl").read_text("utf-8").splitlines()
        numbers = {json.loads(line)["content"]: number for number, line in enumerate(lines, 1)}
        for fact in memory.facts.list(user_id=user, include_past=True):
            for id_ in fact.source_ids:
                where = str(numbers[messages[id_].content])
                nodes[user, where, fact.predicate].append(fact.object_id)
    return [
        (f"{label['conversation']}/{label['is']}", node)
        for label in labels
        for node in nodes[label["conversation"], str(label["line"]), predicate_key(f"spoke_of_{label['is']}")][:1]
    ]


def b_cubed(clusters: list[tuple[str, str]]) -> tuple[float, float]:
    """Precision and recall, averaged over mentions."""
    precision = [sum(g == gold for g, n in clusters if n == node) / sum(n == node for _, n in clusters)
                 for gold, node in clusters]  # fmt: skip
    recall = [sum(n == node for g, n in clusters if g == gold) / sum(g == gold for g, _ in clusters)
              for gold, node in clusters]  # fmt: skip
    return sum(precision) / len(clusters), sum(recall) / len(clusters)


def mixed(clusters: list[tuple[str, str]]) -> list[set[str]]:
    """What became one node and is not one."""
    golds: dict[str, set[str]] = defaultdict(set)
    for gold, node in clusters:
        golds[node].add(gold)
    return [group for group in golds.values() if len(group) > 1]


def split(clusters: list[tuple[str, str]]) -> list[str]:
    """What is one and became several nodes."""
    nodes: dict[str, set[str]] = defaultdict(set)
    for gold, node in clusters:
        nodes[gold].add(node)
    return sorted(gold for gold, group in nodes.items() if len(group) > 1)


# -- the rules one by one -----------------------------------------------------------------------------------------

ADA = "ada"


def say(memory: Memary, reader: ScriptedReader, text: str, *entities: dict[str, Any]) -> None:
    """Say a sentence of which a model reads these entities."""
    facts = [
        {"subject": "User", "predicate": "spoke_of", "object": entity["name"], "statement": text, "message": 1}
        for entity in entities
    ]
    reader.replies = {text: {"entities": list(entities), "facts": facts}}
    memory.add(text, user_id=ADA)
    memory.flush(user_id=ADA)


def person(name: str, **fields: Any) -> dict[str, Any]:
    return {"name": name, "type": "person", **fields}


def names(memory: Memary) -> list[str]:
    """The nodes beside the user's, as they are called."""
    return sorted(known.entity.name for known in memory.entities.list(user_id=ADA) if known.entity.name != "User")


def test_another_of_the_name_is_a_node_of_its_own_and_stays_so_when_read_again(
    memory: Memary, reader: ScriptedReader
) -> None:
    say(memory, reader, "Tom plays tennis.", person("Tom"))
    say(memory, reader, "I met another Tom at the party.", person("Tom"))
    assert names(memory) == ["Tom", "Tom"]
    memory.admin.replay(user_id=ADA, everything=True)
    memory.flush(user_id=ADA)
    assert names(memory) == ["Tom", "Tom"]


def test_a_later_mention_goes_to_the_one_whose_context_it_shares(memory: Memary, reader: ScriptedReader) -> None:
    say(memory, reader, "My brother Tom lives in Graz.", person("Tom"))
    say(memory, reader, "Tom from work repairs Harley engines.", person("Tom"))
    say(memory, reader, "Tom sold the Harley.", person("Tom"))
    counts = sorted(known.count for known in memory.entities.list(user_id=ADA) if known.entity.name == "Tom")
    assert counts == [1, 2]


def test_the_model_may_say_that_two_names_are_one_where_the_text_bears_it_out(
    memory: Memary, reader: ScriptedReader
) -> None:
    say(memory, reader, "Signe Holm leads the team.", person("Signe Holm"))
    say(memory, reader, "Signe drew a turbine.", person("Signe", same_as="Signe Holm"))
    assert names(memory) == ["Signe Holm"]


@pytest.mark.parametrize(
    ("text", "entity"),
    [
        pytest.param("Henrik knows Signe Berg.", person("Signe Berg", same_as="Signe Holm"), id="another surname"),
        pytest.param(
            "Signe is a lake in Norway.", {"name": "Signe", "type": "place", "same_as": "Signe Holm"}, id="type"
        ),
        pytest.param("Signe and Henrik met.", person("Henrik", same_as="Signe Holm"), id="an unrelated name"),
    ],
)
def test_the_models_word_alone_merges_nothing(
    memory: Memary, reader: ScriptedReader, text: str, entity: dict[str, Any]
) -> None:
    say(memory, reader, "Signe Holm leads the team.", person("Signe Holm"))
    say(memory, reader, text, entity)
    assert names(memory) == sorted(["Signe Holm", entity["name"]])


def test_a_first_name_that_two_bear_is_given_to_neither(memory: Memary, reader: ScriptedReader) -> None:
    say(memory, reader, "Jonas Weber likes sailing.", person("Jonas Weber"))
    say(memory, reader, "Jonas Lindqvist likes sailing.", person("Jonas Lindqvist"))
    say(memory, reader, "Jonas likes sailing.", person("Jonas"))
    assert names(memory) == ["Jonas", "Jonas Lindqvist", "Jonas Weber"]
    pairs = {(pair.one.name, pair.other.name) for pair in memory.entities.duplicates(user_id=ADA)}
    assert pairs == {("Jonas Weber", "Jonas"), ("Jonas Lindqvist", "Jonas")}


def test_near_names_with_facts_that_cannot_both_be_true_stay_two(memory: Memary) -> None:
    one = {"subject": "Thomas Miller", "predicate": "lives_in", "object": "Oslo", "subject_type": "person"}
    other = {"subject": "Tom Miller", "predicate": "lives_in", "object": "Rome", "subject_type": "person"}
    memory.facts.add([one], user_id=ADA)
    memory.facts.add([other], user_id=ADA)
    assert {"Thomas Miller", "Tom Miller"} <= set(names(memory))
    (pair,) = memory.entities.duplicates(user_id=ADA)
    assert {pair.one.name, pair.other.name} == {"Thomas Miller", "Tom Miller"}
    assert 0 < pair.score < 1
    assert pair.reason


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        ("Royal Yachting Association", "RYA", "organization"),
        ("Kathmandu", "Katmandu", "place"),
        ("Mohammed Aziz", "Muhammad Aziz", "person"),
        ("Apple Watch", "Apple", "product"),
        ("周航", "航航", "person"),
    ],
)
def test_what_may_be_one_is_listed_and_not_merged(memory: Memary, one: str, other: str, kind: str) -> None:
    for name in (one, other):
        memory.facts.add(
            [{"subject": name, "predicate": "came_up", "object": "today", "subject_type": kind}], user_id=ADA
        )
    listed = [{pair.one.name, pair.other.name} for pair in memory.entities.duplicates(user_id=ADA)]
    assert listed == [{one, other}]


def test_homonyms_that_were_told_apart_are_not_listed_as_duplicates(memory: Memary, reader: ScriptedReader) -> None:
    say(memory, reader, "Tom plays tennis.", person("Tom"))
    say(memory, reader, "I met another Tom at the party.", person("Tom"))
    assert memory.entities.duplicates(user_id=ADA) == []


def test_writers_at_once_make_one_node_of_near_names(memory: Memary) -> None:
    spellings = ["Kassenhaus", "Kassenhaus GmbH", "KASSENHAUS", "Kassen-Haus", "Kassenhaus Ltd"] * 4

    def write(name: str) -> None:
        fact = {"subject": "Ada", "predicate": "works_at", "object": name, "object_type": "organization"}
        memory.facts.add([fact], user_id=ADA)

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(write, spellings))
    assert len([known for known in memory.entities.list(user_id=ADA) if known.entity.type == "organization"]) == 1
