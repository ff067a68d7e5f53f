"""What is said to be so instead of something else: "I am not 41 but 42", "I actually like it now"."""

from __future__ import annotations

import pytest
from support.records import fresh_user

from memary import Memary

CHANGED = [
    (["I'm 41.", "I am not 41 but 42"], "age_is 42"),
    (["I'm 41 years old.", "That's wrong, I am 42, not 41"], "age_is 42"),
    (["My favourite colour is green.", "No, my favourite colour is not green, it's blue"], "favorite_colour blue"),
    (["My friend is Pieter.", "Pieter is no longer my friend"], ""),
    (["My friend is Pieter.", "I'm no longer friends with Pieter."], ""),
    (["My friend is Pieter.", "Pieter and I are no longer friends."], ""),
    (["My project manager is Jonas.", "Jonas is no longer my project manager."], ""),
    (["I hate jazz.", "I actually like it now"], "likes jazz"),
    (["我今年41岁。", "我不是41岁，是42岁"], "年龄是 42"),
    (["我朋友是李伟。", "李伟不再是我朋友了"], ""),
    (["我讨厌香菜。", "我现在喜欢它了"], "喜欢 香菜"),
    (["I live in Lyon.", "Sorry, I don't live in Lyon but in Lille."], "lives_in Lille"),
    (["My dog is called Rex.", "It's wrong: my dog is called Max, not Rex."], "has_dog Max"),
    (["I work as a nurse.", "I'm not a nurse but a midwife."], "works_as midwife"),
    (["My sister is Ana.", "My sister isn't Ana, she's Anna."], "has_sister Anna"),
    (["My birthday is 3 May.", "No, that's not right, my birthday is 4 May, not 3 May."], "birthday_is 4 May"),
    (["I speak Dutch.", "I don't speak Dutch but German."], "speaks German"),
    (["Tom is my boss.", "Tom isn't my boss anymore."], ""),
    (["Nina is my roommate.", "Nina is no longer my roommate"], ""),
    (["I don't like olives.", "I've come to like them."], "likes olives"),
    (["I love running.", "I actually hate it now."], "dislikes running"),
    (["My favorite food is ramen.", "Actually my favorite food is pho, not ramen."], "favorite_food pho"),
    (["I'm vegan.", "I'm not vegan but vegetarian."], "diet_is vegetarian"),
    (["我是护士。", "我不是护士，是医生。"], "职业是 医生"),
    (["我的生日是5月3日。", "不对，我的生日不是5月3日，是5月4日。"], "生日是 5月4日"),
    (["我妹妹叫小雨。", "我妹妹不是叫小雨，是叫小月。"], "妹妹是 小月"),
    (["我来自湖南。", "我不是来自湖南，而是来自湖北。"], "来自 湖北"),
    (["我最喜欢的水果是苹果。", "其实我最喜欢的水果不是苹果而是芒果。"], "最喜欢的水果 芒果"),
    (["王强是我老板。", "王强已经不是我老板了。"], ""),
    (["我室友是小林。", "小林不再是我室友了。"], ""),
    (["我不喜欢榴莲。", "我现在很喜欢它了。"], "喜欢 榴莲"),
    (["我喜欢咖啡。", "我不喜欢它了。"], ""),
    (["我的狗叫旺财。", "不对，我的狗不是叫旺财，是叫来福。"], "狗是 来福"),
    (["我爸爸六十岁。", "我爸爸不是六十岁，是六十二岁。"], "爸爸年龄是 62"),
]
UNCHANGED = [
    (["I'm 30.", "I'm not 30 but I feel old."], "age_is 30"),
    (["I live in Bonn.", "I'm not in Bonn but in Rome this week."], "lives_in Bonn"),
    (["I hate jazz.", "What about tea? I like it."], "dislikes jazz"),
    (["I like tea.", "It's not tea but coffee that I need now."], "likes tea"),
    (["I'm a nurse.", "I'm not just a nurse but a mother."], "works_as nurse"),
    (["I live in Oslo.", "My brother lives in Rome, not Oslo."], "lives_in Oslo; brother_lives_in Rome"),
    (["我是护士。", "我不是不想当护士，是太累了。"], "职业是 护士"),
    (["我喜欢咖啡。", "我不是喜欢咖啡，是需要咖啡。"], "喜欢 咖啡"),
    (["我讨厌加班。", "你现在喜欢它吗？"], "不喜欢 加班"),
]

HOLDS_NO_LONGER = [
    "I've been vegetarian since 2019 but I eat fish again now.",
    "I'm vegan but I've started eating eggs again.",
    "I quit smoking in May but I smoke again.",
    "我从2019年开始吃素，但现在又吃鱼了。",
    "我吃素，不过最近又开始吃肉了。",
    "我戒了咖啡，可是又喝上了。",
]
HOLDS_STILL = [
    ("I'm vegetarian, but I eat fish on Fridays.", "diet_is vegetarian"),
    ("I work at Acme but I quit smoking again.", "works_at Acme"),
    ("I've worked at Acme since 2019 but I quit yesterday.", "works_at none"),
    ("我在阿里巴巴工作，不过我戒烟了。", "就职于 阿里巴巴"),
]


def _told(memory: Memary, *texts: str) -> set[str]:
    user = fresh_user()
    for text in texts:
        memory.add(text, user_id=user, wait=True)
    facts = memory.facts.list(user_id=user)
    return {f"{fact.predicate.replace(' ', '_')} {fact.object}" for fact in facts}


@pytest.mark.parametrize(("texts", "facts"), CHANGED)
def test_what_is_said_instead_takes_the_place_of_what_was_told(memory: Memary, texts: list[str], facts: str) -> None:
    assert _told(memory, *texts) == set(filter(None, facts.split("; ")))


@pytest.mark.parametrize(("texts", "facts"), UNCHANGED)
def test_what_only_looks_like_a_contrast_changes_nothing(memory: Memary, texts: list[str], facts: str) -> None:
    assert _told(memory, *texts) == set(facts.split("; "))


@pytest.mark.parametrize("text", HOLDS_NO_LONGER)
def test_what_is_said_to_be_so_no_longer_is_no_fact(memory: Memary, text: str) -> None:
    assert _told(memory, text) == set()


@pytest.mark.parametrize(("text", "fact"), HOLDS_STILL)
def test_what_is_said_with_another_but_is_one(memory: Memary, text: str, fact: str) -> None:
    assert fact in _told(memory, text)
