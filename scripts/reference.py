"""Write the reference pages of docs/reference from the code itself, or with `--check` say which are out of date.

    python scripts/reference.py            # write them
    python scripts/reference.py --check    # exit code 1 if a page does not say what the code says

Settings come from `memary/settings/settings.py`, commands from the Typer app, names from `memary.__all__` with their
signatures and docstrings. So what a page should say better is mended in the code.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

if __name__ == "__main__":  # run as a program, only this file's own folder is on the path
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from scripts.reference_pages.commands import cli_page
from scripts.reference_pages.names import api_page
from scripts.reference_pages.settings import settings_page

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "reference"


def pages() -> dict[str, str]:
    """Return the text of every reference page, by its file name."""
    return {"settings.md": settings_page(), "cli.md": cli_page(), "api.md": api_page()}


def outdated(folder: Path = FOLDER) -> list[str]:
    """Return a sentence for each page of the folder that does not say what the code says."""
    return [
        f"docs/reference/{name} is out of date: run  python scripts/reference.py"
        for name, text in pages().items()
        if not (folder / name).is_file() or (folder / name).read_text(encoding="utf-8") != text
    ]


def main() -> int:
    """Write the pages, or check them; return the exit code."""
    parser = argparse.ArgumentParser(description="Write docs/reference from the code.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a page is out of date")
    if parser.parse_args().check:
        faults = outdated()
        sys.stderr.writelines(f"{fault}\n" for fault in faults)
        return 1 if faults else 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
