"""Do what the hooks are for: recall at the start and before a prompt, keep the turn, settle it later.

The user's words are kept when they are sent, the answer when it is there, both under the agent's session. Recall goes
before keeping, so that a question is not answered with itself. Reading facts takes a model its time: it is left to a
process of its own (`settle`), which the agent does not wait for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from memary.api.recall.briefing import briefing
from memary.client import Memary
from memary.integrations.coding_agents.agents import CodingAgent, HookEvent
from memary.integrations.coding_agents.prompts import typed
from memary.integrations.coding_agents.session_start import SessionStart
from memary.integrations.coding_agents.transcripts import last_answer
from memary.types import scope_of, utc_now

_SUMMARISED = 30
"""How many of the last sessions are looked at for one without a summary."""

_FOLDED_BUDGET = 1
"""Tokens of a window that shows nothing, so that all of a session is folded into its summary."""

_QUIET = timedelta(hours=6)
"""A session in which nothing was said for so long has ended, whether its agent said so or not."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a hook did."""

    context: str = ""
    is_to_settle: bool = False


class Hooks:
    """The hooks of one agent in one project.

    Args:
        memory: an open memory, without a worker.
        agent: whose hooks they are.
        user_id: whose memory the project's is.
        tokens: most tokens of what is put into a prompt.
    """

    def __init__(self, memory: Memary, agent: CodingAgent, user_id: str, *, tokens: int) -> None:
        self._memory, self._agent, self._user, self._tokens = memory, agent, user_id, tokens

    def handle(self, event: HookEvent) -> Outcome:
        """Do what an event asks for."""
        match event.kind:
            case "start":
                known = SessionStart(self._memory, self._user, tokens=self._tokens).text()
                return Outcome(known, is_to_settle=True)
            case "prompt":
                return Outcome(self._prompt(event))
            case "answer":
                self._answer(event)
                return Outcome(is_to_settle=True)
            case "end":
                return Outcome(is_to_settle=True)
            case None:
                return Outcome()

    def _prompt(self, event: HookEvent) -> str:
        said = typed(event.prompt)
        if not said:
            return ""
        context = ""
        if self._agent.recalls_for_prompts:
            scope = scope_of(self._user)
            context = self._memory.loop.wait(
                lambda: briefing(self._memory.core, said, scope, tokens=self._tokens, is_prompt=True)
            ).text
        self._keep("user", said, event)
        return context

    def _answer(self, event: HookEvent) -> None:
        said = event.answer.strip() or last_answer(event.transcript)
        if said:
            self._keep("assistant", said, event)

    def _keep(self, role: str, said: str, event: HookEvent) -> None:
        self._memory.add(
            {"role": role, "content": said, "metadata": {"source": self._agent.name}},
            user_id=self._user,
            agent_id=self._agent.name,
            session_id=event.session_id,
        )


def settle(memory: Memary, user_id: str, *, ended: str | None, on_error: Callable[[str], None]) -> int:
    """Read what waits of a project for facts, and summarise the session that was over last.

    That is the one that a new session begins with; older ones, such as were imported, would cost a call each. The
    number of those that are summarised is returned.

    Args:
        memory: an open memory.
        user_id: whose memory the project's is.
        ended: the session that has just ended; others are over when nothing was said in them for hours.
        on_error: told what could not be done.
    """
    for error in memory.flush(user_id=user_id).errors:
        on_error(error)
    over = utc_now() - _QUIET
    last = memory.sessions.list(user_id=user_id)[:_SUMMARISED]
    sessions = (id_ for id_, _, last_at in last if id_ == ended or last_at <= over)
    session_id = next(sessions, None)
    if session_id is None:
        return 0
    return int(memory.sessions.fold(user_id=user_id, session_id=session_id, budget=_FOLDED_BUDGET))
