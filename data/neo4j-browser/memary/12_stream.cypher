// 12 Memory stream
// who and what comes up most, and when last
MATCH (e:Entity)<-[m:MENTIONS]-()
WHERE e.user_id = $user AND e.id IS NOT NULL
RETURN e.name AS name, e.type AS type, count(m) AS mentions, toString(date(min(m.at))) AS first,
       toString(date(max(m.at))) AS last
ORDER BY mentions DESC, last DESC, name
LIMIT 50
