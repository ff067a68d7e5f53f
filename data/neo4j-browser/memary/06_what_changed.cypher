// 06 What changed this week
// each decision of the last days, with its reason
MATCH (o:Operation)
WHERE o.user_id = $user AND o.at >= datetime() - duration({days: $days}) AND o.id IS NOT NULL AND o.action <> "NONE"
OPTIONAL MATCH (f:Fact) WHERE f.user_id = $user AND f.id = o.target_id
OPTIONAL MATCH (e:Entity) WHERE e.user_id = $user AND e.id = o.target_id
RETURN toString(datetime.truncate("second", o.at)) AS at, o.action AS action, coalesce(f.statement, e.name) AS what, o.reason AS reason, o.actor AS actor
ORDER BY o.at DESC, o.id DESC
LIMIT 200
