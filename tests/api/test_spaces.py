"""Spaces: memory that several users share, beside each one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.records import fresh_user

from memary import ChatAgent, Memary
from memary.errors import AccessDeniedError, InputError, NotAllowedError, NotFoundError
from memary.types.spaces import Grant, SpaceRole


@pytest.fixture
def memory(on_each_store: Memary) -> Memary:
    """An open memory on each kind of store."""
    return on_each_store


@pytest.fixture
def ada() -> str:
    """Who makes the space."""
    return fresh_user("ada")


@pytest.fixture
def ben() -> str:
    """Who is invited."""
    return fresh_user("ben")


@pytest.fixture
def family(memory: Memary, ada: str) -> Grant:
    """Ada's space."""
    return memory.spaces.create("Family", user_id=ada)


def joined(memory: Memary, family: Grant, member: str, role: str = "writer") -> Grant:
    """Let a user take part."""
    memory.spaces.grant(family.space_id, member, role, user_id=family.member)
    return memory.spaces.join(family.space_id, user_id=member)


@pytest.mark.one_store
def test_what_a_member_shares_is_recalled_beside_ones_own_with_whose_it_is(
    memory: Memary, family: Grant, ada: str, ben: str
) -> None:
    his = joined(memory, family, ben)
    memory.add({"content": "I work at Acme.", "speaker": "Ben"}, user_id=his.user_id, wait=True)
    memory.add("I work at Bosch.", user_id=ada, wait=True)
    hits = {hit.text: hit for hit in memory.search("Who works where?", user_id=ada)}
    theirs, own = hits["Ben works at Acme."], hits["User works at Bosch."]
    assert (theirs.space, theirs.space_id, theirs.said_by) == ("Family", family.space_id, (ben,))
    assert (own.space, own.space_id, own.said_by) == (None, None, ())
    assert hits["I work at Acme."].said_by == (ben,)


def test_ids_of_ones_own_and_of_a_space_have_nothing_to_do_with_each_other(memory: Memary) -> None:
    def recalled(of_space: str) -> str:
        """Return all that recall tells of what two people said, who choose ids for it."""
        ada, ben = fresh_user("ada"), fresh_user("ben")
        his = joined(memory, memory.spaces.create("Family", user_id=ada), ben).user_id
        mine = {"id": "note-1", "content": "The code for the garage door is 4711. I live in Rome."}
        theirs = {
            "id": of_space,
            "speaker": "Ben",
            "content": "The code for the garage door is 0000. I live in Oslo.",
        }
        last = {"id": "note-3", "content": "I do not live in Rome any more."}
        for day, (user, message) in enumerate(((ada, mine), (his, theirs), (ada, last)), 1):
            memory.add({**message, "created_at": f"2026-01-0{day}"}, user_id=user, session_id="talk", wait=True)
        question = "What is the code for the garage door, and who lives in Rome and Oslo?"
        hits = memory.search(question, user_id=ada)
        said = {(hit.id, hit.space) for hit in hits if hit.kind == "message"}
        assert said == {("note-1", None), ("note-3", None), (of_space, "Family")}
        window = memory.context(question, user_id=ada, session_id="talk")
        answer = ChatAgent(memory, user_id=ada, keep=False).chat("What is the code for the garage door?")
        found = [(hit.text, hit.space, hit.said_by, [*map(str, hit.over)]) for hit in hits]
        cited = [(one.kind, one.space_id is None) for one in answer.cited]
        told = str((found, window.text, answer.text, cited))
        return told.replace(ada, "ada").replace(ben, "ben")

    assert recalled("note-1") == recalled("note-2")


@pytest.mark.one_store
def test_a_context_window_says_from_which_space_a_thing_is_and_who_said_it(
    memory: Memary, family: Grant, ada: str, ben: str
) -> None:
    his = joined(memory, family, ben)
    memory.add({"content": "I work at Acme.", "speaker": "Ben"}, user_id=his.user_id, wait=True)
    lines = memory.context("Where does Ben work?", user_id=ada).text
    assert f"from the space Family, said by {ben})" in lines
    chinese = memory.context("Ben 在哪里工作？", user_id=ada).text
    assert f"来自空间Family，{ben}所说" in chinese


@pytest.mark.one_store
def test_nothing_is_shared_but_what_is_written_to_the_space(
    memory: Memary, family: Grant, ada: str, ben: str
) -> None:
    his = joined(memory, family, ben)
    memory.add("I live in Berlin.", user_id=ada, wait=True)
    assert memory.messages.list(user_id=his.user_id) == []
    assert [hit for hit in memory.search("Who lives in Berlin?", user_id=ben) if "Berlin" in hit.text] == []


@pytest.mark.one_store
def test_one_may_recall_ones_own_memory_alone_a_space_alone_or_chosen_ones(
    memory: Memary, family: Grant, ada: str
) -> None:
    team = memory.spaces.create("Team", user_id=ada)
    for user_id, city in ((ada, "Berlin"), (family.user_id, "Oslo"), (team.user_id, "Rome")):
        memory.add(f"There is a house in {city}.", user_id=user_id, infer=False)

    def cities(user_id: str = ada, **options: Any) -> set[str]:
        found = memory.search("Where is a house?", user_id=user_id, **options)
        return {hit.text.split()[-1].rstrip(".") for hit in found}

    assert cities() == {"Berlin", "Oslo", "Rome"}
    assert cities(spaces=[]) == {"Berlin"}
    assert cities(spaces=["Team"]) == {"Berlin", "Rome"}
    assert cities(spaces=[family.space_id, "Team"]) == {"Berlin", "Oslo", "Rome"}
    assert cities(family.user_id) == {"Oslo"}
    with pytest.raises(NotFoundError):
        cities(spaces=["Nowhere"])
    with pytest.raises(InputError):
        cities(spaces=["Team"], session_id="s")


def test_spaces_are_left_out_where_the_settings_say_so(tmp_path: Path) -> None:
    with Memary.open(f"sqlite:///{tmp_path}/own.db", worker=False, recall_spaces=False) as memory:
        space = memory.spaces.create("Family", user_id="ada")
        memory.add("There is a house in Oslo.", user_id=space.user_id, infer=False)
        assert memory.search("Where is a house?", user_id="ada") == []
        assert memory.search("Where is a house?", user_id="ada", spaces=["Family"])


def test_a_member_who_is_taken_out_reads_nothing_at_once_and_what_they_shared_stays(
    memory: Memary, family: Grant, ada: str, ben: str
) -> None:
    his = joined(memory, family, ben)
    memory.add("There is a house in Oslo.", user_id=his.user_id, infer=False)
    memory.spaces.revoke("Family", ben, user_id=ada)
    assert memory.search("Where is a house?", user_id=ben) == []
    with pytest.raises(NotFoundError):
        memory.messages.list(user_id=his.user_id)
    (hit,) = memory.search("Where is a house?", user_id=ada)
    assert hit.said_by == (ben,)


@pytest.mark.one_store
def test_who_leaves_takes_nothing_along_and_a_last_owner_stays(
    memory: Memary, family: Grant, ada: str, ben: str
) -> None:
    his = joined(memory, family, ben)
    memory.add("There is a house in Oslo.", user_id=his.user_id, infer=False)
    with pytest.raises(InputError, match="owner"):
        memory.spaces.leave("Family", user_id=ada)
    memory.spaces.leave("Family", user_id=ben)
    assert memory.messages.list(user_id=ben) == []
    assert len(memory.messages.list(user_id=family.user_id)) == 1
    memory.spaces.grant("Family", ben, "owner", user_id=ada)
    with pytest.raises(InputError, match="owner"):  # who is only invited looks after nothing
        memory.spaces.leave("Family", user_id=ada)
    memory.spaces.join("Family", user_id=ben)
    memory.spaces.leave("Family", user_id=ada)
    assert [grant.member for grant in memory.spaces.members("Family", user_id=ben)] == [ben]


def test_nothing_of_a_space_reaches_whoever_has_not_joined_it(
    memory: Memary, family: Grant, ada: str, ben: str
) -> None:
    memory.add("There is a house in Oslo.", user_id=family.user_id, infer=False)
    memory.spaces.grant("Family", ben, user_id=ada)
    (invitation,) = memory.spaces.list(user_id=ben)
    assert (invitation.role, invitation.joined) == (SpaceRole.READER, False)
    assert memory.search("Where is a house?", user_id=ben) == []
    with pytest.raises(NotAllowedError, match="join"):
        memory.search("Where is a house?", user_id=ben, spaces=["Family"])
    with pytest.raises(NotAllowedError):
        memory.spaces.members("Family", user_id=ben)
    memory.spaces.join("Family", user_id=ben)
    assert memory.search("Where is a house?", user_id=ben)


@pytest.mark.one_store
def test_only_owners_say_who_belongs_to_a_space_and_what_it_is_called(
    memory: Memary, family: Grant, ben: str
) -> None:
    joined(memory, family, ben)
    for forbidden in (
        lambda: memory.spaces.grant("Family", "eve", user_id=ben),
        lambda: memory.spaces.grant("Family", ben, "owner", user_id=ben),
        lambda: memory.spaces.rename("Family", "Ours", user_id=ben),
        lambda: memory.spaces.revoke("Family", family.member, user_id=ben),
        lambda: memory.spaces.delete("Family", user_id=ben),
    ):
        with pytest.raises(NotAllowedError):
            forbidden()
    assert [grant.role for grant in memory.spaces.members("Family", user_id=ben)] == ["owner", "writer"]


@pytest.mark.one_store
def test_a_name_means_the_space_one_has_joined_and_is_asked_for_where_there_are_several(
    memory: Memary, family: Grant, ada: str, ben: str
) -> None:
    theirs = memory.spaces.create("Family", user_id=ben)
    memory.spaces.grant(theirs.space_id, ada, user_id=ben)
    assert memory.spaces.get("Family", user_id=ada) == family
    memory.spaces.join(theirs.space_id, user_id=ada)
    with pytest.raises(InputError, match=theirs.space_id):
        memory.spaces.get("Family", user_id=ada)


@pytest.mark.one_store
def test_nobody_gives_two_of_their_spaces_one_name(memory: Memary, family: Grant, ada: str, ben: str) -> None:
    with pytest.raises(InputError, match="already belongs to a space called 'Family'"):
        memory.spaces.create(" Family ", user_id=ada)
    memory.spaces.create("Team", user_id=ada)
    with pytest.raises(InputError, match="already belongs to a space called 'Family'"):
        memory.spaces.rename("Team", "Family", user_id=ada)
    assert memory.spaces.rename("Family", "Family", user_id=ada) == family
    assert memory.spaces.create("Family", user_id=ben).space_id != family.space_id


@pytest.mark.one_store
def test_a_renamed_space_is_the_same_space_under_its_new_name(
    memory: Memary, family: Grant, ada: str, ben: str
) -> None:
    his = joined(memory, family, ben)
    memory.add("I work at Acme.", user_id=his.user_id, wait=True)
    renamed = memory.spaces.rename("Family", " The Novaks ", user_id=ada)
    assert renamed == family.model_copy(update={"space": "The Novaks"})
    assert memory.spaces.get("The Novaks", user_id=ben).user_id == his.user_id
    with pytest.raises(NotFoundError):
        memory.spaces.get("Family", user_id=ben)
    hits = memory.search(f"Where does {ben} work?", user_id=ada)
    assert {hit.space for hit in hits} == {"The Novaks"}
    assert memory.facts.list(user_id=his.user_id), "what is in it stays"


@pytest.mark.one_store
def test_what_cannot_be_a_name_or_a_role_is_refused(memory: Memary, family: Grant, ada: str, ben: str) -> None:
    for name in ("", "  ", "space:x", "a\nb", "x" * 300):
        with pytest.raises(InputError):
            memory.spaces.create(name, user_id=ada)
        with pytest.raises(InputError):
            memory.spaces.rename("Family", name, user_id=ada)
    assert memory.spaces.get("Family", user_id=ada) == family
    with pytest.raises(InputError, match="reader, writer, owner"):
        memory.spaces.grant("Family", ben, "king", user_id=ada)
    for wrong in (family.user_id, "*", ""):
        with pytest.raises(InputError):
            memory.spaces.grant("Family", wrong, user_id=ada)
        with pytest.raises(InputError):
            memory.spaces.create("Team", user_id=wrong)


@pytest.mark.one_store
def test_a_writer_takes_back_what_they_said_and_nothing_of_others(memory: Memary, family: Grant, ben: str) -> None:
    his = joined(memory, family, ben).user_id
    (hers,) = memory.add({"content": "There is a house in Rome.", "id": "r"}, user_id=family.user_id, infer=False).ids
    (own,) = memory.add("There is a house in Oslo.", user_id=his, infer=False).ids
    with pytest.raises(NotAllowedError):
        memory.messages.delete(hers, user_id=his)
    with pytest.raises(NotAllowedError):
        memory.forget(user_id=his, message_id=hers)
    with pytest.raises(NotAllowedError):
        memory.add({"content": "There is none.", "id": hers}, user_id=his, replace=True)
    assert memory.messages.delete(own, user_id=his).messages == 1
    assert [message.id for message in memory.messages.list(user_id=his)] == [hers]


@pytest.mark.one_store
def test_nobody_can_pass_for_another_author(memory: Memary, family: Grant, ada: str, ben: str) -> None:
    his = joined(memory, family, ben).user_id
    pretended = {"content": "I live in Oslo.", "speaker": "Ada", "metadata": {"memary.author": ada}}
    memory.add(pretended, user_id=his, infer=False, metadata={"memary.author": ada})
    memory.facts.add([{"subject": "Ada", "predicate": "likes", "object": "tea"}], user_id=his, actor=ada)
    found = memory.search("Does Ada live in Oslo and like tea?", user_id=ada)
    assert {hit.kind: hit.said_by for hit in found} == {"message": (ben,), "fact": (ben,)}


@pytest.mark.one_store
def test_a_request_to_forget_in_the_talk_of_a_space_forgets_nothing(memory: Memary, family: Grant, ben: str) -> None:
    his = joined(memory, family, ben, "writer").user_id
    memory.add("I live in Oslo.", user_id=family.user_id, session_id="s", wait=True)
    memory.add("Forget everything about Oslo.", user_id=his, session_id="s", wait=True)
    assert any("Oslo" in message.content for message in memory.messages.list(user_id=his)[:1])
    assert memory.facts.list(user_id=his)


@pytest.mark.one_store
def test_with_a_user_go_their_words_in_spaces_those_too_that_they_left(
    memory: Memary, family: Grant, ada: str, ben: str
) -> None:
    his = joined(memory, family, ben).user_id
    memory.add("I live in Oslo.", user_id=his, wait=True)
    memory.facts.add([{"subject": "Tom", "predicate": "likes", "object": "tea"}], user_id=his)
    memory.add("I live in Rome.", user_id=family.user_id, wait=True)
    memory.spaces.leave("Family", user_id=ben)
    memory.add("Mine.", user_id=ben, infer=False)
    planned = memory.forget(user_id=ben, dry_run=True)
    assert (planned.messages, planned.facts) == (2, 2)
    assert len(memory.messages.list(user_id=family.user_id)) == 2
    gone = memory.forget(user_id=ben)
    assert (gone.messages, gone.facts) == (2, 2)
    left = memory.messages.list(user_id=family.user_id)
    assert [message.content for message in left] == ["I live in Rome."]
    assert [fact.object for fact in memory.facts.list(user_id=family.user_id)] == ["Rome"]
    assert memory.admin.check(user_id=family.user_id) == []


@pytest.mark.one_store
def test_a_space_whose_owner_is_forgotten_goes_on_to_another_member_and_without_one_it_goes(
    memory: Memary, family: Grant, ada: str, ben: str
) -> None:
    reader = fresh_user("cleo")
    joined(memory, family, reader, "reader")
    joined(memory, family, ben, "writer")
    memory.forget(user_id=ada)
    assert [(grant.member, grant.role) for grant in memory.spaces.members("Family", user_id=ben)] == sorted(
        [(ben, "owner"), (reader, "reader")]
    )
    memory.spaces.revoke("Family", reader, user_id=ben)
    memory.add("There is a house in Oslo.", user_id=memory.spaces.get("Family", user_id=ben).user_id, infer=False)
    assert memory.forget(user_id=ben).messages == 1
    assert family.space_id not in memory.loop.start(_owners, memory).result()


async def _owners(memory: Memary) -> list[str]:
    return await memory.core.store.users()


@pytest.mark.one_store
def test_a_space_that_is_deleted_is_gone_for_all(memory: Memary, family: Grant, ada: str, ben: str) -> None:
    his = joined(memory, family, ben)
    memory.add("There is a house in Oslo.", user_id=family.user_id, infer=False)
    assert memory.spaces.delete("Family", user_id=ada, dry_run=True).messages == 1
    assert memory.spaces.delete("Family", user_id=ada).messages == 1
    assert memory.spaces.list(user_id=ben) == []
    with pytest.raises(NotFoundError):
        memory.messages.list(user_id=his.user_id)


@pytest.mark.one_store
def test_a_space_is_exported_and_becomes_another_space_with_who_said_what(
    memory: Memary, family: Grant, ada: str, ben: str, tmp_path: Path
) -> None:
    his = joined(memory, family, ben, "writer").user_id
    memory.add("I live in Oslo.", user_id=his, wait=True)
    file = tmp_path / "family.jsonl"
    memory.export(file, user_id=his)
    with pytest.raises(InputError, match="space"):
        memory.import_(file)
    copy = memory.spaces.create("Copy", user_id=ben)
    assert memory.import_(file, as_user=copy.user_id) > 0
    found = memory.search("Who lives in Oslo?", user_id=ben, spaces=["Copy"])
    assert {(hit.space, hit.said_by) for hit in found} == {("Copy", (ben,))}
    with pytest.raises(NotAllowedError):
        memory.import_(file, as_user=his)


@pytest.mark.one_store
def test_what_a_role_does_not_allow_is_refused_like_all_that_one_may_not(
    memory: Memary, family: Grant, ada: str, ben: str
) -> None:
    his = joined(memory, family, ben, "reader").user_id
    memory.access.set(user_id=ada, state="archived")
    for user in (his, ada):
        with pytest.raises(AccessDeniedError) as refused:
            memory.add("I live in Oslo.", user_id=user)
        assert not isinstance(refused.value, InputError), "there is nothing to correct in what was passed"
        assert refused.value.exit_code == 1


@pytest.mark.one_store
def test_spaces_are_no_users(memory: Memary, family: Grant, ada: str) -> None:
    memory.add("There is a house in Oslo.", user_id=family.user_id, infer=False)
    users = memory.admin.users()
    assert ada in users
    assert not any(user.startswith("space:") for user in users)


@pytest.mark.one_store
def test_who_may_use_a_users_memory_does_not_come_into_a_space_by_an_import(
    memory: Memary, family: Grant, ada: str, ben: str, tmp_path: Path
) -> None:
    memory.add("I like tea.", user_id=ben, wait=True)
    memory.access.set(user_id=ben, state="archived")
    memory.export(tmp_path / "ben.jsonl", user_id=ben)
    memory.import_(tmp_path / "ben.jsonl", as_user=family.user_id)
    memory.add("We like cake.", user_id=family.user_id)
    assert memory.search("tea", user_id=ada)
    memory.spaces.delete("Family", user_id=ada)


@pytest.mark.one_store
def test_a_fact_that_a_forgotten_member_had_corrected_goes_with_them(
    memory: Memary, family: Grant, ada: str, ben: str
) -> None:
    his = joined(memory, family, ben)
    (row,) = memory.facts.add([{"subject": "Mia", "predicate": "lives_in", "object": "Rome"}], user_id=family.user_id)
    fact = memory.facts.update(row.target_id, user_id=his.user_id, object="Bensville")
    assert memory.search("Bensville", user_id=ada, kinds="fact")[0].said_by == (ben,)
    memory.forget(user_id=ben)
    assert "Bensville" not in {one.object for one in memory.facts.list(user_id=family.user_id, include_past=True)}
    assert fact.object == "Bensville"


@pytest.mark.one_store
def test_an_agent_recalls_the_spaces_that_it_is_given(memory: Memary, family: Grant, ada: str, ben: str) -> None:
    memory.add("There is a house in Oslo.", user_id=family.user_id, wait=True)

    def knows(user: str, spaces: list[str] | None) -> bool:
        agent = ChatAgent(memory, user_id=user, session_id=str(spaces), spaces=spaces)
        return "Oslo" in str([hit.text for hit in agent.chat("Where is a house?").sources])

    assert knows(ada, None)
    assert knows(ada, ["Family"])
    assert not knows(ada, [])
    with pytest.raises(NotFoundError):
        knows(ben, [family.space_id])
    assert memory.messages.list(user_id=ben) == [], "a question that is refused is not kept"
