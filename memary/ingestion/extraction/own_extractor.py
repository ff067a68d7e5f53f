"""Fence in a caller's extractor: whatever it raises or returns comes out as an error of memary."""

from __future__ import annotations

from typing import Literal, cast

from memary.checks.faults import shown
from memary.errors import ConfigurationError, ModelOutputError
from memary.ingestion.extraction.model import Extractor
from memary.ingestion.extraction.prompt import Extraction, ExtractionInput
from memary.models.replies.fence import fence


class FencedExtractor:
    """An `Extractor` around a caller's own.

    Raises:
        ConfigurationError: the object is no extractor.
    """

    def __init__(self, extractor: object) -> None:
        kind = getattr(extractor, "kind", None)
        if kind not in ("model", "rule") or not callable(getattr(extractor, "extract", None)):
            raise ConfigurationError(
                f"{shown(extractor)} is not an extractor: give it a `kind`, 'model' or 'rule', and a method "
                "`extract`."
            )
        self._extractor = cast("Extractor", extractor)
        self.kind: Literal["model", "rule"] = kind

    async def extract(self, given: ExtractionInput) -> Extraction:
        """See `Extractor.extract`.

        Raises:
            ModelError: whatever the object raises, or no extraction.
        """
        called = f"The extractor {type(self._extractor).__name__}"
        with fence(self._extractor, called):
            read = cast("object", await self._extractor.extract(given))
        if not isinstance(read, Extraction):
            raise ModelOutputError(f"{called} returned a {type(read).__name__}, which is not an Extraction.")
        return read
