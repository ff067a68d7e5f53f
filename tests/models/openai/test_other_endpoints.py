"""Requests in the shapes that Azure, Gemini, Anthropic and a LiteLLM proxy want, by the settings alone."""

from __future__ import annotations

import pytest
from support.chatting import answer
from support.model_server import Fault, ModelServer

from memary import ChatAgent, ConfigurationError, Memary
from memary.errors import ModelAccessError

AZURE = "/openai/deployments/gpt-4o"
VERSION = "?api-version=2024-10-21"


@pytest.mark.parametrize(
    ("root", "query", "named"),
    [
        (AZURE, VERSION, {"api-key": "secret"}),
        ("/openai/v1", "", {}),  # Azure's newer address
        ("/v1beta/openai", "", {}),  # Gemini
        ("/v1", "", {}),  # Anthropic
        ("", "", {}),  # LiteLLM
    ],
)
def test_a_conversation_goes_to_the_address_of_the_settings(root: str, query: str, named: dict[str, str]) -> None:
    with ModelServer(root=root, dimensions=8) as server:
        url = f"{server.base_url}{query}"
        server.respond(answer("In Berlin."))
        with Memary.open(
            "sqlite:///:memory:",
            base_url=url,
            api_key="secret",
            model="scripted",
            embedding="openai:vectors",
            worker=False,
            max_retries=0,
        ) as memory:
            assert ChatAgent(memory, user_id="ada").chat("Where do I live?").text == "In Berlin."
        assert {request.target for request in server.requests} == {
            f"{root}/chat/completions{query}",
            f"{root}/embeddings{query}",
        }
        for request in server.requests:
            assert request.authorization == "Bearer secret"
            assert {name: request.headers.get(name) for name in named} == named


def test_each_role_has_a_deployment_of_its_own() -> None:
    with ModelServer(root="/openai/deployments/vectors", dimensions=8) as vectors, ModelServer(root=AZURE) as chat:
        chat.respond(answer("Hello."))
        with Memary.open(
            "sqlite:///:memory:",
            base_url=chat.base_url + VERSION,
            api_key="secret",
            model="gpt-4o",
            embedding="openai:vectors",
            embedding_base_url=vectors.base_url + VERSION,
            embedding_api_key="other",
            worker=False,
        ) as memory:
            ChatAgent(memory, user_id="ada").chat("Hello!")
        assert {request.headers["api-key"] for request in vectors.requests} == {"other"}
        assert {request.path for request in chat.requests} == {"/v1/chat/completions"}


def test_a_deployment_without_a_version_says_what_to_write() -> None:
    with pytest.raises(ConfigurationError, match=r"behind the address, MEMARY_BASE_URL=https.*\?api-version="):
        Memary.open("sqlite:///:memory:", base_url=f"https://x.openai.azure.com{AZURE}", api_key="k", model="gpt-4o")


def test_a_wrong_key_names_the_address_without_its_query() -> None:
    with ModelServer(root=AZURE) as server:
        server.respond(Fault.status(401, message="Access denied due to invalid subscription key"))
        with (
            Memary.open(
                "sqlite:///:memory:",
                base_url=server.base_url + VERSION,
                api_key="secret",
                model="gpt-4o",
                worker=False,
                max_retries=0,
            ) as memory,
            pytest.raises(ModelAccessError, match=f"refused by {server.base_url} ") as refused,
        ):
            ChatAgent(memory, user_id="ada").chat("Hello!")
    assert "secret" not in str(refused.value)
