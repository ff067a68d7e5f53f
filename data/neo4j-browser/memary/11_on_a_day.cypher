// 11 True on a day
// what was true then, as far as is known now
WITH datetime($day) AS day
MATCH (f:Fact)
WHERE f.user_id = $user AND f.valid_at <= day AND f.id IS NOT NULL AND f.invalid_at > day
MATCH ends = (f)-[:SUBJECT|OBJECT]->(:Entity)
RETURN f, ends
LIMIT 300
