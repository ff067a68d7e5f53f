"""Extraction without a model: names that occur, and facts from a list of plain forms.

Rules do not understand talk, so they assert little: a form must be said by the speaker about themselves, or about
somebody by the name with which the sentence begins, as a plain statement. Questions, conditions, wishes, negations
other than of liking, quoted speech and stories assert nothing.
What they find is marked `rule` and held with less confidence than what a model reads.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from functools import partial
from typing import TypeAlias

from memary.facts.intervals import parse_day
from memary.facts.predicates import BUILT_IN, matter_of, names_nothing
from memary.ingestion.extraction.prompt import (
    ExtractedEntity,
    ExtractedFact,
    Extraction,
    proposed,
)
from memary.ingestion.extraction.rules.causes import Cause, causes_in, grounded, own_facts
from memary.ingestion.extraction.rules.contrasts import contrasted, turned_in
from memary.ingestion.extraction.rules.corrections import (
    Stated,
    after_what_was_said,
    corrected,
    correction_in,
    denied,
    known_of,
    replacements_in,
    restated,
    stated_by,
    whom_one_has,
    withdrawn,
)
from memary.ingestion.extraction.rules.ends import ended_by, ended_in, parted, told_before_named, work_given_up
from memary.ingestion.extraction.rules.prior_knowledge import NO_KNOWLEDGE, PriorKnowledge
from memary.ingestion.extraction.rules.pronouns import names_in, with_names
from memary.ingestion.extraction.rules.self_introduction import (
    introduced_names,
    keeps_name,
    known_name,
    told_by_name,
    with_first_name,
    with_full_name,
)
from memary.ingestion.extraction.rules.told_names import named_entities, same_by_name, without_speech
from memary.ingestion.extraction.rules.told_times import began
from memary.languages import any_of, of_all, united
from memary.languages.pack.sentences import Statement
from memary.languages.prompt.stamps import local_time
from memary.languages.scripts import EDGES, FULL_STOPS
from memary.text import entity_key
from memary.text.names.spotted_names import spot_entities
from memary.text.parts.clauses import clauses
from memary.text.speech_acts.empty_talk import acknowledges
from memary.text.speech_acts.questions import statements
from memary.types import BEGINNING, GENERIC, VALUE, Message, Role

RULE_CONFIDENCE = 0.7

_statements = of_all(lambda packs: [pack.statements for pack in packs])
_not_absent = any_of(lambda language: language.statements.not_absent)
_filled = any_of(lambda language: language.statements.filled)
_goes_on = any_of(lambda language: language.statements.goes_on)
_joint = any_of(lambda language: language.statements.joints, r"^(?:{})[,\s]+")
_left_out = of_all(lambda packs: [form for pack in packs for form in pack.statements.left_out])
_not_said = any_of(lambda language: language.statements.not_said)
_before_now = any_of(lambda language: language.statements.before_now)
_no_object = any_of(lambda language: language.statements.no_object)
_animals = united(lambda language: language.statements.animals)
_abbreviations = united(lambda language: language.statements.abbreviations)
_changed = any_of(lambda language: language.corrections.changed)

_SENTENCE = re.compile(rf"(?:[^{FULL_STOPS}\n]|\.(?=[a-z0-9]))+[{FULL_STOPS}\n]*")
_NAMED_TYPES = frozenset(("place", "person", "organization", "animal"))
_ANIMAL = "animal"
_PERSON = "person"

TimeReader: TypeAlias = Callable[[str, datetime], Sequence[tuple[datetime, str]]]
"""Finds the times that a text, said at some local time, speaks of: when each begins, and its words."""


def extract_by_rules(
    messages: Sequence[Message],
    *,
    self_name: str,
    known: PriorKnowledge = NO_KNOWLEDGE,
    times: TimeReader | None = None,
    zone: tzinfo | None = None,
) -> Extraction:
    """Spot entities in messages and read facts about their speakers and whom they name, and what they correct.

    Args:
        messages: the batch; positions from 1 become the facts' `message`.
        self_name: the name of the one who speaks a user's turn without a speaker's name.
        known: what was said before; names in the graph are spotted first, and keep their types.
        times: reads the times that sentences name; None: a fact begins when it was said.
        zone: of messages that do not tell their own.
    """
    entities: dict[str, ExtractedEntity] = {}
    facts: list[ExtractedFact] = []
    known_facts = known.told_of(message.speaker or self_name for message in messages if message.role is Role.USER)
    stated = stated_by(known_facts, known.undated)
    names, types, dated = known.names, known.types, _reader_of_dates(times, zone)
    for number, message in enumerate(messages, 1):
        for spot in spot_entities(message.content, message.language, known=names):
            if (message.role is not Role.USER or not statements(message.content)) and known.misspelt(spot.name):
                continue
            kind = spot.type if types.get(entity_key(spot.name), spot.type) == spot.type else GENERIC
            _note(entities, proposed(ExtractedEntity, name=spot.name, type=kind))
        if message.role is not Role.USER:
            continue
        turn = _Turn(message, message.speaker or self_name, [*known.earlier, *messages[: number - 1]], stated)
        causes = _causes_of(message)
        found, ends = _read(turn, causes, times, zone)
        for fact, object_type in found:
            others = [] if fact.subject == turn.speaker else [(fact.subject, _PERSON)]
            for name, kind in (*others, (fact.object, object_type)):
                if kind in _NAMED_TYPES:
                    for named in proposed(ExtractedEntity, name=name, type=kind):
                        entities[entity_key(name)] = named
        told_facts = _changes(turn, [fact for fact, _ in found], ends, dated, _time_told(message, times, zone))
        own = own_facts(known_facts, turn.speaker)
        told_facts = grounded(told_facts, causes, own, behind=len(facts))
        facts += [fact.model_copy(update={"message": number}) for fact in told_facts]
        stated += [_stated(fact, message) for fact in told_facts if fact.op == "ADD"]
    facts = told_by_name(facts, self_name)
    same = same_by_name(facts, known.entities, known.facts)
    return Extraction(entities=tuple(named_entities(entities, facts)), facts=tuple(facts), same=tuple(same))


@dataclass(frozen=True, slots=True)
class _Turn:
    """What a user says, and what was said and stated before."""

    message: Message
    speaker: str
    before: Sequence[Message]
    stated: Sequence[Stated]


def _read(
    turn: _Turn, causes: Sequence[Cause], times: TimeReader | None, zone: tzinfo | None
) -> tuple[list[tuple[ExtractedFact, str]], Sequence[ExtractedFact]]:
    """Return what a user says, with the types of its objects, and the ends of what it is said to be instead of."""
    message, speaker, stated = turn.message, turn.speaker, turn.stated
    reader = partial(_facts_of, speaker=speaker, stated=stated, times=None, zone=zone)
    contrasts = contrasted(message, _sentences(message), stated, reader)
    rest = message.model_copy(update={"content": contrasts.rest})
    read = [*contrasts.facts, *_facts_of(rest, speaker, stated, times, zone)]
    read = with_full_name(read, speaker, known_name(speaker, stated), message.language)
    found = [*with_first_name(read, speaker, message.language), *introduced_names(message, speaker, turn.before)]
    found = _with_halves(found, causes, message, speaker, stated)
    found += replacements_in(_said_of_now(message), speaker, stated, told=_time_told(message, times, zone))
    found += turned_in(message, turn.before, speaker, stated)
    return found, contrasts.ends


def _changes(
    turn: _Turn,
    said: Sequence[ExtractedFact],
    ends: Sequence[ExtractedFact],
    dated: Callable[[Stated], datetime],
    told: datetime | None,
) -> list[ExtractedFact]:
    """Return what a user says and what that corrects, denies or ends; `told` is the one time that it names."""
    message, speaker, stated = turn.message, turn.speaker, turn.stated
    dated_facts = [after_what_was_said(fact, message, stated, dated) for fact in said]
    return [
        *_corrected(message, turn.before, stated),
        *ends,
        *_denied(message, said, stated),
        *ended_in(_over(message), speaker, stated, told=told),
        *work_given_up(message, said, stated),
        *(end for fact in said if fact.subject != speaker for end in told_before_named(fact, speaker, stated)),
        *_restated(message, dated_facts, turn.before, stated),
    ]


def _note(entities: dict[str, ExtractedEntity], spotted: Iterable[ExtractedEntity]) -> None:
    """Add entities; the type of each is the first that any place tells."""
    for entity in spotted:
        known = entities.setdefault(entity_key(entity.name), entity)
        if known.type == GENERIC:
            entities[entity_key(entity.name)] = known.model_copy(update={"type": entity.type})


def _stated(fact: ExtractedFact, message: Message) -> Stated:
    told = parse_day(fact.since)
    return Stated(
        *(message.id, fact.subject, fact.predicate, fact.object, fact.statement, fact.quote),
        since=told or message.created_at,
        is_dated=told is not None,
    )


def _corrected(message: Message, before: Sequence[Message], stated: Sequence[Stated]) -> list[ExtractedFact]:
    correction = correction_in(message)
    return corrected(correction, message, before, stated) if correction else []


def _restated(
    message: Message, said: Sequence[ExtractedFact], before: Sequence[Message], stated: Sequence[Stated]
) -> list[ExtractedFact]:
    """Return what a message says; where it is said instead of what was told just before, that ends as never true."""
    read: list[ExtractedFact] = []
    for fact in said:
        if old := restated(fact, message, before, stated):
            read += [withdrawn(old, fact.quote), fact.model_copy(update={"since": old.since.isoformat()})]
        else:
            read.append(fact)
    return read


def _reader_of_dates(times: TimeReader | None, zone: tzinfo | None) -> Callable[[Stated], datetime]:
    """Return what tells since when something stated is true at the least, as far as its words tell."""

    def dated(one: Stated) -> datetime:
        if one.is_dated:
            return one.since
        named = times(one.quote, one.since.astimezone(zone or UTC)) if times else ()
        return max((start for start, _ in named if start <= one.since), default=BEGINNING)

    return dated


def _denied(message: Message, said: Sequence[ExtractedFact], stated: Sequence[Stated]) -> list[ExtractedFact]:
    """Return the ends of facts that a new one of their kind denies: "I'm allergic to hazelnuts, not walnuts"."""
    ended: list[ExtractedFact] = []
    for fact in said:
        old = denied(message.content.partition(fact.quote)[2])
        if old is None or matter_of(fact.predicate) is not None:  # of what one has one of, the new one ends the old
            continue
        alike = [one for one in stated if (one.subject, one.predicate) == (fact.subject, fact.predicate)]
        ended += [withdrawn(one, fact.quote) for one in alike if entity_key(one.object) == entity_key(old)][:1]
    return ended


def _facts_of(
    message: Message, speaker: str, stated: Sequence[Stated], times: TimeReader | None, zone: tzinfo | None
) -> list[tuple[ExtractedFact, str]]:
    told = [one for one in _statements() if one.may_be_in(message.content, message.language)]  # languages share one
    forms, absences = ([form for one in told for form in one.forms], [form for one in told for form in one.absences])
    said_at = local_time(message, zone)
    sentences = _apart(message)
    first = next((place for place, sentence in enumerate(sentences) if not acknowledges(sentence)), 0)

    def read(forms: Sequence[Statement], *, but: re.Pattern[str]) -> list[tuple[ExtractedFact, str]]:
        found: list[tuple[ExtractedFact, str]] = []
        for place, sentence in enumerate(sentences):
            if but.search(sentence):
                continue
            bare = sentence.strip()
            named = tuple(times(bare, said_at)) if times else ()
            for form in forms:
                if form.leads and place > first:
                    continue
                since, plain = began(form, bare, said_at, named) if named else (None, bare)
                for match in form.regex.finditer(plain):
                    if not _is_meant(form, match, speaker, stated):
                        continue
                    quote = _as_said(sentence if since else match.group(), message)
                    told_as, subjects = _subjects(form, match, speaker, stated)
                    found += [told for one in subjects for told in _told(told_as, match, one, quote, since)]
        return found

    found = read(forms, but=_not_said())
    if not _filled().search(_beside(message, found)):
        found += read(absences, but=_not_absent())
    return _without_filled(found, stated)


def _is_meant(form: Statement, match: re.Match[str], speaker: str, stated: Sequence[Stated]) -> bool:
    """Return whether what was stated bears out what a form reads: the old thing, or a part of the name, is known."""
    if form.keeps and not keeps_name(match["object"], known_name(speaker, stated)):
        return False
    old = match.groupdict().get("old")
    return not old or bool(known_of(form, old, speaker, stated))


def _beside(message: Message, found: Sequence[tuple[ExtractedFact, str]]) -> str:
    """Return what a message says beside some facts: a new home puts nothing in the place of a job."""
    text = message.content
    for fact, _ in found:
        text = text.replace(fact.quote, " ")
    return text


def _as_said(quote: str, message: Message) -> str:
    """Return words as a message has them, where who is meant was put in, without what joins them to others."""
    quote = _joint().sub("", quote.strip(EDGES))
    if quote in message.content:
        return quote
    put_in = (place for form in _left_out() for place in re.finditer(re.escape(form.subject), quote))
    without = [quote[: place.start()] + quote[place.end() :] for place in put_in]
    without += [quote.removeprefix(name).strip() for name in names_in(_sentences(message)) if quote.startswith(name)]
    return next((rest for rest in without if rest in message.content), quote)


def _sentences(message: Message) -> list[str]:
    """Return the sentences of a message without what it quotes and what was before; "St. Mary's" ends none.

    What goes on with a list is no sentence of its own: "I'm allergic to cats. And to shellfish."
    """
    found: list[str] = []
    for sentence in _SENTENCE.findall(without_speech(message.content)):
        last = found[-1].split()[-1:] if found else []
        is_shortened = bool(last) and last[0].endswith(".") and last[0][:-1].casefold() in _abbreviations()
        if is_shortened or (found and _goes_on().search(found[-1] + sentence)):
            found[-1] += sentence
        else:
            found.append(sentence)
    return with_names([_with_subject(_before_now().sub("", sentence.strip())) for sentence in found])


def _with_subject(sentence: str) -> str:
    """Return a sentence that names who is meant where it leaves that out: "I quit my job and moved to Porto"."""
    for form in _left_out():
        match = form.before.match(sentence)
        if match and ("place" not in match.groupdict() or form.fits(match["place"])):
            return f"{match[0]}{form.subject}{sentence[match.end() :]}"
    return sentence


def _over(message: Message) -> list[str]:
    """Return the clauses that say that something is so no more; none beside what asserts nothing."""
    told = [_parted(sentence) for sentence in _sentences(message)]
    is_asserted = not any(_not_said().search(clause) for _, others in told for clause in others)
    return [clause for over, _ in told for clause in over] if is_asserted else []


def _absences_in(clause: str) -> Iterator[Statement]:
    """Give the ways to say that there is none of something, of the languages that a clause may be in."""
    return (form for one in _statements() if one.may_be_in(clause) for form in one.absences)


def _parted(sentence: str) -> tuple[list[str], list[str]]:
    """Return the clauses of a sentence that say that something is over, or that there is none, and its others."""
    ends, others = parted(sentence)
    if ends or not _not_said().search(sentence):
        return ends, others
    gone = [clause for clause in others if any(form.regex.match(clause) for form in _absences_in(clause))]
    return gone, [clause for clause in others if clause not in gone]


def _apart(message: Message) -> list[str]:
    """Return the sentences of a message, with clauses that end something apart: they say nothing of the others."""
    over = set(_over(message))
    found: list[str] = []
    for sentence in _sentences(message):
        ends, others = _parted(sentence)
        found += [*ends, *others] if over.issuperset(ends) and ends and others else [sentence]
    return found


def _said_of_now(message: Message) -> str:
    """Return what a message asserts of the present."""
    return " ".join("\n" if _not_absent().search(sentence) else sentence for sentence in _sentences(message))


def _subjects(
    form: Statement, match: re.Match[str], speaker: str, stated: Sequence[Stated]
) -> tuple[Statement, list[str]]:
    """Return whom a form tells of, if anybody, and the form in which it does.

    That is the speaker, who is named, or the one whom the speaker has as such; the speaker, where no name is known.
    """
    if form.whose:
        named = whom_one_has(match["kin"], form.whose.format(**match.groupdict()), speaker, stated)
        if named or form.unnamed is None:
            return form, named if len(named) == 1 else []
        predicate, statement = form.unnamed
        return replace(form, predicate=predicate, statement=statement), [speaker]
    if (named := match.groupdict().get("subject")) is None:
        return form, [speaker]
    return form, [named.strip()] if form.fits_subject(named.strip()) else []


def _told(
    form: Statement, match: re.Match[str], subject: str, quote: str, since: str | None
) -> list[tuple[ExtractedFact, str]]:
    """Return what a form reads of somebody in a sentence, a fact for each object, with the type of that."""
    said = {name: text.strip() for name, text in match.groupdict().items() if text is not None}
    told = said.get("object", form.object.format(**said))
    found: list[tuple[ExtractedFact, str]] = []
    for one in re.split(form.each, told) if form.each else [told]:
        if not (form.object or form.object_type == VALUE or not _no_object().search(one)) or not form.fits(one):
            continue
        written = form.written(one)
        groups = said | {"object": written}
        facts = proposed(
            ExtractedFact,
            subject=subject,
            predicate=form.predicate.format(**groups).replace(" ", "_"),
            object=written,
            statement=form.sentence(subject, written, groups),
            quote=_clause_with(one, quote),
            since=since,
        )
        kind = _ANIMAL if said.get("kin") in _animals() else form.object_type
        found += [(fact, kind) for fact in facts]
    return found


def _clause_with(words: str, quote: str) -> str:
    """Return the one clause of a quote that has some words, so that the others can go without it; else the quote."""
    having = [clause.text for clause in clauses(quote) if words in clause.text]
    return having[0] if len(having) == 1 else quote


def _without_filled(
    found: Sequence[tuple[ExtractedFact, str]], stated: Sequence[Stated]
) -> list[tuple[ExtractedFact, str]]:
    """Leave out that there is none where the same message tells what there is: "I quit, and now work at Bosch".

    Where that tells no employer, the one that is known ends: "I quit, and now work as a baker".
    """
    told = [fact for fact, _ in found if fact.op == "ADD" and not names_nothing(fact.object)]
    kept: dict[tuple[str, str, str], tuple[ExtractedFact, str]] = {}
    for fact, kind in found:
        instead = [other for other in told if _fills(other, fact)] if names_nothing(fact.object) else []
        if not instead:
            kept.setdefault(_triple(fact), (fact, kind))
        elif not any(BUILT_IN.same_matter(fact.predicate, other.predicate) for other in instead):
            for end in ended_by(fact, stated):
                kept.setdefault(_triple(end), (end, kind))
    return list(kept.values())


def _fills(told: ExtractedFact, gap: ExtractedFact) -> bool:
    """Return whether a fact tells what there is where another says there is none; a new profession tells a job."""
    is_new_job = (matter_of(gap.predicate), matter_of(told.predicate)) == ("employer", "occupation")
    is_told = BUILT_IN.same_matter(gap.predicate, told.predicate) or (is_new_job and _changed().search(told.quote))
    return told.subject == gap.subject and bool(is_told)


def _triple(fact: ExtractedFact) -> tuple[str, str, str]:
    return fact.subject, fact.predicate, fact.object


def _causes_of(message: Message) -> list[Cause]:
    """Return what a message gives as the reason of what, where it asserts that."""
    return list(causes_in(["" if _not_said().search(one) else one for one in _sentences(message)], message.language))


def _with_halves(
    found: Sequence[tuple[ExtractedFact, str]],
    causes: Sequence[Cause],
    message: Message,
    speaker: str,
    stated: Sequence[Stated],
) -> list[tuple[ExtractedFact, str]]:
    """Return what a message says, with what the halves of its causes say by themselves."""
    known = {_triple(fact): (fact, kind) for fact, kind in found}
    for half in (half for cause in causes for half in (cause.effect, cause.ground)):
        alone = message.model_copy(update={"content": half.text})
        for fact, kind in _facts_of(alone, speaker, stated, None, None):
            key = _triple(fact)
            if half.says(fact.quote) and (key not in known or not known[key][0].since):
                known[key] = (fact, kind)
    return _without_filled(list(known.values()), stated)


def _time_told(message: Message, times: TimeReader | None, zone: tzinfo | None) -> datetime | None:
    """Return when the one time that a message names begins, if that is past."""
    said_at = local_time(message, zone)
    named = times(message.content.strip(), said_at) if times else ()
    return named[0][0] if len(named) == 1 and named[0][0] <= said_at else None
