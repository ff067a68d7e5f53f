"""Where a long text is cut into passages."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from memary.text.parts.passages import PASSAGE_WIDTH, passages, quoted, width

SENTENCE = "The ferry to Hvar leaves from the second pier. "
CODE = "```python\nfor n in range(10):\n\n    print(n)\n```"


def test_a_short_text_is_one_passage_as_it_is() -> None:
    assert [quoted("Hi.\n\nThere.", [one]) for one in passages("Hi.\n\nThere.")] == ["Hi.\n\nThere."]


def test_a_long_text_is_cut_at_sentences_and_shows_where_it_goes_on() -> None:
    text = SENTENCE * 60
    first, *_, last = passages(text)
    assert quoted(text, [first]).endswith("second pier. …")
    assert quoted(text, [last]).startswith("… The ferry")
    assert all(width(one.of(text)) <= PASSAGE_WIDTH * 1.1 for one in passages(text))


def test_the_items_of_a_long_list_stay_whole() -> None:
    text = "\n".join(f"{place}. {SENTENCE * 3}".strip() for place in range(1, 30))
    assert all(one.of(text)[0].isdigit() and one.of(text).endswith("pier.") for one in passages(text))
    assert sum(one.of(text).count(SENTENCE.strip()) for one in passages(text)) == text.count(SENTENCE.strip())
    assert {one.of(text).count(SENTENCE.strip()) % 3 for one in passages(text)} == {0}


def test_chinese_is_cut_at_its_own_full_stops() -> None:
    text = "去赫瓦尔岛的渡轮从二号码头出发，每天三班。" * 60
    assert all(one.of(text).startswith("去") and one.of(text).endswith("。") for one in passages(text))


def test_a_block_of_code_stays_whole() -> None:
    text = f"{SENTENCE * 20}\n\n{CODE}\n\n{SENTENCE * 20}"
    assert sum(CODE in one.of(text) for one in passages(text)) == 1


def test_a_heading_stands_with_what_follows_it() -> None:
    text = f"{SENTENCE * 10}\n\n## Trains\n\n{SENTENCE * 10}\n\n## Buses\n\n{SENTENCE * 10}"
    assert sum(one.of(text).startswith("## ") for one in passages(text)) == 2


@given(st.text(st.sampled_from("ab.。 \n#`中"), max_size=3000))
def test_nothing_but_blanks_lies_between_passages(text: str) -> None:
    found = passages(text)
    assert "".join("".join(one.of(text) for one in found).split()) == "".join(text.split())
    assert all(one.end <= other.start for one, other in pairwise(found))


def test_passages_quoted_together_show_where_the_text_goes_on_between_them() -> None:
    text = "\n\n".join(f"{word} {SENTENCE * 12}".strip() for word in ("One.", "Two.", "Three.", "Four."))
    first, second, _, fourth = passages(text)
    told = quoted(text, [first, second, fourth])
    assert told == f"{text[: second.end]} … {fourth.of(text)}"
    assert quoted(text, passages(text)) == text


def test_a_few_words_or_a_colon_stand_with_what_they_lead_to() -> None:
    steps = "\n\n".join(f"{place}. {SENTENCE * 8}".strip() for place in range(1, 6))
    for lead in ("Here is a small version.", f"{SENTENCE * 4}Steps, in this order:", "步骤如下："):
        text = f"{lead}\n\n{steps}"
        first, *_ = passages(text)
        assert first.of(text).endswith("pier.")
    lines = "\n".join(f"row_{n} = {n}" for n in range(100))
    code = f"Here is a small version.\n\n```python\n{lines}\n```"
    assert [one.of(code) for one in passages(code)] == [code]
