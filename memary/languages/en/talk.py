"""Tell English talk by its words: tasks, moods and manners, claims, and replies that say nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memary.languages.pack.base import words
from memary.languages.pack.names import Kinds, of_type
from memary.languages.pack.talk import InsightWords, Instructions, Manner, Matters, Replies

_SETTLED = r"\b(?:done|finished|settled|sorted|solved|cancell?ed|no longer|never mind)\b"
_NOT_TOLD = "".join(
    rf"(?<!\b{word} )" for word in ("i", "he", "she", "they", "it", "is", "was", "has", "have", "had")
)
"""Stands before what tells of somebody instead of saying what is to be done: "I never liked it"."""

MATTERS = Matters(
    opens=(
        r"\b(?:remind me (?:to|about)|don['’]t (?:let me )?forget"
        r"|i (?:still |really )?(?:(?:need|promised|ought) to|have to (?!say|admit|confess|agree|laugh|be honest))"
        r"|i(?:['’]ve| have) (?:still )?(?:got )?to (?!say|admit|confess|agree|laugh|be honest)"
        r"|i(?:['’]ll| will) (?:have to (?!say|admit)|call (?!it\b)|send|book|ask|pay|bring|finish|write)"
        r"|i must\b(?! (?:say|admit|confess|have)\b)"
        r"|to-?do\b|(?:is|are|am) still (?:open|waiting|missing|looking)|haven['’]t .{1,40} yet"
        r"|let me get back to you)"
    ),
    settled=_SETTLED,
    done=r"\b(?:paid|sent|booked|bought|called|handed in|submitted)\b",
    not_so=(
        r"\bnot\b|n['’]t\b|\bnever\b(?! mind)|\b(?:to be|be|if|once|until|unless|before|should|would|almost|nearly"
        r"|forgot|wish|hope)\b"
    ),
    asks=r"^\W*(?:did|have|has|had|is|are|was|were) (?:i|we|you|he|she|it|they|the|my)\b",
    clause=r"\bbut\b",
    verbs=words("pay send book buy call hand submit ask bring write"),
    denied=r"\b(?:not|no|never|without|cannot|cancel\w*)\b|n['’]t\b",
    standing=(
        rf"{_NOT_TOLD}\bnever (?!mind\b|again\b|been\b|\w+ed\b)\w+|{_NOT_TOLD}\balways (?!been\b|\w+ed\b)\w+"
        r"|\bfrom (?:now|today) on\b|\bas a rule\b|\bfor (?:your|all) (?:answers|replies|commits|messages)\b"
        r"|\b(?:don['’]t|do not|no)\b[^.!?]{1,60}?\b(?:ever|any ?more|without"
        r"|on (?:mon|tues|wednes|thurs|fri|satur|sun)days|in this (?:repo|repository|project))\b"
        r"|\bi (?:want|expect|need)\b[^.!?]{1,60}?\b(?:on|in|for|before|after) every\b"
        r"|\bi (?:told|said)\b[^.!?]{0,60}?:? no \w+"
    ),
    announces_rules=r"\b(?:rules?|conventions?|guidelines?)\b[^.:!?]{0,40}:",
)

_DOES = (  # what an assistant is told to do, and hardly anybody says of themselves without "I"
    "(?:add|answer|apply|ask|assume|avoid|begin|break|check|cite|commit|compare|compute|confirm|consider|convert"
    "|create|define|delete|describe|display|do|draw|edit|end|explain|express|finish|focus|follow|format|give|illustrate"
    "|include|keep|leave|link|list|log|make|mention|merge|note|number|offer|open|order|present|propose|provide"
    "|push|put|quote|recommend|refer|relate|remind|reply|respond|round|say|send|set|show|sign|skip|speak|spell|start"
    "|state|stop|structure|suggest|sum|summari[sz]e|support|talk|tell|test|translate|treat|use|verify|walk|warn|wrap"
    "|write)"
)
_POLITELY = (
    r"(?:(?:please|and|but|also|so|then|ok(?:ay)?|oh|hey|by the way|btw|again|remember|note)\b[,: ]{1,2}){0,3}"
)
_ANSWERS = r"(?:answers?|replies|reply|responses?|explanations?|summaries)"
_NOW_ON = r"(?:from now on|from today on|in (?:the )?future)"
_WHEN = r"(?:when(?:ever)? i ask|every time i ask)"
_WANT = (
    r"\bi (?:(?:always|would|really|only|much|also|just) ){0,2}(?:want|need|expect|like|love|prefer|hate|dislike"
    r"|can['’]t stand|(?:don['’]t|do not) (?:want|need|like))\b[^.!?]{0,60}\b"
)
_PREFER = r"\bi (?:(?:really|much|would|also) ){0,2}prefer\b[^.!?]{0,60}\b"
_TO_YOU = (
    r"(?:(?:please|always|never|only|just|you (?:should|must|can)|i(?:['’]d| would)? (?:want|like) you to) ){0,3}"
)
INSTRUCTIONS = Instructions(
    given=(
        rf"^{_POLITELY}(?:(?:could|can|would|will) you (?:please )?)?(?:always|never) {_DOES}\b"
        rf"|^{_POLITELY}(?:{_DOES}|don['’]t|do not)\b[^.!?]{{1,120}}?\b(?:{_NOW_ON}|{_WHEN}"
        rf"|(?:in|for|with) (?:all|every|each) (?:of )?(?:your |my )?(?:{_ANSWERS}|questions?|messages?))\b"
        rf"|\b(?:{_NOW_ON}|{_WHEN}[^.!?,]{{0,60}}),? {_TO_YOU}(?:{_DOES}|don['’]t|do not)\b"
        rf"|{_WANT}(?:your |in ){_ANSWERS}\b|{_PREFER}{_ANSWERS}\b"
        r"|\bi(?:['’]d| would)? (?:want|like|need|expect) you to (?:always|never)\b"
        rf"|^(?:and|also|plus),? (?:please )?{_DOES} (?:all|every|any) [^.!?]{{1,60}}? (?:as|in) "
    ),
    lifted=(
        r"\byou (?:can stop|may stop|needn['’]t|need not|(?:don['’]t|do not|no longer) (?:have|need) to)\b"
        rf"|^{_POLITELY}no (?:longer any )?need to\b|^{_POLITELY}(?:stop|forget about) \w+ing\b"
        r"|\b(?:forget|drop|lift|take back) (?:the|that|this|my|our) (?:old )?(?:rule|wish|ban|convention)\b"
    ),
    permitted=(
        r"\b(?:is|are) (?:now )?(?:fine|ok(?:ay)?|all right|alright|allowed|welcome) (?:now|again|after all|by me)\b"
        r"|\b(?:you|we) (?:may|can)(?: use)?(?= [^.!?]{1,60}\bagain\b)|\b(?:is|are) no longer forbidden\b"
    ),
    no_more=r"\b(?:any ?more|any longer)\b",
    one_more=(
        rf"[,;] *(?:and |but |also )?(?=(?:please )?(?:don['’]t |do not |never |always )?(?:{_DOES}|be) )"
        r"| and (?=(?:please )?(?:keep it|be|don['’]t|do not|never|always) )"
    ),
    predicate="wants_assistant_to",
    statement="{who} tells the assistant: “{what}”",
)

_MOODS = (
    "happy|sad|stressed(?: out)?|anxious|worried|tired|exhausted|excited|nervous|angry|frustrated|lonely|overwhelmed"
    "|relieved|proud|bored|upset|depressed|grateful|calm|annoyed|disappointed|scared|burn(?:ed|t) out|heartbroken"
)
_AFTER_MOOD = (  # any other word may be the noun of "a proud owner"
    "about|and|but|or|because|since|now|today|tonight|right|lately|recently|these|this|that|at|by|from|in|on|over"
    "|after|before|again|too|also|as|so|all|always|every|here|though|although|yet|still|anymore|for(?! you)|i|we|my"
    "|he|she|it|they|you|really|lol|haha"
)
MANNER = Manner(
    slang=r"\b(?:lol|haha+|hehe|gonna|wanna|gotta|kinda|dunno|btw|omg|nah|yeah|yep|nope|hey)\b",
    polite=r"\b(?:please|thank you|could you|would you|kindly)\b",
    mood=(
        r"\bI(?:['’]m| am| feel|['’]m feeling| am feeling)"
        r"(?: (?:so|very|really|quite|pretty|a bit|a little|still|just|completely|totally|absolutely|incredibly"
        r"|also))*"
        rf" (?P<mood>{_MOODS})\b(?=\s*(?:$|[^\w\s'’-])|\s+(?:{_AFTER_MOOD})\b)"
    ),
    unsure=(
        r"\?|\b(?:if|when|whenever|unless|until|would|could|might|maybe|wish|pretend|says?|said|told|tells?"
        r"|writes?|wrote|asks?|asked|replied|thinks?)\b"
    ),
)

_NAME_WITHIN = re.compile(r"(?<=[^\s.!?。！？][ ])[A-Z][\w'’-]*\w")
_KIND = re.compile("(?:an|ese|ish|ern|ic)s?$")


def _claims(text: str) -> set[str]:
    """Return the names in a text; what tells a kind ("Asian", "AI") is no name."""
    found = (word for word in _NAME_WITHIN.findall(text) if not (_KIND.search(word) or word.isupper()))
    return {word.removesuffix("'s") for word in found}


INSIGHTS = InsightWords(filler=words("user the of for in his her their has is a an"), claims=_claims)

_HEAD = re.compile(
    r"^(?:.*?['’]s )*(?P<head>.+?)(?: (?:(?:of|in|on|at|for|from|with|near|by|to)|\d+) ?.*)?$", re.IGNORECASE
)


def _nouns(text: str) -> Sequence[str]:
    """Return the noun that tells what is named, in the singular, too: "shops" of "the two shops in town"."""
    match = _HEAD.match(text.strip())
    noun = match["head"].split()[-1].casefold() if match else ""
    return noun, noun.removesuffix("s")


KINDS = Kinds(
    read=_nouns,
    nouns=of_type(
        {
            "organization": (
                "agency association bakery bank brand business charity choir church clinic club committee company "
                "council cinema firm foundation gallery garage gym hospital hotel institute kindergarten label "
                "library ministry museum nursery office orchestra organisation organization pharmacy pub publisher "
                "restaurant sanctuary school shelter shop startup store supermarket supplier team theatre theater "
                "union university"
            ),
            "place": (
                "apartment beach canyon coast district farm flat forest garden harbour harbor house island "
                "kitchen lake mountain neighbourhood neighborhood park plot quarter region river room shed "
                "square street studio town valley village"
            ),
            "product": (
                "app backup bed bicycle bike boat boiler book bus camera car chair computer door fence database "
                "device drug drums furniture gate grill guitar instrument kiln laptop lamp machine medicine "
                "medication network oven pan phone piano pipe printer roof scooter server software sofa "
                "spreadsheet stove table tablet tool tractor trailer truck van vehicle violin website wheel"
            ),
            "event": (
                "appointment birthday celebration ceremony championship competition concert conference course "
                "election exam excursion exhibition fair festival funeral holiday interview marathon meeting "
                "operation party race surgery tournament trip vacation wedding workshop"
            ),
            "work": (
                "album article ballad blog comic essay documentary drama game magazine musical novel opera "
                "painting photo photos play podcast poem report sculpture series song story symphony"
            ),
            "food": (
                "beer bread cake cheese coffee dessert dinner dish drink fruit juice meal meat pasta pizza "
                "salad soup tea vegetable wine"
            ),
            "animal": "bird cat cow dog fish goat hamster horse kitten parrot pig puppy rabbit sheep tortoise turtle",
            "topic": (
                "biology chemistry contract diet disease economics fee hobby illness insurance language law "
                "mathematics pension philosophy physics politics psychology religion rent salary science sport "
                "subject tax"
            ),
        }
    ),
    types={
        "organisation": "organization",
        "company": "organization",
        "org": "organization",
        "school": "organization",
        "city": "place",
        "country": "place",
        "location": "place",
        "pet": "animal",
        "book": "work",
        "film": "work",
        "movie": "work",
        "people": "person",
        "human": "person",
        "user": "person",
        "concept": "topic",
        "activity": "topic",
    },
    users=words("user human"),
    here=frozenset(("me", "here", "where am i", "my location", "my position", "current location")),
)

_THAT = r"(?:that|this|it|she|he|they|those|these|we)(?:['’](?:s|re)|\s(?:is|are|was|were))\s"
_OTHER = (
    r"not\s(?:me|him|her|them|the\ssame(?:\s(?:person|one))?)"
    r"|some(?:body|one)\selse|(?:two\s)?different\speople|two\speople"
)
_ANOTHER = (
    r"another\s\w+|a(?:\s(?:totally|completely))?\sdifferent\s\w+|different"
    r"|(?:just\s)?(?:a|my)\sfriend(?:\sof\smine)?"
)

REPLIES = Replies(
    same=(
        r"\W*(?:(?:yes|yep|yeah|sure|right|correct|exactly)"
        r"(?:\W+(?:(?:that|it)(?:['’]s|\s(?:is|was))\sme|(?:they\sare\s)?the\ssame(?:\s(?:person|one))?|i\sam|it\sis|(?:s?he|they)\s(?:is|are)))?"
        r"|(?:that|it)(?:['’]s|\sis)\sme|(?:they\sare\s)?(?:the\s)?same(?:\s(?:person|one))?)\W*"
    ),
    different=rf"\W*(?:(?:no|nope|nah)(?:\W+(?:{_THAT})?(?:{_OTHER}|{_ANOTHER}))?|{_OTHER}|{_THAT}(?:{_OTHER}|{_ANOTHER}))\W*",
    admits=(
        r"\bI(?:['’]m| am) (?:sorry|afraid|not (?:sure|aware|able|familiar)|unable)\b"
        r"|\bI (?:do not|don['’]t|did not|didn['’]t|cannot|can['’]t|could not|couldn['’]t) "
        r"(?:know|have|find|answer|tell|say|determine|verify|confirm|provide|help|access|locate)\b"
        r"|\bI (?:have|found|find) (?:no|nothing)\b"
        r"|\b(?:no|not enough) (?:reliable |relevant |further |public )?(?:information|results?|data|record)s?\b"
        r"|^\W*(?:sorry|unfortunately|unknown)\b|\bas an AI\b"
    ),
    fails=(
        r"(?:fatal |internal )?(?:server )?error\b|traceback \(most recent|exception\b|failed to\b"
        r"|http (?:error )?[45]\d\d\b|[45]\d\d (?:client|server|internal|not|bad|too|service|gateway|unauthor|forbid)"
        r"|timed? ?out\b|(?:the )?tool\W+[\w-]+\W+(?:failed|timed out|is not configured|could not|was not found)\b"
    ),
    declines=(
        r"(?:unfortunately\W+)?(?:(?:(?:I['’]m |I am )?(?:very )?sorry\b|as an? (?:AI|(?:large )?language model)\b"
        r"|I(?:['’]m| am) (?:unable|not able|afraid)\b|I (?:can(?:not|['’]t)|won['’]t|will not)\b"
        r"|I (?:do not|don['’]t) (?:have|know|see|understand|think|feel)\b))"
    ),
    agreement=(
        "ok okay yes no sure certainly done noted understood got alright great good fine thanks thank welcome glad"
        " happy ready complete completed finished updated here requested none nothing empty na help"
    ),
)
