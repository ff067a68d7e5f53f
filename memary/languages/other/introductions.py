"""Names in scripts that no spotter reads, where the text says itself that they are names.

Arabic and Hebrew have no capital letters, so a word alone never looks like a name. Read is only what is introduced
as one: "my name is …" and "my sister's name is …", a title in quotation marks after a word like "book" or "café", and
a hashtag. Cyrillic and Greek have capitals, but their names are inflected, so that a name in the middle of a sentence
is seldom in the form to keep; Japanese and Korean are cut into words by nothing here. They are read by the same few
forms. A question, a condition or a negation introduces nobody.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from memary.languages.pack.names import IntroducedName, NameSpan, Whose
from memary.languages.pattern import pattern
from memary.languages.scripts import HAN, HANGUL, KANA

_ARABIC = "\u0621-\u063a\u0641-\u064a\u064b-\u0652\u0670-\u06d3"
_HEBREW = "\u05d0-\u05ea'\u05f3"
_ENDS = r"(?=\s*(?:[.,;!:\n،؛。、！]|$))"
_AR_NOT = (
    r"(?!(?:ال|في\b|من\b|هو\b|هي\b|على\b|طويل|قصير|صعب|سهل|غريب|نادر|مكتوب|معروف|مشهور|مش\b|ليس|لا\b|لم\b"
    r"|أيض|ايض|فقط|هنا|الآن|يا\b|يعني|مع\b))"
)
_AR_NAME = rf"(?P<name>{_AR_NOT}[{_ARABIC}]{{2,}}(?: (?!و){_AR_NOT}[{_ARABIC}]{{2,}}{_ENDS})?)(?![{_ARABIC}])"
_AR_KIN = (
    "أختي|اختي|أخي|اخي|أمي|امي|أبي|ابي|والدي|والدتي|زوجتي|زوجي|ابني|ابنتي|بنتي|صديقي|صديقتي|صاحبي|صاحبتي|مديري|مديرتي"
    "|زميلي|زميلتي|خالي|خالتي|عمي|عمتي|جدي|جدتي|جاري|جارتي|خطيبي|خطيبتي|حبيبي|حبيبتي"
)
_HE_LETTER = "[\u05d0-\u05ea]"
_HE_NOT = (
    r"(?!(?:לא|כל|גם|רק|יש|אין|של|את|זה|הוא|היא|כי|אבל|הרבה|ארוך|קצר|מוזר|נדיר|לבוא|ללכת|לחזור|לעזור|לצאת|לאכול|לישון"
    rf"|בשם|ככה|עכשיו|היום)(?!{_HE_LETTER}))"
)
_HE_NAME = rf"(?P<name>{_HE_NOT}[{_HEBREW}]{{2,}}(?: (?!ו){_HE_NOT}[{_HEBREW}]{{2,}}{_ENDS})?)(?!{_HE_LETTER})"
_HE_KIN = (
    "אחותי|אחי|אמי|אבי|אימא שלי|אמא שלי|אבא שלי|אשתי|בעלי|הבן שלי|הבת שלי|בני|בתי|חברי|חברתי|החבר שלי|החברה שלי"
    "|סבתי|סבי|סבתא שלי|סבא שלי|דודתי|דודי|דודה שלי|דוד שלי|השכן שלי|השכנה שלי|המנהל שלי|המנהלת שלי|הבוס שלי"
    "|השותף שלי|השותפה שלי"
)
_CYRILLIC_NAME = r"(?P<name>[А-ЯЁІЇЄҐ][а-яёіїєґ'’]+(?:[- ][А-ЯЁІЇЄҐ][а-яёіїєґ'’]+){0,2})"
_RU_KIN_NOMINATIVE = (
    "сестра|брат|мама|мать|папа|отец|жена|муж|сын|дочь|дочка|подруга|друг|бабушка|дедушка|тётя|дядя|коллега|начальник"
    "|начальница|сосед|соседка|чоловік|дружина|мати|батько|донька"
)
_RU_KIN_CALLED = (
    "сестру|брата|маму|мать|папу|отца|жену|мужа|сына|дочь|дочку|подругу|друга|бабушку|дедушку|тётю|дядю|коллегу"
    "|начальника|начальницу|соседа|соседку|дружину|чоловіка|доньку|батька"
)
_GREEK_NAME = r"(?P<name>[Α-ΩΆΈΉΊΌΎΏ][α-ωάέήίόύώϊϋΐΰς]+(?: [Α-ΩΆΈΉΊΌΎΏ][α-ωάέήίόύώϊϋΐΰς]+){0,2})"
_JA_NAME = rf"(?P<name>[{HAN}{KANA}]{{2,8}}?)"
_JA_KIN = "母|父|姉|妹|兄|弟|妻|夫|主人|息子|娘|友達|友人|彼女|彼氏|彼|同僚|上司|祖母|祖父|叔父|叔母"
_START = r"(?:^|[.,;:!?\n،؛؟。、！？]\s*|\s)"

_FORMS: dict[Whose, tuple[str, ...]] = {
    "self": (
        rf"{_START}و?(?:أنا |انا )?(?:اسمي|إسمي|أسمي)(?: هو)? {_AR_NAME}",
        rf"{_START}(?:ו?אני )?ו?קוראים לי {_HE_NAME}",
        rf"(?:^|[.,;:!?\n]\s*|שלום,? |היי,? )(?:שמי|השם שלי(?: הוא)?) {_HE_NAME}",
        rf"(?i:{_START}(?:меня зовут|мене звати|мене звуть)) {_CYRILLIC_NAME}",
        rf"(?i:{_START}(?:με λένε|με λενε|το όνομά μου είναι(?: ο| η)?)) {_GREEK_NAME}",
        rf"(?:私|わたし|僕|ぼく|俺)の名前は{_JA_NAME}(?:です|だ|と|。|$)",
        rf"(?:^|[、。\s]|(?:私|わたし|僕|ぼく|俺)は){_JA_NAME}と申します",
        rf"(?:제|내) 이름은 (?P<name>[{HANGUL}]{{2,4}}?)(?:입니다|이에요|예요|이야|야)",
    ),
    "other": (
        rf"{_START}و?(?:{_AR_KIN}),? (?:اسمها|اسمه|إسمها|إسمه|تدعى|يدعى) {_AR_NAME}",
        rf"{_START}و?اسم (?:{_AR_KIN})(?: هو| هي)? {_AR_NAME}",
        rf"{_START}ו?ל(?:{_HE_KIN}) קוראים {_HE_NAME}",
        rf"{_START}ו?קוראים ל(?:{_HE_KIN}) {_HE_NAME}",
        rf"{_START}(?:השם של|שם) (?:{_HE_KIN})(?: הוא| היא)? {_HE_NAME}",
        rf"(?i:{_START}(?:мою|моего|нашу|нашего|мого) (?:{_RU_KIN_CALLED}) (?:зовут|звати|звуть)) {_CYRILLIC_NAME}",
        rf"(?i:{_START}(?:моя|мой|наша|наш|мій) (?:{_RU_KIN_NOMINATIVE})),? {_CYRILLIC_NAME}",
        rf"(?:{_JA_KIN})の名前は{_JA_NAME}(?:です|だ|と|。|$)",
    ),
}  # fmt: skip
_TOLD: list[tuple[Whose, re.Pattern[str]]] = [
    (whose, pattern(form, re.MULTILINE)) for whose, forms in _FORMS.items() for form in forms
]
_TITLED = pattern(
    r"(?:\b(?:كتاب|رواية|فيلم|أغنية|مسلسل|مجلة|مقهى|مطعم|شركة|فرقة)"
    rf"|(?<!{_HE_LETTER})(?:ה?ספר|ה?סרט|ה?שיר|ה?סדרה|ה?מסעדה|מסעדת|בית ה?קפה|חברת|להקת)"
    r"|(?i:\b(?:книг[аиуе]|роман[аеу]?|фильм[аеу]?|песн[яиюе]|сериал[аеу]?|кафе|ресторан[аеу]?|групп[аыуе]"
    r"|журнал[аеу]?))) [\"“”«„״](?P<name>[^\"“”«»„\n]{2,60}?)[\"“”»״]"
)
_HASHTAG = pattern(r"(?<![\w&#/])#(?P<name>(?=[\d_]*[\u05d0-\u05ea\u0620-\u064a])[\w]{2,40})")
_SENTENCE = pattern(r"[^.!?؟。！？\n]+[.!?؟。！？\n]*")
_DOUBTFUL = pattern(
    r"[?؟？]|\b(?:لو|إذا|ليس|كأن|ربما)\b|(?<![\u05d0-\u05ea])(?:אם|לא|אילו|כאילו|אולי)(?![\u05d0-\u05ea])"
    r"|\b(?i:если|не|будто|может|якщо|αν|δεν|ίσως)\b|もし|ない|ません|만약|아니"
)
_HAS_OTHER_SCRIPT = pattern(rf"[\u0370-\u03ff\u0400-\u052f\u0590-\u06ff{KANA}{HANGUL}]")


def told_names(text: str, _language: str) -> list[NameSpan]:
    """Return the names that a text introduces as names, the titles that it names, and its hashtags."""
    if not _HAS_OTHER_SCRIPT.search(text):
        return []
    spans = [told.span for told in introduced(text, "")]
    spans += [
        NameSpan(match.start("name"), match.end("name"), match["name"].strip()) for match in _TITLED.finditer(text)
    ]
    tags = (
        NameSpan(match.start(), match.end(), match["name"].replace("_", " ").strip())
        for match in _HASHTAG.finditer(text)
    )
    return spans + [tag for tag in tags if tag.name]


def introduced(text: str, language: str) -> Iterator[IntroducedName]:
    """Give the people whose names a text tells, the speaker among them."""
    if language == "zh" or not _HAS_OTHER_SCRIPT.search(text):
        return
    for sentence in _SENTENCE.finditer(text):
        if _DOUBTFUL.search(sentence[0]):
            continue
        for whose, form in _TOLD:
            for match in form.finditer(sentence[0]):
                start = sentence.start() + match.start("name")
                span = NameSpan(start, start + len(match["name"]), match["name"], "person")
                yield IntroducedName(span, whose, match[0].strip(" .,;:!\n،؛。、！"))
