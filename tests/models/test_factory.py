"""Which models come of which settings and arguments."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from typing import Any

import pytest
from llama_index.core.embeddings import MockEmbedding
from llama_index.core.llms import MockLLM
from support.model_server import ModelServer

from memary.errors import ConfigurationError
from memary.models.base import ChatTurn, Completion
from memary.models.built_in.chosen_embedding import BuiltInEmbedder
from memary.models.factory import DEFAULT_EXTERNAL_MODEL, DEFAULT_MODEL, Models, ModelSources, build_models
from memary.models.llama_index import LlamaIndexChat, LlamaIndexEmbedder
from memary.models.openai.chat import OpenAIChat
from memary.models.openai.embedding import OpenAIEmbedder
from memary.settings import Settings
from memary.types import Role

LOCAL = "http://localhost:11434/v1"
LOCAL_CHAT = {"base_url": LOCAL, "model": "llama"}


@pytest.fixture(autouse=True)
def _no_settings_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.startswith(("MEMARY_", "OPENAI_", "PERPLEXITY_")):
            monkeypatch.delenv(name)


def models_of(*, arguments: dict[str, Any] | None = None, **settings: Any) -> Models:
    return build_models(Settings(**settings), ModelSources(**(arguments or {})))


def described(model: object) -> str | None:
    return None if model is None else repr(model)


def openai_chat(role: str, model: str, url: str = "https://api.openai.com/v1") -> str:
    return f"OpenAIChat(role={role!r}, model={model!r}, at={url!r})"


ONLINE: list[Any] = [
    pytest.param({"api_key": "k"}, openai_chat("chat", DEFAULT_MODEL), id="key"),
    pytest.param({"api_key": "k", "model": "gpt-x"}, openai_chat("chat", "gpt-x"), id="key-and-model"),
    pytest.param(LOCAL_CHAT, openai_chat("chat", "llama", LOCAL), id="server-and-model"),
    pytest.param({**LOCAL_CHAT, "api_key": "k"}, openai_chat("chat", "llama", LOCAL), id="everything"),
    pytest.param(
        {"api_key": "k", "base_url": "https://api.openai.com/v1/"}, openai_chat("chat", DEFAULT_MODEL), id="openai"
    ),
]


@pytest.mark.parametrize(("settings", "chat"), ONLINE)
def test_a_model_a_key_or_a_server_means_online(settings: dict[str, Any], chat: str) -> None:
    models = models_of(**settings)
    assert described(models.chat) == chat
    assert described(models.extraction) == chat.replace("'chat'", "'extraction'")
    assert described(models.vision) == chat.replace("'chat'", "'vision'")
    assert models.external is None
    assert len(models.notes) == 1
    assert "PERPLEXITY_API_KEY" in models.notes[0]


def test_without_anything_memary_is_offline_and_says_what_to_set() -> None:
    models = models_of()
    assert models.chat.is_offline
    assert (models.extraction, models.vision, models.external, models.reranker) == (None, None, None, None)
    assert isinstance(models.embedder, BuiltInEmbedder)
    chat, extraction, vision, external = models.notes
    assert "OPENAI_API_KEY" in chat
    assert "rules" in extraction
    assert "vision" in vision
    assert "PERPLEXITY_API_KEY" in external


def test_a_role_may_have_its_own_model_and_server() -> None:
    models = models_of(
        **LOCAL_CHAT,
        api_key="k",
        extraction_model="big",
        vision_model="eyes",
        vision_base_url="http://localhost:2/v1",
    )
    assert described(models.extraction) == openai_chat("extraction", "big", LOCAL)
    assert described(models.vision) == openai_chat("vision", "eyes", "http://localhost:2/v1")


def test_extraction_may_be_online_while_the_chat_is_not() -> None:
    models = models_of(extraction_model="big", extraction_base_url=LOCAL)
    assert models.chat.is_offline
    assert described(models.extraction) == openai_chat("extraction", "big", LOCAL)
    assert models.vision is None


EXTERNAL: list[Any] = [
    pytest.param({"external_api_key": "k"}, ("https://api.perplexity.ai", DEFAULT_EXTERNAL_MODEL), id="key"),
    pytest.param(
        {"external_api_key": "k", "external_model": "m"}, ("https://api.perplexity.ai", "m"), id="key-and-model"
    ),
    pytest.param({"external_base_url": LOCAL, "external_model": "m"}, (LOCAL, "m"), id="own-server"),
    pytest.param({"external_model": "m"}, None, id="model-without-key"),
]


@pytest.mark.parametrize(("settings", "expected"), EXTERNAL)
def test_the_external_model_needs_a_key_or_a_server_of_its_own(
    settings: dict[str, Any], expected: tuple[str, str] | None
) -> None:
    models = models_of(**LOCAL_CHAT, **settings)
    wanted = expected and openai_chat("external", expected[1], expected[0])
    assert described(models.external) == wanted
    assert any("PERPLEXITY_API_KEY" in note for note in models.notes) is (expected is None)


WRONG: list[Any] = [
    pytest.param({"base_url": LOCAL}, "set MEMARY_MODEL", id="server-without-model"),
    pytest.param({"base_url": LOCAL, "api_key": "k"}, "set MEMARY_MODEL", id="server-and-key-without-model"),
    pytest.param({"model": "gpt-x"}, "set OPENAI_API_KEY", id="model-without-key"),
    pytest.param({"vision_base_url": LOCAL}, "set MEMARY_VISION_MODEL", id="vision-server-without-model"),
    pytest.param(
        {**LOCAL_CHAT, "external_base_url": LOCAL}, "set MEMARY_EXTERNAL_MODEL", id="external-server-without-model"
    ),
    pytest.param({**LOCAL_CHAT, "rerank_model": "best"}, "set MEMARY_RERANK_URL", id="reranker-without-server"),
    pytest.param({**LOCAL_CHAT, "rerank_url": "localhost"}, "not the address", id="reranker-without-http"),
    pytest.param({"embedding": "openai:small"}, "set OPENAI_API_KEY", id="embedding-without-key"),
    pytest.param({**LOCAL_CHAT, "embedding": "opena:small"}, "did you mean 'openai:small'", id="misspelt"),
    pytest.param({**LOCAL_CHAT, "embedding": "Hash"}, "did you mean 'hash'", id="capital"),
    pytest.param(
        {**LOCAL_CHAT, "embedding": "openai:"},
        "choose auto, sentences, words, hash, local:",
        id="openai-without-name",
    ),
    pytest.param(
        {**LOCAL_CHAT, "embedding": "local"}, "choose auto, sentences, words, hash, local:", id="local-without-name"
    ),
    pytest.param({**LOCAL_CHAT, "embedding": "fasttext"}, "'fasttext' is not an embedding: choose", id="unknown"),
]


@pytest.mark.parametrize(("settings", "words"), WRONG)
def test_settings_that_contradict_each_other_name_what_to_set(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(ConfigurationError, match=words):
        models_of(**settings)


def test_embeddings_are_named_by_kind() -> None:
    assert models_of(**LOCAL_CHAT, embedding_dimensions=64).embedder.spec.dimensions == 64
    remote = models_of(**LOCAL_CHAT, embedding="openai:small", embedding_dimensions=8).embedder
    assert isinstance(remote, OpenAIEmbedder)
    assert repr(remote) == f"OpenAIEmbedder(model='small', at={LOCAL!r})"
    assert remote.spec.name == "openai:small"
    argument = models_of(arguments={"embedding": "openai:other"}, **LOCAL_CHAT, embedding="openai:small")
    assert "other" in repr(argument.embedder)


def test_a_reranker_comes_of_its_address() -> None:
    reranker = models_of(**LOCAL_CHAT, rerank_url="http://localhost:1/v1/rerank", rerank_model="best").reranker
    assert repr(reranker) == "HttpReranker(model='best', at='http://localhost:1/v1/rerank')"


def test_a_model_s_name_may_be_an_argument() -> None:
    models = models_of(arguments={"chat": "gpt-y", "extraction": "gpt-z"}, api_key="k", model="gpt-x")
    assert described(models.chat) == openai_chat("chat", "gpt-y")
    assert described(models.extraction) == openai_chat("extraction", "gpt-z")
    assert described(models.vision) == openai_chat("vision", "gpt-y")


def test_llama_index_s_objects_are_taken_as_they_are() -> None:
    models = models_of(arguments={"chat": MockLLM(), "embedding": MockEmbedding(embed_dim=4)})
    assert isinstance(models.chat, LlamaIndexChat)
    assert isinstance(models.extraction, LlamaIndexChat)
    assert isinstance(models.embedder, LlamaIndexEmbedder)


class OwnChat:
    """A chat model that a caller wrote."""

    name = "own"
    context_window = 4_000
    is_offline = False
    closed = False

    async def complete(self, turns: object, *, schema: object = None, max_tokens: int | None = None) -> Completion:
        return Completion("ok", 1, 1)

    def stream(self, turns: object, *, max_tokens: int | None = None) -> Any:
        raise NotImplementedError

    async def aclose(self) -> None:
        self.closed = True


def test_what_the_caller_gave_serves_every_role_and_is_not_closed() -> None:
    own = OwnChat()
    models = models_of(arguments={"chat": own})
    assert models.extraction is not None
    assert models.vision is not None
    assert models.chat.name == models.extraction.name == models.vision.name == "own"
    asyncio.run(models.aclose())
    assert not own.closed


@pytest.mark.parametrize("argument", [{"chat": object()}, {"chat": MockEmbedding(embed_dim=4)}, {"embedding": 3}])
def test_what_is_no_model_is_refused(argument: dict[str, Any]) -> None:
    with pytest.raises(ConfigurationError, match=r"is not an? (chat model|embedding)"):
        models_of(arguments=argument, **LOCAL_CHAT)


def test_the_common_key_is_shown_to_the_common_server_only() -> None:
    with ModelServer() as common, ModelServer() as other:
        models = models_of(
            base_url=common.base_url, api_key="sk-common", model="m", embedding="openai:e",
            extraction_base_url=other.base_url, vision_base_url=other.base_url, vision_api_key="sk-vision",
        )  # fmt: skip

        async def ask() -> None:
            for chat in (models.chat, models.extraction, models.vision):
                assert isinstance(chat, OpenAIChat)
                await chat.complete([ChatTurn(Role.USER, "Hello.")])
            await models.embedder.prepare()
            await models.aclose()

        asyncio.run(ask())
        assert {request.authorization for request in common.requests} == {"Bearer sk-common"}
        assert [request.authorization for request in other.requests] == ["Bearer none", "Bearer sk-vision"]


@pytest.mark.long
def test_neither_openai_nor_llama_index_is_imported_before_it_is_needed() -> None:
    program = (
        "import sys; from memary.models.factory import build_models; from memary.settings import Settings;"
        "build_models(Settings(base_url='http://localhost:1/v1', model='m'));"
        "print([name for name in ('openai', 'llama_index') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
