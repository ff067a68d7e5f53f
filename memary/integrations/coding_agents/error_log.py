"""Log what goes wrong in hooks, which is told nowhere else, since the agent is to go on."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from datetime import UTC, datetime

from memary.settings import default_home
from memary.text.redaction.logs import redact

LOG = "hooks.log"
_MOST_BYTES = 500_000
_SHOWN = 5


def log_error(text: str) -> None:
    """Note in the log what went wrong; a log that has become long begins again."""
    path = default_home() / LOG
    line = json.dumps({"at": datetime.now(UTC).isoformat(timespec="seconds"), "error": redact(text.strip())})
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        is_long = path.exists() and path.stat().st_size >= _MOST_BYTES
        flags = os.O_CREAT | os.O_WRONLY | (os.O_TRUNC if is_long else os.O_APPEND)
        with open(os.open(path, flags, 0o600), "w", encoding="utf-8") as file:
            file.write(line + "\n")


def last_errors() -> list[tuple[str, str]]:
    """Return when the last errors of hooks came, and what they say."""
    try:
        lines = (default_home() / LOG).read_text(encoding="utf-8").splitlines()[-_SHOWN:]
    except (OSError, UnicodeDecodeError):
        return []
    read: list[tuple[str, str]] = []
    for line in lines:
        with suppress(ValueError, KeyError, TypeError):
            row = json.loads(line)
            read.append((str(row["at"]), str(row["error"]).splitlines()[-1]))
    return read
