"""Check what callers of mem0 give, and put it in memary's words: messages, metadata, the config."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any, cast

from memary.checks.faults import shown
from memary.errors import ConfigurationError, InputError
from memary.ingestion.inputs.content_parts import fields_of
from memary.ingestion.inputs.messages import turns
from memary.ingestion.load import GivenMessage
from memary.integrations.mem0.scopes import IDENTITY, ArgumentError

_log = logging.getLogger("memary")

_THEIRS = frozenset({"vector_store", "graph_store", "embedder", "history_db_path", "custom_instructions", "version"})


def options_of(config: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options to open memary with.

    Raises:
        ConfigurationError: the config is mem0's.
    """
    theirs = sorted(name for name in config if name in _THEIRS or isinstance(config[name], Mapping))
    if theirs:
        raise ConfigurationError(
            f"The config has {shown(theirs[0])}, which is mem0's own: memary takes the options of Memary.open, like "
            '{"store": "sqlite:///ada.db", "llm": "gpt-5-mini", "embedding": "hash"}, or its settings from the '
            "environment."
        )
    return dict(config)


def refuse(*given: tuple[str, object, str]) -> None:
    """Say of each argument that memary has no meaning for what to do instead, if it is given.

    Raises:
        ArgumentError: one is given.
    """
    for name, value, instead in given:
        if value is not None:
            raise ArgumentError(f"{name} is not supported: {instead}.")


def check_top_k(top_k: object) -> None:
    """Check a number of results.

    Raises:
        ArgumentError: it is none.
    """
    if not isinstance(top_k, int) or isinstance(top_k, bool) or top_k < 0:
        raise ArgumentError(f"top_k {top_k!r} cannot be used: give a number of results.")


def check_threshold(threshold: object) -> None:
    """Check the least score that a result has; None for any.

    Raises:
        ArgumentError: it is none.
    """
    if threshold is None:
        return
    if isinstance(threshold, bool) or not isinstance(threshold, int | float) or not 0 <= threshold <= 1:
        raise ArgumentError(f"threshold {shown(threshold)} cannot be used: give a number from 0, for any, to 1.")


def metadata_of(metadata: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return metadata without ids: those are arguments of their own."""
    if ignored := sorted(set(metadata or {}) & {*IDENTITY, "actor_id"}):
        _log.warning("metadata: %s is left out, since arguments say whose memory it is", ", ".join(ignored))
    return {name: value for name, value in (metadata or {}).items() if name not in (*IDENTITY, "actor_id")}


def messages_of(given: object) -> list[dict[str, Any]]:
    """Return messages as memary takes them; those with nothing to keep, like thoughts alone, are left out.

    Raises:
        ArgumentError: what is given is no message.
    """
    if isinstance(given, str):
        given = {"role": "user", "content": given}
    listed: object = [given] if fields_of(given) is not None else given
    if not isinstance(listed, list | tuple):
        raise ArgumentError("messages cannot be used: give a text, a message, or a list of messages.")
    messages: list[dict[str, Any]] = []
    for message in cast("Sequence[object]", listed):
        if isinstance(message, str) or fields_of(message) is None:
            raise ArgumentError(
                f'A message is a mapping like {{"role": "user", "content": "…"}}, not {shown(message)}.'
            )
        try:
            told = turns(message, tuple(GivenMessage.model_fields))
        except InputError as error:
            raise ArgumentError(f"A message cannot be used: {error}.") from error
        messages += [{"role": "user"} | one for one in told if str(one.get("content") or "").strip()]
    return messages
