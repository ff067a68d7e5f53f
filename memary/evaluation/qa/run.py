"""Run the evaluation: store the talks, have each method answer their questions, and judge the answers.

A talk is one user. What was answered in an earlier run can be given again, so that answers of several models, or one
more judge, cost nothing twice.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from typing import Any

from memary.client import Memary
from memary.errors import InputError, ModelOutputError, ModelUnavailableError
from memary.evaluation.qa.answers import Answerer, FromMemory, FromPassages, FromWhole, Method
from memary.evaluation.qa.judge import PROBE, judge
from memary.evaluation.qa.report import CORRECT, QaAnswer, QaReport, row_of
from memary.evaluation.qa.talk import MESSAGE_KEY, Talk, TalkQuestion
from memary.evaluation.recall.metrics import scores
from memary.evaluation.recall.run import Track, untracked
from memary.evaluation.report import Check
from memary.models.base import ChatModel

_log = logging.getLogger("memary")

_BATCH = 100

Key = tuple[str, str, str]
"""A talk, a question and a method."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QaOptions:
    """What is asked, and how.

    Attributes:
        methods: which ways of answering are compared.
        read: whether facts are read out of the messages, by the model of the memory or by rules.
        at_once: how many questions are answered, or judged, at the same time.
    """

    methods: tuple[Method, ...] = ("memary", "BM25", "whole")
    read: bool = True
    at_once: int = 4


@dataclass(slots=True)
class QaRun:
    """Answers and judges questions.

    Args:
        memory: an open memory; it keeps the talks that are put in.
        judging: the model that judges; None: nobody does.
        options: what is asked.
        given: answers of an earlier run.
        keep: is told all answers after each that came, so that none is lost.
        track: shows progress.
    """

    memory: Memary
    judging: ChatModel | None
    options: QaOptions
    given: Sequence[QaAnswer] = ()
    keep: Callable[[Sequence[QaAnswer]], None] = lambda answers: None
    track: Track = untracked
    _answers: dict[Key, QaAnswer] = field(default_factory=dict[Key, QaAnswer], init=False)
    _probes: list[bool] = field(default_factory=list[bool], init=False)
    _unread: int = field(default=0, init=False)

    def measure(self, talks: Sequence[Talk], data: Mapping[str, str]) -> tuple[QaReport, list[QaAnswer]]:
        """Answer and judge all questions of some talks.

        Args:
            talks: with the questions to be asked.
            data: the files they came from, with their digests.

        Returns:
            The report, and each answer behind it.

        Raises:
            InputError: there is nothing to ask, or the store holds something else of a talk's user.
            MemaryError: memary or a model failed.
        """
        if not any(talk.questions for talk in talks):
            raise InputError("The data has no question of this kind: nothing can be asked.")
        self._answers = {(one.talk, one.question, one.method): one for one in self.given}
        for talk in self.track(talks, "answering"):
            if "memary" in self.options.methods and self._open(talk, "memary"):
                self._ingest(talk)
            for method in self.options.methods:
                self._answer(talk, method)
        if self.judging is not None:
            for talk in self.track(talks, "judging"):
                self._all_at_once(partial(self._judged, talk, question, self.judging) for question in talk.questions)
        return self._report(talks, data), list(self._answers.values())

    def _open(self, talk: Talk, method: str) -> list[TalkQuestion]:
        """Return the questions that this method has not answered yet."""
        return [one for one in talk.questions if (talk.id, one.id, method) not in self._answers]

    def _ingest(self, talk: Talk) -> None:
        """Put a talk in and have it read.

        A second call changes nothing.
        """
        user_id = user_of(talk)
        stored = self.memory.messages.list(user_id=user_id)
        known = {str(message.metadata.get(MESSAGE_KEY)) for message in stored}
        if stored and not known <= {message.id for message in talk.messages}:
            raise InputError(
                f"The store holds other messages of user {user_id!r} already: name a new store, or run "
                f" memary forget --user {user_id}  first."
            )
        missing = [message for message in talk.messages if message.id not in known]
        for _, session in groupby(missing, key=lambda message: message.session):
            said = [message.to_add() for message in session]
            for at in range(0, len(said), _BATCH):
                self.memory.add(said[at : at + _BATCH], user_id=user_id, infer=self.options.read)
        if self.options.read:
            report = self.memory.flush(user_id=user_id)
            if report.pending:
                why = " ".join(dict.fromkeys((*report.errors, *report.deferred_by)))
                raise ModelUnavailableError(
                    f"Messages of talk {talk.id!r} could not be read, {report.pending:,} wait: {why} "
                    "With --store the same call goes on where this one ended."
                )
            self._unread += report.failed

    def _answer(self, talk: Talk, method: Method) -> None:
        chat, count = self.memory.core.models.chat, self.memory.core.tokens
        answerers: dict[Method, Answerer] = {
            "memary": FromMemory(self.memory, user_of(talk)),
            "BM25": FromPassages(talk, chat),
            "whole": FromWhole(talk, chat, count),
        }
        self._all_at_once(
            partial(self._answered, talk, question, method, answerers[method])
            for question in self._open(talk, method)
        )

    async def _answered(self, talk: Talk, question: TalkQuestion, method: Method, by: Answerer) -> None:
        answered = await by.answer(question)
        self._answers[talk.id, question.id, method] = QaAnswer(
            talk=talk.id,
            question=question.id,
            category=question.category,
            has_answer=question.has_answer,
            asked=question.text,
            right=question.answer,
            method=method,
            text=answered.text,
            prompt_tokens=answered.prompt_tokens,
            completion_tokens=answered.completion_tokens,
        )
        self.keep(list(self._answers.values()))

    async def _judged(self, talk: Talk, question: TalkQuestion, by: ChatModel) -> None:
        asked = (talk.id, question.id)
        answers = {one.method: one for key, one in self._answers.items() if key[:2] == asked}
        if not answers:
            return
        try:
            verdicts = await judge(by, question, {method: one.text for method, one in answers.items()})
        except ModelOutputError as error:  # the report counts what was not judged; the other questions go on
            _log.warning("judge: question %s of %s: %s", question.id, talk.id, error)
            return
        if PROBE in verdicts:
            self._probes.append(verdicts[PROBE].correct)
        for method, one in answers.items():
            said = {"correct": verdicts[method].correct, "why": verdicts[method].why}
            self._answers[(*asked, method)] = one.model_copy(update=said)
        self.keep(list(self._answers.values()))

    def _all_at_once(self, works: Iterable[Callable[[], Coroutine[Any, Any, None]]]) -> None:
        """Do works side by side, as many at once as the options say, in the memory's loop."""

        async def run() -> None:
            places = asyncio.Semaphore(self.options.at_once)

            async def one(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
                async with places:
                    await work()

            try:
                async with asyncio.TaskGroup() as group:
                    for work in works:
                        group.create_task(one(work))
            except BaseExceptionGroup as failed:
                raise failed.exceptions[0] from None  # the first that went wrong; it ended the others

        self.memory.loop.wait(run)

    def _report(self, talks: Sequence[Talk], data: Mapping[str, str]) -> QaReport:
        models = self.memory.core.models
        asked = {(talk.id, question.id) for talk in talks for question in talk.questions}
        answers = [one for one in self._answers.values() if (one.talk, one.question) in asked]
        methods = dict.fromkeys(one.method for one in answers)
        judged = sum(one.correct is not None for one in answers)
        reader = models.extraction.name if models.extraction else "rules"
        return QaReport(
            data=dict(data),
            embedding=models.embedder.spec.name,
            reader=reader if self.options.read else "nobody",
            model=models.chat.name,
            judge="nobody" if self.judging is None else self.judging.name,
            talks=len(talks),
            messages=sum(len(talk.messages) for talk in talks),
            rows=tuple(row_of(method, [one for one in answers if one.method == method]) for method in methods),
            probe=scores([{CORRECT: float(taken)} for taken in self._probes]),
            checks=(
                _check("every message was read", self._unread == 0, f"{self._unread} were not"),
                _check(
                    "every method answered every question",
                    len(answers) == len(asked) * len(methods),
                    f"{len(answers)} answers to {len(asked)} questions",
                ),
                _check(
                    "every answer was judged",
                    self.judging is None or judged == len(answers),
                    f"{judged} of {len(answers)}",
                ),
            ),
        )


def user_of(talk: Talk) -> str:
    """Return the user whose memory a talk is."""
    return f"talk-{talk.id}"


def _check(name: str, passed: bool, detail: str) -> Check:
    return Check(name=name, passed=passed, detail=detail)
