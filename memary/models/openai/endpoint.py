"""Address a model's server, and tell what its refusals mean.

Every client here speaks of its model through an `Endpoint`, so that the same fault reads the same way whether it came
from a chat model, an embedding model or a reranker: a `ModelUnavailableError` for what may pass, a
`ModelAccessError` for what a setting cures, a `ModelRejectedError` for what will never work. Each names the server,
the model and the setting to look at. Keys never appear in a message: the server's own words are searched for the key
before they are quoted.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, NamedTuple, cast
from urllib.parse import parse_qsl, urlsplit

from pydantic import SecretStr

from memary.errors import (
    ConfigurationError,
    EmptyReplyError,
    ModelAccessError,
    ModelError,
    ModelOutputError,
    ModelRejectedError,
    ModelUnavailableError,
)
from memary.models.openai.network import remedy_between

_DETAIL_CHARS = 200
_PASSING = frozenset({408, 409, 425, 429})


class _SettingNames(NamedTuple):
    key: str
    address: str
    model: str


_SETTINGS = {
    "chat": _SettingNames("OPENAI_API_KEY or MEMARY_API_KEY", "MEMARY_BASE_URL", "MEMARY_MODEL"),
    "extraction": _SettingNames(
        "MEMARY_EXTRACTION_API_KEY, OPENAI_API_KEY or MEMARY_API_KEY",
        "MEMARY_EXTRACTION_BASE_URL or MEMARY_BASE_URL",
        "MEMARY_EXTRACTION_MODEL or MEMARY_MODEL",
    ),
    "vision": _SettingNames(
        "MEMARY_VISION_API_KEY, OPENAI_API_KEY or MEMARY_API_KEY",
        "MEMARY_VISION_BASE_URL or MEMARY_BASE_URL",
        "MEMARY_VISION_MODEL or MEMARY_MODEL",
    ),
    "embedding": _SettingNames(
        "MEMARY_EMBEDDING_API_KEY, OPENAI_API_KEY or MEMARY_API_KEY",
        "MEMARY_EMBEDDING_BASE_URL or MEMARY_BASE_URL",
        "MEMARY_EMBEDDING",
    ),
    "external": _SettingNames(
        "PERPLEXITY_API_KEY or MEMARY_EXTERNAL_API_KEY", "MEMARY_EXTERNAL_BASE_URL", "MEMARY_EXTERNAL_MODEL"
    ),
    "rerank": _SettingNames("MEMARY_RERANK_API_KEY", "MEMARY_RERANK_URL", "MEMARY_RERANK_MODEL"),
}


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One model at one address, in one role ("chat", "extraction", "embedding", …).

    Raises:
        ConfigurationError: the address is none, or no HTTP header can carry the key.
    """

    role: str
    model: str
    url: str = field(repr=False)  # may hold a password
    api_key: SecretStr | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if not is_web_address(self.url):
            raise ConfigurationError(
                f"{self.address!r} is not the address of a model server: "
                f"write {self._settings.address} like http://localhost:11434/v1."
            )
        if not (self.key.isascii() and self.key.isprintable()):
            raise ConfigurationError(
                f"The key for {self.address} holds characters that cannot be sent: set {self._settings.key} again."
            )

        if self.is_azure and "api-version" not in self.query:
            raise ConfigurationError(
                f"{self.address} is a deployment at Azure OpenAI: write the version of its API behind the address, "
                f"{self._settings.address}={self.address}?api-version=2024-10-21."
            )

    @property
    def base_url(self) -> str:
        """Return the address without its query: what paths are added to."""
        return re.split(r"[?#]", self.url)[0]

    @property
    def query(self) -> dict[str, str]:
        """Return what is sent behind each path, as Azure's `api-version`."""
        return dict(parse_qsl(urlsplit(self.url).query))

    @property
    def is_azure(self) -> bool:
        """Whether it is a deployment at Azure OpenAI, which takes its key in a header of its own."""
        return "/openai/deployments/" in urlsplit(self.url).path

    @property
    def headers(self) -> dict[str, str]:
        """Return what goes along with each request."""
        return {"api-key": self.key} if self.is_azure and self.key else {}

    @property
    def key(self) -> str:
        """Return the key in the clear, for the request only; "" if there is none."""
        return self.api_key.get_secret_value().strip() if self.api_key else ""

    @property
    def address(self) -> str:
        """Return the address without user name, password and query."""
        return re.sub(r"//[^/]*@", "//", re.split(r"[?#]", self.url)[0]).rstrip("/")

    def silent(self, seconds: float) -> ModelUnavailableError:
        """Return the error for no answer, or no next piece of one, in time."""
        return ModelUnavailableError(
            f"The model server at {self.address} did not answer for {self.model!r} within {seconds:g} s. "
            "Try again later, or raise MEMARY_REQUEST_TIMEOUT."
        )

    def endless(self, seconds: float) -> ModelUnavailableError:
        """Return the error for a stream that does not end."""
        return ModelUnavailableError(
            f"The model {self.model!r} at {self.address} was still writing its answer after {seconds:g} s, and was "
            "stopped. Try again, or raise MEMARY_REQUEST_TIMEOUT: an answer may take ten times as long."
        )

    def unreachable(self, reason: str) -> ModelUnavailableError:
        """Return the error for a connection that failed or broke."""
        return ModelUnavailableError(
            f"The model server at {self.address} cannot be reached for {self.model!r}{self._quote(reason)}. "
            f"Check that it runs and that {self._settings.address} is right, then try again."
            f"{remedy_between(self.url, reason)}"
        )

    def cut_off(self) -> ModelUnavailableError:
        """Return the error for a stream that ended too early."""
        return ModelUnavailableError(
            f"The model server at {self.address} broke off the answer of {self.model!r}. Try again."
        )

    def unreadable(self) -> ModelUnavailableError:
        """Return the error for an answer outside the protocol: a web page, half a body."""
        return ModelUnavailableError(
            f"The model server at {self.address} answered for {self.model!r} with something other than the JSON of "
            f"its protocol. Check that {self._settings.address} is right, then try again."
        )

    def failed(self, detail: str) -> ModelUnavailableError:
        """Return the error for a failure reported without an HTTP status."""
        return ModelUnavailableError(
            f"The model server at {self.address} reported an error for {self.model!r}{self._quote(detail)}. "
            "Try again later."
        )

    def unusable(self, reason: str) -> ModelOutputError:
        """Return the error for a proper answer without usable content; `reason` ends its sentence."""
        return ModelOutputError(f"The model {self.model!r} at {self.address} {reason}.")

    def empty(self) -> EmptyReplyError:
        """Return the error for a proper answer without any text."""
        return EmptyReplyError(f"The model {self.model!r} at {self.address} answered nothing.")

    def refused(self, status: int, detail: str, *, retry_after: str | None = None) -> ModelError:
        """Return the error for an HTTP status other than 2xx.

        Args:
            status: it.
            detail: the server's own words.
            retry_after: the header of that name.
        """
        if status in (401, 403):
            reason = self._quote(detail) if status == 403 else ""  # a 401 repeats parts of the key
            return ModelAccessError(
                f"The key was refused by {self.address} (status {status}{reason}): set {self._settings.key}."
            )
        if status == 404:
            return ModelAccessError(
                f"The model server at {self.address} knows no model {self.model!r}{self._quote(detail)}. "
                f"Check {self._settings.model} and {self._settings.address}."
            )
        if status >= 500 or status in _PASSING:
            return ModelUnavailableError(
                f"The model server at {self.address} answered {status} for {self.model!r}{self._quote(detail)}. "
                "Try again later.",
                retry_after=_seconds(retry_after),
            )
        kind = ModelAccessError if status in (402, 405) else ModelRejectedError  # no credit left, or no such service
        return kind(
            f"The model server at {self.address} refused the request to {self.model!r} "
            f"(status {status}){self._quote(detail)}."
        )

    @property
    def _settings(self) -> _SettingNames:
        return _SETTINGS.get(self.role, _SETTINGS["chat"])

    def _quote(self, detail: str) -> str:
        said = quotable(detail, self.key)
        return f": {said}" if said else ""


def quotable(detail: str, key: str = "") -> str:
    """Return another program's words for use in a sentence: short, on one line, without `key`."""
    said = detail.replace(key, "***") if len(key) > 3 else detail  # "any" is a word, not a secret
    said = re.sub(r"\s+", " ", said).strip().rstrip(".")
    if said.startswith("<"):  # a gateway's web page says nothing to people
        return ""
    return f"{said[: _DETAIL_CHARS - 1]}…" if len(said) > _DETAIL_CHARS else said


def _seconds(retry_after: str | None) -> float | None:
    """Return the seconds that a Retry-After header tells, as a number or as a date; None if it tells none."""
    if retry_after is None:
        return None
    try:
        return max(0.0, float(retry_after))
    except ValueError:
        pass
    try:
        return max(0.0, (parsedate_to_datetime(retry_after) - datetime.now(UTC)).total_seconds())
    except (TypeError, ValueError):  # no date, or one without its zone
        return None


def sendable(text: str) -> str:
    """Return `text` without halves of surrogate pairs, which no request can carry."""
    return text.encode("utf-8", "replace").decode()


def is_web_address(url: str) -> bool:
    """Return whether `url` is an http or https address with a host and, if any, a valid port."""
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def server_detail(body: object) -> str:
    """Return the server's own short message from the body of a refusal, decoded or not.

    It is "" if there is none. Understands OpenAI's `{"error": {"message": …}}`, FastAPI's `{"detail": …}` and plain
    texts.
    """
    if isinstance(body, Mapping):
        known = cast("Mapping[str, Any]", body)
        said = next((known[name] for name in ("message", "detail", "error", "msg") if known.get(name)), "")
        return server_detail(said)
    if isinstance(body, list) and body:
        return server_detail(cast("list[Any]", body)[0])
    if not isinstance(body, str):
        return ""
    if body.lstrip().startswith(("{", "[")):
        try:
            return server_detail(json.loads(body))
        except ValueError:
            return body
    return body
