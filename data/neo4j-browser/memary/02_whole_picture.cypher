// 02 The whole picture
// what is true now in a user's memory, the most connected first: 300 relations, and how many there are
MATCH (a:Entity)-[now]->(b:Entity)
WHERE a.user_id = $user AND a.id IS NOT NULL AND now.fact_id IS NOT NULL
WITH a, now, b,
  COUNT { (a)-[r]-() WHERE r.fact_id IS NOT NULL } + COUNT { (b)-[r]-() WHERE r.fact_id IS NOT NULL } AS relations
ORDER BY relations DESC, now.fact_id DESC
WITH collect([a, now, b]) AS found
UNWIND found[..300] AS one
RETURN one[0] AS a, one[1] AS now, one[2] AS b, size(found) AS of
