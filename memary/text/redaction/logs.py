"""Keep keys out of what tools say and log.

Map and quote services take their key in the URL, and HTTP libraries log URLs and put them into errors.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable
from datetime import datetime

from memary.languages.pattern import pattern
from memary.text.redaction.shapes import SERVICE_KEYS

_KEY_IN_URL = pattern(r"(?i)([?&;\s]|^)([a-z_-]*(?:key|token|secret|password|signature))=[^&\s\"'#]+")
_KEY_NAMED = re.compile(r"(?i)(\bbearer\s+|\b(?:api[_-]?key|token|password)[\"']?\s*[:=]\s*[\"']?)[^\s\"',;&}]{8,}")
_SHORTEST_SECRET = 4  # "any" is a word, not a secret
_USER_IN_URL = re.compile(r"(?i)\b([a-z][a-z0-9+.-]*://)[^/\s@]+@")


def redact(text: str, *, secrets: Iterable[str] = ()) -> str:
    """Return the text with keys, tokens and passwords replaced by an ellipsis.

    `secrets` are some that are known.
    """
    for one in secrets:
        if len(one) >= _SHORTEST_SECRET:
            text = text.replace(one, "…")
    text = _KEY_NAMED.sub(r"\1…", text)
    text = _KEY_IN_URL.sub(r"\1\2=…", text)
    text = _USER_IN_URL.sub(r"\1…@", text)
    folded = text.casefold()
    for kind in SERVICE_KEYS:
        if any(need in folded for need in kind.needs):
            text = re.sub(kind.pattern, lambda match, kind=kind: "…" if kind.check(match[0]) else match[0], text)
    return text


def hide_keys_in_logs(logger_name: str) -> None:
    """Redact every record that is logged to exactly this logger.

    A second call changes nothing.
    """
    logging.getLogger(logger_name).addFilter(_redact_record)


def _redact_record(record: logging.LogRecord) -> bool:
    message = record.getMessage()
    clean = redact(message)
    if clean != message:
        record.msg, record.args = clean, None
    return True


class KeylessFormatter(logging.Formatter):
    """Writes lines of a log, tracebacks included, without keys.

    What a record has as `request` stands before its message.

    Args:
        time_format: how times are written; default: date, time and zone.
        secrets: gives the keys that are known, when a line is written.
    """

    def __init__(self, time_format: str | None = None, *, secrets: Callable[[], Iterable[str]] = tuple) -> None:
        super().__init__("%(asctime)s %(request)s%(message)s", time_format, defaults={"request": ""})
        self._secrets = secrets

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:
        """Return when something was logged."""
        if datefmt is not None:
            return super().formatTime(record, datefmt)
        return datetime.fromtimestamp(record.created).astimezone().isoformat(sep=" ", timespec="milliseconds")

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        return redact(super().format(record), secrets=self._secrets())
