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
    from memary.agent.chat_agent import ChatAgent as ChatAgent
    from memary.agent.tools.registry import Tool as Tool
    from memary.agent.trace import AgentEvent as AgentEvent
    from memary.agent.trace import Answer as Answer
    from memary.agent.trace import Step as Step
    from memary.api.groups.operations import Forgetting as Forgetting
    from memary.api.verbs.receipt import Receipt as Receipt
    from memary.client import Memary as Memary
    from memary.conversation.context_window import ContextWindow as ContextWindow
    from memary.conversation.personas import Personas as Personas
    from memary.errors import AccessDeniedError as AccessDeniedError
    from memary.errors import BudgetExceededError as BudgetExceededError
    from memary.errors import ConfigurationError as ConfigurationError
    from memary.errors import EmbeddingMismatchError as EmbeddingMismatchError
    from memary.errors import InputError as InputError
    from memary.errors import MemaryError as MemaryError
    from memary.errors import MissingExtraError as MissingExtraError
    from memary.errors import ModelError as ModelError
    from memary.errors import ModelUnavailableError as ModelUnavailableError
    from memary.errors import NotAllowedError as NotAllowedError
    from memary.errors import NotFoundError as NotFoundError
    from memary.errors import StoreError as StoreError
    from memary.errors import StoreFullError as StoreFullError
    from memary.errors import StoreUnavailableError as StoreUnavailableError
    from memary.errors import ToolError as ToolError
    from memary.facts.evidence_map import MemoryMap as MemoryMap
    from memary.facts.news import News as News
    from memary.forgetting.plan import Manifest as Manifest
    from memary.ingestion.estimate import Estimate as Estimate
    from memary.ingestion.flush_report import FlushReport as FlushReport
    from memary.reflection.insights import ReflectionReport as ReflectionReport
    from memary.reflection.person.profile import Profile as Profile
    from memary.resolution.names.duplicates import Duplicate as Duplicate
    from memary.retrieval.hits import Hit as Hit
    from memary.runs import RunRecord as RunRecord
    from memary.runs import RunStatus as RunStatus
    from memary.runs import RunStep as RunStep
    from memary.settings import Settings as Settings
    from memary.stream.categories import CategoryCount as CategoryCount
    from memary.stream.entries import StreamPeriod as StreamPeriod
    from memary.stream.ranking import EntityKnowledge as EntityKnowledge
    from memary.stream.snapshot import Rewound as Rewound
    from memary.stream.themes import Theme as Theme
    from memary.stream.topic_segments import TopicShift as TopicShift
    from memary.stream.trends import Changes as Changes
    from memary.types import FOREVER as FOREVER
    from memary.types import Entity as Entity
    from memary.types import Fact as Fact
    from memary.types import Mention as Mention
    from memary.types import Message as Message
    from memary.types import MessageState as MessageState
    from memary.types import Operation as Operation
    from memary.types import Scope as Scope
    from memary.types import StoreStats as StoreStats
    from memary.types import Subgraph as Subgraph
    from memary.types.spaces import Grant as Grant
    from memary.types.spaces import SpaceRole as SpaceRole
    from memary.usage.budget import CapState as CapState
    from memary.usage.ledger import UsageReport as UsageReport

    __version__: str

_HOMES = {
    "agent.chat_agent": "ChatAgent",
    "agent.tools.registry": "Tool",
    "agent.trace": "AgentEvent Answer Step",
    "api.groups.operations": "Forgetting",
    "api.verbs.receipt": "Receipt",
    "client": "Memary",
    "conversation.context_window": "ContextWindow",
    "conversation.personas": "Personas",
    "errors": (
        "AccessDeniedError BudgetExceededError ConfigurationError EmbeddingMismatchError InputError "
        "MemaryError MissingExtraError ModelError ModelUnavailableError NotAllowedError NotFoundError "
        "StoreError StoreFullError StoreUnavailableError ToolError"
    ),
    "facts.evidence_map": "MemoryMap",
    "facts.news": "News",
    "forgetting.plan": "Manifest",
    "ingestion.estimate": "Estimate",
    "ingestion.flush_report": "FlushReport",
    "reflection.insights": "ReflectionReport",
    "reflection.person.profile": "Profile",
    "resolution.names.duplicates": "Duplicate",
    "retrieval.hits": "Hit",
    "runs": "RunRecord RunStatus RunStep",
    "settings": "Settings",
    "stream.categories": "CategoryCount",
    "stream.entries": "StreamPeriod",
    "stream.ranking": "EntityKnowledge",
    "stream.snapshot": "Rewound",
    "stream.themes": "Theme",
    "stream.topic_segments": "TopicShift",
    "stream.trends": "Changes",
    "types": "FOREVER Entity Fact Mention Message MessageState Operation Scope StoreStats Subgraph",
    "types.spaces": "Grant SpaceRole",
    "usage.budget": "CapState",
    "usage.ledger": "UsageReport",
}
_HOME_OF = {name: f"memary.{module}" for module, names in _HOMES.items() for name in names.split()}
_PUBLIC = sorted([*_HOME_OF, "__version__"])

if not TYPE_CHECKING:  # type checkers go by the imports above
    __all__ = _PUBLIC


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
    return _PUBLIC
