"""Read how Chinese states facts about the one who speaks."""

from __future__ import annotations

from memary.languages.pack.sentences import LeftOut, ReferringBack, Statement, Statements
from memary.languages.pattern import pattern
from memary.languages.scripts import EMOJI, HAN
from memary.languages.zh.facts.changes import HOMES, JOBS, MOVED_FIRST
from memary.languages.zh.facts.corrections import ANEW, REPAIRS
from memary.languages.zh.facts.former_facts import NO_LONGER, NOT_PAST, PAST
from memary.languages.zh.facts.forms import (
    AGE,
    COUNT,
    FORMS,
    KIN,
    MARK,
    PROFESSION,
    is_place,
    is_somebody,
    may_be_called,
    whole_name,
)
from memary.languages.zh.facts.kinds.businesses import BUSINESSES
from memary.languages.zh.facts.kinds.fears import FEARS
from memary.languages.zh.facts.kinds.health import HEALTH
from memary.languages.zh.facts.kinds.medicines import INSTEAD, MEDICINE, MEDICINES
from memary.languages.zh.facts.kinds.preferences import PREFERENCES
from memary.languages.zh.facts.lists import GOES_ON, LISTS
from memary.languages.zh.facts.people.animals import ANIMALS, PETS
from memary.languages.zh.facts.people.groups import ALSO_HAS, GROUPS, NAMED_LATER, THEY
from memary.languages.zh.facts.people.introductions import BEFORE_QUOTED_NAME, INTRODUCTIONS
from memary.languages.zh.facts.people.professionals import PROFESSIONALS
from memary.languages.zh.facts.people.relatives import RELATIVES
from memary.languages.zh.facts.since import FROM_THEN, LASTING, OWN_CLAUSE, THERE
from memary.languages.zh.names.roles import MEN, WOMEN

ASKED_FOR = r"(?:怎么|如何)称呼[^？?]{0,4}[？?]\s*$|(?:叫什么|名字是什么|你是谁|您是哪位)[^？?]{0,4}[？?]\s*$"
ANSWER = pattern("^(?P<name>[\u4e00-\u9fff]{2,4})(?=[。，,！!]|\\s*$)")

_AT_PRESENT = "(?:现在|目前|如今|暂时|最近|又|还|也|已经|都|刚|昨天|今天|上周|上个月|终于|一直)*"
_CEASED = rf"(?=[啊呀啦呢]?(?:{MARK}|$))"
_HAD = "车|汽车|自行车|狗|猫|宠物|手机|电脑|房东|牙医|家庭医生|心理医生|律师|上司|老板|室友|保姆|健身卡|年票|保险"


def _none(regex: str, predicate: str, statement: str, *, leads: bool = False) -> Statement:
    begins = "^" if leads else rf"(?:^|[，。！；、\s…～—,.!;~{EMOJI}]|但是?|而且|所以|因为)"
    whole = pattern(begins + _AT_PRESENT + regex + _CEASED)
    return Statement(whole, predicate, statement, "value", object="无", leads=leads)


_ABSENCES = (
    _none(rf"(?:我{_AT_PRESENT})(?:没有?(?:在)?(?:工作|上班)了?|失业(?:了|在家|中)?|待业(?:中|在家)?|在家待业|无业|不再?上班了|刚刚?离职|刚刚?辞职)", "就职于", "{self}目前没有工作。"),
    _none(rf"(?:我{_AT_PRESENT})(?:从.{{1,12}})?(?:辞职|离职|被(?:公司|单位|老板)?(?:裁员?|开除|炒|辞退)|被开除|被炒|下岗|退休|辞掉?了?工作|把工作辞)了", "就职于", "{self}目前没有工作。"),
    _none(r"(?:现在|目前|最近|暂时)(?:失业|待业|无业|没有?工作)(?:了|中|在家)?", "就职于", "{self}目前没有工作。", leads=True),
    _none(rf"(?P<old>[\u4e00-\u9fffA-Za-z]{{1,8}})的工作我{_AT_PRESENT}(?:辞|辞掉|不干|不做)了", "就职于", "{self}目前没有工作。", leads=True),
    _none(r"(?:公司|单位|老板)(?:已经|刚刚?|昨天|上周)?把我(?:给)?(?:裁|开除|炒|辞退)了", "就职于", "{self}目前没有工作。"),
    _none(rf"(?:我们?{_AT_PRESENT})?(?:把)?(?:租的)?(?:房子|公寓|住处|那套房|出租屋){_AT_PRESENT}(?:退租|退掉|退)了", "居住在", "{self}目前没有地方住，房子退了。"),
    _none(rf"(?:我们?{_AT_PRESENT})退租了", "居住在", "{self}目前没有地方住，房子退了。"),
    _none(rf"(?:我们?{_AT_PRESENT})(?:没有?(?:固定)?(?:住处|住所|地方住|房子住|住的地方|家)了?|无家可归了?|居无定所)", "居住在", "{self}目前没有地方住。"),
    _none(rf"(?:我{_AT_PRESENT})(?:是)?(?:单身了?|没有?(?:对象|伴侣|男朋友|女朋友)了?)", "伴侣是", "{self}目前没有伴侣，单身。"),
    _none(rf"(?:我们?|我[和跟与].{{1,8}}){_AT_PRESENT}分手了", "伴侣是", "{self}目前没有伴侣，分手了。"),
    _none(rf"[和跟与](?![他她]).{{1,6}}?{_AT_PRESENT}分手了", "伴侣是", "{self}目前没有伴侣，分手了。", leads=True),
    _none(rf"(?:我{_AT_PRESENT})(?:(?:把)(?:我的|家里的|那辆)?车(?:给)?卖(?:掉)?了|卖(?:掉)?了(?:我的)?车)", "有车", "{self}目前没有车。"),
    _none(rf"(?:我们?|我[和跟与].{{1,8}}){_AT_PRESENT}离婚了", "配偶", "{self}目前没有配偶，离婚了。"),
    _none(rf"(?:我{_AT_PRESENT})(?:退学|辍学)了", "就读于", "{self}目前没有在上学。"),
    _none(rf"(?:我们?(?:现在|目前|暂时|如今|已经)+)没有?(?P<kin>{_HAD})了?", "有{kin}", "{self}目前没有{kin}。"),
    _none(rf"我们?{_AT_PRESENT}(?:把|的)(?P<kin>健身卡|年票){_AT_PRESENT}(?:退|退掉|取消)了", "有{kin}", "{self}目前没有{kin}。"),
    _none(rf"(?:我们?)(?:家)?没有?(?P<kin>{_HAD})了", "有{kin}", "{self}目前没有{kin}。"),
)  # fmt: skip

_CLAUSE = "[^，,。.！!；;？?]+"
_CAUSES = (
    pattern(f"^(?P<words>(?:因为|由于|既然|多亏)(?P<ground>{_CLAUSE}))[，,](?:所以|因此|因而|那么?)?(?P<effect>{_CLAUSE})"),
    pattern(f"^(?P<effect>{_CLAUSE})[，,](?P<words>(?:(?:就|只|正|主要)?是?(?:因为|由于)|只因为|图的是|毕竟)(?P<ground>{_CLAUSE}))"),
    pattern(f"^(?P<effect>{_CLAUSE}?)(?<!不)(?<!还)(?P<words>(?:(?:就|只|正|主要)?是因为|[只就]因为)(?P<ground>{_CLAUSE}))"),
    pattern(f"^(?P<words>(?P<ground>{_CLAUSE})[，,。；;] ?(?:所以|因此|因而|于是|怪不得|难怪))(?P<effect>{_CLAUSE})"),
)  # fmt: skip

_WHERE = "[^，,。！？；的时那年前]{1,10}?"
_THEN = "(?:现在|目前|已经|后来|然后|又|也|就|刚|上周|上个?月|昨天|最近|今年|去年)*"
_PLACE = rf"(?P<place>[\u4e00-\u9fff·A-Za-z]{{2,12}}?)[去来]?了?(?={MARK}|$)"
_BEFORE_HOME = pattern(
    rf"^(?!.*(?:[搬住].*[搬住]|回|\d{{4}}))我们?{_AT_PRESENT}"
    rf"(?:(?:离开了?{_WHERE}|从{_WHERE}(?:辞职|离职|毕业)|辞职|辞掉了?工作|离职|毕业|退休|失业|(?:[和跟与]{_WHERE})?(?:分手|离婚|结婚))"
    rf"(?:了[，,](?={_THEN}住在)|(?:了|后|以后|之后)?[，,](?={_THEN}搬))|在{_WHERE}(?:上班|工作|任职)[，,])"
    rf"(?={_THEN}(?:住在|搬[到去]了?){_PLACE})"
)
"""What tells of a change or of one's work now, before the new home: no time in the past, and nobody else's."""

_CHANGED_WORK = (
    rf"^我{_AT_PRESENT}(?:(?:从{_WHERE})?(?:辞职|离职|裸辞|跳槽|转行|改行|退休|毕业|失业|被裁)|(?:换|找到?)了?(?:一?[份个])?新?工作"
    r"|辞掉?了?工作)了?[，,]"
)
_TELLS = "(?=(?:现在|目前|今年|也|还|已经|刚|很|特别)*(?:是|在|住|喜欢|爱|讨厌|不喜欢|对|搬|做|当|有|[0-9一二两三四五六七八九十]{1,3}岁))"
_IS_A = rf"(?:是|做|当)(?:一?[名个位])?{PROFESSION}(?={MARK}|$)"
_GOES_ON = rf"(?:现在|目前|今年|也|还)*(?:住|在|喜欢|爱|讨厌|对|搬|[0-9一二两三四五六七八九十]{{1,3}}岁|{_IS_A})"
"""How a clause goes on that leaves out whom it is about: 我妹妹叫林婧，住在杭州."""


def _referring(pronoun: str, others: str) -> tuple[ReferringBack, ...]:
    """Return how one goes on about one person, who was just named and is none of those of the other sex."""
    kin = rf"(?![表堂]?(?:{others}))(?:{KIN})"
    pronouns = (
        (pattern(f"{pronoun}(?=的(?:名字|生日))"), ""),
        (pattern(f"{pronoun}(?![们的])"), ""),
        (pattern(f"(?={_GOES_ON})"), ""),
    )
    rest = rf"{_TELLS}(?:(?!{KIN}|[和跟与他她])[^。.！!；;？?\n])*?(?=[。.！!；;\s]|$|[，,](?:而且|并且|但是?|不过)?(?:{pronoun}|{_GOES_ON}))"
    name = r"(?P<name>[\u4e00-\u9fff]{2,4}?|[A-Z][a-z]+)(?=[，,。.！!；;\s]|$)"
    named = (
        rf"^我(?:的|家)?{kin}(?:的名字)?是{name}",
        rf"^我(?:的|家)?{kin}(?P<name>[\u4e00-\u9fff]{{2,3}}?){rest}",
        rf"^(?P<name>[\u4e00-\u9fff]{{2,3}}?|[A-Z][a-z]+){rest}",
    )
    forms = (
        (rf"^我(?:的|家)?{kin}(?:的名字)?叫{name}", may_be_called),
        *((words, is_somebody) for words in named),
        (rf"^(?P<name>我(?:的|家)?{kin}){rest}", bool),
    )
    joined = pattern(f"[，,；;](?:而且|并且|但是?|不过)?(?={pronoun}(?!们)|{_GOES_ON})")
    return tuple(ReferringBack(pattern(words), joined, pronouns, fits) for words, fits in forms)


_REFERRING = (*_referring("她", MEN), *_referring("他", WOMEN))
_OPENS = (
    "(?:(?:你好|您好|大家好|嗨|哈[喽啰])[啊呀]?[，,！!] ?)?(?:(?:昨天|上周|上个?月|去年|今年|前年|最近|现在)[，,]?)?"
)
_DOES = (
    rf"(?:是|在|住(?!着)|叫|姓|来自|会|学|教|读|喜欢|爱|讨厌|怕|对(?![面门])|做(?!梦)|当|开(?!玩笑|始)|搬|换|有|养|结婚|离婚|出生|老家|生日|{AGE}(?:周)?岁|打|弹|每[天周月]|不[吃喝能]"
    rf"|[和跟与](?:{KIN}))"
)
_BEFORE = rf"^{_OPENS}(?:我们?|家里){_AT_PRESENT}(?:今年|正)?{_DOES}"
_JOINS = "[，,；;](?:但是?|不过|而且|并且|同时)?"
_NOBODY_ELSE = f"(?:(?!{KIN}|{_JOINS}(?:我[家的]|想)|同学|亲戚|孩子|邻居|对面|隔壁|(?<=有)一?[个位名]|(?<=是)[来去]|[，,]个|一个人|爱上|认识|遇到|梦|小说|电影|剧|游戏|想|觉得|(?<!会)说|时候|那[年几时]|时[，,]|叫|有人|的人|他|她|它|你|谁|没|别人|大家|假装|为了)[^。！？!?；;\n])"
"""What stands in a clause that is about the speaker."""
_ALSO_DOES = (
    rf"(?!(?:也|还|又|同时)在)(?:现在|目前|如今|平时|今年|也|还|又|就|已经|正|刚|一直|很|最|特别|每天)*(?:在[^，,。]{{2,14}}?(?:工作|上班|任职|读|上学|念|做|当|教)|来自|会[说讲弹]|教(?=[^，,。]{{2,4}}(?:{MARK}|$))"
    rf"|(?:不?喜欢|爱[吃喝看]|讨厌)|对[^，,。]{{1,12}}过敏|(?:是|当|做)(?:一?[名个位])?{PROFESSION}(?!的?[，,][^，,。]{{1,5}}年)(?:的?{MARK}|$)|今年{AGE}岁|{AGE}岁|老家[在是]|生日是|开一?[辆台]|在?学习?[^，,。]{{1,4}}[语文])"
)
_ALSO_HAS = rf"(?:家里|现在|还|也|又|刚|最近)*(?:有|养了?|养着|领养了)一?{COUNT}[^，,。！？；他她它]{{1,16}}?[，,]?(?:名字)?叫"
_WHOM_ONE_HAS = rf"(?:{KIN})(?:的?名字)?(?:叫|是)(?![他她])"
_LEFT_OUT = (
    *ALSO_HAS,
    LeftOut(pattern(rf"{_BEFORE}{_NOBODY_ELSE}*?{_JOINS}(?={_ALSO_DOES})"), "我"),
    LeftOut(pattern(rf"{_BEFORE}{_NOBODY_ELSE}*?{_JOINS}(?=(?:目前|一直|就)?{_THEN}住在?{_PLACE})"), "我", is_place),
    LeftOut(pattern(rf"{_BEFORE}{_NOBODY_ELSE}*?{_JOINS}(?={_ALSO_HAS})"), "我"),
    LeftOut(pattern(rf"{_BEFORE}(?:(?!时候|[他她它你谁没])[^。！？!?；;\n])*?{_JOINS}(?=[还也又]{_ALSO_HAS})"), "我"),
    LeftOut(
        pattern(
            rf"^{_OPENS}我们?{_AT_PRESENT}(?:结婚|是|叫|在|住|来自|{AGE}岁){_NOBODY_ELSE}*?{_JOINS}(?={_WHOM_ONE_HAS})"
        ),
        "我",
    ),
    LeftOut(
        pattern(
            rf"^我们?(?!们?(?:的|家)?(?:{KIN}))[^。！？；他她它]{{0,10}}搬(?:到|去)了?[^，,。！？；他她它]{{2,12}}[，,](?=(?:也|还|又|刚|同时|并且?|而且)*(?:换工作|跳槽|换了?(?:一?[份个])?新?工作))"
        ),
        "我",
    ),
    LeftOut(
        pattern(
            rf"^我们?{_AT_PRESENT}(?:把)?{_WHERE}(?:卖|送人|报废|处理)(?:掉)?了[，,](?=(?:又|然后|刚)*(?:买|换|提)了)"
        ),
        "我",
    ),
    LeftOut(
        pattern(
            rf"^我(?!们?(?:的|家)?(?:{KIN}))(?:不能?[吃喝]|喜欢|爱[吃喝]|住在|是|叫|在|有|对|(?=[^，,。]{{1,6}}不耐))[^，,。！？；]{{1,20}}[，,](?=(?:而且|还|也|并且)?(?:对[^，,。]{{1,12}}过敏|不(?:能|可以)?[吃喝][^，,。]+[。！!]?$|在[吃服打]|(?:每天|一直|长期|要|得)*(?:吃|服用?|打|用){MEDICINE}))"
        ),
        "我",
    ),
    LeftOut(
        pattern(
            rf"^我们?{_AT_PRESENT}(?:不再?住在?{_WHERE}|不再?在{_WHERE}住?)了[，,](?={_THEN}(?:搬[到去]|住在?)了?{_PLACE})"
        ),
        "我",
        is_place,
    ),
    LeftOut(
        pattern(rf"^我(?:现在|已经|早就|都|也)*(?:不|没|停)[^，,。！？；他她]{{1,16}}了[，,](?={INSTEAD})"), "我"
    ),
    LeftOut(_BEFORE_HOME, "我", is_place),
    LeftOut(pattern(rf"{_CHANGED_WORK}(?=(?:现在|目前|如今)(?:在|是|当|做|担任))"), "我"),
    LeftOut(pattern(rf"{_CHANGED_WORK}(?=(?:去|到)了[^，,。]{{2,12}}?(?:当|做|担任))"), "我现在"),
    LeftOut(pattern(rf"{_CHANGED_WORK}(?=在[^，,。]{{2,16}}(?:工作|上班|任职|当|做))"), "我"),
    LeftOut(pattern(rf"{_CHANGED_WORK}(?=(?:当|做|担任)(?!完|了))"), "我现在"),
)

STATEMENTS = Statements(
    causes=_CAUSES,
    referring=(*_REFERRING, *THEY, *NAMED_LATER),
    left_out=_LEFT_OUT,
    absences=_ABSENCES,
    filled=(
        "(?<!没)(?<!没有)(?<!没找到)(?:新(?:工作|公司|房子|家|单位|女友|男友|车)|另一[家套份个])|入职|搬到|搬去|搬进|住在|现在在"
        "|(?<![现正没有不])在[^，,。没不]{1,12}?(?:工作|上班|任职)|自由职业|创业|开了|(?:去|来|要|自己|就|来)开(?:了|着)?一?[家个间]|自己(?:开店|干|单干|做老板|当老板)|接手了?|盘下了?|(?:买|换)了"
    ),
    not_absent=(
        "[？?]|吗|呢$|如果|要是|假如|假设|倘若|希望|想象|梦见|梦到|也许|可能|大概|差点|以前|曾经|从前|小时候|当年|小说|故事|角色|开玩笑"
        "|打算|计划|准备|想要?辞|想退|说我|他说|她说|游戏|剧本|扮演|(?<!搬)过去|难道|不是真的|骗|当初|那时|当时|的时候|怕|担心|从来没|从没"
    ),
    forms=(
        *INTRODUCTIONS,
        *FORMS,
        *PREFERENCES,
        *LISTS,
        *HOMES,
        *JOBS,
        *RELATIVES,
        *GROUPS,
        *PROFESSIONALS,
        *HEALTH,
        *MEDICINES,
        *FEARS,
        *BUSINESSES,
        *ANIMALS,
    ),
    goes_on=f"{GOES_ON}|{REPAIRS}|{MOVED_FIRST}",
    quoted_name=BEFORE_QUOTED_NAME,
    whole_name=whole_name,
    unread=frozenset(("ja",)),
    letters=pattern(f"[{HAN}]"),
    not_said=(
        "[？?]|吗|呢$|如果|要是|假如|假设|倘若|希望|想象|梦见|梦到|也许|可能|大概|差点|以前|曾经|从前|小时候|当年|小说|故事|角色|开玩笑"
        "|打算|计划|准备|会搬|将|说我|他说|她说|游戏|剧本|扮演|理论上|(?<!搬)过去|不再|是不是|难道|不是真的|骗|原来住|当初"
        "|听说|据说|好像|似乎|一开始|起初|最初|当时|那时|离职|辞职|被裁|退休"
        f"|{NO_LONGER}"
    ),
    no_object=(
        r"[的是了着过吗呢吧啊嘛不]$|^(?:[的是了着过你您他她它这那哪谁一两几人车]|自己|大家|别人|怎么|外卖)|^[吃喝看听玩用弹学]$"
        "|[什甚][么麼]|(?<!没)啥|边[个度]|[哪谁]$"
    ),
    before_now=f"{ANEW}|{MOVED_FIRST}|[，,]我?(?:以前|之前|(?<!搬)过去|曾经|从前|原来)(?:是|一直|都)?(?:住|在|当|做)[^，,。！？；]*(?=[。！!]*$)|"
    "(?<=^我)(?:以前|(?<!搬)过去|曾经|从前|原来|之前)[^，,。？?！!；;]{1,20}[，,](?:但是?|不过|而)?我?(?=现在|目前|如今)",
    own_clause=OWN_CLAUSE,
    there=THERE,
    lasting=LASTING,
    past=PAST,
    not_past=NOT_PAST,
    animals=frozenset(PETS),
    of_age="(?:已经|刚|快|就)?(?:满|到)?(?:[0-9]{1,3}|[一二两三四五六七八九十百]{1,4})(?:周岁|岁)",
    from_then=FROM_THEN,
    called=("名字是", "{self}的名字是{object}。"),
)
