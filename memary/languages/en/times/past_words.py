"""The English words by which a question asks for what was once, or how something changed.

"Where did I live before?", "Which dates were we given, one after the other?"
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from memary.languages.pattern import pattern

# "Have I lived ...", "what have I ...", but not "what do I have ..."
_HAVE = r"(?:^\W*|\b(?:who|where|what|how|why|when|(?:what|which)\s+\w+)\s+)ha(?:s|ve)\s+(?!to\b)\w+"
_PAST_TENSE = pattern(
    rf"\b(?:did|was|were|had)(?:n['’]t)?\b(?!\s+to\b)|{_HAVE}"
    r"|\b(?:i|you|we|he|she|they)\s+(?!need|feed|exceed|proceed|succeed)\w+ed\b",
    re.IGNORECASE,
)
_OF_ANOTHER_TIME = pattern(  # what is to be done, or what was talked about
    r"\b(?:should|must|will|shall|would|can|could)\b(?!\s+you\b)|['’]ll\b|\b(?:need|ha(?:ve|s|d)|going|supposed)\s+to\b"
    r"|\b(?:say|said|told|did\s+\w+\s+tell|talk|talked|mention|mentioned|discuss|discussed|ask|asked|suggested)\b",
    re.IGNORECASE,
)
_IN_PAST_TENSE = re.compile(
    r"(?<!\bday )(?<!\bnight )(?<!\bmorning )(?<!\bevening )(?<!\bweek )(?<!\bmonth )(?<!\byear )(?<!\bweekend )"
    r"(?<!\bthe )(?<!\bjust )(?<!\bright )(?<!\blong )(?<!\bshortly )\bbefore(?=\W*$|\s*,)"
    r"|\bat\s+(?:some|any|one)\s+(?:point|stage|time)(?:\s+or\s+(?:an)?other)?\b|\bup\s+(?:to|till|until)\s+now\b"
    r"|\b(?:previously|formerly|originally|initially)\b|\bat\s+first(?!\s+(?:sight|glance|hand))\b|\bin\s+the\s+past\b(?=\W*$|\s*,)",
    re.IGNORECASE,
)
_HABITS = (
    "be have own live stay reside work study go love like hate dislike prefer enjoy want fear know think believe "
    "belong eat drink smoke play sing dance swim hike cycle drive wear speak visit date"
)
_USED_TO = pattern(  # "What did I use to fix the bike?" asks for a tool, "Where did I use to swim?" does not
    r"\b(?:where|who|when|why)\s+(?:did(?:n['’]t)?\s+(?:\w+\s+){1,3})?(?P<asked>used?\s+to)\b|"
    r"(?<!\bam )(?<!\bis )(?<!\bare )(?<!\bwas )(?<!\bwere )(?<!\bbe )(?<!\bbeen )(?<!['’]m )(?<!['’]s )(?<!['’]re )"
    rf"\b(?P<habit>used?\s+to)\s+(?=(?:(?:always|often)\s+)?(?:{'|'.join(_HABITS.split())})\b)",
    re.IGNORECASE,
)

_BEFORE_THAT = pattern(  # "Where did I live before York?", "What did I do before I was a teacher?"
    r"\bbefore\s+(?:(?-i:[A-Z])[\w'’-]*(?:\s+(?-i:[A-Z])[\w'’-]*){0,2}"
    r"|i\s+(?:was\s+an?|became\s+an?|moved\s+to|came\s+to|lived\s+in|worked\s+(?:at|for|as)|joined|started\s+at)\s+[^,.;?!]{1,40}?)(?=\W*$|\s*,)",
    re.IGNORECASE,
)
_STATES = "had|lived|worked|studied|owned|driven|sat|held|kept|rented"
_CHANGES = pattern(  # "Where have I lived?", "Which jobs have I had so far?"
    rf"\b(?:where|(?:which|what|how\s+many)\s+(?:\w+\s+){{1,2}}?)\s*(?P<have>ha(?:ve|s))\s+(?:i|we|s?he|they|(?-i:[A-Z])[\w'’-]*(?:\s+(?-i:[A-Z])[\w'’-]*)?|(?:my|our)\s+\w+)\s+(?:ever\s+)?(?:{_STATES})\b|"
    r"\bone\s+after\s+(?:the\s+other|another)\b|\bsuccessive(?:ly)?\b|\bhistory\s+of\s+(?:my|our)\b"
    r"|(?P<how>\bhow\s+(?:has|have|did|had)\b)\s+(?:\w+\s+){1,4}?(?P<changed>(?:chang|develop|evolv|shift)\w*)"
    r"|\bfrom\s+the\s+(?:(?:very\s+)?first|start|beginning)\s+(?:up\s+)?(?:on|to|till|until)\b"
    r"|\b(?:every|each|all(?:\s+of)?(?:\s+(?:the|my|our|his|her|their))?)\s+(?:\w+\s+)?(?:decision|change|version|revision|update|switch)(?:e?s)?"
    r"(?=\s+(?:on|to|in|about|that|we|i)\b)|\b(?:timeline|chronology)\s+of\b|\bchronological(?:ly)?\b"
    r"|\b(?:my|our|his|her|their)\s+(?P<former>previous|former|original)\s+\w+"
    r"|\b(?:my|our)\s+(?P<old>old(?=\s+(?:boss|manager|job|employer|home|address|name|surname|school|flat)\b)"
    r"|ex(?=[ -](?:boss|manager|employer)\b)|last(?=\s+(?:boss|manager|job|employer|address|flat|landlord)\b))"
    # "What was my old car?", but not "How old is my car?", nor "When is my old car due?"
    r"|^\W*(?:wh(?:at|o|ich)|where)(?:['’]s|\s+(?:was|were))\s+(?:my|our)\s+(?P<once>old|ex)(?=[ -]\w)"
    # but not "How can I save more over time?"
    r"|(?:^|(?<=[.!?]))(?![^.!?]*\b(?:can|could|should|shall|will|would|must|do\s+i|to)\b)[^.!?]*\b(?P<time>over\s+time)\b",
    re.IGNORECASE,
)


def asks_past(question: str) -> Iterator[tuple[int, int]]:
    """Yield where a question says so."""
    patterns = [_USED_TO, _CHANGES] if "use" in question.lower() else [_CHANGES]
    if _PAST_TENSE.search(question) and not _OF_ANOTHER_TIME.search(question):
        patterns += [_IN_PAST_TENSE, _BEFORE_THAT]
    for found in (match for form in patterns for match in form.finditer(question)):
        told = [name for name, words in found.groupdict().items() if words]
        yield from (found.span(name) for name in told or (0,))
