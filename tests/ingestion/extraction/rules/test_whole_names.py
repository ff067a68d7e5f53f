"""What is read is a whole thing, which fits: no stump of a name, and not how or where something is."""

from __future__ import annotations

import pytest

from memary import Memary

KEPT: list[tuple[str, str, str]] = [
    ("My favorite team is Arsenal.", "My favorite team is losing.", "favorite team is Arsenal."),
    ("My favorite team is Arsenal.", "My favorite team is playing tonight.", "favorite team is Arsenal."),
    ("My favorite team is Arsenal.", "My favorite team is so bad.", "favorite team is Arsenal."),
    ("My favorite song is Hurt.", "My favorite song is on the radio.", "favorite song is Hurt."),
    ("My favorite restaurant is Noma.", "My favorite restaurant is closed today.", "favorite restaurant is Noma."),
    ("My favorite restaurant is Noma.", "My favorite restaurant is near the office.", "favorite restaurant is Noma."),
    ("My favorite food is sushi.", "My favorite food is whatever you cook.", "favorite food is sushi."),
    ("My favourite film is Heat.", "My favourite film is gone from Netflix.", "favorite film is Heat."),
    ("My boss is Carl.", "My boss is Away.", "boss is Carl."),
    ("My boss is Carl.", "My boss is Angry.", "boss is Carl."),
    ("我最喜欢的球队是阿森纳。", "我最喜欢的球队输了。", "最喜欢的球队是阿森纳。"),
    ("我最喜欢的球队是阿森纳。", "我最喜欢的球队是输了。", "最喜欢的球队是阿森纳。"),
    ("我最喜欢的歌是晴天。", "我最喜欢的歌是在电台播。", "最喜欢的歌是晴天。"),
    ("我最喜欢的餐厅是海底捞。", "我最喜欢的餐厅是在公司附近。", "最喜欢的餐厅是海底捞。"),
    ("I live in Berlin.", "I live in London and Paris.", "lives in Berlin."),
    ("I live in Berlin.", "I live in London, Paris and Rome.", "lives in Berlin."),
    ("I live in Berlin.", "I live in London or Paris.", "lives in Berlin."),
    ("I live in Berlin.", "I moved to Berlin's best gym.", "lives in Berlin."),
    ("I live in Berlin.", "I live in Berlin’s best district.", "lives in Berlin."),
    ("I work at Siemens.", "I work at Bosch and at Shell.", "works at Siemens."),
    ("I work at Siemens.", "I work at Bosch's headquarters.", "works at Siemens."),
    ("Mia lives in Rome.", "Mia lives in London and Paris.", "Mia lives in Rome."),
    ("我住在柏林。", "我住在伦敦和巴黎。", "居住在柏林。"),
    ("我住在柏林。", "我住在伦敦、巴黎。", "居住在柏林。"),
    ("我住在柏林。", "我住在上海或者北京。", "居住在柏林。"),
    ("我在西门子工作。", "我在博世工作，也在壳牌工作。", "就职于西门子。"),
]  # fmt: skip

READ: list[tuple[str, str]] = [
    ("My favourite band is Talking Heads.", "favorite band is Talking Heads."),
    ("My favourite film is Gone Girl.", "favorite film is Gone Girl."),
    ("My favourite hobby is painting.", "favorite hobby is painting."),
    ("My favourite sport is swimming.", "favorite sport is swimming."),
    ("My favourite color is dark green.", "favorite color is dark green."),
    ("My favourite food is fried rice.", "favorite food is fried rice."),
    ("I live in Paris, Texas.", "lives in Paris, Texas."),
    ("I moved to Portland, Maine.", "lives in Portland, Maine."),
    ("I come from Paris, Texas.", "comes from Paris, Texas."),
    ("I live in Paris, Tom.", "lives in Paris."),
    ("I live in King's Lynn.", "lives in King's Lynn."),
    ("I live in London and Tom lives in Paris.", "lives in London."),
    ("I live in London, and Paris is lovely.", "lives in London."),
    ("I work at Bosch and live in Ulm.", "works at Bosch."),
    ("I work at Sainsbury's.", "works at Sainsbury's."),
    ("I work at Marks & Spencer.", "works at Marks & Spencer."),
    ("I work at Crumb and Weir.", "works at Crumb and Weir."),
    ("我最喜欢的颜色是深绿色。", "最喜欢的颜色是深绿色。"),
    ("我住在伦敦，和父母一起。", "居住在伦敦。"),
    ("我住在呼和浩特。", "居住在呼和浩特。"),
    ("我住在民治，也在坂田科技上班。", "居住在民治。"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "said", "known"), KEPT)
def test_what_is_no_whole_thing_takes_the_place_of_nothing(
    memory: Memary, before: str, said: str, known: str
) -> None:
    user = f"{before} {said}"
    for text in (before, said):
        memory.add(text, user_id=user, wait=True)
    told = [fact.statement for fact in memory.facts.list(user_id=user)]
    assert len(told) == 1
    assert told[0].endswith(known)


@pytest.mark.parametrize(("said", "known"), READ)
def test_what_has_a_whole_name_is_known_by_it(memory: Memary, said: str, known: str) -> None:
    memory.add(said, user_id=said, wait=True)
    assert any(fact.statement.endswith(known) for fact in memory.facts.list(user_id=said))
