"""The plain forms in which people tell of their lives, and of others by name.

And what only looks like one.
"""

from __future__ import annotations

import pytest
from support.records import fresh_user, message
from support.tables import each

from memary import Memary
from memary.ingestion.extraction.rules.plain_forms import extract_by_rules
from memary.text import detect_language

ENGLISH = [
    ("I love jazz and hate rain.", "User likes jazz; User dislikes rain"),
    ("I hate onions but love garlic bread.", "User dislikes onions; User likes garlic bread"),
    ("I love jazz and hate speech worries me.", "User likes jazz"),
    ("I hate Mondays and love letters.", "User dislikes Mondays"),
    ("I got a new job at Siemens last week.", "User works_at Siemens"),
    ("I just started at Lufthansa.", "User works_at Lufthansa"),
    ("I've been working at Bosch for years.", "User works_at Bosch"),
    ("I'm a nurse at St. Mary's Hospital in Bath.", "User works_as nurse; User works_at St. Mary's Hospital"),
    ("I work at St. Mary's. It is near.", "User works_at St. Mary's"),
    ("I work at the Natural History Museum.", "User works_at Natural History Museum"),
    ("I work for the British Library in London.", "User works_at British Library"),
    (
        "I live in Porto and work at the Natural History Museum.",
        "User lives_in Porto; User works_at Natural History Museum",
    ),
    ("I'm a primary school teacher, by the way.", "User works_as primary school teacher"),
    ("We went with my wife Anna to the lake.", "User has_wife Anna"),
    ("My boss is now Eva Klein.", "User has_boss Eva Klein"),
    ("My manager is Brian.", "User has_manager Brian"),
    ("My dentist is called Dr. Novak.", "User has_dentist Dr. Novak"),
    ("I'm married to Lukas.", "User married_to Lukas"),
    ("I've been dating Nina since March.", "User dating Nina"),
    ("I'm originally from Portugal.", "User comes_from Portugal"),
    ("I was born in Linz and grew up in Salzburg.", "User born_in Linz; User grew_up_in Salzburg"),
    ("My birthday is on May 4th.", "User birthday_is May 4th"),
    ("My birthday is 3 May.", "User birthday_is 3 May"),
    ("I was born on 4 May 1990.", "User birthday_is 4 May 1990"),
    ("I'm 36, and fine with it.", "User age_is 36"),
    ("I've been vegan for two years.", "User diet_is vegan"),
    ("I drive a red Skoda Octavia.", "User has_car Skoda Octavia"),
    ("I study physics at ETH Zurich.", "User studies_subject physics; User studies_at ETH Zurich"),
    ("I'm a student at the University of Vienna.", "User studies_at University of Vienna"),
    ("I speak German, English and a bit of Polish.", "User speaks German; User speaks English; User speaks Polish"),
    ("I play the cello in an orchestra.", "User plays cello"),
    ("I'm learning Italian.", "User learning Italian"),
    ("I prefer tea to coffee.", "User prefers tea"),
    ("Actually, I prefer blue now.", "User prefers blue"),
    ("I'm a big fan of jazz.", "User likes jazz"),
    ("I'm really into bouldering.", "User likes bouldering"),
    ("I'm into electronic and rock music.", "User likes electronic and rock music"),
    ("My kids Tom and Ella start school.", "User has_child Tom; User has_child Ella"),
    ("We have two cats, Miso and Pepper.", "User has_cat Miso; User has_cat Pepper"),
    ("My brothers are Jan, Piet and Joris.", "User has_brother Jan; User has_brother Piet; User has_brother Joris"),
    ("I have a daughter named Ella.", "User has_daughter Ella"),
    ("Mia lives in Graz.", "Mia lives_in Graz"),
    ("Paul moved to Oslo last month.", "Paul lives_in Oslo"),
    ("Jana works at Zalando.", "Jana works_at Zalando"),
    ("Emil is allergic to peanuts.", "Emil allergic_to peanuts"),
    ("Jana loves horror movies.", "Jana likes horror movies"),
    ("Tom Novak can't stand cilantro.", "Tom Novak dislikes cilantro"),
    ("Our new manager is Priya Shah.", "User has_manager Priya Shah"),
    ("We drive a Dacia Duster.", "User has_car Dacia Duster"),
    ("Our twins Ida and Max are teething.", "User has_child Ida; User has_child Max"),
    ("My name is Dr. Clara Wong.", "User name_is Clara Wong"),
    ("My name is Prof. Li. I live in Leeds now.", "User name_is Li; User lives_in Leeds"),
    ("My boss is called Mr. Smith.", "User has_boss Mr. Smith"),
    ("I like neither tea nor coffee.", "User dislikes tea; User dislikes coffee"),
    ("I don't like mushrooms or olives.", "User dislikes mushrooms; User dislikes olives"),
    ("I don't like coffee or anything.", "User dislikes coffee"),
    ("I don't like coffee in general.", "User dislikes coffee"),
    ("My weight dropped to 75 kg and then rose to 80 kg.", "User weight_is 80 kg"),
    ("My rent was raised to 900 euros, but then it was cut to 850 euros.", "User rent_is 850 euros"),
    ("My weight is 75 kg and my height is 180 cm.", "User weight_is 75 kg; User height_is 180 cm"),
    ("My weight is 75 kg, the target is 70 kg.", "User weight_is 75 kg"),
    ("My landlord, Mr. Smith, came by.", "User has_landlord Mr. Smith"),
    ("I don't like crowds in general, but concerts are ok.", "User dislikes crowds"),
    ("I don't like spicy food on the whole.", "User dislikes spicy food"),
    ("Tom Novak doesn't like dogs in general.", "Tom Novak dislikes dogs"),
    ("I love Bach, Mozart and cheap red wine.", "User likes Bach; User likes Mozart; User likes cheap red wine"),
    ("I like cats, dogs bark and bite.", "User likes cats"),
    ("I love Rome, it rains and I swim.", "User likes Rome"),
    ("I work as a nurse at night.", "User works_as nurse"),
    ("I work at Bosch as an engineer.", "User works_as engineer; User works_at Bosch"),
    ("I'm working in a small clinic as a nurse now.", "User works_as nurse"),
    ("I started at Bosch as a welder.", "User works_as welder; User works_at Bosch"),
    ("Mia works for the city as a gardener.", "Mia works_as gardener"),
    ("I work at Bosch as a last resort.", "User works_at Bosch"),
    ("I work at Bosch as well as a nurse.", "User works_at Bosch"),
    ("I work as a nurse at Erasmus MC.", "User works_as nurse; User works_at Erasmus MC"),
    (
        "My husband Tom is a carpenter and loves fishing.",
        "User has_husband Tom; Tom works_as carpenter; Tom likes fishing",
    ),
    ("We have a cat called Pixel and a dog named Bruno.", "User has_cat Pixel; User has_dog Bruno"),
    ("Paul lives in Toronto and works for Shopify.", "Paul lives_in Toronto; Paul works_at Shopify"),
    ("My kids are Lena (8) and Finn (6).", "User has_child Lena; User has_child Finn; Lena age_is 8; Finn age_is 6"),
    ("I used to play the violin, now I'm learning the piano.", "User learning piano"),
    ("I used to live in Rome but now I live in Oslo.", "User lives_in Oslo; User used_to_live_in Rome"),
    ("My sister Emma lives in Rome.", "User has_sister Emma; Emma lives_in Rome"),
]
NOTHING_IN_ENGLISH = [
    "I work at the same place as a teacher.",
    "If I work at Bosch as an engineer, I will be rich.",
    "I worked at Bosch as an engineer.",
    "I work at the Christmas market.",
    "I work at the Monday shift.",
    "I moved to Bitcoin.",
    "I moved to Finance.",
    "I plan to visit Rome.",
    "Should I get a job at Siemens?",
    "If I were a nurse I'd know.",
    "I'm a mess today.",
    "I'm a doctor in training.",
    "I'm a therapist for my friends.",
    "I feel like I'm a taxi driver.",
    "I'm not a teacher.",
    "I got a job to do.",
    "I got a job interview at Bosch.",
    "I started at 9 today.",
    "I started at Page 3.",
    "I'm working at the moment.",
    "My boss is away.",
    "My boss is Romanian.",
    "My wife, however, hates it.",
    "My friend Google told me.",
    "My kids and I went to Prague.",
    "My kids Christmas and Easter presents are here.",
    "I used to drive a Golf.",
    "I drive a lot.",
    "I drive a Golf when I visit mum.",
    "I'm from Acme Corp.",
    "I'm from a small town.",
    "I was born in March.",
    "My birthday is tomorrow.",
    "I'm 10 minutes away.",
    "I'm 30, 40 minutes away.",
    "I'm 50 percent sure.",
    "I was vegan for a week.",
    "I'm vegan on Mondays.",
    "I study at night.",
    "I study at Starbucks.",
    "I'm studying hard.",
    "I speak from experience.",
    "I don't speak Polish.",
    "I play it by ear.",
    "I'm learning a lot.",
    "I'd prefer tea now.",
    "I don't like coffee on the whole trip.",
    "My weight dropped to 75 kg, then I was ill and went back to 80.",
    "My landlord, Monday, came by.",
    "My dentist, Yesterday, called.",
    "I prefer the second option.",
    "I'm not a fan of jazz.",
    "I'm into trouble again.",
    "I'm dating again.",
    "I'm married to my job.",
    "Does Paul work at Siemens?",
    "My friend says Mia lives in Graz.",
    "Apparently Mia lives in Graz.",
    "Mia lives in Graz, I think.",
    "Mia will move to Graz.",
    "Mia lives in fear.",
    "Mia works at night.",
    "Mia loves it.",
    "Tom loves the idea.",
    "Everyone loves pizza.",
    "Management likes pizza.",
    "Spotify likes jazz.",
    "Rain loves April.",
    "Team Blue moved to Graz.",
    "Winter lives in my bones.",
    "Emma and Tom moved to Oslo.",
]


CHINESE = [
    ("我在自然历史博物馆工作。", "User 就职于 自然历史博物馆"),
    ("我喜欢爵士乐，讨厌下雨。", "User 喜欢 爵士乐; User 不喜欢 下雨"),
    ("我喜欢爵士乐但讨厌下雨。", "User 喜欢 爵士乐; User 不喜欢 下雨"),
    ("我喜欢喝茶也喜欢咖啡。", "User 喜欢 喝茶"),
    ("我喜欢爵士更喜欢摇滚。", "User 喜欢 爵士"),
    ("我喜欢又大又甜的西瓜。", "User 喜欢 又大又甜的西瓜"),
    ("我讨厌冬天，喜欢夏天。", "User 不喜欢 冬天; User 喜欢 夏天"),
    ("我不喜欢咖啡，一般来说。", "User 不喜欢 咖啡"),
    ("我的体重降到75公斤，然后又升到80公斤。", "User 体重是 80公斤"),
    ("我的体重是75公斤，后来涨到了80公斤。", "User 体重是 80公斤"),
    ("我的房租从2000元涨到2500元。", "User 房租是 2500元"),
    ("我把健身卡退了。", "User 有健身卡 无"),
    ("总的来说，我不喜欢咖啡。", "User 不喜欢 咖啡"),
    ("我跳槽到腾讯了。", "User 就职于 腾讯"),
    ("我从阿里跳槽到了美团。", "User 就职于 美团"),
    ("我刚入职字节跳动。", "User 就职于 字节跳动"),
    ("我加入了华为。", "User 就职于 华为"),
    ("我在默克上班。", "User 就职于 默克"),
    ("我在宁德时代上班。", "User 就职于 宁德时代"),
    ("我在阿里巴巴做产品经理。", "User 就职于 阿里巴巴; User 职业是 产品经理"),
    ("我在医院当护士。", "User 职业是 护士"),
    ("我的职业是数据科学家。", "User 职业是 数据科学家"),
    ("我是一名小学老师。", "User 职业是 小学老师"),
    ("我是做会计的。", "User 职业是 会计"),
    ("我来自四川成都。", "User 来自 四川成都"),
    ("我是湖南人。", "User 来自 湖南"),
    ("我老家在青岛。", "User 来自 青岛"),
    ("我出生在重庆。", "User 出生地是 重庆"),
    ("我的生日是5月4日。", "User 生日是 5月4日"),
    ("我生日在八月十六号。", "User 生日是 八月十六号"),
    ("我36岁了。", "User 年龄是 36"),
    ("我今年28了。", "User 年龄是 28"),
    ("我吃素已经三年了。", "User 饮食习惯 吃素"),
    ("我是素食主义者。", "User 饮食习惯 素食"),
    ("我开一辆白色的特斯拉。", "User 有车 特斯拉"),
    ("我就读于复旦大学。", "User 就读于 复旦大学"),
    ("我在浙江大学读研究生。", "User 就读于 浙江大学"),
    ("我专业是计算机。", "User 专业是 计算机"),
    ("我会说英语、法语和一点日语。", "User 会说 英语; User 会说 法语; User 会说 日语"),
    ("我最近在学法语。", "User 在学 法语"),
    ("我在学钢琴。", "User 在学 钢琴"),
    ("平时喜欢打羽毛球。", "User 喜欢 打羽毛球"),
    ("我住在杭州，平时喜欢爬山。", "User 居住在 杭州; User 喜欢 爬山"),
    ("我老板是王建国。", "User 老板是 王建国"),
    ("我的女朋友是周敏。", "User 女朋友是 周敏"),
    ("我和小雅在一起了。", "User 伴侣是 小雅"),
    ("我跟张伟结婚了。", "User 配偶 张伟"),
    ("我们有两个孩子，叫乐乐和安安。", "User 孩子是 乐乐; User 孩子是 安安"),
    ("我家有两只猫，叫年糕和豆包。", "User 猫是 年糕; User 猫是 豆包"),
    ("我养了一只猫，名叫皮克。", "User 猫是 皮克"),
    ("我有一个女儿，叫朵朵。", "User 女儿是 朵朵"),
    ("小雅住在杭州。", "小雅 居住在 杭州"),
    ("小雅搬到了上海。", "小雅 居住在 上海"),
    ("李婷在招商银行工作。", "李婷 就职于 招商银行"),
    ("张伟对花生过敏。", "张伟 过敏 花生"),
    ("李明喜欢吃火锅。", "李明 喜欢 吃火锅"),
    ("李晓梅喜欢下棋作为她的兴趣爱好。", "李晓梅 喜欢 下棋"),
    ("Anna住在柏林。", "Anna 居住在 柏林"),
    ("我不喜欢香菜，但喜欢榴莲。", "User 不喜欢 香菜; User 喜欢 榴莲"),
    ("我儿子芬恩今年八岁，我女儿莱娜十岁。", "User 儿子是 芬恩; User 女儿是 莱娜; 芬恩 年龄是 8; 莱娜 年龄是 10"),
    ("我是护士,在杭州做产品经理", "User 工作地点是 杭州; User 职业是 产品经理; User 职业是 护士"),
    ("我有两个孩子，大的叫小明，小的叫小红。", "User 孩子是 小明; User 孩子是 小红"),
    ("我妻子叫简，她是老师。", "User 妻子是 简"),
    ("我以前住在北京，现在住在上海。", "User 居住在 上海; User 以前居住在 北京"),
    ("我朋友小雅住在杭州。", "小雅 居住在 杭州; User 朋友是 小雅"),
]
NOTHING_IN_CHINESE = [
    "我在博物馆工作。",
    "我住在宾馆里。",
    "我住在朋友家。",
    "我打算去罗马。",
    "我的保险取消了。",
    "我的体重降到75公斤，后来生病，又回到80公斤。",
    "我要不要跳槽到腾讯？",
    "我入职培训三天了。",
    "我想加入华为。",
    "我没有入职腾讯。",
    "我加入了篮球队。",
    "我在图书馆上班摸鱼。",
    "我在世博园上班。",
    "我在坂田上班。",
    "我在柏林上班。",
    "我在张伟家上班。",
    "我在家做饭。",
    "我是一名合格的吃货。",
    "我是老师的学生。",
    "我是一个好老师。",
    "我的职业是秘密。",
    "我是好人。",
    "我是最后一个人。",
    "我来自农村。",
    "我出生在1990年。",
    "我在单亲家庭长大。",
    "生日那天我去了北京。",
    "我的生日是明天。",
    "我36岁生日那天去了。",
    "我快40岁了。",
    "我不吃素。",
    "我女儿马上十岁了。",
    "我老公叫好。",
    "我妈妈叫我。",
    "我不信他，但喜欢她。",
    "我今天吃素。",
    "我以前吃素。",
    "我开一辆二手车。",
    "我开的是玩笑。",
    "我就读于家附近的小学。",
    "我在大学读书。",
    "我会说到做到。",
    "我不会说粤语。",
    "我在学做人。",
    "她是我同事。平时喜欢爬山。",
    "我老板是上海人。",
    "我老板是个急性子。",
    "我和同事在一起吃饭。",
    "我和家人在一起了。",
    "我差点跟张伟结婚了。",
    "我嫁给了爱情。",
    "我有三个孩子，叫他们吃饭都难。",
    "听说小雅住在杭州。",
    "小雅可能住在杭州。",
    "小雅以前住在杭州。",
    "林夏的妹妹住在杭州。",
    "林夏喜欢你。",
    "大家都喜欢打羽毛球。",
    "公司搬到了上海。",
    "小说里李明喜欢吃火锅。",
]


def told(text: str) -> set[str]:
    said = message("ada", text, language=detect_language(text))
    found = extract_by_rules([said], self_name="User")
    return {f"{fact.subject} {fact.predicate} {fact.object}" for fact in found.facts}


@each(("text", "facts"), [*ENGLISH, *CHINESE])
def test_a_plain_statement_is_read_whole(text: str, facts: str) -> None:
    assert told(text) == set(facts.split("; "))


@each("text", [*NOTHING_IN_ENGLISH, *NOTHING_IN_CHINESE])
def test_what_only_looks_like_one_asserts_nothing(text: str) -> None:
    assert told(text) == set()


def test_who_is_told_of_by_name_is_a_person_and_what_is_told_a_sentence() -> None:
    found = extract_by_rules([message("ada", "Jana lives in Graz.")], self_name="User")
    assert [fact.statement for fact in found.facts] == ["Jana lives in Graz."]
    assert {(entity.name, entity.type) for entity in found.entities} == {("Jana", "person"), ("Graz", "place")}


@pytest.mark.parametrize(
    ("first", "then", "now"),
    [
        ("My boss is Tom Weber.", "My boss is now Eva Klein.", "User's boss is Eva Klein."),
        ("My girlfriend is Nina.", "I'm dating Jana.", "User is dating Jana."),
        ("I'm vegetarian.", "I've been vegan for two months.", "User's diet is vegan."),
        ("Mia lives in Graz.", "Mia moved to Oslo.", "Mia lives in Oslo."),
        ("我老板是王建国。", "我上司是周敏。", "用户的上司是周敏。"),
        ("我老婆叫李婷。", "我跟周敏结婚了。", "用户的配偶是周敏。"),
        ("我在医院当护士。", "我是一名会计。", "用户的职业是会计。"),
        ("小雅住在杭州。", "小雅搬到了上海。", "小雅居住在上海。"),
    ],
)
def test_what_one_has_one_of_takes_the_place_of_the_other(memory: Memary, first: str, then: str, now: str) -> None:
    assert known_after(memory, first, then) == [now]


@pytest.mark.parametrize(
    ("said", "over"),
    [
        ("I'm vegan.", "I'm not vegan any more."),
        ("I drive a Skoda Octavia.", "I sold my Skoda Octavia last week."),
        ("我吃素。", "我不吃素了。"),
        ("我开一辆特斯拉。", "我把特斯拉卖了。"),
    ],
)
def test_what_is_over_is_known_no_more(memory: Memary, said: str, over: str) -> None:
    assert known_after(memory, said, over) == []


@pytest.mark.parametrize(
    ("said", "over", "known"),
    [
        ("I drive a Skoda Octavia.", "I sold my car.", "User has no car at present."),
        ("I'm married to Lukas.", "We got divorced.", "User is not married at present."),
        ("My girlfriend is Nina.", "We broke up.", "User has no partner at present."),
        ("我开一辆特斯拉。", "我把车卖了。", "用户目前没有车。"),
        ("我老公叫张伟。", "我们离婚了。", "用户目前没有配偶，离婚了。"),
        ("我和小雅在一起了。", "我们分手了。", "用户目前没有伴侣，分手了。"),
        ("我和小雅在一起了。", "跟小雅分手了 难过", "用户目前没有伴侣，分手了。"),
        (
            "I live in Rome.",
            "I don't have a flat any more as of the first.",
            "User lives nowhere at present: the home was given up.",
        ),
        ("I'm dating Wei.", "Wei and I ended it.", "User has no partner at present."),
    ],
)
def test_what_is_gone_ends_what_there_was(memory: Memary, said: str, over: str, known: str) -> None:
    assert known_after(memory, said, over) == [known]


def known_after(memory: Memary, *texts: str) -> list[str]:
    user = fresh_user()
    for text in texts:
        memory.add(text, user_id=user, wait=True)
    return [fact.statement for fact in memory.facts.list(user_id=user)]
