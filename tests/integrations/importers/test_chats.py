"""Chats that messengers exported come in as people had them: who said what, when, and nothing of the app's own."""

from __future__ import annotations

import json
import zipfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from memary import InputError, Memary
from memary.integrations.importers import ImportReport, Source, import_memories, recognized
from tests.integrations.importers.exports import left

IOS = """\
\u200e[31/12/2025, 20:15:03] The Hollys 🎄: \u200eMessages and calls are end-to-end encrypted.
[31/12/2025, 20:15:03] Nora: \u200eNora created this group
[31/12/2025, 20:15:04] Nora: Dinner at eight.
Bring a coat:
it is cold.
[31/12/2025, 20:16:00] ~\u202fMei 林美: I can't come \u200e<This message was edited>
\u200e[31/12/2025, 20:16:10] Nora: \u200eimage omitted
\u200e[31/12/2025, 20:16:20] Nora: The cake \u200e<attached: 00000012-PHOTO.jpg>
[01/01/2026, 00:01:00] \u202a+43 660 123\u202c: Happy new year
[01/01/2026, 00:01:05] Nora: \u200eThis message was deleted.
"""

ANDROID = """\
31/12/2025, 20:10 - Messages and calls are end-to-end encrypted. Tap to learn more.
31/12/2025, 20:10 - Nora created group "The Hollys"
31/12/2025, 20:11 - Nora changed the group name from "The Hollys" to "Hollys: all of us"
31/12/2025, 20:15 - Nora: yes
31/12/2025, 20:15 - Mum: Who is there?
31/12/2025, 20:15 - Nora: yes
31/12/2025, 20:16 - Mum: <Media omitted>
31/12/2025, 20:17 - Mum: IMG-20251231-WA0001.jpg (file attached)
My new kitten
31/12/2025, 20:18 - Mum: This message was deleted
31/12/2025, 20:19 - Nora: Sweet! <This message was edited>
"""


def bring(memory: Memary, path: Path, text: str, **options: Any) -> ImportReport:
    path.write_text(text, encoding="utf-8")
    return import_memories(memory, path, **{"source": "whatsapp", "user_id": "nora", "zone": "UTC"} | options)


def said(memory: Memary) -> list[tuple[str | None, str]]:
    return [(one.speaker, one.content) for one in memory.messages.list(user_id="nora")]


def times(memory: Memary) -> list[str]:
    return [f"{one.created_at:%Y-%m-%d %H:%M:%S}" for one in memory.messages.list(user_id="nora")]


# -- whatsapp ------------------------------------------------------------------------------------------------------


def test_a_chat_of_ios_comes_in_with_its_people_and_without_what_the_app_wrote(
    memory: Memary, tmp_path: Path
) -> None:
    report = bring(memory, tmp_path / "_chat.txt", IOS, me="nora")

    assert said(memory) == [
        (None, "Dinner at eight.\nBring a coat:\nit is cold."),
        ("Mei 林美", "I can't come"),
        (None, "The cake"),
        ("+43 660 123", "Happy new year"),
    ]
    assert (report.me, report.speakers) == ("Nora", ("+43 660 123", "Mei 林美", "Nora"))
    assert left(report) == {"4 lines of _chat.txt": "WhatsApp wrote them: nobody's words"}
    assert {one.session_id for one in memory.messages.list(user_id="nora")} == {
        "whatsapp:The Hollys 🎄 2025-12-31",
        "whatsapp:The Hollys 🎄 2026-01-01",
    }


def test_a_chat_of_android_comes_in_in_its_order(memory: Memary, tmp_path: Path) -> None:
    bring(memory, tmp_path / "WhatsApp Chat with The Hollys.txt", ANDROID, me="Nora")

    assert said(memory) == [
        (None, "yes"),
        ("Mum", "Who is there?"),
        (None, "yes"),
        ("Mum", "My new kitten"),
        (None, "Sweet!"),
    ]


def test_without_a_name_for_the_user_all_are_named(memory: Memary, tmp_path: Path) -> None:
    report = bring(memory, tmp_path / "_chat.txt", ANDROID)

    assert (report.me, report.speakers) == (None, ("Mum", "Nora"))
    assert {speaker for speaker, _ in said(memory)} == {"Mum", "Nora"}


def test_who_wrote_nothing_cannot_be_the_user(memory: Memary, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"'Ada' wrote nothing there: say which of these is the user: Mum, Nora\."):
        bring(memory, tmp_path / "_chat.txt", ANDROID, me="Ada")
    assert memory.admin.users() == []


def test_a_longer_export_of_the_same_chat_brings_what_is_new(memory: Memary, tmp_path: Path) -> None:
    bring(memory, tmp_path / "WhatsApp Chat with The Hollys.txt", ANDROID, me="Nora")
    longer = bring(
        memory,
        tmp_path / "WhatsApp Chat with The Hollys (1).txt",
        f"{ANDROID}01/01/2026, 09:00 - Mum: Slept well?\n",
        me="Nora",
        zone="Europe/Vienna",
    )
    assert (longer.messages, longer.known) == (1, 5)


def test_who_is_named_as_the_user_later_is_the_user_of_what_came_in_before(memory: Memary, tmp_path: Path) -> None:
    bring(memory, tmp_path / "_chat.txt", ANDROID, user_id="h7", infer=True)
    memory.add("I live in Bath.", user_id="h7", wait=True)
    lives = {"subject": "Nora", "subject_type": "person", "predicate": "works_at", "object": "Airbus"}
    memory.facts.add([lives], user_id="h7")
    more = "".join(f"01/01/2026, {n // 60:02}:{n % 60:02} - Nora: Sweet {n}!\n" for n in range(1_000))
    bring(memory, tmp_path / "_chat.txt", f"{ANDROID}{more}", user_id="h7")
    longer = f"{ANDROID}{more}01/02/2026, 09:00 - Nora: I have a dog.\n"
    again = bring(memory, tmp_path / "_chat.txt", longer, user_id="h7", me="Nora", infer=True)
    memory.flush()

    assert (again.messages, again.known, again.left[1:]) == (1, 1_005, ())
    facts = memory.facts.list(user_id="h7")
    assert {"Bath", "Airbus"} <= {fact.object for fact in facts}
    assert {memory.entities.get(fact.subject_id, user_id="h7").name for fact in facts} == {"Nora"}
    assert memory.insights.profile(user_id="h7").person == "Nora"


def test_words_that_are_there_as_somebody_elses_are_told(memory: Memary, tmp_path: Path) -> None:
    bring(memory, tmp_path / "_chat.txt", ANDROID, me="Mum")
    again = bring(memory, tmp_path / "_chat.txt", ANDROID, me="Nora")

    assert (again.messages, again.known) == (0, 3)
    assert left(again)["My new kitten"].startswith("it was imported before as somebody else's words")


def test_how_dates_were_read_is_told(memory: Memary, tmp_path: Path) -> None:
    report = bring(memory, tmp_path / "_chat.txt", "3/4/26, 20:15 - Nora: Hello\n")
    assert report.dates == ("3/4/26 is 2026-04-03",)


def test_times_are_those_of_the_zone(memory: Memary, tmp_path: Path) -> None:
    report = bring(memory, tmp_path / "_chat.txt", "31/12/2025, 20:15 - Nora: Hello\n", zone="Europe/Vienna")

    assert memory.messages.list(user_id="nora")[0].created_at == datetime(2025, 12, 31, 19, 15, tzinfo=UTC)
    assert report.zone == "Europe/Vienna"
    with pytest.raises(InputError, match="'Vienna' is no time zone"):
        bring(memory, tmp_path / "_chat.txt", ANDROID, zone="Vienna")


@pytest.mark.words
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("03/04/2026, 20:15 - A: x\n25/04/2026, 20:15 - A: y", ["2026-04-03 20:15:00", "2026-04-25 20:15:00"]),
        (
            "4/3/26, 8:15\u202fPM - A: x\n4/25/26, 12:05\u202fAM - A: y",
            ["2026-04-03 20:15:00", "2026-04-25 00:05:00"],
        ),
        ("4/3/26, 8:15\u202fPM - A: x", ["2026-04-03 20:15:00"]),
        ("03/04/26, 8:15 pm - A: x", ["2026-04-03 20:15:00"]),
        ("03/12/2026, 20:15 - A: x\n04/01/2026, 20:15 - A: y", ["2026-03-12 20:15:00", "2026-04-01 20:15:00"]),
        ("[03.04.26, 20:15:09] A: x", ["2026-04-03 20:15:09"]),
        ("[3.4.2026 klo 20.15.09] A: x", ["2026-04-03 20:15:09"]),
        ("[2026/4/3 下午8:15:09] A: x", ["2026-04-03 20:15:09"]),
        ("2026/4/3 中午12:15 - A: x", ["2026-04-03 12:15:00"]),
        ("3/4/26 8:15 p.\xa0m. - A: x", ["2026-04-03 20:15:00"]),
        ("03-04-2026 20:15 - A: x", ["2026-04-03 20:15:00"]),
    ],
)
def test_days_and_hours_are_read_as_phones_write_them(
    memory: Memary, tmp_path: Path, text: str, told: list[str]
) -> None:
    bring(memory, tmp_path / "_chat.txt", text)
    assert times(memory) == told


@pytest.mark.words
@pytest.mark.parametrize(
    "text",
    [
        "<Medien ausgeschlossen>",
        "<媒體已略去>",
        "\u200e图像已忽略",
        "图像已忽略",
        "Se eliminó este mensaje.",
        "\u200eaudio omis",
        "bericht.pdf (Datei angehängt)",
        "null",
    ],
)
def test_what_stands_in_place_of_a_message_is_none(memory: Memary, tmp_path: Path, text: str) -> None:
    bring(memory, tmp_path / "_chat.txt", f"03/04/2026, 20:15 - A: {text}\n03/04/2026, 20:16 - A: I <3 you\n")
    assert said(memory) == [("A", "I <3 you")]


def test_a_chat_is_known_by_its_lines_also_in_a_zip(memory: Memary, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "WhatsApp Chat - The Hollys 🎄.zip", "w") as archive:
        archive.writestr("_chat.txt", IOS)
        archive.writestr("00000012-PHOTO.jpg", b"")
    (tmp_path / "chat.txt").write_text(ANDROID, encoding="utf-8")
    (tmp_path / "note.txt").write_text("On 31/12/2025, 20:15 - a note: nothing else.\n", encoding="utf-8")

    assert recognized(tmp_path / "WhatsApp Chat - The Hollys 🎄.zip") == Source.WHATSAPP
    assert recognized(tmp_path / "chat.txt") == Source.WHATSAPP
    assert recognized(tmp_path / "note.txt") == Source.MARKDOWN
    bring(memory, tmp_path / "_chat.txt", IOS)
    zipped = import_memories(
        memory, tmp_path / "WhatsApp Chat - The Hollys 🎄.zip", source="whatsapp", user_id="nora"
    )
    assert (zipped.messages, zipped.known) == (0, 4)


def test_what_is_said_of_chats_is_refused_of_others(memory: Memary, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="me and zone are for chats of messengers only"):
        bring(memory, tmp_path / "note.md", "A note.", source="markdown", me="Nora")


# -- telegram ------------------------------------------------------------------------------------------------------

TELEGRAM: dict[str, Any] = {
    "name": "Hollys",
    "type": "private_group",
    "id": 77,
    "messages": [
        {"id": 1, "type": "service", "date": "2026-01-01T10:00:00", "actor": "Nora", "actor_id": "user1", "text": ""},
        {
            "id": 2,
            "type": "message",
            "date": "2026-01-01T10:01:00",
            "date_unixtime": "1767258060",
            "from": "Nora",
            "from_id": "user1",
            "text": ["See ", {"type": "link", "text": "https://example.org"}, "!"],
        },
        {
            "id": 3,
            "type": "message",
            "date": "2026-01-01T10:02:00",
            "from": "Mum",
            "from_id": "user2",
            "reply_to_message_id": 2,
            "forwarded_from": "Aunt Jo",
            "text": "I moved to Leeds.",
        },
        {"id": 4, "type": "message", "date": "2026-01-01T10:03:00", "from": "Mum", "from_id": "user2", "text": ""},
    ],
}


def test_a_chat_of_telegram_comes_in(memory: Memary, tmp_path: Path) -> None:
    report = bring(memory, tmp_path / "result.json", json.dumps(TELEGRAM), source="telegram", me="Nora")

    assert said(memory) == [
        (None, "See https://example.org!"),
        ("Mum", "Forwarded from Aunt Jo:\n\nI moved to Leeds."),
    ]
    first, second = memory.messages.list(user_id="nora")
    assert first.created_at == datetime(2026, 1, 1, 9, 1, tzinfo=UTC)
    assert second.metadata["reply_to"] == first.id
    assert second.session_id == "telegram:Hollys 2026-01-01"
    assert left(report) == {"2 messages of Hollys": "they have no words, or are news of the chat"}
    assert recognized(tmp_path / "result.json") == Source.TELEGRAM


def test_an_export_of_all_chats_of_telegram_knows_its_owner_and_what_was_edited_later(
    memory: Memary, tmp_path: Path
) -> None:
    everything = {
        "personal_information": {"user_id": 1, "first_name": "Nora", "last_name": ""},
        "chats": {"list": [TELEGRAM]},
    }
    report = bring(memory, tmp_path / "result.json", json.dumps(everything), source="telegram")
    edited = json.dumps(everything).replace("Leeds", "York")
    again = bring(memory, tmp_path / "result.json", edited, source="telegram")

    assert (report.me, again.replaced, again.known) == ("Nora", 1, 1)
    assert said(memory)[1] == ("Mum", "Forwarded from Aunt Jo:\n\nI moved to York.")
