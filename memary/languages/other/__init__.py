"""Read the little that is read of further languages: by which name somebody introduces themselves."""

from memary.languages.other.introductions import introduced, told_names
from memary.languages.pack.base import Language
from memary.languages.pack.names import Names, Pronouns
from memary.languages.pack.talk import Questions
from memary.languages.pack.wordings import Amounts, Wordings

# of German, French, Spanish, Italian, Portuguese and Dutch questions: none is an English word or a common name
_WORD = (
    r"(?<!\w)(?:"
    "wer|wie|wann|wem|warum|wieso|wohin|woher|welche|welcher|welches|mein|meine|meinen|meinem|meiner|ich"
    "|ist|heißt|heisst|heiße|heisse|wohne|arbeite|où|qui|que|quoi|quel|quelle|quels|quelles|quand|pourquoi"
    "|je|suis|est|habite|travaille|appelle|dónde|quién|quien|qué|cuál|cual|cuándo|cuando|cómo|mis|yo|vivo"
    "|trabajo|llamo|está|tengo|quale|quando|mio|sono|lavoro|quem|qual|meu|minha|trabalho|waar|wanneer|mijn"
    "|ik|woon|wo|chi|habe"
    r")(?!\w)"
)

_NOUNS = """
usuario, usuaria, el usuario, la usuaria, cliente, el cliente, la cliente, usuário, usuária, o usuário, a usuária,
o cliente, utilisateur, utilisatrice, l'utilisateur, l’utilisateur, l'utilisatrice, le client, la cliente, utente,
l'utente, l’utente, il cliente, benutzer, benutzerin, der benutzer, die benutzerin, nutzer, nutzerin, der nutzer,
die nutzerin, kunde, kundin, der kunde, die kundin, gebruiker, de gebruiker, klant, de klant, användaren, użytkownik,
пользователь, клиент, ユーザー, 利用者, 顧客, 사용자, 고객, kullanıcı
"""

_USERS = frozenset(noun.strip() for noun in _NOUNS.split(","))
"""What models that write in these languages call the user."""

_AMOUNTS = Amounts(
    magnitudes=r"(?:[kKmM]|mn|bn|mio)(?![A-Za-z])",
    units=(
        r"EUR|USD|GBP|CHF|CNY|RMB|JPY|SEK|NOK|DKK|PLN|INR|CAD|AUD|Euro|%|‰|°\ ?[CF]?|kg|mg|[µu]g|g|lbs?|oz|km/h|km"
        r"|cm|mm|m²|m2|m|k?Wh?|[KMGT]i?B|ml|cl|dl|l|h|hrs?|min|ms|s|bpm|kcal|mmHg|px|pts?"
    ),
)
"""Units that are written alike in most languages."""

OTHERS = (
    Language(code="ja", script="kana"),
    Language(code="ko", script="hangul"),
    Language(code="ar", script="arabic"),
    Language(code="he", script="hebrew"),
    Language(code="ru", script="cyrillic"),
    Language(
        code="mul",
        script="any",
        wordings=Wordings(amounts=_AMOUNTS),
        names=Names(spot=told_names, introduced=introduced),
        pronouns=Pronouns(stand_ins=_USERS),
        questions=Questions(unread=rf"¿|{_WORD}.{{1,60}}?{_WORD}"),
    ),
)
