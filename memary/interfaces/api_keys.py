"""API keys of the HTTP API and of MCP: who may come in, as whom, and how far.

Keys are 256 random bits. Only their SHA-256 is kept, in a TOML or JSON file or in the settings:

    [[keys]]
    name = "ada's phone"   # shown in the access log
    user = "ada"           # "*": an admin, who may name any user
    access = "write"       # "read": may only look; "none": paused
    sha256 = "…"
    expires = "2027-01-31T09:00:00Z"   # opens nothing from then on; may be left out
"""

from __future__ import annotations

import json
import logging
import os
import secrets
import tomllib
from collections.abc import Iterable, Sequence
from datetime import datetime
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import Field, ValidationError

from memary.checks.faults import first_fault, shown
from memary.errors import ConfigurationError, InputError
from memary.interfaces.private_file import write_private
from memary.settings import Settings
from memary.types import EVERYBODY, Record, ScopeName, Time, utc_now

ADMIN = EVERYBODY
"""The user of a key that may name any user."""

Access = Literal["write", "read", "none"]

_PREFIX = "mk_"
_FILE = "api-keys.toml"
_log = logging.getLogger("memary")


class ApiKey(Record):
    """One key, as it is kept."""

    name: str = Field(default="", max_length=100)
    user: ScopeName
    access: Access = "write"
    sha256: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    expires: Time | None = None

    @property
    def user_id(self) -> str | None:
        """Whose memory it opens; None: anybody's."""
        return None if self.user == ADMIN else self.user

    @property
    def expired(self) -> str | None:
        """Why it opens nothing any more; None: it does."""
        if self.expires is None or utc_now() < self.expires:
            return None
        when = f"{self.expires:%Y-%m-%d %H:%M} UTC"
        return f"This key has expired on {when}: ask the operator of the server for a new one (`memary api-key`)."

    @property
    def label(self) -> str:
        """What the access log calls it."""
        return self.name or f"{self.user}:{self.sha256[:8]}"


class _KeysFile(Record):
    keys: tuple[ApiKey, ...] = ()


class KeyRing:
    """The keys of a server; those of a file are read again when it changes.

    So a key can be paused while the server runs.

    Args:
        keys: keys that are always there.
        file: more of them; None: no file. One that is not there yet counts from when it is.

    Raises:
        ConfigurationError: the file cannot be used.
    """

    def __init__(self, keys: Iterable[ApiKey] = (), *, file: Path | None = None) -> None:
        self._given = tuple(keys)
        self._file = file
        self._stamp = _stamp(file)
        self._read = read_keys(file) if file and self._stamp else ()
        self._is_closed = bool(self._given or self._stamp)

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """Return the keys that the settings name: `api_keys`, and those of `api_keys_file`.

        Raises:
            ConfigurationError: one cannot be used.
        """
        if settings.api_keys_file is not None:
            read_keys(settings.api_keys_file)  # one that is named has to be there
        return cls((_given(text) for text in settings.api_keys), file=keys_file(settings))

    def __bool__(self) -> bool:
        self._current()
        return self._is_closed

    def find(self, key: str) -> ApiKey | None:
        """Return who comes with this key. It takes as long whichever key it is."""
        digest = digest_of(key)
        found = None
        for one in self._current():
            if compare_digest(one.sha256, digest):
                found = one
        return found

    def _current(self) -> Sequence[ApiKey]:
        stamp = _stamp(self._file)
        if self._file and stamp != self._stamp:
            self._stamp = stamp
            self._is_closed = True  # for good: a file that goes away opens nothing
            try:
                self._read = read_keys(self._file)
            except ConfigurationError as error:
                _log.error("%s The keys read before stay in force.", error)
        return (*self._given, *self._read)


def default_file(settings: Settings) -> Path:
    """Return where keys are kept, unless the settings say otherwise."""
    return settings.home / _FILE


def digest_of(key: str) -> str:
    """Return what is kept of a key."""
    return sha256(key.encode(errors="replace")).hexdigest()


def read_keys(file: Path) -> tuple[ApiKey, ...]:
    """Read a file of keys: TOML, or JSON where it is named so.

    Raises:
        ConfigurationError: it cannot be read, or holds what is no key.
    """
    try:
        text = file.read_text(encoding="utf-8")
        data = json.loads(text) if file.suffix.lower() == ".json" else tomllib.loads(text)
        return _KeysFile.model_validate(data).keys
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"The file of API keys {file} cannot be read: {error}.") from error
    except ValidationError as error:
        told = first_fault(error, shows=False)
        raise ConfigurationError(f"The file of API keys {file}: {told}. `memary api-key` writes one.") from error
    except (ValueError, RecursionError) as error:
        raise ConfigurationError(f"The file of API keys {file} is neither TOML nor JSON: {error}.") from error


def keys_of(file: Path) -> tuple[ApiKey, ...]:
    """Read a file of keys; none where there is no file.

    Raises:
        ConfigurationError: it cannot be read, or holds what is no key.
    """
    return read_keys(file) if os.path.lexists(file) else ()


def keys_file(settings: Settings) -> Path:
    """Return where keys are kept: where the settings say, or else at home."""
    return settings.api_keys_file or default_file(settings)


def add_key(
    file: Path, user: str, *, name: str = "", access: Access = "write", expires: datetime | None = None
) -> str:
    """Make a key, write its hash to the end of a file that only its owner may read, and return the key.

    Args:
        file: TOML; made if it is not there.
        user: whose memory it opens.
        name: what the access log calls it.
        access: how far.
        expires: when it ends; None: never.

    Raises:
        InputError: the user or the name cannot be used.
        ConfigurationError: the file cannot be used, or is not TOML.
    """
    if file.suffix.lower() == ".json":
        raise ConfigurationError(f"Keys can be added to TOML files only: name another file than {file}.")
    if file.exists():
        read_keys(file)
    key = _PREFIX + secrets.token_urlsafe(32)
    try:
        made = ApiKey(name=name, user=user, access=access, sha256=digest_of(key), expires=expires)
    except ValidationError as error:
        raise InputError(f"The {first_fault(error)}.") from error
    fields = made.model_dump(mode="json", exclude_none=True)
    lines = [f"{field} = {json.dumps(value, ensure_ascii=False)}" for field, value in fields.items()]
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(file, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600), "w", encoding="utf-8") as out:
            out.write("\n".join(["", "[[keys]]", *lines, ""]))
    except (OSError, UnicodeEncodeError) as error:
        raise ConfigurationError(f"The file of API keys {file} cannot be written: {error}.") from error
    return key


def revoke_keys(file: Path, name: str, *, user: str | None = None) -> int:
    """Take the keys of a name out of a file, and return how many; all else in it stays as it is.

    Args:
        file: TOML, as `add_key` writes it.
        name: the name of keys, or how `label` calls one that has none.
        user: only those of this user.

    Raises:
        InputError: there is no such key.
        ConfigurationError: the file cannot be used, or is written so that nothing can be taken out of it.
    """
    if file.suffix.lower() == ".json":
        raise ConfigurationError(f"Keys can be taken out of TOML files only: edit {file}.")
    held = keys_of(file)
    gone = [name in (key.name, key.label) and name != "" and user in (None, key.user) for key in held]
    if not any(gone):
        raise InputError(f"There is no API key {shown(name)} in {file}: `memary api-key --list` names them.")
    left = tuple(key for key, goes in zip(held, gone, strict=True) if not goes)
    try:
        text = _without_entries(file.read_text(encoding="utf-8"), gone)
        if _KeysFile.model_validate(tomllib.loads(text)).keys != left:
            raise ValueError
    except ValueError as error:
        raise ConfigurationError(
            f"The file of API keys {file} has other tables than [[keys]] in a row: take the key out by hand."
        ) from error
    try:
        write_private(file, text)
    except OSError as error:
        raise ConfigurationError(f"The file of API keys {file} cannot be written: {error}.") from error
    return sum(gone)


def _without_entries(text: str, gone: Sequence[bool]) -> str:
    """Return a file of keys without some of its entries; comments stand between entries, and stay.

    Raises:
        ValueError: it has not as many entries as are told.
    """
    lines = text.splitlines(keepends=True)
    starts = [number for number, line in enumerate(lines) if line.strip().startswith("[[keys]]")]
    ends = [*starts[1:], len(lines)]
    dropped: set[int] = set()
    for start, end, goes in zip(starts, ends, gone, strict=True):
        if goes:
            dropped.update(range(start, _end_of_entry(lines, start, end)))
            dropped.update({start - 1} if start and not lines[start - 1].strip() else ())
    return "".join(line for number, line in enumerate(lines) if number not in dropped)


def _end_of_entry(lines: Sequence[str], start: int, end: int) -> int:
    """Return where the values of an entry end, without the blank lines and comments that follow them."""
    while end > start + 1 and lines[end - 1].strip()[:1] in ("", "#"):
        end -= 1
    return end


def _given(text: str) -> ApiKey:
    """Read a key of the settings: `USER=SHA256`."""
    user, _, digest = text.rpartition("=")
    try:
        return ApiKey(user=user, sha256=digest.strip().lower())
    except ValidationError as error:
        raise ConfigurationError(
            "The setting api_keys cannot be used: write USER=SHA256, separated by commas, with * for an admin."
        ) from error


def _stamp(file: Path | None) -> tuple[int, int] | None:
    """Return what changes when a file does."""
    try:
        state = file.stat() if file else None
    except OSError:
        return None
    return (state.st_mtime_ns, state.st_size) if state else None
