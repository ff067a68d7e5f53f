"""`Memory` and `AsyncMemory`, with mem0's calls; see the package for what they mean here."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, Self

from memary.checks.arguments import checked
from memary.checks.faults import shown
from memary.client import Memary
from memary.errors import AccessDeniedError, ConfigurationError, NotFoundError
from memary.event_loop import Loop, on_loop, sync_twin
from memary.integrations.documents import Document
from memary.integrations.mem0.inputs import check_threshold, check_top_k, messages_of, metadata_of, options_of, refuse
from memary.integrations.mem0.refusals import awaited_as_mem0, refused_as_mem0
from memary.integrations.mem0.scopes import ArgumentError, asked_of, check_known, expiry_of, ids_of
from memary.integrations.mem0.shapes import events_of, history_of_fact, memory_of_document, memory_of_fact
from memary.integrations.mem0.texts import MemoryTexts, is_deleted
from memary.queries import FactQuery, MessageQuery, OperationQuery
from memary.retrieval.facts.endings import is_told_over
from memary.types import Action, Fact, FactKind, Message, Origin, Scope, When, utc_now

_log = logging.getLogger("memary")

_UNSET: Any = object()
_MOST_OWNERS = 10_000
"""Of how many memories that were returned is known whose they are."""
_FACTS = [FactKind.FACT.value, FactKind.OBSERVATION.value]


class _Calls:
    """The calls, each once; `Memory` waits for them, `AsyncMemory` awaits them."""

    @refused_as_mem0
    @checked
    def __init__(self, config: Mapping[str, Any] | None = None, *, memary: Memary | None = None) -> None:
        """Open a memory, or use an open one.

        Args:
            config: options of `Memary.open`, like `{"store": "sqlite:///ada.db"}`; default: as the settings say.
            memary: an open memory to use instead; the caller closes it.

        Raises:
            ConfigurationError: the config is mem0's own, or both are given.
        """
        if config is not None and memary is not None:
            raise ConfigurationError("Give either a config or an open memary, not both.")
        self._is_ours = memary is None
        self.memary = memary if memary is not None else Memary.open(**options_of(config or {}))
        self._texts = MemoryTexts(self.memary)
        self._owners: dict[str, str] = {}

    @classmethod
    def from_config(cls, config_dict: Mapping[str, Any]) -> Self:
        """Open a memory by the options of `Memary.open`."""
        return cls(config_dict)

    @property
    def loop(self) -> Loop:
        """Where its work runs: the loop of the memory."""
        return self.memary.loop

    @on_loop
    async def _add(
        self,
        messages: object,
        *,
        user_id: object = None,
        agent_id: object = None,
        run_id: object = None,
        metadata: Mapping[str, Any] | None = None,
        timestamp: datetime | str | float | None = None,
        expiration_date: object = None,
        infer: bool = True,
        memory_type: str | None = None,
        prompt: str | None = None,
        **others: Any,
    ) -> dict[str, Any]:
        """Keep messages, and say which memories came of them.

        Args:
            messages: a text, a message like `{"role": "user", "content": "…"}`, or a list of these.
            user_id: whose memory.
            agent_id: the agent they were said to.
            run_id: the session they were said in.
            metadata: comes back on the memories that come of them.
            timestamp: when they were said; default: now.
            expiration_date: the last day on which they are shown.
            infer: read facts out of them; False keeps each message as a memory, word by word.
            memory_type: not supported.
            prompt: not supported.
            others: refused.

        Raises:
            ArgumentError: an argument cannot be used, with what to do instead.
        """
        check_known(others, method="add")
        refuse(
            ("prompt", prompt, "memary's own prompts read the facts"),
            ("memory_type", memory_type, "keep the run of an agent with Memary.runs.record"),
        )
        ids = ids_of(user_id=user_id, agent_id=agent_id, run_id=run_id)
        own, expires_at = metadata_of(metadata), expiry_of(expiration_date)
        said = _said(messages, timestamp)
        if not said:
            return {"results": []}
        if not infer:
            spoken = [one for one in said if one["role"] != "system" and one.get("infer") is not False]
            kept = [await self._texts.keep(ids, message, own, expires_at) for message in spoken]
            return {"results": self._owned([_added(document) for document in kept], ids.user)}
        receipt = await self.memary.aadd(
            said,
            user_id=ids.user,
            agent_id=ids.agent_id,
            session_id=ids.run_id,
            metadata=own,
            expires_at=expires_at,
        )
        report = await self.memary.aflush(user_id=ids.user)
        for error in dict.fromkeys(report.errors):
            _log.warning("The messages are kept; facts are read out of them later: %s", error)
        rows = await self.memary.core.store.read(OperationQuery(Scope(user_id=ids.user), source_ids=receipt.ids))
        return {"results": self._owned(events_of(rows), ids.user)}

    @on_loop
    async def _get(self, memory_id: str) -> dict[str, Any] | None:
        """Return a memory; None if there is no such one (any more)."""
        found = await self._found(memory_id)
        if found is None or _is_gone(found):
            return None
        return {**(await self._shown([found]))[0], "score": None}

    @on_loop
    async def _get_all(
        self,
        *,
        filters: Mapping[str, Any] | None = None,
        top_k: int = 20,
        show_expired: bool = False,
        **others: Any,
    ) -> dict[str, Any]:
        """List memories, the newest first; `filters` says whose, and what else has to hold.

        Raises:
            ArgumentError: an argument cannot be used, with what to do instead.
        """
        ids, rest = asked_of(filters, others, method="get_all")
        check_top_k(top_k)
        narrowed = [*ids.filters, *rest]
        facts = await self.memary.facts.alist(
            user_id=ids.user,
            filters={"AND": [{"kind": {"in": _FACTS}}, *narrowed]},
            include_expired=show_expired,
        )
        texts = await self._texts.find(ids.user, narrowed, include_expired=show_expired)
        found = sorted([*facts, *texts], key=lambda one: one.created_at, reverse=True)
        return {"results": self._owned(await self._shown(found[:top_k]), ids.user)}

    @on_loop
    async def _search(
        self,
        query: str,
        *,
        top_k: int = 20,
        filters: Mapping[str, Any] | None = None,
        threshold: float | None = None,
        rerank: bool = False,
        explain: bool = False,
        reference_date: object = None,
        show_expired: bool = False,
        **others: Any,
    ) -> dict[str, Any]:
        """Find memories for a question, best first.

        Args:
            query: the question.
            top_k: most results.
            filters: says whose memory, and what else has to hold, with mem0's operators.
            threshold: least score of a result, from 0 to 1, as `min_score` of `Memary.search`; default: any.
            rerank: no matter: a reranker that is configured has the last word.
            explain: adds `score_details`, the parts of each score.
            reference_date: not supported.
            show_expired: also what has expired.

        Raises:
            ArgumentError: an argument cannot be used, with what to do instead.
        """
        refuse(("reference_date", reference_date, "ask Memary.search with as_of"))
        check_threshold(threshold)
        ids, rest = asked_of(filters, others, method="search")
        check_top_k(top_k)
        if not query.strip():
            raise ArgumentError("The query is empty: give a question.")
        if top_k == 0:
            return {"results": []}
        hits = await self.memary.asearch(
            query,
            user_id=ids.user,
            agent_id=ids.agent_id,
            session_id=ids.run_id,
            kinds={"fact"},
            spaces=[],
            top_k=top_k,
            filters={"AND": [{"kind": {"in": _FACTS}}, *rest]},
            min_score=threshold,
            include_expired=show_expired,
        )
        texts = await self._texts.search(
            query, ids, rest, top_k=top_k, min_score=threshold, include_expired=show_expired
        )
        known = await self._still_there(ids.user, [hit.id for hit in hits])
        scored: list[tuple[Fact | Document, float]] = [(known[hit.id], hit.score) for hit in hits if hit.id in known]
        best = sorted([*scored, *texts], key=lambda one: -one[1])[:top_k]
        shown = self._owned(await self._shown([one for one, _ in best]), ids.user)
        results = [{**memory, "score": score} for memory, (_, score) in zip(shown, best, strict=True)]
        if explain:
            details = {hit.id: hit.explain.model_dump(mode="json") for hit in hits}
            results = [{**one, "score_details": details.get(one["id"], {})} for one in results]
        return {"results": results}

    @on_loop
    async def _update(
        self,
        memory_id: str,
        text: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        expiration_date: object = _UNSET,
        data: str | None = None,
        **others: Any,
    ) -> dict[str, str]:
        """Change a memory; `history` tells what it was before.

        A fact whose new text still names what it is about gets that sentence. Where it does not, the fact ends and
        the memory goes on as a text, under the same id: no relation leads to what its sentence does not name.

        Raises:
            ArgumentError: there is no such memory, nothing is given, metadata is given for a fact, or an argument is
                unknown.
        """
        check_known(others, method="update")
        text = data if text is None else text
        if text is None and metadata is None and expiration_date is _UNSET:
            raise ArgumentError("No change is given: give text, metadata or expiration_date.")
        if text is not None and not text.strip():
            raise ArgumentError("The text is empty: to remove the memory, use delete().")
        found = await self._there(memory_id)
        if isinstance(found, Document):
            expires_at = None if expiration_date is _UNSET else expiry_of(expiration_date)
            own = None if metadata is None else metadata_of(metadata)
            await self._texts.change(found, text=text, metadata=own, expires_at=expires_at)
        elif metadata is not None or expiration_date is not _UNSET:
            raise ArgumentError(
                f"The memory {memory_id} is a fact, which has metadata and expiration_date of the messages that "
                "state it: give them to add(), or change the text alone."
            )
        elif text is not None and text != found.statement:
            await self._reword(found, text)
        return {"message": "Memory updated successfully!"}

    @on_loop
    async def _delete(self, memory_id: str) -> dict[str, str]:
        """End a memory: it is neither found nor listed any more, and `history` still tells of it.

        Raises:
            ArgumentError: there is no such memory.
        """
        found = await self._there(memory_id)
        if isinstance(found, Document):
            await self._texts.end(found)
        else:
            await self._retire(found)
        return {"message": "Memory deleted successfully!"}

    @on_loop
    async def _delete_all(
        self, user_id: object = None, agent_id: object = None, run_id: object = None, **others: Any
    ) -> dict[str, str]:
        """Forget for good what was said by a user, to an agent, in a run, and all that rests on it alone.

        Raises:
            ArgumentError: nobody is named, or an argument is unknown.
        """
        check_known(others, method="delete_all")
        ids = ids_of(user_id=user_id, agent_id=agent_id, run_id=run_id)
        with suppress(NotFoundError):
            if not ids.part:
                await self.memary.aforget(user_id=ids.user)
            elif list(ids.part) == ["session_id"]:
                await self.memary.aforget(user_id=ids.user, session_id=ids.run_id)
            else:
                said = await self.memary.messages.alist(user_id=ids.user, filters=ids.part, include_expired=True)
                for message in said:
                    await self.memary.aforget(user_id=ids.user, message_id=message.id)
        return {"message": "Memories deleted successfully!"}

    @on_loop
    async def _history(self, memory_id: str) -> list[dict[str, Any]]:
        """Return what happened to a memory, oldest first, also to one that was deleted."""
        found = await self._found(memory_id)
        if found is None:
            return []
        if isinstance(found, Document):
            return list(found.value["history"])
        return await self._history_of(found)

    @on_loop
    async def _reset(self) -> None:
        """Forget everything of all users of the store for good."""
        for user in await self.memary.admin.ausers():
            with suppress(NotFoundError):
                await self.memary.aforget(user_id=user)

    def close(self) -> None:
        """Release what the constructor opened."""
        if self._is_ours:
            self.memary.close()

    # -- looking memories up ---------------------------------------------------------------------------------------

    async def _found(self, memory_id: str) -> Fact | Document | None:
        """Return what an id means, whosever memory it is of that is open: the callers of `get` name no user."""
        owner = self._owners.get(memory_id)
        if owner is not None and (found := await self._of(owner, memory_id)):
            return found
        for user in await self.memary.admin.ausers():
            if found := await self._of(user, memory_id):
                return found
        return None

    async def _of(self, user: str, memory_id: str) -> Fact | Document | None:
        with suppress(AccessDeniedError):
            if text := await self._texts.get(user, memory_id):
                return text
            if facts := await self._facts(user, [memory_id]):
                return facts[0]
        return None

    def _owned(self, results: list[dict[str, Any]], user: str) -> list[dict[str, Any]]:
        """Return results, whose owner is looked up sooner by their ids from now on."""
        self._owners |= {one["id"]: user for one in results}
        for id_ in [*self._owners][:-_MOST_OWNERS]:
            del self._owners[id_]
        return results

    async def _there(self, memory_id: str) -> Fact | Document:
        found = await self._found(memory_id)
        if found is None or _is_gone(found):
            raise ArgumentError(f"There is no memory {shown(memory_id)}: get_all() lists them.")
        return found

    async def _still_there(self, user: str, ids: Sequence[str]) -> dict[str, Fact]:
        """Return facts by their ids, without those deleted, also for who asks whether something is still so."""
        found = await self._facts(user, ids)
        return {fact.id: fact for fact in found if fact.invalid_at > utc_now() or not is_told_over(fact)}

    async def _facts(self, user: str, ids: Sequence[str]) -> list[Fact]:
        return await self.memary.core.store.read(FactQuery(Scope(user_id=user), ids=ids)) if ids else []

    async def _shown(self, found: Sequence[Fact | Document]) -> list[dict[str, Any]]:
        """Return facts and texts, all of one user, as mem0 shows them."""
        facts = [one for one in found if isinstance(one, Fact)]
        sources = await self._sources(facts)
        changed = await self._changed_at(facts)
        return [
            memory_of_fact(
                one,
                [sources[id_] for id_ in one.source_ids if id_ in sources],
                updated_at=changed.get(one.id, one.created_at),
            )
            if isinstance(one, Fact)
            else memory_of_document(one)
            for one in found
        ]

    async def _sources(self, facts: Sequence[Fact]) -> dict[str, Message]:
        ids = {id_ for fact in facts for id_ in fact.source_ids}
        if not ids:
            return {}
        messages = await self.memary.core.store.read(MessageQuery(Scope(user_id=facts[0].user_id), ids=ids))
        return {message.id: message for message in messages}

    async def _changed_at(self, facts: Sequence[Fact]) -> dict[str, datetime]:
        if not facts:
            return {}
        ids = [fact.id for fact in facts]
        rows = await self.memary.core.store.read(OperationQuery(Scope(user_id=facts[0].user_id), target_ids=ids))
        return {row.target_id: row.at for row in rows if row.action in (Action.ADD, Action.UPDATE)}

    # -- changing facts --------------------------------------------------------------------------------------------

    async def _history_of(self, fact: Fact) -> list[dict[str, Any]]:
        return history_of_fact(fact.id, await self.memary.facts.ahistory(user_id=fact.user_id, id=fact.id))

    async def _reword(self, fact: Fact, text: str) -> None:
        if fact.object.casefold() in text.casefold():
            await self.memary.facts.aupdate(fact.id, user_id=fact.user_id, statement=text)
            return
        history, sources = await self._history_of(fact), await self._sources([fact])
        said = [sources[id_] for id_ in fact.source_ids if id_ in sources]
        await self._texts.succeed(fact, text, history, said)
        await self._retire(fact)

    async def _retire(self, fact: Fact) -> None:
        end = {"subject": fact.subject, "predicate": fact.predicate, "object": fact.object}
        end |= {"op": "DELETE", "target_id": fact.id, "origin": Origin.USER}
        await self.memary.facts.aadd([end], user_id=fact.user_id, actor="user")


class Memory(_Calls):
    """mem0's `Memory` over memary."""

    add = refused_as_mem0(sync_twin(_Calls._add))
    get = refused_as_mem0(sync_twin(_Calls._get))
    get_all = refused_as_mem0(sync_twin(_Calls._get_all))
    search = refused_as_mem0(sync_twin(_Calls._search))
    update = refused_as_mem0(sync_twin(_Calls._update))
    delete = refused_as_mem0(sync_twin(_Calls._delete))
    delete_all = refused_as_mem0(sync_twin(_Calls._delete_all))
    history = refused_as_mem0(sync_twin(_Calls._history))
    reset = refused_as_mem0(sync_twin(_Calls._reset))


class AsyncMemory(_Calls):
    """mem0's `AsyncMemory` over memary."""

    add = awaited_as_mem0(_Calls._add)
    get = awaited_as_mem0(_Calls._get)
    get_all = awaited_as_mem0(_Calls._get_all)
    search = awaited_as_mem0(_Calls._search)
    update = awaited_as_mem0(_Calls._update)
    delete = awaited_as_mem0(_Calls._delete)
    delete_all = awaited_as_mem0(_Calls._delete_all)
    history = awaited_as_mem0(_Calls._history)
    reset = awaited_as_mem0(_Calls._reset)


def _said(messages: object, timestamp: datetime | str | float | None) -> list[dict[str, Any]]:
    """Return messages as memary takes them, said at that time."""
    said_at = datetime.fromtimestamp(timestamp, UTC) if isinstance(timestamp, int | float) else timestamp
    return [message | {"created_at": said_at} if said_at else message for message in messages_of(messages)]


def _added(document: Document) -> dict[str, Any]:
    said = document.message
    shown = {"id": document.name, "memory": document.value["memory"], "event": "ADD"}
    return shown | {"actor_id": said.speaker, "role": said.role.value}


def _is_gone(found: Fact | Document) -> bool:
    if isinstance(found, Document):
        return is_deleted(found)
    return not found.is_visible(When.now(utc_now()))
