"""Keep in which texts of a user words stand, of facts and entities for a revision of the user, as records are kept.

A message is held against what is known together with the few before it, whose words were looked up for these. One
question comes back to the words of the last: those of messages are kept until one is added.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from memary.stores.sqlite.kept.nodes import added_by
from memary.text import search_terms
from memary.types import Entity, Fact, GraphDelta

Standing: TypeAlias = Mapping[int, tuple[int, bytes]]
"""Of a word, the numbers of the texts in which it stands: how often it does, and how FTS5 has the text's length."""

Words: TypeAlias = dict[str, Standing]

_MOST_WORDS = 512
_MOST_PLACES = 16_384
"""How many words of a user are kept, and in how many texts they may stand together."""


def note_read(known: Words, read: Words) -> None:
    """Keep further words that were read, instead of the older half where they are many."""
    known.update(read)
    while len(known) > _MOST_WORDS or sum(map(len, [*known.values()])) > _MOST_PLACES:
        for word in [*known][: (len(known) + 1) // 2]:
            known.pop(word, None)


def words_after(
    words: Words,
    delta: GraphDelta,
    changed: Sequence[Fact] | Sequence[Entity],
    former: Mapping[str, Fact] | Mapping[str, Entity],
    removed: Sequence[str],
) -> Words:
    """Return words that stand as they did after a delta.

    Args:
        words: as they stood before.
        delta: what was written.
        changed: its records of the kind, old and new ones.
        former: by id, records as they were before, as far as these are known.
        removed: the ids of those that it removes.
    """
    if not words or not (changed or removed):
        return words
    ids = {*(one.id for one in changed), *removed}
    if not ids <= former.keys() | added_by(delta):
        return {}  # nobody knows which words stood there
    left = words.copy()  # who still reads from before the delta goes on with these
    for record in (*changed, *former.values()):
        for word in search_terms(record):
            left.pop(word, None)
    return left
