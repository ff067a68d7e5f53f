"""Settings written into `memary.toml`, line by line, so that what else stands there stays as it is."""

from __future__ import annotations

import json
import os
import re
import secrets
from collections.abc import Mapping
from pathlib import Path

from memary.errors import ConfigurationError
from memary.models.factory import build_models
from memary.settings import Settings


def write_settings(file: Path, values: Mapping[str, str]) -> None:
    """Set settings in a file that only its owner may read; an empty value takes a setting away.

    Raises:
        ConfigurationError: the file cannot be read or written, or memary could not be opened with it.
    """
    partial = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
    try:
        lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        file.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(partial, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="utf-8") as out:
            out.write("\n".join([*_changed(lines, values), ""]))
        build_models(
            Settings.load(config_file=partial, env_file=Path(".env"))
        )  # asks nothing, and holds nothing open
        partial.replace(file)
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"The settings file {file} cannot be written: {error}.") from error
    finally:
        partial.unlink(missing_ok=True)


def _changed(lines: list[str], values: Mapping[str, str]) -> list[str]:
    is_meant = re.compile(rf"\s*({'|'.join(map(re.escape, values))})\s*=")
    new = [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in values.items() if value]
    return [*new, *(line for line in lines if not is_meant.match(line))]
