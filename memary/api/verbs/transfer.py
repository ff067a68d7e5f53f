"""Read an export into a store, as the verb `import_` does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from memary.api.core import MemoryCore
from memary.checks.faults import shown
from memary.errors import InputError
from memary.stores.archive.adaptation import Adaptation
from memary.stores.archive.lines import read_export, users_of_export
from memary.types.spaces import SpaceRole

_SHOWN_USERS = 10


async def take_in(
    core: MemoryCore,
    path: Path,
    *,
    user_id: str | None,
    as_user: str | None,
    dry_run: bool,
    on_progress: Callable[[int], None] | None,
) -> int:
    """Read an export, and return how many records were new; see `Memary.import_`.

    Raises:
        InputError: the file cannot be read, is of another user, or the one it is for has other memory.
    """
    if user_id is not None:
        _check_users(path, (await core.scope(user_id)).user_id)
    owner = await core.owner_id(as_user, role=SpaceRole.OWNER)
    new = await read_export(
        core.store,
        path,
        core.models.embedder.spec,
        adaptation=Adaptation(owner, core.redactor),
        dry_run=dry_run,
        on_progress=on_progress,
    )
    if not dry_run:
        await core.worker.vectors.fill()
    return new


def _check_users(path: Path, user_id: str) -> None:
    found = users_of_export(path)
    if found != [user_id]:
        names = ", ".join(map(repr, found[:_SHOWN_USERS])) + (" and others" if len(found) > _SHOWN_USERS else "")
        raise InputError(
            f"The file {path} holds memory of {names}, not of user {shown(user_id)} alone: nothing was imported. "
            "Name the user it belongs to, or no user to import it as it is."
        )
