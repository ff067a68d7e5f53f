"""Carry out what a user asks to forget in talk: at once by an agent, else when the worker reads it.

What is meant goes in one transaction, as `Memary.forget` takes it; of messages that say other things too only the
clauses go, or some words of theirs, and what else was read of them stays as it was. The request keeps no word of what
it names. Where it is not clear what is meant nothing goes, and the caller can ask.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import tzinfo

from memary.errors import ModelError, NotFoundError
from memary.facts.predicates import BUILT_IN, Predicates
from memary.forgetting.forget import ForgetPart, forget_part
from memary.forgetting.held_records import Retention
from memary.forgetting.meaning.choice import ForgetChoice, Hint, Meant
from memary.forgetting.meaning.description import Description
from memary.forgetting.meaning.finder import find_forget_target, find_known_target
from memary.forgetting.meaning.prior_records import Asked, PriorRecords
from memary.forgetting.meaning.target import ForgetTarget, Offer, Outcome
from memary.forgetting.meaning.thing_match import ClaimReader
from memary.forgetting.plan import Manifest
from memary.forgetting.removal import Cut
from memary.forgetting.scrub import Scrub
from memary.models.base import ChatModel, Embedder
from memary.stores.store import Store
from memary.text.speech_acts.empty_talk import says_something
from memary.text.speech_acts.forget_request import ForgetRequest, Thing
from memary.types import FOREVER, Embedding, FactKind, Message, MessageState, Scope

_SEVERAL = 2
"""How many things that are named together and not known describe one that is."""

_ATTEMPTS = 5
"""How often what is meant is looked for, where others write at the same time."""


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What a request in talk came to.

    Attributes:
        outcomes: what was asked, and what became of each.
        manifest: how much went; None where nothing did.
        offers: what may be meant as well, and stays.
        along: sentences of facts that went, too, since the same words told them: the others of a list.
        called: names of those of whom all went, where the request had another word for them ("my mother").
        naming: how many messages stay that name what a fact that went is about.
        is_request: whether it was one at all; a model may find that it is not.
        is_unclear: whether a model found several things that may be meant.
        request: what stays of the request, where something went or was asked for that is nowhere.
        part: what would go, where it was only looked for; the manifest then counts that.
    """

    outcomes: tuple[tuple[Thing, Outcome], ...]
    manifest: Manifest | None = None
    offers: tuple[Offer, ...] = ()
    along: tuple[str, ...] = ()
    called: tuple[str, ...] = ()
    naming: int = 0
    is_request: bool = True
    is_unclear: bool = False
    request: ForgetRequest | None = None
    part: ForgetPart | None = None

    @property
    def is_answered(self) -> bool:
        """Whether something went, or all of it is nowhere: else it has to be asked or said what is meant."""
        return self.is_request and (not self.offers or any(outcome == "found" for _, outcome in self.outcomes))


@dataclass(frozen=True, slots=True)
class MeantReaders:
    """What finds out what a request means.

    Attributes:
        embedder: embeds what is left of messages.
        claims: reads what a statement says that is to be forgotten.
        model: finds what is meant, beside the rules; None: they alone do.
        zone: of messages that do not tell their own.
    """

    embedder: Embedder
    claims: ClaimReader
    model: ChatModel | None = None
    zone: tzinfo | None = None


@dataclass(frozen=True, slots=True)
class SaidRequest:
    """A message, and what it asks to forget.

    Attributes:
        message: the request itself.
        asks: what is asked.
        fact_ids: the facts that whoever read the request takes it to mean.
        is_stored: whether the message is in memory: then it keeps no word of what it names, unless several things may
            be meant. What else it says is read, if it waits to be.
    """

    message: Message
    asks: ForgetRequest
    fact_ids: frozenset[str] = frozenset()
    is_stored: bool = True


class ForgetOnRequest:
    """Forgets what users ask for.

    Args:
        store: where their memory is.
        readers: find out what is meant.
        predicates: which relations hold one value at a time.
        scrub: writes over what was forgotten.
        retention: says until when what is forgotten in a scope is held aside, with what was asked for.
    """

    def __init__(
        self,
        store: Store,
        readers: MeantReaders,
        predicates: Predicates = BUILT_IN,
        *,
        scrub: Scrub,
        retention: Callable[[Scope, str], Retention | None],
    ) -> None:
        self._store, self._readers, self._predicates = store, readers, predicates
        self._scrub, self._retention = scrub, retention

    async def carry_out(
        self,
        asked: Asked,
        said: SaidRequest,
        *,
        by_rules: bool = False,
        is_read_on: bool = False,
        dry_run: bool = False,
    ) -> Forgotten:
        """Forget what a request means.

        Args:
            asked: where and when it was asked.
            said: the request.
            by_rules: whether rules alone find what is meant, also where there is a model: as what was offered before.
            is_read_on: whether a model reads the request once more if nothing is found: then it stays as it is.
            dry_run: change nothing, and return the part that would go, for `forget`.

        Raises:
            ModelError: the model could not be asked what is meant, or did not answer in a usable way.
        """
        request = said.asks
        prior = PriorRecords(self._store, asked)
        await prior.begin()
        meant = await self._meant(prior, said, by_rules=by_rules)
        is_unclear = bool(meant.unclear) and not said.is_stored
        if is_unclear:  # rules name what the user can choose from
            meant = await self._meant(prior, said, by_rules=True)
        if not meant.asks and all(thing.kind == "described" for thing in request.things):
            return Forgotten((), is_request=False)
        for attempt in range(_ATTEMPTS):
            try:
                done = await self._attempt(prior, said, meant, is_read_on=is_read_on, dry_run=dry_run)
                return replace(done, is_unclear=is_unclear)
            except NotFoundError:  # somebody else changed it meanwhile
                if attempt == _ATTEMPTS - 1:
                    raise
        raise AssertionError("unreachable: the last attempt returns or raises")

    async def forget(
        self, scope: Scope, part: ForgetPart, *, retention: Retention | None = None, dry_run: bool = False
    ) -> Manifest:
        """Forget a part of a user's memory: of entities and facts what a request in talk for them would take.

        Args:
            scope: whose it is.
            part: what is forgotten.
            retention: until when it is held aside; None: it is gone at once.
            dry_run: change nothing, and tell what would go.

        Raises:
            NotFoundError: there is no such thing.
        """
        for _ in range(_ATTEMPTS - 1):
            found = await self._with_sources(scope, part)
            try:
                return await forget_part(
                    self._store, scope, self._predicates, found, retention=retention, dry_run=dry_run
                )
            except NotFoundError:
                if not found.cuts:
                    raise  # else somebody changed a message meanwhile
        found = await self._with_sources(scope, part)
        return await forget_part(self._store, scope, self._predicates, found, retention=retention, dry_run=dry_run)

    async def _with_sources(self, scope: Scope, part: ForgetPart) -> ForgetPart:
        """Return a part with what tells of its entities and facts.

        Clauses of messages, or messages as a whole.
        """
        if not (part.with_sources and (part.entity_ids or part.fact_ids)):
            return part
        prior = PriorRecords(self._store, Asked(Scope(user_id=scope.user_id), FOREVER))
        await prior.begin()
        target = await find_known_target(prior, part.entity_ids, part.fact_ids)
        found = await self._part(target, {}, with_vectors=False)
        return replace(
            found, fact_ids=found.fact_ids | part.fact_ids, entity_ids=part.entity_ids, keep_out=part.keep_out
        )

    async def _meant(self, prior: PriorRecords, said: SaidRequest, *, by_rules: bool) -> Meant:
        """Return what a model takes a request to mean, or by rules the message that it describes."""
        request, model = said.asks, self._readers.model
        if all(thing.kind in ("last", "everything", "speaker") for thing in request.things):
            return Meant()
        about = " ".join(dict.fromkeys(thing.said or thing.words for thing in request.things))
        if model is None or by_rules:
            return await self._described(prior, request, about)
        hint = Hint(about, said.fact_ids)
        return await ForgetChoice(model, self._readers.embedder, prior).choose(said.message, hint)

    async def _described(self, prior: PriorRecords, request: ForgetRequest, about: str) -> Meant:
        """Return what a request describes; nothing, where it names what it means and that is known."""
        if any(thing.kind == "described" for thing in request.things):
            meant = await Description(prior, self._readers.zone).meant(about)
            return replace(meant, asks=bool(meant.clauses or meant.unclear))
        if any(thing.may_state or thing.kind != "thing" or not thing.is_sure for thing in request.things):
            return Meant()
        target = await find_forget_target(prior, request.things, Meant(), claims=self._readers.claims)
        if "found" in target.outcomes:
            return Meant()
        meant = await Description(prior, self._readers.zone).meant(about, is_named=len(request.things) < _SEVERAL)
        return meant if meant.clauses or len(request.things) >= _SEVERAL else Meant()

    async def _attempt(
        self, prior: PriorRecords, said: SaidRequest, meant: Meant, *, is_read_on: bool, dry_run: bool
    ) -> Forgotten:
        request, message = said.asks, said.message if said.is_stored else None
        target = await find_forget_target(prior, request.things, meant, claims=self._readers.claims)
        outcomes = tuple(zip(request.things, target.outcomes, strict=True))
        done = Forgotten(outcomes, offers=target.offers, naming=target.naming)
        if (
            is_read_on
            and self._readers.model is not None
            and all(outcome == "nothing" for outcome in target.outcomes)
        ):
            return replace(done, is_request=False)
        cuts: dict[str, Cut] = {}
        if done.is_answered:
            left = _left(request, meant, prior.asked.message_id)
            done = replace(done, request=left)
            if message is not None:
                state = MessageState.PENDING if says_something(left.rest) else MessageState.STORED
                cuts[message.id] = Cut(message.content, left.text, state)
        if target.is_empty and not cuts:
            return done
        part = await self._part(target, cuts)
        going = await forget_part(self._store, _whole(prior), self._predicates, part, dry_run=True)
        along = await self._going_along(prior, request, target, going)
        called = await self._called(prior, request, target)
        if dry_run:
            return replace(done, manifest=going, along=along, called=called, part=part)
        topics = ", ".join(thing.topic for thing, outcome in outcomes if outcome == "found" and thing.topic)
        retention = None if target.is_empty else self._retention(_whole(prior), topics)
        manifest = await forget_part(self._store, _whole(prior), self._predicates, part, retention=retention)
        manifest = manifest.model_copy(update={"is_scrubbed": await self._scrub.after_forgetting()})
        return done if target.is_empty else replace(done, manifest=manifest, along=along, called=called)

    async def _going_along(
        self, prior: PriorRecords, request: ForgetRequest, target: ForgetTarget, going: Manifest
    ) -> tuple[str, ...]:
        """Return the sentences of the facts that go only because the same words told them."""
        facts = [fact for fact in await prior.facts(going.fact_ids) if fact.kind is FactKind.FACT]
        words = " ".join(f"{thing.words} {thing.said}" for thing in request.things).casefold()
        others = [fact for fact in facts if fact.id not in target.facts and fact.object.casefold() not in words]
        return tuple(fact.statement for fact in others) if len(others) < len(facts) else ()

    async def _called(self, prior: PriorRecords, request: ForgetRequest, target: ForgetTarget) -> tuple[str, ...]:
        """Return the names of those of whom all goes, where the request had other words for them."""
        words = [thing.words.casefold() for thing in request.things]
        gone = await prior.entities(ids=target.entities)
        others = [one for one in gone if not any(name.casefold() in words for name in (one.name, *one.aliases))]
        return tuple(sorted(one.name for one in others))

    async def _part(self, target: ForgetTarget, cuts: Mapping[str, Cut], *, with_vectors: bool = True) -> ForgetPart:
        """Return what is forgotten in one transaction."""
        left = {id_: text for id_, text in target.rests.items() if text and id_ not in cuts}
        vectors: Mapping[str, Embedding] = await self._vectors(left) if with_vectors else {}
        cut = {
            id_: Cut(
                target.messages[id_].content,
                text,
                embedding=vectors.get(id_),
                reworded=target.reworded.get(id_, {}),
            )
            for id_, text in left.items()
        }
        return ForgetPart(
            message_ids=frozenset(id_ for id_, text in target.rests.items() if not text),
            fact_ids=target.facts,
            entity_ids=target.entities,
            with_sources=False,
            keep_out=True,
            cuts={**cut, **cuts},
            unsaid=target.unsaid,
            restated=target.restated,
            kept=target.kept,
        )

    async def _vectors(self, texts: Mapping[str, str]) -> Mapping[str, Embedding]:
        try:
            vectors = await self._readers.embedder.embed(list(texts.values())) if texts else []
        except ModelError:  # the worker fills them in
            return {}
        return dict(zip(texts, vectors, strict=True))


def _whole(prior: PriorRecords) -> Scope:
    """Return the scope of all that is the user's."""
    return Scope(user_id=prior.asked.scope.user_id)


def _left(request: ForgetRequest, meant: Meant, message_id: str | None) -> ForgetRequest:
    """Return what stays of a request: not what it asks, nor what else of it tells what goes."""
    text, rest = request.text, request.rest
    for clause in meant.of(message_id) if message_id else ():
        if clause.text in rest:
            rest = rest.replace(clause.text, "").strip()
            text = text.replace(clause.text, "").strip()
    return replace(request, text=text, rest=rest)
