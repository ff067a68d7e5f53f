"""Run the evaluation from the command line: `memary eval`, or `python -m memary.evaluation`."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

import typer

import memary
from memary import evaluation
from memary.checks.faults import shown
from memary.conversation.personas import data_folder
from memary.errors import InputError, NotFoundError
from memary.evaluation.console import end_with, env_file, errors_said, print_, progress, write_lines
from memary.evaluation.qa.command import qa
from memary.models.offline import OfflineChat
from memary.settings import Settings

if TYPE_CHECKING:
    from memary.evaluation import MethodAnswer, Options, Report
    from memary.evaluation.episodes.measures import WindowAnswer
    from memary.evaluation.grounds import GroundAnswer
    from memary.evaluation.recall.locomo import Corpus
    from memary.evaluation.recall.protocol import Audit

app = typer.Typer(
    help="Measure how well memory recalls and answers, and how good its graph is.", no_args_is_help=True
)
app.command()(qa)


@app.callback()
def begin(ctx: typer.Context) -> None:
    """Take over options that stand in front of `eval`, or refuse them where they would do nothing."""
    line, measured = ctx.obj, str(ctx.invoked_subcommand)
    front = {name: getattr(line, name, None) for name in ("user_option", "space", "store", "model")}
    given: dict[str, Any] = {name.removesuffix("_option"): one for name, one in front.items() if one is not None}
    with errors_said():
        if unused := sorted(given.keys() - ({"user", "store"} if measured == "graph" else set[str]())):
            raise InputError(f"--{unused[0]} goes behind `memary eval {measured}`, where it has one.")
    if "user" in given:
        given["user"] = [given["user"]]
    ctx.default_map = {measured: {**given, "json_": getattr(line, "as_json", False)}}


@app.command()
def locomo(
    data: Annotated[Path, typer.Option(help="Conversations and questions in LoCoMo's schema (JSON).")],
    audit: Annotated[Path | None, typer.Option(help="Audit of the questions: the clean protocol.")] = None,
    embedding: Annotated[
        str | None, typer.Option(help="sentences, words, hash, local:<folder or model>, openai:<model>.")
    ] = None,
    conversation: Annotated[list[str] | None, typer.Option(help="Only this one; may be repeated.")] = None,
    store: Annotated[str, typer.Option(help="Where to keep the conversations; default: in memory.")] = "sqlite://",
    top_k: Annotated[str, typer.Option(help="Numbers of hits, with commas.")] = "5,10,20",
    budgets: Annotated[str, typer.Option(help="Numbers of tokens, with commas.")] = "1000,2000,4000",
    facts: Annotated[bool, typer.Option("--facts", help="Ask again with the file's observations as facts.")] = False,
    json_: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    details: Annotated[Path | None, typer.Option(help="Write each answer to this file, as JSON lines.")] = None,
) -> None:
    """Measure how much of the evidence of each question is recalled, beside BM25, vectors and both fused.

    The exit code is 1 if a self-check fails, 2 if the call has to be corrected.

    Example:  memary eval locomo --data locomo10.json --embedding local:BAAI/bge-small-en-v1.5
    """
    with errors_said():
        report, answers = _measure(
            evaluation.read_corpus(data, only=conversation or ()),
            evaluation.read_audit(audit) if audit else None,
            store=store,
            embedding=embedding,
            options=evaluation.Options(
                top_ks=_numbers(top_k, "--top-k"), budgets=_numbers(budgets, "--budgets"), facts=facts
            ),
        )
        if details is not None:
            write_lines(details, map(_line, answers))
    print_(report.model_dump_json(indent=2) if json_ else evaluation.render(report))
    end_with(report.checks)


@app.command()
def kinds(
    files: Annotated[list[Path], typer.Argument(help="Talk with questions; each file is a kind.")],
    embedding: Annotated[
        str | None, typer.Option(help="sentences, words, hash, local:<folder or model>, openai:<model>.")
    ] = None,
    top_k: Annotated[str, typer.Option(help="Numbers of hits, with commas.")] = "5,10",
    json_: Annotated[bool, typer.Option("--json", help="Print one JSON document: a report for each kind.")] = False,
) -> None:
    """Measure recall on several kinds of talk, and show where words, vectors or both fused beat memary.

    Files are as `memary eval qa` takes them; questions without evidence are not asked. Each is measured by itself.
    The exit code is 1 if a self-check fails, 2 if the call has to be corrected.

    Example:  memary eval kinds people.json assistant.json phone.jsonl
    """
    with errors_said():
        options = evaluation.Options(top_ks=_numbers(top_k, "--top-k"), budgets=())
        read = dict(zip(evaluation.kind_names(files), map(evaluation.read_kind, files), strict=True))
        reports = {
            kind: _measure(corpus, None, store="sqlite://", embedding=embedding, options=options)[0]
            for kind, corpus in read.items()
        }
    as_json = json.dumps({kind: report.model_dump(mode="json") for kind, report in reports.items()}, indent=2)
    print_(as_json if json_ else evaluation.render_kinds(reports))
    end_with([check for report in reports.values() for check in report.checks])


@app.command()
def episodes(
    data: Annotated[Path | None, typer.Option(help="Folder of the episodes; default: those of memary.")] = None,
    episode: Annotated[list[str] | None, typer.Option(help="Only this one; may be repeated.")] = None,
    language: Annotated[list[str] | None, typer.Option(help="Only of this language; may be repeated.")] = None,
    kind: Annotated[list[str] | None, typer.Option(help="Only questions of this kind; may be repeated.")] = None,
    haystack: Annotated[int, typer.Option(min=0, help="How many other messages to ask among; 0: none.")] = 2_000,
    model: Annotated[
        str | None, typer.Option(help="Chat model that reads facts; default: as set, else rules.")
    ] = None,
    alone: Annotated[bool, typer.Option(help="Ask a memory of the talk alone, too.")] = True,
    doubts: Annotated[bool, typer.Option(help="Leave facts in doubt so; without: say that each still holds.")] = True,
    answers: Annotated[bool, typer.Option("--answers", help="Let the chat model answer from each window.")] = False,
    judge: Annotated[str | None, typer.Option(help="Chat model that judges; default: the one that answers.")] = None,
    embedding: Annotated[
        str | None, typer.Option(help="sentences, words, hash, local:<folder or model>, openai:<model>.")
    ] = None,
    json_: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    details: Annotated[Path | None, typer.Option(help="Write each answer to this file, as JSON lines.")] = None,
) -> None:
    """Measure whether the context window holds what decides when things change, end or are forgotten.

    Nobody reads the windows, unless --answers is given: what is measured is what a model would get to see. Each
    question is put to a memory that holds the talk alone, and to one with thousands of other messages of the same
    user, which rules read. Forgetting on request is on.
    The exit code is 1 if a self-check fails, 2 if the call has to be corrected.

    Example:  memary eval episodes --language en --kind cascade
    """
    with errors_said():
        folder = data or data_folder() / "episodes"
        read = evaluation.read_episodes(folder, only=episode or (), languages=language or (), kinds=kind or ())
        spoken = sorted({one.language for one in read}) if haystack else []
        haystacks = {code: evaluation.read_haystack(folder, code) for code in spoken}
        settings = Settings.load(
            env_file=env_file(),
            model=model,
            embedding=embedding,
            timezone="UTC",  # of what the talks do not give in a zone of their own
            forget_on_request=True,
            scrub=False,  # the files are thrown away
        )
        opened = partial(memary.Memary.open, settings=settings, worker=False)
        with TemporaryDirectory() as files, progress() as track:
            run = evaluation.EpisodeRun(
                opened,
                Path(files),
                haystacks,
                haystack,
                opened_for_others=partial(opened, extraction_llm=OfflineChat()),
                alone=alone,
                doubts=doubts,
                reader=evaluation.EpisodeReader(judge) if answers else None,
                track=track,
            )
            report, found = run.measure(read)
        if details is not None:
            write_lines(details, map(_episode_line, found))
    print_(report.model_dump_json(indent=2) if json_ else evaluation.render_episodes(report))
    end_with(report.checks)


@app.command()
def grounds(
    data: Annotated[Path | None, typer.Option(help="Folder of labelled messages; default: those of memary.")] = None,
    model: Annotated[
        str | None, typer.Option(help="Chat model that reads facts; default: as set, else rules.")
    ] = None,
    json_: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    details: Annotated[Path | None, typer.Option(help="Write each answer to this file, as JSON lines.")] = None,
) -> None:
    """Measure how well it is read what facts rest on, over labelled messages, half of them held out.

    Example:  memary eval grounds --details read.jsonl
    """
    with errors_said():
        cases = evaluation.read_ground_cases(data or data_folder() / "grounds")
        settings = Settings.load(env_file=env_file(), model=model, timezone="UTC")
        with memary.Memary.open("sqlite://", settings=settings, worker=False) as memory, progress() as track:
            answers = evaluation.measure_grounds(memory, cases, track=track)
        if details is not None:
            write_lines(details, map(_ground_line, answers))
    rows = evaluation.grounds_rows(answers)
    as_json = json.dumps([row.model_dump() for row in rows], ensure_ascii=False, indent=2)
    print_(as_json if json_ else evaluation.render_grounds(rows))


@app.command()
def graph(
    user: Annotated[list[str] | None, typer.Option(help="Whose; may be repeated; default: all users.")] = None,
    store: Annotated[str | None, typer.Option(help="Store URI or file; default: as the settings say.")] = None,
    embedding: Annotated[str | None, typer.Option(help="The model of the store's vectors.")] = None,
    show: Annotated[int, typer.Option(min=0, help="As many examples of what is counted.")] = 0,
    json_: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Measure how good users' graphs are to look at.

    It is read from what is stored; docs/measurement/quality.md tells the rules.

    Example:  memary eval graph --user ada --show 10
    """
    with (
        errors_said(),
        memary.Memary.open(store, embedding=embedding, worker=False, env_file=env_file()) as memory,
    ):
        users = memory.loop.wait(memory.core.store.users)
        if unknown := [each for each in user or () if each not in users]:
            raise NotFoundError(
                f"The store {memory.core.store.location} holds no memory of user {shown(unknown[0])}."
            )
        users = user or users
        reports = [evaluation.graph_report(memory, each) for each in users]
    as_data = [report.model_dump() for report in reports]
    print_(
        json.dumps(as_data, ensure_ascii=False, indent=2)
        if json_
        else evaluation.render_graphs(reports, examples=show)
    )


@app.command()
def known(
    data: Annotated[Path | None, typer.Option(help="Folder of the users; default: those of memary.")] = None,
    user: Annotated[list[str] | None, typer.Option(help="Only this one; may be repeated.")] = None,
    embedding: Annotated[
        str | None, typer.Option(help="sentences, words, hash, local:<folder or model>, openai:<model>.")
    ] = None,
    show: Annotated[int, typer.Option(min=0, help="As many of the cases that lack something.")] = 0,
    json_: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Measure whether a model that reads messages sees the known facts that they come back to.

    Known entities count as well. No model is asked: what is measured is the prompt. docs/measurement/quality.md tells
    of the cases.

    Example:  memary eval known --show 10
    """
    with errors_said():
        read = evaluation.read_known(data or data_folder() / "known", only=user or ())
        reports: list[evaluation.KnownReport] = []
        with progress() as track:
            for each in track(read, "users"):
                with memary.Memary.open(
                    "sqlite://", embedding=embedding, worker=False, timezone="UTC", env_file=env_file()
                ) as memory:
                    reports.append(evaluation.measure_known(memory, each))
    as_data = [report.model_dump() for report in reports]
    print_(
        json.dumps(as_data, ensure_ascii=False, indent=2)
        if json_
        else evaluation.render_known(reports, examples=show)
    )


def _measure(
    corpus: Corpus, audit: Audit | None, *, store: str, embedding: str | None, options: Options
) -> tuple[Report, list[MethodAnswer]]:
    with (
        memary.Memary.open(
            store,
            embedding=embedding,
            worker=False,
            timezone="UTC",  # of the samples: figures do not depend on where the machine stands
            env_file=env_file(),
        ) as memory,
        progress() as track,
    ):
        return evaluation.evaluate(memory, corpus, audit, options, track=track)


def _numbers(text: str, option: str) -> tuple[int, ...]:
    try:
        return tuple(sorted({int(part) for part in text.split(",") if part.strip()}))
    except ValueError as error:
        raise InputError(f"{option} {text!r} is not a list of numbers: write it like 5,10,20.") from error


def _line(answer: MethodAnswer) -> dict[str, Any]:
    return {
        "conversation": answer.conversation,
        "question": answer.question.position,
        "category": answer.question.category,
        "text": answer.question.text,
        "evidence": answer.question.evidence,
        "method": answer.row,
        "found": [hit.turns for hit in answer.found],
        "measures": {name: round(value, 4) for name, value in answer.values.items()},
    }


def _ground_line(answer: GroundAnswer) -> dict[str, Any]:
    return {
        "language": answer.language,
        "half": answer.case.part,
        **answer.case.model_dump(),
        "pairs": answer.pairs,
        "right": answer.right,
    }


def _episode_line(answer: WindowAnswer) -> dict[str, Any]:
    return {
        "episode": answer.episode,
        "kind": answer.question.kind,
        "text": answer.question.text,
        "others": answer.others,
        "missing": [need.model_dump() for need in answer.missing],
        "untrue": answer.untrue,
        "remembered": answer.remembered,
        "tokens": answer.tokens,
        "said": answer.said,
        "measures": {name: round(value, 4) for name, value in answer.values.items()},
    }
