"""Several things told in a row are a fact each.

The name of one thing, and the next clause, are none of them.
"""

from __future__ import annotations

from support.records import fresh_user, message
from support.tables import each

from memary import Memary
from memary.ingestion.extraction.rules.plain_forms import extract_by_rules
from memary.text import detect_language

LISTS = [
    ("I'm allergic to peanuts and penicillin.", "allergic_to peanuts; allergic_to penicillin"),
    ("I am allergic to nuts, eggs and milk.", "allergic_to nuts; allergic_to eggs; allergic_to milk"),
    ("I'm allergic to cats, dogs, horses.", "allergic_to cats; allergic_to dogs; allergic_to horses"),
    ("I am allergic to cats. And to shellfish.", "allergic_to cats; allergic_to shellfish"),
    ("I'm allergic to bee stings, and I carry a pen.", "allergic_to bee stings"),
    ("I like jazz and chess.", "likes jazz; likes chess"),
    ("I love pizza and pasta, especially carbonara.", "likes pizza; likes pasta"),
    ("I like both jazz and chess, but not football.", "likes jazz; likes chess"),
    ("I hate spiders and snakes!", "dislikes spiders; dislikes snakes"),
    ("我对花生和青霉素过敏。", "过敏 花生; 过敏 青霉素"),
    ("我对虾、蟹和牛奶都过敏。", "过敏 虾; 过敏 蟹; 过敏 牛奶"),
    ("我对猫毛过敏，对花粉也过敏。", "过敏 猫毛; 过敏 花粉"),
    ("我喜欢爵士乐和围棋。", "喜欢 爵士乐; 喜欢 围棋"),
    ("我喜欢跑步、游泳和看电影。", "喜欢 跑步; 喜欢 游泳; 喜欢 看电影"),
    ("我讨厌香菜和苦瓜。", "不喜欢 香菜; 不喜欢 苦瓜"),
    ("我有两个孩子，小明和小红。", "孩子是 小明; 孩子是 小红"),
    ("我有两个女儿，朵朵和果果。", "女儿是 朵朵; 女儿是 果果"),
    ("我家有三只猫：团子、煤球和布丁。", "猫是 团子; 猫是 煤球; 猫是 布丁"),
    ("我有一只狗叫豆豆，还有一只猫叫咪咪。", "狗是 豆豆; 猫是 咪咪"),
    ("我养了一只狗叫豆豆。还有一只猫叫咪咪。", "狗是 豆豆; 猫是 咪咪"),
    ("还有一只猫叫咪咪。", "猫是 咪咪"),
    ("我喜欢喝 Coca Cola 和 latte。", "喜欢 Coca Cola; 喜欢 latte"),
    ("我喜欢火锅、Big Mac 和 sushi。", "喜欢 火锅; 喜欢 Big Mac; 喜欢 sushi"),
    ("我对 penicillin 和花生过敏。", "过敏 penicillin; 过敏 花生"),
    ("我讨厌 Java 和 C++。", "不喜欢 Java; 不喜欢 C++"),
]
ONE = [
    ("I love mac and cheese.", "likes mac and cheese"),
    ("I like gin and tonic.", "likes gin and tonic"),
    ("I like Simon and Garfunkel.", "likes Simon and Garfunkel"),
    ("I like red and white wine.", "likes red and white wine"),
    ("I like tea and my brother-in-law likes coffee.", "brother-in-law_likes coffee; likes tea"),
    ("I like beer and so does Tom.", "likes beer"),
    ("I like jazz and play chess.", "likes jazz; plays chess"),
    ("I love dogs and my cat hates them.", "likes dogs"),
    ("I'm allergic to nuts. And to be honest I don't care.", "allergic_to nuts"),
    ("I'm allergic to latex, by the way.", "allergic_to latex"),
    ("我喜欢和朋友聊天。", "喜欢 和朋友聊天"),
    ("我喜欢周末和朋友聊天。", "喜欢 周末和朋友聊天"),
    ("我喜欢安静和有趣的人。", "喜欢 安静和有趣的人"),
    ("我喜欢和牛。", "喜欢 和牛"),
    ("我喜欢吃辣，他喜欢吃甜。", "喜欢 吃辣"),
    ("我喜欢吃 Big Mac。", "喜欢 Big Mac"),
    ("我喜欢看Netflix。", "喜欢 Netflix"),
    ("我喜欢Node.js。", "喜欢 Node.js"),
    ("我喜欢 iPhone 15。", "喜欢 iPhone 15"),
    ("我喜欢Java编程。", "喜欢 Java编程"),
    ("我喜欢火锅 I also cook it", "喜欢 火锅"),
    ("我妹妹叫 Michelle。", "妹妹是 Michelle"),
    ("我养了一只猫叫 Tom。", "猫是 Tom"),
    ("我的生日是 5 月 3 日。", "生日是 5 月 3 日"),
]
NONE = [
    "I'm allergic to work and people.",
    'Bob said "I\'m allergic to nuts and eggs".',
    "I might be allergic to nuts and eggs.",
    "Are you allergic to nuts, eggs and milk?",
    "I love you and the kids.",
    "我喜欢的是茶和咖啡。",
    "我对花生和青霉素都不过敏。",
    "我对上班过敏。",
    "小王说：“我对花生和牛奶过敏。”",
    "我有两个孩子，工作和家庭都要顾。",
    "我有两个孩子，一男一女。",
    "我有两只猫，橘猫和黑猫。",
    "我有三个孩子，老大、老二和老三。",
    "我特别喜欢它瓶身那种扎实、朴实的感觉。",
]


def told(text: str) -> set[str]:
    found = extract_by_rules([message("ada", text, language=detect_language(text))], self_name="User")
    return {f"{fact.predicate} {fact.object}" for fact in found.facts}


@each(("text", "facts"), LISTS)
def test_each_of_several_things_is_a_fact(text: str, facts: str) -> None:
    assert told(text) == set(facts.split("; "))


@each(("text", "fact"), ONE)
def test_what_is_one_thing_or_told_of_another_stays_so(text: str, fact: str) -> None:
    assert told(text) == set(fact.split("; "))


@each("text", NONE)
def test_a_list_that_asserts_nothing_of_the_speaker_teaches_nothing(text: str) -> None:
    assert told(text) == set()


def test_children_told_in_a_row_are_people_by_their_own_names(memory: Memary) -> None:
    user = fresh_user()
    memory.add("我有两个孩子，小明和小红。", user_id=user, wait=True)
    names = {known.entity.name for known in memory.entities.list(user_id=user)}
    assert names == {"小明", "小红"}
