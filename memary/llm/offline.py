"""The stand-in for a language model: quotes what memory holds, and says that it is offline. It invents nothing.

It takes part in the same agent loop as a model would. From the prompt it reads the recalled lines (those that begin
with "- "), and it answers with the ones that share the question's words; if none does, it asks the search tool once.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Sequence

from pydantic import BaseModel

from memary.llm.base import ChatTurn, Completion
from memary.prompts.languages import texts
from memary.text import detect_language
from memary.text.terms import query_terms, terms
from memary.types import Role

_OBSERVATION = "Observation:"
_QUOTES = 3
_ENOUGH = 0.34
"""Share of the question's words that a line must hold to be an answer."""

_QUESTION = re.compile(
    r"[?？]|^\s*(?:who|whom|whose|what|which|when|where|why|how|do|does|did|is|are|was|were|am|can|could|will|would"
    r"|should|have|has|had|tell|show|list|remind|find)\b|[吗呢]\s*$|谁|什么|哪|几[个点岁]|多少|多大|怎么|为什么|何时|是否|告诉我",
    re.IGNORECASE,
)


class OfflineChat:
    """A `ChatModel` without a model."""

    name = "offline"
    context_window = 16_384
    is_offline = True

    async def complete(
        self, turns: Sequence[ChatTurn], *, schema: type[BaseModel] | None = None, max_tokens: int | None = None
    ) -> Completion:
        """Answer in the form of the agent loop: a call of the search tool, or quotes from memory."""
        return Completion(_reply(turns), 0, 0)

    async def stream(self, turns: Sequence[ChatTurn], *, max_tokens: int | None = None) -> AsyncIterator[str]:
        """Give the same answer line by line."""
        for line in _reply(turns).splitlines(keepends=True):
            yield line

    async def aclose(self) -> None:
        """Do nothing: there is nothing to release."""


def _reply(turns: Sequence[ChatTurn]) -> str:
    asked = max(i for i, turn in enumerate(turns) if _is_question_turn(turn))
    question = turns[asked].content
    words = texts(detect_language(question))
    observed = [turn.content for turn in turns[asked + 1 :] if turn.content.startswith(_OBSERVATION)]
    recalled = "\n".join([turn.content for turn in turns if turn.role is Role.SYSTEM] + observed)
    if not _QUESTION.search(question):
        return _answer(words.offline_noted)
    quotes = _quotes(question, recalled)
    if quotes:
        return _answer("\n".join([words.offline_found, *quotes]))
    can_search = any("Tool Name: search" in turn.content for turn in turns if turn.role is Role.SYSTEM)
    if can_search and not observed:
        arguments = json.dumps({"query": question}, ensure_ascii=False)
        return f"Thought: memory as recalled does not answer this.\nAction: search\nAction Input: {arguments}"
    return _answer(words.offline_nothing)


def _is_question_turn(turn: ChatTurn) -> bool:
    return turn.role is Role.USER and not turn.content.startswith(_OBSERVATION)


def _answer(text: str) -> str:
    return f"Thought: I can answer now.\nAnswer: {text}"


def _quotes(question: str, recalled: str) -> list[str]:
    """Return the recalled lines that hold enough of the question's words, the fullest first."""
    wanted = set(query_terms(question))
    lines = dict.fromkeys(line for line in recalled.splitlines() if line.startswith("- "))
    shares = {line: len(wanted & set(terms(line))) / len(wanted) for line in lines} if wanted else {}
    best = sorted((line for line in lines if shares.get(line, 0) >= _ENOUGH), key=lambda line: -shares[line])
    return best[:_QUOTES]
