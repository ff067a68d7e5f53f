"""What stands in a graph by itself, and what is a value on its fact."""

import pytest
from support.tables import each

from memary.text.names.node_names import (
    is_nameable,
    is_unnamed,
    kind_told,
    may_be_shared,
    owner_in,
    with_owner,
    wording_of,
)

NODES = """
Berlin · New York · Evan · Dr. Sarah Kim · St. Mary's Hospital · University of Oxford · Museum of Modern Art
Toyota Prius · GPT-4 · iPhone 15 · The Great Gatsby · Lord of the Rings · "Call Me By Your Name"
Stratford-upon-Avon · Johnson & Johnson · Python · PostgreSQL · Italian food · Python programming · Honda Civic
tennis · jazz · watercolor painting · hiking · yoga · swimming · running shoes · swimming pool · painting class
physical therapy · software engineer · mountain bike · chess club · piano · diabetes · peanut allergy
vegetarian food · coffee · red wine · road trip · charity run · landscape photography · cup of tea
fear of heights · guitar lessons · stand-up comedy · 50 Cent · birthday party · cooking · knee surgery
climate change · science fiction novels · golden retriever · kayak · sourdough bread · marketing manager
Tuesday Club · machine learning · board games · night shift · back pain
"""

VALUES = """
the gym · the early shift · pottery class tonight · twice a week · Ben carry boxes · Nora at Bulgogi House on Friday
a fitness routine he enjoys · eat healthier · his health
cutting down on sugary snacks and eating more veggies and fruit · "Never give up on what you love"
shortly before 5 December 2023 · his knee · her family · my sister · a friend · friends · old friends
some friends from work · to run a marathon · happy · very tired · excited and proud
going to the gym twice a week · more vegetables · less sugar · the house he grew up in · what he said
a walk in the park · a cabin by the lake · adopted a dog from a shelter · playing tennis with Sam
learning Spanish · visit Japan · move to Boston · find a new job · 28 · 5 December 2023 · last Tuesday · 3 years
every morning · pregnant · someone special · it · a new job · two cats · being patient with herself
that it was worth it · reading and long walks · because she was ill · has been sober for a year
getting up early · spend more time with family · staying positive even when things are hard
a woman he met in Canada · next summer · in two weeks · not drinking soda · working from home
a job offer at a startup downtown · improve his sleep · trying out new recipes · worried about money
the importance of family and friends in hard times · lost 10 pounds since January · better work-life balance
single · her new car · keep a gratitude journal · people · kids · since May · the trip they took together
enjoys cooking for others · too much screen time
180k · €50 · 1.42m EUR · about 40 people · 850 a month · 25 € each · 82 kg · 99.9% · 3 litres a day
120 thousand dollars
"""

CHINESE_NODES = """
柏林 · 北京 · 上海迪士尼 · 王芳 · 李老师 · 清华大学 · 腾讯 · 微信 · 《三体》 · 《红楼梦》 · 爵士乐 · 网球 · 瑜伽
游泳 · 跑步 · 爬山 · 摄影 · 书法 · 火锅 · 川菜 · 咖啡 · 绿茶 · 牛奶 · 红烧肉 · 花生过敏 · 糖尿病 · 高血压
西班牙语 · 法语 · 机器学习 · 人工智能 · 软件工程师 · 产品经理 · 小提琴 · 钢琴 · 吉他 · 古典音乐 · 流行音乐
科幻小说 · 推理小说 · 羽毛球 · 乒乓球 · 篮球 · 金毛犬 · 橘猫 · 多肉植物 · 电动车 · 自行车 · 健身房 · 图书馆
幼儿园 · 西湖 · 黄山 · 成都 · 云南 · 春节 · 马拉松 · 半程马拉松 · 物理治疗 · 心理咨询 · Python · 深度学习 · 素食
广场舞 · 太极拳 · 生日派对 · 会计 · 和平饭店
"""

CHINESE_VALUES = """
瘦十斤 · 金鸡湖附近的房子 · 少喝奶茶多吃蔬菜
少吃甜食 · 多吃蔬菜和水果 · 他的健康 · 他的膝盖 · 她的家人 · 我的妹妹 · 我妈妈 · 朋友 · 一个朋友 · 老朋友 · 同事
家人 · 孩子们 · 学习西班牙语 · 去医院做检查 · 每天早上跑步 · 开心 · 很累 · 非常焦虑 · 怀孕 · 单身
2023年12月5日 · 上周二 · 三年 · 28岁 · 去年夏天 · 他在加拿大认识的女人 · 搬到深圳 · 找一份新工作 · 想要减肥
打算明年结婚 · 不喝可乐 · 不吃辣 · 戒烟了 · 正在准备考研 · “永远不要放弃自己热爱的事” · 因为工作太忙
和朋友一起爬山 · 在公园散步 · 对猫毛过敏很严重 · 带孩子去海边玩 · 照顾生病的奶奶 · 减少屏幕时间 · 陪父母旅行
住在公司附近的公寓 · 更健康的生活方式 · 压力大 · 工作压力很大 · 睡得更好 · 早睡早起的习惯 · 准备一场马拉松比赛
买了一辆新车 · 已经退休两年 · 经常加班到深夜 · 跟老板谈加薪 · 参加公司年会 · 自己做饭 · 大家 · 什么都没有
这件事 · 那个地方 · 陌生人 · 坚持每天写日记 · 学会了游泳 · 没有时间 · 一直想去冰岛 · 喝太多咖啡 · 骄傲
三万块 · 12万元 · 80公斤 · 约500人 · 月薪三万
"""


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("trip to Oregon", "event"),
        ("Evan's knee", "topic"),
        ("小满", "person"),
        ("2号线", "place"),
        ("活着", "work"),
        ("5K", "event"),
        ("3M", "organization"),
        ("a greyhound", "animal"),
        ("金鸡湖附近的房子", "place"),
    ],
)
def test_what_is_listed_with_its_type_may_be_worded_more_freely(words: str, kind: str) -> None:
    assert not is_nameable(words)
    assert is_nameable(words, kind)


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("a friend", "person"),
        ("朋友", "person"),
        ("he moved to Boston", "event"),
        ("cutting down on sugar", "topic"),
        ("5 December 2023", "event"),
        ("28", "topic"),
        ("想要减肥", "topic"),
        ("2023年12月5日", "event"),
        ("120k", "thing"),
        ("850 a month", "topic"),
        ("80万元", "topic"),
    ],
)
def test_a_type_makes_no_thing_of_a_clause_a_date_or_somebody_unnamed(words: str, kind: str) -> None:
    assert not is_nameable(words, kind)


@pytest.mark.parametrize(
    ("words", "owner", "named"),
    [
        ("his knee", "Evan", "Evan's knee"),
        ("her own family", "Ann", "Ann's family"),
        ("他的膝盖", "林夏", "林夏的膝盖"),
        ("我妈妈", "林夏", "林夏的妈妈"),
        ("his", "Evan", "his"),
        ("history", "Evan", "history"),
        ("他乡", "林夏", "他乡"),
    ],
)
def test_an_owner_takes_the_place_of_a_pronoun(words: str, owner: str, named: str) -> None:
    assert with_owner(words, owner) == named
    assert (owner_in(words) is None) == (words == named)


def test_words_for_many_people_are_nobodys_and_are_not_shared() -> None:
    assert is_unnamed("friends")
    assert is_unnamed("朋友")
    assert not is_unnamed("Sam")
    assert may_be_shared("getting up early")
    assert may_be_shared("少吃甜食")
    for words in ("a friend", "his family", "她的家人", "last week", "tired", "这件事"):
        assert not may_be_shared(words)


def _listed(text: str) -> list[str]:
    return [words.strip() for line in text.strip().splitlines() for words in line.split(" · ")]


@each("words", _listed(NODES) + _listed(CHINESE_NODES))
def test_a_name_or_a_noun_that_others_could_use_stands_by_itself(words: str) -> None:
    assert is_nameable(words)


@each("words", _listed(VALUES) + _listed(CHINESE_VALUES))
def test_a_clause_a_time_a_state_or_somebody_unnamed_is_a_value(words: str) -> None:
    assert not is_nameable(words)


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("Evan's sister", "person"),
        ("the son of Ada's sister", "person"),
        ("friend of Ada's brother", "person"),
        ("the first steps of Ada's daughter", "thing"),
        ("the wedding of my brother", "thing"),
    ],
)
def test_a_person_is_who_is_named_by_what_they_are_to_others(words: str, kind: str) -> None:
    assert kind_told(words) == kind


@pytest.mark.parametrize(
    "name",
    ["Casa do Conto", "Linha do Douro", "Museu do Azulejo", "Rua das Flores", "Ortega y Gasset",
     "Rue du Bac", "Frankfurt am Main", "Gasthof zur Post", "Ludwig van Beethoven"],
)  # fmt: skip
def test_names_of_other_languages_keep_their_small_words(name: str) -> None:
    assert wording_of(name) == "name"


@pytest.mark.parametrize("words", ["I do Yoga", "They do Pilates", "do the dishes", "what I do"])
def test_what_somebody_does_is_no_name(words: str) -> None:
    assert wording_of(words) == "clause"
