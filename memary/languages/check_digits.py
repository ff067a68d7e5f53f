"""Check the digits of numbers that carry check digits, which a card or an account has."""

from __future__ import annotations

import re
from itertools import groupby

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_VERHOEFF = (
    "0123456789123406789523401789563401289567401239567859876043216598710432765982104387659321049876543210",
    "0123456789157628309458037961428916043527945312687042865739012793806415704691328501234567891576283094",
)


def digits_of(text: str) -> list[int]:
    """Return the digits of a number that may be written in groups."""
    return [int(char) for char in text if char.isdecimal()]


def is_luhn(text: str) -> bool:
    """Return whether the last digit fits the others, as on bank cards.

    Digits that are all the same do not count.
    """
    digits = digits_of(text)[::-1]
    doubled = (2 * digit - 9 if digit > 4 else 2 * digit for digit in digits[1::2])
    return len(set(digits)) > 1 and (sum(digits[::2]) + sum(doubled)) % 10 == 0


def is_card(text: str) -> bool:
    """Return whether it is the number of a bank card: 13 to 19 digits, the last of which fits."""
    return 13 <= len(digits_of(text)) <= 19 and is_luhn(text)


def is_iban(text: str) -> bool:
    """Return whether it is an international bank account number (ISO 13616)."""
    plain = re.sub(r"[ -]", "", text).upper()
    if not 15 <= len(plain) <= 34:
        return False
    turned = plain[4:] + plain[:4]
    return int("".join(str(int(char, 36)) for char in turned)) % 97 == 1


def is_verhoeff(text: str) -> bool:
    """Return whether the last digit fits the others by Verhoeff's scheme, as on Indian identity numbers."""
    product, order = _VERHOEFF
    check = 0
    for place, digit in enumerate(reversed(digits_of(text))):
        moved = int(order[10 * (place % 8) + digit])
        check = int(product[10 * check + moved])
    return check == 0


def weighted(text: str, weights: tuple[int, ...]) -> int:
    """Return the sum of digits or letters (A is 10), each times its weight."""
    return sum(weight * int(char, 36) for weight, char in zip(weights, text.upper(), strict=False))


def varies(text: str) -> bool:
    """Return whether it is no row of one and the same sign, as in an example that stands for any number."""
    return len(list(groupby(char for char in text if char.isalnum()))) > 2
