from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.tables import each

from memary.languages.terms import MAX_TERM_CHARS, query_terms, terms


@each(
    ("text", "expected"),
    [
        ("She was running to the shops", ["run", "shop"]),
        ("Berlin's weather", ["berlin", "weather"]),
        ("I don’t eat meat, never did", ["not", "eat", "meat", "never"]),
        ("e-mail", ["email", "e", "mail"]),
        ("snake_case", ["snakecas", "snake", "case"]),
        ("the U.S.A. and the US", ["usa", "us"]),
        ("on 2023-05-08 for 1,200 euros", ["20230508", "2023", "5", "8", "1200", "euro"]),
        ("Café NAÏVE ﬁne", ["cafe", "naiv", "fine"]),
        ("cafe\u0301 co\u00adoperate", ["cafe", "cooper"]),
        ("😀 wow 🎉", ["wow"]),
        ("", []),
        ("😀!", []),
    ],
)
def test_english_words_are_folded_and_stemmed(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


@pytest.mark.parametrize(
    "text", ["She ran to the shops, twice.", "Ada (42) said: no?!", "Rome. Oslo, 3 , 4", "_odd_ 'quoted' -dashed-"]
)
def test_plain_words_are_the_same_beside_joined_ones(text: str) -> None:
    assert terms(f"{text} e-mail") == [*terms(text), "email", "e", "mail"]


@pytest.mark.parametrize(
    ("text", "contained", "absent"),
    [
        ("我女儿对花生过敏吗？", {"女儿", "花生", "过敏"}, {"吗", "我", "对", "敏吗"}),
        ("我在北京大学见到了他的朋友", {"北京大学", "北京", "大学", "朋友", "京大"}, {"了", "的", "他的", "我在"}),
        ("用Python写代码", {"python", "代码"}, {"用p"}),
        ("２０２３年５月", {"2023", "5"}, {"年", "月"}),
        ("我养了一只猫", {"猫", "只猫"}, {"我", "了"}),
        ("猫", {"猫"}, set()),
    ],
)
def test_chinese_gives_words_and_pairs(text: str, contained: set[str], absent: set[str]) -> None:
    found = set(terms(text))
    assert contained <= found
    assert not absent & found


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ("Where did Ada's daughters move?", "my daughter moved to Graz"),
        ("well-being", "wellbeing matters"),
        ("EMAIL", "send me an e-mail"),
        ("南京市长", "南京市长江大桥"),
        ("猫", "我养了一只猫，叫团子"),
        ("東京", "東京に住んでいます"),
        ("안녕", "안녕하세요"),
        ("हिन्दी", "मैं हिन्दी बोलता हूँ"),
    ],
)
def test_a_question_shares_terms_with_what_answers_it(question: str, message: str) -> None:
    assert set(query_terms(question)) & set(terms(message))


def test_a_text_of_stop_words_alone_can_still_be_found() -> None:
    assert terms("The Who") == ["the", "who"] == query_terms("The Who")
    assert terms("我") == ["我"]


def test_a_question_keeps_each_content_word_once_and_in_order() -> None:
    assert query_terms("Please tell me: which dogs, which dog and which cat?") == ["dog", "cat"]
    assert query_terms("请问我的猫叫什么？") == ["猫叫"]
    assert query_terms("who am I") == ["who", "am", "i"]


@given(st.text())
def test_terms_need_no_quoting(text: str) -> None:
    for term in terms(text):
        assert term.isalnum()
        assert len(term) <= MAX_TERM_CHARS


@given(st.text())
def test_letter_case_of_ascii_makes_no_difference(text: str) -> None:
    ascii_text = text.encode("ascii", "ignore").decode()
    assert terms(ascii_text.upper()) == terms(ascii_text.lower())
