"""Define what `Memary.add` returns."""

from __future__ import annotations

from pydantic import Field

from memary.api.core import MemoryCore
from memary.errors import StoreError
from memary.facts.news import News, news_of_messages
from memary.ingestion.flush_report import FlushReport
from memary.types import Scope


class Receipt(News):
    """What `add` returns: the messages are durable and findable.

    Their news are known after `wait=True`.

    Attributes:
        ids: of the messages.
        replaced: how many others were forgotten for them.
        undescribed: why pictures in them could not be described.
        redacted: kinds of what was taken out of them, see the setting `redact`.
        forgotten: how many messages, facts and other records went as messages asked, by the ids of those.
        not_found: ids of those that ask to forget what memory does not know.
        unclear: ids of those that ask to forget what may be several things, which all stay.
        not_forgotten: ids of those that ask to forget something, while the setting `forget_on_request` is off.
    """

    ids: tuple[str, ...]
    replaced: int = 0
    undescribed: tuple[str, ...] = ()
    redacted: tuple[str, ...] = ()
    forgotten: dict[str, dict[str, int]] = Field(default_factory=dict[str, dict[str, int]])
    not_found: tuple[str, ...] = ()
    unclear: tuple[str, ...] = ()
    not_forgotten: tuple[str, ...] = ()
    waited: bool = Field(default=False, exclude=True, repr=False)  # whether `add` waited for the news

    def __str__(self) -> str:
        if self.waited:
            return super().__str__()
        kept = f"{len(self.ids):,} message{'' if len(self.ids) == 1 else 's'} kept"
        counts = [(self.pending, "to be read for facts"), (self.replaced, "replaced")]
        return ", ".join([kept, *(f"{count:,} {what}" for count, what in counts if count)])


async def with_news(core: MemoryCore, receipt: Receipt, user_id: str) -> Receipt:
    """Have the worker read what waits of a user, and return the receipt with what came of its messages.

    A store that fails only now has the messages: that they wait, and why, is among the news.
    """
    try:
        report = await core.worker.drain(user_id) if receipt.pending else FlushReport()
        news = await news_of_messages(core.store, Scope(user_id=user_id), receipt.ids)
    except StoreError as error:
        return receipt.model_copy(update={"errors": (str(error),), "waited": True})
    deferred = tuple(dict.fromkeys(report.deferred_by)) if news.pending else ()
    requests: dict[str, object] = {
        "forgotten": {id_: counts for id_, counts in report.forgotten.items() if id_ in receipt.ids},
        "not_found": tuple(id_ for id_ in report.not_found if id_ in receipt.ids),
        "unclear": tuple(id_ for id_ in report.unclear if id_ in receipt.ids),
        "not_forgotten": tuple(id_ for id_ in report.not_forgotten if id_ in receipt.ids),
    }
    return receipt.model_copy(update={**dict(news), "errors": news.errors or deferred, **requests, "waited": True})
