"""What the parts of `Memary` share: the store, the models, the settings, the loop that all work runs in."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from datetime import datetime, tzinfo
from functools import cached_property

from memary.errors import InputError, ModelError, NotFoundError
from memary.facade.background import Background
from memary.faults import shown
from memary.ingestion.forget import Part, forget_part
from memary.ingestion.worker import Worker
from memary.ingestion.write import GraphWriter
from memary.ingestion.zones import zones_by_default, zones_of
from memary.languages.tokens import TokenCounter
from memary.llm.factory import Models
from memary.looping import Loop, blocking, on_loop
from memary.memory.budget import Budget
from memary.memory.forgetting import Manifest
from memary.memory.identity import lookup_key
from memary.memory.predicates import Predicates
from memary.memory.usage import UsageLedger, spent_by
from memary.prompts.stamps import Zones
from memary.queries import EntityQuery
from memary.settings import Settings
from memary.stores.store import Store
from memary.text import embedding_text, entity_key
from memary.types import (
    Embedding,
    Entity,
    Message,
    Scope,
    scope_of,
    utc_now,
)

_log = logging.getLogger("memary")

_LINGER = 2.0
"""Seconds; a call of a model for several messages costs little more than for one."""


class Opened:
    """An open memory, as its parts see it; `Memary` is what fills it in."""

    store: Store
    models: Models
    settings: Settings
    tokens: TokenCounter
    loop: Loop
    _clock: Callable[[], datetime]
    _ledger: UsageLedger
    budget: Budget
    _predicates: Predicates
    _writer: GraphWriter
    _worker: Worker
    _works_in_background: bool
    _background: Background

    @property
    def is_offline(self) -> bool:
        """Whether there is no language model."""
        return self.models.chat.is_offline

    @property
    def context_budget(self) -> int:
        """Tokens that a context window may have; what it leaves of the model's is for tools and the answer."""
        most = int(self.models.chat.context_window * self.settings.eviction_rate)
        return min(self.settings.context_tokens or most, most)

    @property
    def linger(self) -> float:
        """Seconds for which a message waits for others to be read with it; without a model nothing is won by that."""
        if self.settings.linger is not None:
            return self.settings.linger
        return _LINGER if self.models.extraction else 0.0

    @cached_property
    def zone(self) -> tzinfo | None:
        """The zone in which times are shown where nothing tells the user's own."""
        return self.settings.zone

    @cached_property
    def zones(self) -> Zones:
        """In which zones times are shown where nothing is known of the user."""
        return zones_by_default(self.settings)

    @on_loop
    async def azones_of(self, *, user_id: str) -> Zones:
        """In which zones the times of a user are meant and shown: in `timezone`, where the settings name one.

        Where they do not, a message is shown in the zone that its time was given in. All else, days and the times
        that a question names too, goes by the zone that the user said is theirs (a fact like "My time zone is
        Europe/Berlin"), else by that of the user's newest message that tells one, else by the machine's. A zone by
        its IANA name has its summer time; an offset has none.
        """
        return await zones_of(self.store, self._scope(user_id).user_id, self.settings)

    zones_of = blocking(azones_of)

    def _scope(self, user_id: str, agent_id: str | None = None, session_id: str | None = None) -> Scope:
        return scope_of(user_id, agent_id, session_id)

    async def _forget_part(self, scope: Scope, part: Part) -> Manifest:
        manifest = await forget_part(self.store, scope, self._predicates, part)
        await self._write_over()
        await self._worker.vectors.fill()  # of sentences that read differently now
        return manifest

    async def _write_over(self) -> None:
        """Write over what was forgotten, unless that is left to `scrub`."""
        if self.settings.scrub:
            await self.store.scrub()

    async def _keep(self, messages: list[Message]) -> list[Message]:
        return await self.store.append(messages, embeddings=await self._vectors(messages), due_at=utc_now())

    async def _vectors(self, messages: Sequence[Message]) -> dict[str, Embedding]:
        """Embed messages; if the model is down they are kept without, and the worker fills the vectors in."""
        try:
            with spent_by(messages[0].user_id):
                vectors = await self.models.embedder.embed([embedding_text(message) for message in messages])
        except ModelError as error:
            _log.warning("embedding: %s", error)
            return {}
        return {message.id: vector for message, vector in zip(messages, vectors, strict=True)}

    async def _named(self, scope: Scope, name: str) -> list[Entity]:
        found = await self.store.read(EntityQuery(scope, keys=[lookup_key(name), entity_key(name)]))
        if not found:
            raise NotFoundError(f"There is no entity {shown(name)} in the memory of user {shown(scope.user_id)}.")
        return found


def check_limit(limit: int | None) -> None:
    """Refuse a limit below 0, which a slice would take as "without the last".

    Raises:
        InputError: it is below 0.
    """
    if limit is not None and limit < 0:
        raise InputError(f"limit is {shown(limit)}: give 0 or more.")
