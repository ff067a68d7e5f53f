"""Filters as they are written on the command line: as JSON, and as `key=value` pairs of metadata."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from memary.checks.faults import shown
from memary.errors import InputError
from memary.filters import METADATA
from memary.types import Metadata

FilterOption = Annotated[
    str | None,
    typer.Option("--filter", metavar="JSON", help='Only what fits, like \'{"category": "food"}\'.'),
]
MetaOption = Annotated[
    list[str] | None, typer.Option(metavar="KEY=VALUE", help="Only with this metadata; may be repeated.")
]
ExpiredOption = Annotated[bool, typer.Option("--show-expired", help="Also what has expired.")]


def asked_filters(text: str | None, pairs: list[str] | None = None) -> dict[str, Any] | None:
    """Return the filter that the options make, None for none.

    All of them have to hold.

    Raises:
        InputError: the text is no JSON object, or a pair has no `=`.
    """
    parts: list[Any] = [{METADATA + key: value} for key, value in read_pairs(pairs or []).items()]
    if text is not None:
        try:
            given = json.loads(text)
        except ValueError as error:
            raise InputError(
                f'The filter {shown(text)} is not JSON: write it like --filter \'{{"category": "food"}}\'.'
            ) from error
        parts.append(given)
    return {"AND": parts} if parts else None


def read_pairs(pairs: list[str]) -> Metadata:
    """Read `key=value` pairs; a value that is JSON is taken as such, so `n=3` is a number.

    Raises:
        InputError: there is no `=`.
    """
    metadata: dict[str, Any] = {}
    for pair in pairs:
        key, separator, value = pair.partition("=")
        if not (separator and key.strip()):
            raise InputError(f"The metadata {shown(pair)} is not a pair: write it like --meta topic=music.")
        try:
            metadata[key.strip()] = json.loads(value)
        except ValueError:
            metadata[key.strip()] = value
    return metadata
