"""Share what the readers of foreign files need: the form of what they read, and fields and times."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Annotated, Any, Literal, NamedTuple, cast

from pydantic import AfterValidator

from memary.checks.faults import shown as brief
from memary.errors import InputError
from memary.types import Record

_ZONE_NAME = re.compile(r"\[[^\]]*\]$")


def writable(text: str) -> str:
    """Return a text without halves of surrogate pairs, which cannot be written down."""
    return text.encode(errors="replace").decode()


Told = Annotated[str, AfterValidator(writable)]
"""Words of a foreign file, as they may be printed."""


class Skipped(Record):
    """Something that was not brought in, and why."""

    what: Told
    why: Told


class Mapped(Record):
    """What a name of a foreign graph becomes, and how often it occurs.

    It is the name of nodes, relationships or properties.
    """

    kind: Literal["label", "relationship", "property"]
    name: Told
    becomes: Told
    count: int


class Owned(NamedTuple):
    """A message or fact as memary takes it, with whose it is there; None where the file does not say.

    What is living is written again and again, as a note is: a later version takes the place of an earlier one.
    """

    user: str | None
    given: dict[str, Any]
    is_living: bool = False


@dataclass(slots=True)
class Exported:
    """What a file holds, in memary's words.

    Attributes:
        messages: as `Memary.add` takes them, each with an id of its own.
        facts: as `Memary.facts.add` takes them; their `source_ids` are ids of messages here.
        left: what the reader left out.
        mapped: of a graph without a form of its own, what its labels and types of relationships become.
        is_of_agent: whether it is the log of a coding agent. Its users are the projects of one person, so that all of
            it may become one user's memory; and hooks may have kept some of it already.
        is_chat: whether people wrote it to each other: its messages have speakers, and maybe local times.
        is_local: whether times were local ones, without a zone.
        owner: of a chat, the name of the speaker who is the user.
        speakers: of a chat, the names of all who wrote something.
        dates: of chats whose dates can be read in two ways, how the first of each was.
    """

    messages: list[Owned] = field(default_factory=list[Owned])
    facts: list[Owned] = field(default_factory=list[Owned])
    left: list[Skipped] = field(default_factory=list[Skipped])
    mapped: list[Mapped] = field(default_factory=list[Mapped])
    is_of_agent: bool = False
    is_chat: bool = False
    is_local: bool = False
    owner: str | None = None
    speakers: tuple[str, ...] = ()
    dates: list[str] = field(default_factory=list[str])
    _ids: set[str] = field(default_factory=set[str])

    def bring(self, message: Owned) -> None:
        """Add a message, unless there is one of its id."""
        id_ = message.given["id"]
        if id_ not in self._ids:
            self._ids.add(id_)
            self.messages.append(message)

    def time(self, value: object, what: str) -> datetime | None:
        """Return a time; None where there is none, or where it cannot be read, which is noted."""
        try:
            return time_of(value)
        except InputError as error:
            self.leave(f"the time of {what}", str(error))
            return None

    def leave(self, what: str, why: str) -> None:
        """Note what is left out."""
        self.left.append(Skipped(what=what, why=why))


def visit(document: object, take: Callable[[Mapping[str, Any]], bool]) -> None:
    """Show all JSON objects of a document to `take`, the outer ones first.

    What is within one that it takes is passed over.
    """
    ahead = [document]  # no recursion: a file may be nested deeper than Python calls
    while ahead:
        here = ahead.pop()
        if isinstance(here, Mapping):
            found = cast("Mapping[str, object]", here)
            if not take(found):
                ahead += reversed(list(found.values()))
        else:
            ahead += reversed(list_of(here))


def time_of(value: object) -> datetime | None:
    """Return a time told as ISO 8601 or as seconds since 1970; one without a zone is taken for UTC.

    A number of four digits is a year, not some minutes of 1970: it has to be a text.

    Raises:
        InputError: it cannot be read.
    """
    if value is None or value == "":
        return None
    try:
        if isinstance(value, int | float) and not isinstance(value, bool):
            if 1000 <= value < 10_000:
                raise ValueError(value)
            return datetime.fromtimestamp(value, UTC)
        time = datetime.fromisoformat(_ZONE_NAME.sub("", str(value)))
    except (ValueError, OverflowError, OSError, RecursionError) as error:
        raise InputError(f"the time {brief(value)} cannot be read") from error
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def list_of(value: object) -> list[object]:
    """Return what a JSON array holds; nothing for what is none."""
    return cast("list[object]", value) if isinstance(value, list) else []


def objects_of(value: object) -> list[dict[str, Any]]:
    """Return the fields of the JSON objects of an array; an empty list for any other value."""
    return [fields_of(one) for one in list_of(value)]


def fields_of(value: object) -> dict[str, Any]:
    """Return the fields of a JSON object; none for what is none."""
    return dict(cast("Mapping[str, Any]", value)) if isinstance(value, Mapping) else {}


def text_of(value: object) -> str:
    """Return a text, stripped; an empty one for what is none."""
    return value.strip() if isinstance(value, str) else ""


def name_of(value: object) -> str | None:
    """Return a name or id as a text; None for what is none."""
    return (str(value).strip() or None) if isinstance(value, str | int) and not isinstance(value, bool) else None


def shown(text: str) -> str:
    """Return the beginning of a text, to name what it belongs to."""
    line = " ".join(text.split())
    return line if len(line) <= 60 else f"{line[:59]}…"
