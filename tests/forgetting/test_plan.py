"""What has to go when something is forgotten, and what has to stay."""

from __future__ import annotations

from support.records import NOW, days, entity, fact, mention, message, operation, summary

from memary.facts.intervals import retire
from memary.forgetting.plan import RelatedRecords, plan_forgetting
from memary.forgetting.removal import Cut, Gone
from memary.types import FOREVER, TRACE_KEY, Action, Entity, Fact, Ground, Message
from memary.types.citations import CITED_KEY, Cited, kept_cited

ADA, ROME, TEA = entity("ada", "Ada"), entity("ada", "Rome"), entity("ada", "tea")
FIRST, SECOND = message("ada", "I live in Rome.", session_id="s1"), message("ada", "Rome it is.", session_id="s2")


def related_records(*facts: Fact, entities: tuple[Entity, ...] = (ADA, ROME, TEA), **rows: object) -> RelatedRecords:
    mentions = [mention(ROME, FIRST), mention(ROME, SECOND)]
    defaults = {
        "messages": [FIRST, SECOND],
        "entities": list(entities),
        "facts": list(facts),
        "mentions": mentions,
        "operations": [],
        "summaries": [summary("ada", "s1"), summary("ada", "s2")],
    }
    return RelatedRecords(7, **(defaults | rows))  # pyright: ignore[reportArgumentType]


def lives(*sources: Message) -> Fact:
    return fact(ADA, "lives_in", ROME, source_ids=tuple(said.id for said in sources), quote="Rome")


def test_a_fact_of_two_messages_loses_the_one_and_its_quote() -> None:
    known = lives(FIRST, SECOND)
    delta, manifest = plan_forgetting("ada", related_records(known), Gone(messages={FIRST.id}))
    assert [(f.source_ids, f.quote) for f in delta.facts] == [((SECOND.id,), "")]
    assert (manifest.messages, manifest.facts, manifest.mentions, manifest.summaries) == (1, 0, 1, 1)
    assert (delta.removed_summaries, delta.revision) == (("s1",), 7)


def test_a_fact_of_no_message_is_not_taken_by_any() -> None:
    given = fact(ADA, "likes", TEA)
    delta, _ = plan_forgetting("ada", related_records(given), Gone(messages={FIRST.id, SECOND.id}))
    assert delta.removed_facts == ()
    assert delta.removed_entities == (ROME.id,)


def test_what_a_fact_replaced_stays_and_the_link_to_it_goes() -> None:
    old = lives(FIRST)
    new = fact(ADA, "lives_in", TEA, supersedes=(old.id,), conflicts_with=(old.id,), source_ids=(SECOND.id,))
    delta, _ = plan_forgetting("ada", related_records(old, new), Gone(facts={old.id}))
    assert delta.removed_facts == (old.id,)
    assert [(f.supersedes, f.conflicts_with) for f in delta.facts] == [((), ())]


def test_what_a_fact_replaced_is_true_again_also_where_no_row_of_the_ledger_tells_of_it() -> None:
    new = fact(ADA, "lives_in", TEA, at=NOW + days(9), source_ids=(SECOND.id,))
    old = retire(lives(FIRST), ended_at=new.valid_at, now=new.created_at)
    new = new.model_copy(update={"supersedes": (old.id,)})
    delta, manifest = plan_forgetting("ada", related_records(old, new), Gone(facts={new.id}))
    assert [(f.id, f.invalid_at, f.expired_at) for f in delta.facts] == [(old.id, FOREVER, FOREVER)]
    assert manifest.reopened_ids == (old.id,)


def test_a_message_that_loses_a_part_keeps_nothing_of_how_an_answer_came_about() -> None:
    said = message("ada", "I live in Rome. I like tea.", metadata={TRACE_KEY: ["looked up Rome"], "city": "Ulm"})
    left = Cut(said.content, "I like tea.").of(said)
    assert (left.content, left.metadata) == ("I like tea.", {"city": "Ulm"})


def test_an_answer_that_loses_a_line_cites_what_the_others_say() -> None:
    rome, tea = (Cited(number=n, id=f"f{n}", kind="fact", lines=(n,)) for n in (1, 2))
    kept = [one.model_dump(mode="json") for one in (rome, tea)]
    said = message("ada", "I know:\n- You live in Rome.\n- You like tea.", metadata={CITED_KEY: kept})
    left = Cut(said.content, "I know:\n- You like tea.").of(said)
    assert kept_cited(left.metadata) == (tea.model_copy(update={"lines": (1,)}),)


def test_what_a_fact_rests_on_loses_the_words_that_go() -> None:
    said = message("ada", "I gave up tea, since Rome is too hot.")
    ground = Ground(fact_id="f", words="Rome is too hot", known_at=NOW, source_ids=(said.id,))
    gone = Gone(cuts={said.id: Cut(said.content, "I gave up tea.")})
    assert gone.grounds_left([ground], at=NOW) == ()
    kept = Gone(cuts={said.id: Cut(said.content, "Rome is too hot.")})
    assert kept.grounds_left([ground], at=NOW) == (ground,)


def test_the_ledger_forgets_what_it_quotes_and_keeps_that_something_went() -> None:
    known = lives(FIRST)
    rows = [
        operation("ada", known.id, source_ids=(FIRST.id,)),
        operation("ada", "x", before={known.id: {}}),
        operation("ada", "y", after={ROME.id: {}}),
        operation("ada", "z"),
    ]
    delta, _ = plan_forgetting("ada", related_records(known, operations=rows), Gone(messages={FIRST.id}))
    assert set(delta.removed_operations) == {rows[0].id, rows[1].id}
    (kept,) = delta.operations
    assert (kept.action, kept.reason) == (Action.FORGET, "forgot 1 messages, 1 facts, 1 entities")


def test_an_entity_unlearns_what_only_the_message_told_of_it() -> None:
    before = entity("ada", "Rome", id=ROME.id, aliases=("Roma",), description="")
    after = before.model_copy(update={"aliases": ("Roma", "secret city"), "description": "where the treasure is"})
    now = after.model_copy(update={"aliases": ("Roma", "secret city", "Urbs"), "categories": ("travel",)})
    row = operation(
        "ada",
        ROME.id,
        Action.UPDATE,
        before={ROME.id: before.model_dump(mode="json")},
        after={ROME.id: after.model_dump(mode="json")},
        source_ids=(FIRST.id,),
    )
    held = related_records(entities=(ADA, now), operations=[row])
    delta, _ = plan_forgetting("ada", held, Gone(messages={FIRST.id}))
    assert delta.removed_operations == (row.id,)
    (kept,) = delta.entities
    assert (kept.aliases, kept.description, kept.categories) == (("Roma", "Urbs"), "", ("travel",))


def test_an_entity_goes_with_its_facts_and_mentions() -> None:
    known = lives(FIRST)
    delta, manifest = plan_forgetting("ada", related_records(known), Gone(entities={ROME.id}))
    assert (delta.removed_facts, delta.removed_messages) == ((known.id,), ())
    assert set(delta.removed_entities) == {ROME.id, ADA.id}
    assert manifest.mentions == 2
