"""Corrections read without a model: "No, I meant hazelnuts" right after "I'm allergic to walnuts".

What was read into the corrected word is taken back as never true, and the new word stands in its place from the same
time on. It has to be clear what is meant: either the correction names both words ("Lyon, not Lille"), or the message
right before it said one thing only and the new word is of the old one's kind. In doubt nothing is changed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from memary.languages.en.words import DAYS_AND_MONTHS, ENGLISH_STOP_WORDS
from memary.languages.scripts import EMOJI
from memary.languages.zh.names import chinese_names
from memary.memory.identity import lookup_key
from memary.memory.predicates import BUILT_IN
from memary.prompts.extraction import ExtractedFact, proposed
from memary.text import entity_key
from memary.types import Fact, Message, Role

_LOOKED_BACK = 3
"""How many messages of the speaker may lie between a word and the correction that names it."""

_WORDS_BEFORE = 3
"""How many words may stand before the statement in a message that says one thing only ("Oh, by the way …")."""

_TAKES_BACK = r"(?:(?:no|nope|sorry|oops|wait|correction|my mistake)\b[\s,.!:—–-]*)"
_LEAD = rf"(?:{_TAKES_BACK}|(?:ugh|ah|actually|hmm)\b[\s,.!:—–-]*)"
_WORDS = r"[^\W_][\w'’-]*(?: [\w'’-]+){0,2}?"
_END = r"[\s.!]*$"
_BOTH = (
    re.compile(
        rf"^(?:{_LEAD}*I (?:really )?meant(?: to (?:say|write))? "
        rf"|{_LEAD}+(?:I mean |it['’]s |it is |it was |make that )?)"
        rf"(?:in |to |at )?(?P<new>{_WORDS}),? (?:and )?not (?:in |to |at )?(?P<old>{_WORDS}){_END}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"^{_LEAD}+not (?:in |to |at )?(?P<old>{_WORDS})(?:, but|,| but) (?:in |to |at )?(?P<new>{_WORDS}){_END}",
        re.IGNORECASE,
    ),
)
_MEANT = re.compile(
    rf"^(?:{_LEAD}*I (?:really |actually )?meant|{_LEAD}+I mean)(?: to (?:say|write))? (?P<new>{_WORDS}){_END}",
    re.IGNORECASE,
)
_IT_IS = re.compile(rf"^{_LEAD}+(?:it['’]s|it is) (?P<new>{_WORDS}){_END}", re.IGNORECASE)

_LEAD_ZH = (
    r"(?:(?:哦|啊|呃)?(?:不对|不是|不|错了|说错了|我说错了|抱歉|对不起|不好意思|等等|更正(?:一下)?)[，,。！!、\s]*)"
)
_WORD_ZH = "[\u4e00-\u9fff·A-Za-z]{1,10}?"
_END_ZH = r"[\s。！!]*$"
_SAYS_ZH = "我?(?:想说的是|说的是|想说|的意思是|指的是)"
_BOTH_ZH = (
    re.compile(
        rf"^(?:{_LEAD_ZH}*{_SAYS_ZH}|{_LEAD_ZH}+(?:应该)?是)(?P<new>{_WORD_ZH})[，,]?(?:而)?不是(?P<old>{_WORD_ZH}){_END_ZH}"
    ),
    re.compile(rf"^{_LEAD_ZH}+不是(?P<old>{_WORD_ZH})[，,]?(?:而)?是(?P<new>{_WORD_ZH}){_END_ZH}"),
)
_MEANT_ZH = re.compile(rf"^(?:{_LEAD_ZH}*{_SAYS_ZH}|{_LEAD_ZH}+(?:应该)?是)(?P<new>{_WORD_ZH}){_END_ZH}")

_AND_NOT = re.compile(
    rf"^,? (?:and )?not (?:to |in |at )?(?P<old>{_WORDS})(?=\s*(?:[.!,;]|$))"
    rf"|^[，,]?不是(?P<old_zh>{_WORD_ZH})(?=[。！，]|$)"
)
_NO_MORE = rf"(?: any ?more| any longer| after all)?[\s.!{EMOJI}]*$"
_NO_MORE_ZH = rf"[\s。！!～{EMOJI}]*$"
_I_NOT, _I_NOT_ZH = rf"(?i:{_LEAD})*", rf"(?:{_LEAD_ZH}|其实[，,]?)*我(?:其实|已经|现在|并|也|根本|完全)*"
_NOT_SO_ZH = "(?:其实|已经|现在|并|也|根本|完全)*(?:不再?|没有?)"
_NOT_DO, _AM_NOT = r"I (?:do not|don['’]t|no longer)", r"I(?: am|['’]m) (?:not|no longer)"
_ENDED = tuple(
    (predicate, re.compile(form))
    for predicate, form in (
        ("lives_in", rf"{_I_NOT}{_NOT_DO} live in (?P<old>{_WORDS}){_NO_MORE}"),
        ("works_at", rf"{_I_NOT}{_NOT_DO} work (?:at|for) (?P<old>{_WORDS}){_NO_MORE}"),
        ("allergic_to", rf"{_I_NOT}{_AM_NOT} allergic to (?P<old>{_WORDS}){_NO_MORE}"),
        ("居住在", rf"{_I_NOT_ZH}不住在? ?(?P<old>{_WORD_ZH})了{_NO_MORE_ZH}"),
        ("就职于", rf"{_I_NOT_ZH}不在 ?(?P<old>{_WORD_ZH}) ?(?:工作|上班)了{_NO_MORE_ZH}"),
        ("过敏", rf"{_I_NOT_ZH}对 ?(?P<old>{_WORD_ZH}){_NOT_SO_ZH}过敏了?{_NO_MORE_ZH}"),
        ("过敏", rf"{_I_NOT_ZH}(?:不再?|没有?)对 ?(?P<old>{_WORD_ZH})过敏了?{_NO_MORE_ZH}"),
    )
)
"""How one says, as the whole of a message, that something one told is so no more."""

_BEGINS_ANEW = re.compile(rf"^{_LEAD}*?{_TAKES_BACK}{_LEAD}*|^{_LEAD_ZH}+", re.IGNORECASE)
"""The words that take back what was said, before what is so is said anew."""

_CHANGED = re.compile(
    r"\b(?:now|nowadays|currently|these days|moved|changed|started|left|new|any ?more|no longer|since)\b"
    r"|现在|目前|如今|已经|搬|刚|最近|换|新|了(?=[，。！]|$)",
    re.IGNORECASE,
)
"""Words that tell of a change: what was said before was no mistake."""

_COUNTS = frozenset(("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"))
_OPEN = ENGLISH_STOP_WORDS | _COUNTS | {"other", "more", "less"}
"""Words that no word which may stand alone begins with."""

_FIRST_SENTENCE = re.compile(r"[^.!?。！？…\n]+[.!。！]+(?=\s|[\u4e00-\u9fff]|$)")
_CLEARED = r" (?:is|are|was|were) (?:\w+ ){0,2}?(?:fine|ok|okay|safe|all right|alright|no problem)\b"
_CLEARED_ZH = "(?:倒|都|是|就|完全)?(?:没事|没问题|没关系|不要紧|不过敏|可以)"
_ASKS = re.compile("[?？]")
_TELLS_WHAT_WAS_MEANT = re.compile(rf"\bmean(?:t)?\b|{_SAYS_ZH}", re.IGNORECASE)
_NUMBER_ZH = re.compile("^[一二两三四五六七八九十几多\\d那这另别他她它你我]|[的了吗呢吧啊过]$")
_NAMED_BY_IT = re.compile(r"^(?:name_is|has_|favorite_)")


@dataclass(frozen=True, slots=True)
class Stated:
    """A fact that a message stated: known from before, or read just now."""

    message_id: str
    subject: str
    predicate: str
    object: str
    statement: str
    quote: str
    since: datetime


@dataclass(frozen=True, slots=True)
class Correction:
    """What a message says instead: the new word, the old one where it is named, and by which words."""

    new: str
    old: str | None
    quote: str
    by_it: bool = False  # "it's …", which may as well begin something new
    rest: str = ""  # what the message goes on to say


def stated_by(facts: Sequence[Fact]) -> list[Stated]:
    """Return known facts as what their messages stated."""
    return [
        Stated(id_, fact.subject, fact.predicate, fact.object, fact.statement, fact.quote, fact.valid_at)
        for fact in facts
        for id_ in fact.source_ids
    ]


def correction_in(message: Message) -> Correction | None:
    """Return what a message corrects, if it does nothing else, or tells first what was meant."""
    text = message.content.strip()
    first = _FIRST_SENTENCE.match(text)
    if first and _TELLS_WHAT_WAS_MEANT.search(first[0]):
        text = first[0]
    rest = message.content.strip().removeprefix(text)
    both, meant = (_BOTH_ZH, _MEANT_ZH) if message.language == "zh" else (_BOTH, _MEANT)
    for form in both:
        if (match := form.match(text)) and _is_word(match["new"]) and _is_word(match["old"]):
            return Correction(match["new"], match["old"], text.strip(" .!。！"))
    for form in (meant, _IT_IS):
        if (match := form.match(text)) and _is_word(match["new"]):
            return Correction(match["new"], None, text.strip(" .!。！"), by_it=form is _IT_IS, rest=rest)
    return None


def ended_in(message: Message, speaker: str, stated: Sequence[Stated]) -> list[ExtractedFact]:
    """Return the ends of what a speaker says of themselves is so no more: "I no longer work at Bosch"."""
    ends: list[ExtractedFact] = []
    for predicate, form in _ENDED:
        if match := form.match(message.content.strip()):
            ended = (lookup_key(speaker), predicate, entity_key(match["old"]))
            alike = [
                one for one in stated if (lookup_key(one.subject), one.predicate, entity_key(one.object)) == ended
            ]
            ends += [withdrawn(one, match[0]).model_copy(update={"correction": False}) for one in alike[:1]]
    return ends


def denied(after: str) -> str | None:
    """Return the word that is denied right after a statement: "…, not walnuts"."""
    match = _AND_NOT.match(after)
    return (match["old"] or match["old_zh"]) if match else None


def corrected(
    correction: Correction, message: Message, before: Sequence[Message], stated: Sequence[Stated]
) -> list[ExtractedFact]:
    """Return what a correction changes: the old fact ends, the new one takes its place. In doubt it is nothing.

    Args:
        correction: what the message says.
        message: the one that corrects.
        before: what was said before it in the talk, oldest first.
        stated: what those messages stated, as far as it is known.
    """
    tells_what_was_meant = _TELLS_WHAT_WAS_MEANT.search(correction.quote) is not None
    if _is_asked(before) and not tells_what_was_meant:  # "Tea or coffee?" "No, tea, not coffee."
        return []
    own = [m for m in before if m.role is Role.USER and m.speaker == message.speaker]
    meant = own[-_LOOKED_BACK:] if correction.old else own[-1:]
    texts = {m.id: m.content for m in meant}
    found = [one for one in stated if one.message_id in texts and _fits(correction, one, texts[one.message_id])]
    if len({(one.subject, one.predicate, entity_key(one.object)) for one in found}) != 1:
        return []
    instead = _instead(found[0], correction)
    return [withdrawn(found[0], correction.quote), *instead] if instead else []


def restated(
    fact: ExtractedFact, message: Message, before: Sequence[Message], stated: Sequence[Stated]
) -> Stated | None:
    """Return what a fact is said instead of: "No, I live in Bern", right after a message that told another home.

    It is so only of what one has one of. An answer, or what tells of a change, takes nothing back.
    """
    text = message.content.strip()
    taken_back = _BEGINS_ANEW.match(text)
    if taken_back is None or not text[taken_back.end() :].startswith(fact.quote):
        return None
    if fact.since or _CHANGED.search(text) or _ASKS.search(text) or _is_asked(before):
        return None
    own = [m.id for m in before if m.role is Role.USER and m.speaker == message.speaker][-1:]
    about = [
        one
        for one in stated
        if one.message_id in own
        and lookup_key(one.subject) == lookup_key(fact.subject)
        and BUILT_IN.same_matter(one.predicate, fact.predicate)
    ]
    return about[0] if len(about) == 1 and entity_key(about[0].object) != entity_key(fact.object) else None


def _is_asked(before: Sequence[Message]) -> bool:
    return bool(before) and before[-1].role is Role.ASSISTANT and bool(_ASKS.search(before[-1].content))


def withdrawn(fact: Stated, quote: str) -> ExtractedFact:
    """Return the end of a fact that was said by mistake."""
    return ExtractedFact(
        subject=fact.subject,
        predicate=fact.predicate,
        object=fact.object,
        statement=fact.statement,
        quote=quote,
        op="DELETE",
        correction=True,
    )


def _instead(fact: Stated, correction: Correction) -> list[ExtractedFact]:
    return proposed(
        ExtractedFact,
        subject=fact.subject,
        predicate=fact.predicate,
        object=correction.new,
        statement=fact.statement.replace(fact.object, correction.new),
        quote=correction.quote,
        since=fact.since.isoformat(),
    )


def _fits(correction: Correction, fact: Stated, text: str) -> bool:
    """Whether a fact is what a correction of its message is about."""
    if entity_key(correction.new) == entity_key(fact.object) or fact.object not in fact.statement:
        return False
    if correction.old is not None:
        return entity_key(correction.old) == entity_key(fact.object)
    if correction.by_it and not (_NAMED_BY_IT.match(fact.predicate) and fact.object[:1].isupper()):
        return False
    is_clear = _says_only(text, fact.quote) or _clears(correction.rest, fact.object)
    return is_clear and _kind(correction.new) == _kind(fact.object)


def _clears(text: str, word: str) -> bool:
    """Whether a text says that a word was the wrong one: "Walnuts are completely fine", 核桃没问题."""
    said = rf"\b{re.escape(word)}{_CLEARED}" if word[0].isascii() else f"{re.escape(word)}{_CLEARED_ZH}"
    return bool(re.search(said, text, re.IGNORECASE))


def _says_only(text: str, quote: str) -> bool:
    """Whether a message says nothing else than the words of a fact."""
    before, words, after = text.partition(quote)
    return bool(quote and words) and not after.strip(" .!。！") and len(before.split()) <= _WORDS_BEFORE


def _kind(word: str) -> str:
    """What kind of word it is, of which only one alike may take the place: a day, a name, a common word."""
    if entity_key(word) in DAYS_AND_MONTHS:
        return "time"
    if word[:1].isascii():
        return "name" if word[:1].isupper() else "word"
    return next((span.type for span in chinese_names(f"在{word}。") if span.name == word), "word")


def _is_word(words: str) -> bool:
    """Whether words can be what a fact is about, and do not begin a sentence of their own."""
    if not words[0].isascii():
        return not _NUMBER_ZH.search(words)
    first, *more = words.casefold().split()
    if first in ("a", "an", "the") and more:
        first = more[0]
    is_open = first in _OPEN or first[0].isdigit()
    return not is_open and not any(word in ("is", "are", "was", "i", "you") for word in more)
