"""Who may log in to the web interface: passwords of users, in a file that only its owner may read.

Of a password its scrypt digest is kept, with a salt of its own:

    [[logins]]
    user = "ada"
    salt = "…"
    digest = "…"

Once the file is there nobody comes in without a login, also after the last one was removed.
"""

from __future__ import annotations

import json
import os
import secrets
import tomllib
from collections.abc import Iterable
from hashlib import scrypt
from hmac import compare_digest
from pathlib import Path
from typing import Annotated

from pydantic import Field, ValidationError

from memary.checks.faults import first_fault
from memary.errors import ConfigurationError, InputError
from memary.interfaces.private_file import write_private
from memary.settings import Settings
from memary.types import Record, ScopeName, scope_of

FEWEST_CHARS = 8
_MOST_CHARS = 1_000
_COST = 2**14
"""Of scrypt: 16 megabytes, and some hundredths of a second, for each password that is looked at."""

Hex = Annotated[str, Field(pattern="^([0-9a-f]{2})+$")]


class Login(Record):
    """The login of a user, as it is kept."""

    user: ScopeName
    salt: Hex
    digest: Hex


class _LoginsFile(Record):
    logins: tuple[Login, ...] = ()


def logins_file(settings: Settings) -> Path:
    """Return where logins are kept."""
    return settings.home / "logins.toml"


def read_logins(file: Path) -> tuple[Login, ...] | None:
    """Return the logins of a file; None where there is none, so that nobody has to log in.

    Raises:
        ConfigurationError: it cannot be read, or holds something else.
    """
    if not os.path.lexists(file):
        return None
    try:
        return _LoginsFile.model_validate(tomllib.loads(file.read_text(encoding="utf-8"))).logins
    except ValidationError as error:
        told = first_fault(error, shows=False)
        raise ConfigurationError(f"The file of logins {file}: {told}. `memary ui-login` writes one.") from error
    except (OSError, ValueError) as error:
        raise ConfigurationError(f"The file of logins {file} cannot be read: {error}.") from error


def set_password(file: Path, user: str, password: str) -> None:
    """Let a user in with a password; an earlier one holds no more.

    Raises:
        InputError: the user or the password cannot be used.
        ConfigurationError: the file cannot be used.
    """
    if not FEWEST_CHARS <= len(password) <= _MOST_CHARS:
        raise InputError(f"The password has {len(password)} characters: give it {FEWEST_CHARS} or more.")
    salt = secrets.token_bytes(16)
    made = Login(user=scope_of(user).user_id, salt=salt.hex(), digest=_digest(password, salt))
    _write(file, [*(one for one in read_logins(file) or () if one.user != user), made])


def remove_login(file: Path, user: str) -> None:
    """Let a user in no more.

    Raises:
        InputError: there is no such login.
        ConfigurationError: the file cannot be used.
    """
    held = read_logins(file) or ()
    if user not in {one.user for one in held}:
        raise InputError(f"There is no login of user {user!r}.")
    _write(file, [one for one in held if one.user != user])


def login_with(logins: Iterable[Login], user: str, password: str) -> Login | None:
    """Return the login that a name and a password open.

    It takes as long for a name that is not known.
    """
    held = next((one for one in logins if one.user == user), None)
    known = held or Login(user="nobody", salt="00" * 16, digest="00" * 64)
    is_right = compare_digest(_digest(password[:_MOST_CHARS], bytes.fromhex(known.salt)), known.digest)
    return held if is_right else None


def _digest(password: str, salt: bytes) -> str:
    return scrypt(password.encode(errors="replace"), salt=salt, n=_COST, r=8, p=1).hex()


def _write(file: Path, logins: Iterable[Login]) -> None:
    entries = [
        "\n".join(["[[logins]]", *(f"{name} = {json.dumps(value)}" for name, value in one.model_dump().items()), ""])
        for one in logins
    ]
    try:
        write_private(file, "\n".join(entries))
    except OSError as error:
        raise ConfigurationError(f"The file of logins {file} cannot be written: {error}.") from error
