"""`memary eval qa`."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import memary
from memary import evaluation
from memary.errors import ConfigurationError, InputError
from memary.evaluation.console import end_with, env_file, errors_said, print_, progress, write_lines
from memary.settings import Settings

if TYPE_CHECKING:
    from memary.client import Memary
    from memary.evaluation.qa.answers import Method
    from memary.evaluation.qa.report import QaAnswer
    from memary.evaluation.qa.talk import Talk
    from memary.models.base import ChatModel


def qa(
    data: Annotated[
        list[Path],
        typer.Option(help="Talk with questions: memary's own format, LoCoMo's, LongMemEval's or BEAM's; repeatable."),
    ],
    audit: Annotated[Path | None, typer.Option(help="Audit of LoCoMo's questions: only sound ones.")] = None,
    method: Annotated[
        list[str] | None, typer.Option(help="memary, BM25 or whole; may be repeated; default: all three.")
    ] = None,
    model: Annotated[str | None, typer.Option(help="Chat model that answers; default: as set.")] = None,
    judge: Annotated[str | None, typer.Option(help="Chat model that judges; default: the one that answers.")] = None,
    judging: Annotated[bool, typer.Option("--judging/--no-judging", help="Whether answers are judged.")] = True,
    read: Annotated[bool, typer.Option("--read/--no-read", help="Whether facts are read out of the talk.")] = True,
    talk: Annotated[list[str] | None, typer.Option(help="Only this one; may be repeated.")] = None,
    category: Annotated[list[str] | None, typer.Option(help="Only questions of this one; may be repeated.")] = None,
    most: Annotated[int | None, typer.Option(min=1, help="At most so many questions of a talk.")] = None,
    embedding: Annotated[
        str | None, typer.Option(help="sentences, words, hash, local:<folder or model>, openai:<model>.")
    ] = None,
    store: Annotated[str, typer.Option(help="Where to keep the talk; default: in memory.")] = "sqlite://",
    at_once: Annotated[int, typer.Option(min=1, help="How many questions at the same time.")] = 4,
    answers: Annotated[
        list[Path] | None, typer.Option(help="Answers of an earlier run, as --details wrote them; repeatable.")
    ] = None,
    json_: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    details: Annotated[Path | None, typer.Option(help="Write each answer to this file, as JSON lines.")] = None,
) -> None:
    """Measure how many questions are answered right from memory, beside BM25 and the whole conversation.

    A model answers, another judges, strictly and without knowing who answered; its prompt is in
    docs/measurement/evaluation.md. The exit code is 1 if a self-check fails, 2 if the call has to be corrected.

    Example:  memary eval qa --data talk.jsonl --model gpt-5-mini --judge gpt-5 --details answers.jsonl
    """
    with errors_said():
        settings = Settings.load(env_file=env_file(), model=model, embedding=embedding, timezone="UTC")
        with memary.Memary.open(store, settings=settings, worker=False) as memory, progress() as track:
            options = evaluation.QaOptions(methods=_methods(method), read=read, at_once=at_once)
            run = evaluation.QaRun(
                memory,
                _judge(memory, judge) if judging else None,
                options,
                given=[one for path in answers or () for one in _given(path)],
                keep=partial(_keep, details),
                track=track,
            )
            talks = _asked(data, audit, talk or (), category or (), most)
            digests = {path.name: _digest(path) for path in data}
            report, answered = run.measure(talks, digests)
        _keep(details, answered)
    print_(report.model_dump_json(indent=2) if json_ else evaluation.render_qa(report))
    end_with(report.checks)


def _methods(names: Sequence[str] | None) -> tuple[Method, ...]:
    from memary.evaluation.qa.answers import METHODS  # noqa: PLC0415  numpy and the agent, once

    by_name: dict[str, Method] = {name.casefold(): name for name in METHODS}
    for name in names or ():
        if name.casefold() not in by_name:
            raise InputError(f"--method {name!r} is unknown: choose from {', '.join(METHODS)}.")
    return tuple(dict.fromkeys(by_name[name.casefold()] for name in names or by_name))


def _judge(memory: Memary, name: str | None) -> ChatModel:
    if memory.core.models.chat.is_offline:
        raise ConfigurationError(
            "Questions are answered and judged by a language model, and none is configured: set OPENAI_API_KEY, or "
            "MEMARY_BASE_URL and MEMARY_MODEL."
        )
    return memory.core.models.chat if name is None else memory.core.assistant_with(name, None).chat


def _asked(
    data: Sequence[Path], audit: Path | None, only: Sequence[str], categories: Sequence[str], most: int | None
) -> list[Talk]:
    rules = evaluation.read_audit(audit) if audit else None
    talks = [talk for path in data for talk in evaluation.read_talks(path)]
    if strange := sorted(set(only) - {talk.id for talk in talks}):
        raise InputError(f"There is no talk {strange[0]!r}: choose from {', '.join(talk.id for talk in talks)}.")
    kept = [evaluation.audited(talk, rules) if rules else talk for talk in talks if not only or talk.id in only]
    return [talk.asking(categories, most=most) for talk in kept]


def _digest(path: Path) -> str:
    files = sorted(one for one in path.rglob("*.json") if one.is_file()) if path.is_dir() else [path]
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _given(path: Path) -> list[QaAnswer]:
    from memary.evaluation.qa.report import QaAnswer  # noqa: PLC0415

    try:
        return [QaAnswer.model_validate_json(line) for line in path.read_text(encoding="utf-8").splitlines()]
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise InputError(f"{path} holds no answers of an earlier run: give a file that --details wrote.") from error


def _keep(path: Path | None, answers: Sequence[QaAnswer]) -> None:
    if path is not None:
        write_lines(path, (one.model_dump() for one in answers))
