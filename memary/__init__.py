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
    from memary.agent.chat_agent import ChatAgent
    from memary.agent.tools.registry import Tool
    from memary.agent.trace import AgentEvent, Answer, Step
    from memary.api.groups.operations import Forgetting
    from memary.api.verbs.receipt import Receipt
    from memary.client import Memary
    from memary.conversation.context_window import ContextWindow
    from memary.conversation.personas import Personas
    from memary.errors import (
        AccessDeniedError,
        BudgetExceededError,
        ConfigurationError,
        EmbeddingMismatchError,
        InputError,
        MemaryError,
        MissingExtraError,
        ModelError,
        ModelUnavailableError,
        NotAllowedError,
        NotFoundError,
        StoreError,
        StoreFullError,
        StoreUnavailableError,
        ToolError,
    )
    from memary.facts.evidence_map import MemoryMap
    from memary.facts.news import News
    from memary.forgetting.plan import Manifest
    from memary.ingestion.estimate import Estimate
    from memary.ingestion.flush_report import FlushReport
    from memary.reflection.insights import ReflectionReport
    from memary.reflection.person.profile import Profile
    from memary.resolution.names.duplicates import Duplicate
    from memary.retrieval.hits import Hit
    from memary.runs import RunRecord, RunStatus, RunStep
    from memary.settings import Settings
    from memary.stream.categories import CategoryCount
    from memary.stream.entries import StreamPeriod
    from memary.stream.ranking import EntityKnowledge
    from memary.stream.snapshot import Rewound
    from memary.stream.themes import Theme
    from memary.stream.topic_segments import TopicShift
    from memary.stream.trends import Changes
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
    from memary.types.spaces import Grant, SpaceRole
    from memary.usage.budget import CapState
    from memary.usage.ledger import UsageReport

    __version__: str

_HOMES = {
    "memary.agent.chat_agent": ("ChatAgent",),
    "memary.agent.tools.registry": ("Tool",),
    "memary.agent.trace": ("AgentEvent", "Answer", "Step"),
    "memary.client": ("Memary",),
    "memary.errors": (
        "AccessDeniedError",
        "BudgetExceededError",
        "ConfigurationError",
        "EmbeddingMismatchError",
        "InputError",
        "MemaryError",
        "MissingExtraError",
        "ModelError",
        "ModelUnavailableError",
        "NotAllowedError",
        "NotFoundError",
        "StoreError",
        "StoreFullError",
        "StoreUnavailableError",
        "ToolError",
    ),
    "memary.api.verbs.receipt": ("Receipt",),
    "memary.ingestion.estimate": ("Estimate",),
    "memary.ingestion.flush_report": ("FlushReport",),
    "memary.usage.budget": ("CapState",),
    "memary.stream.categories": ("CategoryCount",),
    "memary.stream.trends": ("Changes",),
    "memary.resolution.names.duplicates": ("Duplicate",),
    "memary.api.groups.operations": ("Forgetting",),
    "memary.stream.ranking": ("EntityKnowledge",),
    "memary.forgetting.plan": ("Manifest",),
    "memary.facts.news": ("News",),
    "memary.reflection.insights": ("ReflectionReport",),
    "memary.facts.evidence_map": ("MemoryMap",),
    "memary.reflection.person.profile": ("Profile",),
    "memary.stream.snapshot": ("Rewound",),
    "memary.runs": ("RunRecord", "RunStatus", "RunStep"),
    "memary.types.spaces": ("Grant", "SpaceRole"),
    "memary.stream.topic_segments": ("TopicShift",),
    "memary.stream.entries": ("StreamPeriod",),
    "memary.stream.themes": ("Theme",),
    "memary.usage.ledger": ("UsageReport",),
    "memary.conversation.context_window": ("ContextWindow",),
    "memary.conversation.personas": ("Personas",),
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
    "AccessDeniedError",
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
    "Forgetting",
    "Grant",
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
    "News",
    "NotAllowedError",
    "NotFoundError",
    "Operation",
    "Personas",
    "Profile",
    "Receipt",
    "ReflectionReport",
    "Rewound",
    "RunRecord",
    "RunStatus",
    "RunStep",
    "Scope",
    "Settings",
    "SpaceRole",
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
