// 04 Timeline of a name
// since when, until when, and what came after
MATCH (x:Entity)
WHERE x.user_id = $user AND x.id IS NOT NULL AND ($name = x.name OR $name IN x.aliases)
MATCH (x)<-[:SUBJECT|OBJECT]-(f:Fact)
OPTIONAL MATCH (f)<-[:SUPERSEDES]-(next:Fact)
RETURN toString(date(f.valid_at)) AS since,
       CASE WHEN f.invalid_at.year = 9999 THEN null ELSE toString(date(f.invalid_at)) END AS until,
       CASE WHEN f.invalid_at <= f.valid_at THEN "never was" WHEN f.invalid_at <= datetime() THEN "over"
            WHEN f.valid_at > datetime() THEN "to come" ELSE "true now" END AS state,
       f.statement AS fact,
       collect(next.statement) AS replaced_by
ORDER BY since, fact
