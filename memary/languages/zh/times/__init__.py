"""Read Chinese expressions of time, and how a question asks for the past."""

from __future__ import annotations

from memary.languages.pack.talk import Times
from memary.languages.zh.times.grammar import read_chinese
from memary.languages.zh.times.past_words import asks_past

TIMES = Times(
    read=read_chinese,
    asks_past=asks_past,
    asks_now="现在|目前|如今|眼下|当前",
    changes="[改换挪推][到成为在]|提前到|延[到期]|[涨降]到|不再|取消|又变|变成",
    asks_once="了(?![解如不得])|(?<![么麼里裡儿哪样通经不超])[过過](?![年节節生冬夏暑夜周圣聖敏])|去年|上次|曾|当时|那[时次]|是.{1,12}的[？?]?$",
    tells=(
        r"昨[天晚]|今[天晚年早]|明[天晚年]|前[天年]|后[天年]|去年|上[个周月]|下[个周月]|周[一二三四五六日末]|星期|礼拜"
        r"|[\d一二三四五六七八九十]+[年月号日天周]|刚刚|最近|生日|[春夏秋冬]天"
    ),
    tells_own="今[天晚早]|刚刚",
)
