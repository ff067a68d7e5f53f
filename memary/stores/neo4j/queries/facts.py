"""Writes of facts, their ties to what they rest on, and the edges that people see between entities.

Between nodes stands one relationship for each fact that nothing has ended; it is drawn again with its fact. None
leads to a value: its fact alone tells it. What is new is created with its ties by one statement; only a fact that is
there already is freed of its old ties first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from memary.errors import InputError
from memary.stores.neo4j import rows, values
from memary.stores.neo4j.driver.connection import Row, Transaction, chunks, made_ahead
from memary.stores.neo4j.queries.mentions import mentioned_by, recount
from memary.types import FOREVER, VALUE, Embedding, Fact

_PRESENT = "MATCH (f:Fact) WHERE f.user_id = $user AND f.id IN $ids RETURN f.id AS id"

_SUBJECT, _OBJECT, _STATEMENT = map(values.FACT.place, ("subject_id", "object_id", "statement"))

# the hints keep a plan made for an empty database from reading all entities of a full one
_ENDS = f"""
MATCH (s:Entity) USING INDEX SEEK s:Entity(user_id, id) WHERE s.user_id = $user AND s.id = row.values[{_SUBJECT}]
MATCH (o:Entity) USING INDEX SEEK o:Entity(user_id, id) WHERE o.user_id = $user AND o.id = row.values[{_OBJECT}]
"""
_OF_ROW = "MATCH (f:Fact) USING INDEX SEEK f:Fact(user_id, id) WHERE f.user_id = $user AND f.id = row.id"

_DRAW = """
FOREACH (_ IN CASE WHEN row.is_drawn AND o.type <> $value THEN [0] ELSE [] END | CREATE (s)-[:$(row.type) {
  fact_id: f.id, statement: f.statement, kind: f.kind, triplet_source_id: head(f.source_ids),
  valid_at: f.valid_at, invalid_at: nullIf(f.invalid_at, $forever)}]->(o))
"""

_CREATE = f"""
UNWIND $rows AS row
{_ENDS}
CREATE (s)<-[:SUBJECT]-(f:Fact {values.FACT.with_vector("row.values", "row.vector")})-[:OBJECT]->(o)
{_DRAW}
RETURN row.id AS id
"""

_ERASE_EDGES = """
UNWIND $ids AS id
MATCH (f:Fact {user_id: $user, id: id})-[:SUBJECT]->(s:Entity)
MATCH (f)-[:OBJECT]->(o:Entity)
CALL (f, s, o) { MATCH (s)-[drawn]->(o) WHERE drawn.fact_id = f.id DELETE drawn }
"""

_ERASE_TIES = """
UNWIND $ids AS id
MATCH (:Fact {user_id: $user, id: id})
  -[tie:SUBJECT|OBJECT|STATED_IN|DRAWN_FROM|RESTS_ON|SUPERSEDES|CONFLICTS_WITH]->()
DELETE tie
"""

# a vector outlives a rewrite only where the text that it stands for stays
_REPLACE = f"""
UNWIND $rows AS row
{_OF_ROW}
WITH f, row, {values.has_vector("row.vector")} OR f.statement <> row.values[{_STATEMENT}] AS replaced
SET f += {values.FACT.properties("row.values")}
SET f += CASE WHEN replaced THEN {values.vector_map("row.vector")} ELSE {{}} END
WITH f, row
{_ENDS}
CREATE (f)-[:SUBJECT]->(s)
CREATE (f)-[:OBJECT]->(o)
{_DRAW}
RETURN row.id AS id
"""

_TIE = """
UNWIND $rows AS row
{of_row}
UNWIND row.others AS other_id
MATCH (other:{label}) USING INDEX SEEK other:{label}(user_id, id) WHERE other.user_id = $user AND other.id = other_id
MERGE (f)-[:{tie}]->(other)
"""
_TIES = [
    (field, _TIE.format(of_row=_OF_ROW, label=label, tie=tie))
    for field, label, tie in (
        ("source_ids", "Message", "STATED_IN"),
        ("source_ids", "Fact", "DRAWN_FROM"),  # an insight from its grounds
        ("supersedes", "Fact", "SUPERSEDES"),
        ("conflicts_with", "Fact", "CONFLICTS_WITH"),
    )
]

_TIE_GROUNDS = f"""
UNWIND $rows AS row
{_OF_ROW}
UNWIND row.grounds AS ground
MATCH (g:Fact) USING INDEX SEEK g:Fact(user_id, id) WHERE g.user_id = $user AND g.id = ground.fact_id
CREATE (f)-[:RESTS_ON {{words: ground.words, known_at: ground.known_at, released_at: ground.released_at}}]->(g)
"""

_NOTE_LEARNING = """
MATCH (u:User {id: $user}) WHERE coalesce(u.learnt_until < $time, true)
SET u.learnt_until = $time
"""

_AT_END = f"""
MATCH (n:Fact)
WHERE n.user_id = $user AND n.{{end}}_id IN $ids
  AND n.invalid_at IS NOT NULL AND n.valid_at IS NOT NULL AND n.id IS NOT NULL
RETURN collect({rows.selected(Fact)})
"""

_REMOVE = "UNWIND $ids AS id MATCH (f:Fact {user_id: $user, id: id}) DETACH DELETE f"


async def put_facts(
    tx: Transaction, user_id: str, facts: Iterable[Fact], embeddings: Mapping[str, Embedding], now: datetime
) -> None:
    """Write facts, tie them to entities, sources and each other, and draw those that are current at `now`.

    Raises:
        InputError: a subject or object is not stored.
    """
    by_id = {fact.id: fact for fact in facts}

    def sent(some: Iterable[Fact]) -> list[Row]:
        return [_row(fact, embeddings, now) for fact in some]

    async for some, made in made_ahead([*by_id.values()], sent):
        ids = [fact.id for fact in some]
        present = {row["id"] for row in await tx.rows(_PRESENT, user=user_id, ids=ids)}
        if present:
            await tx.run(_ERASE_EDGES, user=user_id, ids=list(present))
            await tx.run(_ERASE_TIES, user=user_id, ids=list(present))
        for statement, known in ((_CREATE, False), (_REPLACE, True)):
            await _write(tx, user_id, statement, [row for row in made if (row["id"] in present) is known])
    await _tie(tx, user_id, by_id.values())
    await _note_learning(tx, user_id, by_id.values())


async def redraw(tx: Transaction, user_id: str, entity_ids: Collection[str], now: datetime) -> None:
    """Draw the facts at these entities as they now are."""
    for end in ("subject", "object"):
        found = await tx.collected(_AT_END.format(end=end), user=user_id, ids=list(entity_ids)) if entity_ids else []
        await put_facts(tx, user_id, map(rows.fact_from, found), {}, now)


async def remove_facts(tx: Transaction, user_id: str, ids: Collection[str]) -> None:
    """Remove facts with the relationships that stand for them."""
    if ids:
        mentioned = await mentioned_by(tx, user_id, "Fact", ids)
        await tx.run(_ERASE_EDGES, user=user_id, ids=list(ids))
        await tx.run(_REMOVE, user=user_id, ids=list(ids))
        await recount(tx, user_id, mentioned)


def _row(fact: Fact, embeddings: Mapping[str, Embedding], now: datetime) -> Row:
    return {
        "id": fact.id,
        "values": values.FACT.of(rows.fact_properties(fact)),
        "vector": values.vector_values(embeddings.get(fact.id)),
        "type": rows.edge_type(fact.predicate),
        "is_drawn": rows.is_drawn(fact, now),
    }


async def _write(tx: Transaction, user_id: str, statement: str, data: Sequence[Row]) -> None:
    shared: Row = {"user": user_id, "owner": rows.owner_token(user_id), "forever": FOREVER, "value": VALUE}
    written = {row["id"] for row in await tx.rows(statement, rows=data, **shared)} if data else set[str]()
    if loose := [row["values"][_STATEMENT] for row in data if row["id"] not in written]:
        raise InputError(
            f"The fact {loose[0]!r} of user {user_id!r} has a subject or object that is not stored: "
            "write its entities first or with it."
        )


async def _tie(tx: Transaction, user_id: str, facts: Collection[Fact]) -> None:
    """Tie facts to messages and other facts: once all are there, since they may name each other."""
    for field, statement in _TIES:
        ties: list[Row] = [{"id": fact.id, "others": list(getattr(fact, field))} for fact in facts]
        for some in chunks(tie for tie in ties if tie["others"]):
            await tx.run(statement, user=user_id, rows=some)
    resting: list[Row] = [{"id": fact.id, "grounds": _grounds(fact)} for fact in facts]
    for some in chunks(row for row in resting if row["grounds"]):
        await tx.run(_TIE_GROUNDS, user=user_id, rows=some)


def _grounds(fact: Fact) -> list[Row]:
    return [
        {
            "fact_id": ground.fact_id,
            "words": ground.words,
            "known_at": ground.known_at,
            "released_at": None if ground.released_at >= FOREVER else ground.released_at,
        }
        for ground in fact.rests_on
        if ground.fact_id is not None
    ]


async def _note_learning(tx: Transaction, user_id: str, facts: Iterable[Fact]) -> None:
    """Note until when facts were learnt or retired: who asks for a later time need not look at the past."""
    times = [time for fact in facts for time in (fact.created_at, fact.expired_at) if time < FOREVER]
    if times:
        await tx.run(_NOTE_LEARNING, user=user_id, time=max(times))
