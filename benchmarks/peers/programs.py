"""The processes of a run: the model, and a driver in the environment of its peer."""

from __future__ import annotations

import json
import os
import selectors
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Self

ROOT = Path(__file__).resolve().parents[2]
REQUIREMENTS = Path(__file__).parent / "requirements"
PATIENCE = 90.0
"""Seconds that an operation may take, if not told otherwise."""


class NoAnswerError(Exception):
    """A process has ended or did not answer in time."""


class Program:
    """A process that answers a line of JSON with a line of JSON."""

    def __init__(self, command: Sequence[str], *, log: Path, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._log = log.open("ab")
        self._process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
        )
        self.greeting = self.answer()

    def ask(self, op: str, *, patience: float | None = None, **given: Any) -> dict[str, Any]:
        """Ask and wait for the answer.

        Raises NoAnswerError.
        """
        self.tell(op, **given)
        return self.answer(patience)

    def tell(self, op: str, **given: Any) -> None:
        """Ask without waiting."""
        pipe = _pipe(self._process.stdin)
        pipe.write(json.dumps({"op": op, **given}) + "\n")
        pipe.flush()

    def answer(self, patience: float | None = None) -> dict[str, Any]:
        """Wait for an answer.

        Raises NoAnswerError.
        """
        patience = self._patience if patience is None else patience
        pipe = _pipe(self._process.stdout)
        with selectors.DefaultSelector() as selector:
            selector.register(pipe, selectors.EVENT_READ)
            if not selector.select(patience):
                raise NoAnswerError(f"no answer in {patience:g} s")
        if not (line := pipe.readline()):
            raise NoAnswerError(f"the process ended with code {self._process.wait()}; see {self._log.name}")
        return json.loads(line)

    def kill(self) -> None:
        """Send SIGKILL, and wait for the end."""
        self._process.kill()
        self._close()

    def close(self) -> None:
        """Close its stdin, at which it ends; kill it if it does not."""
        _pipe(self._process.stdin).close()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _close(self) -> None:
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout, self._log):
            if pipe and not pipe.closed:
                with suppress(BrokenPipeError):
                    pipe.close()


def start_model(*, dimensions: int, embedding_folder: Path | None, log: Path) -> Program:
    """Start the scripted model; `greeting["base_url"]` is where it listens."""
    folder = ["--embedding-folder", str(embedding_folder)] if embedding_folder else []
    return Program(
        [sys.executable, "-m", "benchmarks.peers.model", "--dimensions", str(dimensions), *folder], log=log
    )


def start_driver(peer: str, python: Path, *, folder: Path, patience: float = PATIENCE, **place: Any) -> Program:
    """Start a peer's driver on a folder of data; started again on the same folder it finds what is there."""
    folder.mkdir(parents=True, exist_ok=True)
    # -P: the folder of the drivers stays off the path, whose files are named after the packages that they drive
    command = [
        str(python),
        "-P",
        "-m",
        f"benchmarks.peers.drivers.{peer}",
        json.dumps({"folder": str(folder), **place}),
    ]
    return Program(command, log=folder.with_suffix(".log"), patience=patience)


def environment(peer: str, cache: Path) -> tuple[Path, float]:
    """Return the Python of a peer's environment, made if need be, and the seconds that took. memary's is this one."""
    if peer == "memary":
        return Path(sys.executable), 0.0
    start, folder, pins = time.perf_counter(), cache / peer, REQUIREMENTS / f"{peer}.txt"
    python, made_from = folder / "bin" / "python", folder / "made-from.txt"
    if not made_from.is_file() or made_from.read_bytes() != pins.read_bytes():
        uv = _uv()
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        subprocess.run([uv, "venv", "--quiet", "--clear", "--python", version, str(folder)], check=True)
        install = [uv, "pip", "install", "--quiet", "--python", str(python), "--requirement", str(pins)]
        subprocess.run(install, check=True)
        made_from.write_bytes(pins.read_bytes())
    return python, time.perf_counter() - start


def _uv() -> str:
    beside = Path(sys.executable).with_name("uv")
    return str(beside) if beside.is_file() else "uv"


def _pipe(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe
