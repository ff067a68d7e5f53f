"""Fence in the Neo4j driver: its connection, and what it refuses in memary's words."""
