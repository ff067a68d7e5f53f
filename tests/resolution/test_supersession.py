"""What is true after a history was told: one table, through a scripted model and through `memory.facts.add`."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import cycle
from typing import Any

import pytest
from ingestion.talks import opened
from support.model_server import ModelServer, prompt_text
from support.neo4j_server import Neo4jAddress
from support.records import fresh_user
from support.small_embedder import SmallEmbedder
from support.web.http_connection import Body

from memary import Memary
from memary.facts.identity import SELF_NAME
from memary.languages import texts
from memary.types import ORIGIN_KEY, Fact, utc_now
from resolution.supersession_cases import CASES, Read, Said, SupersessionCase

GROUPS = sorted({case.group for case in CASES})
SAMPLE = [
    next(case for case in CASES if (case.group, case.language) == pair)
    for pair in zip(GROUPS[::4], cycle(("en", "zh")), strict=False)
]
"""Cases of some groups, in the languages by turns: a store is sent the same for all."""


@pytest.fixture(scope="module")
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


@pytest.fixture(scope="module")
def memory(server: ModelServer) -> Iterator[Memary]:
    with opened(server) as opened_memory:
        yield opened_memory


def line(fact: Fact) -> str:
    return f"{fact.subject} {fact.predicate} {fact.object}"


def statement(read: Read, language: str) -> str:
    words = read.triple
    return f"{''.join(words)}。" if language == "zh" else f"{' '.join(words).replace('_', ' ')}."


def message_of(said: Said) -> dict[str, Any]:
    role = "assistant" if said.by == "external" else said.by
    metadata = {ORIGIN_KEY: "external"} if said.by == "external" else {}
    return {"content": said.text, "role": role, "created_at": said.at, "metadata": metadata}


def by_model(memory: Memary, server: ModelServer, case: SupersessionCase, user: str) -> None:
    """Say it all, one message a batch, to a model that reads what the case says it reads."""
    for said in case.said:

        def reply(body: Body, said: Said = said) -> str:
            prompt = prompt_text(body)
            return json.dumps({"facts": [_fact(read, prompt, said, case) for read in said.facts]}, ensure_ascii=False)

        server.script(reply)
        memory.add(message_of(said), user_id=user, session_id=said.session)
        report = memory.flush(user_id=user)
        assert (report.done, report.errors) == (1, [])


def _fact(read: Read, prompt: str, said: Said, case: SupersessionCase) -> dict[str, Any]:
    subject, predicate, object_ = read.triple
    found = {"op": read.op, "since": read.since, "until": read.until, "correction": read.correction}
    if read.of:
        own = texts(case.language).user
        target = " | ".join(own if end == SELF_NAME else end for end in Read(read.of).triple)
        (number,) = [
            n
            for n, _, row in (line.partition(". ") for line in prompt.splitlines())
            if f"{row} |".startswith(f"{target} |")
        ]
        found["target"] = int(number)
    return found | {
        "subject": subject,
        "predicate": predicate,
        "object": object_,
        "statement": statement(read, case.language),
        "quote": said.text,
        "message": 1,
    }


def by_caller(memory: Memary, case: SupersessionCase, user: str) -> None:
    """Bring in the same facts without a model."""
    for said in case.said:
        ids = memory.add(message_of(said), user_id=user, session_id=said.session, infer=False).ids
        known = {line(fact): fact.id for fact in memory.facts.list(user_id=user, include_past=True)}
        for read in said.facts:
            subject, predicate, object_ = read.triple
            fact = {
                "subject": subject,
                "predicate": predicate,
                "object": object_,
                "statement": f"{statement(read, case.language)} {said.text}",
                "valid_at": read.since,
                "invalid_at": read.until,
                "source_ids": ids,
                "origin": said.by,
                "op": read.op,
                "target_id": known[read.of] if read.of else None,
                "correction": read.correction,
            }
            memory.facts.add([fact], user_id=user)


def outcome(memory: Memary, case: SupersessionCase, user: str) -> SupersessionCase:
    """What the memory holds in the end, in the form of the case."""
    now = utc_now()
    current = memory.facts.list(user_id=user, include_upcoming=False)
    known = {fact.id for fact in current}
    rest = [fact for fact in memory.facts.list(user_id=user, include_past=True) if fact.id not in known]
    lasting = [fact for fact in rest if fact.valid_at < fact.invalid_at]
    pairs = memory.facts.conflicts(user_id=user)
    return SupersessionCase(
        case.name,
        case.group,
        case.language,
        case.said,
        now=frozenset(map(line, current)),
        past=frozenset(line(fact) for fact in lasting if fact.valid_at <= now),
        wrong=frozenset(line(fact) for fact in rest if fact not in lasting),
        later=frozenset(line(fact) for fact in lasting if fact.valid_at > now),
        conflicts=frozenset(frozenset((line(one), line(other))) for one, other in pairs),
    )


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_model_tells_it(case: SupersessionCase, memory: Memary, server: ModelServer) -> None:
    user = fresh_user()
    by_model(memory, server, case, user)
    assert outcome(memory, case, user) == case


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_caller_tells_it(case: SupersessionCase, memory: Memary) -> None:
    user = fresh_user()
    by_caller(memory, case, user)
    assert outcome(memory, case, user) == case


def test_a_few_cases_are_told_to_neo4j(neo4j_address: Neo4jAddress, server: ModelServer) -> None:
    with opened(server, neo4j_address.uri, embedding=SmallEmbedder(), **neo4j_address.options) as memory:
        for case in SAMPLE:
            user = fresh_user()
            by_model(memory, server, case, user)
            assert outcome(memory, case, user) == case


def test_the_table_is_large_enough_and_covers_both_languages() -> None:
    count = Counter((case.group, case.language) for case in CASES)
    rows = [("group", "en", "zh"), *((group, count[group, "en"], count[group, "zh"]) for group in GROUPS)]
    by_language = Counter(case.language for case in CASES)
    rows.append(("all", by_language["en"], by_language["zh"]))
    print("", *(f"{name:14}{en:>5}{zh:>5}" for name, en, zh in rows), sep="\n")  # noqa: T201  for those who run it with -s
    assert len(CASES) == len({str(case) for case in CASES})
    assert len(CASES) >= 120
    assert min(by_language.values()) >= 60
