"""Put the driver's errors into memary's words: which setting to correct, what to start, when to retry."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from neo4j.exceptions import (
    AuthError,
    DriverError,
    Neo4jError,
    ServiceUnavailable,
    SessionExpired,
)
from neo4j.exceptions import ConfigurationError as DriverConfigurationError

from memary.errors import (
    ConfigurationError,
    MemaryError,
    StoreDownError,
    StoreError,
    StoreFullError,
    StoreReadOnlyError,
    StoreUnavailableError,
)

_FULL = ("no space left", "disk is full", "not enough space", "disk quota exceeded", "file too large")
_READ_ONLY = (
    "Neo.ClientError.General.WriteOnReadOnlyAccessDatabase",
    "Neo.ClientError.General.ForbiddenOnReadOnlyDatabase",
)
_UNAVAILABLE_CODES = (
    "Neo.TransientError.General.DatabaseUnavailable",
    "Neo.TransientError.Database.DatabaseUnavailable",
    "Neo.DatabaseError.Database.DatabaseUnavailable",
    "Neo.ClientError.Cluster.NotALeader",
)
_TIMED_OUT = ("Neo.ClientError.Transaction.TransactionTimedOut", "Neo.ClientError.Transaction.LockClientStopped")
_WEB_PORTS = (7474, 7473)
_BOLT_PORT = 7687


@dataclass(frozen=True, slots=True)
class Refusal:
    """What a database of a server raises, in words that name it as the settings do."""

    location: str
    username: str
    database: str

    def translated(self, error: Exception) -> MemaryError | None:
        """Return what to raise instead of an error of the driver; None if it is none of the driver's."""
        match error:
            case Neo4jError():
                return self._of_server(error.code or "", str(error.message or error), error)
            case DriverConfigurationError():
                return ConfigurationError(f"Neo4j at {self.location} cannot be used as configured: {error}")
            case SessionExpired() | AssertionError():  # the driver's own, of a connection that is no more
                return StoreDownError(
                    f"The connection to Neo4j at {self.location} broke before the answer came: try again; "
                    "nothing is stored twice."
                )
            case ServiceUnavailable() | OSError():
                return self.unreachable()
            case DriverError():
                return self._slow(str(error) or type(error).__name__)
            case ValueError():  # of resolving a name, or of what another kind of server says
                is_unknown_host = isinstance(error.__cause__, OSError)  # its name may be known once it runs
                kind = StoreDownError if is_unknown_host else StoreUnavailableError
                return kind(
                    f"The host of {self.location} cannot be found, or what answers there is no Neo4j: "
                    f"correct the address (NEO4J_URI, or the store if that names it).{self._hint()}"
                )
            case _ if type(error).__module__.partition(".")[0] == "neo4j":
                return StoreUnavailableError(
                    f"The server at {self.location} is not Neo4j 5 or newer: correct the address (NEO4J_URI, or the "
                    f"store if that names it).{self._hint()}"
                )
            case _:
                return None

    def unreachable(self) -> StoreDownError:
        """Return what to say when nobody answers."""
        return StoreDownError(
            f"No Neo4j answers at {self.location}: start it, e.g. make neo4j, or correct the address "
            f"(NEO4J_URI, or the store if that names it).{self._hint()}"
        )

    def read_only(self) -> StoreReadOnlyError:
        """Return what to say of a database that may only be read."""
        return StoreReadOnlyError(
            f"The database {self.database!r} of Neo4j at {self.location} is read-only, nothing was stored: let the "
            "server write to it (server.databases.default_to_read_only, server.databases.read_only), or choose "
            "another with --store."
        )

    def silent(self, seconds: float) -> StoreDownError:
        """Return what to say of a server that has a connection and does not answer."""
        return StoreDownError(
            f"Neo4j at {self.location} has not answered for {seconds:.0f} seconds: it hangs, or another program "
            "holds a lock. Look at the server and try again; nothing is stored twice."
        )

    def _hint(self) -> str:
        parts = urlsplit(self.location)
        if parts.port in _WEB_PORTS:
            return f" Port {parts.port} is the one of its web page; programs use {_BOLT_PORT}."
        if "+" in parts.scheme:
            plain = parts.scheme.partition("+")[0]
            return f" {parts.scheme}:// asks for TLS: write {plain}:// if the server has none."
        return ""

    def _of_server(self, code: str, text: str, error: Neo4jError) -> MemaryError:
        if any(sign in text.lower() for sign in _FULL):
            return StoreFullError(
                f"Neo4j at {self.location} has no space left, this was not written: free disk space and try again."
            )
        if isinstance(error, AuthError) or code.startswith("Neo.ClientError.Security."):
            return self._refused(code, text)
        if code.startswith("Neo.ClientError.Database.") or "in a user database" in text:  # the server's own: system
            return ConfigurationError(
                f"Neo4j at {self.location} has no database {self.database!r}: correct NEO4J_DATABASE."
            )
        if is_away(error):
            return self.unreachable()
        if code in _READ_ONLY:
            return self.read_only()
        if code.startswith("Neo.DatabaseError.Transaction."):
            return StoreUnavailableError(
                f"Neo4j at {self.location} has stopped its database after an error, which a full disk may cause: "
                "look at its log, make room, and start the server again. What was acknowledged is kept."
            )
        if code.startswith(_TIMED_OUT) or error.is_retryable():
            return self._slow(text)
        return StoreError(f"Neo4j at {self.location} refused a statement: {text} ({code})")

    def _slow(self, text: str) -> StoreDownError:
        return StoreDownError(f"Neo4j at {self.location} did not finish in time, try again: {text}")

    def _refused(self, code: str, text: str) -> ConfigurationError:
        match code:
            case "Neo.ClientError.Security.AuthenticationRateLimit":
                return ConfigurationError(
                    f"{self.location} refuses {self.username!r} after too many wrong passwords: "
                    "set NEO4J_PASSWORD and try again in a few seconds."
                )
            case "Neo.ClientError.Security.Forbidden":
                return ConfigurationError(
                    f"The user {self.username!r} may not do this at {self.location}: {text} "
                    "Grant the right or set NEO4J_USERNAME."
                )
            case _:
                return ConfigurationError(
                    f"The password for user {self.username!r} was refused by {self.location}: set NEO4J_PASSWORD."
                )


def is_away(error: Neo4jError) -> bool:
    """Tell whether a server answers, and its database does not."""
    return error.code in _UNAVAILABLE_CODES
