"""Plain ways to tell of a home, work, age, animals and relatives, new or gone.

And what only looks like one.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from support.records import fresh_user

from memary import Memary

READ: list[tuple[str, str, list[str], list[str]]] = [
    ("", "I'm Bo", ["name_is Bo"], []),
    ("", "I live in the UK.", ["lives_in the UK"], []),
    ("", "I moved to the US last year.", ["lives_in the US"], []),
    ("", "I'm from the Philippines.", ["comes_from the Philippines"], []),
    ("", "i live in the netherlands", ["lives_in the Netherlands"], []),
    ("", "I live in the past.", [], []),
    ("", "I live in the United flats.", [], []),
    ("", "Hi, I'm Wout. Nice to meet you.", ["name_is Wout"], []),
    ("I work as a nurse.", "I quit smoking", ["gave_up smoking", "works_as nurse"], []),
    ("", "I gave up alcohol for good.", ["gave_up alcohol"], []),
    ("I quit smoking", "I started smoking again", [], ["smoking"]),
    ("", "I have been living in Ulm since 2012", ["lives_in Ulm"], []),
    ("", "I've lived in Turin for six years.", ["lives_in Turin"], []),
    (
        "",
        "I've been working as a structural engineer at Arcadis since 2015",
        ["works_as structural engineer", "works_at Arcadis"],
        [],
    ),
    (
        "I work at Arcadis.",
        "I left Arcadis in March and now I work for Jan De Nul",
        ["works_at Jan De Nul"],
        ["Arcadis"],
    ),
    ("", "My address is 3 High Street", ["address_is 3 High Street"], []),
    ("", "My address is Kerkstraat 12, 9000 Gent.", ["address_is Kerkstraat 12, 9000 Gent"], []),
    ("", "We live at 27 Baker Street.", ["address_is 27 Baker Street"], []),
    ("", "My boss is 王伟", ["boss 王伟"], []),
    ("", "I play 古筝", ["plays 古筝"], []),
    ("", "我去年戒酒了。", ["戒掉 酒"], []),
    ("", "我不抽烟了。", ["戒掉 烟"], []),
    ("我戒烟了。", "我又抽烟了。", [], ["烟"]),
    ("", "我的地址是北京市朝阳区建国路88号2单元501室。", ["地址是 北京市朝阳区建国路88号2单元501室"], []),
    ("我的地址是中山路3号。", "我的新地址是文三路90号", ["地址是 文三路90号"], ["中山路3号"]),
    ("", "And I play trombone in a band.", ["plays trombone"], []),
    ("", "Hej. I'm 32 since yesterday and everything hurts.", ["age_is 32"], []),
    ("", "I'm learning Rust, evenings only.", ["learning Rust"], []),
    (
        "",
        "我叫林夏，34，在武汉，做结构工程师，九年了。",
        ["名字是 林夏", "年龄是 34", "居住在 武汉", "职业是 结构工程师"],
        [],
    ),
    ("", "我只有一个弟弟，林冬，在深圳上班。", ["弟弟是 林冬"], []),
    ("I live in York.", "I've moved again, this time to Whitby.", ["lives_in Whitby"], ["York"]),
    ("", "We moved again last month, this time to Bath.", ["lives_in Bath"], []),
    ("I live in Bonn.", "In October I moved to Kiel.", ["lives_in Kiel"], ["Bonn"]),
    ("We live in Hull.", "Last spring we moved to Leeds.", ["lives_in Leeds"], []),
    ("", "Since Monday I live in Oslo.", ["lives_in Oslo"], []),
    ("", "We got a new kitten, her name is Luna.", ["cat Luna"], []),
    ("", "We adopted a new cat called Pepper.", ["cat Pepper"], []),
    ("", "We adopted a new cat, Pepper.", ["cat Pepper"], []),
    ("", "We rescued an old dog, Rex, from the shelter.", ["dog Rex"], []),
    ("", "I got a puppy yesterday, his name's Rufus.", ["dog Rufus"], []),
    ("", "We adopted a rescue dog called Biscuit last week.", ["dog Biscuit"], []),
    ("My cat is Minka.", "My cat Minka died.", [], ["Minka"]),
    ("We have a dog called Rex.", "Our dog Rex passed away last night.", [], ["Rex"]),
    ("I have a rabbit called Flop.", "Sadly, Flop died yesterday.", [], ["Flop"]),
    (
        "I work at Bosch.",
        "I quit my job and started as a teacher at Hill School.",
        ["works_as teacher", "works_at Hill School"],
        ["Bosch"],
    ),
    ("I work as a chef.", "I'm no chef any more.", [], ["chef"]),
    ("I work as a nurse.", "I quit.", [], ["nurse"]),
    ("I work as a nurse.", "I retired last month.", [], ["nurse"]),
    ("I am a baker.", "I've retired.", [], ["baker"]),
    ("I am a plumber.", "I'm not a plumber anymore.", [], ["plumber"]),
    ("I work as a cook.", "I quit my job and became a gardener at Kew Gardens.", [], ["cook"]),
    ("I am a pilot.", "I'm no longer a pilot.", [], ["pilot"]),
    ("I am married to Priya.", "I got divorced from Priya.", [], ["Priya"]),
    ("I am married to Tom.", "Tom and I got divorced in May.", [], ["Tom"]),
    ("I am dating Lena.", "I broke up with Lena.", [], ["Lena"]),
    ("", "I quit my job at the hospital. I'm a teacher now.", ["works_as teacher"], ["none"]),
    ("", "我不再住苏州了，现在住在南京。", ["居住在 南京"], []),
    ("", "I have a BMW and I love it.", ["car BMW"], []),
    ("", "I own a Volvo V60.", ["car Volvo V60"], []),
    ("", "I sold my bike and bought a Volvo.", ["car Volvo"], []),
    (
        "",
        "我叫陈静，三十岁，住在武汉，是老师。",
        ["名字是 陈静", "年龄是 30", "居住在 武汉", "职业是 老师"],
        [],
    ),
    ("", "昨天我们领养了一只小狗，叫饼干。", ["狗是 饼干"], []),
    ("", "我不吃辣，对花生过敏。", ["不吃 辣", "过敏 花生"], []),
    ("My kids are Mila (6) and Jana (9).", "Sorry, Jana is 8.", ["age_is 8"], ["9"]),
    ("", "I bought an old piano.", ["owns piano"], []),
    ("", "我家有一辆宝马。", ["有车 宝马"], []),
    ("", "I turned thirty-four today.", ["age_is 34"], []),
    ("", "I'm thirty-four years old.", ["age_is 34"], []),
    ("I am 30 years old.", "I'm thirty-one.", ["age_is 31"], ["30"]),
    ("", "I moved to London for the weather.", ["lives_in London"], ["Londo"]),
    ("", "I moved to New York for a better life.", ["lives_in New York"], []),
    ("", "I moved to Leeds for a new job.", ["lives_in Leeds"], []),
    ("", "I moved to Bonn for one reason.", ["lives_in Bonn"], []),
    ("", "I live in Freedom, Oklahoma.", ["lives_in Freedom"], []),
    ("", "I started as a nurse and now I am a doctor.", ["works_as doctor"], ["nurse"]),
    ("", "I became a teacher at Hill School.", ["works_as teacher", "works_at Hill School"], []),
    ("", "Emma is my daughter.", ["daughter Emma"], []),
    ("", "Omar is my brother, by the way.", ["brother Omar"], []),
    ("我住在福州。", "这次搬到了厦门。", ["居住在 厦门"], ["福州"]),
    ("我住在福州。", "我又搬家了，这次搬到了厦门。", ["居住在 厦门"], ["福州"]),
    ("我住在北京。", "我们又搬家了，这回搬到了天津。", ["居住在 天津"], ["北京"]),
    ("我住在北京。", "去年十月我搬到了青岛。", ["居住在 青岛"], []),
    ("我住在北京。", "十月份我搬去了大连。", ["居住在 大连"], []),
    ("", "上个月搬到了苏州。", ["居住在 苏州"], []),
    ("", "养了一只小猫叫米米。", ["猫是 米米"], []),
    ("", "我们新养了一只小狗，叫豆豆。", ["狗是 豆豆"], []),
    ("", "我家刚领养了一只猫，名字叫花花。", ["猫是 花花"], []),
    ("", "家里新来了一只小猫，它叫团团。", ["猫是 团团"], []),
    ("我的猫叫咪咪。", "我的猫咪咪死了。", [], ["咪咪"]),
    ("我家的狗叫旺财。", "旺财昨天去世了。", [], ["旺财"]),
    ("我的猫叫雪球。", "雪球走了。", [], ["雪球"]),
    ("我在华为工作。", "我辞职了，去了腾讯当工程师。", ["职业是 工程师"], ["华为"]),
    ("我在华为工作。", "我辞职了，现在在育才中学当老师。", ["就职于 育才中学"], ["华为"]),
    ("我是厨师。", "我不是厨师了。", [], ["厨师"]),
    ("我是护士。", "我辞职了。", [], ["护士"]),
    ("我的职业是司机。", "我退休了。", [], ["司机"]),
    ("我是会计。", "我已经不当会计了。", [], ["会计"]),
    ("", "今年三十四岁。", ["年龄是 34"], []),
    ("", "我今年三十四岁。", ["年龄是 34"], []),
    ("", "我三十四岁了。", ["年龄是 34"], []),
    ("", "我今年四十了。", ["年龄是 40"], []),
    ("我今年29岁。", "我今年三十岁。", ["年龄是 30"], ["29"]),
    ("", "我叫林夏，34岁。", ["名字是 林夏", "年龄是 34"], []),
    ("", "你好，我叫林夏，今年34岁，住在杭州。", ["名字是 林夏", "年龄是 34", "居住在 杭州"], []),
    ("我和小丽结婚了。", "我跟小丽离婚了。", [], ["小丽"]),
    ("我嫁给了王强。", "上个月我和王强离婚了。", [], ["王强"]),
    ("我和李娜在一起了。", "我和李娜分手了。", [], ["李娜"]),
    ("", "小明是我儿子。", ["儿子是 小明"], []),
    ("", "王芳是我姐姐。", ["姐姐是 王芳"], []),
    ("", "陈伟是我的老板。", ["老板是 陈伟"], []),
]

NOT_READ = [
    ("", "I have a Ford test drive tomorrow."),
    ("", "I have a boat trip on Monday."),
    ("", "I had a Volvo once."),
    ("", "I don't have a Volvo."),
    ("", "我想买一辆宝马。"),
    ("", "我不再住院了，搬去休息室了。"),
    ("", "I'm Dutch"),
    ("", "I'm Done."),
    ("", "I'm Catholic."),
    ("", "I'm Hungry."),
    ("I'm Ada Novak.", "I'm Bo"),
    ("", "I stopped seeing her."),
    ("", "I have lived in Turin, Lyon and Oslo."),
    ("", "I've worked at Nokia."),
    ("", "My address is the same as yours."),
    ("", "我想戒烟。"),
    ("", "我爸戒烟了。"),
    ("", "我的地址变了。"),
    ("", "I moved to Kiel for a year."),
    ("", "I moved to New York for two weeks."),
    ("", "I moved to Bonn for 3 years."),
    ("", "I moved to Bonn for a bit."),
    ("", "I moved to Bonn for a while."),
    ("", "I started as a waiter at Nobu, now I am the chef."),
    ("", "I became a teacher at Hill School and hated it."),
    ("", "I became a teacher at heart."),
    ("I am married to Priya.", "I got divorced from Tom in 2010."),
    ("I am dating Lena.", "I broke up with Lena last year but we got back together."),
    ("I am dating Lena.", "I broke up with Tom."),
    ("", "We got a new kitten, Dave!"),
    ("", "I adopted a cat, John."),
    ("", "We got a new dog, Tom says hi."),
    ("我妹妹叫小雨。", "小雨走了。"),
    ("我的猫叫雪球。", "雪球走丢了。"),
    ("", "We got a new kitten, his name is Unknown."),
    ("", "We rescued a cat called Smudge and gave her to the shelter."),
    ("I am 30 years old.", "I'm thirty."),
    ("", "I'm eighty! Degrees, I mean."),
    ("", "I'm fifty, fifty on this."),
    ("", "I'm fifty now on the list."),
    ("", "In the play, Emma is my daughter."),
    ("", "Batman is my father."),
    ("", "My brother Tom Smith died."),
    ("", "我有个弟弟，在深圳，做无人机。"),
    ("", "And so I play it safe."),
    ("", "But I was in Rome."),
    ("I live in York.", "We live in Fear now."),
    ("I live in York.", "We live in Hope these days."),
    ("I live in York.", "We moved to Plan B this time."),
    ("I live in York.", "If I move again, this time to Whitby, I'll need a van."),
    ("I live in York.", "Have you moved again, this time to Whitby?"),
    ("I live in York.", "My brother moved again, this time to Whitby."),
    ("I live in York.", "I moved my desk again, this time to the window."),
    ("I live in York.", "In October I move to Kiel."),
    ("I live in York.", "In October I'm moving to Kiel."),
    ("I live in York.", "In 2009 I moved to Kiel for a year."),
    ("My cat is Minka.", "My sister's cat Pepper died."),
    ("My cat is Minka.", "Luckily Minka didn't die."),
    ("My cat is Minka.", "Minka nearly died last week."),
    ("My cat is Minka.", "My phone died."),
    ("", "We want to adopt a new cat, Pepper."),
    ("", "We saw a new kitten at the shop, her name was Luna."),
    ("", "Should we get a new kitten and name her Luna?"),
    ("", "My neighbour got a new kitten, her name is Luna."),
    ("I work as a nurse.", "I'd quit if I could."),
    ("I work as a nurse.", "I quit the gym."),
    ("I work as a nurse.", "My boss retired."),
    ("I work as a nurse.", "I want to retire at sixty."),
    ("I am married to Priya.", "My parents got divorced."),
    ("I am married to Priya.", "I almost got divorced from Priya."),
    ("I work as a chef.", "I'm no chef, but I can fry an egg."),
    ("", "Coffee is my best friend."),
    ("", "Netflix is my boyfriend."),
    ("", "Mondays are no fun at thirty-four degrees."),
    ("我住在福州。", "如果这次搬到厦门就好了。"),
    ("我住在福州。", "这次搬到厦门要多少钱？"),
    ("我住在福州。", "我哥又搬家了，这次搬到了厦门。"),
    ("我住在福州。", "这次会议搬到了厦门。"),
    ("我住在福州。", "这次我想搬到厦门。"),
    ("我住在福州。", "服务器这次搬到了阿里云。"),
    ("我住在福州。", "十月我要搬到厦门。"),
    ("我住在福州。", "我们生活在恐惧中。"),
    ("我住在福州。", "我现在活在梦里。"),
    ("", "想养一只小猫叫米米。"),
    ("", "邻居养了一只小猫叫米米。"),
    ("", "我在网上看到一只小猫叫米米。"),
    ("", "我朋友领养了一只猫，名字叫花花。"),
    ("", "养了一只小猫是什么体验？"),
    ("我的猫叫咪咪。", "我手机死机了。"),
    ("我的猫叫咪咪。", "咪咪差点死了。"),
    ("我的猫叫咪咪。", "我同事的猫死了。"),
    ("我是护士。", "我想辞职。"),
    ("我是护士。", "我同事辞职了。"),
    ("我是护士。", "我爸退休了。"),
    ("我是护士。", "你什么时候退休？"),
    ("我和小丽结婚了。", "我朋友离婚了。"),
    ("我和小丽结婚了。", "我差点和小丽离婚了。"),
    ("我是厨师。", "我不是厨师也会做饭。"),
    ("", "今年三十四度，太热了。"),
    ("", "他今年三十四岁。"),
    ("", "咖啡是我的朋友。"),
    ("", "手机是我的命。"),
    ("", "小明是我儿子的同学。"),
    ("", "养了只猫叫声很大。"),
    ("", "养了一只狗叫个不停。"),
    ("", "我养了只猫，取名字好难。"),
    ("", "养了一只猫是三花。"),
    ("", "我家买了一只鹦鹉，是绿色。"),
    ("", "我家买了一只仓鼠，名字是秘密。"),
    ("", "我家养了一只狗，叫得很大声。"),
    ("", "养了一只狗，叫声特别响。"),
    ("", "我家养了一只狗，它叫起来吓人。"),
    ("", "今年五十岁了，这棵树。"),
    ("", "今年二十岁了，他还不懂事。"),
    ("", "今年四十岁了，我爸身体还好。"),
    ("", "我叫了外卖，34，在路上，等着。"),
    ("", "我叫他回家，30，分钟后再打。"),
    ("", "我是王医生，34，床的病人怎么样了。"),
    ("", "我是王老师，30，个学生，是医生。"),
    ("", "我叫外卖，做医生。"),
    ("", "我去了朋友婚礼当司机。"),
    ("", "我去了孤儿院当老师，一个星期。"),
    ("", "我去了一趟医院做护士。"),
    ("", "我去了幼儿园当老师，只有一天。"),
    ("", "爱因斯坦是我爸爸。"),
    ("", "奥特曼是我爸爸。"),
    ("", "在剧里，小雨是我女儿。"),
    ("", "在戏里，王芳是我妈妈。"),
    ("我今年30岁。", "我今年三十岁。"),
    ("我叫小王。", "我叫小王，45，公斤。"),
    ("我叫小王。", "我叫小王，20，分钟后到。"),
    ("我叫王强。", "我叫王强，30，人民币。"),
]


@pytest.fixture(scope="module")
def memory() -> Iterator[Memary]:
    with Memary.open("sqlite:///:memory:", worker=False, scrub=False) as opened:
        yield opened


def _told(memory: Memary, *texts: str) -> list[set[tuple[str, str]]]:
    """Return the predicates and objects that are known after each text."""
    user = fresh_user()
    known: list[set[tuple[str, str]]] = []
    for month, text in enumerate(texts, 1):
        if text:
            said = [{"content": text, "created_at": f"2026-{5 * month:02}-20T10:00:00Z"}]
            memory.add(said, user_id=user, session_id=f"s{month}", wait=True)
        known.append({(fact.predicate, fact.object) for fact in memory.facts.list(user_id=user)})
    return known


@pytest.mark.parametrize(("before", "said", "known", "gone"), READ)
def test_what_is_new_is_known_and_what_was_before_is_over(
    memory: Memary, before: str, said: str, known: list[str], gone: list[str]
) -> None:
    *_, after = _told(memory, before, said)
    told = [f"{predicate} {object_}" for predicate, object_ in after]
    assert all(any(one in fact for fact in told) for one in known), told
    assert {object_ for _, object_ in after}.isdisjoint(gone)


@pytest.mark.parametrize(("before", "said"), NOT_READ)
def test_what_only_looks_like_it_changes_nothing(memory: Memary, before: str, said: str) -> None:
    known, after = _told(memory, before, said)
    assert after == known


@pytest.mark.parametrize(
    "said",
    [
        "I lost my job in 2010.",
        "I got laid off in 2008.",
        "I retired last year but still volunteer.",
        "I quit! Just kidding.",
    ],
)
def test_what_was_given_up_before_or_in_jest_ends_no_present_work(memory: Memary, said: str) -> None:
    *_, after = _told(memory, "I work as a nurse.", said)
    assert ("works_as", "nurse") in after


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("Danuta lives in Krakow, and she broke her hip in 2023.", None),
        ("Danuta still lives in Krakow. She broke her hip in 2023.", None),
        ("I live in Oslo and I got a dog in 2021.", None),
        ("I work at Nokia and my son was born in 2020.", None),
        ("I live in Oslo and I moved here in 2021.", 2021),
        ("In 2021 I moved to Oslo, and I love it.", 2021),
        ("Omar moved to Berlin in 2019 but his sister stayed.", 2019),
        ("我住在杭州，2021年买了一只狗。", None),
        ("我住在杭州，2021年搬来的。", 2021),
    ],
)
def test_a_time_dates_what_its_own_clause_tells(text: str, year: int | None) -> None:
    message = {"role": "user", "content": text, "created_at": "2026-11-20T09:00:00Z"}
    with Memary.open("sqlite:///:memory:", embedding="hash") as memory:
        memory.add([message], user_id="ada", wait=True)
        facts = memory.facts.list(user_id="ada")
    years = {fact.object: fact.valid_at.year for fact in facts}
    assert {years[place] for place in ("Krakow", "Oslo", "Nokia", "Berlin", "杭州") if place in years} == {
        year or 2026
    }


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("你好，我叫林悦，住在杭州，有一只猫叫团子。", {("猫是", "团子"), ("居住在", "杭州")}),
        ("我住在杭州，家里养了一条狗，叫旺财。", {("狗是", "旺财"), ("居住在", "杭州")}),
        ("我是老师，有一个女儿叫小美。", {("女儿是", "小美")}),
        ("我今年三十岁，还有个弟弟叫小刚。", {("弟弟是", "小刚")}),
    ],
)
def test_whom_one_has_is_read_behind_what_else_one_tells_of_oneself(
    memory: Memary, said: str, told: set[tuple[str, str]]
) -> None:
    assert told <= _told(memory, said)[-1]


@pytest.mark.parametrize(
    "said",
    [
        "我在公司遇到王芳，她有一只猫叫团子。",
        "我妹妹住在上海，有一只猫叫团子。",
        "我是说他家有一只猫叫团子。",
        "我在想要不要养只猫叫团子。",
    ],
)
def test_whom_somebody_else_has_or_nobody_yet_is_not_ones_own(memory: Memary, said: str) -> None:
    assert ("猫是", "团子") not in _told(memory, said)[-1]


@pytest.mark.parametrize(
    "said", ["Nils is a good man, he is one.", "Luka taped it up like a professional, well, he is one."]
)
def test_to_be_one_of_something_is_no_age(memory: Memary, said: str) -> None:
    assert not [told for told in _told(memory, said)[-1] if told[0] == "age_is"]
