"""Find unknown names in a question, with known names that are spelt nearly so: "Lukka", "Luka".

What was meant is asked, and never taken for granted: nothing of the one is told as of the other.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from memary.facts.identity import SELF_KEY
from memary.languages import texts
from memary.languages.everyday_words import is_everyday
from memary.languages.keys import entity_key
from memary.queries import EntityQuery, FactQuery, MentionQuery, MessageQuery, View
from memary.stores.snapshot import Reads
from memary.text import detect_language
from memary.text.names.respellings import respellings
from memary.text.names.spotted_names import spotted_names
from memary.text.speech_acts.questions import statements
from memary.types import VALUE, Entity, Record, Role, Scope

_MOST = 3
_MENTIONS = 8
"""How many of the first mentions of a name are looked at for one that tells something."""

_WORD = re.compile(r"[^\W\d_]{5,}")


class NearName(Record):
    """A name of whom nothing is known, and one spelt nearly so of whom something is."""

    written: str
    known: str

    def __str__(self) -> str:
        return texts(detect_language(self.written)).near_name.format(written=self.written, known=self.known)


async def near_names(
    reads: Reads, scope: Scope, question: str, *, view: View, told: Collection[str] = ()
) -> list[NearName]:
    """Return the names in a question of whom nothing is known, with the one spelt nearly so that is.

    A name to which several are near has none.

    Args:
        reads: where to look.
        scope: whose memory.
        question: what was asked.
        view: the point of view.
        told: keys of names of whom something is known, which need not be looked up.
    """
    known = _Known(reads, Scope(user_id=scope.user_id), view)
    found: list[NearName] = []
    for name in _names_in(question):
        key = entity_key(name)
        if key in told or len(found) == _MOST or await known.among([key]):
            continue
        alike = await known.among(respellings(name) - {SELF_KEY})
        if len(alike) == 1:
            found.append(NearName(written=name, known=alike[0]))
    return found


def _names_in(question: str) -> list[str]:
    """Return the names that a question names.

    Where all is written small, these are its words that are not of everyday talk.
    """
    spotted = spotted_names(question)
    if spotted or question != question.lower():
        return [*spotted]
    return [word for word in dict.fromkeys(_WORD.findall(question)) if word.isascii() and not is_everyday(word)]


@dataclass(frozen=True, slots=True)
class _Known:
    """What a user's memory tells something of: by a fact, or in a message that does not only ask."""

    reads: Reads
    user: Scope
    view: View

    async def among(self, keys: Collection[str]) -> list[str]:
        """Return the names of these keys of which something is told."""
        found = await self.reads.read(EntityQuery(self.user, keys=keys, view=self.view)) if keys else []
        named = [(one, name) for one in found if one.type != VALUE if (name := _name_of(one, keys))]
        return [name for entity, name in named if await self._is_told(entity)]

    async def _is_told(self, entity: Entity) -> bool:
        if await self.reads.read(FactQuery(self.user, entity_ids=[entity.id], limit=1, view=self.view)):
            return True
        about = MentionQuery(self.user, entity_ids=[entity.id], limit=_MENTIONS, view=self.view)
        ids = {mention.source_id for mention in await self.reads.read(about)}
        said = await self.reads.read(MessageQuery(self.user, ids=ids, view=self.view)) if ids else []
        return any(one.role is not Role.ASSISTANT and statements(one.content) for one in said)


def _name_of(entity: Entity, keys: Iterable[str]) -> str | None:
    """Return by which of its names an entity was found."""
    wanted = {*keys}
    return next((name for name in (entity.name, *entity.aliases) if entity_key(name) in wanted), None)
