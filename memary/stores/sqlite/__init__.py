"""Keep memory in one SQLite file, or in none at all (`:memory:`), with full text and vector search."""

from memary.stores.sqlite.store import SqliteStore

__all__ = ["SqliteStore"]
