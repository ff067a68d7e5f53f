"""Tell what messages changed, by the ledger: facts learnt, facts ended."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import timedelta

from memary.facts.ledger import changes
from memary.languages import texts
from memary.languages.scripts import PLAIN_STOPS
from memary.queries import MessageQuery, OperationQuery, Place
from memary.stores.store import Store
from memary.text.times.told_times import told_until
from memary.types import (
    DEFAULT_LANGUAGE,
    FOREVER,
    Fact,
    FactKind,
    Message,
    MessageState,
    Operation,
    Record,
    Scope,
    utc_now,
)

_SLACK = timedelta(days=1)
"""How far the clocks of those who take a message in and of those who read it may be apart."""


class News(Record):
    """What memory learnt from messages, and what ended by it.

    Attributes:
        learnt: facts that are new, or are known for another time than before, as they were when they were read.
        confirmed: facts that were known, and that the messages state once more.
        ended: facts that were believed before, and are not any more, or came to their end.
        disputed: facts that a new one speaks against without having ended them; both stay.
        operation_ids: rows of the ledger that did it, the first decision first; undo them in the opposite order.
        pending: how many of the messages are still to be read.
        errors: why messages could not be read yet, or at all.
    """

    learnt: tuple[Fact, ...] = ()
    confirmed: tuple[Fact, ...] = ()
    ended: tuple[Fact, ...] = ()
    disputed: tuple[Fact, ...] = ()
    operation_ids: tuple[str, ...] = ()
    pending: int = 0
    errors: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.told(DEFAULT_LANGUAGE)

    def told(self, language: str) -> str:
        """Return it as one line in a language."""
        words = texts(language).news
        sections = [(words.learnt, self.learnt), (words.ended, self.ended), (words.disputed, self.disputed)]
        parts = [f"{name}: {sentences(facts)}" for name, facts in sections if facts]
        if self.pending:
            parts.append(words.pending[self.pending > 1].format(count=f"{self.pending:,}"))
        line = " · ".join((*parts, *self.errors)) or words.nothing
        return line[:1].upper() + line[1:]

    def undone(self, language: str) -> str:
        """Return it as one line in a language, where it was taken back."""
        words = texts(language).news
        parts = [(words.gone, self.learnt), (words.back, self.ended)]
        return f"{words.undone} " + " · ".join(f"{name}: {sentences(facts)}" for name, facts in parts if facts)


def sentences(facts: Iterable[Fact]) -> str:
    """Return the sentences of facts in one line."""
    return "; ".join(_sentence(fact) for fact in facts)


def _sentence(fact: Fact) -> str:
    """Return a fact's sentence, with its end where that is not the time at which it came in.

    It was over when it was learnt, or what ends it is still to come.
    """
    is_past = _is_believed(fact) and fact.invalid_at <= fact.created_at
    ends_later = not _is_believed(fact) and fact.expired_at + _SLACK < fact.invalid_at < FOREVER
    if not (is_past or ends_later):
        return fact.statement.rstrip(PLAIN_STOPS)
    until = texts(fact.language).news.until.format(end=told_until(fact.invalid_at, fact.statement))
    return f"{fact.statement.rstrip(PLAIN_STOPS)} ({until})"


def news_of(rows: Iterable[Operation]) -> News:
    """Sum rows of the ledger up, the oldest first; what they changed to and fro is no news."""
    first: dict[str, Fact | None] = {}
    last: dict[str, Fact] = {}
    ids: list[str] = []
    for row in rows:
        ids.append(row.id)
        for change in changes(row).values():
            if isinstance(change.after, Fact):
                first.setdefault(change.after.id, change.before if isinstance(change.before, Fact) else None)
                last[change.after.id] = change.after
    learnt = [fact for id_, fact in last.items() if _is_believed(fact) and not _was_known(first[id_], fact)]
    confirmed = [fact for id_, fact in last.items() if _is_stated_again(first[id_], fact)]
    ended = [fact for id_, fact in last.items() if not _is_believed(fact) and _is_believed(first[id_])]
    against = {id_ for fact in learnt for id_ in fact.conflicts_with}
    return News(
        learnt=tuple(learnt),
        confirmed=tuple(confirmed),
        ended=tuple(ended),
        disputed=tuple(last[id_] for id_ in last if id_ in against),
        operation_ids=tuple(ids),
    )


async def caused(
    store: Store,
    scope: Scope,
    messages: Collection[Message],
    *,
    before: Place | None = None,
    limit: int | None = None,
) -> list[Operation]:
    """Return the rows of the ledger that messages caused, the oldest first; a limit keeps the newest.

    What reflection concluded from them and others is left out.
    """
    if not messages or limit == 0:
        return []
    first = min(message.added_at for message in messages)
    since = first - _SLACK if first <= utc_now() else None  # a ledger is in the order of time, and long
    ids = [message.id for message in messages]
    rows = await store.read(OperationQuery(scope, source_ids=ids, since=since, before=before))
    return [row for row in rows if not _is_conclusion(row)][-(limit or 0) :]


async def news_by_message(store: Store, scope: Scope, ids: Collection[str]) -> dict[str, News]:
    """Return what came of each of the messages of these ids, as far as it was read.

    Unknown ids are left out.
    """
    messages = await store.read(MessageQuery(scope, ids=ids))
    rows = await caused(store, scope, messages)
    return {one.id: _news_of([one], [row for row in rows if one.id in row.source_ids]) for one in messages}


async def news_of_messages(store: Store, scope: Scope, ids: Collection[str]) -> News:
    """Return what came of the messages of these ids together, as far as they were read."""
    messages = await store.read(MessageQuery(scope, ids=ids))
    return _news_of(messages, await caused(store, scope, messages))


def _news_of(messages: Sequence[Message], rows: Sequence[Operation]) -> News:
    unread = [one for one in messages if one.state in (MessageState.PENDING, MessageState.FAILED)]
    errors = dict.fromkeys(one.error for one in unread if one.error)
    pending = sum(one.state is MessageState.PENDING for one in unread)
    return news_of(rows).model_copy(update={"pending": pending, "errors": tuple(errors)})


def _is_conclusion(row: Operation) -> bool:
    about = changes(row).get(row.target_id)
    fact = about and (about.after or about.before)
    return isinstance(fact, Fact) and fact.kind is FactKind.INSIGHT


def _is_believed(fact: Fact | None) -> bool:
    return fact is not None and fact.expired_at >= FOREVER


def _was_known(before: Fact | None, after: Fact) -> bool:
    return (
        before is not None
        and _is_believed(before)
        and (before.valid_at, before.invalid_at, before.statement)
        == (after.valid_at, after.invalid_at, after.statement)
    )


def _is_stated_again(before: Fact | None, after: Fact) -> bool:
    if before is None or not (_is_believed(after) and _was_known(before, after)):
        return False
    return not set(after.source_ids) <= set(before.source_ids)
