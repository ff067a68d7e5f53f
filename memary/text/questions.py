"""Tell what is stated from what is asked or only imagined, in English and Chinese, by marks and first words."""

from __future__ import annotations

import re

_ASKS = re.compile(
    r"[?？]|^\W*(?:(?:and|but|so|well|hey|hi|hello|ok|okay|please)\b\W*)*"
    r"(?:who|whom|whose|what|which|when|where|why|how|do|does|did|is|are|was|were|am|can|could|will|would|should|has"
    r"|have|had|tell me|show|list|remind|find)(?:['’]s)?\b"
    r"|[吗呢]\W*$|谁|什么|哪(?!怕)|几[个点岁号天年月次]|多少|多大|多久|怎么|为什么|何时|是否|是不是|告诉我|还记得",
    re.IGNORECASE,
)
_SUPPOSES = re.compile(
    r"\b(?:if|imagine|suppose) i\b|\bI(?:['’]d| would)\b(?! (?:like|love|rather|prefer|better|been))"
    r"|要是|假如|假设|倘若",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[^.!?。！？\n]+(?:[.!?](?!\s|$)[^.!?。！？\n]*)*[.!?。！？…\n]*")


def is_question(text: str) -> bool:
    """Whether a text asks for something, in any of its sentences."""
    return any(_ASKS.search(sentence) for sentence in sentences(text))


def statements(text: str) -> str:
    """Return what a text states: its sentences without those that ask or suppose."""
    return " ".join(part for part in sentences(text) if not (_ASKS.search(part) or _SUPPOSES.search(part)))


def sentences(text: str) -> list[str]:
    """Return the sentences of a text, trimmed."""
    return [part for match in _SENTENCE.finditer(text) if (part := match.group().strip())]
