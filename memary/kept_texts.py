"""Let go of the texts that functions keep between calls, for the sake of those that are forgotten.

What is asked of the same texts again and again is kept by `functools.lru_cache`, for all memories of the process: the
terms of a statement, the record of a row. Where that is bounded it is about what users say, and is found out again;
what is kept without bound belongs to the program.
"""

from __future__ import annotations

import sys
from functools import cache, lru_cache
from types import ModuleType
from typing import Any

_Kept = type(lru_cache(0)(str))


def let_go() -> None:
    """Empty what functions of memary keep of texts."""
    for name, module in [*sys.modules.items()]:
        if name.startswith("memary."):
            for function in _bounded(module, len(vars(module))):
                function.cache_clear()


@cache
def _bounded(module: ModuleType, names: int) -> tuple[Any, ...]:
    """Return the functions of a module that keep texts; one that has got more names is looked through again."""
    kept = [value for value in [*vars(module).values()] if type(value) is _Kept]
    return tuple(function for function in kept if function.cache_info().maxsize is not None)
