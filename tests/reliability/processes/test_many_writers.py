"""Many writers at once, in threads and processes, on one user and on many: no update is lost, nothing is double."""

from __future__ import annotations

import itertools
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any

from support.model_server import ModelServer
from support.records import fresh_user

from memary import ChatAgent, Memary
from memary.queries import EntityQuery
from memary.types import Scope
from reliability import talk
from reliability.conftest import MakePlace
from reliability.processes.programs import ChildProcess, Place

WRITERS, ROUNDS, USERS = 8, 2, 12
SHARED = talk.PEOPLE[:ROUNDS]


def write(memory: Memary, user: str, writer: int) -> None:
    """Say something of one's own and something that all say, many times; each a message with its facts."""
    for round_ in range(ROUNDS):
        shared, own = SHARED[round_], talk.THINGS[writer * ROUNDS + round_]
        said = f"writer {writer}, round {round_}: {shared} collects the {own}"
        (id_,) = memory.add(said, user_id=user, session_id=f"writer {writer}", infer=False).ids
        about = {"source_ids": [id_], "origin": "user"}
        memory.facts.add(
            [
                {"subject": "User", "predicate": "knows", "object": shared} | about,
                {"subject": shared, "predicate": "collects", "object": own} | about,
            ],
            user_id=user,
        )


def lost(memory: Memary, user: str) -> list[str]:
    """What is not as it must be after all have written."""
    facts = memory.facts.list(user_id=user, include_past=True)
    found = {(fact.subject, fact.predicate, fact.object): len(fact.source_ids) for fact in facts}
    rounds = list(itertools.product(range(WRITERS), range(ROUNDS)))
    wanted = Counter(("User", "knows", SHARED[round_]) for _, round_ in rounds) + Counter(
        (SHARED[round_], "collects", talk.THINGS[writer * ROUNDS + round_]) for writer, round_ in rounds
    )
    wrong = [
        f"{triple}: {found.get(triple)} sources, not {count}"
        for triple, count in wanted.items()
        if found.get(triple) != count
    ]
    wrong += [f"{triple} was not said" for triple in found.keys() - wanted.keys()]
    if len(facts) != len(found):
        wrong.append(f"{len(facts) - len(found)} facts are double")
    entities = memory.loop.start(memory.core.store.read, EntityQuery(Scope(user_id=user))).result()
    wrong += [f"{name} is there {n} times" for name, n in Counter(e.key for e in entities).items() if n > 1]
    counts = {row.entity.name: row.count for row in memory.entities.list(user_id=user) if row.entity.name != "User"}
    mentions = Counter(SHARED[round_] for _, round_ in rounds) + Counter(talk.THINGS[: WRITERS * ROUNDS])
    if counts != mentions:
        wrong.append(f"mentions are counted {sorted(set(counts.items()) ^ set(mentions.items()))[:6]}")
    return wrong


def write_in_threads(pipe: Connection, place: Place, first: int, last: int) -> None:
    """Be a process of several writers."""
    with place.open(worker=False) as memory, ThreadPoolExecutor(last - first) as pool:
        list(pool.map(lambda writer: write(memory, place.user, writer), range(first, last)))
    pipe.send("done")


def test_eight_threads_write_to_one_user_while_others_chat(make_place: MakePlace, model: ModelServer) -> None:
    place = make_place()
    model.respond("Thought: I can answer now.\nAnswer: Hello.")
    with place.open(worker=False) as memory, ThreadPoolExecutor(WRITERS + 2) as pool:
        agents = [ChatAgent(memory, user_id=place.user, session_id=f"chat {n}") for n in range(2)]

        def chat(agent: Any) -> list[str]:
            return [agent.chat(f"Who is {name}?").text for name in talk.PEOPLE[:2]]

        talking = [pool.submit(chat, agent) for agent in agents]
        list(pool.map(lambda writer: write(memory, place.user, writer), range(WRITERS)))
        assert [each.result() for each in talking] == [["Hello."] * 2] * 2
        assert lost(memory, place.user) == []
        for n in range(2):
            said = memory.messages.list(user_id=place.user, session_id=f"chat {n}")
            assert [m.content for m in said] == [
                text for name in talk.PEOPLE[:2] for text in (f"Who is {name}?", "Hello.")
            ]


def test_four_processes_of_two_threads_write_to_one_user(make_place: MakePlace) -> None:
    place = make_place()
    programs = [ChildProcess(write_in_threads, place, first, first + 2) for first in range(0, WRITERS, 2)]
    try:
        for program in programs:
            assert program.pipe.poll(100), "a writer did not come to its end"
            assert program.pipe.recv() == "done"
    finally:
        for program in programs:
            program.kill()
    with place.open(worker=False) as memory:
        assert lost(memory, place.user) == []


def test_many_users_at_once_each_get_what_is_theirs(make_place: MakePlace) -> None:
    place = make_place(lease=30.0)
    said = {fresh_user(): [first, first + 3, first + 6] for first in range(USERS)}  # of one session
    with place.open() as memory, ThreadPoolExecutor(16) as pool:
        adding = [
            pool.submit(memory.add, [talk.turn(number) for number in numbers], user_id=user)
            for user, numbers in said.items()
        ]
        assert [each.result().pending for each in adding] == [3] * USERS
        memory.flush(wait=120)
        for user, numbers in said.items():
            assert talk.faults(memory, user, numbers) == []
