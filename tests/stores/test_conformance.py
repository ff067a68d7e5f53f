"""The conformance suite over every store: SQLite in memory, SQLite on disk, Neo4j."""

from __future__ import annotations

import pytest

from stores.conformance.damage import *  # noqa: F403
from stores.conformance.filters import *  # noqa: F403
from stores.conformance.forgetting import *  # noqa: F403
from stores.conformance.grants import *  # noqa: F403
from stores.conformance.graph import *  # noqa: F403
from stores.conformance.grounds import *  # noqa: F403
from stores.conformance.messages import *  # noqa: F403
from stores.conformance.moving import *  # noqa: F403
from stores.conformance.neighbourhood import *  # noqa: F403
from stores.conformance.queue import *  # noqa: F403
from stores.conformance.ranking import *  # noqa: F403
from stores.conformance.reading import *  # noqa: F403
from stores.conformance.scopes import *  # noqa: F403
from stores.conformance.search import *  # noqa: F403
from stores.conformance.two_clocks import *  # noqa: F403
from stores.conformance.usage import *  # noqa: F403
from stores.conformance.wholeness import *  # noqa: F403

pytestmark = pytest.mark.anyio
