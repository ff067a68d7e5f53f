"""Whether a question asks where the user lives or works and the like, and whether a sentence tells it of another."""

from __future__ import annotations

import re

from memary.languages import any_of, of_all
from memary.text.topics import roles_in

_MATTERS = ("residence", "employer", "occupation", "age")
_about = of_all(
    lambda packs: re.compile(
        "|".join(
            f"(?:{pack.questions.about[name]})" for pack in packs for name in _MATTERS if name in pack.questions.about
        ),
        re.IGNORECASE,
    )
)
_asker = any_of(lambda language: language.pronouns.asker)
_possessive = any_of(lambda language: language.pronouns.possessive)
_of_kin = any_of(lambda language: language.relations.of_kin)


def asks_own_matter(question: str) -> bool:
    """Return whether a question asks for the user's own home, work or age, and names nobody whom the user has."""
    return bool(_asker().search(question) and _about().search(question)) and not roles_in(question)


def tells_of_ones_kin(sentence: str) -> bool:
    """Return whether a text tells only of one by whom they are to another.

    As in "Ada's mum", "My mum lives in Leeds.".
    """
    own = list(_asker().finditer(sentence))
    owner = own[0] if len(own) == 1 and own[0].start() == 0 else _possessive().search(sentence)
    told = _possessive().sub("", sentence[owner.end() :], 1).strip().lower().replace(" ", "_") if owner else ""
    return _of_kin().match(told) is not None
