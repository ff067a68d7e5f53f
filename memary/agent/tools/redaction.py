"""Keeps keys out of what tools say and log.

Map and quote services take their key in the URL, and HTTP libraries log URLs and put them into errors.
"""

from __future__ import annotations

import logging
import re

_KEY_IN_URL = re.compile(r"(?i)([?&;\s]|^)([a-z_-]*(?:key|token|secret|password|signature))=[^&\s\"'#]+")
_KEY_BY_SHAPE = re.compile(r"\b(?:sk|pplx|ghp|xox[abp]|AIza)[-_A-Za-z0-9]{16,}")
_USER_IN_URL = re.compile(r"(?i)\b([a-z][a-z0-9+.-]*://)[^/\s@]+@")


def redact(text: str) -> str:
    """Return the text with keys, tokens and passwords replaced by an ellipsis."""
    text = _KEY_IN_URL.sub(r"\1\2=…", text)
    text = _USER_IN_URL.sub(r"\1…@", text)
    return _KEY_BY_SHAPE.sub("…", text)


def hide_keys_in_logs(logger_name: str) -> None:
    """Redact every record that is logged to exactly this logger. Calling it again changes nothing."""
    logging.getLogger(logger_name).addFilter(_redact_record)


def _redact_record(record: logging.LogRecord) -> bool:
    message = record.getMessage()
    clean = redact(message)
    if clean != message:
        record.msg, record.args = clean, None
    return True
