"""Forgetting, exporting, importing, checking and re-embedding."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from memary.errors import InputError, NotFoundError
from memary.facade.opened import Opened
from memary.faults import shown
from memary.ingestion.forget import Part
from memary.looping import blocking, on_loop
from memary.memory.forgetting import Manifest
from memary.stores.archive import read_export, users_of_export, write_export
from memary.times import GivenTime, time_given

_SHOWN_USERS = 10


class Keeping(Opened):
    """The part of `Memary` that takes memory away, takes it along, and keeps it whole."""

    @on_loop
    async def aforget(
        self,
        *,
        user_id: str,
        session_id: str | None = None,
        message_id: str | None = None,
        fact_id: str | None = None,
        entity: str | None = None,
        before: GivenTime | None = None,
        with_sources: bool = True,
    ) -> Manifest:
        """Forget for good: a whole user, or one part of the memory, and what rests on it alone.

        What forgotten facts had ended is again as it was before them. No text of it is left in the store, unless the
        setting `scrub` leaves its bytes to `scrub`; what a Neo4j server may keep on its disk is said in
        `docs/forgetting.md`. Copies elsewhere are the caller's matter: exports and backups made before, and what a
        model server logs.

        Args:
            user_id: whose memory; all of it, if nothing else is named.
            session_id: this session.
            message_id: this message.
            fact_id: this fact, with the messages that state it.
            entity: the entities of this name or alias, with their facts and the messages that mention them.
            before: all messages said before that time.
            with_sources: False keeps the messages that state the fact or mention the entity. Then their words are
                still found, and reading them anew may bring the fact back.

        Returns:
            How many records went, and how many facts came back.

        Raises:
            NotFoundError: there is no such thing in this user's memory.
            InputError: more than one thing is named, or a time lacks its zone.
        """
        scope = self._scope(user_id, session_id=session_id)
        if sum(name is not None for name in (session_id, message_id, fact_id, entity, before)) > 1:
            raise InputError("Name one thing to forget: a session, a message, a fact, an entity or a time.")
        if scope.user_id not in await self.store.users():
            raise NotFoundError(f"There is no memory of user {shown(user_id)}: `memary doctor` lists the users.")
        if session_id is message_id is fact_id is entity is before is None:
            manifest = Manifest.of(await self.store.forget_user(scope.user_id))
            await self._write_over()
            return manifest
        part = Part(
            message_ids=_alone(message_id),
            fact_ids=_alone(fact_id),
            entity_ids=frozenset(each.id for each in await self._named(scope, entity)) if entity else frozenset(),
            before=time_given("before", before),
            with_sources=with_sources,
        )
        return await self._forget_part(scope, part)

    forget = blocking(aforget)

    @on_loop
    async def adelete_all(self, *, user_id: str, session_id: str | None = None) -> Manifest:
        """Forget all of a user's memory for good, or all of one session; see `forget`.

        Raises:
            NotFoundError: there is no such memory.
        """
        return await self.aforget(user_id=user_id, session_id=session_id)

    delete_all = blocking(adelete_all)

    @on_loop
    async def ascrub(self) -> None:
        """Write over the bytes of what was forgotten, for all users.

        `forget` does so itself, unless the setting `scrub` is off. It takes the longer the larger the store: SQLite
        writes its file anew, Neo4j its full-text indexes.

        Raises:
            StoreUnavailableError: another process reads from the file, so that its log cannot be emptied yet.
        """
        await self.store.scrub()

    scrub = blocking(ascrub)

    @on_loop
    async def aexport(self, path: str | Path, *, user_id: str) -> int:
        """Write everything of a user as JSON lines; return how many records.

        Raises:
            NotFoundError: there is no such user.
            InputError: the file cannot be written.
        """
        scope = self._scope(user_id)
        if scope.user_id not in await self.store.users():
            raise NotFoundError(f"There is no memory of user {shown(user_id)}: `memary doctor` lists the users.")
        return await write_export(self.store, Path(path), scope.user_id, self.models.embedder.spec)

    export = blocking(aexport)

    @on_loop
    async def aimport(
        self,
        path: str | Path,
        *,
        user_id: str | None = None,
        as_user: str | None = None,
        on_progress: Callable[[int], None] | None = None,
    ) -> int:
        """Read an export into this store; return how many records were new. Repeating it changes nothing.

        Args:
            path: the file.
            user_id: whose memory it has to be, to the last record; default: whoever's it is.
            as_user: whose memory it becomes; default: whoever's it is. Ids, times and sources stay. Two memories are
                not mixed: this user may have nothing yet but what is in the file.
            on_progress: called with the number of records that were read since the last call.

        Raises:
            InputError: the file cannot be read as an export, names records that are nowhere, is of another user than
                `user_id`, or `as_user` has other memory. Then nothing was written.
        """
        if user_id is not None:
            _check_users(Path(path), self._scope(user_id).user_id)
        owner = None if as_user is None else self._scope(as_user).user_id
        new = await read_export(
            self.store, Path(path), self.models.embedder.spec, as_user=owner, on_progress=on_progress
        )
        await self._worker.vectors.fill()
        return new

    import_ = blocking(aimport)

    @on_loop
    async def acheck(self, *, user_id: str | None = None) -> list[str]:
        """Prove that what the store derived (indexes, counts, keys, drawn edges) equals the records it comes from.

        Args:
            user_id: leave out the faults of other users; default: all faults.

        Returns:
            What is at odds, one sentence a fault; nothing, if all is well. It reads the whole store.
        """
        return await self.store.check(user_id=None if user_id is None else self._scope(user_id).user_id)

    check = blocking(acheck)

    @on_loop
    async def arebuild(self) -> list[str]:
        """Make everything that the store derived anew from its records; return what is at odds even then."""
        await self.store.rebuild()
        return await self.store.check()

    rebuild = blocking(arebuild)

    @on_loop
    async def areindex(self) -> int:
        """Embed everything anew with the configured model; return how many records.

        May be interrupted: what is missing is filled in by the next call, or by the worker.
        """
        await self.store.reset_embeddings(self.models.embedder.spec)
        return await self._worker.vectors.fill()

    reindex = blocking(areindex)


def _alone(id_: str | None) -> frozenset[str]:
    return frozenset() if id_ is None else frozenset({id_})


def _check_users(path: Path, user_id: str) -> None:
    found = users_of_export(path)
    if found != [user_id]:
        names = ", ".join(map(repr, found[:_SHOWN_USERS])) + (" and others" if len(found) > _SHOWN_USERS else "")
        raise InputError(
            f"The file {path} holds memory of {names}, not of user {shown(user_id)} alone: nothing was imported. "
            "Name the user it is of, or none to import it as it is."
        )
