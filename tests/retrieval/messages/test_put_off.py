"""A message that tells of a day which was put off since says so, though neither day has come."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from memary import Memary
from memary.resolution.proposals import Proposals, ProposalSource, ProposedFact

pytestmark = pytest.mark.anyio

TODAY = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
SOON, LATER = TODAY + timedelta(days=30), TODAY + timedelta(days=37)


def start(day: datetime, message: str, *, instead_of: str | None = None) -> ProposedFact:
    return ProposedFact(
        subject="Elif",
        predicate="starts_at",
        object="Acme",
        statement=f"Elif starts at Acme on {day:%d %B %Y}{', after a longer notice' if instead_of else ''}.",
        valid_at=day,
        op="UPDATE" if instead_of else "ADD",
        target_id=instead_of,
        quote="starts",
        sources=(ProposalSource(message, datetime.now(UTC)),),
    )


async def test_a_message_says_that_its_day_was_put_off() -> None:
    async with await Memary.aopen("sqlite:///:memory:", worker=False) as memory:
        first = (await memory.aadd("Elif said yes! She starts in a month.", user_id="ada", infer=False)).ids[0]
        await memory.core.writer.write(Proposals("ada", facts=[start(SOON, first)]))
        (known,) = await memory.asearch("When does Elif start?", user_id="ada", kinds="fact")
        then = (await memory.aadd("Elif starts a week later.", user_id="ada", infer=False)).ids[0]
        await memory.core.writer.write(Proposals("ada", facts=[start(LATER, then, instead_of=known.id)]))
        hits = {hit.id: hit for hit in await memory.asearch("When does Elif start?", user_id="ada")}
        assert known.id not in hits
        (over,) = hits[first].over
        assert (over.reason, over.instead.rstrip(".")) == (
            "replaced",
            f"Elif starts at Acme on {LATER:%d %B %Y}, after a longer notice",
        )
        assert hits[then].over == ()
