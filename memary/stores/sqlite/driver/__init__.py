"""Connections to a SQLite file: who may open it, in which thread, and what is refused."""
