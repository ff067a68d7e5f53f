"""Sketch vectors in 256 bits each, by which the nearest of very many are found before they are read.

Each bit says on which side of a plane a vector lies, and the fewer bits differ, the nearer two vectors are (Charikar
2002, "Similarity estimation techniques from rounding algorithms"). The planes stand upright on each other as far as
there are dimensions: they are rows of a Hadamard matrix whose columns change their signs by chance. What the vector
that is asked for has by numbers instead of bits tells those that are near still better from one another.
"""

from __future__ import annotations

import math
from functools import lru_cache
from hashlib import shake_256

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float32]
Numbers = NDArray[np.int64]
Sketches = NDArray[np.uint64]
Distances = NDArray[np.uint8]

BITS = 256
WORDS = BITS // 64

_SURELY = 4
"""How many standard deviations chance hardly ever goes beyond: once in thirty thousand."""

_EACH = 64
"""One of so many distances is looked at to guess where the least ones end."""

_AT_ONCE = 32_768
"""How many are compared at once: what is made of them on the way stays near the processor."""


def sketches_of(vectors: Matrix) -> Sketches:
    """Return the bits of vectors, a row of words for each."""
    bits = _along(vectors) > 0
    return np.packbits(bits, axis=1).view("<u8").astype(np.uint64, copy=False)


def distances(sketches: Sketches, words: Sketches) -> Distances:
    """Return in how many bits sketches differ from those of one; 256, all of them, count as 255."""
    total = len(sketches)
    found = np.zeros(total, np.uint8)
    differing, counts = np.empty(_AT_ONCE, np.uint64), np.empty(_AT_ONCE, np.uint8)
    for start in range(0, total, _AT_ONCE):
        some = found[start : start + _AT_ONCE]
        for place, word in enumerate(words):
            np.bitwise_xor(sketches[start : start + _AT_ONCE, place], word, out=differing[: len(some)])
            np.bitwise_count(differing[: len(some)], out=counts[: len(some)])
            if place == WORDS - 1 and counts[: len(some)].max() == 64:  # 256 is no byte
                np.minimum(counts, 64 - 1, out=counts)
            some += counts[: len(some)]
    return found


def sketches_at(sketches: Sketches, places: Numbers) -> Sketches:
    """Return the sketches at some places."""
    found = np.empty((len(places), WORDS), np.uint64)
    for word in range(WORDS):  # by an index of rows numpy takes thrice as long, where these do not stand together
        found[:, word] = sketches[:, word].take(places)
    return found


def highest_of(values: Matrix, count: int) -> Numbers:
    """Return the places of the `count` highest values, the highest first; of ties those that come first."""
    places = np.arange(len(values))
    if len(values) > count:
        places = np.flatnonzero(values >= np.partition(values, -count)[-count])
    return places[np.argsort(-values[places], kind="stable")][:count]


def least_of(values: Distances, count: int) -> Numbers:
    """Return the places of the `count` least distances, ascending, and of those that equal the last."""
    if len(values) <= count:
        return np.arange(len(values))
    expected = _last_of(values[::_EACH], 3 * count // (2 * _EACH))
    near = np.flatnonzero(values <= expected)
    if len(near) < count:
        return np.flatnonzero(values <= _last_of(values, count))
    some = values[near]
    return near[some <= _last_of(some, count)]


def _last_of(values: Distances, count: int) -> int:
    """Return up to which distance there are so many."""
    return int(np.searchsorted(np.cumsum(np.bincount(values, minlength=BITS + 1)), count))


def bits_apart(cosine: float) -> float:
    """Return in how many bits vectors differ at most, as good as surely, whose cosine is at least this."""
    share = math.acos(min(max(cosine, -1.0), 1.0)) / math.pi
    return BITS * share + _SURELY * math.sqrt(BITS * share * (1 - share))


def likeness(sketches: Sketches, query: Matrix) -> Matrix:
    """Return a number per sketch: the higher it is, the nearer its vector is likely to be to the query."""
    parts = _along(query[None])[0].reshape(-1, 8)
    by_byte = np.vecdot(parts[:, None, :], _signs()[None])  # of each byte of a sketch, what each value adds
    read = np.ascontiguousarray(sketches.astype("<u8", copy=False)).view(np.uint8)
    return np.add.reduce(by_byte.take(read + 256 * np.arange(len(parts))), axis=1)


def _along(vectors: Matrix) -> Matrix:
    # not `vectors @ directions`, see `_cosines`
    return np.vecdot(vectors[:, None, :], _directions(vectors.shape[1])[None])


@lru_cache(maxsize=4)
def _directions(dimensions: int) -> Matrix:
    """Return what is upright on each plane; the same everywhere, since sketches are stored."""
    size = 1 << (dimensions - 1).bit_length()
    columns, parts = np.arange(dimensions), list[Matrix]()
    for number in range(0, BITS, size):
        chance = np.frombuffer(shake_256(b"planes %d" % number).digest(16 * size), "<u8").reshape(2, size)
        rows = np.argsort(chance[0], kind="stable")[:BITS]
        is_odd = np.bitwise_count(rows[:, None] & columns) & 1
        parts.append(np.where(is_odd == chance[1, :dimensions] % 2, np.float32(1), np.float32(-1)))
    return np.concatenate(parts)[:BITS]


@lru_cache(maxsize=1)
def _signs() -> Matrix:
    """Return for each value of a byte its bits as 1 and -1, the highest first."""
    return np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1).astype(np.float32) * 2 - 1
