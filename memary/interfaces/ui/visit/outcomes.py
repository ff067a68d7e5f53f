"""Do the work of a click before the page is drawn, and have the page say how it went."""

from __future__ import annotations

from collections.abc import Callable

from memary import MemaryError
from memary.interfaces.ui.safe_text import escaped
from memary.interfaces.ui.visit.conversation import Visit


def attempt(visit: Visit, work: Callable[[], str]) -> None:
    """Do something, as a callback of a widget.

    The visit notes the sentence it returns, or that of its failure.
    """
    try:
        visit.notice = escaped(work())
    except MemaryError as error:
        visit.problem = error
