"""Private things in Chinese: passwords and codes that are named, and numbers with their check digits.

Names, dates, places and opinions are what memory is for; they are no private things here.
"""

from __future__ import annotations

from datetime import date

from memary.languages.check_digits import is_card, varies, weighted
from memary.languages.pack.privacy import Privacy, PrivateKind

_IS = r"(?:号码?|账号|帐号)?(?:现在)?(?:就)?(?:[是为叫]|改成了?|设成了?|[::=])?\s*[“「\"'`]?\s*"
_WORD = r"(?P<value>(?![\[:=\"'`]|[!-~]*\[redacted)[!-~]{4,120})"
_ID_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_CREDIT_SIGNS = "0123456789ABCDEFGHJKLMNPQRTUWXY"
_CREDIT_WEIGHTS = (1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28)
_HONG_KONG = (9, 8, 7, 6, 5, 4, 3, 2, 1)
_TAIWAN = "ABCDEFGHJKLMNPQRSTUVXYWZIO"


def is_resident_id(text: str) -> bool:
    """Return whether it is an identity number of 18 signs.

    Its date exists, and its last sign fits (GB 11643).
    """
    return _is_date(text[6:14]) and "10X98765432"[weighted(text[:17], _ID_WEIGHTS) % 11] == text[17].upper()


def is_old_id(text: str) -> bool:
    """Return whether it is an identity number of 15 digits, with a date of the last century in it."""
    return _is_date(f"19{text[6:12]}")


def is_credit_code(text: str) -> bool:
    """Return whether it is the credit code of a firm: the last sign fits (GB 32100)."""
    if not all(char in _CREDIT_SIGNS for char in text) or text.isdecimal():
        return False
    rest = sum(weight * _CREDIT_SIGNS.index(char) for weight, char in zip(_CREDIT_WEIGHTS, text[:17], strict=True))
    return _CREDIT_SIGNS[(31 - rest % 31) % 31] == text[17]


def is_hong_kong_id(text: str) -> bool:
    """Return whether the sign in brackets of a Hong Kong identity card fits."""
    plain = text.upper().translate({ord(char): None for char in "() ()"}).rjust(9)
    values = [36 if char == " " else int(char, 36) for char in plain]
    return sum(weight * value for weight, value in zip(_HONG_KONG, values, strict=True)) % 11 == 0


def is_taiwan_id(text: str) -> bool:
    """Return whether the last digit of a Taiwan identity number fits."""
    code = _TAIWAN.index(text[0].upper()) + 10
    digits = [code // 10, code % 10, *map(int, text[1:])]
    return (
        sum(weight * digit for weight, digit in zip((1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1), digits, strict=True)) % 10 == 0
    )


def is_password(text: str) -> bool:
    """Return whether a word after one for passwords is one, and no word of a text about passwords."""
    return varies(text) and any(not char.isalpha() for char in text.rstrip(".,!?"))


def _is_date(digits: str) -> bool:
    try:
        born = date(int(digits[:4]), int(digits[4:6]), int(digits[6:8]))
    except ValueError:
        return False
    return 1900 <= born.year <= 2100


_SECRETS = (
    PrivateKind(
        kind="one-time-code",
        pattern=rf"(?:验证码|校验码|动态码|短信码|提取码){_IS}(?P<value>[A-Za-z0-9]{{4,8}})(?![A-Za-z0-9])",
    ),
    PrivateKind(kind="pin", pattern=rf"(?:安全码|支付密码|取款密码|解锁码|PIN码){_IS}(?P<value>\d{{3,8}})(?!\d)"),
    PrivateKind(
        kind="password",
        pattern=rf"(?:密码|口令|密钥|秘钥|令牌|访问凭证|私钥|通行码){_IS}{_WORD}",
        check=is_password,
    ),
    PrivateKind(
        kind="seed-phrase",
        pattern=rf"助记词{_IS}(?P<value>(?:[a-z]{{3,8}}[ ,,、]+){{11,23}}[a-z]{{3,8}})",
        needs=("助记词",),
    ),
)

_PERSONAL = (
    PrivateKind(
        kind="chinese-identity-number",
        pattern=r"(?<![0-9A-Za-z])[1-9]\d{16}[0-9Xx](?![0-9A-Za-z])",
        check=is_resident_id,
    ),
    PrivateKind(
        kind="chinese-identity-number",
        pattern=rf"身份证{_IS}(?P<value>[1-9]\d{{14}})(?!\d)",
        needs=("身份证",),
        check=is_old_id,
    ),
    PrivateKind(
        kind="phone",
        pattern=r"(?<![0-9A-Za-z./-])(?<!\+\d\d )(?:(?:\+|00)86[ -]?)?1[3-9]\d(?:[ -]?\d{4}){2}(?![0-9A-Za-z])",
    ),
    PrivateKind(kind="phone", pattern=r"(?<![0-9A-Za-z./-])\(?0\d{2,3}\)?[ -]\d{7,8}(?:-\d{1,5})?(?![0-9A-Za-z])"),
    PrivateKind(kind="phone", pattern=rf"(?:电话|座机|手机|传真|热线){_IS}(?P<value>\+?\d[\d -]{{5,16}}\d)"),
    PrivateKind(
        kind="bank-card",
        pattern=r"(?<![0-9A-Za-z.-])62\d{2}(?:[ -]?\d{4}){3}(?:[ -]?\d{1,3})?(?![0-9A-Za-z])",
        check=is_card,
    ),
    PrivateKind(
        kind="bank-card",
        pattern=rf"(?:银行卡|信用卡|储蓄卡|卡号|银行账户|银行账号|账号){_IS}(?P<value>\d(?:[ -]?\d){{11,22}})(?!\d)",
        needs=("卡", "账"),
    ),
    PrivateKind(
        kind="passport-number", pattern=rf"护照{_IS}(?P<value>[A-Za-z]{{1,2}}\d{{7,8}})(?!\d)", needs=("护照",)
    ),
    PrivateKind(
        kind="passport-number",
        pattern=r"(?<![0-9A-Za-z])E[A-HJ-NP-Z0-9]\d{7}(?![0-9A-Za-z])",
        needs=("护照",),
        cased=True,
    ),
    PrivateKind(
        kind="travel-permit-number",
        pattern=rf"(?:通行证|回乡证|台胞证){_IS}(?P<value>[HMCTWhmctw]?\d{{8,10}})(?!\d)",
        needs=("证",),
    ),
    PrivateKind(
        kind="hong-kong-identity-number",
        pattern=r"(?<![0-9A-Za-z])[A-Z]{1,2}\d{6}[((][0-9A][))]",
        check=is_hong_kong_id,
        cased=True,
    ),
    PrivateKind(
        kind="taiwan-identity-number",
        pattern=r"(?<![0-9A-Za-z])[A-Z][12]\d{8}(?![0-9A-Za-z])",
        check=is_taiwan_id,
        cased=True,
    ),
    PrivateKind(
        kind="number-plate",
        pattern=r"[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼][A-HJ-NP-Z][ ·・]?"
        r"(?:[A-HJ-NP-Z0-9]{4}[A-HJ-NP-Z0-9挂学警]|[DF][A-HJ-NP-Z0-9]\d{4}|\d{5}[DF])(?![0-9A-Za-z])",
        cased=True,
    ),
    PrivateKind(
        kind="firm-credit-code",
        pattern=r"(?<![0-9A-Za-z])[0-9A-HJ-NPQRTUWXY]{18}(?![0-9A-Za-z])",
        check=is_credit_code,
        cased=True,
    ),
    PrivateKind(
        kind="messenger-account",
        pattern=rf"(?:微信|[Vv]信|[Ww]e[Cc]hat){_IS}(?P<value>[A-Za-z][-_A-Za-z0-9]{{5,19}})(?![A-Za-z0-9])",
        check=is_password,
    ),
    PrivateKind(kind="messenger-account", pattern=rf"(?:QQ|qq|扣扣)群?{_IS}(?P<value>[1-9]\d{{4,10}})(?!\d)"),
    PrivateKind(
        kind="social-security-number",
        pattern=rf"(?:社保|医保|公积金|社会保障)(?:卡|账户)?{_IS}(?P<value>[A-Za-z]?\d{{8,18}})(?!\d)",
    ),
    PrivateKind(
        kind="driving-licence-number",
        pattern=rf"(?:驾驶证|驾照|档案编号){_IS}(?P<value>\d{{12}}|\d{{17}}[0-9Xx])(?!\d)",
        needs=("驾", "档案"),
    ),
)

PRIVACY = Privacy(secrets=_SECRETS, personal=_PERSONAL)
