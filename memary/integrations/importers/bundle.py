"""Open what an export comes as: a file, a folder of files, or a zip."""

from __future__ import annotations

import json
import lzma
import os
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from memary.errors import InputError
from memary.integrations.importers.formats import Exported, writable

JSON_SUFFIXES = frozenset({".json", ".jsonl", ".ndjson", ".af"})
_NO_ZIP = (OSError, EOFError, ValueError, RuntimeError, zipfile.BadZipFile, zlib.error, lzma.LZMAError)
"""What a zip raises that is cut off, damaged, encrypted, or packed in a way that Python does not know."""

_SQLITE, _ZIP = b"SQLite format 3\x00", b"PK\x03\x04"
_NOT_TAKEN = frozenset({"__MACOSX", "node_modules"})


class BundleFile(NamedTuple):
    """One file of a bundle.

    Attributes:
        name: its path below the bundle, with slashes; of a bundle that is one file, that file's name.
        changed_at: when it was last written.
        read: returns its bytes.
        place: where it stands on the disk; None in a zip.
    """

    name: str
    changed_at: datetime
    read: Callable[[], bytes]
    place: Path | None = None

    @property
    def stem(self) -> str:
        """Its name without folders and suffix."""
        return PurePosixPath(self.name).stem

    def text(self) -> str:
        """Return what it says.

        Raises:
            InputError: it is no UTF-8 text, or cannot be read.
        """
        try:
            content = self.read()
        except OSError as error:
            raise unreadable(self.name, error) from error
        try:
            return content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise InputError(f"The file {self.name} is not UTF-8 text: convert it first.") from error


def parts(path: Path, suffixes: Collection[str]) -> Iterator[BundleFile]:
    """Yield the files of a folder or a zip that end so, in the order of their names.

    A file is taken as it is. Files in hidden folders are passed over.

    Raises:
        InputError: the path cannot be read.
    """
    try:
        if path.is_dir():
            for place in sorted(_files(path, suffixes)):
                yield _of_disk(place.relative_to(path).as_posix(), place)
        elif zipfile.is_zipfile(path) or _begins(path, _ZIP):
            yield from _of_zip(path, suffixes)
        else:
            yield _of_disk(path.name, path)
    except (OSError, ValueError) as error:
        raise unreadable(getattr(error, "filename", None) or path, error) from error


def read_each(path: Path, suffixes: Collection[str], read: Callable[[BundleFile, Exported], None]) -> Exported:
    """Return what comes of the files of a bundle that end so; what cannot be read is left, and says why.

    Args:
        path: a file, folder or zip.
        suffixes: how the files end.
        read: adds what a file tells.

    Raises:
        InputError: the path cannot be read.
    """
    exported = Exported()
    for part in parts(path, suffixes):
        try:
            read(part, exported)
        except InputError as error:
            exported.leave(part.name, str(error))
    return exported


def documents(path: Path) -> list[Any]:
    """Return the JSON documents of a bundle.

    Raises:
        InputError: a file of it is neither JSON nor JSON lines.
    """
    return [document for part in parts(path, JSON_SUFFIXES) for document in documents_of(part)]


def documents_of(part: BundleFile) -> list[Any]:
    """Return the documents of a file: JSON, or JSON lines.

    Raises:
        InputError: it cannot be read as either.
    """
    text = part.text()
    try:
        return [json.loads(text)]
    except (ValueError, RecursionError) as error:
        whole = error  # perhaps a document a line
    found: list[Any] = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                found.append(json.loads(line))
            except (ValueError, RecursionError) as error:
                fault = f"Line {number} of {part.name} is no JSON: {error}" if found else _fault(part, whole)
                raise InputError(f"{fault}. If it is cut off, export it again.") from error
    return found


def _fault(part: BundleFile, error: Exception) -> str:
    return f"The file {part.name} is no JSON: {error}"


def is_database(path: Path) -> bool:
    """Return whether a file is one of SQLite; no folder is.

    Raises:
        InputError: it cannot be read.
    """
    try:
        if path.is_dir():
            return False
        return _begins(path, _SQLITE)
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from error


def unreadable(place: object, error: Exception) -> InputError:
    """Return the error of a file that cannot be read."""
    return InputError(f"The file {place} cannot be read: {getattr(error, 'strerror', None) or error}.")


def _begins(path: Path, sign: bytes) -> bool:
    with path.open("rb") as file:
        return file.read(len(sign)) == sign


def _files(folder: Path, suffixes: Collection[str]) -> Iterator[Path]:
    for place, folders, names in os.walk(folder, onerror=_refuse):
        folders[:] = filter(_is_taken, folders)
        found = (Path(place, name) for name in filter(_is_taken, names))
        yield from (one for one in found if one.suffix.lower() in suffixes and one.is_file())


def _refuse(error: OSError) -> None:
    raise error


def _of_disk(name: str, place: Path) -> BundleFile:
    return BundleFile(writable(name), _written_at(place), place.read_bytes, place)


def _written_at(place: Path) -> datetime:
    return datetime.fromtimestamp(place.stat().st_mtime, UTC)


def _of_zip(path: Path, suffixes: Collection[str]) -> Iterator[BundleFile]:
    try:
        archive = zipfile.ZipFile(path)
    except _NO_ZIP as error:
        raise _not_unpacked(path, error) from error
    with archive:
        for member in sorted(archive.infolist(), key=lambda one: one.filename):
            if PurePosixPath(member.filename).suffix.lower() in suffixes and _is_taken(member.filename):
                changed_at = _changed_at(member) or _written_at(path)
                yield BundleFile(member.filename, changed_at, partial(_unpacked, archive, member, path))


def _unpacked(archive: zipfile.ZipFile, member: zipfile.ZipInfo, path: Path) -> bytes:
    try:
        return archive.read(member)
    except _NO_ZIP as error:
        raise _not_unpacked(path, error) from error


def _not_unpacked(path: Path, error: Exception) -> InputError:
    return InputError(
        f"The zip {path} cannot be unpacked: {error}. Download it again, or unpack it yourself and name its folder."
    )


def _changed_at(member: zipfile.ZipInfo) -> datetime | None:
    """Return when a file of a zip was last written; None where it tells no day, as a zip may."""
    try:
        return datetime(*member.date_time, tzinfo=UTC)
    except ValueError:
        return None


def _is_taken(name: str) -> bool:
    folders = PurePosixPath(name).parts
    return not any(folder.startswith(".") or folder in _NOT_TAKEN for folder in folders)
