"""What an agent's turn did with tools, kept as a run: written as it goes, so that it can be gone on with."""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass

from anyio import CancelScope

from memary.agent.trace import SEARCH, Step
from memary.client import Memary
from memary.errors import MemaryError
from memary.ingestion.load import storable
from memary.runs import RunStatus, RunStep
from memary.types import Scope

_log = logging.getLogger("memary")

_ANSWER = "answer"
"""What was done, in the step of a run that could not be ended."""


@dataclass(slots=True)
class Recorder:
    """Records the steps of one turn, from the first call of a tool on.

    Thoughts and look-ups in memory are left out: they quote other messages. A failure is logged; the answer goes on.
    Who gives up while something is written waits for it, so that no run is left that seems to go on.

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

    async def note(self, step: Step) -> None:
        """Keep a step."""
        if not self.is_on or step.tool in (None, SEARCH):
            return
        await self._keep(RunStatus.RUNNING, (_as_recorded(step),))

    async def end(self, status: RunStatus, why: str = "") -> None:
        """Tell how the run ended, if there is one; what went wrong is a step of its own."""
        if self.is_on and self.run_id is not None:
            await self._keep(status, (RunStep(action=_ANSWER, errors=storable(why)),) if why else ())

    async def _keep(self, status: RunStatus, steps: tuple[RunStep, ...]) -> None:
        whose = {"user_id": self.scope.user_id, "asked_by": self.asked_by}
        try:
            with CancelScope(shield=True):
                if self.run_id is None:
                    run = {"objective": storable(self.objective), "status": status, "steps": steps}
                    recorded = await self.memory.runs.arecord(run, agent_id=self.scope.agent_id, **whose)
                    self.run_id = recorded.id
                else:
                    await self.memory.runs.aupdate(self.run_id, status=status, steps=steps, **whose)
        except MemaryError as error:
            _log.warning("run: %s", error)


def _as_recorded(step: Step) -> RunStep:
    arguments = json.dumps(step.arguments, ensure_ascii=False, default=str)
    told = {"errors" if step.is_error else "result": storable(step.observation)}
    return RunStep(action=storable(f"{step.tool} {arguments}"), **told)
