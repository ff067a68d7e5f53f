"""Which text of a record is searched and which is embedded: one rule for both stores."""

from __future__ import annotations

from memary.text.terms import terms
from memary.types import Entity, Fact, Message


def embedding_text(record: Message | Fact | Entity) -> str:
    """Return the text of a record that its vector stands for."""
    match record:
        case Message():
            return record.content
        case Fact():
            return record.statement
        case Entity():
            return f"{record.name} ({record.type}): {record.description}" if record.description else record.name


def search_terms(record: Message | Fact | Entity) -> list[str]:
    """Return the segmented words by which full text finds a record."""
    match record:
        case Message():
            return terms(f"{record.speaker or ''} {record.content}")
        case Fact():
            return terms(record.statement)
        case Entity():
            return terms(" ".join((record.name, *record.aliases)))
