"""Find private things in English: passwords and codes by name, and official numbers of persons.

The numbers are those of countries where English is spoken. Names, dates, places and opinions are what memory is for;
they are no private things here.
"""

from __future__ import annotations

import re

from memary.languages.check_digits import digits_of, is_luhn, is_verhoeff, varies
from memary.languages.pack.privacy import Privacy, PrivateKind
from memary.languages.pattern import pattern

_NAMED = (
    r"(?:pass[ _-]?(?:word|wd|phrase|code)|pwd|api[ _-]?(?:key|secret|token)|secret(?:[ _-]?(?:access)?[ _-]?key)?"
    r"|(?:access|auth|refresh|session|bearer|bot|personal)[ _-]?(?:token|key)|token|client[ _-]?secret"
    r"|private[ _-]?key|encryption[ _-]?key|credentials?|account[ _-]?key|shared[ _-]?access[ _-]?key|seed)"
)
_SAID = r"(?:\s+(?:is|was|are|to|as)(?:\s+now)?|\s+has\s+been\s+(?:changed\s+to|set\s+to)|\s*:)\s+"
_SET = r"\s*[\"'`]?\s*(?:=>|:=|=|:)\s*"
_VALUE = r"(?P<value>(?!\[redacted)[^\s\"'`,;<>(){}\[\]]{4,200})"
_QUOTED = r"[\"'`](?P<value>(?!\[redacted)[^\s\"'`]{4,200})[\"'`]"

_STANDS_FOR_ONE = pattern(
    r"(?i)^(?:\*+|x{3,}|\.{3,}|_+|-+|your[\w-]*|my[\w-]*|the[\w-]*|example\w*|placeholder|change-?me|redacted|required|optional"
    r"|secret|password|token|key|none|null|true|false|undefined|string|str|int|bool|todo|\$\{?\w+\}?|%\w+%|<.*>"
    r"|(?:os|process|settings|config|self|env|args|ctx|request|this|cls|options|props|data)\.[\w.]+"
    r"|https?://\S*|/[\w./-]*|[a-z_]+(?:\.[a-z_]\w*)+)[.!?]?$"
)
_MARKED = re.compile(r"[0-9!@#$%^&*+=~?|\\_]|(?<=[a-z])[A-Z]")
_NUMBER_WORD = r"(?:\s*(?:no\.?|number|num|id|#))?(?:\s+(?:is|was)|\s*:)?\s*"


def is_credential(value: str) -> bool:
    """Return whether a word looks like a password or a key rather than like one that is only talked about."""
    bare = value.rstrip(".,!?:")
    return len(bare) >= 4 and not _STANDS_FOR_ONE.match(bare) and bool(_MARKED.search(bare))


def is_set_value(value: str) -> bool:
    """Return whether something in quotes after the name of a secret is one."""
    return not _STANDS_FOR_ONE.match(value) and varies(value)


def is_us_social(value: str) -> bool:
    """Return whether the parts of a number can be those of US social security."""
    area, group, serial = value[:3], value[-6:-4].strip("- "), value[-4:]
    return area not in {"000", "666"} and area < "900" and group != "00" and serial != "0000"


def is_nhs(value: str) -> bool:
    """Return whether it is a number of the British health service."""
    digits = digits_of(value)
    rest = 11 - sum(weight * digit for weight, digit in zip(range(10, 1, -1), digits, strict=False)) % 11
    return len(digits) == 10 and rest % 11 == digits[9] and rest != 10


def is_routing(value: str) -> bool:
    """Return whether it is the routing number of a US bank."""
    digits = digits_of(value)
    return sum(weight * digit for weight, digit in zip((3, 7, 1) * 3, digits, strict=False)) % 10 == 0


_SECRETS = (
    PrivateKind(kind="password", pattern=rf"(?<![a-z0-9]){_NAMED}{_SET}{_QUOTED}", check=is_set_value),
    PrivateKind(kind="password", pattern=rf"\b[\w-]*{_NAMED}{_SET}{_VALUE}", check=is_credential),
    PrivateKind(kind="password", pattern=rf"\b{_NAMED}{_SAID}[\"'`]?{_VALUE}", check=is_credential),
    PrivateKind(kind="password", pattern=rf"\b{_NAMED}{_SAID}{_QUOTED}", check=is_set_value),
    PrivateKind(
        kind="pin",
        pattern=r"\b(?:pin(?:\s+code)?|cvv2?|cvc2?|security\s+code)(?:\s+(?:is|was)|\s*[:=])?\s*(?P<value>\d{3,8})\b",
        needs=("pin", "cv", "security"),
    ),
    PrivateKind(
        kind="one-time-code",
        pattern=r"\b(?:(?:verification|confirmation|one[- ]time|2fa|otp|login|access|recovery|backup)\s+(?:pass)?code"
        r"|otp)s?(?:\s+(?:is|was|are)|\s*[:=])?\s*(?P<value>\d{4,10}|[a-z0-9]{4,6}-[a-z0-9]{4,6})\b",
        needs=("code", "otp"),
        check=lambda value: any(char.isdecimal() for char in value),
    ),
    PrivateKind(
        kind="seed-phrase",
        pattern=r"\b(?:seed|recovery|mnemonic)\s+(?:phrase|words)(?:\s+(?:is|are)|\s*:)?\s*[\"'`]?"
        r"(?P<value>(?:[a-z]{3,8}[ ,]+){11,23}[a-z]{3,8})\b",
        needs=("phrase", "words"),
    ),
)

_PERSONAL = (
    PrivateKind(
        kind="phone",
        pattern=r"\b(?:phone|mobile|cell|tel(?:ephone)?|fax|whatsapp|call\s+me(?:\s+(?:at|on))?|text\s+me\s+(?:at|on)"
        rf"|reach\s+me\s+(?:at|on)){_NUMBER_WORD}(?:at|on)?\s*(?P<value>\(?\+?\d[\d ()./-]{{5,18}}\d)",
        check=lambda value: 7 <= len(digits_of(value)) <= 15,
    ),
    PrivateKind(
        kind="us-social-security-number", pattern=r"(?<![\w-])\d{3}-\d{2}-\d{4}(?![\w-])", check=is_us_social
    ),
    PrivateKind(
        kind="us-social-security-number",
        pattern=rf"\b(?:ssn|social\s+security){_NUMBER_WORD}(?P<value>\d{{3}}[ -]?\d{{2}}[ -]?\d{{4}})\b",
        needs=("ssn", "social"),
        check=is_us_social,
    ),
    PrivateKind(kind="us-taxpayer-number", pattern=r"(?<![\w-])9\d{2}-[5-9]\d-\d{4}(?![\w-])"),
    PrivateKind(
        kind="us-routing-number",
        pattern=rf"\b(?:routing|aba){_NUMBER_WORD}(?P<value>\d{{9}})\b",
        needs=("routing", "aba"),
        check=is_routing,
    ),
    PrivateKind(
        kind="uk-insurance-number",
        pattern=r"\b(?![DFIQUV])[A-Z](?![DFIQUVO])[A-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D]\b",
        cased=True,
    ),
    PrivateKind(
        kind="uk-health-number",
        pattern=rf"\b(?:nhs){_NUMBER_WORD}(?P<value>\d{{3}} ?\d{{3}} ?\d{{4}})\b",
        needs=("nhs",),
        check=is_nhs,
    ),
    PrivateKind(
        kind="uk-sort-code",
        pattern=r"\bsort\s+code(?:\s+is|\s*:)?\s*(?P<value>\d{2}[ -]?\d{2}[ -]?\d{2})\b",
        needs=("sort",),
    ),
    PrivateKind(
        kind="canadian-insurance-number",
        pattern=rf"\b(?:sin|social\s+insurance){_NUMBER_WORD}(?P<value>\d{{3}}[ -]?\d{{3}}[ -]?\d{{3}})\b",
        needs=("sin", "insurance"),
        check=is_luhn,
    ),
    PrivateKind(
        kind="australian-tax-number",
        pattern=rf"\b(?:tfn|tax\s+file){_NUMBER_WORD}(?P<value>\d{{3}} ?\d{{3}} ?\d{{2,3}})\b",
        needs=("tfn", "tax file"),
    ),
    PrivateKind(
        kind="indian-identity-number",
        pattern=r"(?<![\d-])[2-9]\d{3}[ -]\d{4}[ -]\d{4}(?![\d -]*\d)",
        check=is_verhoeff,
    ),
    PrivateKind(
        kind="indian-identity-number",
        pattern=rf"\baadha?ar{_NUMBER_WORD}(?P<value>[2-9]\d{{3}} ?\d{{4}} ?\d{{4}})\b",
        needs=("aadh",),
    ),
    PrivateKind(kind="indian-tax-number", pattern=r"\b[A-Z]{3}[ABCFGHLJPT][A-Z]\d{4}[A-Z]\b", cased=True),
    PrivateKind(
        kind="passport-number",
        pattern=rf"\bpassport{_NUMBER_WORD}(?P<value>[A-Z]{{0,3}}\d{{6,9}}[A-Z]?|[CFGHJK][0-9CFGHJKLMNPRTVWXYZ]{{8}})\b",
        needs=("passport",),
    ),
    PrivateKind(
        kind="driving-licence-number",
        pattern=rf"\bdriv(?:er'?s|ing)\s+licen[cs]e{_NUMBER_WORD}(?P<value>[A-Z0-9-]{{6,20}})\b",
        needs=("licen",),
        check=lambda value: sum(char.isdecimal() for char in value) >= 4,
    ),
    PrivateKind(
        kind="account-number",
        pattern=rf"\b(?:bank\s+)?account{_NUMBER_WORD}(?P<value>\d[\d -]{{5,20}}\d)\b",
        needs=("account",),
    ),
    PrivateKind(
        kind="insurance-policy-number",
        pattern=rf"\b(?:policy|member(?:ship)?|medical\s+record|mrn){_NUMBER_WORD}(?P<value>[A-Z]{{0,4}}-?\d{{6,14}})\b",
        needs=("policy", "member", "medical", "mrn"),
    ),
    PrivateKind(
        kind="phone",
        pattern=r"(?<![\w.+/-])(?<!\+\d )(?<!\+\d\d )(?<!\+\d{3} )(?:\+?1[ .-]?)?"
        r"(?:\(\d{3}\)\s?|\d{3}[ .-])\d{3}[ .-]\d{4}(?![\w-])",
    ),
)

PRIVACY = Privacy(secrets=_SECRETS, personal=_PERSONAL)
