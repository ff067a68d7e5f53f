"""Rules as a table of sentences: what they assert, and above all what they do not."""

from __future__ import annotations

import pytest
from support.records import message
from support.tables import each

from memary.ingestion.extraction.rules.plain_forms import extract_by_rules
from memary.ingestion.extraction.rules.prior_knowledge import PriorKnowledge
from memary.text import detect_language
from memary.types import Entity, Role, utc_now


def read(text: str, *, role: Role = Role.USER, speaker: str | None = None) -> set[tuple[str, str, str]]:
    said = message("ada", text, role=role, speaker=speaker, language=detect_language(text))
    found = extract_by_rules([said], self_name="User")
    return {(fact.subject, fact.predicate, fact.object) for fact in found.facts}


@each(
    ("text", "predicate", "object"),
    [
        ("My name is Ada.", "name_is", "Ada"),
        ("Hi, I'm called Ada Lovelace!", "name_is", "Ada Lovelace"),
        ("Please call me Max.", "name_is", "Max"),
        ("I'm Ada Novak.", "name_is", "Ada Novak"),
        ("Hello! I am Vincent van Gogh, nice to meet you.", "name_is", "Vincent van Gogh"),
        ("Hi, I'm Ada.", "name_is", "Ada"),
        ("Hey there, I'm Max from Graz.", "name_is", "Max"),
        ("你好，我是林夏，住在上海。", "名字是", "林夏"),
        ("أنا اسمي سارة وأعيش في دبي.", "name_is", "سارة"),
        ("קוראים לי דנה", "name_is", "דנה"),
        ("Меня зовут Иван.", "name_is", "Иван"),
        ("I moved to Lille in May.", "lives_in", "Lille"),
        ("I live in Berlin.", "lives_in", "Berlin"),
        ("I now live in New York with two cats.", "lives_in", "New York"),
        ("I'm currently living in São Paulo.", "lives_in", "São Paulo"),
        ("I am based in Rio de Janeiro.", "lives_in", "Rio de Janeiro"),
        ("Actually I live in Bern.", "lives_in", "Bern"),
        ("I live in 北京.", "lives_in", "北京"),
        ("I work at 华为.", "works_at", "华为"),
        ("我住在 Berlin。", "居住在", "Berlin"),
        ("我在 Google 工作。", "就职于", "Google"),
        ("I just moved to Oslo, and it is cold.", "lives_in", "Oslo"),
        ("I've recently moved to Kyoto.", "lives_in", "Kyoto"),
        ("I work at Acme.", "works_at", "Acme"),
        ("Well, I work for Siemens these days.", "works_at", "Siemens"),
        ("I work as a nurse.", "works_as", "nurse"),
        ("I'm allergic to peanuts.", "allergic_to", "peanuts"),
        ("I am very allergic to cat hair.", "allergic_to", "cat hair"),
        ("I love sushi.", "likes", "sushi"),
        ("I really like jazz and tea.", "likes", "jazz"),
        ("I hate cilantro!", "dislikes", "cilantro"),
        ("I don't like horror movies.", "dislikes", "horror movies"),
        ("I can't stand loud music.", "dislikes", "loud music"),
        ("My sister's name is Emma.", "has_sister", "Emma"),
        ("My dog is called Rex.", "has_dog", "Rex"),
        ("My favorite color is green.", "favorite_color", "green"),
        ("My favourite food is ramen.", "favorite_food", "ramen"),
        ("I am 42 years old.", "age_is", "42"),
        ("It rains a lot. I live in Bergen.", "lives_in", "Bergen"),
        ("我叫王小明。", "名字是", "王小明"),
        ("我的名字叫李雷。", "名字是", "李雷"),
        ("我住在上海。", "居住在", "上海"),
        ("我现在住在杭州，天气不错。", "居住在", "杭州"),
        ("我最近搬到了成都。", "居住在", "成都"),
        ("我在腾讯公司工作。", "就职于", "腾讯公司"),
        ("我在北京大学任职。", "就职于", "北京大学"),
        ("我在华为上班。", "就职于", "华为"),
        ("我在腾讯工作。", "就职于", "腾讯"),
        ("我现在在华为上班，很忙。", "就职于", "华为"),
        ("现在我在国家电网工作。", "就职于", "国家电网"),
        ("我就职于招商银行。", "就职于", "招商银行"),
        ("我住在上海，在华为工作。", "居住在", "上海"),
        ("我住在上海，在华为工作。", "就职于", "华为"),
        ("我叫王明，住在上海，现在在华为工作。", "就职于", "华为"),
        ("我对花生过敏。", "过敏", "花生"),
        ("我喜欢爬山。", "喜欢", "爬山"),
        ("我特别喜欢火锅！", "喜欢", "火锅"),
        ("我不喜欢香菜。", "不喜欢", "香菜"),
        ("我讨厌下雨天。", "不喜欢", "下雨天"),
        ("我妈妈叫陈芳。", "妈妈是", "陈芳"),
        ("我的狗叫旺财。", "狗是", "旺财"),
        ("我今年30岁。", "年龄是", "30"),
        # emoji and marks at the end
        ("我住在武汉😀", "居住在", "武汉"),
        ("我住在上海～", "居住在", "上海"),
        ("我住在上海……", "居住在", "上海"),
        ("我喜欢寿司🍣。", "喜欢", "寿司"),
        ("我叫埃隆·马斯克～", "名字是", "埃隆·马斯克"),
        ("I love sushi 🍣.", "likes", "sushi"),
        ("I'm allergic to peanuts 🥜", "allergic_to", "peanuts"),
        # two languages in one sentence
        ("I live in Berlin, 我在华为工作。", "lives_in", "Berlin"),
        ("I live in Berlin, 我在华为工作。", "就职于", "华为"),
        ("我叫Ada，I live in Berlin.", "名字是", "Ada"),
        ("我叫Ada，I live in Berlin.", "lives_in", "Berlin"),
        ("我住在Berlin, and I work at Bosch.", "居住在", "Berlin"),
        ("我住在Berlin, and I work at Bosch.", "works_at", "Bosch"),
    ],
)
def test_plain_statements_about_oneself_are_read(text: str, predicate: str, object: str) -> None:
    assert ("User", predicate, object) in read(text)


@each(
    "text",
    [
        # no homes, no allergens
        "I moved to Postgres last week.",
        "I moved to Apple Music.",
        "I moved to Team Blue.",
        "I live in Python these days.",
        "I'm allergic to Mondays.",
        "我搬到了前端组。",
        "我住在三楼的时候很开心",
        # questions
        "Do I live in Berlin?",
        "Where do I live, do you know?",
        "Should I say I live in Berlin?",
        "我住在哪里？",
        "我是不是住在上海",
        "我喜欢什么呢",
        # conditions, wishes, plans, guesses
        "If I lived in Rome I'd be happy.",
        "When I live in Rome, I walk a lot.",
        "I wish I live in Paris one day.",
        "I would love sushi now.",
        "I might work at Google soon.",
        "Maybe I work at Google next year.",
        "I hope I work at Google.",
        "I will move to Oslo next year.",
        "I'm going to live in Oslo.",
        "Imagine I live in Oslo.",
        "Let's say I live in Oslo.",
        "Assume I work at Google.",
        "如果我住在北京就好了。",
        "我希望我住在海边。",
        "我打算搬到深圳。",
        "我可能搬到深圳。",
        "假设我在谷歌公司工作。",
        "If I live in Berlin, 我喜欢火锅。",
        # emoji in the place of a word
        "I love eating 🍣.",
        "I like my 🐶",
        "我喜欢吃🍣。",
        "我讨厌看🎬",
        # what one likes to do, without what
        "我喜欢吃。",
        # the past
        "Back then I live in Rome.",
        "When I was small, I loved milk.",
        "I lived in Rome.",
        "In 2010 I moved to Rome.",
        "I moved to Rome in 2010 and left in 2012.",
        "I moved to Rome in 2010 and I left in 2012.",
        "我小时候喜欢画画。",
        "我在华为工作过。",
        "我在华为工作，去年离职了。",
        "一开始，我在华为工作。",
        # others, quoted speech
        'Bob said "I live in Berlin."',
        "He says I live in a bubble.",
        "他说，I live in Berlin。",
        "Bob says, 我住在上海。",
        "She lives in Berlin.",
        "Tom told me: I work at Acme.",
        "My boss wrote: I love Paris.",
        "他说我住在上海。",
        "她喜欢火锅。",
        "小明说：“我住在上海。”",
        "我朋友喜欢爬山。",
        "他在华为上班。",
        "我叫他来上海，在华为工作。",
        # negation
        "I don't live in Berlin.",
        "I do not work at Acme any more.",
        "I never said I love sushi.",
        "I live in Berlin no longer.",
        "I no longer work at Acme.",
        "It's not true that I love sushi.",
        "I am not allergic to nuts.",
        "My name is not Ada.",
        "我不住在上海。",
        "我不叫小王。",
        "我对花生不过敏。",
        "我不再喜欢咖啡。",
        "我已经不住在上海了。",
        "我没有搬到北京。",
        "我不在华为工作了。",
        # fiction, play
        "In my novel, I live in Narnia.",
        "In the game I work at Umbrella.",
        "In my dream, I live in Paris.",
        "I play a character: I live in Gotham.",
        "Just kidding, I live in Atlantis.",
        "Pretend my name is Bond.",
        "在小说里我住在魔法城。",
        "我梦见我住在月球。",
        "开玩笑的，我叫孙悟空。",
        "游戏里我叫孙悟空。",
        # words that are no object
        "I live in a small flat.",
        "I love you.",
        "I like it.",
        "I love that you asked.",
        "I like to sleep.",
        "I work as hard as I can.",
        "I hate when it rains.",
        "Call me back tomorrow.",
        "Call me Monday.",
        "Call me later.",
        "我叫了外卖。",
        "我住了三天。",
        "我喜欢你。",
        "我叫他过来。",
        "我住院了。",
        "我住在这里。",
        "我住在一个小房子里。",
        "我在家工作。",
        "我在北京工作。",
        "我在纽约上班。",
        "我在学校工作。",
        "我在小李家工作。",
        "我在咖啡馆工作。",
        "我在网上工作。",
        "我在想工作的事。",
        "我在找工作。",
        "我在华为工作的时候很累。",
        "我在华为楼下上班。",
        "我任职于北京。",
        "I'm German.",
        "Hi, I'm German.",
        "I'm South African.",
        "I'm Product Manager at Acme.",
        "I'm Senior Engineer.",
        "I'm New here.",
        "I'm Team Edward!",
        "I'm Roman Catholic.",
        "我是林夏的妹妹。",
        "我是学生。",
        "我是王老师。",
        "我是金牛座。",
        "هل اسمي سارة؟",
        "השם שלי ארוך",
    ],
)
def test_what_is_not_plainly_so_asserts_nothing(text: str) -> None:
    assert read(text) == set()


def test_a_named_speaker_is_the_subject() -> None:
    assert read("I live in Oslo.", speaker="Bob") == {("Bob", "lives_in", "Oslo")}
    assert read("我在华为上班。", speaker="王明") == {("王明", "就职于", "华为")}


@pytest.mark.parametrize("role", [Role.ASSISTANT, Role.TOOL, Role.SYSTEM])
def test_only_users_speak_about_themselves(role: Role) -> None:
    assert read("I live in Oslo. My name is Ada.", role=role) == set()


def test_two_facts_of_one_message_are_both_read_with_their_words() -> None:
    said = message("ada", "My name is Ada and I live in Oslo.")
    facts = extract_by_rules([said], self_name="User").facts
    assert {fact.quote for fact in facts} == {"My name is Ada", "I live in Oslo"}
    assert {fact.message for fact in facts} == {1}
    assert {fact.statement for fact in facts} == {"User is called Ada.", "Ada lives in Oslo."}


@pytest.mark.parametrize(
    ("text", "language", "sentences"),
    [
        ("Hi, I'm Nora. I'm an ER nurse.", "en", {"User is called Nora.", "Nora works as an ER nurse."}),
        ("你好！我叫王伟，我住在上海。", "zh", {"用户的名字是王伟。", "王伟居住在上海。"}),
    ],
)
def test_who_tells_their_name_is_called_by_it_in_all_that_the_message_tells(
    text: str, language: str, sentences: set[str]
) -> None:
    said = message("ada", text, language=language)
    facts = extract_by_rules([said], self_name="用户" if language == "zh" else "User").facts
    assert {fact.statement for fact in facts} == sentences


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("I'm a nurse.", "User works as a nurse."),
        ("I'm an architect.", "User works as an architect."),
        ("I'm an ER nurse.", "User works as an ER nurse."),
        ("I work as a UX designer.", "User works as a UX designer."),
        ("I work as a European history teacher.", "User works as a European history teacher."),
        ("I work as an Uber driver.", "User works as an Uber driver."),
    ],
)
def test_a_profession_has_its_article(said: str, sentence: str) -> None:
    facts = extract_by_rules([message("ada", said)], self_name="User").facts
    assert [fact.statement for fact in facts] == [sentence]


def test_who_tells_their_name_is_not_called_by_it_within_other_names() -> None:
    said = message("ada", "My name is Nora. My boss is Userlin and he lives in Kiel.")
    facts = extract_by_rules([said], self_name="User").facts
    assert {fact.statement for fact in facts} >= {"Nora's boss is Userlin.", "Userlin lives in Kiel."}


def test_facts_know_which_message_they_come_from() -> None:
    said = [message("ada", "Hello."), message("ada", "我住在上海。", language="zh")]
    (fact,) = extract_by_rules(said, self_name="用户").facts
    assert (fact.message, fact.statement) == (2, "用户居住在上海。")


def test_names_are_spotted_with_the_type_the_fact_tells() -> None:
    found = extract_by_rules([message("ada", "I live in Oslo. I work at Acme.")], self_name="User")
    assert {(entity.name, entity.type) for entity in found.entities} == {("Oslo", "place"), ("Acme", "organization")}


@pytest.mark.parametrize(
    ("asked", "said", "name"),
    [
        ("Nice. What should I call you?", "Ada. Ada Novak. 31, from Maribor.", "Ada Novak"),
        ("What's your name?", "Max", "Max"),
        ("怎么称呼您？", "林夏。", "林夏"),
        ("What is your dog's name?", "Rex.", None),
        ("What's your name? I like tea.", "Max", None),
        ("What's your name?", "Never mind.", None),
        ("What's your name?", "why do you ask", None),
        ("怎么称呼您？", "不告诉你", None),
    ],
)
def test_a_name_is_told_to_whom_asks_for_it(asked: str, said: str, name: str | None) -> None:
    question = message("ada", asked, role=Role.ASSISTANT)
    answer = message("ada", said, language=detect_language(said))
    facts = extract_by_rules([answer], self_name="User", known=PriorKnowledge(earlier=[question])).facts
    assert [fact.object for fact in facts] == ([name] if name else [])


def test_pets_are_animals() -> None:
    found = extract_by_rules([message("ada", "My dog is called Rex.")], self_name="User")
    assert [(entity.name, entity.type) for entity in found.entities] == [("Rex", "animal")]


@pytest.mark.parametrize(
    "said",
    [
        ["My cat is called Pixel. Pixel is 4 years old."],
        ["My cat is called Pixel.", "Pixel is 4 years old."],
        ["我有一只猫叫小花。", "小花4岁。"],
    ],
)
def test_a_pet_of_which_more_is_told_stays_an_animal(said: list[str]) -> None:
    found = extract_by_rules([message("ada", one) for one in said], self_name="User")
    assert len(found.facts) == 2
    assert [entity.type for entity in found.entities] == ["animal"]


def test_what_is_known_keeps_its_type() -> None:
    marin = Entity(user_id="ada", name="Marin", key="marin", type="place", created_at=utc_now())
    said = message("ada", "Lunch with Marin was nice.")
    assert (
        extract_by_rules([said], self_name="User", known=PriorKnowledge(entities=[marin])).entities[0].type == "thing"
    )


def test_known_names_are_spotted_in_small_letters() -> None:
    emma = Entity(user_id="ada", name="Emma", key="emma", type="person", created_at=utc_now())
    found = extract_by_rules(
        [message("ada", "dinner with emma")], self_name="User", known=PriorKnowledge(entities=[emma])
    )
    assert [entity.name for entity in found.entities] == ["Emma"]


@pytest.mark.parametrize("said", ["NULL", "I live in Null.", "My name is NaN.", "My sister is called undefined."])
def test_what_programs_write_for_nothing_is_no_name_and_no_fault(said: str) -> None:
    found = extract_by_rules([message("ada", said), message("ada", "I live in Ulm.")], self_name="User")
    assert {fact.object for fact in found.facts} <= {"Ulm"}
    assert [entity.name for entity in found.entities] == ["Ulm"]


def test_nan_is_a_name_and_one_too_long_for_a_fact_is_no_fault() -> None:
    assert read("My sister is called Nan.") == {("User", "has_sister", "Nan")}
    assert read("I live in Ulm.", speaker="a" * 250) == set()


@pytest.mark.parametrize(
    "text", ["I live in Rome and work at Bosch.", "I still live in Rome, but now work for Bosch."]
)
def test_home_and_job_are_told_in_one_breath(text: str) -> None:
    assert read(text) == {("User", "lives_in", "Rome"), ("User", "works_at", "Bosch")}
