"""Read in English since when or for how long something is so: "since 2017", "for 3 years now"."""

from __future__ import annotations

from memary.languages.pattern import pattern

_VERB = (
    r"(?:[a-z]{2,}ed|am|is|are|was|were|have|has|had|do|did|will|can|went|saw|got|met|came|left|bought|sold|took|made|gave|found|lost|won|had|ate|ran|flew"
    r"|drove|read|wrote|told|said|began|became|broke|fell|felt|heard|held|kept|knew|paid|put|sat|sent|spent|spoke|stood|taught|thought|wore|work|live|study|play)"
)
_NOT_FROM_THEN = r"(?:(?:I|we|s?he|they)(?:['’]ve| have)? )?(?:\w+ )?(?:moved|came|arrived|started|began|joined|hired|settled|since)\b"
OWN_CLAUSE = (
    r"(?:,? (?:and|but|while|whereas|so|because)|[;—–,]) (?=(?:I|we|s?he|they|it|my|our|his|her|their|the|an?)\b)"
    rf"|,? (?:and|but|then) (?=(?:then |also |just |now |later )*{_VERB}\b)"
)
THERE = rf"{_NOT_FROM_THEN}|(?:(?:I|we)(?:['’]ve| have) |have )?been (?:there|here)\b"

UNITS = r"(?:years|months|weeks)"
FOR_LONG = rf"for (?:(?:about|over|almost|nearly|more than|around|well over|the (?:last|past)) )?(?:(?:[a-z]+|\d+) ){{1,2}}{UNITS}"
"""How long something has been so; "for years" alone tells no beginning."""
_NO_MORE = r"(?![^.!?\n]*\b(?:then|until|till|before|later|stopped|quit|gave|hated|left|any ?more|but)\b)"
STILL = rf"(?=[^.!?\n]* (?:since\b|{FOR_LONG}\b{_NO_MORE}))"
"""What tells of "I have worked there" that it is so still."""
_LONG = (
    r"(?P<words>for (?:(?:about|over|almost|nearly|more than|around|well over) )?"
    rf"(?P<long>(?:an?|one|half a|a couple of|(?:twenty|thirty|forty)(?:[- ][a-z]+)?|[a-z]+|\d+) (?:{UNITS}|year|month))"
)
_ENDS = r"(?=\s*(?:[.,;!)—–]|$)| (?:and|with|at|in|as)\b)"
LASTING = (
    (pattern(rf"(?:\b(?:[Hh]ave|[Hh]as|[Bb]een)|['’]ve|['’]s)\b[^.;!?\n]{{0,80}}? {_LONG}(?: now| already)?){_ENDS}{_NO_MORE}"), r"\g<long> ago"),
    (pattern(rf"{_LONG} now){_ENDS}{_NO_MORE}"), r"\g<long> ago"),
)  # fmt: skip
FROM_THEN = (
    r"\bsince\b|\bas of\b|\bdiagnosed\b|\bgot married\b|\bmarried (?!to\b)|\bstarted\b|\b(?:became|become|went|gone|turned) (?:an? )?(?:strict |strictly )?(?:veg|pes|flex)"
    rf"|\bfor (?:[a-z]+ |\d+ ){{1,3}}(?:{UNITS}|year|month)\b"
)
