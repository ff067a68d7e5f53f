"""The conformance suite over every store: SQLite in memory, SQLite on disk, Neo4j."""

from __future__ import annotations

import pytest

from stores.conformance.grants import *  # noqa: F403
from stores.conformance.graph.deltas import *  # noqa: F403
from stores.conformance.graph.grounds import *  # noqa: F403
from stores.conformance.graph.neighbourhood import *  # noqa: F403
from stores.conformance.messages import *  # noqa: F403
from stores.conformance.queue import *  # noqa: F403
from stores.conformance.reads.filters import *  # noqa: F403
from stores.conformance.reads.ranking import *  # noqa: F403
from stores.conformance.reads.records import *  # noqa: F403
from stores.conformance.reads.scopes import *  # noqa: F403
from stores.conformance.reads.search import *  # noqa: F403
from stores.conformance.reads.two_clocks import *  # noqa: F403
from stores.conformance.upkeep.archive import *  # noqa: F403
from stores.conformance.upkeep.damage import *  # noqa: F403
from stores.conformance.upkeep.forgetting import *  # noqa: F403
from stores.conformance.upkeep.wholeness import *  # noqa: F403
from stores.conformance.usage import *  # noqa: F403

pytestmark = pytest.mark.anyio
