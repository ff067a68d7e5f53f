from __future__ import annotations

import pytest

from memary.text.language import detect_language


@pytest.mark.parametrize(
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
