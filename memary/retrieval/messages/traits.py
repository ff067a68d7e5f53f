"""Keep what messages tell whatever is asked: when and in which conversation they were said, and how they are put.

A search looks at hundreds of messages, and the next one of the same user at many of the same. So a column of each
trait is kept, and a search takes the places of its messages out of these. A message stands in its place as long as it
says the same: one that was changed, or another one under its id, gets a place of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import count
from operator import attrgetter
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from memary.languages import any_of
from memary.languages.scripts import QUESTION_MARKS
from memary.text.speech_acts.empty_talk import beginning_of
from memary.types import Role, Said

Column: TypeAlias = NDArray[np.float64]
"""A value of each message, in their order."""

Places: TypeAlias = NDArray[np.intp]

Hashes: TypeAlias = NDArray[np.int64]

MOST = 16_384
"""Of how many messages traits are kept; then all are let go of."""

_DAY = 86_400
"""Seconds."""

_id_of = attrgetter("id")

_END = 20
"""Characters in which a message shows whether it ends by asking."""

_question_end = any_of(lambda language: language.questions.ends, rf"[{QUESTION_MARKS}]\W*$|(?:{{}})\W*$")
_first_person = any_of(lambda language: language.pronouns.we)


class Traits(NamedTuple):
    """What some messages tell whatever is asked.

    Attributes:
        said_at: when each was said, in seconds.
        talk: the number of its conversation: one session on one day.
        states: 1 for one that does not end by asking.
        first_person: 1 for one that speaks of who says it.
        beginning: the hash of how it begins.
        speaker: the hash of who says it.
    """

    said_at: Column
    talk: Places
    states: Column
    first_person: Column
    beginning: Hashes
    speaker: Hashes

    @classmethod
    def of_none(cls, room: int) -> Traits:
        """Return room for the traits of so many messages."""
        said_at, states, first_person = (np.empty(room, np.float64) for _ in range(3))
        beginning, speaker = (np.empty(room, np.int64) for _ in range(2))
        return cls(said_at, np.empty(room, np.intp), states, first_person, beginning, speaker)

    def at(self, places: Places) -> Traits:
        """Return the traits at some places, in the order of these."""
        return Traits(
            self.said_at[places],
            self.talk[places],
            self.states[places],
            self.first_person[places],
            self.beginning[places],
            self.speaker[places],
        )


def as_said(messages: Sequence[Said]) -> tuple[list[Said], Traits]:
    """Return messages talk by talk, as they were said, those of one moment by their ids; and their traits."""
    kept, places = _placed(messages)
    talks, times = kept.columns.talk[places], kept.columns.said_at[places]
    order = np.lexsort((times, talks))
    is_same = talks[order][1:] == talks[order][:-1]
    if (is_same & (times[order][1:] == times[order][:-1])).any():
        order = np.lexsort((np.array([one.id for one in messages], np.object_), times, talks))
    in_order: list[int] = order.tolist()
    return [messages[place] for place in in_order], kept.columns.at(places[order])


def _placed(messages: Sequence[Said]) -> tuple[KeptTraits, Places]:
    """Return where the traits of messages are kept, and in which places."""
    kept = _kept() if len(messages) <= MOST else KeptTraits(len(messages))
    while True:
        try:
            return kept, kept.places_of(messages)
        except IndexError:
            _kept.cache_clear()
            kept = _kept()


def speaker_of(message: Said) -> str:
    """Return who says a message: a name, the role of one without a name, or "" for the user."""
    return message.speaker or ("" if message.role is Role.USER else message.role.value)


def asks_at_end(text: str) -> bool:
    """Return whether a text ends by asking."""
    return _question_end().search(text[-_END:]) is not None


class KeptTraits:
    """The traits of up to `most` messages; several threads may ask at once.

    Attributes:
        columns: of the messages by their places.
    """

    def __init__(self, most: int) -> None:
        self._said: list[Said | None] = [None] * most
        self._places: dict[str, int] = {}
        self._talks: dict[tuple[str | None, float], int] = {}
        self._free, self._numbers = count(), count()
        self.columns = Traits.of_none(most)

    def places_of(self, messages: Sequence[Said]) -> Places:
        """Return the places of messages, of those that are new, too.

        Raises:
            IndexError: there are more messages than places.
        """
        said = self._said
        places = map(self._places.get, map(_id_of, messages))  # mostly all are known
        return np.array(
            [
                place if place is not None and ((known := said[place]) is one or known == one) else self._noted(one)
                for one, place in zip(messages, [*places], strict=True)
            ],
            np.intp,
        )

    def _noted(self, message: Said) -> int:
        """Give a message a place, where it is found as soon as all its traits are there; return it."""
        place, columns = next(self._free), self.columns
        self._said[place] = message
        seconds, content = message.created_at.timestamp(), message.content
        columns.said_at[place] = seconds
        columns.talk[place] = self._talks.setdefault((message.session_id, seconds // _DAY), next(self._numbers))
        columns.states[place] = not asks_at_end(content)
        columns.first_person[place] = _first_person().search(content) is not None
        columns.beginning[place] = hash(beginning_of(content))
        columns.speaker[place] = hash(speaker_of(message))
        self._places[message.id] = place
        return place


@lru_cache(maxsize=1)
def _kept() -> KeptTraits:
    return KeptTraits(MOST)
