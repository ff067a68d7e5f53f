"""Read how English asks to forget what was told."""

from __future__ import annotations

import re

from memary.languages.en.things import ANOTHER, sayings
from memary.languages.pack.talk import Requests
from memary.languages.pattern import pattern

_LEAD = (
    r"\W*+(?:(?:ok(?:ay)?|hey|hi|hello|oh|oops|wait|hm+|listen|so|and|but|well|also|then|now|actually|sorry|no|yes|right|by the way|btw"
    r"|one (?:more|last) thing|on second thoughts?|in fact|memary|assistant|i(?:['’]ve| have)? changed my mind)\b"
    r"[\s,.!:;—–-]*+)*+"
)
_ASK = (
    r"(?:please|pl[sz]|kindly|(?:can|could) (?:you|u)|i(?:['’]d| would) (?:like|prefer|want) you to|i(?:['’]d| would) rather you"
    r"|i (?:want|need|ask) you to|i(?:['’]m| am) asking you to|(?:would|do) you mind|it would be good if you)"
)
_POLITELY = rf"{_ASK},? (?:(?:{_ASK}|just|now|also|simply|really|completely|entirely|fully),? )*+"
_WHAT = r"(?P<what>\S.{0,150}?)"
_END = (
    r"(?:,? (?:please|thanks|thank you|okay|ok|will you|would you|can you|could you|for good|forever|right now|now"
    r"|again|completely|entirely|altogether|at once|immediately|right away|any ?more|from now on|as well|too|if you can"
    r"|if possible)\b)*+(?:,? (?:(?:because|since|as) (?:i|it|that|we|he|she)|i changed my mind)\b[^.!?\n]{0,150}+)?+"
    r"[\s.!?…]*+"
)
_FORGET = r"(?:forget(?:ting)?|un-?remember)(?: about)?"
_REMOVE = (
    r"(?:delet(?:e|ing)|eras(?:e|ing)|remov(?:e|ing)|wip(?:e|ing)|scrub(?:bing)?|clear(?:ing)?|drop(?:ping)?"
    r"|purg(?:e|ing)|get(?:ting)? rid of|strik(?:e|ing)|scrap(?:ping)?|los(?:e|ing)|unlearn(?:ing)?)(?: out)?"
)
_MEMORY = r"(?:from|in|out of) (?:the records?|your (?:memory|memories|records?|notes|knowledge|mind|head|database|storage)|memory)"


def _form(source: str) -> re.Pattern[str]:
    return pattern(rf"{_LEAD}{source}{_END}", re.IGNORECASE)


def _thing(source: str) -> re.Pattern[str]:
    return pattern(source, re.IGNORECASE)


_EDITS = (
    r"\b(?:paragraphs?|chapters?|scenes?|slides?|columns?|rows?|cells?|tables?|files?|folders?|drafts?|emails?|e-mails?|pages?"
    r"|documents?|articles?|essays?|photos?|pictures?|apps?|accounts?|inbox|calendar|cart|basket|disk|drive|whiteboard|text|list|wish ?list)\b"
)
_SECRETS = r"\b(?:numbers?|codes?|passwords?|passphrases?|pins?|phone|accounts?|plates?|iban|ssn)\b"
_REASON = (
    r"(?:,| [—–-]) (?:(?:it|that|this)(?:['’]s|(?: is| was)(?:n['’]t)?| makes?| hurts?| still| ought| should)"
    r"|i(?: do not| don['’]t| never| should not| shouldn['’]t| no longer|['’]d rather)"
    r"|(?:s?he|they|we)(?: asked| told| rang| wants?| do(?:es)? not| do(?:es)?n['’]t|['’]d rather))\b"
    r"(?:(?! because\b| since\b| as\b| so\b)[^.,;:!?\n]){0,80}+"
)
"""Why something is to be forgotten, told in the same breath: of what may be a figure of speech it says nothing."""

_FIGURES = (
    r"(?:the (?:past|time)|(?:all )?(?:your|my|our|the) (?:worries|troubles|sorrows)|dinner|lunch|tonight|work)\b"
)

_IT = (
    rf"(?:(?:{_POLITELY})?(?:just )?(?:{_FORGET}|{_REMOVE}) (?:it|that|this|them|all (?:of )?(?:it|that))(?: {_MEMORY})?"
    r"|you(?:['’]ve)? never heard (?:it|that|this)|i never (?:said|told you) (?:it|that|this))"
    r"(?:[,;] (?:you(?:['’]ve)? never heard (?:it|that|this)|i never (?:said|told you) (?:it|that|this)))?"
)
_OWN_MATTER = (
    r"(?:my|our) (?:(?:home |current |old |new |postal )?address|(?:tele|mobile |cell )?phone number|e-?mail address|birthday|birth ?date"
    r"|date of birth|(?:wedding )?anniversary|age|job|occupation|profession|employer|salary|income|nick ?name|(?:shoe|clothes|clothing|ring) size|height|blood type|hourly rate|time ?zone|diet|allerg(?:y|ies)|marital status)"
)
"""What of one's own nobody deletes but from what is known of them."""
_ASKS = (
    _form(rf"{_POLITELY}{_FORGET} {_WHAT}"),
    _form(rf"(?:just )?{_FORGET} {_WHAT},? please"),
    _form(rf"(?:{_POLITELY})?{_REMOVE} {_WHAT} {_MEMORY}"),
    _form(rf"(?:{_POLITELY})?(?:just )?{_REMOVE} (?P<what>{_OWN_MATTER}(?:,? (?:and|or) {_OWN_MATTER})?)"),
    _form(rf"(?:as for|about|regarding) (?![^.!?:]*{_EDITS}){_WHAT}(?:,|:|;| [—–-]) {_IT}"),
    _form(rf"(?:{_POLITELY})?(?:(?:do not|don['’]t) (?:keep|save|hold on to)|stop (?:keeping|saving)) (?=[^.!?]*{_SECRETS}){_WHAT}"),
    _form(rf"{_POLITELY}{_FORGET} (?!{_FIGURES}){_WHAT}{_REASON}"),
    _form(rf"(?:{_POLITELY})?{_REMOVE} {_WHAT} {_MEMORY}(?:{_REASON}|(?:[:;]| [—–-]) [^.!?\n]{{1,150}}+)"),
)  # fmt: skip
_KEEP = r"(?:remember|store|memori[sz]e|keep|save|hold on to)"
_BARE = (
    _form(
        rf"(?:{_POLITELY})?(?:just )?{_FORGET} (?!{_FIGURES})(?![^.!?]*{_EDITS}){_WHAT}(?:[,;:]| and| [—–-]) "
        rf"(?:(?:just|please) )?{_REMOVE} (?:it|that|this|them|all (?:of )?(?:it|that|this)|it all)"
    ),
    _form(rf"(?:{_POLITELY})?(?:do not|don['’]t|never) {_KEEP} {_WHAT} {_MEMORY}"),
    _form(
        r"(?P<what>(?:my|our) [^.,;:!?\n]{2,40}+)(?:[,;:]| [—–-]) (?:(?:just|please) )?"
        rf"(?:do not|don['’]t|stop) (?:{_KEEP}|remembering|storing|keeping) (?:it|that|them)"
    ),
    _form(rf"(?:just )?{_FORGET} {_WHAT}"),
    _form(rf"{_POLITELY}(?:do not|don['’]t|no longer) (?:remember|stor(?:e|ing)|memori[sz]e|keep in mind) {_WHAT}"),
    _form(rf"(?:{_POLITELY})?(?:stop (?:remembering|storing|memori[sz]ing)|(?:do not|don['’]t) store) {_WHAT}"),
    _form(rf"(?:do not|don['’]t) remember {_WHAT}(?: any ?more)"),
)
_LOOSE = (
    _form(
        rf"(?:(?:you|u) (?:can|could|may|should|must|need to)|can we|let['’]?s)(?: please| now| just)* {_FORGET} {_WHAT}"
    ),
    _form(rf"(?:{_POLITELY})?(?:{_REMOVE}) {_WHAT}(?:{_REASON})?"),
    _form(rf"(?:do not|don['’]t) remember {_WHAT}"),
)

_NO_NOUN = (
    "and|or|but|so|then|because|if|when|while|until|unless|to|is|are|was|were|be|being|been|am|do|does|did|i|you|he|she"
    "|it|we|they|me|him|them|us|that|which|who|whom|what|where|why|how|lets?|for|with|at|on|in|of|from|by|about|as|not"
    "|never|please|again|here|there|today|tomorrow|tonight|now|will|would|can|could|should|may|might|must|have|has|had"
    "|my|your|his|her|our|their|its|an?|the|this|these|those|some|any|all|just|like|said|say|told"
)
_NOUN = rf"(?!(?:{_NO_NOUN})\b)[^\W_][\w-]*(?:['’](?!s\b)\w+)*"
_NOUNS = rf"{_NOUN}(?: {_NOUN}){{0,3}}"
_NAME = r"(?-i:[A-Z][\w.]*[a-z])[\w.]*(?:['’-](?-i:[A-Z])\w*)*"
_NAMES = rf"{_NAME}(?: (?:(?:de|del|van|von|of|la) )?(?:{_NAME}|\d+)){{0,3}}"
_SAID = (
    r"(?:i|we|you)(?:['’](?:ve|d))?(?: have| had)?(?: ever| just| once| also| already)?"
    r" (?:told you|tell you|said|say|mentioned|wrote|shared|know|knew|learn(?:ed|t)|remember(?:ed)?|stored?|saved?"
    r"|kept|noted?|have|hold|got|talked|spoke|chatted)(?: (?:to|with) you| to me)?"
    r"(?: (?:before|earlier|yesterday|today|once|here|last (?:time|week|night|month)|the other day))?"
)
_ALL = (
    r"(?:what(?:ever)?|everything|anything|all|the (?:things?|part|bit|stuff|story|info|information|details?|matter))"
)

_LAST = (
    r"(?:about )?(?:(?:what|everything|all|the thing|that)(?: that)? i(?:['’]ve| have)? (?:just|only just) "
    r"(?:told you|said|wrote|written|typed|mentioned|shared|sent)(?: you)?(?: just now)?"
    r"|what i (?:said|told you|wrote) (?:just now|a (?:second|moment|minute) ago)"
    r"|(?:my|the|that) (?:last|previous|latest|preceding) (?:message|sentence|remark|line)|that message"
    r"|the last (?:thing|message|sentence) (?:that )?i(?:['’]ve)? (?:just )?(?:said|wrote|sent|told you|mentioned))"
)
_EVERYTHING = (
    r"(?:about )?me|(?:absolutely )?everything|(?:everything|all) about me|all of (?:it|that)|all my (?:data|memories|messages)"
    rf"|(?:what|everything|anything|all|whatever)(?: that)? {_SAID}(?: about me)?(?: so far)?"
)
_SPEAKER = r"(?!(?:i|we|you|it)\b)(?P<speaker>[^\W_][\w.'’-]*(?: [^\W_][\w.'’-]*){0,4}?)"
_SENT = r"(?:messages|posts|texts|chats|replies|voice notes)"
_OF_SPEAKER = (
    _thing(
        rf"(?:about )?(?:what(?:ever)?|(?P<all>(?:absolutely )?everything|anything|all|(?:all (?:of )?)?the (?:{_SENT}|words|lines|things|stuff)"
        rf"|(?:all|any|every|each) (?:messages?|posts?|texts?|words?|lines?)))(?: that| which)? {_SPEAKER}"
        r"(?:['’](?:s|ve|d))?(?: (?:has|have|had))?(?: (?:ever|just|once|also))?"
        r" (?:wrote|written|writes|said|says|posted|posts|texted|typed|sent|sends|told)(?: \S.{0,80})?"
    ),
    _thing(rf"(?P<all>(?:all|any|every) )?(?:of )?(?!my\b){_SPEAKER}(?:['’]s|s['’]) (?:{_SENT})(?: \S.{{0,80}})?"),
    _thing(
        rf"(?P<all>(?:all|any) )?(?:of )?(?:the )?{_SENT}(?: that (?:are|were|came|come))?(?: sent| written)? (?:from|by) "
        rf"(?!(?:me|us|you|today|yesterday|before|last|this|the (?:last|past))\b){_SPEAKER}"
    ),
)
_TOLD = (
    _thing(rf"(?:about )?{_ALL}(?: that| which)? {_SAID} (?:about|of|on|regarding|concerning) (?P<thing>.+)"),
    _thing(r"(?:everything|anything|all|the (?:whole )?(?:things?|part|bit|stuff|story|matter|business|info|details?))"
           r"(?: there is)? (?:about|regarding|concerning) (?P<thing>.+)"),
    _thing(r"(?:the fact )?(?:that )?(?:i|we)(?:['’]ve)?(?: have)?(?: ever| just| once)? (?:told you|talked|spoke|chatted|said)"
           r"(?: (?:to|with) you)? about (?P<thing>.+)"),
    _thing(r"(?:the fact )?(?:that )?(?:i|we)(?: ever| just| once)? mentioned (?P<thing>.+)"),
    _thing(r"our (?:conversation|chat|talk|discussion)s? (?:about|on) (?P<thing>.+)"),
    _thing(rf"the (?P<thing>{_NOUNS}) (?:that )?i(?:['’]ve)? (?:told|gave|given|mentioned|shared|sent)(?: (?:to )?you)?(?: about)?"),
)  # fmt: skip
_CLAUSES = (
    _thing(r"(?:the fact )?that (?:i (?:told you|said|mentioned) (?:that )?)?(?P<clause>(?:i|im|ive|i['’](?:m|ve|d|ll)|my|we|our)\b.+)"),
    _thing(rf"(?:the fact )?that (?P<clause>{_NAMES}(?:,? and {_NAMES})? (?:is|are|was|were) (?:my|our|one of my) .+)"),
)  # fmt: skip
_MINE = (
    _thing(rf"(?:my|our) (?P<owner>{_NOUN}(?: {_NOUN})?)['’]s? (?P<thing>{_NOUNS})"),
    _thing(rf"the (?P<thing>{_NOUN}(?: {_NOUN})?) (?:of|for|to|on) (?:my|our) (?P<owner>{_NOUN}(?: {_NOUN})?)"),
    _thing(rf"(?:my|our) (?P<thing>{_NOUNS}|(?:date|place) of birth|mother tongue)"),
    _thing(rf"(?:my|our) (?P<thing>{_NOUN}) (?:to|at|in|with|for|of|on) (?:the )?(?P<of>{_NOUNS})"),
)
_FAMILY = {
    "brothers?": "has_brother brother_is",
    "sisters?": "has_sister sister_is",
    "mother|mum|mom": "has_mother has_mum has_mom mother_is",
    "father|dad": "has_father has_dad father_is",
    "parents?": "has_parent has_mother has_mum has_mom mother_is has_father has_dad father_is",
    "grandparents?": "has_grandparent has_grandmother has_grandma has_grandfather has_grandpa",
    "sons?": "has_son son_is",
    "daughters?": "has_daughter daughter_is",
    "child(?:ren)?|kids?": "has_child has_son has_daughter",
    "cousins?": "has_cousin cousin_is",
    "uncles?": "has_uncle uncle_is",
    "aunts?": "has_aunt aunt_is",
    "nephews?": "has_nephew",
    "nieces?": "has_niece",
    "grandmother|grandma": "has_grandmother has_grandma",
    "grandfather|grandpa": "has_grandfather has_grandpa",
    "husband|wife|spouse": "married_to spouse_is husband_is wife_is has_husband has_wife has_spouse",
    "girlfriend|boyfriend|partner|fianc[ée]e?": (
        "partner_is dating in_relationship_with girlfriend_is boyfriend_is has_girlfriend has_boyfriend has_partner"
    ),
    "boss|manager": "reports_to manager_is has_boss has_manager boss_is",
    "(?:project|line) manager|team lead": "has_project_manager has_line_manager has_team_lead",
    "roommate|flatmate|housemate": "has_roommate has_flatmate has_housemate",
    "best friend|best mate|bestie": "has_best_friend best_friend_is has_best_mate has_bestie",
    "mate|buddy": "has_mate has_buddy",
    "neighbou?r": "has_neighbour has_neighbor",
    "dentist": "has_dentist dentist_is",
    "doctor|gp": "has_doctor has_gp doctor_is",
    "therapist": "has_therapist therapist_is",
    "landlord|landlady": "has_landlord has_landlady landlord_is landlady_is",
    "accountant": "has_accountant accountant_is",
    "lawyer": "has_lawyer lawyer_is",
    "coach": "has_coach coach_is",
    "dogs?": "has_dog dog_is",
    "cats?": "has_cat cat_is",
    "company|employer|firm": "works_at works_for employed_by employer_is joined_company",
    "school|university|college": "studies_at attends_school attends_university enrolled_at",
}

_IT_AWAY = (
    r"(?:(?:wipe|scrub|strike|erase|delete|drop|scrap|bin|remove|clear|purge|burn|lose|cross out|unlearn|get rid of)(?: out)? (?:it|that|this|them|all of it)\b"
    r"|(?:get|take|put|throw) (?:it|that|this|them) (?:away|out|off|from)\b)"
)
_TAKE_AWAY = (
    r"(?:(?:wipe|scrub|strike|erase|delete|drop|scrap|bin|remove|clear|purge|burn|lose|cross out|get rid of"
    r"|throw (?:away|out)|let go of|unlearn)(?: out| about)? (?:it|that|this|these|those|them|all|everything|anything|what(?:ever)?|the|my|our)\b"
    r"|(?:throw|cross|take) (?:it|that|this|them|the \w+) (?:away|out|off)\b)"
)
_RETRACTS = (
    rf"^{_LEAD}(?:{_POLITELY}|(?:would|will) you (?:ever |please |just )*)?(?:just )?{_TAKE_AWAY}"
    rf"|[,:;—–-] ?(?:{_POLITELY})?(?:just |so |now )?{_IT_AWAY}(?! (?:from|off|in|into|on|onto) (?!your|memory|the record))"
    r"|\b(?:(?:do not|don['’]t|no need to|stop|rather you did(?: not|n['’]t)|would you not|wish you would not) "
    r"(?:keep(?:ing)?|hang(?:ing)? on to|hold(?:ing)? on to|stor(?:e|ing)|sav(?:e|ing)) (?:it|that|this|what|the|my|any|a record)"
    r"|i (?:do not|don['’]t) want (?:it|that|this|any of (?:it|that)|what i|the|my)[^.?!]{0,60}? (?:kept|saved|stored|remembered|on record|lying around)"
    r"|take (?:it|that|this|what i|the|my)[^.?!]{0,60}? (?:off|out of|from) your|leave no trace of|take back what i"
    r"|make (?:it|that|this) (?:go away|vanish|disappear))\b"
)
_REFERS = (
    r"\b(?:(?:what(?:ever)?|everything|anything|all|something|(?:that|the|those|these) (?:[\w'’-]+ )?"
    r"(?:things?|stuff|bits?|parts?|business|story|one|number|code|password|secret))(?: that| which)?"
    r" (?:i|we)(?:['’](?:ve|d))?(?: just| once| only)?"
    r" (?:had you|made you|asked you|got you|gave you|told|said|mentioned|wrote|shared|confessed|confided|typed?|let slip)\b"
    r"|(?:i|we) should(?:n['’]?t| not| never) have (?:told|said|mentioned|written|shared|put|let)\b"
    r"|i (?:wish|regret)(?: that)? i(?:['’]d| had) (?:never|not) (?:told|said|mentioned|written)\b"
    r"|everything (?:about|on|to do with)"
    r"|(?:it|that|this|none of (?:it|that)) never (?:came up|was said)"
    r"|i never (?:said|told you|mentioned|wrote) (?:it|that|this|any|a word)"
    r"|you(?:['’]ve)? (?:never|didn['’]t) (?:hear|heard|read|see|saw|seen) (?:it|that|this|any)"
    r"|(?:that|the|this|any) (?:whole )?(?:thing|business|story|stuff|matter|bit|part) (?:about|with|of|regarding|concerning)"
    r"|what you (?:know|have|keep|hold|remember) (?:about|of|on)"
    r"|(?=(?:the|that|this|my) (?:[\w-]+ ){0,2}(?:secret|confession|misadventure|mishap)\b)"
    r"|remember (?:that|the|those|what|when|how|my) (?=[^?]{1,60}\?)"
    r"|(?:from|on|at|in|out of|off) (?:the record|your (?:side|end|memory|memories|records?|notes|mind|head)))\b"
)
_UNSAYS = r"\b(?:as if|as though|pretend(?: that)?|act like) i(?:['’]d| had)? (?:never|not) (?:said|told|mentioned|wrote|written)\b"
_CONFIDES = (
    r"\b(?:between (?:you and me|us)|for your (?:ears|eyes) only|not a word to|do(?:n['’]?t| not) tell (?:any|no)\w*|tell no ?one|in confidence|off the record"
    r"|(?:have not|haven['’]t|never) told (?:anyone|anybody|a soul)|(?:don['’]t|please don['’]t) (?:laugh|repeat)"
    r"|i(?:['’]m| am| feel| felt) (?:so |really )?ashamed|(?:have|must) (?:to )?confess|only you know"
    r"|you(?:['’]re| are) the (?:first|only) (?:one|person)"
    r"|keep (?:this|that|it) (?:to yourself|between us|quiet|secret)|(?:nobody|no one) (?:else )?(?:knows|must know|may know)"
    r"|i(?:['’]m| am) not proud of|i (?:need|have|had) to tell (?:someone|somebody)"
    r"|(?:can|could|will|would|please|pls)(?: (?:you|u))? (?:please )?(?:keep|remember|hold|mind|store|note|save)"
    r"|(?:hold|keep|mind|remember) (?:it|that|this) (?:till|until|for me|by|safe|handy)|(?<!no )secret(?:ly)?"
    r"|(?:do not|don['’]t) (?:spread|pass|let) (?:it|that|this) (?:around|on|out|slip)"
    r"|(?:do(?:es)? not|do(?:es)?n['’]t) want (?:it|that|this|any(?:one|body)) (?:known|to (?:know|hear|get (?:out|around)))"
    r"|(?:stays?|remains?|keep (?:it|this|that)) (?:just )?between|on the quiet|in case i (?:forget|blank|lose)|note (?:it|that|this) down"
    r"|rather (?:say|tell) (?:it|this|that) to you than|rather tell you than)\b"
)

REQUESTS = Requests(
    asks=_ASKS,
    bare=_BARE,
    loose=_LOOSE,
    retracts=_RETRACTS,
    refers=_REFERS,
    unsays=_UNSAYS,
    edits=_EDITS,
    confides=_CONFIDES,
    nouns=pattern(
        r"\b(?:the|my|his|her|our|their|its|an?|your|this|that|these|those|about|\w+['’]s)\s+(?P<noun>[\w-]+(?: [\w-]+)?)",
        re.IGNORECASE,
    ),
    by_night=r"\b(?:(?:at|in the middle of the|the other|last|that|late at) night|in the small hours|when i couldn['’]t sleep)\b",
    not_meant=(
        r"\b(?:translat\w+|proofread\w*|rewrit\w+|paraphras\w+|rephras\w+|summari[sz]\w+|draft\w*|compos(?:e|ing)|transcrib\w+"
        r"|lyrics|chorus|verse|poem|song|script|dialogue|screenplay|role-?play\w*|pretend|imagine|fiction|character"
        r"|git|commit|branch|repo(?:sitory)?|python|javascript|function|variable|sql|regex"
        r"|write (?:me |him |her |them |us )?(?:an?|the|this|back)\b|reply to|respond to|answer (?:him|her|them)|says?:|said:|wrote:|asked:|reads:)"
        r"|\b(?:he|she|they|who|tom|mom|mum|dad|boss|friend|wife|husband|sister|brother|doctor) (?:said|says|wrote|texted|told me|asked|begged|replied|sang)\b"
        r"|^\W*dear \w+,"
    ),
    last=_LAST,
    everything=_EVERYTHING,
    of_speaker=_OF_SPEAKER,
    told=_TOLD,
    clauses=_CLAUSES,
    open_clauses=(_thing(r"(?P<clause>(?:i|im|ive|i['’](?:m|ve|d))\b.+)"),),
    mine=_MINE,
    named=_thing(rf"(?:(?:my|our) (?:{_NOUN} ){{1,2}})?(?P<thing>{_NAMES})(?:['’]s)?"),
    plain=_thing(rf"(?:the )?(?P<thing>{_NOUNS})(?: (?:of|for|to|at|on) the (?P<part_of>{_NOUNS}))?"),
    joint=r",? and (?:also )?(?:about )?|, ",
    matters={
        "residence": r"(?:home |current |postal )?address|residence|home town|place where i live",
        "employer": r"employer|workplace|job",
        "occupation": r"job|occupation|profession|job title",
        "age": r"age",
        "birthday": r"birthday|birth ?date|date of birth",
        "name": r"(?:full |first |last |real )?name",
        "real_name": r"(?:full |real |legal |birth )?name",
        "nickname": r"nick ?name",
        "address": r"(?:home |current |postal |full |exact )?address",
        "phone": r"(?:(?:tele|mobile |cell )?phone|mobile)(?: number)?",
        "email": r"e-?mail(?: address)?",
        "salary": r"salary|income",
        "spouse": r"husband|wife|spouse",
        "partner": r"girlfriend|boyfriend|partner",
        "diet": r"diet",
        "school": r"school|university|college",
        "manager": r"boss|manager",
        "marital_status": r"marital status|relationship status",
        "allergy": r"allerg(?:y|ies)",
    },
    asked={
        "residence": r"where i(?:['’]m| am)? liv(?:e|ing)|where my home is",
        "employer": r"where i(?:['’]m| am)? work(?:ing)?|who i work for|the (?:company|firm|place) i work (?:for|at)",
        "occupation": r"what i do for a living|what i work as",
        "age": r"how old i am",
        "birthday": r"when i was born",
        "name": r"what i(?:['’]m| am) called",
        "nickname": r"what (?:people|my friends|they) call me",
        "salary": r"(?:how much|what) i earn",
        "spouse": r"who i(?:['’]m| am) married to",
        "partner": r"who i(?:['’]m| am) (?:dating|seeing)",
        "school": r"where i study",
        "manager": r"who i report to",
        "allergy": r"what i(?:['’]m| am) allergic to",
    },
    kin=_FAMILY,
    alike=(
        ("email", "e-mail", "email address", "e-mail address", "mail address"),
        ("phone number", "telephone number", "mobile number", "cell phone number"),
        ("pin", "pin code", "pin number"),
        ("salary", "income"),
        ("birthday", "date of birth", "birth date"),
    ),
    contractions=(
        (r"\bwon['’]?t\b", "will not"),
        (r"\b(?:can['’]?t|cannot)\b", "can not"),
        (r"(?<=[a-z])n['’]t\b", " not"),
        (r"(?<=\bi)['’]m\b", " am"),
        (r"(?<=\w)['’]re\b", " are"),
        (r"(?<=\w)['’]ve\b", " have"),
        (r"(?<=\w)['’]ll\b", " will"),
    ),
    of_mine=_thing(
        rf"(?P<name>{_NAMES}(?:,? and {_NAMES})?) (?:is|are|was|were) (?:one of )?(?:my|our) (?P<owner>[\w-]+(?: [\w-]+)?)"
    ),
    called=r"(?:full |first |last |real )?names?",
    secrets=_SECRETS,
    clause_ends=r"(?:[,;—–]\s*|\s)(?:and|but|so|while|because)\s+(?=(?:i|i['’]\w+|my|we|our)\b)|,?\s+and\s+(?=an? [\w-]+ (?:called|named)\b)|[;—–]\s*|,\s+(?=(?:i|i['’]\w+|my)\b)",
    speaks=r"\b(?:i|we)(?:['’]\w+)?\b",
    another=ANOTHER,
    sayings=sayings,
    negates=r"\b(?:not|never|no|none|nobody|nothing|neither|hardly|without)\b|n['’]t\b",
    undoes=(
        r"\W*(?:please |can you |could you )?(?:undo|revert|take back)(?: (?:it|that|this|(?:that|the|my) (?:last )?(?:one|thing|change|message)|what i (?:just )?said|the last)?)?(?: please)?\W*"
        r"|\W*(?:please )?take (?:it|that|this) back(?: please)?\W*"
    ),
    commands={"exit": "quit", "quit": "quit", ":q": "quit", "help": "help"},
    gives_up=r"\W*(?:n|no|nope|nothing|never ?mind|none(?: of (?:them|these))?|forget it|leave it|neither|no,? thanks?|cancel(?: that)?|stop)\W*",
    agrees=r"\W*(?:y|yes|yep|yeah|sure|yes,? please|please do|do it|ok(?:ay)?|both|both of them|all|all of (?:them|these|it)|yes,? all(?: of them)?)\W*",
)
