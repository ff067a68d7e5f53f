"""Find what a request to forget means: which clauses of messages, and which facts.

Only what is surely meant is taken: a name as it is borne, a thing of the user's that a clause names as theirs, the
facts of a relation that is asked for as a whole ("my address"), a statement in its own words. What names a thing like
it ("my bank PIN" beside "my PIN") stays, and is offered: the user can name it. The other way round all that repeats
what goes is taken along where it cannot mean anything else: the assistant's words for it, and numbers that identify.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from memary.facts.identity import lookup_key
from memary.facts.predicates import predicates_named, predicates_of_kin
from memary.forgetting.choice import LineKey, Meant, key_of
from memary.forgetting.pool import ToldReader
from memary.forgetting.target import ForgetTarget, Offer, Outcome
from memary.forgetting.thing_match import (
    ClaimReader,
    Naming,
    about_it,
    agree,
    alike,
    confides,
    holds,
    in_full,
    is_meant,
    is_name,
    is_nearly,
    may_be_meant,
    numbers_in,
    says_any,
    states,
    words_of,
)
from memary.languages import any_of
from memary.languages.scripts import HAN, QUESTION_MARKS
from memary.languages.terms import telling_words, term_set, terms
from memary.text import entity_key
from memary.text.names.occurrence import says_name
from memary.text.names.spotted_names import spot_entities
from memary.text.parts.clauses import Clause, clauses, without
from memary.text.parts.enumeration import without_items
from memary.text.parts.partition import Partition, word_set
from memary.text.quote import is_quoted
from memary.text.speech_acts.forget_request import Thing
from memary.types import VALUE, Entity, Fact, FactKind, Message, Role

_SHORT = 60
"""Characters up to which what follows a question is its answer and nothing else."""

_IDENTIFIES = 6
"""Digits from which a number that was told as one for something means that wherever the user says it."""

_HAN = re.compile(f"[{HAN}]")
_DIGITS = re.compile(r"\d{3}")
_ASKS = re.compile(f"[{QUESTION_MARKS}]")
_NAMED = frozenset(("person", "place", "organization", "animal"))
"""Types of what bears a name of its own, in whatever script."""

_LIVING = frozenset(("person", "animal"))
"""Types of those of whom all is meant where they are asked for by what they are to the user."""

_secrets = any_of(lambda language: language.requests.secrets)
_called = any_of(lambda language: language.requests.called)


async def find_forget_target(
    told: ToldReader, things: Sequence[Thing], meant: Meant, *, claims: ClaimReader
) -> ForgetTarget:
    """Find what a user's request to forget means.

    Args:
        told: what it can mean.
        things: what is to be forgotten.
        meant: what a model took it to mean; nothing, where none was asked.
        claims: reads what a statement says that is to be forgotten.
    """
    finder = _Finder(told, claims)
    chosen = await finder.take_meant(meant)
    found: list[Outcome] = [await finder.look_for(thing, chosen) for thing in things]
    return await finder.target(found)


@dataclass(frozen=True, slots=True)
class _Part:
    """What goes of a clause that tells several things, and what is left of it."""

    items: tuple[str, ...]
    left: str


class _Finder:
    def __init__(self, told: ToldReader, claims: ClaimReader) -> None:
        self._told = told
        self._claims = claims
        self._messages: dict[str, Message] = {}
        self._cut: dict[str, list[Clause]] = {}
        self._facts: dict[str, Fact] = {}
        self._entities: set[str] = set()
        self._offers: dict[str, Offer] = {}
        self._offered: dict[str, list[Naming]] = {}
        self._naming: set[str] = set()
        self._named: set[str] = set()
        self._claimed: set[str] = set()
        self._parts: dict[str, dict[Clause, _Part]] = {}
        self._kept: set[str] = set()
        self._left: dict[LineKey, Partition] = {}
        self._restated: dict[str, str] = {}

    async def take_meant(self, meant: Meant) -> Outcome:
        """Take what a model took a request to mean, and return whether that is more than what answers it."""
        replies = {reply.id for reply in await self._told.replies()} if meant.clauses else set[str]()
        self._left = {**meant.left}
        staying = [fact for fact in meant.facts if self._stays(fact)]
        self._restated = {fact.id: meant.left[fact.id].left for fact in staying}
        self._note(fact for fact in meant.facts if fact.id not in self._restated)
        for message, clause in meant.clauses:
            if message.id != self._told.asked.message_id:
                self._take(message, [clause], unless=lambda _: True)
        await self._take_facts()
        for fact in staying:
            await self._take_told(fact, set(telling_words(" ".join(meant.left[fact.id].gone))))
        for text in meant.unclear:
            self._offer(Offer(text, Thing("statement", text)))
        is_found = bool(self._facts or self._restated) or not self._cut.keys() <= replies
        return "found" if is_found else "several" if meant.unclear else "nothing"

    def _stays(self, fact: Fact) -> bool:
        """Return whether a fact stays with what is left of its sentence: none of the words that go is in the rest."""
        part = self._left.get(fact.id)
        told = f"{fact.subject} {fact.predicate.replace('_', ' ')} {fact.object}"
        return part is not None and part.words_gone.isdisjoint(word_set(told))

    async def _take_told(self, fact: Fact, words: set[str]) -> None:
        """Take the clauses that state a fact which stays, where they tell words of it that go."""
        for message in await self._told.sources(fact):
            stating = [one for one in clauses(message.content) if _states(one, fact)]
            telling = [one for one in stating if not words.isdisjoint(telling_words(one.text))]
            self._take(message, telling, unless=lambda left: words.isdisjoint(telling_words(left)))

    async def look_for(self, thing: Thing, chosen: Outcome = "nothing") -> Outcome:
        """Take what a thing means; return whether it was found. Where a model found it, nothing else is offered."""
        if thing.kind == "everything":
            return "everything"
        if thing.kind == "described":
            await self._take_repeated(thing)
            return chosen
        before, offered = self._size, dict(self._offers)
        await (self._take_last() if thing.kind == "last" else self._take_thing(thing))
        if chosen == "found":
            self._offers = offered
        if self._size > before or chosen == "found":
            return "found"
        return "several" if chosen == "several" or len(self._offers) > len(offered) else "nothing"

    @property
    def _size(self) -> int:
        return len(self._facts) + len(self._restated) + len(self._entities) + sum(map(len, self._cut.values()))

    async def _take_last(self) -> None:
        for message in await self._told.last():
            self._take(message, clauses(message.content))

    async def _take_thing(self, thing: Thing) -> None:
        entities = await self._borne(thing)
        is_one = len(entities) == 1 and _bears_only(entities[0], thing.words)
        if not thing.is_sure or (entities and not is_one and not thing.entity_id):
            self._offer_entities(entities)
            return
        for entity in entities:
            await self._take_entity(entity, is_told=thing.is_told)
        if _HAN.search(thing.words):  # no letter tells a name there: it has to be known
            thing = replace(thing, is_name=False)
        if thing.kind == "statement" or thing.may_state:
            await self._take_claimed(thing.said or thing.words)
        if thing.kind == "statement":
            await self._take_statement(thing.words)
        elif not entities:
            await self._take_related(thing)
            await self._take_named(thing)
        await self._take_facts()
        await self._take_repeated(thing)

    # -- what is meant --------------------------------------------------------------------------------------------

    async def _borne(self, thing: Thing) -> list[Entity]:
        """Return the entities that bear a name; those that one has by a word for it ("my sister") are no names."""
        if thing.kind != "thing" or thing.is_mine or thing.owner:
            return []
        if thing.entity_id:
            return await self._told.entities(ids=[thing.entity_id])
        if thing.label:
            return []
        keys = {lookup_key(thing.words), entity_key(thing.words)}
        found = await self._told.entities(keys=keys)
        mine = {entity.id for entity in self._told.me}
        is_han = bool(_HAN.search(thing.words))
        named = [one for one in found if (one.type in _NAMED if is_han else thing.is_name and one.type != VALUE)]
        return [one for one in named if one.id not in mine]

    def _offer_entities(self, entities: Iterable[Entity]) -> None:
        found = list(entities)
        for one in found:
            names = ", ".join(dict.fromkeys((one.name, *one.aliases)))
            name = (one.description or f"{names} ({one.type})") if len(found) > 1 else names
            self._offer(Offer(name, Thing("thing", one.name, is_name=True, label=name, entity_id=one.id)))

    async def _take_entity(self, entity: Entity, *, is_told: bool = False) -> None:
        """Take all that is known of somebody or something, and the clauses that say a name of it."""
        if self._told.scope.agent_id is None:
            self._entities.add(entity.id)
        self._note(await self._told.facts_around(entity.id))
        for name in (entity.name, *entity.aliases):
            await self._take_sayings(Thing("thing", name, is_name=True, is_told=is_told))

    async def _take_related(self, thing: Thing) -> None:
        """Take the facts of the relation that a thing names: of the user, or of whom the user has."""
        words = thing.words
        if not thing.is_mine:
            return
        if not thing.owner:
            self._note(await self._told.facts_of(self._told.me, predicates_named(words)))
            if predicates := predicates_of_kin(words):
                await self._take_kin(thing, predicates)
            return
        having = await self._having(thing, predicates_of_kin(thing.owner))
        named = [fact for fact in having if entity_key(fact.object) == entity_key(words)]
        if _called().fullmatch(words):
            self._take_one(thing, having)
        elif named:  # "my child Emma"
            self._note(named)
        elif len(whom := {fact.object_id for fact in having}) == 1:
            owners = await self._told.entities(ids=whom)
            self._note(await self._told.facts_of(owners, predicates_named(words)))

    async def _take_kin(self, thing: Thing, predicates: Collection[str]) -> None:
        """Take those whom the user has by a word for them, where that is one."""
        having = await self._having(thing, predicates)
        if self._take_one(thing, having):
            for entity in await self._told.entities(ids={one.object_id for one in having}):
                if entity.type in _LIVING:
                    await self._take_entity(entity)

    async def _having(self, thing: Thing, predicates: Collection[str]) -> list[Fact]:
        """Return the facts by which the user has somebody; of those offered before, the one that was chosen."""
        having = await self._told.facts_of(self._told.me, predicates)
        return [fact for fact in having if thing.entity_id in (None, fact.object_id)]

    def _take_one(self, thing: Thing, having: Sequence[Fact]) -> bool:
        """Take the facts by which the user has somebody, if all are about one; else offer them."""
        if len({fact.object_id for fact in having}) <= 1:
            self._note(having)
            return True
        for fact in having:
            name = f"{thing.owner or thing.words} {fact.object}"
            self._offer(Offer(name, replace(thing, label=name, entity_id=fact.object_id)))
        return False

    async def _take_named(self, thing: Thing) -> None:
        if thing.kind == "thing" and not (thing.is_mine and self._offers):
            await self._take_sayings(thing)

    async def _take_sayings(self, thing: Thing) -> None:
        """Take the clauses and facts that surely name a thing; offer what else they name like it."""
        told: list[Naming] = []
        for words in alike(thing.words):
            told = told or await self._told.naming(replace(thing, words=words))
        if thing.may_state:
            told = [one for one in told if agree(one.clause.text.partition(thing.words)[0], "")]
        sure = [one for one in told if is_meant(thing, one.saying)]
        near = {one.name.casefold(): one.name for one in told if one not in sure and may_be_meant(thing, one)}
        is_open = not (thing.is_mine or thing.is_name or thing.owner or thing.label)
        if is_open and near:  # "the surgery": whose?
            near |= {one.name.casefold(): one.name for one in sure}
            sure = []
        if not sure and len(near) == 1 and not (thing.owner or thing.label):
            sure = [one for one in told if is_nearly(thing, one)]
            near = {} if sure else near
        self._named |= {entity_key(one.name) for one in sure}
        for one in sure:
            if isinstance(one.where, Fact):
                self._note([one.where])
            elif thing.is_told and one.where.role is Role.USER and confides(one.where.content):
                self._take(one.where, [one.clause, *about_it(one.where, telling_words(thing.words))])
            else:
                self._take(one.where, [one.clause])
        for name in near.values() if not (thing.owner or thing.label) else ():
            self._offer(Offer(name, replace(thing, is_name=False, label=name)))
            self._offered[name.casefold()] = [one for one in told if one.name.casefold() == name.casefold()]

    async def _take_claimed(self, statement: str) -> None:
        """Take the facts that say what a statement says, in whatever words: "I moved to York" of "I live in York"."""
        for claim in self._claims(statement):
            told = await self._told.facts_of(self._told.me, claim.predicates)
            said = [one for one in told if entity_key(one.object) == entity_key(claim.object)]
            self._note(said)
            self._claimed |= {one.id for one in said}

    async def _take_statement(self, statement: str) -> None:
        """Take the clauses and facts that say just what a statement says."""
        words = words_of(in_full(statement))
        for message in await self._told.saying(words):
            if message.role is Role.USER and message.speaker is None:
                self._take(message, [one for one in clauses(message.content) if states(one.text, statement, words)])
        if len(words) > 1:
            mine = {one.id for one in self._told.me}
            told = [one for one in await self._told.stating(words) if one.subject_id in mine and not one.source_ids]
            self._note([one for one in told if holds(one.statement, words) and agree(one.statement, statement)])

    async def _part(self) -> None:
        """Part what goes from what was told with it: of "tea and coffee" coffee alone."""
        self._parts.clear()
        self._kept.clear()
        for id_, cut in self._cut.items():
            stated = [
                one for one in await self._told.facts_of_messages([id_]) if one.kind is FactKind.FACT and one.quote
            ]
            for clause in cut:
                if left := self._left.get(key_of((self._messages[id_], clause))):
                    self._parts.setdefault(id_, {})[clause] = _Part(left.gone, left.left)
                    continue
                said = [
                    one for one in stated if is_quoted(one.quote, clause.text) or is_quoted(clause.text, one.quote)
                ]
                self._note(one for one in said if entity_key(one.object) in self._named)
                going = [one for one in said if one.id in self._facts]
                relations = {(one.subject_id, one.predicate) for one in going}
                rest = [one for one in said if one not in going]
                others = [one for one in rest if (one.subject_id, one.predicate) in relations]
                taken = tuple(dict.fromkeys(one.object for one in going))
                items = dict.fromkeys((*taken, *(one.object for one in others)))
                if others and (left := without_items(clause.text, items, taken)):
                    self._parts.setdefault(id_, {})[clause] = _Part(taken, left)
                is_stated = bool(going) and all(one.id in self._claimed for one in going)
                self._kept |= {one.id for one in (rest if is_stated else others)}

    def _going(self, message_id: str) -> list[str]:
        """Return the texts that go of a message: clauses, and of those that are parted the things alone."""
        parts = self._parts.get(message_id, {})
        texts = ([*parts[clause].items] if clause in parts else [clause.text] for clause in self._cut[message_id])
        return [text for found in texts for text in found]

    # -- what repeats it ------------------------------------------------------------------------------------------

    async def _take_facts(self) -> None:
        """Take the clauses that state the facts that go."""
        for fact in self._facts.values():
            for message in await self._told.sources(fact):
                said = clauses(message.content)
                stating = [one for one in said if _states(one, fact)]
                naming = [one for one in said if says_name(one.text, fact.object)]
                self._take(message, stating if fact.quote else naming, unless=partial(_unstates, fact))

    async def _take_repeated(self, thing: Thing) -> None:
        """Take the clauses that say again what goes, where they cannot mean anything else."""
        await self._part()
        for message, said in [(self._messages[id_], cut) for id_, cut in self._cut.items()]:
            if message.role is Role.ASSISTANT and _ASKS.search(said[-1].text):
                await self._take_answer(message)
        own = self._own_clauses()
        objects = [fact.object for fact in self._facts.values()]
        values = [number for text in (*own, *objects) for number in numbers_in(text)]
        told = {number for text in own if _secrets().search(text) for number in numbers_in(text)}
        secret = [number for number in told if len(number) >= _IDENTIFIES]
        names = [fact.object for fact in self._facts.values() if await self._is_only_known_by(fact)]
        for message in await self._told.saying([term for value in (*values, *names) for term in term_set(value)]):
            is_echo = message.role is Role.ASSISTANT
            meant = (*values, *names) if is_echo else secret
            said = [one for one in clauses(message.content) if says_any(one.text, meant)]
            self._take(message, said, unless=lambda left, meant=meant: not says_any(left, meant))
        for message in [self._messages[id_] for id_ in self._cut]:
            if message.role is Role.USER:
                await self._take_reply(message, thing)

    def _own_clauses(self) -> list[str]:
        """Return the clauses that go of what the user said."""
        own = (id_ for id_ in self._cut if self._messages[id_].role is Role.USER)
        return [text for id_ in own for text in self._going(id_)]

    async def _is_only_known_by(self, fact: Fact) -> bool:
        """Return whether a fact that goes is all that tells of its object, which is a name."""
        if fact.kind is not FactKind.FACT or not is_name(fact.object) or len(fact.object) < 2:
            return False
        around = await self._told.facts_around(fact.object_id)
        naming = {
            message.id
            for message in await self._told.saying(terms(fact.object))
            for one in clauses(message.content)
            if message.role is Role.USER
            and one not in self._cut.get(message.id, ())
            and says_name(one.text, fact.object)
        }
        self._naming |= naming
        return not naming and all(other.id in self._facts for other in around)

    async def _take_answer(self, question: Message) -> None:
        """Take what the user answered to a question of the assistant, where it is a value and nothing else."""
        for answer in await self._told.following(question):
            if answer.role is Role.USER and len(answer.content) <= _SHORT and len(answer.content.split()) <= 4:
                said = clauses(answer.content)
                is_value = _DIGITS.search(answer.content) or spot_entities(answer.content, answer.language)
                self._take(answer, said if is_value and not _ASKS.search(answer.content) else [])

    async def _take_reply(self, message: Message, thing: Thing) -> None:
        """Take of the assistant's reply to a message what it repeats of the clauses that go."""
        said = " ".join(self._going(message.id))
        repeats = [spot.name for spot in spot_entities(said, message.language)]
        repeats += [fact.object for fact in self._facts.values() if message.id in fact.source_ids]
        repeats += re.findall(r"\d{3,}", said)
        if thing.kind == "thing" and not thing.owner:
            repeats.append(thing.words)
        for reply in await self._told.following(message):
            if reply.role is Role.ASSISTANT:
                self._take(reply, [one for one in clauses(reply.content) if says_any(one.text, repeats)])

    # -- reading and noting ---------------------------------------------------------------------------------------

    def _offer(self, offer: Offer) -> None:
        self._offers.setdefault(offer.name.casefold(), offer)

    def _note(self, facts: Iterable[Fact]) -> None:
        self._facts |= {fact.id: fact for fact in facts}

    def _take(
        self, message: Message, taken: Iterable[Clause], *, unless: Callable[[str], bool] | None = None
    ) -> None:
        """Take clauses; of those of which a model leaves some words these go, too, unless they tell nothing of it."""
        taken = [*taken]
        for key in (key_of((message, clause)) for clause in taken):
            if key in self._left and not (unless and unless(self._left[key].left)):
                del self._left[key]
        known = self._cut.setdefault(message.id, [])
        known += [clause for clause in taken if clause not in known]
        if known:
            self._messages[message.id] = message
        else:
            del self._cut[message.id]

    async def target(self, outcomes: Sequence[Outcome]) -> ForgetTarget:
        """Return all that was taken; of facts that others state too, or that were told again later, that source."""
        await self._part()
        gone: set[str] = set()
        unsaid: set[tuple[str, str]] = set()
        for fact in self._facts.values():
            lost = {message.id for message in await self._told.sources(fact)}
            is_told = self._told.scope.agent_id is None and fact.created_at <= self._told.asked.until
            if lost == set(fact.source_ids) and (lost or is_told):
                gone.add(fact.id)
            unsaid |= {(fact.id, id_) for id_ in lost}
        return ForgetTarget(
            facts=frozenset(gone),
            unsaid=frozenset(pair for pair in unsaid if pair[0] not in gone),
            entities=frozenset(self._entities),
            messages=self._messages,
            rests={id_: self._rest(id_) for id_ in self._cut},
            offers=tuple(offer for key, offer in self._offers.items() if not self._is_gone(key)),
            naming=len(self._naming - self._cut.keys()),
            reworded={
                id_: {clause.text: part.left for clause, part in parts.items()} for id_, parts in self._parts.items()
            },
            restated={id_: left for id_, left in self._restated.items() if id_ not in gone},
            kept=frozenset(self._kept | self._restated.keys()),
            outcomes=tuple(outcomes),
        )

    def _rest(self, message_id: str) -> str:
        """Return what is left of a message."""
        left = {clause: part.left for clause, part in self._parts.get(message_id, {}).items()}
        return without(self._messages[message_id].content, self._cut[message_id], left)

    def _is_gone(self, offered: str) -> bool:
        """Return whether all that names what was offered goes."""
        naming = self._offered.get(offered, [])
        return bool(naming) and all(
            one.where.id in self._facts
            if isinstance(one.where, Fact)
            else one.clause in self._cut.get(one.where.id, ())
            for one in naming
        )


def _states(clause: Clause, fact: Fact) -> bool:
    """Return whether a clause has the words that support a fact, or a part of them."""
    return is_quoted(clause.text, fact.quote) or is_quoted(fact.quote, clause.text)


def _unstates(fact: Fact, left: str) -> bool:
    """Return whether what is left of a clause does not state a fact."""
    return not (says_name(left, fact.object) or is_quoted(fact.quote, left))


def _bears_only(entity: Entity, name: str) -> bool:
    """Return whether a name is all that somebody is called: who has others may be two, taken for one."""
    return all(entity_key(one) == entity_key(name) for one in (entity.name, *entity.aliases))
