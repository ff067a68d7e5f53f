"""Who is a person, told without a model by the words around a name.

And names in scripts that no spotter reads.
"""

from __future__ import annotations

import pytest
from support.tables import each

from memary.languages.other.introductions import introduced
from memary.text import detect_language
from memary.text.names.spotted_names import spot_entities
from text.names.people_cases import CHINESE, ENGLISH, LATER, UNSEEN, UNSEEN_CHINESE


def people(text: str) -> set[str]:
    return {spot.name for spot in spot_entities(text, detect_language(text)) if spot.type == "person"}


@pytest.mark.parametrize("cases", [ENGLISH + UNSEEN + LATER, CHINESE + UNSEEN_CHINESE], ids=["english", "chinese"])
def test_hardly_anything_but_people_is_taken_for_a_person(cases: list[tuple[str, set[str]]]) -> None:
    right = sum(len(people(text) & named) for text, named in cases)
    taken = sum(len(people(text)) for text, _ in cases)
    there = sum(len(named) for _, named in cases)
    assert right >= 0.97 * taken
    assert right >= 0.75 * there


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("My dog Rex ate my homework.", "Rex"),
        ("We have a cat. She's called Semi.", "Semi"),
        ("My cat's name is Biscuit.", "Biscuit"),
    ],
)
def test_pets_are_animals(text: str, name: str) -> None:
    assert {spot.name: spot.type for spot in spot_entities(text, "en")} == {name: "animal"}


@each(
    ("text", "name", "whose"),
    [
        ("أنا اسمي سارة وأعيش في دبي.", "سارة", "self"),
        ("مرحبا، اسمي ليلى أحمد.", "ليلى أحمد", "self"),
        ("أختي اسمها ليلى وتعمل في Google.", "ليلى", "other"),
        ("اسم أخي يوسف", "يوسف", "other"),
        ("קוראים לי דנה ואני גרה בחיפה", "דנה", "self"),
        ("שמי יוסי כהן.", "יוסי כהן", "self"),
        ("לאחותי קוראים מיכל", "מיכל", "other"),
        ("Меня зовут Иван, живу в Москве.", "Иван", "self"),
        ("Мою сестру зовут Маша Петрова.", "Маша Петрова", "other"),
        ("моя сестра Аня приехала", "Аня", "other"),
        ("Мене звати Оксана", "Оксана", "self"),
        ("Με λένε Γιώργο και μένω στην Αθήνα", "Γιώργο", "self"),
        ("私の名前は田中太郎です。", "田中太郎", "self"),
        ("妹の名前は花子です", "花子", "other"),
        ("제 이름은 김민수입니다. 서울에 살아요.", "김민수", "self"),
    ],
)
def test_who_is_introduced_is_known_in_any_script(text: str, name: str, whose: str) -> None:
    assert [(told.span.name, told.whose) for told in introduced(text, detect_language(text))] == [(name, whose)]
    assert name in people(text)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("قرأت كتاب «الأيام» أمس", {"الأيام"}),
        ('ראיתי את הסרט "ואלס עם באשיר" אתמול', {"ואלס עם באשיר"}),
        ("Читаю роман «Война и мир»", {"Война и мир"}),
        ("أحب #السفر و #مدينة_دبي", {"السفر", "مدينة دبي"}),
        ("أعمل في Google منذ سنة", {"Google"}),
    ],
)
def test_titles_tags_and_latin_names_are_found_in_any_script(text: str, names: set[str]) -> None:
    assert {spot.name for spot in spot_entities(text, detect_language(text))} == names


@each(
    "text",
    [
        "ما اسمي؟",
        "هل اسمي سارة؟",
        "لو كان اسمي سارة",
        "اسمي الحقيقي سري",
        "اسمي طويل جدا",
        "أختي ليلى تعمل هنا",
        "قال «أحبك جدا»",
        "ذهبت إلى السوق اليوم واشتريت الخبز",
        "איך קוראים לי?",
        "השם שלי ארוך",
        "קוראים לי ללכת",
        "הלכתי היום לשוק וקניתי לחם",
        "Как меня зовут?",
        "меня зовут на работу",
        "Если не меня зовут Иван",
        "Сегодня холодно, и я дома.",
        "明日の会議は中止です。",
        "兄は銀行で働いています",
        "昨日、友達と会いました。",
        "제 이름은 뭐야?",
        "오늘은 날씨가 좋아요.",
        "Σήμερα έχει κρύο.",
        "#2024",
    ],
)
def test_plain_words_are_no_names_in_any_script(text: str) -> None:
    assert spot_entities(text, detect_language(text)) == []


def test_known_names_are_found_in_any_script() -> None:
    found = spot_entities("سارة تحب القهوة", "ar", known=["سارة"])
    assert [spot.name for spot in found] == ["سارة"]
