"""Carry out what a user asks to forget in talk: at once by an agent, else by the worker when it reads the message.

What is meant goes as `Memary.forget` takes it. Of messages that say other things too only the sentences go: the rest
is put in their place and read anew. The request keeps no word of what it names. Where it is not clear what is meant
nothing goes, and the caller can ask.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping
from datetime import datetime
from typing import Literal

from memary.errors import ModelError, NotFoundError
from memary.facts.forget import Part, forget_part
from memary.facts.forgetting_plan import Manifest
from memary.facts.predicates import BUILT_IN, Predicates
from memary.models.base import Embedder
from memary.queries import MessageQuery
from memary.retrieval.forget_target import ForgetTarget, find_forget_target
from memary.stores.store import Store
from memary.text import detect_language, embedding_text
from memary.text.forget_request import ForgetRequest
from memary.types import Embedding, Message, MessageState, Record, Scope, utc_now


class Forgotten(Record):
    """What a request in talk came to.

    Attributes:
        manifest: how much went; None where nothing did.
        unclear: why nothing went: nothing of it was found, several things may be meant, or all there is.
        subjects: what may be meant, where it is several things.
    """

    manifest: Manifest | None = None
    unclear: Literal["nothing", "several", "everything"] | None = None
    subjects: tuple[str, ...] = ()


class ForgetOnRequest:
    """Forgets what users ask for.

    Args:
        store: where their memory is.
        embedder: embeds what is left of messages.
        predicates: which relations hold one value at a time.
        scrub: writes over what was forgotten.
    """

    def __init__(
        self,
        store: Store,
        embedder: Embedder,
        predicates: Predicates = BUILT_IN,
        *,
        scrub: Callable[[], Awaitable[None]],
    ) -> None:
        self._store, self._embedder, self._predicates, self._scrub = store, embedder, predicates, scrub

    async def carry_out(
        self, scope: Scope, request: ForgetRequest, *, until: datetime, exclude: Collection[str] = ()
    ) -> Forgotten:
        """Forget what a request means; see `find_forget_target` for the arguments."""
        if request.kind == "everything":
            return Forgotten(unclear="everything")
        target = await find_forget_target(self._store, scope, request, until=until, exclude=exclude)
        if target.subjects:
            return Forgotten(unclear="several", subjects=target.subjects)
        if target.is_empty:
            return Forgotten(unclear="nothing")
        return Forgotten(manifest=await self._forget(Scope(user_id=scope.user_id), target))

    async def put_text(self, message: Message, text: str, *, is_read: bool) -> None:
        """Put another text in the place of a message's, which is forgotten; nothing if the message is gone."""
        was = await self._store.read(MessageQuery(Scope(user_id=message.user_id), ids=[message.id]))
        if was:
            await self._replace(Scope(user_id=message.user_id), ForgetTarget(rests={message.id: text}), is_read)
            await self._scrub()

    async def _forget(self, scope: Scope, target: ForgetTarget) -> Manifest:
        manifest = await self._replace(scope, target, True)
        await self._scrub()
        return manifest

    async def _replace(self, scope: Scope, target: ForgetTarget, is_read: bool) -> Manifest:
        """Forget a target, and put in what is left of its messages."""
        ids = list(target.rests)
        messages = await self._store.read(MessageQuery(scope, ids=ids)) if ids else []
        part = Part(
            message_ids=frozenset(target.rests),
            fact_ids=target.facts,
            entity_ids=target.entities,
            with_sources=False,
            for_good=True,
        )
        try:
            manifest = await forget_part(self._store, scope, self._predicates, part)
        except NotFoundError:  # somebody else forgot it meanwhile
            return Manifest()
        rests = [_with_text(one, target.rests[one.id], is_read) for one in messages if target.rests[one.id]]
        if rests:
            await self._store.append(rests, embeddings=await self._vectors(rests), due_at=utc_now())
        return manifest

    async def _vectors(self, messages: Collection[Message]) -> Mapping[str, Embedding]:
        try:
            vectors = await self._embedder.embed([embedding_text(message) for message in messages])
        except ModelError:  # the worker fills them in
            return {}
        return dict(zip((message.id for message in messages), vectors, strict=True))


def _with_text(message: Message, text: str, is_read: bool) -> Message:
    """Return a message with another text, to be read anew if it was read before."""
    was_read = is_read and message.state is not MessageState.STORED
    return message.model_copy(
        update={
            "content": text,
            "language": detect_language(text),
            "state": MessageState.PENDING if was_read else MessageState.STORED,
            "attempts": 0,
            "error": None,
        }
    )
