"""What somebody says in words of their own, told by a filter on messages. One rule for all that asks for it.

Own words are those of messages with the role of a user; what the assistant says of a thing is heard, not brought up.
The parts of a document are not among them either: it was given to be read. A message is a person's if its speaker has
one of their names, and the user's also if it has no speaker.
"""

from __future__ import annotations

from collections.abc import Iterable

from memary.facts.identity import SELF_KEY, lookup_key
from memary.filters import METADATA, And, Compare, Filter, Not, Or
from memary.reflection.insights import SAID
from memary.text import entity_key
from memary.types import Entity

_IS_PART = And(tuple(Compare(f"{METADATA}{key}", "exists") for key in ("part", "parts")))
_TALKED = And((SAID, Not(_IS_PART)))
_UNNAMED = Not(Compare("speaker", "exists"))


def user_statements_filter(person: Entity | None, speakers: Iterable[str]) -> Filter:
    """Select the messages in which a person says something of their own.

    Args:
        person: the node of the user, or of another; None for whoever speaks, as in a talk where nobody is the user.
        speakers: the names of those who speak in the user's messages.
    """
    if person is None:
        return _TALKED
    keys = {person.key, *map(entity_key, (person.name, *person.aliases))}
    named = Compare("speaker", "in", tuple(name for name in speakers if lookup_key(name) in keys))
    return And((_TALKED, Or((named, _UNNAMED)) if SELF_KEY in keys else named))
