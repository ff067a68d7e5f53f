"""Several `memary worker` processes on one queue: each message is read once."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from support.model_server import ModelServer
from support.records import fresh_user

from reliability import talk
from reliability.conftest import MakePlace
from reliability.processes.programs import ChildProcess, work
from reliability.waiting import until

WORKERS, TURNS = 3, 15
CHAT = "/v1/chat/completions"


def test_several_workers_on_one_queue_read_each_message_once(make_place: MakePlace, model: ModelServer) -> None:
    place = make_place(lease=30.0, batch_size=3)
    places = [place, *(replace(place, user=fresh_user()) for _ in range(2))]
    programs = [ChildProcess(work, place) for _ in range(WORKERS)]
    try:
        with place.open(worker=False) as memory:
            for number in range(TURNS):
                for each in places:
                    memory.add(talk.turn(number), user_id=each.user)
            for each in places:
                until(lambda each=each: memory.admin.stats(user_id=each.user).pending == 0, "all is read")
            assert all(program.process.is_alive() for program in programs)
            for each in places:
                assert talk.faults(memory, each.user, range(TURNS)) == []
    finally:
        for program in programs:
            program.kill()
    asked = Counter(number for request in model.requests_to(CHAT) for _, number in talk.turns_asked(request.body))
    assert asked == {number: len(places) for number in range(TURNS)}
