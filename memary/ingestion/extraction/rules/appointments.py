"""Read what is to come on a day: "I have a dentist appointment on 14 January", 我1月14号要去看牙医.

What is told so is a plan or an appointment, true from when it is told until the end of its day. Its object tells the
day, so that two of one name stand beside each other, and its sentence tells it as a date, since nobody who reads it
later knows what "next Friday" was. What is moved or called off ends; another day that is told of "my" exam takes the
place of the one before.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo

from memary.facts.identity import lookup_key
from memary.facts.predicates import is_to_come
from memary.ingestion.extraction.prompt import ExtractedFact, proposed
from memary.ingestion.extraction.rules.changes.corrections import Stated, told_before, withdrawn
from memary.ingestion.extraction.rules.days_ahead import Clause, day_of_month, read_days
from memary.ingestion.extraction.rules.sentences import as_said, sentences_of
from memary.languages import Language, of_all
from memary.languages.keys import predicate_key
from memary.languages.pack.appointments import DAY, Appointment, Appointments, DayTold
from memary.languages.prompt.stamps import local_time
from memary.languages.scripts import is_wide
from memary.languages.terms import term_set
from memary.text.times.intervals import find_times
from memary.types import Fact, Message

_ways = of_all(lambda packs: [(pack.statements, pack.appointments) for pack in packs if pack.appointments.forms])


@of_all
def _objects(packs: tuple[Language, ...]) -> list[re.Pattern[str]]:
    """Return the patterns of the objects of facts about a day to come: what it is, and the day."""
    told = dict.fromkeys(re.escape(pack.appointments.dated) for pack in packs)
    parts = {r"\{what\}": "(?P<what>.+?)", r"\{when\}": "(?P<when>.+)"}
    return [re.compile(one.replace(*what).replace(*when)) for one in told for what, when in [parts.items()]]


_LONGEST = 300
"""Characters of the longest clause that is read: patterns take long for more, and people tell no day so."""

_SHORT = 100
"""Characters of the longest message that does nothing but put a day right."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """What was told of a day to come, and is not over.

    Attributes:
        stated: the fact.
        what: what it is, without its day.
        when: the words for its day.
        start: when that begins.
    """

    stated: Stated
    what: str
    when: str
    start: datetime


def ended_of(known: Iterable[Fact], told: Iterable[ExtractedFact], said_at: datetime) -> set[tuple[str, str]]:
    """Return the predicates and objects of what is over, as is known or as messages before this one tell."""
    over: set[tuple[str, str]] = set()
    for fact in sorted(known, key=lambda fact: fact.invalid_at):
        (over.add if fact.invalid_at <= said_at else over.discard)((fact.predicate, fact.object))
    for one in told:
        (over.add if one.op == "DELETE" else over.discard)((predicate_key(one.predicate), one.object))
    return over


def appointments_in(
    message: Message,
    speaker: str,
    before: Sequence[Message],
    stated: Sequence[Stated],
    *,
    over: Collection[tuple[str, str]],
    zone: tzinfo | None,
) -> list[ExtractedFact]:
    """Return what a user tells of days to come, and the ends of what that moves or calls off.

    Args:
        message: what a user says, in their own words.
        speaker: who says it.
        before: what was said before it in the talk, oldest first.
        stated: what was stated before.
        over: predicates and objects of what of that is over.
        zone: of a message that does not tell its own.
    """
    said_at = local_time(message, zone)
    ways = [how for statements, how in _ways() if statements.may_be_in(message.content, message.language)]
    told: list[ExtractedFact] = []
    for how in ways:
        known = list(_ahead(stated, speaker, said_at, over))
        if not (known or how.hint.search(message.content)) or how.invented.search(message.content):
            continue
        right_before = [one.id for one in told_before(message, before)][-1:]
        put_right = _Reading(message, speaker, said_at, how, known).put_right(right_before)
        told += put_right
        for sentence in sentences_of(message) if not put_right else ():
            changes = list(_Reading(message, speaker, said_at, how, known).read(sentence.strip()))
            told += changes
            known = _after(known, changes, message, said_at)
    return told


def _ahead(
    stated: Sequence[Stated], speaker: str, said_at: datetime, over: Collection[tuple[str, str]]
) -> Iterator[Ahead]:
    """Yield what was told of days to come, of a speaker, each once."""
    met: set[tuple[str, str]] = set()
    for one in reversed(stated):
        key = one.predicate, one.object
        if (
            key in met
            or key in over
            or not is_to_come(one.predicate)
            or lookup_key(one.subject) != lookup_key(speaker)
        ):
            continue
        met.add(key)
        if ahead := _dated(one, said_at):
            yield ahead


def _dated(one: Stated, said_at: datetime) -> Ahead | None:
    """Return what was stated with its day, if that is not over."""
    match = next((match for form in _objects() if (match := form.fullmatch(one.object))), None)
    refs = find_times(match["when"], now=said_at, ahead=True)[:1] if match else []
    if match is None or not refs or refs[0].end + timedelta(days=1) <= said_at:
        return None
    return Ahead(one, match["what"], match["when"], refs[0].start.astimezone(said_at.tzinfo))


def _after(known: list[Ahead], changes: Sequence[ExtractedFact], message: Message, said_at: datetime) -> list[Ahead]:
    """Return what is known of days to come once a sentence has changed it."""
    for fact in changes:
        known = [one for one in known if (one.stated.predicate, one.stated.object) != (fact.predicate, fact.object)]
        if fact.op == "ADD":
            told = Stated(
                message.id, fact.subject, fact.predicate, fact.object, fact.statement, fact.quote, message.created_at
            )
            known += [ahead] if (ahead := _dated(told, said_at)) else []
    return known


@dataclass(frozen=True, slots=True)
class _Reading:
    """Reads the sentences of a message."""

    message: Message
    speaker: str
    said_at: datetime
    how: Appointments
    known: Sequence[Ahead]

    def read(self, sentence: str) -> Iterator[ExtractedFact]:
        """Yield what a sentence tells of days to come, and the ends of what that changes."""
        whole, clauses = read_days(sentence, self.said_at, self.how)
        is_unsure = self.how.unsure.search(whole.text)
        for clause in clauses if not is_unsure else ():
            if (changed := self._changed(clause)) is not None:
                yield from changed
            elif clause.days and len(clause.text) <= _LONGEST:
                yield from self._told(clause, clause.days[0])

    def _changed(self, clause: Clause) -> list[ExtractedFact] | None:
        """Return what becomes of something known that a clause moves or calls off; None where it does neither."""
        for match in (match for form in self.how.cancelled if (match := form.match(clause.text))):
            return [self._end(meant, clause)] if (meant := self._meant(match)) else []
        for match in (match for form in self.how.moved if (match := form.match(clause.text))):
            if meant := self._meant(match):
                return self._moved(meant, clause.days[match[0].count(DAY) - 1], clause)
        return None

    def _told(self, clause: Clause, day: DayTold) -> list[ExtractedFact]:
        """Return what a clause tells of a day, and the end of what it takes the place of."""
        for form in self.how.forms:
            if (match := form.regex.match(clause.text)) is None:
                continue
            said = {name: self.how.own((text or "").strip()) for name, text in match.groupdict().items()}
            if not form.fits(said):
                continue
            same = [one for one in self.known if _is_called(one.what, form.what.format(**_spaced(said)).strip())]
            at = [one for one in same if one.start.date() == day.first]
            if at and not (day.clock and day.clock not in at[0].when):
                return self._again(at[0], day, clause)
            instead = at or (same if form.is_the_one and len(same) == 1 else [])
            return [*(self._end(one, clause) for one in instead), *self._fact(form, said, day, clause)]
        return []

    def _again(self, known: Ahead, day: DayTold, clause: Clause) -> list[ExtractedFact]:
        """Return what is known already and told once more."""
        told = known.stated
        return self._proposed(told.predicate, known.what, told.statement, known.when, day, clause)

    def _fact(self, form: Appointment, said: Mapping[str, str], day: DayTold, clause: Clause) -> list[ExtractedFact]:
        spaced = _spaced(said)
        when = self.how.written(day)
        statement = form.statement.format(**{**spaced, "self": self.speaker, "when": self.how.phrased(when)})
        return self._proposed(form.predicate, form.what.format(**spaced).strip(), statement, when, day, clause)

    def _proposed(
        self, predicate: str, what: str, statement: str, when: str, day: DayTold, clause: Clause
    ) -> list[ExtractedFact]:
        since = day.first.isoformat() if day.first > self.said_at.date() else None
        return proposed(
            ExtractedFact,
            subject=self.speaker,
            predicate=predicate,
            object=self.how.dated.format(what=what, when=when),
            statement=statement,
            quote=as_said(clause.said, self.message),
            since=since,
            until=day.last.isoformat(),
        )

    def _moved(self, meant: Ahead, day: DayTold, clause: Clause) -> list[ExtractedFact]:
        """Return what was told with another day, and the end of it with its old one."""
        if self.how.day_of_month.search(clause.said):
            there = day_of_month(day.first.day, meant.start.date().replace(day=1) - timedelta(days=1))
            if there and there > self.said_at.date():
                day = DayTold(there, there, clock=day.clock)
        when, old = self.how.written(day), meant.stated
        statement = old.statement.replace(self.how.phrased(meant.when), self.how.phrased(when), 1)
        told = self._proposed(old.predicate, meant.what, statement, when, day, clause)
        return [] if told and told[0].object == old.object else [self._end(meant, clause), *told]

    def _end(self, meant: Ahead, clause: Clause, *, was_wrong: bool = False) -> ExtractedFact:
        quote = as_said(clause.said, self.message)
        return withdrawn(meant.stated, quote).model_copy(update={"correction": was_wrong})

    def _meant(self, match: re.Match[str]) -> Ahead | None:
        """Return the one thing known that words call by name, or by whose it is; None where that is not clear."""
        named = match.groupdict()
        found = [one for one in self.known if _is_called(one.what, named["old"], in_part=True)]
        whose = term_set(named.get("whose") or "")
        theirs = [one for one in found if not whose.isdisjoint(term_set(one.what))]
        found = theirs if len(found) > 1 else found
        return found[0] if len(found) == 1 else None

    def put_right(self, right_before: Collection[str]) -> list[ExtractedFact]:
        """Return what was said right before with the day that it is really for: "Sorry, I meant the 15th"."""
        said = [one for one in self.known if one.stated.message_id in right_before]
        text = self.message.content.strip()
        if len(said) != 1 or len(text) > _SHORT:
            return []
        whole, _ = read_days(text, self.said_at, self.how)
        if not whole.days or not self.how.put_right.match(whole.text):
            return []
        moved = self._moved(said[0], whole.days[0], whole)
        return [one.model_copy(update={"correction": True}) if one.op == "DELETE" else one for one in moved]


def _spaced(said: Mapping[str, str]) -> dict[str, str]:
    """Return words of a clause as they are put into a sentence: those that may be left out with their space."""
    return {
        name: f" {text}" if name in ("by", "tail") and text and not is_wide(text) else text
        for name, text in said.items()
    }


def _is_called(what: str, words: str, *, in_part: bool = False) -> bool:
    """Return whether something is called by words, or by some of its own."""
    if is_wide(words):
        return words == what or (in_part and words in what)
    wanted, own = term_set(words), term_set(what)
    return bool(wanted) and (wanted <= own if in_part else wanted == own)
