"""Leave out that there is none of something where a message tells what there is."""

from __future__ import annotations

from collections.abc import Sequence

from memary.facts.predicates import BUILT_IN, matter_of, names_nothing
from memary.ingestion.extraction.prompt import ExtractedFact
from memary.ingestion.extraction.rules.changes.corrections import Stated
from memary.ingestion.extraction.rules.changes.ends import ended_by
from memary.languages import any_of
from memary.text.speech_acts.questions import sentences

_changed = any_of(lambda language: language.corrections.changed)


def without_filled(
    found: Sequence[tuple[ExtractedFact, str]], stated: Sequence[Stated], text: str
) -> list[tuple[ExtractedFact, str]]:
    """Leave out that there is none where the same message tells what there is.

    So "I quit, and now work at Bosch" tells only the new job. Where that tells no employer, the one that is known
    ends: "I quit, and now work as a baker".
    """
    told = [fact for fact, _ in found if fact.op == "ADD" and not names_nothing(fact.object)]
    kept: dict[tuple[str, str, str], tuple[ExtractedFact, str]] = {}
    for fact, kind in found:
        instead = [other for other in told if _fills(other, fact, text)] if names_nothing(fact.object) else []
        if not instead:
            kept.setdefault(triple_of(fact), (fact, kind))
        elif not any(BUILT_IN.same_matter(fact.predicate, other.predicate) for other in instead):
            for end in ended_by(fact, stated):
                kept.setdefault(triple_of(end), (end, kind))
    return list(kept.values())


def _fills(told: ExtractedFact, gap: ExtractedFact, text: str) -> bool:
    """Return whether a fact tells what there is where another says there is none.

    A new profession tells a job. It is a new one where its words, or what a text goes on with in that sentence, tell
    of a change: "I quit. I'm a teacher now."
    """
    is_new_job = (matter_of(gap.predicate), matter_of(told.predicate)) == ("employer", "occupation")
    rest = next(iter(sentences(told.quote + text.partition(told.quote)[2])), told.quote)
    is_told = BUILT_IN.same_matter(gap.predicate, told.predicate) or (is_new_job and _changed().search(rest))
    return told.subject == gap.subject and bool(is_told)


def triple_of(fact: ExtractedFact) -> tuple[str, str, str]:
    """Return subject, predicate and object of a fact."""
    return fact.subject, fact.predicate, fact.object
