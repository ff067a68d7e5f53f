"""Bringing in what a reader made of a file: messages first, then the facts that rest on them."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from memary.checks.arguments import checked
from memary.client import Memary
from memary.errors import InputError
from memary.event_loop import Loop, on_loop, sync_twin
from memary.ingestion.inputs.facts import check_facts
from memary.ingestion.load import load
from memary.integrations.importers import graphiti, mem0, memoryscope, neo4j_graph
from memary.integrations.importers.formats import Exported, Mapped, Owned, Skipped, shown
from memary.integrations.importers.neo4j_graph import GraphMapping, is_address
from memary.queries import MessageQuery
from memary.stores.neo4j.connection import without_secrets
from memary.types import BEGINNING, Action, Message, Record, scope_of, utc_now

_AT_ONCE = 200
_SHOWN = 3


class Source(StrEnum):
    """Systems whose files can be brought in."""

    MEM0 = "mem0"
    GRAPHITI = "graphiti"
    MEMORYSCOPE = "memoryscope"
    NEO4J = "neo4j"


SOURCES: Mapping[Source, Callable[[Path], Exported]] = {
    Source.MEM0: mem0.read,
    Source.GRAPHITI: graphiti.read,
    Source.MEMORYSCOPE: memoryscope.read,
    Source.NEO4J: neo4j_graph.read_file,
}


class ImportReport(Record):
    """What came of an import: how much is new, how much was there already, and what was left out.

    Of a dry run it says what would come: `facts` are then those that memary could take, also where it knows some.
    `mapped` tells what became of the labels and relationships of a Neo4j graph, `place` where it was read, without a
    password.
    """

    place: str

    users: tuple[str, ...]
    messages: int
    facts: int
    known: int
    left: tuple[Skipped, ...]
    mapped: tuple[Mapped, ...] = ()


@checked
def import_memories(
    memory: Memary,
    path: str | Path,
    *,
    source: Source | str,
    user_id: str | None = None,
    infer: bool = False,
    mapping: GraphMapping | None = None,
    dry_run: bool = False,
    on_progress: Callable[[int], None] | None = None,
) -> ImportReport:
    """Bring a file of another memory in, or a Neo4j graph.

    Args:
        memory: an open memory.
        path: the file; of "neo4j" also the address of a server, such as `bolt://localhost:7687/movies`, which is only
            read. It may hold a user name and a password; without them those of the memory's settings are used.
        source: which system wrote it.
        user_id: whose memory it becomes; default: the users that the file names.
        infer: also read facts out of the texts; they wait for the worker, or `flush`.
        mapping: for "neo4j", how labels and relationships become entities and facts; default: by their names.
        dry_run: only report what would come in.
        on_progress: called with the number of messages and facts that were brought in since the last call.

    Raises:
        InputError: the file cannot be read, holds nothing, says nothing of whose memory it is, or is of several
            users although one is given. Then nothing was brought in.
    """
    how = _How(infer, mapping, dry_run, on_progress)
    return _Import(memory, how).bring_in_and_wait(path, _source(source), user_id)


@checked
async def aimport_memories(
    memory: Memary,
    path: str | Path,
    *,
    source: Source | str,
    user_id: str | None = None,
    infer: bool = False,
    mapping: GraphMapping | None = None,
    dry_run: bool = False,
    on_progress: Callable[[int], None] | None = None,
) -> ImportReport:
    """Bring a file of another memory in, or a Neo4j graph; see `import_memories`."""
    how = _How(infer, mapping, dry_run, on_progress)
    return await _Import(memory, how).bring_in(path, _source(source), user_id)


class _How(NamedTuple):
    """How it is brought in."""

    infer: bool
    mapping: GraphMapping | None
    dry_run: bool
    on_progress: Callable[[int], None] | None

    def told(self, count: int) -> None:
        """Say how many more messages or facts were brought in."""
        if self.on_progress:
            self.on_progress(count)


class _Import:
    """Brings a file in, in the loop of the memory."""

    def __init__(self, memory: Memary, how: _How) -> None:
        self._memory, self._how = memory, how

    @property
    def loop(self) -> Loop:
        return self._memory.loop

    @on_loop
    async def bring_in(self, path: str | Path, source: Source, user_id: str | None) -> ImportReport:
        exported = await self._read(path, source)
        place = without_secrets(str(path)) if is_address(path) else str(path)
        where = place if is_address(path) else f"The file {path}"
        if not (exported.messages or exported.facts):
            raise InputError(f"{where} holds no memories of {source}: nothing was brought in.{_why_none(exported)}")
        shares = _by_user(exported, user_id, where)
        report = ImportReport(
            place=place,
            users=tuple(sorted(shares)),
            messages=0,
            facts=0,
            known=0,
            left=tuple(exported.left),
            mapped=tuple(exported.mapped),
        )
        for user, (messages, facts) in shares.items():
            taking = _TakingIn(self._memory, user, self._how)
            await taking.messages(messages)
            await taking.facts(facts)
            report = report.model_copy(
                update={
                    "messages": report.messages + taking.new_messages,
                    "facts": report.facts + taking.new_facts,
                    "known": report.known + taking.known,
                    "left": (*report.left, *taking.left),
                }
            )
        return report

    bring_in_and_wait = sync_twin(bring_in)

    async def _read(self, path: str | Path, source: Source) -> Exported:
        if source is Source.NEO4J and is_address(path):
            return await neo4j_graph.read_server(str(path), self._memory.settings, self._how.mapping)
        if source is Source.NEO4J:
            return await to_thread(neo4j_graph.read_file, Path(path), self._how.mapping)
        if self._how.mapping is not None:
            raise InputError(f"A mapping is for graphs of Neo4j: {source} has a form of its own.")
        return await to_thread(SOURCES[source], Path(path))


class _TakingIn:
    """Brings in one user's share of a file."""

    def __init__(self, memory: Memary, user: str, how: _How) -> None:
        self._memory, self._user, self._how = memory, user, how
        self._scope = scope_of(user)
        self.new_messages = self.new_facts = self.known = 0
        self.left: list[Skipped] = []

    async def messages(self, given: Sequence[dict[str, Any]]) -> None:
        """Bring messages in, those said first before the others."""
        for part in _parts(sorted(filter(self._is_usable, given), key=_said_at)):
            stored = await self._stored([message["id"] for message in part])
            new = [message for message in part if message["id"] not in stored]
            for message in part:
                if message["id"] in stored and not self._kept(message["content"]).startswith(
                    stored[message["id"]].content
                ):
                    self._leave(message["content"], "it was brought in before, with other words")
            if new and not self._how.dry_run:
                await self._memory.aadd(new, user_id=self._user, infer=self._how.infer)
            self.new_messages += len(new)
            self.known += len(part) - len(new)
            self._how.told(len(part))

    async def facts(self, given: Sequence[dict[str, Any]]) -> None:
        """Bring facts in, those true first before the others."""
        known = await self._stored({id_ for fact in given for id_ in fact.get("source_ids", ())})
        usable: list[dict[str, Any]] = []
        for fact in sorted(given, key=lambda fact: fact.get("valid_at") or BEGINNING):
            sources = tuple(known[id_].id for id_ in fact.get("source_ids", ()) if id_ in known)
            since = fact.get("valid_at") or (None if sources else BEGINNING)  # where nothing says it: nobody knows
            try:
                check_facts([placed := fact | {"source_ids": sources, "valid_at": since}])
            except InputError as error:
                self._leave(fact.get("statement") or str(fact.get("object")), str(error).partition(": ")[2])
            else:
                usable.append(placed)
        if self._how.dry_run:
            self.new_facts += len(usable)
        if self._how.dry_run or not usable:
            return
        done = await self._memory.facts.aadd(
            usable, user_id=self._user, actor="import", on_progress=self._how.on_progress
        )
        self.new_facts += sum(row.action in (Action.ADD, Action.UPDATE) for row in done)
        self.known += sum(row.action is Action.NONE for row in done)

    def _kept(self, text: str) -> str:
        """Return a text as memory keeps it."""
        return self._memory.core.redactor.text(text).text

    def _is_usable(self, message: dict[str, Any]) -> bool:
        try:
            load(message, scope=self._scope, now=utc_now(), max_chars=self._memory.settings.max_message_chars)
        except InputError as error:
            self._leave(message["content"], str(error))
            return False
        return True

    async def _stored(self, ids: Sequence[str] | set[str]) -> dict[str, Message]:
        """Return the messages that are there, by the ids they were given; of long ones the first part."""
        named = {variant: id_ for id_ in ids for variant in (id_, f"{id_}#1")}
        found = await self._memory.core.store.read(MessageQuery(self._scope, ids=named)) if named else []
        return {named[message.id]: message for message in found}

    def _leave(self, text: str, why: str) -> None:
        self.left.append(Skipped(what=shown(text), why=why))


def _by_user(
    exported: Exported, user_id: str | None, where: str
) -> dict[str, tuple[list[dict[str, Any]], list[dict[str, Any]]]]:
    """Return the messages and facts of each user.

    Raises:
        InputError: nothing says whose memory something is, or one user is given and the file names several.
    """
    owned: list[Owned] = [*exported.messages, *exported.facts]
    named = sorted({str(one.user) for one in owned if one.user is not None})
    if user_id is not None and len(named) > 1:
        raise InputError(
            f"{where} holds memory of {', '.join(map(repr, named[:10]))}: name no user to bring in each "
            "under its own name. Nothing was brought in."
        )
    if user_id is None and any(one.user is None for one in owned):
        raise InputError(f"{where} does not say whose memory it is: name the user. Nothing was brought in.")
    shares: dict[str, tuple[list[dict[str, Any]], list[dict[str, Any]]]] = {}
    for place, part in enumerate((exported.messages, exported.facts)):
        for one in part:
            user = scope_of(str(one.user) if user_id is None else user_id).user_id
            shares.setdefault(user, ([], []))[place].append(one.given)
    return shares


def _why_none(exported: Exported) -> str:
    """Say why nothing of a file could be used, where the reader knows."""
    return "".join(f" {one.what}: {one.why}." for one in exported.left[:_SHOWN])


def _source(source: Source | str) -> Source:
    try:
        return Source(source)
    except ValueError as error:
        raise InputError(f"{source!r} cannot be brought in: choose from {', '.join(Source)}.") from error


def _said_at(message: Mapping[str, Any]) -> datetime:
    return message.get("created_at") or BEGINNING


def _parts(messages: Sequence[dict[str, Any]]) -> Iterator[Sequence[dict[str, Any]]]:
    for start in range(0, len(messages), _AT_ONCE):
        yield messages[start : start + _AT_ONCE]
