"""Check the evaluation itself before anyone believes its figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memary.evaluation.recall.locomo import LocomoConversation
from memary.evaluation.recall.protocol import ADVERSARIAL, ASKED_CATEGORIES
from memary.evaluation.report import Check, Report

MOST_MISSING = 0.05
"""Which part of the cited turns may not exist: a slip or two, not a file whose evidence belongs elsewhere."""


@dataclass(frozen=True, slots=True)
class Counts:
    """What the run counted beside its report."""

    conversations: Sequence[LocomoConversation]
    cited: int  # turns that are the evidence of the questions asked
    stored: int  # turns in the store
    stray_hits: int  # hits that stand for no turn, or for another than they say


def run_checks(report: Report, counts: Counts) -> tuple[Check, ...]:
    """Return all checks."""
    return (
        _categories(report, counts),
        _evidence(report, counts),
        _turns(counts),
        Check(
            name="every turn is stored once",
            passed=counts.stored == report.turns,
            detail=f"{report.turns} turns, {counts.stored} in the store",
        ),
        Check(
            name="every hit is a turn of its conversation",
            passed=counts.stray_hits == 0,
            detail=f"{counts.stray_hits} others",
        ),
        _rows(report),
    )


def _categories(report: Report, counts: Counts) -> Check:
    total = sum(len(conversation.questions) for conversation in counts.conversations)
    asked, dropped = sum(report.asked.values()), sum(report.dropped.values())
    counted = asked + dropped + report.adversarial
    strange = {
        question.category for conversation in counts.conversations for question in conversation.questions
    }.difference((*ASKED_CATEGORIES, ADVERSARIAL))
    note = f"; unknown categories: {', '.join(map(str, sorted(strange)))}" if strange else ""
    return Check(
        name="the categories sum to the total",
        passed=counted == total and not strange,
        detail=f"{asked} asked + {dropped} left out + {report.adversarial} adversarial = {counted} of {total}{note}",
    )


def _evidence(report: Report, counts: Counts) -> Check:
    bad = len(report.missing_evidence) + len(report.unread_evidence)
    cited = counts.cited + bad
    return Check(
        name=f"the evidence exists, but for {MOST_MISSING:.0%} at most",
        passed=bad <= MOST_MISSING * cited,
        detail=f"{bad} of {cited} citations name no turn",
    )


def _turns(counts: Counts) -> Check:
    repeated = [
        f"{conversation.id}, {turn.dia_id}"
        for conversation in counts.conversations
        if len(conversation.dia_ids) < len(conversation.turns)
        for position, turn in enumerate(conversation.turns)
        if turn.dia_id in {earlier.dia_id for earlier in conversation.turns[:position]}
    ]
    return Check(
        name="every turn has an id of its own",
        passed=not repeated,
        detail=f"{len(repeated)} repeated" + (f", first {repeated[0]}" if repeated else ""),
    )


def _rows(report: Report) -> Check:
    wrong = [
        row.name
        for row in report.rows
        if {number: scores.n for number, scores in row.categories.items()} != report.asked
        or sum(scores.n for scores in row.conversations.values()) != row.overall.n
    ]
    return Check(
        name="every method answered every question",
        passed=not wrong,
        detail=f"{len(report.rows)} methods" + (f"; not so: {', '.join(wrong)}" if wrong else ""),
    )
