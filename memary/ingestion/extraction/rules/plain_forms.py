"""Extract without a model: names that occur, and facts from a list of plain forms.

Rules do not understand talk, so they assert little: a form must be said by the speaker about themselves, or about
somebody by the name with which the sentence begins, as a plain statement. Questions, conditions, wishes, negations
other than of liking, quoted speech and stories assert nothing.
What they find is marked `rule` and held with less confidence than what a model reads.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo

from memary.facts.intervals import parse_day
from memary.facts.predicates import matter_of, names_nothing, sort_of, tells_of_kin
from memary.ingestion.extraction.prompt import (
    ExtractedEntity,
    ExtractedFact,
    Extraction,
    proposed,
)
from memary.ingestion.extraction.rules.appointments import appointments_in, ended_of
from memary.ingestion.extraction.rules.causes import Cause, causes_in, grounded, own_facts
from memary.ingestion.extraction.rules.changes.contrasts import contrasted, turned_in
from memary.ingestion.extraction.rules.changes.corrections import (
    Stated,
    after_what_was_said,
    corrected,
    correction_in,
    ends_of_denied,
    known_of,
    replacements_in,
    stated_by,
    taken_along,
    whom_one_has,
    with_restated,
    word_for_kin,
)
from memary.ingestion.extraction.rules.changes.ends import (
    ended_by,
    ended_in,
    less_liked,
    told_before_named,
    work_given_up,
)
from memary.ingestion.extraction.rules.gaps import triple_of, without_filled
from memary.ingestion.extraction.rules.instructions import instructions_in
from memary.ingestion.extraction.rules.jests import taken_back
from memary.ingestion.extraction.rules.names.late_names import moved_to_names
from memary.ingestion.extraction.rules.names.self_introduction import (
    introduced_names,
    keeps_name,
    known_name,
    of_the_user,
    told_by_name,
    with_first_name,
    with_full_name,
)
from memary.ingestion.extraction.rules.names.told_names import (
    named_entities,
    same_by_name,
    whole_name,
    without_speech,
)
from memary.ingestion.extraction.rules.prior_knowledge import NO_KNOWLEDGE, PriorKnowledge
from memary.ingestion.extraction.rules.proper_messages import (
    as_read,
    as_typed,
    form_of,
    in_own_words,
    known_as_read,
)
from memary.ingestion.extraction.rules.sentences import (
    apart,
    as_said,
    over_in,
    said_of_now,
    sentence_before,
    sentences_of,
)
from memary.ingestion.extraction.rules.told_times import TimeReader, TimesTold, come_true, lasted, planned
from memary.languages import any_of, of_all, united
from memary.languages.likely_forms import LikelyForms
from memary.languages.pack.sentences import Statement
from memary.languages.prompt.stamps import local_time
from memary.text import entity_key
from memary.text.names.spotted_names import spot_entities
from memary.text.parts.clauses import clauses
from memary.text.speech_acts.empty_talk import acknowledges
from memary.text.speech_acts.questions import sentences, statements
from memary.types import BEGINNING, GENERIC, VALUE, Message, Role

RULE_CONFIDENCE = 0.7

_statements = of_all(
    lambda packs: [
        (one, *(LikelyForms(forms, lambda form: form.regex) for forms in (one.forms, one.absences, one.past)))
        for one in (pack.statements for pack in packs)
    ]
)
"""How each language states facts, with its forms, absences and past forms."""

_not_absent = any_of(lambda language: language.statements.not_absent)
_filled = any_of(lambda language: language.statements.filled)
_not_said = any_of(lambda language: language.statements.not_said)
_not_past = any_of(lambda language: language.statements.not_past)
_no_object = any_of(lambda language: language.statements.no_object)
_animals = united(lambda language: language.statements.animals)

_WHOLE_TYPES = ("place", "organization")
_NAMED_TYPES = frozenset(("place", "person", "organization", "animal"))
_ANIMAL = "animal"
_PERSON = "person"
_LIVING = (_PERSON, _ANIMAL)


def extract_by_rules(
    messages: Sequence[Message],
    *,
    self_name: str,
    known: PriorKnowledge = NO_KNOWLEDGE,
    times: TimeReader | None = None,
    zone: tzinfo | None = None,
) -> Extraction:
    """Spot entities in messages, and read facts about speakers and named people, and corrections.

    Args:
        messages: the batch; positions from 1 become the facts' `message`.
        self_name: the name of the one who speaks a user's turn without a speaker's name.
        known: what was said before; names in the graph are spotted first, and keep their types.
        times: reads the times that sentences name; None: a fact begins when it was said.
        zone: of messages that do not tell their own.
    """
    names = known.names
    forms = [form_of(message, names) for message in messages]
    proper = [as_read(message, form) for message, form in zip(messages, forms, strict=True)]
    return as_typed(_extract(proper, self_name, known_as_read(known), times, zone), forms)


def _extract(
    messages: Sequence[Message], self_name: str, known: PriorKnowledge, times: TimeReader | None, zone: tzinfo | None
) -> Extraction:
    """Read messages in their proper form."""
    entities: dict[str, ExtractedEntity] = {}
    facts: list[ExtractedFact] = []
    known_facts = known.told_of(message.speaker or self_name for message in messages if message.role is Role.USER)
    stated = stated_by(known_facts, known.undated)
    names, types, dated = known.names, known.types, _reader_of_dates(times, zone)
    earlier = [in_own_words(one, self_name, stated) for one in known.earlier]
    own_messages = [in_own_words(one, self_name, stated) for one in messages]
    for number, message in enumerate(messages, 1):
        for spot in spot_entities(message.content, message.language, known=names):
            if (message.role is not Role.USER or not statements(message.content)) and known.misspelt(spot.name):
                continue
            kind = spot.type if types.get(entity_key(spot.name), spot.type) == spot.type else GENERIC
            _note(entities, proposed(ExtractedEntity, name=spot.name, type=kind))
        if message.role is not Role.USER:
            continue
        speaker = message.speaker or self_name
        instructed, message = instructions_in(own_messages[number - 1], speaker, stated)
        turn = _Turn(message, speaker, [*earlier, *own_messages[: number - 1]], stated, zone)
        causes = _causes_of(message)
        found, ends = _read(turn, causes, times)
        for fact, object_type in found:
            others = [] if fact.subject == turn.speaker else [(fact.subject, _who(fact.subject, types, entities))]
            for name, kind in (*others, (fact.object, object_type)):
                if kind in _NAMED_TYPES:
                    for named in proposed(ExtractedEntity, name=name, type=kind):
                        entities[entity_key(name)] = named
        told_facts = _changes(turn, [fact for fact, _ in found], ends, dated, _time_told(message, times, zone))
        told_facts += instructed
        over = ended_of(known_facts, facts, message.created_at)
        told_facts += appointments_in(message, speaker, turn.before, stated, over=over, zone=zone)
        told_facts += taken_along(told_facts, stated, _living(types, entities))
        told_facts = [of_the_user(fact, self_name, message.language) for fact in told_facts]
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
    zone: tzinfo | None

    def read(self, message: Message) -> list[tuple[ExtractedFact, str]]:
        """Return what the speaker would state by a message with other words, whatever times these name."""
        return _facts_of(message, self.speaker, self.stated, None, self.zone)


def _who(name: str, types: Mapping[str, str], entities: Mapping[str, ExtractedEntity]) -> str:
    """Return what somebody of whom something is told is.

    An animal if they were said to be one, else a person.
    """
    told = entities.get(entity_key(name))
    return _ANIMAL if _ANIMAL in (types.get(entity_key(name)), told and told.type) else _PERSON


def _living(types: Mapping[str, str], entities: Mapping[str, ExtractedEntity]) -> set[str]:
    """Return the keys of the names of people and animals."""
    told = {key: one.type for key, one in entities.items()}
    return {key for key, kind in (*types.items(), *told.items()) if kind in _LIVING}


def _read(
    turn: _Turn, causes: Sequence[Cause], times: TimeReader | None
) -> tuple[list[tuple[ExtractedFact, str]], Sequence[ExtractedFact]]:
    """Return the facts that a user states with their objects' types, and the ends of what those replace."""
    message, speaker, stated, zone = turn.message, turn.speaker, turn.stated, turn.zone
    about = sentence_before(message, turn.before)
    contrasts = contrasted(message, sentences_of(message, about), stated, turn.read)
    rest = message.model_copy(update={"content": contrasts.rest})
    read = [*contrasts.facts, *_facts_of(rest, speaker, stated, times, zone, about=about)]
    read = with_full_name(read, speaker, known_name(speaker, stated), message.language)
    found = [*with_first_name(read, speaker, message.language), *introduced_names(message, speaker, turn.before)]
    found = _with_halves(found, causes, message, speaker, stated)
    found += replacements_in(said_of_now(message), speaker, stated, told=_time_told(message, times, zone))
    found += turned_in(message, turn.before, speaker, stated)
    return found, contrasts.ends


def _changes(
    turn: _Turn,
    said: Sequence[ExtractedFact],
    ends: Sequence[ExtractedFact],
    dated: Callable[[Stated], datetime],
    told: datetime | None,
) -> list[ExtractedFact]:
    """Return what a user says and what that corrects, denies or ends.

    `told` is the one time that it names.
    """
    message, speaker, stated = turn.message, turn.speaker, turn.stated
    dated_facts = [one for fact in said for one in after_what_was_said(fact, message, stated, dated)]
    return [
        *_corrected(turn),
        *taken_back(message, turn.before, stated, turn.read),
        *ends,
        *ends_of_denied(said, message, stated),
        *(
            end.model_copy(update={"quote": as_said(end.quote, message)})
            for end in ended_in(over_in(message), speaker, stated, told=told)
        ),
        *_job_left(turn, said),
        *work_given_up(message, said, stated),
        *less_liked(message, said, stated),
        *moved_to_names(said, speaker, stated),
        *(end for fact in said if fact.subject != speaker for end in told_before_named(fact, speaker, stated)),
        *(dated_facts if ends else with_restated(dated_facts, message, turn.before, stated)),
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


def _corrected(turn: _Turn) -> list[ExtractedFact]:
    correction = correction_in(turn.message)
    return corrected(correction, turn.message, turn.before, turn.stated, turn.read) if correction else []


def _reader_of_dates(times: TimeReader | None, zone: tzinfo | None) -> Callable[[Stated], datetime]:
    """Return what tells since when something stated is true at the least, as far as its words tell."""

    def dated(one: Stated) -> datetime:
        if one.is_dated:
            return one.since
        named = times(one.quote, one.since.astimezone(zone or UTC)) if times else ()
        return max((start for start, _ in named if start <= one.since), default=BEGINNING)

    return dated


def _facts_of(
    message: Message,
    speaker: str,
    stated: Sequence[Stated],
    times: TimeReader | None,
    zone: tzinfo | None,
    *,
    about: str = "",
) -> list[tuple[ExtractedFact, str]]:
    told = [forms for one, *forms in _statements() if one.may_be_in(message.content, message.language)]
    said_at = local_time(message, zone)
    told_apart = apart(message, about)
    first = next((place for place, sentence in enumerate(told_apart) if not acknowledges(sentence)), 0)

    begun: list[tuple[ExtractedFact, str]] = []

    def read(ways: Sequence[LikelyForms[Statement]], *, but: re.Pattern[str]) -> list[tuple[ExtractedFact, str]]:
        found: list[tuple[ExtractedFact, str]] = []
        so_far = [*stated]
        for place, sentence in enumerate(told_apart):
            if but.search(sentence):
                continue
            bare = sentence.strip()
            named = (*times(bare, said_at), *lasted(bare, said_at, times)) if times else ()
            told_times = TimesTold(bare, said_at, named)
            is_any = told_times.may_be_left_out  # then words may come together that a form needs
            for form in (form for way in ways for form in (way.all if is_any else way.in_text(bare))):
                if form.leads and place > first:
                    continue
                since, matches = told_times.said_in(form)
                for match in matches:
                    if not _is_meant(form, match, speaker, stated):
                        continue
                    quote = as_said(sentence if since else match.group(), message, about)
                    told_as, subjects = _subjects(form, match, speaker, so_far)
                    facts = [told for one in subjects for told in _told(told_as, match, one, quote, since)]
                    when = match.groupdict().get("when")
                    plans = [(planned(fact, when, said_at), kind) for fact, kind in facts] if when else facts
                    found += plans
                    so_far += [_stated(fact, message) for fact, _ in plans]
                    begun.extend((fact, kind) for plan, kind in plans for fact in come_true(form, plan))
        return found

    found = read([forms for forms, _, _ in told], but=_not_said())
    found += _past_of(message, speaker)
    if not _filled().search(_beside(message, found)):
        is_own = any(sort_of(fact.predicate) == "business" for fact, _ in found)
        gaps = read([absences for _, absences, _ in told], but=_not_absent())
        found += [one for one in gaps if not (is_own and _is_no_job(one[0]))]
    found = without_filled(found, stated, message.content)
    return found if any(_is_no_job(fact) for fact, _ in found) else [*found, *begun]  # one would take the gap's place


def _job_left(turn: _Turn, said: Sequence[ExtractedFact]) -> list[ExtractedFact]:
    """Return the ends of the job that a speaker gave up for work of another kind: "I quit, I open a noodle shop"."""
    if not _filled().search(turn.message.content) or any(matter_of(one.predicate) == "employer" for one in said):
        return []
    alone = turn.message.model_copy(update={"content": _filled().sub("", turn.message.content)})
    gaps = [fact for fact, _ in turn.read(alone) if _is_no_job(fact)]
    return [end for gap in gaps[:1] if gap.quote in turn.message.content for end in ended_by(gap, turn.stated)]


def _is_no_job(fact: ExtractedFact) -> bool:
    """Return whether a fact says that somebody works nowhere."""
    return matter_of(fact.predicate) == "employer" and names_nothing(fact.object)


def _past_of(message: Message, speaker: str) -> list[tuple[ExtractedFact, str]]:
    """Return what a speaker says was so and is no more: "I used to live in York"."""
    told = [past for one, _, _, past in _statements() if one.may_be_in(message.content, message.language)]
    asserted = [one.strip() for one in sentences(without_speech(message.content)) if not _not_past().search(one)]
    forms = ((form, one) for one in asserted for past in told for form in past.in_text(one))
    read = ((form, match) for form, one in forms for match in form.regex.finditer(one))
    return [
        told for form, match in read for told in _told(form, match, speaker, as_said(match.group(), message), None)
    ]


def _is_meant(form: Statement, match: re.Match[str], speaker: str, stated: Sequence[Stated]) -> bool:
    """Return whether what was stated bears out what a form reads.

    The old thing, or a part of the name, is known.
    """
    if form.keeps and not keeps_name(match["object"], known_name(speaker, stated)):
        return False
    groups = match.groupdict()
    if form.unless:
        known = whom_one_has(groups["kin"], form.unless.format(**groups), speaker, stated)
        if known and groups.get("object", known[0]) in known:
            return False
    old = groups.get("old")
    return not old or bool(known_of(form, old, speaker, stated))


def _beside(message: Message, found: Sequence[tuple[ExtractedFact, str]]) -> str:
    """Return what a message says beside some facts: a new home puts nothing in the place of a job."""
    text = message.content
    for fact, _ in found:
        text = text.replace(fact.quote, " ")
    return text


def _subjects(
    form: Statement, match: re.Match[str], speaker: str, stated: Sequence[Stated]
) -> tuple[Statement, list[str]]:
    """Return whom a form tells of, if anybody, and the form in which it does.

    That is the speaker, who is named, or the one whom the speaker has as such; the speaker, where no name is known.
    """
    if form.whose:
        named = whom_one_has(match["kin"], form.whose.format(**match.groupdict()), speaker, stated)
        is_clear = len(named) == form.number
        if is_clear or form.unnamed is None or (named and form.number == 1):
            return form, named if is_clear else []
        predicate, statement = form.unnamed
        predicate = predicate.replace("{kin}", word_for_kin(match["kin"], speaker, stated))
        return replace(form, predicate=predicate, statement=statement), [speaker]
    if (named := match.groupdict().get("subject")) is None:
        return form, [speaker]
    is_somebody = form.fits_subject(named.strip()) or _is_known(named.strip(), stated)
    return form, [named.strip()] if is_somebody else []


def _is_known(name: str, stated: Sequence[Stated]) -> bool:
    """Return whether a name was told of one whom somebody has, so that whatever its form it is one."""
    return any(one.object == name and tells_of_kin(one.predicate) for one in stated)


def _told(
    form: Statement, match: re.Match[str], subject: str, quote: str, since: str | None
) -> list[tuple[ExtractedFact, str]]:
    """Return what a form reads of somebody in a sentence, a fact for each object, with the type of that."""
    said = {name: text.strip() for name, text in match.groupdict().items() if text is not None}
    told = said.get("object", form.object.format(**said))
    if "object" in said and form.object_type in _WHOLE_TYPES:
        whole = whole_name(told, match.string[match.end("object") :], form.object_type)
        told, quote = whole, quote if whole in quote else quote.replace(told, whole, 1)
    found: list[tuple[ExtractedFact, str]] = []
    for one in re.split(form.each, told) if form.each else [told]:
        is_object = form.object or form.object_type == VALUE or not _no_object().search(one)
        if not (one and is_object and form.fits(one)):
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
    """Return the one clause of a quote that has some words, so that the others can go without it.

    Where several clauses have them, or none does, it is the whole quote.
    """
    having = [clause.text for clause in clauses(quote) if words in clause.text]
    return having[0] if len(having) == 1 else quote


def _causes_of(message: Message) -> list[Cause]:
    """Return what a message gives as the reason of what, where it asserts that."""
    asserted = ["" if _not_said().search(one) else one for one in sentences_of(message)]
    return list(causes_in(asserted, message.language))


def _with_halves(
    found: Sequence[tuple[ExtractedFact, str]],
    causes: Sequence[Cause],
    message: Message,
    speaker: str,
    stated: Sequence[Stated],
) -> list[tuple[ExtractedFact, str]]:
    """Return what a message says, with what the halves of its causes say by themselves."""
    known = {triple_of(fact): (fact, kind) for fact, kind in found}
    for half in (half for cause in causes for half in (cause.effect, cause.ground)):
        alone = message.model_copy(update={"content": half.text})
        for fact, kind in _facts_of(alone, speaker, stated, None, None):
            key = triple_of(fact)
            if half.says(fact.quote) and (key not in known or not known[key][0].since):
                known[key] = (fact, kind)
    return without_filled(list(known.values()), stated, message.content)


def _time_told(message: Message, times: TimeReader | None, zone: tzinfo | None) -> datetime | None:
    """Return when the one time that a message names begins, if that is past."""
    said_at = local_time(message, zone)
    named = times(message.content.strip(), said_at) if times else ()
    return named[0][0] if len(named) == 1 and named[0][0] <= said_at else None
