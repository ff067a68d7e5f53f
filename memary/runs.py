"""Record runs of agents as procedural memory: the task, its state, and every step with its result.

A run is kept as messages: the first holds it as it was recorded, each further one what an update told. They are only
ever added, so that updates of several processes lose nothing; reading a run folds them. Results are kept word by
word, and no facts are read out of them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime
from enum import StrEnum

from pydantic import Field, JsonValue

from memary.filters import METADATA, And, Compare, Filter
from memary.languages.terms import query_terms
from memary.languages.tokens import TokenCounter, without_middle
from memary.process import is_gone
from memary.times import ReadTime
from memary.types import Message, Metadata, Record, Said, Time, new_id

KIND_KEY = "memary.kind"
"""Metadata that tells what a message is beside talk."""

PROCEDURE = "procedure"
RUN_KEY = "memary.run"
"""Metadata that tells to which run a message belongs, or, of an answer, which run led to it."""

ASKED_KEY = "memary.asked"
"""Metadata in which a message of a run keeps the id of the message that asked for it."""

_RECORD_KEY = "memary.record"


_NEAR = 0.5
"""The share of words in common from which on a run has to do with a task."""


class RunStatus(StrEnum):
    """How far a run has come."""

    RUNNING = "running"
    INTERRUPTED = "interrupted"
    DONE = "done"
    FAILED = "failed"


class RunStep(Record):
    """One step of a run: what was done, what came back word by word, what was learnt, what went wrong."""

    action: str
    result: str = ""
    findings: str = ""
    errors: str = ""


class RunRecord(Record):
    """A run of an agent: its objective, how far it came, its steps in order, and where it stands now.

    Who is at a run may say so with `owner` and `alive_until`: a run that is still marked as running when the time is
    over, or when the owner's process is gone from this machine, is read as interrupted.
    """

    id: str = Field(default_factory=new_id)
    objective: str = Field(min_length=1)
    status: RunStatus = RunStatus.RUNNING
    progress: str = ""
    steps: tuple[RunStep, ...] = ()
    context: str = ""
    owner: str = ""  # the process that is at it, as `memary.process` names one
    alive_until: ReadTime | None = None  # when it is taken for interrupted, unless its owner says more
    started_at: Time | None = None  # set when it is read back
    updated_at: Time | None = None
    agent_id: str | None = None

    @property
    def text(self) -> str:
        """The run as one reads it, with numbered steps."""
        return self._told()

    def text_within(self, limit: int, count: TokenCounter, *, mark: str) -> str:
        """Return the run as text of at most `limit` tokens: the last steps whole, of the first what was done.

        Args:
            limit: most tokens.
            count: counts them.
            mark: stands for what is left out, as `without_middle` takes it.
        """

        def told(bare: int) -> str:
            return self._told(bare, lambda value: mark.format(tokens=f"{count(value):,}"))

        fits = bisect_left(range(len(self.steps)), True, key=lambda bare: count(told(bare)) <= limit)
        return without_middle(told(min(fits, len(self.steps) - 1)), limit, count, mark=mark)

    def _told(self, bare: int = 0, short: Callable[[str], str] = str) -> str:
        """Return the run in lines; what came of the first `bare` steps is told in short."""
        lines = [f"Objective: {self.objective}", f"Status: {self.status.value}"]
        lines += [f"Progress: {self.progress}"] if self.progress else []
        for number, step in enumerate(self.steps, 1):
            lines.append(f"{number}. {step.action}")
            results = (("Result", step.result), ("Findings", step.findings), ("Errors", step.errors))
            lines += [f"   {name}: {value if number > bare else short(value)}" for name, value in results if value]
        lines += [f"Context: {self.context}"] if self.context else []
        return "\n".join(lines)

    @property
    def brief(self) -> str:
        """The run in one line: what was to be done, how far it came, what was learnt, what went wrong."""
        learnt = [step.findings for step in self.steps if step.findings]
        failed = [step.errors for step in self.steps if step.errors]
        parts = [f"[{self.status.value}] {self.objective}", self.progress, *learnt, *failed, self.context]
        return " · ".join(" ".join(part.split()) for part in parts if part)


class RunUpdate(Record):
    """What an update of a run tells; what is None stays as it is, steps are added."""

    status: RunStatus | None = None
    progress: str | None = None
    steps: tuple[RunStep, ...] = ()
    context: str | None = None
    findings: str | None = None  # what was learnt from the last step before
    owner: str | None = None
    alive_until: ReadTime | None = None

    @property
    def text(self) -> str:
        """The update as one reads it."""
        steps = (" ".join((step.action, step.result, step.findings, step.errors)) for step in self.steps)
        return "\n".join(part for part in (self.status, self.progress, self.findings, *steps, self.context) if part)

    def added_to(self, run: RunRecord) -> RunRecord:
        """Return a run as it stands with this update."""
        steps = run.steps
        if self.findings and steps:
            steps = (*steps[:-1], steps[-1].model_copy(update={"findings": self.findings}))
        given = {name: getattr(self, name) for name in ("status", "progress", "context", "owner", "alive_until")}
        changed = {name: value for name, value in given.items() if value is not None}
        return run.model_copy(update=changed | {"steps": (*steps, *self.steps)})


def metadata_of(run_id: str, record: RunRecord | RunUpdate, *, asked_by: str | None = None) -> Metadata:
    """Return the metadata of a message that holds a run, or an update of one.

    It names the message that asked for the run.
    """
    data: dict[str, JsonValue] = record.model_dump(mode="json", exclude={"started_at", "updated_at", "agent_id"})
    asked: Metadata = {} if asked_by is None else {ASKED_KEY: asked_by}
    return {KIND_KEY: PROCEDURE, RUN_KEY: run_id, _RECORD_KEY: data, **asked}


def is_run(message: Message | Said) -> bool:
    """Return whether a message belongs to a run."""
    return message.metadata.get(KIND_KEY) == PROCEDURE


def run_filter(ids: Collection[str] | None = None) -> Filter:
    """Keep messages that belong to runs, or to these runs."""
    runs = Compare(METADATA + KIND_KEY, "in", (PROCEDURE,))
    return runs if ids is None else And((runs, Compare(METADATA + RUN_KEY, "in", tuple(ids))))


def run_id_of(message: Message | Said) -> str:
    """Return to which run a message belongs."""
    return str(message.metadata.get(RUN_KEY, ""))


def fold_runs(messages: Iterable[Message], *, now: datetime) -> list[RunRecord]:
    """Return the runs that messages tell of as they stand now, the one updated last first."""
    by_run: dict[str, list[Message]] = {}
    for message in sorted(messages, key=lambda one: (one.added_at, one.id)):
        by_run.setdefault(run_id_of(message), []).append(message)
    runs = [_as_it_stands(run, now) for run_id, parts in by_run.items() if (run := _folded(run_id, parts))]
    return sorted(runs, key=lambda run: (_moment(run.updated_at), run.id), reverse=True)


def _folded(run_id: str, parts: Sequence[Message]) -> RunRecord | None:
    first = next((part for part in parts if part.id == run_id), None)
    if first is None:
        return None
    run = RunRecord.model_validate(_record(first))
    for part in parts:
        if part.id == run_id:
            continue
        run = RunUpdate.model_validate(_record(part)).added_to(run)
    times = {"started_at": first.created_at, "updated_at": parts[-1].added_at, "agent_id": first.agent_id}
    return run.model_copy(update=times)


def _as_it_stands(run: RunRecord, now: datetime) -> RunRecord:
    """Take a run for interrupted if nobody is at it any more who said so."""
    if run.status is not RunStatus.RUNNING or run.alive_until is None:
        return run
    is_over = now >= run.alive_until or is_gone(run.owner)
    return run.model_copy(update={"status": RunStatus.INTERRUPTED}) if is_over else run


def is_like(task: str, run: RunRecord) -> bool:
    """Return whether a run's objective is near a task.

    Half of the words of the shorter one are in the other. One word in common is no likeness, unless the objective has
    no other. How long a run is plays no part.
    """
    return _likeness(task, run)[0] >= _NEAR


def tells_of(task: str, run: RunRecord) -> bool:
    """Return whether a run tells of a task anywhere.

    Half of the task's words, and two of them if it has two.
    """
    words = set(query_terms(task))
    steps = (part for step in run.steps for part in (step.action, step.result, step.findings, step.errors))
    common = len(words & set(query_terms("\n".join((run.objective, run.progress, run.context, *steps)))))
    return common >= min(2, len(words)) > 0 and common / len(words) >= _NEAR


def by_likeness(task: str, runs: Iterable[RunRecord]) -> list[RunRecord]:
    """Return runs by how much their objectives are like a task.

    Those that are equally so stay in their order.
    """
    return sorted(runs, key=lambda run: _likeness(task, run), reverse=True)


def _likeness(task: str, run: RunRecord) -> tuple[float, int]:
    """Return the share of words in common, and how many they are, for those that have the same share."""
    words, objective = set(query_terms(task)), set(query_terms(run.objective))
    common = len(words & objective)
    return (common / min(len(words), len(objective)), common) if common >= min(2, len(objective)) > 0 else (0.0, 0)


def _record(message: Message) -> JsonValue:
    return message.metadata.get(_RECORD_KEY)


def _moment(time: datetime | None) -> float:
    return time.timestamp() if time else 0.0
