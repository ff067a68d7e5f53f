"""Tell whose memory a call means: mem0's ids and filters in memary's words.

A memory always belongs to a user here. What names an agent or a run alone belongs to that agent or run, as if it were
a user of its own: no call reads the memory of a user without that user's id.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, cast

from memary.checks.faults import shown
from memary.errors import InputError
from memary.types import FOREVER

_OWN = "mem0:"
"""How users begin that stand for an agent or a run; no id may begin so."""

IDENTITY = ("user_id", "agent_id", "run_id")
_FIELDS = {
    "agent_id": "agent_id",
    "run_id": "session_id",
    "actor_id": "speaker",
    "role": "role",
    "created_at": "created_at",
}


class ArgumentError(InputError, ValueError):
    """An argument that cannot be used, or an id that is unknown; a `ValueError`, too, as mem0 raises."""


@dataclass(frozen=True, slots=True)
class Ids:
    """Whose memory is meant, as mem0 says it; at least one is given."""

    user_id: str | None = None
    agent_id: str | None = None
    run_id: str | None = None

    @property
    def user(self) -> str:
        """The memary user it is."""
        if self.user_id is not None:
            return self.user_id
        return f"{_OWN}agent:{self.agent_id}" if self.agent_id is not None else f"{_OWN}run:{self.run_id}"

    @property
    def scope(self) -> dict[str, str | None]:
        """The arguments that name it to memary."""
        return {"user_id": self.user, "agent_id": self.agent_id, "session_id": self.run_id}

    @property
    def filters(self) -> list[dict[str, Any]]:
        """What keeps records of the agent and the run."""
        named = {"agent_id": self.agent_id, "session_id": self.run_id}
        return [{field: value} for field, value in named.items() if value is not None]

    @property
    def part(self) -> dict[str, str]:
        """What of the user's memory is meant, by memary's names; nothing for all of it."""
        whole = "user_id" if self.user_id is not None else "agent_id" if self.agent_id is not None else "run_id"
        narrowed = {"agent_id": self.agent_id, "run_id": self.run_id}
        return {_FIELDS[name]: id_ for name, id_ in narrowed.items() if id_ is not None and name != whole}


def named(user: str) -> str | None:
    """Return the user_id by which mem0 knows a user; None for one that stands for an agent or a run."""
    return None if user.startswith(_OWN) else user


def ids_of(*, user_id: object = None, agent_id: object = None, run_id: object = None) -> Ids:
    """Check ids as mem0 takes them: texts or numbers, without blanks.

    Raises:
        ArgumentError: an id cannot be used, or none is given.
    """
    given = {"user_id": user_id, "agent_id": agent_id, "run_id": run_id}
    ids = {name: _id(name, value) for name, value in given.items() if value is not None}
    if not ids:
        raise ArgumentError("Say whose memory is meant: give at least one of user_id, agent_id and run_id.")
    return Ids(**ids)


def check_known(others: Mapping[str, Any], *, method: str) -> None:
    """Refuse what a caller gave beside the known arguments.

    Raises:
        ArgumentError: an argument is unknown.
    """
    if others:
        raise ArgumentError(f"{method}() has no argument {shown(sorted(others)[0])}.")


def asked_of(
    filters: Mapping[str, Any] | None, others: Mapping[str, Any], *, method: str
) -> tuple[Ids, list[dict[str, Any]]]:
    """Take apart the `filters` of a search or listing: whose memory, and what else has to hold.

    Args:
        filters: as mem0 takes them.
        others: what the caller gave beside the known arguments.
        method: the method's name, for the message.

    Raises:
        ArgumentError: nobody is named, or an argument is unknown.
    """
    if named := sorted(set(others) & set(IDENTITY)):
        raise ArgumentError(f'{method}() takes {named[0]} within filters: filters={{"{named[0]}": "…"}}.')
    check_known(others, method=method)
    given = dict(filters or {})
    ids = {name: given.pop(name) for name in IDENTITY if name in given}
    if all(value is None for value in ids.values()):
        raise ArgumentError(f'{method}() needs to know whose memory is meant: filters={{"user_id": "…"}}.')
    return ids_of(**ids), [_in_our_words(given)] if given else []


def expiry_of(expiration_date: object) -> datetime:
    """Return from when on something is hidden that expires with a day.

    Raises:
        ArgumentError: it is no day.
    """
    if expiration_date is None:
        return FOREVER
    try:
        day = expiration_date if isinstance(expiration_date, date) else date.fromisoformat(str(expiration_date))
    except ValueError as error:
        raise ArgumentError(
            f"expiration_date {shown(expiration_date)} is not a date: write it like 2026-12-31."
        ) from error
    if isinstance(day, datetime):
        day = day.date()
    return datetime.combine(day + timedelta(days=1), time(), UTC)


def day_of(expires_at: datetime) -> str | None:
    """Return the last day before something expires; None if it never does."""
    return None if expires_at >= FOREVER else (expires_at - timedelta(microseconds=1)).date().isoformat()


def _id(name: str, value: object) -> str:
    text = str(value).strip()
    if not text or any(char.isspace() for char in text):
        raise ArgumentError(f"{name} {shown(value)} cannot be used: an id is not empty and has no blanks.")
    if text.startswith(_OWN):
        raise ArgumentError(
            f"{name} {shown(value)} cannot be used: ids that begin with {_OWN} are reserved for memary."
        )
    return text


def _in_our_words(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return a filter with memary's names of the fields; all others are metadata."""
    said: dict[str, Any] = {}
    for name, value in given.items():
        if name in ("AND", "OR", "NOT"):
            parts: Any = [value] if isinstance(value, Mapping) else value
            said[name] = [_in_our_words(part) for part in cast("Sequence[Mapping[str, Any]]", parts)]
        elif name == "user_id":
            raise ArgumentError("Name user_id at the top of filters, not within AND, OR or NOT.")
        else:
            said[_FIELDS.get(name, f"metadata.{name}")] = value
    return said
