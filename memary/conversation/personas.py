"""Define the personas: who the assistant is, and whom it talks to.

Files of the user's own, or those that memary ships.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from memary.errors import ConfigurationError
from memary.types import DEFAULT_LANGUAGE

_PACKAGE = Path(__file__).parents[1]


PLACEHOLDERS = ("user", "agent", "date", "language")
"""What a persona may name in braces: whom it talks with, which agent it is, today, the question's language."""

_PLACEHOLDER = re.compile(r"\{\{(?P<bare>[A-Za-z_]\w*)\}\}|\{(?P<name>[A-Za-z_]\w*)\}")


@dataclass(frozen=True, slots=True)
class Personas:
    """The user's own files that say who the assistant and who the user is.

    None: the ones that memary ships.
    """

    system: Path | None = None
    user: Path | None = None


def data_folder() -> Path:
    """Return the folder of the data that comes with memary.

    Inside the installed package, or of the source tree.
    """
    installed = _PACKAGE / "data"
    return installed if installed.is_dir() else _PACKAGE.parent / "data"


def persona(
    kind: Literal["system", "user"], path: Path | None, *, language: str, values: Mapping[str, str] | None = None
) -> str:
    """Return the text of a persona, with its placeholders filled in.

    Args:
        kind: whose.
        path: the user's own file; None for the one that comes with memary.
        language: of the latter, English where there is none.
        values: what stands for `{user}` and the others of `PLACEHOLDERS`; None leaves the text as it is.

    Raises:
        ConfigurationError: the file does not exist, is no text, or has a placeholder that is none.
    """
    file = path or _shipped(kind, language)
    try:
        text = file.expanduser().read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(
            f"The {kind} persona {file} cannot be read: correct MEMARY_{kind.upper()}_PERSONA. ({error})"
        ) from error
    return text if values is None else _filled(text, values, f"{kind} persona {file}")


def _filled(text: str, values: Mapping[str, str], where: str) -> str:
    """Fill placeholders in; doubled braces stand for themselves."""

    def fill(match: re.Match[str]) -> str:
        if (bare := match["bare"]) is not None:
            return f"{{{bare}}}"
        if match["name"] not in values:
            known = ", ".join(f"{{{name}}}" for name in PLACEHOLDERS)
            raise ConfigurationError(
                f"The {where} has the placeholder {match[0]}, which is unknown: the known ones are {known}; write "
                f"{{{match[0]}}} for the braces themselves."
            )
        return values[match["name"]]

    return _PLACEHOLDER.sub(fill, text)


def _shipped(kind: str, language: str) -> Path:
    files = [data_folder() / "personas" / f"{kind}.{code}.md" for code in (language, DEFAULT_LANGUAGE)]
    return next((file for file in files if file.is_file()), files[-1])
