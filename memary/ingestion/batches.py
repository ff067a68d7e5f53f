"""Cut a talk into the batches that are read at once: at pauses, and so that no tail is left over."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from memary.queries import MessageQuery
from memary.stores.store import Store
from memary.types import Message, MessageState, Role, Scope

_LONG = 3
"""How many times as long as usual a silence is that counts as a pause."""

_LEAST = timedelta(minutes=2)

_SITTING = timedelta(hours=6)
"""How long a silence parts two sittings of a session: what was said elsewhere meanwhile is read before the second."""

_JUST_AFTER = timedelta(microseconds=1)


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


async def end_of_sitting(store: Store, messages: Sequence[Message]) -> int:
    """Return after how many messages of a session talk elsewhere is to be read before the rest of it.

    Args:
        store: where it would wait.
        messages: of the session, in their order.
    """
    for place in _ends_of_sittings(messages):
        since, until = messages[place - 1].created_at + _JUST_AFTER, messages[place].created_at
        scope, waiting = Scope(user_id=messages[0].user_id), [MessageState.PENDING]
        if await store.read(MessageQuery(scope, states=waiting, since=since, until=until, limit=1)):
            return place
    return len(messages)


def by_sittings(messages: Sequence[Message], elsewhere: Sequence[datetime]) -> Iterator[Sequence[Message]]:
    """Cut the messages of a session where its user spoke elsewhere between two sittings.

    Args:
        messages: of the session, in their order.
        elsewhere: when that was, in order.
    """
    start = 0
    for place in _ends_of_sittings(messages):
        before, after = messages[place - 1].created_at, messages[place].created_at
        if bisect_right(elsewhere, before) < bisect_left(elsewhere, after):
            yield messages[start:place]
            start = place
    yield messages[start:]


def in_batches(messages: Sequence[Message], size: int) -> Iterator[Sequence[Message]]:
    """Cut the messages of a session, in their order, as a worker does that reads all of them."""
    rest = list(messages)
    while rest:
        end = end_of_batch(rest[: claimed_for(size)], size)
        yield rest[:end]
        rest = rest[end:]


def _ends_of_sittings(messages: Sequence[Message]) -> Iterator[int]:
    """Yield after how many of the messages of a session each of its sittings but the last ends."""
    for place in range(1, len(messages)):
        if messages[place].created_at - messages[place - 1].created_at >= _SITTING:
            yield place


def _begins_a_turn(before: Message, message: Message) -> bool:
    """Return whether an answer was given, and somebody begins again."""
    return before.role is Role.ASSISTANT and message.role is Role.USER
