"""Find parts that installed packages provide, by entry points in groups such as `memary.extractors`.

An entry point names a function or a class; it is called with the settings and returns the part.
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from importlib.metadata import entry_points
from typing import Any, Literal, cast

from memary.checks.faults import shown
from memary.errors import ConfigurationError
from memary.settings import Settings

Group = Literal["extractors", "embedders", "rerankers", "prompts", "reflection", "languages"]


def part_named(group: Group, name: str, settings: Settings) -> object:
    """Return the part that an installed package offers under a name.

    Raises:
        ConfigurationError: there is none of that name, or it cannot be made.
    """
    offered = {point.name: point for point in entry_points(group=f"memary.{group}")}
    if name not in offered:
        near = get_close_matches(name, offered, n=1)
        known = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(sorted(offered)) or 'none'}."
        raise ConfigurationError(f"No installed package has an entry point {shown(name)} in memary.{group}: {known}")
    try:
        make = cast("Callable[[Settings], Any]", offered[name].load())
        return make(settings)
    except Exception as error:  # code of another package: whatever it raises is named
        cause = f"{type(error).__name__}: {error}"
        raise ConfigurationError(f"The entry point {name!r} in memary.{group} cannot be used: {cause}") from error
