"""Procedural memory: agents record their runs, find what was done before, and go on where a run stopped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from memary.errors import InputError, NotFoundError
from memary.facade.knowing import check_limit
from memary.facade.opened import Opened
from memary.facade.run_messages import run_messages
from memary.looping import blocking, on_loop
from memary.memory.runs import (
    RunRecord,
    RunStatus,
    RunStep,
    RunUpdate,
    fold_runs,
    metadata_of,
    run_filter,
    run_id_of,
)
from memary.retrieval.query import Query
from memary.retrieval.search import search
from memary.text import detect_language
from memary.text.terms import query_terms
from memary.types import Message, MessageState, Role, Scope, When, new_id, utc_now

_LOOKED_AT = 50
"""How many messages of runs are looked at for the ones that are near a task."""

_NEAR = 0.5


class Runs(Opened):
    """The part of `Memary` that has to do with runs of agents."""

    @on_loop
    async def arecord_run(
        self, run: RunRecord | Mapping[str, Any], *, user_id: str, agent_id: str | None = None
    ) -> RunRecord:
        """Keep a run of an agent, whole and word by word; no facts are read out of it.

        Ordinary recall does not show runs: ask for them with `runs`, `similar_runs`, or `kinds={"run"}` in `search`.

        Raises:
            InputError: the record cannot be used, or is too long.
        """
        record: RunRecord = _checked(RunRecord, run)
        scope = self._scope(user_id, agent_id or record.agent_id)
        await self._keep_run(scope, record.id, record, message_id=record.id)
        return await self._run(scope, record.id)

    record_run = blocking(arecord_run)

    @on_loop
    async def aupdate_run(
        self,
        run_id: str,
        *,
        user_id: str,
        status: RunStatus | str | None = None,
        progress: str | None = None,
        steps: Sequence[RunStep | Mapping[str, Any]] = (),
        context: str | None = None,
    ) -> RunRecord:
        """Tell how a run went on: steps are added, what else is given replaces what was.

        Raises:
            NotFoundError: there is no such run.
            InputError: a value cannot be used.
        """
        told = {"status": status, "progress": progress, "steps": tuple(steps), "context": context}
        update: RunUpdate = _checked(RunUpdate, told)
        if not update.text:
            raise InputError("Nothing is told of the run: give a status, progress, steps or a context.")
        run = await self._run(self._scope(user_id), run_id)
        await self._keep_run(self._scope(user_id, run.agent_id), run_id, update, message_id=new_id())
        return await self._run(self._scope(user_id), run_id)

    update_run = blocking(aupdate_run)

    @on_loop
    async def aruns(
        self,
        *,
        user_id: str,
        agent_id: str | None = None,
        status: RunStatus | str | None = None,
        limit: int | None = None,
    ) -> list[RunRecord]:
        """Runs of a user, of one agent or of all, the one updated last first.

        Raises:
            InputError: the status is unknown, or the limit is below 0.
        """
        check_limit(limit)
        found = fold_runs(await run_messages(self.store, self._scope(user_id, agent_id)))
        return [run for run in found if status is None or run.status == _status(status)][:limit]

    runs = blocking(aruns)

    @on_loop
    async def asimilar_runs(
        self,
        task: str,
        *,
        user_id: str,
        agent_id: str | None = None,
        status: RunStatus | str | None = None,
        limit: int = 3,
    ) -> list[RunRecord]:
        """Runs that have to do with a task, the nearest first. No LLM is called.

        Raises:
            InputError: the task is empty, the status is unknown, or the limit is below 0.
        """
        check_limit(limit)
        scope = self._scope(user_id, agent_id)
        wanted = None if status is None else _status(status)
        now = utc_now()
        question = Query(text=task, top_k=_LOOKED_AT, kinds={"run"}, when=When.now(now), alive_at=now)
        found = await search(self.store, self.models.embedder, scope, question)
        ids = list(dict.fromkeys(hit.id for hit in found.hits))
        runs = {run.id: run for run in fold_runs(await run_messages(self.store, scope, ids))}
        return [runs[id_] for id_ in ids if id_ in runs and wanted in (None, runs[id_].status)][:limit]

    similar_runs = blocking(asimilar_runs)

    @on_loop
    async def aearlier_runs(
        self, task: str, *, user_id: str, agent_id: str | None = None, limit: int = 2
    ) -> list[RunRecord]:
        """Runs whose objective is like a task, to be shown to whoever takes it on; `.brief` is one in a line.

        Unlike `similar_runs` it names only what is near enough: half of the words of the one, and two of them,
        occur in the other. No model is asked, nor an embedding.

        Raises:
            InputError: the limit is below 0.
        """
        check_limit(limit)
        scope, now = self._scope(user_id, agent_id), utc_now()
        words = set(query_terms(task))
        found = await self.store.search(
            scope, Message, terms=tuple(words), where=run_filter(), alive_at=now, limit=_LOOKED_AT
        )
        ids = {run_id_of(one.record) for one in found}
        runs = fold_runs(await run_messages(self.store, scope, ids)) if ids else []
        nearness = {run.id: _nearness(words, run) for run in runs}
        near = [run for run in runs if nearness[run.id] >= _NEAR]
        return sorted(near, key=lambda run: -nearness[run.id])[:limit]

    earlier_runs = blocking(aearlier_runs)

    @on_loop
    async def aresume(self, run_id: str, *, user_id: str) -> RunRecord:
        """Return a run as it stands, to go on from its last step; `.text` is it in words.

        Raises:
            NotFoundError: there is no such run.
        """
        return await self._run(self._scope(user_id), run_id)

    resume = blocking(aresume)

    async def _run(self, scope: Scope, run_id: str) -> RunRecord:
        for run in fold_runs(await run_messages(self.store, scope, [run_id])):
            return run
        raise NotFoundError(f"There is no run {run_id} in the memory of user {scope.user_id!r}.")

    async def _keep_run(self, scope: Scope, run_id: str, told: RunRecord | RunUpdate, *, message_id: str) -> None:
        most = self.settings.max_message_chars
        if len(told.text) > most:
            raise InputError(
                f"The run has {len(told.text):,} characters, more than the {most:,} one message may have: shorten "
                "the results, or raise MEMARY_MAX_MESSAGE_CHARS."
            )
        now = utc_now()
        message = Message(
            id=message_id,
            user_id=scope.user_id,
            agent_id=scope.agent_id,
            role=Role.TOOL,
            content=told.text,
            created_at=now,
            added_at=now,
            metadata=metadata_of(run_id, told),
            language=detect_language(told.text),
            digest=f"run:{message_id}",
            state=MessageState.STORED,
        )
        await self._keep([message])


def _nearness(words: set[str], run: RunRecord) -> float:
    """The share of words that a task and a run's objective have in common, by the shorter of the two.

    One word in common is no likeness, unless the objective has no other.
    """
    objective = set(query_terms(run.objective))
    common = len(words & objective)
    return common / min(len(words), len(objective)) if common >= min(2, len(objective)) > 0 else 0.0


def _checked(kind: type[Any], given: Any) -> Any:
    try:
        return kind.model_validate(given)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "it"
        raise InputError(f"The run cannot be used: {where}: {first['msg']}.") from error


def _status(given: RunStatus | str) -> RunStatus:
    try:
        return RunStatus(given)
    except ValueError as error:
        raise InputError(f"The status {given!r} is unknown: choose from {', '.join(RunStatus)}.") from error
