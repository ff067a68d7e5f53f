"""Offer the operations of the graph as tools for a model: find, relate, update, retire, or leave.

None of them is offered unless a program gives them to its agent. What a model does with them goes through the same
rules as what it reads out of messages, with a reason in the ledger, and can be undone: on its own word, the
assistant's, it does not end what the user said.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from memary.agent.tools.registry import Tool
from memary.checks.faults import shown
from memary.client import Memary
from memary.errors import ToolError
from memary.languages.prompt.stamps import day
from memary.types import Fact, Operation, utc_now

_ACTOR = "model"
_FOUND = 20
"""Most facts that a look-up shows, the newest."""

_DESCRIPTIONS = {
    "graph_find": (
        "Look up a person, place or thing in the memory graph. name: its name. Returns its facts, each with the id "
        "that graph_update and graph_retire want."
    ),
    "graph_relate": (
        "Add a fact: subject, relation and object, such as Mia, works_at, Acme. Use 'User' for the user. sentence: "
        "the fact as a sentence, optional."
    ),
    "graph_update": (
        "Give a fact another object, such as a new employer. fact_id: from graph_find. was_wrong: true if the old "
        "one never was so, false if it changed now."
    ),
    "graph_retire": "End a fact that holds no more. fact_id: from graph_find. It stays in the history.",
    "graph_keep": "Say that nothing in the graph has to change, and why.",
}


class GraphTools:
    """The operations over one user's graph."""

    def __init__(self, memory: Memary, user_id: str, origin: Literal["assistant", "user"]) -> None:
        self._memory = memory
        self._user = user_id
        self._origin = origin

    def tools(self) -> tuple[Tool, ...]:
        """Return the tools, by their names."""
        functions = {
            "graph_find": self.find,
            "graph_relate": self.relate,
            "graph_update": self.update,
            "graph_retire": self.retire,
            "graph_keep": self.keep,
        }
        return tuple(Tool(name, _DESCRIPTIONS[name], function) for name, function in functions.items())

    async def find(self, name: str) -> str:
        """Return what is known of an entity, with ids.

        Raises:
            NotFoundError: there is none of that name.
        """
        facts = await self._memory.facts.alist(user_id=self._user, about=name, limit=_FOUND)
        later = {fact.id: f" | from {day(fact.valid_at)}" for fact in facts if fact.valid_at > utc_now()}
        lines = [
            f"{fact.id}: {fact.subject} | {fact.predicate} | {fact.object}{later.get(fact.id, '')}" for fact in facts
        ]
        return "\n".join(lines) or f"Nothing is known of {name}."

    async def relate(self, subject: str, relation: str, object: str, sentence: str = "") -> str:
        """Add a fact."""
        return await self._write(subject=subject, predicate=relation, object=object, statement=sentence)

    async def update(self, fact_id: str, object: str, was_wrong: bool = False) -> str:
        """Give a fact another object, from now on or from the beginning.

        Raises:
            ToolError: there is no such fact, or it has ended.
        """
        fact = await self._current(fact_id)
        return await self._write(
            subject=fact.subject,
            predicate=fact.predicate,
            object=object,
            subject_type=await self._type_of(fact.subject_id),
            op="UPDATE",
            target_id=fact.id,
            correction=was_wrong,
        )

    async def retire(self, fact_id: str) -> str:
        """End a fact.

        Raises:
            ToolError: there is no such fact, or it has ended.
        """
        fact = await self._current(fact_id)
        return await self._write(
            subject=fact.subject, predicate=fact.predicate, object=fact.object, op="DELETE", target_id=fact.id
        )

    async def keep(self, reason: str) -> str:
        """Change nothing."""
        return f"Nothing was changed: {reason}"

    async def _current(self, fact_id: str) -> Fact:
        fact = await self._memory.facts.aget(fact_id.strip(), user_id=self._user)
        if fact.invalid_at <= utc_now():
            raise ToolError(
                f"The fact {shown(fact_id)} has already ended: use graph_find to look up what is true now."
            )
        return fact

    async def _type_of(self, entity_id: str) -> str:
        return (await self._memory.entities.aget(entity_id, user_id=self._user)).type

    async def _write(self, **given: Any) -> str:
        fact = {"origin": self._origin} | given
        return _told(await self._memory.facts.aadd([fact], user_id=self._user, actor=_ACTOR))


def graph_tools(
    memory: Memary, *, user_id: str, origin: Literal["assistant", "user"] = "assistant"
) -> tuple[Tool, ...]:
    """Return the operations of a user's graph as tools, for `ChatAgent(memory, tools=…)`.

    Args:
        memory: an open memory.
        user_id: whose graph.
        origin: on whose word they act. The assistant's ends no fact that the user told; "user" lets the model do what
            the user could, and so whatever a page that it reads may talk it into.
    """
    return GraphTools(memory, user_id, origin).tools()


def _told(operations: Sequence[Operation]) -> str:
    rows = [(f"{row.action.value}: {row.reason}", row.target_id) for row in operations]
    return "\n".join(f"{said} (id {id_})" if id_ else said for said, id_ in rows)
