"""The package as a whole: what importing it costs, which names it promises, and what its wheel carries."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.version import Version

import memary

ROOT = Path(__file__).resolve().parents[1]

PUBLIC_NAMES = [
    "FOREVER",
    "AgentEvent",
    "Answer",
    "BudgetExceededError",
    "CapState",
    "CategoryCount",
    "Changes",
    "ChatAgent",
    "ConfigurationError",
    "ContextWindow",
    "Duplicate",
    "EmbeddingMismatchError",
    "Entity",
    "EntityKnowledge",
    "Estimate",
    "Fact",
    "FlushReport",
    "Hit",
    "InputError",
    "Manifest",
    "Memary",
    "MemaryError",
    "MemoryMap",
    "Mention",
    "Message",
    "MessageState",
    "MissingExtraError",
    "ModelError",
    "ModelUnavailableError",
    "NotFoundError",
    "Operation",
    "Profile",
    "Receipt",
    "ReflectionReport",
    "Rewound",
    "RunRecord",
    "RunStatus",
    "RunStep",
    "Scope",
    "Settings",
    "Step",
    "StoreError",
    "StoreFullError",
    "StoreStats",
    "StoreUnavailableError",
    "StreamPeriod",
    "Subgraph",
    "Theme",
    "Tool",
    "ToolError",
    "TopicShift",
    "UsageReport",
    "__version__",
]


def names_loaded_by(statement: str) -> set[str]:
    """Return the top-level modules that a fresh interpreter holds after the statement."""
    code = f"{statement}; import sys; print(*{{name.partition('.')[0] for name in sys.modules}}, sep='\\n')"
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return set(run.stdout.split())


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ZipFile]:
    """The wheel, built from this source tree without a network."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (path,) = folder.glob("*.whl")
    with ZipFile(path) as archive:
        yield archive


def test_importing_memary_loads_nothing_but_the_standard_library() -> None:
    loaded = names_loaded_by("import memary") - names_loaded_by("pass")
    assert loaded - {"memary"} <= sys.stdlib_module_names


def test_the_records_come_without_any_model_store_or_interface_library() -> None:
    loaded = names_loaded_by("from memary import Memary, Message, Settings")
    assert loaded.isdisjoint({"llama_index", "openai", "neo4j", "nltk", "pandas", "streamlit", "mcp"})


def test_the_public_names_are_exactly_these() -> None:
    assert memary.__all__ == PUBLIC_NAMES


@pytest.mark.parametrize("name", PUBLIC_NAMES)
def test_every_public_name_resolves(name: str) -> None:
    assert getattr(memary, name) is not None
    assert name in dir(memary)


def test_a_name_that_is_not_public_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'memary' has no attribute 'Manager'"):
        _ = memary.Manager


def test_the_version_is_one_that_installers_can_order() -> None:
    assert Version(memary.__version__) >= Version("1.0.0.dev0")


def test_the_wheel_holds_the_package_and_its_licence_only(wheel: ZipFile) -> None:
    folders = {name.partition("/")[0] for name in wheel.namelist()}
    assert folders == {"memary", f"memary-{memary.__version__}.dist-info"}
    assert f"memary-{memary.__version__}.dist-info/licenses/LICENSE" in wheel.namelist()


def test_the_wheel_holds_every_file_of_the_package(wheel: ZipFile) -> None:
    files = {path.relative_to(ROOT).as_posix() for path in (ROOT / "memary").rglob("*.*") if path.suffix != ".pyc"}
    assert {"memary/py.typed", "memary/ui/locales/en.toml"} <= files
    assert files <= set(wheel.namelist())


def test_the_wheel_holds_the_personas_and_conversations(wheel: ZipFile) -> None:
    shipped = {
        f"memary/{path.relative_to(ROOT).as_posix()}"
        for folder in ("personas", "conversations")
        for path in (ROOT / "data" / folder).iterdir()
    }
    assert shipped
    assert shipped <= set(wheel.namelist())
