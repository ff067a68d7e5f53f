"""Extract what a batch of messages says: by a language model in one call, or by rules without one.

Both give the same `Extraction`; `proposals` turns it into the form that `resolve` takes.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Literal, Protocol

from memary.errors import BudgetExceededError, ModelOutputError
from memary.facts.identity import SELF_KEY, is_pronoun, lookup_key
from memary.facts.intervals import end_of_period, parse_day, plain_sentence
from memary.facts.predicates import is_to_come, is_yearly, names_nothing, type_expected
from memary.ingestion.extraction.dropped_facts import dropped
from memary.ingestion.extraction.prompt import (
    ExtractedEntity,
    ExtractedFact,
    Extraction,
    ExtractionInput,
    extraction_prompt,
)
from memary.ingestion.extraction.reply.evidence import (
    is_about_something_else,
    is_translated,
    origin_in,
    origin_of,
    says_nothing,
    sentences,
    source_of,
    words_for,
)
from memary.ingestion.extraction.reply.grounds import ReadFact, grounded, renumbered
from memary.ingestion.extraction.reply.own_words import of_speaker, with_owners
from memary.ingestion.extraction.reply.requests import asked_to_forget, is_of_request
from memary.ingestion.extraction.reply.salvage import fault_of, joined, salvage
from memary.ingestion.extraction.reply.told_days import rough_start, with_plan_days
from memary.ingestion.extraction.rules.plain_forms import RULE_CONFIDENCE
from memary.ingestion.extraction.senders import senders
from memary.languages import merged
from memary.languages.keys import predicate_key
from memary.languages.terms import telling_words
from memary.models.base import ChatModel, ChatTurn
from memary.models.replies.json_reply import repair_prompt
from memary.resolution.proposals import NamedEntity, ProposalSource, ProposedFact
from memary.text import entity_key
from memary.text.names.node_names import kind_told, type_of_noun, wording_of
from memary.text.names.occurrence import says_name
from memary.text.names.spotted_names import spot_entities
from memary.text.speech_acts.questions import questions
from memary.types import (
    BEGINNING,
    FOREVER,
    GENERIC,
    TOPIC,
    VALUE,
    DropReason,
    Entity,
    Fact,
    Message,
    Origin,
    Role,
    utc_now,
)

_log = logging.getLogger("memary")

_SAID_CHARS = 1000

ENTITY_TYPES = {
    "person", "organization", "place", "event", "product", "work", "animal", "food", TOPIC, GENERIC,
}  # fmt: skip
_type_words = merged(lambda language: language.kinds.types)


class Extractor(Protocol):
    """Reads entities and facts out of messages."""

    @property
    def kind(self) -> Literal["model", "rule"]:
        """How it reads, as facts carry it."""
        ...

    async def extract(self, given: ExtractionInput) -> Extraction:
        """Read a batch.

        Raises:
            ModelError: the model could not be asked, or did not answer in a usable way.
        """
        ...


@dataclass(frozen=True, slots=True)
class ModelExtractor:
    """Asks a language model: one call per batch, and one more where the reply cannot be used.

    It is asked again where the reply is cut off, or nothing in it is usable.
    """

    model: ChatModel

    @property
    def kind(self) -> Literal["model", "rule"]:
        """Facts come from a model."""
        return "model"

    async def extract(self, given: ExtractionInput) -> Extraction:
        """See `Extractor.extract`."""
        turns = extraction_turns(given, now=utc_now())
        reply = (await self.model.complete(turns, schema=Extraction)).text
        try:
            read = _read(reply)
        except ModelOutputError as error:
            return _read(await self._again(turns, reply, error, given.language)).extraction
        if not read.fault:
            return read.extraction
        error = ModelOutputError(read.fault)
        try:
            second = _read(await self._again(turns, reply, error, given.language))
        except ModelOutputError:
            second = read  # no better
        together = joined(read.extraction, second.extraction)
        has_news = together.facts or together.same or together.forget
        if second.fault and (len(given.messages) > 1 or not has_news):
            raise error  # several messages are read one by one next, for shorter replies
        if second.fault:
            _log.warning("extraction: a reply could be used in part only: %s", second.fault)
        return together

    async def _again(self, turns: list[ChatTurn], reply: str, error: ModelOutputError, language: str) -> str:
        """Send a reply back with what is wrong with it, and return the next one."""
        again = ChatTurn(Role.USER, repair_prompt(str(error), language=language))
        try:
            return (await self.model.complete([*turns, ChatTurn(Role.ASSISTANT, reply), again])).text
        except BudgetExceededError:
            raise error from None  # the attempt is spent: put off, it would be spent again and again


@dataclass(frozen=True, slots=True)
class _ExtractionReply:
    """What a reply holds, and why it should be asked for once more, if it should."""

    extraction: Extraction
    fault: str


def _read(reply: str) -> _ExtractionReply:
    extraction, warnings = salvage(reply)
    for warning in warnings:
        _log.warning("extraction: %s", warning)
    dropped("malformed", sum(warning.startswith(f"{ExtractedFact.__name__} dropped") for warning in warnings))
    return _ExtractionReply(extraction, fault_of(reply, extraction, warnings))


def extraction_turns(given: ExtractionInput, *, now: datetime) -> list[ChatTurn]:
    """Return what a model is asked about a batch."""
    system, user = extraction_prompt(given, now=now)
    return [ChatTurn(Role.SYSTEM, system), ChatTurn(Role.USER, user)]


def proposals(
    extraction: Extraction,
    *,
    messages: Sequence[Message],
    known_facts: Sequence[Fact],
    known_entities: Sequence[Entity] = (),
    min_importance: int,
    extractor: Literal["model", "rule"],
) -> tuple[list[NamedEntity], list[ProposedFact]]:
    """Turn what was read into proposals with sources, times and trust.

    Facts below `min_importance` are left out, and with a warning those that no message says, that come from a refusal
    or a failure, or that are told in another language than their message. So are entities that only such facts or
    such messages speak of, those that no message names and no fact speaks of, and whatever names nobody: "she" is no
    entity. Of what a message asks to forget it tells nothing.
    """
    kinds = {lookup_key(m.speaker): "person" for m in messages if m.role is Role.USER and m.speaker}
    kinds |= {lookup_key(name): kind for name, kind in senders(messages, known_entities).items()}
    kinds |= {lookup_key(e.name): entity_type(e.type, e.categories) for e in extraction.entities}
    forgets = asked_to_forget(extraction, messages, known_facts)
    reading = _Reading(known_facts, extractor, kinds, lists=extractor == "model" and bool(extraction.entities))
    facts = {number: read for number, read in enumerate(extraction.facts, 1) if read.importance >= min_importance}
    dropped("unimportant", len(extraction.facts) - len(facts))
    told: dict[int, ReadFact] = {}
    told_in: dict[str, dict[str, Message]] = {}
    for number, read, message in _sourced(facts, messages):
        if any(is_of_request(read, one, known_facts) for one in forgets if one.message_id == message.id):
            continue
        fact = with_owners(of_speaker(read, message), message, kinds)
        for end in (fact.subject, fact.object):
            told_in.setdefault(lookup_key(end), {})[message.id] = message
        if _names_somebody(fact.subject, fact.object):
            told[number] = ReadFact(fact, message, reading.proposed(fact, message))
        else:
            dropped("nobody")
    asking = {one.message_id for one in forgets}
    telling = [message for message in messages if not says_nothing(message) and message.id not in asking]
    return _entities_told(extraction, messages, telling, told_in, known_entities), grounded(told, known_facts)


def _sourced(
    facts: Mapping[int, ExtractedFact], messages: Sequence[Message]
) -> Iterator[tuple[int, ExtractedFact, Message]]:
    """Yield the facts that a message says, with their numbers and the message; warn of the others."""
    for number, fact in facts.items():
        if fact.op == "FORGET":
            continue
        message, fault = _checked_source(fact, messages)
        if isinstance(message, str):
            dropped(message)
            told = messages[fact.message - 1 : fact.message] if fact.message and fact.message > 0 else ()
            about = ", ".join(one.id for one in told or messages)
            _log.warning("extraction: a fact of user %r dropped (%s): %s", messages[0].user_id, about, fault)
            _log.debug("extraction: dropped: %s / %s / %s", fact.subject, fact.predicate, fact.object)
        else:
            yield number, fact, message


def _entities_told(
    extraction: Extraction,
    messages: Sequence[Message],
    telling: Sequence[Message],
    told_in: Mapping[str, Mapping[str, Message]],
    known: Sequence[Entity],
) -> list[NamedEntity]:
    """Return the entities that messages name, or that facts which are kept speak of.

    Args:
        extraction: what was read.
        messages: the batch.
        telling: those of its messages that tell something.
        told_in: by the keys of what facts speak of, the messages that say them.
        known: entities of the graph.
    """
    ends = {lookup_key(end) for fact in extraction.facts for end in (fact.subject, fact.object)}
    passing = ends - told_in.keys()
    if all(message.speaker for message in messages if message.role is Role.USER) and SELF_KEY not in told_in:
        passing.add(SELF_KEY)  # everybody is called by name
    things = [entity for entity in extraction.entities if not names_nothing(entity.name)]
    things = _with_own_aliases(things, ends)
    names = {name for entity in things for name in (entity.name, *entity.aliases)}
    named: list[NamedEntity] = []
    for entity in things:
        own = [entity.name, *(alias for alias in entity.aliases if not is_pronoun(alias))]
        around, said_in = _naming(own, telling, names.difference(own))
        told = [*told_in.get(lookup_key(entity.name), {}).values()]
        sources = said_in or told or _describing(entity, telling)
        if sources and lookup_key(entity.name) not in passing and _names_somebody(entity.name):
            is_trusted = any(map(_is_trusted, (*sources, *told)))  # the user may take up what another said
            named.append(_named(entity, sources, _around(own, around), known, is_trusted=is_trusted))
    return named


def within(extraction: Extraction, most: int) -> Extraction:
    """Return an extraction with at most so many facts, the most important, and twice as many entities."""
    if len(extraction.facts) <= most and len(extraction.entities) <= 2 * most:
        return extraction
    _log.warning(
        "extraction: of %d facts and %d entities in one reply %d and %d are kept, see MEMARY_MAX_FACTS",
        *(len(extraction.facts), len(extraction.entities)),
        *(min(len(extraction.facts), most), min(len(extraction.entities), 2 * most)),
    )
    dropped("too_many", max(0, len(extraction.facts) - most))
    places = _most_important(extraction.facts, most)
    facts = renumbered((extraction.facts[place] for place in places), {p + 1: n for n, p in enumerate(places, 1)})
    return extraction.model_copy(update={"entities": extraction.entities[: 2 * most], "facts": tuple(facts)})


def within_each(facts: Sequence[ProposedFact], most: int) -> list[ProposedFact]:
    """Return at most so many facts of each message, the most important."""
    by_message: dict[str, list[ProposedFact]] = {}
    for fact in facts:
        by_message.setdefault(fact.sources[0].id, []).append(fact)
    kept: set[int] = set()
    for id_, told in by_message.items():
        kept.update(id(told[place]) for place in _most_important(told, most))
        if len(told) > most:
            dropped("too_many", len(told) - most)
            _log.warning("extraction: of %d facts of message %s %d are kept", len(told), id_, most)
    return [fact for fact in facts if id(fact) in kept]


def _most_important(facts: Sequence[ExtractedFact] | Sequence[ProposedFact], most: int) -> list[int]:
    """Return the places of at most so many facts by their importance, in the order they were told."""
    return sorted(sorted(range(len(facts)), key=lambda place: (-facts[place].importance, place))[:most])


def _checked_source(fact: ExtractedFact, messages: Sequence[Message]) -> tuple[Message | DropReason, str]:
    """Return the message that a fact rests on, or why there is none, also as a sentence."""
    message = source_of(fact, messages)
    if message is None:
        if any(fact.object.casefold() in questions(one.content).casefold() for one in messages):
            return "question", "a message only asks it, and none says it"
        return "no_evidence", "its quote is in no message, and no message says it"
    if says_nothing(message):
        return "refusal", "its message is a refusal or the report of a failure"
    if fact.op != "DELETE" and is_translated(fact, message):  # what ends is told as it is known
        return "other_language", f"it is not in the language of its message ({message.language})"
    return message, ""


def _names_somebody(*names: str) -> bool:
    return not any(is_pronoun(name) and lookup_key(name) != SELF_KEY for name in names)


def entity_type(word: str, categories: Sequence[str] = ()) -> str:
    """Return the type a word stands for, else that of the first category which names one, else "thing".

    What is told to be a thing is no topic for being of a field.
    """
    plain = word.strip().lower()
    plain = _type_words().get(plain, plain)
    if plain in ENTITY_TYPES - {GENERIC}:
        return plain
    none = {GENERIC, TOPIC} if plain == GENERIC else {GENERIC}
    return next((kind for kind in map(type_of_noun, categories) if kind not in none), GENERIC)


def _naming(
    names: Sequence[str], messages: Sequence[Message], longer: Collection[str]
) -> tuple[list[Message], list[Message]]:
    """Return the messages that hold one of the names, and those that say it as a whole name.

    In a whole name it is no part of a longer one. In a whole name it is no part of a longer one.
    """
    plain = [name.casefold() for name in names]
    around = [m for m in messages if any(name in m.content.casefold() for name in plain)]
    return around, [m for m in around if any(says_name(m.content, name, longer=longer) for name in names)] or around


def _with_own_aliases(things: Sequence[ExtractedEntity], told: Collection[str]) -> list[ExtractedEntity]:
    """Return entities, the user without aliases by which the reply means somebody or something else."""
    others = {*told, *(lookup_key(one.name) for one in things)}
    return [
        one.model_copy(update={"aliases": tuple(a for a in one.aliases if lookup_key(a) not in others)})
        if lookup_key(one.name) == SELF_KEY
        else one
        for one in things
    ]


def _describing(entity: ExtractedEntity, messages: Sequence[Message]) -> list[Message]:
    """Return the messages with words by which the model describes an entity that they do not name."""
    described = set(telling_words(entity.description))
    if entity.same_as is None or not described:
        return []
    return [m for m in messages if len(described.intersection(telling_words(m.content))) * 2 > len(described)]


def _is_trusted(message: Message) -> bool:
    return origin_of(message).trust >= Origin.IMPORT.trust


def _named(
    entity: ExtractedEntity, sources: Sequence[Message], said: str, known: Sequence[Entity], *, is_trusted: bool
) -> NamedEntity:
    return NamedEntity(
        name=entity.name,
        type=entity_type(entity.type, entity.categories),
        aliases=entity.aliases,
        categories=entity.categories,
        description=entity.description,
        sources=tuple(map(_source, sources)),
        said=said[:_SAID_CHARS],
        same_as=_numbered(entity.same_as, known),
        renamed=entity.renamed and is_trusted,
        is_trusted=is_trusted,
        other_than=_numbered(entity.other_than, known),
    )


def _around(names: Sequence[str], messages: Sequence[Message]) -> str:
    """Return the sentences of the messages that hold one of the names, a line for each message."""
    plain = [name.casefold() for name in names]
    texts = (sentences(message.content) for message in messages)
    return "\n".join(
        " ".join(part for part in parts if any(name in part.casefold() for name in plain)) for parts in texts
    )


def _numbered(number: int | None, known: Sequence[Entity]) -> str | None:
    return known[number - 1].id if number is not None and 0 < number <= len(known) else None


@dataclass(frozen=True, slots=True)
class _Reading:
    """What the facts of one reply refer to."""

    known_facts: Sequence[Fact]
    extractor: Literal["model", "rule"]
    kinds: Mapping[str, str]  # types by key of a name
    lists: bool  # whether all that is an entity is listed

    def proposed(self, fact: ExtractedFact, message: Message) -> ProposedFact:
        """Return a fact of a message with its source, times and trust."""
        valid_at, invalid_at = _interval(fact, message.created_at)
        is_beside = self.extractor == "model" and is_about_something_else(fact, message)
        plain = plain_sentence(fact.subject, fact.predicate, fact.object)
        is_known = fact.target is not None and 0 < fact.target <= len(self.known_facts)
        quote = words_for(fact, message.content)
        return ProposedFact(
            subject=fact.subject,
            subject_type=self.kinds.get(lookup_key(fact.subject)) or _kind_of(fact.subject, message.language),
            predicate=predicate_key(fact.predicate),
            object=fact.object,
            object_type=self._object_type(fact.object, predicate_key(fact.predicate), message.language),
            statement=with_plan_days(plain if is_beside else fact.statement or plain, fact, message, invalid_at),
            valid_at=valid_at,
            invalid_at=invalid_at,
            rough_start=rough_start(fact, valid_at, message),
            op="NONE" if fact.op == "FORGET" else fact.op,
            target_id=self.known_facts[fact.target - 1].id if fact.target and is_known else None,
            correction=fact.correction,
            importance=fact.importance,
            origin=origin_in(message, quote),
            extractor=self.extractor,
            confidence=RULE_CONFIDENCE if self.extractor == "rule" else 1.0,
            language=message.language,
            quote=quote,
            sources=(_source(message),),
        )

    def _object_type(self, words: str, predicate: str, language: str) -> str:
        """Return the type of an object as it is listed; where others are, what is not, nor a name, is a value.

        What somebody works as is no person, though people are called by it ("a teacher").
        """
        if names_nothing(words):
            return VALUE
        if listed := self.kinds.get(lookup_key(words)):
            return listed
        kind = GENERIC if type_expected(predicate) == TOPIC else _kind_of(words, language)
        return VALUE if self.lists and kind == GENERIC and wording_of(words) != "name" else kind


@lru_cache(maxsize=1_024)  # the same people and things are spoken of again and again
def _kind_of(words: str, language: str) -> str:
    """Return the type of what a reply does not list, as its words tell it, or as a name of that language."""
    if (kind := kind_told(words)) != GENERIC:
        return kind
    spotted = spot_entities(words, language) if wording_of(words) == "name" else []
    return spotted[0].type if [spot.name for spot in spotted] == [words] else GENERIC


def _interval(fact: ExtractedFact, said_at: datetime) -> tuple[datetime, datetime]:
    """Return since when and until when a fact is true.

    What is over and began nobody says when has an open start. What is true until a day, month or year is true until
    that is over; what is said to have ended in one that is not over yet has ended when that is said. A plan or an
    appointment holds from when it is told. A birthday does not end with its day.
    """
    is_end = fact.op == "DELETE"
    if not is_end and is_yearly(predicate_key(fact.predicate)):
        return min(parse_day(fact.since) or said_at, said_at), FOREVER
    ends_with_since = is_end and parse_day(fact.until) is None
    last = fact.since if ends_with_since else fact.until
    start, end = None if ends_with_since else parse_day(fact.since), parse_day(last)
    if start is not None and start > said_at and is_to_come(predicate_key(fact.predicate)):
        last = last if end is not None and end >= start else fact.since
        return said_at, end_of_period(last or "", max(start, end or start))
    if end is None or last is None:
        return start or said_at, FOREVER
    closed = end_of_period(last, end)
    end = said_at if is_end and end <= said_at < closed else closed
    if start is None:
        return (said_at if said_at < end or is_end else BEGINNING), end
    return (start, end) if start < end else (BEGINNING, end)


def _source(message: Message) -> ProposalSource:
    return ProposalSource(message.id, message.created_at, message.expires_at)


def proposed_names(named: Sequence[NamedEntity], facts: Sequence[ProposedFact]) -> set[str]:
    """Return every key under which resolve may look an entity up."""
    names = {name for e in named for name in (e.name, *e.aliases)} | {n for f in facts for n in (f.subject, f.object)}
    return {lookup_key(name) for name in names} | {entity_key(name) for name in names}
