"""Define how a language says that words of a text are those of somebody else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PassedOn:
    """By which words a text passes on what others wrote or said.

    Attributes:
        begins: pattern of what stands before words of others that go on to the end: the head of a forwarded e-mail,
            "Steve wrote:", "Translate this:"; `^` begins a line and `$` ends one.
        hands_over: pattern of a last sentence that hands over all before it: "Translate that to French."
        strangers: patterns of how one begins who calls people that do not know them, with the group `name`: "This is
            John from BT".
        salutes: patterns of the salutation with which a letter begins, with the group `name`: who is to read it.
        signs: patterns of how a letter ends, with the group `name`: who wrote it.
    """

    begins: str = ""
    hands_over: str = ""
    strangers: Sequence[re.Pattern[str]] = ()
    salutes: Sequence[re.Pattern[str]] = ()
    signs: Sequence[re.Pattern[str]] = ()
