"""What tests of the verbs tell a memory, and what it knows of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from support.model_server import ModelServer

from memary import Memary

CANARY = "xylophonequartz"


Open = Callable[..., Memary]


def known(memory: Memary, user: str, **options: Any) -> set[tuple[str, str, str]]:
    return {(f.subject, f.predicate, f.object) for f in memory.facts.list(user_id=user, **options)}


def told(memory: Memary, user: str) -> dict[str, str]:
    """Three messages in two sessions, with facts of which one is said twice; ids by what they are."""
    ids = [
        memory.add(text, user_id=user, session_id=session, infer=False).ids[0]
        for text, session in (
            (f"My {CANARY} is in Rome.", "s1"),
            ("My piano is in Rome.", "s1"),
            ("As told, the piano is in Rome.", "s2"),
        )
    ]
    memory.facts.add(
        [
            {"subject": "Ada", "predicate": "owns", "object": CANARY, "source_ids": ids[:1]},
            {"subject": "Ada", "predicate": "owns", "object": "piano", "source_ids": ids[1:]},
        ],
        user_id=user,
    )
    facts = {fact.object: fact.id for fact in memory.facts.list(user_id=user)}
    return {
        "canary": ids[0],
        "piano": ids[1],
        "again": ids[2],
        **{f"fact {name}": id_ for name, id_ in facts.items()},
    }


def open_file(path: Path, server: ModelServer, **options: Any) -> Memary:
    return Memary.open(
        f"sqlite:///{path}", base_url=server.base_url, model="scripted", api_key="test", worker=False, **options
    )
