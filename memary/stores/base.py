"""The contract of a store: everything memary needs from a database, and nothing more.

One conformance suite (tests/stores) holds for every implementation. The rules they share:

- Each read names a `Scope` or a user; no row of another user is ever looked at. With an agent or a session in the
  scope, messages are those of it, facts those that a message of it states, mentions those made in it, and entities
  those mentioned in it.
- A read may ask for the past. `When` stands for both clocks: a fact is seen if `Fact.is_visible` says so. `known_at`
  alone leaves out what memary got to know later: messages by `added_at`, facts and entities by `created_at`, mentions
  by their source. A name, alias or description that an entity got later is not left out.
- A write is one transaction: all of it is there afterwards, or nothing.
- `append` and `apply` are safe to repeat: ids are made by the caller and unique per user, a message is recognised by
  its digest. A record that breaks the graph raises `InputError` and nothing of its write stays: a fact or mention of
  an unknown entity, a record of another user, a message id used for another digest.
- A replaced record keeps its vector unless the text that is embedded changed and no new vector comes along.
- What cannot be reached raises `StoreUnavailableError`, a full disk `StoreFullError`; each says what to do.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Generic, Literal, NamedTuple, Protocol, TypeVar

from memary.filters import Filter
from memary.types import (
    Batch,
    Embedding,
    EmbeddingSpec,
    Entity,
    EntityCount,
    Fact,
    GraphDelta,
    Mention,
    Message,
    MessageState,
    Operation,
    Role,
    Scope,
    StoreStats,
    Subgraph,
    Summary,
    UsageRow,
    When,
)

SCHEMA_VERSION = 2
"""The newest schema this code writes; both stores count alike."""

FARTHEST_DUE = timedelta(hours=1)
"""How far ahead a due time is waited for. One that is farther was set by a clock that has gone back since, or waits
for a budget, which is asked again."""

R = TypeVar("R", Message, Fact, Entity)


@dataclass(frozen=True, slots=True)
class Candidate(Generic[R]):
    """A record found by `GraphStore.search`, with the score of each signal that found it (higher is better).

    `text` is a BM25-like score, `vector` a cosine; None where that signal did not put it among its best.
    """

    record: R
    text: float | None = None
    vector: float | None = None


class Beside(NamedTuple):
    """The ids of the messages said before and after one in its session, the nearest first."""

    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StoredRecord:
    """A record as export and import carry it, with its vector where it has one."""

    record: Message | Entity | Fact | Mention | Operation | Summary
    embedding: Embedding | None = None


@dataclass(frozen=True, slots=True)
class Unembedded:
    """A record that still lacks its vector, with the text to embed."""

    kind: Literal["message", "fact", "entity"]
    user_id: str
    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Breadth:
    """How far a neighbourhood reads.

    Facts per seed, nodes kept for the next hop, facts that each of these gives at most, and how many facts a later
    hop adds at most for each seed. The last is what makes a hub, whose neighbours are many, cost like a leaf.
    """

    per_seed: int = 30
    frontier: int = 150
    per_node: int = 10
    per_hop: int = 50


class GraphStore(Protocol):
    """A place that keeps messages, entities, facts, mentions and operations of many users."""

    @property
    def location(self) -> str:
        """Where it is, as a URI without secrets."""
        ...

    async def migrate(self, embedding: EmbeddingSpec) -> None:
        """Bring the database to `SCHEMA_VERSION`, and note which model its vectors come from.

        Safe to call by several processes at once and on an up-to-date database.

        Raises:
            StoreUnavailableError: it cannot be reached or opened.
            SchemaVersionError: it was written by a newer memary.
            EmbeddingMismatchError: its vectors come from another model or have another dimension; the message names
                `memary reindex`. Nothing is changed.
        """
        ...

    async def stored_embedding(self) -> EmbeddingSpec | None:
        """Which model the vectors come from; None in a database that was never migrated."""
        ...

    async def aclose(self) -> None:
        """Release connections and files. Safe to call twice."""
        ...

    # -- messages and their queue ---------------------------------------------------------------------------------

    async def append(
        self, messages: Sequence[Message], *, embeddings: Mapping[str, Embedding], due_at: datetime
    ) -> list[Message]:
        """Store messages of one or more users durably, with their text index and vectors.

        A message whose digest the user already has is not stored again, one with another text is refused. Pending
        ones may be claimed from `due_at` on.
        Makes the user if need be. A message without a vector in `embeddings` is stored and listed by `unembedded`.

        Returns:
            One message per given one, in order: the stored one, which is the earlier one for a repeated digest.
        """
        ...

    async def claim(
        self,
        *,
        worker_id: str,
        now: datetime,
        lease: timedelta,
        limit: int,
        user_id: str | None = None,
        ignore_due: bool = False,
        skip: Collection[str] = (),
    ) -> Batch | None:
        """Lease the oldest pending messages of one session to a worker, at most `limit`, oldest first.

        A user with an unexpired lease of another worker is passed over, so that one worker at a time writes a user's
        graph; the holder itself gets the same messages again. Counts an attempt on each message. With `ignore_due`,
        messages that are not due yet are taken too. Users in `skip` are passed over.

        Returns:
            The batch, or None where nothing can be claimed.
        """
        ...

    async def renew(self, batch: Batch, *, until: datetime) -> None:
        """Extend the lease of a batch.

        Raises:
            LeaseLostError: another worker holds it.
        """
        ...

    async def release(
        self,
        batch: Batch,
        *,
        state: MessageState,
        error: str | None = None,
        due_at: datetime | None = None,
        count_attempt: bool = True,
    ) -> None:
        """End the lease without a delta: put its messages into `state`, with the error and the next due time.

        With `count_attempt=False` the attempt counted by `claim` is taken back: an outage is not the message's fault.
        Does nothing if another worker has taken the batch over.
        """
        ...

    async def requeue(self, user_id: str | None, *, states: Collection[MessageState], due_at: datetime) -> int:
        """Make messages in `states` pending again, with no attempts counted, of one user or all; return how many."""
        ...

    async def next_due(self, user_id: str | None = None) -> datetime | None:
        """When the next pending message is due (or its user's lease ends, if later); None if nothing is pending."""
        ...

    # -- the graph ------------------------------------------------------------------------------------------------

    async def revision(self, user_id: str) -> int:
        """The user's revision: 0 for an unknown user, one more after each `apply`."""
        ...

    async def apply(self, delta: GraphDelta) -> None:
        """Write a delta in one transaction, end the lease it settles, and move the user's revision on by one.

        Leases are checked first, then the revision; upserts come before removals.

        Removing a record removes what hangs on it: a message its text, vector and mentions; an entity its facts and
        mentions; a fact the mentions that name it as source. Settled messages become done, their error is cleared.

        Raises:
            RevisionConflictError: the user's graph has another revision than the delta was made from.
            LeaseLostError: a settled message is not leased to `delta.worker_id` any more.
        """
        ...

    async def neighbourhood(
        self,
        scope: Scope,
        seeds: Sequence[str],
        *,
        depth: int,
        when: When,
        breadth: Breadth = Breadth(),
        alive_at: datetime | None = None,
    ) -> Subgraph:
        """Walk from the seed entities along the facts seen at `when`, both directions, all seeds at once.

        From each seed its newest `breadth.per_seed` facts are read, the nodes reached first are kept up to
        `breadth.frontier`, and each of those gives its newest `breadth.per_node` facts, and so on to `depth` (1 or
        more). A later hop adds `breadth.per_hop` facts for each seed at most, the newest of every node first. The
        order comes from an index, so a node of any degree costs the same. A fact has the hop at which it was met
        first. Seeds that are unknown, or were at `when.known_at`, are passed over, and so are facts that have expired
        by `alive_at`.

        Of a node with very many facts, some that only the past shows may be missed: there a bounded number is looked
        at, those learnt last before `when.known_at` and those retired first after it.
        """
        ...

    async def search(
        self,
        scope: Scope,
        kind: type[R],
        *,
        terms: Sequence[str] = (),
        vector: Embedding | None = None,
        limit: int = 50,
        when: When | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        roles: Collection[Role] | None = None,
        where: Filter | None = None,
        alive_at: datetime | None = None,
    ) -> list[Candidate[R]]:
        """Find records by words and by meaning, within the scope.

        Args:
            kind: `Message`, `Fact` or `Entity`.
            terms: segmented words (`memary.languages.terms`), any of which may match; empty for no text search.
            vector: the query's embedding; None for no vector search.
            limit: how many each signal may contribute.
            when: only facts seen then; of messages and entities those known at `when.known_at`.
            since: only messages said, or facts valid, at or after that time.
            until: only messages said, or facts valid, before that time.
            roles: only messages of these roles.
            where: only records for which this filter holds; see `memary.filters.matches`. It holds before the best
                are taken.
            alive_at: only messages and facts that have not expired by then.

        Returns:
            The union of both signals' best, in no promised order.
        """
        ...

    # -- reading --------------------------------------------------------------------------------------------------

    async def messages(
        self,
        scope: Scope,
        *,
        ids: Collection[str] | None = None,
        states: Collection[MessageState] | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        known_at: datetime | None = None,
        where: Filter | None = None,
        alive_at: datetime | None = None,
        newest_first: bool = False,
        limit: int | None = None,
    ) -> list[Message]:
        """Messages in the order they were said (ties: by id), `since` inclusive, `until` exclusive.

        With `known_at` only those added by then, with `where` those for which the filter holds, with `alive_at`
        those that have not expired by then.
        """
        ...

    async def beside(self, scope: Scope, ids: Collection[str], *, turns: int = 1) -> dict[str, Beside]:
        """Tell what was said right before and after each of some messages, by id; unknown ones are left out.

        Neighbours are up to `turns` messages on each side, of the same session, or of none, as said to any agent.
        They are named whether or not they have expired or fulfil a filter: read them with `messages` to know.
        """
        ...

    async def entities(
        self,
        scope: Scope,
        *,
        ids: Collection[str] | None = None,
        keys: Collection[str] | None = None,
        known_at: datetime | None = None,
        limit: int | None = None,
    ) -> list[Entity]:
        """Entities by id; `keys` matches normalised names and normalised aliases.

        With `known_at` only those made by then.
        """
        ...

    async def facts(
        self,
        scope: Scope,
        *,
        ids: Collection[str] | None = None,
        entity_ids: Collection[str] | None = None,
        predicates: Collection[str] | None = None,
        object_ids: Collection[str] | None = None,
        source_ids: Collection[str] | None = None,
        when: When | None = None,
        where: Filter | None = None,
        alive_at: datetime | None = None,
        newest_first: bool = False,
        limit: int | None = None,
    ) -> list[Fact]:
        """Facts by `(valid_at, id)`, narrowed by what is given.

        `entity_ids` means either end; with `predicates` or `object_ids`, the facts whose subject is one of the
        entities and whose predicate and object are among these. `when` keeps those seen then, `where` those for which
        the filter holds, `alive_at` those that have not expired by then.
        """
        ...

    async def mentions(
        self,
        scope: Scope,
        *,
        entity_ids: Collection[str] | None = None,
        source_ids: Collection[str] | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        known_at: datetime | None = None,
        alive_at: datetime | None = None,
        newest_first: bool = False,
        limit: int | None = None,
    ) -> list[Mention]:
        """The memory stream by `(at, source_id, entity_id)`.

        `known_at` keeps what had its source by then, `alive_at` what has a source that has not expired by then.
        """
        ...

    async def mention_counts(
        self,
        scope: Scope,
        *,
        entity_ids: Collection[str] | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        known_at: datetime | None = None,
        alive_at: datetime | None = None,
        where: Filter | None = None,
    ) -> list[EntityCount]:
        """Count, first and last mention of each entity that came up in the period; by count, then name, then id.

        What counts are the entries that `mentions` gives for the same arguments; `where` keeps those made in messages
        for which the filter holds.
        """
        ...

    async def operations(
        self,
        scope: Scope,
        *,
        ids: Collection[str] | None = None,
        target_ids: Collection[str] | None = None,
        touching: Collection[str] | None = None,
        limit: int | None = None,
    ) -> list[Operation]:
        """The user's ledger, oldest first; `limit` keeps the newest. Agent and session do not narrow it.

        `touching` keeps rows that name one of these ids anywhere: as target, source, or inside a pictured record. It
        reads the user's whole ledger, inside the database.
        """
        ...

    async def summary(self, user_id: str, session_id: str) -> Summary | None:
        """The running summary of a session."""
        ...

    async def sessions(self, user_id: str) -> list[tuple[str, int, datetime]]:
        """Session ids with their number of messages and the time of the last one, the last used first."""
        ...

    async def speakers(self, user_id: str, *, limit: int = 50) -> list[str]:
        """The names of those who speak in a user's messages, sorted; at most `limit` of them."""
        ...

    async def users(self) -> list[str]:
        """All users, sorted."""
        ...

    async def stats(self, user_id: str | None = None) -> StoreStats:
        """Row counts, of one user or of all."""
        ...

    # -- what models cost ------------------------------------------------------------------------------------------

    async def record_usage(self, rows: Sequence[UsageRow]) -> None:
        """Add to the usage ledger: rows of the same user, role, model and hour add up, also from several processes.

        What a user cost who is not known is nobody's. The ledger goes with its user and is no part of a dump.
        """
        ...

    async def usage(
        self,
        user_id: str | None = None,
        *,
        since: datetime | None = None,
        until: datetime | None = None,
        by_user: bool = True,
    ) -> list[UsageRow]:
        """The usage ledger of one user, or of all and nobody, by `(hour, user_id, role, model)`.

        Hours that begin at or after `since` and before `until`. Without `by_user` all users' rows are added up.
        """
        ...

    # -- forgetting, moving, re-embedding -------------------------------------------------------------------------

    async def forget_user(self, user_id: str) -> StoreStats:
        """Remove everything of a user, the user too; return what there was.

        Raises:
            NotFoundError: there is no such user.
        """
        ...

    async def scrub(self) -> None:
        """Make removed text unrecoverable: compact indexes, free pages and logs as far as the database allows."""
        ...

    def dump(self, user_id: str) -> AsyncIterator[StoredRecord]:
        """All records of a user: messages, entities, facts, mentions, operations, summaries, each in a fixed order.

        The order is by id, or for mentions by `(at, source_id, entity_id)`, so that two stores dump alike.
        """
        ...

    async def load(self, records: Iterable[StoredRecord], *, due_at: datetime) -> int:
        """Write dumped records as they are, in one transaction, and move their users' revisions on; existing ones of
        the same id stay. Return how many were new. Facts come after their entities, mentions after both."""  # noqa: D205, D209
        ...

    async def check(self, *, user_id: str | None = None) -> list[str]:
        """Compare what is derived with what it is derived from; return what is at odds, one sentence a fault.

        Derived are indexes, keys, ties, counts and drawn edges. With a user, the faults of other users are left out.
        Writes may go on beside it, but then what they are just changing can be reported.
        """
        ...

    async def rebuild(self, *, user_id: str | None = None) -> None:
        """Make what is derived anew from the records: of one user at least, or of all.

        What `check` finds is mended, but for records that lack what they name.
        """
        ...

    async def unembedded(self, *, limit: int) -> list[Unembedded]:
        """Records of any user that lack a vector."""
        ...

    async def put_embeddings(self, user_id: str, embeddings: Mapping[str, Embedding]) -> None:
        """Set the vectors of a user's records by their ids; ids that are gone are passed over."""
        ...

    async def reset_embeddings(self, embedding: EmbeddingSpec) -> None:
        """Drop all vectors and note the model that the next ones come from. Works on a mismatched store too."""
        ...
