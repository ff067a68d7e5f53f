"""Nobody sees another's memory: every read of the contract and of the facade, at any size, whatever is alike."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack
from datetime import timedelta
from itertools import product
from pathlib import Path
from typing import Any

import anyio
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic_core import to_jsonable_python
from stores.opening import opened_store
from support.records import NOW, entity, fact, fresh_user, mention, message, minutes, operation, summary
from support.small_embedder import SmallEmbedder
from support.vectors import vector, vector_of

from memary import Memary, queries
from memary.errors import InputError, MemaryError, NotFoundError
from memary.queries import (
    BesideQuery,
    CountQuery,
    EntityQuery,
    FactQuery,
    GrantQuery,
    MentionQuery,
    MessageQuery,
    OperationQuery,
    Query,
    RevisionQuery,
    SaidQuery,
    SearchQuery,
    SessionQuery,
    SpeakerQuery,
    StretchQuery,
    SubgraphQuery,
    SummaryQuery,
    UsageQuery,
    View,
    ZoneQuery,
)
from memary.stores.commands import Claim
from memary.stores.store import Store
from memary.types import Entity, Fact, GraphDelta, HeldPart, Mention, Message, MessageState, Scope

WORDS = ["ada", "berlin", "moved"]
Read = Callable[[Store, Scope], Awaitable[object]]


async def _dumped(store: Store, scope: Scope) -> list[object]:
    return [row async for row in store.dump(scope.user_id)]


QUERIES: dict[str, Callable[[Scope], Query[Any]]] = {
    "messages": MessageQuery,
    "messages by id": lambda scope: MessageQuery(scope, ids=["m"]),
    "what messages say": lambda scope: SaidQuery(scope, ["m"]),
    "what is said around messages": lambda scope: StretchQuery(scope, [(["other"], 1)], ["m"]),
    "messages by state": lambda scope: MessageQuery(scope, states=list(MessageState)),
    "entities": EntityQuery,
    "entities by key": lambda scope: EntityQuery(scope, keys=["ada", "berlin"]),
    "entities by id": lambda scope: EntityQuery(scope, ids=["e1", "e2"]),
    "facts": FactQuery,
    "facts of entities": lambda scope: FactQuery(scope, entity_ids=["e1"]),
    "facts of sources": lambda scope: FactQuery(scope, source_ids=["m"]),
    "facts of predicates": lambda scope: FactQuery(scope, entity_ids=["e1"], predicates=["lives_in"]),
    "mentions": MentionQuery,
    "mentions of entities": lambda scope: MentionQuery(scope, entity_ids=["e1"]),
    "counts": CountQuery,
    "operations": OperationQuery,
    "operations touching": lambda scope: OperationQuery(scope, touching=["m", "f", "e1"]),
    "operations caused by": lambda scope: OperationQuery(scope, source_ids=["m"]),
    "operations on": lambda scope: OperationQuery(scope, target_ids=["f"]),
    "summary": lambda scope: SummaryQuery(scope.user_id, "s"),
    "subgraph": lambda scope: SubgraphQuery(scope, ["e1"], depth=2, view=View(true_at=NOW)),
    "search messages": lambda scope: SearchQuery(scope, Message, terms=WORDS, vector=vector(1)),
    "search facts": lambda scope: SearchQuery(scope, Fact, terms=WORDS, vector=vector(1)),
    "search entities": lambda scope: SearchQuery(scope, Entity, terms=WORDS, vector=vector(1)),
}
NUMBER_QUERIES: set[type[Query[Any]]] = {
    BesideQuery,
    GrantQuery,
    RevisionQuery,
    SessionQuery,
    SpeakerQuery,
    UsageQuery,
    ZoneQuery,
}
"""These tell ids, names, times and numbers; what they count is tested in the conformance suite."""


def _asking(make: Callable[[Scope], Query[Any]]) -> Read:
    return lambda store, scope: store.read(make(scope))


READS: dict[str, Read] = {
    **{name: _asking(make) for name, make in QUERIES.items()},
    "dump": _dumped,
    "held": lambda store, scope: store.held(scope.user_id),
    "claim": lambda store, scope: store.claim(
        Claim(worker_id="w", now=NOW, lease=timedelta(seconds=1), limit=9, user_id=scope.user_id)
    ),
}
NUMBERS = {
    *("remains", "why_not_writable"),
    # what these count is tested in the conformance suite
    *("revision", "stats", "next_due", "stored_embedding"),
    # the whole store's own affairs, which no facade call hands to a user
    *("users", "unembedded", "check"),
    "admit",  # lets through or refuses, and tells nothing
}
WRITES = {
    *("migrate", "aclose", "append", "renew", "release", "requeue", "apply", "forget_user", "scrub", "load"),
    *("put_embeddings", "reset_embeddings", "rebuild", "make_space", "rename_space", "grant", "join"),
}


@pytest.fixture(params=["sqlite", "neo4j"])
def kind(request: pytest.FixtureRequest) -> str:
    """Which store."""
    if request.param == "neo4j":
        request.getfixturevalue("neo4j_address")
    return request.param


@pytest.fixture
def place(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> tuple[str, Path, Any]:
    """What opens a store of that kind."""
    address = request.getfixturevalue("neo4j_address") if kind == "neo4j" else None
    return ("neo4j" if kind == "neo4j" else "sqlite-file"), tmp_path / "memary.db", address


@pytest.fixture
def memory(place: tuple[str, Path, Any]) -> Iterator[Memary]:
    """An open memory without a language model."""
    _, path, address = place
    options: dict[str, Any] = {"worker": False, "embedding": SmallEmbedder()}
    if address:
        options |= address.options
    with ExitStack() as stack:
        yield stack.enter_context(Memary.open(address.uri if address else f"sqlite:///{path}", **options))


async def remember_alike(store: Store, user: str) -> None:
    """The same memory for each user, with the same ids; only notes nobody searches for say whose it is."""
    said = message(
        user, "Ada moved to Berlin", id="m", session_id="s", agent_id="a", metadata={"of": user}, digest="d"
    )
    ada, berlin = (entity(user, name, id=id_, categories=(user,)) for name, id_ in (("Ada", "e1"), ("Berlin", "e2")))
    held = HeldPart(
        id="h", user_id=user, at=NOW, until=NOW + minutes(1), actor=user, about=user, counts={}, content=user
    )
    lives = fact(ada, "lives_in", berlin, id="f", statement="Ada moved to Berlin", quote=user, source_ids=("m",))
    await store.append([said], embeddings={"m": vector(1)}, due_at=NOW)
    await store.apply(
        GraphDelta(
            user_id=user,
            revision=await store.revision(user),
            entities=(ada, berlin),
            facts=(lives,),
            mentions=(mention(ada, said), mention(berlin, said)),
            operations=(operation(user, "f", id="o", source_ids=("m",), after={"f": lives.model_dump(mode="json")}),),
            summaries=(summary(user, "s", f"of {user}"),),
            held=(held,),
            embeddings={"e1": vector(1), "e2": vector(1), "f": vector(1)},
        )
    )


def test_each_method_of_the_contract_is_a_write_a_number_or_one_of_the_reads_tested_here() -> None:
    methods = {name for name in vars(Store) if not name.startswith("_") and callable(getattr(Store, name))}
    methods -= {"location", "read", "at_once", "record_usage"}
    assert methods - READS.keys() - NUMBERS - WRITES == set()


def test_each_query_asks_for_numbers_or_is_one_of_those_tested_here() -> None:
    kinds = {kind for kind in vars(queries).values() if isinstance(kind, type) and issubclass(kind, Query)} - {Query}
    assert kinds == NUMBER_QUERIES | {type(make(Scope(user_id="ada"))) for make in QUERIES.values()}


def told(result: object) -> str:
    """Return all that a read gave, in full."""
    return repr(to_jsonable_python(result, bytes_mode="base64", fallback=repr))


def test_records_with_the_same_ids_words_and_vectors_stay_with_their_users(place: tuple[str, Path, Any]) -> None:
    async def run() -> None:
        users = [fresh_user(name) for name in ("one", "two", "three")]
        async with opened_store(*place) as store:
            for user in users:
                await remember_alike(store, user)
            for user, (name, read) in product(users, READS.items()):
                for scope in (Scope(user_id=user), Scope(user_id=user, agent_id="a", session_id="s")):
                    seen = told(await read(store, scope))
                    assert user in seen or name == "claim", name
                    assert not any(other in seen for other in users if other != user), name
            for name, read in READS.items():
                nobody = told(await read(store, Scope(user_id=fresh_user("nobody"))))
                assert not any(user in nobody for user in users), name

    anyio.run(run)


def test_writes_to_one_user_leave_another_with_the_same_ids_as_they_were(place: tuple[str, Path, Any]) -> None:
    async def run() -> None:
        mine, theirs = fresh_user("mine"), fresh_user("theirs")
        async with opened_store(*place) as store:
            for user in (mine, theirs):
                await remember_alike(store, user)
            scope = Scope(user_id=theirs)
            before = [await _dumped(store, scope), await store.held(theirs)]
            await store.put_embeddings(mine, {"m": vector(0, 1), "f": vector(0, 1), "e1": vector(0, 1)})
            await store.load([row async for row in store.dump(mine)], due_at=NOW)
            await store.requeue(mine, states=list(MessageState), due_at=NOW)
            revision = await store.revision(mine)
            gone = GraphDelta(
                user_id=mine, revision=revision, removed_messages=("m",), removed_entities=("e1",),
                removed_facts=("f",), removed_operations=("o",), removed_summaries=("s",), removed_held=("h",),
            )  # fmt: skip
            await store.apply(gone)
            assert [await _dumped(store, scope), await store.held(theirs)] == before
            await store.forget_user(mine)
            assert [await _dumped(store, scope), await store.held(theirs)] == before
            foreign = Mention(user_id=mine, entity_id="e1", source_id="m", at=NOW)
            delta = GraphDelta(user_id=theirs, revision=await store.revision(theirs), mentions=(foreign,))
            with pytest.raises(InputError):
                await store.apply(delta)

    anyio.run(run)


PLACES = st.tuples(st.integers(0, 2), st.sampled_from([None, "a", "b"]), st.sampled_from([None, "s", "t"]))


@pytest.mark.long
@settings(max_examples=25)
@given(talks=st.lists(PLACES, max_size=12))
def test_a_scope_shows_what_was_said_in_it_and_nothing_else(talks: list[tuple[int, str | None, str | None]]) -> None:
    anyio.run(_compare_scopes, talks, ("sqlite-memory", Path("unused"), None))


def test_a_scope_shows_what_was_said_in_it_on_either_store(place: tuple[str, Path, Any]) -> None:
    everywhere = list(product(range(3), (None, "a", "b"), (None, "s", "t")))
    anyio.run(_compare_scopes, everywhere, place)


async def _compare_scopes(talks: list[tuple[int, str | None, str | None]], place: tuple[str, Path, Any]) -> None:
    users = [fresh_user(str(number)) for number in range(3)]
    said: list[Message] = []
    async with opened_store(*place) as store:
        for number, (whose, agent, session) in enumerate(talks):
            user = users[whose]
            told = message(
                user, "Ada moved to Berlin", agent_id=agent, session_id=session, at=NOW + minutes(number),
                state=MessageState.STORED,
            )  # fmt: skip
            ada, berlin = entity(user, "Ada", id=f"a{number}"), entity(user, "Berlin", id=f"b{number}")
            lives = fact(ada, "lives_in", berlin, id=f"f{number}", source_ids=(told.id,))
            await store.append([told], embeddings={told.id: vector(1)}, due_at=NOW)
            await store.apply(
                GraphDelta(
                    user_id=user, revision=await store.revision(user), entities=(ada, berlin), facts=(lives,),
                    mentions=(mention(ada, told),), embeddings={lives.id: vector(1), ada.id: vector(1)},
                )
            )  # fmt: skip
            said.append(told)
        for user, agent, session in product(users, (None, "a", "b"), (None, "s", "t")):
            scope = Scope(user_id=user, agent_id=agent, session_id=session)
            inside = {
                number
                for number, one in enumerate(said)
                if one.user_id == user and agent in (None, one.agent_id) and session in (None, one.session_id)
            }
            assert {one.id for one in await store.read(MessageQuery(scope))} == {said[number].id for number in inside}
            assert {one.id for one in await store.read(FactQuery(scope))} == {f"f{number}" for number in inside}
            assert {one.entity_id for one in await store.read(MentionQuery(scope))} == {
                f"a{number}" for number in inside
            }
            for searched, ids in ((Message, {said[n].id for n in inside}), (Fact, {f"f{n}" for n in inside})):
                hits = await store.read(SearchQuery(scope, searched, terms=WORDS, vector=vector(1)))
                assert {hit.record.id for hit in hits} == ids


def test_ids_of_another_user_are_not_found(memory: Memary) -> None:
    mine, theirs = fresh_user("mine"), fresh_user("theirs")
    memory.add("I like tea.", user_id=mine)
    (said,) = memory.add("I live in Rome.", user_id=theirs, session_id="s1").ids
    memory.add([{"role": "user", "speaker": "Tom", "content": "Good morning!"}], user_id=theirs)
    for user in (mine, theirs):
        memory.flush(user_id=user)
    (rome,) = memory.facts.list(user_id=theirs)
    before = memory.admin.stats(user_id=theirs)
    attempts: list[Callable[[], object]] = [
        lambda: memory.facts.history(user_id=mine, id=rome.id),
        lambda: memory.forget(user_id=mine, fact_id=rome.id),
        lambda: memory.forget(user_id=mine, message_id=said),
        lambda: memory.forget(user_id=mine, session_id="s1"),
        lambda: memory.forget(user_id=mine, entity="Rome"),
        lambda: memory.forget(user_id=mine, speaker="Tom"),
        lambda: memory.entities.graph("Rome", user_id=mine),
        lambda: memory.facts.list(user_id=mine, about="Rome"),
    ]
    for attempt in attempts:
        with pytest.raises(NotFoundError) as caught:
            attempt()
        assert theirs not in str(caught.value)
    with pytest.raises(MemaryError):
        memory.facts.add(
            [{"subject": "I", "predicate": "likes", "object": "tea", "statement": "x", "source_ids": [said]}],
            user_id=mine,
        )
    assert memory.admin.stats(user_id=theirs) == before
    assert all("Rome" not in hit.text for hit in memory.search("Rome", user_id=mine))


def test_an_export_cannot_carry_records_into_another_memory(memory: Memary, tmp_path: Path) -> None:
    mine, theirs = fresh_user("mine"), fresh_user("theirs")
    memory.add("I live in Rome.", user_id=mine)
    memory.add("I live in Oslo.", user_id=theirs)
    memory.flush(user_id=mine)
    memory.flush(user_id=theirs)
    file = tmp_path / "mine.jsonl"
    memory.export(file, user_id=mine)
    lines = file.read_text().splitlines(keepends=True)
    file.write_text(lines[0] + "".join(lines[1:]).replace(mine, theirs))
    before = [message.id for message in memory.messages.list(user_id=theirs)]
    with pytest.raises(InputError, match="another user"):
        memory.import_(file)
    assert [message.id for message in memory.messages.list(user_id=theirs)] == before


@pytest.mark.long
@pytest.mark.timeout(300)
def test_the_smallest_of_many_users_finds_and_ranks_as_if_alone(kind: str, memory: Memary, tmp_path: Path) -> None:
    users, facts_each = (60, 50) if kind == "sqlite" else (12, 30)
    chance = random.Random(5)
    small = fresh_user("small")
    names = [f"{first} {last}" for first in ("Ada", "Ben", "Eva", "Tom", "Mia") for last in ("Stone", "Berg", "Fox")]
    things = [f"{colour} {thing}" for colour in ("red", "blue", "old", "tiny") for thing in ("boat", "hat", "clock")]
    for number in range(users):
        user = small if number == users // 2 else fresh_user(f"u{number}")
        count = 20 if user == small else facts_each
        memory.loop.start(_remember_facts, memory.core.store, user, chance, names, things, count).result()
    (tmp_path / "alone").mkdir()
    memory.export(tmp_path / "small.jsonl", user_id=small)
    with Memary.open(f"sqlite:///{tmp_path}/alone/memary.db", worker=False, embedding=SmallEmbedder()) as alone:
        alone.import_(tmp_path / "small.jsonl")
        for known in memory.facts.list(user_id=small):
            found = memory.search(known.statement, user_id=small, kinds={"fact"}, top_k=10)
            assert known.id in [hit.id for hit in found]
            if kind == "sqlite":
                single = alone.search(known.statement, user_id=small, kinds={"fact"}, top_k=10)
                assert [hit.id for hit in found] == [hit.id for hit in single]
                scores = [hit.score for hit in single]  # a little older by now
                assert [hit.score for hit in found] == pytest.approx(scores, rel=1e-6)


async def _remember_facts(
    store: Store, user: str, chance: random.Random, names: list[str], things: list[str], count: int
) -> None:
    nodes = {name: entity(user, name) for name in (*names, *things)}
    facts: dict[str, Fact] = {}
    while len(facts) < count:
        who, what = nodes[chance.choice(names)], nodes[chance.choice(things)]
        verb = chance.choice(["owns", "sold", "lost", "painted", "found", "repaired"])
        made = fact(who, verb, what, at=NOW + minutes(len(facts)), created_at=NOW)
        facts.setdefault(made.statement, made)
    await store.apply(
        GraphDelta(
            user_id=user,
            revision=0,
            entities=tuple(nodes.values()),
            facts=tuple(facts.values()),
            embeddings={each.id: vector_of(each.statement) for each in facts.values()}
            | {each.id: vector_of(each.name) for each in nodes.values()},
        )
    )
