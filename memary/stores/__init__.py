"""Keep memory: the contract of a store, SQLite, Neo4j, and exports.

`open_store` makes a store from its URI; `store.py` is the contract.
"""

from __future__ import annotations

import re
from importlib import import_module
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit, urlunsplit

from memary.errors import ConfigurationError
from memary.settings import Settings, secret

if TYPE_CHECKING:
    from memary.stores.store import Store

NEO4J_SCHEMES = frozenset({"neo4j", "neo4j+s", "neo4j+ssc", "bolt", "bolt+s", "bolt+ssc"})
_SQLITE = "sqlite"
_IN_MEMORY = ":memory:"


def open_store(uri: str | PathLike[str] | None, settings: Settings) -> Store:
    """Make the store a URI names; nothing is connected yet.

    Args:
        uri: `sqlite:///relative.db`, `sqlite:////absolute.db`, `sqlite://` or `sqlite:///:memory:` (gone at the end),
            a path, or a Neo4j address such as `neo4j://localhost:7687`. None: the settings decide, at last a file in
            the home folder.
        settings: user, password and database of Neo4j, home folder.

    Raises:
        ConfigurationError: no store has this scheme.
    """
    if isinstance(uri, PathLike):
        return _sqlite(fspath(uri))
    location = uri or settings.store or settings.neo4j_uri
    if location and location.partition("://")[0] in NEO4J_SCHEMES and "://" in location:
        return _neo4j(location, settings)
    return _sqlite(_named_file(location, settings))


def store_file(settings: Settings) -> Path | None:
    """Return the file, there or not, in which memory is kept.

    It is None if that is a server, or no file at all.

    Raises:
        ConfigurationError: no store has this scheme.
    """
    location = settings.store or settings.neo4j_uri
    if location and location.partition("://")[0] in NEO4J_SCHEMES:
        return None
    file = _named_file(location, settings)
    return None if file == _IN_MEMORY else Path(file).expanduser().absolute()


def _named_file(location: str | None, settings: Settings) -> str:
    """Return the file that a location names."""
    if location is None:
        return str(settings.home / "memary.db")
    scheme, separator, rest = location.partition("://")
    if scheme == _SQLITE and separator:
        return _file_of(location, rest)
    if not separator and location.partition(":")[0] not in NEO4J_SCHEMES | {_SQLITE, "file"}:
        return location
    known = ", ".join(sorted(NEO4J_SCHEMES))
    raise ConfigurationError(
        f"{location!r} is not a store: use sqlite:///file.db, or a Neo4j address ({known}), "
        "like neo4j://localhost:7687."
    )


def _file_of(location: str, rest: str) -> str:
    """Return the file of a SQLite URI from what stands behind its `sqlite://`."""
    name, mark, options = rest.partition("?")
    if mark:
        raise ConfigurationError(
            f"The store {location!r} has options ({options!r}), and a SQLite store takes none: "
            "leave them out, or write a ? of the file's name as %3F."
        )
    if rest == "/":
        raise ConfigurationError(
            f"The store {location!r} names no file: write sqlite:///file.db, or sqlite:///:memory: for one in memory."
        )
    return unquote(name.removeprefix("/")) or _IN_MEMORY


def _sqlite(path: Path | str) -> Store:
    if "\0" in str(path):
        raise ConfigurationError(f"The store {str(path)!r} cannot be a file: its name holds a NUL character.")
    store = import_module("memary.stores.sqlite").SqliteStore
    return store(path if path == _IN_MEMORY else Path(path).expanduser())


def _neo4j(location: str, settings: Settings) -> Store:
    shown = re.sub("//.*@", "//", location)  # without the password
    try:
        parts = urlsplit(location)
        port = f":{parts.port}" if parts.port else ""
    except ValueError as error:
        raise ConfigurationError(
            f"The Neo4j address {shown!r} cannot be read ({error}): write it like neo4j://localhost:7687."
        ) from error
    if not parts.hostname:
        raise ConfigurationError(f"The Neo4j address {shown!r} has no host: write it like neo4j://localhost:7687.")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return import_module("memary.stores.neo4j").Neo4jStore(
        urlunsplit((parts.scheme, f"{host}{port}", "", parts.query, "")),
        username=unquote(parts.username) if parts.username else settings.neo4j_username,
        password=unquote(parts.password) if parts.password else secret(settings.neo4j_password),
        database=parts.path.strip("/") or settings.neo4j_database,
    )
