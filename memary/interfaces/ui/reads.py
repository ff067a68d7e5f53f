"""Read what the pages need beyond what `Memary` shows, from the page's own thread."""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import pairwise
from typing import Any, ParamSpec, TypeVar

from memary import Answer, Entity, Fact, Hit, Memary, Message, Scope
from memary.agent.citation import marked as marked_text
from memary.api.recall.cited_sources import cited_hits
from memary.api.recall.search import recall
from memary.errors import NotFoundError
from memary.facts.doubt import marked
from memary.ingestion.load import storable
from memary.models.offline import quotes_something
from memary.queries import BesideQuery, EntityQuery, FactQuery, MentionQuery, MessageQuery, View
from memary.retrieval.question.query import RecallQuery
from memary.retrieval.search import SearchResult
from memary.types import BEGINNING, FOREVER, TRACE_KEY, Role, When, utc_now
from memary.types.citations import Cited, kept_cited

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


def is_to_begin(fact: Fact) -> bool:
    """Return whether a fact is held to begin later."""
    return utc_now() < fact.valid_at < fact.invalid_at and fact.expired_at >= FOREVER


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


@dataclass(frozen=True, slots=True)
class Told:
    """An answer of a talk, as it is shown.

    Attributes:
        text: what it says.
        cited: what it rests on, by number, as far as that is noted; None: nothing is noted.
        hits: what of that is still there, by its key.
        given: all that this visit knows of the answer.
    """

    text: str
    cited: tuple[Cited, ...] | None
    hits: Mapping[str, Hit]
    given: Answer | None = None

    @property
    def sources(self) -> dict[int, Hit]:
        """What it rests on and is still there, by number."""
        return {one.number: self.hits[one.key] for one in self.cited or () if one.key in self.hits}

    @property
    def facts(self) -> list[str]:
        """The ids of the user's own facts that it rests on."""
        return [hit.id for hit in self.sources.values() if hit.kind == "fact" and not hit.space_id]

    @property
    def marked(self) -> str:
        """Its text with the numbers of these sources."""
        return marked_text(self.text, [one for one in self.cited or () if one.key in self.hits])


def told_answers(
    memory: Memary, user: str, messages: Sequence[Message], given: Mapping[str, Answer]
) -> dict[str, Told]:
    """Return the answers of a talk by their ids, with what they cite.

    `given` is what this visit knows of them.
    """
    answers = [message for message in messages if message.role is Role.ASSISTANT]
    known = {one.id: answer for one in answers if (answer := given.get(one.id)) and _is_whole(one, answer)}
    cited = {one.id: known[one.id].cited if one.id in known else kept_cited(one.metadata) for one in answers}
    every = [one for of_answer in cited.values() for one in of_answer or ()]
    hits = wait_for(memory, cited_hits, memory.core, Scope(user_id=user), every) if every else {}
    told: dict[str, Told] = {}
    for one in answers:
        answer = known.get(one.id)
        seen = {hit.key: hit for hit in answer.sources if hit.key in hits} if answer else {}
        told[one.id] = Told(answer.text if answer else one.content, cited[one.id], {**hits, **seen}, answer)
    return told


def _is_whole(message: Message, answer: Answer) -> bool:
    """Return whether an answer says what memory keeps of it: forgetting may have taken a part since."""
    kept = storable(answer.text)
    is_told_more = answer.forgotten is not None or answer.not_forgotten is not None
    return message.content in kept if is_told_more else message.content == kept.strip()


def asked_no_model(message: Message) -> bool:
    """Return whether an answer that memory gave came about without a language model."""
    trace = message.metadata.get(TRACE_KEY)
    return isinstance(trace, dict) and not trace.get("tokens")


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
    return not asked_no_model(message) or quotes_something(message.content)


def newest_question(messages: Sequence[Message], answer_id: str | None) -> Message | None:
    """Return the question before an answer; the last one of the talk if no answer is named."""
    until = next((at for at, one in enumerate(messages) if one.id == answer_id), len(messages))
    return next((one for one in reversed(messages[:until]) if one.role == "user"), None)
