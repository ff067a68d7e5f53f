"""Write over what was forgotten, and make good later what could not be written over at once."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from memary.errors import StoreError
from memary.kept_texts import let_go
from memary.stores.store import Store

_log = logging.getLogger("memary")


class Scrub:
    """Writes over the bytes of what was forgotten.

    Args:
        store: where they are.
        is_wanted: whether it is done as soon as something was forgotten.
        clock: tells when what failed is tried again.
    """

    def __init__(self, store: Store, *, is_wanted: bool, clock: Callable[[], datetime]) -> None:
        self._store, self._is_wanted, self._clock = store, is_wanted, clock
        self._failed_at: datetime | None = None

    async def after_forgetting(self) -> bool:
        """Write over what was just forgotten, if that is wanted, and let go of it in this process.

        Returns:
            Whether it was written over. What could not be, since another process reads the file or the disk is full,
            is forgotten all the same: the log says why, and `make_good` tries again.
        """
        let_go()
        return self._is_wanted and await self._tried()

    async def make_good(self, *, every: timedelta = timedelta()) -> None:
        """Write over what could not be written over before, once in `every` at most."""
        failed, now = self._failed_at, self._clock()
        if failed is None or failed <= now < failed + every:
            return
        await self._tried()

    async def now(self) -> None:
        """Write over all that was forgotten, wanted or not.

        Raises:
            StoreError: it could not be.
        """
        await self._store.scrub()
        self._failed_at = None
        let_go()

    async def _tried(self) -> bool:
        try:
            await self._store.scrub()
        except StoreError as error:
            self._failed_at = self._clock()
            _log.warning("what was forgotten is not yet written over in the store's files: %s", error)
            return False
        self._failed_at = None
        return True
