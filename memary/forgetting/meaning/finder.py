"""Find what a request to forget means: which clauses of messages, and which facts.

Only what is surely meant is taken: a name as it is borne, a thing of the user's that a clause names as theirs, the
facts of a relation that is asked for as a whole ("my address"), a statement in its own words. What names a thing like
it ("my bank PIN" beside "my PIN") stays, and is offered: the user can name it. The other way round all that repeats
what goes is taken along where it cannot mean anything else: the assistant's words for it, and numbers that identify.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from memary.facts.identity import lookup_key
from memary.facts.predicates import names_nothing, predicates_named, predicates_of_kin
from memary.forgetting.meaning.choice import Meant
from memary.forgetting.meaning.prior_records import PriorRecords
from memary.forgetting.meaning.repetition import Repetition
from memary.forgetting.meaning.selection import Taken, supports
from memary.forgetting.meaning.target import ForgetTarget, Offer, Outcome
from memary.forgetting.meaning.thing_match import (
    ClaimReader,
    Naming,
    about_it,
    agree,
    alike,
    confides,
    holds,
    in_full,
    is_meant,
    is_nearly,
    may_be_meant,
    says_any,
    states,
    words_of,
)
from memary.languages import any_of
from memary.languages.scripts import HAN
from memary.languages.terms import telling_words, term_set
from memary.text import entity_key
from memary.text.parts.clauses import clauses
from memary.text.parts.partition import word_set
from memary.text.speech_acts.forget_request import Thing, forget_request
from memary.text.speech_acts.questions import is_question
from memary.types import VALUE, Entity, Fact, FactKind, Role

_HAN = re.compile(f"[{HAN}]")
_NAMED = frozenset(("person", "place", "organization", "animal"))
"""Types of what bears a name of its own, in whatever script."""

_LIVING = frozenset(("person", "animal"))
"""Types of those of whom all is meant where they are asked for by what they are to the user."""

_secrets = any_of(lambda language: language.requests.secrets)
_called = any_of(lambda language: language.requests.called)


async def find_forget_target(
    prior: PriorRecords, things: Sequence[Thing], meant: Meant, *, claims: ClaimReader
) -> ForgetTarget:
    """Find what a user's request to forget means.

    Args:
        prior: what it can mean.
        things: what is to be forgotten.
        meant: what a model took it to mean; nothing, where none was asked.
        claims: reads what a statement says that is to be forgotten.
    """
    finder = _TargetFinder(prior, claims)
    chosen = await finder.take_meant(meant)
    found: list[Outcome] = [await finder.look_for(thing, chosen) for thing in things]
    return await finder.target(found)


async def find_known_target(
    prior: PriorRecords, entity_ids: Collection[str], fact_ids: Collection[str]
) -> ForgetTarget:
    """Find what tells of entities and facts that are named by their ids."""
    finder = _TargetFinder(prior, lambda _: ())
    await finder.take_known(entity_ids, fact_ids)
    return await finder.target(())


class _TargetFinder:
    def __init__(self, prior: PriorRecords, claims: ClaimReader) -> None:
        self._prior = prior
        self._claims = claims
        self._taken = Taken(prior)
        self._repetition = Repetition(prior, self._taken)
        self._about: list[Entity] = []
        self._offers: dict[str, Offer] = {}
        self._offered: dict[str, list[Naming]] = {}
        self._restated: dict[str, str] = {}

    async def take_known(self, entity_ids: Collection[str], fact_ids: Collection[str]) -> None:
        """Take entities and facts with what tells of them.

        A message that does in no clause of its own as a whole.
        """
        for entity in await self._prior.entities(ids=entity_ids):
            await self._take_entity(entity)
        self._offers.clear()
        facts = [fact for fact in await self._prior.facts(fact_ids) if fact.kind is not FactKind.INSIGHT]
        self._taken.note(facts)
        self._taken.claimed |= {fact.id for fact in facts}
        await self._repetition.take_stated()
        await self._take_mentioning()
        for message in [message for fact in facts for message in await self._prior.sources(fact)]:
            if message.id not in self._taken.cut:
                self._taken.take(message, clauses(message.content))
        await self._repetition.take_repeated(Thing("described", ""))

    async def take_meant(self, meant: Meant) -> Outcome:
        """Take what a model took a request to mean, and return whether that is more than what answers it."""
        replies = {reply.id for reply in await self._prior.replies()} if meant.clauses else set[str]()
        self._taken.left |= meant.left
        staying = [fact for fact in meant.facts if self._stays(fact)]
        self._restated = {fact.id: meant.left[fact.id].left for fact in staying}
        self._taken.note(fact for fact in meant.facts if fact.id not in self._restated)
        for message, clause in meant.clauses:
            if message.id != self._prior.asked.message_id:
                self._taken.take(message, [clause], unless=lambda _: True)
        await self._repetition.take_stated()
        for fact in staying:
            await self._take_told(fact, set(telling_words(" ".join(meant.left[fact.id].gone))))
        for text in meant.unclear:
            self._offer(Offer(text, Thing("statement", text)))
        is_found = bool(self._taken.facts or self._restated) or not self._taken.cut.keys() <= replies
        return "found" if is_found else "several" if meant.unclear else "nothing"

    def _stays(self, fact: Fact) -> bool:
        """Return whether a fact stays with what is left of its sentence.

        It does if the rest has none of the words that go.
        """
        part = self._taken.left.get(fact.id)
        wording = f"{fact.subject} {fact.predicate.replace('_', ' ')} {fact.object}"
        return part is not None and part.words_gone.isdisjoint(word_set(wording))

    async def _take_told(self, fact: Fact, words: set[str]) -> None:
        """Take the clauses that state a fact which stays, where they tell words of it that go."""
        for message in await self._prior.sources(fact):
            stating = [one for one in clauses(message.content) if supports(one, fact)]
            telling = [one for one in stating if not words.isdisjoint(telling_words(one.text))]
            self._taken.take(message, telling, unless=lambda left: words.isdisjoint(telling_words(left)))

    async def look_for(self, thing: Thing, chosen: Outcome = "nothing") -> Outcome:
        """Take what a thing means; return whether it was found.

        Where a model found it, nothing else is offered.
        """
        if thing.kind in ("everything", "speaker"):
            return thing.kind
        if thing.kind == "described":
            await self._repetition.take_repeated(thing)
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
        return (
            len(self._taken.facts)
            + len(self._restated)
            + len(self._taken.entities)
            + sum(map(len, self._taken.cut.values()))
        )

    async def _take_last(self) -> None:
        for message in await self._prior.last():
            self._taken.take(message, clauses(message.content))

    async def _take_thing(self, thing: Thing) -> None:
        entities = await self._borne(thing)
        is_one = len(entities) == 1 and _bears_only(entities[0], thing.words)
        if not thing.is_sure or (entities and not is_one and not thing.entity_id):
            self._offer_entities(entities)
            if not entities:
                await self._offer_found(thing)
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
        await self._repetition.take_stated()
        await self._repetition.take_repeated(thing)

    # -- what is meant --------------------------------------------------------------------------------------------

    async def _borne(self, thing: Thing) -> list[Entity]:
        """Return the entities that bear a name.

        Those that one has by a word for it ("my sister") are no names.
        """
        if thing.kind != "thing" or thing.is_mine or thing.owner:
            return []
        if thing.entity_id:
            return await self._prior.entities(ids=[thing.entity_id])
        if thing.label:
            return []
        keys = {lookup_key(thing.words), entity_key(thing.words)}
        found = await self._prior.entities(keys=keys)
        mine = {entity.id for entity in self._prior.me}
        is_han = bool(_HAN.search(thing.words))
        named = [one for one in found if (one.type in _NAMED if is_han else thing.is_name and one.type != VALUE)]
        return [one for one in named if one.id not in mine]

    async def _offer_found(self, thing: Thing) -> None:
        """Offer what only may be meant, where something would go; of Chinese names those that are known."""
        if thing.is_name and _HAN.search(thing.words) and not _secrets().search(thing.words):
            return
        surely = replace(thing, is_sure=True)
        finder = _TargetFinder(self._prior, self._claims)
        if await finder.look_for(surely) == "found":
            self._offer(Offer(thing.said or thing.words, surely))
        for offer in finder._offers.values():
            self._offer(offer)

    def _offer_entities(self, entities: Iterable[Entity]) -> None:
        found = list(entities)
        for one in found:
            names = ", ".join(dict.fromkeys((one.name, *one.aliases)))
            name = (one.description or f"{names} ({one.type})") if len(found) > 1 else names
            self._offer(Offer(name, Thing("thing", one.name, is_name=True, label=name, entity_id=one.id)))

    async def _take_entity(self, entity: Entity, *, is_told: bool = False) -> None:
        """Take all that is known of somebody or something, and the clauses that say a name of it."""
        if self._prior.scope.agent_id is None:
            self._taken.entities.add(entity.id)
        self._about.append(entity)
        self._taken.note(await self._prior.facts_around(entity.id))
        for name in (entity.name, *entity.aliases):
            bearing = await self._prior.entities(keys={lookup_key(name), entity_key(name)})
            if {one.id for one in bearing} <= self._taken.entities | {entity.id}:  # else it may mean the other
                await self._take_sayings(Thing("thing", name, is_name=True, is_told=is_told))
                self._take_going_on(name)

    async def _take_mentioning(self) -> None:
        """Take the clauses that name whom all goes of, where they are mentioned.

        A message without one as a whole.
        """
        for entity in self._about:
            names = (entity.name, *entity.aliases)
            for message in await self._prior.mentioning([entity.id]):
                if message.id not in self._taken.cut:
                    said = clauses(message.content)
                    naming = [one for one in said if says_any(one.text, names)]
                    self._taken.take(message, naming or said)

    def _take_going_on(self, name: str) -> None:
        """Take of the user's messages that say a name what goes on about whom it names: "She is a nurse."."""
        for message in [self._taken.messages[id_] for id_ in self._taken.cut]:
            if message.role is Role.USER:
                self._taken.take(message, about_it(message, telling_words(name)))

    async def _take_related(self, thing: Thing) -> None:
        """Take the facts of the relation that a thing names: of the user, or of whom the user has."""
        words = thing.words
        if not thing.is_mine:
            return
        if not thing.owner:
            self._taken.note(await self._prior.facts_of(self._prior.me, predicates_named(words)))
            self._taken.note(await self._one_of(words))
            if predicates := predicates_of_kin(words):
                await self._take_kin(thing, predicates)
            return
        having = await self._having(thing, predicates_of_kin(thing.owner))
        named = [fact for fact in having if entity_key(fact.object) == entity_key(words)]
        if _called().fullmatch(words):
            self._take_one(thing, having)
        elif named:  # "my child Emma"
            self._taken.note(named)
        elif len(whom := {fact.object_id for fact in having}) == 1:
            owners = await self._prior.entities(ids=whom)
            self._taken.note(await self._prior.facts_of(owners, predicates_named(words)))

    async def _one_of(self, words: str) -> list[Fact]:
        """Return the facts of a relation that words name with what it is to: "peanut allergy", 花生过敏."""
        found: list[Fact] = []
        for at in range(1, len(words)):
            of, matter = words[:at].strip(), words[at:].strip()
            if (predicates := predicates_named(matter)) and (words[at - 1].isspace() or _HAN.match(matter)):
                known = await self._prior.facts_of(self._prior.me, predicates)
                found += [one for one in known if term_set(of) and term_set(of) <= term_set(one.object)]
        return found

    async def _take_kin(self, thing: Thing, predicates: Collection[str]) -> None:
        """Take those whom the user has by a word for them, where that is one."""
        having = await self._having(thing, predicates)
        if self._take_one(thing, having):
            for entity in await self._prior.entities(ids={one.object_id for one in having}):
                if entity.type in _LIVING:
                    await self._take_entity(entity)

    async def _having(self, thing: Thing, predicates: Collection[str]) -> list[Fact]:
        """Return the facts by which the user has somebody; of those offered before, the one that was chosen.

        A fact that there is none tells of nobody, and is left out.
        """
        having = [
            one for one in await self._prior.facts_of(self._prior.me, predicates) if not names_nothing(one.object)
        ]
        return [fact for fact in having if thing.entity_id in (None, fact.object_id)]

    def _take_one(self, thing: Thing, having: Sequence[Fact]) -> bool:
        """Take the facts by which the user has somebody, if all are about one; else offer them."""
        if len({fact.object_id for fact in having}) <= 1:
            self._taken.note(having)
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
        namings: list[Naming] = []
        for words in alike(thing.words):
            namings = namings or await self._prior.naming(replace(thing, words=words))
        if thing.may_state:
            namings = [one for one in namings if agree(one.clause.text.partition(thing.words)[0], "")]
        sure = [one for one in namings if is_meant(thing, one.saying)]
        stated = _stated(namings)
        near = {one.name.casefold(): one.name for one in stated if one not in sure and may_be_meant(thing, one)}
        if near and not any(one in stated for one in sure):  # "What is my PIN?" told none
            sure = []
        if thing.label and not sure:  # the user chose what may be another's: "our landlady says the rent goes up"
            sure = [one for one in stated if one.name.casefold() == thing.label.casefold()]
        is_open = not (thing.is_mine or thing.is_name or thing.owner or thing.label)
        if is_open and near:  # "the surgery": whose?
            near |= {one.name.casefold(): one.name for one in sure}
            sure = []
        if not sure and len(near) == 1 and not (thing.owner or thing.label):
            sure = [one for one in stated if is_nearly(thing, one)]
            near = {} if sure else near
        self._taken.named |= {entity_key(one.name) for one in sure}
        for one in sure:
            if isinstance(one.where, Fact):
                self._taken.note([one.where])
            elif thing.is_told and one.where.role is Role.USER and confides(one.where.content):
                self._taken.take(one.where, [one.clause, *about_it(one.where, telling_words(thing.words))])
            else:
                self._taken.take(one.where, [one.clause])
        for name in near.values() if not (thing.owner or thing.label) else ():
            self._offered[name.casefold()] = [one for one in namings if one.name.casefold() == name.casefold()]
            told = [one.clause.text for one in stated if one.name.casefold() == name.casefold() and one not in sure]
            self._offer(Offer(name, replace(thing, is_name=False, label=name), next(iter(told), "")))

    async def _take_claimed(self, statement: str) -> None:
        """Take the facts that say what a statement says, in whatever words.

        So "I moved to York" goes with "I live in York".
        """
        for claim in self._claims(statement):
            known = await self._prior.facts_of(self._prior.me, claim.predicates)
            said = [one for one in known if entity_key(one.object) == entity_key(claim.object)]
            self._taken.note(said)
            self._taken.claimed |= {one.id for one in said}

    async def _take_statement(self, statement: str) -> None:
        """Take the clauses and facts that say just what a statement says."""
        words = words_of(in_full(statement))
        for message in await self._prior.saying(words):
            if message.role is Role.USER and message.speaker is None:
                self._taken.take(
                    message, [one for one in clauses(message.content) if states(one.text, statement, words)]
                )
        if len(words) > 1:
            stating = await self._prior.stating(words)
            stating = [one for one in stating if self._prior.is_mine(one) and not one.source_ids]
            self._taken.note(
                [one for one in stating if holds(one.statement, words) and agree(one.statement, statement)]
            )

    # -- reading and noting ---------------------------------------------------------------------------------------

    def _offer(self, offer: Offer) -> None:
        self._offers.setdefault(offer.name.casefold(), offer)

    async def target(self, outcomes: Sequence[Outcome]) -> ForgetTarget:
        """Return all that was taken.

        Of a fact that others state too, or that was told again later, only that source is taken.
        """
        await self._taken.part()
        gone: set[str] = set()
        unsaid: set[tuple[str, str]] = set()
        for fact in self._taken.facts.values():
            lost = {message.id for message in await self._prior.sources(fact)}
            is_told = self._prior.scope.agent_id is None and fact.created_at <= self._prior.asked.until
            if lost == set(fact.source_ids) and (lost or is_told):
                gone.add(fact.id)
            unsaid |= {(fact.id, id_) for id_ in lost}
        return ForgetTarget(
            facts=frozenset(gone),
            unsaid=frozenset(pair for pair in unsaid if pair[0] not in gone),
            entities=frozenset(self._taken.entities),
            messages=self._taken.messages,
            rests={id_: self._taken.rest(id_) for id_ in self._taken.cut},
            offers=tuple(offer for key, offer in self._offers.items() if not self._is_gone(key)),
            naming=len(self._repetition.naming - self._taken.cut.keys()),
            reworded={
                id_: {clause.text: part.left for clause, part in parts.items()}
                for id_, parts in self._taken.parts.items()
            },
            restated={id_: left for id_, left in self._restated.items() if id_ not in gone},
            kept=frozenset(self._taken.kept | self._restated.keys()),
            outcomes=tuple(outcomes),
        )

    def _is_gone(self, offered: str) -> bool:
        """Return whether all that names what was offered goes."""
        naming = self._offered.get(offered, [])
        return bool(naming) and all(
            one.where.id in self._taken.facts
            if isinstance(one.where, Fact)
            else one.clause in self._taken.cut.get(one.where.id, ())
            for one in naming
        )


def _stated(namings: Sequence[Naming]) -> list[Naming]:
    """Return what names a thing without the user's requests, and without questions where something else names it.

    Who asked what their PIN was, or to forget it, has not told it there.
    """
    left = [one for one in namings if not forget_request(one.clause.text)]
    stated = [one for one in left if isinstance(one.where, Fact) or not is_question(one.clause.text)]
    return stated or left


def _bears_only(entity: Entity, name: str) -> bool:
    """Return whether a name is all that somebody is called: who has others may be two, taken for one."""
    return all(entity_key(one) == entity_key(name) for one in (entity.name, *entity.aliases))
