"""Define what an answer cites: ids of sources and the lines that rest on them, kept with the answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from typing import Any, cast

from memary.types.reads import HitKind
from memary.types.record import Record

CITED_KEY = "memary.cited"
"""Metadata in which an answer keeps what it cites, as `Cited` records. Neither searches nor filters look into it, and
hits come without it."""


class Cited(Record):
    """A source that an answer rests on, by its id and the number that marks it in the answer, as `[1]`.

    Attributes:
        number: from 1, in the order in which the answer comes to them.
        id: of the message, fact, entity or run.
        kind: which of these it is.
        space_id: of the space that it is from; None: one's own memory.
        lines: which lines of the answer say it, from 0; none where the answer has marks of its own.
    """

    number: int
    id: str
    kind: HitKind
    space_id: str | None = None
    lines: tuple[int, ...] = ()

    def further_down(self, lines: int) -> Cited:
        """Return the same of an answer before which so many lines stand."""
        return self.model_copy(update={"lines": tuple(at + lines for at in self.lines)})


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
