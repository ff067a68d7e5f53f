"""Whom one goes to for what they do: a new one takes the place of the one before, and of nobody else."""

from __future__ import annotations

import pytest
from support.records import fresh_user

from memary import Memary

CHANGED = [
    ("My doctor is Dr. Patel.", "My new doctor is Dr. Smith.", "has_doctor Dr. Smith"),
    ("My dentist is Dr. Lund.", "I have a new dentist, Dr. Berg.", "has_dentist Dr. Berg"),
    ("My therapist is Nora.", "My therapist is Ingrid now.", "has_therapist Ingrid"),
    ("My GP is Dr. Shah.", "I changed GPs, it's Dr. Cole now.", "has_gp Dr. Cole"),
    ("My landlord is Pete.", "We have a new landlord, Oscar.", "has_landlord Oscar"),
    ("My doctor is Dr. Patel.", "I switched doctors last month. My doctor is now Dr. Smith.", "has_doctor Dr. Smith"),
    ("我的医生是王建国。", "我的新医生是李敏。", "医生是 李敏"),
    ("我的医生是王医生。", "我换了医生，现在是李医生。", "医生是 李医生"),
    ("我的牙医是陈医生。", "我换牙医了，新牙医是刘医生。", "牙医是 刘医生"),
    ("我的房东是老张。", "我的房东现在是老李。", "房东是 老李"),
]
BESIDE = [
    ("My doctor is Dr. Patel.", "My mum's new doctor is Dr. Smith.", {"has_doctor Dr. Patel"}),
    ("My doctor is Dr. Patel.", "My other doctor is Dr. Smith.", {"has_doctor Dr. Patel", "has_doctor Dr. Smith"}),
    ("My doctor is Dr. Patel.", "My new dentist is Dr. Smith.", {"has_doctor Dr. Patel", "has_dentist Dr. Smith"}),
    ("My colleague is Tom.", "My new colleague is Ben.", {"has_colleague Tom", "has_colleague Ben"}),
    ("My doctor is Dr. Patel.", "My new doctor is nice.", {"has_doctor Dr. Patel"}),
    ("My doctor is Dr. Patel.", "I switched doctors in my novel.", {"has_doctor Dr. Patel"}),
    ("我的医生是王建国。", "我妈妈的新医生是李敏。", {"医生是 王建国"}),
    ("我的医生是王建国。", "我的新牙医是李敏。", {"医生是 王建国", "牙医是 李敏"}),
    ("我的医生是王建国。", "我的医生是很好的人。", {"医生是 王建国"}),
    ("我的医生是王建国。", "我的医生现在是主任。", {"医生是 王建国"}),
]


def _known(memory: Memary, *said: str) -> set[str]:
    user = fresh_user()
    for text in said:
        memory.add(text, user_id=user, session_id="talk", wait=True)
    return {f"{fact.predicate} {fact.object}" for fact in memory.facts.list(user_id=user)}


@pytest.mark.parametrize(("before", "said", "known"), CHANGED)
def test_a_new_one_takes_the_place_of_the_one_before(memory: Memary, before: str, said: str, known: str) -> None:
    assert _known(memory, before, said) == {known}


@pytest.mark.parametrize(("before", "said", "known"), BESIDE)
def test_nobody_else_gives_way_to_a_new_one(memory: Memary, before: str, said: str, known: set[str]) -> None:
    assert _known(memory, before, said) == known
