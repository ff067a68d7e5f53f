"""A plan for a day is told with its date, and is over when that has passed."""

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
    ("我下周三去阿里巴巴上班", "用户下周三 (2026-12-02)要去阿里巴巴上班，在那里工作。"),
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
def test_a_plan_whose_day_has_passed_is_over(memory: Memary, said: str, statement: str) -> None:
    assert _known(memory, said) == ([statement], [])


@pytest.mark.parametrize(("said", "statement"), UNDATED)
def test_a_plan_for_no_certain_day_stays(memory: Memary, said: str, statement: str) -> None:
    assert _known(memory, said) == ([statement], [statement])
