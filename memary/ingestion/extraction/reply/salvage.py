"""Make the most of what a model wrote: an extraction of every item that is sound by itself.

A reply is refused as a whole only where it holds no object of the expected shape at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import cast

from memary.errors import ModelOutputError
from memary.ingestion.extraction.prompt import (
    ExtractedEntity,
    ExtractedFact,
    ExtractedForget,
    ExtractedSame,
    Extraction,
)
from memary.ingestion.extraction.reply.grounds import renumbered
from memary.models.replies.json_reply import (
    MOST_CHARS,
    Document,
    begun,
    fenced,
    is_cut,
    items_of,
    mended,
    objects_of,
    well_formed,
)

_TRIPLE = ("subject", "predicate", "object", "statement")


def salvage(reply: str) -> tuple[Extraction, list[str]]:
    """Read an extraction from a model's reply, also one that stands in several JSON objects.

    Returns:
        The sound entities and facts, each once, and a warning for each item that had to be dropped.

    Raises:
        ModelOutputError: there is no extraction in it; the message can be sent back to the model.
    """
    found = [_read(document) for document in _documents(reply[:MOST_CHARS])]
    if not found:
        raise ModelOutputError('there is no JSON object with "entities" and "facts" in it.')
    extraction = reduce(lambda earlier, later: joined(later, earlier), (read for read, _ in found))
    return extraction, [warning for _, warnings in found for warning in warnings]


def fault_of(reply: str, extraction: Extraction, warnings: Sequence[str]) -> str:
    """Return why a reply should be asked for once more though it was read, "" if there is no reason."""
    text = reply[:MOST_CHARS]
    if not any(True for value in well_formed(text) for _ in _shaped(value)) and is_cut(text):
        return "it was cut off before its end; write all of it, in fewer words."
    if warnings and not _size(extraction):
        return f"none of its items can be used: {warnings[0]}."
    return ""


def joined(one: Extraction, other: Extraction) -> Extraction:
    """Return what two replies about the same messages hold together, each item once."""
    entities = {entity.name.casefold(): entity for entity in (*other.entities, *one.entities)}
    behind = {number: number + len(other.facts) for number in range(1, len(one.facts) + 1)}
    facts = [*other.facts, *renumbered(one.facts, behind)]
    last = {_triple_of(fact): number for number, fact in enumerate(facts, 1)}
    places = {number: place for place, number in enumerate(last.values(), 1)}
    numbers = {number: places[last[_triple_of(fact)]] for number, fact in enumerate(facts, 1)}
    kept = renumbered((facts[number - 1] for number in last.values()), numbers)
    same = {one.known: one for one in (*other.same, *one.same)}
    forget = {asked.quote: asked for asked in (*other.forget, *one.forget)}
    return Extraction(
        entities=tuple(entities.values()),
        facts=tuple(kept),
        same=tuple(same.values()),
        forget=tuple(forget.values()),
    )


def _triple_of(fact: ExtractedFact) -> tuple[str, ...]:
    return fact.subject.casefold(), fact.predicate.casefold(), fact.object.casefold(), fact.op


def _read(document: Document) -> tuple[Extraction, list[str]]:
    warnings: list[str] = []
    entities = items_of(_named(document.get("entities")), ExtractedEntity, warnings)
    facts = _numbered(_told(document.get("facts")), warnings)
    same = items_of(_paired(document.get("same")), ExtractedSame, warnings)
    forget = items_of(_asked(document.get("forget")), ExtractedForget, warnings)
    read = Extraction(entities=tuple(entities), facts=tuple(facts), same=tuple(same), forget=tuple(forget))
    return read, warnings


def _numbered(value: object, warnings: list[str]) -> list[ExtractedFact]:
    """Return the sound facts of a reply.

    Those that they rest on have the places that they have among these.
    """
    items = cast("list[object]", value) if isinstance(value, list) else objects_of(value)
    sound = {place: fact for place, item in enumerate(items, 1) for fact in items_of([item], ExtractedFact, warnings)}
    return renumbered(sound.values(), {place: number for number, place in enumerate(sound, 1)})


def _named(value: object) -> object:
    """Return a list of entities in which bare names are entities, too."""
    if not isinstance(value, list):
        return value
    return [{"name": item} if isinstance(item, str) else item for item in cast("list[object]", value)]


def _paired(value: object) -> object:
    """Return a list of pairs in which bare arrays of two numbers are pairs, too.

    One pair may stand by itself.
    """
    if not isinstance(value, list):
        return cast("Document", value) if isinstance(value, dict) else list[object]()
    items = cast("list[object]", value)
    if items and all(isinstance(item, int) for item in items):
        return [{"known": items}]
    return [{"known": cast("list[object]", item)} if isinstance(item, list) else item for item in items]


def _asked(value: object) -> object:
    """Return a list of requests in which bare quotations are requests, too; one may stand by itself."""
    items = cast("list[object]", value) if isinstance(value, list) else [value] if value else []
    return [{"quote": item} if isinstance(item, str) else item for item in items]


def _told(value: object) -> object:
    """Return a list of facts in which bare arrays of subject, predicate and object are facts, too."""
    if not isinstance(value, list):
        return value
    items = cast("list[object]", value)
    if triple := _triple(items):  # one fact, not in a list
        return [triple]
    return [_triple(item) or item for item in items]


def _triple(value: object) -> Document | None:
    """Return the fact that an array of three texts, or of four with its sentence, stands for."""
    parts = cast("list[object]", value) if isinstance(value, list) else []
    is_fact = len(parts) in (3, 4) and all(isinstance(part, (str, int, float)) and part for part in parts)
    return dict(zip(_TRIPLE, parts, strict=False)) if is_fact and isinstance(parts[0], str) else None


def _size(extraction: Extraction) -> int:
    return len(extraction.entities) + len(extraction.facts) + len(extraction.same) + len(extraction.forget)


def _documents(text: str) -> Iterator[Document]:
    """Return everything in a text that may be the extraction: JSON, mended where it is not whole."""
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
    """Return the objects of the expected shape: as such, in a list, or inside a wrapper."""
    if isinstance(value, list):
        for item in cast("list[object]", value):
            yield from _shaped(item)
    elif isinstance(value, dict):
        document = cast("Document", value)
        if any(isinstance(document.get(name), (list, dict)) for name in ("facts", "entities", "forget")):
            yield document
        else:
            for inner in document.values():
                yield from _shaped(inner)


def _bare(values: Sequence[object]) -> list[Document]:
    """Return facts that stand by themselves, or in a list, as objects or as arrays."""
    found = [item for value in values for item in objects_of(value) if "subject" in item]
    lists = [cast("list[object]", value) for value in values if isinstance(value, list)]
    return found + [triple for items in lists for item in items if (triple := _triple(item))]
