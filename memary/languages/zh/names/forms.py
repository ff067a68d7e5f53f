"""Form Chinese names: legal forms, traditional characters, ordinals, regions, and parts of names."""

from __future__ import annotations

import re

from memary.languages.pack.names import NameForms, PersonName
from memary.languages.pattern import pattern
from memary.languages.scripts import is_wide
from memary.languages.zh.names.sounds import sounds
from memary.languages.zh.vocabulary.words import (
    CHINESE_DOUBLE_FAMILY_NAMES,
    CHINESE_FAMILY_NAMES,
    CHINESE_PROFESSIONS,
    CHINESE_TITLES,
)

_ACRONYMS = {
    "北大": "北京大学", "清华": "清华大学", "央视": "中央电视台", "世卫组织": "世界卫生组织", "世卫": "世界卫生组织",
}  # fmt: skip
_PARENTS = (
    frozenset(("妈", "妈妈", "我妈", "我妈妈", "母亲", "我母亲", "老妈")),
    frozenset(("爸", "爸爸", "我爸", "我爸爸", "父亲", "我父亲", "老爸")),
)
_DIGITS = {character: number for number, character in enumerate("一二三四五六七八九十", 1)}
_ORDINAL = pattern(r"(?:第|(?<=[\u3400-\u9fff]))([一二三四五六七八九十]{1,2})(?=[\u3400-\u9fff]|$)")
_AMBIGUOUS_REGIONS = {"吉林", "海南", "西湖", "朝阳"}
_LEGAL = "(?:股份|有限责任|有限|控股)*公司$"
_TITLE_AT_END = re.compile(rf"(?:{'|'.join(sorted(CHINESE_TITLES, key=len, reverse=True))})$")

_TRADITIONAL = (
    "臺灣灣門廣東華國學會長陳劉張趙黃吳孫馬羅鄭謝韓馮鄧許蕭葉蘇盧鍾譚陸賈閻鄒龍萬錢湯顧賴龔龐藍關麗蘭穎瑩潔靜"
    "軍偉強劍鋒龍鳳鳴賢寶貴興榮勝飛雲電車發開關業經濟貓魚鳥雞豬牛豐島灣縣區廈蘇愛無與書畫樂聲語話說請讀寫漢"
    "風頭髮麵飯館園圓銀行醫藥護體歲歷戰爭機場鐵線銅綠紅紙筆記憶夢見觀視網絡腦電話價錢買賣訂單計劃劇團員師貝賓"
    "蔣鄰義禮節氣溫個們對時間後裏邊進過還這樣學習練習題問間聞陽陰隊階際陝雙難離雖錄鎮鐘鏡長壽慶廟廠庫張彈將專"
    "導層屆嶺島峽巖峰幫帶幣幹庫應廳徑從復德憂懷態戲戶掃採損換據擇擔擴攝敵數斷於會條楊楓極樓標樹橋檢歐歡殘毀"
    "圖亞證議術藝務職資產總統級約給聯繼續織編緣紹誠詩誼諾謙賀贊輝運選郵醬鄉針釣鍋鋼鋪閑雜項順須領顆額類願飲餃餅駱騰驗鮮鴻麥齊齒龜為眾異當療監盤碼確禪種稱積穩窩競簡籃糧絲專業"
)
_SIMPLIFIED = (
    "台湾湾门广东华国学会长陈刘张赵黄吴孙马罗郑谢韩冯邓许萧叶苏卢钟谭陆贾阎邹龙万钱汤顾赖龚庞蓝关丽兰颖莹洁静"
    "军伟强剑锋龙凤鸣贤宝贵兴荣胜飞云电车发开关业经济猫鱼鸟鸡猪牛丰岛湾县区厦苏爱无与书画乐声语话说请读写汉"
    "风头发面饭馆园圆银行医药护体岁历战争机场铁线铜绿红纸笔记忆梦见观视网络脑电话价钱买卖订单计划剧团员师贝宾"
    "蒋邻义礼节气温个们对时间后里边进过还这样学习练习题问间闻阳阴队阶际陕双难离虽录镇钟镜长寿庆庙厂库张弹将专"
    "导层届岭岛峡岩峰帮带币干库应厅径从复德忧怀态戏户扫采损换据择担扩摄敌数断于会条杨枫极楼标树桥检欧欢残毁"
    "图亚证议术艺务职资产总统级约给联继续织编缘绍诚诗谊诺谦贺赞辉运选邮酱乡针钓锅钢铺闲杂项顺须领颗额类愿饮饺饼骆腾验鲜鸿麦齐齿龟为众异当疗监盘码确禅种称积稳窝竞简篮粮丝专业"
)
_TO_SIMPLIFIED = str.maketrans(_TRADITIONAL, _SIMPLIFIED)
_TO_TRADITIONAL = str.maketrans(
    {s: t for s, t in zip(reversed(_SIMPLIFIED), reversed(_TRADITIONAL), strict=True) if s != t}
)


def ordinals(key: str) -> list[int]:
    """Return the ordinal numbers within a key."""
    return [sum(_DIGITS[c] for c in text) for text in _ORDINAL.findall(key)]


def unnumbered(key: str) -> str:
    """Return a key with # for those."""
    return _ORDINAL.sub("第#", key).replace("第第", "第")


def region(key: str) -> str:
    """Return a place's key without the word for what sort of region it is."""
    bare = re.sub("(?<=..)[市省]$", "", key)
    return key if bare in _AMBIGUOUS_REGIONS else bare


def further(key: str) -> set[str]:
    """Return further keys under which what is called in Chinese may be stored."""
    if not is_wide(key):
        return set()
    plain = re.sub(_LEGAL, "", key)
    bare = plain if len(plain) > 1 else key
    forms = {f"{bare}{end}" for end in ("有限公司", "股份有限公司", "公司", "市", "省", "县")}
    return forms | {re.sub("(?<=..)[市省县]$", "", key), key.translate(_TO_TRADITIONAL)}


def person_name(key: str) -> PersonName | None:
    """Return a person's name taken apart: 欧阳娜娜, 王老师, 埃隆·马斯克."""
    if "·" in key:
        *given, family = key.split("·")
        return PersonName(tuple(given), family)
    title = match[0] if (match := _TITLE_AT_END.search(key)) and len(key) > len(match[0]) else ""
    name = key.removesuffix(title) if title else key
    if name[0] in "老小阿大" and len(name) == 2:
        return PersonName((), name[1], title) if name[1] in CHINESE_FAMILY_NAMES else PersonName((), "", alone=name)
    size = 2 if name[:2] in CHINESE_DOUBLE_FAMILY_NAMES else 1
    if name[:size] in CHINESE_DOUBLE_FAMILY_NAMES or name[0] in CHINESE_FAMILY_NAMES:
        given = name[size:]
        if len(given) <= 2 and (given or title):
            profession = title if title in CHINESE_PROFESSIONS else ""
            return PersonName((given,) if given else (), name[:size], title, profession=profession)
    return PersonName((), "", title, alone=name)


def with_family(name: str, family: str) -> str | None:
    """Return a name with another family name: 陈芳 for 王芳; of a nickname nobody knows the whole."""
    told = person_name(name) if is_wide(name) and is_wide(family) else None
    return f"{family}{told.given[0]}" if told and told.is_full and not told.title and "·" not in name else None


FORMS = NameForms(
    legal=_LEGAL,
    synonyms=_ACRONYMS,
    parents=_PARENTS,
    ordinals=ordinals,
    unnumbered=unnumbered,
    region=region,
    further=further,
    sounds=sounds,
    letters=_TO_SIMPLIFIED,
    exact=(
        "(?:不?[加放]|[没带有无]|很|偏|特别|[热冰冷黑浓淡甜辣咸酸]|微辣|新鲜|现磨|手冲)[^，]*的{plain}"
        "|{plain}(?:不?加|配|搭配).+"
        "|(?:黑|冰|热|浓|淡|无糖|现磨)(?=(?:咖啡|茶|豆浆|牛奶|可可|可乐|啤酒|美式|拿铁|巧克力)$){plain}"
    ),
)
