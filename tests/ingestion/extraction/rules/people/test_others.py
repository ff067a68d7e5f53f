"""What is told of others than the speaker: how old they are, and what those do of whom only the kinship is named."""

from __future__ import annotations

import pytest
from support.records import fresh_user

from memary import ChatAgent, Memary

AGES = [
    (["Noor is nine and loves horses."], "Noor age_is 9; Noor likes horses"),
    (["Noor is nine and loves horses.", "Noor is ten."], "Noor age_is 10; Noor likes horses"),
    (["Theo is fourteen."], "Theo age_is 14"),
    (
        ["My son Sam and my daughter Ella are at school.", "Ella is 9 and Sam just turned 6 last week"],
        "User has_son Sam; User has_daughter Ella; Ella age_is 9; Sam age_is 6",
    ),
    (["Our daughter just turned three!"], "User daughter_age_is 3"),
    (["My grandma is 92 years old and still drives."], "User grandma_age_is 92"),
    (["My dog is twelve."], "User dog_age_is 12"),
    (["My son is six.", "My son is seven now."], "User son_age_is 7"),
    (
        ["My older brother is 41.", "My younger brother is 35."],
        "User older_brother_age_is 41; User younger_brother_age_is 35",
    ),
    (
        ["My son Tom is six, and my daughter Ella is nine."],
        "User has_son Tom; User has_daughter Ella; Tom age_is 6; Ella age_is 9",
    ),
    (["My son is called Tom.", "My son is six."], "User has_son Tom; Tom age_is 6"),
    (["乐乐三岁了。"], "乐乐 年龄是 3"),
    (["我儿子六岁了。", "我儿子七岁了。"], "User 儿子年龄是 7"),
    (["我女儿小雨十岁。", "小雨十一岁了。"], "User 女儿是 小雨; 小雨 年龄是 11"),
    (["我家狗两岁了。"], "User 狗年龄是 2"),
    (["小宇上周满十岁了。"], "小宇 年龄是 10"),
    (["我老公四十二岁。"], "User 老公年龄是 42"),
]  # fmt: skip
OF_KIN = [
    (["My dad lives in Riga."], "User dad_lives_in Riga"),
    (["My dad lives in Riga.", "My dad moved to Oslo."], "User dad_lives_in Oslo"),
    (["My mother is called Anna.", "Anna lives in Bonn.", "My mother moved to Ghent."],
     "User has_mother Anna; Anna lives_in Ghent"),
    (["My mum is Anna.", "My mother moved to Ghent."], "User has_mum Anna; Anna lives_in Ghent"),
    (["My dad lives in Riga.", "My dad is Ivan.", "My dad moved to Oslo."], "User has_dad Ivan; Ivan lives_in Oslo"),
    (["My wife works as a nurse."], "User wife_works_as nurse"),
    (["My little sister is 22 and works at Siemens."],
     "User little_sister_age_is 22; User little_sister_works_at Siemens"),
    (["My husband hates olives."], "User husband_dislikes olives"),
    (["My brother is Tom.", "My brother Jan is here.", "My brother lives in Oslo."],
     "User has_brother Tom; User has_brother Jan"),
    (["我爸爸住在杭州。", "我爸爸搬到了苏州。"], "User 爸爸居住在 苏州"),
    (["我妈妈叫李芳。", "我妈妈搬到了上海。"], "User 妈妈是 李芳; 李芳 居住在 上海"),
    (["我老公在华为做工程师。"], "User 老公就职于 华为; User 老公职业是 工程师"),
    (["我妹妹喜欢画画。"], "User 妹妹喜欢 画画"),
]  # fmt: skip
BY_PRONOUN = [
    (["My sister is Lena and she lives in Graz."], "User has_sister Lena; Lena lives_in Graz"),
    (["Tom is my brother. He lives in Kiel."], "User has_brother Tom; Tom lives_in Kiel"),
    (["My wife's name is Ida, and she works as a nurse."], "User has_wife Ida; Ida works_as nurse"),
    (["My mom is Anna and she is 60 years old."], "User has_mom Anna; Anna age_is 60"),
    (["My sister is Lena. My boss is Eva and she hates coffee."],
     "User has_sister Lena; User has_boss Eva; Eva dislikes coffee"),
    (["My sister is Lena and her friend lives in Graz."], "User has_sister Lena"),
    (["My sister is Lena and he lives in Graz."], "User has_sister Lena"),
    (["My sister is Lena and she used to live in Graz."], "User has_sister Lena"),
    (["My sister is pregnant and she lives in Graz."], "User sister_lives_in Graz"),
    (["我妹妹叫林婧，她住在杭州。"], "User 妹妹是 林婧; 林婧 居住在 杭州"),
    (["我妹妹叫林婧。她喜欢游泳。"], "User 妹妹是 林婧; 林婧 喜欢 游泳"),
    (["我妹妹叫林婧，她的朋友住在杭州。"], "User 妹妹是 林婧"),
    (["我妹妹叫林婧，他住在杭州。"], "User 妹妹是 林婧"),
    (["My dog is Rex and he lives in Kiel."], "User has_dog Rex; Rex lives_in Kiel"),
    (["My sister works at Bosch. She lives in Graz. She's a carpenter."],
     "User sister_works_at Bosch; User sister_lives_in Graz; User sister_works_as carpenter"),
    (["My brother Tom lives in Graz. He's a nurse."], "User has_brother Tom; Tom lives_in Graz; Tom works_as nurse"),
    (["My sister is Lena.", "She lives in Graz.", "She likes chess."],
     "User has_sister Lena; Lena lives_in Graz; Lena likes chess"),
    (["My brother lives with Anna. She is a nurse."], ""),
    (["Tom likes Anna. She is a nurse."], "Tom likes Anna"),
    (["My sister called my mother. She lives in Bonn."], ""),
    (["My brother is nice. She lives in Bonn."], ""),
    (["The boss is nice. She lives in Bonn."], ""),
    (["我姐姐是护士。她住在杭州。"], "User 姐姐职业是 护士; User 姐姐居住在 杭州"),
    (["我女儿叫乐乐。她五岁了。"], "User 女儿是 乐乐; 乐乐 年龄是 5"),
    (["我弟弟叫小明。", "他住在上海。"], "User 弟弟是 小明; 小明 居住在 上海"),
    (["我老公叫李强，他在华为上班。"], "User 老公是 李强; 李强 就职于 华为"),
    (["我姐姐和我妈妈住在北京。她是老师。"], ""),
    (["我妹妹和张伟结婚了。他住在上海。"], ""),
    (["我哥哥很好。她住在上海。"], ""),
]  # fmt: skip
SEVERAL = [
    (["My brother lives in Graz.", "My other brother lives in Linz."],
     "User brother_lives_in Graz; User other_brother_lives_in Linz"),
    (["My brother is called Tom.", "My other brother is called Ben. He lives in Kiel."],
     "User has_brother Tom; User has_brother Ben; Ben lives_in Kiel"),
    (["My mum is a teacher.", "My mother lives in Bonn."], "User mum_works_as teacher; User mum_lives_in Bonn"),
    (["My mum lives in Bern.", "My mother lives in Bonn."], "User mum_lives_in Bonn"),
    (["我大哥住在上海。", "我二哥住在北京。"], "User 大哥居住在 上海; User 二哥居住在 北京"),
    (["我哥哥住在上海。", "我另一个哥哥住在北京。"], "User 哥哥居住在 上海; User 另一个哥哥居住在 北京"),
    (["我妈妈住在杭州。", "我母亲住在苏州。"], "User 妈妈居住在 苏州"),
]  # fmt: skip
IN_PASSING = [
    (["I have two kids: Lena, who is 9, and Paul, who is 12."],
     "User has_child Lena; User has_child Paul; Lena age_is 9; Paul age_is 12"),
    (["My kids are Emil (4) and Frida (7)."],
     "User has_child Emil; User has_child Frida; Emil age_is 4; Frida age_is 7"),
    (["The kids are called Emil and Frida."], "User has_child Emil; User has_child Frida"),
    (["My children's names are Emil and Frida."], "User has_child Emil; User has_child Frida"),
    (["Our daughter Mia is 5 and our son Max is 8."],
     "User has_daughter Mia; User has_son Max; Mia age_is 5; Max age_is 8"),
    (["I live with my dog Rex in Graz."], "User has_dog Rex; User lives_in Graz"),
    (["Tom's birthday is on 12 May."], "Tom birthday_is 12 May"),
    (["My sister's birthday is March 3rd."], "User sister_birthday_is March 3rd"),
    (["I don't eat pork or beef."], "User avoids pork; User avoids beef"),
    (["I don't drink alcohol."], "User avoids alcohol"),
    (["我有两个孩子：小明九岁，小红六岁。"], "User 孩子是 小明; User 孩子是 小红; 小明 年龄是 9; 小红 年龄是 6"),
    (["我有两个孩子，儿子叫乐乐，女儿叫欢欢。"], "User 儿子是 乐乐; User 女儿是 欢欢"),
    (["孩子们叫乐乐和欢欢。"], "User 孩子是 乐乐; User 孩子是 欢欢"),
    (["我儿子三岁了，叫乐乐。"], "User 儿子是 乐乐; 乐乐 年龄是 3"),
    (["我妹妹叫林婧，住在杭州，喜欢游泳。"], "User 妹妹是 林婧; 林婧 居住在 杭州; 林婧 喜欢 游泳"),
    (["我爸爸的生日是六月一日。"], "User 爸爸生日是 六月一日"),
    (["我不吃香菜和猪肉。"], "User 不吃 香菜; User 不吃 猪肉"),
    (["我不喝酒。"], "User 不喝 酒"),
]  # fmt: skip
NOTHING = [
    "I don't eat out much.",
    "I don't eat a lot.",
    "The teams are called Alpha and Beta.",
    "I live with the fear of failing in Maths.",
    "Version One (12) is out.",
    "我不吃这一套。",
    "我不吃醋。",
    "我有两个问题：第一三岁，第二六岁。",
    "我妹妹叫了外卖，在家。",
    "孩子们叫个不停和哭闹。",
    "Mateo is 8 months old.",
    "Dinner is seven.",
    "Anna is two days late.",
    "Ben is five feet tall.",
    "My brother is one of the best.",
    "London is nine hours ahead.",
    "Noor is nine and a half.",
    "My father is 70% deaf.",
    "My friend lives in Rome.",
    "My ex-wife lives in Rome.",
    "My wife used to live in Lyon.",
    "My brother might move to Oslo.",
    "Is my son six?",
    "我儿子七岁的时候学会了游泳。",
    "这栋楼五十岁了。",
    "我姐姐比我大三岁。",
    "我奶奶快九十岁了。",
    "我姐姐以前住在北京。",
    "我朋友住在广州。",
]


def _tell(memory: Memary, *texts: str) -> str:
    """Let a fresh user tell it; return who that is."""
    user = fresh_user()
    for text in texts:
        memory.add(text, user_id=user, wait=True)
    return user


def _told(memory: Memary, *texts: str) -> set[str]:
    facts = memory.facts.list(user_id=_tell(memory, *texts))
    return {f"{fact.subject} {fact.predicate.replace(' ', '_')} {fact.object}" for fact in facts}


@pytest.mark.parametrize(("texts", "facts"), [*AGES, *OF_KIN, *BY_PRONOUN, *SEVERAL, *IN_PASSING])
def test_what_is_told_of_others_is_read(memory: Memary, texts: list[str], facts: str) -> None:
    assert _told(memory, *texts) == set(filter(None, facts.split("; ")))


@pytest.mark.parametrize("text", NOTHING)
def test_what_only_looks_like_it_asserts_nothing(memory: Memary, text: str) -> None:
    assert _told(memory, text) == set()


@pytest.mark.parametrize(
    ("texts", "question", "answer"),
    [
        (["Noor is nine and loves horses.", "Noor is ten."], "How old is Noor?", "Noor is 10 years old."),
        (["My wife is Eva.", "My wife works as a nurse.", "My dad is a plumber."],
         "What does my wife do?", "Eva works as a nurse."),
        (["My mum Anna lives here.", "My mum moved to Ghent."], "Where does my mum live?", "Anna lives in Ghent."),
        (["我儿子六岁了。", "我儿子七岁了。"], "我儿子几岁？", "用户的儿子7岁。"),
    ],
)  # fmt: skip
def test_a_question_about_another_is_answered_with_what_is_so_now(
    memory: Memary, texts: list[str], question: str, answer: str
) -> None:
    user = _tell(memory, *texts)
    quotes = ChatAgent(memory, user_id=user).chat(question).text.splitlines()
    assert answer in quotes[1]
