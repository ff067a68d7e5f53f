"""A memory with a canary in every place where the words of a message end up, and a look at what a disk holds."""

from __future__ import annotations

import random
import string
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from memary.stores.store import Store
from memary.types import Action, Entity, Fact, FactKind, GraphDelta, Message, MessageState
from support.records import NOW, days, entity, fact, mention, message, operation, summary
from support.vectors import DIMENSIONS, vector

_CHINESE = [chr(code) for code in range(0x3400, 0x3900)]
WAYS = ("user", "session", "message", "fact", "entity", "before")
"""How to forget: each names a part of what was planted."""


def canary(chance: random.Random, *, chinese: bool = False) -> str:
    """A word that nobody says: with a capital in it, or of characters that nobody uses."""
    if chinese:
        return "".join(chance.sample(_CHINESE, k=18))
    return "Zq" + "".join(chance.choices(string.ascii_lowercase + string.digits, k=16)) + "x"


@dataclass(frozen=True, slots=True)
class Planted:
    """What holds the canary: the message and its session, the fact and the entity; and what shall stay."""

    said: Message
    fact: Fact
    entity: Entity
    kept: Message
    kept_fact: Fact


async def plant(store: Store, user: str, word: str, *, dimensions: int = DIMENSIONS) -> Planted:
    """Store a message that says `word`, all that was learnt from it, and a later message about the same."""
    more = bytes(4 * (dimensions - DIMENSIONS))
    said = message(
        user, f"Bob, called {word}, met {word} City; {word}.", session_id=f"s {word}", speaker=f"{word} Smith",
        id=f"id {word}", agent_id=f"agent {word}",
        metadata={"note": word, word: {"deep": [word]}}, state=MessageState.FAILED, error=f"cannot read {word}",
    )  # fmt: skip
    kept = message(user, "Bob lives in Rome.", at=NOW + days(1), session_id="later", state=MessageState.DONE)
    embeddings = {said.id: vector(1) + more, kept.id: vector(0, 1) + more}
    await store.append([said, kept], embeddings=embeddings, due_at=NOW)
    plain, rome = entity(user, "Bob"), entity(user, "Rome")
    bob = plain.model_copy(update={"aliases": (word,), "categories": (word,), "description": f"known as {word}"})
    city = entity(user, f"{word} City", aliases=(f"Old {word}",), description=word)
    met = fact(bob, "met", city, quote=f"met {word}", source_ids=(said.id,))
    thinks = fact(
        bob, "prefers", city, statement=f"Bob seems to prefer {word}", kind=FactKind.INSIGHT, source_ids=(met.id,)
    )
    both = (said.id, kept.id)
    lives = fact(bob, "lives_in", rome, statement=f"Bob ({word}) lives in Rome", quote=word, source_ids=both)
    enriched = bob.model_copy(update={"type": "person"})
    rows = (
        _row(user, bob, [], [plain, bob, city, met, lives], said, Action.ADD),
        _row(user, lives, [bob, lives], [enriched, lives], kept, Action.UPDATE),
    )
    mentions = (mention(bob, said), mention(city, said), mention(bob, kept), mention(rome, kept))
    await store.apply(
        GraphDelta(
            user_id=user,
            revision=await store.revision(user),
            entities=(enriched, city, rome),
            facts=(met, lives, thinks),
            mentions=mentions,
            operations=rows,
            summaries=(summary(user, f"s {word}", f"They spoke of {word}."), summary(user, "later", "Of Rome.")),
            embeddings={record.id: vector(1) + more for record in (bob, city, rome, met, lives, thinks)},
        )
    )
    return Planted(said, met, city, kept, lives)


def how(way: str, planted: Planted) -> dict[str, Any]:
    """The arguments of `forget`."""
    options: dict[str, dict[str, Any]] = {
        "user": {},
        "session": {"session_id": planted.said.session_id},
        "message": {"message_id": planted.said.id},
        "fact": {"fact_id": planted.fact.id},
        "entity": {"entity": planted.entity.name},
        "before": {"before": planted.said.created_at + timedelta(seconds=1)},
    }
    return options[way]


def _row(
    user: str,
    target: Entity | Fact,
    before: Iterable[Entity | Fact],
    after: Iterable[Entity | Fact],
    source: Message,
    action: Action,
):
    sides = {
        side: {record.id: record.model_dump(mode="json") for record in records}
        for side, records in (("before", before), ("after", after))
    }
    return operation(user, target.id, action, source_ids=(source.id,), **sides)


def places_of(words: Iterable[str], folder: Path) -> dict[str, list[str]]:
    """The files below a folder that hold one of the words, whole or either half of it, in whatever case.

    An index may keep only the end of a word that begins like the one before it.
    """
    found: dict[str, list[str]] = {}
    signs = {sign for word in words for sign in _signs(word.lower())}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            held = path.read_bytes().lower()
            wide = held.replace(b"\0", b"")  # UTF-16 too
            if here := sorted(name for sign, name in signs if sign in held or sign in wide):
                found[str(path.relative_to(folder))] = here
    return found


def _signs(word: str) -> Iterable[tuple[bytes, str]]:
    """The bytes that give a word away.

    Of Chinese any two characters, which full text keeps as a word of its own.
    """
    if word.isascii():
        parts = [word[:10], word[-10:-1]]
    else:
        parts = [word[at : at + 2] for at in range(len(word) - 1)]
        yield from ((part.encode("unicode_escape"), part) for part in parts)  # as in JSON
    yield from ((part.encode(), part) for part in parts)
