"""The words by which a question asks for what was once: the "before" of "Where did I live before?".

They name no time, so they are no time expressions. Each has other uses ("before the meeting", "used to the noise",
出门以前, 原来如此). What could be one of those is left out: a question read as one of the present loses little.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from memary.languages.zh.words import CHINESE_PEOPLE
from memary.text.questions import is_question
from memary.text.times import time_stretches

_SENTENCE = re.compile(r"[^.!?;。！？；\n]+[.!?;。！？；]*")

# "Have I lived ...", "what have I ...", but not "what do I have ..."
_HAVE = r"(?:^\W*|\b(?:who|where|what|how|why|when|(?:what|which)\s+\w+)\s+)ha(?:s|ve)\s+(?!to\b)\w+"
_PAST_TENSE = re.compile(
    rf"\b(?:did|was|were|had)(?:n['’]t)?\b(?!\s+to\b)|{_HAVE}"
    r"|\b(?:i|you|we|he|she|they)\s+(?!need|feed|exceed|proceed|succeed)\w+ed\b",
    re.IGNORECASE,
)
_OF_ANOTHER_TIME = re.compile(  # what is to be done, or what was talked about
    r"\b(?:should|must|will|shall|would|can|could)\b(?!\s+you\b)|['’]ll\b|\b(?:need|ha(?:ve|s|d)|going|supposed)\s+to\b"
    r"|\b(?:say|said|told|did\s+\w+\s+tell|talk|talked|mention|mentioned|discuss|discussed|ask|asked|suggested)\b",
    re.IGNORECASE,
)
_IN_PAST_TENSE = re.compile(
    r"(?<!\bday )(?<!\bnight )(?<!\bmorning )(?<!\bevening )(?<!\bweek )(?<!\bmonth )(?<!\byear )(?<!\bweekend )"
    r"(?<!\bthe )(?<!\bjust )(?<!\bright )(?<!\blong )(?<!\bshortly )\bbefore(?=\W*$|\s*,)"
    r"|\b(?:previously|formerly)\b|\bin\s+the\s+past\b(?=\W*$|\s*,)",
    re.IGNORECASE,
)
_HABITS = (
    "be have own live stay reside work study go love like hate dislike prefer enjoy want fear know think believe "
    "belong eat drink smoke play sing dance swim hike cycle drive wear speak visit date"
)
_USED_TO = re.compile(  # "What did I use to fix the bike?" asks for a tool, "Where did I use to swim?" does not
    r"\b(?:where|who|when|why)\s+(?:did(?:n['’]t)?\s+(?:\w+\s+){1,3})?(?P<asked>used?\s+to)\b|"
    r"(?<!\bam )(?<!\bis )(?<!\bare )(?<!\bwas )(?<!\bwere )(?<!\bbe )(?<!\bbeen )(?<!['’]m )(?<!['’]s )(?<!['’]re )"
    rf"\b(?P<habit>used?\s+to)\s+(?=(?:(?:always|often)\s+)?(?:{'|'.join(_HABITS.split())})\b)",
    re.IGNORECASE,
)

_WE = "(?:我|你|您|他|她)们?|咱们?|大家"
_PEOPLE = "|".join(sorted(CHINESE_PEOPLE, key=lambda word: (-len(word), word)))
_OPENING = r"(?:^|[，,、：:\s])(?:那么?|请问|请?告诉我|(?:你|您)?(?:还?记得|知道))?"
# who begins a clause is its subject: 我以前住在哪里, but neither 出门以前 nor 见到他以前
_SUBJECT = rf"(?:(?:{_WE})(?:的?(?:{_PEOPLE}))?|{_PEOPLE})"
_TALK = "(?![^，,。？！]{0,4}[说讲提聊问谈])"
_CHINESE = re.compile(
    rf"{_OPENING}(?:{_SUBJECT}(?P<subject>以前|之前|原[来來](?![是就也还不没有这那如])"
    rf"|[过過]去(?=在|的(?!时候|時候|话|話|路)|喜欢|爱|经常|常|一直|总|住[在哪]))"
    rf"|(?P<first>[以之]前(?={_SUBJECT}))){_TALK}"
    rf"|(?P<once>曾[经經])(?![历歷过理常济营]){_TALK}"
)
_CHINESE_AHEAD = re.compile("[该該]|(?<![主重])要|打算")


def past_words(text: str) -> list[tuple[int, int]]:
    """Return where a text's questions say that they ask for the past; what a time expression holds does not count."""
    times = time_stretches(text)
    return [
        (start, end)
        for sentence in _SENTENCE.finditer(text)
        if is_question(sentence.group())
        for start, end in _of_sentence(sentence.group(), sentence.start())
        if not any(start < last and first < end for first, last in times)
    ]


def _of_sentence(sentence: str, at: int) -> Iterator[tuple[int, int]]:
    patterns = [_USED_TO]
    if _PAST_TENSE.search(sentence) and not _OF_ANOTHER_TIME.search(sentence):
        patterns.append(_IN_PAST_TENSE)
    if not _CHINESE_AHEAD.search(sentence):
        patterns.append(_CHINESE)
    for found in (match for pattern in patterns for match in pattern.finditer(sentence)):
        words = found.lastgroup or 0
        yield at + found.start(words), at + found.end(words)
