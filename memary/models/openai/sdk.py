"""Spare openai's client what it works out anew for each request: which headers go along, and what the address is.

Loading this module loads openai, which takes a second.
"""

from __future__ import annotations

from typing import Any

from openai import AsyncOpenAI, DefaultAsyncHttpxClient, Omit
from propcache.api import cached_property

_OF_THE_MACHINE = "x-stainless-"
"""How the headers begin that tell the server of the operating system, the processor and the Python of the client."""

_MOST_ADDRESSES = 16


class HttpClient(DefaultAsyncHttpxClient):
    """The client below openai's, which reads the few addresses that it asks once."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._addresses: dict[str, Any] = {}

    def build_request(self, method: str, url: Any, **given: Any) -> Any:
        """Return a request; see `httpx.Client.build_request`."""
        request = super().build_request(method, self._addresses.get(url, url), **given)
        if len(self._addresses) < _MOST_ADDRESSES and not given.get("params"):
            self._addresses[str(url)] = request.url
        return request


class Client(AsyncOpenAI):
    """openai's client, whose requests tell nothing of the machine that they come from."""

    @cached_property
    def _headers(self) -> dict[str, str | Omit]:
        given = super().default_headers
        return {name: value for name, value in given.items() if not name.lower().startswith(_OF_THE_MACHINE)}

    @property
    def default_headers(self) -> dict[str, str | Omit]:
        """Return what goes along with each request."""
        return self._headers
