"""Search as a tool: the user's graph first, and the external model where it knows nothing.

It says which it was.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field

from memary.agent.tools.registry import Tool
from memary.agent.trace import SEARCH, Step
from memary.api.recall.search import recall
from memary.client import Memary
from memary.errors import ModelError, ToolError
from memary.languages import texts
from memary.languages.prompt.stamps import Zones
from memary.models.base import ChatTurn
from memary.queries import View
from memary.retrieval.hits import Hit
from memary.retrieval.question.query import RecallQuery
from memary.retrieval.rendering import Lines
from memary.retrieval.search import SearchResult
from memary.text import detect_language
from memary.text.speech_acts.refusal import is_refusal
from memary.types import DEFAULT_LANGUAGE, Role, Scope, StoreStatement, utc_now


@dataclass(slots=True)
class Lookups:
    """What the search tool found during one turn.

    Attributes:
        exclude: ids of what is not to be found: the question itself.
        view: of which time; None: of now.
        hits: what was found.
        asked_external: whether the external model said something.
        statements: what each search that brought something asked of the store.
    """

    exclude: Collection[str] = ()
    view: View | None = None
    hits: list[Hit] = field(default_factory=list[Hit])
    asked_external: bool = False
    statements: list[tuple[StoreStatement, ...]] = field(default_factory=list[tuple[StoreStatement, ...]])

    def with_statements(self, steps: Sequence[Step]) -> tuple[Step, ...]:
        """Return the steps of the turn, the look-ups that brought something with what they asked of the store."""
        left = iter(self.statements)
        return tuple(
            step.model_copy(update={"statements": next(left, ())})
            if step.tool == SEARCH and not step.is_error
            else step
            for step in steps
        )


LOOKUPS: ContextVar[Lookups] = ContextVar("memary_lookups")
"""The look-ups of the turn that is running."""


def _current() -> Lookups:
    return LOOKUPS.get(None) or Lookups()  # a tool may be called outside a turn


def search_tool(memory: Memary, scope: Scope, *, spaces: Collection[str] | None = None) -> Tool:
    """Return the search tool over a user's memory.

    Args:
        memory: where to look.
        scope: whose.
        spaces: names or ids of the spaces beside the user's own memory; None: as the settings say.
    """

    async def search(query: str) -> str:
        asked = RecallQuery(
            text=query,
            top_k=memory.settings.top_k,
            exclude=_current().exclude,
            view=_current().view or View.now(utc_now()),
            spaces=spaces,
            explain_graph=True,
        )
        found = await recall(memory.core, asked, scope)
        brought = await told(query, found)
        _current().statements.append(found.subgraph.statements)
        return brought

    async def told(query: str, found: SearchResult) -> str:
        language = detect_language(query)
        words = texts(language)
        if found.is_known:
            _current().hits.extend(found.hits)
            zones = await memory.admin.azones_of(user_id=scope.user_id)
            return words.graph_answer.format(text="\n".join(_lines(found.hits, language, zones)))
        external = memory.core.models.external
        if external is None:
            reason = next((note for note in memory.core.models.notes if "external" in note), "")
            return words.not_configured.format(reason=reason)
        turns = [ChatTurn(Role.SYSTEM, memory.core.prompts.of("external", language)), ChatTurn(Role.USER, query)]
        try:
            reply = await external.complete(turns)
        except ModelError as error:
            raise ToolError(str(error)) from error
        _current().asked_external |= not is_refusal(reply.text)
        return words.external_answer.format(model=external.name, text=reply.text.strip())

    return Tool(SEARCH, texts(DEFAULT_LANGUAGE).search_description, search)


def _lines(hits: Sequence[Hit], language: str, zones: Zones) -> list[str]:
    """Return hits as the context window shows them.

    Facts with their time, messages with who said them and when.
    """
    lines = Lines(language, zones)
    return [lines.fact(hit) if hit.kind == "fact" else lines.passage(hit) for hit in hits]
