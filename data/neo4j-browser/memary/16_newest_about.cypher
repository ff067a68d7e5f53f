// 16 The newest about a name
// its 40 newest facts that are true now, for a name of which very much is known
MATCH (x:Entity)
WHERE x.user_id = $user AND x.id IS NOT NULL AND ($name = x.name OR $name IN x.aliases)
MATCH (x)<-[:SUBJECT|OBJECT]-(f:Fact)
WHERE f.expired_at > datetime() AND f.invalid_at > datetime()
WITH DISTINCT x, f
ORDER BY f.valid_at DESC, f.id DESC
LIMIT 40
MATCH path = (x)<-[:SUBJECT|OBJECT]-(f)-[:SUBJECT|OBJECT*0..1]->()
RETURN path
