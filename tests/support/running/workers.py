"""The processes of a whole run are forked from one Python, which has imported what they all would.

So are the programs and commands that tests start, from the same Python before it has what only tests import.
"""

from __future__ import annotations

import os
import shlex
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest
from execnet import XSpec
from programs import launched
from programs.called import SHARED
from programs.starting import SCRIPTS, Interpreter, interpreter
from xdist.workermanage import WorkerController

OF_TESTS = (
    "PIL.Image",
    "aiohttp",
    "hypothesis",
    "joserfc.jwt",
    "langgraph.graph",
    "llama_index.core",
    "memary.integrations.llama_index",
    "memary.interfaces.mcp.server",
    "neo4j",
    "onnx",
    "openai.resources",
    "openai.types.chat",
    "playwright.sync_api",
    "schemathesis",
    "streamlit.testing.v1",
)
"""What tests import besides, and takes long; none of it may be rewritten for its assertions."""

_shared = pytest.StashKey[Interpreter]()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes(config: pytest.Config, specs: Sequence[XSpec]) -> None:
    """Let pytest-xdist start its processes there.

    For some tests alone that would import too much.
    """
    if not _runs_all(config):
        return
    ends = ExitStack()
    config.add_cleanup(ends.close)
    folder = Path(ends.enter_context(tempfile.TemporaryDirectory(prefix="memary-python-")))
    config.stash[_shared] = of_programs = ends.enter_context(interpreter(_made(folder / "programs")))
    of_tests = ends.enter_context(interpreter(_made(folder / "tests"), OF_TESTS, before=of_programs))
    command = [sys.executable, "-S", "-E", launched.__file__, of_tests.address, str(SCRIPTS / "pytest_worker.py")]
    for spec in specs:
        spec.python = shlex.join(command)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: WorkerController) -> None:
    """Tell a process of pytest-xdist where programs are started."""
    if shared := node.config.stash.get(_shared, None):
        node.workerinput["interpreter"] = shared.address


def pytest_configure(config: pytest.Config) -> None:
    """Let functions that run in processes of their own be started there, too."""
    if shared := shared_interpreter(config):
        os.environ[SHARED] = shared.address


def shared_interpreter(config: pytest.Config) -> Interpreter | None:
    """Return what programs are started by in all processes of a whole run."""
    address = getattr(config, "workerinput", {}).get("interpreter")
    return Interpreter(address) if address else None


def _runs_all(config: pytest.Config) -> bool:
    chosen = config.option.keyword or config.option.markexpr
    return config.args_source is pytest.Config.ArgsSource.TESTPATHS and not chosen


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder
