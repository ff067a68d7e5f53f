"""Read how English asks, and how its questions refer back to what was said before."""

from __future__ import annotations

import re
from collections.abc import Mapping

from memary.languages.en.names.recognition import english_names
from memary.languages.en.vocabulary.words import IRREGULAR_FORMS
from memary.languages.pack.base import words
from memary.languages.pack.talk import Dialogue, Leaning, Questions, first_leaning
from memary.languages.pattern import pattern

_DOES_WHAT = r"\bwhat (?:do|does) (?!you\b|we\b|they\b|it\b|this\b|that\b)(?:(?:my|our|your|his|her) )?\w+(?: \w+)? do(?: now| these days)?\W*$"
"""What asks for somebody's work: "What does my wife do?"."""

_FROM_WHERE = r"\bwhere(?:['’]s| (?:am|is|are|was|were)) (?:\w+ ){1,3}?(?:originally )?from(?: originally)?\W*$"
"""What asks for somebody's origin by little words alone."""

_WORK_AT = (
    r"\bwhere\b.*\b(?:work|working|employed|job)\b|\bemploy(?:er|s)\b|\bwho\b.*\bworks? (?:for|at)\b"
    r"|\b(?:which|what) (?:company|firm|organi[sz]ation|employer)\b.*\b(?:work|working|job|employed)\b"
    r"|\bwho(?:m)?\b.*\b(?:work for|employs|hired|pays (?:me|my))\b|\b(?:work ?place|place of work)\b|\bwhere\b.*\b(?:earn|my office)\b|\b(?:which|what) (?:company|firm|organi[sz]ation)\b.*\b(?:am I|is \w+) (?:with|at|in)\b"
    r"|\bhow (?:has|have|did) (?:my|our) (?:job|work|career)\b|\bwhat (?:was|were) (?:my|our)\b.*\bjobs?\b|\bmy (?:previous|former|old|last|first) jobs?\b"
)
_WORK_AS = (
    rf"{_DOES_WHAT}|\bfor a living\b|\bhow (?:has|have|did) (?:my|our) (?:job|work|profession|occupation|career)\b|\bwhat did I do before I (?:was|became|worked|joined)\b|\bdo\b.*\bfor work\b|\b(?:occupation|profession|job title|trade)\b"
    r"|\bwhat(?:['’]s| is| kind of| sort of)?\b.*\b(?:job|work does|work do)\b|\bwhat\b.*\bwork as\b"
    r"|\b(?:line|field|kind|sort|type) of work\b|\b(?:career|vocation|day job)\b|\bhow\b.*\b(?:earn|make)s? (?:a|my|his|her|their) (?:living|money|bread)\b|\bwhat\b.*\b(?:role|position)\b.*\b(?:have|hold|at work|in)\b"
)

_NAME_ALL = r"^\W*(?:please )?(?:(?:can|could) you )?(?:list|show|give|tell|name)(?: me)?(?: all)?(?: of)? (?=my )(?:my (?:complete |full )?list of )?"
"""What asks for all of a kind: "List my allergies"."""

_BE_OR_DO = r"(?:do|does|did|is|are|was|were|am|can|could|will|would|should|has|have|had|may|must|shall)"
_WHOM = (
    r"(?:I|you|we|he|she|it|they|there|this|that|these|those|my|your|our|his|her|its|their|the|an?|any\w*|some\w*)"
)
_PAST = rf"(?:(?:was|were|had|did|could|lost|left|put|read|hurt|cut|[a-z]{{2,}}ed|{'|'.join(sorted(IRREGULAR_FORMS))})(?:n['’]t)?)"
_VERB = rf"(?:{_PAST}|(?:am|is|are|has|have|does|do|can|will|needs|wants|works|lives|says|comes|goes|keeps|makes|likes)(?:n['’]t)?)"
_TELLS = (
    r"(?:(?:hi|hello|hey|sorry|so|and|but|well|ok|okay|also|yes|no|thanks)\b[\s,!]*)*"
    r"(?!(?:you\b|I(?:['’]m| am| was)? (?:just )?(?:wonder|asking|curious|not sure|unsure|forg[eo]t,|(?:don['’]t|can['’]t) (?:know|remember|recall))))"
    r"(?:(?:I|we|he|she|they|it|there|this|that)(?:['’]\w+)? \w+"
    r"|(?:my|our|his|her|their|the|an?|this|that|these|those) (?!\w+(?: \w+){0,2} (?:I|we|you|he|she|they|who|that|which)\b)"
    rf"(?:[\w’'-]+ ){{1,6}}?{_VERB}\b)"
)
"""How a sentence begins that tells something: with its subject, and a verb; no "my sister", no "the bike I rented"."""

_TELLS_THEN_ASKS = (
    rf"^\W*{_TELLS}[^,;?]*(?:, (?!(?:(?:and|but|so) )?(?:if|when|unless|once)\b)[^,;?]*){{0,6}}?[,;] (?:(?:and|so|but|now|then) )?"
    rf"(?=(?:(?:what|where|who|when|why|how)(?:['’]s| {_BE_OR_DO}\b)|(?:which|what|how)(?: \w+){{1,2}} {_BE_OR_DO}\b"
    rf"|(?!{_BE_OR_DO} (?:I|you|we|he|she|it|they)\W*$|(?:am I|are we) (?:right|wrong|correct)\b|do I remember\b)"
    rf"(?!(?:is|was) (?:that|this|it) (?:right|correct|true|so)\W*$){_BE_OR_DO} {_WHOM}\b)[^?]*\?\W*$)"
)
"""A sentence that tells something and then asks; not one that asks whether what it tells is so: "…, do I?"."""

_TELLS_PAST_THEN_ASKS = rf"^[^,;?]{{0,200}}\b{_PAST}\b[^,;?]*, (?=(?:is|was) (?:that|this|it) (?:right|correct)\W*$)"
"""What happened, and whether it should have: "I was charged 148 euros, is that right?"."""

QUESTIONS = Questions(
    short=(
        (pattern(_NAME_ALL, re.IGNORECASE), "what are "),
        (pattern(r"\bnew (?=job\b)", re.IGNORECASE), ""),
        (pattern(_DOES_WHAT, re.IGNORECASE), r"\g<0> for work"),
        (pattern(r"\bfor a living\b", re.IGNORECASE), "for work"),
        (pattern(_FROM_WHERE, re.IGNORECASE), r"\g<0> come from originally"),
    ),
    asks=(
        r"^\W*(?:(?:and|but|so|well|hey|hi|hello|ok|okay|please)\b\W*)*"
        r"(?:who|whom|whose|what|which|when|where|why|how|whos|whats|whens|wheres|whys|hows|do|does|did|is|are|was|were|am|can|could|will|would|should|has"
        r"|have|had|tell me|show|list|remind|find"
        r"|give me (?:my|all|what|everything|(?:the (?:names?|address|number)|(?:the|an?) (?:list|timeline|chronology|overview|summary)))|name (?:my|all)|describe (?:me|my)|(?:summari[sz]e|sum up|recap|outline) (?:me|my|what|everything|all))(?:['’]s)?\b"
        r"|^(?:my|our|[^\W\d]+['’]s)\s(?:\w+\s){0,2}"
        r"(?:(?:phone |mobile )?number|password|passcode|pin|birthday|address|e-?mail|blood type|shoe size|licen[cs]e plate)\W*$"
    ),
    supposes=r"\b(?:if|imagine|suppose) i\b|\bI(?:['’]d| would)\b(?! (?:like|love|rather|prefer|better|been))",
    behind=(
        r"^\W*(?!(?:you|if|when|while|after|before|since|because|although|once|as|say|suppose|assuming|given|should|had|were"
        r"|who|what|where|which|how|do|does|did|is|are|am|can|could|will|would)\b)[^,;?]+[,;] (?:(?:and|so|but|now) )?"
        r"(?=(?:(?:what|where|who|when)(?:['’]s| (?:is|are|am|was|were|do|does|did|have|has)\b)|(?:which|what|how) \w+ (?:is|are|am|do|does|did|have|has)\b)[^?]*\?\W*$)"
        rf"|{_TELLS_THEN_ASKS}|{_TELLS_PAST_THEN_ASKS}"
    ),
    when=(
        r"^\W*(?:(?:and|so)\W+)?(?:(?:since )?when\b|(?:for )?how long\b"
        r"|(?:on |in )?(?:what|which) (?:date|day|year|month|time)\b)"
    ),
    words=words("tell please remember know kind type many much ever"),
    kind=r"\b(?:which|what)\s+(?!(?:is|was|are|were|do|does|did)\b)\w+",
    at_present=r"\b(?:now|nowadays|currently|at present|these days|at the moment)\b",
    ahead=(
        r"(?:\b(?:any|every|some)thing\b(?: [\w'’]+){0,5} )?\b(?:coming up|upcoming|yet to come|still to come|lies ahead|still ahead|ahead of (?:me|us|you))\b"
        r"|^what(?:['’]s| is)(?: (?:up|on))? next\b|\b(?:on|in) (?:my|our) (?:calendar|schedule|agenda|diary|plate)\b"
        r"|\b(?:do|have) (?:i|we)(?: have)? (?:planned|scheduled|booked)\W*$"
        r"|\b(?:dates?|days?|appointments?) (?:(?:do|must|should|have) (?:i|we)|(?:i|we)(?: should| must| have to| need to)?)"
        r"(?: still| also)?(?: have to| need to| to)?(?: remember| keep in mind| note| watch| mind| not forget)\b"
    ),
    from_now=r"\b(?:(?:starting )?from (?:now|today|here|this day) on(?:wards?)?|starting (?:now|today))\b",
    naming=r"\b(?:names?|named|called)\b",
    before=r"\b(?:before|used? to|previous(?:ly)?|former(?:ly)?|old|ex|last)\b",
    over=(
        r"\bstill\b(?! (?:to (?:do|come)|open items?)\b)|\bany ?more\b|\bany longer\b|\bno longer\b"
        r"|\bwhat(?:ever|['’]s| has| have)? (?:ever )?(?:happened|become|became|come|came) (?:to|of|with)\b"
    ),
    of_self=(
        r"\bwho am I\b|\b(?:know|remember|learnt|learned)\b.*\b(?:about|of) me\b|\btell me (?:more )?about (?:me|myself)\b"
        r"|\bdo you (?:know|remember) me\b|\bwhat have I told you\b|\b(?:describe|summari[sz]e|sum up) me\b"
    ),
    idle=(
        r"(?:(?:hi|hey|hello|yo|and|so|but|oh|well|ok|okay)\b\W*)*(?:what(?:['’]?s| is) (?:up|new|good|happening|going on)(?: with you| man| mate| bro| dude| then| today)?"
        r"|who (?:knows|cares|knew)|so what|what(?: then)?|why not|how come|how are (?:you|things|ya)(?: doing| going)?(?: today)?"
        r"|how(?:['’]?s| is) it going|how do you do|how(?:['’]?s| is) (?:things|life)|are you (?:there|ok|okay|kidding(?: me)?|serious|sure)"
        r"|what(?:['’]?s| is) the point|what the (?:hell|heck)|how (?:nice|lovely|cool|sweet|sad|funny|annoying|awful)|is it|was it|really|who am i kidding)"
    ),
    yes_or_no=r"^\W*(?:(?:and|but|so|well|hey|hi|hello|ok|okay|please)\b\W*)*(?:do|does|did|is|are|was|were|am|has|have|had)\b",
    about={
        "residence": (
            r"\bwhere\b.*\b(?:live|living|home|house|resid\w+|based)\b|\bwhere(?:['’]s| is| am) (?:my )?(?:home|I based)\b"
            r"|\b(?:which|what) (?:city|town|village|country|place)\b.*\b(?:live|living|home|am I|based|moved?)\b"
            r"|\b(?:home ?town|home address|residence)\b"
            r"|\b(?:my|your|h(?:is|er)|['’]s) (?:current )?(?:address|place of residence)\b|\bwhere (?:do|does|did|am|is|are|have)\b.*\b(?:stay|staying|settled?|dwell\w*|moved?|relocated?|located)\b|\bcalls? home\b"
        ),
        "employer": _WORK_AT,
        "occupation": _WORK_AS,
        "name": (
            r"\b(?:what(?:['’]s| is|['’]re| was| were)|do you know|how (?:has|have|did)) my (?:full |first |last |(?:former|previous|old|new|maiden|family) )?(?:sur)?name\b|\bwho am I\b|\bwhat am I called\b"
            r"|\bhow (?:should|do|can|may) (?:you|I|people|they|we) (?:address|call) me\b|\bwhat (?:do|should|can) (?:people|you|they|others|I) call me\b|\bwhat name do I\b|\b(?:tell|remember|know)\b.*\bmy name\b"
        ),
        "real_name": r"\b(?:real|actual|true|proper|legal|birth) name\b",
        "nickname": (
            r"\bnick ?names?\b|\bhow (?:should|do|can|may) (?:you|I|people|they|we) (?:address|call) me\b|\b(?:what|how) (?:do|should|can) (?:people|you|they|others|I|my \w+) (?:call|address) me\b"
            r"|\bwhat name do I\b|\bwho am I\b|\bwhat am I called\b|\bwhat(?:['’]s| is) my name\b"
        ),
        "age": (
            r"\bhow old\b|\b(?:what(?:['’]s| is)) \w+(?:['’]s)? age\b|\bwhat age\b"
            r"|\bhow many years\b.*\b(?:old|have I lived|am I)\b|\b(?:my|h(?:is|er)|['’]s) age\b"
        ),
        "birthday": (
            r"\bbirthday\b|\bdate of birth\b|\bwhen (?:was|were) .*\bborn\b"
            r"|\bwhen do(?:es)?\b.*\b(?:turn|celebrate|get a year older|get older)\b|\b(?:what|which) (?:day|date)\b.*\bborn\b|\bbirth ?date\b|\bday of birth\b"
        ),
        "spouse": (
            r"\b(?:married to|husband|wife|spouse)\b"
            r"|\b(?:did|do|does|is|am)\b.*\b(?:marry|married|wed)\b|\b(?:better half|tied? the knot)\b"
        ),
        "partner": (
            r"\b(?:dating|girlfriend|boyfriend|partner)\b"
            r"|\bwho\b.*\b(?:am I|is \w+|are \w+) (?:seeing|with|together with|in love with|going out with|in a relationship)\b|\bsignificant other\b|\blove life\b"
        ),
        "address": r"\b(?:my|your|our|h(?:is|er)|['’]s) (?:current |home |postal |full |exact |new )?address\b|\b(?:which|what) (?:street|address)\b",
        "phone": (
            r"\b(?:phone|mobile|cell) ?number\b|\bnumber can .* be (?:called|reached)\b"
            r"|\b(?:telephone|contact number)\b|\b(?:what|which) number\b.*\b(?:call|reach|dial|ring)\b|\bhow\b.*\b(?:call|reach|ring) \w+ (?:by|on the) phone\b"
        ),
        "email": (
            r"\be-?mail\b"
            r"|\b(?:mail address|inbox)\b|\bwhere\b.*\bwrite to\b"
        ),
        "timezone": (
            r"\btime ?zone\b"
            r"|\bwhich zone\b|\bclock\b.*\bset to\b|\bwhat zone\b"
        ),
        "diet": (
            r"\bdiet\b|\b(?:vegan|vegetarian)\b"
            r"|\beating habits\b|\b(?:eat|eats) (?:meat|fish|animal products)\b|\bwhat (?:kind|sort) of food\b.*\beats?\b|\bhow do(?:es)? \w+ eat\b"
        ),
        "school": (
            r"\b(?:which|what) (?:school|university|college)\b|\bwhere\b.*\b(?:study|studying|go to school)\b"
            r"|\b(?:enrolled|alma mater|campus)\b|\bwhere\b.*\b(?:student|university|college|class(?:es)?|degree)\b"
        ),
        "major": (
            r"\bwhat\b.*\b(?:major|studying)\b"
            r"|\b(?:field of study|course of study|degree)\b|\b(?:what|which) (?:subject|field)\b"
        ),
        "salary": (
            r"\b(?:salary|how much\b.*\bearn)\b"
            r"|\b(?:income|wages?|pay ?check)\b|\bhow much\b.*\bmakes?\b"
            # whoever has paid something was not paid for it
            r"|(?:\b(?:am|is|are|was|were|be|been|being|gets?|got|getting|do I do)\b|['’](?:m|s|re)\b).*\bpaid\b|\b(?:well|poorly|badly|how) paid\b"
        ),
        "manager": (
            r"\breports? to\b|\bmanager\b"
            r"|\b(?:boss|supervisor|superior)\b|\bwho\b.*\b(?:answer to|in charge of me|above me|leads? me|manages)\b"
        ),
        "deadline": (
            r"\bdeadline\b|\bwhen\b.*\bdue\b"
            r"|\b(?:due date|time limit|cut-?off)\b|\bby (?:when|what date|which day)\b|\b(?:last|latest) (?:day|date)\b|\bwhen\b.*\b(?:hand|turn) (?:\w+ )?in\b"
        ),
        "price": (
            r"\bhow much\b.*\bcosts?\b|\bprice\b"
            r"|\bhow much (?:is|are|was|were|did)\b.*\b(?:pay|paid|for|worth|price)\b|\bhow expensive\b"
        ),
        "allergy": (
            r"\ballerg\w+|\b(?:what|which)\b.*\b(?:must not|can['’]?t|cannot|should(?:n['’]t| not)) (?:I )?eat\b"
            r"|\bintoleran\w+\b|\b(?:react|reacts|reaction)\b.*\b(?:badly|to)\b|\b(?:what|which)\b.*\b(?:makes? me (?:ill|sick|itch|sneeze)|dangerous for me|bad for me|keep away from me|do I have to avoid|must I avoid|should I avoid)\b"
        ),
        "taste": (
            r"\bwhat\b.*\b(?:do|does)\b(?!(?: \w+)?(?: really)? not\b).*\b(?:like|love|enjoy)\b|\bwhich\b.*\b(?:do|does)\b(?!(?: \w+)?(?: really)? not\b).*\b(?:like|love|enjoy)\b"
            r"|\b(?:what|which)\b.*\b(?:fond of|keen on|into|crazy about|adore|prefer|dear to me|favou?rites?|pleases? me|makes? me happy|be (?:happy|glad) about)\b|\bmy tastes?\b"
        ),
        "distaste": (
            r"\b(?:what|which)\b.*\b(?:hate|dislike|detest|not like|(?:do|does|did)n['’]t \w+ (?:really )?(?:like|love|enjoy)|\w+n['’]t stand)\b"
            r"|\b(?:what|which)\b.*\b(?:(?:can['’]?t|cannot) (?:I )?(?:stand|bear)|annoys?|bothers?|put(?:s)? me off|not (?:care for|fond of|into)|\w+n['’]t (?:\w+ )?(?:care for|fond of|into)|avoid(?:s)?|loathe)\b"
        ),
        "interest": (
            r"\b(?:hobb(?:y|ies)|pastimes?|interests?|leisure|interested in)\b"
            r"|\bwhat\b.*\b(?:do|does)\b.*\b(?:free|spare) time\b|\bwhat\b.*\b(?:for fun|to relax|after work|at weekends|on weekends)\b"
        ),
        "plan": (
            r"\b(?:what|which|where)\b.*\b(?:plans?|planning|goals?|aims?|intend|going to do|hope to|want to (?:do|learn|become|achieve)|saving (?:up )?for|working towards?|dream of|up to next|have in mind)\b"
            r"|\bwhat\b.*\b(?:learning|preparing for)\b|\bwhere (?:will|am|are|is) \w+ (?:(?:going|about|due) to )?(?:be )?(?:work|start)(?:ing)?\b|\bnew (?:job|employer)\b"
        ),
        "thing": r"\b(?:what|which)\b.*\b(?:own|owns|possess|possesses|belongs? to me|in my possession)\b|\b(?:which|what) instruments?\b",
        "fear": r"\b(?:afraid|scared|frightened|terrified|fears?|phobias?)\b|\bwhat (?:frightens|scares|terrifies)\b",
        "business": rf"{_WORK_AS}|{_WORK_AT}|\b(?:what|which)\b.*\b(?:run|own|manage)\b|\bmy (?:business|company|shop)\b",
        "visit": (
            r"\b(?:where|what|which)\b.*\b(?:have|has|had|did)\b.*\b(?:travel(?:l?ed)?|visit(?:ed)?|been to|been abroad|been on holiday|gone on holiday)\b"
            r"|\bwhere have (?:I|we) been\b"
        ),
    },
)

_BARE_SOURCE = (
    r"(?:(?:and|but|so|ok|okay|oh|hm+)\b[,\s]*)?(?:why|how|when|where|who|whom|which|what|why not|how so|how come"
    r"|since when|until when|what for|what else|who else|where else|when exactly|where exactly|how long|how many"
    r"|how much|how often|how far|where to|where from|who with|with whom|with who|which one|which ones|like what"
    r"|such as|for example|anything else|anyone else|tell me more|go on)\W*"
)
_BARE = pattern(_BARE_SOURCE, re.IGNORECASE)
_GOES_ON_SOURCE = (
    r"(?:(?:and|but|or|so)\b[,\s]+)?(?:what|how) about\b(?:\W+[\w'’-]+){1,5}\W*"  # what about Tom?
    r"|(?:and|but|or)\b,?(?!\W+(?:who|whom|whose|what|which|when|where|why|how|do|does|did|is|are|was|were|am|can"
    r"|could|will|would|should|has|have|had|if|then|tell|show|list|find|remind|i|you|we)\b)(?:\W+[\w'’-]+){1,5}\W*"
    r"|(?:in|on|at|with|from|to|for|by|since|until|before|after|during)\b(?:\W+[\w'’-]+){1,3}\W*"
)
_GOES_ON = pattern(_GOES_ON_SOURCE, re.IGNORECASE)
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
_EMPTY_IT = pattern(
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
_NOUN_SOURCE = r"\b(?:my|your|our|the|an?|every|each|no|some|any|[a-z]+['’]s)\s+(?:[a-z]+\s+)?[a-z]{2,}"
_NOUN = re.compile(_NOUN_SOURCE, re.IGNORECASE)  # that a pronoun after it may stand for
_NOT_WHO = (  # a pronoun right behind is somebody else: "who is her brother?", "who does she know?"
    r"(?:['’]s| (?:is|are|was|were|will|would|can|could|should))? (?:he|she|they|him|hers?|his|them|theirs?)\b"
    r"| (?:do|does|did|has|have|had) (?:he|she|they)\b"
)
_SOMEBODY = pattern(
    rf"\b(?:who(?!{_NOT_WHO})|whose(?!(?: [\w-]+){{1,3}} (?:he|she|they)\b)|someone|somebody|anyone|anybody"
    r"|everyone|everybody|nobody|people|children|kids|parents|friends|cats|dogs|mom|mum|dad|grandma|grandpa)\b",
    re.IGNORECASE,
)
_CATAPHORA = re.compile(r"\W*(?:when|after|before|if|while|since|because|although)\b[^,]*,", re.IGNORECASE)
_ACKNOWLEDGES = pattern(
    r"(?:\W*(?:ok(?:ay|ie)?|k|great|nice|cool|good|fine|perfect|awesome|amazing|lovely|wonderful|excellent|brilliant"
    r"|super|thanks?|thank you|thx|ty|cheers|so much|very much|a lot|for that|got it|i see|i know|sure|of course|yes"
    r"|yeah|yep|yup|no|nope|nah|right|alright|all right|true|exactly|indeed|agreed|absolutely|definitely|understood"
    r"|not (?:really|yet|at all|sure)|noted|makes sense|sounds (?:good|great|nice|fine)|good to know|no problem|no worries|never ?mind|well done"
    r"|good job|welcome|interesting|funny|wow|oh+|ah+|aha|hm+|mm+|uh(?:[- ]?huh)?|um+|lol|(?:ha){2,}h?|(?:he){2,}|hi"
    r"|hello|hey|(?:hi|hello|hey) there|bye|goodbye|see you|later|good (?:morning|night|evening|afternoon)|then|so|and|well|very|really"
    r"|that['’]s|that is|it['’]s|too|please|go on|done|you['’]re|you are|the best)\b)*\W*",
    re.IGNORECASE,
)


def _leans(text: str) -> Leaning | None:
    if _BARE.fullmatch(text):
        return "left_out"
    if _GOES_ON.fullmatch(text) and text.rstrip().endswith("?"):
        return "left_out"
    if _EMPTY_IT.search(text):
        return None
    found = first_leaning(text, _STANDS_FOR)
    if found is None:
        return None
    at, kind = found
    if kind == "person" and any(one.start() < at for one in _SOMEBODY.finditer(text)):
        return None
    return None if kind != "place" and _is_bound(text, at) else kind


def _is_bound(text: str, at: int) -> bool:
    """Return whether what a pronoun stands for may be named in the question itself."""
    names = english_names(text)
    if any(name.end <= at for name in names) or _NOUN.search(text[:at]):
        return True
    clause = _CATAPHORA.match(text)
    return clause is not None and at < clause.end() and any(name.start >= clause.end() for name in names)


DIALOGUE = Dialogue(
    leans=_leans,
    stands_for=_STANDS_FOR,
    elliptic=f"{_GOES_ON_SOURCE}|{_BARE_SOURCE}",
    acknowledges=_ACKNOWLEDGES,
    signs_off=(
        r"\b(?:good ?night|(?:good)?bye(?:[- ]bye)?|see (?:you|ya)(?: (?:later|soon|tomorrow|then))?"
        r"|talk (?:to you )?later|ttyl|cya)"
    ),
    noun=_NOUN_SOURCE,
    within=r"\b(?:in|at) $",
    beside=r"\b(?:in|at|on|to|from|near|with|for|by|of) (?:the )?$",
    whose=r"['’](?:s\b|(?!\w))",
)
