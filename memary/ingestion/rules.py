"""Extraction without a model: names that occur, and facts from a short list of first-person patterns.

Rules do not understand talk, so they assert little: a pattern must be said by the speaker about themselves, as a plain
statement. Questions, conditions, wishes, negations other than of liking, quoted speech and stories assert nothing.
What they find is marked `rule` and held with less confidence than what a model reads.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import TypeAlias

from memary.ingestion.corrections import (
    Stated,
    corrected,
    correction_in,
    denied,
    ended_in,
    restated,
    stated_by,
    withdrawn,
)
from memary.ingestion.introductions import END_OF_NAME, GIVEN, is_name, is_own_name, own_names
from memary.languages.brands import KNOWN_PRODUCTS
from memary.languages.en.words import DAYS_AND_MONTHS
from memary.languages.scripts import EMOJI
from memary.languages.zh.names import chinese_names
from memary.memory.facts import parse_day
from memary.memory.predicates import matter_of
from memary.prompts.extraction import ExtractedEntity, ExtractedFact, Extraction, proposed
from memary.prompts.stamps import local_time
from memary.text import entity_key
from memary.text.spotting import spot_entities
from memary.types import GENERIC, Entity, Fact, Message, Role

RULE_CONFIDENCE = 0.7

_NAME = r"(?P<object>[A-Z][\w'’-]*(?: (?:de|del|der|la|van|von|of|upon|[A-Z0-9][\w'’-]*))*|[\u4e00-\u9fff·]{2,12})"
_THING = (
    r"(?P<object>(?!to\b|that\b|when\b|how\b|it\b|this\b|you\b|him\b|her\b|them\b|what\b)[\w'’-]+(?: [\w'’-]+){0,3}?)"
)
_WANTS_MORE = (
    "ing",
    " my",
    " the",
    " a",
    " an",
    " of",
    " some",
    " your",
    " our",
    " this",
    " all",
    " for",
    " with",
    " to",
)
_DECORATED = rf"(?:{''.join(f'(?<!{word})' for word in _WANTS_MORE)}\s*[{EMOJI}]+)?"
"""Emoji behind words, but where they stand for one themselves: "I love eating 🍣"."""

_END = (
    rf"(?={_DECORATED}(?:"
    r" (?:and|but|because|with|since|now|where|which|who|when|while|for|so|then|a lot|very much|too|as|at|in|on"
    r"|though|these|anymore|any more|again|after|before|until)\b|\s*[,.;:!\n)—，。！；-]|\s*$))"
)
_DAY = r"(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Tomorrow|Tonight|Later|Back|When|If|At|On|In)\b"
_I_AM = r"(?:I am|I['’]m)"
_KIN = (
    r"mother|mom|mum|father|dad|brother|sister|wife|husband|son|daughter|partner|girlfriend|boyfriend|fiancée?"
    r"|grandmother|grandfather|aunt|uncle|cousin|niece|nephew|boss|manager|roommate|flatmate|best friend|friend"
    r"|neighbou?r|colleague|dog|cat|horse|rabbit|parrot"
)
_HAN = r"[\u4e00-\u9fff·A-Za-z]"
_ZH_THING = rf"(?P<object>{_HAN}{{1,10}}?)"
_ZH_MARK = rf"(?:[，。！；、\s…～—]|[,.!;~](?![A-Za-z0-9])|(?<![吃喝看玩打听去做养穿买用弹骑的])[{EMOJI}])"
"""What ends a clause; not the emoji that stands for a word, as in 我喜欢吃🍣."""

_ZH_END = rf"(?=了?{_ZH_MARK}|$)"
_ZH_KIN = (
    "妈妈|母亲|爸爸|父亲|姐姐|妹妹|哥哥|弟弟|老婆|妻子|太太|老公|丈夫|儿子|女儿|男朋友|女朋友|奶奶|爷爷|外婆|外公|姥姥|姥爷"
    "|舅舅|姑姑|阿姨|叔叔|表哥|表姐|表弟|表妹|堂哥|堂姐|同事|老板|室友|邻居|闺蜜|好朋友|朋友|狗|猫"
)
_ORGANISATIONS = (
    "公司", "集团", "银行", "医院", "大学", "学院", "中学", "小学", "幼儿园", "研究所", "研究院", "出版社", "报社", "律所",
    "事务所", "工作室", "科技",
)  # fmt: skip
_NO_HOME_ZH = ("组", "部", "部门", "团队", "楼")
_ZH_NOW = "(?:现在|目前|如今)?"
_ZH_OF_ME = rf"{_ZH_NOW}(?:已经|刚刚?|最近)?(?:住|搬|来自|今年|叫(?![你您他她它])|是(?![说想问听]))[^，,；：]*[，,]"
_ZH_I = rf"我(?:{_ZH_OF_ME}(?:{_ZH_OF_ME}){{0,2}})?{_ZH_NOW}(?:开始|也|就|还|仍|一直)?"  # 我住在上海，(…)


@dataclass(frozen=True, slots=True)
class Pattern:
    """One way to say one thing about oneself. `predicate` and `statement` are filled from the named groups.

    `fits` tells whether the words in the place of the object can be one. What is `timeless` tells present from past by
    no word: with a time beside it, it says only when it was.
    """

    regex: re.Pattern[str]
    predicate: str
    statement: str
    object_type: str = "thing"
    fits: Callable[[str], bool] = bool
    timeless: bool = False


_ZONE = r"(?P<object>[A-Z][A-Za-z]+(?:/[A-Z][A-Za-z_-]+)+)(?![\w/])"
"""An IANA name of a time zone."""


def _en(
    regex: str, predicate: str, statement: str, object_type: str = "thing", fits: Callable[[str], bool] = bool
) -> Pattern:
    starts = rf"(?:^|[.!;,—，。！；{EMOJI}]\s*|\b(?:and|but|so|well|yes|hi|hello|[Aa]ctually)[,]? )"
    return Pattern(re.compile(starts + regex), predicate, statement, object_type, fits)


def _zh(
    regex: str,
    predicate: str,
    statement: str,
    object_type: str = "thing",
    fits: Callable[[str], bool] = bool,
    *,
    timeless: bool = False,
) -> Pattern:
    starts = rf"(?:^|[，。！；、\s…～—,.!;~{EMOJI}]|但是?|而且|所以){_ZH_NOW}"
    return Pattern(re.compile(starts + regex), predicate, statement, object_type, fits, timeless)


def _is_employer(words: str) -> bool:
    """Whether one may work for what these words name: 在 says both where and for whom, so that a place is none.

    They end in a kind of organisation, or are a name as a whole; that of no place and nobody.
    """
    if words.casefold() in KNOWN_PRODUCTS and words[0].isupper():
        return True
    if words.endswith(_ORGANISATIONS) and words not in _ORGANISATIONS:
        return True
    names = chinese_names(f"在{words}工作")
    return any(name.name == words and name.type in ("organization", "thing") for name in names)


def _may_be_home(words: str) -> bool:
    """Whether one may live where these words say: one also moves to a tool or a team, and lives on a floor."""
    if words.endswith(_NO_HOME_ZH) or "的时候" in words:
        return False
    parts = words.casefold().split()
    return parts[0] != "team" and KNOWN_PRODUCTS.isdisjoint(parts)


def _is_no_day(words: str) -> bool:
    return words.casefold() not in DAYS_AND_MONTHS


ENGLISH = (
    _en(rf"(?:[Mm]y name is|{_I_AM} called|(?:[Pp]lease )?[Cc]all me(?! {_DAY})) {_NAME}", "name_is", "{self} is called {object}."),
    _en(rf"{_I_AM} (?P<object>{GIVEN}(?: (?:van|von|de|del|der|la|da|di|den))*(?: {GIVEN}){{1,2}}){END_OF_NAME}",
        "name_is", "{self} is called {object}.", fits=is_name),
    _en(rf"(?:[Hh]i|[Hh]ello|[Hh]ey)(?: there)?[,.!]? {_I_AM} (?P<object>{GIVEN}){END_OF_NAME}",
        "name_is", "{self} is called {object}.", fits=is_name),
    _en(rf"I (?:now |currently )?live in {_NAME}", "lives_in", "{self} lives in {object}.", "place", _may_be_home),
    _en(rf"(?:{_I_AM} (?:now |currently )?living|{_I_AM} based) in {_NAME}", "lives_in", "{self} lives in {object}.",
        "place", _may_be_home),
    _en(rf"I(?:['’]ve| have)?(?: just| recently)? moved to {_NAME}", "lives_in", "{self} lives in {object}.", "place", _may_be_home),
    _en(rf"I (?:now |currently )?work (?:at|for) {_NAME}", "works_at", "{self} works at {object}.", "organization"),
    _en(rf"I (?:now |currently )?work as an? {_THING}{_END}", "works_as", "{self} works as {object}.", "topic"),
    _en(rf"{_I_AM} (?:very |badly |severely )?allergic to {_THING}{_END}", "allergic_to",
        "{self} is allergic to {object}.", fits=_is_no_day),
    _en(rf"I (?:really |absolutely |also )?(?:like|love|enjoy|adore) {_THING}{_END}", "likes", "{self} likes {object}."),
    _en(rf"I (?:really |absolutely |also )?(?:hate|dislike|detest|can['’]?t stand|don['’]t like|do not like) {_THING}{_END}",
        "dislikes", "{self} dislikes {object}."),
    _en(rf"[Mm]y (?P<kin>{_KIN})(?:['’]s name is| is called| is named|,) {_NAME}", "has_{kin}",
        "{self}'s {kin} is {object}.", "person"),
    _en(rf"[Mm]y favou?rite (?P<kin>\w+(?: \w+)?) is {_THING}{_END}", "favorite_{kin}",
        "{self}'s favorite {kin} is {object}."),
    _en(rf"{_I_AM} (?P<object>\d{{1,3}}) years old", "age_is", "{self} is {object} years old.", "value"),
    _en(rf"[Mm]y time ?zone is {_ZONE}", "timezone_is", "{self}'s time zone is {object}.", "value"),
)  # fmt: skip

CHINESE = (
    _zh(rf"我的时区是 ?{_ZONE}", "时区", "{self}的时区是{object}。", "value"),
    _zh(rf"我(?:的名字)?(?:叫|是叫)(?P<object>{_HAN}{{2,6}}?){_ZH_END}", "名字是", "{self}的名字是{object}。"),
    _zh(rf"我是(?P<object>{_HAN}{{2,4}}?){_ZH_END}", "名字是", "{self}的名字是{object}。", fits=is_own_name),
    _zh(rf"我(?:现在|目前)?住在? ?(?P<object>{_HAN}{{2,12}}?){_ZH_END}", "居住在", "{self}居住在{object}。", "place",
        _may_be_home, timeless=True),
    _zh(rf"我(?:已经|刚|刚刚|最近)?搬(?:到|去)了?(?P<object>{_HAN}{{2,12}}?){_ZH_END}", "居住在", "{self}居住在{object}。",
        "place", _may_be_home),
    _zh(rf"{_ZH_I}在 ?(?P<object>{_HAN}{{2,16}}?) ?(?:工作|上班|任职|就职){_ZH_END}", "就职于",
        "{self}就职于{object}。", "organization", _is_employer, timeless=True),
    _zh(rf"{_ZH_I}(?:任职|就职|供职)于(?P<object>{_HAN}{{2,16}}?){_ZH_END}", "就职于",
        "{self}就职于{object}。", "organization", _is_employer, timeless=True),
    _zh(rf"我对{_ZH_THING}(?<![不没])(?:严重)?过敏", "过敏", "{self}对{object}过敏。"),
    _zh(rf"我(?:很|特别|非常|最|也|真的)?(?:喜欢|热爱|喜爱|爱吃|爱喝){_ZH_THING}{_ZH_END}", "喜欢", "{self}喜欢{object}。"),
    _zh(rf"我(?:很|特别|非常|最|也|真的)?(?:讨厌|不喜欢|不爱吃|不爱喝){_ZH_THING}{_ZH_END}", "不喜欢", "{self}不喜欢{object}。"),
    _zh(rf"我(?:的|家)?(?P<kin>{_ZH_KIN})(?:的名字)?叫(?P<object>{_HAN}{{2,6}}?){_ZH_END}", "{kin}是",
        "{self}的{kin}是{object}。", "person"),
    _zh(r"我今年(?P<object>\d{1,3})岁", "年龄是", "{self}{object}岁。", "value"),
)  # fmt: skip

_NOT_SAID = re.compile(
    r"\?|\b(?:if|would|could|might|(?-i:may)|wish|imagine|imagined|suppose|pretend|used to|dreamt?|dreamed|hope|maybe|perhaps"
    r"|almost|nearly|as though|as if|story|novel|fiction|character|joking|kidding|unless|whether|will|going to|plan"
    r"|said|says|told|asked|thinks?|thought|when I was|back when|years ago|formerly|until|wrong|mistaken|not true|no longer|left|moved away|back then|dreams?|games?|movie role"
    r"|wrote|writes|say|claims?|claimed|assum(?:e|ing)|role-?play\w*|in theory|hypothetically)\b",
    re.IGNORECASE,
)
_NOT_SAID_ZH = re.compile(
    "[？?]|吗|呢$|如果|要是|假如|假设|倘若|希望|想象|梦见|梦到|也许|可能|大概|差点|以前|曾经|从前|小时候|当年|小说|故事|角色|开玩笑"
    "|打算|计划|准备|会搬|将|说我|他说|她说|游戏|剧本|扮演|理论上|过去|不再|是不是|难道|不是真的|骗|原来住|当初"
    "|一开始|起初|最初|当时|那时|离职|辞职|被裁|退休"
)
_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”|「[^」]*」|‘[^’]*’")
_SENTENCE = re.compile(r"(?:[^.!?。！？\n]|\.(?=[a-z0-9]))+[.!?。！？\n]*")
_NO_OBJECT = re.compile(
    r"[的是了着过吗呢吧啊不]$|^(?:[的是了着过你您他她它这那哪谁一两几人车]|自己|大家|别人|什么|怎么|外卖)"
)


_NAMED_TYPES = frozenset(("place", "person", "organization", "animal"))
_ANIMALS = frozenset(("dog", "cat", "horse", "rabbit", "parrot", "狗", "猫"))
_ANIMAL = "animal"

_BEGIN = frozenset({"lives_in", "works_at", "works_as", "居住在", "就职于"})
"""Relations of which a time in the sentence tells the beginning: "I moved to Berlin yesterday"."""

_FROM_THEN = re.compile("开始|以来|至今|起")
"""What makes a time the beginning also of what is timeless: 从2020年起, 2019年以来."""

TimeReader: TypeAlias = Callable[[str, datetime], Sequence[tuple[datetime, str]]]
"""Finds the times that a text, said at some local time, speaks of: when each begins, and its words."""


@dataclass(frozen=True, slots=True)
class Known:
    """What rules see beside the messages: what was said before them, and what the graph holds already."""

    earlier: Sequence[Message] = ()
    facts: Sequence[Fact] = ()
    entities: Sequence[Entity] = ()

    @property
    def names(self) -> list[str]:
        """All names of the entities."""
        return [name for entity in self.entities for name in (entity.name, *entity.aliases)]

    @property
    def types(self) -> dict[str, str]:
        """The types of the entities that have one, by the keys of their names."""
        typed = [entity for entity in self.entities if entity.type != GENERIC]
        return {entity_key(name): entity.type for entity in typed for name in (entity.name, *entity.aliases)}


def extract_by_rules(
    messages: Sequence[Message],
    *,
    self_name: str,
    known: Known = Known(),
    times: TimeReader | None = None,
    zone: tzinfo | None = None,
) -> Extraction:
    """Spot entities in messages and read facts about their speakers, and what they correct of what they just said.

    Args:
        messages: the batch; positions from 1 become the facts' `message`.
        self_name: the name of the one who speaks a user's turn without a speaker's name.
        known: what was said before; names in the graph are spotted first, and keep their types.
        times: reads the times that sentences name; None: a fact begins when it was said.
        zone: of messages that do not tell their own.
    """
    entities: dict[str, ExtractedEntity] = {}
    facts: list[ExtractedFact] = []
    stated = stated_by(known.facts)
    names, types = known.names, known.types
    for number, message in enumerate(messages, 1):
        for spot in spot_entities(message.content, message.language, known=names):
            kind = spot.type if types.get(entity_key(spot.name), spot.type) == spot.type else GENERIC
            _note(entities, proposed(ExtractedEntity, name=spot.name, type=kind))
        if message.role is not Role.USER:
            continue
        speaker = message.speaker or self_name
        before = [*known.earlier, *messages[: number - 1]]
        found = [*_facts_of(message, speaker, times, zone), *own_names(message, speaker, before)]
        for fact, object_type in found:
            if object_type in _NAMED_TYPES:
                for named in proposed(ExtractedEntity, name=fact.object, type=object_type):
                    entities[entity_key(fact.object)] = named
        said = [fact for fact, _ in found]
        read = [
            *_corrected(message, before, stated),
            *_denied(message, said, stated),
            *ended_in(message, speaker, stated),
            *_restated(message, said, before, stated),
        ]
        facts += [fact.model_copy(update={"message": number}) for fact in read]
        stated += [_stated(fact, message) for fact in read if fact.op == "ADD"]
    return Extraction(entities=tuple(entities.values()), facts=tuple(facts))


def _note(entities: dict[str, ExtractedEntity], spotted: Iterable[ExtractedEntity]) -> None:
    """Add entities; the type of each is the first that any place tells."""
    for entity in spotted:
        known = entities.setdefault(entity_key(entity.name), entity)
        if known.type == GENERIC:
            entities[entity_key(entity.name)] = known.model_copy(update={"type": entity.type})


def _stated(fact: ExtractedFact, message: Message) -> Stated:
    since = parse_day(fact.since) or message.created_at
    return Stated(message.id, fact.subject, fact.predicate, fact.object, fact.statement, fact.quote, since)


def _corrected(message: Message, before: Sequence[Message], stated: Sequence[Stated]) -> list[ExtractedFact]:
    correction = correction_in(message)
    return corrected(correction, message, before, stated) if correction else []


def _restated(
    message: Message, said: Sequence[ExtractedFact], before: Sequence[Message], stated: Sequence[Stated]
) -> list[ExtractedFact]:
    """What a message says; where it is said instead of what was told just before, that ends as never true."""
    read: list[ExtractedFact] = []
    for fact in said:
        if old := restated(fact, message, before, stated):
            read += [withdrawn(old, fact.quote), fact.model_copy(update={"since": old.since.isoformat()})]
        else:
            read.append(fact)
    return read


def _denied(message: Message, said: Sequence[ExtractedFact], stated: Sequence[Stated]) -> list[ExtractedFact]:
    """The ends of facts that a new one of their kind denies: "I'm allergic to hazelnuts, not walnuts"."""
    ended: list[ExtractedFact] = []
    for fact in said:
        old = denied(message.content.partition(fact.quote)[2])
        if old is None or matter_of(fact.predicate) is not None:  # of what one has one of, the new one ends the old
            continue
        alike = [one for one in stated if (one.subject, one.predicate) == (fact.subject, fact.predicate)]
        ended += [withdrawn(one, fact.quote) for one in alike if entity_key(one.object) == entity_key(old)][:1]
    return ended


def _facts_of(
    message: Message, speaker: str, times: TimeReader | None, zone: tzinfo | None
) -> list[tuple[ExtractedFact, str]]:
    patterns = ENGLISH if message.language == "ja" else (*CHINESE, *ENGLISH)  # two languages share one sentence
    found: list[tuple[ExtractedFact, str]] = []
    for sentence in _SENTENCE.findall(_QUOTED.sub(" ", message.content)):
        if _NOT_SAID.search(sentence) or _NOT_SAID_ZH.search(sentence):
            continue
        said_at = local_time(message, zone)
        named = tuple(times(sentence.strip(), said_at)) if times else ()
        for pattern in patterns:
            since, plain = _since(pattern, sentence.strip(), said_at, named)
            for match in pattern.regex.finditer(plain):
                groups = {name: text.strip() for name, text in match.groupdict().items()}
                if _NO_OBJECT.search(groups["object"]) or not pattern.fits(groups["object"]):
                    continue
                facts = proposed(
                    ExtractedFact,
                    subject=speaker,
                    predicate=pattern.predicate.format(**groups).replace(" ", "_"),
                    object=groups["object"],
                    statement=pattern.statement.format(self=speaker, **groups),
                    quote=(sentence if since else match.group()).strip(" ,;.，。；、"),
                    since=since,
                )
                kind = _ANIMAL if groups.get("kin") in _ANIMALS else pattern.object_type
                found += [(fact, kind) for fact in facts]
    return found


def _since(
    pattern: Pattern, sentence: str, said_at: datetime, named: Sequence[tuple[datetime, str]]
) -> tuple[str | None, str]:
    """Return since when a sentence tells what a pattern reads, None where it does not, and the text to read it in.

    The times that the sentence names go in as `TimeReader` gives them. Only one that is past can be a beginning.
    """
    if pattern.predicate not in _BEGIN or not named:
        return None, sentence
    (start, words), *others = named
    past = start.isoformat() if start <= said_at and not others else None
    if past and (not pattern.timeless or _FROM_THEN.search(sentence)):
        return past, sentence.replace(words, "", 1)
    is_then = pattern.timeless and sentence.startswith(tuple(words for _, words in named))
    return past, "" if is_then else sentence
