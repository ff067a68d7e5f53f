"""What one cannot eat or has for an illness, and which animals one has; and what only looks like it."""

from __future__ import annotations

import pytest
from support.records import fresh_user

from memary import Memary


@pytest.mark.parametrize(
    ("said", "known"),
    [
        ("I'm lactose intolerant.", {"intolerant_to lactose"}),
        ("I have a gluten intolerance.", {"intolerant_to gluten"}),
        ("I can't eat gluten, I'm coeliac.", {"avoids gluten", "has_condition coeliac disease"}),
        ("I can't eat nuts or shellfish.", {"avoids nuts", "avoids shellfish"}),
        ("I have type 1 diabetes and asthma.", {"has_condition type 1 diabetes", "has_condition asthma"}),
        ("I was diagnosed with epilepsy last year.", {"has_condition epilepsy"}),
        ("I'm diabetic.", {"has_condition diabetes"}),
        ("My mum is diabetic.", {"mum_has_condition diabetes"}),
        ("My daughter Mia has epilepsy.", {"has_daughter Mia", "has_condition epilepsy"}),
        ("I have a cat named Mr. Whiskers.", {"has_cat Mr. Whiskers"}),
        ("I have a ginger cat called Sir Fluff.", {"has_cat Sir Fluff"}),
        ("I have a parrot called Polly.", {"has_parrot Polly"}),
        (
            "We have a hamster called Nibbles and a tortoise called Speedy.",
            {"has_hamster Nibbles", "has_tortoise Speedy"},
        ),
        ("We have two guinea pigs, Salt and Pepper.", {"has_guinea_pig Salt", "has_guinea_pig Pepper"}),
        ("We have a labrador called Bruno.", {"has_dog Bruno"}),
        ("我乳糖不耐。", {"不耐受 乳糖"}),
        ("我患有哮喘和高血压。", {"患有 哮喘", "患有 高血压"}),
        ("我去年确诊了糖尿病。", {"患有 糖尿病"}),
        ("我妈妈有糖尿病。", {"妈妈患有 糖尿病"}),
        ("我不能吃辣。", {"不吃 辣"}),
        ("家里养了一只橘猫叫年糕，还有一条狗叫豆豆。", {"猫是 年糕", "狗是 豆豆"}),
        ("我家有一只柯基叫豆包。", {"狗是 豆包"}),
        ("我家的仓鼠叫球球。", {"仓鼠是 球球"}),
        *(
            (said, set[str]())
            for said in (
                "I have a cold.",
                "I don't have diabetes.",
                "I had asthma as a kid.",
                "I have diabetes patients on my list.",
                "I have MS Office.",
                "I can't eat another bite.",
                "I can't eat today.",
                "I have a rat problem, Tom.",
                "I have a dog food called Pedigree.",
                "我没有糖尿病。",
                "我怕得糖尿病。",
                "我有抑郁症患者要看。",
                "我朋友有糖尿病。",
                "我不能吃亏。",
                "我不能吃太多。",
                "邻居家里养了一只橘猫叫年糕。",
                "我们公司有一只猫叫年糕。",
            )
        ),
    ],
)
def test_health_food_and_animals_are_read_where_they_last(memory: Memary, said: str, known: set[str]) -> None:
    user = fresh_user()
    memory.add(said, user_id=user, session_id="talk", wait=True)
    told = {f"{fact.predicate} {fact.object}" for fact in memory.facts.list(user_id=user)}
    assert told == known
