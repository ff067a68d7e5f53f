"""What is measured of one peer: what a turn and a question cost, what survives faults, and what recall finds."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from statistics import median
from typing import Any, TypeAlias

from benchmarks.peers.programs import NoAnswerError, Program, start_driver
from memary.evaluation.recall.locomo import LocomoConversation, LocomoQuestion

K = 10
_CANARY = "Quillfeather"
_WARM_UP = 6
"""Messages that are not counted."""

_HELD_FOR = 12.0
"""Seconds after its `add` within which a memory asks the held model about a message, or gets further turns first."""


Messages: TypeAlias = Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Bench:
    """A peer with its environment, the model that plays for it, and a folder for its data."""

    peer: str
    python: Path
    model: Program
    folder: Path
    dimensions: int
    neo4j: Sequence[str]
    patience: float

    def driver(self, name: str) -> Program:
        """Start the driver on the data of that name."""
        return start_driver(
            self.peer,
            self.python,
            folder=self.folder / name,
            patience=self.patience,
            base_url=self.model.greeting["base_url"],
            dimensions=self.dimensions,
            neo4j=list(self.neo4j),
        )

    def behave(self, *, chat: str = "ok", embeddings: str = "ok", about: str = "") -> None:
        """Say how the model answers from now on; a fault of the chat strikes what holds the text `about`."""
        self.model.ask("behave", chat=chat, embeddings=embeddings, about=about)

    def times(self, what: str) -> int:
        """How many chats about the canary were "asked" or "answered" since the last reset."""
        return self.model.ask("times", text=_CANARY)[what]


def costs(
    bench: Bench, messages: Messages, questions: Sequence[str], *, batch: int, waits: bool = True
) -> dict[str, Any]:
    """Add the messages, `batch` at a time or what a session has left; then ask the questions.

    The next batch comes when the memory has read the last one, or, where it does not wait, when `add` has returned;
    what is left is read at the end. The first messages and the first question, on which a memory loads and makes what
    it needs, are not counted.
    """
    bench.model.ask("answer_as", peer=bench.peer)
    bench.behave()
    with bench.driver(f"costs-{batch}-{waits}") as driver:
        sessions = [list(session) for _, session in groupby(messages, key=itemgetter("session_id"))]
        batches = [said[start : start + batch] for said in sessions for start in range(0, len(said), batch)]
        warm = -(-_WARM_UP // batch)
        for part in batches[:warm]:
            add(driver, part)
        before = _start_count(bench, driver)
        errors: list[str] = []
        within: list[float] = []
        for part in batches[warm:]:
            reply = add(driver, part, settle=waits)
            within.append(reply["cpu"] / len(part))
            errors += [] if reply["ok"] else [reply["error"]]
        driver.ask("settle")
        counted = sum(map(len, batches[warm:]))
        per_message = _end_count(bench, driver, before, counted)
        search(driver, questions[0])
        before = _start_count(bench, driver)
        found = [search(driver, question) for question in questions[1:]]
        per_query = _end_count(bench, driver, before, len(found))
        return {
            "version": driver.greeting["version"],
            "messages": counted,
            "queries": len(found),
            "per_message": per_message | {"call_cpu_ms": 1000 * median(within)},
            "per_query": per_query | {"call_cpu_ms": 1000 * median(reply["cpu"] for reply in found)},
            "errors": errors + [reply["error"] for reply in found if not reply["ok"]],
        }


def add(driver: Program, messages: Messages, *, infer: bool = True, settle: bool = True) -> dict[str, Any]:
    """Add, and wait for what goes on in the background unless told not to; return what `add` said."""
    reply = driver.ask("add", messages=messages, infer=infer)
    if settle:
        driver.ask("settle")
    return reply


def search(driver: Program, query: str, *, messages_only: bool = False) -> dict[str, Any]:
    """Ask for ten hits."""
    return driver.ask("search", query=query, k=K, messages_only=messages_only)


def _start_count(bench: Bench, driver: Program) -> float:
    bench.model.ask("reset")
    return driver.ask("stats")["total_cpu"]


def _end_count(bench: Bench, driver: Program, cpu_before: float, number: int) -> dict[str, float]:
    cpu = driver.ask("stats")["total_cpu"] - cpu_before
    return {"cpu_ms": 1000 * cpu / number, **{name: n / number for name, n in bench.model.ask("counts").items()}}


# What is left after a fault


def retention(bench: Bench, turns: Messages) -> dict[str, dict[str, Any]]:
    """Add a turn with a word that nobody else says under each fault, and look for it afterwards."""
    bench.model.ask("answer_as", peer=bench.peer)
    faults: dict[str, Callable[[Bench, str, Messages], dict[str, Any]]] = {
        "killed after add": _killed_after_add,
        "killed while the model works": _killed_while_held,
        "chat model down": partial(_model_down, embeddings="ok"),
        "chat and embeddings down": partial(_model_down, embeddings="fail"),
    }
    canary = dict(turns[2]) | {"content": f"My sister {_CANARY} moved to Trieste last week.", "id": "canary"}
    results: dict[str, dict[str, Any]] = {}
    for number, (name, fault) in enumerate(faults.items()):
        bench.behave()
        with bench.driver(f"fault-{number}") as driver:
            add(driver, turns[:2])
        bench.model.ask("reset")
        try:
            results[name] = fault(bench, f"fault-{number}", [canary, *turns[3:7]])
        except NoAnswerError as error:
            results[name] = {"ended": str(error)}
        bench.behave()
    return results


def _killed_after_add(bench: Bench, data: str, turns: Messages) -> dict[str, Any]:
    driver = bench.driver(data)
    reply = driver.ask("add", messages=turns[:1], infer=True)
    driver.kill()
    return {"add": _said(reply), **_reopened(bench, data, turns[3:])}


def _killed_while_held(bench: Bench, data: str, turns: Messages) -> dict[str, Any]:
    """Kill it once it has asked the model about the turn.

    A memory that does so later gets two more turns first.
    """
    driver = bench.driver(data)
    bench.behave(chat="hold", about=_CANARY)
    driver.tell("add", messages=turns[:1], infer=True)
    said = _until_asked(bench, driver)
    if said and not bench.times("asked"):
        driver.tell("add", messages=turns[1:3], infer=True)
        _until_asked(bench, driver)
        said += "" if bench.times("asked") else ", the model not asked"
    driver.kill()
    bench.behave()
    return {"add": said or "had not returned", **_reopened(bench, data, turns[3:])}


def _until_asked(bench: Bench, driver: Program) -> str | None:
    """Wait until the model is asked about the turn, or `_HELD_FOR` after `add` returned.

    Return what `add` said.
    """
    said, end = None, time.monotonic() + bench.patience
    while time.monotonic() < end:
        asked = bench.times("asked")
        if said is None:
            with suppress(NoAnswerError):
                said = _said(driver.answer(patience=0.5))
                end = time.monotonic() + _HELD_FOR
        if asked:
            break
        time.sleep(0.05)
    return said


def _model_down(bench: Bench, data: str, turns: Messages, *, embeddings: str) -> dict[str, Any]:
    """Add the turn and two more while every request fails, then let the model come back."""
    driver = bench.driver(data)
    bench.behave(chat="fail", embeddings=embeddings)
    start = time.monotonic()
    added, during, seconds = "", dict[str, Any](), 0.0
    try:
        added = _said(driver.ask("add", messages=turns[:1], infer=True))
        seconds = time.monotonic() - start
        for turn in turns[1:3]:
            driver.ask("add", messages=[turn], infer=True)
        during = _look(driver)
    except NoAnswerError as error:
        if added:
            during = {"found": str(error), "kept": None}
        else:
            added, seconds = f"gave {error}", time.monotonic() - start
        driver.kill()
        driver = bench.driver(data)
    bench.behave()
    bench.model.ask("reset")
    with driver:
        after = _afterwards(bench, driver, turns[3:])
    return {"add": added, "seconds": round(seconds, 1), "while down": during, **after}


def _reopened(bench: Bench, data: str, after: Messages) -> dict[str, Any]:
    with bench.driver(data) as driver:
        return _afterwards(bench, driver, after)


def _afterwards(bench: Bench, driver: Program, after: Messages) -> dict[str, Any]:
    """Look at once, then after two more turns, with which some memories take up what they had left."""
    driver.ask("settle")
    at_once, read = _look(driver), bench.times("answered")
    for turn in after:
        add(driver, [turn])
    later = {"two turns later": _look(driver), "read later": bench.times("answered")}
    return {"at once": at_once, "read": read, **later}


def _look(driver: Program) -> dict[str, Any]:
    found = search(driver, f"Where did {_CANARY} move?")
    kept = driver.ask("kept")
    return {
        "found": any(_CANARY in hit["text"] for hit in found["hits"]) if found["ok"] else found["error"],
        "kept": any(_CANARY in text for text in kept["kept"]) if kept["ok"] else kept["error"],
    }


def _said(reply: Mapping[str, Any]) -> str:
    return "returned" if reply["ok"] else f"raised {reply['error'].partition(':')[0]}"


# Recall


def recall(bench: Bench, conversation: LocomoConversation, questions: Sequence[LocomoQuestion]) -> dict[str, Any]:
    """Add a conversation verbatim, ask its questions, and look for the turns that answer them among ten hits."""
    bench.model.ask("answer_as", peer=bench.peer)
    bench.behave()
    turns = [
        {
            "id": turn.dia_id,
            "role": "user",
            "speaker": turn.speaker,
            "content": turn.text,
            "created_at": turn.said_at.isoformat(),
            "session_id": turn.session_id,
        }
        for turn in conversation.turns
    ]
    by_text = {f"{turn['speaker']}: {turn['content']}": turn["id"] for turn in turns}
    with bench.driver("recall") as driver:
        for start in range(0, len(turns), 50):
            reply = add(driver, turns[start : start + 50], infer=False)
            if not reply["ok"]:
                return {"error": reply["error"]}
        shares: list[float] = []
        for question in questions:
            reply = search(driver, question.text, messages_only=True)
            if not reply["ok"]:
                return {"error": reply["error"]}
            found = {hit.get("id") or by_text.get(hit["text"]) for hit in reply["hits"][:K]}
            shares.append(len(found & set(question.evidence)) / len(question.evidence))
    return {"recall@10": sum(shares) / len(shares), "questions": len(shares), "turns": len(turns)}
