"""Tell what Chinese predicates mean: a rule for supersession, not a vocabulary."""

from __future__ import annotations

import re

from memary.languages.pack.base import words
from memary.languages.pack.sentences import Relations
from memary.languages.zh.facts.kinds.preferences import are_alternatives
from memary.languages.zh.facts.people.animals import PETS

_LIKES = words("喜欢 爱 热爱 喜爱 爱吃 爱喝")
_DISLIKES = words("不喜欢 讨厌 恨 不爱 不爱吃 反感 不再喜欢")
_ATTITUDES = dict.fromkeys(_LIKES, 1) | dict.fromkeys(_DISLIKES, -1)

_NAMES = sorted((name for name in _ATTITUDES if len(name) > 1), key=len, reverse=True)
_FEELING = re.compile(rf"(?P<no>[不没](?:是|太|怎么|大|很|再)?)?(?P<what>{'|'.join(_NAMES)})")


def feelings(text: str) -> set[int]:
    """Return the attitudes that a text tells of: 1 of liking, -1 of disliking (不太喜欢)."""
    return {_ATTITUDES[found["what"]] * (-1 if found["no"] else 1) for found in _FEELING.finditer(text)}


RELATIONS = Relations(
    plans="计划",
    unsettled="计划|打算|准备|想|希望|考虑|犹豫|决定|担心|害怕|怕|还[在没欠要差]|尚未|没|不[懂会敢]|等|需要|要(?!求)|在找|预算|可能|欠",
    denied="不再|已经?不|不是|没有?|退休|前任|曾",
    over=(
        "不再|没再|不(?!是|对|过|错|好|知|会)[^，。！？；]{1,10}了|没有?了|[停退](?:掉|用|租|订|了)|取消|注销|分手|离婚|关门|关张|倒闭"
        "|卖(?:掉|了)|去掉|戒(?:掉|了)|结束|到期|作废|解散|搬走|离开|离职|辞职|拆(?:掉|了)|下线|放弃|去世|过世|走了"
    ),
    only_planned=(
        "(?:原来|本来|原本|原先|当初|之前|起初)(?:是|都|已经?)?(?:说好|约好|商量好|答应|计划|打算|准备|定好?|安排|想|要)"
        "|原(?:定|计划|打算|想|拟)|本(?:想|打算|要)|(?:说好|约好|定好|安排好)[^。！？]{0,30}(?:取消|作罢|改|不)"
        "|泡汤|作罢|黄了|吹了|告吹|(?:计划|打算|安排|行程)[^。！？]{0,12}取消"
    ),
    single={
        "residence": "居住在 居住于 住在 定居 搬到 搬去 现居 现住 居住地",
        "employer": "就职于 任职于 工作于 供职于 在职于 工作单位",
        "occupation": "职业是 职业 从事 担任 工作是",
        "name": "名字是 名字 姓名 名叫 叫 叫做",
        "family_name": "姓氏是 姓氏 姓",
        "real_name": "真名 真名是 真名叫 大名 大名是 大名叫 本名 本名是 本名叫 原名 原名是 真实姓名",
        "nickname": "昵称是 昵称 小名是 小名 外号是 外号 绰号是 绰号 英文名是 英文名 被称作 被称为 被叫作",
        "age": "年龄是 年龄",
        "birthday": "生日是 生日在 生日 出生于",
        "marital_status": "婚姻状况 感情状况",
        "spouse": "配偶 丈夫是 妻子是 老公是 老婆是 太太是 爱人是 嫁给 娶了",
        "partner": "伴侣是 男朋友是 女朋友是 男友是 女友是 对象是 交往",
        "engagement": "订婚 未婚夫是 未婚妻是",
        "anniversary": "结婚纪念日是 纪念日是 结婚纪念日",
        "address": "地址是 地址 住址是 住址 家庭住址",
        "phone": "电话是 手机号 电话",
        "email": "邮箱是 邮箱",
        "timezone": "时区",
        "diet": "饮食习惯",
        "workplace": "工作地点是 工作地点 工作地",
        "school": "就读于 上学于 在读",
        "major": "专业是 主修",
        "status": "状态是 状态",
        "location": "位于 地点在",
        "venue": "举办地点 举办地点是 举行地点 举行地点是 举办于 举行于 上课地点 上课地点是",
        "price": "价格是 价格 售价是 售价 标价",
        "salary": "工资是 月薪 年薪 薪水",
        "deadline": "截止日期 截止日期是 截止于 截止时间 截止时间是 到期日 到期日是 到期于",
        "manager": "汇报给 上级是 直属领导 老板是 上司是 领导是",
        "doctor": "医生是 家庭医生是",
        "attending_doctor": "主治医生是",
        "dentist": "牙医是",
        "therapist": "心理医生是 心理咨询师是",
        "landlord": "房东是",
        "lawyer": "律师是",
        "accountant": "会计是",
        "version": "版本是 当前版本",
        "weight": "体重是 体重",
        "height": "身高是 身高",
        "rent": "房租是 房租 月租",
        "shoe_size": "鞋码是 鞋码",
        "rate": "时薪是 时薪",
    },
    measures=(
        r"\w{0,6}(?:预算|体重|身高|长度|宽度|面积|价格|售价|费用|租金|房租|月薪|年薪|工资|收入|营收|上限|限额|额度|容量|人数"
        "|截止日期|期限|交付日期|版本|剂量|用量|时长|利率|年龄|温度|人口|最好成绩|密码|门禁码|字数)"
    ),
    measure_forms=("{}是", "{}为", "有{}"),
    attitudes=_ATTITUDES,
    feelings=feelings,
    preferences=words("偏好"),
    are_alternatives=are_alternatives,
    timeless=words(
        "名字是 名字 姓名 姓氏是 姓氏 真名 真名是 大名是 本名是 昵称是 小名是 外号是 英文名是 生日是 生日在 生日 出生于 出生地是 来自 成长于 结婚纪念日是 纪念日是 过敏 不耐受 "
        "妈妈是 母亲是 爸爸是 父亲是 父母是 奶奶是 爷爷是 外婆是 外公是 姥姥是 姥爷是 哥哥是 弟弟是 姐姐是 妹妹是 孩子是 儿子是 女儿是 舅舅是 姑姑是 阿姨是 叔叔是 "
        "表哥是 表姐是 表弟是 表妹是 堂哥是 堂姐是 堂弟是 堂妹是 侄子是 侄女是 外甥是 外甥女是"
    ),
    moves=words("搬到 搬去 定居"),
    many=words(
        "喜欢 爱 热爱 喜爱 爱吃 爱喝 讨厌 不喜欢 认识 朋友是 好朋友是 最好的朋友是 会说 养 "
        "养宠物 养了 有孩子 父母是 孩子是 儿子是 女儿是 猫是 狗是 爱好是 爱好 去过 拥有 感兴趣 过敏 患有 不耐受 服用 害怕 经营 计划 打算 有安排"
    )
    | {f"{animal}是" for animal in PETS},
    expected={
        "place": "工作地点是 居住在 居住于 住在 定居 搬到 搬去 现居 现住 居住地 位于 来自 出生地是 成长于",
        "organization": "就职于 任职于 供职于 在职于 工作单位 就读于 毕业于",
        "person": (
            "配偶 订婚 丈夫是 妻子是 嫁给 娶了 伴侣是 男朋友是 女朋友是 老公是 老婆是 太太是 "
            "汇报给 上级是 直属领导 老板是 上司是 父母是 孩子是 儿子是 女儿是 朋友是 好朋友是 作者是 作者 导演是 "
            "作曲者是"
        ),
        "topic": "职业是 职业 从事 担任 工作是 职位是 职位 职务是 职务",
    },
    sorts={
        "plan": "计划就职于 计划 打算 想要 目标 目标是 希望 准备 正在学 在学",
        "appointment": "有安排 预约 约定 约了 预订 预定 订了 约好",
        "interest": "偏好 感兴趣 爱好是 爱好",
        "allergy": "过敏 不耐受",
        "thing": "拥有",
        "visit": "去过",
        "fear": "害怕",
        "business": "经营",
        "instruction": "要求助手 希望助手 让助手",
    },
    favourites=("最喜欢的", "最爱的"),
    copula="是",
    negation="已?(?:不再|不|没有|没|未)|曾经?|以前",
    endings={
        "employer": "离开 离职 离职于 辞职 辞职于 辞去 已离职",
        "residence": "离开 搬离 搬走 搬出",
        "school": "离开 毕业于 退学 肄业于",
        "spouse": "离婚 已离婚 分居 丧偶",
        "partner": "分手 已分手",
        "养宠物": "送走 失去",
        "养": "送走 失去",
        "拥有": "卖掉 卖了 丢失",
        "计划": "取消 放弃",
        "打算": "取消 放弃",
        "朋友是": "绝交",
    },
    beside="还(?=在|有|是|住|兼|做|当)|同时|另外|兼职|兼任|副业|第二(?:份|个|处)",
    within=words("位于 属于 首都"),
    begin=words("经营 服用 居住在 就职于 职业是 饮食习惯 患有 配偶 伴侣是 在学 失去"),
    none=words("无 没有 暂无"),
    of_kin=(
        "(?:另外?一个)?(?:大|小|二|三)?(?:爷爷奶奶|外公外婆|姥姥姥爷|岳父岳母|公公婆婆|父母|妈妈?|母亲|爸爸?|父亲|姐姐|妹妹|哥哥|弟弟|老婆|妻子|太太|老公|丈夫|儿子|女儿|孩子|孙子|孙女|外孙|外孙女"
        "|男朋友|女朋友|男友|女友|爱人|未婚妻|未婚夫|奶奶|爷爷|外婆|外公|姥姥|姥爷|岳父|岳母|公公|婆婆|老板|上司|室友|狗|猫|哥|姐|弟|妹)"
    ),
)
