"""Write the extraction prompt: one call reads a batch and proposes entities, facts and changes."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from functools import lru_cache
from math import isfinite
from typing import Annotated, Any, Literal, TypeVar, cast
from unicodedata import category

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from memary.facts.identity import SELF_NAME, is_self
from memary.facts.intervals import plan_start
from memary.facts.predicates import is_to_come
from memary.languages import texts
from memary.languages.keys import predicate_key
from memary.languages.prompt.instructions import USUAL, Instructions
from memary.languages.prompt.quotation import continued, one_line, quoted
from memary.languages.prompt.stamps import Zones, is_midnight, local_time, period
from memary.languages.terms import telling_words
from memary.text.times.told_times import told_since, told_until
from memary.types import BEGINNING, DEFAULT_LANGUAGE, FOREVER, ZONE_KEY, Entity, Fact, Message, Role

_NAME_CHARS = 80
"""As much of a speaker's name is shown."""

_EARLIER_CHARS = 300
"""As much of an earlier message is shown, of its beginning and its end."""

_MORE = 2
"""How many words a sentence may have beside its triple without being shown; an UPDATE keeps what holds of it."""

_BY = "≤"
"""Stands before when something was told to be true that may have begun long before: a day of this year as 05-31."""

_TO = "–"
"""Stands before the last day, month or year of what ended, or will."""

_NUMBER = re.compile(r"\d+")
_YEAR, _MONTH, _DAY = len("2026-"), len("2026-05"), len("2026-05-31")

_OPERATIONS = {
    "ADD": "ADD", "CREATE": "ADD", "INSERT": "ADD", "NEW": "ADD",
    "UPDATE": "UPDATE", "REPLACE": "UPDATE", "MODIFY": "UPDATE", "CHANGE": "UPDATE", "SUPERSEDE": "UPDATE",
    "DELETE": "DELETE", "REMOVE": "DELETE", "END": "DELETE", "INVALIDATE": "DELETE",
    "FORGET": "FORGET", "ERASE": "FORGET",
    "NONE": "NONE", "NOOP": "NONE", "NO_OP": "NONE", "NOCHANGE": "NONE", "NO_CHANGE": "NONE", "KEEP": "NONE",
}  # fmt: skip


def _as_text(value: Any) -> Any:
    """Take a number, such as an age or a year, for a text too, and leave out what no text may hold."""
    if isinstance(value, (int, float)) and not isinstance(value, bool) and isfinite(value):
        return str(value)
    if isinstance(value, str):
        if value.isprintable():
            return value.strip()
        return "".join(c for c in value if c in "\t\n" or category(c) not in ("Cc", "Cs")).strip()
    return value


_NOTHING = frozenset({"nan", "NaN", "NAN", "null", "Null", "NULL", "undefined", "Undefined", "UNDEFINED"})
"""What programs write where there is nothing. "Nan" is a name."""


def _not_nothing(value: str) -> str:
    if value in _NOTHING:
        raise ValueError("says nothing")
    return value


def _as_texts(value: Any) -> Any:
    """Take one text for a list of one, and leave out of a list what is no text."""
    if isinstance(value, str):
        value = [value]
    items = cast("list[object]", value) if isinstance(value, (list, tuple)) else []
    words = [_as_text(item) for item in items]
    return tuple(word for word in words if isinstance(word, str) and word)


def _as_operation(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    return _OPERATIONS.get(value.strip().upper().replace("-", "_").replace(" ", "_"), value)


_Text = Annotated[str, BeforeValidator(_as_text)]
_Name = Annotated[str, BeforeValidator(_as_text), AfterValidator(_not_nothing)]
_Texts = Annotated[tuple[str, ...], BeforeValidator(_as_texts)]


def _shape_alone(schema: dict[str, Any]) -> None:
    """Leave of a schema what a reply is made of.

    Its bounds are held to when it is read, and nothing need be null.
    """
    for name, shape in schema["properties"].items():
        given = next((one for one in shape.get("anyOf", ()) if one["type"] != "null"), shape)
        schema["properties"][name] = {key: given[key] for key in ("type", "items", "enum") if key in given}


_PROPOSED = ConfigDict(frozen=True, json_schema_extra=_shape_alone)


class ExtractedEntity(BaseModel):
    """An entity as the model names it.

    `same_as` and `other_than` are the numbers of known entities in the prompt.
    """

    model_config = _PROPOSED

    name: _Name = Field(min_length=1, max_length=200)
    type: _Text = "thing"
    aliases: _Texts = ()
    categories: _Texts = ()
    description: _Text = ""
    same_as: int | None = None
    renamed: bool = False
    other_than: int | None = None


def _as_numbers(value: Any) -> Any:
    """Return the numbers of a list, also of those that are written as texts."""
    items = cast("list[object]", value) if isinstance(value, (list, tuple)) else []
    return tuple(int(item) for item in map(str, items) if item.strip().isdecimal())


class ExtractedSame(BaseModel):
    """Two known entities, by their numbers in the prompt, that the messages show to be one."""

    model_config = _PROPOSED

    known: Annotated[tuple[int, ...], BeforeValidator(_as_numbers)] = Field(min_length=2, max_length=2)
    quote: _Text = ""
    message: int | None = None


class ExtractedForget(BaseModel):
    """A request of the user to forget: by which words, what, and which known facts, by number."""

    model_config = _PROPOSED

    quote: _Text = Field(min_length=1)
    about: _Text = ""
    known: Annotated[tuple[int, ...], BeforeValidator(_as_numbers)] = ()
    message: int | None = None


class ExtractedGround(BaseModel):
    """What a fact rests on: by the number of a known fact, or by the place of a fact in the reply, from 1."""

    model_config = _PROPOSED

    known: int | None = None
    fact: int | None = None
    words: _Text = ""


def _as_grounds(value: Any) -> Any:
    """Take one ground for a list of one, and leave out of a list what is no ground."""
    items = cast("list[object]", value) if isinstance(value, (list, tuple)) else [value]
    return [item for item in items if type(item) in (dict, ExtractedGround)]


class ExtractedFact(BaseModel):
    """A fact as the model proposes it.

    `target` and `message` are the numbers used in the prompt.
    """

    model_config = _PROPOSED

    subject: _Name = Field(min_length=1, max_length=200)
    predicate: _Name = Field(min_length=1, max_length=100)
    object: _Name = Field(min_length=1, max_length=500)
    statement: _Text = Field(default="", max_length=2000)
    op: Annotated[Literal["ADD", "UPDATE", "DELETE", "NONE", "FORGET"], BeforeValidator(_as_operation)] = "ADD"
    target: int | None = None
    since: _Text | None = None
    until: _Text | None = None
    importance: int = Field(default=2, ge=0, le=3)
    message: int | None = None
    quote: _Text = ""
    correction: bool = False
    rests_on: Annotated[tuple[ExtractedGround, ...], BeforeValidator(_as_grounds)] = ()


class Extraction(BaseModel):
    """What the model found in a batch."""

    model_config = ConfigDict(frozen=True)

    entities: tuple[ExtractedEntity, ...] = ()
    facts: tuple[ExtractedFact, ...] = ()
    same: tuple[ExtractedSame, ...] = ()
    forget: tuple[ExtractedForget, ...] = ()


Proposal = TypeVar("Proposal", ExtractedEntity, ExtractedFact)


def proposed(kind: type[Proposal], **fields: Any) -> list[Proposal]:
    """Return what a rule read as a proposal.

    Nothing, where a name in it says nothing or is too long for one.
    """
    try:
        return [kind(**fields)]
    except ValidationError:
        return []


@dataclass(frozen=True, slots=True)
class ExtractionInput:
    """What the model gets to see.

    It answers with positions in these lists, from 1.
    """

    messages: Sequence[Message]
    earlier: Sequence[Message] = ()
    known_facts: Sequence[Fact] = ()
    known_entities: Sequence[Entity] = ()
    undated: Collection[str] = ()  # ids of known facts that were true by the time they were told, since whenever
    self_name: str = SELF_NAME
    speakers: Sequence[str] = ()  # of a talk in which everybody is called by name, and nobody is the user
    language: str = DEFAULT_LANGUAGE
    instructions: str = ""  # the operator's own
    zone: tzinfo | None = None  # of messages that do not tell their own
    prompts: Instructions = USUAL  # what a model is told to do


def extraction_prompt(given: ExtractionInput, *, now: datetime) -> tuple[str, str]:
    """Return the system and the user text of the extraction call.

    Recalled and new texts stand in the lines that are theirs, so that none can pass for a section or another message.
    """
    words = texts(given.language)
    name = one_line(given.self_name)[:_NAME_CHARS]
    speakers = words.listed.join(one_line(each)[:_NAME_CHARS] for each in given.speakers)
    clause = "" if speakers else words.extraction_self.format(name=name)
    system = given.prompts.of("extraction", given.language, whose=speakers or name, self_clause=clause)
    if given.instructions.strip():
        system += f"\n{words.operator_instructions}:\n{quoted(given.instructions.strip())}"
    sections: list[tuple[str, list[str]]] = [
        (words.earlier_messages, [_line(m, given, most=_EARLIER_CHARS) for m in given.earlier]),
        (words.new_messages, [f"[{number}] {_line(m, given)}" for number, m in enumerate(given.messages, 1)]),
    ]
    return system, "\n\n".join([*known_sections(given), *_written(sections)])


def known_sections(given: ExtractionInput) -> list[str]:
    """Return the parts of the user text that show what is known."""
    words = texts(given.language)
    now = local_time(given.messages[0], given.zone)
    others = [entity for entity in given.known_entities if not is_self(entity)]
    beside = [_names_beside(fact, others) for fact in given.known_facts]
    return _written(
        [
            (
                words.known_entities,
                [f"{number}. {_entity(e, given)}" for number, e in enumerate(given.known_entities, 1)],
            ),
            (
                words.known_facts,
                [
                    f"{number}. {_fact(fact, given, now=now, names=names)}"
                    for number, (fact, names) in enumerate(zip(given.known_facts, beside, strict=True), 1)
                ],
            ),
        ]
    )


def _names_beside(fact: Fact, entities: Iterable[Entity]) -> list[str]:
    """Return the names of entities that a fact is not tied to: its sentence may tell of them."""
    return [entity.name for entity in entities if entity.id not in (fact.subject_id, fact.object_id)]


def _written(sections: Sequence[tuple[str, list[str]]]) -> list[str]:
    return [f"{heading}:\n" + "\n".join(lines) for heading, lines in sections if lines]


def _called(name: str, given: ExtractionInput) -> str:
    """Return a name as the model is to write it: that of a user whose name is not known is a word of the language."""
    return given.self_name if name == SELF_NAME else name


def _entity(entity: Entity, given: ExtractionInput) -> str:
    also = "".join(f", {one_line(alias)}" for alias in entity.aliases[:3])
    about = f": {one_line(entity.description)}" if entity.description else ""
    return f"{one_line(_called(entity.name, given))}{also} ({one_line(entity.type)}){about}"


def _fact(fact: Fact, given: ExtractionInput, *, now: datetime, names: Iterable[str]) -> str:
    """Return a fact as its triple and when it is true, as far as known.

    Its sentence stands behind that where it says more, or tells of what has one of these names.
    """
    when = _when(fact, is_undated=fact.id in given.undated, now=now)
    dated = _numbers_in(f"{now.year} {when}")
    subject, object_ = _called(fact.subject, given), _called(fact.object, given)
    triple, sentence = _told(subject, fact.predicate, object_, fact.statement, dated)
    if not sentence and any(name in fact.statement and name not in triple for name in names):
        sentence = one_line(fact.statement)
    return " | ".join(filter(None, (triple, when, sentence)))


@lru_cache(maxsize=4_096)
def _numbers_in(when: str) -> frozenset[str]:
    return frozenset(part.lstrip("0") for part in _NUMBER.findall(when))


@lru_cache(maxsize=4_096)
def _told(subject: str, predicate: str, object_: str, statement: str, dated: frozenset[str]) -> tuple[str, str]:
    """Return a fact as its triple, and its sentence where that says more than this and the numbers of its dates."""
    triple = [one_line(part) for part in (subject, predicate, object_)]
    said = {word for word in telling_words(statement) if word.lstrip("0") not in dated}
    more = said - set(telling_words(" ".join(triple).replace("_", " ")))
    sentence = one_line(statement) if len(more) > _MORE or any(map(_has_digit, more)) else ""
    return " | ".join(filter(None, triple)), sentence


def _when(fact: Fact, *, is_undated: bool, now: datetime) -> str:
    """Return since and until when a fact is true, as finely as it was told; the unit alone of "in May".

    A day is told where it begins; what was told to be true in the course of one has begun by that, written as
    month and day where it is of this year, else as its month. Of a plan that says nothing, so its days stand alone.
    """
    zone = now.tzinfo
    if fact.invalid_at < FOREVER and (unit := period(fact.valid_at, fact.invalid_at)):
        return unit
    said = fact.statement
    since = "" if fact.valid_at <= BEGINNING else _since(fact.valid_at, said, zone, now.year)
    if since and (is_undated or not is_midnight(fact.valid_at)):
        is_of_this_year = len(since) == _DAY and since.startswith(f"{now.year}-")
        since = f"{_BY}{since[_YEAR:] if is_of_this_year else since[:_MONTH]}"
    until = told_until(fact.invalid_at, said, zone=zone, is_rough=True)
    if until and since.startswith(_BY) and is_to_come(predicate_key(fact.predicate)):
        start = plan_start(fact)
        first = told_since(start, said, zone=zone) if start else until
        return until if first == until else f"{first}{_TO}{until}"
    return f"{since}{_TO}{until}" if until else since


@lru_cache(maxsize=4_096)  # the same facts are shown with one message after the other
def _since(start: datetime, said: str, zone: tzinfo | None, year: int) -> str:
    """Return since when a fact is true, on the clock of a zone, looked at in a year."""
    return told_since(start, said, zone=zone, is_rough=True, looked_at=datetime(year, 1, 1, tzinfo=zone))


def _has_digit(word: str) -> bool:
    return any(map(str.isdigit, word))


def _line(message: Message, given: ExtractionInput, *, most: int | None = None) -> str:
    words = texts(given.language)
    fallback = {Role.USER: given.self_name, Role.ASSISTANT: words.assistant}
    speaker = one_line(message.speaker or fallback.get(message.role, message.role.value))[:_NAME_CHARS]
    kept = message.metadata.get(ZONE_KEY)
    said_at = Zones(given.zone).stamp(message.created_at, kept, language=given.language)
    return f"{said_at} {speaker}: {continued(_shortened(message.content, most))}"


def _shortened(text: str, most: int | None) -> str:
    """Return a text without its middle, where it is longer than `most` characters."""
    if most is None or len(text) <= most:
        return text
    return f"{text[: most * 2 // 3].rstrip()} […] {text[-(most // 3) :].lstrip()}"
