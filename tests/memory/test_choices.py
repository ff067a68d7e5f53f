"""What a caller may choose for a context window, and what is refused."""

from __future__ import annotations

import pytest

from memary.errors import InputError
from memary.facade.choices import check_choices


@pytest.mark.parametrize("history", [None, "auto", "none", 1, 20])
@pytest.mark.parametrize("insert", [None, "system", "user"])
def test_what_is_allowed_passes(history: object, insert: object) -> None:
    check_choices(history=history, insert=insert)


@pytest.mark.parametrize("history", ["all", "", 0, -1, 2.5, True, []])
def test_another_history_is_refused(history: object) -> None:
    with pytest.raises(InputError, match="cannot be used: choose auto, none or a number of messages"):
        check_choices(history=history, insert=None)


@pytest.mark.parametrize("insert", ["assistant", "", 1, ["user"]])
def test_another_place_of_memory_is_refused(insert: object) -> None:
    with pytest.raises(InputError, match="cannot be used: choose system or user"):
        check_choices(history=None, insert=insert)
