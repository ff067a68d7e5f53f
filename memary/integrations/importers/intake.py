"""Bring one user's share of what was read into memory: messages, then the facts that rest on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from memary.client import Memary
from memary.errors import InputError
from memary.facts.identity import SELF_NAME
from memary.ingestion.inputs.facts import check_facts
from memary.ingestion.inputs.replacement import base_of, other_texts
from memary.ingestion.known_user import KnownUser
from memary.ingestion.load import Common, load
from memary.integrations.importers.formats import Owned, Skipped, shown
from memary.integrations.importers.neo4j_graph import GraphMapping
from memary.queries import MessageQuery
from memary.types import BEGINNING, Action, Message, Scope, utc_now
from memary.types.spaces import is_space

_AT_ONCE = 200


class How(NamedTuple):
    """How it is brought in."""

    infer: bool
    mapping: GraphMapping | None
    dry_run: bool
    on_progress: Callable[[int], None] | None
    on_total: Callable[[int], None] | None
    me: str | None = None
    zone: str | None = None

    def told(self, count: int) -> None:
        """Say how many more messages or facts were brought in."""
        if self.on_progress:
            self.on_progress(count)


class _Loaded(NamedTuple):
    """A message that memory can take, with what it makes of it: one record, of a long text several."""

    owned: Owned
    records: tuple[Message, ...]

    @property
    def id(self) -> str:
        return base_of(self.records[0])

    @property
    def text(self) -> str:
        return str(self.owned.given["content"])


class Intake:
    """Brings in one user's share of a file, or that of a space; hooks of a coding agent may have heard of it already.

    `user` is how a caller names them, `scope` whose memory that is, `owner` which speaker of a chat they are.
    """

    def __init__(
        self, memory: Memary, user: str, scope: Scope, how: How, *, may_be_heard: bool, owner: str | None = None
    ) -> None:
        self._memory, self._user, self._how, self._may_be_heard = memory, user, how, may_be_heard
        self._scope, self._owner = scope, None if is_space(scope.user_id) else owner
        self.new_messages = self.new_facts = self.known = self.replaced = 0
        self.left: list[Skipped] = []
        self._is_name_told = False

    async def messages(self, given: Iterable[Owned]) -> None:
        """Bring messages in, those said first before the others."""
        for part in _parts(sorted(given, key=_said_at)):
            if loaded := [one for owned in part if (one := self._loaded(owned)) is not None]:
                await self._part(loaded)
            self._how.told(len(part))

    async def _part(self, whole: Sequence[_Loaded]) -> None:
        core = self._memory.core
        kept = await core.not_forgotten([record for one in whole for record in one.records], now=utc_now())
        part = self._without(whole, {base_of(record) for record in kept}, "the user had it forgotten")
        records = [record for one in part for record in one.records]
        other = {base_of(message) for message in await other_texts(core.store, self._scope, records)}
        stored = await self._stored([one.id for one in part])
        is_named = any(self._is_own_by_name(stored[one.id], one.records[0]) for one in part if one.id in stored)
        same = self._of_same_speaker([one for one in part if one.id in stored and one.id not in other], stored)
        changed = [one for one in part if one.id in other]
        living = [one for one in changed if one.owned.is_living]
        self._without(changed, {one.id for one in living}, "it was imported before, with a different text")
        unknown = [one for one in part if one.id not in stored]
        new = await self._unheard(unknown) if self._may_be_heard else unknown
        if not self._how.dry_run:
            if is_named and not self._is_name_told:
                await self._tell_name()
            await self._add(new)
            await self._add(living, replace=True)
        self.new_messages += len(new)
        self.replaced += len(living)
        self.known += len(same) + len(unknown) - len(new)

    def _without(self, part: Sequence[_Loaded], kept: set[str], why: str) -> list[_Loaded]:
        """Return the messages of these ids, and note why the others are left out."""
        for one in part:
            if one.id not in kept:
                self._leave(one.text, why)
        return [one for one in part if one.id in kept]

    def _is_own_by_name(self, there: Message, given: Message) -> bool:
        """Return whether words of the user were imported before as those of a speaker."""
        return given.speaker is None and there.speaker is not None and there.speaker == self._owner

    async def _tell_name(self) -> None:
        """Have memory know that the user is who has this name in the chat, so that both are one from then on."""
        self._is_name_told = True
        named = {"subject": SELF_NAME, "predicate": "name_is", "object": self._owner, "origin": "user"}
        await self._memory.facts.aadd([named], user_id=self._user)
        await KnownUser(self._memory.core.writer).name(self._scope.user_id)

    def _of_same_speaker(self, part: Sequence[_Loaded], stored: Mapping[str, Message]) -> list[_Loaded]:
        """Return what is stored with the same speaker, and note what is there as somebody else's words."""
        given = {one.id: one.records[0] for one in part}
        same = {
            id_
            for id_, one in given.items()
            if stored[id_].speaker == one.speaker or self._is_own_by_name(stored[id_], one)
        }
        return self._without(part, same, "it was imported before as somebody else's words: forget it there first")

    async def _add(self, part: Sequence[_Loaded], *, replace: bool = False) -> None:
        if part:
            said = [one.owned.given for one in part]
            await self._memory.aadd(said, user_id=self._user, infer=self._how.infer, replace=replace)

    async def _unheard(self, part: Sequence[_Loaded]) -> list[_Loaded]:
        """Return what no hook has kept: nothing of the same words in the same session."""
        heard: set[tuple[str | None, str, str]] = set()
        for session in {one.records[0].session_id for one in part}:
            scope = self._scope.model_copy(update={"session_id": session})
            heard |= {
                _words(message)
                for message in await self._memory.core.store.read(MessageQuery(scope))
                if "imported_from" not in message.metadata
            }
        return [one for one in part if _words(one.records[0]) not in heard]

    async def facts(self, owned: Sequence[Owned]) -> None:
        """Bring facts in, those true first before the others."""
        given = [one.given for one in owned]
        known = await self._stored({id_ for fact in given for id_ in fact.get("source_ids", ())})
        usable: list[dict[str, object]] = []
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

    def _loaded(self, owned: Owned) -> _Loaded | None:
        """Return what memory makes of a message; None for one that it does not take."""
        core = self._memory.core
        try:
            records = load(
                owned.given,
                scope=self._scope,
                now=utc_now(),
                common=Common(redactor=core.redactor),
                max_chars=core.settings.max_message_chars,
            )
        except InputError as error:
            self._leave(owned.given["content"], str(error))
            return None
        return _Loaded(owned, tuple(records))

    async def _stored(self, ids: Sequence[str] | set[str]) -> dict[str, Message]:
        """Return the messages that are there, by the ids they were given; of long ones the first part."""
        named = {variant: id_ for id_ in ids for variant in (id_, f"{id_}#1")}
        found = await self._memory.core.store.read(MessageQuery(self._scope, ids=named)) if named else []
        return {named[message.id]: message for message in found}

    def _leave(self, text: str, why: str) -> None:
        self.left.append(Skipped(what=shown(text), why=why))


def _words(message: Message) -> tuple[str | None, str, str]:
    return message.session_id, message.role, message.content


def _said_at(one: Owned) -> datetime:
    return one.given.get("created_at") or BEGINNING


def _parts(messages: Sequence[Owned]) -> Iterator[Sequence[Owned]]:
    for start in range(0, len(messages), _AT_ONCE):
        yield messages[start : start + _AT_ONCE]
