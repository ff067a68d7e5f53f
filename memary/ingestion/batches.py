"""Cut a talk into the batches that are read at once: at pauses, and so that no tail is left over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta

from memary.types import Message, Role

_LONG = 3
"""How many times as long as usual a silence is that counts as a pause."""

_LEAST = timedelta(minutes=2)


def claimed_for(size: int) -> int:
    """Return how many messages to look at for a batch of about `size`.

    Enough to see whether it is all there is.
    """
    return size + (size + 1) // 2


def end_of_batch(messages: Sequence[Message], size: int) -> int:
    """Return after how many of the next messages of a session a batch ends.

    Args:
        messages: the next of the session, as many as `claimed_for` tells, or all there are.
        size: how many are read at once, about.
    """
    if len(messages) <= size or len(messages) < claimed_for(size):
        return len(messages)  # what is left is read together
    places = range(max(size // 2, 1), size + 1)
    silences = {place: messages[place].created_at - messages[place - 1].created_at for place in places}
    longest = max(places, key=lambda place: (silences[place], place))
    usual = sorted(silences.values())[len(silences) // 2]
    if silences[longest] >= max(_LONG * usual, _LEAST):
        return longest
    turns = [place for place in places if _begins_a_turn(messages[place - 1], messages[place])]
    return max(turns, default=size)


def in_batches(messages: Sequence[Message], size: int) -> Iterator[Sequence[Message]]:
    """Cut the messages of a session, in their order, as a worker does that reads all of them."""
    rest = list(messages)
    while rest:
        end = end_of_batch(rest[: claimed_for(size)], size)
        yield rest[:end]
        rest = rest[end:]


def _begins_a_turn(before: Message, message: Message) -> bool:
    """Return whether an answer was given, and somebody begins again."""
    return before.role is Role.ASSISTANT and message.role is Role.USER
