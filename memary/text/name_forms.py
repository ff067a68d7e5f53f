"""Forms of a name that stand for the same thing: without its legal form, title or accents, in the other script.

All take and give keys (`memary.languages.keys.entity_key`). What a form may be used for depends on the type of the
entity; that is the matter of `memary.memory.alike`.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_LEGAL = re.compile(
    r"(?:,? (?:incorporated|inc|corporation|corp|company|co|limited|ltd|llc|llp|plc|gmbh|ag|kg|ohg|se|sarl|srl|spa"
    r"|bv|nv|oy|oyj|pty|kk|e\.?v))+$"
)
_LEGAL_CHINESE = re.compile(r"(?:股份|有限责任|有限|控股)*公司$")

_TITLES = {
    "dr": "academic", "doctor": "academic", "prof": "academic", "professor": "academic",
    "mr": "mr", "herr": "mr", "sir": "mr", "mrs": "ms", "ms": "ms", "miss": "ms", "frau": "ms", "lady": "ms",
    "rev": "clergy", "father": "clergy", "capt": "officer", "captain": "officer", "sgt": "officer",
}  # fmt: skip
_SUFFIXES = {"jr": "jr", "junior": "jr", "sr": "sr", "senior": "sr", "ii": "2", "iii": "3", "iv": "4"}

_NICKNAMES = (
    "alexander alex sasha", "alexandra alex sasha", "andrew andy drew", "anthony tony", "barbara barb babs",
    "benjamin ben benny", "catherine cathy kate katie", "charles charlie chuck", "christine chris chrissy tina",
    "christopher chris", "daniel dan danny", "david dave", "deborah deb debbie", "dorothy dot dottie",
    "edward ed eddie ted", "elizabeth liz lizzie beth betty eliza", "francis frank", "frederick fred freddie",
    "gregory greg", "henry harry hank", "james jim jimmy jamie", "jennifer jen jenny", "jessica jess jessie",
    "john johnny jack", "jonathan jon", "joseph joe joey", "joshua josh", "katherine kate katie kathy",
    "kenneth ken kenny", "lawrence larry", "leonard leo len", "margaret maggie meg peggy", "matthew matt",
    "michael mike mick mickey", "nathaniel nate", "nicholas nick nicky", "patricia pat patty trish",
    "patrick pat paddy", "peter pete", "philip phil", "rebecca becky becca", "richard rick dick rich",
    "robert bob rob bobby",
    "ronald ron ronnie", "samantha sam", "samuel sam sammy", "stephen steve", "steven steve", "susan sue susie",
    "theodore ted teddy", "theresa terry tess", "thomas tom tommy", "timothy tim", "victoria vicky tori",
    "vincent vince", "walter walt", "william bill billy will willy", "zachary zach zack",
)  # fmt: skip
_SHORT_FOR: dict[str, set[str]] = {}
for _names in map(str.split, _NICKNAMES):
    for _short in _names[1:]:
        _SHORT_FOR.setdefault(_short, set()).add(_names[0])

_ACRONYMS = {
    "usa": "united states", "us": "united states", "united states of america": "united states",
    "uk": "united kingdom", "uae": "united arab emirates", "nyc": "new york city", "un": "united nations",
    "eu": "european union", "who": "world health organization",
    "world health organisation": "world health organization",
    "nato": "north atlantic treaty organization", "mit": "massachusetts institute of technology",
    "ucla": "university of california, los angeles", "bbc": "british broadcasting corporation",
    "wwf": "world wide fund for nature", "imf": "international monetary fund", "ai": "artificial intelligence",
    "ml": "machine learning", "nlp": "natural language processing", "tv": "television", "vr": "virtual reality",
    "js": "javascript", "ts": "typescript", "k8s": "kubernetes", "postgres": "postgresql",
    "北大": "北京大学", "清华": "清华大学", "央视": "中央电视台", "世卫组织": "世界卫生组织", "世卫": "世界卫生组织",
}  # fmt: skip

_PARENTS = (
    frozenset(("mum", "mom", "mommy", "mummy", "mother", "my mother", "my mum", "my mom")),
    frozenset(("dad", "daddy", "father", "my father", "my dad")),
    frozenset(("妈妈", "我妈", "我妈妈", "母亲", "我母亲", "老妈")),
    frozenset(("爸爸", "我爸", "我爸爸", "父亲", "我父亲", "老爸")),
)

_SPELT_OUT = ((re.compile(r"^st (?=\w)"), "saint "), (re.compile(r"^mt (?=\w)"), "mount "),
              (re.compile(r" & "), " and "),
              (re.compile(r"(?<=\w) st$"), " street"), (re.compile(r"(?<=\w) ave$"), " avenue"),
              (re.compile(r"(?<=\w) rd$"), " road"), (re.compile(r"(?<=\w)str$"), "strasse"),
              (re.compile(r"\bcenter\b"), "centre"), (re.compile(r"\btheater\b"), "theatre"),
              (re.compile(r"\bcolor\b"), "colour"), (re.compile(r"\bharbor\b"), "harbour"),
              (re.compile(r"\borganisation\b"), "organization"), (re.compile(r"\bdoughnut"), "donut"))  # fmt: skip

_NOT_PLURAL = frozenset((
    "news", "glasses", "jeans", "arms", "customs", "goods", "pants", "works", "woods", "shorts", "greens",
    "spirits", "sweets", "chips", "blues", "series", "species", "lens", "bus", "gas", "christmas", "chess", "darts",
    "letters", "colors", "minutes", "drafts", "looks", "means",
))  # fmt: skip
_ROMAN = {"ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6, "vii": 7, "viii": 8, "ix": 9, "x": 10, "xi": 11, "xii": 12}
_COUNTED = {
    word: number
    for number, word in enumerate(["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"], 1)
}
_HAN_DIGITS = {character: number for number, character in enumerate("一二三四五六七八九十", 1)}
_NUMBER = re.compile(r"\d+")
_ORDINAL = re.compile(r"(?:第|(?<=[\u3400-\u9fff]))([一二三四五六七八九十]{1,2})(?=[\u3400-\u9fff]|$)")

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
_UMLAUTS = {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"}
_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "þ": "th"})


@lru_cache(maxsize=8192)
def folded(key: str) -> str:
    """Return a key without accents and in simplified characters: "josé" is "jose", "臺灣" is "台湾"."""
    plain = unicodedata.normalize("NFD", key.translate(_TO_SIMPLIFIED).translate(_LETTERS))
    return unicodedata.normalize("NFC", "".join(c for c in plain if unicodedata.category(c) != "Mn" or c > "\u3000"))


@lru_cache(maxsize=8192)
def without_umlauts(key: str) -> str:
    """Return a key with umlauts written out as in German: "müller" is "mueller"."""
    return folded("".join(_UMLAUTS.get(c, c) for c in key))


def without_legal_form(key: str) -> str:
    """Return a company's key without its legal form: "kassenhaus gmbh" is "kassenhaus", "腾讯有限公司" is "腾讯"."""
    plain = _LEGAL.sub("", key)
    bare = _LEGAL_CHINESE.sub("", plain)
    return bare if len(bare) > 1 else key


@lru_cache(maxsize=8192)
def spelt_out(key: str) -> str:
    """Return a key with common abbreviations and British spellings: "st louis" is "saint louis"."""
    for pattern, word in _SPELT_OUT:
        key = pattern.sub(word, key)
    return _ACRONYMS.get(key, key)


def parent(key: str) -> frozenset[str]:
    """Return all words for the parent of the user that a key is a word for; none if it is no such word."""
    return next((words for words in _PARENTS if key in words), frozenset[str]())


def together(key: str) -> str:
    """Return a key written as one word: "wi fi" is "wifi", "mcdonald's" is "mcdonalds"."""
    return re.sub(r"[ '’.\-]", "", key)


def title_of(key: str) -> tuple[str, str]:
    """Return the sort of a person's title ("" without one) and the key without it."""
    first, _, rest = key.partition(" ")
    return (_TITLES[first], rest) if first in _TITLES and rest else ("", key)


def suffix_of(words: list[str]) -> tuple[str, list[str]]:
    """Return which of a family's bearers a person is ("jr", "2", or "") and the name without that."""
    return (_SUFFIXES[words[-1]], words[:-1]) if len(words) > 2 and words[-1] in _SUFFIXES else ("", words)


def are_short_forms(one: str, other: str) -> bool:
    """Whether two first names are one name and its short form, or two short forms of one."""
    full_one, full_other = _SHORT_FOR.get(one, set()), _SHORT_FOR.get(other, set())
    return one in full_other or other in full_one


def full_forms(name: str) -> set[str]:
    """Return the full forms and the short forms of a first name."""
    return _SHORT_FOR.get(name, set()) | {short for short, full in _SHORT_FOR.items() if name in full}


def is_plural_of(one: str, other: str) -> bool:
    """Whether the last word of one key is the regular plural of the other's."""
    plural, single = (one, other) if len(one) > len(other) else (other, one)
    last = plural.rsplit(" ", 1)[-1]
    if last in _NOT_PLURAL or last.endswith(("ics", "ss", "us")) or not single.isascii() or len(single) < 3:
        return False
    if single.endswith("y") and single[-2] not in "aeiou":
        return plural == f"{single[:-1]}ies"
    sibilant = single.endswith(("s", "x", "z", "ch", "sh"))
    return (
        plural == f"{single}es" if sibilant else plural in (f"{single}s", f"{single}es" if single[-1] == "o" else "")
    )


def number_forms(key: str) -> set[str]:
    """Return the other number of a key's last word, where it can be told."""
    forms = {f"{key}s", f"{key}es", f"{key[:-1]}ies", key.removesuffix("s"), key.removesuffix("es")}
    return {form for form in (*forms, re.sub("ies$", "y", key)) if form != key and is_plural_of(form, key)}


@lru_cache(maxsize=8192)
def numbers_of(key: str) -> tuple[int, ...]:
    """Return the numbers in a key, in order: digits, Roman ones and words after the first word, Chinese ordinals."""
    words = key.split()
    found = [_ROMAN.get(word) or _COUNTED.get(word) for word in words[1:]]
    ordinals = [sum(_HAN_DIGITS[c] for c in text) for text in _ORDINAL.findall(key)]
    return tuple([int(text) for text in _NUMBER.findall(key)] + [n for n in found if n] + ordinals)


def without_numbers(key: str) -> str:
    """Return a key with the mark # in place of each number, so that "rocky ii" and "rocky 2" read alike."""
    words = [
        ("#" if index and (word in _ROMAN or word in _COUNTED) else word) for index, word in enumerate(key.split())
    ]
    return _ORDINAL.sub("第#", _NUMBER.sub("#", " ".join(words))).replace("第第", "第")


def initials(key: str) -> str:
    """Return the first letters of the words that count: "world health organization" is "who"."""
    return "".join(word[0] for word in re.split(r"[\s\-/]+", key) if word and word not in ("of", "and", "the", "for"))


def looked_up_as(key: str) -> set[str]:
    """Return further keys under which the same thing may be stored."""
    bare = without_legal_form(key)
    forms = {folded(key), without_umlauts(key), spelt_out(key), together(key), bare, title_of(key)[1]}
    forms |= number_forms(key) | parent(key)
    forms |= {re.sub("[aou]e", lambda match: "äöü"["aou".index(match[0][0])], key), re.sub("js$", ".js", key)}
    forms.add(re.sub(r"(?<=[^\W\d])(?=\d)", " ", key))
    forms |= {long for short, long in _ACRONYMS.items() if short == key} | {
        short for short, long in _ACRONYMS.items() if long == key
    }
    first, _, rest = title_of(key)[1].partition(" ")
    forms |= {f"{form} {rest}".strip() for form in full_forms(first)} | (
        {first, *full_forms(first)} if rest else set()
    )
    if key >= "\u2e80":
        forms |= {f"{bare}{end}" for end in ("有限公司", "股份有限公司", "公司", "市", "省", "县")}
        forms |= {re.sub("(?<=..)[市省县]$", "", key), key.translate(_TO_TRADITIONAL)}
    return {form for form in forms if form} - {key}


_TO_TRADITIONAL = str.maketrans(
    {s: t for s, t in zip(reversed(_SIMPLIFIED), reversed(_TRADITIONAL), strict=True) if s != t}
)
