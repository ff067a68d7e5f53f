"""Share prices by symbol or company, and a sentence for everything Alpha Vantage can answer instead."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
from pydantic import SecretStr
from support.web.web_server import Asked, Page, WebServer

from memary.agent.tools.stocks import StockQuotes
from memary.errors import ToolError

pytestmark = pytest.mark.anyio

KEY = "AV0123456789KEY"
QUOTE = {
    "01. symbol": "AAPL",
    "02. open": "187.5000",
    "05. price": "189.3000",
    "06. volume": "51234567",
    "07. latest trading day": "2026-11-20",
    "08. previous close": "187.0000",
    "09. change": "2.3000",
    "10. change percent": "1.2299%",
}
MATCH = {"1. symbol": "AAPL", "2. name": "Apple Inc", "8. currency": "USD", "9. matchScore": "0.8889"}


class AlphaVantage(WebServer):
    """Answers GLOBAL_QUOTE and SYMBOL_SEARCH with the page given for each."""

    def __init__(self) -> None:
        super().__init__({"/query": self._choose})
        self.pages = {
            "GLOBAL_QUOTE": Page.json({"Global Quote": QUOTE}),
            "SYMBOL_SEARCH": Page.json({"bestMatches": [MATCH]}),
        }

    def _choose(self, asked: Asked) -> Page:
        return self.pages[asked.query["function"]]

    def tool(self) -> StockQuotes:
        return StockQuotes(SecretStr(KEY), base_url=f"{self.url}/query")


@pytest.fixture
def server() -> Iterator[AlphaVantage]:
    with AlphaVantage() as server:
        yield server


async def test_a_symbol_gets_its_price_and_no_invented_currency(server: AlphaVantage) -> None:
    answer = await server.tool().stocks(" $AAPL ")
    assert answer == "AAPL: 189.30, +1.23 % on 2026-11-20 (close before: 187.00; volume: 51,234,567)."
    [asked] = server.requests
    assert asked.query == {"function": "GLOBAL_QUOTE", "symbol": "AAPL", "apikey": KEY}


@pytest.mark.parametrize("name", ["Apple", "aapl", "Apple Inc.", "苹果公司"])
async def test_a_company_is_searched_first_and_its_listing_tells_the_currency(
    server: AlphaVantage, name: str
) -> None:
    answer = await server.tool().stocks(name)
    assert answer.startswith("AAPL (Apple Inc): 189.30 USD, +1.23 % on 2026-11-20")
    assert [asked.query.get("keywords") or asked.query["symbol"] for asked in server.requests] == [name, "AAPL"]


async def test_falls_and_small_prices_are_written_out(server: AlphaVantage) -> None:
    quote = QUOTE | {"05. price": "0.0042", "10. change percent": "-12.5000%"}
    server.pages["GLOBAL_QUOTE"] = Page.json({"Global Quote": quote})
    assert (await server.tool().stocks("BRK-B")).startswith("BRK-B: 0.0042, -12.50 % on")


async def test_unknown_symbols_and_companies_are_told(server: AlphaVantage) -> None:
    server.pages["GLOBAL_QUOTE"] = Page.json({"Global Quote": {}})
    server.pages["SYMBOL_SEARCH"] = Page.json({"bestMatches": []})
    with pytest.raises(ToolError, match="not know the symbol 'NOPE'; try the company's name"):
        await server.tool().stocks("NOPE")
    with pytest.raises(ToolError, match="not know a listed company 'No Such Firm'"):
        await server.tool().stocks("No Such Firm")
    with pytest.raises(ToolError, match="Name a ticker symbol"):
        await server.tool().stocks(" ")


LIMIT_REACHED = f"We have detected your API key as {KEY} and our standard API rate limit is 25 requests per day."


@pytest.mark.parametrize(
    ("page", "message"),
    [
        (Page.json({"Note": "Thank you for using Alpha Vantage! 5 calls per minute."}), "request limit"),
        (Page.json({"Information": LIMIT_REACHED}), "request limit"),
        (Page.json({}, status=429), "request limit"),
        (Page.json({"Error Message": f"the parameter apikey {KEY} is invalid or missing."}), "refused the key"),
        (Page.json({"Information": "The **demo** API key is for demo purposes only."}), "refused the key"),
        (Page.json({}, status=403), "refused the key"),
        (Page.json({"Error Message": "Invalid API call."}), "give a ticker symbol"),
        (Page.json({"Information": "This is a premium endpoint."}), "does not cover"),
        (Page.json({}, status=503), "status 503"),
        (Page(b"<html>"), "cannot be read"),
        (Page.json([1]), "cannot be read"),
        (Page.json({"Global Quote": {"05. price": "NaN"}}), "cannot be read"),
        (Page.json({"Global Quote": QUOTE | {"05. price": "NaN"}}), "cannot be read"),
    ],
)
async def test_trouble_is_told_and_the_key_stays_secret(
    server: AlphaVantage, page: Page, message: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    server.pages["GLOBAL_QUOTE"] = page
    with pytest.raises(ToolError, match=message) as caught:
        await server.tool().stocks("AAPL")
    assert server.requests[0].query["apikey"] == KEY
    assert KEY not in str(caught.value)
    assert KEY not in caplog.text


async def test_an_unreachable_service_is_told() -> None:
    with AlphaVantage() as server:
        tool = server.tool()
    with pytest.raises(ToolError, match="cannot be reached"):
        await tool.stocks("AAPL")
