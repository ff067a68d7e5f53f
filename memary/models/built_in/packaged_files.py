"""Find what packages bring besides code, without importing them."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from memary.errors import ConfigurationError


def packaged_files(package: str, *names: str, extra: str) -> list[Path]:
    """Return files of an installed package.

    Args:
        package: its name in an import.
        names: the files' paths within it.
        extra: the extra of memary that installs it.

    Raises:
        ConfigurationError: it has other files than these.
    """
    found = find_spec(package)
    folders = (found and found.submodule_search_locations) or []
    files = [Path(folder) / name for folder in folders[:1] for name in names]
    if not files or not all(file.is_file() for file in files):
        raise ConfigurationError(
            f"The installed {package} has not the files that memary reads: install it again with "
            f'pip install --force-reinstall "memary[{extra}]", or set MEMARY_EMBEDDING=hash.'
        )
    return files
