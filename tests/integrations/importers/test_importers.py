"""Memories of other systems come in with their times and sources, once, and the report tells what did not and why."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import anyio
import pytest

from memary import InputError, Memary
from memary.integrations.importers import SOURCES, ImportReport, Source, aimport_memories, import_memories
from memary.types import BEGINNING
from tests.integrations.importers.exports import EXPORTS, bring, left


def everything(memory: Memary) -> list[Any]:
    """What memory holds, as far as anybody sees it."""
    held: list[Any] = []
    for user in memory.admin.users():
        held += [message.model_dump() for message in memory.messages.list(user_id=user, include_expired=True)]
        held += [
            fact.model_dump() for fact in memory.facts.list(user_id=user, include_past=True, include_expired=True)
        ]
        held += [(row.entity, row.count) for row in memory.entities.list(user_id=user)]
    return held


FILES = [
    ("mem0.json", "mem0", None, 3, 1),
    ("graphiti.apoc.jsonl", "graphiti", None, 2, 2),
    ("graphiti.models.json", "graphiti", "bob", 1, 1),
    ("graphiti.browser.json", "graphiti", None, 0, 1),
    ("memoryscope.es.json", "memoryscope", None, 2, 1),
    ("reme.jsonl", "memoryscope", None, 3, 0),
    ("movies.neo4j.jsonl", "neo4j", "ada", 0, 3),
]


@pytest.mark.parametrize(("name", "source", "user", "messages", "facts"), FILES, ids=[each[0] for each in FILES])
def test_a_file_comes_in_once(
    memory: Memary, name: str, source: str, user: str | None, messages: int, facts: int
) -> None:
    seen: list[int] = []
    first = bring(memory, name, source=source, user_id=user, on_progress=seen.append)
    held = everything(memory)
    second = bring(memory, name, source=source, user_id=user)

    assert (first.messages, first.facts, first.known) == (messages, facts, 0)
    assert sum(seen) == messages + facts
    assert (second.messages, second.facts, second.known) == (0, 0, messages + facts)
    assert first.left == second.left
    assert everything(memory) == held
    assert memory.admin.check() == []


# -- mem0 ----------------------------------------------------------------------------------------------------------


def test_memories_of_mem0_keep_their_time_scope_and_metadata(memory: Memary) -> None:
    report = bring(memory, "mem0.json", source="mem0")

    assert report.users == ("ada", "bob")
    lives, peanuts = memory.messages.list(user_id="ada")
    assert lives.content == "Lives in Lisbon and works from home"
    assert lives.metadata["topic"] == "home"
    assert peanuts.created_at == datetime(2025, 3, 3, 17, tzinfo=UTC)
    assert (peanuts.agent_id, peanuts.session_id, peanuts.speaker) == ("cook", "dinner-1", "Ada")
    assert peanuts.metadata["imported_from"] == "mem0"
    assert peanuts.metadata["updated_at"] == "2025-04-01T08:00:00+00:00"
    found = memory.search("peanuts", user_id="ada", filters={"category": "health"})
    assert [hit.text for hit in found] == ["Is allergic to peanuts"]
    assert [fact.statement for fact in memory.facts.list(user_id="ada")] == ["ada lives in lisbon"]
    assert [message.content for message in memory.messages.list(user_id="bob")] == ["Plays the cello"]


def test_a_relation_that_the_user_has_ended_does_not_come_back(memory: Memary) -> None:
    bring(memory, "mem0.json", source="mem0")
    (lives,) = memory.facts.list(user_id="ada")
    assert lives.valid_at == BEGINNING  # nothing says since when
    end = {"subject": "ada", "predicate": "lives_in", "object": "lisbon", "op": "DELETE", "target_id": lives.id}
    memory.facts.add([{**end, "origin": "user"}], user_id="ada")

    assert bring(memory, "mem0.json", source="mem0").facts == 0
    assert memory.facts.list(user_id="ada") == []


def test_relations_of_mem0_are_those_of_the_only_user(memory: Memary, tmp_path: Path) -> None:
    file = tmp_path / "memories.json"
    relation = {"source": "kim", "relationship": "lives_in", "target": "Seattle"}
    told = {"id": "a1", "memory": "Prefers aisle seats", "user_id": "kim"}
    file.write_text(json.dumps({"results": [told], "relations": [relation]}))
    import_memories(memory, file, source="mem0")
    assert [fact.object for fact in memory.facts.list(user_id="kim")] == ["Seattle"]


def test_what_mem0_had_that_cannot_be_used_is_told(memory: Memary) -> None:
    told = left(bring(memory, "mem0.json", source="mem0"))

    assert "no text" in told["memory 6a1f3b0e-0004-4d1c-9a55-1f2d3c4b5a69"]
    assert "'a while ago' cannot be read" in told["memory Was born on a Tuesday"]
    assert any("one of its parts is missing" in why for why in told.values())
    assert len(told) == 3


def test_one_user_of_several_cannot_be_meant(memory: Memary) -> None:
    with pytest.raises(InputError, match="'ada', 'bob'"):
        bring(memory, "mem0.json", source="mem0", user_id="ada")
    assert memory.admin.users() == []


def test_texts_are_read_for_facts_on_demand(memory: Memary, tmp_path: Path) -> None:
    file = tmp_path / "export.json"
    file.write_text(json.dumps([{"id": "1", "memory": "I live in Lisbon.", "user_id": "ada"}]))

    import_memories(memory, file, source="mem0")
    assert memory.flush(user_id="ada").done == 0
    memory.forget(user_id="ada")
    import_memories(memory, file, source="mem0", infer=True)
    memory.flush(user_id="ada")

    assert [fact.statement for fact in memory.facts.list(user_id="ada")] == ["User lives in Lisbon."]


@pytest.fixture
def history(tmp_path: Path) -> Path:
    path = tmp_path / "history.db"
    january, february, march = (f"2025-0{month}-01T10:00:00+00:00" for month in (1, 2, 3))
    rows = [
        ("h1", "mem-1", None, "Likes tea", "ADD", january, january, 0),
        ("h2", "mem-1", "Likes tea", "Likes green tea", "UPDATE", january, february, 0),
        ("h3", "mem-2", None, "Plays chess", "ADD", january, None, 0),
        ("h4", "mem-2", "Plays chess", None, "DELETE", january, march, 1),
    ]
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(
            "CREATE TABLE history (id TEXT, memory_id TEXT, old_memory TEXT, new_memory TEXT, event TEXT, "
            "created_at DATETIME, updated_at DATETIME, is_deleted INTEGER, actor_id TEXT, role TEXT)"
        )
        database.executemany("INSERT INTO history VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL, 'user')", rows)
    return path


def test_the_history_of_mem0_brings_earlier_versions_that_have_expired(memory: Memary, history: Path) -> None:
    with pytest.raises(InputError, match="whose memory it is"):
        import_memories(memory, history, source="mem0")

    report = import_memories(memory, history, source="mem0", user_id="ada")

    assert report.messages == 3
    assert [message.content for message in memory.messages.list(user_id="ada")] == ["Likes green tea"]
    before = [m for m in memory.messages.list(user_id="ada", include_expired=True) if m.content != "Likes green tea"]
    assert {(m.content, m.created_at.month, m.expires_at.month) for m in before} == {
        ("Likes tea", 1, 2),
        ("Plays chess", 1, 3),
    }
    assert import_memories(memory, history, source="mem0", user_id="ada").known == 3


def test_a_memory_that_changed_since_is_told_and_not_doubled(memory: Memary, tmp_path: Path, history: Path) -> None:
    file = tmp_path / "export.json"
    file.write_text(json.dumps([{"id": "mem-1", "memory": "Likes white tea", "user_id": "ada"}]))
    import_memories(memory, history, source="mem0", user_id="ada")

    report = import_memories(memory, file, source="mem0")

    assert left(report) == {"Likes white tea": "it was imported before, with a different text"}
    assert [message.content for message in memory.messages.list(user_id="ada")] == ["Likes green tea"]


# -- Graphiti ------------------------------------------------------------------------------------------------------


def test_facts_of_graphiti_keep_their_validity_and_their_episodes(memory: Memary) -> None:
    bring(memory, "graphiti.apoc.jsonl", source="graphiti")

    before, now = memory.facts.list(user_id="ada", include_past=True)
    assert before.statement == "Ada works at Initech as an engineer."
    assert (before.valid_at, before.invalid_at) == (
        datetime(2023, 1, 10, 9, tzinfo=UTC),
        datetime(2024, 6, 1, 8, 30, tzinfo=UTC),
    )
    assert (before.subject, before.predicate, before.object) == ("Ada", "works_at", "Initech")
    assert before.source_ids == ("graphiti:ep-1",)
    assert now.statement == "Ada works at Globex."
    assert now.source_ids == ("graphiti:ep-2",)
    assert [fact.object for fact in memory.facts.list(user_id="ada")] == ["Globex"]
    asked = datetime(2023, 6, 1, tzinfo=UTC)
    assert [fact.object for fact in memory.facts.list(user_id="ada", as_of=asked)] == ["Initech"]
    assert {row.entity.name: row.entity.type for row in memory.entities.list(user_id="ada")}[
        "Globex"
    ] == "organization"


def test_episodes_of_graphiti_are_messages(memory: Memary) -> None:
    bring(memory, "graphiti.apoc.jsonl", source="graphiti")

    one, talk = memory.messages.list(user_id="ada")
    assert (one.speaker, one.content) == ("Ada", "I started at Initech as an engineer.")
    assert one.created_at == datetime(2023, 1, 10, 9, tzinfo=UTC)
    assert talk.content.startswith("Ada (user): I left Initech")
    assert talk.metadata["source_description"] == "chat"


def test_what_graphiti_had_that_memary_makes_itself_is_told(memory: Memary) -> None:
    told = left(bring(memory, "graphiti.apoc.jsonl", source="graphiti"))

    assert told == {
        "episode empty": "it is empty",
        "fact Ada knows somebody.": "an entity that it connects is not in the file",
        "entity coffee machine": "no fact names it",
        "1 × Community": "memary finds themes by itself",
        "2 × MENTIONS": "memary notes by itself what a message mentions",
    }


def test_a_group_without_a_name_needs_a_user(memory: Memary) -> None:
    with pytest.raises(InputError, match="whose memory it is"):
        bring(memory, "graphiti.models.json", source="graphiti")
    assert bring(memory, "graphiti.models.json", source="graphiti", user_id="bob").users == ("bob",)
    (fact,) = memory.facts.list(user_id="bob")
    assert (fact.subject, fact.predicate, fact.object) == ("Bob", "has_pet", "Rex")


_OF_BOB = {"uuid": "n-1", "name": "Bob"}
_OF_REX = {"uuid": "n-2", "name": "Rex"}
_EDGE = {"uuid": "e-1", "name": "HAS_PET", "group_id": "bob"}
_BETWEEN = {"source_node_uuid": "n-1", "target_node_uuid": "n-2"}


@pytest.mark.parametrize(
    "dump",
    [
        pytest.param(
            [*({**node, "labels": ["Entity"]} for node in (_OF_BOB, _OF_REX)), {**_EDGE, **_BETWEEN}],
            id="no-summaries-no-sentence",
        ),
        pytest.param(
            {
                "nodes": [{**node, "group_id": "bob", "name_embedding": [0.1]} for node in (_OF_BOB, _OF_REX)],
                "edges": [{**_EDGE, **_BETWEEN, "fact": "Bob has pet Rex", "fact_embedding": [0.2], "episodes": []}],
                "communities": [{"uuid": "c-1", "name": "Pets", "labels": ["Community"], "summary": "Pets."}],
                "mentions": [{"uuid": "m-1", "source_node_uuid": "ep-1", "target_node_uuid": "n-1"}],
            },
            id="models-with-embeddings",
        ),
        pytest.param(
            [
                {"elementId": "4:x:1", "labels": ["Entity"], "properties": _OF_BOB},
                {"elementId": "4:x:2", "labels": ["Entity"], "properties": _OF_REX},
                {
                    "elementId": "5:x:1",
                    "startNodeElementId": "4:x:1",
                    "endNodeElementId": "4:x:2",
                    "type": "RELATES_TO",
                    "properties": _EDGE,
                },
            ],
            id="element-ids",
        ),
        pytest.param(
            {
                "type": "relationship",
                "id": "7",
                "label": "RELATES_TO",
                "properties": _EDGE,
                "start": {"id": "1", "labels": ["Entity"], "properties": _OF_BOB},
                "end": {"id": "2", "labels": ["Entity"], "properties": _OF_REX},
            },
            id="relationships-alone",
        ),
    ],
)
def test_forms_of_graphitis_graph_are_told_by_what_they_have(memory: Memary, tmp_path: Path, dump: object) -> None:
    file = tmp_path / "graph.json"
    file.write_text(json.dumps(dump))
    import_memories(memory, file, source="graphiti")
    (fact,) = memory.facts.list(user_id="bob")
    assert (fact.subject, fact.predicate, fact.object) == ("Bob", "has_pet", "Rex")
    assert fact.statement == "Bob has pet Rex"


# -- MemoryScope and ReMe ------------------------------------------------------------------------------------------


def test_memories_of_memoryscope_are_messages_and_its_insights_facts(memory: Memary) -> None:
    report = bring(memory, "memoryscope.es.json", source="memoryscope")

    assert left(report) == {"observation Ada likes coffee.": "it is marked as expired"}
    sleep, exam = memory.messages.list(user_id="Ada")
    assert sleep.content == "Ada often cannot sleep before exams."
    assert sleep.created_at == datetime.fromtimestamp(1718000000, UTC)
    assert (sleep.metadata["memory_type"], sleep.metadata["event_year"]) == ("observation", "2024")
    assert exam.metadata["memory_type"] == "conversation"
    (fact,) = memory.facts.list(user_id="Ada")
    assert (fact.subject, fact.object, fact.statement) == ("Ada", "green tea", "Ada's favourite drink: green tea")
    assert fact.valid_at == datetime.fromtimestamp(1718100000, UTC)


def test_a_workspace_of_reme_is_a_user(memory: Memary) -> None:
    report = bring(memory, "reme.jsonl", source="memoryscope")

    assert report.users == ("team",)
    first, second, third = memory.messages.list(user_id="team")
    assert first.content.startswith("When an API needs a login first.\nRead its documentation")
    assert first.created_at == datetime(2025, 7, 24, 21, 15, 17, tzinfo=UTC)
    assert (second.content, second.metadata["target"]) == ("Bob prefers short answers.", "Bob")
    assert third.content.endswith("Ask for all songs once, and keep the table.")


# -- what cannot be read -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("source", [source for source in SOURCES if source is not Source.MARKDOWN])
@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "holds no data of"),
        (b"{}", "holds no data of"),
        (b'[{"other": "things"}]', "holds no data of"),
        (b"not json\n", "no JSON|holds no data of"),
        (b"\xff\xfe\x00", "is not UTF-8 text|cannot be read"),
    ],
)
def test_a_file_of_something_else_is_refused(
    memory: Memary, tmp_path: Path, source: str, content: bytes, says: str
) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    with pytest.raises(InputError, match=says):
        import_memories(memory, file, source=source)
    assert memory.admin.users() == []


def test_files_and_systems_that_are_not_there(memory: Memary, tmp_path: Path) -> None:
    for source in SOURCES:
        with pytest.raises(InputError, match="cannot be read"):
            import_memories(memory, tmp_path / "nothing", source=source)
    with pytest.raises(InputError, match="mem0, graphiti, memoryscope"):
        import_memories(memory, EXPORTS / "mem0.json", source="zep")
    database = tmp_path / "other.db"
    with closing(sqlite3.connect(database)) as made, made:
        made.execute("CREATE TABLE x (y)")
    with pytest.raises(InputError, match="not a mem0 history database"):
        import_memories(memory, database, source="mem0", user_id="ada")


def test_a_large_file_comes_in_part_by_part_from_the_start(memory: Memary, tmp_path: Path) -> None:
    file, came = tmp_path / "mem0.json", list[int]()
    memories = [{"id": f"m{number}", "memory": f"Note {number}", "user_id": "ada"} for number in range(500)]
    file.write_text(json.dumps([*memories[:-1], memories[-1] | {"memory": "\0\0\0\0"}]))

    class StoppedError(Exception):
        """Somebody stops the import."""

    def stop(count: int) -> None:
        came.append(count)
        raise StoppedError

    with pytest.raises(StoppedError):
        import_memories(memory, file, source="mem0", on_progress=stop)
    assert len(memory.messages.list(user_id="ada", limit=1_000)) == sum(came) < 500
    came.clear()
    report = import_memories(memory, file, source="mem0", on_progress=came.append)
    assert (report.messages + report.known, len(report.left), sum(came)) == (499, 1, 500)


def test_async_does_the_same(memory: Memary) -> None:
    async def run() -> ImportReport:
        return await aimport_memories(memory, EXPORTS / "reme.jsonl", source="memoryscope", user_id="ada")

    assert anyio.run(run).messages == 3


def test_a_long_text_comes_in_whole_and_once(memory: Memary, tmp_path: Path) -> None:
    text = "\n".join(f"Line {number} of a long report about the harvest." for number in range(400))
    episode = {"uuid": "e", "content": text, "valid_at": "2024-01-01", "group_id": "ada", "source": "text"}
    nodes = [{"uuid": name, "name": name, "summary": "", "group_id": "ada"} for name in ("Farm", "Wheat")]
    edge = {"uuid": "f", "source_node_uuid": "Farm", "target_node_uuid": "Wheat", "name": "GROWS", "episodes": ["e"]}
    file = tmp_path / "graph.json"
    file.write_text(
        json.dumps({"episodes": [episode], "nodes": nodes, "edges": [{**edge, "fact": "It grows wheat."}]})
    )

    assert import_memories(memory, file, source="graphiti", user_id="ada").messages == 1
    assert import_memories(memory, file, source="graphiti", user_id="ada").known == 2
    (fact,) = memory.facts.list(user_id="ada")
    assert fact.source_ids == ("graphiti:e#1",)
    assert len(memory.messages.list(user_id="ada")) > 1
