"""Whether the graph knows something, and what the store was really asked."""

from __future__ import annotations

import pytest
from support.records import fresh_user
from support.samples.graphs import edge

from memary import InputError, Memary

STRANGE = 'O\'Brien `x` {y} "z" …'


def test_a_check_tells_whether_the_graph_knows_something_and_what_ran(either: Memary) -> None:
    user = fresh_user()
    either.facts.add([edge(STRANGE, "works_at", "Acme"), edge("User", "likes", "tea")], user_id=user)
    checked = either.entities.check(f"Where does {STRANGE} work?", user_id=user)
    assert (bool(checked), checked.known) == (True, True)
    assert (STRANGE, "name") in [(one.name, one.by) for one in checked.entities]
    assert any("Acme" in fact for fact in checked.facts)
    told = [one.text for one in checked.statements]
    language = "cypher" if "bolt" in either.core.store.location else "sql"
    assert {one.language for one in checked.statements} == {language}
    assert any(("MATCH" if language == "cypher" else "SELECT") in text for text in told)
    assert not any("O'Brien" in text for text in told)  # names are parameters, never text of a statement
    (strange,) = [one.id for one in checked.entities]
    assert any(strange in str(one.parameters) for one in checked.statements)
    for unknown in ("Where does Zed work?", "Who is Mia?"):
        assert not either.entities.check(unknown, user_id=user)
    assert either.entities.check("Do I like tea?", user_id=user)
    assert not either.entities.check(f"Where does {STRANGE} work?", user_id=fresh_user())
    with pytest.raises(InputError):
        either.entities.check(" ", user_id=user)


def test_a_graph_is_explained_if_asked_for_and_runs_as_told(either: Memary) -> None:
    user = fresh_user()
    either.facts.add([edge("Mia", "works_at", "Acme"), edge("Acme", "based_in", "Rome")], user_id=user)
    assert either.entities.graph("Mia", user_id=user).statements == ()
    found = either.entities.graph("Mia", user_id=user, explain=True)
    assert len(found.facts) == 2
    mia = found.seeds[0]
    assert any(mia in str(one.parameters) for one in found.statements)
