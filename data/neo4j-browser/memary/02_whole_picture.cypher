// 02 The whole picture
// what is true now of everything in a user's memory
MATCH (a:Entity)-[now]->(b:Entity)
WHERE a.user_id = $user AND a.id IS NOT NULL AND now.fact_id IS NOT NULL
RETURN a, now, b
LIMIT 300
