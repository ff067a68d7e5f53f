"""Which sources an answer cites: those that say what its lines say, and no others."""

from __future__ import annotations

from typing import Any

import pytest

from memary.agent.citation import cite, marked
from memary.retrieval.hits import Hit
from memary.types import Role, utc_now


def hit(id: str, text: str, kind: Any = "fact", **more: Any) -> Hit:
    return Hit(kind=kind, id=id, text=text, score=1.0, created_at=utc_now(), **more)


KNOWN = [
    hit("question", "Where does Luka live?", "message", role=Role.USER),
    hit("told", "My brother Luka is a nurse in Graz, he moved there for a girl.", "message", role=Role.USER),
    hit("graz", "Luka lives in Graz, where he is a nurse."),
    hit("ines", "Luka and Ines are a couple."),
    hit("ben", "Ben lives in Copenhagen."),
    hit("上海", "林夏住在上海。"),
    hit("mood", "On 2025-11-26 Ines was tired."),
    hit("心情", "林夏在2025-11-26说过自己压力很大。"),
]


@pytest.mark.parametrize(
    ("text", "question", "cited"),
    [
        ("He lives in Graz.", "Where does Luka live?", ["graz"]),
        ("Luka works as a nurse in Graz.\n\nHis partner is Ines: Luka and Ines are a couple.", "", ["graz", "ines"]),
        ("- Ben lives in Copenhagen. (since 2025-11-03)", "Where does Ben live?", ["ben"]),
        ("- Ines was tired on 2025-11-26.", "How was Ines?", ["mood"]),
        ("你住在上海。", "我住在哪里？", ["上海"]),
        ("- 林夏住在上海。（自2025-11-03起）", "林夏住在哪里？", ["上海"]),
        ("Here is a poem about pirates and rum on the sea.", "", []),
        ("I do not know that.", "Where does Luka live?", []),
    ],
)
def test_an_answer_cites_what_says_the_same_facts_before_messages(text: str, question: str, cited: list[str]) -> None:
    assert [source.id for source in cite(text, KNOWN, question)] == cited


def test_marks_stand_at_the_lines_that_say_it_and_never_in_code_headings_or_tables() -> None:
    text = "# Luka lives in Graz\n\nLuka lives in Graz.\n\n```\nBen lives in Copenhagen\n```\n| Luka | Graz |"
    assert marked(text, cite(text, KNOWN)) == text.replace("Luka lives in Graz.\n", "Luka lives in Graz. [1]\n")


@pytest.mark.parametrize(
    ("who", "knows", "likes", "said", "line"),
    [
        (
            "Ada Novak",
            "Luka is Ada Novak's brother.",
            "Ada Novak likes {}.",
            "No no, boyfriend. My brother is Luka, a nurse in Graz. Ben does a PhD on porpoises.",
            "- [2025-11-03 19:51 Monday] Ada Novak: {}",
        ),
        (
            "林夏",
            "老周是林夏的哥哥。",
            "林夏喜欢{}。",
            "我哥哥老周在上海开出租车。",
            "- [2025-11-03 19:51 星期一] 林夏: {}",
        ),
    ],
)
def test_a_message_that_is_quoted_word_for_word_is_all_that_its_line_cites(
    who: str, knows: str, likes: str, said: str, line: str
) -> None:
    told = hit("told", said, "message", role=Role.USER, speaker=who)
    others = [hit(f"fact {n}", likes.format(f"thing{n}")) for n in range(8)]
    text = f"- {knows}\n{line.format(said)}"
    assert marked(text, cite(text, [hit("fact", knows), told, *others])) == f"- {knows} [1]\n{line.format(said)} [2]"


def test_marks_of_a_line_ascend_also_where_an_earlier_source_says_less_of_it() -> None:
    known = [
        hit("graz", "Luka lives in Graz."),
        hit("work", "Luka is a nurse in the old hospital by the river."),
    ]
    text = "Luka lives in Graz.\nLuka, in Graz, is a nurse in the old hospital by the river; he lives there."
    assert marked(text, cite(text, known)).endswith("there. [1] [2]")


def test_an_answer_with_marks_of_its_own_keeps_them_alone() -> None:
    cited = cite("Luka lives in Graz [7].", KNOWN)
    assert marked("Luka lives in Graz [7].", cited) == "Luka lives in Graz [7]."
    assert [source.id for source in cited] == ["graz"]


def test_an_answer_without_sources_stays_as_it_is() -> None:
    assert cite("Luka lives in Graz.", []) == ()


def test_without_one_of_its_sources_an_answer_keeps_the_numbers_of_the_others() -> None:
    text = "Luka lives in Graz.\nBen lives in Copenhagen."
    _, ben = cite(text, KNOWN)
    assert marked(text, [ben]) == "Luka lives in Graz.\nBen lives in Copenhagen. [2]"
