"""Keep the turns of a conversation: questions, requests to forget and answers, as messages in memory."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from memary.agent.forget_turn import ForgetTurn
from memary.agent.trace import Answer, kept_with
from memary.client import Memary
from memary.errors import NotFoundError
from memary.facts.news import News, news_of_messages
from memary.ingestion.load import storable
from memary.runs import RUN_KEY
from memary.text.speech_acts.refusal import is_refusal
from memary.types import ECHO, ORIGIN_KEY, Message, Role, Scope


class KeptTurns:
    """The messages of the conversation that an agent has with a user."""

    def __init__(self, memory: Memary, scope: Scope) -> None:
        self._memory, self._scope = memory, scope

    async def question(self, message_id: str) -> Message:
        """Return the user's message that is to be answered.

        Raises:
            NotFoundError: it is none of the user's in this conversation.
        """
        found = await self._memory.admin.aget(message_id, user_id=self._scope.user_id)
        if (
            not isinstance(found, Message)
            or found.role is not Role.USER
            or found.session_id != self._scope.session_id
        ):
            raise NotFoundError(
                f"{found.id} is not a message of the user in this session: give the id of the one to answer."
            )
        return found

    async def keep_question(self, text: str, asked_at: datetime | None) -> str:
        """Keep a question, and return its id."""
        message = {"content": text, "created_at": asked_at}
        return (await self._memory.aadd(message, **self._scope.model_dump())).ids[0]

    async def keep_request(self, turn: ForgetTurn) -> str:
        """Keep a request to forget without what it names, and return its id."""
        infer = bool(turn.request.rest)
        return (await self._memory.aadd(turn.request.text, **self._scope.model_dump(), infer=infer)).ids[0]

    async def keep_answer(
        self,
        answer: Answer,
        run_id: str | None,
        marks: Mapping[str, Any] | None = None,
        *,
        at: datetime | None = None,
    ) -> Answer:
        """Keep an answer, to be read for facts if it brings something from outside, and is no echo of memory."""
        brings_news = answer.origin != ECHO and not answer.is_partial and not is_refusal(answer.text)
        message: dict[str, Any] = {
            "role": "assistant",
            "content": storable(answer.text),
            "created_at": at,
            "metadata": {ORIGIN_KEY: answer.origin if brings_news else ECHO, **kept_with(answer)},
        }
        message["metadata"] |= marks or {}
        if run_id is not None:
            message["metadata"][RUN_KEY] = run_id
        receipt = await self._memory.aadd(message, **self._scope.model_dump(), infer=brings_news)
        return answer.model_copy(update={"message_id": receipt.ids[0]})

    async def news(self, question_id: str) -> News:
        """Return what was learnt from a question, if it was read by now; no answer waits for it."""
        return await news_of_messages(self._memory.core.store, Scope(user_id=self._scope.user_id), [question_id])
