"""When a conversation grows too long: which messages are folded into its running summary."""

from __future__ import annotations

from collections.abc import Sequence

from memary.text import count_tokens
from memary.types import Message


def to_fold(messages: Sequence[Message], *, limit: int, keep: int) -> list[Message]:
    """Return the messages to fold into the summary: none while all fit, else all but the last `keep`.

    Args:
        messages: those of the session that no summary covers yet, oldest first.
        limit: tokens they may take up together.
        keep: how many of the last are never folded; a question stays with its answer.
    """
    if sum(count_tokens(message.content) for message in messages) <= limit:
        return []
    return list(messages[: max(len(messages) - keep, 0)])
