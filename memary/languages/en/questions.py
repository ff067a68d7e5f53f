"""How English asks."""

from memary.languages.base import Questions, words

QUESTIONS = Questions(
    asks=(
        r"^\W*(?:(?:and|but|so|well|hey|hi|hello|ok|okay|please)\b\W*)*"
        r"(?:who|whom|whose|what|which|when|where|why|how|do|does|did|is|are|was|were|am|can|could|will|would|should|has"
        r"|have|had|tell me|show|list|remind|find)(?:['’]s)?\b"
    ),
    supposes=r"\b(?:if|imagine|suppose) i\b|\bI(?:['’]d| would)\b(?! (?:like|love|rather|prefer|better|been))",
    when=(
        r"^\W*(?:(?:and|so)\W+)?(?:(?:since )?when\b|(?:for )?how long\b"
        r"|(?:on |in )?(?:what|which) (?:date|day|year|month|time)\b)"
    ),
    words=words("tell please remember know kind type many much ever"),
    kind=r"\b(?:which|what)\s+(?!(?:is|was|are|were|do|does|did)\b)\w+",
)
