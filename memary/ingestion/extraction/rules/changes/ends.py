"""Read what a message says is so no more: "I no longer work at Bosch", "Our cat Minka died"."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from memary.facts.identity import lookup_key
from memary.facts.intervals import parse_day
from memary.facts.predicates import (
    BUILT_IN,
    are_alternatives,
    is_beside,
    is_preference,
    matter_of,
    names_nothing,
    told_of_kin,
)
from memary.ingestion.extraction.prompt import ExtractedFact
from memary.ingestion.extraction.rules.changes.corrections import Stated, known, whom_one_has, withdrawn
from memary.languages import any_of, of_all
from memary.languages.likely_forms import LikelyForms
from memary.languages.scripts import LIST_EDGES
from memary.text import entity_key
from memary.text.speech_acts.questions import sentences
from memary.types import Message

OCCUPATION = "occupation"

_ended = of_all(
    lambda packs: LikelyForms((ended for pack in packs for ended in pack.corrections.ended), lambda ended: ended[1])
)
_dropped = of_all(
    lambda packs: LikelyForms((over for pack in packs for over in pack.corrections.dropped), lambda over: over[1])
)
_clauses = any_of(lambda language: language.corrections.clauses)
_by_now = any_of(lambda language: language.corrections.by_now)
_gives_up_work = any_of(lambda language: language.corrections.gives_up_work)

_BETWEEN = f"{LIST_EDGES}—–-"


def parted(sentence: str, *, begins: bool = False) -> tuple[list[str], list[str]]:
    """Return what of a sentence says that something is so no more, and its other clauses.

    Args:
        sentence: what is said.
        begins: whether a message begins with it: then its first clause may leave out that the speaker is meant.
    """
    over: list[str] = []
    others: list[str] = []
    for place, clause in enumerate(_clauses().split(sentence)):
        bare = clause.strip()
        forms = _ended().in_text(bare) + (_dropped().in_text(bare) if begins and place == 0 else [])
        ended = next((match for _, form in forms if (match := form.match(bare))), None)
        end = ended.end() if ended else 0
        over += [bare[:end]] if end else []
        others += [rest] if (rest := bare[end:].lstrip(_BETWEEN)) else []
    return over, others


def ended_in(
    clauses: Sequence[str], speaker: str, stated: Sequence[Stated], *, told: datetime | None = None
) -> list[ExtractedFact]:
    """Return the ends of what a speaker says of themselves is so no more: "I no longer work at Bosch".

    Args:
        clauses: what is said to be so no more.
        speaker: who says it.
        stated: what was stated before.
        told: the time in the past that the message names: "I left Bosch yesterday".
    """
    ends: dict[tuple[str, str], ExtractedFact] = {}
    likely = (
        (clause, *ended) for clause in clauses for ended in (*_ended().in_text(clause), *_dropped().in_text(clause))
    )
    for clause, predicate, form in likely:
        if match := form.match(clause):
            for one in known(predicate, match.groupdict().get("old"), speaker, stated)[:1]:
                since = told.isoformat() if told and told > one.since else None
                end = withdrawn(one, match[0]).model_copy(update={"correction": False, "since": since})
                ends.setdefault((one.predicate, one.object), end)
    return list(ends.values())


def ended_by(gap: ExtractedFact, stated: Sequence[Stated]) -> list[ExtractedFact]:
    """Return the ends of what was stated on a matter of which somebody says that there is no more."""
    held = known(gap.predicate, None, gap.subject, stated)
    return [withdrawn(one, gap.quote).model_copy(update={"correction": False, "since": gap.since}) for one in held]


def work_given_up(message: Message, said: Sequence[ExtractedFact], stated: Sequence[Stated]) -> list[ExtractedFact]:
    """Return the ends of a speaker's jobs, if they say that they quit or retired and name no new job."""
    if any(matter_of(one.predicate) == OCCUPATION and not names_nothing(one.object) for one in said):
        return []
    gaps = [one for one in said if matter_of(one.predicate) == "employer" and names_nothing(one.object)]
    held = next((one for one in reversed(stated) if matter_of(one.predicate) == OCCUPATION), None)
    if held is None:
        return []
    content = message.content
    given_up = [one for one in gaps if _gives_up_work().search(content, max(content.find(one.quote), 0))]
    given_up = [one for one in given_up if (parse_day(one.since) or message.created_at) >= held.since][:1]
    return [end for one in given_up for end in ended_by(one.model_copy(update={"predicate": held.predicate}), stated)]


def less_liked(message: Message, said: Sequence[ExtractedFact], stated: Sequence[Stated]) -> list[ExtractedFact]:
    """Return the ends of what a speaker preferred before: "Actually I prefer coffee now" ends tea."""
    ends: list[ExtractedFact] = []
    for fact in (one for one in said if is_preference(one.predicate) and one.op == "ADD"):
        where = next((one for one in sentences(message.content) if fact.quote in one), "")
        if not _by_now().search(where) or is_beside(fact.predicate, where):
            continue
        alike = (one for one in stated if (one.subject, one.predicate) == (fact.subject, fact.predicate))
        before = (one for one in alike if entity_key(one.object) != entity_key(fact.object))
        given_up = (one for one in before if are_alternatives(one.object, fact.object))
        ends += [withdrawn(one, fact.quote).model_copy(update={"correction": False}) for one in given_up]
    return ends


def told_before_named(fact: ExtractedFact, speaker: str, stated: Sequence[Stated]) -> list[ExtractedFact]:
    """Return the ends of what was told of somebody before their name was.

    So it is with "my dad", who is known as Ivan by now.
    """
    ends: list[ExtractedFact] = []
    for one in stated:
        kin, rest = told_of_kin(one.predicate) or ("", "")
        if kin and BUILT_IN.same_matter(rest, fact.predicate) and lookup_key(one.subject) == lookup_key(speaker):
            word = kin.replace("_", " ").strip()
            if fact.subject in whom_one_has(word, "", speaker, stated):
                ends.append(withdrawn(one, fact.quote).model_copy(update={"correction": False, "since": fact.since}))
    return ends
