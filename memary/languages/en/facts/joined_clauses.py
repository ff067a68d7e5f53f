"""Put in who is meant where one clause joins another and leaves that out: "I grew up in Leeds and now live in Bath"."""

from __future__ import annotations

from memary.languages.en.facts.forms import I_AM, LATELY, MOVED_TO, is_home
from memary.languages.en.facts.kinds.businesses import FOUNDED
from memary.languages.en.facts.kinds.possessions import SOLD
from memary.languages.en.facts.people.groups import ALSO_HAS
from memary.languages.en.facts.professions import PROFESSION
from memary.languages.en.vocabulary.known_names import PLACES
from memary.languages.pack.sentences import LeftOut
from memary.languages.pattern import pattern

_OPENS = r"(?:[^.;!?\n]*?(?:[,:!]|\b(?:[Aa]nd|[Bb]ut|[Ss]o)) (?:now )?)?"
_WHEN = r"(?:(?:just|recently|have|finally|now|currently|still|also|then|really|originally) )*"
_PRESENT = (
    rf"(?:live|work(?! as (?!an? {PROFESSION}))|study|teach|speak|play(?! an? )|drive|own|have(?! \w+(?:ed|en)\b)|['’]ve got|keep|like|love|enjoy|adore|hate|dislike|detest|can(?:no|['’])t stand"
    r"|don['’]t (?:like|eat|drink)|come from|take|collect|volunteer|run)\b(?! (?:to|how|it|that|letters?|songs?|stor(?:y|ies)|affairs?|speech|crimes?|mail)\b)"
)
"""What one does. Who likes to do something, or how others do it, tells no more of it."""
_CHANGED = rf"(?:(?:quit|lost|changed|switched|resigned|retired|sold|(?:got|been|was) (?:laid off|fired|let go|made redundant)|left (?:my|the) (?:\w+ )?job|left (?=[A-Z])\w+|(?:gave|given) up|{SOLD})\b|got an? (?:new|different) )"
_BEFORE = rf"(?:(?:grew up|was born|moved|relocated|turned|adopted|used to (?:live|work|study)) |{_CHANGED}|(?:am|was)\b|{_PRESENT})"
_NEW = (
    rf"(?:grew up in [A-Z]|{FOUNDED}|"  # a shop of one's own
    r"(?:bought|leased|got) an? |(?:changed|switched) (?:jobs?|employers?)\b|(?:found|started) an? (?:new|different) "
    r"|(?:(?:started|began)(?: work(?:ing)?)? as|became) an? |am (?:now|currently) (?:an? |working\b|teaching\b))"
)
_NOBODY_ELSE = (
    r"(?:(?!\b(?:who|whom|whose|which|that|what|where|when|while|if|because|since|how|why|than|he|she|they|we|you|it|I|not|never|let|lets|make|makes"
    r"|until|till|before|after|for (?:an?|one|two|three|the) \w+|people|others|those|told|asked|supposed|allowed|forced|going|about to|TV|shows?|films?|movies?|stage)\b)[^.;:!?\n])"
)
"""What stands in a clause that is about the speaker and says neither no, nor for how long."""
_JOINS = rf"{LATELY}(?:,? (?:and|but)(?: (?:now|then|also|currently|recently|later))?|,|,? now)"
_GOES_ON = rf"(?={_WHEN}(?:{_PRESENT}|{_NEW})(?![^.;!?\n]* there\s*(?:[.!]|$)))"

_FIRM = r"(?:the )?[A-Z][\w'’-]*(?: [A-Z][\w'’-]*){0,2}"
_HOME = r"(?:flat|apartment|house|home|place|room|studio)"
_MAY_MOVE = (
    rf"(?:(?:quit|left|lost|gave up|given up) (?:my|the) (?:old )?job(?: (?:at|with) (?:{_FIRM}|the [a-z]+))?|(?:changed|switched) (?:jobs?|careers?)|quit|(?:resigned|retired)(?: from {_FIRM})?"
    r"|(?:was|got|been) (?:laid off|fired|let go|made redundant)"
    rf"|(?:gave up|given up|sold) (?:my|our|the) (?:old )?{_HOME}|graduated|(?:got|gotten) (?:married|divorced)|(?:broke|broken) up(?: with [A-Z]\w+)?)"
)
_I_CHANGED = rf"(?:(?:Yesterday|Today|Recently|Finally|Actually|Well|So|Yes|Hi|Hey),? )?I(?:['’]ve| have)?(?: just| finally| recently| now)* {_MAY_MOVE}{LATELY}"

"""What tells of a change for which one may move house, lately."""

LEFT_OUT = (
    ALSO_HAS,
    LeftOut(pattern(rf"^{_OPENS}(?:I|[Ww]e)(?:['’]ve)? {_WHEN}{_BEFORE}{_NOBODY_ELSE}*?{_JOINS} {_GOES_ON}"), "I "),
    LeftOut(
        pattern(rf"^{_I_CHANGED}(?:,? and(?: then| now)?|,) (?=(?:just |recently |have |finally )?{MOVED_TO})"),
        "I ",
        is_home,
    ),
    LeftOut(
        pattern(
            rf"^{_OPENS}I (?:grew up|was born) {_NOBODY_ELSE}*?{_JOINS} (?={_WHEN}moved to (?P<place>[A-Z]\w+(?: [A-Z]\w+)?)(?: in \d{{4}})?[\s.!]*$)"
        ),
        "I ",
        is_home,
    ),
    LeftOut(pattern(rf"^{_OPENS}I['’]m {_NOBODY_ELSE}*?{_JOINS} {_GOES_ON}"), "I "),
    LeftOut(
        pattern(
            rf"^{_OPENS}{I_AM} {_NOBODY_ELSE}*?(?:,? and|,) (?=(?:now |also |originally )?(?:allergic to|vegan|vegetarian|diabetic|married to|an? {PROFESSION})\b)"
        ),
        "I am ",
    ),
    LeftOut(
        pattern(rf"^{_OPENS}(?:{I_AM}|[Mm]y name is) [A-Z]\w+(?: [A-Z]\w+)?, (?=\d\d(?:[,.!]|\s*$| and\b))"), "I am "
    ),
    LeftOut(
        pattern(
            rf"^{_OPENS}(?:{I_AM} (?:an? {PROFESSION}|[A-Z]\w+)|[Mm]y name is [A-Z]\w+(?: [A-Z]\w+)?) (?=(?:originally )?from (?P<place>[A-Z]\w+(?: [A-Z]\w+)?)(?:\s*[.,;!]|\s*$| and\b| but\b))"
        ),
        "and I am ",
        lambda words: words.casefold() in PLACES,
    ),
)
"""The clauses that go on about the speaker: what one does, and what became new, behind what one was, does or gave up."""
