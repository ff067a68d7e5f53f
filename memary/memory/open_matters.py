"""Which matters messages open and settle, seen without a model: by the words people use, in English and Chinese.

It finds what is plainly said and no more; a model sees the rest.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from memary.languages.scripts import HAN
from memary.languages.terms import segmented, stem, terms
from memary.text.questions import sentences
from memary.types import Message, Role

_THEN_ZH = "今天|今晚|明天|明早|后天|晚上|周末|下周|马上|稍后|待会儿?|尽快|一定|就|再"
_TASK_ZH = (
    "寄|(?<!头)发(?:给|到|过去|一)|送(?:给|到|过去)|交(?:给|上|了)|还给|带(?:给|来|去|上)|付|订|打电话|写(?:完|好)"
)
_WILL_ZH = (
    rf"(?<![次回时常天年月周果])我(?:{_THEN_ZH})*会(?:{_THEN_ZH})*(?=[把给][^，。！？；,!?;]{{1,12}}?(?:{_TASK_ZH}))"
)
"""I will do something with a thing or for somebody, where 会 tells no ability: 我会把陶罐寄给小雨, not 我会写诗."""

_OPENS = re.compile(
    r"\b(?:remind me (?:to|about)|don['’]t (?:let me )?forget"
    r"|i (?:still |really )?(?:(?:need|promised|ought) to|have to (?!say|admit|confess|agree|laugh|be honest))"
    r"|i(?:['’]ve| have) (?:still )?(?:got )?to (?!say|admit|confess|agree|laugh|be honest)"
    r"|i(?:['’]ll| will) (?:have to (?!say|admit)|call (?!it\b)|send|book|ask|pay|bring|finish|write)"
    r"|i must\b(?! (?:say|admit|confess|have)\b)"
    r"|to-?do\b|(?:is|are|am) still (?:open|waiting|missing|looking)|haven['’]t .{1,40} yet"
    r"|let me get back to you)"
    r"|别忘|记得要|(?<![我你他她还不都只也直总])记得(?!吗|的|起|住)|提醒我"
    rf"|{_WILL_ZH}"
    r"|我(?:还)?(?:得(?![了到过知病意分出以益罪第奖很])|要去|需要|必须|打算|答应)"
    r"|待办|还没(?!有?(?:吃|睡)饭)|尚未|回头再",
    re.IGNORECASE,
)
_SETTLED_ANYHOW = re.compile(
    r"\b(?:done|finished|settled|sorted|solved|cancell?ed|no longer|never mind)\b"
    r"|搞定|完成|办好|办完|解决了|取消了|不用了",
    re.IGNORECASE,
)
_SETTLES = re.compile(
    rf"{_SETTLED_ANYHOW.pattern}|\b(?:paid|sent|booked|bought|called|handed in|submitted)\b"
    r"|已经(?!晚|迟|拖|欠|过期|到期|来不及)|交了|付了|寄了|订好|买了|好了",
    re.IGNORECASE,
)
_NOT_SO = re.compile(  # said not to be, or only wished, planned or supposed
    r"\bnot\b|n['’]t\b|\bnever\b(?! mind)|\b(?:to be|be|if|once|until|unless|before|should|would|almost|nearly|forgot"
    r"|wish|hope)\b"
    r"|没(?!事|问题|关系)|尚未|别|忘|如果|要是|等(?:我|到)|打算|准备|差点|应该|以为",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"[?？]|[吗么]\W*$|^\W*(?:did|have|has|had|is|are|was|were) (?:i|we|you|he|she|it|they|the|my)\b", re.I
)
_CLAUSE = re.compile(r"[,;:，；：]|\bbut\b|但是?")
_HAN_RUN = re.compile(f"[{HAN}]+")
_VERBS = frozenset(map(stem, ("pay", "send", "book", "buy", "call", "hand", "submit", "ask", "bring", "write")))
_CHINESE_VERBS = {"交": "付", "缴": "付", **{verb: verb for verb in "付寄订买打"}}
"""What is done to a matter, with one verb for those that mean the same."""


def opened_by(messages: Sequence[Message]) -> list[str]:
    """Return the sentences in which users say what is still to do."""
    return [
        sentence
        for message in messages
        if message.role is Role.USER
        for sentence in sentences(message.content)
        if _is_open(sentence) and not sentence.endswith(("?", "？"))
    ]


def _is_open(sentence: str) -> bool:
    """Whether a sentence opens a matter, and no clause says that it is settled; "send the book I bought" does not."""
    clauses = _CLAUSE.split(sentence)
    opens = [bool(_OPENS.search(clause)) for clause in clauses]
    if not any(opens):
        return bool(_OPENS.search(sentence)) and not _SETTLES.search(sentence)
    return not any(
        _SETTLES.search(_OPENS.split(clause)[0] if is_opening else clause)
        for clause, is_opening in zip(clauses, opens, strict=True)
    )


def closed_by(matters: Sequence[str], messages: Sequence[Message]) -> set[int]:
    """Return the places, from 0, of the matters that a message says are settled.

    It has to name more than half of what a matter is about, and to say that it is settled or that what the matter
    names was done: who paid a hotel has not booked it. What is asked, denied or supposed settles nothing.
    """
    said = [
        clause
        for message in messages
        for sentence in sentences(message.content)
        if not _ASKS.search(sentence) and (clause := _settling(sentence))
    ]
    return {place for place, matter in enumerate(matters) if any(_settles(matter, one) for one in said)}


def _settling(sentence: str) -> str:
    """Return the clauses of a sentence that are so, if one of them says that something is settled."""
    so = " ".join(clause for clause in _CLAUSE.split(sentence) if not _NOT_SO.search(clause))
    return so if _SETTLES.search(so) else ""


def _settles(matter: str, said: str) -> bool:
    task = _OPENS.sub(" ", matter)
    verbs, done = _verbs(task), _verbs(said)
    if verbs and not verbs & done and not _SETTLED_ANYHOW.search(said):
        return False
    about = _words(task) - _VERBS
    return len(about & _words(said)) * 2 > len(about) if about else bool(verbs & done)


def _verbs(text: str) -> set[str]:
    return {term for term in terms(text) if term in _VERBS} | {
        _CHINESE_VERBS[one] for one in text if one in _CHINESE_VERBS
    }


def _words(text: str) -> set[str]:
    """Return the words by which a matter is known again: of Chinese the segmented ones of more than a character."""
    chinese = {word for word in segmented(text) if len(word) > 1}
    return chinese | set(terms(_HAN_RUN.sub(" ", text)))
