"""A server that a company's proxy or certificates hide is told with what to set."""

from __future__ import annotations

import pytest

from memary.models.openai.network import remedy_between

_PROXIES = ("http_proxy", "https_proxy", "all_proxy", "no_proxy")


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in _PROXIES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


def test_a_certificate_of_nobody_known_names_the_variable() -> None:
    said = remedy_between("https://models.example.org/v1", "[SSL: CERTIFICATE_VERIFY_FAILED] failed")
    assert "SSL_CERT_FILE" in said


def test_a_proxy_is_named_without_its_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://ada:secret@proxy.example.org:3128")
    said = remedy_between("http://models.example.org:11434/v1", "All connection attempts failed")
    assert "through the proxy http://proxy.example.org:3128: NO_PROXY=models.example.org avoids it" in said
    assert "secret" not in said


def test_nothing_is_said_where_nothing_stands_between(monkeypatch: pytest.MonkeyPatch) -> None:
    assert remedy_between("http://models.example.org/v1", "refused") == ""
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy.example.org:3128")
    assert remedy_between("http://models.example.org/v1", "refused") == ""
    monkeypatch.setenv("NO_PROXY", "models.example.org")
    assert remedy_between("https://models.example.org/v1", "refused") == ""
