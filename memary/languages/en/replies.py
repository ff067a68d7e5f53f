"""English replies that tell nothing."""

from memary.languages.base import Replies

REPLIES = Replies(
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
        r"|timed? ?out\b"
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
