"""Tell an answer from the admission that there is none, so that the latter is never kept as knowledge.

The same goes for the report of a failure that a tool gives instead of a result.
"""

from __future__ import annotations

import re

_OPENING = 160
"""Characters in which an admission comes, if at all."""

_ADMITS = re.compile(
    r"\bI(?:['’]m| am) (?:sorry|afraid|not (?:sure|aware|able|familiar)|unable)\b"
    r"|\bI (?:do not|don['’]t|did not|didn['’]t|cannot|can['’]t|could not|couldn['’]t) "
    r"(?:know|have|find|answer|tell|say|determine|verify|confirm|provide|help|access|locate)\b"
    r"|\bI (?:have|found|find) (?:no|nothing)\b"
    r"|\b(?:no|not enough) (?:reliable |relevant |further |public )?(?:information|results?|data|record)s?\b"
    r"|^\W*(?:sorry|unfortunately|unknown)\b|\bas an AI\b"
    r"|不知道|不清楚|不了解|不确定|无法(?:回答|确定|提供|得知|查|确认|帮)|抱歉|对不起"
    r"|(?:没有|未能?|没能?)(?:找到|查到|检索到)|没有(?:相关|关于|任何|足够)",
    re.IGNORECASE,
)
_FAILS = re.compile(
    r"^\W*(?:(?:fatal |internal )?(?:server )?error\b|traceback \(most recent|exception\b|failed to\b"
    r"|http (?:error )?[45]\d\d\b|[45]\d\d (?:client|server|internal|not|bad|too|service|gateway|unauthor|forbid)"
    r"|timed? ?out\b|错误|出错|失败|异常|超时|请求失败|服务器(?:内部)?错误)",
    re.IGNORECASE,
)


def is_refusal(text: str) -> bool:
    """Whether a text begins by saying that it does not know or will not say, in English or Chinese."""
    return _ADMITS.search(text[:_OPENING]) is not None


def is_failure(text: str) -> bool:
    """Whether a text is the report of an error, in English or Chinese."""
    return _FAILS.search(text[:_OPENING]) is not None
