"""Turn what is told as over, and was not known, into the fact that it was until then."""

from __future__ import annotations

from datetime import UTC, timedelta

from memary.facts.intervals import plain_sentence
from memary.facts.predicates import denies, is_to_come, plan_to, says_only_planned
from memary.languages import any_of
from memary.resolution.proposals import ProposedFact
from memary.text.speech_acts.endings import says_over
from memary.types import BEGINNING, FOREVER, Fact

_once = any_of(lambda language: language.questions.before)


def as_what_was(proposed: ProposedFact, new: Fact) -> Fact:
    """Return what is told as over as what it was until then: a state, or a plan that came to nothing.

    When a state began nobody said. A plan is known of the day alone on which it was dropped: nothing was ever so. A
    sentence is kept that tells what was, also if it tells the end with it ("used to drink coffee, and stopped").
    """
    over = proposed.invalid_at if proposed.invalid_at < FOREVER else proposed.valid_at
    sentence = proposed.statement
    is_told = sentence and (_once().search(sentence) or not (denies(sentence) or says_over(sentence)))
    plain = plain_sentence(new.subject, new.predicate, new.object)
    was = new.model_copy(
        update={"statement": sentence if is_told else plain, "valid_at": BEGINNING, "invalid_at": over}
    )
    if not is_to_come(new.predicate) and not says_only_planned(f"{sentence} {proposed.quote}"):
        return was
    over = min(over, proposed.said_at or over)
    day = (over - timedelta(microseconds=1)).astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    predicate = plan_to(new.predicate, proposed.language)
    plain = plain_sentence(new.subject, predicate, new.object)
    return was.model_copy(
        update={
            "predicate": predicate,
            "statement": was.statement if is_told else plain,
            "valid_at": day,
            "invalid_at": over,
        }
    )
