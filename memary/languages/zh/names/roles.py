"""The Chinese words for people, by what they are to somebody, and for what stands for them."""

from memary.languages.pack.base import words
from memary.languages.pack.names import Pronouns, Roles

WOMEN = "妈妈|母亲|姐姐?|妹妹?|妻子|老婆|太太|媳妇|女儿|阿姨|姑姑|奶奶|外婆|女友|女朋友"
MEN = "爸爸|父亲|哥哥?|弟弟?|丈夫|老公|儿子|叔叔|舅舅|爷爷|外公|男友|男朋友"

PRONOUNS = Pronouns(
    own=words("我 我的 我自己 本人 用户 自己"),
    others=words("他 她 它 他们 她们 它们 我们 咱们 你 您 你们 这 那 这个 那个 有人 大家"),
    stand_ins=words("客户 顾客 说话者 说话人 发言人 该用户 此用户 当事人 作者 患者 客人"),
    no_own=(
        "(?<=我)(?:国(?![庆外内企画籍语])|司(?!机)|校(?![对正])|军(?!训)|县(?!城))"
        "|(?<=用户)(?:界面|画像|增长|运营|手册|协议|故事|反馈|数据|群体|满意度|访谈|名(?![叫字为是])"
        "|(?:研究|体验|测试|调研|需求)(?=$|[\\s，。、！？；：,.!?;:]|的|是|很|和|与|员|师|部|组|方法|团队|岗|报告|设计))"
    ),
    me="我",
    mine="我的",
    possessive="的",
    asker="我(?!们)",
    you="[你您]",
    we="[我咱俺]",
    of_us=(("(?:我|咱|俺)们|咱(?!们)", "我"),),
    among_us="聊|谈|讨论|商量|说[过好定到]|决定|约定|达成",
    she="她",
    he="他(?!们)",
    her_before=f"(?:{WOMEN})(?:叫|是)?$",
    his_before=f"(?:{MEN})(?:叫|是)?$",
)

ROLES = Roles(
    family={
        "brother": "哥哥|弟弟|大哥|二哥|(?<![表堂])[哥弟]",
        "sister": "姐姐|妹妹|(?<![表堂])[姐妹]",
        "mother": "妈妈|母亲|妈",
        "father": "爸爸|父亲|爸",
        "son": "儿子",
        "daughter": "女儿",
        "cousin": "[表堂][哥弟姐妹]",
        "uncle": "叔叔|舅舅|伯伯|姑父|姨父",
        "aunt": "阿姨|姑姑|姨妈|舅妈",
        "grandparent": "爷爷|奶奶|外公|外婆|姥姥|姥爷",
        "nephew": "侄子|侄女|外甥女?",
    },
    partner={
        "partner": "老公|老婆|丈夫|妻子|太太|媳妇|爱人|男朋友|女朋友|男友|女友",
    },
    others={
        "work": "同事|老板|上司|领导|客户|实习生",
        "neighbour": "邻居|房东",
        "school": "同学|室友的同学",
        "practice": "牙医|家庭医生",
        "lessons": "教练",
        "crafts": "理发师|水管工|电工",
    },
    groups={
        "work": "公司|单位",
        "gym": "健身房",
        "choir": "合唱团",
        "school": "学校|大学",
        "church": "教会",
    },
    forms=("(?:{words})(?:是|叫|，|,)?{name}", "{name}(?:就?是|，|,)[^，。]{0,6}?(?:{words})"),
    group_forms=("(?:{words})(?:里|的|那个)+{name}",),
    another=(
        r"(?:另一个|另外一个|另一位|另外一位|另外那个|同名的|重名的|又一个)(?:\w{0,4}的)?{name}",
        "也叫{name}",
        "{name}[^。！？]{0,12}(?:同名|重名|不是同一个)",
    ),
    venue=(
        "(?:咖啡馆|咖啡店|餐厅|饭店|大学|中学|小学|学校|学院|医院|图书馆|酒店|博物馆|健身房|书店|影院|剧院|幼儿园|超市|商场)$"
    ),
    animal="[猫狗兔龟]|鹦鹉|宠物|仓鼠",
    friend="朋友|闺蜜|同名",
)
