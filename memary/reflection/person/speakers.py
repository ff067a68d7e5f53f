"""Tell who speaks to memory, in which messages, and whom its facts are about.

Own words are those of messages with the role of a user; what the assistant says of a thing is heard, not brought up.
The parts of a document are not among them either: it was given to be read. A message is a person's if its speaker has
one of their names, and the user's also if it has no speaker.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from memary.facts.identity import SELF_KEY, SELF_NAME, lookup_key
from memary.filters import METADATA, And, Compare, Filter, Not, Or
from memary.queries import EntityQuery, MessageQuery, View
from memary.reflection.insights import SAID
from memary.reflection.rules import Person
from memary.stores.store import Store
from memary.text import entity_keys
from memary.types import VALUE, Entity, Fact, Scope

_MESSAGES = 2_000
"""How many messages are looked at, the newest."""

_IS_PART = And(tuple(Compare(f"{METADATA}{key}", "exists") for key in ("part", "parts")))
_TALKED = And((SAID, Not(_IS_PART)))
_UNNAMED = Not(Compare("speaker", "exists"))


async def read_people(
    store: Store, scope: Scope, facts: Sequence[Fact], *, view: View, with_unknown: bool = False
) -> tuple[list[Person], set[str]]:
    """Return who speaks and whom facts are about, the user first; and the ids of those who speak.

    Only what is seen in the view counts as said. Whoever speaks and has no node in the graph is left out, or,
    `with_unknown`, gets one that is not stored.
    """
    said = await store.read(MessageQuery(scope, newest_first=True, limit=_MESSAGES, view=replace(view, where=SAID)))
    names = {lookup_key(message.speaker or "User"): message.speaker or SELF_NAME for message in said}
    named = await store.read(EntityQuery(scope, keys={SELF_KEY, *names}))
    by_key = {key: one for one in named for key in entity_keys(one) if one.type != VALUE}
    if with_unknown:
        made = {
            key: _speaker(scope, key, name, view.when.true_at) for key, name in names.items() if key not in by_key
        }
        by_key |= made
    voices = {lookup_key(m.speaker or "User"): by_key.get(lookup_key(m.speaker or "User")) for m in said}
    speakers = {entity.id for entity in voices.values() if entity}
    user = by_key.get(SELF_KEY)
    about = await store.read(EntityQuery(scope, ids={fact.subject_id for fact in facts}))
    persons = {one.id: one for one in about if one.type == "person" or one.id in speakers}
    persons |= {one.id: one for one in voices.values() if one} | ({user.id: user} if user else {})
    people = [
        Person(
            entity,
            messages=[m for m in reversed(said) if voices[lookup_key(m.speaker or "User")] == entity],
            facts=sorted((f for f in facts if f.subject_id == entity.id), key=lambda f: (f.valid_at, f.id)),
        )
        for entity in persons.values()
    ]
    people.sort(key=lambda one: (user is None or one.entity.id != user.id, -len(one.facts), one.entity.name))
    return people, speakers


def _speaker(scope: Scope, key: str, name: str, now: datetime) -> Entity:
    shown = SELF_NAME if key == SELF_KEY else name
    return Entity(user_id=scope.user_id, name=shown, key=key, type="person", created_at=now)


def user_statements_filter(person: Entity | None, speakers: Iterable[str]) -> Filter:
    """Select the messages in which a person says something of their own.

    Args:
        person: the node of the user, or of another; None for whoever speaks, as in a talk where nobody is the user.
        speakers: the names of those who speak in the user's messages.
    """
    if person is None:
        return _TALKED
    keys = entity_keys(person)
    named = Compare("speaker", "in", tuple(name for name in speakers if lookup_key(name) in keys))
    return And((_TALKED, Or((named, _UNNAMED)) if SELF_KEY in keys else named))
