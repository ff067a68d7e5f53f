"""English as one `Language`: its words, patterns and readers, each from its module."""

from memary.languages.en.casual.reader import respell
from memary.languages.en.facts.corrections import CORRECTIONS
from memary.languages.en.facts.forms import is_name
from memary.languages.en.facts.kinds.appointments import APPOINTMENTS
from memary.languages.en.facts.people.relations import RELATIONS
from memary.languages.en.facts.statements import ANSWER, ASKED_FOR, STATEMENTS
from memary.languages.en.names.forms import FORMS
from memary.languages.en.names.people import with_family
from memary.languages.en.names.places import PLACES
from memary.languages.en.names.recognition import spot_names
from memary.languages.en.names.roles import PRONOUNS, ROLES
from memary.languages.en.passed_on_text import PASSED_ON
from memary.languages.en.privacy import PRIVACY
from memary.languages.en.prompts import TEXTS
from memary.languages.en.questions import DIALOGUE, QUESTIONS
from memary.languages.en.requests import REQUESTS
from memary.languages.en.talk import INSIGHTS, INSTRUCTIONS, KINDS, MANNER, MATTERS, REPLIES
from memary.languages.en.times import TIMES
from memary.languages.en.vocabulary.asked.equivalents import ALIKE
from memary.languages.en.vocabulary.asked.members import MEMBERS
from memary.languages.en.vocabulary.everyday_words import EVERYDAY
from memary.languages.en.vocabulary.topics import TOPICS
from memary.languages.en.vocabulary.wordings import WORDINGS
from memary.languages.en.vocabulary.words import DAYS_AND_MONTHS, ENGLISH_STOP_WORDS, SENTENCE_STARTERS
from memary.languages.en.vocabulary.work_words import WORK
from memary.languages.pack.base import Language
from memary.languages.pack.names import Names

ENGLISH = Language(
    code="en",
    script="latin",
    grammar=(
        r"\b(?:i|you|he|she|it|we|they|me|my|your|his|her|our|their|the|an?|this|that|is|am|are|was|were|be|do|does|did"
        r"|have|has|had|to|of|in|at|on|for|with|from|and|but|or|not|what|where|when|who|how|why)\b"
    ),
    texts=TEXTS,
    pronouns=PRONOUNS,
    names=Names(
        spot=spot_names,
        answer=ANSWER,
        asked_for=ASKED_FOR,
        is_name=is_name,
        common=ENGLISH_STOP_WORDS | SENTENCE_STARTERS,
        days=DAYS_AND_MONTHS,
        with_family=with_family,
    ),
    forms=FORMS,
    times=TIMES,
    relations=RELATIONS,
    statements=STATEMENTS,
    corrections=CORRECTIONS,
    appointments=APPOINTMENTS,
    roles=ROLES,
    places=PLACES,
    kinds=KINDS,
    matters=MATTERS,
    instructions=INSTRUCTIONS,
    manner=MANNER,
    insights=INSIGHTS,
    questions=QUESTIONS,
    dialogue=DIALOGUE,
    replies=REPLIES,
    requests=REQUESTS,
    passed_on=PASSED_ON,
    wordings=WORDINGS,
    privacy=PRIVACY,
    alike=ALIKE,
    members=MEMBERS,
    topics=TOPICS,
    everyday=EVERYDAY,
    work=WORK,
    respell=respell,
)
