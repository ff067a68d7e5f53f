"""Read plain facts in Chinese: about the one who speaks, and about people by their names.

A form has to tell by itself what is meant, since a wrong fact is worse than none: where many words may stand, only
those are read that are known to be a profession, a language, a place and the like.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from memary.languages.brands import KNOWN_PRODUCTS
from memary.languages.en.facts import forms as english
from memary.languages.pack.sentences import Statement
from memary.languages.pattern import pattern
from memary.languages.scripts import EMOJI
from memary.languages.zh.facts.since import LONG
from memary.languages.zh.names.recognition import chinese_names
from memary.languages.zh.times.words import number
from memary.languages.zh.vocabulary.segmenter import tagged_words
from memary.languages.zh.vocabulary.words import (
    CHINESE_FAMILY_NAMES,
    CHINESE_ORGANIZATIONS,
    CHINESE_PEOPLE,
    CHINESE_TITLES,
)


def is_own_name(words: str) -> bool:
    """Return whether 我是… tells a name: a family name with a given name, and no title."""
    spans = chinese_names(f"我是{words}。")
    is_person = any(span.name == words and span.type == "person" for span in spans)
    return is_person and words[0] not in "小老阿" and not words.endswith(tuple(CHINESE_TITLES))


HAN = r"[\u4e00-\u9fff·A-Za-z]"
_WORD = r"[A-Za-z](?:[A-Za-z0-9+#'’&-]|\.(?=[A-Za-z0-9]))*"
LATIN = rf"{_WORD}(?: (?:{_WORD}|[0-9]+(?![0-9.]))){{0,3}}"
"""A name in Latin letters, often written with spaces around it: 我喜欢吃 Big Mac。"""

TO_DO = "(?:[吃喝看听玩用弹学] ?(?=[A-Za-z]))?"
"""What one likes to do with it."""

_THING = rf" ?{TO_DO}(?P<object>{LATIN}|{HAN}{{1,10}}?)"
MARK = rf"(?:[，。！；、\s…～—]|[,.!;~](?![A-Za-z0-9])|(?<![吃喝看玩打听去做养穿买用弹骑的])[{EMOJI}])"
"""What ends a clause; not the emoji that stands for a word, as in 我喜欢吃🍣."""

PARTICLES = "[啦呀哦喔嘛哟呗喽咯哈噢呐]{0,2}"
"""What talk puts behind what it tells: 我搬到徐汇了呀."""

STARTS = rf"(?:^|[，。！；、\s…～—,.!;~{EMOJI}]|但是?|而且|所以)"
"""What a clause begins behind."""

END = rf"(?=了?{PARTICLES}(?:{MARK}|$))"

KIN = (
    "妈妈|母亲|爸爸|父亲|姐姐|妹妹|哥哥|弟弟|老婆|妻子|太太|老公|丈夫|儿子|女儿|男朋友|女朋友|奶奶|爷爷|外婆|外公|姥姥|姥爷"
    "|舅舅|姑姑|阿姨|叔叔|表哥|表姐|表弟|表妹|堂哥|堂姐|堂弟|堂妹|嫂子|姐夫|妹夫|弟媳|弟妹|岳父|岳母|公公|婆婆|继父|继母|干妈|干爸|儿媳|女婿|孙子|孙女|外孙|外孙女|侄子|侄女|外甥|外甥女|伯伯|姨妈|舅妈|爱人|未婚妻|未婚夫|男友|女友|同事|老板|上司|室友|邻居|闺蜜|好朋友|朋友|狗|猫"
)
_ORGANISATIONS = (
    "公司", "集团", "银行", "医院", "大学", "学院", "中学", "小学", "幼儿园", "研究所", "研究院", "出版社", "报社", "律所",
    "事务所", "工作室", "科技", "博物馆", "美术馆", "科技馆", "电视台", "电台", "法院", "检察院", "派出所", "诊所", "工厂", "协会",
)  # fmt: skip
_BUT = "(?:[，,](?:但是?|不过|可是?|也)?|但是?|不过|可是?)"
THEN_OTHERS = "(?=(?:但是?|不过|可是?|也|更|又)我?(?:很|特别|非常|最|也|真的)?(?:喜欢|爱|讨厌|不喜欢|不爱))"
"""What goes on with the other half of what one likes and dislikes."""
_NO_HOME = (
    "组", "部", "部门", "团队", "楼", "隔壁", "对面", "楼上", "楼下", "宾馆", "酒店", "旅馆", "旅店", "民宿", "客栈", "招待所", "医院", "病房", "朋友家", "同学家", "同事家",
)  # fmt: skip
_NOW = "(?:现在|目前|如今)?"
AGE = "(?:[0-9]{1,3}|[一二两三四五六七八九十]{1,3})"
I_NOW = rf"我{_NOW}(?:开始|也|就|还|仍|一直)?"


def own(
    regex: str,
    predicate: str,
    statement: str,
    object_type: str = "thing",
    fits: Callable[[str], bool] = bool,
    each: str = "",
) -> Statement:
    """Return a form about the one who speaks, at the beginning of a clause."""
    starts = rf"(?:^(?:(?:更新|补充|说明|近况)(?:一下)?[：:])?|[，。！；、\s…～—,.!;~{EMOJI}]|但是?|而且|所以){_NOW}"
    return Statement(pattern(starts + regex), predicate, statement, object_type, fits, each=each)


def _lasting(regex: str, predicate: str, statement: str, object_type: str, fits: Callable[[str], bool]) -> Statement:
    """Return a form without a word for when: it holds at whatever time it is said."""
    return replace(own(regex, predicate, statement, object_type, fits), timeless=True)


def at_start(regex: str, predicate: str, statement: str) -> Statement:
    """Return a form without a subject, which is the speaker's where a message begins with it."""
    return Statement(pattern(f"^{regex}"), predicate, statement, leads=True)


def of_other(regex: str, predicate: str, statement: str, object_type: str, fits: Callable[[str], bool]) -> Statement:
    """Return a form about somebody who is named: the sentence begins with the name."""
    whole = pattern(
        rf"^(?:其实|对了|另外)?[，,]?(?:我(?:的|家)?(?:{KIN}))?(?P<subject>[\u4e00-\u9fff·]{{2,5}}?|[A-Z][a-z]+ ?)(?:也|还)?{regex}"
    )
    return Statement(whole, predicate, statement, object_type, fits, timeless=True, fits_subject=is_somebody)


def is_employer(words: str) -> bool:
    """Return whether one may work for what these words name.

    在 introduces places as well as employers, so places are rejected. The words end in a kind of organisation, or are
    a name as a whole that is no place's and nobody's.
    """
    if words.casefold() in KNOWN_PRODUCTS and words[0].isupper():
        return True
    if words in CHINESE_ORGANIZATIONS or (words.endswith(_ORGANISATIONS) and words not in _ORGANISATIONS):
        return True
    names = chinese_names(f"在{words}工作")
    return any(span.name == words and span.type in ("organization", "thing") for span in names)


def may_be_home(words: str) -> bool:
    """Return whether one may live where these words say; one also moves to a tool, a team or a floor."""
    return not words.removesuffix("里").endswith(_NO_HOME) and "的时候" not in words and english.may_be_home(words)


_JOINED = re.compile("和|与|跟|及|或者?|还是")
_ALSO = r"[，,]?我?(?:也|还|同时)"
_LISTED = {
    "place": re.compile(rf"、{HAN}{{2,}}|{_ALSO}(?:住在|在{HAN}{{2,8}}?住)"),
    "organization": re.compile(
        rf"、{HAN}{{2,}}|(?:工作|上班|任职|就职)?{_ALSO}在{HAN}{{2,12}}?(?:工作|上班|任职|就职)"
    ),
}
"""What goes on with a second home or employer."""


def whole_name(name: str, rest: str, kind: str) -> str | None:
    """Return the name of a place or firm; None where it is one of several that were said, or they are.

    Args:
        name: what was read.
        rest: what follows it in the sentence.
        kind: the type of what has the name.
    """
    fits = is_place if kind == "place" else is_employer
    parts = ((name[: joint.start()], name[joint.end() :]) for joint in _JOINED.finditer(name))
    is_several = any(len(one) > 1 and len(other) > 1 and fits(one) and fits(other) for one, other in parts)
    return None if is_several or _LISTED[kind].match(rest) or name.endswith(("之间", "一起", "两地")) else name


_NOT_ACTED = re.compile("^(?:在|没|就在|又|今天|昨天|明天|很|太|最|非常)")


def _is_favourite(words: str) -> bool:
    """Return whether words name what one likes best of its kind, and do not tell how or where it is."""
    return not _NOT_ACTED.match(words) and not (len(words) == 1 and tagged_words(words)[0][1].startswith("v"))


_NO_CALL = "[好苦停屈冤痛疼喊嚷醒车床饭菜门人我你您他她它]"
_NO_CHILD = "今年|明年|去年|现在|已经|马上|快|刚|都|才|也|满|就|还|差|不|没|大约|将近|即将|今天|明天|昨天|比|从|到|上|下|的|和"


ASIDE = r"(?:[（(][^（()）]{1,20}[)）])?"
"""What is said of a name in brackets behind it: 小满（大名陆一鸣）."""


def may_be_called(words: str) -> bool:
    """Return whether words may be the name of somebody or an animal, where a sentence says they are one."""
    is_plain = words.isascii() or all(char not in "我你他她它们的了是在有不吗呢吧这那" for char in words)
    return is_plain and not words.endswith(("岁", "年级"))


_NO_PET_NAME = pattern("[得个不声很好了着起来过一半整夜早晚都也太又就还会要能人名字吵响难我你爸妈爷奶哥姐密]")


def may_be_pet_name(words: str) -> bool:
    """Return whether words may be an animal's name behind 叫, which also says that it makes a noise."""
    if words.isascii():
        return words[0].isupper()
    tags = {tag[0] for _, tag in tagged_words(words)}
    return may_be_called(words) and len(words) < 4 and not _NO_PET_NAME.search(words) and tags.isdisjoint("vdup")


def _may_be_named(words: str) -> bool:
    """Return whether somebody or an animal may be called so where one tells in passing whom one has."""
    return may_be_called(words) and not re.match("得|个不|声|起来|了|着", words)


GROWN = "(?:[二三四五六七八九]?十[一二三四五六七八九]?)"
"""Ages from ten to ninety-nine as words."""


def in_figures(words: str) -> str:
    """Return an age in figures, so that one is known however it is written."""
    return str(number(words))


_SHORT_KIN = {"妈": "妈妈", "爸": "爸爸", "哥": "哥哥", "姐": "姐姐", "弟": "弟弟", "妹": "妹妹"}


def _is_whole_name(words: str) -> bool:
    """Return whether words are a family name with a given one, and do not tell whom somebody called to come."""
    return is_own_name(words) and words[-1] not in "来去走回停"


_HOME_AND_TASTE = (
    own(rf"我的时区是 ?{english.ZONE}", "时区", "{self}的时区是{object}。", "value"),
    _lasting(rf"我(?:现在|目前|还|仍然?|依然|就|才)?住在? ?(?P<object>{HAN}{{2,12}}?){END}", "居住在", "{self}居住在{object}。", "place",
        may_be_home),
    own(rf"我们?(?:已经|刚|最近|上周|上个?月|去年|今年|终于)*(?:搬家|搬走|离开{HAN}{{2,8}}?)了[，,]?(?:现在|目前|如今)?(?:我|就)?住在? ?(?P<object>{HAN}{{2,12}}?){END}", "居住在",
        "{self}居住在{object}。", "place", may_be_home),
    own(rf"我(?:已经|刚|刚刚|最近)?(?:从{HAN}{{2,8}}?)?搬(?:到|去)了?(?P<object>{HAN}{{2,12}}?)[去来]?{END}", "居住在", "{self}居住在{object}。",
        "place", may_be_home),
    _lasting(rf"{I_NOW}在 ?(?P<object>{HAN}{{2,16}}?) ?(?:工作|上班|任职|就职){END}", "就职于",
        "{self}就职于{object}。", "organization", is_employer),
    _lasting(rf"{I_NOW}(?:任职|就职|供职)于(?P<object>{HAN}{{2,16}}?){END}", "就职于",
        "{self}就职于{object}。", "organization", is_employer),
    own(rf"我(?:的|家)?(?P<kin>{KIN})(?:的名字)?叫 ?(?!{_NO_CALL}{END})(?P<object>[A-Z][a-z]+|{HAN}{{1,6}}?){END}", "{kin}是",
        "{self}的{kin}是{object}。", "person", may_be_called),
    *(own(rf"我{short}(?:的名字)?叫 ?(?P<object>{HAN}{{2,4}}?){END}", f"{full}是", f"{{self}}的{full}是{{object}}。", "person", _is_whole_name)
        for short, full in _SHORT_KIN.items()),
    own(rf"我(?:的|家)?(?P<kin>儿子|女儿|孩子)(?!{_NO_CHILD})(?P<object>[\u4e00-\u9fff]{{2,3}}?){ASIDE}(?:今年|现在|已经|刚|满|都|才)*{AGE}岁了?{END}", "{kin}是",
        "{self}的{kin}是{object}。", "person", may_be_called),
    own(rf"我(?:不(?:太|怎么|是很)?(?:喜欢|爱)|讨厌)[^，,。；！？]{{1,12}}?{_BUT}(?:我)?(?:很|特别|非常|最|也|真的)?(?:喜欢|热爱|喜爱|爱吃|爱喝){_THING}{END}", "喜欢",
        "{self}喜欢{object}。"),
    own(rf"我(?:很|特别|非常|最|也|真的)?(?:喜欢|爱)[^，,。；！？]{{1,12}}?{_BUT}(?:我)?(?:很|特别|非常|最|也|真的)?(?:讨厌|不喜欢|不爱吃|不爱喝){_THING}{END}", "不喜欢",
        "{self}不喜欢{object}。"),
    own(rf"我最(?:喜欢|爱)的(?P<kin>[\u4e00-\u9fff]{{1,4}}?)(?:还是|就是|是)(?!不|什么|啥|哪|谁){_THING}{END}", "最喜欢的{kin}", "{self}最喜欢的{kin}是{object}。", fits=_is_favourite),
    own(r"我今年(?P<object>\d{1,3})岁", "年龄是", "{self}{object}岁。", "value"),
    replace(own(rf"我(?:今年|现在|已经|昨天|今天|前天|上周|上个?月|刚|满)*(?P<object>{GROWN})(?:周)?岁了?{END}", "年龄是", "{self}{object}岁。", "value"), written=in_figures),
    replace(own(rf"我今年(?P<object>{GROWN})了{END}", "年龄是", "{self}{object}岁。", "value"), written=in_figures),
    replace(at_start(r"今年(?P<object>" + GROWN + r"|[1-9]\d)(?:周)?岁了?[。！!～~…\s]*$", "年龄是", "{self}{object}岁。"), written=in_figures),
)  # fmt: skip

PROFESSION = (
    "(?:(?:小学|初中|高中|中学|大学|幼儿园|数学|语文|英语|物理|化学|生物|历史|地理|音乐|美术|体育|软件|硬件|结构|前端|后端|机械|电气|土木|测试|算法|数据|产品"
    "|项目|平面|室内|服装|儿科|外科|内科|骨科|眼科|急诊|急诊科|心理|出租车|货车|公交车|高级|资深|注册|自由|全职|兼职|瑜伽|健身|游泳|网络|新闻|法务|市场|销售|银行"
    "|UI|IT|Java|AI)?){0,3}"
    "(?:老师|教师|讲师|教授|医生|牙医|兽医|护士|护士长|药剂师|律师|会计|会计师|审计师|出纳|工程师|程序员|设计师|建筑师|架构师|分析师|咨询师|经理|总监|主管"
    "|厨师|面包师|司机|飞行员|空姐|空乘|翻译|记者|编辑|研究员|科研人员|外卖员|快递员|保安|公务员|警察|民警|交警|消防员|军人|秘书|助理|行政|文员|客服|柜员|店长"
    "|摄影师|理发师|美容师|化妆师|电工|焊工|木工|技术员|教练|策划|运营|销售|测试|人事|农民|图书管理员|社工|导游|收银员|服务员|养蜂人|插画师|糕点师)"
)
_LANGUAGE = (
    "(?:(?:英|日|韩|法|德|俄|汉|泰|藏|蒙古|西班牙|葡萄牙|意大利|阿拉伯|越南|荷兰|瑞典|挪威|芬兰|丹麦|波兰|捷克|希腊|土耳其|印地|印尼|马来|波斯|希伯来|拉丁|缅甸|维吾尔)(?:语|文)"
    "|粤语|中文|普通话|世界语|手语|(?:上海|四川|广东|东北|客家|潮汕|温州|闽南|闽东|长沙|重庆|武汉|陕西|河南|山东|北京|南京|苏州|宁波|杭州|福州)话)"
)
_INSTRUMENT = "(?:弹?(?:钢琴|古筝|吉他|琵琶|电子琴|古琴)|拉?(?:小提琴|大提琴|二胡|手风琴)|吹?(?:长笛|笛子|萨克斯|小号|单簧管|口琴|葫芦丝)|(?:打)?(?:架子鼓))"
_HOW_WELL = "(?:一点儿?|一些|流利的?)?"
_LEARNT = f"(?:{_LANGUAGE}|{_INSTRUMENT})"
_SPOKEN = rf"{_HOW_WELL}(?P<object>{_LANGUAGE}(?:(?:[、，,]?(?:和|跟|与|以及|还会说?|也会说?)|[、，,]){_HOW_WELL}{_LANGUAGE})*)"
_SCHOOL = rf"(?P<object>{HAN}{{0,10}}?(?:大学|学院|中学|小学|高中|初中|附中|清华|北大|复旦|浙大|南大|交大|武大|哈佛|剑桥|牛津|斯坦福|麻省理工))"
_STUDIED = "(?:临床|应用|理论|计算机|国际|电子|机械|土木|生物)?(?:医学?|法律|法学|物理学?|化学|数学|生物学?|经济学?|金融|会计学?|哲学|历史学?|心理学|社会学|建筑学?|工程|新闻学?|计算机(?:科学)?|软件工程|护理学?|药学|统计学?|文学|中文|英语|教育学?|设计|美术|音乐)(?:专业)?"
_SCHOOL_KINDS = ("大学", "学院", "中学", "小学", "高中", "初中", "附中", "学校", "国外", "国内", "外地", "本地")
_NUMBER = "[0-9一二三四五六七八九十廿卅]{1,3}"
BIRTHDAY = rf"(?P<object>(?:(?:19|20)\d\d ?年 ?)?(?:农历|阴历|阳历|公历)?{_NUMBER} ?月 ?(?:初)?{_NUMBER} ?[日号]?)"
_ADDRESS = "(?P<object>(?=[^，。！？；]{0,40}(?:[0-9一二三四五六七八九十百]+ ?[号弄巷栋幢座室楼]|[路街道巷弄]))[\u4e00-\u9fffA-Za-z0-9 -]{4,40}?)"
_AS_HOBBY = "(?=(?:作为[他她]?的?|这[个项种])(?:兴趣|爱好|运动|活动))"
_COLOUR = "(?:(?:白|黑|红|蓝|灰|银|绿|黄)色?的?)?"
_LATELY = "(?:刚|才|最近|今年|去年|前年|上周|上个?月|昨天|今天|终于|已经|成功|又|后来)*"
_WITH = "(?:和|跟|与|同)"
NAME = r"[\u4e00-\u9fffA-Za-z·]{2,6}?"
_NAMES = rf"(?P<object>{NAME}(?:[、，,和跟与]{NAME})+?)"
_EACH = "[、，,和跟与]"
_LANGUAGES_EACH = rf"(?:[、，,]?(?:和|跟|与|以及|还会说?|也会说?)|[、，,]){_HOW_WELL}"
_MANY = "[两二三四五六2-6]"
COUNT = "[个只条匹位头名]"
OF_KIN = rf"孩子|小孩|宝宝|{KIN}|兔子|仓鼠|鹦鹉"
_NOT_NAMES = frozenset(
    ("他", "她", "它", "别人", "同事", "朋友", "家人", "父母", "爸妈", "大家", "老人", "自己", "老板", "老师", "上司")
)


def is_somebody(words: str) -> bool:
    """Return whether words are the name of a person, as the words around such a one show."""
    if words.isascii():
        return english.is_somebody(words)
    if words in _NOT_NAMES or words in CHINESE_PEOPLE:
        return False
    return any(
        span.name == words and span.type == "person" for span in chinese_names(f"{words}说，我和{words}去了。")
    )


_NEW_DISTRICT = re.compile("(?![一这那几每某新])[\u4e00-\u9fff]{2,4}新区")
"""A part of a town that no list of places has: 天府新区."""


def is_place(words: str) -> bool:
    """Return whether words name a place, or one within another (四川成都)."""
    if words.isascii():
        return english.may_be_origin(words)
    spans = [span for span in chinese_names(f"在{words}。") if span.type == "place"]
    return "".join(span.name for span in spans) == words or _NEW_DISTRICT.fullmatch(words) is not None


def is_school(words: str) -> bool:
    """Return whether words name one school, and not merely a kind of one."""
    return words not in _SCHOOL_KINDS and "的" not in words and not words.startswith(("一所", "某", "家"))


def _is_model(words: str) -> bool:
    return not words.endswith(("车", "跑")) and not words.isdigit()


def _is_kin(words: str) -> bool:
    """Return whether a relative may be called so: by a family name and a given one."""
    tags = [tag for _, tag in tagged_words(words)]
    return is_somebody(words) or (
        words not in CHINESE_PEOPLE and words[0] in CHINESE_FAMILY_NAMES and tags == ["nrfg"]
    )


_WORK_AND_STUDY = (
    own(rf"我{_LATELY}(?:换了?(?:一?[个份家])?新?(?:工作|公司|单位)|跳槽)了?[，,]?(?:现在|目前|如今)?(?:我|就)?在 ?(?P<object>{HAN}{{2,16}}?) ?(?:工作|上班|任职){END}", "就职于",
        "{self}就职于{object}。", "organization", is_employer),
    own(rf"我{_LATELY}换(?:到|去)了? ?(?P<object>{HAN}{{2,16}}?) ?(?:工作|上班|任职){END}", "就职于", "{self}就职于{object}。", "organization", is_employer),
    own(rf"{I_NOW}{_LATELY}(?:从{HAN}{{1,10}})?(?:跳槽|入职|加入)(?:到|去|了|进)*(?P<object>{HAN}{{2,16}}?){END}", "就职于", "{self}就职于{object}。", "organization",
        is_employer),
    _lasting(rf"{I_NOW}在 ?(?P<object>{HAN}{{2,16}}?) ?(?:做|当|担任)(?:一?[名个位])?{PROFESSION}{END}", "就职于", "{self}就职于{object}。",
        "organization", is_employer),
    own(rf"{I_NOW}在 ?(?P<object>{HAN}{{2,8}}?) ?(?:做|当|担任)(?:一?[名个位])?{PROFESSION}{END}", "工作地点是", "{self}在{object}工作。", "place", is_place),
    own(rf"{I_NOW}(?:在 ?{HAN}{{2,16}}? ?(?:做|当|担任)(?:一?[名个位])?|是(?:一?[名个位])?|是(?:做|干))(?P<object>{PROFESSION})的?{END}", "职业是",
        "{self}的职业是{object}。", "topic"),
    own(rf"我(?:当|做)(?:一?[名个位])?(?P<object>{PROFESSION})(?=(?:已经|都|也|有|快|差不多)*{LONG}了{END})", "职业是", "{self}的职业是{object}。", "topic"),
    own(rf"我的职业是(?:一?[名个位])?(?P<object>{PROFESSION}|{HAN}{{1,7}}?[员师家手者工士生医人理计]){END}", "职业是", "{self}的职业是{object}。", "topic"),
    own(rf"{I_NOW}就读于 ?(?P<object>{HAN}{{2,16}}?){END}", "就读于", "{self}就读于{object}。", "organization", is_school),
    _lasting(rf"{I_NOW}在 ?{_SCHOOL} ?(?:(?:读书|上学|念书|求学|读|念|上)(?:大学|本科|研究生|硕士|博士|研|博|高中|初中|大[一二三四]|研[一二三])?|(?:学习?|读|念){_STUDIED}){END}", "就读于",
        "{self}就读于{object}。", "organization", is_school),
    _lasting(rf"{I_NOW}(?:在 ?{_SCHOOL.replace('?P<object>', '?:')} ?)?(?:学习?|读|念)(?:的是)?(?P<object>{_STUDIED}){END}", "专业是", "{self}的专业是{object}。", "topic", bool),
    own(rf"我(?:大学|本科)?的?专业是(?P<object>{HAN}{{2,10}}?){END}", "专业是", "{self}的专业是{object}。", "topic"),
)  # fmt: skip
_ORIGIN_AND_LIFE = (
    own(rf"{I_NOW}来自 ?(?P<object>{HAN}{{2,8}}?){END}", "来自", "{self}来自{object}。", "place", is_place),
    own(rf"我是(?:土生土长的|地道的)?(?P<object>{HAN}{{2,6}}?)人{END}", "来自", "{self}来自{object}。", "place", is_place),
    own(rf"我的?(?:老家|家乡)(?:在|是)(?P<object>{HAN}{{2,8}}?)的?{END}", "来自", "{self}来自{object}。", "place", is_place),
    own(rf"我(?:是)?出生(?:在|于)(?P<object>{HAN}{{2,8}}?)(?:的)?{END}", "出生地是", "{self}出生在{object}。", "place", is_place),
    own(rf"我(?:是)?在(?P<object>{HAN}{{2,8}}?)长大的?{END}", "成长于", "{self}在{object}长大。", "place", is_place),
    own(rf"我们?(?:的|家的?|现在的?)?(?:新|家庭)?(?:住址|地址)(?:现在)?(?:就)?(?:是|在) ?{_ADDRESS}{END}", "地址是", "{self}的地址是{object}。", "value"),
    own(rf"我{_LATELY}(?:戒了?|把(?=.{{1,3}}戒))(?P<object>烟|酒|糖|咖啡|奶茶|赌|游戏|甜食)(?:给)?(?:戒掉?)?了?{END}", "戒掉", "{self}戒{object}了。"),
    own(rf"我{_LATELY}不(?:再)?(?:抽(?P<object>烟)){END}", "戒掉", "{self}戒{object}了。"),
    own(rf"我的?生日(?:是|在)(?:每年)?(?:的)? ?{BIRTHDAY}{END}", "生日是", "{self}的生日是{object}。", "value"),
    own(rf"我(?:是)?(?:出?生于)? ?(?P<object>(?:19|20)\d\d年{_NUMBER}月{_NUMBER}[日号])(?:出生的?|生的)?{END}", "生日是", "{self}的生日是{object}。", "value"),
    own(rf"我(?:现在|已经|昨天|今天|前天|上周|上个?月|刚|满)*(?P<object>[1-9]\d)(?:周)?岁了?{END}", "年龄是", "{self}{object}岁。", "value"),
    _lasting(rf"我(?:现在|一直|常年|长期|从小|开始)*(?P<object>吃素|吃全素)(?:(?=了?{MARK}|了?$)|(?=已?经?(?:快|有|好)?(?:[0-9一二两三四五六七八九十几多]+)年))", "饮食习惯",
        "{self}{object}。", "value", bool),
    own(rf"我是(?:一?[个名位])?(?P<object>素食|纯素|全素|鱼素|蛋奶素)(?:主义)?者{END}", "饮食习惯", "{self}的饮食习惯是{object}。", "value"),
    own(rf"我今年(?P<object>[1-9]\d)了{END}", "年龄是", "{self}{object}岁。", "value"),
    own(rf"我(?:现在|目前|平时|自己)?开(?:的是|着)?一[辆台]{_COLOUR}(?P<object>[\u4e00-\u9fffA-Za-z0-9 ]{{2,14}}?){END}", "有车", "{self}开{object}。",
        fits=_is_model),
    own(rf"我们?{_LATELY}(?:家|现在|目前)?(?:有|买了?|换了?|提了|拥有)(?:一|两)?辆(?:二手的?|全新的?|新的?|旧的?)?{_COLOUR}(?P<object>[\u4e00-\u9fffA-Za-z0-9 ]{{2,14}}?){END}", "有车", "{self}的车是{object}。",
        fits=_is_model),
    own(rf"我(?:现在|目前|平时|自己)?开的车是{_COLOUR}(?P<object>[\u4e00-\u9fffA-Za-z0-9 ]{{2,14}}?){END}", "有车", "{self}开{object}。", fits=_is_model),
    own(rf"我(?:也|还|只|能)?会[说讲]{_SPOKEN}", "会说", "{self}会说{object}。", "topic", each=_LANGUAGES_EACH),
    replace(
        at_start(rf"(?:去年|今年|前年|上个?月|从[^，,。；我你他她]{{0,8}})?(?:最近|现在|目前|刚|正)*(?:开始|在)学(?:习)?(?P<object>{_LEARNT}){END}", "在学", "{self}在学{object}。"),
        object_type="topic", timeless=True,
    ),
    _lasting(rf"我(?:从[^，,。；]{{2,10}}?)?(?:最近|现在|目前|正|一直|也|还)*(?:(?:在|开始|在自)学(?:习)?(?:说)?(?={_LEARNT}{END})|学(?={_LEARNT}{LONG}了{END}))(?P<object>{_LEARNT})", "在学", "{self}在学{object}。", "topic", bool),
    at_start(rf"(?:平时|平常|业余时间?|周末|闲暇时|空闲时|没事时?)(?:里)?(?:就|也|都|我)?(?:很|特别|最|比较)?(?:喜欢|爱){_THING}{END}", "喜欢", "{self}喜欢{object}。"),
)  # fmt: skip
_MEASURE = r"(?<![\d.])\d+(?:\.\d+)?(?:公斤|千克|斤|kg|厘米|公分|米|万元|万|元|块钱|块|码)?"
_CAME_TO = (
    "(?:从[^，,。；]{1,10}?)?(?:已经|现在|又|刚|都)*(?:是|到|(?:涨|升|降|掉|减|调|跌|改|回)(?:到|成|为|至))?了? ?"
)
_LATER = "(?:然后|后来|接着|之后|随后|现在|可是|但是|但|不过|又|再)"
_AMOUNT = (
    rf"(?:{_MEASURE}了?[，,]?{_LATER}{{1,4}}{_CAME_TO}){{0,3}}(?P<object>{_MEASURE})"
    rf"(?![^。！？!?\n]{{0,30}}{_LATER}[^。！？!?\n，,]{{0,4}}(?:[升涨降掉减调跌回][到成至]|是)了? ?\d)"
)
"""An amount; of several that one sentence tells the last, which is so now."""
_VALUES = (
    own(rf"我(?:现在|目前)?的?(?P<kin>体重|身高|鞋码|时薪){_CAME_TO}{_AMOUNT}了?{END}", "{kin}是", "{self}的{kin}是{object}。", "value"),
    own(rf"我们?(?:家)?(?:现在|目前)?的?(?:房租|月租)(?:每个?月|一个月)?{_CAME_TO}{_AMOUNT}了?{END}", "房租是", "{self}的房租是{object}。", "value"),
    own(rf"我(?:现在|目前)?的?(?:工资|月薪)(?:每个?月|一个月)?{_CAME_TO}{_AMOUNT}了?{END}", "工资是", "{self}的工资是{object}。", "value"),
)  # fmt: skip
_PARTNERS = (
    own(rf"我{_LATELY}{_WITH}(?P<object>{NAME}){_LATELY}订婚了{END}", "订婚", "{self}和{object}订婚了。", "person", is_somebody),
    own(rf"我们?的?(?:结婚)?纪念日(?:是|在)(?:每年)?(?:的)? ?{BIRTHDAY}{END}", "结婚纪念日是", "{self}的结婚纪念日是{object}。", "value"),
    own(rf"我(?:的|家)?(?P<kin>{KIN})(?:现在)?是(?P<object>{HAN}{{2,4}}?){END}", "{kin}是", "{self}的{kin}是{object}。", "person", _is_kin),
    own(rf"我{_LATELY}{_WITH}(?P<object>{NAME}){_LATELY}(?:正式)?(?:(?:在一起|在交往|恋爱)了{END}|在一起{LONG}了{END})", "伴侣是", "{self}的伴侣是{object}。", "person", is_somebody),
    own(rf"我(?:现在|正|最近)*{_WITH}(?P<object>{NAME})(?:正)?在(?:交往|谈恋爱|恋爱){END}", "伴侣是", "{self}的伴侣是{object}。", "person", is_somebody),
    own(rf"我{_LATELY}{_WITH}(?P<object>{NAME}){_LATELY}结婚了{END}", "配偶", "{self}的配偶是{object}。", "person", is_somebody),
    own(rf"我{_LATELY}(?:嫁给了?|娶了)(?P<object>{NAME}){END}", "配偶", "{self}的配偶是{object}。", "person", is_somebody),
)  # fmt: skip
_ANIMAL = "(?P<kin>猫|狗|兔子|仓鼠|鹦鹉)"
_TOOK_IN = "(?:领养|收养|抱养|养|买|来)了(?:一)?[只条个]小?"
_NAMED = r"(?:咪|狗)?[，,]?(?:它|她|他)?(?:(?:的?名字)?叫做?|的?名字是|取名(?:叫|为))"
_JUST = "(?:刚|最近|新|又|昨天|今天|上周|上个?月|前几天)*"
_ONE_OF_THEM = f"(?:大的|小的|老大|老二|老三|(?:另|还有)?一{COUNT})叫"
_EACH_OF_SEVERAL = (
    own(rf"(?:我们?家?)(?:现在|还)?(?:有|养了?|养着|的){_MANY}{COUNT}(?P<kin>{OF_KIN})[，,：:]?{_ONE_OF_THEM}(?P<object>{NAME}(?:[，,、；;]?{_ONE_OF_THEM}{NAME})+?){END}", "{kin}是",
        "{self}的{kin}是{object}。", "person", may_be_called, each=f"[，,、；;]?{_ONE_OF_THEM}"),
    own(rf"(?:我们?家?)?(?:现在|还)?(?:有|养了?|养着){_MANY}{COUNT}(?P<kin>{OF_KIN})[，,：:]?(?:名字)?(?:分别)?(?:叫做?|是){_NAMES}{END}", "{kin}是",
        "{self}的{kin}是{object}。", "person", may_be_called, each=_EACH),
    own(rf"我们?家?(?:现在|还)?(?:有|养了?|养着)(?:一)?{COUNT}(?P<kin>{OF_KIN})[，,：:]?(?:名字?)?叫做? ?(?P<object>{NAME}){END}", "{kin}是",
        "{self}的{kin}是{object}。", "person", _may_be_named),
    own(rf"(?:昨天|今天|前天|上周|上个?月|最近|前几天)?(?:我们?家?里?|家里){_JUST}{_TOOK_IN}{_ANIMAL}{_NAMED}(?P<object>{NAME}){END}", "{kin}是", "{self}的{kin}是{object}。", "person", may_be_pet_name),
    replace(
        at_start(rf"{_JUST}(?:领养|收养|抱养|养)了(?:一)?[只条个]小?{_ANIMAL}{_NAMED}(?P<object>{NAME}){END}", "{kin}是", "{self}的{kin}是{object}。"),
        fits=may_be_pet_name,
    ),
    own(rf"我们?家?的?{_MANY}{COUNT}(?P<kin>{OF_KIN})[，,：:]?(?:名字)?(?:分别)?(?:叫做?|是){_NAMES}{END}", "{kin}是", "{self}的{kin}是{object}。", "person",
        may_be_called, each=_EACH),
)  # fmt: skip
OF_ONE: tuple[english.Told, ...] = (
    (rf"(?:现在|目前)?住在? ?(?P<object>{HAN}{{2,12}}?){END}", "居住在", "{self}居住在{object}。", "place", is_place),
    (rf"{_LATELY}搬(?:到|去)了?(?P<object>{HAN}{{2,12}}?){END}", "居住在", "{self}居住在{object}。", "place", is_place),
    (rf"(?:现在|目前)?在 ?(?P<object>{HAN}{{2,16}}?) ?(?:工作|上班|任职|就职){END}", "就职于", "{self}就职于{object}。", "organization", is_employer),
    (rf"对{_THING}(?<![不没]) ?(?:严重)?过敏{END}", "过敏", "{self}对{object}过敏。", "thing", bool),
    (rf"(?:很|特别|非常|最|也|真的)?(?:喜欢|热爱|喜爱|爱吃|爱喝)(?!我|你|自己){_THING}(?:{END}|{_AS_HOBBY})", "喜欢", "{self}喜欢{object}。", "thing", bool),
    (rf"(?:很|特别|非常|最|也|真的)?(?:讨厌|不喜欢|不爱吃|不爱喝)(?!我|你|自己){_THING}(?:{END}|{_AS_HOBBY})", "不喜欢", "{self}不喜欢{object}。", "thing", bool),
)  # fmt: skip
"""What is told of one who is named, or of whom one has."""

_OTHERS = tuple(of_other(*told) for told in OF_ONE)

FORMS = tuple(
    replace(form, timeless=True) if form.predicate == "职业是" else form
    for form in (
        *_HOME_AND_TASTE,
        *_WORK_AND_STUDY,
        *_ORIGIN_AND_LIFE,
        *_VALUES,
        *_PARTNERS,
        *_EACH_OF_SEVERAL,
        *_OTHERS,
    )
)
