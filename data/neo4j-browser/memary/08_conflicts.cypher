// 08 Conflicts
// facts that speak against each other, and where each comes from
MATCH (a:Fact)-[c:CONFLICTS_WITH]->(b:Fact)
WHERE a.user_id = $user AND a.valid_at IS NOT NULL AND a.id < b.id
  AND a.invalid_at > datetime() AND b.invalid_at > datetime()
MATCH ends = (a)-[:SUBJECT|OBJECT]->(:Entity)
MATCH others = (b)-[:SUBJECT|OBJECT]->(:Entity)
OPTIONAL MATCH said = (a)-[:STATED_IN]->(:Message)
OPTIONAL MATCH also = (b)-[:STATED_IN]->(:Message)
RETURN a, c, b, ends, others, said, also
LIMIT 200
