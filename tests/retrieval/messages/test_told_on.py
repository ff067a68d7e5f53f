"""What was told without a name is not over once the name is told, and an appointment that was kept was one."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from memary import Hit, Memary
from memary.resolution.proposals import Proposals, ProposalSource, ProposedFact

pytestmark = pytest.mark.anyio

Told = tuple[str, str, str]


def day(number: int, hour: int = 0) -> datetime:
    return datetime(2025, 3, number, hour, tzinfo=UTC)


async def first_of_two(question: str, *told: tuple[datetime, str, Told, dict[str, Any]]) -> Hit:
    """The first of two messages, of which each tells a fact; the second fact takes the place of the first."""
    ids: list[str] = []
    async with await Memary.aopen("sqlite:///:memory:", worker=False) as memory:
        for at, text, (subject, predicate, object_), fields in told:
            said = {"role": "user", "content": text, "created_at": at}
            (message,) = (await memory.aadd(said, user_id="ada", infer=False)).ids
            known = await memory.facts.alist(user_id="ada", include_past=True) if ids else []
            when: dict[str, Any] = {"valid_at": at} | fields
            fact = ProposedFact(
                subject=subject,
                predicate=predicate,
                object=object_,
                statement=text,
                quote=text,
                op="UPDATE" if known else "ADD",
                target_id=next((one.id for one in known), None),
                extractor="model",
                sources=(ProposalSource(message, at),),
                **when,
            )
            await memory.core.writer.write(Proposals("ada", facts=[fact]))
            ids.append(message)
        hits = {hit.id: hit for hit in await memory.asearch(question, user_id="ada", kinds="message")}
        return hits[ids[0]]


@pytest.mark.parametrize(
    ("question", "unnamed", "named"),
    [
        (
            "Who is Marit's partner?",
            ("Marit has a partner.", ("Marit", "has", "a partner")),
            ("Marit's partner is Joren.", ("Marit", "has_partner", "Joren")),
        ),
        (
            "What is Marit's rabbit called?",
            ("Marit has a shy rabbit.", ("Marit", "has", "a shy rabbit")),
            ("Marit's rabbit is Pim.", ("Marit", "has_rabbit", "Pim")),
        ),
        (
            "Who is Marit's sister?",
            ("Marit has a sister.", ("Marit", "has_sister", "Marit's sister")),
            ("Marit's sister is Liv.", ("Marit", "has_sister", "Liv")),
        ),
        (
            "小林的妹妹是谁？",
            ("小林有一个妹妹。", ("小林", "有", "一个妹妹")),
            ("小林的妹妹是小雨。", ("小林", "妹妹是", "小雨")),
        ),
    ],
)
async def test_what_was_told_without_a_name_is_not_over_for_it(
    question: str, unnamed: tuple[str, Told], named: tuple[str, Told]
) -> None:
    hit = await first_of_two(question, (day(1, 9), *unnamed, {}), (day(8, 9), *named, {}))
    assert hit.over == ()


async def test_another_of_them_takes_its_place() -> None:
    hit = await first_of_two(
        "Which car does Marit have?",
        (day(1, 9), "Marit has a car.", ("Marit", "has", "a car"), {}),
        (day(8, 9), "Marit has no car, her bike is a Gazelle.", ("Marit", "has_bike", "Gazelle"), {}),
    )
    assert [one.reason for one in hit.over] == ["ended"]


@pytest.mark.parametrize(
    ("question", "appointment", "visit"),
    [
        (
            "When is the dentist appointment of Marit?",
            (
                "Marit has an appointment with her dentist on 12 March.",
                ("Marit", "has_appointment_with", "her dentist"),
            ),
            ("Marit saw the dentist Dr Holt on 12 March.", ("Marit", "saw", "Dr Holt")),
        ),
        (
            "小林什么时候去看牙医？",
            ("小林3月12日约了牙医。", ("小林", "约了", "牙医")),
            ("小林3月12日看了牙医何医生。", ("小林", "看了", "何医生")),
        ),
    ],
)
async def test_an_appointment_that_was_kept_is_over_with_its_day(
    question: str, appointment: tuple[str, Told], visit: tuple[str, Told]
) -> None:
    on_that_day = {"valid_at": day(12), "invalid_at": day(13)}
    hit = await first_of_two(question, (day(5, 9), *appointment, on_that_day), (day(12, 15), *visit, on_that_day))
    assert [(one.reason, one.since) for one in hit.over] == [("ended", day(12))]


async def test_an_appointment_that_is_replaced_before_its_day_was_never_kept() -> None:
    on_that_day = {"valid_at": day(12), "invalid_at": day(13)}
    hit = await first_of_two(
        "When is the dentist appointment of Marit?",
        (
            day(5, 9),
            "Marit sees her dentist on 12 March.",
            ("Marit", "has_appointment_with", "her dentist"),
            on_that_day,
        ),
        (day(9, 9), "Marit cancelled the dentist on 12 March.", ("Marit", "goes_not_to", "her dentist"), on_that_day),
    )
    assert [one.reason for one in hit.over] != ["ended"]
