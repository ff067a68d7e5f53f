"""Recall what is known for a question, as the settings say."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import UTC, tzinfo
from functools import partial

from memary.api.access.scope import grant_of, joined, readable
from memary.api.core import MemoryCore
from memary.api.recall.known_before import AsExpected, Known, OtherwiseError, last_known
from memary.checks.bounds import looked_up
from memary.errors import InputError
from memary.queries import MessageQuery, OperationQuery, SpeakerQuery
from memary.retrieval.hits import Hit
from memary.retrieval.joint_keys import as_kept
from memary.retrieval.joint_reader import JointMemory, JointReader
from memary.retrieval.messages.features import FEW_SPEAKERS
from memary.retrieval.question.query import RecallQuery
from memary.retrieval.search import SearchResult, search
from memary.stores.snapshot import Reads, together
from memary.telemetry import SpanOperation, span
from memary.text import detect_language
from memary.text.own_matters import as_asker, of_speaker
from memary.text.proper_form import proper_form
from memary.text.speech_acts.questions import is_question
from memary.text.times.intervals import find_times
from memary.types import Scope
from memary.types.spaces import AUTHOR_KEY, GIVEN, Grant
from memary.usage.ledger import attribute_usage

_RERANKED = 30
"""How many hits a reranker sees."""


async def recall(core: MemoryCore, question: RecallQuery, scope: Scope) -> SearchResult:
    """Search, and return the subgraph and the linked entities with the hits.

    What the settings say comes in: the depth, the half-life, the zone that times are meant in, the
    reranker, whether further names are asked for, whether the spaces that the user has joined are recalled as well.

    Raises:
        InputError: spaces are named beside a space, or beside a session, which is of one memory.
        NotFoundError: the user belongs to no such space.
        NotAllowedError: the user has not joined it.
    """
    chosen = await _spaces_chosen(core, question, scope)
    question = replace(
        question,
        text=_as_read(question.text),
        zone=await _zone_meant(core, question, scope),
        depth=core.settings.graph_depth,
        half_life_days=core.settings.half_life_days,
        reranked=_RERANKED if core.models.reranker else 0,
        synonyms=core.synonyms,
        count=core.tokens,
    )
    about = {"gen_ai.conversation.id": scope.session_id, "gen_ai.agent.id": scope.agent_id}
    with (
        attribute_usage(scope.user_id),
        span(SpanOperation.SEARCH_MEMORY, user_id=scope.user_id, attributes=about) as opened,
    ):
        opened.show({"gen_ai.memory.query.text": question.text}, when=core.settings.trace_content)
        grants, found = await _found(core, question, scope, chosen)
        found = _as_kept(found) if grants else found
        opened.note({"memary.hits": len(found.hits)})
        if core.settings.trace_content:
            records = [{"id": hit.id, "content": hit.text, "score": hit.score} for hit in found.hits]
            opened.show({"gen_ai.memory.records": records}, when=True)
        if not grants:
            return found
        return replace(
            found,
            hits=await with_whose(core, found.hits, grants),
            further=await with_whose(core, found.further, grants),
            spaces={grant.space_id: grant.space for grant in grants},
        )


def _as_kept(found: SearchResult) -> SearchResult:
    """Return what was found in several memories by the ids that each has for it."""
    names = ("hits", "further", "links", "subgraph", "members")
    return replace(found, **{name: as_kept(getattr(found, name)) for name in names})


def _as_read(text: str) -> str:
    """Return a question as it is read: "whats my gfs name" asks what "What's my girlfriend's name?" asks."""
    return as_asker(proper_form(text, detect_language(text)).text) if is_question(text) else of_speaker(text)


async def _found(
    core: MemoryCore, question: RecallQuery, scope: Scope, chosen: Sequence[Grant] | None
) -> tuple[Sequence[Grant], SearchResult]:
    """Search as if the spaces and speakers were those of the last search, if there was one; again if they are not."""
    look = partial(_known_before, scope, chosen)
    whose = (scope.user_id, None if chosen is None else tuple(grant.space_id for grant in chosen))
    last = last_known(core.store.location, whose)
    # a model that is asked for synonyms is asked before any snapshot
    known = last.known if question.synonyms is None else None
    known = known or await core.store.at_once(look)
    models = core.models
    while True:
        memory, beside = AsExpected(core.store, look, known), _beside(known.grants, scope)
        reader = JointMemory(memory, scope.user_id, beside) if beside else memory
        try:
            found = await search(
                reader, models.embedder, scope, question, speakers=known.speakers, reranker=models.reranker
            )
        except OtherwiseError as otherwise:
            known = otherwise.known
        else:
            last.known = known
            return known.grants, found


async def _known_before(scope: Scope, chosen: Sequence[Grant] | None, reads: Reads) -> Known:
    """Return the grants of the spaces that are recalled, and who speaks in all that is recalled."""
    speaking = SpeakerQuery(scope.user_id, limit=FEW_SPEAKERS + 1)
    if chosen is None:
        grants, own = await together(reads, joined(reads, scope.user_id), reads.read(speaking))
    else:
        grants, own = chosen, None
    beside = _beside(grants, scope)
    if own is None or beside:  # most have no spaces
        own = await JointReader(reads, scope.user_id, beside).read(speaking)
    return Known(tuple(grants), tuple(own))


def _beside(grants: Sequence[Grant], scope: Scope) -> list[str]:
    """Return the ids of the spaces that are recalled beside the memory of the scope."""
    return [grant.space_id for grant in grants if grant.space_id != scope.user_id]


async def _spaces_chosen(core: MemoryCore, question: RecallQuery, scope: Scope) -> Sequence[Grant] | None:
    """Return the grants of the spaces that a search covers beside a user's own memory.

    For a scope in a space it is that space's grant; None means all spaces that the user has joined.
    """
    if question.spaces and scope.member:
        raise InputError(
            "spaces are searched along with a user's own memory, not from within a space: leave out one of the two."
        )
    if question.spaces and scope.session_id:
        raise InputError(
            "spaces are searched along with a user's own memory, not within a session: leave out one of the two."
        )
    if scope.member:
        return [await grant_of(core.store, scope.user_id, scope.member)]
    if scope.session_id or (question.spaces is None and not core.settings.recall_spaces):
        return ()
    return None if question.spaces is None else await readable(core.store, scope.user_id, question.spaces)


async def with_whose(core: MemoryCore, hits: Sequence[Hit], grants: Sequence[Grant]) -> tuple[Hit, ...]:
    """Tell of each hit from which space it is, and who wrote it there."""
    names = {grant.space_id: grant.space for grant in grants}
    authors: dict[tuple[str, str], tuple[str, ...]] = {}
    for space_id in names.keys() & {hit.space_id for hit in hits}:
        of_space = [hit for hit in hits if hit.space_id == space_id]
        for hit, members in (await _authors(core, Scope(user_id=space_id), of_space)).items():
            authors[space_id, hit] = members
    return tuple(
        hit.model_copy(update={"space": names[hit.space_id], "said_by": authors.get((hit.space_id, hit.id), ())})
        if hit.space_id
        else hit
        for hit in hits
    )


async def _authors(core: MemoryCore, space: Scope, hits: Collection[Hit]) -> dict[str, tuple[str, ...]]:
    """Return by hit who wrote what it rests on; of a fact that rests on no message, who added it."""
    sources = {id_ for hit in hits for id_ in hit.source_ids}
    said = await core.store.read(MessageQuery(space, ids=sources)) if sources else []
    wrote = {message.id: str(message.metadata[AUTHOR_KEY]) for message in said if AUTHOR_KEY in message.metadata}
    added = [hit.id for hit in hits if hit.kind == "fact" and not hit.source_ids]
    rows = await core.store.read(OperationQuery(space, target_ids=added)) if added else []
    made = {row.target_id: row.actor for row in rows if row.action in GIVEN}
    return {
        hit.id: tuple(dict.fromkeys(wrote[id_] for id_ in hit.source_ids if id_ in wrote))
        or ((made[hit.id],) if hit.id in made else ())
        for hit in hits
    }


async def _zone_meant(core: MemoryCore, question: RecallQuery, scope: Scope) -> tzinfo:
    """Return the zone in which a question means its times; only a question that names a time has it read."""
    if not find_times(looked_up(question.text), now=question.view.when.true_at):
        return UTC
    return (await core.zones_of(scope.user_id)).main or UTC
