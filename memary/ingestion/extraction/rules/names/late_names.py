"""Move what was told of somebody to their name once that is told: "Her name is Anna"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memary.facts.identity import lookup_key
from memary.facts.predicates import kin_told_of, predicates_of_kin
from memary.ingestion.extraction.prompt import ExtractedFact
from memary.ingestion.extraction.rules.changes.corrections import Stated, whom_one_has, withdrawn
from memary.languages import of_all

_forms = of_all(lambda packs: [form for pack in packs for form in pack.statements.forms if form.unnamed])


def moved_to_names(said: Sequence[ExtractedFact], speaker: str, stated: Sequence[Stated]) -> list[ExtractedFact]:
    """Return what was told of somebody without a name as facts about the name that is told now.

    It has to be clear who is named: there is one such person alone.
    """
    moved: list[ExtractedFact] = []
    about = lookup_key(speaker)
    for one in (one for one in stated if lookup_key(one.subject) == about and kin_told_of(one.predicate)):
        having = predicates_of_kin(kin_told_of(one.predicate))
        named = [fact for fact in said if fact.op == "ADD" and fact.subject == speaker and fact.predicate in having]
        known = whom_one_has(kin_told_of(one.predicate), "", speaker, stated)
        if len(named) == 1 and not set(known) - {named[0].object}:
            moved += _moved(one, named[0])
    return moved


def _moved(one: Stated, named: ExtractedFact) -> Iterator[ExtractedFact]:
    word = kin_told_of(one.predicate)
    endings = (form for form in _forms() if one.predicate == _unnamed(form.unnamed, word))
    form = next(endings, None)
    if form is None:
        return
    yield withdrawn(one, named.quote)
    yield ExtractedFact(
        subject=named.object,
        predicate=form.predicate,
        object=one.object,
        statement=form.sentence(named.object, one.object),
        quote=named.quote,
        since=one.since.isoformat(),
    )


def _unnamed(told: tuple[str, str] | None, word: str) -> str:
    return told[0].replace("{kin}", word).replace(" ", "_") if told else ""
