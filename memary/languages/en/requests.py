"""How English asks to forget what was told."""

from __future__ import annotations

import re

from memary.languages.talk import Requests

_LEAD = (
    r"(?:(?:ok(?:ay)?|hey|hi|hello|oh|so|and|but|well|also|then|now|actually|sorry|no|yes|right|by the way|btw"
    r"|one more thing|one thing|on second thought|in fact|memary|assistant)\b[\s,.!:;—–-]*)*"
    r"(?:(?![^,]*\b(?:said|says|told|tells|asked|asks|wrote|begged|like)\b)[^,;:]{1,60}, (?=please))?"
)
_ASKS = (
    r"(?:please|kindly|can you|could you|(?:would|will) you (?=please|kindly)|can we|i(?:['’]d| would) (?:(?:like|prefer|want) you to|rather you)"
    r"|i want you to|i need you to|i(?:['’]m| am) asking you to|i ask you to|you (?:should|must|may|can|need to)"
    r"|would you mind|it would be good if you)"
)
_POLITELY = rf"{_ASKS}(?:,? (?:please|kindly|just|now|completely|really|simply|also))*,?"
_WHAT = r"(?P<what>\S.*?)"
_END = r"(?:,? (?:please|thanks|thank you|okay|ok|will you|would you|can you|for good|now))*[\s.!?]*$"
_TOLD = (
    r"(?:what|everything|anything|all(?: that)?|whatever|the (?:thing|things|part|bit|stuff|story)(?: (?:that|which))?"
    r"|the fact that) (?:i|we|you|is)\b"
)
_MINE = rf"(?:about |that |how |where |who |when )?(?:{_TOLD}|(?:i|i['’]m|i['’]ve|i['’]d|my|our|me)\b)"
_NAMED = r"about (?-i:[A-Z])"
_SECRET = "details|number|code|password|passphrase|pin|address|data|information|name|records?|key|history"
_MEMORY = (
    r"(?:(?:from|in|out of) (?:your |the )?(?:memory|memories|records?|notes|knowledge|mind|head|database|storage))"
)
_REMOVE = r"(?:delete|erase|remove|wipe|scrub|clear|drop|purge)(?: out)?"
_REMOVING = r"(?:deleting|erasing|removing|wiping|scrubbing|clearing|dropping|purging)"
_KNOWN = r"(?:what|everything|anything|all|whatever)(?: that)? (?:you(?:['’]ve)?|i(?:['’]ve)?|we(?:['’]ve)?) (?:have |had )?"
_KEPT = rf"{_KNOWN}(?:just )?(?:know|learn(?:ed|t)?|remember(?:ed)?|stored?|saved?|kept|noted?|told|said|mentioned|have)\b"


def _form(source: str) -> re.Pattern[str]:
    return re.compile(rf"^\W*{_LEAD}{source}{_END}", re.IGNORECASE)


_FORMS = (
    _form(
        rf"{_POLITELY} forget(?:ting)?(?: about)?(?!\s+(?:to|how to|it|about it|things|stuff|an?|their|his|her)\b) {_WHAT}"
    ),
    _form(rf"forget(?=\s+(?:{_MINE}|{_NAMED})) {_WHAT}"),
    _form(rf"forget (?:everything|all) {_WHAT}"),
    _form(rf"forget (?P<what>the (?:[\w'’-]+ ){{0,3}}(?:{_SECRET}))"),
    _form(r"forget (?P<what>the .{1,40}? (?:that )?i(?:['’]ve)? (?:told|gave|given|mentioned|shared|sent)\b.*?)"),
    _form(r"forget (?P<what>(?:me|everything|all of (?:it|that)))"),
    _form(rf"{_POLITELY} (?:{_REMOVE}|{_REMOVING}) {_WHAT} {_MEMORY}(?: (?:again|please|for good|now))*"),
    _form(rf"{_REMOVE} {_WHAT} {_MEMORY}(?: (?:again|please|for good|now))*"),
    _form(rf"(?:{_POLITELY} )?(?:{_REMOVE}|{_REMOVING}) (?P<what>{_KEPT}.*?)"),
    _form(
        rf"(?:{_POLITELY} )?(?:do not|don['’]t|stop|no longer|not) "
        rf"(?:remember(?:ing)?|stor(?:e|ing)|memori[sz](?:e|ing))(?=\s+(?:{_MINE}|{_NAMED})) {_WHAT}"
    ),
    _form(
        rf"(?:{_POLITELY} )?(?:do not|don['’]t|stop) (?:keep(?:ing)?|sav(?:e|ing)) "
        rf"(?P<what>my (?:[\w'’-]+ ){{0,3}}(?:{_SECRET}))"
    ),
)
"""A bare "forget …" is as often a figure of speech: it has to be about what is the speaker's own, or was told."""

REQUESTS = Requests(
    forgets=_FORMS,
    not_asked=(
        r"\b(?:do not|don['’]t|never|can['’]?t|cannot|won['’]t|didn['’]t|not) (?:ever |you (?:ever )?)?forget"
        r"|\bforget[- ]me[- ]nots?\b|\bforget(?:ful|table|s)\b|\bforget (?:it|about it)[\s.!]*$"
        r"|\bforget (?:that|this|it), ?(?:let|we|i)\b|^\W*forget that[\s.!]*$"
        r"|\bforget (?:that )?i (?:ever )?(?:asked|(?:said|wrote) (?:it|that|this|anything|something)|mentioned it|brought it up)\b"
        r"|\bforget what i (?:said|wrote|told you)(?: \w+)?, (?!please|okay|ok|thanks)"
        r"|\bforget (?:about )?your\b|\byou (?:can|could|may|might) (?:just )?forget about\b"
        r"|[,;—–] ?(?:(?:and |but )?(?:let['’]?s|i want|i need|i['’]m (?:going|having|off)|we['’]re|i['’]ll|today)\b)"
        r"|\b(?:when|if|whenever|unless|until) (?:i|you|we)\b|\bforget (?:how|where|when|what|who|why) (?:to|it|he|she|they)\b"
        r"|\bfrom (?:the|my|this) (?:\w+ )?(?:list|cart|basket|playlist|calendar|page|file|table|database|phone|laptop|fridge)\b"
    ),
    just_said=(
        r"(?:about )?(?:what|everything|all|the thing|that) (?:that )?(?:i|i['’]ve) (?:have )?(?:just|only just) "
        r"(?:told you|said|wrote|written|typed|mentioned|shared|sent)(?: (?:you|that|just now))?"
        r"|(?:about )?(?:my|the|that|this) (?:last|previous|latest|preceding) (?:message|sentence|remark|line|text|turn|one|thing i said)"
        r"|(?:about )?(?:that|this|it)(?: (?:message|sentence|remark|last bit|again|right away|please))*"
        r"|what i(?:['’]ve)? (?:said|told you|wrote)"
        r"|what i said (?:just )?(?:now|before this|a (?:second|moment|minute) ago)"
    ),
    everything=(
        r"(?:about )?me|(?:absolutely )?everything|everything about me|all (?:of it|of that|about me)|all my (?:data|memories|messages)"
        r"|(?:everything|anything|all|whatever|what)(?: that)? (?:you|i|we)(?:['’]ve)?(?: have| had)?(?: ever)? "
        r"(?:know|learn(?:ed|t)|remember(?:ed)?|stored|saved|told|said|have)(?: to)?(?: you)?(?: about me)?(?: so far)?"
    ),
    around=(
        r"^(?:that )?(?:i|we)(?:['’]ve)?(?: ever| once| just)? (?:talked|spoke|spoken|chatted)(?: (?:to|with) you)? about "
        r"|^(?:our|the|this|that) (?:conversation|chat|talk|discussion) (?:about|on) "
        r"|^(?:about|that|the fact that|what|everything|anything|all|whatever|the (?:thing|things|part|bit|stuff|story)"
        r"(?: (?:that|which))?)\s+(?:(?:(?:that )?(?:i|you|we)(?:['’]ve)?(?: have| had)?(?: ever| just| once| also)? "
        r"(?:told you|told|tell you|said|say|mentioned|wrote|shared|know|knew|learn(?:ed|t)|remember(?:ed)?|stored|saved|kept|noted)"
        r"(?: to you)?(?: (?:before|earlier|yesterday|today|once|here|last time|the other day))*)\s*)?(?:(?:is|are|was|were) )?"
        r"(?:about|of|on|regarding|concerning)?\s*"
        r"|(?:,? (?:please|again|now|completely|entirely|for good|forever|altogether|any ?more|right away|immediately"
        r"|at once|if you can|if possible|will you|would you|okay|ok|thanks|thank you|from now on|as well|too))+$"
        r"|(?:,\s+(?:i|it|that|we|he|she|they)\b|,?\s+(?:because|since)\b).*$"
        r"|\s+(?:that )?i(?:['’]ve)? (?:told|gave|given|mentioned|shared|sent)(?: (?:to )?you)?(?: about)?$"
        r"|^(?:anything|everything|all|the (?:whole )?(?:thing|things|part|bit|stuff|story|matter|business|information|info|details?))"
        r" (?:about|of|on|regarding|concerning|with)\s+"
    ),
    no_thing=(
        r"(?:the |all |some |your |my )?(?:things?|stuff|something|anything|nothing|someone|somebody|anyone|people|words?"
        r"|messages?|memor(?:y|ies)|names?|conversations?|chats?|data|information|past|details?)"
    ),
    matters={
        "residence": r"\b(?:(?:home )?address|(?:place )?where i(?:['’]m| am)? liv(?:e|ing)|home town|where my home is)\b",
        "employer": r"\b(?:employer|workplace|where i(?:['’]m| am)? work(?:ing)?|who i work for|(?:the )?(?:company|firm) i work (?:for|at))\b",
        "occupation": r"\b(?:job|occupation|profession|job title|what i do for a living)\b",
        "age": r"\b(?:age|how old i am)\b",
        "birthday": r"\b(?:birthday|birth ?date|date of birth|when i was born)\b",
        "name": r"\b(?:(?:full |first |last )?name|what i(?:['’]m| am) called)\b",
        "phone": r"\b(?:(?:tele|mobile |cell )?phone(?: number)?)\b",
        "email": r"\be-?mail(?: address)?\b",
        "salary": r"\b(?:salary|income|pay|how much i earn|what i earn)\b",
        "spouse": r"\b(?:husband|wife|spouse|who i(?:['’]m| am) married to)\b",
        "partner": r"\b(?:girlfriend|boyfriend|partner|who i(?:['’]m| am) (?:dating|seeing|with))\b",
        "diet": r"\bdiet\b",
        "school": r"\b(?:school|university|college|where i study)\b",
        "manager": r"\b(?:boss|manager|who i report to)\b",
        "allergy": r"\b(?:allerg(?:y|ies)|what i(?:['’]m| am) allergic to)\b",
    },
    goes_on=r"(?:it|it['’]s|its|he|she|they|that|that['’]s|this|these|those|his|her|their)\b",
    gives_up=r"\W*(?:no|nothing|never ?mind|none|forget it|leave it|neither|no,? thanks?|cancel(?: that)?)\W*",
)
