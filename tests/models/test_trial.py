"""The trial of models that are set: each says whether it answers, one that is down too."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from support.model_server import Fault, ModelServer

from memary.errors import ModelUnavailableError
from memary.models.trial import try_settings
from memary.settings import Settings

pytestmark = pytest.mark.anyio


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        running.respond("ok")
        yield running


def settings_of(server: ModelServer) -> Settings:
    return Settings(base_url=server.base_url, model="scripted", embedding="openai:small", max_retries=0)


async def test_models_that_answer_say_so(server: ModelServer) -> None:
    told = {trial.role: trial for trial in await try_settings(settings_of(server))}
    assert {role for role, trial in told.items() if trial.error} == set()
    assert (told["chat"].name, told["embedding"].name) == ("scripted", "openai:small")


async def test_an_embedding_server_that_is_down_is_told_beside_models_that_answer(server: ModelServer) -> None:
    server.script_embeddings(Fault.status(503))
    told = {trial.role: trial for trial in await try_settings(settings_of(server))}
    assert isinstance(told["embedding"].error, ModelUnavailableError)
    assert told["chat"].error is None
