"""A talk of numbered turns with known outcome: what is said, what the model answers, what memory must hold then.

Turn n says two things: that the user knows one of ten people, which many turns say, and that this person owns a thing
that no other turn speaks of. So a lost turn lacks a fact, and one that is read twice shows as a duplicate.
"""

from __future__ import annotations

import itertools
import json
import re
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

from support.model_server import prompt_text

from memary import Memary
from memary.queries import EntityQuery, OperationQuery
from memary.types import MessageState, Scope

PEOPLE = ("Marek", "Odile", "Tariq", "Yumiko", "Bronwyn", "Caspar", "Ludmila", "Efua", "Joaquin", "Wiebke")
_SYLLABLES = ("zvgk", ("aru", "ilo", "umba", "ette", "onq"), "lnts", ("ox", "iv", "ad"))
THINGS = ["".join(parts) for parts in itertools.product(*_SYLLABLES)]
MOST_TURNS = len(THINGS)

_BEGINNING = datetime(2026, 5, 1, 9, tzinfo=UTC)
_TURN = re.compile(r"^\[(\d+)\].*\bturn (\d+):", re.MULTILINE)


def turn(number: int) -> dict[str, Any]:
    """The message of a turn; given again, it is the same message."""
    return {
        "content": f"turn {number}: I know {person(number)}. {person(number)} owns the {THINGS[number]}.",
        "created_at": _BEGINNING + timedelta(minutes=number),
        "session_id": f"session {number % 3}",
    }


def person(number: int) -> str:
    """Who turn `number` speaks of."""
    return PEOPLE[number % len(PEOPLE)]


def turns_asked(body: dict[str, Any]) -> list[tuple[int, int]]:
    """The turns that an extraction call asks about.

    The position in the prompt, and the number of the turn.
    """
    new = prompt_text(body).rpartition("NEW messages")[2]
    return [(int(position), int(number)) for position, number in _TURN.findall(new)]


def reading(body: dict[str, Any]) -> str:
    """What the model answers to an extraction call."""
    facts: list[dict[str, Any]] = []
    entities: dict[str, dict[str, str]] = {}
    for position, number in turns_asked(body):
        who, thing = person(number), THINGS[number]
        entities[who] = {"name": who, "type": "person"}
        entities[thing] = {"name": thing, "type": "product"}
        facts += (
            _fact("User", "knows", who, f"I know {who}", position),
            _fact(who, "owns", thing, f"{who} owns the {thing}", position),
        )
    return json.dumps({"entities": list(entities.values()), "facts": facts})


def _fact(subject: str, predicate: str, object_: str, quote: str, message: int) -> dict[str, Any]:
    return {
        "subject": subject,
        "predicate": predicate,
        "object": object_,
        "statement": f"{subject} {predicate} {object_}.",
        "quote": quote,
        "message": message,
    }


def faults(memory: Memary, user: str, numbers: Iterable[int], *, failed: Iterable[int] = ()) -> list[str]:
    """Everything in which a user's memory differs from what these turns must have left; best empty.

    Args:
        memory: opened, its queue worked off.
        user: whose.
        numbers: the turns that were acknowledged.
        failed: those of them that no model could read.
    """
    said, unread = set(numbers), set(failed)
    messages = memory.messages.list(user_id=user)
    found = Counter(int(message.content.split(":")[0].removeprefix("turn ")) for message in messages)
    states = {int(m.content.split(":")[0].removeprefix("turn ")): m.state for m in messages}
    ids = {message.id: message.content for message in messages}
    wrong = [
        f"turn {number} is there {found[number]} times"
        for number in sorted(said | set(found))
        if found[number] != (number in said)
    ]
    for number, state in sorted(states.items()):
        wanted = MessageState.FAILED if number in unread else MessageState.DONE
        if state is not wanted:
            wrong.append(f"turn {number} is {state}, not {wanted}")
    return wrong + _graph_faults(memory, user, said - unread, ids)


def _graph_faults(memory: Memary, user: str, read: set[int], ids: dict[str, str]) -> list[str]:
    wanted: dict[tuple[str, str, str], set[str]] = {}
    for number in read:
        text = turn(number)["content"]
        wanted.setdefault(("User", "knows", person(number)), set()).add(text)
        wanted.setdefault((person(number), "owns", THINGS[number]), set()).add(text)
    facts = memory.facts.list(user_id=user, include_past=True)
    found = Counter((fact.subject, fact.predicate, fact.object) for fact in facts)
    wrong = [
        f"{triple} is there {found[triple]} times"
        for triple in sorted(found.keys() | wanted.keys())
        if found[triple] != (triple in wanted)
    ]
    for fact in facts:
        sources = sorted(ids.get(id_, f"unknown message {id_}") for id_ in fact.source_ids)
        if sources != sorted(wanted.get((fact.subject, fact.predicate, fact.object), ())):
            wrong.append(f"{fact.statement} rests on {sources}")
        if fact.expired_at.year < 9999 or fact.invalid_at.year < 9999:
            wrong.append(f"{fact.statement} was retired")
    counts = Counter(name for number in read for name in (person(number), THINGS[number]))
    rows = [(row.entity.name, row.count) for row in memory.entities.list(user_id=user) if row.entity.name != "User"]
    if sorted(rows) != sorted(counts.items()):
        wrong.append(f"mentions are counted {sorted(set(rows) ^ set(counts.items()))[:6]}")
    entities = memory.loop.start(memory.core.store.read, EntityQuery(Scope(user_id=user))).result()
    twice = [name for name, count in Counter(e.name.casefold() for e in entities).items() if count > 1]
    if twice:
        wrong.append(f"entities are there twice: {twice}")
    operations = memory.loop.start(memory.core.store.read, OperationQuery(Scope(user_id=user))).result()
    added = Counter(row.target_id for row in operations if row.action == "ADD")
    wrong += [f"the ledger adds {fact.statement} {added[fact.id]} times" for fact in facts if added[fact.id] != 1]
    return wrong
