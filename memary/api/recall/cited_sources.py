"""Read the sources of an answer, and all that its model was given, as they are now.

An answer keeps no more of a record than its id, so that forgetting the record leaves no copy.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from memary.api.access.scope import joined
from memary.api.core import MemoryCore
from memary.api.recall.search import with_whose
from memary.facts.doubt import marked
from memary.queries import EntityQuery, FactQuery, MessageQuery, View, in_pages
from memary.retrieval.facts.hits import fact_hit
from memary.retrieval.hits import Explanation, Hit
from memary.retrieval.messages.ended_statements import over_in
from memary.retrieval.messages.search import message_hit
from memary.types import Scope, When, utc_now
from memary.types.citations import Given
from memary.types.spaces import Grant, key_of


class GivenRecord(Given):
    """A record that a model was given for an answer, as it is now.

    Attributes:
        text: what it says; None: it is forgotten, has expired, or is of a space that the user may not read any more.
        created_at: when it was said; for a fact, since when it is true.
        session_id: in which conversation it was said.
        space: the name of its space.
        said_by: of what is from a space: the members who wrote it there, or what states it.
    """

    text: str | None = None
    created_at: datetime | None = None
    session_id: str | None = None
    space: str | None = None
    said_by: tuple[str, ...] = ()


async def given_records(core: MemoryCore, scope: Scope, given: Sequence[Given]) -> list[GivenRecord]:
    """Return what a model of a user's was given, as it is now."""
    hits = await cited_hits(core, scope, given)
    named = [one for one in given if one.kind == "entity"]
    by_space, _ = await _by_open_space(core, scope, named)
    names = {
        key_of(entity): entity.name
        for user_id, ids in by_space.items()
        for page in in_pages(ids)
        for entity in await core.store.read(EntityQuery(Scope(user_id=user_id), ids=page))
    }
    return [_record(one, hits.get(one.key), names.get(one.key)) for one in given]


def _record(given: Given, hit: Hit | None, name: str | None) -> GivenRecord:
    record = GivenRecord(**given.model_dump(), text=name)
    fields = ("text", "created_at", "session_id", "space", "said_by")
    return record.model_copy(update={field: getattr(hit, field) for field in fields}) if hit else record


async def cited_hits(core: MemoryCore, scope: Scope, cited: Iterable[Given]) -> dict[str, Hit]:
    """Return the messages and facts that answers of a user cite, by their keys.

    What is gone or has expired is left out, and so is what is from a space that the user may not read any more.
    """
    by_space, grants = await _by_open_space(core, scope, cited)
    found = [
        hit
        for user_id, ids in by_space.items()
        for page in in_pages(ids)
        for hit in await _hits(core, Scope(user_id=user_id), page)
    ]
    return {hit.key: hit for hit in await with_whose(core, found, grants)}


async def _by_open_space(
    core: MemoryCore, scope: Scope, given: Iterable[Given]
) -> tuple[dict[str, list[str]], list[Grant]]:
    """Return ids by whose memory they are in, as far as that is open to the user, and the user's spaces."""
    by_space: dict[str, dict[str, None]] = {}
    for one in given:
        by_space.setdefault(one.space_id or scope.user_id, {})[one.id] = None
    grants = await joined(core.store, scope.user_id) if by_space.keys() - {scope.user_id} else []
    is_open = {scope.user_id, *(grant.space_id for grant in grants)}
    return {user_id: list(ids) for user_id, ids in by_space.items() if user_id in is_open}, grants


async def _hits(core: MemoryCore, scope: Scope, ids: Sequence[str]) -> list[Hit]:
    now = utc_now()
    when, view = When.now(now), View(alive_at=now)
    said = await core.store.read(MessageQuery(scope, ids=ids, view=view))
    facts = await core.store.read(FactQuery(scope, ids=ids, view=view))
    facts = await marked(core.store, scope, facts, when)
    over = await over_in(core.store, scope, said, when)
    hits = [message_hit(one, Explanation()).model_copy(update={"over": over.get(one.id, ())}) for one in said]
    for fact in facts:
        about = {"conflict": bool(fact.conflicts_with), "in_doubt": fact.in_doubt}
        hits.append(fact_hit(fact, Explanation(), now).model_copy(update=about))
    return hits
