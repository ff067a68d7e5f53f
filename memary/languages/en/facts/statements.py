"""Read how English states facts about the one who speaks."""

from __future__ import annotations

import re
from dataclasses import replace

from memary.languages.en.facts.changes import HOMES, JOBS
from memary.languages.en.facts.corrections import ANEW, REPAIRS
from memary.languages.en.facts.former_facts import NO_LONGER, NOT_PAST, PAST
from memary.languages.en.facts.forms import FORMS, GIVEN, I_AM, OF_OTHERS
from memary.languages.en.facts.homes import MOVED_FIRST, MOVES_ON
from memary.languages.en.facts.joined_clauses import LEFT_OUT
from memary.languages.en.facts.kinds.businesses import BUSINESSES, OWN_WORK
from memary.languages.en.facts.kinds.fears import FEARS
from memary.languages.en.facts.kinds.health import HEALTH
from memary.languages.en.facts.kinds.medicines import MEDICINES
from memary.languages.en.facts.kinds.possessions import POSSESSIONS
from memary.languages.en.facts.kinds.preferences import PREFERENCES
from memary.languages.en.facts.lists import GOES_ON, LISTS
from memary.languages.en.facts.people.animals import ANIMALS
from memary.languages.en.facts.people.family import FAMILY, REFERRING
from memary.languages.en.facts.people.groups import GROUPS, NAMED_LATER, THEY
from memary.languages.en.facts.people.introductions import BEFORE_QUOTED_NAME, INTRODUCTIONS
from memary.languages.en.facts.people.professionals import PROFESSIONALS
from memary.languages.en.facts.since import FROM_THEN, LASTING, OWN_CLAUSE, THERE
from memary.languages.en.facts.whole_names import whole_name
from memary.languages.en.vocabulary.words import DAYS_AND_MONTHS
from memary.languages.pack.base import words
from memary.languages.pack.sentences import Statement, Statements
from memary.languages.pattern import pattern

ASKED_FOR = (
    r"(?:what(?: is|['’]s| was) your name|(?:what|how) (?:should|can|may|do) I call you|who are you)\b[^?]*\?\s*$"
)
ANSWER = pattern(rf"^(?:{GIVEN}\. (?={GIVEN} ))?(?P<name>{GIVEN}(?: {GIVEN}){{0,2}})(?=[.,!]|\s*$)")
"""A name as the whole of what is said first; a full one goes before its beginning: "Ada. Ada Novak."."""

_NOW = r"(?: (?:now|currently|still|again|just|right now|at the moment|at present|for now|these days|any ?more|yet|myself))*"
_LACKED = (
    r"\s*(?:[.,;:!)—–]|$)| -| since\b| for (?:\w+ ){1,2}(?:days|weeks|months|years)\b| and\b| but\b| so\b| because\b"
)
"""What may follow when somebody says that they lack something: no place and no day, where it may hold there alone."""

_WHEN = "|".join(sorted(map(str.capitalize, DAYS_AND_MONTHS), key=len, reverse=True))
_LACKS = rf"(?={_LACKED})"
_CEASED = (
    rf"(?={_LACKED}| to (?:{OWN_WORK}|[.!,;]|$)| last\b| this\b| yesterday\b| today\b| (?:in|on) (?:(?:19|20)\d\d|{_WHEN})\b| (?:in|on)\s*(?:[.,;:!]|$)"
    r"| a \w+ ago| (?:two|three|four|\d+) \w+ ago)"
)
"""What may follow when somebody says that something ceased; a time that is read by itself is cut out after "on"."""

_HOME = r"(?:flat|apartment|house|home|place|room|studio)"
_HAD = (
    r"car|bike|bicycle|motorbike|boat|dog|cat|pet|phone|laptop|landlord|dentist|doctor|gp|therapist|lawyer|boss|manager"
    r"|roommate|flatmate|housemate|cleaner|nanny|gym membership|season ticket|subscription|garden|insurance|pension plan"
)
_I_HAVE_NO = r"(?:I|[Ww]e) (?:have no|no longer have an?|do not have an?|don['’]t have an?|haven['’]t got an?)"


def _none(regex: str, predicate: str, statement: str) -> Statement:
    starts = r"(?:^|[.!;,:—–]\s*|\b(?:and|but|so|well|yes|yeah|[Aa]ctually|[Uu]nfortunately|because|since|as)[,]? )"
    return Statement(pattern(starts + regex), predicate, statement, "value", object="none")


_ABSENCES = (
    _none(rf"(?:{I_AM}|I['’]ve been|I have been){_NOW} (?:between jobs|unemployed|jobless|retired|out of (?:a job|work)|without (?:a job|work)"
          rf"|not working(?: anywhere)?(?= (?:now|currently|right now|at the moment|at present|any ?more|these days)|[.,;!]|$)){_NOW}{_LACKS}",
          "works_at", "{self} works nowhere at present."),
    _none(rf"I (?:have no|do not have a|don['’]t have a|haven['’]t got a|no longer have a) job{_NOW}{_LACKS}",
          "works_at", "{self} works nowhere at present."),
    _none(rf"I(?:['’]ve| have)?(?: just| finally| recently| now)* (?:quit|resigned|retired|lost my job|(?:was|got|been) (?:laid off|fired|let go|made redundant))"
          rf"(?: (?:my|the) job)?(?: (?:at|from) (?:my job|work|the (?:hospital|clinic|school|bank|factory|office|shop|restaurant|company|firm|agency|library|university)|[A-Z][\w'’-]*(?: [A-Z][\w'’-]*)*))?{_CEASED}",
          "works_at", "{self} works nowhere at present."),
    _none(rf"(?:[Tt]hey|[Mm]y (?:company|employer|boss)) (?:have |has )?(?:just )?(?:fired me|laid me off|let me go|made me redundant){_CEASED}",
          "works_at", "{self} works nowhere at present."),
    _none(rf"(?P<old>[A-Z][\w'’-]*(?: [A-Z][\w'’-]*){{0,2}}) (?:has )?(?:just )?(?:fired me|laid me off|made me redundant){_CEASED}",
          "works_at", "{self} works nowhere at present."),
    _none(rf"(?:I|[Ww]e)(?:['’]ve| have)?(?: just| finally| recently| now)* (?:gave|given) up (?:the|our|my) (?:\w+ )?{_HOME}{_CEASED}",
          "lives_in", "{self} lives nowhere at present: the home was given up."),
    _none(rf"(?:I|[Ww]e)(?:['’]ve| have)?(?: just| finally| recently)* (?:terminated|ended|cancelled|canceled) (?:the|our|my) lease{_CEASED}",
          "lives_in", "{self} lives nowhere at present: the home was given up."),
    _none(rf"{I_AM}{_NOW} (?:homeless|without a (?:home|flat|place to live)|of no fixed (?:address|abode)){_NOW}{_LACKS}",
          "lives_in", "{self} lives nowhere at present."),
    _none(rf"{_I_HAVE_NO} (?:home|fixed address|place to live|(?:{_HOME} of (?:my|our) own)){_NOW}{_LACKS}",
          "lives_in", "{self} lives nowhere at present."),
    _none(rf"(?:I|[Ww]e) (?:no longer have an? {_HOME}|(?:do not|don['’]t) have an? {_HOME} any ?more)(?:{_LACKS}|(?= as of\b))",
          "lives_in", "{self} lives nowhere at present: the home was given up."),
    _none(rf"{I_AM}{_NOW} single{_NOW}{_LACKS}", "partner_is", "{self} has no partner at present."),
    _none(rf"(?:[Mm]y (?:girlfriend|boyfriend|partner|ex) and I|[A-Z]\w+ and [Ii]|[Mm]e (?:and|n|&) (?:[Mm]y (?:girlfriend|boyfriend|partner)|[A-Z]\w+)|[Ww]e)(?:['’]ve| have)?(?: just| finally| recently)* (?:(?:broke|broken|split) up|ended it|called it quits|parted ways){_CEASED}",
          "partner_is", "{self} has no partner at present."),
    _none(rf"(?![^.!?\n]{{0,200}}\b(?:back together|made up|reconciled)\b)I(?:['’]ve| have)?(?: just| finally| recently)* (?:broke|broken|split) up with (?:my (?:girlfriend|boyfriend|partner)|(?P<old>[A-Z]\w+)){_CEASED}",
          "partner_is", "{self} has no partner at present."),
    _none(rf"[Mm]y (?:girlfriend|boyfriend|partner) (?:has )?(?:just )?left me{_CEASED}",
          "partner_is", "{self} has no partner at present."),
    _none(rf"I(?:['’]ve| have)?(?: just| finally| recently)* dropped out(?: of (?:university|college|school|uni))?{_CEASED}",
          "studies_at", "{self} studies nowhere at present."),
    _none(rf"{_I_HAVE_NO} (?P<kin>{_HAD})(?: (?:now|currently|right now|at the moment|at present|for now|these days|any ?more|yet)){_LACKS}",
          "has_{kin}", "{self} has no {kin} at present."),
    _none(rf"I(?:['’]ve| have)?(?: just| finally| recently| now)* sold my (?:old )?car{_CEASED}", "has_car", "{self} has no car at present."),
    _none(rf"(?:I|[Ww]e)(?:['’]ve| have)?(?: just| finally| recently| now)* (?:got|gotten) divorced(?: from (?:[Mm]y (?:husband|wife|spouse)|(?P<old>[A-Z]\w+(?: [A-Z]\w+)?)))?{_CEASED}|I(?: am|['’]m){_NOW} divorced{_LACKS}|(?:[Ww]e(?: are|['’]re)|(?:(?:[A-Z]\w+|[Mm]y (?:ex-)?(?:husband|wife|spouse)) and I|[Mm]e (?:and|n|&) (?:[A-Z]\w+|[Mm]y (?:ex-)?(?:husband|wife|spouse)))(?: are| got| have got|['’]ve got| have|['’]ve| just| finally| recently)*){_NOW} divorced{_CEASED}", "spouse_is",
          "{self} is not married at present."),
    _none(rf"(?:I|[Ww]e)(?:['’]ve| have)?(?: just| finally| recently| now)* (?:cancelled|canceled|gave up|given up) (?:my|our|the) (?P<kin>gym membership|season ticket|subscription|pension plan|garden){_CEASED}",
          "has_{kin}", "{self} has no {kin} at present."),
    _none(rf"(?:I|[Ww]e)(?:['’]ve| have)?(?: just| finally| recently| now)* sold (?:my|our|the) (?:old )?(?P<kin>bike|bicycle|motorbike|boat){_CEASED}",
          "has_{kin}", "{self} has no {kin} at present."),
    _none(rf"(?:I|[Ww]e) no longer have an? (?P<kin>{_HAD}){_LACKS}", "has_{kin}", "{self} has no {kin} at present."),
)  # fmt: skip

_AS_CAUSE = (
    r"since (?=(?:I|[Mm]y)\b)(?!I(?:['’]ve| have)? ?(?:just |recently )?(?:moved|quit|retired|was|got|lost|dropped)\b)"
    r"|as (?=(?:I|we)(?: am|['’]m| are|['’]re| have| work| live| can(?:not|['’]t))\b)"
)
"""Words that may tell a time, as they tell a cause; what began then only tells a time."""

_BECAUSE = (
    rf"(?:(?:only |mainly |mostly |simply )?because(?: of)? |{_AS_CAUSE}|(?:seeing|given|now) that |due to |owing to "
    r"|on account of |thanks to )"
)
_HENCE = r"(?:and )?(?:that(?:['’]s| is) (?:why|the reason(?: why| that)?)|which is (?:why|the reason(?: why| that)?)|therefore|hence)"
_CAUSES = (
    pattern(r"^(?P<words>[Tt]he (?:only |main )?reason (?:why |that )?(?P<effect>(?:I|we|my) [^.;!?]+?) is (?:that |because )(?P<ground>[^.;!?]+))"),
    pattern(rf"^(?P<effect>[^.;!?]+?)(?<!not)(?<!just)(?<!ever),? (?P<words>{_BECAUSE}(?P<ground>[^.;!?]+))"),
    pattern(rf"^(?P<words>(?i:{_BECAUSE})(?P<ground>[^,.;!?]+)), (?P<effect>[^.;!?]+)"),
    pattern(r"^(?P<words>(?P<ground>[^.;!?]+?), (?:and )?so) (?P<effect>(?:I|we) [^.;!?]+)"),
    pattern(rf"^(?P<words>(?P<ground>[^.;!?]+?)(?:[.!;,]?| [—–-]) (?i:{_HENCE}),?) (?P<effect>[^.;!?]+)"),
)  # fmt: skip

_SOUNDS_OPEN = re.compile(r"[AEFHILMNORSX][A-Z]*\b|(?i:hono|heir|(?!eu|one|uni|uro|use)[aeiou])(?![A-Z])")


def _with_article(profession: str) -> str:
    """Return a profession with its article: "a nurse", "an architect", "an ER nurse", "a UX designer"."""
    return f"{'an' if _SOUNDS_OPEN.match(profession) else 'a'} {profession}"


STATEMENTS = Statements(
    causes=_CAUSES,
    referring=(*REFERRING, *THEY, *NAMED_LATER),
    left_out=LEFT_OUT,
    absences=_ABSENCES,
    filled=(
        r"\b(?<!no )(?<!any )(?<!not )(?<!yet )(?:start(?:ed|ing)|join(?:ed|ing)|mov(?:ed|ing) (?:in|to)|work(?:ing)? (?:at(?! the moment| present)|for(?! now)|as)"
        r"|(?<!to )liv(?:e|ing) (?:in|at|with)|found (?:an?|another)|got (?:an?|another)|bought (?:an?|another)|new (?:job|flat|place|home|house|one|employer|position"
        r"|girlfriend|boyfriend|partner|car|dog|cat)|met|seeing|instead|self-employed|freelanc\w+|own business"
        rf"|{OWN_WORK}|(?:work(?:ing)?|business|go(?:ing)?|went|set up) for myself|my own boss|go(?:ing)? solo)\b"
    ),
    not_absent=(
        r"\?|\b(?:if|would|could|might|(?-i:may|will|hope)|wish|imagine|suppose|pretend|used to|dream\w*|maybe|perhaps|almost|nearly"
        r"|when I was|back when|years ago|back then|once|until|story|novel|character|joking|kidding|say|says|said|told|asked"
        r"|thinks?|thought|going to|plan(?:s|ned|ning)?|never|afraid|scared|worried|game|role-?play\w*|last time|both)\b"
    ),
    forms=tuple(
        replace(form, worded=_with_article) if form.predicate == "works_as" else form
        for form in (
            *INTRODUCTIONS,
            *FORMS,
            *PREFERENCES,
            *FAMILY,
            *GROUPS,
            *PROFESSIONALS,
            *HEALTH,
            *MEDICINES,
            *FEARS,
            *BUSINESSES,
            *OF_OTHERS,
            *LISTS,
            *HOMES,
            *JOBS,
            *POSSESSIONS,
        )
    ),
    quoted_name=BEFORE_QUOTED_NAME,
    whole_name=whole_name,
    not_said=(
        r"\?|^(?:will|hope) (?:I|you|we|they|s?he|it|my|our|the|to|that)\b|\b(?:if|would|could|might|(?-i:may|will|hope)|wish|imagine|imagined|suppose|pretend|used to|dreamt?|dreamed|maybe|perhaps"
        r"|almost|nearly|as though|as if|story|novel|fiction|character|joking|kidding|unless|whether|going to|plan"
        r"|said|says|told|asked|thinks?|(?<!second )thought|when I was|back when|years ago|formerly|until|wrong|mistaken|not true|no longer|left|moved away|back then|dreams?|games?|movie role"
        r"|wrote|writes|say|claims?|claimed|assum(?:e|ing)|heard|guess|apparently|allegedly|supposedly|rumou?rs?|in another life"
        r"|role-?play\w*|in theory|hypothetically|(?:starting|beginning) (?:in|on|from|next|tomorrow|soon))\b"
        rf"|{NO_LONGER}"
    ),
    abbreviations=words("st mt ft dr mr mrs ms prof"),
    joints="and|but|because|so|while",
    goes_on=f"{GOES_ON}|{REPAIRS}|{MOVES_ON}",
    before_now=(
        rf"{ANEW}|{MOVED_FIRST}|(?:,|,? (?:and|but)) (?:before that,? )?(?:I )?(?:used to|formerly|previously) [^.;?!,]{{1,60}}(?=[.!]*$)|"
        r"^(?:no,? )?(?:that|this|it)(?:['’]s| is| was) (?:wrong|incorrect|false|not (?:right|true|correct))[,:;—– ]+(?=(?:I|my)\b)|^(?:\w+,? )?I (?:used to|formerly|previously) [^.;?!,]{1,60}(?:[,;]| [—–-])? ?(?:and |but )?"
        r"(?=(?:now|nowadays|these days|currently),? I\b)"
    ),
    own_clause=OWN_CLAUSE,
    there=THERE,
    lasting=LASTING,
    from_then=FROM_THEN,
    past=tuple(replace(form, worded=_with_article) if form.object_type == "topic" else form for form in PAST),
    not_past=NOT_PAST,
    animals=frozenset(ANIMALS),
    called=("name_is", "{self} is called {object}."),
)
