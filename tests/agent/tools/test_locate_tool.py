"""Places become coordinates and coordinates become addresses.

Nobody's own position is asked for unasked.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import pytest
import requests
from pydantic import SecretStr
from requests.adapters import HTTPAdapter
from support.web.web_server import Page, WebServer

from memary.agent.tools.locate import Locator
from memary.errors import ToolError

KEY = "google-key-0123456789"
GATE = {"lat": "52.5162699", "lon": "13.3777034", "display_name": "Brandenburger Tor, Pariser Platz, 10117 Berlin"}


def google(status: str, results: list[dict[str, Any]] | None = None) -> Page:
    return Page.json({"status": status, "results": results or [], "error_message": f"about key {KEY}"})


def google_result(address: str, lat: float, lng: float) -> dict[str, Any]:
    geometry = {"location": {"lat": lat, "lng": lng}, "location_type": "ROOFTOP"}
    return {"formatted_address": address, "geometry": geometry, "address_components": []}


@pytest.fixture
def server() -> Iterator[WebServer]:
    with WebServer({}) as server:
        yield server


def osm(server: WebServer, page: Page) -> Locator:
    server.routes["/search"] = page
    return Locator(url=f"{server.url}/search")


def maps(server: WebServer, page: Page) -> Locator:
    server.routes["/geocode"] = page
    return Locator(google_key=SecretStr(KEY), url=f"{server.url}/geocode")


def test_a_place_gets_its_full_address_and_coordinates(server: WebServer) -> None:
    answer = osm(server, Page.json([GATE])).locate(" Brandenburger Tor ")
    assert answer == "Brandenburger Tor, Pariser Platz, 10117 Berlin: 52.51627, 13.377703 (OpenStreetMap)."
    asked = server.requests[0]
    assert asked.query["q"] == "Brandenburger Tor"
    assert asked.headers["user-agent"].startswith("memary/")


@pytest.mark.parametrize(
    ("place", "sent"),
    [
        ("52.5163, 13.3777", "52.5163, 13.3777"),
        ("52.5163°N，13.3777°E", "52.5163, 13.3777"),
        ("33.86 S; 151.2 E", "-33.86, 151.2"),
        ("-5,7", "-5.0, 7.0"),
        ("0, 0", "0.0, 0.0"),
    ],
)
def test_coordinates_get_the_address_there(server: WebServer, place: str, sent: str) -> None:
    answer = osm(server, Page.json([GATE])).locate(place)
    assert server.requests[0].query["q"] == sent
    assert answer.endswith("is at: Brandenburger Tor, Pariser Platz, 10117 Berlin (OpenStreetMap).")


def test_impossible_coordinates_are_refused_without_asking_anyone(server: WebServer) -> None:
    with pytest.raises(ToolError, match="'91, 13' is not a point on Earth"):
        osm(server, Page.json([GATE])).locate("91, 13")
    assert server.requests == []


def test_google_maps_is_asked_when_there_is_a_key(server: WebServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOOGLE_CLIENT", "somebody")
    monkeypatch.setenv("GOOGLE_CLIENT_SECRET", "else")
    locator = maps(server, google("OK", [google_result("Pariser Platz, Berlin", 52.5, 13.4)]))
    assert locator.locate("Pariser Platz") == "Pariser Platz, Berlin: 52.5, 13.4 (Google Maps)."
    assert locator.locate("52.5,13.4") == "52.5, 13.4 is at: Pariser Platz, Berlin (Google Maps)."
    forward, reverse = server.requests
    assert (forward.query["address"], forward.query["key"]) == ("Pariser Platz", KEY)
    assert reverse.query["latlng"] == "52.5, 13.4"


def test_an_unknown_place_is_an_answer_not_an_error(server: WebServer) -> None:
    assert osm(server, Page.json([])).locate("Nowhereville") == "No place found for 'Nowhereville' (OpenStreetMap)."
    assert maps(server, google("ZERO_RESULTS")).locate("Nowhereville").startswith("No place found for")


@pytest.mark.parametrize(
    ("page", "message"),
    [
        (Page.json({}, status=429), "too many look-ups"),
        (Page.json({}, status=403), "OpenStreetMap refused the look-up"),
        (Page.json({}, status=500), "status 500"),
        (Page(b"<html>log in</html>", "text/html"), "status 200"),
        (Page.json({"error": "Unable to geocode"}), "cannot be read"),
        (Page.json(["?"]), "cannot be read"),
    ],
)
def test_trouble_with_nominatim_is_told(server: WebServer, page: Page, message: str) -> None:
    with pytest.raises(ToolError, match=message):
        osm(server, page).locate("Berlin")


@pytest.mark.parametrize(
    ("page", "message"),
    [
        (google("REQUEST_DENIED"), "Check MEMARY_GOOGLEMAPS_API_KEY"),
        (google("OVER_QUERY_LIMIT"), "too many look-ups"),
        (google("UNKNOWN_ERROR"), "could not do the look-up"),
        (Page.json({}, status=500), "status 500"),
    ],
)
def test_trouble_with_google_is_told_and_the_key_stays_secret(
    server: WebServer, page: Page, message: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    logging.getLogger("geocoder").setLevel(logging.DEBUG)  # as an application might have it
    with pytest.raises(ToolError, match=message) as caught:
        maps(server, page).locate("Berlin")
    assert KEY in server.requests[0].query["key"]
    assert KEY not in str(caught.value)
    assert KEY not in caplog.text


def test_an_unreachable_service_is_told() -> None:
    with WebServer({}) as server:
        gone = server.url
    with pytest.raises(ToolError, match="OpenStreetMap cannot be reached"):
        Locator(url=f"{gone}/search").locate("Berlin")


@pytest.mark.parametrize("place", ["", "  ", "Where am I?", "me", "我在哪里？"])
def test_nobodys_own_position_is_looked_up_unasked(place: str) -> None:
    with pytest.raises(ToolError, match="MEMARY_LOCATE_BY_IP"):
        Locator(session=_no_session).locate(place)


def test_the_callers_position_comes_from_the_network_address_when_allowed() -> None:
    body = {"ip": "203.0.113.9", "city": "Berlin", "region": "Land Berlin", "country": "DE", "loc": "52.52,13.40"}
    with WebServer({"/json": Page.json(body)}) as server:
        answer = Locator(by_ip=True, session=lambda: _session_for_ipinfo(server.url)).locate("")
    assert answer == ("Judging by the network address, about here: Berlin, Land Berlin, DE: 52.52, 13.4 (ipinfo.io).")


def test_a_network_address_that_tells_nothing_is_an_answer() -> None:
    with WebServer({"/json": Page.json({"ip": "192.168.1.2", "bogon": True})}) as server:
        answer = Locator(by_ip=True, session=lambda: _session_for_ipinfo(server.url)).locate("here")
    assert answer == "The network address does not tell where you are (ipinfo.io)."


def test_a_failed_look_up_of_the_callers_position_is_told() -> None:
    with (
        WebServer({"/json": Page.json({}, status=429)}) as server,
        pytest.raises(ToolError, match=r"ipinfo\.io has had too many"),
    ):
        Locator(by_ip=True, session=lambda: _session_for_ipinfo(server.url)).locate("")


def _no_session() -> requests.Session:
    raise AssertionError("something was about to be asked")


def _session_for_ipinfo(url: str) -> requests.Session:
    """A session that takes the fixed address of ipinfo.io to the test's own server."""

    class Detour(HTTPAdapter):
        def send(self, request: requests.PreparedRequest, *args: Any, **options: Any) -> requests.Response:
            assert request.url is not None
            request.url = request.url.replace("http://ipinfo.io", url)
            return super().send(request, *args, **options)

    session = requests.Session()
    session.mount("http://ipinfo.io", Detour())
    return session
