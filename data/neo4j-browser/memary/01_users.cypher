// 01 Users
// who has a memory here, and how much is in it
MATCH (u:User)
RETURN u.id AS user,
       COUNT { (m:Message) WHERE m.user_id = u.id AND m.id IS NOT NULL } AS messages,
       COUNT { (e:Entity) WHERE e.user_id = u.id AND e.id IS NOT NULL } AS entities,
       COUNT { (f:Fact) WHERE f.user_id = u.id AND f.id IS NOT NULL } AS facts,
       u.last_write AS last_write
ORDER BY user
