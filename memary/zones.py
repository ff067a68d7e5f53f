"""Time zones: by IANA name or offset, and the one of this machine with its summer time."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


@lru_cache(maxsize=512)
def zone_named(name: str) -> tzinfo | None:
    """Return the zone of an IANA name ("Europe/Berlin") or of an offset ("+08:00").

    It is None for any other text.
    """
    try:
        return datetime.strptime(name, "%z").tzinfo
    except ValueError:
        pass
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):  # OSError: a folder of zones, or too long for a file
        return None


def name_of(moment: datetime) -> str | None:
    """Return how the zone of a time is kept: by its IANA name, else by its offset; None for UTC.

    The name tells summer time from winter time on other days, too.
    """
    zone = moment.tzinfo
    if isinstance(zone, ZoneInfo) and zone.key and zone.key != "UTC":
        return zone.key
    offset = f"{moment:%z}"
    return f"{offset[:3]}:{offset[3:5]}" if moment.utcoffset() else None


def in_zone(moment: datetime, zone: tzinfo) -> datetime:
    """Return a time as a zone tells it; as it is, where the zone's calendar does not reach so far."""
    try:
        return moment.astimezone(zone)
    except OverflowError:
        return moment


class SystemZone(tzinfo):
    """The zone of this machine, with the offset that its rules have at each time, not only today's."""

    def __str__(self) -> str:
        """Return what the zone is called at present."""
        return self.tzname(None)

    def utcoffset(self, dt: datetime | None, /) -> timedelta:
        """Return the offset at a local time."""
        return _offset(dt or datetime.now())

    def dst(self, dt: datetime | None, /) -> timedelta:
        """Return how much of the offset is summer time; that is not told apart here."""
        return timedelta()

    def tzname(self, dt: datetime | None, /) -> str:
        """Return the name of the zone at a local time."""
        return (dt or datetime.now()).replace(tzinfo=None).astimezone().tzname() or ""

    def fromutc(self, dt: datetime, /) -> datetime:
        """Return the local time of a time in UTC; the later one of an hour that comes twice has `fold` 1."""
        return _local(dt.replace(tzinfo=UTC), time.timezone, time.altzone, time.tzname).replace(tzinfo=self)


SYSTEM_ZONE = SystemZone()


@lru_cache(maxsize=4_096)  # the same facts are shown with one message after the other
def _local(moment: datetime, _standard_offset: int, _summer_offset: int, _names: tuple[str, str]) -> datetime:
    """Return the local time of a moment, by the rules that have these offsets and names: a program may set others."""
    try:
        local = moment.astimezone().replace(tzinfo=None)
    except (OverflowError, OSError):  # beyond what the platform's clock can tell
        local = moment.replace(tzinfo=None) + _standard()
    is_later = _offset(local) != local - moment.replace(tzinfo=None)
    return local.replace(fold=int(is_later))


def _offset(local: datetime) -> timedelta:
    try:
        return local.replace(tzinfo=None).astimezone().utcoffset() or timedelta()
    except (OverflowError, OSError):
        return _standard()


def _standard() -> timedelta:
    return timedelta(seconds=-time.timezone)
