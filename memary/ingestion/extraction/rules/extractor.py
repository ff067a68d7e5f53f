"""Extract facts by rules, as the worker asks for it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial
from typing import Literal

from memary.ingestion.extraction.prompt import Extraction, ExtractionInput
from memary.ingestion.extraction.rules.plain_forms import TimeReader, extract_by_rules
from memary.ingestion.extraction.rules.prior_knowledge import PriorKnowledge
from memary.text.captions import uncaptioned

_SHORT_CHARS = 1000
"""Text of a batch that is read in some milliseconds; over longer ones the event loop serves others."""


@dataclass(frozen=True, slots=True)
class RuleExtractor:
    """Spots names and a few first-person statements; needs no model.

    `times` reads the times that sentences name.
    """

    times: TimeReader | None = None

    @property
    def kind(self) -> Literal["model", "rule"]:
        """Facts come from rules."""
        return "rule"

    async def extract(self, given: ExtractionInput) -> Extraction:
        """See `Extractor.extract`."""
        read = partial(
            extract_by_rules,
            [one.model_copy(update={"content": uncaptioned(one)}) for one in given.messages],
            self_name=given.self_name,
            known=PriorKnowledge(given.earlier, given.known_facts, given.known_entities, given.undated),
            times=self.times,
            zone=given.zone,
        )
        is_long = sum(len(one.content) for one in given.messages) > _SHORT_CHARS
        return await asyncio.to_thread(read) if is_long else read()
