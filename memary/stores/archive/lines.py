"""Export and import: one JSON object a line, the same bytes whichever store they come from.

The first line is a header with the format, the user and the model of the vectors; each further line is one record,
under the name of its kind, with its vector in base64.
"""

from __future__ import annotations

import base64
import json
import os
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Generator,
    Iterable,
    Iterator,
)
from contextlib import aclosing, contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import Any, TextIO

from pydantic import ValidationError

from memary.checks.bounds import is_unicode
from memary.checks.faults import first_fault, shown
from memary.errors import InputError, RevisionConflictError
from memary.event_loop import read_ahead
from memary.stores.archive.adaptation import AS_IT_IS, Adaptation
from memary.stores.archive.ownership import check_room
from memary.stores.archive.references import References
from memary.stores.archive.soundness import fault_of
from memary.stores.archive.unique_records import UniqueRecords
from memary.stores.base import StoredRecord
from memary.stores.records import key_of
from memary.stores.store import Store
from memary.types import (
    DERIVED,
    EVERYBODY,
    EmbeddingSpec,
    Entity,
    Fact,
    Mention,
    Message,
    Operation,
    Record,
    ScopeName,
    Summary,
    utc_now,
)
from memary.types.spaces import is_space

FORMAT = 3
_ROWS = 2_000
"""How many records one transaction of an import writes."""
_TRIES = 3
"""How often an export is begun whose user's memory changes meanwhile, before its writers have to wait."""
_KINDS: dict[str, type[Message | Entity | Fact | Mention | Operation | Summary]] = {
    "message": Message,
    "entity": Entity,
    "fact": Fact,
    "mention": Mention,
    "operation": Operation,
    "summary": Summary,
}
_NAMES = {kind: name for name, kind in _KINDS.items()}


class Header(Record):
    """The first line of an export."""

    memary: int
    user_id: ScopeName
    embedding: str
    dimensions: int


async def export_lines(
    store: Store, user_id: str, embedding: EmbeddingSpec, *, alone: bool = False
) -> AsyncIterator[str]:
    """Yield the lines of a user's export, each with its line end; `alone` as in `Store.dump`."""
    header = Header(memary=FORMAT, user_id=user_id, embedding=embedding.name, dimensions=embedding.dimensions)
    yield _line(header.model_dump(mode="json"))
    await store.admit(user_id, "everything", writes=False)
    async for row in store.dump(user_id, alone=alone):
        document: dict[str, Any] = {_NAMES[type(row.record)]: row.record.model_dump(mode="json", exclude=DERIVED)}
        if row.embedding is not None:
            document["embedding"] = base64.b64encode(row.embedding).decode()
        yield _line(document)


def read_header(line: str) -> Header:
    """Read the first line of an export.

    Raises:
        InputError: it is not one, or was written by a newer memary.
    """
    try:
        header = Header.model_validate_json(line)
    except ValidationError as error:
        if {one["loc"] for one in error.errors()} == {("user_id",)}:
            raise InputError(_refused(1, first_fault(error))) from error
        raise InputError(
            "This is not a memary export: its first line is not a header. "
            "(Messages are added with `memary add --file FILE`.)"
        ) from error
    if header.memary > FORMAT:
        raise InputError(f"The export has format {header.memary}, this memary reads up to {FORMAT}: update memary.")
    return header


def read_records(
    lines: Iterable[str], header: Header, embedding: EmbeddingSpec
) -> Iterator[tuple[int, StoredRecord]]:
    """Read the records that follow the header, with the numbers of their lines.

    Vectors of another model than `embedding` are left out.

    Raises:
        InputError: a line that cannot be read, with its number.
    """
    same_model = (header.embedding, header.dimensions) == (embedding.name, embedding.dimensions)
    for number, line in enumerate(lines, 2):
        if not line.strip():
            continue
        try:
            document = json.loads(line)
            vector = document.pop("embedding", None)
            ((name, fields),) = document.items()
            record = _KINDS[name].model_validate(fields)
            if isinstance(record, Entity):  # an earlier memary may have given it another
                record = record.model_copy(update={"key": key_of(record.name, record.key)})
            raw = base64.b64decode(vector, validate=True) if vector and same_model else None
            fault = fault_of(record, raw, dimensions=header.dimensions)
            if "\\ud" in line.lower() and not is_unicode(document):
                fault = "a text is not valid Unicode"
        except ValidationError as error:
            raise InputError(_refused(number, first_fault(error))) from error
        except (ValueError, KeyError, AttributeError, TypeError, RecursionError, OverflowError) as error:
            raise InputError(_refused(number, "it is not a record")) from error
        if record.user_id != header.user_id:
            fault = "it belongs to another user than the header says"
        if fault:
            raise InputError(_refused(number, fault))
        yield number, StoredRecord(record, raw)


def _refused(number: int, fault: str) -> str:
    return f"Line {number} of the export cannot be used: {fault}. Nothing was imported."


def _line(document: dict[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n"


async def write_export(store: Store, path: Path, user_id: str, embedding: EmbeddingSpec) -> int:
    """Write a user's export to a file; return the number of records.

    The file appears only when it is whole, and is for its owner alone.

    Raises:
        InputError: the file cannot be written, or what has its name is a device or a pipe.
    """
    _refuse_device(path)
    partial = path.with_name(f"{path.name}.part")
    try:
        count = await _whole(
            lambda alone: _write_lines(partial, export_lines(store, user_id, embedding, alone=alone))
        )
        partial.replace(path)
    except OSError as error:
        raise InputError(f"The file {path} cannot be written: {error.strerror}.") from error
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
    return count


def _refuse_device(path: Path) -> None:
    """Refuse what a file would take the place of, though it is none.

    Raises:
        InputError: a device or a pipe has that name, or there is no name.
    """
    if not path.name:
        raise InputError(f"{path} is a folder: name the file to be written.")
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise InputError(f"{path} is not a regular file: name another.")


async def _whole(write: Callable[[bool], Awaitable[int]]) -> int:
    """Repeat a read until the memory did not change during it.

    After some attempts nobody may write meanwhile.
    """
    for _ in range(_TRIES):
        with suppress(RevisionConflictError):
            return await write(False)
    return await write(True)


async def _write_lines(path: Path, lines: AsyncIterator[str]) -> int:
    """Write the lines of an export; return the number of records."""
    count = -1  # the header is no record
    with _private(path) as file:
        async for line in lines:
            file.write(line)
            count += 1
    return count


def _private(path: Path) -> TextIO:
    """Open a new file that only its owner may read, in the place of one that was left behind."""
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    return os.fdopen(descriptor, "w", encoding="utf-8", newline="\n")


async def read_export(
    store: Store,
    path: Path,
    embedding: EmbeddingSpec,
    *,
    adaptation: Adaptation = AS_IT_IS,
    dry_run: bool = False,
    on_progress: Callable[[int], None] | None = None,
) -> int:
    """Load an export into a store, of the user it is of or as another's; return how many records were new.

    A dry run writes nothing: it counts what would be new.

    Raises:
        InputError: the file cannot be read as an export, a record in it names another that is nowhere, or who it
            is for has memory that is not in it. Then nothing was written.
    """
    as_user = adaptation.user_id
    references, owner = _references(path, embedding)
    if as_user is None and owner == EVERYBODY:
        raise InputError(
            f"The export belongs to the user {owner!r}, which stands for all users: import it as another user."
        )
    if as_user is None and is_space(owner):
        raise InputError("The export belongs to a space: make a space and import it there, see memory.spaces.")
    if loose := await references.loose(store, as_user or owner):
        number, id_ = loose
        raise InputError(_refused(number, f"it names {shown(id_)}, which is neither in it nor in this memory"))
    if as_user is not None:
        await check_room(store, as_user, references.held)
    stored = await _stored(store, as_user or owner) if dry_run else None
    new = 0
    with _opened(path) as lines:
        header = read_header(next(lines, ""))
        batches = _batched((row for _, row in read_records(lines, header, embedding)), _ROWS)
        async with aclosing(read_ahead(map(adaptation.of, batches))) as ahead:
            async for rows in ahead:
                new += await store.load(rows, due_at=utc_now()) if stored is None else stored.take(rows)
                if on_progress:
                    on_progress(len(rows))
    return new


async def _stored(store: Store, user_id: str) -> UniqueRecords:
    """Return the records that a user has, as `load` knows them again.

    Raises:
        MemaryError: nothing may be written there.
    """
    stored = UniqueRecords()
    await store.admit(user_id, "everything", writes=True)
    if user_id in await store.users():
        async for row in store.dump(user_id, alone=True):
            stored.take([row])
    return stored


def _references(path: Path, embedding: EmbeddingSpec) -> tuple[References, str]:
    """Read all of an export, before any of it is written.

    Return what its records are and name, and whose it is.
    """
    references = References()
    with _opened(path) as lines:
        header = read_header(next(lines, ""))
        for number, row in read_records(lines, header, embedding):
            references.note(row.record, number)
    return references, header.user_id


def users_of_export(path: Path) -> list[str]:
    """Return whose records a file holds, in the order they come up; nothing else of them is checked.

    Raises:
        InputError: the file cannot be read as an export.
    """
    with _opened(path) as lines:
        users = {read_header(next(lines, "")).user_id: None}
        for number, line in enumerate(lines, 2):
            if line.strip():
                users.setdefault(_user_of(line, number))
    return list(users)


def _user_of(line: str, number: int) -> str:
    try:
        document = json.loads(line)
        (user_id,) = {fields["user_id"] for name, fields in document.items() if name in _KINDS}
    except (ValueError, KeyError, AttributeError, TypeError, RecursionError) as error:
        raise InputError(f"Line {number} of the export cannot be read.") from error
    return str(user_id)


@contextmanager
def _opened(path: Path) -> Generator[Iterator[str]]:
    try:
        with path.open(encoding="utf-8") as lines:
            yield lines
    except UnicodeDecodeError as error:
        raise InputError(f"The file {path} is not UTF-8 text: convert it first.") from error
    except OSError as error:
        raise InputError(f"The file {path} cannot be read: {error.strerror}.") from error


def _batched(records: Iterator[StoredRecord], size: int) -> Iterator[list[StoredRecord]]:
    while rows := list(islice(records, size)):
        yield rows
