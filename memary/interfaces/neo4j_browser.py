"""Make memary's graph easy to read in Neo4j Browser: a style, and saved queries for it to import."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile

from memary.conversation.personas import data_folder
from memary.errors import InputError


class BrowserFiles(NamedTuple):
    """Files to be dropped onto the Browser's window."""

    style: Path
    queries: Path


def write_browser_files(folder: Path) -> BrowserFiles:
    """Write the style and the queries to a folder, which is made if it is not there.

    Raises:
        InputError: they cannot be written there.
    """
    source = data_folder() / "neo4j-browser"
    files = BrowserFiles(folder / "memary.grass", folder / "memary.zip")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source / files.style.name, files.style)
        with ZipFile(files.queries, "w") as archive:
            for query in sorted((source / "memary").glob("*.cypher")):
                archive.write(query, f"memary/{query.name}")
    except OSError as error:
        raise InputError(f"Nothing can be written to {folder}: {error.strerror}. Name another folder.") from error
    return files
