"""Read what messages say, and what stands beside them in the talk."""

from __future__ import annotations

from collections.abc import Collection, Sequence

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
from memary.stores.neo4j.driver.connection import Row, Transaction
from memary.stores.neo4j.queries.conditions import message_filter
from memary.types import Said, Scope

_SAID = f"MATCH (n:Message) WHERE {{conditions}} RETURN collect({rows.selected(Said)})"
# the hint and the whole key in the order make each neighbour the first row of an index; of OR the planner makes two
# reads, one of them through the whole index; the values of the message are read once, not for each row
_NEXT = """
  MATCH (b:Message) USING INDEX SEEK b:Message({keys})
  WHERE b.user_id = $user AND b.session_id {same} AND b.created_at {way}= {at} AND b.id IS NOT NULL
    AND CASE WHEN b.created_at = {at} THEN b.id {way} id ELSE true END
  RETURN b.id AS next ORDER BY {order} LIMIT $turns
"""


def _next(way: str, direction: str) -> str:
    """Return what finds the messages next to one on one side: of its session, or of none."""
    of_session, of_none = (
        _NEXT.format(
            keys=", ".join(keys), same=same, way=way, at=at, order=", ".join(f"b.{key}{direction}" for key in keys)
        )
        for same, at, keys in (
            ("= session", "at", ("user_id", "session_id", "created_at", "id")),
            ("IS NULL", "alone", ("user_id", "created_at", "id")),
        )
    )
    return f"{of_session}  UNION ALL{of_none}"


_BESIDE = f"""
UNWIND $around AS asked
MATCH (n:Message) USING INDEX SEEK n:Message(user_id, id) WHERE {{conditions}}
WITH asked, n.id AS id, n.session_id AS session, n.created_at AS at
WITH asked, id, session, at, CASE WHEN session IS NULL THEN at END AS alone
CALL (id, session, at, alone) {{{{
  CALL (id, session, at, alone) {{{{{_next("<", " DESC")}}}}} RETURN collect(next) AS before
}}}}
CALL (id, session, at, alone) {{{{
  CALL (id, session, at, alone) {{{{{_next(">", "")}}}}} RETURN collect(next) AS after
}}}}
RETURN collect([id, {rows.joined_texts("before[..asked[1]] + [''] + after[..asked[1]]")}])
"""

_AMONG_IDS, _AMONG_THOSE, _AMONG_BOTH = "n.id IN $ids", "n.id IN asked[0]", "n.id IN beside + $ids"

# in one statement: each way to the server costs as much as what it finds
_STRETCHES = """
CALL () {{{{ {beside} AS near }}}}
WITH near, [id IN {ids} WHERE NOT id IN $there] AS beside
CALL (beside) {{{{ {said} AS said }}}}
RETURN [near, said]
""".format(beside="{beside}", said="{said}", ids=rows.split_texts("reduce(ids = '', one IN near | ids + one[1])"))


async def said(tx: Transaction, query: SaidQuery) -> list[Said]:
    """Return what messages say."""
    chosen = message_filter(MessageQuery(query.scope, ids=query.ids, view=query.view))
    found = await tx.collected(_SAID.format(conditions=chosen.text), **chosen.parameters)
    return _said_from(found, query.scope.user_id)


async def beside(tx: Transaction, query: BesideQuery) -> dict[str, MessageNeighbours]:
    """Return what was said right before and after messages."""
    statement, parameters = _beside(query.scope, [(query.ids, query.turns)])
    return _neighbours(await tx.collected(statement, **parameters))


async def stretches(tx: Transaction, query: StretchQuery) -> Stretches:
    """Return what was said around messages, and what further ones say."""
    if not (around := [(ids, turns) for ids, turns in query.around if ids]):
        return Stretches({}, await said(tx, query.said({})))
    beside, parameters = _beside(query.scope, around)
    there = {id_ for ids, _ in around for id_ in ids}
    chosen = message_filter(MessageQuery(query.scope, ids={*query.further} - there, view=query.view))
    read = _SAID.format(conditions=chosen.text.replace(_AMONG_IDS, _AMONG_BOTH))
    near, told = await tx.collected(
        _STRETCHES.format(beside=beside, said=read), **parameters | chosen.parameters, there=[*there]
    )
    return Stretches(each_after(_neighbours(near)), _said_from(told, query.scope.user_id))


def _beside(scope: Scope, around: Sequence[tuple[Collection[str], int]]) -> tuple[str, Row]:
    """Return the statement for what stands beside messages, and its parameters."""
    chosen = message_filter(MessageQuery(scope, ids=()))
    del chosen.parameters["ids"]
    values = {"around": [[list(ids), turns] for ids, turns in around], "turns": max(turns for _, turns in around)}
    return _BESIDE.format(conditions=chosen.text.replace(_AMONG_IDS, _AMONG_THOSE)), chosen.parameters | values


def _neighbours(found: Sequence[tuple[str, str]]) -> dict[str, MessageNeighbours]:
    beside: dict[str, MessageNeighbours] = {}
    for id_, text in found:
        ids = rows.texts_of(text)
        middle = ids.index("")
        beside[id_] = MessageNeighbours(tuple(ids[:middle]), tuple(ids[middle + 1 :]))
    return beside


def _said_from(found: Sequence[str | None], user_id: str) -> list[Said]:
    return [rows.said_from(each, user_id) for each in rows.there(found)]
