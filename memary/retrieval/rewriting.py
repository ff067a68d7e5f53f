"""A question that leans on the dialogue, completed from the last turns before recall looks for it. No model is asked.

"And her brother?" finds nothing by itself. With what was asked before, "and her brother? (Where does Anna live?)", it
does. Two things lean: words that stand for something named before (`her`, `it`, 那里), and questions with a part left
out (`why?`, `and in winter?`, 那他妹妹呢？). The former get the names, the latter the question or statement before;
what does both gets both. Where no name is sure, the whole statement stands in. What only acknowledges ("ok great",
嗯嗯) says nothing, and is passed over.

A question that stands alone is never touched, so the rules pass over what is unclear: a pronoun whose noun may come
earlier in the question, the `it` of weather and time, 这个周末. The model answering sees the question as it was put.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from memary.languages.detection import detect_language
from memary.languages.en.names import english_names
from memary.languages.keys import entity_key
from memary.languages.scripts import HAN
from memary.languages.zh.names import chinese_names
from memary.memory.summary import turns
from memary.text.questions import is_question
from memary.text.spotting import spot_entities
from memary.types import Message, Role

Leaning = Literal["person", "thing", "place", "left_out"]
"""On what a question leans: somebody, something or a place named before, or the question before as a whole."""

_TURNS = 3
"""How many turns back it is looked."""

_LONGEST = 160
"""Characters of an earlier question or statement that are added."""

_MOST_NAMES = 2

# -- English

_BARE = re.compile(
    r"(?:(?:and|but|so|ok|okay|oh|hm+)\b[,\s]*)?(?:why|how|when|where|who|whom|which|what|why not|how so|how come"
    r"|since when|until when|what for|what else|who else|where else|when exactly|where exactly|how long|how many"
    r"|how much|how often|how far|where to|where from|who with|with whom|with who|which one|which ones|like what"
    r"|such as|for example|anything else|anyone else|tell me more|go on)\W*",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    r"(?:(?:and|but|or|so)\b[,\s]+)?(?:what|how) about\b(?:\W+[\w'’-]+){1,5}\W*"  # what about Tom?
    r"|(?:and|but|or)\b,?(?!\W+(?:who|whom|whose|what|which|when|where|why|how|do|does|did|is|are|was|were|am|can"
    r"|could|will|would|should|has|have|had|if|then|tell|show|list|find|remind|i|you|we)\b)(?:\W+[\w'’-]+){1,5}\W*"
    r"|(?:in|on|at|with|from|to|for|by|since|until|before|after|during)\b(?:\W+[\w'’-]+){1,3}\W*",
    re.IGNORECASE,
)
_PERSON = re.compile(
    r"\b(?:he|she|him|her|hers|his|they|them|their|theirs)(?:['’](?:s|d|ll|re|ve))?\b", re.IGNORECASE
)
_THING = re.compile(
    r"\b(?:it|its)(?:['’](?:s|d|ll))?\b"
    r"|\b(?:that|this|those|these)(?= again\W*$|\W*$)"
    r"|\b(?:that|those|these) (?:one|ones|book|movie|film|song|trip|job|party|game|show|idea|thing|things|meeting|car"
    r"|house|event|concert|dish|recipe|story|project|shoes|photo|photos|gift|app|course|phone)(?=\W*$)"
    r"|\bthe (?:latter|former|others?|other one|first one|second one|last one)(?=\W*$)",
    re.IGNORECASE,
)
_PLACE = re.compile(
    r"(?<!\bis )(?<!\bare )(?<!\bwas )(?<!\bwere )(?<!\bout )(?<!\bhello )\bthere(?=\W*$)"
    r"|\b(?:that|this) (?:place|city|town|country|restaurant|hotel|shop|store|caf[eé]|bar|museum|company)(?=\W*$)",
    re.IGNORECASE,
)
_EMPTY_IT = re.compile(
    r"\bwhat (?:time|day|date|month|year|season|weekday) (?:is|was|will) it\b|\bwhat(?:['’]s| is) it like to\b"
    r"|\bhow(?:['’]s| is| was) it going\b"
    r"|\b(?:is|was|will|would|does|did|isn['’]t|has|had) it (?:be )?(?:going to )?(?:been )?(?:really |still |ever )?"
    r"(?:rain|snow|raining|snowing|sunny|cold|warm|hot|windy|cloudy|true|possible|ok|okay|normal|worth|safe|legal|time"
    r"|too late|likely|allowed|common|usual|important|necessary|better|easy|hard|difficult|good|bad|matter)\b"
    r"|\bit take for\b|\bhow (?:long|much|far|many \w+) (?:does|did|will|would|is|was) it (?:(?:take|cost) )?"
    r"(?:me |us |you )?(?:to|from|since|until|till)\b|\bwhat do they call\b",
    re.IGNORECASE,
)
_STANDS_FOR: Mapping[Leaning, re.Pattern[str]] = {
    "person": _PERSON,
    "thing": _THING,
    "place": _PLACE,
}
_NOUN = re.compile(  # that a pronoun after it may stand for
    r"\b(?:my|your|our|the|an?|every|each|no|some|any|[a-z]+['’]s)\s+(?:[a-z]+\s+)?[a-z]{2,}", re.IGNORECASE
)
_NOT_WHO = (  # a pronoun right behind is somebody else: "who is her brother?", "who does she know?"
    r"(?:['’]s| (?:is|are|was|were|will|would|can|could|should))? (?:he|she|they|him|hers?|his|them|theirs?)\b"
    r"| (?:do|does|did|has|have|had) (?:he|she|they)\b"
)
_SOMEBODY = re.compile(
    rf"\b(?:who(?!{_NOT_WHO})|whose(?!(?: [\w-]+){{1,3}} (?:he|she|they)\b)|someone|somebody|anyone|anybody"
    r"|everyone|everybody|nobody|people|children|kids|parents|friends|cats|dogs|mom|mum|dad|grandma|grandpa)\b",
    re.IGNORECASE,
)
_CATAPHORA = re.compile(r"\W*(?:when|after|before|if|while|since|because|although)\b[^,]*,", re.IGNORECASE)

# -- Chinese

_ASKS_ZH = "谁什哪怎几多为吗在是有"
_LEFT_OUT_ZH = re.compile(
    rf"(?:那么?|可是|但是?)?[，,]?[^{_ASKS_ZH}，,。？?！!]{{1,9}}呢"  # 那他妹妹呢
    r"|(?:那么?|可是|但是?)?[，,]?(?:到底|究竟|具体)?(?:为什么|为啥|怎么[样了会办]?|怎样|什么时候|何时|哪里|哪儿"
    r"|在哪[里儿]?|谁|是谁|多少|多久|多大|几[点个岁]|真的[吗么]|还有[吗呢什么谁]*|然后|后来|结果|哪一?[个种位]|[跟和]谁"
    r"|从哪[里儿]|多少钱)[呢呀啊]?"
    r"|(?:那么?)?(?:住在?哪[里儿]?|叫什么(?:名字)?|多大(?:年纪|岁数)?了?|是?什么时候(?:去|来|走|回来|开始|结束|买|认识|搬)的?"
    r"|是?在哪[里儿]?(?:买|认识|工作|上班|上学)的?|是?谁[送买说做写]的|是?怎么(?:认识|去|来|走)的|喜欢(?:什么|吗)"
    r"|是哪一?[年天个]|做什么(?:工作)?的?)[呢呀啊]?",
)
_PERSON_ZH = re.compile(r"(?<![其吉排])[他她](?!人|乡|杀)们?")
_THING_ZH = re.compile(
    r"(?<!其)它们?"
    r"|(?:^|[，,我你在是从到对把])(?:这|那)(?:个|件事|件|本书?|部|首|次|场|只|台|辆|些)"
    r"(?!周|星期|礼拜|月|季|学期|年|夏|冬|春|秋|假|暑|寒|时候?|人)"
)
_PLACE_ZH = re.compile(
    r"(?:^|[，,我你在是从到去回离对])(?:那[里儿边]|那家|那座|那个地方|这里(?=[有的])|那时候?|那天)"
)
_STANDS_FOR_ZH: Mapping[Leaning, re.Pattern[str]] = {
    "person": _PERSON_ZH,
    "thing": _THING_ZH,
    "place": _PLACE_ZH,
}
_BOUND_ZH = re.compile(
    r"(?:妈|爸|母亲|父亲|姐|妹|哥|弟|爷爷|奶奶|外婆|外公|儿子|女儿|孩子|老公|老婆|丈夫|妻子|男友|女友|朋友|同事|同学|老板|经理"
    r"|老师|医生|邻居|室友|叔|姑|姨|舅|猫|狗|谁(?!(?:会|才|就)?是$)|大家|有人|每个人|人们)"
)
_NOUN_ZH = re.compile("[一两几][辆台部件条双张把份块套款架支个只本家座部]|新的?|我的")

_IS_HAN = re.compile(f"[{HAN}]")
_MARKS = " \t\n,.!?;:…，。！？；：、~～\"'“”‘’()（）"

# -- what says nothing

_ACKNOWLEDGES = re.compile(
    r"(?:\W*(?:ok(?:ay|ie)?|k|great|nice|cool|good|fine|perfect|awesome|amazing|lovely|wonderful|excellent|brilliant"
    r"|super|thanks?|thank you|thx|ty|cheers|so much|very much|a lot|for that|got it|i see|i know|sure|of course|yes"
    r"|yeah|yep|yup|no|nope|nah|right|alright|all right|true|exactly|indeed|agreed|absolutely|definitely|understood"
    r"|noted|makes sense|sounds (?:good|great|nice|fine)|good to know|no problem|no worries|never ?mind|well done"
    r"|good job|welcome|interesting|funny|wow|oh+|ah+|aha|hm+|mm+|uh(?:[- ]?huh)?|um+|lol|(?:ha){2,}h?|(?:he){2,}|hi"
    r"|hello|hey|bye|goodbye|see you|later|good (?:morning|night|evening|afternoon)|then|so|and|well|very|really"
    r"|that['’]s|that is|it['’]s|too|please|go on|done|you['’]re|you are|the best)\b)*\W*",
    re.IGNORECASE,
)
_ACKNOWLEDGES_ZH = re.compile(  # no word is made of others in the list, so that there is one way to read a text
    rf"(?:[{re.escape(_MARKS)}]|[嗯哦噢喔啊呀哈呵嘿哇唉诶好的了吧呢啦嘛呗哟那就行对是棒太真很挺谢你您懂我早]|ok|这样"
    "|没错|没事|没关系|没问题|不客气|不用谢|可以|不错|多谢|感谢|明白|知道|了解|收到|原来如此|有道理|有意思|厉害|当然|确实|同意|再见|拜拜|晚安"
    "|早上好|晚上好|辛苦)+",
    re.IGNORECASE,
)

# -- what ends a talk

_SIGNS_OFF = re.compile(
    r"(?:\b(?:good ?night|(?:good)?bye(?:[- ]bye)?|see (?:you|ya)(?: (?:later|soon|tomorrow|then))?"
    r"|talk (?:to you )?later|ttyl|cya)|晚安|再见|拜拜|(?:回头|明天|改天|下次)见)[啦了哦咯呀]?[^\w?？]*$",
    re.IGNORECASE,
)


def leans_on(question: str) -> Leaning | None:
    """Tell on what a question leans; None for one that stands alone, or that is none."""
    text = " ".join(question.split())
    if not text or not (is_question(text) or _GOES_ON.fullmatch(text) or _BARE.fullmatch(text)):
        return None
    return _chinese(text) if _IS_HAN.search(text) else _english(text)


def _first(text: str, patterns: Mapping[Leaning, re.Pattern[str]]) -> tuple[int, Leaning] | None:
    """Return where the first word stands that stands for another, and for what."""
    best: tuple[int, Leaning] | None = None
    for kind, pattern in patterns.items():
        match = pattern.search(text)
        if match and (best is None or match.start() < best[0]):
            best = match.start(), kind
    return best


def _english(text: str) -> Leaning | None:
    if _BARE.fullmatch(text):
        return "left_out"
    if _GOES_ON.fullmatch(text) and text.rstrip().endswith("?"):
        return "left_out"
    if _EMPTY_IT.search(text):
        return None
    found = _first(text, _STANDS_FOR)
    if found is None:
        return None
    at, kind = found
    if kind == "person" and any(one.start() < at for one in _SOMEBODY.finditer(text)):
        return None
    return None if kind != "place" and _is_bound(text, at) else kind


def _is_bound(text: str, at: int) -> bool:
    """Whether what a pronoun stands for may be named in the question itself."""
    names = english_names(text)
    if any(name.end <= at for name in names) or _NOUN.search(text[:at]):
        return True
    clause = _CATAPHORA.match(text)
    return clause is not None and at < clause.end() and any(name.start >= clause.end() for name in names)


def _chinese(text: str) -> Leaning | None:
    bare = text.strip(_MARKS)
    if _LEFT_OUT_ZH.fullmatch(bare):
        return "left_out"
    found = _first(bare, _STANDS_FOR_ZH)
    if found is None:
        return None
    at, kind = found
    before = bare[:at]
    named = chinese_names(bare) + english_names(bare, within_chinese=True)
    if any(name.end <= at for name in named) or _BOUND_ZH.search(before):
        return None
    return kind


def completed(question: str, before: Sequence[Message], *, known: Mapping[str, str] | None = None) -> str | None:
    """Return a question with what it leans on behind it; None where it stands alone or nothing is found.

    Args:
        question: as it was put.
        before: the messages before it, oldest first.
        known: names of entities that are known, with their types: they are recognised however they are written.
    """
    kind = leans_on(question)
    talk = [message for turn in turns([one for one in before if _says_something(one)])[-_TURNS:] for message in turn]
    if kind is None or not talk:
        return None
    if kind == "left_out":
        added = _left_out(question, talk, known or {})
    else:
        added = _names(question, talk, kind, known or {}) or _said_before(talk)
    return f"{' '.join(question.split())} ({'; '.join(added)})" if added else None


def _says_something(message: Message) -> bool:
    """Whether a message belongs to the talk; what a user says in acknowledgement alone does not."""
    if message.role is not Role.USER:
        return message.role is Role.ASSISTANT
    acknowledges = _ACKNOWLEDGES_ZH if _IS_HAN.search(message.content) else _ACKNOWLEDGES
    return acknowledges.fullmatch(message.content) is None


def _left_out(question: str, talk: Sequence[Message], known: Mapping[str, str]) -> list[str]:
    """Return what was said last; for a question that holds a pronoun, too, with the names that it may mean.

    A statement that names nobody of them gives no part of the question: there the names do alone. Nor does a
    statement about nobody where the question says whom it is about ("Ben's brother").
    """
    said = _said_before(talk)
    if _names_whose(question, known):
        said = [text for text in said if is_question(text) or _somebody(text, known)]
    found = _first(question, _STANDS_FOR_ZH if _IS_HAN.search(question) else _STANDS_FOR)
    names = _names(question, talk, found[1], known) if found else []
    new = [name for name in names if not any(name.casefold() in text.casefold() for text in said)]
    if not names or len(new) < len(names):
        return said
    return [*new, *(text for text in said if is_question(text))]


def _names_whose(question: str, known: Mapping[str, str]) -> bool:
    """Whether a question names somebody as the one to whom what it is about belongs."""
    named = map(re.escape, _somebody(question, known))
    return any(re.search(rf"{name}(?:['’](?:s\b|(?!\w))|\s*的)", question, re.IGNORECASE) for name in named)


def _somebody(text: str, known: Mapping[str, str]) -> list[str]:
    """Return the names in a text that may be of persons; one of unknown type has to be written as a name."""
    return [
        name
        for name, type_ in _spotted(text, known)
        if type_ in _FITTING["person"] and not (type_ == "thing" and name[:1].islower())
    ]


def _spotted(text: str, known: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the names in a text with their types; what is known goes before what is seen."""
    types = {entity_key(name): type_ for name, type_ in known.items()}
    spots = spot_entities(text, detect_language(text), known=known)
    return [(spot.name, types.get(entity_key(spot.name), spot.type)) for spot in spots]


def _said_before(talk: Sequence[Message]) -> list[str]:
    """Return what users said last, back to what stands alone; nothing once they have taken their leave."""
    said: list[str] = []
    for message in reversed(talk):
        if message.role is not Role.USER:
            continue
        text = " ".join(message.content.split())
        if _SIGNS_OFF.search(text):
            break
        said.append(text if len(text) <= _LONGEST else text[:_LONGEST].rsplit(" ", 1)[0] + "…")
        if leans_on(message.content) is None:
            break
    return said


_FITTING: Mapping[Leaning, Collection[str]] = {
    "person": ("person", "animal", "thing"),
    "thing": ("thing", "product", "work", "event", "organization", "food", "topic", "animal", "place"),
    "place": ("place", "organization", "event", "thing"),
}


_SHE = re.compile(r"\b(?:she|her|hers)\b|她", re.IGNORECASE)
_HE = re.compile(r"\b(?:he|him|his)\b|他(?!们)", re.IGNORECASE)
_HER_BEFORE = re.compile(
    r"\b(?:sister|mother|mom|mum|wife|daughter|aunt|grandma|grandmother|girlfriend|niece|mrs\.?|ms\.?)[ ,]+$"
    r"|(?:妈妈|母亲|姐姐?|妹妹?|妻子|老婆|女儿|阿姨|姑姑|奶奶|外婆|女友|女朋友)(?:叫|是)?$",
    re.IGNORECASE,
)
_HIS_BEFORE = re.compile(
    r"\b(?:brother|father|dad|husband|son|uncle|grandpa|grandfather|boyfriend|nephew|mr\.?)[ ,]+$"
    r"|(?:爸爸|父亲|哥哥?|弟弟?|丈夫|老公|儿子|叔叔|舅舅|爷爷|外公|男友|男朋友)(?:叫|是)?$",
    re.IGNORECASE,
)
_WITHIN = re.compile(r"\b(?:in|at) $|(?<![现正实])在\s*$", re.IGNORECASE)
_BESIDE = re.compile(r"\b(?:in|at|on|to|from|near|with|for|by|of) (?:the )?$|[在到从去给跟和向离]$", re.IGNORECASE)
_THINGS = ("product", "work", "event", "food", "topic", "animal")  # are what `it` means before whatever else is


def _names(question: str, talk: Sequence[Message], kind: Leaning, known: Mapping[str, str]) -> list[str]:
    """Return the names of the right kind in the last turn that has any, with what its question was about first."""
    for turn in reversed(turns(talk)):
        asked = [message for message in turn if message.role is Role.USER and is_question(message.content)]
        by_age = [message for message in reversed(turn) if message not in asked]
        in_order = [*by_age, *asked] if kind == "place" else [*asked, *by_age]
        fitting = {
            entity_key(name): name
            for message in in_order
            for name in _names_in(message.content, question, kind, known)
        }
        if fitting:
            return list(fitting.values())[:_MOST_NAMES]
    return []


def _names_in(text: str, question: str, kind: Leaning, known: Mapping[str, str]) -> list[str]:
    """Return the names in a text that a question may mean: of places the last first, else the subject."""
    asked = entity_key(question)
    names = [
        name
        for name, type_ in _spotted(text, known)
        if type_ in _FITTING[kind]
        and entity_key(name) not in asked
        and not _is_another(name, type_, text, question, kind)
    ]
    return names[::-1] if kind == "place" else names


def _is_another(name: str, type_: str, text: str, question: str, kind: Leaning) -> bool:
    """Whether what a question leans on is not what a name in a text names, or may well be something else in it."""
    before = re.split(re.escape(name), text, maxsplit=1, flags=re.IGNORECASE)[0]
    match kind:
        case "person":
            return bool(_WITHIN.search(before)) or _is_somebody_else(before, question)
        case "thing":
            is_thing = type_ in _THINGS
            return not is_thing and bool(_BESIDE.search(before) or _NOUN.search(text) or _NOUN_ZH.search(text))
        case _:
            return False


def _is_somebody_else(before: str, question: str) -> bool:
    """Whether a pronoun cannot mean a name, by the kin or title before it."""
    is_she, is_he = _SHE.search(question), _HE.search(question)
    if bool(is_she) == bool(is_he):
        return False
    return bool((_HIS_BEFORE if is_she else _HER_BEFORE).search(before))
