"""Offer `memary.admin`: the store's users, counts, checks and embeddings, and any record by its id."""

from __future__ import annotations

from datetime import datetime

from pydantic import Field

from memary.api.group import Group
from memary.api.groups.entities import Entities
from memary.api.groups.facts import Facts
from memary.api.groups.messages import Messages
from memary.checks.faults import shown
from memary.errors import InputError, NotFoundError
from memary.event_loop import on_loop, sync_twin
from memary.facts.doubt import marked
from memary.forgetting.plan import Manifest
from memary.languages.prompt.stamps import Zones
from memary.queries import EntityQuery, FactQuery, MessageQuery
from memary.types import Entity, Fact, Message, MessageState, Record, StoreStats, When, utc_now
from memary.types.spaces import SpaceRole, is_space


class Health(Record):
    """Whether an open memory can do its work."""

    store: str = Field(description="where it is, without credentials")
    chat_model: str | None = Field(description="None: offline")
    embedding: str
    stats: StoreStats = Field(description="rows in all, and how many messages wait or failed")
    next_due: datetime | None = Field(description="when the next pending message is due; None: none is pending")
    lag_seconds: float = Field(description="for how long the queue has been waiting for a worker, or for the model")
    model_down_since: datetime | None = Field(
        default=None,
        description="since when this process gets nothing from the model that reads messages; None: it does",
    )
    model_rests_until: datetime | None = Field(default=None, description="when it is asked again; None: any time")
    not_writable: str | None = Field(
        default=None, description="why nothing can be written, and what to do; None: the store can be written"
    )
    notes: tuple[str, ...] = Field(description="what was left out of the models, and why")

    def __str__(self) -> str:
        model = self.chat_model or "offline"
        queue = f"{self.stats.pending:,} pending, {self.stats.failed:,} dead letters"
        lines = [f"{self.store} answers; {model}; {self.embedding}; {queue}", *self.notes]
        return "\n".join([*lines, self.not_writable] if self.not_writable else lines)


class Admin(Group):
    """Look after the store: users, counts, checks, the queue, embeddings, any record by its id."""

    @on_loop
    async def ausers(self) -> list[str]:
        """Return all users of the store, without spaces."""
        return [user for user in await self._core.store.users() if not is_space(user)]

    users = sync_twin(ausers)

    @on_loop
    async def azones_of(self, *, user_id: str) -> Zones:
        """Return in which zones the times of a user are meant and shown.

        In `timezone`, where the settings name one. Where they do not, a message is shown in the zone that its time
        was given in. All else, days and the times that a question names too, goes by the zone that the user said is
        theirs (a fact like "My time zone is Europe/Berlin"), else by that of the user's newest message that tells
        one, else by the machine's. A zone by its IANA name has its summer time; an offset has none.
        """
        return await self._core.zones_of((await self._core.scope(user_id)).user_id)

    zones_of = sync_twin(azones_of)

    @on_loop
    async def astats(self, *, user_id: str | None = None) -> StoreStats:
        """Return how many records there are of each kind, of one user or of all."""
        return await self._core.store.stats(await self._core.owner_id(user_id))

    stats = sync_twin(astats)

    @on_loop
    async def ahealth(self) -> Health:
        """Ask the store, and tell what works and what waits; no model is asked.

        Raises:
            StoreError: the store does not answer.
        """
        core = self._core
        refused = await core.store.why_not_writable()  # first: of a server that is away it tells at once
        due = await core.store.next_due()
        now, down_since = core.clock(), core.worker.pauses.model_down_since
        waits_since = min((time for time in (due, down_since) if time), default=now) if due else now
        return Health(
            store=core.store.location,
            chat_model=None if core.is_offline else core.models.chat.name,
            embedding=core.models.embedder.spec.name,
            stats=await core.store.stats(None),
            next_due=due,
            lag_seconds=max(0.0, round((now - waits_since).total_seconds(), 1)),
            model_down_since=down_since,
            model_rests_until=core.worker.pauses.passed_over.get(None),
            not_writable=str(refused) if refused else None,
            notes=tuple(core.models.notes),
        )

    health = sync_twin(ahealth)

    @on_loop
    async def adead_letters(self, *, user_id: str) -> list[Message]:
        """List the messages that could not be read, each with its `error`; `replay` tries them again."""
        return await self._core.store.read(
            MessageQuery(await self._core.scope(user_id), states=[MessageState.FAILED])
        )

    dead_letters = sync_twin(adead_letters)

    @on_loop
    async def aget(self, id: str, *, user_id: str) -> Message | Fact | Entity:
        """Return a message, fact or entity by its id, also one that has ended or expired.

        A fact tells in `in_doubt` what is so now.

        Raises:
            NotFoundError: there is no such record in this user's memory.
        """
        scope = await self._core.scope(user_id)
        read = self._core.store.read
        found = (
            await marked(self._core.store, scope, await read(FactQuery(scope, ids=[id])), When.now(utc_now()))
            or await read(MessageQuery(scope, ids=[id]))
            or await read(EntityQuery(scope, ids=[id]))
        )
        if found:
            return found[0]
        raise NotFoundError(f"There is no record {shown(id)} in the memory of user {shown(user_id)}.")

    get = sync_twin(aget)

    @on_loop
    async def adelete(self, id: str, *, user_id: str, with_sources: bool = True, dry_run: bool = False) -> Manifest:
        """Forget one message, fact, entity or run for good, with what rests on it alone; see `Memary.forget`.

        Args:
            id: of the record.
            user_id: whose memory.
            with_sources: False keeps the messages that state the fact or mention the entity. Otherwise the
                words that tell of it go.
            dry_run: change nothing, and return what would go.

        Raises:
            NotFoundError: there is no such record in this user's memory.
            InputError: it is a message, which is to be kept.
        """
        found = await self.aget(id, user_id=user_id)
        if isinstance(found, Message):
            if not with_sources:
                raise InputError(
                    f"{shown(id)} is a message: messages can be kept only when a fact or an entity is forgotten."
                )
            return await Messages(self._core).adelete(id, user_id=user_id, dry_run=dry_run)
        group = Facts(self._core) if isinstance(found, Fact) else Entities(self._core)
        return await group.adelete(id, user_id=user_id, with_sources=with_sources, dry_run=dry_run)

    delete = sync_twin(adelete)

    @on_loop
    async def acheck(self, *, user_id: str | None = None) -> list[str]:
        """Check that what the store derived (indexes, counts, keys, drawn edges) fits its records.

        Args:
            user_id: leave out the faults of other users; default: all faults.

        Returns:
            What is at odds, one sentence a fault; nothing, if all is well. It reads the whole store.
        """
        return await self._core.store.check(user_id=await self._core.owner_id(user_id))

    check = sync_twin(acheck)

    @on_loop
    async def arebuild(self) -> list[str]:
        """Rebuild all that the store derives from its records; return what is at odds even then."""
        await self._core.store.rebuild()
        return await self._core.store.check()

    rebuild = sync_twin(arebuild)

    @on_loop
    async def areindex(self) -> int:
        """Embed all records again with the configured model; return how many.

        May be interrupted: what is missing is filled in by the next call, or by the worker.
        """
        await self._core.store.reset_embeddings(self._core.models.embedder.spec)
        return await self._core.worker.vectors.fill()

    reindex = sync_twin(areindex)

    @on_loop
    async def ascrub(self) -> list[str]:
        """Write over the bytes of what was forgotten, for all users, and of what was held aside and is over.

        `forget` does so itself, unless the setting `scrub` is off. It takes the longer the larger the store: SQLite
        rewrites its file, Neo4j its full-text indexes.

        Returns:
            Where the database keeps forgotten text all the same, in sentences with what to do; an empty list for
            SQLite, which keeps none.

        Raises:
            StoreUnavailableError: another process reads from the file, so that its log cannot be emptied yet.
        """
        await self._core.recycle_bin.end_over()
        await self._core.scrub.now()
        return await self._core.store.remains()

    scrub = sync_twin(ascrub)

    @on_loop
    async def areplay(self, *, user_id: str | None = None, everything: bool = False) -> int:
        """Make dead letters pending again; with `everything`, finished messages too.

        Return how many.
        """
        states = {MessageState.FAILED, MessageState.DONE} if everything else {MessageState.FAILED}
        whose = await self._core.owner_id(user_id, role=SpaceRole.WRITER)
        count = await self._core.store.requeue(whose, states=states, due_at=self._core.clock())
        if count:
            self._core.ensure_worker()
        return count

    replay = sync_twin(areplay)

    @on_loop
    async def anext_due(self) -> datetime | None:
        """Return when the next pending message is worked on; None if nothing is pending."""
        return await self._core.store.next_due()

    next_due = sync_twin(anext_due)

    @on_loop
    async def awork(self) -> None:
        """Work off the queue until cancelled; what `memary worker` does.

        A batch that is being read then is brought to its end in the background, within `grace` seconds.
        """
        await self._core.work()

    work = sync_twin(awork)
