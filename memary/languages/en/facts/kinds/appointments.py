"""Read what English tells of a day to come: "I have a dentist appointment on 14 January", "We're off to Rome in March"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime, timedelta

from memary.languages.pack.appointments import DAY, Appointment, Appointments, DayTold
from memary.languages.pattern import pattern

_EVENTS = (
    r"(?:(?:[\w-]+ )?(?:appointment|appt)s?|interviews?|exams?|finals?|tests?|test drive|quiz|meetings?|meet-?up|party|parties|wedding|funeral|memorial service|flight|train|ferry"
    r"|concert|gig|recital|performance|conference|congress|convention|workshop|seminar|webinar|lecture|presentation|talk|deadlines?|surgery|operation|procedure|check-?ups?|scan|MRI"
    r"|x-?ray|ultrasound|biopsy|colonoscopy|physio|therapy session|session|class|course|lessons?|parents['’] evening|school play|graduation|ceremony|reunion|dinner|lunch|brunch"
    r"|date|call|viewing|inspection|hearing|court date|trial|audition|tournament|match|game|race|marathon|competition|delivery|reservation|booking|trip|holiday|vacation|getaway|gala"
    r"|fundraiser|festival|orientation|rehearsal|demo|open (?:day|house|evening)|haircut|facial|massage|vaccination|jab|shift|picnic|barbecue|bbq|cruise|retreat|prom|baptism|christening"
    r"|shower|house-?warming|launch|defen[cs]e|viva|show|exhibition|exhibit|table|tickets|visit|checkup|tour|sleepover|day off|handover|follow-?up|due date|anniversary party|bootcamp|hackathon|summit|expo|fair)"
)
_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_WEEKDAYS = "Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday"

_PART = rf"[^\s,.;:!?()\"{DAY}]+(?:\.(?! )[^\s,.;:!?()\"{DAY}]+)*"
_INNER = (
    rf"(?!(?:if|when|who|that|which|and|or|but|is|are|was|were|had|has|have|I|we|you|he|she|they|it|not)\b){_PART}"
)
_ON = rf"(?: (?:on|in|over|at|from|during|this|coming|up|scheduled for|set for|planned for|booked for))?(?: the)? ?{DAY}"
_FOR = rf" for(?: the)? ?{DAY}"
_ENDS = r"(?=\s*(?:[.,;:!)—–]|$)| -| (?:and|but|so|because|which|where|then|before|after|until|as|since|while|too|though|again)\b)"
_TAIL = rf"(?: (?:for|with|at|in|from|to|about)(?: {_INNER}){{1,6}}?)?"
_ABOUT = rf"(?: (?:(?:at|with|in|for|about|on|from|of)|to(?= [A-Z]| the | my | our | an? )) {_INNER}(?: {_INNER}){{0,5}}?)?"
_MODIFIER = rf"(?!(?:of|to|with|for|about|on|in|at|from|by|the|my|our|his|her|their|an?|feeling|lot|few)\b){_INNER} "
_WHAT = rf"(?P<what>(?:{_MODIFIER}){{0,4}}?(?i:{_EVENTS}){_ABOUT})"
_OWN = r"(?:[Mm]y|[Oo]ur)"
_ONE = r"(?P<art>an?|another|my|our|the|some|two|three)"
_I_AM = r"(?:I['’]m|I am|[Ww]e['’]re|[Ww]e are)(?: (?:now|also|finally|both|all|actually))*"
_HAVE = r"(?:(?:I|[Ww]e)(?: both| all| also| now| still)*(?: have(?: got)?|['’]ve(?: just| also| now)? got|['’]ll have)(?: also| now)?|[Gg]ot|[Tt]here(?: is|['’]s)|I['’]m having|I am having|[Ww]e['’]re having)"
_BOOKED = r"(?:I|[Ww]e)(?:['’]ve| have)?(?: just| already| finally| also| now)* (?:booked|scheduled|arranged|organi[sz]ed|set up|made|reserved|got)"
_IS = (
    r"(?: (?:is|are|will be|takes place|leaves|departs|starts|begins|takes off)| (?:got|has been|have been)(?= (?:scheduled|booked|set|planned|fixed|confirmed)\b)|['’]s)(?P<now> now| actually)?"
    r"(?: (?:scheduled|booked|set|planned|coming up|happening|fixed|confirmed|taking place))?(?: for| to be| to start)?(?! on (?:in|at|with|for)\b)"
)
_NAME = rf"(?!(?:I|We|She|He|They|It|You|This|That|There|Today|Tomorrow|{_MONTHS}|{_WEEKDAYS})\b)[A-Z][\w'’-]+"
_NAMES = rf"{_NAME}(?: {_NAME})?(?: and {_NAME})?"
_WHOM = rf"(?P<what>(?:{_NAMES}|(?:[Mm]y|[Oo]ur|the|an?|some|two|three) {_INNER}(?: {_INNER}){{0,4}}?))"
_TOWN = rf"(?P<what>(?:the )?{_NAME}(?: {_NAME}){{0,2}}(?:(?:,| and) {_NAME})?(?: {_INNER}){{0,2}}?|(?:my|our|the|an?) {_INNER}(?: {_INNER}){{0,4}}?)"
_KIN = (
    r"(?:(?:step|half-)?(?:mother|mom|mum|father|dad|brother|sister|wife|husband|son|daughter)(?:-in-law)?s?|parents|in-laws|grand(?:mother|father|parents|son|daughter|ma|pa)|granny"
    r"|aunt|uncle|cousins?|niece|nephew|kids|children|family|boyfriend|girlfriend|partner|fianc[ée]e?|friends?|best friend|(?:old )?(?:college|school|uni) friends?|boss|colleagues?)"
)
_COMER = (
    r"(?:(?:[\w-]+ )?(?:man|guy|woman|lady|people|engineer|technician|fitter|movers)|plumber|electrician|cleaners?|painters?|decorators?|builders?|roofers?|gardener|handyman|locksmith"
    r"|inspector|surveyor|estate agent|removal (?:men|van)|movers|carpenter|exterminator|babysitter|caterers?)"
)


def _ahead(core: str, *, on: str = _ON) -> re.Pattern[str]:
    """Return the pattern of a clause that tells something of a day, with more words of it before or behind that."""
    return pattern(rf"^{core}(?P<by>{_ABOUT}){on}(?P<tail>{_TAIL}){_ENDS}")


_NO_EVENT = re.compile(
    r"\b(?:days?(?! off)|weeks?|times?|chance|reason|no|never|every|last|past|recent|previous|good|bad|hard|tough|rough|busy|long|great|lovely|nice|tough|crazy|few|lot)\b",
    re.IGNORECASE,
)


def _is_event(said: Mapping[str, str]) -> bool:
    return not _NO_EVENT.search(said["what"])


def _doing(verbs: str, whom: str = _WHOM, *, doing: str, do: str) -> Appointment:
    """Return the form for what one is doing on a day: "I'm meeting Anna on Friday"."""
    core = rf"(?:{_I_AM}|(?:I|[Ww]e)(?:['’]ll be| will be)) (?:{verbs}) {whom}"
    return _plan(core, f"{do} {{what}}", f"{{self}} is {doing} {{what}}")


def _going_to(verbs: str, whom: str = _WHOM) -> Appointment:
    """Return the form for what one is going to do on a day: "I'm going to visit Anna on Friday"."""
    return _plan(rf"{_I_AM} going to (?P<verb>{verbs}) {whom}", "{verb} {what}", "{self} is going to {verb} {what}")


def _plan(core: str, what: str, statement: str) -> Appointment:
    told = f"{statement}{{by}} {{when}}{{tail}}."
    return Appointment(_ahead(core), "plans_to", f"{what}{{by}}{{tail}}", told, _is_event)


def _event(
    core: str, statement: str, *, on: str = _ON, what: str = "{what}", is_the_one: bool = False
) -> Appointment:
    told = f"{statement} {{when}}{{tail}}."
    return Appointment(_ahead(core, on=on), "has_appointment", f"{what}{{by}}{{tail}}", told, _is_event, is_the_one)


def _coming(who: str, what: str, told: str, comes: str) -> Appointment:
    """Return the form for who or what is coming on a day."""
    core = rf"{who} (?P<comes>{comes})"
    statement = f"{told} {{comes}}{{by}} {{when}}{{tail}}."
    return Appointment(_ahead(core), "has_appointment", what, statement, _is_event)


_FORMS = (
    _event(rf"{_HAVE} {_ONE} {_WHAT}", "{self} has {art} {what}{by}"),
    _event(rf"{_BOOKED} (?:us |me )?{_ONE} {_WHAT}", "{self} has {art} {what}{by}", on=_FOR),
    _event(rf"{_OWN} {_WHAT}{_IS}", "{self}'s {what} is{by}", is_the_one=True),
    _event(rf"[Tt]he {_WHAT}{_IS}", "The {what} is{by}"),
    Appointment(
        pattern(
            rf"^(?P<what>(?:{_MODIFIER}){{0,2}}?(?i:appointment|interview|exam|haircut|surgery|check-?up|parents['’] evening|flight|deadline|driving test)(?P<by>{_ABOUT}))(?: is)?{_ON}(?P<tail>{_TAIL})(?=[.!]*$)"
        ),
        "has_appointment",
        "{what}{tail}",
        "{self}'s {what} is {when}{tail}.",
        _is_event,
    ),
    _event(rf"{_OWN} (?P<what>{_INNER}(?: {_INNER}){{0,3}}?) (?:is|are) due", "{self}'s {what} is due{by}", what="{what} due"),
    _event(rf"[Tt]he (?P<what>{_INNER}(?: {_INNER}){{0,3}}?) (?:is|are) due", "The {what} is due{by}", what="{what} due"),
    _doing("meeting(?: up with)?|catching up with", doing="meeting", do="meet"),
    _doing("seeing", doing="seeing", do="see"),
    _doing("visiting", doing="visiting", do="visit"),
    _doing("attending", doing="attending", do="attend"),
    _doing("hosting", doing="hosting", do="host"),
    _doing("organi[sz]ing|throwing|putting together", rf"(?P<what>(?:my|our|the|an?) {_WHAT.replace('(?P<what>', '(?:')})", doing="organising", do="organise"),
    _doing(
        "running|doing|playing in|playing|running in",
        rf"(?P<what>(?:my|our|the|an?) (?:{_MODIFIER}){{0,3}}?(?i:marathon|half marathon|race|10k|5k|triathlon|tournament|match|concert|gig))",
        doing="doing",
        do="do",
    ),
    _plan(
        rf"{_I_AM} taking (?P<whom>(?:{_NAMES}|(?:my|our|the) {_INNER}(?: {_INNER}){{0,2}}?)) to (?P<what>(?:the|an?|my|our) {_INNER}(?: {_INNER}){{0,2}}?|{_NAME})",
        "take {whom} to {what}",
        "{self} is taking {whom} to {what}",
    ),
    _plan(
        rf"{_I_AM} having (?P<what>{_NAMES}|(?:the|my|our|some|an?) {_INNER}(?: {_INNER}){{0,2}}?) (?P<over>over|round)",
        "have {what} {over}",
        "{self} is having {what} {over}",
    ),
    _plan(
        rf"(?:I|[Ww]e) (?:have|need|['’]ve got) to (?P<verb>be at|go to|see|attend|fly to|travel to) {_WHOM}",
        "{verb} {what}",
        "{self} has to {verb} {what}",
    ),
    _plan(rf"(?:I|[Ww]e) (?:see|meet) {_WHOM}(?: again)?", "see {what}", "{self} is seeing {what}"),
    _doing("taking", rf"(?P<what>(?:my|our|the|an?) (?:{_MODIFIER}){{0,3}}?(?i:{_EVENTS}))", doing="taking", do="take"),
    _plan(
        rf"{_I_AM} having (?P<meal>dinner|lunch|brunch|breakfast|coffee|drinks|tea) with {_WHOM}",
        "have {meal} with {what}",
        "{self} is having {meal} with {what}",
    ),
    _plan(
        rf"{_I_AM} (?:having|getting) (?P<what>(?:my|our|the|an?|some) {_INNER}(?: {_INNER}){{0,3}}?) "
        r"(?P<done>out|removed|taken out|done|fixed|checked|repaired|serviced|replaced|extracted|looked at|cut|coloured|delivered|installed|pulled)",
        "have {what} {done}",
        "{self} is having {what} {done}",
    ),
    _doing(r"going(?: back| over| up| down| out| away)? to|heading (?:back )?to|off to|driving to", _TOWN, doing="going to", do="go to"),
    _doing(r"flying(?: out| back| over)? to", _TOWN, doing="flying to", do="fly to"),
    _doing(r"travell?ing to", _TOWN, doing="travelling to", do="travel to"),
    _going_to("meet|see|visit|attend|take|host|celebrate|pick up"),
    _going_to("fly to|travel to|drive to|go to", _TOWN),
    _plan(rf"(?:I|[Ww]e) (?:fly(?: out)? to|travel to|leave for) {_TOWN}", "go to {what}", "{self} is going to {what}"),
    _plan(
        rf"(?:{_I_AM} starting|I start) (?P<what>(?:my|an?|the) (?:new |first |next )?(?:job|course|treatment|chemo(?:therapy)?|training|internship|placement|degree|role))",
        "start {what}",
        "{self} is starting {what}",
    ),
    _plan(rf"{_I_AM} (?P<what>getting married|moving house)", "{what}", "{self} is {what}"),
    _coming(rf"{_OWN} (?P<what>(?:older |younger |little |big |eldest |best )?{_KIN}(?:,? {_NAME},?)?(?: and (?:my )?{_INNER})?)", "visit of their {what}", "{self}'s {what}",
        r"(?:is|are|will be) (?:visiting|coming(?: over| round| down| up| to (?:visit|stay|see))?|flying in|arriving|staying with)(?: me| us)?"),
    _coming(rf"(?P<what>{_NAMES})", "visit of {what}", "{what}", r"(?:is|are) (?:visiting|coming (?:over|round|to (?:visit|stay with|see)|here)|flying in|staying with)(?: me| us)?"),
    _coming(rf"(?:[Tt]he|[Aa]n?|[Oo]ur|[Mm]y) (?P<what>{_COMER})", "visit of the {what}", "The {what}", r"(?:comes?|is coming|are coming|will come|will be here)(?: round| over| by)?"),
    _coming(rf"(?:[Tt]he|[Oo]ur|[Mm]y) (?P<what>(?:new )?{_INNER}(?: {_INNER})?)", "delivery of the {what}", "The {what}", r"(?:is being|are being|gets|will be) delivered"),
)  # fmt: skip

_MOVED = r"(?:moved|rescheduled|postponed|pushed(?: back)?|brought forward|put (?:off|back)|changed|shifted|switched)"
_TO = rf"(?: from(?: the)? ?{DAY}| from [^{DAY}]{{1,30}})? (?:to|until|till|for)(?: the)? ?{DAY}"
_OLD = rf"(?:(?:[Mm]y|[Oo]ur|[Tt]he) )?(?P<old>{_INNER}(?: {_INNER}){{0,4}}?)"
_CANCELLED = r"(?:cancel(?:l)?ed|called off)"

_HOURS = r"\d{1,2}(?:[:.]\d\d)?(?: ?(?:am|pm|a\.m\.|p\.m\.)(?!\w)| o['’]?clock)?"
_NUMBERS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_HOUR = rf"(?:{_HOURS}|noon|midday|midnight|lunchtime|(?:half|quarter|ten|twenty|five) (?:past|to) (?:\d{{1,2}}|{_NUMBERS})|(?:{_NUMBERS})(?: o['’]?clock|(?= in the )))"
_CLOCK = (
    rf"(?:(?:from|between) {_HOUR} ?(?:to|and|until|till|-|–) ?{_HOUR}|(?:at|from|around|about) (?:around |about )?{_HOUR}|{_HOUR}(?: ?[-–] ?{_HOUR})(?!\w)"
    r"|in the (?:early |late )?(?:morning|afternoon|evening)|(?:morning|afternoon|evening|night)(?!\w)|all day|first thing)"
)
_PARTS = {
    (6, 12): "in the morning",
    (12, 18): "in the afternoon",
    (18, 6): "in the evening",
    (18, 0): "in the evening",
}


def _clock_of(start: datetime, end: datetime) -> str:
    """Return an hour, or a part of the day: "at 15:00", "in the morning"."""
    if end - start <= timedelta(hours=1):
        return f"at {start:%H:%M}".replace("at 0", "at ")
    return _PARTS.get((start.hour, end.hour), "")


def _written(day: DayTold) -> str:
    """Return a day: "14 January 2027 at 9", "3 to 10 March 2027", "March 2027"."""
    if day.is_month:
        return f"{day.first:%B %Y}"
    first, last = day.first, day.last
    end = f"{last.day} {last:%B %Y}"
    clock = f" {day.clock}" if day.clock else ""
    if first == last:
        return f"{end}{clock}"
    if first.year != last.year:
        return f"{first.day} {first:%B %Y} to {end}{clock}"
    return f"{first.day} to {end}{clock}" if first.month == last.month else f"{first.day} {first:%B} to {end}{clock}"


def _phrased(when: str) -> str:
    """Return a day as a sentence has it: "on 14 January 2027 at 9"."""
    if not when[:1].isdigit():
        return f"in {when}"
    return f"from {when}" if re.match(rf"\d+ (?:(?:{_MONTHS}) (?:\d{{4}} )?)?to \d", when) else f"on {when}"


_MINE = re.compile(r"\b(?:my|our)\b", re.IGNORECASE)
_ME = re.compile(r"\b(?:me|us)\b")


def _own(words: str) -> str:
    """Return words of the speaker as they are told of them: "their wedding", for "my wedding"."""
    return _ME.sub("them", _MINE.sub("their", words))


APPOINTMENTS = Appointments(
    hint=pattern(
        r"\d|\b(?:today|tonight|tomorrow|next|(?:this|coming|the) (?:week|month|morning|afternoon|evening|night|day after)"
        r"|mon|tues?|wed|thu|thurs?|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekend"
        r"|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|january|february|march|april|may|june|july|august|september|october|november|december"
        r"|christmas|easter|new year|(?:the )?(?:first|second|third|[a-z]+th) of)\b",
        re.IGNORECASE,
    ),
    forms=_FORMS,
    moved=(
        pattern(rf"^{_OLD}(?: (?:is|was|has been|got|had to be|is being)|['’]s(?: been)?)?(?: just| now)? {_MOVED}{_TO}{_ENDS}"),
        pattern(rf"^(?:I|[Ww]e|[Tt]hey|[Ss]he|[Hh]e|(?:[Tt]he|[Mm]y|[Oo]ur) (?P<whose>{_INNER}(?: {_INNER}){{0,2}}?))(?:['’]ve| have| has|['’]s|['’]d| had to)?(?: just| now)? (?:{_MOVED}|move|reschedule|postpone) (?:my|our|the) (?P<old>{_INNER}(?: {_INNER}){{0,4}}?){_TO}{_ENDS}"),
        pattern(rf"^(?:[Mm]y|[Oo]ur|[Tt]he) (?P<old>{_INNER}(?: {_INNER}){{0,4}}?)(?: is|['’]s| will be) now(?: on| in| at)?(?: the)? ?{DAY}{_ENDS}"),
    ),
    cancelled=(
        pattern(rf"^(?:[Mm]y|[Oo]ur|[Tt]he) (?P<old>{_INNER}(?: {_INNER}){{0,4}}?)(?:(?: on| in| for)?(?: the)? ?{DAY})?(?: (?:is|was|has been|got|had to be)|['’]s(?: been)?)(?: just| now)? {_CANCELLED}(?=\s*(?:[.,;!]|$)| (?:because|so|and|due|by)\b)"),
        pattern(rf"^(?:I|[Ww]e|[Tt]hey|[Ss]he|[Hh]e|(?:[Tt]he|[Mm]y|[Oo]ur) (?P<whose>{_INNER}(?: {_INNER}){{0,2}}?))(?:['’]ve| have| has|['’]s|['’]d| had to)?(?: just| now)? (?:{_CANCELLED}|cancel) (?:my|our|the) (?P<old>{_INNER}(?: {_INNER}){{0,4}}?)(?:(?: on| in| for)?(?: the)? ?{DAY})?(?=\s*(?:[.,;!]|$)| (?:because|so|and|due)\b)"),
    ),
    put_right=pattern(rf"^(?:(?:no|sorry|oops|wait|actually|correction|my mistake|my bad|I mean)[,.!\s—–-]+)+(?:(?:I meant|it['’]s|it is|that['’]s|I mean|make that)(?: actually)? )?(?:on )?(?:the )?{DAY}[,\s]*(?:not [^.!?]{{1,30}})?[.!\s]*$", re.IGNORECASE),
    clauses=pattern(rf"(?:[,;:]|[—–]| -) ?(?:and |but |so )?(?![^,;]{{0,12}}$)(?=[\"“]?(?:I\b|I['’]|[Ww]e\b|[Mm]y |[Oo]ur |[Tt]he |[Tt]here|{DAY}|on {DAY}|[A-Z]))| (?:and|but|so|because|since|as) (?=(?:then |also )?(?:I\b|I['’]|we\b|we['’]|my |our |the |there|on {DAY}|{DAY}))"),
    lead=pattern(
        r"^(?:(?:and|but|so|also|then|oh|hey|hi|hello|well|okay|ok|yes|yeah|yep|no|by the way|btw|fyi|anyway|actually|just (?:so you know|to let you know|a heads up|fyi)|reminder|note|please note|remember|heads up"
        r"|unfortunately|luckily|sadly|great news|good news|bad news|guess what|because|since|as|update|news|finally|speaking of which|exciting news|thanks|thank you|hi there|hey there)\b[,:!.\s—–-]*)+",
        re.IGNORECASE,
    ),
    day_first=pattern(rf"^(?:[Oo]n |[Ii]n |[Tt]his |[Oo]ver |[Cc]ome )?(?:the )?{DAY},? (?P<rest>(?:(?! (?:-|and|but|so|because|which|where|then|before|after|until|as|since|while)\b)[^{DAY},;:!—–])+?)(?P<behind>(?:[,;:!—–]| -| (?:and|but|so|because|which|where|then|before|after|until|as|since|while)\b|[.!]*$).*)$"),
    unsure=pattern(
        rf"\?|\b(?:said|says?|tell|tells|told|ask(?:ed|s)?|wrote|writes|heard|thought|thinks?|hop(?:e|es|ed|ing) to|wish(?:es|ed)?|imagine|suppose|pretend|dream\w*|would|could|might|if|whether|unless|maybe|perhaps|when)\b[^{DAY}]*{DAY}"
        r"|\b(?:I think|I guess|I believe|I suppose|maybe|perhaps|probably|possibly|hopefully|supposedly|apparently|not sure|unless|joking|kidding|j/k|jk|(?:in|from) (?:my|a|the) (?:dream|book|film|movie|game|show|series|story|novel)|dream\w*|(?:not|n['’]t) (?:be )?(?:going|coming|attending|able to (?:go|come|make it|attend))|in theory|if (?:I|my memory|all goes|everything|they|it)|tentative(?:ly)?|right\W*$|as usual|every (?:year|month|week|day)|each (?:year|month|week|day))\b",
        re.IGNORECASE,
    ),
    invented=pattern(
        r"\b(?:role-?play\w*|story|stories|novel|fiction\w*|screenplay|script|scene|lyrics|poem|character|pretend|imagine|essay prompt|sample|example sentence|translate|rewrite|rephrase|proofread|paraphrase"
        r"|(?:write|draft|compose|generate|create) (?:me |us )?(?:an?|the|my|some|this) )",
        re.IGNORECASE,
    ),
    clock=pattern(rf"(?:,? |, )(?P<clock>{_CLOCK}(?: in the (?:morning|afternoon|evening)| at night)?)(?=\s*(?:[.,;:!)—–-]|$)| (?:and|but|so|because|with|for|at|in|on|to)\b)", re.IGNORECASE),
    clock_before=pattern(rf"(?P<clock>(?:at|around|from) {_HOUR})(?: on)?(?: the)? $", re.IGNORECASE),
    day_of_month=pattern(r"\bthe (?P<day>[1-9]|[12]\d|3[01])(?:st|nd|rd|th)\b(?! (?:of|time|floor|grade|birthday|century|anniversary|street|avenue|edition|place|one|season|round|amendment|version|day|week|month|year|graders?|hole|largest|best)\b)"),
    clock_of=_clock_of,
    written=_written,
    phrased=_phrased,
    joined=pattern(r"[\s,(]*(?:(?:on )?the )?"),
    own=_own,
)  # fmt: skip
