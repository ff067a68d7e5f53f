"""The personas: who the assistant is and who it talks to. Files of the user's own, or those that memary ships."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from memary.errors import ConfigurationError
from memary.types import DEFAULT_LANGUAGE

_PACKAGE = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True)
class Personas:
    """The user's own files that say who the assistant and who the user is; None: the ones that memary ships."""

    system: Path | None = None
    user: Path | None = None


def data_folder() -> Path:
    """Return the folder of the data that comes with memary: inside the installed package, or of the source tree."""
    installed = _PACKAGE / "data"
    return installed if installed.is_dir() else _PACKAGE.parent / "data"


def persona(kind: Literal["system", "user"], path: Path | None, *, language: str) -> str:
    """Return the text of a persona.

    Args:
        kind: whose.
        path: the user's own file; None for the one that comes with memary.
        language: of the latter, English where there is none.

    Raises:
        ConfigurationError: the file does not exist or is no text.
    """
    file = path or _shipped(kind, language)
    try:
        return file.expanduser().read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(
            f"The {kind} persona {file} cannot be read: correct MEMARY_{kind.upper()}_PERSONA. ({error})"
        ) from error


def _shipped(kind: str, language: str) -> Path:
    files = [data_folder() / "personas" / f"{kind}.{code}.md" for code in (language, DEFAULT_LANGUAGE)]
    return next((file for file in files if file.is_file()), files[-1])
