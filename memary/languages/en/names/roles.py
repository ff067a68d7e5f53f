"""The English words for people, by what they are to somebody, and for what stands for them."""

from memary.languages.pack.base import words
from memary.languages.pack.names import Pronouns, Roles

WOMEN = "sister|mother|mom|mum|wife|daughter|aunt|grandma|grandmother|girlfriend|niece"
MEN = "brother|father|dad|husband|son|uncle|grandpa|grandfather|boyfriend|nephew"

_CALLED_KIN = "dad|daddy|papa|mum|mummy|mom|mommy|mama|grandma|granny|gran|grandpa|grandad|granddad"
_BEFORE_KIN = (
    r"(?:^|[.?!,;:…(]\s*|\b(?:does|do|did|is|are|was|were|has|have|had|will|would|can|could|should|must|may|might"
    r"|for|to|with|from|about|at|by|without|on|of|but|when|if|that|because|while|since|after|before|until"
    r"|what|where|who|how|why|which|tell|told|ask|asked|call|called|phone|phoned|text|texted|visit|visited|give|gave"
    r"|get|got|take|took|bring|brought|buy|bought|see|saw|meet|met|remind|reminded|help|helped|drive|drove|show) )"
)
"""What stands before a relative who is called by that, as by a name; elsewhere it is "a dad", "her dad", "dads"."""

PRONOUNS = Pronouns(
    own=frozenset(("i", "me", "my", "mine", "myself", "the user", "user")),
    others=words("he she it they him her them we us you this that someone somebody my"),
    stand_ins=frozenset(
        f"{article}{noun}"
        for article in ("", "the ")
        for noun in (
            *("customer", "client", "speaker", "person", "human", "individual", "author", "narrator", "writer"),
            *("sender", "caller", "participant", "patient", "guest", "end user"),
        )
    ),
    capital_names=frozenset(("US", "the US", "IT")),
    no_own=(
        r"(?<=[Uu]ser) (?:research|researchers?|interfaces?|UI|UX|experience|story|stories|guide|manuals?|accounts?"
        r"|study|testing|testers?|base|IDs?|data|feedback|interview|profile|flow|journeys?"
        r"|agents?|community|acceptance|satisfaction|engagement|growth|behaviou?r|permissions?|rights|authentication"
        r"|management|space|personas?|retention|onboarding|input|errors?|documentation|forums?|surveys?|conference"
        r"|interaction|involvement|friendliness|database)\b"
    ),
    me="I",
    mine="my",
    possessive=r"['’]s(?!\w)",
    possessed="['’]s?$",
    asker=r"\b(?:i|my|me|mine|myself)\b",
    you=r"\byou(?:rs?)?\b",
    we=r"\b(?:i|i['’](?:m|ve|d|ll)|my|me|mine|myself|we|our|us)\b",
    of_us=(
        (r"\b[Ww]e\b", "I"),
        (r"\b[Oo]ur\b", "my"),
        (r"\bours\b", "mine"),
        (r"\bus\b", "me"),
        (r"\bourselves\b", "myself"),
    ),
    own_kin=(
        (rf"(?i)({_BEFORE_KIN}|\b\w+ing )({_CALLED_KIN})s(?= (?!(?:are|do|and|or|who|like)\b)[a-z])", r"\1my \2's"),
        (rf"(?i)({_BEFORE_KIN})({_CALLED_KIN})(?!\w|-| (?:of|jokes?)\b)", r"\1my \2"),
    ),
    among_us=(
        r"\b(?:talk|discuss|convers|chat|sp(?:eak|oke)|decide|agree|settle|conclude|sa(?:y|id)|mention)\w*\b"
        r"|\b(?:can|could|shall|should|let) (?:we|us)\b"
    ),
    she=r"\b(?:she|her|hers)\b",
    he=r"\b(?:he|him|his)\b",
    her_before=rf"\b(?:{WOMEN}|mrs\.?|ms\.?)[ ,]+$",
    his_before=rf"\b(?:{MEN}|mr\.?)[ ,]+$",
)

ROLES = Roles(
    family={
        "brother": "brother",
        "sister": "sister",
        "mother": "mother|mom|mum",
        "father": "father|dad",
        "son": "son",
        "daughter": "daughter",
        "cousin": "cousin",
        "uncle": "uncle",
        "aunt": "aunt",
        "grandparent": "grandma|grandpa|grandmother|grandfather",
        "nephew": "nephew|niece",
    },
    partner={
        "partner": "husband|wife|spouse|hubby|(?:better|other) half|boyfriend|girlfriend|fianc[eé]e?",
    },
    others={
        "work": "boss|manager|colleague|co-?worker|teammate|intern|client",
        "neighbour": "neighbou?r|landlord|landlady",
        "school": "classmate|schoolmate",
        "practice": "dentist|doctor|therapist",
        "lessons": "teacher|coach|trainer",
        "crafts": "plumber|electrician|hairdresser|barber|mechanic",
    },
    groups={
        "work": "work|the office|accounting|sales|marketing|hr",
        "gym": "the gym",
        "choir": "(?:the )?choir",
        "school": "school|college|university",
        "church": "church",
    },
    forms=(
        r"(?<![\w'’])(?:{words}),? (?:is |called |named )?{name}(?!\w)",
        r"(?<!\w){name}(?:,| is| was| \(|:) ?(?:also )?(?:{own}|the user's (?:\w+ )?)?(?:{words})\b",
    ),
    group_forms=(r"(?<!\w){name},? (?:from|at) (?:{words})\b",),
    own=r"(?:my|his|her|our|their|your|a|an|this|that|the new|the old|\w+'s) (?:\w+ )?",
    another=(
        r"\b{met}(?:another|a second|some other|the other) {name}(?!\w)",
        r"\b(?:a|the) different {name}(?!\w)",
        r"\b(?:also|likewise) (?:called|named) {name}(?!\w)",
        r"\b{name},? (?:but )?not the (?:same|one)\b",
    ),
    met=r"(?:met|meet|know|knew|saw|see|with|there(?:'s| is)) ",
    venue=(
        r"\b(?:caf[eé]|restaurant|school|university|college|museum|hospital|library|hotel|bar|pub|gym|studio|club"
        r"|theat(?:er|re)|cinema|church|clinic|bakery|shop|store|market|bookshop|station|zoo|academy|gallery)s?\b"
    ),
    animal=r"\b(?:cat|kitten|dog|puppy|rabbit|hamster|parrot|horse|tortoise|turtle|pet)s?\b",
    friend=r"\b(?:friend|buddy|namesake)\b",
)
