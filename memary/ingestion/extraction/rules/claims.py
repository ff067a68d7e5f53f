"""Read what a statement says of its speaker, so that a request to forget finds it however it was told."""

from __future__ import annotations

from memary.facts.identity import SELF_NAME
from memary.facts.predicates import predicates_of_kin, predicates_saying
from memary.forgetting.meaning.thing_match import SelfClaim
from memary.ingestion.extraction.rules.plain_forms import extract_by_rules
from memary.languages import any_of, of_all
from memary.languages.detection import detect_language
from memary.types import Message, utc_now

_of_mine = of_all(lambda packs: [pack.requests.of_mine for pack in packs if pack.requests.of_mine])
_joints = any_of(lambda language: language.wordings.listed)


def claims_in(statement: str) -> list[SelfClaim]:
    """Return what a statement says of who speaks; nothing, where it is in no plain form."""
    return [*_read(statement), *_of_kin(statement)]


def _read(statement: str) -> list[SelfClaim]:
    now = utc_now()
    said = Message(
        user_id=SELF_NAME,
        content=statement,
        created_at=now,
        added_at=now,
        language=detect_language(statement),
        digest="",
    )
    facts = extract_by_rules([said], self_name=SELF_NAME).facts
    return [
        SelfClaim(predicates_saying(one.predicate), one.object)
        for one in facts
        if one.op == "ADD" and one.subject == SELF_NAME
    ]


def _of_kin(statement: str) -> list[SelfClaim]:
    """Return of whom a statement says what they are to the speaker: "Emma and Tom are my children"."""
    said = (match for form in _of_mine() if (match := form.fullmatch(statement)))
    return [
        SelfClaim(predicates, name)
        for match in said
        if (predicates := predicates_of_kin(match["owner"]))
        for name in _joints().split(match["name"])
    ]
