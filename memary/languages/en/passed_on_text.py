"""Read by which words an English text passes on what others wrote or said."""

from __future__ import annotations

import re

from memary.languages.pack.passed_on_text import PassedOn
from memary.languages.pattern import pattern

_ADVERB = r"(?:has|have|had|just|also|then|once|recently|always|often|usually|never|even|ever|back|only|actually|really|already|finally|later|yesterday|today)"
_SAID = (
    r"(?:wrote|writes|said|says|replied|replies|asked|asks|answered|answers|texted|texts|emailed|e-mailed|messaged|posted|tweeted|commented"
    r"|reads|(?:told|sent|gave) (?:me|us|him|her|them))"
)
_SOMEBODY = rf"(?<![\w'’])(?!(?:I|we|you|(?:I|we|you)['’](?:ve|d|ll|m|re)|to|not|{_ADVERB})\b)[\w'’.)>]{{1,40}}"
_WRITING = r"(?:e-?mails?|texts?|messages?|letters?|posts?|repl(?:y|ies)|comments?|tweets?|reviews?|listings?|adverts?|ads?|dms?|voice ?mails?|transcripts?)"
_ITS = r"[^.!?:\n]{0,60}"
_COLON = r":(?=\s|$)"
_WORKED_ON = r"(?:translat(?:e|ing)|transcrib(?:e|ing)|proof-?read(?:ing)?|re-?writ(?:e|ing)|re-?phras(?:e|ing)|paraphras(?:e|ing)|re-?word(?:ing)?|summari[sz](?:e|ing)|shorten(?:ing)?|polish(?:ing)?)"
_ASKED = r"(?:(?:and|now|so|then|also|ok|okay|hey|hi),? )?(?:(?:please|pls|plz),? )?(?:(?:can|could|would|will) (?:you|u) |help me |help |i (?:need|want|['’]d like) (?:you )?to )?(?:(?:please|pls|plz) )?(?:with )?"
_TEXT = r"(?:grammar|spelling|punctuation|wording|text|sentences?|paragraphs?|english|essay|e-?mail|letter|message)"
_CALLER = r"(?P<name>(?-i:[A-Z])[\w'’-]+(?: (?-i:[A-Z])[\w'’-]+)?)"

PASSED_ON = PassedOn(
    begins=(
        r"^[ \t>*_-]{0,40}(?:begin )?forwarded (?:message|e-?mail|mail|by|from)\b[^\n]*"
        r"|^[ \t>*_-]{0,40}original message\b[^\n]*"
        r"|^[^\w\n]{0,4}forwarded(?: many times| as received)?(?:[\])*_]+|[^\S\n]*(?::|$))"
        r"|^[ \t]*(?:re: ?)?(?:fwd?|fw):"
        rf"|^[ \t*]*from:[^\n]+\n[ \t*]*(?:to|sent|date|subject|cc|reply-to):[^\n]*"
        rf"|\b(?:fwd|fw|forwarded|forwarding|pasted|pasting|copied) {_ITS}{_COLON}"
        rf"|{_SOMEBODY}(?:\s{_ADVERB}){{0,3}}\s{_SAID}\b{_ITS}{_COLON}"
        rf"|\b{_WRITING}\b[^.!?:\n]{{0,30}} from (?!me\b){_ITS}{_COLON}"
        rf"|(?:['’]s|\b(?:his|her|their|this|the following)) (?:(?!my\b|is\b)\w+ ){{0,2}}{_WRITING}\b{_ITS}{_COLON}"
        rf"|\b(?:got|found|saw|received) this\b{_ITS}{_COLON}"
        rf"|(?:^|[.!?,]\s){_ASKED}{_WORKED_ON}\b{_ITS}(?:{_COLON}|[.!?]*[ \t]*\n)"
        rf"|(?:^|[.!?,]\s){_ASKED}(?:fix|correct|check|edit|improve|convert|reply to|respond to|answer) (?:(?:up|the|my|this|following|his|her|their) ){{0,3}}{_TEXT}\b{_ITS}{_COLON}"
        rf"|\bhow (?:do|would|can|to|should) (?:(?:i|we|you|one) )?(?:say|put|write)\b{_ITS}{_COLON}"
    ),
    hands_over=(
        rf"{_ASKED}{_WORKED_ON} (?:this|that|it|(?:all )?of (?:this|that)|(?:the|this) (?:text )?above|the text)"
        r"(?: (?:(?:in)?to|in|for) \w+(?: \w+)?)?(?:,? (?:please|pls|plz|for me))*[.!?\s]*"
    ),
    strangers=(
        pattern(
            r"\A\W*(?:(?:hi|hello|hey|good (?:morning|afternoon|evening))\b[\w ]{0,20}[,.!]? )?"
            rf"(?:(?:this is|it['’]s) {_CALLER}(?: here)?|{_CALLER.replace('?P<name>', '?:')} here),? (?:calling |writing |speaking )?"
            r"(?:from|at|with) (?:(?:the|your) )?(?:bank|council|surgery|clinic|school|office|(?!(?:UK|US|USA|UAE|EU|NYC|LA|DC|SF|NZ|HK|KL)\b)(?-i:[A-Z]{2,6})\b)",
            re.IGNORECASE,
        ),
    ),
    salutes=(
        pattern(
            r"\A\W*(?:hi|hello|hey|dear|good (?:morning|afternoon|evening))\s(?!(?:there|all|everyone|everybody|team|guys|folks|mate|again|you|assistant|bot"
            r"|memary|claude|chatgpt|chat|gpt|gemini|copilot|siri|alexa|diary)\b)(?P<name>[^\W\d_][\w'’.-]*(?: [^\W\d_][\w'’.-]*){0,2}?)\s*(?:[,:!–-]|\n)",
            re.IGNORECASE,
        ),
    ),
    signs=(
        pattern(
            r"(?:(?:^|[.!?]\s)[ \t]*(?:(?:kind|best|warm(?:est)?|many|with kind|with best) (?:regards|wishes)|regards|(?:yours )?(?:sincerely|truly|faithfully)|yours|all the best"
            r"|lots of love|(?:all my |with )?love(?: from)?|best|cheers|(?:many )?thanks|thank you|take care|see you soon|x{1,3})[,.!]*\s+|\n[ \t]*\n[ \t]*)"
            r"(?P<name>[^\W\d_][\w'’.-]*(?: [^\W\d_][\w'’.-]*){0,2})[.!\s]*(?:x{1,3}\s*)?\Z",
            re.IGNORECASE | re.MULTILINE,
        ),
    ),
)
