"""Call the user by name in sentences that were read before the name was known.

What is stored stays as it was read; whoever is shown it is told the name. Only the fact that tells this name still
says "the user".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from memary.facts.identity import SELF_NAME, is_self
from memary.facts.predicates import NAME_MATTERS, matter_of
from memary.languages import texts
from memary.queries import EntityQuery
from memary.stores.snapshot import Reads
from memary.types import Entity, Fact, Scope


def names_user(fact: Fact) -> bool:
    """Return whether the sentence of a fact begins with the word for the user, in place of a name."""
    word = texts(fact.language).user
    after = fact.statement.removeprefix(word)
    is_longer = word.isascii() and after[:1].isalnum()  # "Users of …"
    is_told = fact.extractor in ("rule", "model") and after != fact.statement and not is_longer
    return is_told and matter_of(fact.predicate) not in NAME_MATTERS


def by_name(facts: Iterable[Fact], entities: Iterable[Entity]) -> list[Fact]:
    """Return facts in which the user is called by name, if the user is among the entities and has one."""
    names = {one.id: one.name for one in entities if is_self(one) and one.name != SELF_NAME}
    return [_named(fact, names[fact.subject_id]) if fact.subject_id in names else fact for fact in facts]


async def told_by_name(store: Reads, scope: Scope, facts: Sequence[Fact]) -> list[Fact]:
    """Return facts, those about the user by the user's name, if that is known by now."""
    users = {fact.subject_id for fact in facts if names_user(fact)}
    known = await store.read(EntityQuery(Scope(user_id=scope.user_id), ids=users)) if users else []
    return by_name(facts, known)


def _named(fact: Fact, name: str) -> Fact:
    if not names_user(fact):
        return fact
    statement = name + fact.statement.removeprefix(texts(fact.language).user)
    return fact.model_copy(update={"statement": statement})
