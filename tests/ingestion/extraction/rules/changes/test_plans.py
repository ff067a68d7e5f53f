"""A plan for a day is told with its date, and comes true when that has passed."""

from __future__ import annotations

import pytest
from support.records import fresh_user

from memary import Memary

SAID_AT, MONTHS_LATER = "2026-11-28T14:00:00Z", "2027-03-01T00:00:00Z"

DATED = [
    ("I start at Aldi next friday", "User is to start work at Aldi next friday (2026-12-04)."),
    ("I start at Monzo on Monday.", "User is to start work at Monzo on Monday (2026-11-30)."),
    ("I'm starting at Aldi on 5 January", "User is to start work at Aldi on 5 January (2027-01-05)."),
    ("I join Aldi tomorrow", "User is to start work at Aldi tomorrow (2026-11-29)."),
    ("I'm starting at Aldi next month", "User is to start work at Aldi next month."),
    ("I start work at Siemens on 2 January.", "User is to start work at Siemens on 2 January (2027-01-02)."),
    ("I'm joining Siemens next Monday.", "User is to start work at Siemens next Monday (2026-11-30)."),
    ("I begin at Ikea on Wednesday", "User is to start work at Ikea on Wednesday (2026-12-02)."),
    ("I'm beginning work at Ikea on 7 December.", "User is to start work at Ikea on 7 December (2026-12-07)."),
    ("Starting at Siemens on 2 January", "User is to start work at Siemens on 2 January (2027-01-02)."),
    ("我下周三去阿里巴巴上班", "用户下周三 (2026-12-02)要去阿里巴巴上班，在那里工作。"),
    ("我下周一入职阿里巴巴", "用户下周一 (2026-11-30)要去阿里巴巴上班，在那里工作。"),
    ("我明天去阿里巴巴上班", "用户明天 (2026-11-29)要去阿里巴巴上班，在那里工作。"),
]
UNDATED = [
    ("I start at Aldi in spring", "User is to start work at Aldi in spring."),
    ("我过几天去阿里巴巴上班", "用户过几天要去阿里巴巴上班，在那里工作。"),
]


def _known(memory: Memary, said: str) -> tuple[list[str], list[str]]:
    """Return what is known when a text was said, and some months later."""
    user = fresh_user()
    memory.add({"role": "user", "content": said, "created_at": SAID_AT}, user_id=user, wait=True)
    now, later = (
        [fact.statement for fact in memory.facts.list(user_id=user, as_of=at)] for at in (SAID_AT, MONTHS_LATER)
    )
    return now, later


@pytest.mark.parametrize(("said", "statement"), DATED)
def test_a_job_that_was_to_begin_on_a_day_is_one_that_goes_on_from_then(
    memory: Memary, said: str, statement: str
) -> None:
    now, later = _known(memory, said)
    assert now == [statement]
    firm = next(name for name in ("Aldi", "Monzo", "Siemens", "Ikea", "阿里巴巴") if name in said)
    assert later in ([f"User works at {firm}."], [f"用户就职于{firm}。"])


def test_the_job_that_one_has_ends_on_the_day_on_which_the_next_begins(memory: Memary) -> None:
    user = fresh_user()
    for said in ("I work at Bosch.", "I'm joining Siemens on 5 January."):
        memory.add({"role": "user", "content": said, "created_at": SAID_AT}, user_id=user, wait=True)
    jobs = [
        {fact.object for fact in memory.facts.list(user_id=user, as_of=at) if fact.predicate == "works_at"}
        for at in (SAID_AT, MONTHS_LATER)
    ]
    assert jobs == [{"Bosch"}, {"Siemens"}]


@pytest.mark.parametrize(("said", "statement"), UNDATED)
def test_a_plan_for_no_certain_day_stays(memory: Memary, said: str, statement: str) -> None:
    assert _known(memory, said) == ([statement], [statement])
