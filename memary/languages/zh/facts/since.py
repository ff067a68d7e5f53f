"""Read in Chinese since when or for how long something is so: 2017年就在那儿了, 吃素三年了."""

from __future__ import annotations

from memary.languages.pattern import pattern

OWN_CLAUSE = "[，,；;](?!(?:是|就是)?(?:从|自)[^，,；;。！？我你他她它]{2,12}(?:开始|起|以来)的?(?:[。！!]|$))"
THERE = "[^，,；;。！？]*(?:搬|来|住(?!院)|开始|起(?!床)|入职|加入|工作|上班|任职|当|做|就?一?直?在(?:那|这))"

_NUMBER = "(?:[0-9]{1,2}|[一二两三四五六七八九十]{1,3}|半)"
LONG = f"{_NUMBER}(?:个?半)?(?:年|个月|个?星期|周)(?:多|半)?"
_SO_FAR = "(?:已经|都|也|有|快|将近|差不多|整整|大概|大约|快要)*"
LASTING = (
    (
        pattern(
            rf"(?P<words>{_SO_FAR}(?P<long>{_NUMBER}(?:年|个月|个?星期|周))(?:多|半)?了)(?=[，,。；;！!、～~…\s]|$)(?![^。！？]*(?:才|放弃|不再|结果|没))"
        ),
        r"\g<long>前",
    ),
)
FROM_THEN = rf"开始|以来|至今|起|{LONG}了"
