"""Chinese."""

from memary.languages.base import Language
from memary.languages.zh.prompts import TEXTS
from memary.languages.zh.questions import QUESTIONS
from memary.languages.zh.replies import REPLIES

CHINESE = Language(
    code="zh",
    script="han",
    grammar="[的了在是我你他她它们不有和也都就这那吗呢吧啊请把被给跟从对用很还没说想要会能去来多少什怎哪谁几]",
    texts=TEXTS,
    questions=QUESTIONS,
    replies=REPLIES,
)
