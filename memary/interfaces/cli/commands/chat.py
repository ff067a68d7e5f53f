"""The commands `chat` and `ask`: talk with memory, at a terminal or through a pipe."""

from __future__ import annotations

import logging
import sys
from concurrent.futures import CancelledError
from concurrent.futures import TimeoutError as StillBusy
from contextlib import ExitStack, suppress
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from memary.api.short_ids import whole_id
from memary.errors import InputError, MemaryError, ModelError
from memary.interfaces.cli.chat.prompt import Prompt, unechoed
from memary.interfaces.cli.chat.slash import SlashCommands, answer_asked, as_command, completions, run_slash
from memary.interfaces.cli.chat.slash_forget import answer_forgetting
from memary.interfaces.cli.command_line import INTERRUPTED, CommandLine, check_user, command, store_name
from memary.interfaces.cli.inputs import shell_word
from memary.interfaces.cli.output import Output, printable
from memary.interfaces.cli.tables import counts, hits_table, step_call, steps_table
from memary.interfaces.cli.wording import told
from memary.languages import texts
from memary.languages.detection import detect_language
from memary.text.speech_acts.forget_request import asks_to_undo
from memary.text.speech_acts.questions import is_question
from memary.types import utc_now

if TYPE_CHECKING:
    from memary import Answer, ChatAgent, Memary

_log = logging.getLogger("memary")

PANEL = "Talk and add"
_KNOCK = 2.0
"""Seconds in which somebody has to be at the address of the chat model."""

_OF_LATE = timedelta(days=7)
"""How far it is looked back for how long the model takes."""

_SILENCE = 1.0
"""Seconds after which it is said what leaving waits for."""

SessionOption = Annotated[str, typer.Option(metavar="NAME", help="The conversation.")]
AgentOption = Annotated[str | None, typer.Option(metavar="NAME", help="The agent, where there are several.")]


def register(app: typer.Typer) -> None:
    """Add the commands to the app."""
    command(app, panel=PANEL)(chat)
    command(app, panel=PANEL)(ask)


def chat(line: CommandLine, session: SessionOption = "default", agent: AgentOption = None) -> None:
    """Talk with memory.

    From a pipe, each line is a turn. Example:  memary chat --user ada
    """
    is_terminal = sys.stdin.isatty()
    if is_terminal and line.output.as_json:
        raise InputError(
            "A conversation at the terminal cannot be printed as JSON: pipe the turns in, or use `memary ask --json`."
        )
    _check_space(line)
    grace = line.settings.grace
    with line.memory(worker=True, grace=0) as opened:  # `_settle` waits for what is read, nothing else
        talk = SlashCommands(opened, line.output, user=line.user, session=session, agent_id=agent)
        if is_terminal:
            _talk_at_terminal(talk, grace)
        else:
            _talk_through_pipe(talk, grace)


def ask(
    line: CommandLine,
    question: Annotated[list[str], typer.Argument(help="The question; - reads it from a pipe.")],
    session: SessionOption = "default",
    agent: AgentOption = None,
    resume: Annotated[
        str | None, typer.Option(metavar="RUN", help="Go on with this run; `memary runs` lists them.")
    ] = None,
    sources: Annotated[bool, typer.Option("--sources", help="Also print what the answer rests on.")] = False,
    steps: Annotated[bool, typer.Option("--steps", help="Also print what the agent did.")] = False,
) -> None:
    """Ask one question and print the answer.

    A user whom memory does not know is refused, unless it knows nobody: `memary chat` and `memary add` begin one.
    Where the model cannot be asked, that is said, what memory holds of the question is quoted instead, and the exit
    code is 1.

    Example:  memary ask "which city am I in?" --sources  or  memary ask "Go on." --resume 3f9a2c1d
    """
    _check_space(line)
    text = sys.stdin.read() if question == ["-"] else " ".join(question)
    with line.memory() as opened:
        if opened.admin.users() and not opened.spaces.list(user_id=line.member):
            check_user(opened, line.member)
        talk = SlashCommands(opened, line.output, user=line.user, session=session, agent_id=agent)
        run_id = resume and whole_id(resume, (run.id for run in opened.runs.list(user_id=line.user)))
        try:
            answer = answer_turn(talk.agent, text, line.output, resume=run_id)
        except ModelError as error:
            _tell_failure(talk, text, error)
            _settle(talk, line.settings.grace)
            raise typer.Exit(error.exit_code) from None
        if line.output.as_json:
            line.output.json(answer)
        else:
            show_details(answer, line.output, sources=sources, steps=steps)
        if answer.not_forgotten is not None:
            commands = texts(detect_language(text)).forget_commands
            what = shell_word(answer.not_forgotten or "…")
            line.output.note(commands.format(what=what, user=shell_word(line.user)))
        _settle(talk, line.settings.grace)
        for news in talk.news() if line.output.notes.is_terminal else ():
            line.output.note(news)


def _check_space(line: CommandLine) -> None:
    """Refuse to talk in a space, where nobody answers.

    Raises:
        InputError: a space is named.
    """
    if line.space is not None:
        raise InputError(
            f"There is no chat in a space: leave out --space {line.space}, and answers draw on what it holds and on "
            f"your own memory. `memary search` searches the space alone."
        )


def show_details(answer: Answer, output: Output, *, sources: bool, steps: bool) -> None:
    """Print what an answer rests on and what led to it."""
    if sources:
        output.text("\nSources:\n" if answer.sources else "\nNo sources.\n")
        output.screen.print(hits_table(answer.sources, output))
    if steps:
        output.text("\nSteps:\n" if answer.steps else "\nNo steps.\n")
        output.screen.print(steps_table(answer.steps))


def answer_turn(agent: ChatAgent, text: str, output: Output, *, resume: str | None = None) -> Answer:
    """Get an answer, and write it as it comes.

    Ctrl-C stops the agent.

    Raises:
        InputError: the message is empty or not text.
        NotFoundError: there is no such run to resume.
        ModelError: the model could not be asked.
    """
    written = ""
    answer: Answer | None = None
    with ExitStack() as waiting:
        if output.notes.is_terminal:
            waiting.enter_context(output.notes.status(told("Thinking…")))
        for event in agent.stream(text, resume=resume):
            if event.kind == "text" and not output.as_json:
                waiting.close()
                written += event.text
                output.text(event.text)
            elif event.step is not None and event.step.tool and output.notes.is_terminal:
                output.notes.print(Text(printable(f"· {step_call(event.step)}"), style="dim"))
            answer = event.answer or answer
    if answer is None:
        raise MemaryError("The agent ended without an answer: ask again.")
    if not output.as_json:
        output.text(_rest(written, answer.text) + "\n")
    return answer


def _rest(written: str, whole: str) -> str:
    """Return what of an answer was not written yet; all of it, on a new line, if something else was."""
    if whole.startswith(written.strip()):
        return whole[len(written.strip()) :]
    return f"\n{whole}" if written else whole


def _talk_at_terminal(talk: SlashCommands, grace: float) -> None:
    _greet(talk)
    _knock(talk)
    prompt = Prompt(partial(completions, talk))
    with suppress(OSError):  # inputs were kept in a file once, where they outlived what was forgotten
        (talk.memory.settings.home / "history").unlink(missing_ok=True)
    prompt.recall(talk.typed())
    with suppress(KeyboardInterrupt):  # outside of an answer, Ctrl-C leaves
        _take_turns(talk, prompt)
    _settle(talk, grace)
    _tell_news(talk)


def _take_turns(talk: SlashCommands, prompt: Prompt) -> None:
    while (text := prompt.read("> ")) is not None:
        if not text.strip():
            continue
        begun = utc_now()
        try:
            if not _turn(talk, text):
                break
            if talk.memory.is_offline:  # then reading takes no time
                talk.memory.flush(user_id=talk.user)
            _tell_news(talk, hint=" (/undo)")
            if talk.has_forgotten:
                talk.has_forgotten = False
                prompt.recall(talk.typed())
        except KeyboardInterrupt:
            _keep(talk, text, begun)
            stopped = "Stopped." if text.startswith("/") else "Stopped. Your message is kept."
            talk.output.note(f"\n{told(stopped)}")
        except MemaryError as error:
            _tell_failure(talk, text, error)
            if isinstance(error, ModelError) and not text.startswith("/"):
                talk.output.note(told("Your message is kept."))


def _keep(talk: SlashCommands, text: str, begun: datetime) -> None:
    """Keep a message whose answer was stopped before it was in memory.

    The model may be what took too long.
    """
    if text.startswith("/"):
        return
    talk.is_down = not talk.memory.is_offline
    if not any(one.added_at >= begun for one in talk.said()):
        talk.memory.add(text, user_id=talk.user, session_id=talk.session, agent_id=talk.agent_id)


def _tell_failure(talk: SlashCommands, text: str, error: MemaryError) -> None:
    """Say why there is no answer; where the model is what failed, with what memory holds of the question."""
    _log.debug("this led to the error", exc_info=error)
    known = _known_instead(talk, text, error)
    talk.output.error(str(error), beside={"memory": known} if known else {})
    if known and not talk.output.as_json:
        words = texts(detect_language(text))
        talk.output.text("\n".join([words.model_down_found, *(f"- {one}" for one in known)]) + "\n")


def _known_instead(talk: SlashCommands, text: str, error: MemaryError) -> list[str]:
    """Return what memory holds of a question that a model failed to answer."""
    if not isinstance(error, ModelError) or text.startswith("/"):
        return []
    talk.is_down = True
    return talk.known_of(text) if is_question(text) else []


def _tell_news(talk: SlashCommands, *, hint: str = "") -> None:
    """Say what was learnt from messages read by now.

    Those that are read while the user types come a turn later.
    """
    for line in talk.news(hint=hint):
        talk.output.note(line)


def _turn(talk: SlashCommands, text: str) -> bool:
    """Answer a message or obey a command; return whether the conversation goes on."""
    if answer_forgetting(talk, text):
        return True
    if (command := as_command(text)).startswith("/"):
        return run_slash(talk, command)
    if answer_asked(talk, text):
        return True
    if asks_to_undo(text):
        talk.output.note(texts(detect_language(text)).news.undo_how)
        return True
    with unechoed():
        talk.last = answer_turn(talk.agent, text, talk.output)
    talk.is_down = False
    if talk.last.not_forgotten is not None:
        what = talk.last.not_forgotten or "…"
        talk.output.note(texts(detect_language(text)).forget_slash.format(what=what))
    if talk.last.forgotten:
        talk.has_forgotten = True
        if talk.last.forgotten.held_id:
            talk.output.note("(/restore)")
    return True


def _talk_through_pipe(talk: SlashCommands, grace: float) -> None:
    """Take each line as a turn; what fails is said and the next line is read.

    Raises:
        Exit: with the code of the last failure.
    """
    answers: list[Any] = []
    code = 0
    for raw in sys.stdin.buffer:
        text = raw.decode("utf-8", errors="replace").strip().removeprefix("\ufeff")
        if not text:
            continue
        try:
            before = talk.last
            if not _turn(talk, text):
                break
            if talk.last is not None and talk.last is not before:
                answers.append(talk.last)
        except MemaryError as error:
            _tell_failure(talk, text, error)
            code = error.exit_code
    if talk.output.as_json:
        talk.output.json(answers)
    _settle(talk, grace)
    _tell_news(talk)
    if code:
        raise typer.Exit(code)


def _greet(talk: SlashCommands) -> None:
    memory, note = talk.memory, talk.output.note
    if memory.is_offline:
        note(told("OFFLINE: no chat model is set, so answers quote what memory holds."))
        note(told("To talk with a model, set OPENAI_API_KEY, or MEMARY_BASE_URL and MEMARY_MODEL."))
    else:
        note(told("Model: {name}").format(name=memory.core.models.chat.name))
    where = told("Store: {store} · user: {user} · session: {session}")
    note(where.format(store=store_name(memory), user=talk.user, session=talk.session))
    note(told("/help lists the commands, Tab completes them, Ctrl-D leaves."))


def _knock(talk: SlashCommands) -> None:
    """Say so where nobody is at the address of the chat model: who talks would learn it by waiting."""
    import httpx  # noqa: PLC0415  .1 s that other commands need not spend

    address = getattr(talk.memory.core.models.chat, "address", "")
    try:
        if address:
            httpx.get(address, timeout=_KNOCK)  # whatever is answered, somebody is there
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        talk.is_down = True
        talk.output.warn(
            f"The model server at {address} does not answer: {str(error) or type(error).__name__}. What you say is "
            "kept, and read once it does. `memary doctor --online` tells more."
        )


def _settle(talk: SlashCommands, grace: float) -> None:
    """Give the last turn's facts a moment; what takes longer waits for the next time.

    Ctrl-C does not wait. There is no such moment where the model did not answer last, or usually takes longer: what
    is broken off has been paid for in vain.
    """
    memory, user, output = talk.memory, talk.user, talk.output
    if talk.is_down or _usual_seconds(memory) > grace:
        _tell_waiting(memory.admin.stats(user_id=user).pending, output)
        return
    future = memory.loop.start(partial(memory.aflush, user_id=user))
    try:
        with suppress(StillBusy):
            future.result(min(_SILENCE, grace))
        if not future.done() and grace > _SILENCE and output.notes.is_terminal:
            output.note(told("Reading the last messages for facts; Ctrl-C leaves them for the next time."))
        report = future.result(max(grace - _SILENCE, 0))
        waiting = report.pending
    except (StillBusy, KeyboardInterrupt, CancelledError) as reason:
        future.cancel()
        waiting = memory.admin.stats(user_id=user).pending
        if isinstance(reason, KeyboardInterrupt) and not sys.stdin.isatty():
            raise typer.Exit(INTERRUPTED) from None
    _tell_waiting(waiting, output)


def _usual_seconds(memory: Memary) -> float:
    """Return how long the model takes to read messages for facts; 0 where it has read none of late."""
    read = memory.usage.report(since=utc_now() - _OF_LATE).roles.get("extraction")
    return read.seconds / read.calls if read and read.calls else 0.0


def _tell_waiting(waiting: int, output: Output) -> None:
    if waiting:
        left = told("{told} still to be read for facts: the next conversation or `memary flush` does it.")
        output.note(left.format(told=counts({"messages": waiting})))
