"""Make the most of what a model wrote: find the JSON, mend it, and keep every item that is sound by itself.

A reply is refused as a whole only where it holds no object of the expected shape at all.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, TypeVar, cast

from json_repair import repair_json
from pydantic import BaseModel, ValidationError

from memary.errors import ModelOutputError
from memary.prompts.extraction import ExtractedEntity, ExtractedFact, Extraction

_FENCE = re.compile(r"```(?:json)?\s*\n(.*?)(?:\n\s*```|\Z)", re.DOTALL | re.IGNORECASE)
_OPENING = re.compile(r'[\[{](?=\s*["\'“{\[\w}\]])')
_TOO_DEEP = re.compile(r"(?:[\[{]\s*){20}")
_MOST_CHARS = 200_000
_MOST_VALUES, _MOST_MENDED = 200, 5
"""How many places of a reply are tried as the beginning of JSON, and of JSON to be mended."""

M = TypeVar("M", bound=BaseModel)
_Document = dict[str, Any]


def salvage(reply: str) -> tuple[Extraction, list[str]]:
    """Read an extraction from a model's reply.

    Returns:
        The sound entities and facts, and a warning for each item that had to be dropped.

    Raises:
        ModelOutputError: there is no extraction in it; the message can be sent back to the model.
    """
    best: tuple[Extraction, list[str]] | None = None
    for document in _documents(reply[:_MOST_CHARS]):
        read = _read(document)
        if best is None or _size(read[0]) > _size(best[0]):
            best = read
    if best is None:
        raise ModelOutputError('there is no JSON object with "entities" and "facts" in it.')
    return best


def salvage_list(reply: str, name: str, model: type[M]) -> tuple[list[M], list[str]]:
    """Read the list of this name from a model's reply, as `salvage` does for an extraction.

    Raises:
        ModelOutputError: there is no such list in it.
    """
    text = reply[:_MOST_CHARS]
    values = list(_well_formed(text))
    if not any(_listed(value, name) is not None for value in values):
        values = [_mended(piece) for piece in (*(fence[1] for fence in _FENCE.finditer(text)), text)]
    for value in values:
        if (listed := _listed(value, name)) is not None:
            warnings: list[str] = []
            return _items(listed, model, warnings), warnings
    raise ModelOutputError(f'there is no JSON object with "{name}" in it.')


def _listed(value: object, name: str) -> object | None:
    """Find a list by its name: in an object, or in one inside a list or a wrapper."""
    inner: Sequence[object] = ()
    if isinstance(value, dict):
        document = cast("_Document", value)
        if isinstance(document.get(name), (list, dict)):
            return document[name]
        inner = list(document.values())
    elif isinstance(value, list):
        inner = cast("list[object]", value)
    return next((found for one in inner if (found := _listed(one, name)) is not None), None)


def _read(document: _Document) -> tuple[Extraction, list[str]]:
    warnings: list[str] = []
    entities = _items(document.get("entities"), ExtractedEntity, warnings)
    facts = _items(document.get("facts"), ExtractedFact, warnings)
    return Extraction(entities=tuple(entities), facts=tuple(facts)), warnings


def _size(extraction: Extraction) -> int:
    return len(extraction.entities) + len(extraction.facts)


def _documents(text: str) -> Iterator[_Document]:
    """Everything in a text that may be the extraction: well-formed JSON, and mended JSON where that is not whole."""
    values = list(_well_formed(text))
    whole = [document for value in values for document in _shaped(value)]
    yield from whole
    if whole:
        return
    if bare := _bare(values):
        yield {"facts": bare}
    starts = [match.start() for match in islice(_OPENING.finditer(text), _MOST_MENDED)]
    for piece in (*(fence[1] for fence in _FENCE.finditer(text)), *(text[start:] for start in starts)):
        mended = _mended(piece)
        documents = list(_shaped(mended))
        yield from documents
        if documents:
            return
        if bare := _bare([mended]):
            yield {"facts": bare}


def _well_formed(text: str) -> Iterator[object]:
    decoder = json.JSONDecoder(strict=False)
    at = 0
    for _ in range(_MOST_VALUES):
        if not (match := _OPENING.search(text, at)):
            return
        try:
            value, at = decoder.raw_decode(text, match.start())
        except ValueError:
            at = match.end()
        except RecursionError:
            return
        else:
            yield value


def _mended(text: str) -> object:
    if _TOO_DEEP.match(text):
        return None
    try:
        return repair_json(text, return_objects=True)
    except (ValueError, RecursionError):  # nested beyond all measure
        return None


def _shaped(value: object) -> Iterator[_Document]:
    """The objects of the expected shape: as such, in a list, or inside a wrapper."""
    if isinstance(value, list):
        for item in cast("list[object]", value):
            yield from _shaped(item)
    elif isinstance(value, dict):
        document = cast("_Document", value)
        if isinstance(document.get("facts"), (list, dict)) or isinstance(document.get("entities"), (list, dict)):
            yield document
        else:
            for inner in document.values():
                yield from _shaped(inner)


def _bare(values: Sequence[object]) -> list[_Document]:
    """Facts that stand by themselves, or in a list."""
    return [item for value in values for item in _dicts(value) if "subject" in item]


def _dicts(value: object) -> list[_Document]:
    if isinstance(value, dict):
        document = cast("_Document", value)
        if not {"subject", "name", "key"}.isdisjoint(document):
            return [document]
        value = list(document.values())  # a list written as an object with numbers for names
    if isinstance(value, list):
        return [cast("_Document", item) for item in cast("list[object]", value) if isinstance(item, dict)]
    return []


def _items(value: object, model: type[M], warnings: list[str]) -> list[M]:
    kept: list[M] = []
    for item in _dicts(value):
        clean = {name.strip().lower(): field for name, field in item.items() if field is not None}
        try:
            kept.append(model.model_validate(clean))
        except ValidationError as error:
            sound = _without_broken_options(clean, model, error)
            if sound is not None:
                kept.append(sound)
            first = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(str(part) for part in first["loc"])
            what = "kept without" if sound is not None else "dropped for"
            warnings.append(f"{model.__name__} {what} {where}: {first['msg']}")
    return kept


def _without_broken_options(item: _Document, model: type[M], error: ValidationError) -> M | None:
    """Drop the optional fields that are broken; an item whose essentials are broken is gone."""
    broken = {str(part["loc"][0]) for part in error.errors(include_url=False, include_input=False) if part["loc"]}
    if any(model.model_fields[name].is_required() for name in broken if name in model.model_fields):
        return None
    return model.model_validate({name: field for name, field in item.items() if name not in broken})
