"""Show the extractor each message as the worker would, and look which known facts the prompt holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial

from memary import Memary
from memary.evaluation.background.case import KINDS, CaseTurn, KnownCase, KnownUser
from memary.facts.intervals import parse_day
from memary.ingestion.extraction.context import BatchReader
from memary.ingestion.extraction.model import ModelExtractor
from memary.ingestion.extraction.prompt import ExtractionInput, extraction_prompt, known_sections
from memary.text import count_tokens, detect_language
from memary.types import Batch, Message, Record

_BETWEEN = timedelta(seconds=40)
_LEASE = timedelta(minutes=1)

TOGETHER = 6
"""How many cases are read in one call, for the second measure: an import reads a session at once."""


class KnownMiss(Record):
    """A case of which something needed was not shown."""

    user: str
    kind: str
    said: str
    missing: tuple[str, ...]


class KnownShare(Record):
    """Of cases, how many had all that they need in sight, and how many there were."""

    shown: int = 0
    of: int = 0

    @property
    def share(self) -> float:
        """Which part it is, from 0 to 1; 1 where there are none."""
        return self.shown / self.of if self.of else 1.0


class KnownReport(Record):
    """What the extractor got to see of one user.

    Attributes:
        user: the name of the file.
        entities: how many are known.
        facts: how many are.
        alone: where each case is a call of its own, by kind.
        together: where several cases are read in one call.
        known_tokens: of the parts of a prompt that show what is known, on average, alone.
        prompt_tokens: of a whole prompt, on average, alone.
        together_tokens: of a whole prompt for each case, on average, together.
        missed: cases that lacked something, alone.
    """

    user: str
    entities: int
    facts: int
    alone: dict[str, KnownShare]
    together: KnownShare
    known_tokens: float
    prompt_tokens: float
    together_tokens: float
    missed: tuple[KnownMiss, ...] = ()


def measure_known(memory: Memary, user: KnownUser) -> KnownReport:
    """Measure what the extractor sees for each case of a user; `memory` is told all there is to know."""
    return memory.loop.wait(partial(_measure, memory, user))


async def _measure(memory: Memary, user: KnownUser) -> KnownReport:
    core = memory.core
    await core.writer.write(user.proposals())
    await core.worker.vectors.fill()
    facts = await core.store.stats(user.id)
    alone = {kind: [0, 0] for kind in KINDS}
    missed: list[KnownMiss] = []
    known = prompts = 0
    for case in user.cases:
        shown = await _shown(memory, user, [case])
        lacking = _lacking(user, case, shown)
        alone[case.kind][1] += 1
        alone[case.kind][0] += not lacking
        known += sum(count_tokens("\n".join(known_sections(given))) for given in shown)
        prompts += sum(map(_tokens, shown))
        if lacking:
            missed.append(KnownMiss(user=user.id, kind=case.kind, said=case.say[-1].text, missing=lacking))
    found = together = 0
    for place in range(0, len(user.cases), TOGETHER):
        cases = user.cases[place : place + TOGETHER]
        shown = await _shown(memory, user, cases)
        found += sum(not _lacking(user, case, shown) for case in cases)
        together += sum(map(_tokens, shown))
    count = len(user.cases)
    return KnownReport(
        user=user.id,
        entities=facts.entities,
        facts=facts.facts,
        alone={kind: KnownShare(shown=shown, of=of) for kind, (shown, of) in alone.items()},
        together=KnownShare(shown=found, of=count),
        known_tokens=known / count,
        prompt_tokens=prompts / count,
        together_tokens=together / count,
        missed=tuple(missed),
    )


async def _shown(memory: Memary, user: KnownUser, cases: Sequence[KnownCase]) -> list[ExtractionInput]:
    """Return what the extractor gets for the messages of some cases, said one after the other."""
    start = parse_day(user.today) or datetime(2026, 1, 1, tzinfo=UTC)
    times: Iterator[datetime] = (start + timedelta(hours=9) + place * _BETWEEN for place in range(10_000))
    said = partial(_message, user, times)
    earlier = [said(turn) for turn in cases[0].before]
    messages = tuple(said(turn) for case in cases for turn in case.say)
    batch = Batch(user.id, "case", None, "eval", start + _LEASE, messages)
    core = memory.core
    reader = BatchReader(core.store, ModelExtractor(core.models.chat), core.settings, core.models.embedder)
    zone = (await core.zones_of(user.id)).main
    return [given async for given in reader.inputs(batch, earlier=earlier, zone=zone)]


def _message(user: KnownUser, times: Iterator[datetime], turn: CaseTurn) -> Message:
    at = next(times)
    return Message(
        user_id=user.id,
        session_id="case",
        role=turn.role,
        speaker=turn.speaker,
        content=turn.text,
        created_at=at,
        added_at=at,
        language=detect_language(turn.text),
        digest=at.isoformat(),
    )


def _lacking(user: KnownUser, case: KnownCase, shown: Sequence[ExtractionInput]) -> tuple[str, ...]:
    """Return the sentences and names that a case needs and that no call shows."""
    facts = {fact.statement for given in shown for fact in given.known_facts}
    names = {name for given in shown for one in given.known_entities for name in (one.name, *one.aliases)}
    needed = [user.sentences[number] for number in case.facts]
    return (*(one for one in needed if one not in facts), *(name for name in case.names if name not in names))


def _tokens(given: ExtractionInput) -> int:
    return count_tokens("\n".join(extraction_prompt(given, now=given.messages[-1].created_at)))
