"""Addresses in Chinese texts, and where places lie."""

from __future__ import annotations

import re

from memary.languages.pack.base import words
from memary.languages.pack.names import Places
from memary.languages.scripts import HAN

_TOWNS = (
    "北京|上海|天津|重庆|广州|深圳|杭州|南京|苏州|武汉|成都|西安|长沙|郑州|青岛|济南|沈阳|大连|哈尔滨|长春|石家庄|太原|合肥|福州|厦门|泉州"
    "|南昌|昆明|贵阳|南宁|海口|三亚|兰州|西宁|银川|乌鲁木齐|拉萨|呼和浩特|宁波|温州|绍兴|嘉兴|金华|义乌|台州|无锡|常州|南通|扬州|徐州|镇江"
    "|东莞|佛山|珠海|中山市|惠州|汕头|湛江|桂林|柳州|洛阳|开封|烟台|威海|潍坊|临沂|秦皇岛|唐山|保定|大同|宜昌|襄阳|岳阳|株洲|绵阳|乐山"
    "|遵义|大理|丽江|香港|澳门|台北|高雄|台中|台南|新加坡|东京|大阪|京都|首尔|曼谷|吉隆坡|纽约|洛杉矶|旧金山|波士顿|芝加哥|西雅图"
    "|多伦多|温哥华|伦敦|曼彻斯特|爱丁堡|巴黎|柏林|慕尼黑|汉堡|法兰克福|苏黎世|日内瓦|维也纳|阿姆斯特丹|布鲁塞尔|罗马|米兰|马德里|巴塞罗那"
    "|里斯本|莫斯科|悉尼|墨尔本|奥克兰"
)
_REGIONS = words(
    """
    中国 美国 英国 法国 德国 日本 韩国 加拿大 澳大利亚 新西兰 意大利 西班牙 葡萄牙 荷兰 比利时 瑞士 瑞典 挪威
    丹麦 芬兰 奥地利 俄罗斯 泰国 越南 印度 马来西亚 河北 山西 辽宁 吉林 黑龙江 江苏 浙江 安徽 福建 江西
    山东 河南 湖北 湖南 广东 海南 四川 贵州 云南 陕西 甘肃 青海 台湾 内蒙古 广西 西藏 宁夏 新疆
    """
)
_COUNT = "[0-9一二三四五六七八九十百零〇]+"
_WAY = "(?:大道|大街|胡同|路|街|道|巷|弄|里)"
_ADDRESS = re.compile(
    rf"{_WAY} ?{_COUNT} ?(?:号|弄|栋|幢)|{_COUNT} ?(?:号楼|栋|幢|座|单元)|{_COUNT} ?号? ?{_COUNT} ?室"
)
_TOWN = re.compile(rf"(?:{_TOWNS})(?![东西南北中]?[一二三四五六]?{_WAY})|(?<=[在到省，,])[{HAN}]{{2,3}}市")
_QUARTERS = ("区", "街道", "小区", "社区", "新村", "胡同")
_AUTONOMOUS = ("自治区", "特区", "行政区")


def _is_address(words: str) -> bool:
    return _ADDRESS.search(words) is not None


def _towns(address: str, text: str) -> frozenset[str]:
    found = (match[0].removesuffix("市") for said in (address, text) for match in _TOWN.finditer(said))
    return frozenset(found)


def _is_region(name: str) -> bool:
    return name.removesuffix("省") in _REGIONS or name.endswith(("省", "自治区"))


def _is_quarter(name: str, text: str) -> bool:
    return name.endswith(_QUARTERS) and not name.endswith(_AUTONOMOUS)


def _is_left(name: str, text: str) -> bool:
    """Return whether a sentence tells that somebody left a place: 从上海搬到, 离开了上海, 不住上海了."""
    return re.search(rf"(?:从|离开了?|搬离了?|搬出了?|告别了?|不(?:再)?住(?:在)?){re.escape(name)}", text) is not None


PLACES = Places(is_address=_is_address, towns=_towns, is_region=_is_region, is_quarter=_is_quarter, is_left=_is_left)
