"""Share what all commands need: the options around a command, opening the memory, and the last fence.

Results go to stdout, everything else to stderr. Nothing that goes wrong reaches a person as a traceback, unless they
ask for it with `--verbose`.
"""

from __future__ import annotations

import errno
import inspect
import logging
import os
import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from propcache.api import cached_property
from pydantic import SecretStr

import memary
from memary.checks.faults import shown
from memary.errors import ConfigurationError, InputError, MemaryError, NotFoundError, StoreDownError
from memary.interfaces.cli.output import Output
from memary.settings import Settings
from memary.stores import store_file
from memary.text.redaction.logs import KeylessFormatter

if TYPE_CHECKING:
    from memary import Memary

INTERRUPTED = 130
_BROKEN_PIPE = 141
_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_SHOWN_USERS = 10
_FILE = "sqlite:///"
_NOWHERE = f"{_FILE}:memory:"
_LONGEST_PAUSE = 10.0
"""Seconds between two tries to open a store whose server does not answer."""

_log = logging.getLogger("memary")


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"memary {memary.__version__}")
        raise typer.Exit


_PANEL = "Options of every command"
UserOption = Annotated[
    str | None, typer.Option("--user", "-u", metavar="NAME", help="Whose memory.", rich_help_panel=_PANEL)
]
SpaceOption = Annotated[
    str | None,
    typer.Option("--space", metavar="NAME", help="In this space, on behalf of --user.", rich_help_panel=_PANEL),
]
StoreOption = Annotated[
    str | None,
    typer.Option(metavar="URI", help="sqlite:///file.db or neo4j://host:7687.", rich_help_panel=_PANEL),
]
ModelOption = Annotated[str | None, typer.Option(metavar="NAME", help="The chat model.", rich_help_panel=_PANEL)]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document.", rich_help_panel=_PANEL)]
VerboseOption = Annotated[
    bool, typer.Option("--verbose", "-v", help="Say on stderr what happens inside.", rich_help_panel=_PANEL)
]
VersionOption = Annotated[
    bool,
    typer.Option(
        "--version", callback=_show_version, is_eager=True, help="Print the version.", rich_help_panel=_PANEL
    ),
]


@dataclass(frozen=True)
class CommandLine:
    """The options that every command has, and what follows from them."""

    user_option: str | None = None
    space: str | None = None
    store: str | None = None
    model: str | None = None
    as_json: bool = False
    verbose: bool = False

    def with_options(self, later: CommandLine) -> CommandLine:
        """Return it with options given later; those win."""
        options = {field.name: getattr(later, field.name) for field in fields(later)}
        return replace(self, **{name: value for name, value in options.items() if value not in (None, False)})

    @cached_property
    def output(self) -> Output:
        """Where results and notes go."""
        return Output(as_json=self.as_json)

    @cached_property
    def settings(self) -> Settings:
        """The settings, with a `.env` of the current folder.

        Raises:
            ConfigurationError: an unknown name or an unusable value.
        """
        found = Settings.load(
            env_file=Path(".env"),
            user=self.user_option,
            store=self.store,
            model=self.model,
        )
        return found if found.client else found.model_copy(update={"client": "cli"})

    def secrets(self) -> list[str]:
        """Return the keys and passwords of the settings, as far as these can be read."""
        try:
            values = [value for _, value in self.settings]
        except MemaryError:
            return []
        return [value.get_secret_value() for value in values if isinstance(value, SecretStr)]

    @property
    def member(self) -> str:
        """Who asks."""
        return self.settings.user.strip()

    @cached_property
    def user(self) -> str:
        """Whose memory: the user's own, or that of a space on the user's behalf.

        Raises:
            NotFoundError: the user belongs to no such space.
        """
        if self.space is None:
            return self.member
        with self.memory(only_looks=True) as opened:
            return opened.spaces.get(self.space, user_id=self.member).user_id

    @property
    def chosen_user(self) -> str | None:
        """Whose memory, if a user or a space is named.

        Raises:
            NotFoundError: the user belongs to no such space.
        """
        return self.user_option if self.space is None else self.user

    @property
    def has_no_file(self) -> bool:
        """Whether memory is kept in a file, and that is not there yet."""
        return _is_missing(store_file(self.settings))

    @contextmanager
    def memory(
        self,
        *,
        worker: bool = False,
        reembed: bool = False,
        waits: bool = False,
        only_looks: bool = False,
        grace: float | None = None,
        scrubs: bool = True,
    ) -> Generator[Memary]:
        """Open the memory for the time of a command.

        Args:
            worker: whether facts are read in the background.
            reembed: whether vectors of another model are dropped.
            waits: whether a server of the store that does not answer is waited for, without limit.
            only_looks: whether a file that is not there yet is not made: the memory is then as empty as it would be.
            grace: seconds that its end leaves for what is being read; None: as the settings say.
            scrubs: False: what is forgotten is not written over, as by a command that does so once at its end.

        Raises:
            ConfigurationError: a setting is wrong.
            StoreError: the store cannot be opened.
        """
        _check_folder(self.settings)
        store = _NOWHERE if only_looks and self.has_no_file else None
        changes = ({} if grace is None else {"grace": grace}) | ({} if scrubs else {"scrub": False})
        settings = self.settings.model_copy(update=changes)
        open_it = partial(memary.Memary.open, store, settings=settings, worker=worker, reembed=reembed)
        with self._once_there(open_it) if waits else open_it() as opened:
            self.output.zones = opened.core.zones
            if (upgrade := opened.core.store.upgrade) and not self.verbose:  # else the log has said so
                self.output.note(upgrade)
            yield opened

    def _once_there(self, open_it: Callable[[], Memary]) -> Memary:
        """Open a memory as soon as the server of its store answers; say once that it does not."""
        try:
            return open_it()
        except StoreDownError as error:
            self.output.warn(f"{error} Waiting for it; Ctrl-C ends this.")
        pause = 1.0
        while True:
            time.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
            with suppress(StoreDownError):
                return open_it()

    @contextmanager
    def known_memory(self) -> Generator[Memary]:
        """Open the memory of a user who has one; for commands that only look.

        Raises:
            NotFoundError: memory does not know this user.
        """
        with self.memory(only_looks=True) as opened:
            check_user(opened, self.member)
            self.output.zones = opened.admin.zones_of(user_id=self.user)
            yield opened


def _is_missing(file: Path | None) -> bool:
    """Return whether there is no such file; one that may not be looked at is no missing one."""
    try:
        return file is not None and not os.stat(file)
    except FileNotFoundError:
        return True
    except OSError:
        return False


def _check_folder(settings: Settings) -> None:
    """Refuse a SQLite file in a folder that is not there: it is misspelt more often than meant.

    Raises:
        ConfigurationError: the folder of the store is missing.
    """
    file = store_file(settings) if settings.store else None
    folder = file and file.parent
    if folder and not os.path.exists(folder):
        raise ConfigurationError(
            f"The folder {folder} of the store {settings.store} does not exist: create it, or correct the store."
        )


def check_user(memory: Memary, user: str) -> None:
    """Make sure that there is a memory of this user.

    Raises:
        NotFoundError: there is none; the message names the users there are.
    """
    users = memory.admin.users()
    if user in users:
        return
    if not users:
        raise empty_memory(memory)
    more = f" and {len(users) - _SHOWN_USERS} more" if len(users) > _SHOWN_USERS else ""
    known = f"{', '.join(users[:_SHOWN_USERS])}{more}"
    raise NotFoundError(f"There is no memory of user {shown(user)}. Known users: {known} (--user NAME).")


def empty_memory(memory: Memary) -> NotFoundError:
    """Return the error of a memory that knows nobody."""
    return NotFoundError(
        f"This memory is empty ({store_name(memory)}): add something with `memary add` or `memary chat`, "
        "or name another one with --store."
    )


def store_name(memory: Memary) -> str:
    """Return where memory is kept, for people; a password in the address is masked."""
    public = memory.settings.public()
    named = public["store"] or public["neo4j_uri"]
    return str(named or f"sqlite:///{memory.settings.home / 'memary.db'}")


def given_once(argument: str | None, option: str | None, name: str) -> str | None:
    """Return what is given as an argument or by the option of that name.

    Raises:
        InputError: it is given as both.
    """
    if argument is not None and option is not None:
        raise InputError(
            f"{shown(argument)} and {name} {shown(option)} are the same thing given twice: leave out one."
        )
    return option if argument is None else argument


def command(
    app: typer.Typer, *, panel: str, name: str | None = None, hidden: bool = False, in_space: bool = True
) -> Callable[[Callable[..., None]], Any]:
    """Make a function a command: its first parameter gets the `CommandLine`, the shared options are added.

    What does not work `in_space` is refused with `--space`.
    """

    def register(function: Callable[..., None]) -> Callable[..., None]:
        def run(ctx: typer.Context, **given: Any) -> None:
            *options, _ = (given.pop(key) for key in _SHARED)  # the version is shown by its own callback
            line = (ctx.obj or CommandLine()).with_options(CommandLine(*options))
            with fence(line):
                if line.space is not None and not in_space:
                    raise InputError(f"`{ctx.command_path}` works in no space: leave out --space {line.space}.")
                function(line, **given)

        own = list(inspect.signature(function, eval_str=True).parameters.values())[1:]
        context = inspect.Parameter("ctx", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context)
        parameters = [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for p in (context, *own, *_SHARED.values())]
        run.__name__, run.__doc__ = function.__name__, function.__doc__
        run.__dict__["__signature__"] = inspect.Signature(parameters)
        run.__annotations__ = {p.name: p.annotation for p in parameters}
        app.command(name, rich_help_panel=panel, hidden=hidden)(run)
        return function

    return register


def _shared(
    user: UserOption = None,
    space: SpaceOption = None,
    store: StoreOption = None,
    model: ModelOption = None,
    as_json: JsonOption = False,
    verbose: VerboseOption = False,
    version: VersionOption = False,
) -> None:
    """Carry the signature that `command` adds to each command's own."""


_SHARED = dict(inspect.signature(_shared, eval_str=True).parameters)


@contextmanager
def fence(line: CommandLine) -> Generator[None]:
    """End the program with one sentence and an exit code, whatever goes wrong inside."""
    _log_to_stderr(line)
    try:
        yield
        sys.stdout.flush()
    except (typer.Exit, typer.Abort):
        raise
    except KeyboardInterrupt:
        line.output.note("Stopped.")
        raise typer.Exit(INTERRUPTED) from None
    except BrokenPipeError:
        _leave_stdout()
        raise typer.Exit(_BROKEN_PIPE) from None
    except MemaryError as error:
        _log.debug("this led to the error", exc_info=error)
        _tell(str(error), line)
        raise typer.Exit(error.exit_code) from None
    except Exception as error:  # noqa: BLE001  the last fence: a person gets a sentence
        _log.debug("unexpected", exc_info=error)
        if isinstance(error, OSError) and error.errno in _NO_ROOM:  # a result sent to a file, mostly
            _leave_stdout()
            told = f"The result could not be written: {error.strerror}. Make room, or write it elsewhere."
            Output().error(told)  # on stderr, as JSON has no place to go to either
        else:
            _tell(_unforeseen(error, line), line)
        raise typer.Exit(1) from None


def _tell(why: str, line: CommandLine) -> None:
    """Say why the command ends, on stderr also where JSON finds no room."""
    try:
        line.output.error(why)
        sys.stdout.flush()
    except OSError:
        _leave_stdout()
        Output().error(why)


def _unforeseen(error: Exception, line: CommandLine) -> str:
    hint = "the lines above tell where" if line.verbose else "the same command with --verbose tells where"
    return f"Something unexpected went wrong, {hint}: {type(error).__name__}: {error}"


def _log_to_stderr(line: CommandLine) -> None:
    """Show the log with `--verbose` alone: without it, commands say themselves what went wrong."""
    handler: logging.Handler = logging.StreamHandler() if line.verbose else logging.NullHandler()
    handler.setFormatter(KeylessFormatter("%H:%M:%S", secrets=line.secrets))
    _log.handlers[:] = [handler]
    _log.setLevel(logging.DEBUG if line.verbose else logging.NOTSET)
    _log.propagate = False


def _leave_stdout() -> None:
    """Let nothing more be written to a pipe that nobody reads, also not at the interpreter's end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
