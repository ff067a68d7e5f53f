"""Every method of the facade in a space, as reader, writer, owner, stranger, invited and former member.

What a reader may not write, a stranger may not read either; and no method is left out.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pydantic_core import to_jsonable_python
from support.records import fresh_user

from memary import ChatAgent, Memary
from memary.errors import InputError, NotAllowedError, NotFoundError

CANARY = "Zanzibarquartz"
GROUPS = ("facts", "entities", "messages", "sessions", "stream", "insights", "runs", "operations", "usage", "admin")
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Shared:
    """A space with something in it, and those who come to it: their addresses by what they are."""

    memory: Memary
    space_id: str
    people: dict[str, str]
    message: str
    fact: str
    entity: str
    operation: str
    forgotten: str
    path: Path

    def address(self, who: str) -> str:
        """Return what one of them gives for a user's id, whether or not it is still good."""
        return f"{self.space_id}:{self.people[who]}"

    def records(self) -> list[str]:
        """Return all that is in the space, as text."""
        rows = self.memory.loop.start(_rows, self.memory, self.space_id).result()
        return [repr(row) for row in rows]


async def _rows(memory: Memary, space_id: str) -> list[object]:
    return [row async for row in memory.core.store.dump(space_id)]


@pytest.fixture
def memory(on_each_store: Memary) -> Memary:
    """An open memory on each kind of store."""
    return on_each_store


@pytest.fixture
def shared(memory: Memary, tmp_path: Path) -> Shared:
    """A space in which a writer has said something, with everybody in their place."""
    names = ("owner", "writer", "reader", "invited", "former", "stranger")
    people = {name: fresh_user(name) for name in names}
    space = memory.spaces.create("Family", user_id=people["owner"])
    for name in ("writer", "reader", "invited", "former"):
        role = "writer" if name in ("writer", "former") else "reader"
        memory.spaces.grant(space.space_id, people[name], role, user_id=people["owner"])
        if name != "invited":
            memory.spaces.join(space.space_id, user_id=people[name])
    writer = memory.spaces.get("Family", user_id=people["writer"]).user_id
    (said,) = memory.add(f"I live in {CANARY}.", user_id=writer, session_id="s", wait=True).ids
    (fact,) = memory.facts.list(user_id=writer)
    memory.spaces.revoke(space.space_id, people["former"], user_id=people["owner"])
    row = memory.operations.list(user_id=writer)[-1]
    (slip,) = memory.add("I like jam.", user_id=writer, session_id="s", wait=True).ids
    held = memory.messages.delete(slip, user_id=writer).held_id or ""
    path = tmp_path / "out.jsonl"
    return Shared(memory, space.space_id, people, said, fact.id, fact.object_id, row.id, held, path)


Call = Callable[[Shared, str], object]

READS: dict[str, Call] = {
    "search": lambda s, user: s.memory.search(f"Who lives in {CANARY}?", user_id=user),
    "context": lambda s, user: s.memory.context(f"Who lives in {CANARY}?", user_id=user),
    "export": lambda s, user: (s.memory.export(s.path, user_id=user), s.path.read_text())[1],
    "facts.list": lambda s, user: s.memory.facts.list(user_id=user),
    "facts.get": lambda s, user: s.memory.facts.get(s.fact, user_id=user),
    "facts.history": lambda s, user: s.memory.facts.history(s.fact, user_id=user),
    "entities.list": lambda s, user: s.memory.entities.list(user_id=user),
    "entities.get": lambda s, user: s.memory.entities.get(s.entity, user_id=user),
    "entities.graph": lambda s, user: s.memory.entities.graph(CANARY, user_id=user),
    "entities.check": lambda s, user: s.memory.entities.check(f"Who lives in {CANARY}?", user_id=user),
    "entities.near": lambda s, user: s.memory.entities.near(f"Who lives in {CANARY[:-1]}?", user_id=user),
    "entities.timeline": lambda s, user: s.memory.entities.timeline(CANARY, user_id=user),
    "entities.related": lambda s, user: s.memory.entities.related(s.fact, user_id=user),
    "entities.map": lambda s, user: s.memory.entities.map(user_id=user),
    "messages.list": lambda s, user: s.memory.messages.list(user_id=user),
    "messages.get": lambda s, user: s.memory.messages.get(s.message, user_id=user),
    "stream.entries": lambda s, user: s.memory.stream.entries(user_id=user),
    "stream.rewind": lambda s, user: s.memory.stream.rewind(datetime.now(UTC), user_id=user),
    "insights.profile": lambda s, user: s.memory.insights.profile(user_id=user, about=CANARY),
    "operations.list": lambda s, user: s.memory.operations.list(user_id=user),
    "operations.learnt": lambda s, user: s.memory.operations.learnt([s.message], user_id=user),
    "admin.get": lambda s, user: s.memory.admin.get(s.fact, user_id=user),
}
"""They show what is in the space."""

NUMBERS: dict[str, Call] = {
    "operations.forgotten": lambda s, user: s.memory.operations.forgotten(user_id=user),
    "facts.conflicts": lambda s, user: s.memory.facts.conflicts(user_id=user),
    "entities.duplicates": lambda s, user: s.memory.entities.duplicates(user_id=user),
    "entities.categories": lambda s, user: s.memory.entities.categories(user_id=user),
    "sessions.list": lambda s, user: s.memory.sessions.list(user_id=user),
    "sessions.titles": lambda s, user: s.memory.sessions.titles(user_id=user),
    "sessions.summary": lambda s, user: s.memory.sessions.summary("s", user_id=user),
    "stream.changes": lambda s, user: s.memory.stream.changes(user_id=user, since=LONG_AGO),
    "stream.timeline": lambda s, user: s.memory.stream.timeline(user_id=user),
    "stream.themes": lambda s, user: s.memory.stream.themes(user_id=user),
    "stream.topic_shifts": lambda s, user: s.memory.stream.topic_shifts(user_id=user),
    "insights.list": lambda s, user: s.memory.insights.list(user_id=user),
    "insights.waiting": lambda s, user: s.memory.insights.waiting(user_id=user),
    "messages.given": lambda s, user: s.memory.messages.given(s.message, user_id=user),
    "messages.over": lambda s, user: s.memory.messages.over([s.message], user_id=user),
    "usage.caps": lambda s, user: s.memory.usage.caps(user_id=user),
    "usage.report": lambda s, user: s.memory.usage.report(user_id=user),
    "usage.estimate": lambda s, user: s.memory.usage.estimate("I live in Rome.", user_id=user),
    "admin.stats": lambda s, user: s.memory.admin.stats(user_id=user),
    "admin.check": lambda s, user: s.memory.admin.check(user_id=user),
    "admin.zones_of": lambda s, user: s.memory.admin.zones_of(user_id=user),
    "admin.dead_letters": lambda s, user: s.memory.admin.dead_letters(user_id=user),
}
"""They tell less of it, or nothing here."""

WRITES: dict[str, Call] = {
    "add": lambda s, user: s.memory.add("I like tea.", user_id=user, wait=True),
    "flush": lambda s, user: s.memory.flush(user_id=user),
    "operations.undo_message": lambda s, user: s.memory.operations.undo_message(
        s.memory.messages.list(user_id=s.address("owner"))[-1].id, user_id=user
    ),
    "facts.add": lambda s, user: s.memory.facts.add(
        [{"subject": "Tom", "predicate": "likes", "object": "tea"}], user_id=user
    ),
    "facts.confirm": lambda s, user: s.memory.facts.confirm(s.fact, user_id=user),
    "facts.rate": lambda s, user: s.memory.facts.rate(s.fact, user_id=user, rating="positive"),
    "facts.update": lambda s, user: s.memory.facts.update(s.fact, user_id=user, object="Rome"),
    "entities.categorize": lambda s, user: s.memory.entities.categorize(s.entity, user_id=user, add=["home"]),
    "entities.rename_category": lambda s, user: s.memory.entities.rename_category("home", "den", user_id=user),
    "entities.distinguish": lambda s, user: s.memory.entities.distinguish(user_id=user, entity="tea", other=CANARY),
    "entities.merge": lambda s, user: s.memory.entities.merge(user_id=user, entity="tea", into=CANARY),
    "sessions.rename": lambda s, user: s.memory.sessions.rename("s", "Home", user_id=user),
    "facts.condense": lambda s, user: s.memory.facts.condense(user_id=user),
    "sessions.fold": lambda s, user: s.memory.sessions.fold(user_id=user, session_id="s"),
    "stream.remove": lambda s, user: s.memory.stream.remove(user_id=user, entity=CANARY),
    "insights.reflect": lambda s, user: s.memory.insights.reflect(user_id=user),
    "admin.replay": lambda s, user: s.memory.admin.replay(user_id=user),
    "operations.restore": lambda s, user: s.memory.operations.restore(s.forgotten, user_id=user),
    "operations.end_forgotten": lambda s, user: s.memory.operations.end_forgotten(user_id=user),
    "operations.undo": lambda s, user: s.memory.operations.undo(
        s.memory.operations.list(user_id=s.address("owner"))[-1].id, user_id=user
    ),
}
"""What writers may do."""

OWNERS: dict[str, Call] = {
    "stream.prune": lambda s, user: s.memory.stream.prune(user_id=user, before=LONG_AGO),
    "stream.clear": lambda s, user: s.memory.stream.clear(user_id=user),
    "facts.delete": lambda s, user: s.memory.facts.delete(s.fact, user_id=user, with_sources=False),
    "entities.delete": lambda s, user: s.memory.entities.delete(s.entity, user_id=user, with_sources=False),
    "admin.delete": lambda s, user: s.memory.admin.delete(
        s.memory.facts.list(user_id=s.address("owner"), include_past=True)[0].id, user_id=user, with_sources=False
    ),
    "import_": lambda s, user: (
        s.memory.export(s.path, user_id=s.address("owner")),
        s.memory.import_(s.path, as_user=user),
    ),
    "forget": lambda s, user: s.memory.forget(user_id=user),
}
"""What owners alone may do. `messages.delete` is for who wrote the message, too."""

OWN = {"runs." + name for name in ("list", "get", "record", "resume", "earlier", "similar", "update")}
"""These are a user's own, and work on no space."""

OUTSIDERS = ("stranger", "invited", "former")


def test_each_method_that_is_about_somebody_is_tested_here(memory: Memary) -> None:
    groups: dict[str, type] = {"": Memary} | {f"{name}.": type(getattr(memory, name)) for name in GROUPS}
    methods = {
        prefix + name[1:]
        for prefix, group in groups.items()
        for name in dir(group)
        if name.startswith("a") and hasattr(group, name[1:]) and _is_about_somebody(group, name)
    }
    assert methods - {*READS, *NUMBERS, *WRITES, *OWNERS, *OWN} == {"messages.delete"}


def _is_about_somebody(group: type, name: str) -> bool:
    return "user_id" in inspect.signature(getattr(group, name)).parameters


def told(result: object) -> str:
    """Return all that a read gave, in full."""
    return repr(to_jsonable_python(result, bytes_mode="base64", fallback=repr))


def test_members_read_all_of_a_space_and_outsiders_nothing(shared: Shared) -> None:
    for name, read in (READS | NUMBERS).items():
        for who in ("reader", "writer", "owner"):
            assert name not in READS or CANARY in told(read(shared, shared.address(who))), (name, who)
        for who in OUTSIDERS:
            with pytest.raises((NotFoundError, NotAllowedError)) as caught:
                read(shared, shared.address(who))
            assert CANARY not in str(caught.value), (name, who)
            assert shared.people["owner"] not in str(caught.value), (name, who)


@pytest.mark.long
def test_only_writers_write_and_only_owners_forget(shared: Shared) -> None:
    before = shared.records()
    for name, write in (WRITES | OWNERS).items():
        for who in (*OUTSIDERS, "reader", *(["writer"] if name in OWNERS else [])):
            with pytest.raises((NotFoundError, NotAllowedError)):
                write(shared, shared.address(who))
        assert shared.records() == before, name
    for write in WRITES.values():
        write(shared, shared.address("writer"))
    for write in OWNERS.values():
        write(shared, shared.address("owner"))
    assert shared.records() == []


@pytest.mark.long
def test_outsiders_find_nothing_of_a_space_beside_their_own_memory(shared: Shared) -> None:
    for who in (*OUTSIDERS, "reader"):
        own = shared.people[who]
        shared.memory.add("I like tea.", user_id=own, wait=True)
        answer = ChatAgent(shared.memory, user_id=own).chat("Who lives where?")
        seen = told(
            [
                [hit.text for hit in shared.memory.search("Who lives where?", user_id=own)],
                shared.memory.context("Who lives where?", user_id=own).text,
                shared.memory.entities.check("Who lives where?", user_id=own),
                shared.memory.stream.entries(user_id=own),
                [source.text for source in answer.sources],
            ]
        )
        assert (CANARY in seen) is (who == "reader"), who


def test_no_address_leads_to_a_space_but_a_members_own(shared: Shared) -> None:
    owner = shared.people["owner"]
    nobody = [shared.space_id, f"{shared.space_id}:", f" {shared.space_id}", "space:", f"space::{owner}"]
    for wrong in (*nobody, f"{shared.space_id}:{owner}:x", f"{shared.space_id}x:{owner}", f"space:Family:{owner}x"):
        with pytest.raises(InputError):
            shared.memory.messages.list(user_id=wrong)
        with pytest.raises(InputError):
            shared.memory.add("I like tea.", user_id=wrong)


def test_runs_and_conversations_are_a_users_own(shared: Shared) -> None:
    with pytest.raises(InputError, match="space"):
        ChatAgent(shared.memory, user_id=shared.address("owner"))
    with pytest.raises(InputError, match="space"):
        shared.memory.runs.list(user_id=shared.address("owner"))
