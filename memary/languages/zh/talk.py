"""Tell Chinese talk by its words: tasks, moods and manners, claims, and replies that say nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memary.languages.pack.base import words
from memary.languages.pack.names import Kinds, of_type
from memary.languages.pack.talk import InsightWords, Instructions, Manner, Matters, Replies
from memary.languages.scripts import HAN
from memary.languages.zh.names.recognition import chinese_names

_THEN = "今天|今晚|明天|明早|后天|晚上|周末|下周|马上|稍后|待会儿?|尽快|一定|就|再"
_TASK = (
    "寄|(?<!头)发(?:给|到|过去|一)|送(?:给|到|过去)|交(?:给|上|了)|还给|带(?:给|来|去|上)|付|订|打电话|写(?:完|好)"
)
_WILL = rf"(?<![次回时常天年月周果])我(?:{_THEN})*会(?:{_THEN})*(?=[把给][^，。！？；,!?;]{{1,12}}?(?:{_TASK}))"
"""I will do something with a thing or for somebody, where 会 tells no ability: 我会把陶罐寄给小雨, not 我会写诗."""

MATTERS = Matters(
    opens=(
        r"别忘|记得要|(?<![我你他她还不都只也直总])记得(?!吗|的|起|住)|提醒我"
        rf"|{_WILL}"
        r"|我(?:还)?(?:得(?![了到过知病意分出以益罪第奖很])|要去|需要|必须|打算|答应)"
        r"|待办|还没(?!有?(?:吃|睡)饭)|尚未|回头再"
    ),
    settled="搞定|完成|办好|办完|解决了|取消了|不用了",
    done="已经(?!晚|迟|拖|欠|过期|到期|来不及)|交了|付了|寄了|订好|买了|好了",
    not_so="没(?!事|问题|关系)|尚未|别|忘|如果|要是|等(?:我|到)|打算|准备|差点|应该|以为",
    asks=r"[吗么]\W*$",
    clause="但是?",
    same_verbs={"交": "付", "缴": "付", **{verb: verb for verb in "付寄订买打"}},
    denied="不|别|没|无|取消",
    standing=(
        "(?:以后|今后|从现在起|从今天起)[^，。！？,!?]{0,12}?(?:都|一律|别|不要|请|再也不|不许|只|先)|不要再|别再|(?<![我他她])从不"
        "|永远(?:不|别)|一律|(?<![我他她])必须|禁止|不许|不得|绝不|每次都(?:要|得)"
    ),
    announces_rules="(?:规矩|规则|约定|规范)[^，。！？：:]{0,8}[：:]",
)

_ANSWERS = "(?:回答|回复|答复|解释)"
_FOR_ME = (  # what is asked of an assistant and of nobody else
    f"(?:(?:[给对跟和帮]|提醒)我|{_ANSWERS}|讲解|附上|列出|标注|注明|引用|举例"
    "|用[^。！？，,]{0,10}?(?:中文|英文|英语|普通话|语气|口吻|单位|公制|表情|格式|表格|列表|代码|克))"
)
_ALWAYS = "(?:一直|永远|始终|总是|每次都?|一律|都|别|不要|不许|只能?)"
_MANNERS = "(?:简短|简洁|简单|简明|精简|短|详细|具体|直接|正式|随意|口语化?|通俗|客观|客气|温柔|严肃|幽默)"
INSTRUCTIONS = Instructions(
    given=(
        "(?<![我他她们])(?:以后|今后|从现在起|从现在开始|从今天起|从今往后)(?:我[问让叫说][^。！？]{1,20}?)?"
        f"[^。！？我他她们]{{0,12}}?{_FOR_ME}"
        "|^(?:还有|另外|对了|以后|今后|也?请|麻烦你?)[，,]?[^。！？，,我他她们把这下上]{1,10}?(?:一律|都|统一)(?:要|得|给我)?"
        "(?:写|换算|转换|翻译|标)(?:成|为|作)(?![^。！？]*[了过吗][。！？\\s]*$)"
        f"|^(?:请|麻烦你?|拜托|还有|另外|对了|那么?|也|[，,]){{0,3}}{_ALWAYS}(?:先|再|要|请|都)?[^。！？，,]{{0,4}}?{_FOR_ME}"
        f"|每次我问[^。！？]{{0,20}}{_FOR_ME}"
        f"|(?<!我)你的{_ANSWERS}(?:里|中)?(?:请|要|都|时|一律|必须|最好|别|不要)"
        f"|我(?:更|比较|还是|就)?(?:喜欢|希望|想要|偏好|不喜欢|讨厌|要)[^。！？，,]{{0,20}}(?:的{_ANSWERS}|你{_ANSWERS})"
    ),
    lifted=(
        "(?:不用|不必|没必要|无需|可以不|用不着)(?:再|继续)|不用(?:总是|每次)"
        "|(?:取消|收回|废除|作废)(?=[^，。！？]{0,12}?(?:规矩|规则|约定|要求|禁令))"
    ),
    permitted="(?:现在|又|重新|已经)(?:又|都)?可以|可以(?=[^，。！？]{1,12}了)",
    no_more=r"了(?=\W*$)",
    one_more=(
        "[，,；;](?:也|还|并且?|而且|另外|同时)?"
        f"(?=(?:请|要|尽量|最好)?(?:(?:{_ANSWERS}|说|写)?得?{_MANNERS}(?:一?点儿?|一?些|明了|扼要)?[吧啦]?\\W*$|{_ALWAYS}[^。！？，,]{{0,4}}?{_FOR_ME}))"
    ),
    predicate="要求助手",
    statement="{who}要求助手：“{what}”",
)

_MOODS = (
    "开心|高兴|快乐|难过|伤心|焦虑|紧张|担心|疲惫|兴奋|激动|生气(?!勃)|烦躁|烦恼|沮丧|孤独|孤单|郁闷|失望|害怕|放松|平静|感动"
    "|委屈|崩溃|无聊|自豪|压力(?:很|好|特别|太|有点|真的?)?大"
    rf"|(?:累|烦)(?![{HAN}])|(?:累|烦)(?=[了死坏得极到透啊呀哦啦嘛但可所又也还])"  # in 累计, 烦请 it is no mood
)
MANNER = Manner(
    slang="哈哈|嘿嘿|嘛|呗|啦|哇|咋",
    polite="请|您|谢谢|麻烦|劳驾",
    mood=(
        rf"我(?:现在|今天|今晚|最近|这几天|这两天|感觉|觉得|感到|心里|心情|真的?|有一?点儿?|有些|好|很|特别|非常|太|挺|比较|超|超级|都|又)*"
        rf"(?P<mood>{_MOODS})(?!的(?:时候|话|人|是))"
    ),
    unsure="[？?]|吗|如果|要是|假如|的时候|[他她]们?说|告诉|跟我说|对我说|说我|别担心|可能|也许|以为",
)

_KIND = re.compile("菜|料理|文化|音乐|电影|文学|艺术|风格|风味|历史|美食|[式语史]")
_NUMBER = re.compile("[一二两三四五六七八九十百千万亿]+(?=[元块岁年天次]|个月)")


def _claims(text: str) -> set[str]:
    """Return the names and numbers in a text; what tells a kind (日本料理) is no name."""
    spots = (spot for spot in chinese_names(text) if not _KIND.match(text, spot.end))
    return {*_NUMBER.findall(text), *(spot.name for spot in spots)}


INSIGHTS = InsightWords(
    attributes={
        "反复谈到": "keeps_coming_back_to",
        "偏爱": "drawn_to",
        "心情": "mood",
        "书写语言": "writes_in",
    },
    filling="^用户的?|的|是$",
    claims=_claims,
)


def _nouns(text: str) -> Sequence[str]:
    """Return the endings of words, the longest first: what is named stands last."""
    return [text[-size:] for size in range(min(len(text), 3), 1, -1)] or [text]


KINDS = Kinds(
    read=_nouns,
    nouns=of_type(
        {
            "organization": (
                "公司 银行 学校 大学 中学 小学 幼儿园 医院 诊所 餐厅 饭馆 饭店 咖啡馆 商店 超市 花店 "
                "书店 协会 俱乐部 设计院 研究所 博物馆 图书馆 剧院 酒店 工厂 药店 健身房 团队 部门 "
                "出版社 机构 组织 社团 收容所"
            ),
            "place": (
                "城市 小区 公园 街道 村子 村庄 房子 公寓 房间 厨房 阳台 院子 花园 湖 山 河 岛 海边 "
                "海滩 广场 老宅 地区"
            ),
            "product": (
                "手机 电脑 汽车 自行车 电动车 软件 应用 设备 机器 药 药物 药品 相机 钢琴 吉他 家具 "
                "沙发 冰箱 洗衣机 打印机 架子鼓 数据库 网站 耳机"
            ),
            "event": (
                "会议 婚礼 生日会 聚会 比赛 马拉松 半马 演唱会 音乐会 展览 旅行 考试 手术 面试 葬礼 "
                "节日 培训 典礼"
            ),
            "work": "小说 电影 歌曲 歌 专辑 电视剧 纪录片 诗 画 照片 游戏 书 杂志 播客 报告 文章",
            "food": "水果 蔬菜 菜 面包 蛋糕 咖啡 茶 啤酒 酒 汤 面条 饺子 火锅 甜品 零食 饮料",
            "animal": "猫 狗 乌龟 兔子 鸟 鱼 马 仓鼠 宠物",
            "topic": "语言 运动 爱好 疾病 保险 合同 税 工资 房租 专业 学科 科学 数学 物理 法律 饮食",
        }
    ),
    types={
        "人": "person", "人物": "person", "地点": "place", "城市": "place", "机构": "organization",
        "公司": "organization", "作品": "work", "动物": "animal", "食物": "food", "话题": "topic", "活动": "event",
        "产品": "product",
    },
    categories={
        "人物": "people", "人": "people", "动物": "animals", "宠物": "animals", "机构": "organizations",
        "组织": "organizations", "公司": "organizations", "地点": "places", "地方": "places", "事件": "events",
        "活动": "events", "产品": "products", "作品": "works", "食物": "food", "美食": "food", "话题": "topics",
        "主题": "topics", "其他": "other", "其它": "other",
    },
    users=words("用户"),
    here=words("我 这里 我在哪 我在哪里 我的位置 当前位置"),
)  # fmt: skip

_ANOTHER = (
    "(?:[那这她他]个?人?)?(?:不是我|是别人|是另外?一个人|不是同?一个人?|是两个人|只是同名|(?:只?是)?我(?:的)?朋友)"
)

REPLIES = Replies(
    same=r"\W*(?:(?:是的?|对的?|嗯|没错|就是)(?:\W*(?:就?是我|是?同一个人?))?|[那这她他]?就?是我|是同一个人)\W*",
    different=rf"\W*(?:(?:不(?:是的?|对)?|没有)(?:\W*{_ANOTHER})?|{_ANOTHER})\W*",
    admits=(
        r"不知道|不清楚|不了解|不确定|无法(?:回答|确定|提供|得知|查|确认|帮)|抱歉|对不起"
        r"|(?:没有|未能?|没能?)(?:找到|查到|检索到)|没有(?:相关|关于|任何|足够)"
    ),
    fails=r"错误|出错|失败|异常|超时|请求失败|服务器(?:内部)?错误|工具[^a-zA-Z]{0,4}[a-zA-Z][a-zA-Z0-9_-]*[^a-zA-Z0-9]{0,4}(?:出错|失败|超时|未配置|不可用)",
    declines="(?:很|非常)?(?:抱歉|遗憾|对不起)|作为(?:一个|一名)?(?:AI|人工智能|语言模型)|我(?:无法|不能|没办法)",
    agreement="好 好的 是的 可以 明白 明白了 了解 收到 知道 完成 完毕 已完成 没问题 当然 谢谢 没有 无 暂无 更新 总结",
)
