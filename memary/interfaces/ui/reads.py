"""What the pages read of the store beyond what `Memary` shows, from the page's own thread."""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine, Sequence
from datetime import datetime
from functools import partial
from itertools import pairwise
from typing import Any, ParamSpec, TypeVar

from memary import Answer, Entity, Fact, Memary, Message, Scope
from memary.api.recall.search import recall
from memary.errors import NotFoundError
from memary.facts.doubt import marked
from memary.models.offline import quotes_something
from memary.queries import BesideQuery, EntityQuery, FactQuery, MentionQuery, MessageQuery, View
from memary.retrieval.question.query import RecallQuery
from memary.retrieval.search import SearchResult
from memary.types import BEGINNING, TRACE_KEY, When, utc_now

P = ParamSpec("P")
T = TypeVar("T")


def wait_for(memory: Memary, function: Callable[P, Coroutine[Any, Any, T]], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a coroutine function of the memory in its loop, and return what it returns."""
    return memory.loop.wait(partial(function, *args, **kwargs))


def find(memory: Memary, user: str, record_id: str) -> Message | Fact | Entity | None:
    """Return a record of the user's by its id; None if there is none (any more)."""
    try:
        return memory.admin.get(record_id, user_id=user)
    except NotFoundError:
        return None


def scope_here(memory: Memary, user: str) -> Scope:
    """Return the scope of a user, or of a space by the visitor's address there.

    Raises:
        NotFoundError: the visitor belongs to no such space.
    """
    return wait_for(memory, memory.core.scope, user)


def messages_of(memory: Memary, user: str, ids: Collection[str]) -> list[Message]:
    """Return messages of the user's, in the order they were said, without those that have expired."""
    return (
        wait_for(
            memory,
            memory.core.store.read,
            MessageQuery(scope_here(memory, user), ids=ids, view=View(alive_at=utc_now())),
        )
        if ids
        else []
    )


def neighbours_of(memory: Memary, user: str, message: Message, *, turns: int) -> tuple[list[Message], list[Message]]:
    """Return what was said right before and right after a message, up to so many messages each."""
    scope = scope_here(memory, user)
    beside = wait_for(memory, memory.core.store.read, BesideQuery(scope, [message.id], turns=turns)).get(message.id)
    if beside is None:
        return [], []
    said = messages_of(memory, user, [*beside.before, *beside.after])
    return [one for one in said if one.id in beside.before], [one for one in said if one.id in beside.after]


def facts_from(memory: Memary, message: Message) -> list[Fact]:
    """Return the facts that a message states."""
    return _marked(memory, FactQuery(Scope(user_id=message.user_id), source_ids=[message.id]))


def facts_of_ids(memory: Memary, user: str, ids: Collection[str]) -> list[Fact]:
    """Return facts of the user's."""
    return _marked(memory, FactQuery(scope_here(memory, user), ids=ids)) if ids else []


def facts_of(memory: Memary, user: str, entity_id: str, as_of: datetime | None = None) -> list[Fact]:
    """Return all facts that an entity has to do with, past ones too, the newest first, with their doubts."""
    scope = scope_here(memory, user)
    query = FactQuery(scope, entity_ids=[entity_id], newest_first=True, view=View(alive_at=utc_now()))
    return _marked(memory, query, as_of)


def _marked(memory: Memary, query: FactQuery, as_of: datetime | None = None) -> list[Fact]:
    """Return the facts that are asked for, those in doubt at a time marked."""
    found, when = wait_for(memory, memory.core.store.read, query), When.now(as_of or utc_now())
    return wait_for(memory, marked, memory.core.store, query.scope, found, when)


def entities_of(memory: Memary, user: str, ids: Collection[str]) -> list[Entity]:
    """Return entities of the user's."""
    return wait_for(memory, memory.core.store.read, EntityQuery(scope_here(memory, user), ids=ids)) if ids else []


def first_time(memory: Memary, user: str) -> datetime | None:
    """Return since when something of the user's is known to be true; None if there is no fact."""
    scope = scope_here(memory, user)
    facts = wait_for(memory, memory.core.store.read, FactQuery(scope, limit=1))
    if not facts or facts[0].valid_at > BEGINNING:
        return facts[0].valid_at if facts else None
    messages = wait_for(memory, memory.core.store.read, MessageQuery(scope, limit=1))
    return messages[0].created_at if messages else facts[0].created_at


def messages_about(memory: Memary, user: str, entity_id: str, *, limit: int) -> list[Message]:
    """Return the last messages that mention an entity, the newest first."""
    scope = scope_here(memory, user)
    found = wait_for(
        memory, memory.core.store.read, MentionQuery(scope, entity_ids=[entity_id], newest_first=True, limit=limit)
    )
    return messages_of(memory, user, {mention.source_id for mention in found})[::-1]


def is_visible(fact: Fact, as_of: datetime | None) -> bool:
    """Return whether a fact is true at that time, now by default, as far as memory knows."""
    now = utc_now()
    return fact.is_visible(When(true_at=as_of, known_at=now) if as_of else When.now(now))


def recalled_for(memory: Memary, question: Message, as_of: datetime | None) -> SearchResult:
    """Return what memory finds for a question of the user's.

    Without another time it is what memory had learnt when it was asked: what came later was not behind the answer.
    """
    asked = RecallQuery(
        text=question.content,
        top_k=memory.settings.top_k,
        view=View.of(as_of, None if as_of else question.added_at),
        exclude=[question.id],
    )
    return wait_for(memory, recall, memory.core, asked, Scope(user_id=question.user_id))


def answer_to(question: Message, messages: Sequence[Message]) -> Message | None:
    """Return the answer to a question of a talk: the next message, if the assistant said it."""
    following = next((later for earlier, later in pairwise(messages) if earlier.id == question.id), None)
    return following if following and following.role == "assistant" else None


def rests_on_memory(message: Message, answer: Answer | None) -> bool:
    """Return whether an answer drew on memory; `answer` is what this visit knows of it.

    Of an earlier one memory keeps no sources. One without a model rests on what it quotes.
    """
    if answer is not None:
        return bool(answer.sources)
    trace = message.metadata.get(TRACE_KEY)
    is_offline = isinstance(trace, dict) and not trace.get("tokens")
    return not is_offline or quotes_something(message.content)


def newest_question(messages: Sequence[Message], answer_id: str | None) -> Message | None:
    """Return the question before an answer; the last one of the talk if no answer is named."""
    until = next((at for at, one in enumerate(messages) if one.id == answer_id), len(messages))
    return next((one for one in reversed(messages[:until]) if one.role == "user"), None)
