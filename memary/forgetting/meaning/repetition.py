"""Take along what says again what is forgotten, where it cannot mean anything else.

That is the clauses by which messages state facts that go, what the assistant quoted or said of them, its answers to
what goes, short answers to its questions, and numbers that identify.
"""

from __future__ import annotations

import re
from functools import partial

from memary.forgetting.meaning.prior_records import PriorRecords
from memary.forgetting.meaning.selection import Taken, supports
from memary.forgetting.meaning.thing_match import is_name, numbers_in, restates, says_any, words_of
from memary.languages import any_of
from memary.languages.scripts import QUESTION_MARKS
from memary.languages.terms import term_set, terms
from memary.text.names.occurrence import says_name
from memary.text.names.spotted_names import spot_entities
from memary.text.parts.clauses import clauses
from memary.text.quote import is_quoted
from memary.text.speech_acts.forget_request import Thing
from memary.types import Fact, FactKind, Message, Role

_SHORT = 60
"""Characters up to which what follows a question is its answer and nothing else."""

_IDENTIFIES = 6
"""Digits from which a number that was told as one for something means that wherever the user says it."""

_TELLS = 2
"""Words that tell something from which a clause, said again, is a quotation of it."""

_DIGITS = re.compile(r"\d{3}")
_ASKS = re.compile(f"[{QUESTION_MARKS}]")

_secrets = any_of(lambda language: language.requests.secrets)


class Repetition:
    """Takes what repeats what was taken.

    Args:
        prior: what can be meant.
        taken: what goes.

    Attributes:
        naming: ids of messages that name what a fact that goes is about.
    """

    def __init__(self, prior: PriorRecords, taken: Taken) -> None:
        self._prior, self._taken = prior, taken
        self.naming: set[str] = set()

    async def take_stated(self) -> None:
        """Take the clauses that state the facts that go."""
        for fact in self._taken.facts.values():
            for message in await self._prior.sources(fact):
                said = clauses(message.content)
                stating = [one for one in said if supports(one, fact)]
                naming = [one for one in said if says_name(one.text, fact.object)]
                self._taken.take(message, stating or naming, unless=partial(_unstates, fact))

    async def take_repeated(self, thing: Thing) -> None:
        """Take the clauses that say again what goes, where they cannot mean anything else."""
        taken = self._taken
        await taken.part()
        for message, said in [(taken.messages[id_], cut) for id_, cut in taken.cut.items()]:
            if message.role is Role.ASSISTANT and _ASKS.search(said[-1].text):
                await self._take_answer(message)
        own = self._own_clauses()
        objects = [fact.object for fact in taken.facts.values()]
        values = [number for text in (*own, *objects) for number in numbers_in(text)]
        secrets = {number for text in own if _secrets().search(text) for number in numbers_in(text)}
        secret = [number for number in secrets if len(number) >= _IDENTIFIES]
        names = [fact.object for fact in taken.facts.values() if await self._is_only_known_by(fact)]
        for message in await self._prior.saying([term for value in (*values, *names) for term in term_set(value)]):
            is_echo = message.role is Role.ASSISTANT
            meant = (*values, *names) if is_echo else secret
            said = [one for one in clauses(message.content) if says_any(one.text, meant)]
            taken.take(message, said, unless=lambda left, meant=meant: not says_any(left, meant))
        for message in [taken.messages[id_] for id_ in taken.cut]:
            if message.role is Role.USER:
                await self._take_reply(message, thing)
        await self._take_quoted(own)

    async def _take_quoted(self, own: list[str]) -> None:
        """Take what the assistant quoted of what goes, or said of the facts that go, wherever it did."""
        facts = [one for one in self._taken.facts.values() if one.kind is FactKind.FACT]
        echoes = await self._of_assistant(" ".join(fact.object for fact in facts))
        for fact in facts if echoes else ():
            names = await self._prior.names_of(fact)
            says = partial(restates, fact=fact, names=names, is_mine=self._prior.is_mine(fact))
            for message in echoes:
                self._taken.take(message, [one for one in clauses(message.content) if says(one.text)])
        for text in own:
            words = words_of(text)
            for message in await self._of_assistant(max(words, key=len)) if len(words) >= _TELLS else ():
                self._taken.take(message, [one for one in clauses(message.content) if is_quoted(text, one.text)])

    async def _of_assistant(self, words: str) -> list[Message]:
        """Return the messages of the assistant that have one of some words."""
        return [one for one in await self._prior.saying(terms(words)) if one.role is Role.ASSISTANT]

    def _own_clauses(self) -> list[str]:
        """Return the clauses that go of what the user said."""
        own = (id_ for id_ in self._taken.cut if self._taken.messages[id_].role is Role.USER)
        return [text for id_ in own for text in self._taken.going(id_)]

    async def _is_only_known_by(self, fact: Fact) -> bool:
        """Return whether a fact that goes is all that tells of its object, which is a name."""
        if fact.kind is not FactKind.FACT or not is_name(fact.object) or len(fact.object) < 2:
            return False
        around = await self._prior.facts_around(fact.object_id)
        naming = {
            message.id
            for message in await self._prior.saying(terms(fact.object))
            for one in clauses(message.content)
            if message.role is Role.USER
            and one not in self._taken.cut.get(message.id, ())
            and says_name(one.text, fact.object)
        }
        self.naming |= naming
        return not naming and all(other.id in self._taken.facts for other in around)

    async def _take_answer(self, question: Message) -> None:
        """Take what the user answered to a question of the assistant, where it is a value and nothing else."""
        for answer in await self._prior.following(question):
            if answer.role is Role.USER and len(answer.content) <= _SHORT and len(answer.content.split()) <= 4:
                said = clauses(answer.content)
                is_value = _DIGITS.search(answer.content) or spot_entities(answer.content, answer.language)
                self._taken.take(answer, said if is_value and not _ASKS.search(answer.content) else [])

    async def _take_reply(self, message: Message, thing: Thing) -> None:
        """Take of the assistant's reply to a message what it repeats of the clauses that go."""
        said = " ".join(self._taken.going(message.id))
        repeats = [spot.name for spot in spot_entities(said, message.language)]
        repeats += [fact.object for fact in self._taken.facts.values() if message.id in fact.source_ids]
        repeats += re.findall(r"\d{3,}", said)
        if thing.kind == "thing" and not thing.owner:
            repeats.append(thing.words)
        for reply in await self._prior.following(message):
            if reply.role is Role.ASSISTANT:
                self._taken.take(reply, [one for one in clauses(reply.content) if says_any(one.text, repeats)])


def _unstates(fact: Fact, left: str) -> bool:
    """Return whether what is left of a clause does not state a fact."""
    return not (says_name(left, fact.object) or is_quoted(fact.quote, left))
