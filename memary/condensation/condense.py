"""Condense facts: read what there are too many of, ask which can be told as one, check, write.

A call that fails, an empty reply and one that loses something change nothing. Each condensed fact is one row of the
ledger, and undone by it. Where one of its sources is forgotten it goes, and the facts it stood for are as they were.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field

from memary.condensation.groups import Limits, OneFact, condensed, contained, fault_of, too_many
from memary.condensation.prompt import Condensed, ToldAsOne, condensation_turns, told_as_one
from memary.errors import ModelOutputError
from memary.facts.predicates import Predicates
from memary.facts.transaction import retry_on_conflict, vectors_of
from memary.languages.prompt.instructions import USUAL, Instructions
from memary.models.base import ChatModel, Embedder
from memary.models.replies.json_reply import read_list
from memary.queries import FactQuery, View
from memary.reflection.insight_evidence import apply_with_insights
from memary.reflection.insights import Rejected
from memary.stores.store import Store
from memary.types import Fact, GraphDelta, Record, Scope, utc_now
from memary.usage.ledger import attribute_usage

_log = logging.getLogger("memary")

_CALLS = 4
"""How many subjects are asked about at once."""


class CondensationReport(Record):
    """What condensing came to.

    `replaced` counts the facts that are told by those in `condensed` now.
    """

    user_id: str
    condensed: tuple[Fact, ...] = ()
    replaced: int = 0
    rejected: tuple[Rejected, ...] = ()
    llm_calls: int = 0


@dataclass(slots=True)
class _Plan:
    written: list[OneFact] = field(default_factory=list[OneFact])
    rejected: list[Rejected] = field(default_factory=list[Rejected])
    calls: int = 0


class Condenser:
    """Tells many old, alike facts as few.

    Args:
        store: where they are.
        embedder: embeds what is new.
        model: puts facts together; None: only what others say more exactly is put together.
        predicates: which relations hold one value at a time.
        prompts: what the model is told to do.
    """

    def __init__(
        self,
        store: Store,
        embedder: Embedder,
        model: ChatModel | None,
        *,
        predicates: Predicates,
        prompts: Instructions = USUAL,
    ) -> None:
        self._store, self._embedder, self._model = store, embedder, model
        self._predicates, self._prompts = predicates, prompts
        self._asked: dict[str, set[frozenset[str]]] = {}
        """By user the ids of facts that were looked at together in vain, as far as there are too many still."""

    async def condense(self, user_id: str, limits: Limits, *, is_asked_again: bool = True) -> CondensationReport:
        """Condense the facts of each subject that has too many, of at most four subjects.

        Args:
            user_id: whose.
            limits: how many facts stay single.
            is_asked_again: whether a model is asked once more about facts that it was asked about in vain.

        Raises:
            ModelError: the model could not be asked. Nothing has changed.
        """
        scope = Scope(user_id=user_id)
        plan = _Plan()
        with attribute_usage(user_id, alone=True):
            for facts in await self._asked_about(scope, limits, is_asked_again=is_asked_again):
                if not await self._planned(facts, plan):
                    self._asked.setdefault(user_id, set()).add(_ids(facts))
        if not plan.written:
            return CondensationReport(user_id=user_id, rejected=tuple(plan.rejected), llm_calls=plan.calls)
        return await retry_on_conflict(lambda: self._write(scope, limits, plan))

    async def _asked_about(self, scope: Scope, limits: Limits, *, is_asked_again: bool) -> list[list[Fact]]:
        found = await self._too_many(scope, limits)
        asked = self._asked.pop(scope.user_id, set[frozenset[str]]()).intersection(map(_ids, found))
        if asked:
            self._asked[scope.user_id] = asked
        return [facts for facts in found if is_asked_again or _ids(facts) not in asked][:_CALLS]

    async def _too_many(self, scope: Scope, limits: Limits) -> list[list[Fact]]:
        facts = await self._store.read(FactQuery(scope, view=View.now(utc_now())))
        ids = {fact.id for fact in facts}
        resting = await self._store.read(FactQuery(scope, source_ids=ids)) if ids else []
        grounds = {id_ for fact in resting for id_ in fact.source_ids if fact.extractor != "condensed"}
        grounds |= {ground.fact_id for fact in facts for ground in fact.rests_on if ground.fact_id}
        return too_many(facts, limits, grounds, self._predicates)

    async def _planned(self, facts: Sequence[Fact], plan: _Plan) -> bool:
        """Plan what can be told as one among these facts; return whether there is something."""
        before = len(plan.written)
        for one in await self._told(facts, plan):
            if fault := fault_of(one.members, one.statement, self._predicates):
                plan.rejected.append(Rejected(statement=one.statement, reason=fault))
            else:
                plan.written.append(one)
        return len(plan.written) > before

    async def _told(self, facts: Sequence[Fact], plan: _Plan) -> list[OneFact]:
        if self._model is None:
            return contained(facts, self._predicates)
        plan.calls += 1
        reply = (await self._model.complete(condensation_turns(facts, self._prompts), schema=Condensed)).text
        try:
            condensed, warnings = read_list(reply, "condensed", ToldAsOne)
        except ModelOutputError as error:
            plan.rejected.append(Rejected(statement="", reason=f"the reply could not be used: {error}"))
            return []
        for warning in warnings:
            _log.warning("condensation: %s", warning)
        return told_as_one(condensed, facts)

    async def _write(self, scope: Scope, limits: Limits, plan: _Plan) -> CondensationReport:
        """Write what was put together, as far as its facts are still what they were."""
        revision = await self._store.revision(scope.user_id)
        now = utc_now()
        still = {fact.id: fact for facts in await self._too_many(scope, limits) for fact in facts}
        whole = [one for one in plan.written if all(still.get(each.id) == each for each in one.members)]
        done = [condensed(one, now=now) for one in whole]
        made = [fact for fact, _, _ in done]
        ended = [fact for _, facts, _ in done for fact in facts]
        if made:
            delta = GraphDelta(
                user_id=scope.user_id,
                revision=revision,
                facts=(*ended, *made),
                operations=tuple(row for _, _, row in done),
                embeddings=await vectors_of(self._embedder, made, ()),
            )
            await apply_with_insights(self._store, delta)
        return CondensationReport(
            user_id=scope.user_id,
            condensed=tuple(made),
            replaced=len(ended),
            rejected=tuple(plan.rejected),
            llm_calls=plan.calls,
        )


def _ids(facts: Sequence[Fact]) -> frozenset[str]:
    return frozenset(fact.id for fact in facts)
