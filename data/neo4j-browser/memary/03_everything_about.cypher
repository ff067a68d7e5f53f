// 03 Everything about a name
// its facts, past ones too, and the messages that say them
MATCH (x:Entity)
WHERE x.user_id = $user AND x.id IS NOT NULL AND ($name = x.name OR $name IN x.aliases)
MATCH path = (x)<-[:SUBJECT|OBJECT]-(:Fact)-[:SUBJECT|OBJECT|STATED_IN]->()
RETURN path
LIMIT 300
