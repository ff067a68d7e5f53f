"""Settings written into `memary.toml`: what is set, what stays, and what is refused."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from memary import Settings
from memary.errors import ConfigurationError
from memary.interfaces.settings_file import write_settings
from memary.settings import secret


def test_settings_are_set_changed_and_taken_away_and_the_rest_stays(tmp_path: Path) -> None:
    file = tmp_path / "home" / "memary.toml"
    write_settings(file, {"base_url": "http://127.0.0.1:1/v1", "model": "a", "api_key": 'k"\\'})
    file.write_text(f"# mine\ntop_k = 7\n{file.read_text()}")
    write_settings(file, {"model": "模型", "base_url": ""})
    settings = Settings.load(config_file=file)
    assert (settings.model, settings.base_url, settings.top_k) == ("模型", None, 7)
    assert secret(settings.api_key) == 'k"\\'
    assert "# mine" in file.read_text(encoding="utf-8")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("values", "fault"),
    [
        ({"top_k": "many"}, "top_k"),
        ({"base_url": "not an address", "model": "foo"}, "not the address of a model server"),
        ({"base_url": "http://127.0.0.1:9/v1"}, "no model is named"),
    ],
)
def test_what_memary_cannot_be_opened_with_is_not_written(tmp_path: Path, values: dict[str, str], fault: str) -> None:
    file = tmp_path / "memary.toml"
    file.write_text("top_k = 7\n")
    with pytest.raises(ConfigurationError, match=fault):
        write_settings(file, values)
    assert file.read_text() == "top_k = 7\n"
    assert list(tmp_path.iterdir()) == [file]
