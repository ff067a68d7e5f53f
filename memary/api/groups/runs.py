"""Offer `memary.runs`: agents record their runs, find earlier ones, and resume where one stopped."""

from __future__ import annotations

import builtins
from collections.abc import Mapping, Sequence
from typing import Any, cast

from pydantic import ValidationError

from memary.api.group import Group
from memary.api.refusals import check_limit
from memary.checks.bounds import looked_up
from memary.checks.faults import first_fault, shown
from memary.errors import InputError, NotFoundError
from memary.event_loop import on_loop, sync_twin
from memary.languages.terms import query_terms
from memary.process import this_process
from memary.queries import MessageQuery, SearchQuery, View, place_given, place_of
from memary.runs import (
    RunRecord,
    RunStatus,
    RunStep,
    RunUpdate,
    by_likeness,
    fold_runs,
    is_like,
    metadata_of,
    run_filter,
    run_id_of,
    tells_of,
)
from memary.text import detect_language
from memary.times import GivenTime, time_given
from memary.types import Message, MessageState, Metadata, Role, Scope, new_id, scope_of, utc_now

_LOOKED_AT = (50, 500, 5_000)
"""How many messages of runs are looked at, until they are of enough runs: a long one has very many."""

_ENOUGH = 20


class Runs(Group):
    """Record runs of agents, find what was done before, go on where a run stopped."""

    @on_loop
    async def alist(
        self,
        *,
        user_id: str,
        agent_id: str | None = None,
        status: RunStatus | str | None = None,
        before: RunRecord | str | None = None,
        limit: int | None = None,
    ) -> builtins.list[RunRecord]:
        """Return runs of a user, of one agent or of all, the one updated last first.

        `before` is the last run of a page, or its cursor: the list goes on behind it.

        Raises:
            InputError: the status is unknown, the limit is below 0, or the cursor is that of another list.
        """
        check_limit(limit)
        wanted = None if status is None else _status(status)
        place = place_given(before, "run")
        found = await self._folded(scope_of(user_id, agent_id))
        chosen = (run for run in found if wanted in (None, run.status))
        return [run for run in chosen if place is None or place_of(run) < place][:limit]

    list = sync_twin(alist)

    @on_loop
    async def aget(self, id: str, *, user_id: str) -> RunRecord:
        """Return a run by its id; `.text` is it in words.

        Raises:
            NotFoundError: there is no such run.
        """
        return await self._run(scope_of(user_id), id)

    get = sync_twin(aget)

    @on_loop
    async def arecord(
        self,
        run: RunRecord | Mapping[str, Any],
        *,
        user_id: str,
        agent_id: str | None = None,
        asked_by: str | None = None,
    ) -> RunRecord:
        """Keep a run of an agent, whole and word by word; no facts are read out of it.

        Ordinary recall does not show runs: ask for them with `list`, `similar`, or `kinds={"run"}` in `search`.
        With `alive_until` a run that nobody goes on with is read as interrupted, see `update`.
        `asked_by` is the id of the message that asked for it: forgetting that one takes the run along.

        Raises:
            InputError: the record cannot be used, or is too long.
        """
        record: RunRecord = _checked(RunRecord, run)
        if record.alive_until is not None and not record.owner:
            record = record.model_copy(update={"owner": this_process()})
        scope = scope_of(user_id, agent_id or record.agent_id)
        await self._keep_run(scope, record.id, record, message_id=record.id, asked_by=asked_by)
        return await self._run(scope, record.id)

    record = sync_twin(arecord)

    @on_loop
    async def aupdate(
        self,
        id: str,
        *,
        user_id: str,
        status: RunStatus | str | None = None,
        progress: str | None = None,
        steps: Sequence[RunStep | Mapping[str, Any]] = (),
        context: str | None = None,
        findings: str | None = None,
        alive_until: GivenTime | None = None,
        owner: str | None = None,
        asked_by: str | None = None,
    ) -> RunRecord:
        """Tell how a run went on: steps are added, what else is given replaces what was.

        `findings` is what was learnt from the last step that is there already. With `alive_until` the run is read as
        interrupted from then on, or as soon as this process is gone, unless more is told before or it has ended;
        `owner` names who is at it where that is not this process.
        `asked_by` is the id of the message that asked for it: forgetting that one takes the run along.

        Raises:
            NotFoundError: there is no such run.
            InputError: a value cannot be used.
        """
        fields: dict[str, Any] = {"status": status, "progress": progress, "steps": tuple(steps), "context": context}
        fields["findings"] = findings
        if alive_until is not None:
            fields |= {
                "status": status or RunStatus.RUNNING,
                "alive_until": time_given("alive_until", alive_until),
                "owner": owner or this_process(),
            }
        update: RunUpdate = _checked(RunUpdate, fields)
        if not update.text:
            raise InputError("No update of the run is given: give a status, progress, steps or a context.")
        run = await self._run(scope_of(user_id), id)
        await self._keep_run(scope_of(user_id, run.agent_id), id, update, message_id=new_id(), asked_by=asked_by)
        return await self._run(scope_of(user_id), id)

    update = sync_twin(aupdate)

    @on_loop
    async def asimilar(
        self,
        task: str,
        *,
        user_id: str,
        agent_id: str | None = None,
        status: RunStatus | str | None = None,
        limit: int = 3,
    ) -> builtins.list[RunRecord]:
        """Return runs that have to do with a task, the nearest first.

        No model is asked, nor an embedding. Those whose objective is like the task come first, as in `earlier`, then
        those that tell of it: of half of its words, and of two if it has two.

        Raises:
            InputError: the task is empty, the status is unknown, or the limit is below 0.
        """
        check_limit(limit)
        scope, task = scope_of(user_id, agent_id), looked_up(task)
        wanted = None if status is None else _status(status)
        if not task.strip():
            raise InputError("The task is empty: say what the runs should be about.")
        near = [run for run in await self._naming(task, scope) if is_like(task, run) or tells_of(task, run)]
        return [run for run in by_likeness(task, near) if wanted in (None, run.status)][:limit]

    similar = sync_twin(asimilar)

    @on_loop
    async def aearlier(
        self, task: str, *, user_id: str, agent_id: str | None = None, limit: int = 2
    ) -> builtins.list[RunRecord]:
        """Return runs whose objective is like a task, to be shown to whoever takes it on.

        `.brief` is one in a line. Unlike `similar` it names only what is near enough: half of the words of the one,
        and two of them, occur in the other. No model is asked, nor an embedding.

        Raises:
            InputError: the limit is below 0.
        """
        check_limit(limit)
        scope, task = scope_of(user_id, agent_id), looked_up(task)
        runs = await self._naming(task, scope)
        return [run for run in by_likeness(task, runs) if is_like(task, run)][:limit]

    earlier = sync_twin(aearlier)

    @on_loop
    async def aresume(self, id: str, *, user_id: str) -> RunRecord:
        """Return a run as it stands, to go on from its last step; `.text` is it in words.

        Raises:
            NotFoundError: there is no such run.
        """
        return await self._run(scope_of(user_id), id)

    resume = sync_twin(aresume)

    async def _naming(self, task: str, scope: Scope) -> list[RunRecord]:
        """Return runs that name words of a task, those that name most of them first."""
        words, now = tuple(query_terms(task)), utc_now()
        ids: list[str] = []
        for limit in _LOOKED_AT:
            found = await self._core.store.read(
                SearchQuery(scope, Message, terms=words, limit=limit, view=View(where=run_filter(), alive_at=now))
            )
            ids = list(dict.fromkeys(run_id_of(one.record) for one in found))
            if len(ids) >= _ENOUGH or len(found) < limit:
                break
        return await self._runs(scope, ids)

    async def _runs(self, scope: Scope, ids: Sequence[str]) -> list[RunRecord]:
        """Return runs in the order of their ids; what is no run any more is left out."""
        if not ids:
            return []
        runs = {run.id: run for run in await self._folded(scope, ids)}
        return [runs[id_] for id_ in ids if id_ in runs]

    async def _folded(self, scope: Scope, ids: Sequence[str] | None = None) -> list[RunRecord]:
        """Return runs by the messages that they are kept as: those of these ids, or all."""
        messages = await self._core.store.read(MessageQuery(scope, view=View(where=run_filter(ids))))
        return fold_runs(messages, now=self._core.clock())

    async def _run(self, scope: Scope, run_id: str) -> RunRecord:
        for run in await self._folded(scope, [run_id]):
            return run
        raise NotFoundError(f"There is no run {shown(run_id)} in the memory of user {shown(scope.user_id)}.")

    async def _keep_run(
        self,
        scope: Scope,
        run_id: str,
        run: RunRecord | RunUpdate,
        *,
        message_id: str,
        asked_by: str | None = None,
    ) -> None:
        most = self._core.settings.max_message_chars
        if len(run.text) > most:
            raise InputError(
                f"The run has {len(run.text):,} characters, more than the {most:,} one message may have: shorten "
                "the results, or raise MEMARY_MAX_MESSAGE_CHARS."
            )
        now = utc_now()
        text = self._core.redactor.text(run.text).text
        message = Message(
            id=message_id,
            user_id=scope.user_id,
            agent_id=scope.agent_id,
            role=Role.TOOL,
            content=text,
            created_at=now,
            added_at=now,
            metadata=cast("Metadata", self._core.redactor.value(metadata_of(run_id, run, asked_by=asked_by))),
            language=detect_language(text),
            digest=f"run:{message_id}",
            state=MessageState.STORED,
        )
        await self._core.keep([message])


def _checked(kind: type[Any], given: Any) -> Any:
    try:
        return kind.model_validate(given)
    except ValidationError as error:
        raise InputError(f"The run cannot be used: {first_fault(error, given)}.") from error


def _status(given: RunStatus | str) -> RunStatus:
    try:
        return RunStatus(given)
    except ValueError as error:
        raise InputError(f"The status {shown(given)} is unknown: choose from {', '.join(RunStatus)}.") from error
