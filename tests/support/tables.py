"""Tables of cases that take microseconds each: one test goes through all rows, and names each that is wrong.

As a test of its own each would cost pytest some milliseconds, which for thousands is more than all that they prove.
"""

from __future__ import annotations

import functools
import inspect
import traceback
from collections.abc import Callable, Iterable
from typing import Any

import pytest

Test = Callable[..., None]


def each(names: str | tuple[str, ...], rows: Iterable[Any]) -> Callable[[Test], Test]:
    """Call a test with every row, like `pytest.mark.parametrize`, but as one test, which fails with all wrong rows.

    Its fixtures are made once.
    """
    cases = [{names: row} if isinstance(names, str) else dict(zip(names, row, strict=True)) for row in rows]
    assert cases, "A table without a row proves nothing."

    def made(test: Test) -> Test:
        @functools.wraps(test)
        def all_rows(**fixtures: Any) -> None:
            wrong = [told for case in cases if (told := _failure(test, fixtures, case))]
            if wrong:
                pytest.fail(f"{len(wrong)} of {len(cases)} rows are wrong:\n\n" + "\n".join(wrong), pytrace=False)

        signature = inspect.signature(test)
        shared = [parameter for name, parameter in signature.parameters.items() if name not in cases[0]]
        all_rows.__dict__["__signature__"] = signature.replace(parameters=shared)
        return all_rows

    return made


def _failure(test: Test, fixtures: dict[str, Any], case: dict[str, Any]) -> str:
    """Return what is wrong with a row, or nothing; an error of another kind ends the test and names the row."""
    try:
        test(**fixtures, **case)
    except (AssertionError, pytest.fail.Exception) as failure:
        *_, where = traceback.format_tb(failure.__traceback__)
        return f"{case}\n{where}{failure}\n"
    except Exception as error:
        error.add_note(f"in the row {case}")
        raise
    return ""
