"""Tell where "and" joins two things and where it is in a name: "jazz and chess", "gin and tonic"."""

from __future__ import annotations

_NAMES = (
    "mac and cheese", "macaroni and cheese", "cheese and onion", "cheese and wine", "wine and cheese",
    "salt and vinegar", "oil and vinegar", "salt and pepper", "fish and chips", "bangers and mash", "bread and butter",
    "butter and jelly", "butter and jam", "ham and cheese", "ham and eggs", "bacon and eggs", "eggs and bacon",
    "rice and beans", "pork and beans", "chicken and waffles", "chicken and rice", "milk and honey",
    "sweet and sour", "sweet and salty", "hot and sour", "surf and turf", "cookies and cream", "strawberries and cream",
    "peaches and cream", "gin and tonic", "rum and coke", "vodka and tonic", "whisky and soda", "food and drink",
    "rock and roll", "drum and bass", "rhythm and blues", "R and B", "country and western", "song and dance",
    "black and white", "arts and crafts", "bed and breakfast", "hide and seek", "dungeons and dragons",
    "snakes and ladders", "cops and robbers", "sword and sorcery", "swords and sorcery", "track and field",
    "health and safety", "trial and error", "peace and quiet", "law and order", "rest and relaxation",
    "ups and downs", "bits and pieces", "odds and ends", "pros and cons", "give and take", "hustle and bustle",
    "Simon and Garfunkel", "Hall and Oates", "Florence and the Machine", "Guns and Roses", "Earth, Wind and Fire",
    "Mumford and Sons", "Tom and Jerry", "Ben and Jerry", "Romeo and Juliet", "War and Peace", "Pride and Prejudice",
    "Sense and Sensibility", "Crime and Punishment", "Marks and Spencer", "Dolce and Gabbana", "Rick and Morty",
    "Lilo and Stitch", "Beauty and the Beast", "Fast and Furious", "Parks and Recreation", "Wallace and Gromit",
)  # fmt: skip
_KINDS = (
    "music|songs?|movies?|films?|books?|novels?|stories|games?|sports?|foods?|cuisine|dishes|cooking|wines?|beers?|teas?"
    "|cheeses?|chocolate|sauces?|clothes|shoes|colou?rs?|art|history|literature|culture|languages?|shows?|series|comics"
    "|dances?|dancing|weather|flowers|animals|restaurants|people|places|cars|crisps|chips|soups?|bread|salads?|cakes?"
)
"""Nouns that the word before "and" may go with as well: "rock and indie music"."""


def _in_name(name: str) -> str:
    before, after = name.split(" and ")
    return rf"(?<=\b{before.split()[-1]} and) {after}"


_TOLD_OF_BOTH = (
    rf" (?!(?:old|good|board|video|computer|card|crime|comic|graphic|street|fast|junk|craft)\b)[\w'’-]+ (?:{_KINDS})"
    r"(?=\s*(?:[.,;:!)—–]|$))"
)
AND = rf"and(?!(?i:{'|'.join(map(_in_name, _NAMES))})\b)(?:(?<=ing and)|(?!{_TOLD_OF_BOTH}))"
"""The word between two things, behind which no word is told of both."""
