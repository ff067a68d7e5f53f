from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.tables import each

from memary.text import detect_language
from memary.text.names.spotted_names import spot_entities


def spotted(text: str, language: str, *known: str) -> dict[str, str]:
    return {spot.name: spot.type for spot in spot_entities(text, language, known=known)}


@each(
    ("text", "names"),
    [
        ("I moved to New York with my sister Anna last May.", {"New York": "place", "Anna": "person"}),
        ("Dr. Smith works at McDonald's.", {"Dr. Smith": "person", "McDonald's": "organization"}),
        ("Yesterday I met Maria Lopez at NASA.", {"Maria Lopez": "person", "NASA": "thing"}),
        ('I read "The Great Gatsby" on Monday.', {"The Great Gatsby": "thing"}),
        ("Thanks to Jean-Luc O'Brien!", {"Jean-Luc O'Brien": "thing"}),
        ("Ada's brother Tom lives in St. Louis", {"Ada": "person", "Tom": "person", "St. Louis": "place"}),
        ("She studied at the University of Oxford.", {"University of Oxford": "organization"}),
        ("We met in Paris. Now she lives in Paris.", {"Paris": "place"}),
        ("I use iPhone and Python.", {"iPhone": "thing", "Python": "thing"}),
        ("Maria loves the US.", {"Maria": "person", "US": "thing"}),
        ("Mira is my friend.", {"Mira": "person"}),
        ("Lou was our old neighbour.", {"Lou": "person"}),
        ("Vincent van Gogh was Dutch", {"Vincent van Gogh": "thing", "Dutch": "thing"}),
    ],
)
def test_names_are_found_in_english(text: str, names: dict[str, str]) -> None:
    assert spotted(text, "en") == names


@pytest.mark.parametrize(
    "text",
    [
        "Work is busy. Dinner was great. Yes, I am OK.",
        "Nature is my teacher. Berries are my friends.",
        "See you on Monday in March, LOL",
        "Ask @Ada or mail Bob@Example.com, see https://Example.com/About",
        "THIS IS WRITTEN IN CAPITALS BY SOMEONE ANGRY",
        "I did NOT say that",
        "",
        "😀",
    ],
)
def test_capitals_that_name_nothing_are_left_alone_in_english(text: str) -> None:
    assert spotted(text, "en") == {}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("埃隆·马斯克是特斯拉的老板", {"埃隆·马斯克": "person", "特斯拉": "organization"}),
        ("列奥纳多·达·芬奇画了《蒙娜丽莎》", {"列奥纳多·达·芬奇": "person", "蒙娜丽莎": "thing"}),
        ("欧阳娜娜在迪士尼玩", {"欧阳娜娜": "person", "迪士尼": "organization"}),
        ("我在微软工作，住在西雅图", {"微软": "organization", "西雅图": "place"}),
        ("张伟在北京大学读书", {"张伟": "person", "北京大学": "organization"}),
        ("我女儿小雨在杭州第二中学读书", {"小雨": "person", "杭州第二中学": "organization"}),
        ("我和小红去了杭州。", {"小红": "person", "杭州": "place"}),
        ("小李和王老师周末去爬黄山", {"小李": "person", "王老师": "person", "黄山": "place"}),
        ("我养了一只猫，叫团子", {"团子": "thing"}),
        ("我叫林夏，住在武汉", {"林夏": "person", "武汉": "place"}),
        ("他调回上海，在张江上班", {"上海": "place", "张江": "place"}),
        ("在王芳上班的医院遇到张江，他胖了", {"王芳": "person", "张江": "person"}),
        ("我在上海徐汇一家医院工作，明早在徐汇滨江跑步", {"上海": "place", "徐汇": "place", "徐汇滨江": "place"}),
        ("王阿姨松口了", {"王阿姨": "person"}),
        ("我在Google上班，用python", {"Google": "thing", "python": "thing"}),
    ],
)
def test_names_are_found_in_chinese(text: str, names: dict[str, str]) -> None:
    assert spotted(text, "zh") == names


ANSWER = """### Getting Around Kyoto

1. **Temple Visits**: Start at Kinkakuji early.
2. Practice Problem: \\(S_{Total}\\) of `MaxCount` is 12.
- **Next Steps:** Ask Yuki.

```python
Result = Total
```
| Day | Focus |
"""


def test_headlines_labels_code_and_formulas_name_nothing() -> None:
    assert spotted(ANSWER, "en").keys() == {"Kinkakuji", "Yuki"}


def test_what_is_shouted_names_nothing() -> None:
    assert spotted("Put it all down. ANSWER IN A TABLE", "en") == {}
    assert spotted("The story begins in WASHINGTON D.C. today", "en").keys() == {"WASHINGTON D.C."}


def test_outcries_and_what_stands_for_a_picture_name_nothing() -> None:
    texts = ["AAAAAH", "NOOOOO", "HAHAHA", "WTF", "GO AWAY", "Omg Yesss", "<Media omitted>", "[Photo]"]
    texts += ["IMG-20250315-WA0003.jpg (file attached)", "[图片]", "哈哈哈哈笑死", "[语音]"]
    assert [text for text in texts if spotted(text, detect_language(text))] == []
    assert spotted("NASA", "en").keys() == {"NASA"}


@pytest.mark.parametrize(
    "text",
    [
        "Thankfully, my son's fine. Winter is coming.",
        "Nobody loves me. Room 12 is cold. Go home.",
        "Luckily, my sister helped.",
    ],
)
def test_words_that_begin_a_sentence_name_nothing(text: str) -> None:
    assert spotted(text, "en") == {}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("小赵用万用表测了一下", {"小赵"}),
        ("享受和子轩一起在南通的时光", {"子轩", "南通"}),
        ("赛后向林峰请教", {"林峰"}),
        ("陈斌点了水果捞", {"陈斌"}),
        ("我老家是福建厦门的", {"福建厦门"}),
        ("我叫和平，住在青岛", {"和平", "青岛"}),
        ("阿May跟大刘吵了", {"阿May", "大刘"}),
        ("大刘真够意思", {"大刘"}),
        ("北大李明来了", {"李明"}),
    ],
)
def test_names_begin_and_end_where_they_do_in_chinese(text: str, names: set[str]) -> None:
    assert spotted(text, "zh").keys() == names


@pytest.mark.parametrize(
    "text",
    [
        "我们的城市很美丽，海鲜很新鲜",
        "普通配电箱和测试仪都要防潮，安全性很重要",
        "聊天聊到麻木，毛巾也丢了，汇报还没写",
        "下午去听音乐会，单元楼下等我",
        "太多了，能不能统一安排",
    ],
)
def test_common_words_that_the_dictionary_has_as_names_are_none_in_chinese(text: str) -> None:
    assert spotted(text, "zh") == {}


@pytest.mark.parametrize(
    "text", ["我对花生过敏，明白了吗？谢谢", "明天下午有时间吗", "ok，这个app不错", "他叫我回家吃饭"]
)
def test_words_that_the_tagger_mistakes_for_names_are_left_alone_in_chinese(text: str) -> None:
    assert spotted(text, "zh") == {}


def test_known_names_are_found_in_any_case_and_returned_as_known() -> None:
    assert spotted("ada likes berlin", "en", "Ada", "Berlin").keys() == {"Ada", "Berlin"}
    assert spotted("Work is busy", "en", "Work").keys() == {"Work"}
    assert spotted("团子又把杯子打翻了", "zh", "团子").keys() == {"团子"}
    assert spotted("I love 北京", "en", "北京").keys() == {"北京"}


def test_known_names_inside_longer_names_or_words_are_not_meant() -> None:
    assert spotted("他在北京大学读书", "zh", "北京").keys() == {"北京大学"}
    assert spotted("She reads the New York Times", "en", "New York").keys() == {"New York Times"}
    assert spotted("canada is big, mail ada@x.org or @ada", "en", "Ada").keys() <= {"Ada"}
    assert spotted("canada is big", "en", "Ada") == {}


def test_a_known_name_corrects_the_segmenter() -> None:
    assert spotted("林夏养了一只猫", "zh", "林夏") == {"林夏": "person"}


def test_each_name_is_returned_once_with_the_type_told_anywhere() -> None:
    assert spotted("Today Graz is cold. I was born in Graz.", "en") == {"Graz": "place"}


@given(st.text(), st.sampled_from(["en", "zh"]))
def test_any_text_can_be_read(text: str, language: str) -> None:
    for spot in spot_entities(text, language):
        assert spot.name


def test_what_one_moves_to_is_no_place_if_it_is_a_well_known_tool() -> None:
    types = {spot.name: spot.type for spot in spot_entities("We move to Kubernetes, and I moved to Berlin.", "en")}
    assert types == {"Kubernetes": "thing", "Berlin": "place"}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Mira 🎂 lives in Graz.", {"Mira", "Graz"}),
        ("我住在武汉😀", {"武汉"}),
        ("I live in Berlin, 我在Bosch工作。", {"Berlin", "Bosch"}),
        ("我叫Ada，I live in Berlin.", {"Ada", "Berlin"}),
        ("My time zone is Asia/Tokyo.", set[str]()),
        ("我的时区是Asia/Tokyo。", set[str]()),
        ("I prefer Asia/Tokyo, but I moved to Bern.", {"Bern"}),
        ("We flew to London/Paris.", {"London"}),
    ],
)
def test_names_are_found_beside_emoji_and_other_languages_but_not_in_zones(text: str, names: set[str]) -> None:
    spots = spot_entities(text, detect_language(text), known=["Tokyo"])
    assert {spot.name for spot in spots} == names


@pytest.mark.parametrize(
    "text", ["叶子住在杭州。", "白雪现在住在长春。", "明珠在腾讯工作。", "兰花对花生过敏。", "文武搬到了深圳。"]
)
def test_a_common_word_is_a_name_where_a_person_is_told_of(text: str) -> None:
    assert (text[:2], "person") in [(spot.name, spot.type) for spot in spot_entities(text, "zh")]


@pytest.mark.parametrize("text", ["叶子落了一地。", "老虎在动物园里睡觉。", "孙女住在苏州。", "我种了两盆兰花。"])
def test_a_common_word_or_a_role_is_no_name_elsewhere(text: str) -> None:
    assert "person" not in [spot.type for spot in spot_entities(text, "zh")]
