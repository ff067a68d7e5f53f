"""How Chinese states facts about the one who speaks."""

from __future__ import annotations

import re
from collections.abc import Callable

from memary.languages.brands import KNOWN_PRODUCTS
from memary.languages.en import forms as english
from memary.languages.pack.sentences import Statement, Statements
from memary.languages.scripts import EMOJI
from memary.languages.zh.names.recognition import chinese_names
from memary.languages.zh.words import CHINESE_TITLES

ASKED_FOR = r"(?:怎么|如何)称呼[^？?]{0,4}[？?]\s*$|(?:叫什么|名字是什么|你是谁|您是哪位)[^？?]{0,4}[？?]\s*$"
ANSWER = re.compile("^(?P<name>[\u4e00-\u9fff]{2,4})(?=[。，,！!]|\\s*$)")


def is_own_name(words: str) -> bool:
    """Whether 我是… tells a name: a family name with a given name, and no title."""
    spans = chinese_names(f"我是{words}。")
    is_person = any(span.name == words and span.type == "person" for span in spans)
    return is_person and words[0] not in "小老阿" and not words.endswith(tuple(CHINESE_TITLES))


_HAN = r"[\u4e00-\u9fff·A-Za-z]"
_THING = rf"(?P<object>{_HAN}{{1,10}}?)"
_MARK = rf"(?:[，。！；、\s…～—]|[,.!;~](?![A-Za-z0-9])|(?<![吃喝看玩打听去做养穿买用弹骑的])[{EMOJI}])"
"""What ends a clause; not the emoji that stands for a word, as in 我喜欢吃🍣."""

_END = rf"(?=了?{_MARK}|$)"
_KIN = (
    "妈妈|母亲|爸爸|父亲|姐姐|妹妹|哥哥|弟弟|老婆|妻子|太太|老公|丈夫|儿子|女儿|男朋友|女朋友|奶奶|爷爷|外婆|外公|姥姥|姥爷"
    "|舅舅|姑姑|阿姨|叔叔|表哥|表姐|表弟|表妹|堂哥|堂姐|同事|老板|室友|邻居|闺蜜|好朋友|朋友|狗|猫"
)
_ORGANISATIONS = (
    "公司", "集团", "银行", "医院", "大学", "学院", "中学", "小学", "幼儿园", "研究所", "研究院", "出版社", "报社", "律所",
    "事务所", "工作室", "科技",
)  # fmt: skip
_NO_HOME = ("组", "部", "部门", "团队", "楼")
_NOW = "(?:现在|目前|如今)?"
_OF_ME = rf"{_NOW}(?:已经|刚刚?|最近)?(?:住|搬|来自|今年|叫(?![你您他她它])|是(?![说想问听]))[^，,；：]*[，,]"
_I = rf"我(?:{_OF_ME}(?:{_OF_ME}){{0,2}})?{_NOW}(?:开始|也|就|还|仍|一直)?"  # 我住在上海，(…)


def _zh(
    regex: str,
    predicate: str,
    statement: str,
    object_type: str = "thing",
    fits: Callable[[str], bool] = bool,
    *,
    timeless: bool = False,
) -> Statement:
    starts = rf"(?:^|[，。！；、\s…～—,.!;~{EMOJI}]|但是?|而且|所以){_NOW}"
    return Statement(re.compile(starts + regex), predicate, statement, object_type, fits, timeless)


def _is_employer(words: str) -> bool:
    """Whether one may work for what these words name: 在 says both where and for whom, so that a place is none.

    They end in a kind of organisation, or are a name as a whole; that of no place and nobody.
    """
    if words.casefold() in KNOWN_PRODUCTS and words[0].isupper():
        return True
    if words.endswith(_ORGANISATIONS) and words not in _ORGANISATIONS:
        return True
    names = chinese_names(f"在{words}工作")
    return any(name.name == words and name.type in ("organization", "thing") for name in names)


def _may_be_home(words: str) -> bool:
    """Whether one may live where these words say: one also moves to a tool or a team, and lives on a floor."""
    return not words.endswith(_NO_HOME) and "的时候" not in words and english.may_be_home(words)


_FORMS = (
    _zh(rf"我的时区是 ?{english.ZONE}", "时区", "{self}的时区是{object}。", "value"),
    _zh(rf"我(?:的名字)?(?:叫|是叫)(?P<object>{_HAN}{{2,6}}?){_END}", "名字是", "{self}的名字是{object}。"),
    _zh(rf"我是(?P<object>{_HAN}{{2,4}}?){_END}", "名字是", "{self}的名字是{object}。", fits=is_own_name),
    _zh(rf"我(?:现在|目前|还|仍然?|依然|就|才)?住在? ?(?P<object>{_HAN}{{2,12}}?){_END}", "居住在", "{self}居住在{object}。", "place",
        _may_be_home, timeless=True),
    _zh(rf"我(?:已经|刚|刚刚|最近)?搬(?:到|去)了?(?P<object>{_HAN}{{2,12}}?){_END}", "居住在", "{self}居住在{object}。",
        "place", _may_be_home),
    _zh(rf"{_I}在 ?(?P<object>{_HAN}{{2,16}}?) ?(?:工作|上班|任职|就职){_END}", "就职于",
        "{self}就职于{object}。", "organization", _is_employer, timeless=True),
    _zh(rf"{_I}(?:任职|就职|供职)于(?P<object>{_HAN}{{2,16}}?){_END}", "就职于",
        "{self}就职于{object}。", "organization", _is_employer, timeless=True),
    _zh(rf"我对{_THING}(?<![不没])(?:严重)?过敏", "过敏", "{self}对{object}过敏。"),
    _zh(rf"我(?:很|特别|非常|最|也|真的)?(?:喜欢|热爱|喜爱|爱吃|爱喝){_THING}{_END}", "喜欢", "{self}喜欢{object}。"),
    _zh(rf"我(?:很|特别|非常|最|也|真的)?(?:讨厌|不喜欢|不爱吃|不爱喝){_THING}{_END}", "不喜欢", "{self}不喜欢{object}。"),
    _zh(rf"我(?:的|家)?(?P<kin>{_KIN})(?:的名字)?叫(?P<object>{_HAN}{{2,6}}?){_END}", "{kin}是",
        "{self}的{kin}是{object}。", "person"),
    _zh(r"我今年(?P<object>\d{1,3})岁", "年龄是", "{self}{object}岁。", "value"),
)  # fmt: skip

_AT_PRESENT = "(?:现在|目前|如今|暂时|最近|又|还|也|已经|都|刚|昨天|今天|上周|上个月|终于|一直)*"
_CEASED = rf"(?=[啊呀啦呢]?(?:{_MARK}|$))"
_HAD = "车|汽车|自行车|狗|猫|宠物|手机|电脑|房东|牙医|家庭医生|心理医生|律师|上司|老板|室友|保姆|健身卡|年票|保险"


def _none(regex: str, predicate: str, statement: str) -> Statement:
    starts = rf"(?:^|[，。！；、\s…～—,.!;~{EMOJI}]|但是?|而且|所以|因为){_AT_PRESENT}"
    return Statement(re.compile(starts + regex + _CEASED), predicate, statement, "value", object="无")


_ABSENCES = (
    _none(rf"(?:我{_AT_PRESENT})(?:没有?(?:在)?(?:工作|上班)了?|失业(?:了|在家|中)?|待业(?:中|在家)?|在家待业|无业|不再?上班了|刚刚?离职|刚刚?辞职)", "就职于", "{self}目前没有工作。"),
    _none(rf"(?:我{_AT_PRESENT})(?:从.{{1,12}})?(?:辞职|离职|被(?:公司|单位|老板)?(?:裁员?|开除|炒|辞退)|被开除|被炒|下岗|退休|辞掉?了?工作|把工作辞)了", "就职于", "{self}目前没有工作。"),
    _none(r"(?:公司|单位|老板)(?:已经|刚刚?|昨天|上周)?把我(?:给)?(?:裁|开除|炒|辞退)了", "就职于", "{self}目前没有工作。"),
    _none(rf"(?:我们?{_AT_PRESENT})?(?:把)?(?:租的)?(?:房子|公寓|住处|那套房|出租屋){_AT_PRESENT}(?:退租|退掉|退)了", "居住在", "{self}目前没有地方住，房子退了。"),
    _none(rf"(?:我们?{_AT_PRESENT})退租了", "居住在", "{self}目前没有地方住，房子退了。"),
    _none(rf"(?:我们?{_AT_PRESENT})(?:没有?(?:固定)?(?:住处|住所|地方住|房子住|住的地方|家)了?|无家可归了?|居无定所)", "居住在", "{self}目前没有地方住。"),
    _none(rf"(?:我{_AT_PRESENT})(?:是)?(?:单身了?|没有?(?:对象|伴侣|男朋友|女朋友)了?)", "伴侣是", "{self}目前没有伴侣，单身。"),
    _none(rf"(?:我们?|我[和跟与].{{1,8}}){_AT_PRESENT}分手了", "伴侣是", "{self}目前没有伴侣，单身。"),
    _none(rf"(?:我{_AT_PRESENT})(?:退学|辍学)了", "就读于", "{self}目前没有在上学。"),
    _none(rf"(?:我们?(?:现在|目前|暂时|如今|已经)+)没有?(?P<kin>{_HAD})了?", "有{kin}", "{self}目前没有{kin}。"),
    _none(rf"(?:我们?)(?:家)?没有?(?P<kin>{_HAD})了", "有{kin}", "{self}目前没有{kin}。"),
)  # fmt: skip

_CLAUSE = "[^，,。.！!；;？?]+"
_CAUSES = (
    re.compile(f"^(?P<words>(?:因为|由于|既然|多亏)(?P<ground>{_CLAUSE}))[，,](?:所以|因此|因而|那么?)?(?P<effect>{_CLAUSE})"),
    re.compile(f"^(?P<effect>{_CLAUSE})[，,](?P<words>(?:(?:就|只|正|主要)?是?(?:因为|由于)|只因为|图的是|毕竟)(?P<ground>{_CLAUSE}))"),
    re.compile(f"^(?P<effect>{_CLAUSE}?)(?<!不)(?<!还)(?P<words>(?:(?:就|只|正|主要)?是因为|[只就]因为)(?P<ground>{_CLAUSE}))"),
    re.compile(f"^(?P<words>(?P<ground>{_CLAUSE})[，,。；;] ?(?:所以|因此|因而|于是|怪不得|难怪))(?P<effect>{_CLAUSE})"),
)  # fmt: skip

STATEMENTS = Statements(
    causes=_CAUSES,
    absences=_ABSENCES,
    filled=(
        "(?<!没)(?<!没有)(?<!没找到)(?:新(?:工作|公司|房子|家|单位|女友|男友|车)|另一[家套份个])|入职|搬到|搬去|搬进|住在|现在在"
        "|(?<![现正没有不])在[^，,。没不]{1,12}?(?:工作|上班|任职)|自由职业|创业|开了"
    ),
    not_absent=(
        "[？?]|吗|呢$|如果|要是|假如|假设|倘若|希望|想象|梦见|梦到|也许|可能|大概|差点|以前|曾经|从前|小时候|当年|小说|故事|角色|开玩笑"
        "|打算|计划|准备|想要?辞|想退|说我|他说|她说|游戏|剧本|扮演|过去|难道|不是真的|骗|当初|那时|当时|的时候|怕|担心|从来没|从没"
    ),
    forms=_FORMS,
    unread=frozenset(("ja",)),
    not_said=(
        "[？?]|吗|呢$|如果|要是|假如|假设|倘若|希望|想象|梦见|梦到|也许|可能|大概|差点|以前|曾经|从前|小时候|当年|小说|故事|角色|开玩笑"
        "|打算|计划|准备|会搬|将|说我|他说|她说|游戏|剧本|扮演|理论上|过去|不再|是不是|难道|不是真的|骗|原来住|当初"
        "|一开始|起初|最初|当时|那时|离职|辞职|被裁|退休"
    ),
    no_object=(
        r"[的是了着过吗呢吧啊不]$|^(?:[的是了着过你您他她它这那哪谁一两几人车]|自己|大家|别人|什么|怎么|外卖)"
    ),
    animals=frozenset(("狗", "猫")),
    from_then="开始|以来|至今|起",
    called=("名字是", "{self}的名字是{object}。"),
)
