"""How Chinese asks, and how its questions lean on what was said before."""

from __future__ import annotations

import re
from collections.abc import Mapping

from memary.languages.en.names.recognition import english_names
from memary.languages.pack.base import words
from memary.languages.pack.talk import Dialogue, Leaning, Questions, first_leaning
from memary.languages.zh.names.recognition import chinese_names

QUESTIONS = Questions(
    asks=r"[吗呢]\W*$|谁|什么|哪(?!怕)|几[个点岁号天年月次]|多少|多大|多久|怎么|为什么|何时|是否|是不是|告诉我|还记得",
    supposes="要是|假如|假设|倘若",
    ends="[吗呢]",
    when="何时|什么时[候间]|哪[一]?[天年月周]|几[号月点]|多久|多长时间",
    words=words("请问 请 告诉 记得 知道 一共 到底 时候"),
    asking=(
        "请问|请告诉我|告诉我|为什么|什么时候|什么|怎么样?|怎样|如何|哪里|哪儿|哪个|哪些|多少|是不是|有没有|是否|还记得"
    ),
    kind="哪一?[座家个种本部条位只天年月里儿类款]",
    about={
        "residence": "住在?哪|住.{0,3}什么(?:地方|城市)|家(?:住)?在哪"
        "|搬到了?哪|哪[个座].{0,2}(?:城市|地方).{0,3}(?:住|生活)|住址",
        "employer": "在哪.{0,4}(?:工作|上班|就职|任职)"
        "|(?:哪家|什么)(?:公司|单位)|(?:公司|单位|雇主)(?:是|叫)(?:哪|什么)|雇主",
        "occupation": "做什么(?:工作|职业|的$|的[？?])|职业|干什么的|什么工作|从事什么|靠什么谋生",
        "name": "我(?:的名字)?(?:叫|是)(?:什么|谁)|我的(?:名字|姓名)",
        "age": "多大(?:年纪|岁数|年龄)?了|几岁|年龄|多少岁|今年多大",
        "birthday": "生日|哪[年天]出生|什么时候出生",
        "spouse": "丈夫|妻子|老公|老婆|太太|配偶|嫁给|娶了",
        "partner": "男朋友|女朋友|对象是谁|伴侣",
        "phone": "电话|手机号",
        "email": "邮箱|邮件地址",
        "timezone": "时区",
        "school": "(?:哪所|什么)(?:学校|大学|中学)|在哪.{0,3}(?:上学|读书|念书)",
        "major": "什么专业|专业是",
        "salary": "工资|月薪|年薪|薪水|赚多少",
        "manager": "上级|领导是|汇报给",
        "deadline": "截止",
        "price": "多少钱|价格",
        "allergy": "过敏|不能吃什么|什么不能吃",
        "taste": "(?<!不)(?:喜欢|爱吃|爱喝|热爱).{0,4}(?:什么|哪)",
        "distaste": "(?:讨厌|不喜欢|不爱吃?|反感).{0,4}(?:什么|哪)",
    },
)

_ASKS = "谁什哪怎几多为吗在是有"
_LEFT_OUT = re.compile(
    rf"(?:那么?|可是|但是?)?[，,]?[^{_ASKS}，,。？?！!]{{1,9}}呢"  # 那他妹妹呢
    r"|(?:那么?|可是|但是?)?[，,]?(?:到底|究竟|具体)?(?:为什么|为啥|怎么[样了会办]?|怎样|什么时候|何时|哪里|哪儿"
    r"|在哪[里儿]?|谁|是谁|多少|多久|多大|几[点个岁]|真的[吗么]|还有[吗呢什么谁]*|然后|后来|结果|哪一?[个种位]|[跟和]谁"
    r"|从哪[里儿]|多少钱)[呢呀啊]?"
    r"|(?:那么?)?(?:住在?哪[里儿]?|叫什么(?:名字)?|多大(?:年纪|岁数)?了?|是?什么时候(?:去|来|走|回来|开始|结束|买|认识|搬)的?"
    r"|是?在哪[里儿]?(?:买|认识|工作|上班|上学)的?|是?谁[送买说做写]的|是?怎么(?:认识|去|来|走)的|喜欢(?:什么|吗)"
    r"|是哪一?[年天个]|做什么(?:工作)?的?)[呢呀啊]?",
)
_PERSON = re.compile(r"(?<![其吉排])[他她](?!人|乡|杀)们?")
_THING = re.compile(
    r"(?<!其)它们?"
    r"|(?:^|[，,我你在是从到对把])(?:这|那)(?:个|件事|件|本书?|部|首|次|场|只|台|辆|些)"
    r"(?!周|星期|礼拜|月|季|学期|年|夏|冬|春|秋|假|暑|寒|时候?|人)"
)
_PLACE = re.compile(r"(?:^|[，,我你在是从到去回离对])(?:那[里儿边]|那家|那座|那个地方|这里(?=[有的])|那时候?|那天)")
_STANDS_FOR: Mapping[Leaning, re.Pattern[str]] = {
    "person": _PERSON,
    "thing": _THING,
    "place": _PLACE,
}
_BOUND = re.compile(
    r"(?:妈|爸|母亲|父亲|姐|妹|哥|弟|爷爷|奶奶|外婆|外公|儿子|女儿|孩子|老公|老婆|丈夫|妻子|男友|女友|朋友|同事|同学|老板|经理"
    r"|老师|医生|邻居|室友|叔|姑|姨|舅|猫|狗|谁(?!(?:会|才|就)?是$)|大家|有人|每个人|人们)"
)
_NOUN = "[一两几][辆台部件条双张把份块套款架支个只本家座部]|新的?|我的"

_MARKS = " \t\n,.!?;:…，。！？；：、~～\"'“”‘’()（）"
_ACKNOWLEDGES = re.compile(  # no word is made of others in the list, so that there is one way to read a text
    rf"(?:[{re.escape(_MARKS)}]|[嗯哦噢喔啊呀哈呵嘿哇唉诶好的了吧呢啦嘛呗哟那就行对是棒太真很挺谢你您懂我早]|ok|这样"
    "|没错|没事|没关系|没问题|不客气|不用谢|可以|不错|多谢|感谢|明白|知道|了解|收到|原来如此|有道理|有意思|厉害|当然|确实|同意|再见|拜拜|晚安"
    "|早上好|晚上好|辛苦)+",
    re.IGNORECASE,
)


def _leans(text: str) -> Leaning | None:
    bare = text.strip(_MARKS)
    if _LEFT_OUT.fullmatch(bare):
        return "left_out"
    found = first_leaning(bare, _STANDS_FOR)
    if found is None:
        return None
    at, kind = found
    before = bare[:at]
    named = chinese_names(bare) + english_names(bare, within_chinese=True)
    if any(name.end <= at for name in named) or _BOUND.search(before):
        return None
    return kind


DIALOGUE = Dialogue(
    leans=_leans,
    stands_for=_STANDS_FOR,
    acknowledges=_ACKNOWLEDGES,
    signs_off=(
        r"(?:\b(?:good ?night|(?:good)?bye(?:[- ]bye)?)|晚安|再见|拜拜|(?:回头|明天|改天|下次)见)[啦了哦咯呀]"
        "|晚安|再见|拜拜|(?:回头|明天|改天|下次)见"
    ),
    noun=_NOUN,
    within=r"(?<![现正实])在\s*$",
    beside="[在到从去给跟和向离]$",
    whose=r"\s*的",
)
