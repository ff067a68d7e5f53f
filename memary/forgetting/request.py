"""Carry out what a user asks to forget in talk: at once by an agent, else by the worker when it reads the message.

What is meant goes in one transaction, as `Memary.forget` takes it; of messages that say other things too only the
clauses go, and what else was read of them stays as it was. The request keeps no word of what it names. Where it is
not clear what is meant nothing goes, and the caller can ask.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace

from memary.errors import ModelError, NotFoundError
from memary.facts.predicates import BUILT_IN, Predicates
from memary.forgetting.forget import Part, forget_part
from memary.forgetting.plan import Manifest
from memary.forgetting.pool import Asked
from memary.forgetting.removal import Cut
from memary.forgetting.target import ForgetTarget, Offer, Outcome, find_forget_target
from memary.models.base import Embedder
from memary.stores.store import Store
from memary.text.empty_talk import says_something
from memary.text.forget_request import ForgetRequest, Thing
from memary.types import Embedding, Message, MessageState, Scope

_ATTEMPTS = 5
"""How often what is meant is looked for, where others write at the same time."""


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What a request in talk came to.

    Attributes:
        outcomes: what was asked, and what became of each.
        manifest: how much went; None where nothing did.
        offers: what may be meant as well, and stays.
        naming: how many messages stay that name what a fact that went is about.
    """

    outcomes: tuple[tuple[Thing, Outcome], ...]
    manifest: Manifest | None = None
    offers: tuple[Offer, ...] = ()
    naming: int = 0

    @property
    def is_answered(self) -> bool:
        """Whether something went, or all of it is nowhere: else it has to be asked or said what is meant."""
        return not self.offers or any(outcome == "found" for _, outcome in self.outcomes)


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

    async def carry_out(self, asked: Asked, request: ForgetRequest, *, message: Message | None = None) -> Forgotten:
        """Forget what a request means.

        Args:
            asked: where and when it was asked.
            request: what is asked.
            message: the request itself, if it is in memory: it keeps no word of what it names, unless several things
                may be meant. What else it says is read, if it waits to be.
        """
        for attempt in range(_ATTEMPTS):
            try:
                return await self._attempt(asked, request, message)
            except NotFoundError:  # somebody else changed it meanwhile
                if attempt == _ATTEMPTS - 1:
                    raise
        raise AssertionError("unreachable: the last attempt returns or raises")

    async def _attempt(self, asked: Asked, request: ForgetRequest, message: Message | None) -> Forgotten:
        target = await find_forget_target(self._store, asked, request.things)
        outcomes = tuple(zip(request.things, target.outcomes, strict=True))
        done = Forgotten(outcomes, offers=target.offers, naming=target.naming)
        cuts: dict[str, Cut] = {}
        if message is not None and done.is_answered:
            state = MessageState.PENDING if says_something(request.rest) else MessageState.STORED
            cuts[message.id] = Cut(message.content, request.text, state)
        if target.is_empty and not cuts:
            return done
        manifest = await self._forget(asked.scope, target, cuts)
        return done if target.is_empty else replace(done, manifest=manifest)

    async def _forget(self, scope: Scope, target: ForgetTarget, cuts: Mapping[str, Cut]) -> Manifest:
        """Forget a target in one transaction."""
        left = {id_: text for id_, text in target.rests.items() if text and id_ not in cuts}
        vectors = await self._vectors(left)
        cut = {id_: Cut(target.messages[id_].content, text, embedding=vectors.get(id_)) for id_, text in left.items()}
        part = Part(
            message_ids=frozenset(id_ for id_, text in target.rests.items() if not text),
            fact_ids=target.facts,
            entity_ids=target.entities,
            with_sources=False,
            for_good=True,
            cuts={**cut, **cuts},
            unsaid=target.unsaid,
        )
        manifest = await forget_part(self._store, Scope(user_id=scope.user_id), self._predicates, part)
        await self._scrub()
        return manifest

    async def _vectors(self, texts: Mapping[str, str]) -> Mapping[str, Embedding]:
        try:
            vectors = await self._embedder.embed(list(texts.values())) if texts else []
        except ModelError:  # the worker fills them in
            return {}
        return dict(zip(texts, vectors, strict=True))
