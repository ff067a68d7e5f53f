"""Bring a database to the newest schema, and tell whether it is there, and ours."""

from __future__ import annotations

import functools
import json
import sqlite3
import threading

from memary.errors import SchemaVersionError, StoreUnavailableError
from memary.stores.records import key_of
from memary.stores.sqlite.rows import owned_terms
from memary.stores.sqlite.schema import APPLICATION_ID, MIGRATIONS, noted_embedding
from memary.text.names.forms import sounds_of
from memary.text.names.node_names import is_nameable
from memary.text.record_text import entity_terms, fact_terms, message_terms
from memary.types import EmbeddingSpec


def check_ours(connection: sqlite3.Connection, location: str) -> None:
    """Refuse to write to a database that is not this memary's.

    Raises:
        SchemaVersionError: a newer memary has written the database, perhaps since it was opened.
        StoreUnavailableError: it belongs to another program.
    """
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    application: int = connection.execute("PRAGMA application_id").fetchone()[0]
    if application != APPLICATION_ID and (
        version or connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
    ):
        raise StoreUnavailableError(
            f"The store {location} belongs to another program: choose another file with --store."
        )
    if version > len(MIGRATIONS):
        raise SchemaVersionError(
            f"The store {location} has schema version {version}, this memary knows up to {len(MIGRATIONS)}: "
            "upgrade memary, or choose another store."
        )


def give_functions(connection: sqlite3.Connection) -> None:
    """Let the statements of migrations call what memary computes itself."""
    connection.create_function("is_nameable", 1, is_nameable)  # for schema 4
    connection.create_function("key_of", 2, key_of)  # for schema 5
    connection.create_function("fact_terms", 3, _fact_terms)  # for schema 14
    connection.create_function("sounds_of", 1, _sounds_of)  # for schema 15
    connection.create_function("message_terms", 3, _message_terms)  # for schema 16
    connection.create_function("entity_terms", 4, _entity_terms)  # for schema 17
    connection.create_function("halved_sketches", 1, _halved_sketches)  # for schema 16


def _halved_sketches(words: bytes) -> bytes:
    """Return the first four of the eight words of each sketch, a word of all after the other."""
    return b"".join(memoryview(words).cast("Q")[word::8].tobytes() for word in range(4))


def _fact_terms(owner: int, statement: str, predicate: str) -> str:
    return owned_terms(owner, fact_terms(statement, predicate))


def _message_terms(owner: int, speaker: str | None, content: str) -> str:
    return owned_terms(owner, message_terms(speaker, content))


def _entity_terms(owner: int, name: str, aliases: str, description: str) -> str:
    return owned_terms(owner, entity_terms((name, *json.loads(aliases)), description))


def _sounds_of(key: str) -> str:
    return json.dumps(sorted(sounds_of(key)))


def upgrade(connection: sqlite3.Connection) -> int:
    """Run the migrations that are missing, inside the caller's write transaction; return the version it had."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    for number, script in enumerate(MIGRATIONS[version:], start=version + 1):
        for statement in _statements(script):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {number}")
    if version == 0:
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    return version


def fill(connection: sqlite3.Connection) -> None:
    """Copy the newest tables into a database in memory that has none.

    A tenth of the time that migrating takes.
    """
    if connection.execute("PRAGMA user_version").fetchone()[0] == 0:
        with _FILLING:
            _empty().backup(connection)


_FILLING = threading.Lock()
"""For what is copied, which many stores have in common."""


@functools.cache
def _empty() -> sqlite3.Connection:
    """Return a database that has the newest tables and nothing in them."""
    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    give_functions(connection)
    upgrade(connection)
    return connection


def is_ready(connection: sqlite3.Connection, embedding: EmbeddingSpec) -> bool:
    """Return whether the database needs no write before its use; it may be read-only or locked."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    application: int = connection.execute("PRAGMA application_id").fetchone()[0]
    is_current = application == APPLICATION_ID and version == len(MIGRATIONS)
    return is_current and noted_embedding(connection) == embedding


def is_older(connection: sqlite3.Connection) -> bool:
    """Return whether an older memary has written the database, so that migrations are missing."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return 0 < version < len(MIGRATIONS)


def _statements(script: str) -> list[str]:
    # executescript would commit the caller's transaction, so the script is cut where a statement is complete
    statements: list[str] = []
    current = ""
    for line in script.splitlines(keepends=True):
        current += line
        if sqlite3.complete_statement(current):
            statements.append(current)
            current = ""
    return statements
