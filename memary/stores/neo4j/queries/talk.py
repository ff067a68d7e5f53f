"""Read what messages say, and what stands beside them in the talk."""

from __future__ import annotations

from collections.abc import Sequence

from memary.queries import (
    BesideQuery,
    MessageNeighbours,
    MessageQuery,
    SaidQuery,
    Stretches,
    StretchQuery,
    each_after,
)
from memary.stores.neo4j import rows
from memary.stores.neo4j.driver.batches import subqueries
from memary.stores.neo4j.driver.connection import Row, Transaction
from memary.stores.neo4j.queries.conditions import message_filter
from memary.types import Said

_SAID = f"MATCH (n:Message) WHERE {{conditions}} RETURN collect({rows.selected(Said)})"
# the hint and the whole key in the order make each neighbour the first row of an index
_BESIDE_SOME = """
MATCH (n:Message) USING INDEX n:Message(user_id, id) WHERE {{conditions}} AND n.session_id {has_one}
CALL (n) {{{{
  MATCH (b:Message) USING INDEX b:Message({keys})
  WHERE b.user_id = $user AND b.session_id {same} AND b.created_at <= n.created_at AND b.id IS NOT NULL
    AND (b.created_at < n.created_at OR b.id < n.id)
  WITH b ORDER BY {backward} LIMIT $turns
  RETURN collect(b.id) AS before
}}}}
CALL (n) {{{{
  MATCH (b:Message) USING INDEX b:Message({keys})
  WHERE b.user_id = $user AND b.session_id {same} AND b.created_at >= n.created_at AND b.id IS NOT NULL
    AND (b.created_at > n.created_at OR b.id > n.id)
  WITH b ORDER BY {forward} LIMIT $turns
  RETURN collect(b.id) AS after
}}}}
RETURN collect([n.id, {before}, {after}])
"""


def _beside_some(has_one: str, same: str, keys: Sequence[str]) -> str:
    """Return the part of a statement that finds what stands beside messages of sessions, or of none."""
    backward, forward = (", ".join(f"b.{key}{direction}" for key in keys) for direction in (" DESC", ""))
    order = {"keys": ", ".join(keys), "backward": backward, "forward": forward}
    order |= {name: rows.joined_texts(name) for name in ("before", "after")}
    return _BESIDE_SOME.format(has_one=has_one, same=same, **order)


_BESIDE_IN_SESSIONS = _beside_some("IS NOT NULL", "= n.session_id", ("user_id", "session_id", "created_at", "id"))
_BESIDE_OUTSIDE = _beside_some("IS NULL", "IS NULL", ("user_id", "created_at", "id"))
_BESIDE = f"""
CALL () {{{{ {_BESIDE_IN_SESSIONS} AS in_sessions }}}}
CALL () {{{{ {_BESIDE_OUTSIDE} AS outside }}}}
RETURN in_sessions + outside
"""

_AMONG_IDS, _AMONG_BOTH = "n.id IN $ids", "n.id IN beside + $ids"

# in one statement: each way to the server costs as much as what it finds
_STRETCHES = """
{subqueries}
WITH {lists} AS near
CALL (near) {{
  UNWIND near AS one UNWIND {ids} AS id
  WITH DISTINCT id WHERE id <> '' AND NOT id IN $around
  RETURN collect(id) AS beside
}}
CALL (beside) {{ {said} AS said }}
RETURN [near, said]
"""


async def said(tx: Transaction, query: SaidQuery) -> list[Said]:
    """Return what messages say."""
    chosen = message_filter(MessageQuery(query.scope, ids=query.ids, view=query.view))
    found = await tx.collected(_SAID.format(conditions=chosen.text), **chosen.parameters)
    return _said_from(found, query.scope.user_id)


async def beside(tx: Transaction, query: BesideQuery) -> dict[str, MessageNeighbours]:
    """Return what was said right before and after messages."""
    statement, parameters = _beside(query)
    return _neighbours(await tx.collected(statement, **parameters))


async def stretches(tx: Transaction, query: StretchQuery) -> Stretches:
    """Return what was said around messages, and what further ones say."""
    if not (beside := query.beside):
        return Stretches({}, await said(tx, query.said({})))
    text, lists, parameters = subqueries([_beside(each) for each in beside])
    around = {id_ for ids, _ in query.around for id_ in ids}
    chosen = message_filter(MessageQuery(query.scope, ids={*query.further} - around, view=query.view))
    read = _SAID.format(conditions=chosen.text.replace(_AMONG_IDS, _AMONG_BOTH))
    statement = _STRETCHES.format(
        subqueries=text, lists=" + ".join(lists), ids=rows.split_texts("one[1] + one[2]"), said=read
    )
    near, told = await tx.collected(statement, **parameters, **chosen.parameters, around=[*around])
    return Stretches(each_after(_neighbours(near)), _said_from(told, query.scope.user_id))


def _beside(query: BesideQuery) -> tuple[str, Row]:
    """Return the statement for what stands beside messages, and its parameters."""
    chosen = message_filter(MessageQuery(query.scope, ids=query.ids))
    return _BESIDE.format(conditions=chosen.text), {**chosen.parameters, "turns": query.turns}


def _neighbours(found: Sequence[tuple[str, str, str]]) -> dict[str, MessageNeighbours]:
    return {
        id_: MessageNeighbours(tuple(rows.texts_of(before)), tuple(rows.texts_of(after)))
        for id_, before, after in found
    }


def _said_from(found: Sequence[str | None], user_id: str) -> list[Said]:
    return [rows.said_from(each, user_id) for each in rows.there(found)]
