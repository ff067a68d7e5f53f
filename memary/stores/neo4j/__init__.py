"""Keep memory in Neo4j, as a graph that people can look at.

Importing this package imports the driver, which takes a second: only the factory does so.
"""

from memary.stores.neo4j.store import Neo4jStore

__all__ = ["Neo4jStore"]
