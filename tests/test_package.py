"""The package as a whole: what importing it costs, which names it promises, and what its wheel carries."""

from __future__ import annotations

import ast
import inspect
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path
from types import ModuleType
from zipfile import ZipFile

import pytest
from packaging.version import Version
from support.tables import each

import memary
from memary import evaluation

ROOT = Path(__file__).resolve().parents[1]

PUBLIC_NAMES = [
    "FOREVER",
    "AccessDeniedError",
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
    "Forgetting",
    "Grant",
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
    "News",
    "NotAllowedError",
    "NotFoundError",
    "Operation",
    "Personas",
    "Profile",
    "Receipt",
    "ReflectionReport",
    "Rewound",
    "RunRecord",
    "RunStatus",
    "RunStep",
    "Scope",
    "Settings",
    "SpaceRole",
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


@pytest.mark.long
def test_the_records_come_without_any_model_store_or_interface_library() -> None:
    loaded = names_loaded_by("from memary import Memary, Message, Settings")
    assert loaded.isdisjoint({"llama_index", "openai", "neo4j", "nltk", "pandas", "streamlit", "mcp"})


@pytest.mark.long
def test_what_is_asked_without_a_model_is_answered_without_any_library_for_models_or_servers(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MEMARY_HOME", str(tmp_path))
    commands = [["add", "I live in Paris."], ["search", "Paris"], ["ask", "Where do I live?"]]
    run = f"[app_for(words[0])(words, standalone_mode=False) for words in {commands}]"
    loaded = names_loaded_by(f"from memary.interfaces.cli.start import app_for; {run}")
    assert "memary" in loaded
    assert loaded.isdisjoint({"llama_index", "openai", "httpx", "neo4j", "networkx", "fastapi", "mcp"})


def test_the_public_names_are_exactly_these() -> None:
    assert sorted(PUBLIC_NAMES) == memary.__all__


@pytest.mark.parametrize("package", [memary, evaluation])
def test_type_checkers_find_each_name_where_it_is_loaded_from(package: ModuleType) -> None:
    tree = ast.parse(inspect.getsource(package))
    (shown,) = (node for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
    imports = [node for node in shown.body if isinstance(node, ast.ImportFrom)]
    assert {name.asname: node.module for node in imports for name in node.names} == vars(package)["_HOME_OF"]


@each("name", PUBLIC_NAMES)
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
    assert {"memary/py.typed", "memary/interfaces/ui/locales/en.toml"} <= files
    assert files <= set(wheel.namelist())


def test_the_wheel_holds_the_personas_and_conversations(wheel: ZipFile) -> None:
    shipped = {
        f"memary/{path.relative_to(ROOT).as_posix()}"
        for folder in ("personas", "conversations")
        for path in (ROOT / "data" / folder).iterdir()
    }
    assert shipped
    assert shipped <= set(wheel.namelist())


def test_streamlit_takes_no_module_of_the_wheel_for_a_page_of_its_own(wheel: ZipFile) -> None:
    (script,) = (Path(name) for name in wheel.namelist() if name.endswith("/streamlit_app.py"))
    beside = {
        Path(name).relative_to(script.parent).parts[0]
        for name in wheel.namelist()
        if script.parent in Path(name).parents
    }
    assert beside == {script.name, ".streamlit"}


def test_whoever_has_the_wheel_alone_gets_sample_talks_personas_and_the_style_of_neo4j_browser(
    wheel: ZipFile, tmp_path: Path
) -> None:
    wheel.extractall(tmp_path / "wheel")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "wheel"), "MEMARY_HOME": str(tmp_path)}
    shown = subprocess.run(
        [sys.executable, "-c", "import memary; print(memary.__file__)"],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert Path(shown.stdout).is_relative_to(tmp_path / "wheel")

    def memary_of_the_wheel(*words: str) -> str:
        command = [sys.executable, "-m", "memary", *words]
        return subprocess.run(
            command, cwd=tmp_path, env=environment, check=True, capture_output=True, text=True
        ).stdout

    assert memary_of_the_wheel("add", "--sample", "ada", "--no-infer") == "Kept 187 messages.\n"
    assert "You are" in memary_of_the_wheel("context", "Who is my brother?")
    memary_of_the_wheel("neo4j-browser")
    assert list(tmp_path.glob("*.grass"))


def test_an_earlier_name_says_what_it_is_called_now() -> None:
    page = (
        (ROOT / "docs" / "import" / "migration.md")
        .read_text(encoding="utf-8")
        .partition("## From memary before 1.0")[2]
    )
    rows = dict(re.findall(r"^\| `(\w+)` \| `([\w.]+)` \|$", page, re.M))
    assert len(rows) > 40
    with memary.Memary.open("sqlite:///:memory:", worker=False) as memory:
        for old, now in rows.items():
            assert callable(attrgetter(now)(memory)), now
            if "." in now and not now.startswith(f"{old}."):
                with pytest.raises(AttributeError, match=rf"memory\.{old} is now memory\.{re.escape(now)}"):
                    getattr(memory, old)
        with pytest.raises(AttributeError, match=r"memory\.aapply_facts is now memory\.facts\.aadd"):
            memory.aapply_facts  # noqa: B018
        with pytest.raises(memary.InputError, match=r"memory\.facts is a group of methods: call memory\.facts\.list"):
            memory.facts(user_id="ada")
        with pytest.raises(AttributeError, match="Memary has no attribute 'remember'"):
            memory.remember  # noqa: B018


def test_a_memory_has_few_names_of_its_own() -> None:
    with memary.Memary.open("sqlite:///:memory:", worker=False) as memory:
        own = {name for name in (*dir(type(memory)), *vars(memory)) if not name.startswith("_")}
    assert len(own) <= 40, sorted(own)


def test_the_page_on_architecture_names_the_folders_that_there_are() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = {path.rsplit("/", 1)[-1] for path in re.findall(r"`([a-z0-9_/]+)/`", page)}
    folders = {path.name for path in (ROOT / "memary").rglob("[a-z]*") if path.is_dir()}
    packages = {path.parent.name for path in (ROOT / "memary").glob("*/**/__init__.py")}
    assert packages - named == set()
    assert named - folders - {"memary"} == set()
