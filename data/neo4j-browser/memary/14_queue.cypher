// 14 What waits to be read
// messages without facts yet, and those that could not be read
MATCH (m:Message)
WHERE m.user_id = $user AND m.state IN ["pending", "failed"] AND m.created_at IS NOT NULL AND m.id IS NOT NULL
RETURN m.state AS state, toString(m.created_at) AS said, m.attempts AS attempts, m.error AS error, m.caption AS message
ORDER BY said
LIMIT 200
