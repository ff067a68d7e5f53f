"""The index of a user's facts that is kept between messages: it scores as one that is made for each message."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from random import Random

import pytest
from support.records import NOW, entity, fact
from support.tables import each

from memary.ingestion.extraction.fact_index import FactIndex, kept_index
from memary.ingestion.extraction.pertinence import NewMessage, Pertinence
from memary.kept_texts import let_go
from memary.types import Entity, Fact, FactKind

USER = entity("ada", "Ada", type="person")
PEOPLE = [entity("ada", name, type="person") for name in ("Ben", "Cleo", "Dan")]
PLACES = [entity("ada", name) for name in ("Oslo", "Rome", "the old mill")]
SAID = [
    NewMessage("My sister moved to Oslo with Ben."),
    NewMessage("We paint the old mill.", is_earlier=True, id="before"),
]


def some_facts(random: Random) -> list[Fact]:
    """Thirty facts of Ada and her people, some of which have an end, are insights, or were stated just before."""
    made: list[Fact] = []
    for number in range(30):
        subject, object_ = random.choice([USER, *PEOPLE]), random.choice([*PEOPLE, *PLACES])
        predicate = random.choice(["is_sister_of", "lives_in", "paints", "likes"])
        ends = {"invalid_at": NOW + timedelta(days=random.choice([-1, 1]))} if number % 7 == 0 else {}
        sources = ("before",) if number % 5 == 0 else ()
        kind = FactKind.INSIGHT if number % 11 == 0 else FactKind.FACT
        at = NOW - timedelta(days=9 + number)
        made.append(fact(subject, predicate, object_, at=at, source_ids=sources, kind=kind, **ends))
    return made


def fitted(index: FactIndex, facts: Sequence[Fact], ends: Sequence[Entity]) -> FactIndex:
    """Make an index one of these facts, of which those with an end are taken to be over."""
    others = index.keep({one.id: one for one in facts})
    ends = [one for one in ends if any(one.id in (told.subject_id, told.object_id) for told in facts)]
    over = {one.id for one in others if one.invalid_at < NOW}
    index.put([*others, *index.renew(ends)], ends, over=over)
    return index


def told_by(index: FactIndex) -> tuple[list[dict[str, float]], list[str]]:
    """What messages come back to, and around which nodes there is more of it."""
    pertinence = Pertinence(SAID, index)
    scores = pertinence.scores()
    return scores, pertinence.nodes(scores, 5)


@each("seed", range(20))
def test_an_index_that_is_kept_scores_as_one_that_is_made_anew(seed: int) -> None:
    random = Random(seed)
    facts, ends = some_facts(random), [USER, *PEOPLE, *PLACES]
    kept = FactIndex(USER.id)
    for _ in range(6):
        some = random.sample(facts, random.randint(0, len(facts)))
        assert told_by(fitted(kept, some, ends)) == told_by(fitted(FactIndex(USER.id), some, ends))
        place = random.randrange(len(facts))
        facts[place] = facts[place].model_copy(update={"statement": "Ada's sister sold the mill.", "importance": 3})
        who = random.randrange(len(ends))
        ends[who] = ends[who].model_copy(update={"description": random.choice(["Ada's sister", "a painter", ""])})


def test_an_index_is_let_go_of_with_what_is_forgotten() -> None:
    kept = kept_index("sqlite:///some.db", "ada", None, USER.id)
    kept.give_back(fitted(kept.lent(), some_facts(Random(1)), [USER, *PEOPLE, *PLACES]))
    assert kept_index("sqlite:///some.db", "ada", None, USER.id).lent().facts
    let_go()
    assert not kept_index("sqlite:///some.db", "ada", None, USER.id).lent().facts


@pytest.mark.parametrize("seed", range(8))
def test_facts_that_share_as_much_with_a_message_have_one_score_to_the_last_digit(seed: int) -> None:
    """Words are added up as they are said, whatever order a set of them has in this process."""
    random = Random(seed)
    some = ["".join(random.choices("bdgkmprtz", k=7)) for _ in range(20)]
    one, other = some[:10], some[10:]
    texts = [" ".join(one), " ".join(other)]
    for rarer, (first, second) in enumerate(zip(one, other, strict=True)):
        texts += [f"{first} {second}"] * (rarer + 1)
    told = [fact(USER, "says", PLACES[0]).model_copy(update={"statement": text}) for text in texts]
    said = NewMessage(" ".join(some), is_earlier=True)
    scores = Pertinence([said], fitted(FactIndex(USER.id), told, [USER, PLACES[0]])).scores()[0]
    assert scores[told[0].id] == scores[told[1].id]
