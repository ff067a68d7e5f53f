"""Put what is left out of what one types: "I", commas and question marks, as in "haha moved to oslo last month"."""

from __future__ import annotations

from memary.languages.en.casual.typed_words import TypedWords
from memary.languages.pack.base import words
from memary.languages.pattern import pattern

_AM = pattern(
    r"(?:really |super |so |totally )?into (?!the\b|my\b|it\b)"
    r"|(?:currently |now |still )?(?:allergic to|working (?:at|for|as)|living in|based in|originally from"
    r"|studying|married to|engaged to|dating) "
)
_DID = pattern(
    r"(?:just |finally |recently )?(?:moved (?:back )?(?:to|from) |(?:got|found|landed|adopted|rescued|bought)"
    r" (?:a|an|two) |started (?:working|at|a) |(?:quit|left|lost) my job\b|got (?:engaged|married) to )"
    r"|work (?:at|for|as an?) |live in |drive an? "
    r"|(?:really )?(?:love|hate) (?!you|it|that|this|your|how|when|to)[\w-]+$"
    r"|(?:can't stand|don't (?:like|eat|drink)) "
)
_FIRST_WORDS = 8
_LEADS = words(
    """
    sorry no wait oops yes yeah yep yup hi hey hello oh ok okay well btw anyway haha hahaha hehe lol lmao
    omg actually tbh honestly ngl fyi update thanks
    """
)
_OWN = words("i i'm i've i'd my we we've we're our it's")
_AUXILIARIES = words("is are was were do does did can could will would should am has have")
_ASKED = words("what who where whose which how when why what's who's where's when's how's")
_ASKED_OF = words(
    "i you he she it we they my your his her our their the there this that these those a an anyone anybody someone"
)
_TRAILS = words("lol haha hahaha hehe lmao btw tbh tho ngl fyi xd rn atm")


def put_subject(typed: TypedWords) -> None:
    """Put "I", or "I'm", before a text that begins with a plain verb of what one did or does."""
    begins = 0
    while typed.at(begins) in _LEADS:
        begins += 1
    last = begins
    while typed.goes_on(last) and last < begins + _FIRST_WORDS:
        last += 1
    first = " ".join(typed.low[begins : last + 1])
    subject = next((put for form, put in ((_AM, "I'm "), (_DID, "I ")) if form.match(first + " ")), "")
    if subject:
        typed.put_before(begins, subject)
    if begins and typed.goes_on(begins - 1) and (subject or typed.at(begins) in _OWN):
        typed.put_behind(begins - 1, ",")


def put_question_mark(typed: TypedWords) -> None:
    """Put a question mark behind a text that asks and has no mark at its end."""
    begins, last = 0, len(typed) - 1
    while typed.at(begins) in _LEADS:
        begins += 1
    first, second = typed.at(begins), typed.at(begins + 1)
    is_asked = first in _ASKED and (second in _AUXILIARIES or first.endswith("'s"))
    asks = first in _AUXILIARIES and (second in _ASKED_OF or typed.is_name(begins + 1))
    if (is_asked or asks) and not typed.gap(last).strip():
        typed.put_behind(last, "?")


def put_commas(typed: TypedWords) -> None:
    """Put a comma before slang with which a text ends, and between a name and "not Tina" or what "I" begins."""
    last = len(typed) - 1
    while last > 0 and typed.at(last) in _TRAILS:
        last -= 1
    if last < len(typed) - 1 and typed.goes_on(last):
        typed.put_behind(last, ",")
    for place in range(1, len(typed)):
        is_denied = typed.at(place) == "not" and typed.goes_on(place) and typed.ends_clause(place + 1)
        if typed.is_name(place - 1) and typed.goes_on(place - 1) and (is_denied or typed.at(place) in _OWN):
            typed.put_behind(place - 1, ",")
