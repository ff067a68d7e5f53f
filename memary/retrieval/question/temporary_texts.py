"""Take texts of one call into recall, and keep nothing of them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

from memary.errors import InputError, ModelError
from memary.models.base import Embedder
from memary.models.vectors import cosine
from memary.retrieval.hits import Hit
from memary.retrieval.ranking import fuse
from memary.text import detect_language
from memary.types import Embedding

MAX_TEXTS = 50
MAX_CHARS = 6_000


def check_temporary(texts: Sequence[str]) -> None:
    """Make sure that texts can take part in a call.

    Raises:
        InputError: they are too many, or one is empty or too long.
    """
    if len(texts) > MAX_TEXTS:
        raise InputError(f"temporary has {len(texts)} texts, more than the {MAX_TEXTS} that one call may bring.")
    for text in texts:
        if not text.strip() or len(text) > MAX_CHARS:
            raise InputError(f"temporary takes texts of 1 to {MAX_CHARS:,} characters, not one of {len(text):,}.")


async def temporary_hits(
    embedder: Embedder, texts: Sequence[str], question: Embedding | None, *, now: datetime
) -> list[Hit]:
    """Return the texts as hits, those nearest to the question first.

    Where no embedding model can tell, they keep the order given.
    """
    named = {f"temporary-{number}": text for number, text in enumerate(texts, 1)}
    order = list(named)
    if named and question is not None:
        with suppress(ModelError):
            vectors = await embedder.embed(list(texts))
            near = {id_: cosine(question, other) for id_, other in zip(named, vectors, strict=True)}
            order.sort(key=lambda id_: -near[id_])
    return [
        Hit(
            kind="message",
            id=id_,
            text=named[id_],
            score=why.order,
            created_at=now,
            is_temporary=True,
            language=detect_language(named[id_]),
            explain=why,
        )
        for id_, why in fuse({"temporary": order}, factors=lambda _: {}).items()
    ]
