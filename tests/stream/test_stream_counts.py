"""What of the memory stream counts: not what has expired, in any read.

What the user knows well; which session.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.records import fresh_user

from memary import Memary

PAST, FUTURE = "2026-01-01T00:00:00Z", "2100-01-01T00:00:00Z"
FAR = datetime(2099, 1, 1, tzinfo=UTC)


@pytest.fixture
def memory() -> Iterator[Memary]:
    with Memary.open("sqlite:///:memory:", worker=False, timezone="UTC", embedding="hash") as opened:
        yield opened


def say(memory: Memary, user: str, *said: dict[str, Any], **scope: Any) -> None:
    memory.add(list(said), user_id=user, **scope)
    memory.flush(user_id=user)


def on(day: str, text: str, **more: Any) -> dict[str, Any]:
    return {"content": text, "created_at": f"{day}T09:00:00Z"} | more


def every_count(memory: Memary, user: str, **options: Any) -> list[Counter[str]]:
    """How often each entity came up, as each read of the stream has it."""
    shown = memory.stream.entries(user_id=user, **options)
    ranked = memory.entities.list(user_id=user, **options)
    named = [
        Counter({one.name: one.after for one in found.entities})
        for found in [
            memory.stream.changes(user_id=user, since=datetime(2020, 1, 1, tzinfo=UTC), until=FAR, **options)
        ]
    ]
    rare = Counter({one.entity.name: one.count for one in ranked if one.count < 3})  # left out of changes
    rewound = memory.stream.rewind(FAR, user_id=user, limit=None, **options)
    return [
        Counter(entity.name for _, entity in shown),
        Counter({one.entity.name: one.count for one in ranked}),
        Counter({one.entity.name: one.count for one in rewound.entities}),
        *(one + rare for one in named),
    ]


def every_total(memory: Memary, user: str, **options: Any) -> set[int]:
    """How many entries the stream has, as each read has it."""
    rewound = memory.stream.rewind(FAR, user_id=user, **options)
    return {
        len(memory.stream.entries(user_id=user, **options)),
        sum(one.count for one in memory.entities.list(user_id=user, **options)),
        sum(one.count for one in memory.stream.timeline(user_id=user, by="month", **options)),
        sum(one.mentions for one in memory.entities.categories(user_id=user, **options)),
        rewound.then.mentions,
        rewound.now.mentions,
    }


# what has expired


def test_what_has_expired_counts_nowhere_unless_that_is_asked_for(either: Memary) -> None:
    user = fresh_user()
    talk = [on(f"2025-12-0{day}", "I met Mira in Graz.", expires_at=PAST, session_id=str(day)) for day in (1, 2)]
    say(either, user, *talk, on("2026-02-01", "Mira went to Leipzig.", expires_at=FUTURE, session_id="3"))
    either.facts.add([{"subject": "Mira", "predicate": "likes", "object": "Oslo", "expires_at": PAST}], user_id=user)
    assert every_count(either, user) == [Counter({"Mira": 1, "Leipzig": 1})] * 4
    assert every_total(either, user) == {2}
    everything = Counter({"Mira": 4, "Graz": 2, "Leipzig": 1, "Oslo": 1})
    assert every_count(either, user, include_expired=True) == [everything] * 4
    assert every_total(either, user, include_expired=True) == {8}
    assert either.stream.themes(user_id=user) == []
    assert either.stream.themes(user_id=user, include_expired=True)[0].count >= 4
    now = either.stream.rewind(FAR, user_id=user)
    assert (now.then.messages, now.now.messages) == (1, 1)
    assert either.stream.rewind(FAR, user_id=user, include_expired=True).now.messages == 3


WORDS = ("Mira", "Graz", "Kafka", "Oslo")
MESSAGE = st.tuples(
    st.sets(st.sampled_from(WORDS), min_size=1),
    st.integers(1, 28),
    st.sampled_from([PAST, FUTURE, None]),
    st.sampled_from(["a", "b", None]),
)


@pytest.mark.long
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(MESSAGE, max_size=6), st.integers(1, 28))
def test_the_knowledge_store_counts_the_stream_whatever_was_said(
    memory: Memary, talk: list[tuple[set[str], int, str | None, str | None]], until: int
) -> None:
    user, as_of = fresh_user(), datetime(2025, 12, until, 12, tzinfo=UTC)
    memory.facts.add([{"subject": "Mira", "predicate": "likes", "object": "Graz"}], user_id=user)
    for words, day, expires_at, session in talk:
        fact = {"subject": "Mira", "predicate": "noted", "object": "x"}
        (id_,) = memory.add(
            [on(f"2025-12-{day:02}", " ".join(sorted(words)), expires_at=expires_at)],
            user_id=user,
            session_id=session,
            infer=False,
        ).ids
        memory.facts.add([fact | {"object": word, "source_ids": [id_]} for word in sorted(words)], user_id=user)
    for expired in (False, True):
        options: dict[str, Any] = {"include_expired": expired}
        counts = every_count(memory, user, **options)
        assert counts == counts[:1] * 4
        assert len(every_total(memory, user, **options)) == 1
        then = memory.stream.rewind(as_of, user_id=user, limit=None, **options)
        said = memory.stream.entries(user_id=user, until=as_of + timedelta(microseconds=1), **options)
        assert Counter(entity.name for _, entity in said) == Counter(
            {one.entity.name: one.count for one in then.entities}
        )
        for session in ("a", "b"):
            listed = memory.entities.list(user_id=user, session_id=session, **options)
            in_session = memory.stream.entries(user_id=user, session_id=session, **options)
            assert Counter(entity.name for _, entity in in_session) == {one.entity.name: one.count for one in listed}


def test_entries_are_taken_out_at_the_place_that_the_stream_shows(memory: Memary) -> None:
    talk = [
        on("2025-12-01", "I met Mira.", expires_at=PAST),
        on("2025-12-02", "I met Mira."),
        on("2025-12-03", "I saw Oslo."),
    ]
    say(memory, "ada", *talk)
    memory.stream.remove(user_id="ada", index=0)
    left = [
        f"{one.at:%d} {entity.name}" for one, entity in memory.stream.entries(user_id="ada", include_expired=True)
    ]
    assert left == ["01 Mira", "03 Oslo"]
    assert memory.stream.clear(user_id="ada") == 2


# of one session, of one agent


def test_themes_shifts_and_timeline_are_those_of_a_session_or_an_agent(memory: Memary) -> None:
    pots = [
        "Mira makes pots in Graz.",
        "Mira is in Graz.",
        "Graz and Mira.",
        "So is Mira in Graz.",
        "Mira left Graz.",
    ]
    work = [
        "We use Kafka with Postgres.",
        "Kafka and Postgres.",
        "Postgres, Kafka.",
        "Kafka, Postgres.",
        "Kafka it is.",
    ]
    for day, session in (("2026-01-05", "one"), ("2026-01-12", "two")):
        talk = [on(day, text) | {"created_at": f"{day}T09:0{n}:00Z"} for n, text in enumerate([*pots, *work])]
        say(memory, "ada", *talk, session_id=session, agent_id="desk" if session == "two" else None)
    assert len(memory.stream.themes(user_id="ada")) == 2
    (first, second) = memory.stream.themes(user_id="ada", session_id="one")
    assert {first.sessions, second.sessions} == {1}
    assert {first.label, second.label} == {"Graz · Mira", "Kafka · Postgres"}
    assert first.questions
    assert memory.stream.themes(user_id="ada", agent_id="desk") == []  # nothing came up in two of its sessions
    assert memory.stream.topic_shifts(user_id="ada") == []
    (shift,) = memory.stream.topic_shifts(user_id="ada", session_id="two")
    assert (shift.before, shift.after) == (("two",), ("two",))
    assert set(shift.went) == {"Mira", "Graz"}
    assert set(shift.came) == {"Kafka", "Postgres"}
    assert memory.stream.topic_shifts(user_id="ada", agent_id="desk") == []
    (day,) = memory.stream.timeline(user_id="ada", agent_id="desk", by="day")
    assert (f"{day.start:%m-%d}", day.messages) == ("01-12", 10)
    mine = memory.stream.changes(
        user_id="ada", session_id="one", since=datetime(2026, 1, 5, 9, 5, tzinfo=UTC), until=FAR
    )
    assert {one.name: one.change for one in mine.entities} == {
        "Kafka": "new", "Postgres": "new", "Mira": "gone", "Graz": "gone",
    }  # fmt: skip
    assert (
        sum(one.mentions for one in memory.entities.categories(user_id="ada", session_id="one"))
        == mine.mentions_after + 10
    )


# what the user knows well


def known(memory: Memary, user: str = "ada") -> set[str]:
    return {one.entity.name for one in memory.entities.list(user_id=user, known=True)}


def lines(memory: Memary, user: str = "ada", **options: Any) -> list[str]:
    return [line.text.split(":")[0] for line in memory.insights.profile(user_id=user, **options).section("depth")]


def bring_up(memory: Memary, name: str, *, user: str = "ada", **said: Any) -> None:
    """Let a name come up on five days."""
    days = [on(f"2026-01-0{day}", f"So it is with {name}.", **said) for day in range(1, 6)]
    for id_ in memory.add(days, user_id=user, infer=False).ids:
        fact = {"subject": name, "predicate": "came_up", "object": name, "source_ids": [id_]}
        memory.facts.add([fact], user_id=user)


def test_what_the_assistant_says_is_heard_and_not_known_well(memory: Memary) -> None:
    bring_up(memory, "Graz")
    bring_up(memory, "Kafka", role="assistant", speaker="memary")
    assert {one.entity.name: one.count for one in memory.entities.list(user_id="ada")} == {"Graz": 5, "Kafka": 5}
    assert known(memory) == {"Graz"}
    assert lines(memory) == ["Graz"]
    window = memory.context("What of it?", user_id="ada")
    entities = next(one.text for one in window.blocks if one.name == "entities").splitlines()
    assert {line.split()[1]: "known well" in line for line in entities if line.startswith("-")} == {
        "Graz": True,
        "Kafka": False,
    }


@pytest.mark.long
def test_what_a_document_names_is_read_and_not_known_well(memory: Memary) -> None:
    book = "\n\n".join(["Clarissa walked through London once more, as she always had. " * 40] * 10)
    say(memory, "ada", on("2026-01-01", book), on("2026-01-09", book + " The end."))
    assert {one.entity.name: one.count for one in memory.entities.list(user_id="ada")}["London"] >= 10
    assert known(memory) == set()
    assert lines(memory) == []
    assert memory.insights.profile(user_id="ada").section("breadth")


def test_among_several_who_speak_only_the_users_words_count(memory: Memary) -> None:
    bring_up(memory, "Graz")
    bring_up(memory, "Kafka", speaker="Ben")
    memory.facts.add([{"subject": "Ben", "predicate": "lives_in", "object": "Rome"}], user_id="ada")
    memory.facts.add([{"subject": "user", "predicate": "lives_in", "object": "Rome"}], user_id="ada")
    assert (known(memory), lines(memory), lines(memory, about="Ben")) == ({"Graz"}, ["Graz"], ["Kafka"])


def test_a_speaker_of_the_users_name_is_the_user(memory: Memary) -> None:
    bring_up(memory, "Graz", speaker="林夏")
    bring_up(memory, "Kafka", speaker="Ben")
    say(
        memory,
        "ada",
        on("2026-02-01", "我叫林夏，我住在武汉。", speaker="林夏"),
        on("2026-02-01", "好的。", role="assistant"),
    )
    assert (known(memory), lines(memory)) == ({"Graz"}, ["Graz"])


def test_in_a_talk_without_a_user_whoever_speaks_counts(memory: Memary) -> None:
    bring_up(memory, "Graz", speaker="Ben")
    bring_up(memory, "Kafka", speaker="Mira")
    assert known(memory) == {"Graz", "Kafka"}
