"""A time reads alike wherever a caller gives one, and a number is a time nowhere."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

import pytest
from support.tables import each

from memary import InputError, Memary

YEAR, DAY, HOUR = (datetime(2020, *rest, tzinfo=UTC) for rest in ((1, 1), (5, 1), (5, 1, 9)))

READ = {"2020": YEAR, "2020-05": DAY, "20200501": DAY, date(2020, 5, 1): DAY, "2020-05-01t09:00Z": HOUR, HOUR: HOUR}

REFUSED = [2020, 2020.5, 1588323600, True, "1588323600", "2020-05-01t09:00", "2020-05-01_09:00", datetime(2020, 5, 1)]


def _of_fact(memory: Memary, given: Any) -> datetime:
    (done,) = memory.facts.add(
        [{"subject": "Ada", "predicate": "visited", "object": "Rome", "valid_at": given}], user_id="ada"
    )
    return memory.facts.get(str(done.target_id), user_id="ada").valid_at


def _of_change(memory: Memary, given: Any) -> datetime:
    (done,) = memory.facts.add([{"subject": "Ada", "predicate": "likes", "object": "tea"}], user_id="ada")
    return memory.facts.update(str(done.target_id), user_id="ada", valid_at=given).valid_at


def _of_message(memory: Memary, given: Any) -> datetime:
    added = memory.add({"content": "The roof leaks.", "created_at": given}, user_id="ada")
    return memory.messages.get(added.ids[0], user_id="ada").created_at


def _of_filter(memory: Memary, given: Any) -> datetime:
    memory.add([{"content": "It rains.", "created_at": time} for time in (YEAR, DAY, HOUR)], user_id="ada")
    found = memory.messages.list(user_id="ada", filters={"created_at": {"gte": given}})
    return min(one.created_at for one in found)


def _of_question(memory: Memary, given: Any) -> datetime:
    facts = [
        {"subject": "Ada", "predicate": "visited", "object": time.isoformat(), "valid_at": time}
        for time in (YEAR, DAY, HOUR)
    ]
    memory.facts.add(facts, user_id="ada")
    return max(one.valid_at for one in memory.facts.list(user_id="ada", as_of=given))


@each("reads", [_of_fact, _of_change, _of_message, _of_filter, _of_question])
def test_a_time_reads_alike_wherever_it_is_given(reads: Callable[[Memary, Any], datetime]) -> None:
    with Memary.open("sqlite:///:memory:", worker=False, embedding="hash") as memory:
        for given, time in READ.items():
            assert reads(memory, given) == time, given
            memory.forget(user_id="ada", for_good=True)
        for given in REFUSED:
            with pytest.raises(InputError, match=r"give a datetime|has no time zone|is not an ISO 8601 time"):
                reads(memory, given)
