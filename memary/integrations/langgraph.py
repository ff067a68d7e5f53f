"""Offer memary as a store of LangGraph: its long-term memory across threads.

    store = MemaryStore(memory, user_label=1)
    graph = builder.compile(store=store)
    store.put(("memories", "ada"), "m1", {"text": "I live in Berlin."})
    store.search(("memories", "ada"), query="Where does she live?")

An item is kept as a message of a memary user, with its value as metadata, and `search(query=…)` is memary's recall.
Which user that is, is chosen once, by one of three rules:

- by default each namespace is a user of its own, named by its labels joined with dots;
- with `user_label=1` the label at that place (counted from 0) names the user, so that ("memories", "ada") and
  ("prefs", "ada") both belong to Ada's memory, beside what else memary knows about her;
- with `user_id="ada"` all items are Ada's, and nothing of another user can be reached, whatever a namespace says.

Under each rule an item is only found by its own namespace or a prefix of whole labels.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from operator import ge, gt, le, lt
from typing import Any, Literal, TypeAlias, cast

from memary.checks.faults import shown
from memary.client import Memary
from memary.errors import AccessDeniedError, InputError, MissingExtraError
from memary.event_loop import Loop, on_loop, sync_twin
from memary.integrations.documents import Document, Documents, Draft
from memary.types import FOREVER, Scope, utc_now

try:
    from langgraph.store.base import (
        BaseStore,
        GetOp,
        InvalidNamespaceError,
        Item,
        ListNamespacesOp,
        MatchCondition,
        Op,
        PutOp,
        Result,
        SearchItem,
        SearchOp,
        TTLConfig,
        get_text_at_path,
    )
except ImportError as error:
    raise MissingExtraError("The LangGraph store", "langgraph") from error

Namespace: TypeAlias = tuple[str, ...]

_KIND = "memary.langgraph"
_UNDER = f"metadata.{_KIND}.under"
_NAMED = f"metadata.{_KIND}.name"
_NAMES = 4_000
"""How many items a filter on values may leave to name them to recall; of more, recall takes the best by itself."""

_ORDERINGS: Mapping[str, Callable[[float, float], bool]] = {"$gt": gt, "$gte": ge, "$lt": lt, "$lte": le}


class MemaryStore(BaseStore):
    """A LangGraph store in which items are found by memary's recall.

    Args:
        memory: an open memory; the caller closes it.
        user_id: whose memory all items belong to.
        user_label: the place of the namespace label that names the user, from 0.
        index: which fields of a value recall finds an item by, as JSON paths like `text` or `messages[*].content`;
            default: all texts and numbers in it. `put(index=…)` overrides it.
        ttl: how long items stay by default, in minutes, and whether reading them starts that time again.
        infer: whether facts are read out of the items' texts into the user's graph, too.

    Raises:
        InputError: both `user_id` and `user_label` are given, or the label is negative.
    """

    supports_ttl = True

    def __init__(
        self,
        memory: Memary,
        *,
        user_id: str | None = None,
        user_label: int | None = None,
        index: Sequence[str] | None = None,
        ttl: TTLConfig | None = None,
        infer: bool = False,
    ) -> None:
        if user_id is not None and user_label is not None:
            raise InputError("Give either user_id or user_label, not both.")
        if user_label is not None and user_label < 0:
            raise InputError(f"user_label {user_label} cannot be used: labels are counted from 0.")
        self.ttl_config = ttl
        self._memory = memory
        self._user_id, self._user_label = user_id, user_label
        self._index = None if index is None else list(index)
        self._items = Documents(memory, _KIND, infer=infer)

    @property
    def loop(self) -> Loop:
        """Where its work runs: the loop of the memory."""
        return self._memory.loop

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Do several operations; reads come first, and of several writes of one item the last counts."""
        return self._do_and_wait(list(ops))

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Do several operations; see `batch`."""
        return await self._do(list(ops))

    @on_loop
    async def _do(self, given: Sequence[Op]) -> list[Result]:
        results: list[Result] = [None] * len(given)
        puts: dict[tuple[Namespace, str], PutOp] = {}
        for place, op in enumerate(given):
            match op:
                case GetOp():
                    results[place] = await self._get(op)
                case SearchOp():
                    results[place] = await self._search(op)
                case ListNamespacesOp():
                    results[place] = await self._list(op)
                case PutOp():
                    puts[_checked(op.namespace), op.key] = op
        for op in puts.values():
            await self._put(op)
        return results

    _do_and_wait = sync_twin(_do)

    @on_loop
    async def asweep_ttl(self) -> int:
        """Delete what has expired, and say how many items; until then they are only hidden."""
        now, count = utc_now(), 0
        for user in await self._users(()):
            for item in await self._items.find(user, include_expired=True):
                if item.message.expires_at <= now:
                    count += await self._items.delete(user, item.name)
        return count

    sweep_ttl = sync_twin(asweep_ttl)

    # -- the operations --------------------------------------------------------------------------------------------

    async def _get(self, op: GetOp) -> Item | None:
        user, name = self._user(_checked(op.namespace)), _name(op.namespace, op.key)
        found = (await self._items.get(user, [name])).get(name)
        if found is None:
            return None
        if op.refresh_ttl:
            await self._refresh(user, [found])
        as_asked: dict[str, Any] = {
            "namespace": op.namespace,
            "key": op.key,
        }  # `redact` may have taken them out of memory
        return Item(**{**_fields(found), **as_asked})

    async def _put(self, op: PutOp) -> None:
        user, name = self._user(op.namespace), _name(op.namespace, op.key)
        if op.value is None:
            await self._items.delete(user, name)
            return
        if not isinstance(cast("object", op.value), Mapping):
            raise InputError(f"The value of {shown(op.key)} is {shown(op.value)}: give a dictionary.")
        await self._items.put(user, self._draft(op.namespace, op.key, op.value, index=op.index, ttl=op.ttl))

    async def _search(self, op: SearchOp) -> list[SearchItem]:
        prefix, wanted = _checked(op.namespace_prefix), op.offset + op.limit
        if op.limit < 1:
            return []
        users = await self._users(prefix)
        found: Sequence[tuple[Document, float | None]]
        if op.query and op.query.strip():
            recalled = [one for user in users for one in await self._recalled(user, op, prefix, wanted)]
            recalled.sort(key=lambda one: (-one[1], one[0].name))
            found = recalled
        else:
            everything = [one for user in users for one in await self._listed(user, op, prefix)]
            found = [(one, None) for one in sorted(everything, key=lambda one: one.updated_at, reverse=True)]
        found = found[op.offset : wanted]
        if op.refresh_ttl:
            for document, _ in found:
                await self._refresh(document.message.user_id, [document])
        return [SearchItem(**_fields(document), score=score) for document, score in found]

    async def _recalled(
        self, user: str, op: SearchOp, prefix: Namespace, wanted: int
    ) -> list[tuple[Document, float]]:
        filters = _under(prefix)
        if op.filter:
            names = [one.name for one in await self._listed(user, op, prefix)]
            if not names:
                return []
            if len(names) <= _NAMES:
                filters = [{_NAMED: {"in": names}}]
        found = await self._items.search(Scope(user_id=user), op.query or "", top_k=wanted, filters=filters)
        return [one for one in found if _holds(op.filter or {}, one[0].value["value"])]

    async def _listed(self, user: str, op: SearchOp, prefix: Namespace) -> list[Document]:
        found = await self._items.find(user, {"AND": _under(prefix)} if prefix else None)
        return [one for one in found if _holds(op.filter or {}, one.value["value"])]

    async def _list(self, op: ListNamespacesOp) -> list[Namespace]:
        namespaces: set[Namespace] = set()
        for user in await self._users(()):
            namespaces.update(tuple(one.value["namespace"]) for one in await self._items.find(user))
        conditions = op.match_conditions or ()
        kept = {one for one in namespaces if all(_matches(condition, one) for condition in conditions)}
        if op.max_depth is not None:
            kept = {one[: op.max_depth] for one in kept}
        return sorted(kept)[op.offset : op.offset + op.limit]

    async def _refresh(self, user: str, found: Iterable[Document]) -> None:
        """Refresh the time to live of items that have one, without a new version."""
        for document in found:
            kept = document.value
            if kept["ttl"] is not None:
                namespace = tuple(kept["namespace"])
                draft = self._draft(
                    namespace,
                    kept["key"],
                    kept["value"],
                    index=kept["index"],
                    ttl=kept["ttl"],
                    updated_at=document.updated_at,
                )
                await self._items.put(user, draft)

    def _draft(
        self,
        namespace: Namespace,
        key: str,
        value: Mapping[str, Any],
        *,
        index: Literal[False] | list[str] | None,
        ttl: float | None,
        updated_at: datetime | None = None,
    ) -> Draft:
        paths = self._index if index is None else index
        return Draft(
            name=_name(namespace, key),
            value={"namespace": list(namespace), "key": key, "value": dict(value), "index": index, "ttl": ttl},
            text=_text(value, paths or None),
            is_recalled=paths is not False,
            labels={"under": [_path(namespace[:depth]) for depth in range(1, len(namespace) + 1)]},
            metadata={},
            fields={},
            expires_at=FOREVER if ttl is None else utc_now() + timedelta(minutes=ttl),
            updated_at=updated_at,
        )

    # -- namespaces and users --------------------------------------------------------------------------------------

    def _user(self, namespace: Namespace) -> str:
        """Return whose memory the items of a namespace belong to."""
        if self._user_id is not None:
            return self._user_id
        if self._user_label is None:
            return ".".join(namespace).strip()
        if len(namespace) <= self._user_label:
            raise InputError(
                f"The namespace {namespace} names no user: user_label is {self._user_label}, so it needs at least "
                f"{self._user_label + 1} labels."
            )
        return namespace[self._user_label]

    async def _users(self, prefix: Namespace) -> list[str]:
        """Return in whose memory items may be whose namespace begins so."""
        if self._user_id is not None:
            return [self._user_id]
        if self._user_label is not None and len(prefix) > self._user_label:
            return [self._user(prefix)]
        users = [user for user in await self._memory.admin.ausers() if await self._is_open(user)]
        if self._user_label is not None or not prefix:
            return users
        name = ".".join(prefix)
        return [user for user in users if user == name.strip() or user.startswith(f"{name}.".lstrip())]

    async def _is_open(self, user: str) -> bool:
        """Return whether this program may read a user's memory."""
        try:
            await self._memory.core.store.admit(user, "messages", writes=False)
        except AccessDeniedError:
            return False
        return True


def _checked(namespace: Namespace) -> Namespace:
    """Return a namespace whose labels LangGraph allows.

    Operations given to `batch` were not checked before.

    Raises:
        InvalidNamespaceError: a label is empty, no text, or holds a dot, which would make it look like two.
    """
    for label in cast("tuple[object, ...]", namespace):
        if not isinstance(label, str) or not label or "." in label or "\x00" in label:
            raise InvalidNamespaceError(
                f"The namespace {namespace} cannot be used: a label is a text that is not empty and has no dot."
            )
    return tuple(namespace)


def _path(namespace: Namespace) -> str:
    return json.dumps(namespace, ensure_ascii=False)


def _name(namespace: Namespace, key: str) -> str:
    return json.dumps([*namespace, key], ensure_ascii=False)


def _under(prefix: Namespace) -> list[dict[str, Any]]:
    return [{_UNDER: _path(prefix)}] if prefix else []


def _fields(document: Document) -> dict[str, Any]:
    kept = document.value
    return {
        "namespace": tuple(kept["namespace"]),
        "key": kept["key"],
        "value": kept["value"],
        "created_at": document.created_at,
        "updated_at": document.updated_at,
    }


def _text(value: Mapping[str, Any], paths: list[str] | None) -> str:
    """Return the texts of a value at some paths, or all of them."""
    if paths is None or "$" in paths:
        return "\n".join(_leaves(value))
    return "\n".join(text for path in paths for text in get_text_at_path(value, path))


def _leaves(value: object) -> list[str]:
    if isinstance(value, Mapping):
        return [text for inner in cast("Mapping[str, object]", value).values() for text in _leaves(inner)]
    if isinstance(value, list | tuple):
        return [text for inner in cast("Sequence[object]", value) for text in _leaves(inner)]
    return [] if value is None or isinstance(value, bool) else [str(value)]


def _matches(condition: MatchCondition, namespace: Namespace) -> bool:
    path = condition.path
    if len(path) > len(namespace):
        return False
    beside = namespace[: len(path)] if condition.match_type == "prefix" else namespace[-len(path) :]
    return all(wanted in ("*", label) for wanted, label in zip(path, beside, strict=True))


# -- filters on values ----------------------------------------------------------------------------------------------


def _holds(wanted: Mapping[str, Any], value: Mapping[str, Any]) -> bool:
    """Return whether a filter as LangGraph writes it holds for a value."""
    return all(_alike(value.get(key), expected) for key, expected in wanted.items())


def _alike(value: Any, expected: Any) -> bool:
    if isinstance(expected, Mapping):
        tests = cast("Mapping[str, Any]", expected)
        if any(name.startswith("$") for name in tests):
            return all(_passes(value, name, operand) for name, operand in tests.items())
        return isinstance(value, Mapping) and _holds(tests, cast("Mapping[str, Any]", value))
    if isinstance(expected, list | tuple):
        others = cast("Sequence[Any]", expected)
        if not isinstance(value, list) or len(cast("list[Any]", value)) != len(others):
            return False
        return all(_alike(one, other) for one, other in zip(cast("list[Any]", value), others, strict=True))
    return value == expected


def _passes(value: Any, operator: str, operand: Any) -> bool:
    if operator == "$eq":
        return value == operand
    if operator == "$ne":
        return value != operand
    if operator not in _ORDERINGS:
        raise InputError(
            f"The filter has an unknown operator {shown(operator)}: choose from $eq, $ne, {', '.join(_ORDERINGS)}."
        )
    try:
        return _ORDERINGS[operator](float(value), float(operand))
    except (TypeError, ValueError):
        return False  # what is no number is neither greater nor less
