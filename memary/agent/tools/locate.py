"""Look up where a place is, or what lies at given coordinates: the `locate` tool.

It asks OpenStreetMap (Nominatim), or Google Maps when there is a key. memary never looks up the caller's own position
unless that was switched on, because a third party would learn the address.
"""

from __future__ import annotations

import importlib
import logging
import re
import time
import warnings
from collections.abc import Callable
from functools import cache
from importlib import metadata
from threading import Lock
from typing import Any

from pydantic import SecretStr

from memary.errors import ToolError
from memary.languages import united
from memary.languages.scripts import FULL_STOPS, PAUSES
from memary.text.redaction.logs import hide_keys_in_logs

_COORDINATES = re.compile(
    r"\s*(?P<lat>[+-]?\d{1,3}(?:\.\d+)?)\s*°?\s*(?P<ns>[NSns])?"
    rf"\s*[{PAUSES}]\s*"
    r"(?P<lon>[+-]?\d{1,3}(?:\.\d+)?)\s*°?\s*(?P<ew>[EWew])?\s*"
)
_here = united(lambda language: language.kinds.here)
_NOTHING_FOUND = ("ERROR - No results found", "ZERO_RESULTS")
_OWN_POSITION = (
    "memary does not look up your own position, because a third party would learn your network address: "
    "name a place, or set MEMARY_LOCATE_BY_IP=true to allow it."
)

_nominatim_lock = Lock()
_nominatim_free_at = 0.0


class Locator:
    """Looks up places.

    `url` replaces the service's address, `session` makes the HTTP session (tests use both).
    """

    def __init__(
        self,
        *,
        google_key: SecretStr | None = None,
        by_ip: bool = False,
        url: str | None = None,
        session: Callable[[], Any] | None = None,
        timeout: float = 10.0,
    ) -> None:
        self._google_key = google_key
        self._by_ip = by_ip
        self._url = url
        self._session = session
        self._timeout = timeout

    @property
    def service(self) -> str:
        """The name of the service that is asked."""
        return "Google Maps" if self._google_key else "OpenStreetMap"

    def locate(self, place: str = "") -> str:
        """Find a place, or what is at given coordinates ("latitude, longitude"): coordinates and full address.

        Raises:
            ToolError: the service failed, the coordinates are impossible, or no place was named.
        """
        if _names_the_caller(place):
            return self._locate_caller()
        point = _coordinates(place)
        if point is None:
            found = self._ask(place.strip(), method="geocode")
        else:
            # as a list: out of a string the package picks numbers wrongly, or asks another service
            found = self._ask(list(point), method="reverse")
        return self._describe(place.strip(), point, found)

    def _locate_caller(self) -> str:
        if not self._by_ip:
            raise ToolError(_OWN_POSITION)
        found = self._query(_geocoder().ip, "me", service="ipinfo.io")
        if not found.ok or not found.address:
            return "The network address does not tell where you are (ipinfo.io)."
        return f"Judging by the network address, about here: {_place_of(found)} (ipinfo.io)."

    def _ask(self, location: str | list[float], *, method: str) -> Any:
        options: dict[str, Any] = {"method": method, "url": self._url or ""}
        if self._google_key is None:
            if self._url is None:
                _wait_for_nominatim()
            return self._query(_geocoder().osm, location, service=self.service, **options)
        return self._query(
            _geocoder().google,
            location,
            service=self.service,
            key=self._google_key.get_secret_value(),
            client=None,  # else it signs with GOOGLE_CLIENT from the environment
            rate_limit=False,  # its own limit sleeps, up to a day
            **options,
        )

    def _query(self, provider: Callable[..., Any], location: object, *, service: str, **options: Any) -> Any:
        make_session = self._session or importlib.import_module("requests").Session
        with make_session() as session:
            try:
                found = provider(
                    location, session=session, timeout=self._timeout, headers={"User-Agent": _user_agent()}, **options
                )
            except (AttributeError, KeyError, TypeError, ValueError) as error:  # it trusts what the service sends
                raise ToolError(f"{service} sent an answer that cannot be read; try again later.") from error
        if not found.ok and found.status not in _NOTHING_FOUND:
            raise ToolError(_trouble(service, found))
        return found

    def _describe(self, asked: str, point: tuple[float, float] | None, found: Any) -> str:
        if not found.ok or not found.address:
            return f"No place found for {asked!r} ({self.service})."
        if point is not None:
            return f"{_degrees(*point)} is at: {found.address} ({self.service})."
        return f"{_place_of(found)} ({self.service})."


def _names_the_caller(place: str) -> bool:
    name = place.strip().rstrip(f"{FULL_STOPS}").strip().lower()
    return not name or name in _here()


def _coordinates(place: str) -> tuple[float, float] | None:
    match = _COORDINATES.fullmatch(place)
    if match is None:
        return None
    latitude, longitude = float(match["lat"]), float(match["lon"])
    if (match["ns"] or "").lower() == "s":
        latitude = -latitude
    if (match["ew"] or "").lower() == "w":
        longitude = -longitude
    if abs(latitude) > 90 or abs(longitude) > 180:
        raise ToolError(
            f"{place.strip()!r} is not a point on Earth: give latitude (-90 to 90), then longitude (-180 to 180)."
        )
    return latitude, longitude


def _place_of(found: Any) -> str:
    point = found.latlng
    return f"{found.address}: {_degrees(*point)}" if point else str(found.address)


def _degrees(latitude: float, longitude: float) -> str:
    return f"{latitude:.6f}".rstrip("0").rstrip(".") + ", " + f"{longitude:.6f}".rstrip("0").rstrip(".")


def _trouble(service: str, found: Any) -> str:
    """Return one sentence about a failed look-up.

    The package's own text holds the URL, and with it the key.
    """
    if found.status == "REQUEST_DENIED" or found.status_code in (401, 403):
        remedy = " Check MEMARY_GOOGLEMAPS_API_KEY." if service == "Google Maps" else ""
        return f"{service} refused the look-up.{remedy}"
    if found.status in ("OVER_QUERY_LIMIT", "OVER_DAILY_LIMIT") or found.status_code == 429:
        return f"{service} has had too many look-ups from here; try again later."
    if found.status_code == "Unknown":
        return f"{service} cannot be reached; check the network and try again later."
    return f"{service} could not do the look-up (status {found.status_code}); try again later."


@cache
def _geocoder() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # newer Pythons complain about escapes in its sources
        module = importlib.import_module("geocoder")  # 0.15 s, and most runs never need it
    logging.getLogger("geocoder").setLevel(logging.CRITICAL + 1)  # it logs every failure as an error
    for logger in ("geocoder.base", "urllib3.connectionpool"):
        hide_keys_in_logs(logger)
    return module


@cache
def _user_agent() -> str:
    try:
        version = metadata.version("memary")
    except metadata.PackageNotFoundError:
        version = "dev"
    return f"memary/{version}"


def _wait_for_nominatim() -> None:
    """Keep to one request a second, as the public service's terms of use ask."""
    global _nominatim_free_at
    with _nominatim_lock:
        now = time.monotonic()
        start = max(now, _nominatim_free_at)
        _nominatim_free_at = start + 1.0
    time.sleep(start - now)
