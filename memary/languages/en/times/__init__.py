"""Read English expressions of time, and how a question asks for the past."""

from __future__ import annotations

from memary.languages.en.times.grammar import read_english
from memary.languages.en.times.past_words import asks_past
from memary.languages.pack.talk import Times

TIMES = Times(
    read=read_english,
    asks_past=asks_past,
    asks_now=r"\b(?:right now|now|nowadays|currently|presently|at (?:the moment|present)|these days|again)\b",
    changes=(
        r"\b(?:changed|moved|switched|shifted|postponed|rescheduled|brought forward|pushed back"
        r"|put (?:up|down|off|back)|went up|gone up|no longer|any ?more|instead|from now on|used to|cancell?ed)\b"
    ),
    asks_once=(
        r"\b(?:did|was|were|had)(?:n['’]t)?\b|\b(?:been|went|gone|happened|took|came|ago|back then)\b"
        r"|\b(?:i|you|we|he|she|they|who|what|ha(?:ve|s)\s+\w+)\s+(?!need|feed|exceed|proceed|succeed)\w+ed\b"
    ),
    tells=(
        r"\b(?:yesterday|today|tonight|tomorrow|ago|last|next|recently|since|days?|weeks?|weekends?|months?|years?"
        r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october"
        r"|november|december|spring|summer|fall|autumn|winter|morning|birthday|anniversary|(?:19|20)\d\d)\b"
    ),
    tells_own=r"\b(?:today|tonight|this (?:morning|week|month|year))\b",
)
