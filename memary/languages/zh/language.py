"""Chinese as one `Language`: its words, patterns and readers, each from its module."""

from memary.languages.pack.base import Language
from memary.languages.pack.names import Names
from memary.languages.zh.facts.corrections import CORRECTIONS
from memary.languages.zh.facts.forms import is_own_name
from memary.languages.zh.facts.kinds.appointments import APPOINTMENTS
from memary.languages.zh.facts.people.relations import RELATIONS
from memary.languages.zh.facts.statements import ANSWER, ASKED_FOR, STATEMENTS
from memary.languages.zh.names.forms import FORMS, person_name, with_family
from memary.languages.zh.names.latin import latin_person
from memary.languages.zh.names.places import PLACES
from memary.languages.zh.names.recognition import is_called, spot_names
from memary.languages.zh.names.roles import PRONOUNS, ROLES
from memary.languages.zh.passed_on_text import PASSED_ON
from memary.languages.zh.privacy import PRIVACY
from memary.languages.zh.prompts import TEXTS
from memary.languages.zh.questions import DIALOGUE, QUESTIONS
from memary.languages.zh.requests import REQUESTS
from memary.languages.zh.talk import INSIGHTS, INSTRUCTIONS, KINDS, MANNER, MATTERS, REPLIES
from memary.languages.zh.times import TIMES
from memary.languages.zh.vocabulary.asked.equivalents import ALIKE
from memary.languages.zh.vocabulary.asked.members import MEMBERS
from memary.languages.zh.vocabulary.everyday_words import EVERYDAY
from memary.languages.zh.vocabulary.topics import TOPICS
from memary.languages.zh.vocabulary.wordings import WORDINGS
from memary.languages.zh.vocabulary.work_words import WORK

CHINESE = Language(
    code="zh",
    script="han",
    grammar="[的了在是我你他她它们不有和也都就这那吗呢吧啊请把被给跟从对用很还没说想要会能去来多少什怎哪谁几]",
    texts=TEXTS,
    pronouns=PRONOUNS,
    names=Names(
        spot=spot_names,
        refined=latin_person,
        called=is_called,
        person=person_name,
        answer=ANSWER,
        asked_for=ASKED_FOR,
        is_name=is_own_name,
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
)
