"""Fetches jars from Maven Central or a mirror of it, and keeps none whose digest is not the one of the lock."""

from __future__ import annotations

import hashlib
import os
import shutil
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen
from xml.etree import ElementTree

from jar_lock import Jar
from launch_error import AssemblyFailed

CENTRAL = "https://repo.maven.apache.org/maven2"
_AT_ONCE = 8
_ATTEMPTS = 3
PAUSE = 1.0  # seconds before the second attempt; the third waits twice as long
_SECONDS = 60.0  # until a silent server is given up


def repository_address(settings: Path | None = None) -> str:
    """Return where jars are fetched.

    MAVEN_MIRROR_URL, else the mirror that Maven's settings name, else Central.
    """
    if named := os.environ.get("MAVEN_MIRROR_URL"):
        return named.rstrip("/")
    file = settings or Path.home() / ".m2" / "settings.xml"
    try:
        root = ElementTree.parse(file).getroot()
    except FileNotFoundError:
        return CENTRAL
    except (OSError, ElementTree.ParseError) as error:
        raise AssemblyFailed(f"{file} cannot be read: {error}. Mend it, or set MAVEN_MIRROR_URL.") from error
    for mirror in root.iterfind("{*}mirrors/{*}mirror"):
        parts = {name.strip() for name in mirror.findtext("{*}mirrorOf", "").split(",")}
        address = mirror.findtext("{*}url", "").strip()
        if address and parts & {"*", "central", "external:*"} and "!central" not in parts:
            return address.rstrip("/")
    return CENTRAL


def fetch(jars: Iterable[Jar], folder: Path) -> None:
    """Put the jars into their folders below this one, several at a time.

    Raises AssemblyFailed when one cannot be had, or is not the one of the lock.
    """
    address = repository_address()
    wanted = list(jars)
    for name in {jar.folder for jar in wanted}:
        (folder / name).mkdir(parents=True)
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        running = [pool.submit(_fetch, jar, folder / jar.folder / jar.name, address) for jar in wanted]
        try:
            for each in running:
                each.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _fetch(jar: Jar, target: Path, address: str) -> None:
    url = f"{address}/{jar.path}"
    for attempt in range(_ATTEMPTS):
        try:
            _copy(url, target)
            break
        except (OSError, HTTPException) as error:
            refused = False
            if isinstance(error, HTTPError):
                error.close()
                refused = error.code < 500
            if refused or attempt == _ATTEMPTS - 1:
                raise AssemblyFailed(
                    f"{url} cannot be fetched: {error}. Maven Central must be reachable, "
                    "or MAVEN_MIRROR_URL or ~/.m2/settings.xml name a mirror of it."
                ) from error
            time.sleep(PAUSE * (attempt + 1))
    with target.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    if digest != jar.sha256:
        raise AssemblyFailed(f"{url} has the SHA-256 digest {digest}, but jars.lock wants {jar.sha256}.")


def _copy(url: str, target: Path) -> None:
    request = Request(url, headers={"User-Agent": "memary"})
    with urlopen(request, timeout=_SECONDS) as response, target.open("wb") as file:
        shutil.copyfileobj(response, file)
