"""memary: long-term memory for LLM agents, kept in a knowledge graph that people can open and read.

    from memary import ChatAgent, Memary

    with Memary.open() as memory:
        memory.add("I moved to Berlin.", user_id="ada")
        print(ChatAgent(memory, user_id="ada").chat("Where do I live?").text)

Names are loaded when they are first used, so that importing memary costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memary.agent.routing import ChatAgent
    from memary.agent.tools.registry import Tool
    from memary.agent.trace import AgentEvent, Answer, Step
    from memary.client import Memary
    from memary.errors import (
        ConfigurationError,
        InputError,
        MemaryError,
        ModelError,
        NotFoundError,
        StoreError,
        ToolError,
    )
    from memary.facade.writing import Receipt
    from memary.ingestion.worker import FlushReport
    from memary.memory.entities import EntityKnowledge
    from memary.memory.runs import RunRecord, RunStep
    from memary.retrieval.context import ContextWindow
    from memary.retrieval.hits import Hit
    from memary.settings import Settings
    from memary.types import Entity, Fact, Mention, Message, Operation, Scope

    __version__: str

_HOMES = {
    "memary.agent.routing": ("ChatAgent",),
    "memary.agent.tools.registry": ("Tool",),
    "memary.agent.trace": ("AgentEvent", "Answer", "Step"),
    "memary.client": ("Memary",),
    "memary.errors": (
        "ConfigurationError",
        "InputError",
        "MemaryError",
        "ModelError",
        "NotFoundError",
        "StoreError",
        "ToolError",
    ),
    "memary.facade.writing": ("Receipt",),
    "memary.ingestion.worker": ("FlushReport",),
    "memary.memory.entities": ("EntityKnowledge",),
    "memary.memory.runs": ("RunRecord", "RunStep"),
    "memary.retrieval.context": ("ContextWindow",),
    "memary.retrieval.hits": ("Hit",),
    "memary.settings": ("Settings",),
    "memary.types": ("Entity", "Fact", "Mention", "Message", "Operation", "Scope"),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "AgentEvent",
    "Answer",
    "ChatAgent",
    "ConfigurationError",
    "ContextWindow",
    "Entity",
    "EntityKnowledge",
    "Fact",
    "FlushReport",
    "Hit",
    "InputError",
    "Memary",
    "MemaryError",
    "Mention",
    "Message",
    "ModelError",
    "NotFoundError",
    "Operation",
    "Receipt",
    "RunRecord",
    "RunStep",
    "Scope",
    "Settings",
    "Step",
    "StoreError",
    "Tool",
    "ToolError",
    "__version__",
]


def __getattr__(name: str) -> object:
    if name == "__version__":
        metadata = import_module("importlib.metadata")
        try:
            return metadata.version("memary")
        except metadata.PackageNotFoundError:  # run from a source tree that was never installed
            return "0+unknown"
    if name not in _HOME_OF:
        raise AttributeError(f"module 'memary' has no attribute {name!r}")
    value = getattr(import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
