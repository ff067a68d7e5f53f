"""What a reply may leave out, and what a message costs: the short form of the extraction, and its calls."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.model_server import ModelServer

from ingestion.talks import USER, extraction
from memary import Memary
from memary.ingestion.extraction.prompt import Extraction
from memary.models.openai.chat import response_format

LEIPZIG = {"name": "Leipzig", "type": "place"}


@pytest.fixture
def memory(server: ModelServer, tmp_path: Path) -> Iterator[Memary]:
    with Memary.open(
        f"sqlite:///{tmp_path}/memory.db",
        base_url=server.base_url,
        api_key="any",
        model="scripted",
        embedding="openai:scripted",
        embedding_dimensions=server.dimensions,
        home=tmp_path,
        linger=60,
    ) as opened:
        yield opened


def tell(memory: Memary, *texts: str, speaker: str | None = None) -> None:
    memory.add([{"content": text, "speaker": speaker} for text in texts], user_id=USER)
    memory.flush()


def told(object_: str, statement: str, **more: Any) -> dict[str, Any]:
    return {"subject": "User", "predicate": "lives_in", "object": object_, "statement": statement, **more}


def acquainted(server: ModelServer, memory: Memary) -> None:
    """The user is known from before."""
    server.respond(extraction(("User", "likes", "tea")))
    tell(memory, "I like tea.")
    server.reset_counts()


def test_a_message_that_brings_new_names_costs_two_calls_for_embeddings(server: ModelServer, memory: Memary) -> None:
    acquainted(server, memory)
    server.respond(extraction(told("Leipzig", "The user lives in Leipzig."), entities=(LEIPZIG,)))
    tell(memory, "I live in Leipzig.")
    assert (server.chat_calls, server.embedding_calls) == (1, 2)
    assert {fact.object for fact in memory.facts.list(user_id=USER)} == {"tea", "Leipzig"}


def test_a_message_that_brings_nothing_costs_one_call_for_embeddings(server: ModelServer, memory: Memary) -> None:
    server.respond('{"facts": []}')
    tell(memory, "It rains again.")
    assert (server.chat_calls, server.embedding_calls) == (1, 1)


@pytest.mark.parametrize("text", ["Good morning.", "Ok, thanks a lot! Bye.", "好的，谢谢！晚安"])
def test_chatter_alone_costs_no_call_of_the_model(text: str, server: ModelServer, memory: Memary) -> None:
    tell(memory, text)
    assert (server.chat_calls, memory.admin.stats(user_id="ada").pending) == (0, 0)


def test_a_yes_is_read_where_a_question_was_asked(server: ModelServer, memory: Memary) -> None:
    server.respond('{"facts": []}')
    memory.add(
        [{"role": "assistant", "content": "Do you still live in Berlin?"}], user_id="ada", session_id="s", wait=True
    )
    memory.add("Yes.", user_id="ada", session_id="s", wait=True)
    assert server.chat_calls == 2


def test_new_things_with_descriptions_are_embedded_with_their_names(server: ModelServer, memory: Memary) -> None:
    acquainted(server, memory)
    described = LEIPZIG | {"description": "city in Saxony"}
    server.respond(extraction(told("Leipzig", "The user lives in Leipzig."), entities=(described,)))
    tell(memory, "I live in Leipzig, in Saxony.")
    assert server.embedding_calls == 2


@pytest.mark.parametrize(
    ("text", "object_", "words"),
    [
        (
            "I moved twice. I live in Leipzig since 2019, and I also like tea.",
            "Leipzig",
            "I live in Leipzig since 2019",
        ),
        ("I also like tea and I live in Leipzig now.", "Leipzig", "and I live in Leipzig now."),
        ("I live in Paris, Texas these days.", "Paris, Texas", "I live in Paris, Texas these days."),
        ("我也爱喝茶，我住在莱比锡。", "莱比锡", "我住在莱比锡。"),
    ],
)
def test_a_fact_without_a_quotation_is_quoted_by_what_stands_around_its_object(
    text: str, object_: str, words: str, server: ModelServer, memory: Memary
) -> None:
    server.respond(extraction(told(object_, f"User: {object_}.")))
    tell(memory, text)
    assert [fact.quote for fact in memory.facts.list(user_id=USER)] == [words]


def test_a_quotation_of_the_models_own_goes_first(server: ModelServer, memory: Memary) -> None:
    server.respond(extraction(told("Leipzig", "The user lives in Leipzig.", quote="in Leipzig")))
    tell(memory, "I live in Leipzig.")
    assert [fact.quote for fact in memory.facts.list(user_id=USER)] == ["in Leipzig"]


def test_who_speaks_is_a_person_without_being_listed(server: ModelServer, memory: Memary) -> None:
    server.respond(
        extraction({"subject": "Melanie Weber", "predicate": "lives_in", "object": "Leipzig"}, entities=(LEIPZIG,))
    )
    tell(memory, "I live in Leipzig.", speaker="Melanie Weber")
    kinds = {row.entity.name: row.entity.type for row in memory.entities.list(user_id=USER)}
    assert kinds["Melanie Weber"] == "person"


def test_the_schema_names_what_a_reply_is_made_of_and_no_more() -> None:
    schema = json.dumps(response_format(Extraction))
    for word in ("minLength", "maxLength", "maximum", "anyOf", "null", "title", "default"):
        assert word not in schema
    facts = response_format(Extraction)["json_schema"]["schema"]["$defs"]["ExtractedFact"]
    assert facts["required"] == ["subject", "predicate", "object"]
    assert facts["properties"]["op"]["enum"] == ["ADD", "UPDATE", "DELETE", "NONE", "FORGET"]
    assert facts["properties"]["target"] == {"type": "integer"}
