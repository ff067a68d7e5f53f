"""The server: tools, resources and a prompt over an open memory, for one user or for those who show keys."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError
from mcp.types import Tool, ToolAnnotations

from memary import __version__
from memary.client import Memary
from memary.errors import MemaryError
from memary.interfaces.mcp.callers import Callers, caller, may_write
from memary.interfaces.mcp.results import Status
from memary.interfaces.mcp.stdio import StdioServer
from memary.interfaces.mcp.texts import GUIDE, INSTRUCTIONS
from memary.interfaces.mcp.toolbox import MemoryTool, Method, Whose, changes_memory, told_to_caller, tool_of
from memary.interfaces.mcp.tools import MemoryTools
from memary.types.spaces import is_space

_READS = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
_ADDS = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False)
_DELETES = ToolAnnotations(read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=False)


_FORMER = frozenset({"search_facts"})
"""Tools that others do as well: search_memory finds facts, too. A shorter list leaves a model more room."""


_SPACES = {
    "add_memory": "A space, for its members.",
    "search_memory": "This space alone.",
    **dict.fromkeys(("search_facts", "get_entity", "list_memories", "delete_memory"), "In this space."),
}
"""What the parameter `space` of a tool is for; other tools have none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallerPermissions:
    """What callers may do beyond reading and writing the memory that is theirs."""

    user_argument: bool = False  # name another user
    clear: bool = False  # forget everything at once


class _MemoryServer(StdioServer):
    """A server that goes on answering calls of tools that it does not list any more.

    Who may only look is shown the tools that look.
    """

    async def list_tools(self) -> list[Tool]:
        listed = [tool for tool in await super().list_tools() if tool.name not in _FORMER]
        return listed if may_write() else [tool for tool in listed if not changes_memory(tool)]


def memory_server(
    memory: Memary, *, user_id: str | None, permissions: CallerPermissions = CallerPermissions()
) -> MCPServer:
    """Return an MCP server over an open memory, which stays the caller's to close.

    Args:
        memory: an open memory.
        user_id: whose memory callers read and write who come without an API key; None: none. `BearerGuard` over
            HTTP tells whose key a request shows.
        permissions: what else they may do.
    """
    server = _MemoryServer(
        "memary",
        title="memary, long-term memory",
        instructions=INSTRUCTIONS,
        version=__version__,
        log_level="ERROR",
        tools=list(_tools(MemoryTools(memory), permissions)),
        middleware=[Callers(user_id)],
    )
    _add_resources(server, memory)

    @server.prompt(title="Use your memory")
    def use_memory() -> str:  # pyright: ignore[reportUnusedFunction]  the server holds it
        """Teach the assistant when to search its memory, what to add to it, and how to cite it."""
        return GUIDE

    return server


def _tools(tools: MemoryTools, permissions: CallerPermissions) -> Iterator[MemoryTool]:
    offered: list[tuple[Method, str, ToolAnnotations]] = [
        (tools.add_memory, "Add to memory", _ADDS),
        (tools.search_memory, "Search memory", _READS),
        (tools.search_facts, "Search facts", _READS),
        (tools.get_entity, "Look up a person or thing", _READS),
        (tools.list_memories, "List memories", _READS),
        (tools.memory_context, "Recall for a question", _READS),
        (tools.delete_memory, "Delete from memory", _DELETES),
    ]
    if permissions.clear:
        offered.append((tools.clear_memory, "Forget everything", _DELETES))
    for method, title, hints in offered:
        whose = Whose(permissions.user_argument, _SPACES.get(method.__name__), tools.in_space)
        yield tool_of(method, title=title, annotations=hints, whose=whose)


def _add_resources(server: MCPServer, memory: Memary) -> None:
    @server.resource("memary://status", title="State of the memory", mime_type="application/json")
    async def status() -> str:  # pyright: ignore[reportUnusedFunction]  the server holds it
        """How much is remembered of the user, and how many messages still wait to be read for facts."""
        user_id = caller().user_id
        with _told():
            stats = await memory.admin.astats(user_id=user_id)
            grants = [] if is_space(user_id) else await memory.spaces.alist(user_id=user_id)
        return Status(
            user_id=user_id,
            messages=stats.messages,
            facts=stats.current_facts,
            entities=stats.entities,
            pending=stats.pending,
            failed=stats.failed,
            spaces={one.space: one.role for one in grants if one.joined},
            offline=memory.is_offline,
            version=__version__,
        ).model_dump_json(indent=2)

    @server.resource("memary://profile", title="Profile of the user", mime_type="text/markdown")
    async def profile() -> str:  # pyright: ignore[reportUnusedFunction]  the server holds it
        """What memory knows about the user, in sections: basics, preferences, goals, people, insights, style."""
        user_id = caller().user_id
        with _told():
            if not is_space(user_id) and user_id not in await memory.admin.ausers():
                return "Nothing is known about the user yet."
            return (await memory.insights.aprofile(user_id=user_id)).text


@contextmanager
def _told() -> Generator[None]:
    """Let a reader of a resource know what memory says went wrong."""
    try:
        yield
    except MemaryError as error:
        raise ResourceError(told_to_caller(error)) from error
