"""Messages: kept as given, once, in the order they were said."""

from __future__ import annotations

import pytest
from pydantic import JsonValue
from support.records import NOW, message, minutes, nested
from support.vectors import vector, vector_of

from memary.errors import InputError, LeaseLostError
from memary.languages.terms import terms
from memary.queries import (
    BesideQuery,
    MessageNeighbours,
    MessageQuery,
    SaidQuery,
    SearchQuery,
    SessionQuery,
    SpeakerQuery,
    StretchQuery,
    View,
    ZoneQuery,
    place_of,
)
from memary.stores.commands import Claim
from memary.stores.store import Store
from memary.types import BEGINNING, FOREVER, ZONE_KEY, Message, MessageState, Role, Scope
from stores.conformance.steps import contents, dumped, ids, put, say, say_stored

HARD_TEXTS = {
    "emoji": "Family 👩‍👩‍👧‍👦 and flags 🇩🇪🏴󠁧󠁢󠁳󠁣󠁴󠁿, new ones 🫠🪿",
    "right-to-left": "שלום עולם، مرحبا بالعالم‏",
    "chinese": "我上周从上海搬到了北京,住在朝阳区。",
    "combining": "e\u0301 is not é, and Z\u0351\u036b\u0343 is much",
    "quotes": "'; DROP TABLE messages; -- \" ` \\ {x} $y %s \u2028 {{jinja}}",
    "lines": "one\r\n\ttwo\n\nthree  ",
    "astral": "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𠜎𠜱",
    "separators": "one\x1ftwo\x1ethree\x00four",
    "operators": 'NEAR("a" b) AND OR NOT * ^ : - +title:x~2 [1 TO 5]',
}


async def test_a_message_comes_back_as_it_was_given(store: Store, user: str) -> None:
    given = message(
        user,
        "Hello",
        agent_id="scout",
        session_id="s 1/ä",
        role=Role.TOOL,
        speaker="Ada",
        added_at=NOW + minutes(5),
        metadata={"list": [1, 2.5, None, True], "nested": {"ключ": "值"}, "big": 2**53 + 1, "empty": {}},
        language="zh",
        state=MessageState.STORED,
        attempts=3,
        error="it broke",
    )
    assert await say(store, given) == [given]
    assert await store.read(MessageQuery(Scope(user_id=user))) == [given]


@pytest.mark.parametrize("text", HARD_TEXTS.values(), ids=HARD_TEXTS.keys())
async def test_any_text_is_kept_exactly(store: Store, user: str, text: str) -> None:
    given = message(user, text, speaker=text, metadata={"text": text})
    await say_stored(store, given)
    [kept] = await store.read(MessageQuery(Scope(user_id=user)))
    assert (kept.content, kept.speaker, kept.metadata) == (text, text, {"text": text})
    [said] = await store.read(SaidQuery(Scope(user_id=user), [given.id]))
    assert (said.content, said.speaker, said.metadata) == (text, text, {"text": text})


async def test_metadata_that_is_nested_deeper_than_anybody_may_add_it_is_read_exported_and_forgotten(
    store: Store, user: str
) -> None:
    deep = message(user, "Graz", metadata=nested(250))
    await say(store, deep)
    assert await store.read(MessageQuery(Scope(user_id=user))) == [deep]
    [hit] = await store.read(SearchQuery(Scope(user_id=user), Message, terms=terms("Graz")))
    batch = await store.claim(Claim(worker_id="w", now=NOW, lease=minutes(1), limit=9, user_id=user))
    assert batch is not None
    assert hit.record == deep
    assert batch.messages[0].metadata == deep.metadata
    assert (await dumped(store, user))[0].record.id == deep.id
    assert (await store.forget_user(user)).messages == 1


async def test_a_text_of_a_hundred_thousand_characters_is_kept_and_found(store: Store, user: str) -> None:
    text = "plain words " * 8_400 + "needle"
    await say_stored(store, message(user, text))
    [hit] = await store.read(SearchQuery(Scope(user_id=user), Message, terms=terms("needle")))
    assert hit.record.content == text


async def test_an_empty_message_is_kept(store: Store, user: str) -> None:
    await say_stored(store, message(user, ""))
    assert contents(await store.read(MessageQuery(Scope(user_id=user)))) == [""]


async def test_times_are_kept_to_the_microsecond_and_at_both_ends_of_time(store: Store, user: str) -> None:
    odd = NOW.replace(microsecond=123_457)
    await say_stored(store, *(message(user, "x", at=at) for at in (odd, BEGINNING, FOREVER)))
    assert [m.created_at for m in await store.read(MessageQuery(Scope(user_id=user)))] == [BEGINNING, odd, FOREVER]


async def test_the_same_digest_is_stored_once_and_the_earlier_message_is_returned(store: Store, user: str) -> None:
    first = message(user, "once", state=MessageState.STORED)
    again = message(user, "once", at=NOW + minutes(1), digest=first.digest)
    await say(store, first)
    assert await say(store, again) == [first]
    assert await store.read(MessageQuery(Scope(user_id=user))) == [first]


async def test_the_same_digest_with_another_text_is_refused(store: Store, user: str) -> None:
    first = message(user, "once", id="m-1", digest="m-1", state=MessageState.STORED)
    other = message(user, "other words", id="m-1", digest="m-1")
    await say(store, first)
    with pytest.raises(InputError, match="The message id m-1 belongs to another message"):
        await say(store, message(user, "beside it"), other)
    assert await store.read(MessageQuery(Scope(user_id=user))) == [first]


async def test_the_same_digest_twice_in_one_call_is_stored_once(store: Store, user: str) -> None:
    first = message(user, "once", state=MessageState.STORED)
    again = message(user, "once", digest=first.digest, state=MessageState.STORED)
    assert await say(store, first, again) == [first, first]
    assert await store.read(MessageQuery(Scope(user_id=user))) == [first]


async def test_appending_the_same_messages_again_changes_nothing(store: Store, user: str) -> None:
    given = [message(user, f"text {n}", at=NOW + minutes(n)) for n in range(5)]
    first = await say(store, *given)
    assert await say(store, *given) == first == given
    assert await store.read(MessageQuery(Scope(user_id=user))) == given


async def test_a_digest_is_the_users_own(store: Store, user: str, other_user: str) -> None:
    mine = message(user, "same words", state=MessageState.STORED)
    theirs = message(other_user, "same words", state=MessageState.STORED)
    assert mine.digest == theirs.digest
    assert await say(store, mine, theirs) == [mine, theirs]
    assert await store.read(MessageQuery(Scope(user_id=other_user))) == [theirs]


async def test_append_makes_the_user(store: Store, user: str) -> None:
    assert user not in await store.users()
    await say_stored(store, message(user))
    users = await store.users()
    assert user in users
    assert users == sorted(users)
    assert await store.users(user) == [user]
    assert await store.users(f"{user} the second") == []
    assert await store.revision(user) > 0


async def test_messages_come_in_the_order_they_were_said(store: Store, user: str) -> None:
    late, early = message(user, "late", at=NOW + minutes(9)), message(user, "early")
    await say_stored(store, late, early)
    scope = Scope(user_id=user)
    assert contents(await store.read(MessageQuery(scope))) == ["early", "late"]
    assert contents(await store.read(MessageQuery(scope, newest_first=True))) == ["late", "early"]


async def test_messages_of_the_same_moment_come_by_id(store: Store, user: str) -> None:
    together = [message(user, f"{n}") for n in range(6)]
    await say_stored(store, *reversed(together))
    scope = Scope(user_id=user)
    expected = sorted(ids(together))
    assert ids(await store.read(MessageQuery(scope))) == expected
    assert ids(await store.read(MessageQuery(scope, newest_first=True))) == expected[::-1]


async def test_a_period_includes_its_start_and_excludes_its_end(store: Store, user: str) -> None:
    await say_stored(store, *(message(user, str(n), at=NOW + minutes(n)) for n in range(5)))
    scope = Scope(user_id=user)
    assert contents(await store.read(MessageQuery(scope, since=NOW + minutes(1), until=NOW + minutes(3)))) == [
        "1",
        "2",
    ]
    assert contents(await store.read(MessageQuery(scope, since=NOW + minutes(4)))) == ["4"]
    assert contents(await store.read(MessageQuery(scope, until=NOW))) == []


async def test_a_limit_keeps_the_first_of_the_asked_order(store: Store, user: str) -> None:
    await say_stored(store, *(message(user, str(n), at=NOW + minutes(n)) for n in range(5)))
    scope = Scope(user_id=user)
    assert contents(await store.read(MessageQuery(scope, limit=2))) == ["0", "1"]
    assert contents(await store.read(MessageQuery(scope, newest_first=True, limit=2))) == ["4", "3"]
    assert await store.read(MessageQuery(scope, limit=0)) == []


async def test_pages_of_messages_are_all_of_them_once_also_of_one_moment(store: Store, user: str) -> None:
    said = [message(user, str(n), at=NOW + minutes(n // 5), session_id="s1" if n % 3 else None) for n in range(13)]
    await say_stored(store, *said)
    for scope in (Scope(user_id=user), Scope(user_id=user, session_id="s1")):
        expected = await store.read(MessageQuery(scope, newest_first=True))
        shown = page = await store.read(MessageQuery(scope, newest_first=True, limit=2))
        while page:
            before = place_of(shown[-1])
            page = await store.read(MessageQuery(scope, before=before, newest_first=True, limit=2))
            shown = [*shown, *page]
        assert shown == expected


async def test_messages_can_be_asked_for_by_id_and_state(store: Store, user: str) -> None:
    kept = message(user, "kept", state=MessageState.STORED)
    waiting = message(user, "waiting", at=NOW + minutes(1))
    await say(store, kept, waiting)
    scope = Scope(user_id=user)
    assert await store.read(MessageQuery(scope, ids=[kept.id, "unknown"])) == [kept]
    assert await store.read(MessageQuery(scope, ids=[])) == []
    assert await store.read(MessageQuery(scope, states=[MessageState.PENDING])) == [waiting]
    assert await store.read(MessageQuery(scope, states=[])) == []
    assert await store.read(MessageQuery(scope, states=list(MessageState))) == [kept, waiting]


async def test_many_ids_may_be_asked_for_at_once(store: Store, user: str) -> None:
    kept = message(user, state=MessageState.STORED)
    await say(store, kept)
    wanted = [f"unknown-{n}" for n in range(5_000)] + [kept.id]
    assert await store.read(MessageQuery(Scope(user_id=user), ids=wanted)) == [kept]


async def test_what_was_said_before_and_after_is_told_within_a_session(
    store: Store, user: str, other_user: str
) -> None:
    first, second, third = (message(user, f"a{n}", session_id="a", at=NOW + minutes(n)) for n in range(3))
    between = message(user, "b", session_id="b", agent_id="scout", at=NOW + minutes(1))
    await say_stored(store, third, first, between, second)
    await say_stored(store, message(other_user, "theirs", session_id="a", at=NOW + minutes(1)))
    asked = [first.id, second.id, third.id, between.id, "unknown"]
    assert await store.read(BesideQuery(Scope(user_id=user), asked)) == {
        first.id: MessageNeighbours((), (second.id,)),
        second.id: MessageNeighbours((first.id,), (third.id,)),
        third.id: MessageNeighbours((second.id,), ()),
        between.id: MessageNeighbours((), ()),
    }
    assert await store.read(BesideQuery(Scope(user_id=user), [first.id, third.id], turns=5)) == {
        first.id: MessageNeighbours((), (second.id, third.id)),
        third.id: MessageNeighbours((second.id, first.id), ()),
    }
    assert set(await store.read(BesideQuery(Scope(user_id=user, agent_id="scout"), asked))) == {between.id}
    assert await store.read(BesideQuery(Scope(user_id=other_user), asked)) == {}
    assert await store.read(BesideQuery(Scope(user_id=user), [])) == {}


async def test_what_is_said_around_messages_is_read_with_further_ones_as_a_view_shows_it(
    store: Store, user: str, other_user: str
) -> None:
    said = [message(user, f"m{n}", session_id="a", at=NOW + minutes(n)) for n in range(6)]
    gone = message(user, "gone", session_id="a", at=NOW + minutes(6), expires_at=NOW + minutes(7))
    further = message(user, "further", session_id="b")
    theirs = message(other_user, "theirs", session_id="a", at=NOW + minutes(1))
    await say_stored(store, *said, gone, further, theirs)
    around = [([said[0].id, "unknown"], 1), ([said[4].id], 2)]
    view = View(alive_at=NOW + minutes(9))
    asked = StretchQuery(Scope(user_id=user), around, [further.id, said[0].id, theirs.id], view=view)
    before, told = await store.read(asked)
    assert before == {
        said[1].id: said[0].id,
        said[3].id: said[2].id,
        said[4].id: said[3].id,
        said[5].id: said[4].id,
        gone.id: said[5].id,
    }
    assert sorted(one.content for one in told) == ["further", "m1", "m2", "m3", "m5"]  # who asks has those around
    assert await store.read(StretchQuery(Scope(user_id=other_user), around, [further.id])) == ({}, [])
    alone = await store.read(StretchQuery(Scope(user_id=user), [], [further.id, said[0].id]))
    assert sorted(one.content for one in alone.said) == ["further", "m0"]


async def test_neighbours_of_one_moment_and_of_no_session_are_told_too(store: Store, user: str) -> None:
    one, two, three = sorted((message(user, f"m{n}") for n in range(3)), key=lambda each: each.id)
    await say_stored(store, three, one, two, message(user, "elsewhere", session_id="s"))
    assert await store.read(BesideQuery(Scope(user_id=user), [one.id, two.id, three.id])) == {
        one.id: MessageNeighbours((), (two.id,)),
        two.id: MessageNeighbours((one.id,), (three.id,)),
        three.id: MessageNeighbours((two.id,), ()),
    }


async def test_the_zones_that_the_newest_messages_keep_are_told(store: Store, user: str, other_user: str) -> None:
    kept: list[dict[str, JsonValue]] = [
        {ZONE_KEY: "Asia/Shanghai"},
        {ZONE_KEY: "+05:30", "more": [1]},
        {"said": f"my {ZONE_KEY}"},
        {},
        {ZONE_KEY: "Europe/Berlin"},
    ]
    said = [message(user, f"m{n}", at=NOW + minutes(n), metadata=each) for n, each in enumerate(kept)]
    over = message(user, "over", at=NOW + minutes(9), metadata={ZONE_KEY: "UTC"}, expires_at=NOW + minutes(10))
    await say_stored(store, *reversed(said), over)
    await say_stored(store, message(other_user, "theirs", at=NOW + minutes(9), metadata={ZONE_KEY: "Asia/Tokyo"}))
    later = NOW + minutes(20)
    assert await store.read(ZoneQuery(user, alive_at=later, limit=9)) == ["Europe/Berlin", "+05:30", "Asia/Shanghai"]
    assert await store.read(ZoneQuery(user, alive_at=later, limit=4)) == ["Europe/Berlin", "+05:30"]
    assert await store.read(ZoneQuery(user, alive_at=NOW, limit=1)) == ["UTC"]
    assert await store.read(ZoneQuery("nobody", alive_at=later, limit=9)) == []


async def test_those_who_speak_are_told_once_each(store: Store, user: str, other_user: str) -> None:
    names = ("Mia", "Ada", None, "Mia", "周航", "Ada")
    await say_stored(store, *(message(user, f"m{n}", speaker=name) for n, name in enumerate(names)))
    await say_stored(store, message(other_user, "theirs", speaker="Zoe"))
    assert await store.read(SpeakerQuery(user)) == ["Ada", "Mia", "周航"]
    assert await store.read(SpeakerQuery(user, limit=2)) == ["Ada", "Mia"]
    assert await store.read(SpeakerQuery("nobody")) == []


async def test_those_who_speak_in_one_role_are_told_without_the_others(store: Store, user: str) -> None:
    await say_stored(
        store,
        message(user, "Hello.", role=Role.ASSISTANT, speaker="Bot"),
        message(user, "Who are you?", speaker="Mia"),
        message(user, "A bot.", role=Role.ASSISTANT, speaker="Bot"),
        message(user, "Nice.", role=Role.ASSISTANT, speaker="Mia"),
    )
    assert await store.read(SpeakerQuery(user, role=Role.USER)) == ["Mia"]
    assert await store.read(SpeakerQuery(user, role=Role.ASSISTANT)) == ["Bot", "Mia"]
    assert await store.read(SpeakerQuery(user, role=Role.TOOL)) == []


async def test_many_who_speak_are_told_up_to_a_limit(store: Store, user: str) -> None:
    names = [f"Speaker {n:02}" for n in range(20)]
    await say_stored(store, *(message(user, f"I am {name}", speaker=name) for name in reversed(names)))
    for limit in (8, 15, 16, 20, 30):
        assert await store.read(SpeakerQuery(user, limit=limit)) == names[:limit]


async def test_an_unknown_user_has_nothing(store: Store, user: str) -> None:
    scope = Scope(user_id=user)
    assert await store.read(MessageQuery(scope)) == []
    assert await store.read(SearchQuery(scope, Message, terms=["hello"], vector=vector(1))) == []
    assert await store.revision(user) == 0
    assert (await store.stats(user)).messages == 0


async def test_sessions_come_with_their_size_the_last_used_first(store: Store, user: str) -> None:
    await say_stored(
        store,
        message(user, "a", session_id="old"),
        message(user, "b", session_id="new", at=NOW + minutes(1)),
        message(user, "c", session_id="new", at=NOW + minutes(2)),
        message(user, "no session"),
    )
    assert await store.read(SessionQuery(user)) == [("new", 2, NOW + minutes(2)), ("old", 1, NOW)]


async def test_appending_nothing_is_nothing(store: Store, user: str) -> None:
    assert await store.append([], embeddings={}, due_at=NOW) == []


async def test_a_rewritten_message_is_found_by_its_new_words_alone(store: Store, user: str) -> None:
    said = message(user, "I live in Graz. I like rain.", session_id="s", metadata={"city": "Graz"})
    other = message(user, "Graz is far.")
    await say(store, said, other)
    short = said.model_copy(update={"content": "I like rain.", "metadata": {}})
    await put(store, user, messages=(short,), embeddings={said.id: vector_of(short.content)})
    scope = Scope(user_id=user)
    assert await store.read(MessageQuery(scope, ids=[said.id])) == [short]
    assert [hit.record.id for hit in await store.read(SearchQuery(scope, Message, terms=terms("Graz")))] == [other.id]
    [hit] = await store.read(
        SearchQuery(scope, Message, terms=terms("rain"), vector=vector_of(short.content), limit=1)
    )
    assert hit.record == short
    assert hit.vector == pytest.approx(1.0)
    assert await store.check(user_id=user) == []


async def test_rewriting_a_message_ends_the_lease_on_it(store: Store, user: str) -> None:
    said = message(user, "I live in Graz. I like rain.")
    await say(store, said)
    batch = await store.claim(Claim(worker_id="w", now=NOW, lease=minutes(1), limit=9, user_id=user))
    assert batch is not None
    await put(store, user, messages=(said.model_copy(update={"content": "I like rain."}),))
    with pytest.raises(LeaseLostError):
        await put(store, user, settled=(said.id,), worker_id="w")
    assert await store.read(MessageQuery(Scope(user_id=user), states=[MessageState.PENDING]))


async def test_other_metadata_leave_all_else_of_a_message_and_the_lease_on_it(store: Store, user: str) -> None:
    said = message(user, "I like rain.", metadata={"city": "Graz"})
    await say(store, said)
    batch = await store.claim(Claim(worker_id="w", now=NOW, lease=minutes(1), limit=9, user_id=user))
    assert batch is not None
    moved = said.model_copy(update={"metadata": {"city": "Bonn"}})  # as it was read before the claim
    await put(store, user, annotated=(moved, message(user, "was never said")))
    scope, in_bonn = Scope(user_id=user), View.of(filters={"city": "Bonn"})
    assert await store.read(MessageQuery(scope, view=in_bonn)) == [moved.model_copy(update={"attempts": 1})]
    await put(store, user, settled=(said.id,), worker_id="w")
    [done] = await store.read(MessageQuery(scope))
    assert (done.state, done.attempts, done.metadata) == (MessageState.DONE, 1, {"city": "Bonn"})
    assert (await store.stats(user)).unembedded == 0


async def test_a_message_whose_text_changes_waits_for_a_new_vector(store: Store, user: str) -> None:
    said = message(user, "I live in Graz. I like rain.")
    await say(store, said)
    await put(store, user, messages=(said.model_copy(update={"content": "I like rain."}),))
    assert await store.read(SearchQuery(Scope(user_id=user), Message, vector=vector_of(said.content))) == []
    assert (await store.stats(user)).unembedded == 1


async def test_a_message_of_the_same_text_keeps_its_vector_when_its_metadata_change(store: Store, user: str) -> None:
    said = message(user, "I like rain.", metadata={"city": "Graz"})
    await say(store, said)
    moved = said.model_copy(update={"metadata": {"city": "Bonn"}})
    await put(store, user, messages=(moved,))
    scope, in_bonn = Scope(user_id=user), View.of(filters={"city": "Bonn"})
    assert await store.read(MessageQuery(scope, view=in_bonn)) == [moved]
    [hit] = await store.read(SearchQuery(scope, Message, vector=vector_of(said.content), limit=1))
    assert hit.vector == pytest.approx(1.0)
    assert await store.check(user_id=user) == []


async def test_a_message_that_is_gone_is_not_rewritten(store: Store, user: str) -> None:
    await put(store, user, messages=(message(user, "I like rain."),))
    assert await store.read(MessageQuery(Scope(user_id=user))) == []
