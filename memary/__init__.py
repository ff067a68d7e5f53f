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
        BudgetExceededError,
        ConfigurationError,
        EmbeddingMismatchError,
        InputError,
        MemaryError,
        MissingExtraError,
        ModelError,
        ModelUnavailableError,
        NotFoundError,
        StoreError,
        StoreFullError,
        StoreUnavailableError,
        ToolError,
    )
    from memary.facade.writing import Receipt
    from memary.ingestion.estimate import Estimate
    from memary.ingestion.worker import FlushReport
    from memary.memory.budget import CapState
    from memary.memory.categories import CategoryCount
    from memary.memory.changes import Changes
    from memary.memory.duplicates import Duplicate
    from memary.memory.entities import EntityKnowledge
    from memary.memory.forgetting import Manifest
    from memary.memory.insights import ReflectionReport
    from memary.memory.memory_map import MemoryMap
    from memary.memory.profile import Profile
    from memary.memory.rewind import Rewound
    from memary.memory.runs import RunRecord, RunStatus, RunStep
    from memary.memory.shifts import TopicShift
    from memary.memory.stream import StreamPeriod
    from memary.memory.themes import Theme
    from memary.memory.usage import UsageReport
    from memary.retrieval.context import ContextWindow
    from memary.retrieval.hits import Hit
    from memary.settings import Settings
    from memary.types import (
        FOREVER,
        Entity,
        Fact,
        Mention,
        Message,
        MessageState,
        Operation,
        Scope,
        StoreStats,
        Subgraph,
    )

    __version__: str

_HOMES = {
    "memary.agent.routing": ("ChatAgent",),
    "memary.agent.tools.registry": ("Tool",),
    "memary.agent.trace": ("AgentEvent", "Answer", "Step"),
    "memary.client": ("Memary",),
    "memary.errors": (
        "BudgetExceededError",
        "ConfigurationError",
        "EmbeddingMismatchError",
        "InputError",
        "MemaryError",
        "MissingExtraError",
        "ModelError",
        "ModelUnavailableError",
        "NotFoundError",
        "StoreError",
        "StoreFullError",
        "StoreUnavailableError",
        "ToolError",
    ),
    "memary.facade.writing": ("Receipt",),
    "memary.ingestion.estimate": ("Estimate",),
    "memary.ingestion.worker": ("FlushReport",),
    "memary.memory.budget": ("CapState",),
    "memary.memory.categories": ("CategoryCount",),
    "memary.memory.changes": ("Changes",),
    "memary.memory.duplicates": ("Duplicate",),
    "memary.memory.entities": ("EntityKnowledge",),
    "memary.memory.forgetting": ("Manifest",),
    "memary.memory.insights": ("ReflectionReport",),
    "memary.memory.memory_map": ("MemoryMap",),
    "memary.memory.profile": ("Profile",),
    "memary.memory.rewind": ("Rewound",),
    "memary.memory.runs": ("RunRecord", "RunStatus", "RunStep"),
    "memary.memory.shifts": ("TopicShift",),
    "memary.memory.stream": ("StreamPeriod",),
    "memary.memory.themes": ("Theme",),
    "memary.memory.usage": ("UsageReport",),
    "memary.retrieval.context": ("ContextWindow",),
    "memary.retrieval.hits": ("Hit",),
    "memary.settings": ("Settings",),
    "memary.types": (
        "FOREVER",
        "Entity",
        "Fact",
        "Mention",
        "Message",
        "MessageState",
        "Operation",
        "Scope",
        "StoreStats",
        "Subgraph",
    ),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "FOREVER",
    "AgentEvent",
    "Answer",
    "BudgetExceededError",
    "CapState",
    "CategoryCount",
    "Changes",
    "ChatAgent",
    "ConfigurationError",
    "ContextWindow",
    "Duplicate",
    "EmbeddingMismatchError",
    "Entity",
    "EntityKnowledge",
    "Estimate",
    "Fact",
    "FlushReport",
    "Hit",
    "InputError",
    "Manifest",
    "Memary",
    "MemaryError",
    "MemoryMap",
    "Mention",
    "Message",
    "MessageState",
    "MissingExtraError",
    "ModelError",
    "ModelUnavailableError",
    "NotFoundError",
    "Operation",
    "Profile",
    "Receipt",
    "ReflectionReport",
    "Rewound",
    "RunRecord",
    "RunStatus",
    "RunStep",
    "Scope",
    "Settings",
    "Step",
    "StoreError",
    "StoreFullError",
    "StoreStats",
    "StoreUnavailableError",
    "StreamPeriod",
    "Subgraph",
    "Theme",
    "Tool",
    "ToolError",
    "TopicShift",
    "UsageReport",
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
