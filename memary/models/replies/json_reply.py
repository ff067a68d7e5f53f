"""Read the JSON in a model's reply: find it, mend it, and keep every item that is sound by itself."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, TypeVar, cast

from json_repair import repair_json
from pydantic import BaseModel, ValidationError

from memary.checks.faults import first_fault
from memary.errors import ModelOutputError
from memary.languages import texts
from memary.languages.pattern import pattern

MOST_CHARS = 200_000
"""How much of a reply is read."""

_FENCE = pattern(r"```(?:json)?\s*\n(.*?)(?:\n\s*```|\Z)", re.DOTALL | re.IGNORECASE)
_OPENING = re.compile(r'[\[{](?=\s*["\'“{\[\w}\]])')
_TOO_DEEP = re.compile(r"(?:[\[{]\s*){20}")
_MOST_VALUES, _MOST_MENDED = 200, 5
"""How many places of a reply are tried as the beginning of JSON, and of JSON to be mended."""

_MOST_LEVELS = 32
"""How deep a list is looked for."""

M = TypeVar("M", bound=BaseModel)
Document = dict[str, Any]


def read_list(reply: str, name: str, model: type[M]) -> tuple[list[M], list[str]]:
    """Read the list of this name from a model's reply.

    Returns:
        The sound items, and a warning for each that was dropped or mended.

    Raises:
        ModelOutputError: there is no such list in it.
    """
    text = reply[:MOST_CHARS]
    values = list(well_formed(text))
    if not any(_listed(value, name) is not None for value in values):
        values = [mended(piece) for piece in (*fenced(text), text)]
    for value in values:
        if (listed := _listed(value, name)) is not None:
            warnings: list[str] = []
            return items_of(listed, model, warnings), warnings
    raise ModelOutputError(f'there is no JSON object with "{name}" in it.')


def well_formed(text: str) -> Iterator[object]:
    """Find the JSON values in a text, outermost first."""
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


def fenced(text: str) -> list[str]:
    """Return what stands in fences of code."""
    return [fence[1] for fence in _FENCE.finditer(text)]


def begun(text: str) -> list[str]:
    """Return the text from each of the first places where JSON may begin."""
    return [text[match.start() :] for match in islice(_OPENING.finditer(text), _MOST_MENDED)]


def mended(text: str) -> object:
    """Return the value of JSON that is not well-formed.

    It is None, or an empty value, where there is nothing to mend.
    """
    if _TOO_DEEP.match(text):
        return None
    try:
        return repair_json(_without_begun_text(text), return_objects=True)
    except (ValueError, RecursionError):  # nested beyond all measure
        return None


def objects_of(value: object) -> list[Document]:
    """Return the objects of a list, of an object with numbers for names, or the one object itself."""
    if isinstance(value, dict):
        document = cast("Document", value)
        if not {"subject", "name", "key"}.isdisjoint(document):
            return [document]
        value = list(document.values())  # a list written as an object with numbers for names
    if isinstance(value, list):
        return [cast("Document", item) for item in cast("list[object]", value) if isinstance(item, dict)]
    return []


def is_cut(text: str) -> bool:
    """Return whether JSON in a text ends before all that it opened is closed."""
    return any(map(_is_open, begun(text)))


def _is_open(text: str) -> bool:
    depth = 0
    for _, character in _signs(text):
        if character in "[{":
            depth += 1
        elif character in "]}" and (depth := depth - 1) <= 0:
            return False
    return True


def _without_begun_text(text: str) -> str:
    """Return JSON without the text in quotation marks that it breaks off in.

    Half a name names somebody else.
    """
    marks = [place for place, character in _signs(text) if character == '"']
    return text[: marks[-1]] if len(marks) % 2 else text


def _signs(text: str) -> Iterator[tuple[int, str]]:
    """Give the places of what is not in quotation marks, and of these marks themselves."""
    is_quoted, is_escaped = False, False
    for place, character in enumerate(text):
        if is_escaped or (is_quoted and character == "\\"):
            is_escaped = not is_escaped
        elif character == '"':
            is_quoted = not is_quoted
            yield place, character
        elif not is_quoted:
            yield place, character


def items_of(value: object, model: type[M], warnings: list[str]) -> list[M]:
    """Validate each object by itself; what is dropped or mended adds a warning."""
    kept: list[M] = []
    warnings.extend(f"{model.__name__} dropped for being no object" for _ in _not_objects(value))
    for item in objects_of(value):
        clean = {name.strip().lower(): field for name, field in item.items() if field is not None}
        try:
            kept.append(model.model_validate(clean))
        except ValidationError as error:
            sound = _without_broken_options(clean, model, error)
            if sound is not None:
                kept.append(sound)
            what = "kept without" if sound is not None else "dropped for"
            warnings.append(f"{model.__name__} {what} {first_fault(error, shows=False)}")
    return kept


def _not_objects(value: object) -> list[object]:
    items = cast("list[object]", value) if isinstance(value, list) else []
    return [item for item in items if item and not isinstance(item, dict)]


def _without_broken_options(item: Document, model: type[M], error: ValidationError) -> M | None:
    """Drop the optional fields that are broken; an item whose essentials are broken is gone."""
    broken = {str(part["loc"][0]) for part in error.errors(include_url=False, include_input=False) if part["loc"]}
    if any(model.model_fields[name].is_required() for name in broken if name in model.model_fields):
        return None
    return model.model_validate({name: field for name, field in item.items() if name not in broken})


def repair_prompt(error: str, *, language: str) -> str:
    """Return the turn that asks the model to answer again, properly."""
    return texts(language).extraction_repair.format(error=error)


def _listed(value: object, name: str, *, levels: int = _MOST_LEVELS) -> object | None:
    """Find a list by its name: in an object, or in one inside a list or a wrapper.

    What stands at the end of a runaway reply is not looked at.
    """
    inner: Sequence[object] = ()
    if levels == 0:
        return None
    if isinstance(value, dict):
        document = cast("Document", value)
        if isinstance(document.get(name), (list, dict)):
            return document[name]
        inner = list(document.values())
    elif isinstance(value, list):
        inner = cast("list[object]", value)
    return next((found for one in inner if (found := _listed(one, name, levels=levels - 1)) is not None), None)
