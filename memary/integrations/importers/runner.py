"""Import what a reader made of a file: messages first, then the facts that rest on them."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Callable
from datetime import tzinfo
from pathlib import Path

from memary.checks.arguments import checked
from memary.client import Memary
from memary.errors import InputError
from memary.event_loop import Loop, on_loop, sync_twin
from memary.integrations.importers import neo4j_graph
from memary.integrations.importers.conversations.chat import settle
from memary.integrations.importers.formats import Exported, Mapped, Owned, Skipped, Told
from memary.integrations.importers.intake import How, Intake
from memary.integrations.importers.neo4j_graph import GraphMapping, is_address
from memary.integrations.importers.sources import SOURCES, Source, home_of, is_own, recognized, source_named
from memary.stores.neo4j.driver.connection import without_secrets
from memary.types import Record, scope_of
from memary.types.spaces import SpaceRole
from memary.zones import zone_named

_SHOWN = 3


class ImportReport(Record):
    """What came of an import: how much is new, known already or changed, and what was left out.

    Of a dry run it says what would come: `facts` are then those that memary could take, also where it knows some.
    `mapped` tells what became of the labels and relationships of a Neo4j graph, `place` where it was read, without a
    password. Of a chat, `speakers` wrote it, `me` is the one of them who is the user, and `zone` the time zone that
    its times were taken for, where they tell none; `dates` says how the first date of each was read.
    """

    place: Told
    users: tuple[str, ...]
    messages: int
    facts: int
    known: int
    replaced: int = 0
    left: tuple[Skipped, ...]
    mapped: tuple[Mapped, ...] = ()
    speakers: tuple[Told, ...] = ()
    me: Told | None = None
    zone: str | None = None
    dates: tuple[Told, ...] = ()


@checked
def import_memories(
    memory: Memary,
    path: str | Path | None = None,
    *,
    source: Source | str,
    user_id: str | None = None,
    infer: bool = False,
    mapping: GraphMapping | None = None,
    dry_run: bool = False,
    on_progress: Callable[[int], None] | None = None,
    on_total: Callable[[int], None] | None = None,
    me: str | None = None,
    zone: str | None = None,
) -> ImportReport:
    """Bring in what was said and remembered elsewhere.

    A file, a folder or a zip of another system, or a Neo4j graph. What came in stays when it is cut off; the same
    call goes on from there.

    Args:
        memory: an open memory.
        path: the file, the folder or the zip; of "neo4j" also the address of a server, such as
            `bolt://localhost:7687/movies`, which is only read. It may hold a user name and a password; without them
            those of the memory's settings are used. Default: where a coding agent keeps its logs on this machine.
        source: which system wrote it.
        user_id: whose memory it becomes, also a space that this user may write to; default: the users that the file
            names, and for what names none the setting `user`, where one is set.
        infer: also read facts out of the texts; they wait for the worker, or `flush`.
        mapping: for "neo4j", how labels and relationships become entities and facts; default: by their names.
        dry_run: only report what would come in.
        on_progress: called with the number of messages and facts that were brought in since the last call.
        on_total: called once with how many there are.
        me: for chats of messengers, which of the speakers the user is, by the name there; default: none, unless the
            export names its owner. What all others wrote has them as its `speaker`.
        zone: for chats of messengers, the time zone of times that tell none, such as "Europe/Berlin" or "+08:00";
            default: that of the settings, else this machine's.

    Raises:
        InputError: the file cannot be read, holds nothing, says nothing of whose memory it is, or is of several
            users although one is given. Then nothing was brought in.
        NotFoundError: there is no such space of this user.
        NotAllowedError: the user may only read there.
    """
    how = How(infer, mapping, dry_run, on_progress, on_total, me, zone)
    return _Import(memory, how).bring_in_and_wait(path, source_named(source), user_id)


@checked
async def aimport_memories(
    memory: Memary,
    path: str | Path | None = None,
    *,
    source: Source | str,
    user_id: str | None = None,
    infer: bool = False,
    mapping: GraphMapping | None = None,
    dry_run: bool = False,
    on_progress: Callable[[int], None] | None = None,
    on_total: Callable[[int], None] | None = None,
    me: str | None = None,
    zone: str | None = None,
) -> ImportReport:
    """Bring in what was said and remembered elsewhere; see `import_memories`."""
    how = How(infer, mapping, dry_run, on_progress, on_total, me, zone)
    return await _Import(memory, how).bring_in(path, source_named(source), user_id)


class _Import:
    """Brings a file in, in the loop of the memory."""

    def __init__(self, memory: Memary, how: How) -> None:
        self._memory, self._how = memory, how

    @property
    def loop(self) -> Loop:
        return self._memory.loop

    @on_loop
    async def bring_in(self, given: str | Path | None, source: Source, user_id: str | None) -> ImportReport:
        path = home_of(source) if given is None else given
        try:
            exported = await self._read(path, source)
        except InputError as error:
            raise InputError(f"{error}{await to_thread(_instead, path, source)}") from error
        place = without_secrets(str(path)) if is_address(path) else str(path)
        where = place if is_address(path) else await to_thread(_called, Path(path))
        if not (exported.messages or exported.facts):
            raise InputError(
                f"{where} holds no data of {source} that can be imported."
                f"{await to_thread(_instead, path, source)}{_why_none(exported)}"
            )
        settings = self._memory.settings
        zone = self._settled(exported)
        nameless = user_id if settings.source_of("user") == "default" else user_id or settings.user
        shares = _by_user(exported, user_id, where, nameless=nameless)
        report = ImportReport(
            place=place,
            users=tuple(sorted(shares)),
            messages=0,
            facts=0,
            known=0,
            left=tuple(exported.left),
            mapped=tuple(exported.mapped),
            speakers=exported.speakers,
            me=exported.owner,
            zone=str(zone) if exported.is_local else None,
            dates=tuple(dict.fromkeys(exported.dates)),
        )
        if self._how.on_total:
            self._how.on_total(len(exported.messages) + len(exported.facts))
        for user, (messages, facts) in shares.items():
            scope = await self._memory.core.scope(user, role=SpaceRole.WRITER)
            taking = Intake(
                self._memory, user, scope, self._how, may_be_heard=exported.is_of_agent, owner=exported.owner
            )
            await taking.messages(messages)
            await taking.facts(facts)
            report = report.model_copy(
                update={
                    "messages": report.messages + taking.new_messages,
                    "facts": report.facts + taking.new_facts,
                    "known": report.known + taking.known,
                    "replaced": report.replaced + taking.replaced,
                    "left": (*report.left, *taking.left),
                }
            )
        return report

    bring_in_and_wait = sync_twin(bring_in)

    def _settled(self, exported: Exported) -> tzinfo:
        """Settle the speakers and times of chats, and return the zone that these were taken for.

        Raises:
            InputError: there is no such zone, nobody of this name wrote anything, or it is no chat.
        """
        how = self._how
        zone = zone_named(how.zone) if how.zone else self._memory.settings.zone
        if zone is None:
            raise InputError(f"{how.zone!r} is no time zone: name one such as Europe/Berlin or +08:00.")
        if exported.is_chat:
            settle(exported, me=how.me, zone=zone)
        elif how.me is not None or how.zone is not None:
            raise InputError("me and zone are for chats of messengers only: leave them out.")
        return zone

    async def _read(self, path: str | Path, source: Source) -> Exported:
        if source is Source.NEO4J and is_address(path):
            return await neo4j_graph.read_server(str(path), self._memory.settings, self._how.mapping)
        if source is Source.NEO4J:
            return await to_thread(neo4j_graph.read_file, Path(path), self._how.mapping)
        if is_address(path):
            raise InputError(
                f"{path} is an address, but {source} is imported from a file: export it there and name the file."
            )
        if self._how.mapping is not None:
            raise InputError(f"A mapping is for Neo4j graphs only: leave it out for {source}.")
        return await to_thread(SOURCES[source], Path(path))


def _by_user(
    exported: Exported, user_id: str | None, where: str, *, nameless: str | None
) -> dict[str, tuple[list[Owned], list[Owned]]]:
    """Return the messages and facts of each user: of `nameless` what names none.

    Raises:
        InputError: nothing says whose memory something is, or one user is given and the file names several.
    """
    owned: list[Owned] = [*exported.messages, *exported.facts]
    named = sorted({str(one.user) for one in owned if one.user is not None})
    if user_id is not None and len(named) > 1 and not exported.is_of_agent:
        raise InputError(
            f"{where} holds memory of {', '.join(map(repr, named[:10]))}: name no user to import each "
            "under its own name. Nothing was imported."
        )
    if nameless is None and any(one.user is None for one in owned):
        raise InputError(f"{where} does not say whose memory it is: name the user. Nothing was imported.")
    shares: dict[str, tuple[list[Owned], list[Owned]]] = {}
    for place, part in enumerate((exported.messages, exported.facts)):
        for one in part:
            named_user = nameless if one.user is None else one.user
            user = scope_of(str(named_user)).user_id if user_id is None else user_id.strip()  # a file names no space
            shares.setdefault(user, ([], []))[place].append(one)
    return shares


def _called(path: Path) -> str:
    if path.is_dir():
        return f"The folder {path}"
    return f"The file {path}" if path.stat().st_size else f"The empty file {path}"


def _instead(path: str | Path, source: Source) -> str:
    """Say what a file is, where that can be seen, and is not what it was taken for."""
    if is_address(path):
        return ""
    if is_own(Path(path)):
        return " It is an export of memary: leave the source away."
    other = recognized(Path(path))
    return f" It looks like one of {other}: name that as the source." if other not in {None, source} else ""


def _why_none(exported: Exported) -> str:
    """Say why nothing of a file could be used, where the reader knows."""
    return "".join(f" Left out, since {one.why.rstrip('.')}: {one.what}." for one in exported.left[:_SHOWN])
