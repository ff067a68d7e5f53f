"""Find what packages bring besides code, without importing them."""

from __future__ import annotations

import logging
import shutil
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

import platformdirs

from memary.errors import ConfigurationError

_log = logging.getLogger(__name__)

WITHOUT = "embed all texts without it:  MEMARY_EMBEDDING=hash memary reindex"
"""What can be done where vectors of a package are stored that is not there."""


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


def unpacked(archive: Path) -> Path:
    """Return a copy of a zip archive that is not compressed, which is read in less than half the time.

    It is made once and kept in the user's cache folder, named after what the archive holds. Where none can be kept,
    as on a full or a read-only disk, it is the archive itself.
    """
    folder = Path(platformdirs.user_cache_dir("memary", appauthor=False))
    with ZipFile(archive) as packed:
        parts = packed.infolist()
        name = sha256(repr([(part.filename, part.CRC) for part in parts]).encode()).hexdigest()
        kept = folder / f"{archive.stem}-{name[:16]}{archive.suffix}"
        if kept.is_file():
            return kept
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with TemporaryDirectory(prefix="unpacking-", dir=folder) as made:
                with ZipFile(Path(made, kept.name), "w") as stored:
                    for part in parts:
                        with packed.open(part) as source, stored.open(part.filename, "w") as target:
                            shutil.copyfileobj(source, target)
                return Path(made, kept.name).replace(kept)
        except OSError as error:
            _log.debug("No copy of %s is kept: %s", archive, error)
            return archive
