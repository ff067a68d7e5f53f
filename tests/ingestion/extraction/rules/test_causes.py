"""Rules read what a speaker gives as the reason of what, by plain connectives, and above all what is none."""

from __future__ import annotations

import pytest
from support.records import fresh_user, message
from support.tables import each

from memary import Memary
from memary.ingestion.extraction.rules.plain_forms import extract_by_rules
from memary.text import detect_language


def reasons(text: str) -> list[tuple[str, str]]:
    """The objects of facts, each with that of the fact on which it rests."""
    said = message("ada", text, language=detect_language(text))
    facts = extract_by_rules([said], self_name="User").facts
    return [(fact.object, facts[(one.fact or 0) - 1].object) for fact in facts for one in fact.rests_on]


@each(
    ("text", "effect", "ground"),
    [
        ("I live in Bern because I work at Acme.", "Bern", "Acme"),
        ("I live in Bern, because I work at Acme.", "Bern", "Acme"),
        ("Because I work at Acme, I live in Bern.", "Bern", "Acme"),
        ("I moved to Bern because I work for Acme.", "Bern", "Acme"),
        ("I like tea because I live in Kyoto.", "tea", "Kyoto"),
        ("I hate spring because I'm allergic to pollen.", "spring", "pollen"),
        ("I live in Bern since I work at Acme.", "Bern", "Acme"),
        ("Since I work at Acme, I live in Bern.", "Bern", "Acme"),
        ("I work at Acme, so I live in Bern.", "Bern", "Acme"),
        ("I'm allergic to pollen, so I hate spring.", "spring", "pollen"),
        ("I work at Acme. That's why I live in Bern.", "Bern", "Acme"),
        ("I work at Acme, and that is why I live in Bern.", "Bern", "Acme"),
        ("It rains. I live in Bern because I work at Acme.", "Bern", "Acme"),
        ("I live in Bern because I work at Acme. It rains.", "Bern", "Acme"),
        ("I live in Bern only because I work at Acme.", "Bern", "Acme"),
        ("I work at Acme, which is why I live in Bern.", "Bern", "Acme"),
        ("I work at Acme and therefore I live in Bern.", "Bern", "Acme"),
        ("The only reason I live in Bern is that I work at Acme.", "Bern", "Acme"),
        ("Now that I work at Acme, I live in Bern.", "Bern", "Acme"),
        ("As I'm allergic to pollen, I hate spring.", "spring", "pollen"),
        ("既然我在华为上班，我就住在深圳。", "深圳", "华为"),
        ("我住在深圳就是因为我在华为上班。", "深圳", "华为"),
        ("我住在成都，难怪我喜欢火锅。", "火锅", "成都"),
        ("我喜欢火锅，毕竟我住在成都。", "火锅", "成都"),
        ("因为我在华为上班，所以我住在深圳。", "深圳", "华为"),
        ("因为我在华为上班，我住在深圳。", "深圳", "华为"),
        ("由于我在腾讯工作，我住在深圳。", "深圳", "腾讯"),
        ("由于我就职于招商银行，所以我搬到了深圳。", "深圳", "招商银行"),
        ("我在华为上班，所以我住在深圳。", "深圳", "华为"),
        ("我在华为上班。所以我住在深圳。", "深圳", "华为"),
        ("我住在深圳，因为我在华为上班。", "深圳", "华为"),
        ("我搬到了深圳，是因为我在华为上班。", "深圳", "华为"),
        ("因为我对花粉过敏，所以我讨厌春天。", "春天", "花粉"),
        ("我对牛奶过敏，所以我喜欢豆浆。", "豆浆", "牛奶"),
        ("我住在成都，所以我喜欢火锅。", "火锅", "成都"),
        ("今天很冷。因为我住在成都，我喜欢火锅。", "火锅", "成都"),
    ],
)
def test_both_halves_are_facts_and_one_rests_on_the_other(text: str, effect: str, ground: str) -> None:
    assert reasons(text) == [(effect, ground)]


@each(
    "text",
    [
        "I live in Bern since 2019.",
        "I love sushi since I moved to Kyoto.",
        "I live in Bern because I said so.",
        "I live in Bern and so do I.",
        "I live in Bern. So I work at Acme.",
        "I live in Bern, not because I work at Acme.",
        "I live in Bern because it rains and I love rain.",
        "I like tea so much.",
        "I live in Bern so that I can swim.",
        "Do I live in Bern because I work at Acme?",
        "If I live in Bern because I work at Acme, tell me.",
        "She says I live in Bern because I work at Acme.",
        "I live in Bern. I work at Acme.",
        "I moved to Bern because I live in Basel.",
        "I live in Bern ever since I work at Acme.",
        "Just because I work at Acme, I live in Bern?",
        "我自从在华为上班，我住在深圳。",
        "自从我在华为上班，我住在深圳。",
        "我住在深圳，不是因为我在华为上班。",
        "因为你说过，所以我住在深圳。",
        "我住在深圳，我在华为上班。",
        "我是因为我在华为上班，所以我住在深圳吗？",
        "如果因为我在华为上班，所以我住在深圳。",
        "他说因为我在华为上班，所以我住在深圳。",
        "我住在深圳，因为天气好。",
        "因为下雨，我喜欢火锅。",
        "所以我住在深圳。",
        "我在华为上班，而且我住在深圳。",
    ],
)
def test_where_no_reason_is_told_nothing_rests_on_anything(text: str) -> None:
    assert reasons(text) == []


@pytest.mark.parametrize(
    ("told", "then", "ends", "ground", "doubted"),
    [
        ("I work at Acme.", "I moved to Bern because of Acme.", "I work at Bolt now.", "Acme", "Bern"),
        ("I work at Acme.", "I moved to Bern because I work at Acme.", "I work at Bolt now.", "Acme", "Bern"),
        ("我在华为上班。", "因为华为，我搬到了深圳。", "我现在在腾讯上班。", "华为", "深圳"),
        ("我在华为上班。", "因为我在华为上班，所以我住在深圳。", "我现在在腾讯上班。", "华为", "深圳"),
    ],
)
def test_what_is_known_is_named_by_its_words_and_its_end_casts_doubt(
    memory: Memary, told: str, then: str, ends: str, ground: str, doubted: str
) -> None:
    user = fresh_user()
    for text in (told, then):
        memory.add(text, user_id=user)
        memory.flush()
    assert memory.facts.list(user_id=user, in_doubt=True) == []
    memory.add(ends, user_id=user)
    memory.flush()
    (fact,) = memory.facts.list(user_id=user, in_doubt=True)
    assert fact.in_doubt is not None
    assert fact.object == doubted
    assert ground in fact.in_doubt.because
