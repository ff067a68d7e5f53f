"""The profile of a person: what memory knows about them, in sections, each line with what it rests on.

Derived, never stored, without a model: facts that are true now, insights, counts of the memory stream, and what the
person's own messages show. Pure functions on records.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Literal

from memary.facts.intervals import open_conflicts
from memary.facts.predicates import BUILT_IN, Sort, sort_of
from memary.languages import DOUBT_MARK, texts
from memary.languages.prompt.doubts import told_doubt
from memary.languages.prompt.stamps import Zones, day
from memary.reflection.person.traits import moods_said, style_of
from memary.reflection.rules import Person
from memary.stream.categories import OTHER, categories_of, category_key, count_categories
from memary.stream.ranking import KNOWN_AFTER, is_well_known
from memary.types import VALUE, ZONE_KEY, Doubt, Entity, EntityCount, Fact, FactKind, Message, Record, Time

SectionName = Literal[
    "basics", "preferences", "goals", "people", "pets", "insights", "style", "mood", "breadth", "depth"
]  # fmt: skip
SECTIONS: tuple[SectionName, ...] = (
    "basics", "preferences", "goals", "people", "pets", "insights", "style", "mood", "breadth", "depth",
)  # fmt: skip

_BASICS = (
    "name", "age", "birthday", "residence", "occupation", "employer", "school", "major", "spouse", "partner",
    "marital_status", "diet", "email", "phone", "timezone",
)  # fmt: skip
_PREFERENCES: Collection[Sort | None] = ("taste", "distaste", "favourite", "interest", "allergy")
_MOST_LINES = 12
_VITAL = 3
"""The importance of what belongs to the basics whatever it is about."""
_FIELDS = 8
_NAMES = 4
_MOODS = 5


class ProfileLine(Record):
    """One thing known: a sentence, since when it holds, and the ids of the records behind it.

    These are facts, messages or entities. Where it is in doubt, the sentence says so, since when and because of what.
    """

    text: str
    source_ids: tuple[str, ...]
    since: Time | None = None
    in_doubt: Doubt | None = None


class ProfileSection(Record):
    """A part of a profile."""

    name: SectionName
    heading: str
    lines: tuple[ProfileLine, ...]


class Profile(Record):
    """What memory knows about a person, or what was so at `as_of`.

    Sections of which nothing is known are left out.
    """

    user_id: str
    person: str
    title: str
    language: str
    made_at: Time
    as_of: Time | None = None
    sections: tuple[ProfileSection, ...] = ()
    nothing: str = ""

    @property
    def text(self) -> str:
        """Return the profile as text."""
        parts = ["\n".join((f"## {one.heading}", *(f"- {line.text}" for line in one.lines))) for one in self.sections]
        return "\n\n".join([f"# {self.title}", *(parts or [self.nothing])])

    def section(self, name: SectionName) -> tuple[ProfileLine, ...]:
        """Return the lines of a section; none where nothing is known."""
        return next((one.lines for one in self.sections if one.name == name), ())


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileSources:
    """What a profile is made of: a person with messages, current facts, and counts of what came up.

    Insights are among the facts. `facts` are all facts of the time that have the person at either end; `entities`
    those that they name, by id. `doubts` say which of the facts are in doubt, by id. `own` counts what came up in the
    person's own words; `counts` as well or, where that is nothing, what was given.
    """

    user_id: str
    person: Person
    facts: Sequence[Fact]
    entities: Mapping[str, Entity]
    doubts: Mapping[str, Doubt] = field(default_factory=dict[str, Doubt])
    counts: Sequence[EntityCount] = ()
    own: Sequence[EntityCount] = ()
    now: datetime
    zones: Zones
    language: str | None = None  # default: the one that the person uses most
    as_of: datetime | None = None
    known_after: int = KNOWN_AFTER


def profile_of(given: ProfileSources) -> Profile:
    """Return the profile of a person.

    Headings in the language asked for, facts in the words they were kept in.
    """
    language = given.language or given.person.language
    words = texts(language).profile
    made = _Sections(given, language)
    sections = [
        ProfileSection(name=name, heading=words.headings[name], lines=tuple(lines[:_MOST_LINES]))
        for name in SECTIONS
        if (lines := made.lines(name))
    ]
    return Profile(
        user_id=given.user_id,
        person=given.person.entity.name,
        title=words.title.format(who=given.person.called(language)),
        language=language,
        made_at=given.now,
        as_of=given.as_of,
        sections=tuple(sections),
        nothing=words.nothing,
    )


class _Sections:
    """Writes the lines of each section; a fact stands in the first section that it belongs to."""

    def __init__(self, given: ProfileSources, language: str) -> None:
        self._given, self._language = given, language
        self._words = texts(language)
        less_trusted = {
            less.id for more, less in open_conflicts(given.facts) if less.origin.trust < more.origin.trust
        }
        self._facts = [
            fact for fact in given.facts if fact.kind is not FactKind.INSIGHT and fact.id not in less_trusted
        ]
        self._told: set[str] = set()

    def lines(self, name: SectionName) -> list[ProfileLine]:
        """Return the lines of a section."""
        match name:
            case "basics":
                return self._basics()
            case "preferences":
                return self._of_facts(lambda fact: sort_of(fact.predicate) in _PREFERENCES)
            case "goals":
                return self._of_facts(lambda fact: sort_of(fact.predicate) == "plan")
            case "people":
                return self._of_facts(partial(self._is_to_one, "person"), is_subject=False)
            case "pets":
                return self._of_facts(partial(self._is_to_one, "animal"), is_subject=False)
            case "insights":
                return self._insights()
            case "style":
                return self._style()
            case "mood":
                return self._moods()
            case "breadth":
                return self._breadth()
            case "depth":
                return self._depth()

    def _basics(self) -> list[ProfileLine]:
        order = {matter: place for place, matter in enumerate(_BASICS)}
        in_title = ("name", self._given.person.entity.name)
        found = [
            (order[matter], -fact.origin.trust, -fact.valid_at.timestamp(), fact)
            for fact in self._own()
            if (matter := BUILT_IN.matter_of(fact.predicate) or "") in order and (matter, fact.object) != in_title
        ]
        listed = [self._line(fact) for _, _, _, fact in sorted(found, key=lambda one: one[:3])]
        return listed + self._of_facts(self._is_vital)

    def _is_vital(self, fact: Fact) -> bool:
        """Return whether a fact weighs most, as health and work do, and has no section of its own."""
        is_elsewhere = sort_of(fact.predicate) in (*_PREFERENCES, "plan") or any(
            self._is_to_one(kind, fact) for kind in ("person", "animal")
        )
        is_name = BUILT_IN.matter_of(fact.predicate) == "name"
        return fact.importance >= _VITAL and not is_elsewhere and not is_name

    def _of_facts(self, belongs: Callable[[Fact], bool], *, is_subject: bool = True) -> list[ProfileLine]:
        facts = self._own() if is_subject else self._facts
        found = [fact for fact in facts if fact.id not in self._told and belongs(fact)]
        found.sort(key=lambda fact: (-fact.importance, -fact.valid_at.timestamp(), fact.id))
        return [self._line(fact) for fact in found]

    def _own(self) -> list[Fact]:
        return [fact for fact in self._facts if fact.subject_id == self._given.person.entity.id]

    def _is_to_one(self, kind: str, fact: Fact) -> bool:
        other = fact.object_id if fact.subject_id == self._given.person.entity.id else fact.subject_id
        entity = self._given.entities.get(other)
        return entity is not None and entity.type == kind

    def _line(self, fact: Fact) -> ProfileLine:
        self._told.add(fact.id)
        doubt = self._given.doubts.get(fact.id)
        told = told_doubt(doubt, texts(fact.language), zone=self._given.zones.main) if doubt else ""
        return ProfileLine(
            text=f"{fact.statement}{DOUBT_MARK}{told}" if told else fact.statement,
            source_ids=(fact.id, *fact.source_ids),
            since=fact.valid_at,
            in_doubt=doubt,
        )

    def _insights(self) -> list[ProfileLine]:
        found = [
            fact
            for fact in self._given.facts
            if fact.kind is FactKind.INSIGHT and fact.subject_id == self._given.person.entity.id
        ]
        found.sort(key=lambda one: (-one.confidence, -one.valid_at.timestamp(), one.id))
        return [
            ProfileLine(text=one.statement, source_ids=(one.id, *one.source_ids), since=one.valid_at) for one in found
        ]

    def _style(self) -> list[ProfileLine]:
        style = style_of(self._given.person.messages, zone=self._given.zones.main)
        if style is None:
            return []
        words, who = self._words.reflecting, self._given.person.called(self._language)
        named = words.between.join(words.values.get(code, code) for code in style.languages)
        traits = (
            ("languages", named, words.language[1]),
            ("length", words.values.get(style.length or "", ""), words.length),
            ("tone", words.values.get(style.tone or "", ""), words.tone),
            ("hours", words.values.get(style.hours or "", ""), words.hours),
        )
        return [
            ProfileLine(text=wording.format(who=who, value=value), source_ids=style.sample(trait))
            for trait, value, wording in traits
            if value
        ]

    def _moods(self) -> list[ProfileLine]:
        said = moods_said(self._given.person.messages)[-_MOODS:]
        return [
            ProfileLine(
                text=self._words.profile.felt.format(when=self._said_at(one.message), mood=one.mood),
                source_ids=(one.message.id,),
                since=one.message.created_at,
            )
            for one in reversed(said)
        ]

    def _said_at(self, message: Message) -> str:
        kept = message.metadata.get(ZONE_KEY)
        return self._given.zones.stamp(message.created_at, kept, language=self._language)

    def _breadth(self) -> list[ProfileLine]:
        counted = [row for row in self._given.counts if self._is_topic(row.entity)]
        times = {row.entity.id: row.count for row in counted}
        members: dict[str, list[EntityCount]] = defaultdict(list)
        for row in counted:
            for key in {category_key(name) for name in categories_of(row.entity)}:
                members[key].append(row)
        lines: list[ProfileLine] = []
        fields = count_categories([row.entity for row in counted], times)
        fields.sort(key=lambda one: one.name == OTHER)
        for one in fields[:_FIELDS]:
            best = sorted(members[category_key(one.name)], key=lambda row: (-row.count, row.entity.name))[:_NAMES]
            names = self._words.reflecting.between.join(row.entity.name for row in best)
            text = self._words.profile.field.format(
                kind=self._words.profile.fields.get(one.name, one.name),
                things=one.entities,
                times=one.mentions,
                names=names,
            )
            lines.append(ProfileLine(text=text, source_ids=tuple(row.entity.id for row in best)))
        return lines

    def _depth(self) -> list[ProfileLine]:
        known = [row for row in self._given.own if self._is_topic(row.entity) and self._is_known(row)]
        known.sort(key=lambda row: (-row.count, row.entity.name))
        return [
            ProfileLine(
                text=self._words.profile.known_well.format(
                    name=one.entity.name, count=one.count, last=day(one.last_at, zone=self._given.zones.main)
                ),
                source_ids=(one.entity.id,),
                since=one.first_at,
            )
            for one in known
        ]

    def _is_known(self, row: EntityCount) -> bool:
        return is_well_known(row.count, row.first_at, row.last_at, known_after=self._given.known_after)

    def _is_topic(self, entity: Entity) -> bool:
        return entity.type != VALUE and entity.id != self._given.person.entity.id
