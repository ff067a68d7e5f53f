"""Read the sources of an answer as they are now.

An answer keeps no more of a source than its id, so that forgetting the source leaves no copy.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from memary.api.access.scope import joined
from memary.api.core import MemoryCore
from memary.api.recall.search import with_whose
from memary.facts.doubt import marked
from memary.queries import FactQuery, MessageQuery, View, in_pages
from memary.retrieval.facts.search import fact_hit
from memary.retrieval.hits import Explanation, Hit
from memary.retrieval.messages.ended_statements import over_in
from memary.retrieval.messages.search import message_hit
from memary.types import Scope, When, utc_now
from memary.types.citations import Cited


async def cited_hits(core: MemoryCore, scope: Scope, cited: Iterable[Cited]) -> dict[str, Hit]:
    """Return the messages and facts that answers of a user cite, by their ids.

    What is gone or has expired is left out, and so is what is from a space that the user may not read any more.
    """
    by_space: dict[str | None, list[str]] = {}
    for one in cited:
        by_space.setdefault(one.space_id, []).append(one.id)
    grants = await joined(core.store, scope.user_id) if by_space.keys() - {None} else []
    open_to_user = {None, *(grant.space_id for grant in grants)}
    found = [
        hit
        for space_id, ids in by_space.items()
        if space_id in open_to_user
        for page in in_pages(dict.fromkeys(ids))
        for hit in await _hits(core, Scope(user_id=space_id or scope.user_id), page)
    ]
    return {hit.id: hit for hit in await with_whose(core, found, grants)}


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
