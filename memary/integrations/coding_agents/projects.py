"""Give each project a user of its own, so that what was learnt in a project stays with it.

A project is told by its git remote, so that its clones and worktrees share a memory; without one, by its folder.
"""

from __future__ import annotations

import os
import re
from hashlib import blake2b
from pathlib import Path

PREFIX = "project:"
_MOST_CHARS = 200
_SECTION = re.compile(r'^\s*\[remote "(?P<name>[^"]+)"\]\s*$')
_URL = re.compile(r"^\s*url\s*=\s*(?P<url>\S+)")
_ADDRESS = re.compile(
    r"^(?:[a-z+]+://)?(?:[^@/\s]+@)?(?P<host>[^:/\s]+)(?::\d+(?=/))?[:/]+(?P<path>.+?)(?:\.git)?/*$"
)


def project_user(folder: Path, *, named: str | None = None) -> str:
    """Return the user whose memory a project's is.

    Args:
        folder: where the agent works.
        named: the project's name, where a setting gives it one.
    """
    name = (named or "").strip() or _remote_name(folder) or _folder_name(folder)
    short = name if len(name) <= _MOST_CHARS else f"{name[: _MOST_CHARS - 9]}-{_digest(name)}"
    return PREFIX + short


def git_root(folder: Path) -> Path | None:
    """Return the folder that holds `.git`, at or above this one; None outside of a repository."""
    return next((one for one in (folder, *folder.parents) if os.path.exists(one / ".git")), None)


def repository_name(url: str) -> str | None:
    """Return host and path of a git remote; None for one on this machine."""
    match = None if url.startswith((".", "/", "file:")) else _ADDRESS.match(url)
    return f"{match['host'].lower()}/{match['path'].strip('/')}" if match else None


def _remote_name(folder: Path) -> str | None:
    """Return host and path of the remote `origin`, or else of the first one."""
    root = git_root(folder)
    if root is None:
        return None
    remotes = _remotes(_common(root / ".git") / "config")
    url = remotes.get("origin") or next(iter(remotes.values()), None)
    return repository_name(url) if url else None


def _common(git: Path) -> Path:
    """Return the git folder that a repository and its worktrees share."""
    try:
        if git.is_dir():
            return git
        own = Path(git.read_text(encoding="utf-8").removeprefix("gitdir:").strip())
        own = own if own.is_absolute() else git.parent / own
        shared = own / "commondir"
        return (own / shared.read_text(encoding="utf-8").strip()).resolve() if shared.is_file() else own
    except (OSError, UnicodeDecodeError):
        return git


def _remotes(config: Path) -> dict[str, str]:
    """Return the addresses of the remotes, by their names."""
    try:
        lines = config.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return {}
    found: dict[str, str] = {}
    name: str | None = None
    for line in lines:
        if line.lstrip().startswith("["):
            section = _SECTION.match(line)
            name = section["name"] if section else None
        elif name is not None and (url := _URL.match(line)):
            found.setdefault(name, url["url"])
    return found


def _folder_name(folder: Path) -> str:
    place = (git_root(folder) or folder).resolve()
    return f"{place.name or 'root'}-{_digest(str(place))}"


def _digest(text: str) -> str:
    return blake2b(text.encode(errors="replace"), digest_size=4).hexdigest()
