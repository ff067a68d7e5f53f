"""Small deterministic vectors for tests: no model, no chance."""

from __future__ import annotations

import hashlib
import math
import struct

DIMENSIONS = 8


def vector(*numbers: float) -> bytes:
    """A unit vector in the direction of `numbers`, padded with zeros to `DIMENSIONS`, as stores take it."""
    padded = [*numbers, *[0.0] * (DIMENSIONS - len(numbers))]
    length = math.hypot(*padded) or 1.0
    return struct.pack(f"<{DIMENSIONS}f", *(number / length for number in padded))


def vector_of(text: str) -> bytes:
    """A unit vector that depends on the text alone."""
    digest = hashlib.sha256(text.encode()).digest()
    return vector(*(byte / 127.5 - 1.0 for byte in digest[:DIMENSIONS]))


def cosine(left: bytes, right: bytes) -> float:
    """The cosine of two vectors, computed the plain way."""
    a, b = (struct.unpack(f"<{len(side) // 4}f", side) for side in (left, right))
    return sum(x * y for x, y in zip(a, b, strict=True)) / (math.hypot(*a) * math.hypot(*b))
