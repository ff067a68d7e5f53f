"""Call the user by name in sentences that were read before the name was known.

What is stored stays as it was read; whoever is shown it is told the name. Only the fact that tells this name still
says "the user".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from memary.facts.identity import SELF_KEY, SELF_NAME, is_self
from memary.facts.predicates import NAME_MATTERS, matter_of
from memary.languages import texts
from memary.queries import EntityQuery
from memary.stores.snapshot import Reads
from memary.types import Entity, Extractor, Fact, Scope

_READING: frozenset[Extractor] = frozenset(("model", "rule"))
"""What reads facts in messages, and may not know the user's name."""


def names_user(fact: Fact) -> bool:
    """Return whether the sentence of a fact has the word for the user in place of a name."""
    is_read = fact.extractor in _READING  # whoever adds a fact knows what to call the user
    return is_read and next(_places(fact), None) is not None and matter_of(fact.predicate) not in NAME_MATTERS


def by_name(facts: Iterable[Fact], entities: Iterable[Entity]) -> list[Fact]:
    """Return facts in which the user is called by name, if the user is among the entities and has one."""
    name = next((one.name for one in entities if is_self(one) and one.name != SELF_NAME), None)
    return [_named(fact, name) for fact in facts] if name else [*facts]


async def told_by_name(store: Reads, scope: Scope, facts: Sequence[Fact]) -> list[Fact]:
    """Return facts in which the user is called by name, if that is known by now."""
    if not any(map(names_user, facts)):
        return [*facts]
    return by_name(facts, await store.read(EntityQuery(Scope(user_id=scope.user_id), keys=[SELF_KEY])))


def _named(fact: Fact, name: str) -> Fact:
    if not names_user(fact):
        return fact
    word, statement = texts(fact.language).user, fact.statement
    for place in reversed([*_places(fact)]):
        statement = statement[:place] + name + statement[place + len(word) :]
    return fact.model_copy(update={"statement": statement})


def _places(fact: Fact) -> Iterator[int]:
    """Yield where the word for the user stands in the sentence of a fact: of a rule at its beginning alone.

    A word of letters is part of a name before one in capitals ("User Research"); in a text without spaces only what
    begins it is surely the user.
    """
    word, statement = texts(fact.language).user, fact.statement
    if fact.extractor == "rule" or not word.isascii():
        if fact.extractor in _READING and statement.startswith(word):
            yield 0
    elif fact.extractor == "model":
        for found in re.finditer(rf"\b{re.escape(word)}\b", statement):
            after = statement[found.end() :]
            if not after.lstrip(" ")[:1].isupper():
                yield found.start()
