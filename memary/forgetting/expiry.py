"""Compute when a fact expires that has lost some sources: with the last of those left.

Pure functions on records. A fact expires with the last of what told it. A source tells it until it expires itself,
or, where a caller gave the fact an expiry of its own, until then; the ledger row of that decision shows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from pydantic import AwareDatetime, JsonValue, TypeAdapter, ValidationError

from memary.types import FOREVER, Fact, Operation

_TIME: TypeAdapter[datetime] = TypeAdapter(AwareDatetime)


def expiry_left(
    fact: Fact, sources: Iterable[str], expiries: Mapping[str, datetime], rows: Iterable[Operation]
) -> datetime:
    """Return the expiry of a fact whose only remaining sources are these.

    Args:
        fact: as it was with all of them.
        sources: ids of those that are left.
        expiries: when sources expire; one that is not named never does.
        rows: the ledger rows that stay.
    """
    given = _told(fact.id, rows)
    ends = [min(expiries.get(id_, FOREVER), given.get(id_, FOREVER)) for id_ in sources]
    if "" in given:
        ends.append(given[""])
    return min(fact.expires_at, max(ends, default=fact.expires_at))


def _told(fact_id: str, rows: Iterable[Operation]) -> dict[str, datetime]:
    """Return, by source, the expiry that decisions gave a fact; under "" those without a source."""
    given: dict[str, datetime] = {}
    for row in rows:
        before, after = row.before.get(fact_id), row.after.get(fact_id)
        was_end, end = _end(before), _end(after)
        if end is None:
            continue
        sources, known = _sources(after), _sources(before)
        says_more = was_end is None or end > was_end
        new = {id_ for id_ in row.source_ids if id_ in sources and (says_more or id_ not in known)}
        if says_more and not sources:
            new.add("")
        for id_ in new:
            given[id_] = max(end, given.get(id_, end))
    return given


def _end(image: JsonValue) -> datetime | None:
    if not isinstance(image, dict):
        return None
    try:
        return _TIME.validate_python(image.get("expires_at"))
    except ValidationError:
        return None


def _sources(image: JsonValue) -> set[str]:
    ids = image.get("source_ids") if isinstance(image, dict) else None
    return {id_ for id_ in ids if isinstance(id_, str)} if isinstance(ids, list) else set()
