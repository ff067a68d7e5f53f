"""How times are written for people and models: date, time and weekday in the user's language."""

from __future__ import annotations

from datetime import datetime, tzinfo

from memary.prompts.languages import texts
from memary.types import BEGINNING


def stamp(time: datetime, *, language: str, zone: tzinfo | None = None) -> str:
    """Return date, time and weekday, in `zone` (default: the zone the time carries)."""
    words = texts(language)
    local = time.astimezone(zone) if zone else time
    return words.stamp.format(
        date=local.date().isoformat(), time=f"{local:%H:%M}", weekday=words.weekdays[local.weekday()]
    )


def day(time: datetime, *, zone: tzinfo | None = None) -> str:
    """Return the date alone, ISO; "…" for a beginning that nobody knows."""
    if time == BEGINNING:
        return "…"
    return (time.astimezone(zone) if zone else time).date().isoformat()
