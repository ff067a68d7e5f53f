"""Offer memary to LlamaIndex: a block for its `Memory`, and tools for its agents.

    memory = Memary.open()
    agent = ReActAgent(tools=[search_memory(memory, user_id="ada")], llm=llm)
    talk = llama_index_memory(memory, user_id="ada", session_id="s1")
    answer = await agent.run("Where do I live?", memory=talk)
    memory.add([{"role": "user", "content": "Where do I live?"}, {"role": "assistant", "content": str(answer)}], …)

The block recalls; LlamaIndex keeps the talk. What is said is written by `Memary.add` after each turn: LlamaIndex
hands messages to its blocks only when it flushes them, which in a short talk is never. With
`accept_short_term_memory=True` the block adds what is flushed, for those who do not add turns themselves.

ReActAgent without a `system_prompt` throws the system message of its memory away, and the block with it.
`llama_index_memory` therefore puts the block in front of the question.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from functools import partial
from typing import Any, Literal

from llama_index.core.base.llms.types import ChatMessage, MessageRole
from llama_index.core.memory import BaseMemoryBlock, InsertMethod
from llama_index.core.memory import Memory as LlamaIndexMemory
from llama_index.core.tools import FunctionTool
from pydantic import Field, PrivateAttr

from memary.agent.tools.graph import graph_tools as own_graph_tools
from memary.agent.tools.registry import Tool, ToolRegistry
from memary.client import Memary
from memary.conversation.context_window import Block, ContextWindow
from memary.conversation.rewritten_query import rewrite
from memary.errors import MemaryError
from memary.languages.tokens import split_tokens, truncate_tokens
from memary.retrieval.rendering import Lines
from memary.text import detect_language
from memary.types import Message, Role, utc_now

_log = logging.getLogger("memary")

_KEPT = {MessageRole.USER: Role.USER, MessageRole.ASSISTANT: Role.ASSISTANT, MessageRole.CHATBOT: Role.ASSISTANT}


class MemaryBlock(BaseMemoryBlock[str]):
    """A memory block with what memary knows about the user's last message.

    It holds top entities, insights, facts, subgraph and passages; not the talk itself, which LlamaIndex has. A memary
    that fails is logged, and the agent goes on without.
    """

    name: str = "memary"
    description: str | None = "What is known about the user from earlier conversations."
    priority: int = 1
    accept_short_term_memory: bool = False
    user_id: str = Field(description="whose memory")
    agent_id: str | None = Field(default=None, description="recall only what was said to this agent")
    session_id: str | None = Field(default=None, description="to which flushed messages are added")
    budget: int | None = Field(default=None, description="most tokens; default: as memary's settings say")

    _memary: Memary = PrivateAttr()
    _turn: tuple[str, int] | None = PrivateAttr(default=None)
    _window: ContextWindow | None = PrivateAttr(default=None)

    def __init__(self, memary: Memary, **fields: Any) -> None:
        super().__init__(**fields)
        self._memary = memary

    async def _aget(self, messages: list[ChatMessage] | None = None, **block_kwargs: Any) -> str:
        """Return what memary knows about the last message of the user; the same for all steps of a run."""
        said = [message for message in messages or [] if message.role in _KEPT and (message.content or "").strip()]
        asked = next((at for at in reversed(range(len(said))) if said[at].role is MessageRole.USER), None)
        if asked is None:
            return ""
        question = said[asked].content or ""
        if self._turn != (question, asked):  # a run asks at each of its steps
            self._window = await self._recalled(question, said[:asked])
            self._turn = (question, asked)
        return self._rendered(self._window.blocks) if self._window else ""

    async def _aput(self, messages: list[ChatMessage]) -> None:
        """Add messages that LlamaIndex flushes from its short-term memory."""
        added = [message for message in messages if message.role in _KEPT and (message.content or "").strip()]
        if added:
            session = self.session_id or str(messages[0].additional_kwargs.get("session_id") or "") or None
            await self._memary.aadd(added, user_id=self.user_id, agent_id=self.agent_id, session_id=session)

    async def atruncate(self, content: str, tokens_to_truncate: int) -> str | None:
        """Return the block shorter by so many tokens.

        The least important parts go first; None if nothing is left.
        """
        count = self._memary.core.tokens
        left = count(content) - tokens_to_truncate
        if left <= 0 or self._window is None:
            return None
        blocks = list(self._window.blocks)
        while len(blocks) > 1 and count(self._rendered(blocks)) > left:
            blocks.remove(max(blocks, key=lambda block: (block.priority, block.tokens)))
        return truncate_tokens(self._rendered(blocks), left, count) or None

    async def _recalled(self, question: str, before: Sequence[ChatMessage]) -> ContextWindow | None:
        query = rewrite(question, [self._as_message(message) for message in before]) or question
        try:
            window = await self._memary.acontext(
                query, user_id=self.user_id, agent_id=self.agent_id, budget=self.budget, history="none"
            )
        except MemaryError as error:
            _log.warning("recall: %s", error)
            return None
        kept = tuple(block for block in window.blocks if block.priority > 0)
        return window.model_copy(update={"blocks": kept}) if kept else None

    def _rendered(self, blocks: Sequence[Block]) -> str:
        """Return blocks as text in which nothing can pass for the tag that ends it."""
        text = "\n\n".join(block.text for block in blocks)
        notice = f"{self._window.notice}\n\n" if self._window else ""
        return notice + re.sub(rf"<\s*(/?)\s*{re.escape(self.name)}\s*>", rf"(\1{self.name})", text)

    def _as_message(self, message: ChatMessage) -> Message:
        content, now = message.content or "", utc_now()
        return Message(
            user_id=self.user_id,
            role=_KEPT[message.role],
            content=content,
            created_at=now,
            added_at=now,
            language=detect_language(content),
            digest="",
        )


def llama_index_memory(
    memory: Memary,
    *,
    user_id: str,
    agent_id: str | None = None,
    session_id: str | None = None,
    budget: int | None = None,
    **options: Any,
) -> LlamaIndexMemory:
    """Return a LlamaIndex memory whose one block is memary, for any of its agents.

    Args:
        memory: an open memory.
        user_id: whose memory.
        agent_id: recall only what was said to this agent.
        session_id: the talk, for LlamaIndex's own store of it.
        budget: most tokens of the block; default: as memary's settings say.
        options: for `Memory.from_defaults`, such as `token_limit` or `async_database_uri`.
    """
    block = MemaryBlock(memory, user_id=user_id, agent_id=agent_id, session_id=session_id, budget=budget)
    given: dict[str, Any] = {
        "insert_method": InsertMethod.USER,  # a system message does not reach every agent
        "tokenizer_fn": partial(split_tokens, count=memory.core.tokens),  # theirs may want a download
        "token_limit": memory.core.models.chat.context_window,
        "memory_blocks": [block],
    }
    made: Any = LlamaIndexMemory  # its tokenizer is not fully typed
    return made.from_defaults(session_id=session_id, **given | options)


def search_memory(memory: Memary, *, user_id: str, agent_id: str | None = None, top_k: int = 10) -> FunctionTool:
    """Return a tool by which an agent looks into memary."""

    async def search(query: str) -> str:
        hits = await memory.asearch(query, user_id=user_id, agent_id=agent_id, top_k=top_k)
        lines = Lines(detect_language(query), await memory.admin.azones_of(user_id=user_id))
        found = [lines.fact(hit) if hit.kind == "fact" else lines.passage(hit) for hit in hits]
        return "\n".join(found) or lines.words.no_memory

    return FunctionTool.from_defaults(
        async_fn=search,
        name="search_memory",
        description="Search what is remembered of earlier conversations with the user. Give a whole question.",
    )


def graph_tools(
    memory: Memary, *, user_id: str, origin: Literal["assistant", "user"] = "assistant"
) -> list[FunctionTool]:
    """Return the operations of a user's graph as tools for any agent: find, relate, update, retire, keep.

    Their arguments are checked; what cannot be done is told in a sentence. `origin` is on whose word they act.
    """
    registry = ToolRegistry(own_graph_tools(memory, user_id=user_id, origin=origin))
    return [_as_function_tool(tool, registry) for tool in registry]


def _as_function_tool(tool: Tool, registry: ToolRegistry) -> FunctionTool:
    async def call(**arguments: Any) -> str:
        try:
            return await registry.call(tool.name, arguments)
        except MemaryError as error:
            return f"Not done: {error}"

    schema = registry.arguments_model(tool.name)
    return FunctionTool.from_defaults(async_fn=call, name=tool.name, description=tool.description, fn_schema=schema)


def add_memory(
    memory: Memary, *, user_id: str, agent_id: str | None = None, session_id: str | None = None
) -> FunctionTool:
    """Return a tool by which an agent keeps something that the user said."""

    async def add(words: str) -> str:
        await memory.aadd(words, user_id=user_id, agent_id=agent_id, session_id=session_id)
        return "Kept."

    return FunctionTool.from_defaults(
        async_fn=add,
        name="add_memory",
        description="Remember something the user said. Give it in the user's own words, with the names it is about.",
    )
