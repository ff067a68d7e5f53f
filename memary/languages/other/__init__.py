"""Read the little that is read of further languages: by which name somebody introduces themselves."""

from memary.languages.other.introductions import introduced, told_names
from memary.languages.other.users import USERS
from memary.languages.pack.base import Language
from memary.languages.pack.names import Names, Pronouns

OTHERS = (
    Language(code="ja", script="kana"),
    Language(code="ko", script="hangul"),
    Language(code="ar", script="arabic"),
    Language(code="he", script="hebrew"),
    Language(code="ru", script="cyrillic"),
    Language(
        code="mul",
        script="any",
        names=Names(spot=told_names, introduced=introduced),
        pronouns=Pronouns(stand_ins=USERS),
    ),
)
