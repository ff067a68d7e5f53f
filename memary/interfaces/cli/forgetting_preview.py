"""What `memary forget` shows before it asks, and what is true again afterwards.

What a user wrote in spaces is named as such: in words where they still belong to the space, elsewhere in numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from textwrap import shorten
from typing import TYPE_CHECKING, Self

from rich.text import Text

from memary.interfaces.cli.tables import counts
from memary.languages.scripts import PLAIN_STOPS
from memary.types.spaces import is_space

if TYPE_CHECKING:
    from memary import Grant, Manifest, Memary

_SHOWN = 5
"""How many of the facts and messages that would go are shown, of each place."""


@dataclass(frozen=True, slots=True)
class ForgettingPreview:
    """The memory in which something is forgotten, with the spaces of its user as they are before that."""

    memory: Memary
    user: str
    spaces: dict[str, Grant]

    @classmethod
    def of(cls, memory: Memary, user: str) -> Self:
        """Look up the spaces that the user has joined; whoever forgets in one space meets no other."""
        grants = [] if is_space(user) else memory.spaces.list(user_id=user)
        return cls(memory, user, {grant.space_id: grant for grant in grants if grant.joined})

    def going(self, manifest: Manifest) -> Text:
        """Return what would be forgotten: the numbers, and the first facts and messages in words."""
        lines = [f"To be forgotten: {counts(manifest.counts)}."]
        more = max(0, len(manifest.parts) - _SHOWN)
        for label, user, here in self._places(manifest):
            facts, messages = _those(manifest.fact_ids, here), _those(manifest.message_ids, here)
            if user is None:
                numbers = counts({"messages": len(messages), "facts": len(facts)})
                lines += [f"  {numbers}{label}"] if facts or messages else []
                continue
            lines += _shortened(f"fact{label}", self._facts(facts, user))
            lines += _shortened(f"message{label}", self._messages(messages, user))
            more += max(0, len(facts) - _SHOWN) + max(0, len(messages) - _SHOWN)
        lines += _shortened("part of a message", manifest.parts[:_SHOWN])
        lines += [f"  and {more:,} more"] if more else []
        return Text("\n".join([*lines, *self.true_again(manifest)]))

    def true_again(self, manifest: Manifest) -> list[str]:
        """Return lines with the first facts that are true again without what is forgotten."""
        lines: list[str] = []
        for label, user, here in self._places(manifest):
            ids = _those(manifest.reopened_ids, here)
            if user is not None and user == self.user:
                more = max(0, len(ids) - _SHOWN)
                lines += _shortened("true again", self._facts(ids, user))
                lines += [f"  and {more:,} more true again"] if more else []
            elif ids:  # said by others; after forgetting nobody belongs there who could read it
                lines.append(f"  true again{label}: {counts({'facts': len(ids)})}")
        return lines

    def _places(self, manifest: Manifest) -> Iterator[tuple[str, str | None, Callable[[str], bool]]]:
        """Return the user's own memory and each space: what it is called, who reads it, and which ids are in it."""
        elsewhere = {id_ for ids in manifest.in_spaces.values() for id_ in ids}
        yield "", self.user, lambda id_: id_ not in elsewhere
        for space_id, ids in manifest.in_spaces.items():
            grant = self.spaces.get(space_id)
            label = f" in the space {grant.space if grant else space_id}"
            yield label, grant and grant.user_id, frozenset(ids).__contains__

    def _facts(self, ids: Sequence[str], user: str) -> list[str]:
        return [self.memory.facts.get(id_, user_id=user).statement for id_ in ids[:_SHOWN]]

    def _messages(self, ids: Sequence[str], user: str) -> list[str]:
        return [self.memory.messages.get(id_, user_id=user).content for id_ in ids[:_SHOWN]]


def _those(ids: Sequence[str], here: Callable[[str], bool]) -> list[str]:
    return [id_ for id_ in ids if here(id_)]


def _shortened(kind: str, texts: Iterable[str]) -> list[str]:
    """Return a line for each text; of what was said several times in the same words it stands once."""
    said: dict[str, list[str]] = {}
    for text in texts:
        said.setdefault(text.strip().rstrip(PLAIN_STOPS), []).append(text)
    return [
        f"  {kind}{f', {len(same)} times' if len(same) > 1 else ''}: "
        + shorten(" ".join(same[-1].split()), 100, placeholder="…")
        for same in said.values()
    ]
