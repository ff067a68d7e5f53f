// 10 How two names hang together
// by what is true now
MATCH (a:Entity) WHERE a.user_id = $user AND a.id IS NOT NULL AND ($name = a.name OR $name IN a.aliases)
MATCH (b:Entity) WHERE b.user_id = $user AND b.id IS NOT NULL AND ($other = b.name OR $other IN b.aliases)
  AND b <> a
MATCH path = allShortestPaths((a)-[*..4]-(b))
WHERE all(r IN relationships(path) WHERE r.fact_id IS NOT NULL)
RETURN path
LIMIT 20
