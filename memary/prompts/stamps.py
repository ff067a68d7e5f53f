"""How times are written for people and models: date, time and weekday in the user's language."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo

from memary.prompts.languages import texts
from memary.types import BEGINNING, ZONE_KEY, Message


def stamp(time: datetime, *, language: str, zone: tzinfo | None = None) -> str:
    """Return date, time and weekday, in `zone` (default: the zone the time carries)."""
    words = texts(language)
    local = time.astimezone(zone) if zone else time
    return words.stamp.format(
        date=local.date().isoformat(), time=f"{local:%H:%M}", weekday=words.weekdays[local.weekday()]
    )


def local_time(message: Message, zone: tzinfo | None = None) -> datetime:
    """Return when a message was said, on the clock of the one who said it.

    That is the zone its time was given in; where it was given in UTC, or not at all, `zone` (default: UTC).
    """
    kept = message.metadata.get(ZONE_KEY)
    try:
        own = datetime.strptime(kept, "%z").tzinfo if isinstance(kept, str) else None
    except ValueError:
        own = None
    return message.created_at.astimezone(own or zone or UTC)


def day(time: datetime, *, zone: tzinfo | None = None) -> str:
    """Return the date alone, ISO; "…" for a beginning that nobody knows."""
    if time == BEGINNING:
        return "…"
    return (time.astimezone(zone) if zone else time).date().isoformat()
