from __future__ import annotations

import pytest
from support.tables import each

from memary.languages.detection import detect_language


@each(
    ("text", "language"),
    [
        ("I moved to Berlin.", "en"),
        ("Ich wohne in München.", "en"),
        ("", "en"),
        ("😀 123", "en"),
        ("我昨天搬到了成都。", "zh"),
        ("我昨天搬到了成都。\nThanks!", "zh"),
        ("北京", "zh"),
        ("臺灣的夜市很熱鬧", "zh"),
        ("東京に住んでいます。", "ja"),
        ("안녕하세요, 저는 민수입니다", "ko"),
        ("مرحبا بالعالم", "ar"),
        ("שלום עולם", "he"),
        ("Привет, как дела?", "ru"),
    ],
)
def test_the_script_decides_the_language(text: str, language: str) -> None:
    assert detect_language(text) == language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("我在 Google 工作", "zh"),
        ("请用 Python 和 Docker 部署 memary service", "zh"),
        ("iPhone 15 Pro Max 多少钱", "zh"),
        ("I love 北京", "en"),
        ("I visited 北京大学医学院 yesterday", "en"),
        ("My name is 王小明", "en"),
    ],
)
def test_a_foreign_name_does_not_turn_the_language_of_a_sentence(text: str, language: str) -> None:
    assert detect_language(text) == language


def test_code_and_addresses_do_not_count() -> None:
    assert detect_language("帮我看看 ```def the(): return is_of``` https://example.com/the/and/of/it") == "zh"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("请发邮件到the.and.of@of.the.com 谢谢你", "zh"),
        ("mail of.the.and.or@is.are.was.com 谢谢你", "zh"),
        ("`the`of@the.and.com `is of the@and.or or` 谢谢", "zh"),
        ("这@那 it is of the", "en"),
        ("谢谢你 @the.and.of.is.are.was", "en"),
    ],
)
def test_a_mail_address_does_not_count_wherever_it_stands(text: str, language: str) -> None:
    assert detect_language(text) == language


@pytest.mark.parametrize("unit", ["住", "か", "😀", "e\u0301", "我@", "`我", "@我."])
def test_half_a_million_characters_without_a_space_are_read_once(unit: str) -> None:
    """Were the rest looked through at each of them, this would take many minutes."""
    assert detect_language(unit * (500_000 // len(unit))) in {"zh", "ja", "en"}
