"""Look up the latest price of a share at Alpha Vantage: the `stocks` tool."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation
from typing import Any, cast

import httpx
from pydantic import SecretStr

from memary.errors import ToolError
from memary.text.redaction.logs import hide_keys_in_logs

ALPHA_VANTAGE = "https://www.alphavantage.co/query"

_TICKER = re.compile(r"[A-Z0-9]{1,12}(?:[.\-][A-Z0-9]{1,6})?")
_UNREADABLE = "Alpha Vantage sent an answer that cannot be read; try again later."
_BAD_KEY = "Alpha Vantage refused the key: check MEMARY_ALPHA_VANTAGE_API_KEY."
_LIMIT = "Alpha Vantage's request limit is reached for now (free keys have a daily one); try again later."


class StockQuotes:
    """Looks up share prices with an Alpha Vantage key."""

    def __init__(self, api_key: SecretStr, *, base_url: str = ALPHA_VANTAGE, timeout: float = 15.0) -> None:
        self._api_key = api_key
        self._base_url = base_url
        self._timeout = timeout
        hide_keys_in_logs("httpx")

    async def stocks(self, symbol: str) -> str:
        """Look up the latest price of a share by its ticker symbol (AAPL, 600519.SHH) or by the company's name.

        Raises:
            ToolError: nothing is listed under that symbol or name, or Alpha Vantage did not answer the question.
        """
        asked = symbol.strip().removeprefix("$")
        if not asked:
            raise ToolError("Name a ticker symbol, such as AAPL, or a company.")
        async with httpx.AsyncClient(timeout=self._timeout) as client:
            if _TICKER.fullmatch(asked):
                return _report(asked, await self._quote(client, asked))
            match = await self._best_match(client, asked)
            ticker = match["1. symbol"]
            return _report(
                f"{ticker} ({match.get('2. name', asked)})",
                await self._quote(client, ticker),
                currency=match.get("8. currency", ""),
            )

    async def _quote(self, client: httpx.AsyncClient, ticker: str) -> dict[str, str]:
        answer = await self._ask(client, {"function": "GLOBAL_QUOTE", "symbol": ticker})
        quote = _strings(answer.get("Global Quote"))
        if not quote:
            raise ToolError(f"Alpha Vantage does not know the symbol {ticker!r}; try the company's name.")
        return quote

    async def _best_match(self, client: httpx.AsyncClient, name: str) -> dict[str, str]:
        answer = await self._ask(client, {"function": "SYMBOL_SEARCH", "keywords": name})
        matches = answer.get("bestMatches")
        if not isinstance(matches, list):
            raise ToolError(_UNREADABLE)
        for match in cast("list[Any]", matches):
            listed = _strings(match)
            if listed.get("1. symbol"):
                return listed
        raise ToolError(f"Alpha Vantage does not know a listed company {name!r}; try its ticker symbol.")

    async def _ask(self, client: httpx.AsyncClient, parameters: dict[str, str]) -> dict[str, Any]:
        parameters = {**parameters, "apikey": self._api_key.get_secret_value()}
        try:
            response = await client.get(self._base_url, params=parameters)
        except httpx.TimeoutException as error:
            raise ToolError(f"Alpha Vantage did not answer within {self._timeout:g} seconds.") from error
        except httpx.HTTPError as error:
            raise ToolError("Alpha Vantage cannot be reached; check the network and try again later.") from error
        if response.status_code in (401, 403):
            raise ToolError(_BAD_KEY)
        if response.status_code == 429:
            raise ToolError(_LIMIT)
        if not response.is_success:
            raise ToolError(f"Alpha Vantage could not answer (status {response.status_code}); try again later.")
        try:
            answer = response.json()
        except ValueError as error:
            raise ToolError(_UNREADABLE) from error
        if not isinstance(answer, dict):
            raise ToolError(_UNREADABLE)
        return _without_trouble(cast("dict[str, Any]", answer))


def _without_trouble(answer: dict[str, Any]) -> dict[str, Any]:
    """Return the reply, or raise what it reports in one of three fields with status 200, without the key."""
    remark = str(answer.get("Error Message") or answer.get("Information") or answer.get("Note") or "").lower()
    if not remark:
        return answer
    if re.search(r"api ?key\b.*\b(invalid|missing)|\bdemo\b", remark):
        raise ToolError(_BAD_KEY)
    if "Error Message" in answer:
        raise ToolError("Alpha Vantage could not use the request: give a ticker symbol such as AAPL.")
    if "premium endpoint" in remark:
        raise ToolError("This Alpha Vantage key does not cover that symbol.")
    raise ToolError(_LIMIT)


def _report(title: str, quote: dict[str, str], *, currency: str = "") -> str:
    try:
        price = _amount(quote["05. price"])
        change = Decimal(quote["10. change percent"].rstrip("%"))
        day = quote["07. latest trading day"]
        before = _amount(quote["08. previous close"])
        volume = int(quote["06. volume"])
    except (KeyError, ValueError, InvalidOperation) as error:
        raise ToolError(_UNREADABLE) from error
    unit = f" {currency}" if currency else ""
    return f"{title}: {price}{unit}, {change:+.2f} % on {day} (close before: {before}; volume: {volume:,})."


def _amount(text: str) -> str:
    """Return a price with two decimals, or with as many as it has: 189.30, 0.0042."""
    amount = Decimal(text)
    if not amount.is_finite():
        raise ValueError(f"{text} is not a price")
    decimals = len(f"{amount:f}".rstrip("0").partition(".")[2])
    return f"{amount:.{max(2, decimals)}f}"


def _strings(value: object) -> dict[str, str]:
    """Return the text fields of a JSON object; nothing for anything else."""
    if not isinstance(value, dict):
        return {}
    items = cast("dict[Any, Any]", value).items()
    return {str(key): text for key, text in items if isinstance(text, str)}
