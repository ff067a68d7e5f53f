"""Make the most of what a model wrote: find the JSON, mend it, and keep every item that is sound by itself.

A reply is refused as a whole only where it holds no object of the expected shape at all.
"""

from __future__ import annotations

import re
from typing import Any, TypeVar, cast

from json_repair import repair_json
from pydantic import BaseModel, ValidationError

from memary.errors import ModelOutputError
from memary.prompts.extraction import ExtractedEntity, ExtractedFact, Extraction

_THINKING = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)
_FENCE = re.compile(r"```(?:json)?\s*(.*?)(?:```|\Z)", re.DOTALL | re.IGNORECASE)

M = TypeVar("M", bound=BaseModel)


def salvage(reply: str) -> tuple[Extraction, list[str]]:
    """Read an extraction from a model's reply.

    Returns:
        The sound entities and facts, and a warning for each item that had to be dropped.

    Raises:
        ModelOutputError: there is no extraction in it; the message can be sent back to the model.
    """
    document = _document(reply)
    warnings: list[str] = []
    entities = _items(document.get("entities"), ExtractedEntity, warnings)
    facts = _items(document.get("facts"), ExtractedFact, warnings)
    return Extraction(entities=tuple(entities), facts=tuple(facts)), warnings


def _document(reply: str) -> dict[str, Any]:
    text = _THINKING.sub("", reply)
    fence = _FENCE.search(text)
    for candidate in ([fence.group(1)] if fence else []) + [text]:
        start = min((at for at in (candidate.find("{"), candidate.find("[")) if at >= 0), default=-1)
        if start < 0:
            continue
        for found in _dicts(repair_json(candidate[start:], return_objects=True)):
            if "facts" in found or "entities" in found:
                return found
            if "subject" in found:  # a bare fact, or a list of them
                return {"facts": repair_json(candidate[start:], return_objects=True)}
    raise ModelOutputError('there is no JSON object with "entities" and "facts" in it.')


def _dicts(value: object) -> list[dict[str, Any]]:
    if isinstance(value, dict):
        return [cast("dict[str, Any]", value)]
    if isinstance(value, list):
        return [cast("dict[str, Any]", item) for item in cast("list[object]", value) if isinstance(item, dict)]
    return []


def _items(value: object, model: type[M], warnings: list[str]) -> list[M]:
    kept: list[M] = []
    for item in _dicts(value):
        clean = {name: field for name, field in item.items() if field is not None}
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


def _without_broken_options(item: dict[str, Any], model: type[M], error: ValidationError) -> M | None:
    """Drop the optional fields that are broken; an item whose essentials are broken is gone."""
    broken = {str(part["loc"][0]) for part in error.errors(include_url=False, include_input=False) if part["loc"]}
    if any(model.model_fields[name].is_required() for name in broken if name in model.model_fields):
        return None
    return model.model_validate({name: field for name, field in item.items() if name not in broken})
