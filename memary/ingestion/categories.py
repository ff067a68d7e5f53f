"""Put entities into categories on the user's word: read, change, until no other writer came between."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence

from memary.checks.faults import shown
from memary.errors import InputError, NotFoundError
from memary.facts.ledger import before_after
from memary.facts.transaction import retry_on_conflict, vectors_of
from memary.models.base import Embedder
from memary.queries import EntityQuery
from memary.resolution.merge import one_entity
from memary.stores.store import Store
from memary.stream.categories import is_in, same_category, with_categories, with_category_renamed
from memary.types import Action, Entity, GraphDelta, Operation, Scope, utc_now

MOST_CHARS = 100
"""Longest name of a category."""

_CONTROL = ("Cc", "Cs", "Zl", "Zp")
"""What no category holds: control characters, halves of characters, ends of lines and paragraphs."""


async def categorize(
    store: Store,
    embedder: Embedder,
    scope: Scope,
    name: str,
    change: Callable[[Sequence[str]], Sequence[str]],
    *,
    actor: str,
) -> Operation:
    """Give an entity other categories, and return the row of the ledger.

    Args:
        store: where it is.
        embedder: embeds it, if it reads differently.
        scope: whose it is.
        name: its name, alias or id.
        change: makes the new categories from the ones it was given; none leaves it to its type.
        actor: who says so, for the ledger.

    Raises:
        NotFoundError: there is no such entity.
        InputError: a name means several entities, nothing changes, or a category cannot be used.
    """

    async def step() -> Operation:
        revision = await store.revision(scope.user_id)
        was = await one_entity(store, scope, name)
        now = with_categories(was, change(was.categories))
        for category in set(now.categories).difference(was.categories):
            _check(category)
        if now == was:
            held = ", ".join(was.categories) or "none of its own"
            raise InputError(f"{shown(was.name)} already has these categories: {held}.")
        return await _write(
            store, embedder, revision, _row([was], [now], actor=actor, reason=_reason(now)), [was], [now]
        )

    return await retry_on_conflict(step)


async def rename_category(
    store: Store, embedder: Embedder, scope: Scope, old: str, new: str, *, actor: str
) -> Operation:
    """Call a category otherwise wherever it was given, and return the row of the ledger.

    Raises:
        NotFoundError: no entity was given that category.
        InputError: the new name is empty, the old one, or cannot be used.
    """
    if not new.strip() or new.strip() == old.strip():
        raise InputError(f"The category {shown(old)} cannot be renamed to {shown(new)}: give another name.")
    _check(new.strip())

    async def step() -> Operation:
        revision = await store.revision(scope.user_id)
        entities = await store.read(EntityQuery(scope))
        held = [each for each in entities if any(same_category(own, old) for own in each.categories)]
        if not held:
            derived = " It follows from a type and keeps its name." if any(is_in(e, old) for e in entities) else ""
            raise NotFoundError(f"No entity was put into the category {shown(old)}.{derived}")
        renamed = [with_category_renamed(each, old, new) for each in held]
        reason = f"category {old.strip()} is called {new.strip()}"
        return await _write(store, embedder, revision, _row(held, renamed, actor=actor, reason=reason), held, renamed)

    return await retry_on_conflict(step)


def _check(category: str) -> None:
    if len(category) > MOST_CHARS:
        raise InputError(
            f"A category has at most {MOST_CHARS} characters, not {len(category):,}: shorten {shown(category)}."
        )
    if any(unicodedata.category(char) in _CONTROL for char in category):
        raise InputError(
            f"The category {shown(category)} holds a line break or another control character: leave it out."
        )


def _row(before: Sequence[Entity], after: Sequence[Entity], *, actor: str, reason: str) -> Operation:
    return Operation(
        user_id=after[0].user_id,
        at=utc_now(),
        actor=actor,
        action=Action.UPDATE,
        target_id=after[0].id,
        reason=reason,
        before=before_after(before),
        after=before_after(after),
    )


async def _write(
    store: Store, embedder: Embedder, revision: int, row: Operation, before: Sequence[Entity], after: Sequence[Entity]
) -> Operation:
    vectors = await vectors_of(embedder, after, before)
    delta = GraphDelta(row.user_id, revision, entities=tuple(after), operations=(row,), embeddings=vectors)
    await store.apply(delta)
    return row


def _reason(entity: Entity) -> str:
    return (
        f"its categories: {', '.join(entity.categories)}" if entity.categories else "its category is that of its type"
    )
