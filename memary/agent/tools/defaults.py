"""List the tools that an agent has from the start, besides `search`, which belongs to memory itself."""

from __future__ import annotations

from memary.agent.tools.locate import Locator
from memary.agent.tools.registry import Tool
from memary.errors import ToolError
from memary.models.base import ChatModel
from memary.settings import Settings

_LOCATE = (
    'Find a place or an address and return its coordinates and full address. Given "latitude, longitude", return the '
    "address there."
)
_VISION = (
    "Look at a picture and answer a question about it. image: the {kinds} that the user gave. question: what to find "
    "out."
)
_STOCKS = "Look up the latest price of a share. symbol: a ticker symbol such as AAPL, or the company's name."


def default_tools(settings: Settings, *, vision: ChatModel | None, files: bool = False) -> list[Tool]:
    """Return `locate`, `vision` and `stocks` as far as the settings name them, in their order.

    A tool that lacks its key or its model is there, but switched off, and says what to set. `vision` is the model
    that looks at pictures; `files` lets it look at files of this machine.
    """
    makers = {
        "locate": lambda: _locate(settings),
        "vision": lambda: _vision(vision, files=files),
        "stocks": lambda: _stocks(settings),
    }
    return [makers[name]() for name in dict.fromkeys(settings.tools) if name in makers]


def _locate(settings: Settings) -> Tool:
    locator = Locator(google_key=settings.googlemaps_api_key, by_ip=settings.locate_by_ip)
    return Tool("locate", _LOCATE, locator.locate)


def _vision(model: ChatModel | None, *, files: bool) -> Tool:
    kinds = "file path, http(s) address or data URL" if files else "http(s) address or data URL"
    description = _VISION.format(kinds=kinds)
    if model is None or model.is_offline:
        return _switched_off(
            "vision", description, "needs a model that sees: set MEMARY_VISION_MODEL or OPENAI_API_KEY"
        )
    from memary.models.pictures.reader import PictureReader  # noqa: PLC0415  httpx, in .1 s

    return Tool("vision", description, PictureReader(model, files=files).vision)


def _stocks(settings: Settings) -> Tool:
    if settings.alpha_vantage_api_key is None:
        return _switched_off("stocks", _STOCKS, "needs a key of Alpha Vantage: set MEMARY_ALPHA_VANTAGE_API_KEY")
    from memary.agent.tools.stocks import StockQuotes  # noqa: PLC0415  httpx, in .1 s

    return Tool("stocks", _STOCKS, StockQuotes(settings.alpha_vantage_api_key).stocks)


def _switched_off(name: str, description: str, reason: str) -> Tool:
    unavailable = f"The tool {name!r} is not configured: it {reason}."

    def function() -> str:
        """Refuse, also when called past the registry."""
        raise ToolError(unavailable)

    return Tool(name, description, function, unavailable)
