"""Talks with replies for each message, written by hand as large models write them, in a form that people can read.

    = 2026-01-10                                  a session, on that day
    Nora: I adopted a greyhound called Pixel.     a message
      e: Pixel/animal; Nora/person                the entities that the model lists for it
      f: Nora | adopted | Pixel                   its facts

A reply is put together from the messages that a prompt shows as new, so it does not matter how these come in batches.
As a program it writes all talks of tests/data/graph_talks to a store, each as a user of the same name:

    python tests/support/recorded_talk.py talks.db && memary eval graph --store talks.db
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

if __name__ == "__main__":  # run as a program, only this file's own folder is on the path
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from memary import Memary
from support.model_server import ModelServer, prompt_text
from support.web.http_connection import Body

TALKS = sorted((Path(__file__).parents[1] / "data" / "graph_talks").glob("*.txt"))
_NEW = re.compile(r"^\[(\d+)\] .*?: (.*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class RecordedMessage:
    """A message, the day and the speaker of it, and what is read out of it."""

    day: str
    speaker: str
    content: str
    entities: list[dict[str, str]] = field(default_factory=list[dict[str, str]])
    facts: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])

    def as_given(self) -> dict[str, Any]:
        """The message as `Memary.add` takes it."""
        role = self.speaker if self.speaker in ("user", "assistant") else "user"
        named = {} if role == self.speaker else {"speaker": self.speaker}
        return {"role": role, "content": self.content, **named}


def read_talk(path: Path) -> list[RecordedMessage]:
    """Return the messages of a talk."""
    talk: list[RecordedMessage] = []
    day = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("= "):
            day = line[2:]
        elif line.startswith("  e: "):
            named = (each.rsplit("/", 1) for each in line[5:].split("; "))
            talk[-1].entities.extend({"name": name, "type": kind} for name, kind in named)
        elif line.startswith("  f: "):
            ends = zip(("subject", "predicate", "object"), line[5:].split(" | "), strict=True)
            talk[-1].facts.append({**dict(ends), "quote": talk[-1].content})
        else:
            speaker, _, content = line.partition(": ")
            talk.append(RecordedMessage(day, speaker, content))
    return talk


def replay(server: ModelServer, talk: Sequence[RecordedMessage]) -> None:
    """Let a server answer whatever it is asked about these messages."""
    known = {message.content: message for message in talk}

    def reply(body: Body) -> str:
        new = [(int(number), known[words]) for number, words in _NEW.findall(prompt_text(body)) if words in known]
        entities = [entity for _, message in new for entity in message.entities]
        facts = [fact | {"message": number} for number, message in new for fact in message.facts]
        return json.dumps({"entities": entities, "facts": facts}, ensure_ascii=False)

    server.respond(reply)


def remember_talks(server: ModelServer, store: str) -> Memary:
    """Return an open memory that has read all talks, session by session."""
    memory = Memary.open(store, worker=False, base_url=server.base_url, model="scripted", api_key="test")
    for path in TALKS:
        talk = read_talk(path)
        replay(server, talk)
        for day, said in groupby(talk, key=lambda message: message.day):
            given = [one.as_given() | {"created_at": f"{day}T09:{at:02}:00Z"} for at, one in enumerate(said)]
            memory.add(given, user_id=path.stem, session_id=day, wait=True)
    if server.script_errors:
        raise server.script_errors[0]
    return memory


if __name__ == "__main__":
    with ModelServer() as running:
        remember_talks(running, sys.argv[1]).close()
