"""Settings come from the environment, a `.env` and a file; and what others call theirs is none."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

from memary import Memary, Settings
from memary.errors import ConfigurationError
from memary.settings import secret
from memary.settings.options import SettingOptions


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("MEMARY_API_KEY", "OPENAI_API_KEY", "MEMARY_BASE_URL", "OPENAI_BASE_URL", "MEMARY_CONFIG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("MEMARY_HOME", str(tmp_path))


def test_what_other_programs_call_their_key_and_address_is_no_setting(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    env_file = tmp_path / ".env"
    env_file.write_text("API_KEY=others\nBASE_URL=/app\nNEO4J_DATABASE=graph\n")
    monkeypatch.setenv("API_KEY", "others")
    monkeypatch.setenv("BASE_URL", "/app")
    monkeypatch.setenv("OPENAI_API_KEY", "mine")
    for settings in (Settings.load(env_file=env_file), Settings(neo4j_database="graph")):
        assert secret(settings.api_key) == "mine"
        assert (settings.base_url, settings.neo4j_database) == (None, "graph")


def test_the_own_name_of_a_setting_goes_before_that_of_the_ecosystem_where_it_is_filled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("openai_api_key", "theirs")
    monkeypatch.setenv("MEMARY_API_KEY", "")
    assert secret(Settings.load().api_key) == "theirs"
    monkeypatch.setenv("MEMARY_API_KEY", "mine")
    assert secret(Settings.load().api_key) == "mine"
    assert secret(Settings.load(api_key="given").api_key) == "given"


@pytest.mark.parametrize("text", ["MEMARY_TOPK=3\n", "memary_topk=3\n"])
def test_a_misspelt_name_is_refused_with_the_one_that_is_meant(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str
) -> None:
    env_file = tmp_path / ".env"
    env_file.write_text(text)
    with pytest.raises(ConfigurationError, match=r"MEMARY_TOPK in \.env: did you mean MEMARY_TOP_K\?"):
        Settings.load(env_file=env_file)
    monkeypatch.setenv("MEMARY_TOPK", "")
    with pytest.raises(ConfigurationError, match="MEMARY_TOPK in the environment"):
        Settings.load()


def test_type_checkers_know_each_setting_that_a_memory_is_opened_with() -> None:
    opening = inspect.signature(Memary.open).parameters
    loading = {"env_file", "config_file"}
    assert SettingOptions.__annotations__.keys() == (Settings.model_fields.keys() - opening.keys()) | loading
    assert inspect.signature(Memary.aopen) == inspect.signature(Memary.open)
