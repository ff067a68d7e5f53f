"""Ages in words."""

from __future__ import annotations

import re

NUMBER_WORD = (
    r"(?:(?:thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen)"
    r"|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?)"
)
WHOLE_AGE = r"(?=\s*(?:[.!;)]|,(?! (?:and|or)\b)|$)| (?:now|today|yesterday|last|this|and I|but I)\b)"
BARE_AGE = r"(?=(?: now| today)?\s*(?:[.;)]|$)| and I\b| but I\b)"
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_UNITS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
_TEENS = ["thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]
_FIGURES = (
    {word: number for number, word in enumerate(_UNITS, 1)}
    | {word: number for number, word in enumerate(_TEENS, 13)}
    | {word: 10 * number for number, word in enumerate(_TENS, 2)}
)


def in_figures(number: str) -> str:
    """Return a number of years in figures: "34", for "thirty-four"."""
    return str(sum(_FIGURES[word] for word in re.split("[- ]", number)))
