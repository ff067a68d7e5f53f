"""Have a model that sees describe the pictures of messages, before these are kept."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING

from memary.errors import ToolError
from memary.languages import texts
from memary.languages.prompt.instructions import Instructions
from memary.languages.prompt.quotation import one_line

if TYPE_CHECKING:
    from memary.models.pictures.reader import PictureReader

_log = logging.getLogger("memary")

_SECONDS = 30.0
"""How long messages wait for the descriptions of their pictures; then they are kept without."""

_AT_ONCE, _KEPT, _CHARS = 4, 256, 1_000


class PictureDescriber:
    """Describes pictures, each once for as long as the memory is open.

    Args:
        reader: fetches them and asks the model.
        prompts: what the model is told to do.
    """

    def __init__(self, reader: PictureReader, prompts: Instructions) -> None:
        self._reader, self._prompts = reader, prompts
        self._told: OrderedDict[tuple[str, str], str] = OrderedDict()

    async def describe(self, pictures: Sequence[str], *, language: str) -> tuple[dict[str, str], list[str]]:
        """Return what pictures show, by their addresses or data URLs, and why others could not be described."""
        room = asyncio.Semaphore(_AT_ONCE)
        found: dict[str, str] = {}
        failed: list[str] = []

        async def one(picture: str) -> None:
            async with room:
                try:
                    found[picture] = await self._description(picture, language)
                except ToolError as error:
                    failed.append(str(error))

        try:
            async with asyncio.timeout(_SECONDS), asyncio.TaskGroup() as group:
                for picture in pictures:
                    group.create_task(one(picture))
        except TimeoutError:
            failed.append(f"The vision model did not answer within {_SECONDS:g} seconds.")
        for reason in failed:
            _log.warning("picture: %s", reason)
        return found, failed

    async def _description(self, picture: str, language: str) -> str:
        key = (blake2b(picture.encode(), digest_size=16).hexdigest(), language)
        if key not in self._told:
            rules = self._prompts.of("image", language)
            said = await self._reader.look(picture, rules, texts(language).image_question)
            self._told[key] = one_line(said).replace("[", "(").replace("]", ")")[:_CHARS]
            while len(self._told) > _KEPT:
                self._told.popitem(last=False)
        return self._told[key]

    def forget(self) -> None:
        """Drop what was told: it may show what is forgotten."""
        self._told.clear()
