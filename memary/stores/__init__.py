"""Where memory is kept. `open_store` makes a store from its URI; `base` is the contract."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit, urlunsplit

from memary.errors import ConfigurationError
from memary.settings import Settings, secret

if TYPE_CHECKING:
    from memary.stores.base import GraphStore

NEO4J_SCHEMES = frozenset({"neo4j", "neo4j+s", "neo4j+ssc", "bolt", "bolt+s", "bolt+ssc"})
_SQLITE = "sqlite"


def open_store(uri: str | None, settings: Settings) -> GraphStore:
    """Make the store a URI names; nothing is connected yet.

    Args:
        uri: `sqlite:///relative.db`, `sqlite:////absolute.db`, `sqlite://` or `sqlite:///:memory:` (gone at the end),
            a path, or a Neo4j address such as `neo4j://localhost:7687`. None: the settings decide, at last a file in
            the home folder.
        settings: user, password and database of Neo4j, home folder.

    Raises:
        ConfigurationError: no store has this scheme.
    """
    location = uri or settings.store or settings.neo4j_uri
    if location is None:
        return _sqlite(settings.home / "memary.db")
    scheme, separator, rest = location.partition("://")
    if not separator:
        return _sqlite(":memory:" if location == ":memory:" else Path(location).expanduser())
    if scheme == _SQLITE:
        path = unquote(rest.removeprefix("/"))
        return _sqlite(":memory:" if path in ("", ":memory:") else Path(path).expanduser())
    if scheme in NEO4J_SCHEMES:
        return _neo4j(location, settings)
    known = ", ".join(sorted(NEO4J_SCHEMES))
    raise ConfigurationError(
        f"No store has the scheme {scheme!r}: use sqlite:///file.db, or a Neo4j address ({known}), "
        "like neo4j://localhost:7687."
    )


def _sqlite(path: Path | str) -> GraphStore:
    return import_module("memary.stores.sqlite").SqliteStore(path)


def _neo4j(location: str, settings: Settings) -> GraphStore:
    parts = urlsplit(location)
    try:
        port = f":{parts.port}" if parts.port else ""
    except ValueError as error:
        raise ConfigurationError(f"The Neo4j address {location!r} cannot be read: {error}.") from error
    if not parts.hostname:
        raise ConfigurationError(f"The Neo4j address {location!r} has no host: write it like neo4j://localhost:7687.")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return import_module("memary.stores.neo4j").Neo4jStore(
        urlunsplit((parts.scheme, f"{host}{port}", "", parts.query, "")),
        username=unquote(parts.username) if parts.username else settings.neo4j_username,
        password=unquote(parts.password) if parts.password else secret(settings.neo4j_password),
        database=parts.path.strip("/") or settings.neo4j_database,
    )
