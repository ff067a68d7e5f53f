// 15 What is in doubt, and why
// facts that are true now, and the way to what they rest on and does not hold any more, or was forgotten
MATCH (last:Fact)
WHERE last.user_id = $user AND last.valid_at IS NOT NULL AND last.id IS NOT NULL
  AND (last.invalid_at > datetime() AND last['ground_gone_at'] <= datetime()
    OR last.invalid_at <= datetime() AND NOT EXISTS {
      MATCH (last)-[:SUBJECT]->(:Entity)<-[:SUBJECT]-(again:Fact)-[:OBJECT]->(:Entity)<-[:OBJECT]-(last)
      WHERE again.predicate = last.predicate AND again.kind = last.kind
        AND again.valid_at <= datetime() AND again.invalid_at > datetime()
    })
MATCH way = (f:Fact)-[:RESTS_ON*0..6]->(last)
WHERE f.valid_at <= datetime() AND f.invalid_at > datetime()
  AND all(rests IN relationships(way) WHERE rests['released_at'] IS NULL)
  AND all(between IN nodes(way)[1..-1] WHERE between.valid_at <= datetime() AND between.invalid_at > datetime())
OPTIONAL MATCH said = (f)-[:STATED_IN]->(:Message)
RETURN f, way, last, said
LIMIT 200
