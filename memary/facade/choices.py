"""What a caller may choose for a context window, checked before it is built."""

from __future__ import annotations

from typing import get_args

from memary.errors import InputError
from memary.retrieval.context import Insert


def check_choices(*, history: object, insert: object) -> None:
    """Refuse what says neither which last messages a window shows nor where it puts memory; None is the default.

    Raises:
        InputError: `history` is neither "auto" nor "none" nor a number from 1, or `insert` none of its names.
    """
    is_number = isinstance(history, int) and not isinstance(history, bool) and history >= 1
    if not is_number and history not in (None, "auto", "none"):
        raise InputError(f"history {history!r} cannot be used: choose auto, none or a number of messages.")
    if insert is not None and insert not in get_args(Insert):
        raise InputError(f"insert {insert!r} cannot be used: choose {' or '.join(get_args(Insert))}.")
