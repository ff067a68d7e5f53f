"""Try whether the models that are set answer: each is asked something tiny."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic

from memary.errors import MemaryError
from memary.models.base import ChatModel, ChatTurn, Embedder
from memary.models.factory import Models, build_models
from memary.settings import Settings
from memary.types import Role


@dataclass(frozen=True, slots=True)
class Trial:
    """What a model of a role did; without an error it has answered.

    The name is empty where none was told.
    """

    role: str
    name: str
    seconds: float
    error: MemaryError | None = None


async def try_models(models: Models) -> list[Trial]:
    """Ask each model of a role that has one, and the embedding model, which was prepared."""
    return [*await _try_chats(models), await _try_embedder(models.embedder)]


async def try_settings(settings: Settings) -> list[Trial]:
    """Ask the models that settings name, which need not be in use.

    Raises:
        ConfigurationError: the settings contradict themselves.
    """
    models = build_models(settings)
    try:
        return [*await _try_chats(models), await _try_embedder(models.embedder, is_new=True)]
    finally:
        await models.aclose()


async def _try_chats(models: Models) -> list[Trial]:
    roles = {
        "chat": models.chat,
        "extraction": models.extraction,
        "vision": models.vision,
        "external": models.external,
    }
    return [await _try(role, model) for role, model in roles.items() if model is not None and not model.is_offline]


async def _try(role: str, model: ChatModel) -> Trial:
    started, error = monotonic(), None
    try:
        await model.complete([ChatTurn(Role.USER, "Say ok.")], max_tokens=1_024)  # it may have to think first
    except MemaryError as failed:
        error = failed
    return Trial(role, model.name, round(monotonic() - started, 2), error)


async def _try_embedder(embedder: Embedder, *, is_new: bool = False) -> Trial:
    started, name, error = monotonic(), "", None
    try:
        if is_new:
            await embedder.prepare()
        name = embedder.spec.name
        await embedder.embed(["ok"])
    except MemaryError as failed:
        error = failed
    return Trial("embedding", name, round(monotonic() - started, 2), error)
