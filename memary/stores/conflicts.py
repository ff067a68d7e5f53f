"""Tell why a store refuses a write, in the same words for every database."""

from __future__ import annotations

from memary.errors import InputError, LeaseLostError, NotFoundError, RevisionConflictError
from memary.types import GraphDelta


def has_moved_on(delta: GraphDelta, revision: int) -> RevisionConflictError:
    """Return the error of a delta that was made from another revision than the user's."""
    return RevisionConflictError(
        f"The graph of user {delta.user_id!r} is at revision {revision}, the delta was made from {delta.revision}: "
        "read again, resolve again, write again."
    )


def memory_changed(user_id: str) -> RevisionConflictError:
    """Return the error of a dump beside which the user's graph was written to."""
    return RevisionConflictError(f"The memory of user {user_id!r} kept changing while it was read: try again later.")


def lease_lost(user_id: str, worker_id: str | None) -> LeaseLostError:
    """Return the error of a worker whose lease has run out."""
    return LeaseLostError(
        f"Worker {worker_id!r} no longer holds the messages of user {user_id!r}: nothing was written, "
        "whoever holds them now will extract them."
    )


def no_such_user(user_id: str) -> NotFoundError:
    """Return the error of a user who is not known."""
    return NotFoundError(f"There is no user {user_id!r} in this store: check the spelling.")


def no_such_space(space_id: str) -> NotFoundError:
    """Return the error of a space that is not there."""
    return NotFoundError(f"There is no space {space_id!r}.")


def no_member(member: str) -> NotFoundError:
    """Return the error of a user who has no role in a space to take away."""
    return NotFoundError(f"{member!r} is not a member of the space.")


def without_owner() -> InputError:
    """Return the error of a change that would leave nobody who owns a space."""
    return InputError("The space would have no owner left: make another member an owner first, or delete the space.")
