"""Compiles and loads what memary reads texts with: a second, which each program that is forked off would take anew.

Imported by a process that has its imports done and is forked.
"""

from __future__ import annotations

import asyncio
import gc

from memary.ingestion.extraction.rules.plain_forms import extract_by_rules
from memary.languages.pattern import LatePattern
from memary.models.built_in.chosen_embedding import BuiltInEmbedder
from memary.text import detect_language, terms
from memary.types import Message, utc_now

for _late in [one for one in gc.get_objects() if isinstance(one, LatePattern)]:
    assert _late.compiled
_NOW = utc_now()
for _said in ("I live in Rome.", "我住在上海。"):
    assert terms(_said)
    _message = Message(
        user_id="u", content=_said, created_at=_NOW, added_at=_NOW, digest="", language=detect_language(_said)
    )
    assert extract_by_rules([_message], self_name="User").facts
    assert asyncio.run(BuiltInEmbedder().embed([_said]))
