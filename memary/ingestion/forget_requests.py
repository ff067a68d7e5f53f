"""Find requests to forget in messages: by rules before the worker reads them, by a model as it does."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from memary.forgetting.meaning.prior_records import Asked
from memary.forgetting.request import ForgetOnRequest, SaidRequest
from memary.ingestion.flush_report import FlushReport, not_forgotten
from memary.resolution.proposals import ProposedForget
from memary.text.speech_acts.forget_request import ForgetRequest, described_request, forget_request
from memary.types import Message, Role, Scope

_log = logging.getLogger("memary")


@dataclass(frozen=True, slots=True)
class ForgetRequests:
    """Carries out what messages ask to forget; without anyone who forgets nothing does.

    What one of several speakers says is said to the others.
    """

    forgets: ForgetOnRequest | None

    def made_by(self, message: Message) -> SaidRequest | None:
        """Return what a message surely asks to forget; nobody is there to be asked."""
        if self.forgets is None or message.role is not Role.USER or message.speaker:
            return None
        asks = forget_request(message.content)
        if asks is None or any(thing.kind in ("everything", "speaker") or not thing.is_sure for thing in asks.things):
            return None
        return SaidRequest(message, asks)

    def read_in(self, messages: Sequence[Message], read: Sequence[ProposedForget]) -> list[SaidRequest]:
        """Return what a model read that messages ask to forget."""
        found: list[SaidRequest] = []
        for message in messages if self.forgets else ():
            if asks := _described(message, read):
                fact_ids = frozenset(id_ for one in read if one.message_id == message.id for id_ in one.fact_ids)
                found.append(SaidRequest(message, asks, fact_ids))
        if not found and len(messages) == 1 and (request := self.made_by(messages[0])):
            return [request]  # nothing was found of it at first
        return found

    def unmet(self, messages: Sequence[Message], read: Sequence[ProposedForget]) -> list[str]:
        """Return the ids of messages that ask to forget something where nobody carries that out, and log them."""
        if self.forgets is not None:
            return []
        of_user = [message for message in messages if message.role is Role.USER and not message.speaker]
        asking = [message.id for message in of_user if _asks(message, read)]
        if asking:
            _log.warning("worker: %s (messages %s)", not_forgotten(len(asking)), ", ".join(asking))
        return asking

    async def settle(self, messages: Sequence[Message], report: FlushReport) -> bool:
        """Forget what a message by itself surely asks for; return whether it needs not be read as others are."""
        [message, *others] = messages
        request = None if others else self.made_by(message)
        return request is not None and await self.carry_out(request, report, is_read_on=True)

    async def carry_out(self, request: SaidRequest, report: FlushReport, *, is_read_on: bool = False) -> bool:
        """Forget what a message asks for, and report it; return whether that is settled.

        It keeps no word of what it names, and waits until then: nothing is lost on the way. `is_read_on`: if nothing
        is found, a model reads it next, which knows what facts it can mean.
        """
        if self.forgets is None:
            return False
        message = request.message
        scope = Scope(user_id=message.user_id, agent_id=message.agent_id, session_id=message.session_id)
        asked = Asked(scope, message.created_at, message.id)
        done = await self.forgets.carry_out(asked, request, is_read_on=is_read_on)
        if done.manifest is not None:
            report.forgotten[message.id] = {what: count for what, count in done.manifest.counts.items() if count}
        elif done.is_answered:
            report.not_found.append(message.id)
        elif done.is_request and not is_read_on:  # nobody is there to be asked: it stays as it was said
            report.unclear.append(message.id)
            _log.warning("worker: message %s asks to forget what may be several things; nothing was", message.id)
        return done.is_answered


def _described(message: Message, read: Sequence[ProposedForget]) -> ForgetRequest | None:
    """Return what a message asks to forget by what a model read in it."""
    said = [(one.quote, one.about) for one in read if one.message_id == message.id]
    return described_request(message.content, said, language=message.language)


def _asks(message: Message, read: Sequence[ProposedForget]) -> bool:
    return bool(_described(message, read) or forget_request(message.content))
