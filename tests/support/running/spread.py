"""How tests are spread over processes: one by one, but those that share something that takes long to make to one."""

from __future__ import annotations

import functools
import re

from propcache.api import cached_property
from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import WorkerController

SHARED = (
    ("/chromium/", "browser"),
    (
        "/programs/|/(cli/test_processes|cli/test_terminal|mcp/test_transports|mcp/test_api_keys|server/test_serve)"
        r"|/test_inspecting_proxy\.py|/test_docs\.py::test_the_(first|other|worked)|::test_llama_index$",
        "interpreter",
    ),
    (
        "(/reliability/|test_browser_neo4j|test_property_graph_neo4j|test_containers|test_how_to|admin/test_maintenance).*neo4j",
        "own server",
    ),
    (r"/reliability/(processes/|soak/|test_failing_)", "killed"),
    ("neo4j", "server"),
)
"""What tests of a path and name share; the first that fits."""

WHOLE = re.compile(
    "/(mcp/test_(transports|api_keys)|agent/forgetting/test_forget_(in_talk|what_was_quoted)|cli/commands/test_stream|server/test_schema|languages/test_packs"
    r"|evaluation/test_(episode_recordings|recorded_graphs|recordings))\.py::"
)
"""Tests of these modules share what takes seconds to make, such as a server or a talk that is played."""


class ServerScheduling(LoadScopeScheduling):
    """Spread what shares nothing test by test, and the rest as a whole.

    Its base looks through all tests, and all that are done, whenever one is done: for ten thousand that is seconds.
    Here what is done is dropped, and a test's place is looked up.
    """

    def mark_test_complete(self, node: WorkerController, item_index: int, duration: float = 0) -> None:
        """Drop a test that is done, and give its process the next."""
        test = self.registered_collections[node][item_index]
        _drop(test, self.assigned_work[node])
        self._reschedule(node)

    def remove_node(self, node: WorkerController) -> str | None:
        """Give the tests of a process that ended to the others, but not the one over which it crashed."""
        work = self.assigned_work[node]
        crashed = next((test for tests in work.values() for test in tests), None)
        if crashed is not None:
            _drop(crashed, work)
        super().remove_node(node)
        return crashed

    def _assign_work_unit(self, node: WorkerController) -> None:
        shared, tests = self.workqueue.popitem(last=False)
        self.assigned_work[node][shared] = tests
        node.send_runtest_some([self._places[test] for test in tests])

    def _split_scope(self, nodeid: str) -> str:
        return what_is_shared(nodeid)

    @cached_property
    def _places(self) -> dict[str, int]:
        return {test: place for place, test in enumerate(self.collection or ())}


def _drop(test: str, work: dict[str, dict[str, bool]]) -> None:
    shared = what_is_shared(test)
    del work[shared][test]
    if not work[shared]:
        del work[shared]


@functools.cache
def what_is_shared(test: str) -> str:
    """Return what the test shares with others, or else its own name."""
    alone = test.partition("::")[0] if WHOLE.search(test) else test
    return next((shared for pattern, shared in SHARED if re.search(pattern, test, re.IGNORECASE)), alone)
