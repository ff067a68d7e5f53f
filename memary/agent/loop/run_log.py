"""Keep what an agent's turn did with tools as a run, written as it goes, so that it can be resumed."""

from __future__ import annotations

import asyncio
import json
import logging
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from anyio import CancelScope

from memary.agent.loop.run_account import learnt_from, progress_of, words_of
from memary.agent.trace import FORGET, SEARCH, Step
from memary.client import Memary
from memary.errors import MemaryError
from memary.ingestion.load import storable
from memary.languages import texts
from memary.runs import RunRecord, RunStatus, RunStep
from memary.text import detect_language
from memary.types import Scope, utc_now

_log = logging.getLogger("memary")

_ANSWER = "answer"
"""What was done, in the step of a run that could not be ended."""

_FIRST_PROMISE, _LONGEST_PROMISE = 60.0, 900.0
"""Seconds for which a sign of life holds: each twice as long as the one before, for a long run to write few."""


@dataclass(slots=True)
class Recorder:
    """Records the steps of one turn, from the first call of a tool on.

    A call is written before it is made, its result when it is there, with how far the run came and what was learnt
    from the result before it; signs of life tell others that somebody is at it. Look-ups in memory are left out, and
    of thoughts what they quote from it. A failure is logged; the answer goes on. Who gives up while something is
    written waits for it, so that no run is left that seems to go on.

    Attributes:
        memory: where the run is kept.
        scope: whose it is.
        objective: the question.
        asked_by: the id of the question.
        run_id: the run that is gone on with; None until there is one.
        is_on: False keeps nothing.
    """

    memory: Memary
    scope: Scope
    objective: str
    asked_by: str
    run_id: str | None = None
    is_on: bool = True
    _run: RunRecord | None = None
    _shown: set[str] = field(default_factory=set[str])
    _result: str = ""
    _promise: float = _FIRST_PROMISE
    _signs: asyncio.Task[None] | None = None

    def show(self, text: str) -> None:
        """Note what memory shows to the model: no word of it is copied into the run."""
        if self.is_on:
            self._shown |= words_of(text)

    async def begin(self, call: Step) -> None:
        """Keep that a tool is about to be called, and what was made of the result before."""
        if not self.is_on or call.tool in (None, SEARCH, FORGET):
            return
        begun = texts(self._language).run_begun.format(call=_as_recorded(call).action)
        learnt = self._learnt(call.thought)
        await self._keep(RunStatus.RUNNING, context=begun, **({"findings": learnt} if learnt else {}))
        if self._signs is None:
            self._signs = asyncio.create_task(self._give_signs())

    async def note(self, step: Step) -> None:
        """Keep a step."""
        if not self.is_on or step.tool in (None, FORGET):
            return
        if step.tool == SEARCH:
            self.show(step.observation)
            return
        recorded = _as_recorded(step)
        self._result = f"{recorded.action}\n{step.observation}"
        steps = (*(self._run.steps if self._run else ()), recorded)
        progress = progress_of(steps, language=self._language)
        await self._keep(RunStatus.RUNNING, steps=(recorded,), progress=progress, context="")

    async def end(self, status: RunStatus, why: str = "", *, answer: str = "") -> None:
        """Note how the run ended, if there is one, and what went wrong as a further step."""
        if self._signs is not None:
            self._signs.cancel()
        if not self.is_on or self.run_id is None:
            return
        update: dict[str, Any] = {"steps": (RunStep(action=_ANSWER, errors=storable(why)),)} if why else {}
        if learnt := self._learnt(answer):
            update["findings"] = learnt
        await self._keep(status, **update)

    @property
    def _language(self) -> str:
        return detect_language(self.objective)

    def _learnt(self, thought: str) -> str:
        if not self._result:
            return ""
        return storable(learnt_from(self._result, thought, question=self.objective, shown=self._shown))

    async def _give_signs(self) -> None:
        while True:
            await asyncio.sleep(self._promise * 0.75)
            self._promise = min(self._promise * 2, _LONGEST_PROMISE)
            await self._keep(RunStatus.RUNNING)

    async def _keep(self, status: RunStatus, **update: Any) -> None:
        """Write what is told of the run, and until when it is alive."""
        whose: dict[str, Any] = {"user_id": self.scope.user_id, "asked_by": self.asked_by}
        if status is RunStatus.RUNNING:
            update["alive_until"] = utc_now() + timedelta(seconds=self._promise)
        try:
            with CancelScope(shield=True):
                if self.run_id is None:
                    run = {"objective": storable(self.objective), "status": status} | update
                    self._run = await self.memory.runs.arecord(run, agent_id=self.scope.agent_id, **whose)
                    self.run_id = self._run.id
                else:
                    self._run = await self.memory.runs.aupdate(self.run_id, status=status, **update, **whose)
        except MemaryError as error:
            _log.warning("run: %s", error)


def _as_recorded(step: Step) -> RunStep:
    arguments = json.dumps(step.arguments, ensure_ascii=False, default=str)
    outcome = {"errors" if step.is_error else "result": storable(step.observation)}
    return RunStep(action=storable(f"{step.tool} {arguments}"), **outcome)
