"""Define what an answer keeps of where it comes from: the ids of what its model was given, and what it cites."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from typing import Any, cast
from uuid import UUID

from pydantic import TypeAdapter, ValidationError

from memary.types.reads import HitKind
from memary.types.record import Record
from memary.types.scope import key_in

CITED_KEY = "memary.cited"
"""Metadata in which an answer keeps what it cites, as `Cited` records. Neither searches nor filters look into it, and
hits come without it."""


GIVEN_KEY = "memary.given"
"""Metadata in which an answer keeps what its model was given of memory, by ids alone: a list of them for each kind,
and for each kind in a space under its id. What was forgotten since is nowhere found by its id. Neither searches nor
filters look into it, and hits come without it."""


_OWN = "own"
_KEPT_IDS: TypeAdapter[dict[str, dict[HitKind, list[str]]]] = TypeAdapter(dict[str, dict[HitKind, list[str]]])


class Given(Record):
    """A record that a model was given for an answer.

    Attributes:
        id: of the message, fact, entity or run.
        kind: which of these it is.
        space_id: of the space that it is from; None: one's own memory.
    """

    id: str
    kind: HitKind
    space_id: str | None = None

    @property
    def key(self) -> str:
        """Return what tells it from records of other memories that have its id."""
        return key_in(self.space_id, self.id)


class Cited(Given):
    """A source that an answer rests on, by its id and the number that marks it in the answer, as `[1]`.

    Attributes:
        number: from 1, in the order in which the answer comes to them.
        lines: which lines of the answer say it, from 0; none where the answer has marks of its own.
    """

    number: int
    lines: tuple[int, ...] = ()

    def further_down(self, lines: int) -> Cited:
        """Return the same of an answer before which so many lines stand."""
        return self.model_copy(update={"lines": tuple(at + lines for at in self.lines)})


def given_ids(given: Iterable[Given]) -> dict[str, dict[str, list[str]]]:
    """Return what an answer keeps of what its model was given: ids by kind, by the space or `own`.

    An id that a caller made may tell what it is of, and would outlive it: it is left out.
    """
    kept: dict[str, dict[str, list[str]]] = {}
    for one in given:
        if _is_made_here(one.id):
            kept.setdefault(one.space_id or _OWN, {}).setdefault(one.kind, []).append(one.id)
    return kept


def _is_made_here(id_: str) -> bool:
    try:
        return str(UUID(id_)) == id_
    except ValueError:
        return False


def kept_given(metadata: Mapping[str, Any]) -> tuple[Given, ...]:
    """Return what a model was given by the metadata of its answer; nothing where that is not noted."""
    try:
        found = _KEPT_IDS.validate_python(metadata.get(GIVEN_KEY, {}))
    except ValidationError:  # a caller's own, under this name
        return ()
    return tuple(
        Given(id=id_, kind=kind, space_id=None if place == _OWN else place)
        for place, kinds in found.items()
        for kind, ids in kinds.items()
        for id_ in ids
    )


def kept_cited(metadata: Mapping[str, Any]) -> tuple[Cited, ...] | None:
    """Return what an answer cites by the metadata of its message; None where nothing is noted of it."""
    kept: Any = metadata.get(CITED_KEY)
    return tuple(map(Cited.model_validate, cast("list[Any]", kept))) if isinstance(kept, list) else None


def without_lines(cited: Iterable[Cited], was: str, text: str) -> tuple[Cited, ...]:
    """Return what an answer cites, of which a part went: the sources of lines that are left as they were."""
    lines = was.split("\n"), text.split("\n")
    places = {
        block.a + at: block.b + at
        for block in SequenceMatcher(None, *lines, autojunk=False).get_matching_blocks()
        for at in range(block.size)
    }
    moved = [one.model_copy(update={"lines": tuple(places[at] for at in one.lines if at in places)}) for one in cited]
    return tuple(one for one in moved if one.lines)
