"""Write times for people and models: date, time and weekday in the user's language."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, tzinfo

from pydantic import JsonValue

from memary.languages import texts
from memary.types import BEGINNING, ZONE_KEY, Message
from memary.zones import zone_named


@dataclass(frozen=True, slots=True)
class Zones:
    """In which zones the times of a user are shown.

    Attributes:
        main: the zone of facts, insights and days, and of messages that do not tell their own; None for the one that
            a time carries.
        is_fixed: whether messages that do tell their own are shown in the main one, too: it was asked for.
    """

    main: tzinfo | None = None
    is_fixed: bool = False

    def following(self, kept: Iterable[JsonValue]) -> Zones:
        """Return them for a user whose messages keep this, the newest first: the zone told last is the main one."""
        if self.is_fixed:
            return self
        told = (zone for each in kept if (zone := _told(each)))
        return replace(self, main=next(told, self.main))

    def settled(self, main: tzinfo) -> Zones:
        """Return them for a user of whom the zone is known."""
        return self if self.is_fixed else replace(self, main=main)

    def of(self, kept: JsonValue) -> tzinfo | None:
        """Return the zone of a message that keeps this of its own, as `ZONE_KEY` tells."""
        return (None if self.is_fixed else _told(kept)) or self.main

    def minute(self, said: datetime, kept: JsonValue) -> str:
        """Return when a message was said, to the minute; the day alone, where no more than that was told.

        Then it is the first moment of that day in UTC, and the message keeps no zone of its own.
        """
        if is_midnight(said) and _told(kept) is None:
            return f"{said.astimezone(UTC):%Y-%m-%d}"
        return f"{said.astimezone(self.of(kept)):%Y-%m-%d %H:%M}"

    def stamp(self, said: datetime, kept: JsonValue, *, language: str) -> str:
        """Return when a message was said, with its weekday, and with its hour if more than the day was told."""
        if is_midnight(said) and _told(kept) is None:
            return stamp(said, language=language, zone=UTC, has_hour=False)
        return stamp(said, language=language, zone=self.of(kept))

    def day(self, said: datetime, kept: JsonValue, *, language: str) -> str:
        """Return the day of a message with its weekday."""
        zone = UTC if is_midnight(said) and _told(kept) is None else self.of(kept)
        return stamp(said, language=language, zone=zone, has_hour=False)


def stamp(time: datetime, *, language: str, zone: tzinfo | None = None, has_hour: bool = True) -> str:
    """Return date, time and weekday, in `zone` (default: the zone the time carries)."""
    words = texts(language)
    local = time.astimezone(zone) if zone else time
    hour = f"{local:%H:%M}" if has_hour else ""
    told = words.stamp.format(date=local.date().isoformat(), time=hour, weekday=words.weekdays[local.weekday()])
    return " ".join(told.split())


def local_time(message: Message, zone: tzinfo | None = None) -> datetime:
    """Return when a message was said, on the clock of the one who said it.

    That is the zone its time was given in; where it was given in UTC, or not at all, `zone` (default: UTC).
    """
    return message.created_at.astimezone(_told(message.metadata.get(ZONE_KEY)) or zone or UTC)


def day(time: datetime, *, zone: tzinfo | None = None) -> str:
    """Return the date alone, ISO; "…" for a beginning that nobody knows.

    What begins with a day of UTC is a day that was told, which is the same day in every zone.
    """
    if time == BEGINNING:
        return "…"
    if is_midnight(time):
        return time.astimezone(UTC).date().isoformat()
    return (time.astimezone(zone) if zone else time).date().isoformat()


def is_midnight(time: datetime) -> bool:
    """Return whether a moment begins a day of UTC, as those do of which the day alone was told."""
    utc = time if time.tzinfo is UTC else time.astimezone(UTC)
    return not (utc.hour or utc.minute or utc.second or utc.microsecond)


def period(start: datetime, end: datetime) -> str | None:
    """Return the day, month or year that an interval is.

    All of October 2026 is "2026-10"; for any other interval it is None.
    """
    first, last = start.astimezone(UTC), end.astimezone(UTC)
    if not is_midnight(first):
        return None
    if last - first == timedelta(days=1):
        return f"{first:%Y-%m-%d}"
    if first.day == 1 and last == (first + timedelta(days=32)).replace(day=1):
        return f"{first:%Y-%m}"
    is_year = (first.month, first.day) == (1, 1) and (last.year, last.month, last.day) == (first.year + 1, 1, 1)
    return f"{first:%Y}" if is_year and last.hour == 0 else None


def _told(kept: JsonValue) -> tzinfo | None:
    return zone_named(kept) if isinstance(kept, str) else None
