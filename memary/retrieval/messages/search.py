"""Messages as hits: what was said, and the runs of agents that are kept as messages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import groupby, islice
from operator import attrgetter

import numpy as np

from memary.filters import METADATA, And, Compare, Filter, Not, Or
from memary.queries import Candidate, MessageQuery, SearchQuery, StretchQuery
from memary.retrieval.hits import Draft, Explanation, Hit, Signal, score
from memary.retrieval.joint_keys import as_kept
from memary.retrieval.messages.features import MessageRanker, ParsedQuery
from memary.retrieval.messages.traits import Column
from memary.retrieval.messages.weights import SCALE
from memary.retrieval.question.query import RecallQuery
from memary.retrieval.ranking import fuse, highest, ranking
from memary.runs import KIND_KEY, fold_runs, is_run, run_filter, run_id_of
from memary.stores.snapshot import Reads
from memary.text.parts.passages import quoted
from memary.types import (
    ECHO,
    FOREVER,
    HIDDEN_KEYS,
    ORIGIN_KEY,
    ZONE_KEY,
    Embedding,
    Fact,
    Message,
    Role,
    Said,
    Scope,
    utc_now,
)
from memary.types.scope import id_in_key, key_in
from memary.types.spaces import space_of

_POOL = 40
"""How many messages words and meaning may bring each."""

_LOOKED_AROUND = 10
"""Around how many of those that hold most of the question's words more of the talk is looked at."""

_TURNS = 5
"""How many turns on each side."""

_QUOTED_LONGER = 5
"""So many of the best messages may be quoted by more than a passage."""

_MOST_PASSAGES = 5
"""So many more passages of one are offered."""

_POOL_OF_TIME = 20
"""How many more each may bring of a time that the question names."""

_OTHERWISE = 10
"""How many messages of the one asked about are looked for that say in other words what is asked."""

_TOLD_LATER = timedelta(days=7)
"""How long after it happened a thing is looked for in what was said."""

_BEHIND = 50
"""How many of the messages that facts rest on are looked at."""

_EMPTY = 0.1
"""What a message counts that only asks, acknowledges or refuses: less than any that says something."""

_MARKS = frozenset((KIND_KEY, ORIGIN_KEY))
"""Metadata by which a message may show that it is no talk."""

_NO_TALK = Or((run_filter(), Compare(METADATA + ORIGIN_KEY, "in", (ECHO,))))
"""What quotes memory, often with more of the question's words than what it quotes, and runs: both are no answers."""


@dataclass(frozen=True, slots=True)
class MessageRetriever:
    """Finds messages for one question.

    Args:
        store: where to look.
        scope: whose messages.
        query: the question, with what narrows it.
        asked: how it reads.
        vector: the embedding of `asked.spoken`, if there is one.
    """

    store: Reads
    scope: Scope
    query: RecallQuery
    asked: ParsedQuery
    vector: Embedding | None

    def talk(self, pool: MessageRanker, weights: Mapping[str, float], *, is_meant: bool) -> list[Draft]:
        """Return what was said that may answer the question.

        Args:
            pool: the messages that may, as `pool` gathers them.
            weights: what each feature of a message counts.
            is_meant: whether vectors tell what is meant.
        """
        features, ids = pool.features(is_meant=is_meant), [*pool.messages]
        names = [name for name in features if name in weights]
        added = np.array([SCALE * weights[name] * features[name] for name in names])
        sums = sum(added, start=np.zeros(len(ids)))
        factors = _factors(sums, pool, self.query.most)
        scores = {id_: score((float(sums[place]),), factor) for id_, (place, factor) in factors.items()}
        best = highest(scores, self.query.most)
        longer = best[:_QUOTED_LONGER] if self.query.further else ()
        maker, drafts = _MessageHits(pool, names, added, factors, frozenset(longer)), list[Draft]()
        for id_ in best:
            message = pool.messages[id_]
            text = quoted(message.content, [pool.passage(id_)])
            drafts.append(Draft("message", id_, text, message.created_at, scores[id_], maker, message.speaker))
        return drafts

    async def pool(
        self,
        *,
        said: Sequence[Candidate[Said]],
        facts: Sequence[Candidate[Fact]],
        around: Sequence[Fact],
    ) -> MessageRanker:
        """Gather the messages that may answer the question, and what tells whether they do.

        What answers often shares no word with the question, but stands a few turns from what does.

        Args:
            said: messages found for the question, as `said` returns them.
            facts: facts found for the question.
            around: facts of the graph around what it names, the nearest first.
        """
        found = {one.record.id: one for one in said}
        worded = ranking([(id_, one.text) for id_, one in found.items()])[:_LOOKED_AROUND]
        behind = dict.fromkeys([source for fact in around for source in fact.source_ids])
        stated = dict.fromkeys([source for one in facts for source in one.record.source_ids])
        talk = await self.store.read(
            StretchQuery(
                self.scope,
                around=[(found.keys() - worded, 1), (worded, _TURNS)],
                further={*list(behind)[:_BEHIND], *list(stated)[:_BEHIND]},
                view=self.query.view,
            )
        )
        more = [message for message in talk.said if _MARKS.isdisjoint(message.metadata) or is_talk(message)]
        return MessageRanker(
            self.asked, [*found.values()], more=more, before=talk.before, facts=facts, graph=list(behind)
        )

    async def runs(self) -> list[Hit]:
        """Return runs of agents as they stand, each ranked by the message of it that fits best."""
        found = await self._search(run_filter())
        messages = {candidate.record.id: candidate.record for candidate in found}
        lists = {
            "text": ranking((c.record.id, c.text) for c in found),
            "vector": ranking((c.record.id, c.vector) for c in found),
        }
        fused = sorted(fuse(lists, factors=lambda _: {}).items(), key=lambda one: (one[1].score, one[0]))
        hits = [message_hit(messages[id_], why) for id_, why in fused]
        by_run = {key_in(messages[hit.id].user_id, run_id_of(messages[hit.id])): hit for hit in hits}
        if not by_run:
            return []
        view = replace(self.query.view, where=run_filter({*map(id_in_key, by_run)}))
        parts = as_kept(await self.store.read(MessageQuery(self.scope, view=view)))
        parts.sort(key=attrgetter("user_id"))
        runs = {
            key_in(owner, run.id): run
            for owner, of_one in groupby(parts, key=attrgetter("user_id"))
            for run in fold_runs(of_one, now=utc_now())
        }
        return [
            hit.model_copy(update={"kind": "run", "id": run_id, "text": runs[run_id].text})
            for run_id, hit in by_run.items()
            if run_id in runs
        ]

    async def said(self) -> list[Candidate[Said]]:
        """Find messages by words and meaning; of a time that the question names some more."""
        if "message" not in self.query.kinds:
            return []
        found = await self._search()
        if not all(_MARKS.isdisjoint(one.record.metadata) or is_talk(one.record) for one in found):
            found = await self._search(Not(_NO_TALK))
        found += [
            one for one in await self._said_otherwise() if one.record.id not in {each.record.id for each in found}
        ]
        known = {one.record.id for one in found}
        for time in self.asked.times[:1]:
            since, until = time.start, min(time.end, FOREVER - _TOLD_LATER) + _TOLD_LATER
            more = await self._search(Not(_NO_TALK), limit=_POOL_OF_TIME, since=since, until=until)
            found += [one for one in more if one.record.id not in known]
        return found

    async def _said_otherwise(self) -> list[Candidate[Said]]:
        """Find what the one asked about said in other words, whose scores say nothing beside those of its own."""
        if not self.asked.otherwise:
            return []
        words = sorted(self.asked.otherwise)
        own = And((Not(Compare("speaker", "exists")), Compare("role", "in", (Role.USER.value,))))
        names = self.asked.named or (self.asked.asking,)
        whose = Compare("speaker", "in", names)
        whose = whose if self.asked.named else Or((own, whose))
        view = self.query.view.narrowed(And((Not(_NO_TALK), whose)))
        found = await self.store.read(SearchQuery(self.scope, Said, terms=words, limit=_OTHERWISE, view=view))
        return [one._replace(text=None, vector=None) for one in found]

    async def _search(
        self,
        also: Filter | None = None,
        *,
        limit: int = _POOL,
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> list[Candidate[Said]]:
        asked = SearchQuery(
            self.scope,
            Said,
            terms=self.asked.words,
            vector=self.vector,
            limit=limit,
            since=since,
            until=until,
            view=self.query.view.narrowed(also) if also else self.query.view,
        )
        return await self.store.read(asked)


def is_talk(message: Said) -> bool:
    """Return whether a message was said in talk: it is no run, and quotes no memory."""
    return not is_run(message) and message.metadata.get(ORIGIN_KEY) != ECHO


def _factors(sums: Column, pool: MessageRanker, most: int | None) -> dict[str, tuple[int, dict[str, float]]]:
    """Return the places and factors of messages, of as many as it takes to know the `most` best."""
    ids = [*pool.messages]
    factors: dict[str, tuple[int, dict[str, float]]] = {}
    whole = 0
    for place in _best_first(sums, ids):
        is_empty = pool.is_empty(ids[place])
        factors[ids[place]] = place, {"says nothing": _EMPTY} if is_empty else {}
        whole += not is_empty
        if whole == most:  # no other has a higher sum, and none gains by its factors
            break
    return factors


def _best_first(sums: Column, ids: Sequence[str]) -> Iterator[int]:
    """Yield the places of sums, the highest first, ties by id."""
    order = np.argsort(-sums).tolist()
    for _, alike in groupby(order, key=sums.__getitem__):
        yield from sorted(alike, key=ids.__getitem__)


@dataclass(frozen=True, slots=True)
class _MessageHits:
    """Makes hits of messages.

    Attributes:
        pool: the messages.
        names: of their features.
        parts: what each of these adds for each message.
        factors: the places of messages, and the factors of what that comes to.
        longer: ids of those of which more than a passage may be shown.
    """

    pool: MessageRanker
    names: Sequence[str]
    parts: Column
    factors: Mapping[str, tuple[int, dict[str, float]]]
    longer: frozenset[str]

    def explanation(self, id_: str) -> Explanation:
        """Return how each feature saw a message, with every list that names it, even if that adds nothing."""
        place, factors = self.factors[id_]
        listed = {name: rank for name, ids in self.pool.ranks.items() if (rank := ids.get(id_))}
        adding = zip(self.names, self.parts[:, place].tolist(), strict=True)
        signals = {name: Signal.of(listed.pop(name, None), part) for name, part in adding if part}
        return Explanation.of(signals | {name: Signal.of(rank, 0.0) for name, rank in listed.items()}, factors)

    def hit(self, draft: Draft, why: Explanation) -> Hit:
        """Return a message as a hit."""
        longer = islice(self.pool.longer_quotes(draft.id), _MOST_PASSAGES) if draft.id in self.longer else ()
        return message_hit(self.pool.messages[draft.id], why, draft.text, longer)


def message_hit(
    message: Said | Message, why: Explanation, text: str | None = None, longer: Iterable[str] = ()
) -> Hit:
    """Return a message as a hit, which shows a text instead of what it says if one is given, or a longer one."""
    zone = message.metadata.get(ZONE_KEY)
    return Hit.of(
        kind="message",
        id=message.id,
        text=message.content if text is None else text,
        longer=tuple(longer),
        score=why.score if why.evidence else 0.0,
        created_at=message.created_at,
        session_id=message.session_id,
        role=message.role,
        speaker=message.speaker,
        language=message.language,
        expires_at=message.expires_at if message.expires_at < FOREVER else None,
        source_ids=(message.id,),
        space_id=space_of(message),
        metadata={key: value for key, value in message.metadata.items() if key not in HIDDEN_KEYS},
        zone=zone if isinstance(zone, str) else None,
        explain=why,
    )
