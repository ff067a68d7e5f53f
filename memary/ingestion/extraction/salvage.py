"""Make the most of what a model wrote: an extraction of every item that is sound by itself.

A reply is refused as a whole only where it holds no object of the expected shape at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from memary.errors import ModelOutputError
from memary.ingestion.extraction.prompt import ExtractedEntity, ExtractedFact, Extraction
from memary.models.replies.json_reply import (
    MOST_CHARS,
    Document,
    begun,
    fenced,
    items_of,
    mended,
    objects_of,
    well_formed,
)


def salvage(reply: str) -> tuple[Extraction, list[str]]:
    """Read an extraction from a model's reply.

    Returns:
        The sound entities and facts, and a warning for each item that had to be dropped.

    Raises:
        ModelOutputError: there is no extraction in it; the message can be sent back to the model.
    """
    best: tuple[Extraction, list[str]] | None = None
    for document in _documents(reply[:MOST_CHARS]):
        read = _read(document)
        if best is None or _size(read[0]) > _size(best[0]):
            best = read
    if best is None:
        raise ModelOutputError('there is no JSON object with "entities" and "facts" in it.')
    return best


def _read(document: Document) -> tuple[Extraction, list[str]]:
    warnings: list[str] = []
    entities = items_of(document.get("entities"), ExtractedEntity, warnings)
    facts = items_of(document.get("facts"), ExtractedFact, warnings)
    return Extraction(entities=tuple(entities), facts=tuple(facts)), warnings


def _size(extraction: Extraction) -> int:
    return len(extraction.entities) + len(extraction.facts)


def _documents(text: str) -> Iterator[Document]:
    """Everything in a text that may be the extraction: well-formed JSON, and mended JSON where that is not whole."""
    values = list(well_formed(text))
    whole = [document for value in values for document in _shaped(value)]
    yield from whole
    if whole:
        return
    if bare := _bare(values):
        yield {"facts": bare}
    for piece in (*fenced(text), *begun(text)):
        value = mended(piece)
        documents = list(_shaped(value))
        yield from documents
        if documents:
            return
        if bare := _bare([value]):
            yield {"facts": bare}


def _shaped(value: object) -> Iterator[Document]:
    """The objects of the expected shape: as such, in a list, or inside a wrapper."""
    if isinstance(value, list):
        for item in cast("list[object]", value):
            yield from _shaped(item)
    elif isinstance(value, dict):
        document = cast("Document", value)
        if isinstance(document.get("facts"), (list, dict)) or isinstance(document.get("entities"), (list, dict)):
            yield document
        else:
            for inner in document.values():
                yield from _shaped(inner)


def _bare(values: Sequence[object]) -> list[Document]:
    """Facts that stand by themselves, or in a list."""
    return [item for value in values for item in objects_of(value) if "subject" in item]
