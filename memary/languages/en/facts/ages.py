"""Ages in words and figures: one's own, and those of others, who may be children."""

from __future__ import annotations

import re

NUMBER_WORD = (
    r"(?:(?:thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen)"
    r"|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?)"
)
WHOLE_AGE = r"(?=\s*(?:[.!;)]|,(?! (?:and|or)\b)|$)| (?:now|today|yesterday|last|this|and I|but I)\b)"
BARE_AGE = r"(?=(?: now| today)?\s*(?:[.;)]|$)| and I\b| but I\b)"
_ONE = "(?:(?<=turned )one|one(?= years? (?:old|of age)))"
"""Of "one" alone nothing tells that it is an age: he may be a teacher, and a good one."""

ANY_AGE = rf"(?:{NUMBER_WORD}|{_ONE}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|1[01]\d|[1-9]\d?)(?![\w-]|[.,:]\d)"
"""An age in words or figures, also that of a child."""

BECAME = r"(?: (?:is|are)(?: now| already| only| just| still)?|['’]s(?: now| already| only)?|(?: has| have| just| recently| already)* turned)"
_TOLD_SO = (
    r"(?:\s*(?:[.!;)]|$)|,? (?:now|today|yesterday|already|this (?:week|month|year)|last (?:week|month))\b|,(?! ?\d))"
)
YEARS_OLD = rf"(?: years? old(?={_TOLD_SO}| (?:and|but)\b)| years of age(?={_TOLD_SO}))"
ALONE = rf"(?={_TOLD_SO}|,? (?:and|but) (?!(?:an?|half|two|three|counting|up|over)\b)(?:\w+s|s?he|has|they|I|my|our|we|[A-Z]\w+(?: just| recently| already)* (?:is|has|turned))\b(?! (?:old|tall)))"
"""What follows an age that is no number of something else: "Noor is nine and loves horses"."""

AGED = rf"(?:{BECAME} {ANY_AGE}(?: years? old)?,? and)?"
"""An age before what else is told of somebody."""

_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_UNITS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_TEENS = ["thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]
_FIGURES = (
    {word: number for number, word in enumerate(_UNITS, 1)}
    | {word: number for number, word in enumerate(_TEENS, 13)}
    | {word: 10 * number for number, word in enumerate(_TENS, 2)}
)


def in_figures(number: str) -> str:
    """Return a number of years in figures: "34", for "thirty-four"."""
    if number.isdigit():
        return number
    return str(sum(_FIGURES[word] for word in re.split("[- ]", number)))
