// 05 Why we believe it
// the facts with these words, the messages behind them, what they replaced or speak against
MATCH (f:Fact)
WHERE f.user_id = $user AND f.valid_at IS NOT NULL AND f.id IS NOT NULL
  AND toLower(f.statement) CONTAINS toLower($words)
OPTIONAL MATCH said = (f)-[:STATED_IN]->(:Message)<-[:HAS_MESSAGE]-()
OPTIONAL MATCH before = (f)-[:SUPERSEDES|CONFLICTS_WITH]-(:Fact)
OPTIONAL MATCH ends = (f)-[:SUBJECT|OBJECT]->(:Entity)
RETURN f, said, before, ends
LIMIT 200
