"""Make the models that memory works with from settings, or from what the caller gives.

A language model is in use as soon as a model, a key or a base URL is set. Without any of them memary is offline: it
quotes what it holds, extracts by rules, and `Models.notes` says so.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast

from pydantic import SecretStr

from memary.checks.faults import shown
from memary.entry_points import part_named
from memary.errors import ConfigurationError
from memary.models.base import ChatModel, Embedder, Reranker
from memary.models.built_in.chosen_embedding import BuiltInEmbedder
from memary.models.built_in.hash_embedding import HashEmbedder
from memary.models.built_in.sentence_embedding import SentenceEmbedder
from memary.models.built_in.word_embedding import WordEmbedder
from memary.models.context_sizes import DEFAULT_WINDOW, window_of
from memary.models.local_embedding import LocalEmbedder
from memary.models.openai.chat import OpenAIChat
from memary.models.openai.client import OPENAI_URL
from memary.models.openai.embedding import OpenAIEmbedder
from memary.models.replies.fence import FencedChat, FencedEmbedder, FencedReranker
from memary.settings import Settings
from memary.types import HASH_VECTORS, SENTENCE_VECTORS, SENTENCE_WORD_VECTORS, WORD_VECTORS

if TYPE_CHECKING:
    from llama_index.core.base.embeddings.base import BaseEmbedding
    from llama_index.core.llms import LLM

    ChatSource: TypeAlias = ChatModel | LLM | str
    EmbeddingSource: TypeAlias = Embedder | BaseEmbedding | str

DEFAULT_MODEL = "gpt-5-mini"
"""The chat model at OpenAI when there is a key and no model is named."""

DEFAULT_EXTERNAL_MODEL = "sonar"
"""The external model at Perplexity when there is a key and no model is named."""

_PERPLEXITY_URL = str(Settings.model_fields["external_base_url"].default)
_ONLINE = "set OPENAI_API_KEY, or MEMARY_BASE_URL and MEMARY_MODEL"
_NOTES = {
    "chat": f"No chat model is configured, so answers quote what memory holds: {_ONLINE}.",
    "extraction": f"No extraction model is configured, so facts are found by rules alone: {_ONLINE}.",
    "vision": f"No model that sees is configured, so the vision tool is off: {_ONLINE}.",
    "external": "The external model is not configured: set PERPLEXITY_API_KEY, or MEMARY_EXTERNAL_BASE_URL and "
    "MEMARY_EXTERNAL_MODEL.",
}


@dataclass(frozen=True, slots=True)
class Models:
    """The models in use, one per role.

    `notes` has a sentence for each role that does without, and what to set.
    """

    chat: ChatModel
    extraction: ChatModel | None  # None: by rules
    vision: ChatModel | None
    external: ChatModel | None
    embedder: Embedder
    reranker: Reranker | None
    notes: tuple[str, ...] = ()
    describes_images: bool = False  # whether pictures that come with messages are described
    owned: tuple[ChatModel | Embedder | Reranker, ...] = ()  # made here; those around the caller's stay open

    async def aclose(self) -> None:
        """Close the models that were made here; those the caller gave stay open."""
        for model in self.owned:
            await model.aclose()


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSources:
    """The models that a caller gives; None leaves a role to the settings."""

    chat: ChatSource | None = None
    extraction: ChatSource | None = None
    vision: ChatSource | None = None
    external: ChatSource | None = None
    embedding: EmbeddingSource | None = None
    reranker: Reranker | str | None = None
    reads_facts: bool = False  # whether an extractor of the caller's takes the place of the model


def build_models(settings: Settings, given: ModelSources | None = None) -> Models:
    """Return the models that a caller and the settings ask for; one that is given goes before its setting.

    Objects of the caller's own stand behind a fence, see `memary.models.replies.fence`; closing them is the
    caller's matter.

    A chat model is given as a `ChatModel`, as a LlamaIndex LLM or as a model's name; an embedding as an `Embedder`,
    as a LlamaIndex embedding or as `auto`, `sentences`, `words`, `hash`, `local:…`, `openai:…`, `own:…`. Extraction
    and vision use the chat model unless they have one of their own. Nothing is asked or downloaded yet.

    Raises:
        ConfigurationError: what is given contradicts itself, or is no such thing.
    """
    given = given or ModelSources()
    source = _chat_name(settings) if given.chat is None else given.chat
    chat = _offline(settings) if source is None else _chat(settings, "chat", source)
    shared = None if chat.is_offline else source
    extraction = _role_model(settings, "extraction", given.extraction, shared)
    vision = _role_model(settings, "vision", given.vision, shared)
    external = _external(settings, given.external)
    embedder = _embedder(settings, settings.embedding if given.embedding is None else given.embedding)
    ranker = _reranker(settings, given.reranker)
    is_named = given.vision is not None or settings.vision_model is not None
    online = {
        "chat": not chat.is_offline,
        "extraction": extraction or given.reads_facts,
        "vision": vision,
        "external": external,
    }
    used = (chat, extraction, vision, external, embedder, ranker)
    return Models(
        chat=chat,
        extraction=extraction,
        vision=vision,
        external=external,
        embedder=embedder,
        reranker=ranker,
        describes_images=vision is not None
        and (is_named if settings.describe_images is None else settings.describe_images),
        notes=tuple(note for role, note in _NOTES.items() if not online[role]),
        owned=tuple(model for model in used if model is not None),
    )


def chat_model(settings: Settings, source: ChatSource) -> ChatModel:
    """Return a chat model, from a name with what else the settings say of chat models.

    Raises:
        ConfigurationError: it cannot be asked, or is no such thing.
    """
    return _chat(settings, "chat", source)


def chat_window(settings: Settings) -> tuple[int, str]:
    """Return how many tokens the chat model of the settings reads, and how that is known."""
    if settings.context_window:
        return settings.context_window, settings.source_of("context_window")
    try:
        model = _chat_name(settings)
    except ConfigurationError:
        return DEFAULT_WINDOW, "default: no model is named"
    if model is None:
        return _offline(settings).context_window, "offline"
    known = window_of(model)
    return (known, f"model {model}") if known else (DEFAULT_WINDOW, f"default: {model} is not known")


def _chat_name(settings: Settings) -> str | None:
    """Return the chat model's name, None when memary is to work offline."""
    if settings.model or not (settings.base_url or settings.api_key):
        return settings.model
    if settings.base_url and settings.base_url.rstrip("/") != OPENAI_URL:
        raise ConfigurationError(
            f"MEMARY_BASE_URL (or OPENAI_BASE_URL) is {settings.base_url!r}, but no model is named: set MEMARY_MODEL."
        )
    return DEFAULT_MODEL


def _offline(settings: Settings) -> ChatModel:
    from memary.models.offline import WINDOW, OfflineChat  # noqa: PLC0415  only where it is needed

    return OfflineChat(settings.context_window or WINDOW)


def _role_model(
    settings: Settings, role: Literal["extraction", "vision"], given: ChatSource | None, shared: ChatSource | None
) -> ChatModel | None:
    """Return a role's own model, or the one of the chat; None when there is neither."""
    named = settings.extraction_model if role == "extraction" else settings.vision_model
    source = given if given is not None else named or shared
    if source is None:
        if _place(settings, role)[0]:
            raise ConfigurationError(
                f"MEMARY_{role.upper()}_BASE_URL is set, but no model is named: set MEMARY_{role.upper()}_MODEL."
            )
        return None
    model = _chat(settings, role, source)
    return None if model.is_offline else model


def _chat(settings: Settings, role: Literal["chat", "extraction", "vision", "external"], source: object) -> ChatModel:
    if isinstance(source, str):
        url, key = _place(settings, role)
        if not (url or key):
            raise ConfigurationError(
                f"The {role} model {source!r} cannot be called: set OPENAI_API_KEY, or MEMARY_BASE_URL for a server "
                "that needs no key."
            )
        return _openai_chat(settings, role, source, url, key)
    if _comes_from(source, "llama_index.core.base.llms.base", "BaseLLM"):
        from memary.models.llama_index import LlamaIndexChat  # noqa: PLC0415  llama_index is loaded already

        return LlamaIndexChat(cast("LLM", source), role, context_window=settings.context_window)
    if all(hasattr(source, name) for name in ("complete", "stream", "is_offline")):
        return FencedChat(source, role)
    raise ConfigurationError(
        f"{shown(source)} is not a {role} model: give a model's name, a LlamaIndex LLM or a memary ChatModel."
    )


def _openai_chat(
    settings: Settings, role: str, model: str, base_url: str | None, api_key: SecretStr | None
) -> OpenAIChat:
    return OpenAIChat(
        role=role,
        model=model,
        base_url=base_url,
        api_key=api_key,
        context_window=settings.context_window or window_of(model) or DEFAULT_WINDOW,
        temperature=settings.temperature,
        timeout=settings.request_timeout,
        max_retries=settings.max_retries,
    )


def _place(settings: Settings, role: str) -> tuple[str | None, SecretStr | None]:
    """Return base URL and key of a role.

    The common key is not shown to a server of the role's own.
    """
    places: Mapping[str, tuple[str | None, SecretStr | None]] = {
        "extraction": (settings.extraction_base_url, settings.extraction_api_key),
        "vision": (settings.vision_base_url, settings.vision_api_key),
        "embedding": (settings.embedding_base_url, settings.embedding_api_key),
    }
    url, key = places.get(role, (None, None))
    if url and url != settings.base_url:
        return url, key
    return settings.base_url, key or settings.api_key


def _external(settings: Settings, given: ChatSource | None) -> ChatModel | None:
    """Return the model that is asked when the graph does not know.

    Perplexity needs a key, other servers may not.
    """
    if given is not None and not isinstance(given, str):
        return _chat(settings, "external", given)
    url, key = settings.external_base_url, settings.external_api_key
    model = given or settings.external_model
    if url.rstrip("/") == _PERPLEXITY_URL:
        return _openai_chat(settings, "external", model or DEFAULT_EXTERNAL_MODEL, url, key) if key else None
    if not model:
        raise ConfigurationError(
            f"MEMARY_EXTERNAL_BASE_URL is {url!r}, but no model is named: set MEMARY_EXTERNAL_MODEL."
        )
    return _openai_chat(settings, "external", model, url, key)


def _embedder(settings: Settings, source: object) -> Embedder:
    if isinstance(source, str):
        return _named_embedder(settings, source)
    if _comes_from(source, "llama_index.core.base.embeddings.base", "BaseEmbedding"):
        from memary.models.llama_index import LlamaIndexEmbedder  # noqa: PLC0415  llama_index is loaded already

        return LlamaIndexEmbedder(cast("BaseEmbedding", source))
    return FencedEmbedder(_embeds(source))


def _embeds(source: object) -> object:
    if all(hasattr(source, name) for name in ("prepare", "embed")):
        return source
    raise ConfigurationError(
        f"{shown(source)} is not an embedding: give a name like 'openai:text-embedding-3-small', "
        "a LlamaIndex embedding or a memary Embedder."
    )


def _named_embedder(settings: Settings, source: str) -> Embedder:
    kind, _, name = source.strip().partition(":")
    wanted = settings.embedding_dimensions
    if kind == "auto" and not name:
        return BuiltInEmbedder(dimensions=wanted)
    if kind in (SENTENCE_VECTORS, SENTENCE_WORD_VECTORS) and not name:
        return SentenceEmbedder(with_words=True if kind == SENTENCE_WORD_VECTORS else None)
    if kind == WORD_VECTORS and not name:
        return WordEmbedder()
    if kind == HASH_VECTORS and not name:
        return HashEmbedder() if wanted is None else HashEmbedder(dimensions=wanted)
    if kind == "local" and name:
        return LocalEmbedder(name)
    if kind == "openai" and name:
        return _openai_embedder(settings, name)
    if kind == "own" and name:
        return FencedEmbedder(_embeds(part_named("embedders", name, settings)), is_owned=True)
    kinds = ["auto", SENTENCE_VECTORS, WORD_VECTORS, HASH_VECTORS, "local", "openai", "own"]
    close = get_close_matches(kind.lower(), kinds, n=1)
    meant = f" (did you mean {':'.join(filter(None, (close[0], name)))!r}?)" if close and close[0] != kind else ""
    raise ConfigurationError(
        f"{source!r} is not an embedding{meant}: choose auto, sentences, words, hash, local:<folder or model>, "
        "openai:<model> or own:<entry point>."
    )


def _openai_embedder(settings: Settings, model: str) -> OpenAIEmbedder:
    url, key = _place(settings, "embedding")
    if not (url or key):
        raise ConfigurationError(
            f"The embedding 'openai:{model}' cannot be called: set OPENAI_API_KEY, or MEMARY_EMBEDDING_BASE_URL for "
            "a server that needs no key."
        )
    return OpenAIEmbedder(
        model=model,
        base_url=url,
        api_key=key,
        dimensions=settings.embedding_dimensions,
        timeout=settings.request_timeout,
        max_retries=settings.max_retries,
    )


def _reranker(settings: Settings, given: Reranker | str | None) -> Reranker | None:
    source = settings.reranker if given is None else given
    if source is not None:
        ranker = part_named("rerankers", source, settings) if isinstance(source, str) else source
        if not hasattr(ranker, "rerank"):
            raise ConfigurationError(f"{shown(ranker)} is not a reranker: it needs a method `rerank`.")
        return FencedReranker(ranker, is_owned=isinstance(source, str))
    if settings.rerank_url:
        from memary.models.openai.rerank import HttpReranker  # noqa: PLC0415 - loads a client, which most do without

        return HttpReranker(
            settings.rerank_url, settings.rerank_model, settings.rerank_api_key, settings.request_timeout
        )
    if settings.rerank_model:
        raise ConfigurationError(
            f"MEMARY_RERANK_MODEL is {settings.rerank_model!r}, but no server is named: set MEMARY_RERANK_URL."
        )
    return None


def _comes_from(value: object, module: str, name: str) -> bool:
    """Return whether `value` is an instance of a class, without importing the class's module."""
    loaded: Any = sys.modules.get(module)
    return loaded is not None and isinstance(value, getattr(loaded, name))
