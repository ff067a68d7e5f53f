"""Read how Chinese corrects and takes back what was said."""

from __future__ import annotations

from memary.languages.pack.sentences import Corrections, Statement
from memary.languages.pattern import pattern
from memary.languages.scripts import EMOJI
from memary.languages.zh.facts.forms import AGE, BIRTHDAY, KIN, is_employer, may_be_home
from memary.languages.zh.facts.kinds.businesses import NO_LONGER_RUN
from memary.languages.zh.facts.kinds.fears import NO_LONGER_FEARED
from memary.languages.zh.facts.kinds.medicines import NO_LONGER_TAKEN
from memary.languages.zh.names.recognition import chinese_names

_LEAD = r"(?:(?:哦|啊|呃)?(?:不对|不是|不|错了|我?[说记打写弄搞]错了|口误|抱歉|对不起|不好意思|等等|更正(?:一下)?)[，,。！!、\s]*)"
_WORD = "[\u4e00-\u9fff·A-Za-z]{1,10}?"
_END = r"[\s。！!]*$"
_SAYS = "我?(?:想说的是|说的是|是说|想说|的意思是|指的是)"
_TAKES_BACK = rf"(?:{_LEAD}(?<=[，,。！!、\s]))"
ANEW = rf"^{_TAKES_BACK}*(?:{_TAKES_BACK}|{_SAYS}[，,：:]?)(?=[她他它我]|[^。！？，,]{{2,3}}(?:[是在叫住有]|今年|{AGE}岁))"
"""What one begins anew with, before a whole statement: 不对，我是说小红七岁."""

_IS = "(?:应该|其实)?是"
_BOTH = (
    pattern(rf"^(?:{_LEAD}*{_SAYS}|{_LEAD}+{_IS})(?P<new>{_WORD})[，,]?(?:而)?不是(?P<old>{_WORD}){_END}"),
    pattern(rf"^{_LEAD}+不是(?P<old>{_WORD})[，,。；]?(?:而)?{_IS}(?P<new>{_WORD}){_END}"),
)
_BY_NAME = "[她他它](?:应该)?(?:叫|的名字(?:是|叫))"
_NAMED = (
    pattern(rf"^{_LEAD}*{_BY_NAME}(?P<new>{_WORD})[，,。；]?(?:而)?不[是叫](?P<old>{_WORD}){_END}"),
    pattern(
        rf"^{_LEAD}*[她他它]不(?:是)?叫(?P<old>{_WORD})[，,。；]?(?:而)?(?:应该|是|[她他它])?叫(?P<new>{_WORD}){_END}"
    ),
)
_RENAMES = pattern(
    rf"^{_LEAD}+{_BY_NAME}(?![^，。]*[得声我你的])(?P<new>[\u4e00-\u9fff·]{{1,5}}?|[A-Z][a-z]+)(?:才对)?{_END}"
)
"""What one told whom one has is called, said anew: 说错了，她叫林婧."""

_IN_JEST = (
    r"^(?![^。！]*[？?吗])(?:(?:哈|不是|不|没有?|等等|呃|嘿)[，,。！!]?\s?(?<=[，,。！!哈嘿\s]))*(?:我(?:其实)?还[^，,。！？?]{1,16}[，,。！!])?(?:我|刚才|刚刚|那|上一?句|这|都|只|就|是|在|跟你|和你)*"
    rf"(?:开(?:个|了个|的)?玩笑|说着玩|逗你玩?|骗你|瞎说|闹着玩)(?:的|而已)*(?:啦|了|哦|呢|呀|哈)*(?=[，,。！!～~\s{EMOJI}]|$)[^\n]*"
)
"""What was said right before was a jest: 骗你的，我还在那儿上班."""

_MEANT = pattern(rf"^(?:{_LEAD}*{_SAYS}|{_LEAD}+{_IS})(?P<new>{_WORD}){_END}")
_DATE = BIRTHDAY.replace("?P<object>", "?:")
_DATE_INSTEAD = pattern(rf"^{_LEAD}+(?:{_SAYS}|{_IS})?(?P<new>{_DATE}){_END}")
_IS_DATE = pattern(rf"^{_DATE}$")
_MADE = pattern(
    rf"^(?:(?:{_LEAD}|还是|那|算了[，,]?)*(?:改成|换成|改为))(?!.{{0,2}}[天周月年点])(?P<new>{_WORD})吧?{_END}"
)

_DENIES = pattern(rf"^[，,]?不是(?P<old>{_WORD})(?=[。！，]|$)")
_NO_MORE = rf"[\s。！!～{EMOJI}]*$"
_BEFORE = "(?:其实|对了|另外|顺便说一下|可惜|遗憾的是|现在|目前|如今|好吧|嗯|唉)[，,。！!、\\s]*"
_I_NOT = rf"(?:{_LEAD}|{_BEFORE})*我(?:们|们家)?(?:其实|已经|现在|目前|如今|并|也|根本|完全|早就|早已|早)*"
_NOT_SO = "(?:其实|已经|现在|并|也|根本|完全)*(?:不再?|没有?)"
_DIED = (
    rf"(?:我(?:的|们?家的?)?)?(?:狗|狗狗|猫|猫咪|兔子|鹦鹉|宠物)?(?P<old>{_WORD})(?:刚|终于|上周|上个月|昨天|今天|已经)*"
    rf"(?:去世|死|离世|过世|离开我们|走)了{_NO_MORE}"
)
_ENDED = tuple(
    (predicate, pattern(form))
    for predicate, form in (
        ("居住在", rf"{_I_NOT}(?:不再(?:居?住在?|住|在)|不住在?) ?(?P<old>{_WORD}) ?(?:居?住|生活)?了{_NO_MORE}"),
        ("居住在", rf"{_I_NOT}不在 ?(?P<old>{_WORD}) ?(?:居?住|生活)了{_NO_MORE}"),
        ("居住在", rf"{_I_NOT}不再(?:居?住在|住) ?(?P<old>{_WORD}){_NO_MORE}"),
        ("就职于", rf"{_I_NOT}不(?:再在|在) ?(?P<old>{_WORD}) ?(?:工作|上班|任职|干|做)了{_NO_MORE}"),
        ("就职于", rf"{_I_NOT}不再(?:就职于|任职于|在) ?(?P<old>{_WORD}) ?(?:工作|上班|任职)?{_NO_MORE}"),
        ("职业是", rf"{_I_NOT}不再?(?:当|做|干|是|担任)(?:一?[名个位])? ?(?P<old>{_WORD})了{_NO_MORE}"),
        ("职业是", rf"{_I_NOT}不再(?:当|做|干|是|担任)(?:一?[名个位])? ?(?P<old>{_WORD}){_NO_MORE}"),
        ("就读于", rf"{_I_NOT}不再?在 ?(?P<old>{_WORD}) ?(?:读书|上学|念书)了{_NO_MORE}"),
        ("在学", rf"{_I_NOT}不再?学 ?(?P<old>{_WORD})了{_NO_MORE}"),
        ("就职于", rf"{_I_NOT}(?:刚|终于|上周|上个月|昨天|今天)*离开了? ?(?P<old>{_WORD})了?{_NO_MORE}"),
        ("过敏", rf"{_I_NOT}对 ?(?P<old>{_WORD}){_NOT_SO}过敏了?{_NO_MORE}"),
        ("服用", rf"{_I_NOT}(?:不再?|没再)(?:吃|服用?|打|用) ?(?P<old>{_WORD})了?{_NO_MORE}"),
        ("服用", rf"{_I_NOT}(?:刚|最近|上周|上个月|昨天|今天)*停(?:掉|用|了|服)*(?P<old>{_WORD})了?{_NO_MORE}"),
        *(("害怕", rf"{_I_NOT}{told}{_NO_MORE}") for told in NO_LONGER_FEARED),
        *(("经营", rf"{_I_NOT}{told}{_NO_MORE}") for told in NO_LONGER_RUN),
        *(("服用", rf"(?:{_LEAD}|{_BEFORE})*{told}{_NO_MORE}") for told in NO_LONGER_TAKEN),
        ("饮食习惯", rf"{_I_NOT}不再?(?:是)?(?P<old>吃素|素食|吃全素)(?:主义者|者)?了{_NO_MORE}"),
        (
            "有车",
            rf"{_I_NOT}(?:刚|终于|上周|上个月|昨天|今天)*把(?:我的|那辆|这辆|旧)*(?P<old>{_WORD})(?:卖|送人|报废|处理)(?:掉)?了{_NO_MORE}",
        ),
        (
            "有车",
            rf"{_I_NOT}(?:刚|终于|上周|上个月|昨天|今天)*卖(?:掉)?了(?:我的|那辆|这辆|旧)*(?P<old>{_WORD}){_NO_MORE}",
        ),
        (
            "偏好",
            rf"(?:{_LEAD}|{_BEFORE})*(?:(?:比起|相比)(?=[^，,]{{1,10}}(?:[，,]?我|$))|(?:跟|和|与)(?=[^，,]{{1,10}}比)) ?(?P<old>{_WORD})(?:相?比(?:起来)?)?(?:[，,]?我(?:现在|其实|如今)*更(?:喜欢|爱|偏爱)[^，,。！？]{{1,14}})?{_NO_MORE}",
        ),
        ("喜欢", rf"{_I_NOT}不再(?:喜欢|热爱|喜爱)(?P<old>{_WORD})了?{_NO_MORE}"),
        (
            "就职于",
            rf"{_I_NOT}(?:刚|才|最近|终于|上周|上个月|今年)*(?:换工作|跳槽|换了?(?:一?[份个])?新工作|换了(?:一?[份个])?工作)了?{_NO_MORE}",
        ),
        (
            "昵称是",
            rf"(?:{_LEAD}|请|以后|你们?|大家|求你)*(?:别|不要|不许)再?(?:叫|喊)我(?P<old>{_WORD})了?{_NO_MORE}",
        ),
        *(
            (
                f"{kin}是",
                rf"(?:{_LEAD}|{_BEFORE})*(?P<old>{_WORD})(?:现在|已经)*(?:不再是|不是)我(?:的)?{kin}了{_NO_MORE}",
            )
            for kin in KIN.split("|")
        ),
        *(
            (f"{kin}是", rf"(?:{_LEAD}|{_BEFORE})*(?P<old>{_WORD})(?:现在|已经)*不再是我(?:的)?{kin}{_NO_MORE}")
            for kin in KIN.split("|")
        ),
        ("朋友是", rf"{_I_NOT}(?:和|跟|与)(?P<old>{_WORD})(?:已经)?(?:不再是朋友|不是朋友了|绝交了){_NO_MORE}"),
        ("喜欢", rf"{_I_NOT}不(?:再)?喜欢(?:它|这个|那个)?了{_NO_MORE}"),
        ("戒掉", rf"{_I_NOT}(?:又|重新)(?:开始)?(?:抽|喝|吸)(?P<old>烟|酒)了{_NO_MORE}"),
        *((f"{animal}是", _DIED) for animal in ("狗", "猫", "兔子", "仓鼠", "鹦鹉")),
        ("过敏", rf"{_I_NOT}(?:不再?|没有?)对 ?(?P<old>{_WORD})过敏了?{_NO_MORE}"),
    )
)
"""How one says, in a clause of its own, that something one told is so no more."""

_DROPPED = tuple(
    (predicate, pattern(rf"(?:{_LEAD}|{_BEFORE})*(?:其实|已经|现在|目前|如今|早就|早已|早|终于)*{told}{_NO_MORE}"))
    for predicate, told in (
        ("饮食习惯", r"不再?(?:是)?(?P<old>吃素|素食|吃全素)(?:主义者|者)?了"),
        ("就职于", rf"不再?在 ?(?P<old>{_WORD}) ?(?:那?里?)?(?:工作|上班|任职|干|做)?了"),
        ("就职于", rf"从 ?(?P<old>{_WORD}) ?(?:辞职|离职)了"),
        ("职业是", rf"不再?(?:当|做|干|是|担任)(?:一?[名个位])? ?(?P<old>{_WORD})了"),
        ("居住在", rf"不再?(?:居?住在?) ?(?P<old>{_WORD}) ?(?:那?里?)?了"),
        ("居住在", rf"不再?在 ?(?P<old>{_WORD}) ?(?:居?住|生活)?了"),
        ("就读于", rf"不再?在 ?(?P<old>{_WORD}) ?(?:读书?|上学|念书?|学习)?了"),
        ("在学", rf"不再?学 ?(?P<old>{_WORD})了"),
        ("过敏", rf"(?:不再?对 ?(?P<old>{_WORD})过敏了?)"),
        ("过敏", rf"对 ?(?P<old>{_WORD})(?:已经|现在)*不再?过敏了"),
        ("服用", rf"不再?(?:吃|服用?|打|用) ?(?P<old>{_WORD})了"),
        ("喜欢", rf"不再?(?:喜欢|热爱|喜爱|爱)(?:吃|喝|看|听|玩)?(?P<old>{_WORD})了"),
    )
)
"""The same with who speaks left out: 不吃素了, 不在华为上班了."""

_LATELY = "(?:刚|才|最近|今年|去年|上周|上个?月|昨天|今天|终于|已经)*"
_AND_NOW = r"[，,。；;、\s]*(?:我|现在|目前|如今|然后|后来|又|并|就)*"
_GONE = rf"(?:^|[，。！；、\s,.!;\n])我{_LATELY}"
_STOP = rf"(?=[，。！；、\s,.!;～{EMOJI}]|$)"
_REPLACED = (
    *(
        Statement(
            pattern(
                rf"{_GONE}{left}{_AND_NOW}(?:加入|入职|跳槽到|在|去|到)了? ?(?P<object>[\u4e00-\u9fffA-Za-z]{{2,16}}?) ?(?:工作|上班|任职)?了?{_STOP}"
            ),
            "就职于",
            "{self}就职于{object}。",
            "organization",
            is_employer,
        )
        for left in (
            rf"(?:离开|辞去)了? ?(?P<old>{_WORD})(?:的工作)?了?",
            rf"从 ?(?P<old>{_WORD}) ?(?:辞职|离职|辞)了?",
            rf"(?:已经|现在)?不在 ?(?P<old>{_WORD}) ?(?:工作|上班|干)了",
        )
    ),
    Statement(
        pattern(
            rf"{_GONE}(?:已经|现在)?(?:不再?住在?|不再?在(?=[^，。]{{1,10}}住了)) ?(?P<old>{_WORD})住?了{_AND_NOW}(?:搬到|搬去|住在?)了? ?(?P<object>[\u4e00-\u9fffA-Za-z]{{2,12}}?)了?{_STOP}"
        ),
        "居住在",
        "{self}居住在{object}。",
        "place",
        may_be_home,
    ),
)
"""How one says that something else has taken the place of the `old` that one told before."""

_LEAVING = (pattern(r"从 ?(?P<old>[\u4e00-\u9fffA-Za-z]{2,12}?) ?(?:搬|跳槽|换|转)(?:到|去|回|至|来)"),)

_CALLED = "[^，,。！？!?；;\\s]{1,8}?"
_NUMBER_SAID = f"(?:[0-9]{{1,4}}|{AGE})"
_MISTAKE = "(?:我?[说记打写]错了|口误|更正(?:一下)?)"
_AT_ONCE = r"[，,。！!；;…—\s]+"
_NO_CLAUSE = "(?![^。！？]*[你我您他她它别不了吗呢吧的])"
_PLACE_OR_NAME = "[\u4e00-\u9fff·A-Za-z]{2,8}?"
_OF_IT = "(?:住在|搬到了?|来自|就职于|在|叫|姓|是)"
_PLAIN = "(?!等|严重|有时|经常|常|偶尔|其实|真|很|太|可能|大概|比较|算|好|来|快|没|要|想)[\u4e00-\u9fffA-Za-z]{1,6}?"
_MEANT_PLAIN = rf"(?:{_LEAD}*{_MISTAKE}[，,。：:！!\s]+(?:{_SAYS}|{_IS})?|{_LEAD}*{_SAYS}|(?:哦|啊)?不(?:对|是)?[，,](?:{_SAYS}|{_IS})?)对?"
REPAIRS = rf"[。！!；;…] ?(?:{_MEANT_PLAIN}{_NO_CLAUSE}{_PLAIN}(?:过敏)?|{_LEAD}+(?:{_SAYS}|{_IS})?{_NUMBER_SAID}[岁个号年公斤厘米元块]{{0,2}}|{_LEAD}+{_BY_NAME}{_CALLED}|{_LEAD}*(?:{_MISTAKE}[，,。！!\s]*|{_LEAD}{_IS}){_NO_CLAUSE}{_OF_IT}?{_PLACE_OR_NAME}){_END}"
"""A sentence that says one word of the one before it anew: 我今年41岁。说错了，42岁。"""

_CONTRASTS = (
    (
        pattern(
            rf"^(?P<about>我[^，,。！？!?；;]{{1,14}}?(?:叫|名字是))(?P<old>{_CALLED}){_AT_ONCE}{_LEAD}+{_BY_NAME}(?P<new>{_CALLED}){_END}"
        ),
        r"\g<about>\g<new>。",
        r"\g<about>\g<old>。",
    ),
    (
        pattern(
            rf"^(?P<about>我[^，,。！？!?；;]{{0,14}}?(?:对|最(?:喜欢|爱)的[^，,。是]{{1,4}}是|喜欢[吃喝玩]?|讨厌|爱[吃喝]|不[吃喝]|在学|会说|[吃喝玩]|(?:是|当|做)(?:一?[名个位])?))(?P<old>{_PLAIN})(?P<after>过敏)?{_AT_ONCE}{_MEANT_PLAIN}{_NO_CLAUSE}(?P<new>{_PLAIN})(?P=after)?{_END}"
        ),
        r"\g<about>\g<new>\g<after>。",
        r"\g<about>\g<old>\g<after>。",
    ),
    (
        pattern(
            rf"^(?P<about>我[^，,。！？!?；;0-9]{{0,12}}?)(?P<old>{_NUMBER_SAID})(?P<after>[岁个号年公斤厘米元块]{{0,2}}){_AT_ONCE}{_LEAD}+(?:{_SAYS}|{_IS})?(?P<new>{_NUMBER_SAID})(?P=after)?{_END}"
        ),
        r"\g<about>\g<new>\g<after>。",
        r"\g<about>\g<old>\g<after>。",
    ),
    (
        pattern(
            rf"^(?P<about>我[^，,。！？!?；;]{{0,12}}?(?P<of>{_OF_IT}))(?P<old>{_PLACE_OR_NAME})(?P<after>工作|上班|任职|读书|上学|人)?{_AT_ONCE}"
            rf"{_LEAD}*(?:{_MISTAKE}[，,。！!\s]*(?:{_IS})?|{_LEAD}{_IS}){_NO_CLAUSE}(?P=of)?(?P<new>{_PLACE_OR_NAME})(?P=after)?{_END}"
        ),
        r"\g<about>\g<new>\g<after>。",
        r"\g<about>\g<old>\g<after>。",
    ),
    (
        pattern(
            rf"^(?:{_LEAD}|{_BEFORE})*(?P<about>(?:我|[她他])[^，,。！？!?；;]{{0,8}}?)不(?:是)?叫(?P<old>{_CALLED})[，,。；;]?(?P=about)?(?:而|应该)?(?:是)?叫(?P<new>{_CALLED}){_END}"
        ),
        r"\g<about>叫\g<new>。",
        r"\g<about>叫\g<old>。",
    ),
    (
        pattern(
            rf"^(?:{_LEAD}|{_BEFORE})*(?P<about>(?:我|[她他])[^，,。！？!?；;]{{0,8}}?)(?P<does>叫|的名字是|的?名字叫)(?P<new>{_CALLED})[，,。；;]?(?:而)?不(?:是|叫)(?P<old>{_CALLED}){_END}"
        ),
        r"\g<about>\g<does>\g<new>。",
        r"\g<about>\g<does>\g<old>。",
    ),
    (
        pattern(
            rf"^(?:{_LEAD}|{_BEFORE})*(?P<about>我[^，,。！？!?；;]{{0,12}}?)(?:并)?不是(?P<old>[^，,。！？!?；;]{{1,12}}?)[，,]?(?:而|应该)?是(?P<new>[^，,。！？!?；;]{{1,12}}?){_END}"
        ),
        r"\g<about>是\g<new>。\g<about>\g<new>。",
        r"\g<about>是\g<old>。\g<about>\g<old>。",
    ),
)
"""How one says what is so, and what is not so instead: 我不是41岁，是42岁. A sentence may have 是 or not."""

_TURNING = "(?:其实|现在|后来|又|已经|倒是?|反而|还是|开始|慢慢|也|很|挺|真的|还){1,4}"
_TURNED = tuple(
    Statement(
        pattern(rf"^(?:{_LEAD}|{_BEFORE})*我{_TURNING}{does}(?:它|这个|那个|它们|这些)?[了的]?{_NO_MORE}"),
        predicate,
        statement,
    )
    for predicate, statement, does in (
        ("喜欢", "{self}喜欢{object}。", "(?:喜欢|爱)上?(?:吃|喝)?"),
        ("不喜欢", "{self}不喜欢{object}。", "(?:讨厌)"),
    )
)
"""How one says that what one has said not to like one likes, or the other way round: 我现在喜欢它了."""

_NUMBER = pattern("^[一二两三四五六七八九十几多\\d那这另别他她它你我]|[的了吗呢吧啊过]$")


def _is_word(text: str) -> bool:
    return _IS_DATE.match(text) is not None or not _NUMBER.search(text)


def _kind(word: str) -> str:
    if _IS_DATE.match(word):
        return "date"
    return next((span.type for span in chinese_names(f"在{word}。") if span.name == word), "word")


CORRECTIONS = Corrections(
    gives_up_work="辞职|离职|辞掉?了?工作|裁|开除|炒|下岗|退休|失业|不干了|不做了",
    both=(*_BOTH, *_NAMED),
    meant=(_MEANT, _MADE, _DATE_INSTEAD),
    denies=(_DENIES,),
    ended=_ENDED,
    dropped=_DROPPED,
    clauses="[，,；;]",
    replaced=_REPLACED,
    leaving=_LEAVING,
    contrasts=_CONTRASTS,
    turned=_TURNED,
    by_now="现在|如今|目前|其实|后来|最近|反而|还是|变得|比起|相比|比我|了[。！]?$",
    renames=(_RENAMES,),
    in_jest=_IN_JEST,
    begins_anew=f"^{_LEAD}+(?:{_SAYS})?[，,：:]?",
    instead=r"^(?:改[到成为在]|换成|换到)(?![什哪谁啥])[^？?吗]{2,}$",
    misspoke="错了|口误|抱歉|对不起|不好意思|更正|是说|想说|意思是|指的是",
    changed="现在|目前|如今|已经|搬|刚|最近|换|新|了(?=[，。！]|$)",
    means=_SAYS,
    cleared="{word}(?:倒|都|是|就|完全)?(?:没事|没问题|没关系|不要紧|不过敏|可以)",
    is_word=_is_word,
    kind=_kind,
)
