"""Messages, facts that a model read in them, and whether they are kept."""

from __future__ import annotations

from typing import Any


def _read(predicate: str, object: str, statement: str = "", quote: str = "", **fields: Any) -> dict[str, Any]:
    return {
        "subject": "User",
        "predicate": predicate,
        "object": object,
        "statement": statement,
        "quote": quote,
        **fields,
    }


KEPT_OR_NOT: list[tuple[str, dict[str, Any], bool]] = [
    # quoted
    ("I moved to Berlin.", _read("lives_in", "Berlin", quote="moved to Berlin"), True),
    ("I don't eat meat.", _read("diet_is", "vegetarian", quote="don’t eat MEAT"), True),
    ("我不吃肉。", _read("饮食习惯", "素食", "用户吃素。", "我不吃肉"), True),
    # not quoted, yet said
    ("I moved to Berlin.", _read("lives_in", "Berlin"), True),
    ("I moved to New York City.", _read("lives_in", "New York"), True),
    ("我搬到北京了。", _read("居住在", "北京", "用户居住在北京。"), True),
    ("I moved to Berlin.", _read("lives_in", "Berlin", quote="I am a Berliner"), True),
    # said nowhere
    ("The weather is nice.", _read("lives_in", "Berlin"), False),
    ("The weather is nice.", _read("lives_in", "Berlin", quote="I live in Berlin"), False),
    ("I don't like rain.", _read("likes", "tea", "User likes tea."), False),
    ("天气真好。", _read("居住在", "北京", "用户居住在北京。"), False),
    ("天气真好。", _read("居住在", "北京", "用户居住在北京。", "我住在北京"), False),
    # only asked
    ("Could you repair the bike on Friday?", _read("will_repair", "bike on Friday"), False),
    ("Is Berlin nice? I would not know.", _read("lives_in", "Berlin", "User lives in Berlin."), False),
    ("Can you help? I moved to Berlin.", _read("lives_in", "Berlin", "User lives in Berlin."), True),
    ("你能周五修自行车吗？", _read("会修", "自行车", "用户会修自行车。"), False),
    # in the language of the message
    ("我住在北京。", _read("lives_in", "Beijing", "User lives in Beijing.", "我住在北京"), False),
    ("I live in Beijing.", _read("居住在", "北京", "用户居住在北京。", "I live in Beijing"), False),
    ("我在Google上班。", _read("works_at", "Google", "User works at Google.", "我在Google上班"), True),
    ("我喜欢 Taylor Swift。", _read("喜欢", "Taylor Swift", "用户喜欢Taylor Swift。", "我喜欢 Taylor Swift"), True),
    ("I visited 北京 last year.", _read("visited", "北京", "User visited 北京.", "visited 北京"), True),
]
