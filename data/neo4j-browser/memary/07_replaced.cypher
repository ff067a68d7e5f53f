// 07 What replaced what
// facts that gave way to others
MATCH (new:Fact)-[s:SUPERSEDES]->(old:Fact)
WHERE new.user_id = $user AND new.valid_at IS NOT NULL AND new.id IS NOT NULL
MATCH subject = (new)-[:SUBJECT]->(:Entity)
MATCH now = (new)-[:OBJECT]->(:Entity)
MATCH then = (old)-[:OBJECT]->(:Entity)
RETURN new, s, old, subject, now, then
LIMIT 200
