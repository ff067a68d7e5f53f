"""Define everything that memary raises on purpose, as one tree.

    MemaryError
    ├── ConfigurationError           a setting, a URI or a key is wrong or missing
    │   └── MissingExtraError        an optional dependency is not installed
    ├── InputError                   what the caller passed cannot be used
    │   └── NotFoundError            the id, user or name is not in this scope
    ├── AccessDeniedError            the caller may not: the memory, or the client, is paused, archived or only reads
    │   └── NotAllowedError          the user's role in the space does not allow it
    ├── StoreError
    │   ├── StoreUnavailableError    the database cannot be reached, opened or read
    │   │   ├── StoreDownError       its server does not answer: the same call may work later
    │   │   └── StoreReadOnlyError   it may only be read; nothing is written until somebody changes that
    │   ├── StoreFullError           no space is left for a write
    │   ├── DamagedRecordError       a record in the database cannot be read any more
    │   ├── SchemaVersionError       the database was written by a newer memary
    │   ├── EmbeddingMismatchError   stored vectors come from another embedding model
    │   ├── RevisionConflictError    the user's graph changed since it was read
    │   └── LeaseLostError           another worker has taken the batch over
    ├── ModelError
    │   ├── ModelUnavailableError    time-out, rate limit, outage: the same call may work later
    │   ├── ModelAccessError         wrong key or unknown model: it works once the settings are corrected
    │   ├── ModelRejectedError       this request was refused: the same call will not work later
    │   ├── ModelOutputError         the model answered something that cannot be used
    │   │   └── EmptyReplyError      it answered nothing: asked again, it may answer
    │   └── BudgetExceededError      the call would pass a cap of the settings; it was not made
    └── ToolError                    a tool could not do what it was asked

A message says what is wrong, names the value, and says what to do. `exit_code` is what the command line
returns for it: 2 when the call has to be corrected, 1 when the world has to.
"""

from __future__ import annotations

from datetime import datetime


class MemaryError(Exception):
    """Base of all errors that memary raises on purpose."""

    exit_code = 1
    message_id: str | None = None
    """The message that is in memory although its answer failed: asked with this id it is not stored again."""


class ConfigurationError(MemaryError):
    """A setting, a URI or a key is wrong or missing."""

    exit_code = 2


class MissingExtraError(ConfigurationError):
    """An optional dependency is not installed."""

    def __init__(self, feature: str, extra: str, otherwise: str = "") -> None:
        todo = f'run  pip install "memary[{extra}]"  and try again'
        super().__init__(f"{feature} needs an optional dependency: {todo}{otherwise and f', or {otherwise}'}.")


class InputError(MemaryError):
    """What the caller passed cannot be used."""

    exit_code = 2


class AccessDeniedError(MemaryError):
    """The caller may not: the memory, or the client, is paused, archived or only reads, or a role forbids it."""


class NotAllowedError(AccessDeniedError):
    """The user's role in the space does not allow what was asked for."""


class NotFoundError(InputError):
    """The id, user or name asked for is not in this scope."""


class StoreError(MemaryError):
    """The store could not do its work."""


class StoreUnavailableError(StoreError):
    """The database cannot be reached, opened or read."""


class StoreDownError(StoreUnavailableError):
    """The server of the database does not answer, or not in time: the same call may work later."""


class StoreReadOnlyError(StoreUnavailableError):
    """The database may only be read; nothing was stored, and trying again does not help."""


class StoreFullError(StoreError):
    """No space is left for a write; nothing of it was stored."""


class DamagedRecordError(StoreError):
    """A record in the database cannot be read: another program changed it, or the file is damaged."""


class SchemaVersionError(StoreError):
    """The database was written by a newer memary than this one."""


class EmbeddingMismatchError(StoreError):
    """The stored vectors come from another embedding model than the configured one."""


class RevisionConflictError(StoreError):
    """The user's graph changed between reading and writing: read again, resolve again, write again."""


class LeaseLostError(StoreError):
    """The lease on a batch ended and another worker has taken it over; nothing was written."""


class ModelError(MemaryError):
    """A language or embedding model could not be used."""


class ModelUnavailableError(ModelError):
    """Time-out, rate limit or outage: the same call may work later.

    Args:
        message: names the server and what happened.
        retry_after: after how many seconds the server wants to be asked again; None: it says nothing of it.
    """

    def __init__(self, message: str, *, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class ModelAccessError(ModelError):
    """Wrong key, unknown model or wrong address: the same call works once the settings are corrected."""


class ModelRejectedError(ModelError):
    """The model refused this very request: the same call will not work later."""


class ModelOutputError(ModelError):
    """The model answered something that cannot be used."""


class EmptyReplyError(ModelOutputError):
    """The model answered nothing at all: asked again, it may answer."""


class BudgetExceededError(ModelError):
    """The call would pass a cap of the settings, so it was not made.

    Args:
        message: names the setting, and when it frees.
        setting: which cap.
        limit: its value.
        user_id: whose budget is used up; None: everybody's together, or the turn's.
        frees_at: when there is room again; None for a turn.
        fits: whether a window that nothing was used of has room for the call.
    """

    def __init__(
        self,
        message: str,
        *,
        setting: str,
        limit: int,
        user_id: str | None = None,
        frees_at: datetime | None = None,
        fits: bool = True,
    ) -> None:
        super().__init__(message)
        self.setting = setting
        self.limit = limit
        self.user_id = user_id
        self.frees_at = frees_at
        self.fits = fits


class ToolError(MemaryError):
    """A tool could not do what it was asked; the message is meant for the model and the user."""


_OUTSIDE: tuple[tuple[type[MemaryError], str], ...] = (
    (StoreFullError, "The store has no space left, nothing was stored: the operator of the server has to make room."),
    (
        StoreReadOnlyError,
        "The store may only be read, nothing was stored: the operator of the server has to let it be written. "
        "Trying again does not help before that.",
    ),
    (RevisionConflictError, ""),
    (LeaseLostError, ""),
    (
        EmbeddingMismatchError,
        "The store was embedded with another model: who runs the server has to set that one, or `memary reindex`.",
    ),
    (StoreError, "The store cannot be used as it is: try again in a moment. The server's log says why."),
    (BudgetExceededError, ""),
    (ModelUnavailableError, "The model does not answer: try again in a moment. The server's log says why."),
    (ModelRejectedError, "The model refused this request, and would again: the server's log says why."),
    (
        ModelOutputError,
        "The model answered what cannot be used: try again. The server's log says what is wrong with it.",
    ),
    (ModelError, "The model cannot be used as it is set up: the server's log says what is wrong."),
    (MissingExtraError, ""),
    (ConfigurationError, "The server is not configured correctly: its log says what is missing."),
)
"""What callers over a network are told; empty: the error's own words."""


def told_outside(error: MemaryError) -> str:
    """Return what an error says to callers over a network: nothing of where the store or a model is."""
    return next((words for kind, words in _OUTSIDE if isinstance(error, kind)), "") or str(error)
