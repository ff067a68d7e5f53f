"""Find what was said elsewhere on the matter of the best passages, in whatever words.

What changes a thing often shares no word with the question, but words or names with the passage about it: "Is milk
dear?" finds "Milk comes from the farm on the hill", whose rare words find "The farm has lost its driver".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memary.languages.terms import terms
from memary.queries import CountQuery, MentionQuery, SaidQuery, SearchQuery, View
from memary.retrieval.hits import Explanation, Hit, Signal
from memary.retrieval.messages.passage_match import best_passages
from memary.retrieval.messages.search import is_talk, message_hit
from memary.retrieval.messages.traits import asks_at_end
from memary.retrieval.ranking import highest
from memary.stores.snapshot import Reads, together
from memary.text.novelty import Novelty
from memary.text.parts.passages import quoted
from memary.types import Role, Said, Scope

_SEEDS = 6
"""From how many of the best passages, none of which repeats another, it is looked for."""

_ALIKE = 20
"""How many messages the words of each may bring."""

_MOST_BY_WORDS = 40
_MOST_BY_NAMES = 12

_SPOKEN_OF = 30
"""Who or what came up more often leads nowhere."""

_LEAST = 0.2
"""What a passage counts at least that the question shares nothing with."""

_ASKS = 0.3
_OF_ASSISTANT = 0.5
"""What a message counts that only asks, and one that is not the user's: neither changes much of what holds."""

_ABOUT = ("text", "vector", "fact text", "fact vector")
"""Signals by which a passage itself has to do with the question."""


@dataclass(frozen=True, slots=True)
class RelatedTalk:
    """Looks for what else was said, from the passages that were found.

    Attributes:
        store: where to look.
        scope: whose messages.
        view: the point of view of the question.
    """

    store: Reads
    scope: Scope
    view: View

    async def of(self, hits: Sequence[Hit]) -> list[Hit]:
        """Return further messages for the best hits: by rare words first, then by who and what comes up."""
        passages = [hit for hit in hits if hit.kind == "message"]
        if not passages:
            return []
        seen = Novelty()
        seeds = [hit for hit in passages if seen.takes(hit.text)][:_SEEDS]
        by_words, by_names = await together(self.store, self._by_words(seeds), self._by_names(seeds))
        known = {hit.id for hit in seeds}
        messages = {one.id: one for one in await self._read({*by_words, *by_names} - known) if is_talk(one)}
        weighed = {id_: value * _weight(messages[id_]) for id_, value in by_words.items() if id_ in messages}
        nearest = dict.fromkeys((*highest(weighed, _MOST_BY_WORDS), *highest(by_names, _MOST_BY_NAMES)))
        values = by_names | weighed
        found = [messages[id_] for id_ in nearest if id_ in messages]
        common = [*dict.fromkeys(word for hit in seeds for word in terms(hit.text))]
        cut = best_passages({one.id: one.content for one in found}, common)
        why = [
            Explanation.of({"elsewhere": Signal.of(place, values[one.id])}, {}) for place, one in enumerate(found, 1)
        ]
        return [
            message_hit(one, told, quoted(one.content, [cut[one.id].passage]))
            for one, told in zip(found, why, strict=True)
        ]

    async def _by_words(self, seeds: Sequence[Hit]) -> dict[str, float]:
        """Return how much each message has in common with the seeds, by its id: of their words, the rare ones."""
        own = {
            hit.id: sum(hit.explain.signals[name].contribution for name in _ABOUT if name in hit.explain.signals)
            for hit in seeds
        }
        most = max(own.values(), default=0.0)
        found = await together(self.store, *(self._alike(hit) for hit in seeds))
        sums: dict[str, float] = {}
        for hit, alike in zip(seeds, found, strict=True):
            weight = max(_LEAST, own[hit.id] / most) if most else 1.0
            for id_, share in alike.items():
                sums[id_] = sums.get(id_, 0.0) + weight * share
        return sums

    async def _alike(self, hit: Hit) -> Mapping[str, float]:
        """Return the share of a passage's words that each message has, weighed by how rare they are."""
        words = [*dict.fromkeys(terms(hit.text))]
        found = await self.store.read(SearchQuery(self.scope, Said, terms=words, limit=_ALIKE, view=self.view))
        scored = {one.record.id: one.text for one in found if one.text}
        whole = scored.get(hit.id) or max(scored.values(), default=1.0)
        return {id_: text / whole for id_, text in scored.items()}

    async def _by_names(self, seeds: Sequence[Hit]) -> dict[str, float]:
        """Return how much each message has in common with the seeds.

        Who and what comes up, by how seldom it does.
        """
        ids = [hit.id for hit in seeds]
        named = {one.entity_id for one in await self.store.read(MentionQuery(self.scope, source_ids=ids))}
        counts = await self.store.read(CountQuery(self.scope, entity_ids=named)) if named else []
        weights = {row.entity.id: 1 / row.count for row in counts if 1 < row.count <= _SPOKEN_OF}
        mentions = await self.store.read(MentionQuery(self.scope, entity_ids=weights)) if weights else []
        sums: dict[str, float] = {}
        for one in mentions:
            sums[one.source_id] = sums.get(one.source_id, 0.0) + weights[one.entity_id]
        return sums

    async def _read(self, ids: set[str]) -> list[Said]:
        return await self.store.read(SaidQuery(self.scope, ids, view=self.view)) if ids else []


def _weight(message: Said) -> float:
    weight = 1.0 if message.role is Role.USER else _OF_ASSISTANT
    return weight * (_ASKS if asks_at_end(message.content) else 1.0)
