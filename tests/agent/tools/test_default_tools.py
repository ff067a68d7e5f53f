"""The agent starts with the tools that the settings name; a missing key switches off that tool alone."""

from __future__ import annotations

import pytest
from support.model_server import ModelServer

from memary.agent.tools.defaults import default_tools
from memary.agent.tools.registry import ToolRegistry
from memary.errors import ToolError
from memary.models.openai.chat import OpenAIChat
from memary.settings import Settings

pytestmark = pytest.mark.anyio


def settings(**given: object) -> Settings:
    return Settings.model_validate({"googlemaps_api_key": None, "alpha_vantage_api_key": None, **given})


@pytest.mark.parametrize(
    ("named", "made"),
    [
        (("search", "locate", "vision", "stocks"), ["locate", "vision", "stocks"]),
        (("stocks", "search", "locate"), ["stocks", "locate"]),
        (("vision", "vision"), ["vision"]),
        ((), []),
    ],
)
def test_the_tools_named_are_made_in_their_order(named: tuple[str, ...], made: list[str]) -> None:
    assert [tool.name for tool in default_tools(settings(tools=named), vision=None)] == made


async def test_without_keys_the_rest_works_and_each_missing_one_says_what_to_set() -> None:
    registry = ToolRegistry(default_tools(settings(), vision=None))
    assert [tool.name for tool in registry.enabled()] == ["locate"]
    with pytest.raises(ToolError, match=r"not configured.*MEMARY_VISION_MODEL"):
        await registry.call("vision", {"image": "cat.png"})
    with pytest.raises(ToolError, match=r"not configured.*MEMARY_ALPHA_VANTAGE_API_KEY"):
        await registry.call("stocks", {"symbol": "AAPL"})


async def test_with_keys_everything_is_on() -> None:
    with ModelServer() as server:
        model = OpenAIChat(role="vision", model="scripted", base_url=server.base_url, context_window=8192)
        registry = ToolRegistry(default_tools(settings(alpha_vantage_api_key="key"), vision=model))
        assert [tool.name for tool in registry.enabled()] == ["locate", "vision", "stocks"]
        await model.aclose()


async def test_own_position_is_off_unless_the_settings_allow_it() -> None:
    registry = ToolRegistry(default_tools(settings(), vision=None))
    with pytest.raises(ToolError, match="MEMARY_LOCATE_BY_IP"):
        await registry.call("locate", {})
