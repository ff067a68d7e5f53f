"""The English words that stand for somebody."""

from memary.languages.base import Pronouns, words

PRONOUNS = Pronouns(
    own=frozenset(("i", "me", "my", "mine", "myself", "the user", "user")),
    others=words("he she it they him her them we us you this that someone somebody my"),
    me="I",
    mine="my",
    possessive=r"['’]s(?!\w)",
    asker=r"\b(?:i|my|me|mine|myself)\b",
    we=r"\b(?:i|i['’](?:m|ve|d|ll)|my|me|mine|myself|we|our|us)\b",
    she=r"\b(?:she|her|hers)\b",
    he=r"\b(?:he|him|his)\b",
    her_before=(
        r"\b(?:sister|mother|mom|mum|wife|daughter|aunt|grandma|grandmother|girlfriend|niece|mrs\.?|ms\.?)[ ,]+$"
    ),
    his_before=r"\b(?:brother|father|dad|husband|son|uncle|grandpa|grandfather|boyfriend|nephew|mr\.?)[ ,]+$",
)
