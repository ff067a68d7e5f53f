"""Read settings from where they come: the environment, `.env` files, `memary.toml`.

What is said about wrong ones stands here too.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

import platformdirs
from pydantic import AliasChoices, ValidationError
from pydantic_settings import BaseSettings, DotEnvSettingsSource, TomlConfigSettingsSource

from memary.checks.faults import faults_of
from memary.errors import ConfigurationError
from memary.types.record import DEFAULT_LANGUAGE

_NOT_SETTINGS = {
    "memary_config",
    "memary_neo4j_cache",
}  # read elsewhere: where the file is, the launcher's jars


def default_home() -> Path:
    """Return where memary keeps its data: `MEMARY_HOME`, else the platform's folder for user data."""
    home = os.environ.get("MEMARY_HOME")
    return Path(home).expanduser() if home else Path(platformdirs.user_data_dir("memary", appauthor=False))


def config_file() -> Path:
    """Return where settings are written down: `MEMARY_CONFIG`, else `memary.toml` in the home folder."""
    named = os.environ.get("MEMARY_CONFIG")
    return Path(named) if named else default_home() / "memary.toml"


def display_language() -> str:
    """Return the code of the language that the environment wants to be spoken to in, or the default one."""
    named = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    code = named.partition("_")[0].partition(".")[0].lower()
    return code if code.isalpha() and code not in ("c", "posix") else DEFAULT_LANGUAGE


def given_by_environment(cls: type[BaseSettings]) -> dict[str, Any]:
    """Return the settings that the environment has, whatever else it has."""
    return _found(cls, _environment())


def _environment() -> dict[str, str | None]:
    return {name.lower(): value for name, value in os.environ.items()}


@cache
def _variables(cls: type[BaseSettings]) -> dict[str, list[str]]:
    """Return the variables that each setting is read from, in small letters.

    The first that is filled counts. A setting's bare name is none of them: `API_KEY` and `BASE_URL` are other
    programs'.
    """
    return {
        name: [str(one).lower() for one in alias.choices if one != name]
        if isinstance(alias := field.validation_alias, AliasChoices)
        else [f"memary_{name}"]
        for name, field in cls.model_fields.items()
    }


def _found(cls: type[BaseSettings], variables: Mapping[str, str | None]) -> dict[str, Any]:
    found = {name: next(filter(None, map(variables.get, known)), None) for name, known in _variables(cls).items()}
    return {name: value for name, value in found.items() if value is not None}


def _ours(cls: type[BaseSettings], variables: Mapping[str, str | None], where: str) -> dict[str, Any]:
    """Return the settings among variables, which serve many programs; a misspelt MEMARY_ name is an error."""
    known = _NOT_SETTINGS.union(*_variables(cls).values())
    for name in variables:
        if name.startswith("memary_") and name not in known:
            raise ConfigurationError(unknown_setting(cls, name, where))
    return _found(cls, variables)


def read_environment(cls: type[BaseSettings]) -> dict[str, Any]:
    """Return what the environment sets.

    Raises:
        ConfigurationError: a name of a variable is misspelt, even if the variable is empty.
    """
    return _ours(cls, _environment(), "the environment")


def read_env(cls: type[BaseSettings], file: Path | None) -> dict[str, Any]:
    """Return what a `.env` sets.

    Raises:
        ConfigurationError: it cannot be read, or a name in it is misspelt.
    """
    if file is None or not os.path.isfile(file):  # as pathlib does not say of a folder that may not be looked into
        return {}
    try:
        variables = DotEnvSettingsSource(cls, env_file=file).env_vars
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"The settings file {file} cannot be read: {error}.") from error
    return _ours(cls, variables, ".env")


def read_toml(cls: type[BaseSettings], path: Path | None) -> dict[str, Any]:
    """Return what a `memary.toml` sets; None: that of `config_file`, if there is one.

    Raises:
        ConfigurationError: it cannot be read, or is not where it is said to be.
    """
    file = path or config_file()
    if not os.path.isfile(file):
        if path or os.environ.get("MEMARY_CONFIG"):
            raise ConfigurationError(f"There is no settings file {file}: create it, or correct MEMARY_CONFIG.")
        return {}
    try:
        return TomlConfigSettingsSource(cls, file)()
    except (tomllib.TOMLDecodeError, OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"The settings file {file} cannot be read: {error}.") from error


def unknown_setting(cls: type[BaseSettings], name: str, where: str) -> str:
    """Return the message for a name that is no setting, with the nearest one that is."""
    is_variable = name.lower().startswith("memary_")
    plain = name.lower().removeprefix("memary_")
    close = get_close_matches(plain, cls.model_fields, n=1)
    shown = name.upper() if is_variable else name
    near = (f"MEMARY_{close[0].upper()}" if is_variable else close[0]) if close else None
    hint = f"did you mean {near}?" if near else "`memary config` lists all settings."
    return f"Unknown setting {shown} in {where}: {hint}"


def describe(cls: type[BaseSettings], error: ValidationError, sources: Mapping[str, str]) -> str:
    """Return the message for a value that cannot be used, with where it came from."""
    first = error.errors(include_url=False)[0]
    name = str(first["loc"][0])
    is_secret = name not in cls.model_fields or "Secret" in str(cls.model_fields[name].annotation)
    (fault,) = faults_of([first], shows=not is_secret)
    source = sources.get(name)
    variables = _variables(cls).get(name) if source in ("environment", ".env") else None
    where = " or ".join(variables).upper() if variables else fault.where
    return f"The setting {where}{f' (from {source})' if source else ''} {fault.told}."
