"""Tell what English predicates mean: a rule for supersession, not a vocabulary."""

from __future__ import annotations

import re
from functools import cache

from memary.languages.en.facts.kinds.preferences import are_alternatives
from memary.languages.en.facts.people.animals import ANIMALS
from memary.languages.en.facts.people.third_person import infinitive, third_person
from memary.languages.en.vocabulary.stemmer import stem
from memary.languages.keys import fold
from memary.languages.pack.base import words
from memary.languages.pack.sentences import Relations

_LIKES = words("likes loves enjoys adores is_fond_of fan_of")
_DISLIKES = words("dislikes hates cannot_stand detests avoids no_longer_likes stopped_liking")
_ATTITUDES = dict.fromkeys(_LIKES, 1) | dict.fromkeys(_DISLIKES, -1)

_WORD = re.compile(r"[\w']+")
_NOT = frozenset({"not", "never", "hardly"})
_WHO_LIKES = (["i"], ["we"])


def _stems(predicate: str) -> tuple[str, ...]:
    return tuple(map(stem, predicate.split("_")))


@cache
def _attitude_of_stems() -> dict[tuple[str, ...], int]:
    return {_stems(name.removeprefix("is_")): sign for name, sign in _ATTITUDES.items()}


def feelings(text: str) -> set[int]:
    """Return the attitudes that a text tells of: 1 of liking, -1 of disliking ("does not like")."""
    told: set[int] = set()
    words_in = _WORD.findall(fold(text).replace("’", "'").replace("can't", "cannot"))
    stems = [stem(word) for word in words_in]
    for at, word in enumerate(words_in):
        sign = next((s for size in (3, 2, 1) if (s := _attitude_of_stems().get(tuple(stems[at : at + size])))), 0)
        before = words_in[max(at - 2, 0) : at]
        is_negated = any(each in _NOT or each.endswith("n't") for each in before)
        if not sign or before == ["no", "longer"] or stems[at - 1 : at] == ["stop"]:
            continue  # none, or told with its negation
        if word != "like" or is_negated or before[-1:] in _WHO_LIKES:  # "foods like curry"
            told.add(-sign if is_negated else sign)
    return told


RELATIONS = Relations(
    told_of=third_person,
    plans="plans_to_",
    bare=infinitive,
    unsettled=(
        r"(?:is_|are_|still_)*(?:plan|want|wish|hope|hoping|need|intend|consider|think|search|wait|worr|afraid|fear"
        r"|decid|undecided|unsure|not_sure|wonder|ask|owe|due|aim|try|trying|about_to|going_to|meant_to"
        r"|look(?:s|ing)?_(?:for|into|forward))"
        r"|(?:may|might|could|should|has_to|has_not|has_no_|will)_|has_(?:budget|deadline|plan|offer)"
    ),
    denied=r"\b(?:no longer|not|never|cannot|stopped|ceased|any ?more|former|retired|ex)\b|n['’]t\b",
    over=(
        r"\b(?:no longer|any ?more|any longer|stopped|ceased|quit|cancel(?:l?ed|ling|ing)|(?:gave|given|giving) (?:\w+ )?up"
        r"|ended|(?:is|are|was|were|it['’]s|that['’]s) (?:all )?(?:over|gone|finished|closed)|(?:broke|broken|split) up"
        r"|(?:closed|shut) down|(?:got|get|gotten) rid of|sold|lapsed?|expired|removed|dropped|terminated|called off|died|passed away"
        r"|(?:i|we|s?he|they)(?:['’]ve| have| has)? (?:just |finally )?left|moved out|let go of|resigned|divorced|discontinued|decommissioned|retired|gave (?:\w+ )?notice|has closed|have closed)\b"
    ),
    only_planned=(
        r"\b(?:was|were|had been) (?:all |originally )?(?:going|supposed|meant|due|scheduled|about) to\b"
        r"|\bhad (?:all |originally )?(?:planned|intended|agreed|arranged|hoped|promised)\b"
        r"|\b(?:was|were|had been) (?:originally )?(?:planned|intended|agreed|arranged|scheduled)\b"
        r"|\b(?:originally|initially) (?:planned|intended|agreed|arranged|scheduled)\b"
        r"|\bplanned to\b|\b(?:fell|fallen|falls) through\b|(?:\bnot\b|n['’]t\b)[^.!?]{0,80}\bafter all\b"
    ),
    single={
        "residence": (
            "lives_in live_in lives_at resides_in resident_of based_in moved_to relocated_to home_is is_living_in living_in "
            "residing_in residence place_of_residence current_residence home_city current_city"
        ),
        "employer": "works_at work_at works_for employed_by employer_is joined_company employer is_working_at working_at",
        "occupation": "works_as work_as job_is occupation_is profession_is has_job job_title occupation profession job",
        "name": "is_named is_called name_is name has_name full_name",  # who "called Tom" may have rung him
        "family_name": "surname_is family_name_is last_name_is",
        "real_name": "real_name real_name_is has_real_name legal_name birth_name",
        "nickname": "nickname_is has_nickname goes_by known_as is_known_as nicknamed",
        "age": "age_is has_age is_aged",
        "birthday": "born_on was_born_on birthday_is has_birthday has_birthday_on birth_date date_of_birth birthday",
        "marital_status": "marital_status relationship_status",
        "spouse": "married_to spouse_is husband_is wife_is has_spouse has_husband has_wife",
        "partner": (
            "partner_is dating in_relationship_with girlfriend_is boyfriend_is has_partner has_girlfriend "
            "has_boyfriend"
        ),
        "engagement": "engaged_to has_fiancé has_fiancée has_fiance has_fiancee fiancé_is fiancée_is",
        "anniversary": "anniversary_is wedding_anniversary_is",
        "address": "address_is home_address_is postal_address has_address",
        "phone": "phone_is phone_number",
        "email": "email_is email_address email",
        "timezone": "timezone_is time_zone in_timezone",
        "diet": "diet_is follows_diet",
        "workplace": "workplace_is workplace",
        "school": "studies_at attends_school attends_university enrolled_at",
        "major": "majors_in studies_subject",
        "status": "status_is has_status",
        "location": "located_in located_at located_on is_located_in is_located_at is_located_on is_in",
        "venue": "takes_place_in is_held_in held_in",
        "price": "price_is costs priced_at",
        "salary": "salary_is earns has_salary",
        "deadline": "deadline_is due_on due_by has_deadline is_due is_due_on is_due_by due_date_is has_due_date",
        "manager": "reports_to manager_is boss_is has_manager has_boss",
        "doctor": "has_doctor has_gp doctor_is",
        "dentist": "has_dentist dentist_is",
        "therapist": "has_therapist therapist_is",
        "landlord": "has_landlord has_landlady landlord_is landlady_is",
        "lawyer": "has_lawyer lawyer_is",
        "accountant": "has_accountant accountant_is",
        "version": "version_is current_version",
        "weight": "weight_is weighs",
        "dry_weight": "dry_weight_is",
        "height": "height_is",
        "rent": "rent_is pays_rent",
        "shoe_size": "shoe_size_is",
        "rate": "hourly_rate_is",
    },
    measures=(
        r"(?:\w+_)?(?:budget|weight|height|length|width|size|price|fee|rent|salary|wage|income|revenue|turnover|limit"
        r"|quota|capacity|headcount|deadline|due_date|version|dose|dosage|duration|rate|age|temperature"
        r"|population|personal_best|best_time|code|pin|password|word_count|words_written)"
    ),
    measure_forms=("has_{}", "{}_is", "is_{}", "has_a_{}"),
    attitudes=_ATTITUDES,
    feelings=feelings,
    preferences=words("prefers"),
    are_alternatives=are_alternatives,
    timeless=words(
        "name_is is_named is_called has_name full_name surname_is family_name_is last_name_is real_name real_name_is legal_name birth_name nickname_is goes_by "
        "birthday_is has_birthday has_birthday_on born_on was_born_on birth_date date_of_birth birthday born_in comes_from grew_up_in anniversary_is wedding_anniversary_is allergic_to intolerant_to "
        "has_mother has_mum has_mom has_father has_dad has_parent has_grandparent has_grandmother has_grandfather has_grandma has_grandpa has_brother "
        "has_sister has_sibling has_child has_son has_daughter has_aunt has_uncle has_cousin has_niece has_nephew"
    ),
    moves=words("moved_to relocated_to joined_company"),
    many=words(
        "likes loves enjoys adores is_fond_of fan_of dislikes hates knows friend_of friends_with has_friend "
        "speaks has_pet has_cat has_dog has_rabbit has_horse has_child has_son has_daughter has_sibling has_brother "
        "has_best_mate has_mate has_buddy has_colleague has_sister has_parent has_grandparent has_brother_in_law has_sister_in_law has_hobby hobby_is "
        "plays visited traveled_to owns interested_in allergic_to plans_to has_appointment has_condition intolerant_to takes_medication fears runs"
    )
    | {f"has_{animal.replace(' ', '_')}" for animal in ANIMALS},
    expected={
        "place": "workplace_is lives_in resides_in based_in moved_to relocated_to located_in born_in comes_from grew_up_in",
        "organization": (
            "works_at employed_by joined_company studies_at attends_school attends_university enrolled_at"
        ),
        "person": (
            "married_to engaged_to spouse_is husband_is wife_is partner_is girlfriend_is boyfriend_is dating "
            "has_wife has_husband has_partner has_girlfriend has_boyfriend has_boss has_manager has_child "
            "has_sibling reports_to manager_is friend_of friends_with has_friend has_son has_daughter has_brother "
            "has_sister has_mother has_father has_parent has_grandparent written_by authored_by composed_by painted_by "
            "directed_by"
        ),
        "topic": (
            "works_as job_is occupation_is profession_is has_job job_title has_role role_is has_position position_is "
            "has_title works_in_role"
        ),
    },
    sorts={
        "plan": (
            "plans_to plans_to_work_at wants_to intends_to hopes_to goal_is has_goal aims_to would_like_to dreams_of "
            "learning preparing_for saving_for working_on"
        ),
        "appointment": "booked has_booked has_appointment appointment scheduled reserved meets_on is_invited_to",
        "interest": "prefers interested_in has_hobby hobby_is",
        "allergy": "allergic_to intolerant_to",
        "thing": "owns plays uses",
        "visit": "visited traveled_to",
        "fear": "fears",
        "business": "runs",
        "instruction": "wants_assistant_to wants_of_assistant wants_answers asks_assistant_to",
    },
    favourites=("favorite_", "favourite_"),
    copula="_is",
    respelt={"favourite_": "favorite_"},
    negation=(
        r"(?:no_longer|(?:do|does|did|is|are|was)_not|(?:do|does|did|is|are|was)nt|not|never|stopped|ceased_to|quit|"
        r"used_to|formerly|previously)_"
    ),
    endings={
        "employer": (
            "left quit left_job_at left_company quit_job_at resigned_from fired_from was_fired_from "
            "laid_off_from retired_from"
        ),
        "residence": "left moved_away_from moved_out_of moved_from",
        "school": "left graduated_from dropped_out_of",
        "spouse": "divorced divorced_from separated_from widow_of widower_of widowed_by",
        "partner": "left broke_up_with split_up_with separated_from",
        "has_pet": "lost_pet gave_away",
        "owns": "sold gave_away lost",
        "plans_to": "cancelled canceled gave_up dropped_plan_to",
        "friend_of": "fell_out_with",
        "friends_with": "fell_out_with",
        "member_of": "left",
        "plays": "gave_up",
        "uses": "gave_up",
    },
    beside=(
        r"(?<=\w )also\b(?! ?,)|\bas well\b(?! as)|\btoo\b(?=\s*(?:[.,;!]|$))|\bin addition\b"
        r"|\bon the side\b|\bpart[- ]time\b|\bat the same time\b"
        r"|\b(?:second|side) (?:job|home|flat|phone|number|email|address)\b"
        r"|\b(?:other|second|another) (?:doctor|gp|dentist|therapist|landlord|landlady|lawyer|accountant)\b"
    ),
    within=words("located_in is_in part_of city_in capital_of belongs_to"),
    begin=words(
        "runs takes_medication lives_in works_at works_as diet_is has_condition married_to dating learning lost_pet"
    ),
    none=words("none nowhere"),
    of_kin=(
        r"(?:(?:other|second|third|older|younger|elder|little|big|twin|youngest|oldest|eldest|middle)_)?"
        r"(?:(?:step)?(?:mother|father|mum|mom|dad|son|daughter)|grand(?:son|daughter|mother|father|ma|pa|ad)|granny|brother|sister|wife|husband"
        r"|parents|grandparents|in-laws|children|kids|sons|daughters|brothers|sisters|siblings|partner|girlfriend|boyfriend|fianc[ée]e?|(?:mother|father|brother|sister|son|daughter)[-_]in[-_]law|boss|manager|roommate|flatmate|landlord|landlady|dog|cat"
        r"|horse|rabbit|parrot|baby|toddler|eldest|youngest|oldest|middle_child)_"
    ),
)
