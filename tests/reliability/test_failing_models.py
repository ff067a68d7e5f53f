"""One queue, read by a model that fails in every way: what waits and what was given up is told, and comes back."""

from __future__ import annotations

import json
import re
import threading
from collections import Counter
from pathlib import Path
from typing import Any

from ingestion.extraction.reply.test_salvage import REPLIES
from support.model_server import Fault, ModelServer, prompt_text
from typer.testing import CliRunner

from memary.interfaces.cli.app import app
from memary.types import MessageState
from reliability import talk
from reliability.processes.killing import settings
from reliability.processes.programs import Place
from reliability.waiting import until

USER = "ada"
HOPELESS = ["", "I could not find anything.", "null", '{"error": "overloaded"}', "[" * 1_000, Fault.empty_text()]
PASSING = [
    Fault.rate_limit(),
    Fault.status(500),
    Fault.stall(),
    Fault.reset(),
    Fault.html(),
    Fault.malformed_body(),
    Fault.empty_choices(),
]
_NUMBER = re.compile(r"note (\d+):")


class Moody:
    """A model that answers each message in a way of its own; `heal` makes all of them sensible."""

    def __init__(self) -> None:
        malformed = [reply for _, reply, _, _ in REPLIES]
        self.ways: list[str | Fault] = [*PASSING, *malformed, *HOPELESS]
        self.met: Counter[int] = Counter()
        self.is_well = threading.Event()

    @property
    def hopeless(self) -> set[int]:
        """The messages that it never makes sense of."""
        return set(range(len(self.ways) - len(HOPELESS), len(self.ways)))

    def __call__(self, body: dict[str, Any]) -> str | Fault:
        _, asks_for_facts, new = prompt_text(body).rpartition("NEW messages")
        if not asks_for_facts:
            return json.dumps({"insights": []})
        if not (numbers := _NUMBER.findall(new)):  # the sentence that a model is tried with
            return json.dumps({"facts": []})
        number = int(numbers[0])
        self.met[number] += 1
        if self.is_well.is_set() or (number < len(PASSING) and self.met[number] > 1):
            return json.dumps({"facts": [{"subject": "User", "predicate": "saw", "object": talk.THINGS[number]}]})
        return self.ways[number]


def tell(place: Place, *command: str) -> tuple[int, str]:
    """Run a command of `memary`; return its code and what it printed."""
    done = CliRunner().invoke(app, command, env=place.environment)
    return done.exit_code, done.stdout


def test_every_failure_of_a_model_in_one_queue(tmp_path: Path) -> None:
    moody = Moody()
    with ModelServer() as model:
        model.respond(moody)
        place = Place(f"sqlite:///{tmp_path}/memory.db", USER, settings(model, request_timeout=0.5))
        with place.open() as memory:
            for number in range(len(moody.ways)):
                text = f"note {number}: I saw the {talk.THINGS[number]}."
                memory.add(text, user_id=USER, session_id=f"session {number}")
            until(lambda: memory.admin.stats().pending == 0, "all but the hopeless are read", seconds=100)
            dead = memory.messages.list(user_id=USER, states={MessageState.FAILED})
            assert {int(_NUMBER.findall(m.content)[0]) for m in dead} == moody.hopeless
            assert len(memory.messages.list(user_id=USER, states={MessageState.DONE})) == len(moody.ways) - len(
                HOPELESS
            )
            told = [(fact.subject, fact.predicate, fact.object) for fact in memory.facts.list(user_id=USER)]
            assert len(told) == len(set(told))
            for number in range(len(PASSING)):
                assert ("User", "saw", talk.THINGS[number]) in told
        _, told_by_doctor = tell(place, "doctor")
        assert f"dead letters: {len(HOPELESS)} messages" in told_by_doctor
        status = json.loads(tell(place, "worker", "--status", "--json")[1])
        assert (status["pending"], status["failed"], len(status["dead_letters"])) == (0, len(HOPELESS), len(HOPELESS))
        assert all(letter["error"] for letter in status["dead_letters"])
        moody.is_well.set()
        code, printed = tell(place, "worker", "--replay", "--json")
        assert (code, json.loads(printed)["done"]) == (0, len(HOPELESS))
        with place.open(worker=False) as memory:
            assert {m.state for m in memory.messages.list(user_id=USER)} == {MessageState.DONE}
            assert len(memory.messages.list(user_id=USER)) == len(moody.ways)
            assert {("User", "saw", talk.THINGS[n]) for n in moody.hopeless} <= {
                (fact.subject, fact.predicate, fact.object) for fact in memory.facts.list(user_id=USER)
            }


def test_what_holds_a_queue_up_is_told(tmp_path: Path) -> None:
    for fault, reason in (
        (Fault.rate_limit(times="forever"), "answered 429"),
        (Fault.status(500, times="forever"), "answered 500"),
        (Fault.stall(times="forever"), "did not answer"),
    ):
        with ModelServer() as model:
            model.respond(fault)
            options = settings(model, request_timeout=0.5)
            place = Place(f"sqlite:///{tmp_path}/{fault.kind}{fault.code}.db", USER, options)
            with place.open(worker=False) as memory:
                memory.add(talk.turn(0), user_id=USER)
                memory.flush()
            for command in (("doctor",), ("worker", "--status")):
                assert reason in tell(place, *command)[1]
                assert reason in json.dumps(json.loads(tell(place, *command, "--json")[1]))
