"""Handle a turn in which the user asks to forget something: what is meant goes at once.

Where rules see the request no model is asked to answer. Where they do not, the model that answers may call the tool
`forget` with the words that ask; then the same is done.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any

from pydantic import TypeAdapter, ValidationError

from memary.client import Memary
from memary.errors import ModelError
from memary.facts.identity import lookup_key
from memary.forgetting.meaning.prior_records import Asked
from memary.forgetting.meaning.target import Offer
from memary.forgetting.meaning.thing_match import words_of
from memary.forgetting.request import Forgotten, SaidRequest
from memary.languages import texts
from memary.languages.pack.texts import Texts
from memary.languages.scripts import EDGES
from memary.languages.terms import telling_words, terms
from memary.queries import EntityQuery, FactQuery, MessageQuery, SearchQuery, SpeakerQuery
from memary.text import detect_language, entity_key
from memary.text.names.spotted_names import spot_entities
from memary.text.proper_form import proper_form
from memary.text.speech_acts.forget_request import (
    ForgetRequest,
    Thing,
    agrees,
    described_request,
    forget_request,
    gives_up,
    named_request,
)
from memary.text.speech_acts.questions import is_question
from memary.types import FORGET_KEY, Message, MessageState, Role, Scope

_ANSWER_CHARS = 120
"""Characters up to which words may be the answer to the question what is to be forgotten."""

_NAME_WORDS = 4
"""Words of the longest name that is looked for in lower case."""

_TOLD = 100
"""How many messages with words of a request are looked at for names."""

_WAIT = 20.0
"""Seconds that what was said before may take to be read."""

_OMITTED = "…"
_OFFERS: TypeAdapter[list[Offer]] = TypeAdapter(list[Offer])


@dataclass(frozen=True, slots=True)
class ForgetTurn:
    """A request that was carried out, and what is said about it.

    Attributes:
        request: what was asked, as far as it stays.
        done: what it came to.
        is_read: whether all that was said before had been read.
        reopened: the sentences of the facts that are true again without what went.
        is_refused: whether nothing was done, since nothing is forgotten in talk.
    """

    request: ForgetRequest
    done: Forgotten
    is_read: bool = True
    reopened: tuple[str, ...] = ()
    is_refused: bool = False

    @property
    def refused(self) -> str | None:
        """What was meant, in the words of the request, if it was refused."""
        thing = self.request.things[0]
        return (thing.said or thing.words) if self.is_refused else None

    @property
    def marks(self) -> dict[str, Any]:
        """What is kept with the answer, so that the next words can name one of what was offered; no words of it."""
        offers = [asdict(replace(offer, told="")) for offer in self.done.offers]
        return {FORGET_KEY: offers} if offers else {}


async def forget_turn(
    memory: Memary,
    scope: Scope,
    text: str,
    *,
    message: Message | None,
    may_change: bool = True,
    is_offline: bool = False,
) -> ForgetTurn | None:
    """Forget what a user's message asks for, or refuse it; None where it asks for nothing of the kind.

    Args:
        memory: an open memory.
        scope: whose, and in which session it was asked.
        text: the message.
        message: the same, if it is in memory already.
        may_change: whether memory may change in this talk.
        is_offline: whether no model answers what is none: then it is said that nothing is known of what is named.
    """
    asks = forget_request(text) or await _of_known(memory, scope, text)
    if not (may_change and memory.settings.forget_on_request):
        is_meant = asks is not None and await _is_meant(memory, scope, asks)
        return ForgetTurn(asks, Forgotten(()), is_refused=True) if asks and is_meant else None
    request = asks or await _answered(memory, scope, text)
    if request is None:
        return None
    core = memory.core
    is_read = await _settled(memory, scope.user_id, message)
    said = message or _unstored(scope, text, core.clock())
    asked = Asked(scope, said.created_at, said.id)
    carry_out = partial(core.forgets.carry_out, asked, SaidRequest(said, request, is_stored=message is not None))
    try:
        done = await carry_out(by_rules=asks is None)
    except ModelError:  # what rules find goes at once all the same
        done = await carry_out(by_rules=True)
    is_sure = any(thing.is_sure for thing in request.things) or await _has_spoken(memory, scope, request)
    if not is_sure and not done.offers:
        return ForgetTurn(replace(request, text=text), done, is_read) if is_offline else None  # a figure of speech
    return await _turn_of(memory, scope, request, done, is_read=is_read)


async def _of_known(memory: Memary, scope: Scope, text: str) -> ForgetRequest | None:
    """Return what a text asks to forget that names somebody known in lower case: "forget ollie"."""
    words = [word.strip(EDGES) for word in text.split()] if len(text) <= _ANSWER_CHARS else []
    said = {" ".join(words[at : at + count]) for at in range(len(words)) for count in range(1, _NAME_WORDS + 1)}
    if forget_request(text, frozenset(said)) is None:
        return None
    keys = [key for phrase in said for key in (lookup_key(phrase), entity_key(phrase))]
    known = await memory.core.store.read(EntityQuery(Scope(user_id=scope.user_id), keys=keys))
    names = {name for one in known for name in (one.name, *one.aliases)} | await _names_told(memory, scope, said)
    return forget_request(text, frozenset(names)) if names else None


async def _names_told(memory: Memary, scope: Scope, phrases: Collection[str]) -> set[str]:
    """Return the names among phrases by which the user has called somebody, in whatever message."""
    query = SearchQuery(
        scope.model_copy(update={"session_id": None}), Message, terms=terms(" ".join(phrases)), limit=_TOLD
    )
    messages = [one.record for one in await memory.core.store.read(query) if one.record.role is Role.USER]
    proper = [(proper_form(one.content, one.language).text, one.language) for one in messages]
    names = {spot.name for content, language in proper for spot in spot_entities(content, language)}
    wanted = {phrase.casefold() for phrase in phrases}
    return {name for name in names if name.casefold() in wanted}


async def _is_meant(memory: Memary, scope: Scope, asks: ForgetRequest) -> bool:
    """Return whether words ask to forget something and are no figure of speech.

    Where they give a name, it has to be known.
    """
    if any(thing.is_sure or thing.is_mine for thing in asks.things) or await _has_spoken(memory, scope, asks):
        return True
    names = [thing.words for thing in asks.things if thing.is_name]
    keys = [key for name in names for key in (lookup_key(name), entity_key(name))]
    known = EntityQuery(Scope(user_id=scope.user_id), keys=keys, limit=1)
    return bool(keys) and bool(await memory.core.store.read(known))


async def _has_spoken(memory: Memary, scope: Scope, asks: ForgetRequest) -> bool:
    """Return whether words ask to forget what a known speaker said, also by a part of the name."""
    asked = [set(words_of(thing.words)) for thing in asks.things if thing.kind == "speaker"]
    speakers = await memory.core.store.read(SpeakerQuery(scope.user_id)) if asked else []
    return any(words and words <= set(words_of(speaker)) for words in asked for speaker in speakers)


async def look_up_forgetting(memory: Memary, scope: Scope, words: str, *, chosen: Thing | None = None) -> Forgotten:
    """Find what words mean that are to be forgotten, and change nothing.

    What is found has the `part` for `MemoryCore.forget_part`. A name of somebody or something known means all of
    that, however it is spelt.

    Args:
        memory: an open memory.
        scope: whose, and in which session it was asked.
        words: what is to be forgotten.
        chosen: which of the things that were offered before is meant; None where none was.
    """
    core = memory.core
    keys = (lookup_key(words), entity_key(words))
    known = await core.store.read(EntityQuery(Scope(user_id=scope.user_id), keys=keys))
    request = named_request(words)
    if chosen is not None:
        request = ForgetRequest((chosen,), request.text, "")
    elif len(known) == 1:
        named = Thing("thing", words, is_name=True, said=words, entity_id=known[0].id)
        request = ForgetRequest((named,), request.text, "")
    await _settled(memory, scope.user_id, None)
    said = _unstored(scope, texts(detect_language(words)).forget_words.format(what=words), core.clock())
    asked = Asked(scope, said.created_at, said.id)
    asks = SaidRequest(said, request, is_stored=False)
    carry_out = partial(core.forgets.carry_out, asked, asks, dry_run=True)
    try:
        return await carry_out(by_rules=chosen is not None or bool(known))
    except ModelError:  # rules name what they find
        return await carry_out(by_rules=True)


async def forget_as_quoted(memory: Memary, scope: Scope, quote: str, *, message: Message) -> ForgetTurn | None:
    """Forget what words of a user's message ask for, as a model took them.

    It is None where they ask for nothing. They have to stand in that message as the user's own. What they mean, and
    whether they ask at all, is decided by a model that is shown nothing but this message and what was told: whoever
    called for it has no say in that.

    Args:
        memory: an open memory with a model that reads messages.
        scope: whose, and in which session it was asked.
        quote: the words.
        message: the message.

    Raises:
        ModelError: the model could not be asked; nothing was forgotten.
    """
    request = described_request(message.content, [(quote, "")], language=message.language)
    if request is None or message.role is not Role.USER or message.speaker:
        return None
    asked = Asked(scope, message.created_at, message.id)
    done = await memory.core.forgets.carry_out(asked, SaidRequest(message, request), is_read_on=True)
    return await _turn_of(memory, scope, request, done, is_read=True) if done.is_request else None


async def _turn_of(
    memory: Memary, scope: Scope, request: ForgetRequest, done: Forgotten, *, is_read: bool
) -> ForgetTurn:
    """Return a turn with the sentences of what is true again."""
    reopened = done.manifest.reopened_ids if done.manifest else ()
    anywhere = scope.model_copy(update={"session_id": None})
    facts = await memory.core.store.read(FactQuery(anywhere, ids=reopened)) if reopened else []
    return ForgetTurn(done.request or request, done, is_read, tuple(fact.statement for fact in facts))


def _unstored(scope: Scope, text: str, at: datetime) -> Message:
    """Return what a user says now as a message that is in no memory."""
    return Message(
        user_id=scope.user_id,
        agent_id=scope.agent_id,
        session_id=scope.session_id,
        content=text,
        created_at=at,
        added_at=at,
        language=detect_language(text),
        digest="",
    )


async def _settled(memory: Memary, user_id: str, message: Message | None) -> bool:
    """Read what was said before, and return whether nothing waits any more."""
    core = memory.core
    waiting = {
        one.id for one in await core.store.read(MessageQuery(Scope(user_id=user_id), states=[MessageState.PENDING]))
    }
    if waiting - {message.id if message else None}:
        await core.worker.drain(user_id, wait=_WAIT)
        return not (await core.store.stats(user_id)).pending
    return True


async def _answered(memory: Memary, scope: Scope, text: str) -> ForgetRequest | None:
    """Return what is to be forgotten if a text answers the agent's question which of several is meant."""
    if len(text) > _ANSWER_CHARS or gives_up(text) or is_question(text):
        return None
    for last in await memory.core.store.read(MessageQuery(scope, newest_first=True, limit=1)):
        try:
            offers = _OFFERS.validate_python(last.metadata.get(FORGET_KEY, []))
        except ValidationError:
            return None
        if last.role is Role.ASSISTANT and (chosen := _chosen(offers, text)):
            return ForgetRequest(tuple(chosen), _OMITTED, "")
    return None


def _chosen(offers: Sequence[Offer], text: str) -> list[Thing]:
    """Return the things that an answer names.

    Its telling words are all among those of one offer, and of no other.
    """
    if agrees(text):
        return [offer.thing for offer in offers]
    said = set(telling_words(text))
    fitting = [offer for offer in offers if said and said <= set(telling_words(offer.name))]
    return [fitting[0].thing] if len(fitting) == 1 else []


def told(turn: ForgetTurn, language: str, *, names: bool) -> str:
    """Return what the agent says: what went and how much of it, or what it has to know first.

    Args:
        turn: what was done.
        language: in which it is said.
        names: whether it says what went, by the words of the request; what is kept does not.
    """
    words, done = texts(language), turn.done
    if turn.is_refused:
        return words.forget_off
    said: list[str] = []
    if done.manifest is not None:
        subjects = [thing.topic for thing, outcome in done.outcomes if outcome == "found" and thing.topic]
        subjects += [name for name in done.called if names]
        form = _form(words, is_held=done.manifest.held_until is not None, names_it=names and bool(subjects))
        said.append(form.format(counts=done.manifest.told(language), subjects=", ".join(subjects)))
        if names and done.manifest.held_until is not None:
            said.append(words.forget_restorable.format(until=f"{done.manifest.held_until:%Y-%m-%d}"))
    if names and done.along:
        said.append(words.forget_along.format(facts=" ".join(done.along)))
    if names and turn.reopened:
        said.append(words.forget_reopened.format(facts=" ".join(turn.reopened)))
    if done.naming:
        said.append(words.forget_naming.format(count=f"{done.naming:,}"))
    outcomes = {outcome for _, outcome in done.outcomes}
    if "everything" in outcomes:
        said.append(words.forget_everything)
    if "speaker" in outcomes:
        said.append(words.forget_speaker)
    if done.offers:
        form = words.forget_several if len(done.offers) > 1 else words.forget_whether
        form = form if done.manifest is None else words.forget_left
        said.append(form.format(subjects=", ".join(offer.name for offer in done.offers)))
    if "nothing" in outcomes:
        said.append(words.forget_unclear if done.is_unclear else words.forget_nothing)
    if not turn.is_read:
        said.append(words.forget_unread)
    return " ".join(said)


def _form(words: Texts, *, is_held: bool, names_it: bool) -> str:
    """Return how it is said that something went: for good, or so that it can be restored."""
    if is_held:
        return words.forgot_held_about if names_it else words.forgot_held
    return words.forgot_about if names_it else words.forgot
