"""Ask a chat model to answer a question from its window alone, and one to judge all answers of a talk."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from pydantic import BaseModel, ConfigDict

from memary.api.core import Assistant
from memary.client import Memary
from memary.conversation.context_window import ContextWindow
from memary.errors import InputError, ModelOutputError
from memary.evaluation.episodes.measures import WindowAnswer
from memary.languages import texts
from memary.languages.prompt.stamps import stamp
from memary.models.base import ChatTurn
from memary.models.replies.json_reply import read_list
from memary.types import Role


class _NumberedVerdict(BaseModel):
    """What a judge says of one answer, by its number."""

    model_config = ConfigDict(extra="ignore")

    number: int
    right: bool


@dataclass(frozen=True, slots=True)
class EpisodeReader:
    """Answers and judges with chat models.

    Attributes:
        judge: the model that judges; None: the one that answers.
    """

    judge: str | None = None

    def answer(self, memory: Memary, window: ContextWindow, *, language: str, today: datetime) -> str:
        """Return what the chat model of a memory answers when it sees this window and nothing else.

        Args:
            memory: whose chat model is asked.
            window: what it sees; the question is part of it.
            language: of the talk.
            today: when the question is put.

        Raises:
            InputError: no chat model is configured.
            ModelError: it could not be asked.
        """
        words = texts(language)
        rules = words.agent_rules.format(today=stamp(today, language=language), forgetting=words.cannot_forget)
        first, *others = window.messages(insert="system")
        system = "\n\n".join(part for part in (rules, first["content"]) if part)
        turns = [ChatTurn(Role.SYSTEM, system), *(ChatTurn(Role(one["role"]), one["content"]) for one in others)]
        return _asked(memory, _model(memory, None), turns).strip()

    def judged(self, memory: Memary, answers: Sequence[WindowAnswer], *, language: str) -> list[WindowAnswer]:
        """Return the answers of one talk with whether each is right.

        One request for all. What was forgotten may not stand in an answer, whatever the judge says.

        Raises:
            ModelError: the judge could not be asked, or does not judge each of them.
        """
        if not answers:
            return []
        rows = [
            {
                "number": number,
                "question": one.question.text,
                "reference": one.question.answer,
                "answer": one.said,
            }
            for number, one in enumerate(answers, 1)
        ]
        lines = "\n".join(json.dumps(one, ensure_ascii=False) for one in rows)
        turns = [ChatTurn(Role.SYSTEM, texts(language).judge_rules), ChatTurn(Role.USER, lines)]
        verdicts, _ = read_list(_asked(memory, _model(memory, self.judge), turns), "verdicts", _NumberedVerdict)
        right = {one.number: one.right for one in verdicts}
        if missing := sorted(set(range(1, len(answers) + 1)) - right.keys()):
            raise ModelOutputError(f"the judge said nothing of answer {missing[0]} of {answers[0].episode}.")
        return [replace(one, right=right[number] and not _tells(one)) for number, one in enumerate(answers, 1)]


def _model(memory: Memary, name: str | None) -> Assistant:
    assistant = memory.core.assistant_with(name, None)
    if assistant.chat.is_offline:
        raise InputError("Nobody can answer: name a chat model with --model, or set MEMARY_MODEL.")
    return assistant


def _asked(memory: Memary, assistant: Assistant, turns: Sequence[ChatTurn]) -> str:
    return memory.loop.wait(assistant.chat.complete, turns).text


def _tells(answer: WindowAnswer) -> bool:
    """Return whether an answer tells what was forgotten."""
    said = (answer.said or "").casefold()
    return any(words.casefold() in said for words in answer.question.gone)
