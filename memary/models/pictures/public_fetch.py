"""Fetch a URL that somebody else chose, without reaching into the network that memary runs in.

A model may be talked into asking for `http://169.254.169.254/` or for a name that points to the intranet. So every
address a name resolves to is checked, on every redirect, and the connection goes to the checked address itself: a
second look-up that answers differently has no effect.
"""

from __future__ import annotations

import socket
from collections.abc import Awaitable, Callable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import TypeAlias

import anyio
import httpx

from memary.errors import ToolError
from memary.text.redaction.logs import hide_keys_in_logs

Address: TypeAlias = IPv4Address | IPv6Address
Resolve: TypeAlias = Callable[[str, int], Awaitable[list[Address]]]

_MAX_REDIRECTS = 3
_CONNECT_SECONDS = 5.0  # so that a host with one dead address is still reached at the next
# routed like public addresses, though a cloud's own services, the nearest name server or nobody answers there
_NOT_PUBLIC = tuple(
    map(IPv4Network, ("168.63.129.16/32", "192.0.0.0/24", "192.31.196.0/24", "192.88.99.0/24", "192.175.48.0/24"))
)
_NOT_PUBLIC_6 = tuple(map(IPv6Network, ("2001:4:112::/48", "2620:4f:8000::/48", "3fff::/20")))
_GLOBAL_UNICAST = IPv6Network("2000::/3")
_NAT64 = IPv6Network("64:ff9b::/96")


def is_public(address: Address) -> bool:
    """Return whether an address belongs to the open internet, also after unwrapping IPv4 inside IPv6."""
    if isinstance(address, IPv4Address):
        reserved = address.is_multicast or address.is_reserved or any(address in net for net in _NOT_PUBLIC)
        return address.is_global and not reserved
    inner = address.ipv4_mapped or address.sixtofour
    if inner is None and address in _NAT64:
        inner = IPv4Address(int(address) & 0xFFFF_FFFF)
    if inner is not None:
        return is_public(inner)
    is_special = address.scope_id is not None or any(address in net for net in _NOT_PUBLIC_6)
    return address.is_global and not is_special and address in _GLOBAL_UNICAST


async def resolve(host: str, port: int) -> list[Address]:
    """Return every address of a host, in the system's order.

    Raises ToolError when there is none.
    """
    try:
        rows = await anyio.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise ToolError(f"The host {host!r} cannot be found.") from error
    return list(dict.fromkeys(ip_address(row[4][0]) for row in rows))


class CheckedTransport(httpx.AsyncBaseTransport):
    """An HTTP transport that connects to permitted addresses only, and to none it has not checked."""

    def __init__(self, *, permits: Callable[[Address], bool] = is_public, resolve: Resolve = resolve) -> None:
        self._permits = permits
        self._resolve = resolve
        self._inner = httpx.AsyncHTTPTransport()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Check where the request goes and send it there.

        Called by httpx once for every redirect.
        """
        if request.url.scheme not in ("http", "https"):
            raise ToolError(f"Only http and https addresses can be fetched, not {request.url.scheme!r}.")
        host = request.url.host
        port = request.url.port or {"http": 80, "https": 443}[request.url.scheme]
        if not 0 < port < 65_536:
            raise ToolError(f"{host} has no port {port}.")
        addresses = await self._resolve(host, port)
        if not addresses or not all(self._permits(address) for address in addresses):
            raise ToolError(f"The host {host!r} is not on the public internet, so nothing is fetched from it.")
        for address in addresses[:-1]:
            try:
                return await self._inner.handle_async_request(_pinned(request, address))
            except (httpx.ConnectError, httpx.ConnectTimeout):
                continue
        return await self._inner.handle_async_request(_pinned(request, addresses[-1]))

    async def aclose(self) -> None:
        """Close the connections."""
        await self._inner.aclose()


def _pinned(request: httpx.Request, address: Address) -> httpx.Request:
    """Return the same request sent to an address.

    The Host header and the name in the certificate stay the host's.
    """
    return httpx.Request(
        request.method,
        request.url.copy_with(host=str(address)),
        headers=request.headers,
        extensions={**request.extensions, "sni_hostname": request.url.host},
    )


async def fetch(
    url: str,
    *,
    transport: httpx.AsyncBaseTransport,
    max_bytes: int,
    accepts: Callable[[str], bool],
    seconds: float = 15.0,
) -> bytes:
    """Return the body at a URL, following at most three redirects.

    `accepts` is asked about the content type (lower case, without parameters, empty if none was sent). `seconds`
    bounds everything together. The transport is closed afterwards.

    Raises:
        ToolError: the host is not allowed or not there, or the answer is an error, too big or of another type.
    """
    hide_keys_in_logs("httpx")
    name = _host_of(url)
    client = httpx.AsyncClient(
        transport=transport,
        timeout=httpx.Timeout(seconds, connect=min(seconds, _CONNECT_SECONDS)),
        trust_env=False,  # a proxy would resolve names itself, and ~/.netrc would hand out passwords
        follow_redirects=True,
        max_redirects=_MAX_REDIRECTS,
        headers={"Accept-Encoding": "identity"},  # so that the size limit counts what is unpacked
    )
    try:
        with anyio.fail_after(seconds):
            async with client, client.stream("GET", url) as response:
                return await _read(response, max_bytes=max_bytes, accepts=accepts)
    except httpx.TooManyRedirects as error:
        raise ToolError(f"{name} redirects more than {_MAX_REDIRECTS} times.") from error
    except (httpx.UnsupportedProtocol, httpx.InvalidURL, UnicodeError) as error:
        raise ToolError(f"{name} is not a valid http or https address, or redirects to an invalid one.") from error
    except (httpx.TimeoutException, TimeoutError) as error:
        raise ToolError(f"{name} did not answer within {seconds:g} seconds.") from error
    except httpx.HTTPError as error:
        raise ToolError(f"{name} could not be fetched ({type(error).__name__}).") from error


async def _read(response: httpx.Response, *, max_bytes: int, accepts: Callable[[str], bool]) -> bytes:
    name = response.url.host
    if response.status_code != 200:
        raise ToolError(f"{name} answered with status {response.status_code}.")
    if response.headers.get("content-encoding", "identity").lower() != "identity":
        raise ToolError(f"{name} sent compressed data although it was asked not to.")
    kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    if not accepts(kind):
        raise ToolError(f"{name} sent {kind or 'data of no type'}, which is not what was asked for.")
    too_big = f"{name} sent more than {max_bytes / 1_000_000:g} MB."
    length = response.headers.get("content-length", "")
    if length.isdecimal() and int(length) > max_bytes:
        raise ToolError(too_big)
    body = bytearray()
    async for chunk in response.aiter_raw():
        body += chunk
        if len(body) > max_bytes:
            raise ToolError(too_big)
    return bytes(body)


def _host_of(url: str) -> str:
    """Return what messages call the URL: its host alone, since paths and queries may hold tokens."""
    try:
        return httpx.URL(url).host or "The address"
    except httpx.InvalidURL:
        return "The address"
