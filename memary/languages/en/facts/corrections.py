"""Read how English corrects and takes back what was said."""

from __future__ import annotations

import re

from memary.languages.en.facts.ages import NUMBER_WORD
from memary.languages.en.facts.changes import is_firm
from memary.languages.en.facts.forms import (
    BIRTHDAY,
    KIN,
    LATELY,
    MOVED_TO,
    NAME,
    PERSON,
    is_home,
    may_be_home,
    may_employ,
)
from memary.languages.en.facts.kinds.businesses import NO_LONGER_RUN
from memary.languages.en.facts.kinds.fears import NO_LONGER_FEARED
from memary.languages.en.facts.kinds.medicines import NO_LONGER_TAKEN
from memary.languages.en.facts.kinds.possessions import SOLD
from memary.languages.en.facts.people.animals import ANIMALS
from memary.languages.en.facts.professions import PROFESSION
from memary.languages.en.vocabulary.words import ENGLISH_STOP_WORDS
from memary.languages.pack.base import words
from memary.languages.pack.sentences import Corrections, Statement
from memary.languages.pattern import pattern
from memary.languages.scripts import EMOJI

_TAKES_BACK = (
    r"(?:(?:no(?! longer\b)|nope|sorry|oops|wait|correction|my mistake|my bad|typo|scratch that|I misspoke|I was wrong|let me correct (?:that|myself)"
    r"|(?:that|this|it)(?:['’]s| is| was) (?:wrong|incorrect|false|not (?:right|true|correct))"
    r"|you(?:['’]re| are) wrong|you got (?:that|it|this) wrong)\b[\s,.!:;—–-]*)"
)
_LEAD = rf"(?:{_TAKES_BACK}|(?:ugh|ah|actually|hmm)\b[\s,.!:—–-]*)"
_I_MEANT = r"I (?:really |actually )?meant(?: to (?:say|write))?(?: that)?[\s,:—–-]+"
ANEW = rf"^(?i:{_LEAD})*(?i:{_TAKES_BACK}|{_I_MEANT})(?i:{_LEAD})*(?i:{_I_MEANT})?(?=[A-Z]|my )"
"""What one begins anew with, before a whole statement: "Sorry, I meant Ella is 6"."""

_WORDS = r"[^\W_][\w'’-]*(?: [\w'’-]+){0,2}?"
_END = r"[\s.!]*$"
_BOTH = (
    pattern(
        rf"^(?:{_LEAD}*I (?:really )?meant(?: to (?:say|write))? "
        rf"|{_LEAD}+(?:I mean |it['’]s |it is |it was |make that )?)"
        rf"(?:in |to |at )?(?P<new>{_WORDS}),? (?:and )?not (?:in |to |at )?(?P<old>{_WORDS}){_END}",
        re.IGNORECASE,
    ),
    pattern(
        rf"^{_LEAD}+not (?:in |to |at )?(?P<old>{_WORDS})(?:,? but|[,.;:!—–-]+ ?(?:but|it['’]s|it is|it was|make (?:it|that)|rather)?)"
        rf" ?(?:in |to |at )?(?P<new>{_WORDS}){_END}",
        re.IGNORECASE,
    ),
)
_BY_NAME = (
    r"(?:(?:h(?:er|is)|its|the) name(?: is|['’]s)|s?he(?: is|['’]s) called|it(?: is|['’]s) (?:spel(?:t|led)|written))"
)
_NAMED = (
    pattern(rf"^{_LEAD}*{_BY_NAME} (?P<new>{_WORDS}),? (?:and )?not (?P<old>{_WORDS}){_END}", re.IGNORECASE),
    pattern(
        rf"^{_LEAD}*{_BY_NAME} not (?P<old>{_WORDS})(?:,? but|[,.;:!—–-]+ ?(?:but|it['’]s|it is|{_BY_NAME})?) ?(?P<new>{_WORDS}){_END}",
        re.IGNORECASE,
    ),
)
_RENAMES = pattern(
    rf"^(?i:{_LEAD})+(?i:{_BY_NAME}) (?P<new>[A-ZÀ-Þ][\w'’-]*(?: [A-ZÀ-Þ][\w'’-]*){{0,2}})(?: actually)?{_END}"
)
"""What one told whom one has is called, said anew: "Sorry, his name is Beau"."""

_JEST = (
    r"(?:(?:I was|I['’]m|I am|(?:that|it|this) was)(?: just| only| obviously| really| all| totally)* (?:joking|kidding|messing(?: around| with you)?|teasing(?: you)?"
    r"|pulling your leg|(?:meant (?:as|in) )?(?:a )?(?:joke|jest))|(?:just|only) (?:joking|kidding|messing with you)|kidding|jk|j/k)"
    r"(?: (?:about that|with you|before|earlier|there|of course))?"
)
_IN_JEST = (
    rf"^(?![^?]*\?){_LEAD}*(?:(?:haha|lol)\b[\s,.!]*)?(?:(?:of course )?(?:I|we) (?:do )?still [^,.;!?]{{1,60}}[,.;!—–-]+ (?:and )?)?"
    rf"{_JEST}(?=\s*(?:[.,;!—–{EMOJI}-]|$))(?![^.!]*\b(?:but|though|except)\b)[^\n]*"
)
"""What was said right before was a jest: "No wait, I still work there, I was joking"."""

_MEANT = pattern(
    rf"^(?:{_LEAD}*I (?:really |actually )?meant|{_LEAD}+I mean)(?: to (?:say|write))? (?P<new>{_WORDS}){_END}",
    re.IGNORECASE,
)
_NO_WORD = r"(?:work|happen|clear|clearer|easy|easier|better|sure|right|possible|stop|go|fit|count|quick|short|shorter|longer|faster)\b"
"""What one makes something do or be: "make that work"."""

_MADE = pattern(
    rf"^{_LEAD}+(?:make (?:that|it)|(?:that|it) should (?:be|have been|say)) (?:an? )?(?!{_NO_WORD})(?P<new>[^\W_][\w'’-]*(?: (?-i:[A-Z])[\w'’-]*)*){_END}",
    re.IGNORECASE,
)
_WAS_WRONG = r"(?:(?:no|nope|correction|my mistake|typo|I misspoke|(?:that|this|it)(?:['’]s| is| was) (?:wrong|incorrect|false|not (?:right|true|correct)))\b[\s,.!:;—–-]*)"
_IT_IS_INSTEAD = pattern(
    rf"^(?i:{_LEAD})*(?i:{_WAS_WRONG})(?i:{_LEAD})*[Ii]t(?:['’]s| is) (?P<new>[A-Z][\w'’-]*(?: [A-Z][\w'’-]*)*){_END}"
)
_NUMBER_INSTEAD = pattern(rf"^{_LEAD}*{_TAKES_BACK}{_LEAD}*(?P<new>\d+(?:[.,]\d+)*){_END}", re.IGNORECASE)
_DATE = BIRTHDAY.replace("?P<object>", "?:")
_DATE_INSTEAD = pattern(
    rf"^(?i:{_LEAD})*(?i:{_TAKES_BACK})(?i:{_LEAD})*(?i:(?:it(?:['’]?s| is| was)|I mean(?:t)?|make (?:it|that)) (?:on )?(?:the )?)?(?P<new>{_DATE}){_END}"
)
_IS_DATE = pattern(rf"^{_DATE}$")
_IT_IS = pattern(rf"^{_LEAD}+(?:it['’]s|it is) (?P<new>{_WORDS}){_END}", re.IGNORECASE)

_DENIES = pattern(rf"^,? (?:and )?not (?:to |in |at )?(?P<old>{_WORDS})(?=\s*(?:[.!,;]|$))")
_NO_MORE = rf"(?: any ?more| any longer| after all)?[\s.!{EMOJI}]*$"
_BEFORE = (
    r"(?:(?:by the way|btw|oh|well|also|so|and|but|fyi|just so you know|sadly|unfortunately|officially|luckily|thankfully|as of (?:today|now)"
    r"|since \w+|these days|nowadays|meanwhile|update|(?:it )?turns out(?: that)?)\b[\s,.:!—–-]*)"
)
_I_NOT = rf"(?i:{_LEAD}|{_BEFORE})*"
_NOT_DO = r"I (?:do not|don['’]t|no longer)"
_AM_NOT = r"I(?: am|['’]m) (?:not|no longer)"
_OPEN = ENGLISH_STOP_WORDS | words("one two three four five six seven eight nine ten other more less")
"""Words that no word which may stand alone begins with."""

_THING = rf"(?!(?i:{'|'.join(sorted(_OPEN - words('the')))})\b)"
_LATELY = r"(?:['’]ve| have)?(?: just| finally| recently| now)*"
_WHEN = r"(?: (?:yesterday|today|(?:last|this) \w+|(?:in|on) \w+|(?:a|two|three|four) \w+ ago))?"
_ANIMALS = ("puppy", "kitten", "bunny", "pet", *ANIMALS)
_NO_LONGER = [
    word
    for word in KIN.replace("fiancée?", "fiancée").replace("neighbou?r", "neighbour|neighbor").split("|")
    if word not in _ANIMALS
]
_DIED = (
    rf"{_I_NOT}(?i:(?:sadly|unfortunately),? )?(?:(?:[Mm]y|[Oo]ur) (?:(?:old|dear|poor|beloved) )*(?:{'|'.join(_ANIMALS)}) )?(?P<old>{_WORDS})"
    rf"(?: has| sadly| just)* (?:died|passed away|is dead){_WHEN}{_NO_MORE}"
)


def _over(predicate: str, who: str, does: str, what: str) -> tuple[tuple[str, str], ...]:
    """Return the forms that say that something was so: "no longer" before it, "any more" behind it."""
    stops = rf"(?:[\s.!{EMOJI}]*$|(?=[,;]| [—–-]| (?:because|since|as|so|but|now that)\b))"
    any_more = r"(?: any ?more| any longer)"
    no_longer, negated = (
        (r"(?: am|['’]m)? no longer", r" am not|['’]m not")
        if does == "be"
        else (rf" no longer {does}", rf" (?:do not|don['’]t) {does}")
    )
    old = rf"{what} (?:the )?(?P<old>{_WORDS})".lstrip()
    return (
        (predicate, rf"{_I_NOT}{who}{no_longer} {old}{any_more}?{stops}"),
        (predicate, rf"{_I_NOT}{who}(?:{negated}) {old}{any_more}{stops}"),
        *([(predicate, rf"{_I_NOT}{who}(?: am|['’]m) no (?P<old>{_WORDS}){any_more}{stops}")] if what == "an?" else ()),
    )  # fmt: skip


_NEW_WORK = (
    r"\b(?! (?:at|for|with) (?:the )?[A-Z])(?=\s*(?:[.,;!)—–]|$)| (?:and|but|now|instead|these days|since|because)\b)"
)
"""What follows a new profession that names no new employer."""
_SINCE = r" (?:since|for|in) \w+(?: \w+){0,3}[\s.!]*$"
_I_OR_WE = r"(?:I|[Ww]e)"
_ENDED = tuple(
    (predicate, pattern(form))
    for predicate, form in (
        *_over("lives_in", _I_OR_WE, "live", "in"),
        *_over("works_at", "I", "work", "(?:at|for)"),
        *_over("works_as", "I", "be", "an?"),
        *_over("works_as", "I", "work", "as an?"),
        *_over("studies_at", "I", "(?:study|go)", "(?:at|to)"),
        *_over("plays", "I", "play", ""),
        *_over("takes_medication", "I", "take", ""),
        *(("fears", rf"{_I_NOT}{told}{_NO_MORE}") for told in NO_LONGER_FEARED),
        *(("runs", rf"{_I_NOT}{told}{_WHEN}{_NO_MORE}") for told in NO_LONGER_RUN),
        *(("takes_medication", rf"{_I_NOT}{told}{_WHEN}") for told in NO_LONGER_TAKEN),
        (
            "takes_medication",
            rf"{_I_NOT}I{_LATELY} (?:stopped taking|came off|am off|am no longer on) (?P<old>{_WORDS}){_WHEN}{_NO_MORE}",
        ),
        (
            "works_as",
            rf"{_I_NOT}I{_LATELY} (?:stopped|quit|gave up) (?:working as|being) an? (?P<old>{_WORDS}){_WHEN}{_NO_MORE}",
        ),
        ("learning", rf"{_I_NOT}I{_LATELY} (?:stopped|quit|gave up) learning (?P<old>{_WORDS}){_WHEN}{_NO_MORE}"),
        ("works_at", rf"{_I_NOT}I{_LATELY} stopped working (?:at|for) (?:the )?(?P<old>{_WORDS}){_WHEN}{_NO_MORE}"),
        ("works_at", rf"{_I_NOT}I (?:have not|haven['’]t) worked (?:at|for) (?:the )?(?P<old>{_WORDS}){_SINCE}"),
        ("works_as", rf"{_I_NOT}I (?:have not|haven['’]t) worked as an? (?P<old>{_WORDS}){_SINCE}"),
        ("lives_in", rf"{_I_NOT}{_I_OR_WE} (?:have not|haven['’]t) lived in (?P<old>{_WORDS}){_SINCE}"),
        ("engaged_to", rf"{_I_NOT}I{_LATELY} (?:got )?married(?: to)? (?P<old>{_WORDS}){_WHEN}{_NO_MORE}"),
        (
            "engaged_to",
            rf"{_I_NOT}(?:[Ww]e|I){_LATELY} (?:called off|broke off|ended) (?:the|our|my) (?:engagement|wedding){_WHEN}{_NO_MORE}",
        ),
        (
            "lives_in",
            rf"{_I_NOT}{_I_OR_WE}{_LATELY} moved (?:away|out) (?:from|of) (?P<old>{_WORDS}){_WHEN}{_NO_MORE}",
        ),
        ("lives_in", rf"{_I_NOT}{_NOT_DO} live in (?P<old>{_WORDS}){_NO_MORE}"),
        ("works_at", rf"{_I_NOT}{_NOT_DO} work (?:at|for) (?P<old>{_WORDS}){_NO_MORE}"),
        (
            "works_at",
            rf"{_I_NOT}(?:I{_LATELY} )?(?:quit|left(?: my (?:job|position) (?:at|with))?) {_THING}(?P<old>{_WORDS}){_WHEN}{_NO_MORE}",
        ),
        ("allergic_to", rf"{_I_NOT}{_AM_NOT} allergic to (?P<old>{_WORDS}){_NO_MORE}"),
        ("diet_is", rf"{_I_NOT}{_AM_NOT} (?:an? )?(?P<old>{_WORDS}){_NO_MORE}"),
        *(
            (
                predicate,
                rf"{_I_NOT}{_I_OR_WE}{_LATELY} {SOLD} (?:my|the|our) (?:old )?(?P<old>{_WORDS}){_WHEN}{_NO_MORE}",
            )
            for predicate in ("has_car", "owns")
        ),
        ("has_car", rf"{_I_NOT}{_I_OR_WE}{_LATELY} {SOLD} (?:my|the|our) (?:old )?car{_WHEN}{_NO_MORE}"),
        (
            "prefers",
            rf"{_I_NOT}I(?:['’]ve| have)?(?: now| actually| really| come to| grown to)* prefer [^.,;!?]{{1,40}}? (?:to|over|rather than|instead of) (?P<old>{_WORDS})(?: now| these days| nowadays| by now)?{_NO_MORE}",
        ),
        ("prefers", rf"{_I_NOT}I no longer prefer (?P<old>{_WORDS}){_NO_MORE}"),
        ("likes", rf"{_I_NOT}I no longer (?:like|love|enjoy|adore) (?P<old>{_WORDS}){_NO_MORE}"),
        (
            "nickname_is",
            rf"{_I_NOT}(?:[Pp]lease,? )?(?i:do not|don['’]t|never|stop) call(?:ing)? me (?P<old>{_WORDS}){_NO_MORE}",
        ),
        ("nickname_is", rf"{_I_NOT}(?:I no longer|I (?:do not|don['’]t)) go by (?P<old>{_WORDS}){_NO_MORE}"),
        ("nickname_is", rf"{_I_NOT}(?:[Nn]obody|[Nn]o one) calls me (?P<old>{_WORDS}){_NO_MORE}"),
        *((f"has_{animal.replace(' ', '_')}", _DIED) for animal in _ANIMALS),
        *(
            (f"has_{kin.replace(' ', '_')}", rf"{_I_NOT}{of_kin}(?: now)?[\s.!{EMOJI}]*$")
            for kin in _NO_LONGER
            for of_kin in (
                rf"(?P<old>{_WORDS})(?: is|['’]s) no longer my {kin}",
                rf"(?P<old>{_WORDS}) (?:is not|isn['’]t) my {kin} (?:any ?more|any longer)",
            )
        ),
        (
            "has_friend",
            rf"{_I_NOT}I(?: am|['’]m) (?:no longer|not) friends with (?P<old>{_WORDS})(?: any ?more)?[\s.!{EMOJI}]*$",
        ),
        (
            "has_friend",
            rf"{_I_NOT}(?P<old>{_WORDS}) and I are (?:no longer|not) friends(?: any ?more)?[\s.!{EMOJI}]*$",
        ),
        ("likes", rf"{_I_NOT}I no longer (?:like|love|enjoy) (?:it|that|them)[\s.!{EMOJI}]*$"),
        (
            "likes",
            rf"{_I_NOT}I (?:don['’]t|do not) (?:like|love|enjoy) (?:it|that|them) (?:any ?more|any longer)[\s.!{EMOJI}]*$",
        ),
        ("gave_up", rf"{_I_NOT}I{_LATELY} (?:started|began|took up) (?P<old>\w+ing) again{_NO_MORE}"),
        ("works_at", rf"{_I_NOT}I{_LATELY} (?:changed|switched) (?:jobs?|employers?){_WHEN}\s*[.!]+\s*$"),
        (
            "works_at",
            rf"{_I_NOT}I{_LATELY} (?:got|gotten|landed|found|started) (?:an?|my) (?:new|different) (?:job|position){_WHEN}{_NO_MORE}",
        ),
        (
            "works_at",
            rf"{_I_NOT}I{_LATELY} (?:got|gotten|landed|found|started) (?:an?|my) (?:new|different) (?:job|position|post|role) as an? {PROFESSION}{_NEW_WORK}",
        ),
    )
)
"""How one says, in a clause of its own, that something one told is so no more."""

_STOPS = rf"(?:(?:[\s.!{EMOJI}]|[:;]-?[()D])*$|(?=[,;]| [—–-]| (?:because|since|as|so|but|now that)\b))"
_DROPPED = tuple(
    (predicate, pattern(rf"{_I_NOT}(?i:{denied}) {told}(?:the )?(?P<old>{_WORDS}){over}{_STOPS}"))
    for denied, over in (
        ("not|don['’]?t", "(?: any ?more| any longer)"),
        ("no longer", "(?: any ?more| any longer)?"),
    )
    for predicate, told in (
        ("diet_is", "(?:an? )?"),
        ("works_at", "(?:working |work |employed )?(?:at|for|with) "),
        ("works_as", "(?:working as |work as )?an? "),
        ("lives_in", "(?:living |live |based )?in "),
        ("studies_at", "(?:studying |study |enrolled )?(?:at|in) "),
        ("allergic_to", "allergic to "),
        ("takes_medication", "(?:taking|take|on) "),
        ("plays", "(?:playing|play) "),
        ("learning", "(?:learning|learn) "),
        ("likes", "(?:like|love|enjoy|liking|enjoying|into|keen on) "),
        ("engaged_to", "engaged to "),
        ("has_friend", "friends with "),
    )
)
"""The same with who speaks left out: "Not vegan any more", "No longer at Siemens"."""

_CLAUSE = r"(?:^|[.!;,—–\n]\s*|\b(?:and|but|so|well|actually|yes),? )"
_OLD = r"(?P<old>[A-Z][\w'’-]*(?: [A-Z][\w'’-]*){0,3})"
_THEN = r"(?:,? (?:and|but|to|then)| [—–-]|[.,;:!—–]+)(?: (?:and|but|now|instead|then|these days))*"


def _is_employer(words: str) -> bool:
    """Return whether one who left for what these words name works there now; one also leaves for a town."""
    return is_firm(words) or words.isupper()


_LEFT_FIRM = r"(?:left(?: my (?:job|position) (?:at|with))?|quit|resigned from)"
_TO_JOIN = r" to (?:join|work (?:at|for)|start at)"
_REPLACED = (
    Statement(
        pattern(
            rf"{_CLAUSE}(?:I{_LATELY} {_LEFT_FIRM}|{_NOT_DO} work (?:at|for)) {_OLD}"
            rf"(?: any ?more| any longer)?{_WHEN}{_THEN}(?: I(?:['’]m| am|['’]ve| have)?)?(?: now| just| recently| currently)*"
            r" (?:join(?:ed)?|(?:start(?:ed)?(?: working)?|work(?:ing)?) (?:at|for)|(?:(?<= now )|(?<= currently ))(?:at|with)"
            rf"|(?:(?<='m )|(?<=’m )|(?<= am ))(?:at|with)(?=(?: [A-Z][\w'’-]*)+ (?:now|these days)\b)) (?:the )?{NAME}"
        ),
        "works_at",
        "{self} works at {object}.",
        "organization",
        may_employ,
    ),
    *(
        Statement(
            pattern(rf"{_CLAUSE}I{_LATELY} {_LEFT_FIRM} {_OLD}{to} (?:the )?{NAME}"),
            "works_at",
            "{self} works at {object}.",
            "organization",
            fits,
        )
        for to, fits in ((" for", _is_employer), (_TO_JOIN, may_employ))
    ),
    Statement(
        pattern(
            rf"{_CLAUSE}(?:I{_LATELY} (?:left|moved (?:away|out) (?:from|of))|{_NOT_DO} live in) {_OLD}(?: any ?more| any longer)?{_WHEN}{_THEN}"
            rf"(?: I(?:['’]m| am|['’]ve| have)?)?(?: now| just| recently| currently)* (?:(?:live|living|based) in|(?:moved|relocated) to|in) {NAME}"
        ),
        "lives_in",
        "{self} lives in {object}.",
        "place",
        may_be_home,
    ),
    Statement(
        pattern(
            rf"{_CLAUSE}I{_LATELY} left {_OLD}{LATELY}(?:,? and(?: then| now)?|,)(?: just| recently)? {MOVED_TO.replace('place', 'object')}"
        ),
        "lives_in",
        "{self} lives in {object}.",
        "place",
        is_home,
        of="works_at",
    ),
)
"""How one says that something else has taken the place of the `old` that one told before."""

_LEAVING = (pattern(rf"\b(?:moved|relocated)(?: back| house)? from {_OLD} (?:back )?to\b"),)


_OF = r"(?P<of>(?:(?:in|from|at|on|for|called|named|allergic to|married to|based in|learning|studying) )?)"
_SOME = r"[^\W_][\w'’.-]*(?: [\w'’.-]+){0,3}?"
_ABOUT = rf"(?P<about>(?:I|[Mm]y [\w'’ -]{{2,40}}?|{PERSON})(?: am| is|['’]m|['’]s| was born))"
_BUT = (
    r"(?:,? but|[,;—–]+ ?(?:(?:it|that|s?he|I|they)(?:['’]s|['’]m| is| am)|but)| -+ (?:it|I)(?:['’]s|['’]m| is| am))"
)
_LED = rf"^(?i:{_LEAD})*"
_REPAIRED = r"(?i:(?:no,? )?wait,? no|no,? (?:wait|sorry|actually)|nope|no|(?:sorry|oops|wait|no)[,.]? (?:I mean|I meant|make that|no)|I meant?|(?:or )?rather|make that|correction|scratch that|sorry|oops|wait|my mistake|typo)"
_OFTEN_SAID = r"(?:sorry|oops|wait|my mistake|typo)"
"""Words before a name that greet or excuse as well: "Sorry, Tom"."""

_A_NAME = r"[A-Z][\w'’-]*(?: [A-Z][\w'’-]*){0,2}"
_A_NUMBER = rf"(?:\d+(?:[.,]\d+)*|{NUMBER_WORD})"
_AT_ONCE = r"(?:\s*[,.!;…]+| [—–-]+)\s+"
_AGAIN = r"(?:(?:in|at|for|from|to|called|named|an?) )?"
_AT_ONCE_NAME = rf"{_AT_ONCE}(?!(?i:{_OFTEN_SAID})[,.]? [A-Z](?![\w'’]* ?meant?\b)){_REPAIRED}[,.:]? {_AGAIN}(?P<new>{_A_NAME}){_END}"
_AT_ONCE_NUMBER = rf"(?P<after>(?: [a-zé]+){{0,3}}?){_AT_ONCE}{_REPAIRED}[,.:]? (?:I(?:['’]m| am) )?(?P<new>{_A_NUMBER})(?P=after)?{_END}"
_PLAIN = rf"{_THING}(?!(?i:yesterday|today|tomorrow|later|earlier|now|then|never|well|good|bad|late|here|business|trouble|harm|him|her|them|me|us|everything|nothing|something|anything|sometimes|often|[a-z]+ly|needed|seriously)\b)[a-z][\w-]*"
_MEANT_PLAIN = (
    r"(?i:(?:(?:sorry|oops|no|wait|actually|ah|oh)[,.]? ){0,2}I (?:really |actually )?meant(?: to say)?|(?:(?:sorry|oops|no|wait)[,.]? ){1,2}I mean|(?<=[,—–-] )I mean(?!,)|make that"
    r"|correction(?=[:,])|scratch that(?=[:,.])|(?:wait,? no|no,? wait)(?=[,.:!])|or rather)"
)
"""Words that take back one of any kind: who says "sorry" or "no" alone may go on with something else."""

REPAIRS = rf"[.!…] (?:(?:{_REPAIRED})[,.:]? (?:I(?:['’]m| am) |{_AGAIN})(?:{_A_NAME}|{_A_NUMBER}(?: [a-z]+){{0,3}})|{_MEANT_PLAIN}[,.:]? (?:an? )?{_PLAIN}(?: [\w-]+){{0,2}}|(?i:{_TAKES_BACK})+(?i:{_BY_NAME}) {_A_NAME})[.!\s]*$"
"""A sentence that says one word of the one before it anew."""

_CONTRASTS = (
    (
        pattern(
            rf"{_LED}(?P<about>(?:I|[Mm]y|[Ww]e|[Oo]ur)\b[^.!?;\n]*? (?:is|called|named) )(?P<old>{_A_NAME})[.!…]+ (?i:{_TAKES_BACK})+(?i:{_BY_NAME}) (?P<new>{_A_NAME}){_END}"
        ),
        r"\g<about>\g<new>.",
        r"\g<about>\g<old>.",
    ),
    *(
        (
            pattern(
                rf"{_LED}(?P<about>(?:I|[Mm]y|[Ww]e|[Oo]ur|{PERSON})\b[^.!?;\n]*? )(?P<old>{_PLAIN}(?: [\w-]+){{{more}}}){_AT_ONCE}{_MEANT_PLAIN}[,.:]? (?:an? )?(?P<new>{_PLAIN}(?: [\w-]+){{{more}}}){_END}"
            ),
            r"\g<about>\g<new>.",
            r"\g<about>\g<old>.",
        )
        for more in range(3)
    ),
    (
        pattern(rf"{_LED}(?P<about>[^.!?;\n\d]*?)(?P<old>{_A_NUMBER}){_AT_ONCE_NUMBER}"),
        r"\g<about>\g<new>\g<after>.",
        r"\g<about>\g<old>\g<after>.",
    ),
    (
        pattern(
            rf"{_LED}(?P<about>(?:I|[Mm]y|[Ww]e|[Oo]ur|{PERSON})\b[^.!?;\n]*? )(?P<old>{_A_NAME}){_AT_ONCE_NAME}"
        ),
        r"\g<about>\g<new>.",
        r"\g<about>\g<old>.",
    ),
    (
        pattern(rf"{_LED}{_ABOUT}(?: not|n['’]t) {_OF}(?P<old>{_SOME}){_BUT} (?:(?P=of))?(?P<new>{_SOME}){_END}"),
        r"\g<about> \g<of>\g<new>",
        r"\g<about> \g<of>\g<old>",
    ),
    (
        pattern(
            rf"{_LED}{_ABOUT}(?: not|n['’]t) {_OF}(?P<old>{_A_NAME}) (?:it|s?he)(?:['’]?s| is) (?:(?P=of))?(?P<new>{_A_NAME}){_END}"
        ),
        r"\g<about> \g<of>\g<new>",
        r"\g<about> \g<of>\g<old>",
    ),
    (
        pattern(
            rf"{_LED}(?P<about>I|[Ww]e) (?:don['’]t|do not) (?P<of>(?:live|study) in|work (?:at|for|as an?)|study|play|speak|drive an?|come from) "
            rf"(?P<old>{_SOME}),? but (?![^.!?]*\b(?:is|are|was|were|am|can|will|I|we|they|it|s?he|you)\b)(?:(?:in|at|for|as an?|from) )?(?P<new>{_SOME}){_END}"
        ),
        r"\g<about> \g<of> \g<new>",
        r"\g<about> \g<of> \g<old>",
    ),
    *(
        (
            pattern(
                rf"{_LED}(?P<about>(?:I|[Mm]y|[Ww]e|[Oo]ur|{PERSON})\b[^,.;:!?\n]{{1,60}}?) (?P<new>[\w'’-]+(?: [\w'’-]+){{{more}}}),? (?:and )?not "
                rf"(?:(?:in|at|for|from|on|as) )?(?P<old>[\w'’-]+(?: [\w'’-]+){{{more}}}){_END}"
            ),
            r"\g<about> \g<new>",
            r"\g<about> \g<old>",
        )
        for more in range(3)
    ),
)
"""How one says what is so, and what is not so instead: "I am not 41 but 42", "My favourite colour is blue, not green"."""

_CHANGED_MIND = r"(?: now| these days| nowadays| after all| again| actually| by now| a lot now)"
_TURNING = r"(?:actually|really|now|do|quite|even|kind of|have come to|['’]ve come to|have grown to|['’]ve grown to|have learn(?:t|ed) to|['’]ve learn(?:t|ed) to|have started to|['’]ve started to|started to|no longer mind it,? I)"
_TURNED = tuple(
    Statement(pattern(rf"^(?i:{_LEAD}|{_BEFORE})*{told}[\s.!{EMOJI}]*$"), predicate, statement)
    for predicate, statement, does in (
        ("likes", "{self} likes {object}.", "(?:like|love|enjoy|adore)"),
        ("dislikes", "{self} dislikes {object}.", "(?:hate|dislike|detest|can['’]?t stand)"),
    )
    for told in (
        rf"I(?: {_TURNING}|{_TURNING}){{1,3}} {does} (?:it|that|them|this){_CHANGED_MIND}*",
        rf"I(?: {_TURNING}|{_TURNING}){{0,3}} {does} (?:it|that|them|this){_CHANGED_MIND}+",
    )
)
"""How one says that what one has said not to like one likes, or the other way round: "I actually like it now"."""


def _is_word(text: str) -> bool:
    first, *more = text.casefold().split()
    if first in ("a", "an", "the") and more:
        first = more[0]
    return first not in _OPEN and not any(word in ("is", "are", "was", "i", "you") for word in more)


def _kind(word: str) -> str:
    if _IS_DATE.match(word):
        return "date"
    if word[:1].isdigit():
        return "number"
    return "name" if word[:1].isupper() else "word"


_GAVE_UP_WORK = r"\b(?:quit|resigned|retired|lost my job|laid off|fired|let go|made redundant)\b(?! \w+ing\b)(?![\s\S]{0,80}\b(?:kidding|joking|jk|still)\b)"
CORRECTIONS = Corrections(
    gives_up_work=_GAVE_UP_WORK,
    both=(*_BOTH, *_NAMED),
    meant=(_MEANT, _MADE, _IT_IS_INSTEAD, _NUMBER_INSTEAD, _DATE_INSTEAD),
    it_is=(_IT_IS,),
    denies=(_DENIES,),
    ended=_ENDED,
    dropped=_DROPPED,
    clauses=r",? and (?=(?:(?:now|then|these days),? )?I\b(?! are\b)|(?:quit|left|moved|opened|founded|set up|started|launched)\b)",
    replaced=_REPLACED,
    leaving=_LEAVING,
    contrasts=_CONTRASTS,
    turned=_TURNED,
    by_now=r"\b(?:now|nowadays|these days|actually|on second thoughts?|after all|by now|instead|come to|grown to|lately|currently|over|rather than)\b",
    renames=(_RENAMES,),
    in_jest=_IN_JEST,
    begins_anew=rf"^{_LEAD}*?(?:{_TAKES_BACK}|{_I_MEANT}){_LEAD}*(?:{_I_MEANT})?",
    instead=r"^(?i:actually|make (?:it|that)|rather),? (?!(?:i|i['’]\w+|we|you|can|could|do|what|why|how|when|where|who|please)\b)[^?]{2,}$",
    misspoke=r"\b(?:meant|sorry|oops|correction|my mistake|my bad|typo|misspoke|scratch that)\b",
    changed=(r"\b(?:now|nowadays|currently|these days|moved|changed|started|left|new|any ?more|no longer|since)\b"),
    means=r"\bmean(?:t)?\b",
    cleared=r"\b{word} (?:is|are|was|were) (?:\w+ ){0,2}?(?:fine|ok|okay|safe|all right|alright|no problem)\b",
    by_it="^(?:name_is|has_|favorite_)",
    is_word=_is_word,
    kind=_kind,
)
