// 13 The last talks
// sessions, their messages, and what was learnt from them
MATCH (u:User {id: $user})-[has:HAS_SESSION]->(s:Session)
WITH u, has, s ORDER BY s.id DESC LIMIT 3
MATCH talk = (s)-[:HAS_MESSAGE]->(m:Message)
OPTIONAL MATCH learnt = (m)<-[:STATED_IN]-(:Fact)-[:SUBJECT|OBJECT]->(:Entity)
RETURN u, has, s, talk, learnt
LIMIT 300
