"""What still opens the name of a user who was forgotten: keys of the HTTP API and a login of the web interface."""

from __future__ import annotations

from memary.checks.faults import shown
from memary.errors import MemaryError
from memary.interfaces.api_keys import keys_file, keys_of
from memary.interfaces.cli.inputs import shell_word
from memary.interfaces.logins import logins_file, read_logins
from memary.settings import Settings


def still_open(settings: Settings, user: str) -> list[str]:
    """Return in sentences which keys and logins of this home open a name, and how to end them."""
    return [*_keys(settings, user), *_login(settings, user)]


def _keys(settings: Settings, user: str) -> list[str]:
    try:
        held = [one for one in keys_of(keys_file(settings)) if one.user == user and not one.expired]
    except MemaryError as error:
        return [f"Whether an API key still opens the name {shown(user)} cannot be seen: {error}"]
    warnings = [
        f"The API key {shown(label)} still opens the name {shown(user)}: "
        f"`memary api-key --revoke {shell_word(label)} --user {shell_word(user)}` ends that."
        for label in dict.fromkeys(one.label for one in held)
    ]
    if any(given.rpartition("=")[0].strip() == user for given in settings.api_keys):
        warnings.append(
            f"A key of the setting MEMARY_API_KEYS still opens the name {shown(user)}: take it out there."
        )
    return warnings


def _login(settings: Settings, user: str) -> list[str]:
    try:
        logins = read_logins(logins_file(settings)) or ()
    except MemaryError as error:
        return [f"Whether a login still opens the name {shown(user)} cannot be seen: {error}"]
    if all(one.user != user for one in logins):
        return []
    return [
        f"A login of the web interface still opens the name {shown(user)}: "
        f"`memary ui-login --user {shell_word(user)} --remove` ends that."
    ]
