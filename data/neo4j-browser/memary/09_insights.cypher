// 09 Insights
// with the facts and messages they rest on
MATCH (i:Fact)-[about:SUBJECT]->(who:Entity)
WHERE i.user_id = $user AND i.valid_at IS NOT NULL AND i.id IS NOT NULL AND i.kind = "insight"
  AND i.invalid_at > datetime()
OPTIONAL MATCH said = (i)-[:STATED_IN]->(:Message)
OPTIONAL MATCH drawn = (i)-[:DRAWN_FROM]->(:Fact)-[:SUBJECT|OBJECT]->(:Entity)
RETURN i, about, who, said, drawn
LIMIT 200
