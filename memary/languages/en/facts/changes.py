"""Read a new home or job in English: "We moved to Cardiff last month", "I got a new job as a nurse"."""

from __future__ import annotations

from dataclasses import replace

from memary.languages.brands import KNOWN_FIRMS, KNOWN_PRODUCTS
from memary.languages.en.facts.forms import FROM_HOME, LATELY, NAME, STUDIED, is_home, may_employ, own
from memary.languages.en.facts.homes import HOME_AT_LAST, MOVED_ON
from memary.languages.en.facts.professions import PROFESSION
from memary.languages.pack.base import words
from memary.languages.pack.sentences import Statement
from memary.languages.pattern import pattern

_LATELY = r"(?:['’]ve| have)?(?: just| finally| recently| now)*"
_FAMILY = r"(?:wife|husband|partner|girlfriend|boyfriend|fiancée?|family|kids|children|son|daughter)"
_WITH_ME = rf"(?:[Mm]y {_FAMILY}(?: [A-Z][a-z]+)? and I|(?:I|[Mm]e) and my {_FAMILY})"
_WE = rf"(?:[Ww]e(?: all)?|{_WITH_ME})"
_I_OR_WE = rf"(?:I|{_WE})"
_NO_FIRM = (
    r"(?![^.!?\n]*\b(?:offices?|teams?|company|headquarters|HQ|servers?|databases?|cloud|migrat\w+|colleagues|boss|class(?:es)?|hotel|hostel"
    r"|temporarily|for (?:an?|one|two|three|the) (?:\w+ )?(?:days?|nights?|weeks?|weekend|summer|months?))\b)"
)
"""No move of those with whom one works, and none for a while."""
_NOT_YET = (
    r"(?![^.!?\n]*\b(?:mov(?:e|ing) in|moving|we move|I move|ready|being built|for sale|start(?:ing)?|beginning|next (?:\w+)"
    r"|in (?:an?|one|two|three|four|six) (?:days?|weeks?|months?|years?))\b)"
)
_HERE = (
    r"(?=\s*(?:[.!;)—–]|$|,(?! (?:not|but not|or)\b))"
    r"| (?:because|with (?:my|our)|and|but|to be|so|now|these days|for good|permanently|too|from [A-Z])\b)"
)
_NEW_HOME = r"(?:[Mm]y|[Oo]ur) new (?:home ?town|home|house|flat|apartment|place|city)"
_MOVED_HOUSE_BEFORE = (
    rf"{_I_OR_WE}{_LATELY} moved(?: house| home| flats?| apartments?| again)*{LATELY}(?:[:;,.]| [—–-]| and)(?: so)? "
)
_MOVED_WHEN = (
    r"(?=\s*(?:[.,;!)—–]|$)| (?:on|in|last|this|yesterday|today|with|together|straight|right|already|two|three|a)\b)"
)
_SORT = r"(?: (?:new|great|better|full-time|proper|permanent|nice|good|different|real|dream))*"
_PAID = r"(?:job|position|post|role)"
_IN_JOB = r"(?=\s*(?:[.,;!)—–]|$)| (?:at|with|and|but|now|instead|these days|since|because)\b)"
_BEGAN = r"(?:(?:started|began)(?: work(?:ing)?)? as|became)"
_BEGUN = (
    r"(?![^.!?\n]{0,200}\b(?:now,? I|now working|hated|left|quit|fired|stopped|until|then|later|before|once|at heart"
    r"|for (?:an?|one|two|three|\d+|some|several))\b)(?![^.!?\n]{0,200}, now\b)"
)
"""Nothing that came after what was begun: "I started as a nurse and now I am a doctor"."""
_TEACH = "I (?:now |currently |still |also )?teach"
_TAUGHT = rf"(?P<taught>{STUDIED}|maths?|English|French|German|Spanish|art|music|PE|drama|RE|IT)"
_SCHOOL = (
    r"(?:the )?(?P<object>(?:St\.? )?[A-Z][\w'’.-]*(?: (?:of |the )?[A-Z][\w'’.-]*){0,5}? (?:School|Academy|Grammar|Primary|Elementary|High))"
    r"(?![\w’'-])(?! [A-Z])"
)
_COLLEGE = r"(?:the )?(?P<object>University of [A-Z]\w+|[A-Z][\w'’.-]*(?: [A-Z][\w'’.-]*){0,4}? (?:College|University|Institute))(?![\w’'-])(?! [A-Z])"
_NOWHERE = KNOWN_PRODUCTS | words(
    """
    aws azure gcp kanban scrum agile graphql grpc gitops snowflake bigquery databricks looker salesforce hubspot zendesk
    intercom clickup basecamp linear mattermost element matrix proton fastmail vite webpack nextjs svelte remix deno bun
    nix gnome kde helm pulumi gradle maven bazel tailwind stage table zone tier group mode release sprint day days shifts
    remote hybrid standard daylight saturday sunday business premium economy monday google microsoft lyft bolt plan b
    """
)
"""Where those go who say "we moved to" of their work."""


def _is_home_of_several(words: str) -> bool:
    """Return whether several may live where these words say, and do not merely work with it."""
    return is_home(words) and _NOWHERE.isdisjoint(words.casefold().split()) and not words.isupper()


HOMES = (
    Statement(pattern(rf"^(?:[Jj]ust |[Rr]ecently |[Ff]inally |We |I )?[Mm]oved {FROM_HOME}(?:back )?to {NAME}{LATELY}[.!\s]*$"), "lives_in", "{self} lives in {object}.", "place",
        _is_home_of_several, leads=True),
    own(rf"{_NO_FIRM}{_WE}{_LATELY} (?:moved|relocated) {FROM_HOME}(?:back )?to {NAME}{MOVED_ON}{_HERE}", "lives_in", "{self} lives in {object}.", "place",
        _is_home_of_several),
    own(rf"{_NO_FIRM}{_I_OR_WE}{_LATELY} (?:moved|relocated) into (?:my|our|the|an?) (?:(?:new|own|first|bigger|smaller|little|old) )*(?:home|house|flat|apartment|place|studio|condo) in {NAME}{_HERE}",
        "lives_in", "{self} lives in {object}.", "place", is_home),
    own(rf"{_NO_FIRM}{_I_OR_WE}{_LATELY} moved(?: house| home| flats?)?(?: yet)?(?: again)?{LATELY}(?: ?,| [—–-])(?: and)? this time to {NAME}{_HERE}",
        "lives_in", "{self} lives in {object}.", "place", _is_home_of_several),
    own(rf"{_NOT_YET}{_NO_FIRM}{_I_OR_WE}{_LATELY} (?:bought|found|got|rented|leased|took) (?:an?|our|my)(?: [\w-]+){{0,3}} (?:home|house|flat|apartment|place|studio|condo|cottage|townhouse) in {NAME}"
        rf"{LATELY},? and(?: (?:we|I))?{_LATELY} moved (?:there|in|in there){_MOVED_WHEN}", "lives_in", "{self} lives in {object}.", "place", is_home),
    *(own(form.replace("{name}", NAME), "lives_in", "{self} lives in {object}.", "place", _is_home_of_several) for form in HOME_AT_LAST),
    own(rf"{_NO_FIRM}I{_LATELY} relocated {FROM_HOME}to {NAME}{_HERE}", "lives_in", "{self} lives in {object}.", "place", _is_home_of_several),
    own(rf"{_NOT_YET}(?:{_MOVED_HOUSE_BEFORE})?{_NEW_HOME} is (?:now )?(?:in )?{NAME}{_HERE}", "lives_in", "{self} lives in {object}.", "place", is_home),
    own(rf"{_NO_FIRM}(?:{_MOVED_HOUSE_BEFORE}[Ww]e (?:now |currently |both )?live in|[Ww]e (?:now|currently) live in|{_WITH_ME} (?:now |currently |both )?live in) {NAME}{_HERE}",
        "lives_in", "{self} lives in {object}.", "place", _is_home_of_several),
    own(rf"{_NO_FIRM}[Ww]e live in {NAME}(?= (?:now|these days)\s*(?:[.!,;]|$))", "lives_in", "{self} lives in {object}.", "place", _is_home_of_several),
    own(rf"{_NO_FIRM}I (?:now |currently |still )?live (?:(?:alone|together|here) )?with (?:(?:my|our|an?|some|two|three|four|five|\d) |(?=[A-Z]))[^.,;:!?\n]{{1,60}}? in {NAME}{_HERE}", "lives_in", "{self} lives in {object}.", "place", is_home),
)  # fmt: skip
_KINDS_OF_FIRM = words(
    "bank group inc ltd llc gmbh ag plc labs consulting hospital clinic airlines partners technologies software systems studios solutions pharma insurance"
)


def is_firm(words: str) -> bool:
    """Return whether one who joined what these words name works there: one also joins a club or a network."""
    parts = words.casefold().split()
    return may_employ(words) and (parts[0] in KNOWN_FIRMS or parts[-1] in _KINDS_OF_FIRM)


_SOON = r"(?P<when>(?:on|next|in|this coming|tomorrow)\b[^.,;!?\n]{0,30})"
"""When one is to begin: no word tells a date by itself once the day is over, so that it stays in the sentence."""

_WORKS = ("works_at", "{self} works at {object}.")

JOBS = (
    own(rf"{_BEGUN}I{_LATELY} joined (?:the )?{NAME}(?=\s*(?:[.!,;]|$)| (?:in|on|last|this|two|three|a|as|after|and|because)\b)", "works_at", "{self} works at {object}.", "organization", is_firm),
    replace(own(rf"(?:I (?:start|begin|join)|I(?:['’]m| am) (?:starting|beginning|joining))(?: work(?:ing)?| a new job| my new job| there)?(?: at| with|(?<=join)|(?<=joining)) (?:the )?{NAME} {_SOON}(?=\s*(?:[.,;!]|$))",
        "plans_to_work_at", "{self} is to start work at {object} {when}.", "organization", may_employ), comes_true=_WORKS),
    Statement(pattern(rf"^(?:Now |Then )?(?:[Ss]tarting(?: work| a new job)? (?:at|with)|[Jj]oining) (?:the )?{NAME} {_SOON}[.!\s]*$"),
        "plans_to_work_at", "{self} is to start work at {object} {when}.", "organization", is_firm, comes_true=_WORKS),
    Statement(pattern(rf"^(?:Now |Currently )?[Ww]orking (?:at|for) (?:the )?{NAME}(?: now| these days| at the moment)?[.!\s]*$"), "works_at", "{self} works at {object}.", "organization",
        is_firm, leads=True),
    own(rf"{_NOT_YET}I{_LATELY} (?:got|gotten|landed|found|started|have|took) (?:an?|my){_SORT} {_PAID} as an? (?P<object>{PROFESSION}){_IN_JOB}",
        "works_as", "{self} works as {object}.", "topic"),
    own(rf"{_NOT_YET}I{_LATELY} (?:got|gotten|landed|found|started|have|took) (?:an?|my){_SORT} {_PAID} as an? {PROFESSION} (?:at|with) (?:the )?{NAME}",
        "works_at", "{self} works at {object}.", "organization", may_employ),
    own(rf"{_NOT_YET}{_BEGUN}I{_LATELY} {_BEGAN} an? (?P<object>{PROFESSION}){_IN_JOB}", "works_as", "{self} works as {object}.", "topic"),
    own(rf"{_NOT_YET}{_BEGUN}I{_LATELY} {_BEGAN} an? {PROFESSION} (?:at|with) (?:the )?{NAME}", "works_at", "{self} works at {object}.", "organization", may_employ),
    own(rf"{_NOT_YET}[Mm]y new (?:{_PAID} is (?:at|with)|employer is|company is) (?:the )?{NAME}{_HERE}", "works_at", "{self} works at {object}.",
        "organization", may_employ),
    *(
        own(rf"{_NOT_YET}{_BEGUN}I{_LATELY} {_BEGAN} an? {PROFESSION} (?:at|in) {where}", "works_at", "{self} works at {object}.", "organization")
        for where in (_SCHOOL, _COLLEGE)
    ),
    *(
        own(rf"{_TEACH}(?: {_TAUGHT.replace('?P<taught>', '?:')})? (?:at|in) {where}", "works_at", "{self} works at {object}.", "organization")
        for where in (_SCHOOL, _COLLEGE)
    ),
    replace(
        own(rf"{_TEACH} {_TAUGHT}(?=\s*(?:[.,;!)—–]|$)| (?:and|but|at|for a living)\b| in (?!my\b|the\b))", "works_as", "{self} works as {object}.", "topic"),
        object="{taught} teacher",
    ),
)  # fmt: skip
