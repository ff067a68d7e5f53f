"""Read what is typed in a conversation: a line with editing and history, or a pasted block of lines."""

from __future__ import annotations

import importlib
import locale
import select
import sys
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager, suppress
from types import ModuleType

_PASTE = 0.03
"""Seconds in which the next line of a paste arrives; nobody types that fast."""


class Prompt:
    """Reads messages at a terminal.

    Args:
        completions: gives the lines that a line which was begun may become; Tab asks for them.
    """

    def __init__(self, completions: Callable[[str], Sequence[str]]) -> None:
        self._completions = completions
        self._offered: Sequence[str] = ()
        self._readline = _readline()
        if self._readline is not None:
            self._readline.set_completer_delims("\n")  # what is completed is the line
            self._readline.set_completer(self._completed)

    def read(self, prompt: str) -> str | None:
        """Return the next message, or None when the person leaves.

        They leave with Ctrl-D, or with Ctrl-C where nothing is typed. Ctrl-C on a line that was begun drops it.
        Behind a command no further lines are taken along.
        """
        while True:
            try:
                lines = [input(prompt)]
                while not lines[-1].startswith("/") and _more_is_waiting():
                    lines.append(input())
            except (EOFError, KeyboardInterrupt) as reason:
                sys.stderr.write("\n")
                if isinstance(reason, EOFError) or self._readline is None or not self._readline.get_line_buffer():
                    return None
            else:
                return "\n".join(lines)

    def recall(self, lines: Iterable[str]) -> None:
        """Take these for the earlier inputs that the arrow keys bring back, the oldest first.

        Those that the locale has no characters for are left out.
        """
        if self._readline is not None:
            self._readline.clear_history()
            for line in lines:
                with suppress(UnicodeEncodeError):
                    self._readline.add_history(line)

    def _completed(self, line: str, number: int) -> str | None:
        """Return one after the other what a line may become, as readline asks for it."""
        if number == 0:
            self._offered = self._completions(line)
        return self._offered[number] if number < len(self._offered) else None


@contextmanager
def unechoed() -> Generator[None]:
    """Hide what is typed inside the block, so that it does not break the output; the next prompt shows it."""
    if sys.platform == "win32" or not sys.stdin.isatty():
        yield
        return
    termios, terminal = importlib.import_module("termios"), sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    quiet = [*before[:3], before[3] & ~termios.ECHO, *before[4:]]
    termios.tcsetattr(terminal, termios.TCSADRAIN, quiet)
    try:
        yield
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def _readline() -> ModuleType | None:
    """Return readline, if there is one.

    Loading it writes codes to some terminals, so it is done only here.
    """
    try:
        _read_unicode()
        readline = importlib.import_module("readline")
    except ImportError:
        return None
    if "libedit" in (readline.__doc__ or ""):
        readline.parse_and_bind("bind ^I rl_complete")
    else:
        readline.parse_and_bind("set enable-bracketed-paste on")  # keeps the line ends of a paste
        readline.parse_and_bind("tab: complete")
    return readline


def _more_is_waiting() -> bool:
    if sys.platform == "win32":
        return False
    return bool(select.select([sys.stdin], [], [], _PASTE)[0])


def _read_unicode() -> None:
    """Have readline read Unicode also where the locale that the environment names is not installed on this machine.

    There it takes the bytes of 我 for keys of its own.
    """
    if locale.setlocale(locale.LC_CTYPE) in ("C", "POSIX"):
        with suppress(locale.Error):
            locale.setlocale(locale.LC_CTYPE, "C.UTF-8")
