"""Recall: everything memory knows about a question, best first.

One embedding call, no LLM call. link → depth-2 subgraph → text and vectors → where they lead → rank. The graph finds
facts, and through their sources the messages they rest on; words and vectors find messages and facts by themselves.
How facts are found and ranked is told in `memary.retrieval.facts.search`, how messages are in
`memary.retrieval.messages.features`. Facts are those of now, unless the question names a time or asks for the past:
then what was true and is not any more comes beside them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace

from memary.checks.bounds import looked_up
from memary.errors import ModelError
from memary.facts.conflicts import conflicts_of
from memary.facts.doubt import doubts_of
from memary.facts.identity import is_self
from memary.facts.user_name import by_name, names_user, told_by_name
from memary.languages.equivalents import words_of_phrases
from memary.languages.terms import query_terms
from memary.models.base import Embedder, Reranker
from memary.queries import Candidate, EntityQuery, SearchQuery, SubgraphQuery, View
from memary.retrieval.entity_hits import entity_hits
from memary.retrieval.facts.described_entities import link_described
from memary.retrieval.facts.endings import answering_as_over, asked_over
from memary.retrieval.facts.entity_links import Link, link, link_synonyms, names_unsaid
from memary.retrieval.facts.followers import with_followers
from memary.retrieval.facts.kin_names import names_of_kin
from memary.retrieval.facts.members import members
from memary.retrieval.facts.others import facts_of_others
from memary.retrieval.facts.search import POOL, FactRetriever, GraphEvidence
from memary.retrieval.hit_order import LEADING, LEADING_AHEAD, LEADING_IN_TURN, in_one_list, with_weakness
from memary.retrieval.hits import Draft, Hit, Signal
from memary.retrieval.meaning import Meaning
from memary.retrieval.messages.ended_statements import with_what_is_over
from memary.retrieval.messages.features import ParsedQuery
from memary.retrieval.messages.related_talk import RelatedTalk
from memary.retrieval.messages.search import MessageRetriever
from memary.retrieval.question.named_times import narrowed, on_their_days
from memary.retrieval.question.query import RecallQuery
from memary.retrieval.question.synonyms import is_unknown
from memary.retrieval.question.temporary_texts import temporary_hits
from memary.retrieval.relevance import Relevance
from memary.retrieval.worth import Subject
from memary.stores.snapshot import Readable, Reads, together
from memary.stores.statements import statements_noted
from memary.text import describing, entity_key
from memary.text.speech_acts.questions import in_full, statements
from memary.types import VALUE, Doubt, Embedding, Entity, Fact, FactKind, Said, Scope, StoreStatement, Subgraph
from memary.types.scope import id_in_key
from memary.zones import in_zone

_JUDGED = 10.0
"""What each place in its order counts: more than all that memory itself sees in a hit."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of a search: hits, and the subgraph they came with, its facts the most relevant first.

    Of the subgraph are the facts that were fetched around the linked entities, and those among the hits that touch
    one of these or follow from it, of the time that was asked for. `further` are as many as were asked for of those
    that come after the hits: first what was said elsewhere of the same matter. `spaces` are the names of the spaces
    that were recalled, by id. `members` are facts of the kind asked for, the best first, where further hits are.
    """

    hits: tuple[Hit, ...] = ()
    links: tuple[Link, ...] = ()
    subgraph: Subgraph = field(default_factory=Subgraph)
    further: tuple[Hit, ...] = ()
    spaces: Mapping[str, str] = field(default_factory=dict[str, str])
    members: tuple[Fact, ...] = ()

    @property
    def told_names(self) -> frozenset[str]:
        """The keys of the names in the question of whom the graph tells something."""
        ends = {end for fact in self.subgraph.facts for end in (fact.subject_id, fact.object_id)}
        told = [one for one in self.links if one.by == "name" and one.entity.id in ends]
        return frozenset(entity_key(name) for one in told for name in one.names)

    @property
    def is_known(self) -> bool:
        """Whether memory has something to say.

        It knows an entity of the question, or, about the user, its words. What only asks says nothing.
        """
        hits = [hit for hit in self.hits if hit.kind == "fact" or statements(hit.text)]
        others = [one for one in self.links if not is_self(one.entity)]
        about_user = len(others) < len(self.links)
        return bool(hits and others) or (about_user and any("text" in hit.explain.signals for hit in hits))


async def search(
    store: Readable,
    embedder: Embedder,
    scope: Scope,
    query: RecallQuery,
    *,
    speakers: Sequence[str],
    reranker: Reranker | None = None,
) -> SearchResult:
    """Find what memory knows about a question.

    Args:
        store: where to look.
        embedder: embeds the question, in one call.
        scope: whose memory.
        query: the question, with what narrows it.
        speakers: who speaks in the messages; where they are few, the question may be about one of them.
        reranker: judges the best hits and the facts of the subgraph again; while it is down, they stay in the order
            that memory gave them.

    Raises:
        InputError: the question is empty, or a limit makes no sense.
    """
    text = looked_up(query.text)
    now = in_zone(query.view.when.true_at, query.zone)
    asked = ParsedQuery.of(text, speakers=speakers, user_id=scope.user_id, now=now)
    vector, spoken = await _embed(embedder, text, asked.spoken)
    meaning = Meaning.of(embedder.spec, text)
    finder = _RecallFinder(scope, query, asked, vector, spoken, meaning)
    lister = _Lister(scope, query, asked, meaning)

    async def whole(reads: Reads) -> SearchResult:
        found = await finder.find(reads)
        return await lister.listed(reads, found, lister.ordered(found, ()))

    if query.synonyms is None and not query.temporary and reranker is None:
        return await store.at_once(whole)
    # who is asked for synonyms keeps nobody's snapshot
    found = await (store.at_once(finder.find) if query.synonyms is None else finder.find(store))
    temporary = await temporary_hits(embedder, query.temporary, vector, now=query.view.when.true_at)
    hits = lister.ordered(found, temporary)
    if reranker is not None:
        hits, order = await _reranked(reranker, text, hits, found.graph.facts, most=query.reranked)
        found = replace(found, graph=found.graph.in_order(order))
    return await store.at_once(lambda reads: lister.listed(reads, found, hits))


@dataclass(frozen=True, slots=True)
class _Found:
    """What a store knows of a question.

    Attributes:
        hits: in no order.
        links: the entities that the question is about.
        graph: what the graph says.
        facts: those found by words and meaning, or by the relation or the time asked for.
        said: messages found so.
        statements: what the store was asked for the graph.
        members: facts of the kind that is asked for.
    """

    hits: list[Draft]
    links: list[Link]
    graph: GraphEvidence
    facts: Sequence[Candidate[Fact]]
    said: Sequence[Candidate[Said]]
    statements: Sequence[StoreStatement]
    members: Sequence[Fact]

    @property
    def known(self) -> list[Fact]:
        """Return all facts that were found, or stand around those."""
        return [*[one.record for one in self.facts], *self.graph.facts, *self.graph.told]


@dataclass(frozen=True, slots=True)
class _RecallFinder:
    """Finds what a store knows of a question.

    Attributes:
        scope: whose memory.
        query: the question, with what narrows it.
        asked: how it reads.
        vector: its embedding, if there is one.
        spoken: the embedding of `asked.spoken`, if there is one.
        meaning: what vectors tell of what is found.
    """

    scope: Scope
    query: RecallQuery
    asked: ParsedQuery
    vector: Embedding | None
    spoken: Embedding | None
    meaning: Meaning

    async def find(self, reads: Reads) -> _Found:
        """Find it, also what is told by a name of whom the question means by another script or a description."""
        with self._noted() as noted:
            links = await self._links(reads)
        text = " ".join((self.asked.text, *names_unsaid(links, self.asked.text)))
        finder = self if text == self.asked.text else replace(self, asked=replace(self.asked, text=text))
        return await finder._found(reads, links, noted)

    def _noted(self) -> AbstractContextManager[Sequence[StoreStatement]]:
        return statements_noted() if self.query.explain_graph else nullcontext(())

    async def _found(self, reads: Reads, links: list[Link], asked_of_store: Sequence[StoreStatement]) -> _Found:
        query, scope, vector, text = self.query, self.scope, self.vector, in_full(self.asked.text)
        words = query_terms(text)
        of_facts = [word for word in words if word not in words_of_phrases(text)]
        facts_asked, messages_asked = narrowed(query, self.asked.times)
        kin = await names_of_kin(reads, scope, text, links, query.view)
        by_name = replace(self.asked, text=" ".join((self.asked.text, *kin))) if kin else self.asked
        finder = MessageRetriever(reads, scope, messages_asked, by_name, self.spoken)
        retriever = FactRetriever(reads, scope, facts_asked, replace(self.asked, text=text), self.meaning.of_facts)
        (
            (subgraph, asked_around),
            facts,
            (otherwise, happened, over),
            (past, once, later),
            said,
        ) = await together(
            reads,
            self._around(reads, links, facts_asked),
            retriever.current(of_facts, vector),
            retriever.said_otherwise(),
            together(
                reads,
                retriever.past(of_facts, vector),
                retriever.happened(of_facts, vector),
                retriever.to_come(of_facts, vector),
            ),
            finder.said(),
        )
        if not self.asked.asks_once:  # what something took the place of answers "How much was it?" as well
            once, happened = await answering_as_over(reads, scope, (once, happened), query.view.when)
        over = [one for one in over if one.record.subject_id in subgraph.seeds]  # nobody else's past is asked for
        past = retriever.of_asked([*past, *await retriever.course([*facts, *past])], subgraph)
        related = await retriever.asked_for(text, subgraph, once={one.record.predicate for one in past})
        related += [one for one in await retriever.planned(subgraph) if one not in related]
        past += retriever.of_asked(asked_over(self.asked, [*once, *happened]), subgraph)
        asked_for = [*map(Candidate, related)]
        graph = await retriever.evidence(words, subgraph, [*facts, *otherwise, *later, *asked_for], past)
        hits, messages = list[Draft](), dict[str, Said]()
        if "message" in query.kinds:
            said = self.meaning.comparable(said)
            pool = await finder.pool(said=said, facts=facts, around=graph.way)
            messages = pool.messages
            hits += finder.talk(pool, self.meaning.of_messages, is_meant=self.meaning.is_meant)
        if "fact" in query.kinds:
            hits += await retriever.hits(
                [*facts, *once, *later], past, [*otherwise, *happened, *over], graph, related, messages
            )
        if "run" in query.kinds:
            hits += map(Draft.of, await finder.runs())
        if "entity" in query.kinds:
            terms = [*words, *map(describing, words)]
            entities = await reads.read(
                SearchQuery(scope, Entity, terms=terms, vector=vector, limit=POOL, view=query.view)
            )
            named = [one for one in links if one.entity.type != VALUE] if query.view.where is None else []
            hits += map(Draft.of, entity_hits(entities, named))
        listed = await members(retriever, links) if query.further else []
        statements = [*asked_of_store, *asked_around]
        return _Found(hits, links, graph, [*facts, *past, *once, *later, *asked_for], said, statements, listed)

    async def _links(self, reads: Reads) -> list[Link]:
        """Return the entities that the question is about."""
        scope, text, known_at = self.scope, self.asked.text, self.query.view.known_at
        links = await link(reads, scope, text, vector=self.vector, known_at=known_at)
        if self.query.synonyms is not None and is_unknown(text, [one.entity for one in links]):
            names = await self.query.synonyms.of(text, user_id=scope.user_id)
            links += await link_synonyms(reads, scope, names, but=links, known_at=known_at)
        return [*links, *await link_described(reads, scope, text, links, View(known_at=known_at))]

    async def _around(
        self, reads: Reads, links: Sequence[Link], query: RecallQuery
    ) -> tuple[Subgraph, Sequence[StoreStatement]]:
        """Return the subgraph around entities, and what was asked for it."""
        seeds = [one.entity.id for one in links]
        with self._noted() as noted:
            asked = SubgraphQuery(self.scope, seeds, depth=query.depth, view=query.view)
            around = await reads.read(asked) if seeds else Subgraph()
        linked = {one.entity.id: one.entity for one in links if one.entity.id in around.entities}
        # the user by the id that is asked of
        return replace(around, entities={**around.entities, **linked}), noted


@dataclass(frozen=True, slots=True)
class _Lister:
    """Puts what was found into the list that whoever asks gets.

    Attributes:
        scope: whose memory.
        query: the question, with what narrows it.
        asked: how it reads.
        meaning: what the vectors of what was found tell.
    """

    scope: Scope
    query: RecallQuery
    asked: ParsedQuery
    meaning: Meaning

    def ordered(self, found: _Found, temporary: Sequence[Hit]) -> list[Hit]:
        """Return the hits, with those of texts that are not kept, the best first."""
        asked, query, links, known = self.asked, self.query, found.links, found.known
        hits = on_their_days(found.hits, asked.times) if query.only_then and asked.times else found.hits
        ranked = {one.id for one in hits if one.kind == "fact"}.difference(fact.id for fact in found.graph.told)
        own = {one.entity.id for one in links if is_self(one.entity)}
        names = [*asked.named, *(name for one in links if not is_self(one.entity) for name in one.names)]
        drafts = [*hits, *map(Draft.of, temporary)]
        return in_one_list(
            [one for one in drafts if id_in_key(one.id) not in query.exclude] if query.exclude else drafts,
            self._relevance(found),
            Subject(
                names,
                is_speaker=bool(asked.named),
                relations={fact.id for fact in known if fact.kind is FactKind.FACT},
                others=facts_of_others([one for one in known if one.id in ranked], asked, own=own),
                leading=LEADING_AHEAD if asked.asks_ahead else LEADING_IN_TURN if asked.wants_past else LEADING,
            ),
            most=None if query.further or query.reranked or query.is_selective else query.top_k,
        )

    async def listed(self, reads: Reads, found: _Found, hits: Sequence[Hit]) -> SearchResult:
        """Return the best of the hits, what comes after them, and what the graph says, with their marks."""
        scope, query, known = self.scope, self.query, found.known
        near = self.meaning.is_near((one.vector for one in found.facts), (one.vector for one in found.said))
        if query.min_score is not None:
            hits = [hit for hit in hits if hit.score >= query.min_score]
        best = _fill(hits, query)
        about = _told_of(found.links, known, {hit.id for hit in best})
        best = with_weakness(best, self.asked.text, near=near, about=about)
        shown = found.graph.showing({hit.id for hit in best})
        elsewhere: list[Hit] = []
        if query.further and "message" in query.kinds:
            related = await RelatedTalk(reads, scope, query.view).of(best)
            relevance = self._relevance(found)
            elsewhere = [relevance.scored(hit) for hit in related if id_in_key(hit.id) not in query.exclude]
        further = _further([*elsewhere, *hits], best, query.further)
        around = replace(shown, statements=tuple(found.statements))
        marks = _Marks(scope, query.view, known)
        marked, around, members = await marks.put(reads, best, further, around, found.members)
        top, more = marked[: len(best)], marked[len(best) :]
        return SearchResult(tuple(top), tuple(found.links), around, tuple(more), members=tuple(members))

    def _relevance(self, found: _Found) -> Relevance:
        """Return what scores hits, also by how near the meaning of what was found is, where a model tells that."""
        near = ((one.record.id, one.vector) for one in (*found.facts, *found.said))
        return Relevance(self.asked.text, dict(near) if self.meaning.is_measured else {})


@dataclass(frozen=True, slots=True)
class _Marks:
    """Marks what was found as in doubt, contested or over.

    Attributes:
        scope: whose memory.
        view: the point of view.
        known: the facts that were found.
    """

    scope: Scope
    view: View
    known: Sequence[Fact]

    async def put(
        self, reads: Reads, best: Sequence[Hit], further: Sequence[Hit], around: Subgraph, members: Sequence[Fact]
    ) -> tuple[list[Hit], Subgraph, Sequence[Fact]]:
        """Return hits, the subgraph and members with their marks, the subgraph with the ends of all its facts."""
        hits = [*best, *further]
        listed, when = {hit.id for hit in hits}, self.view.when
        shown = [*(fact for fact in self.known if fact.id in listed), *around.facts, *members]
        doubts = await doubts_of(reads, self.scope, shown, when)
        conflicts = await conflicts_of(reads, self.scope, (one for one in self.known if one.id in listed), when)
        marks = {id_: {"conflict": id_ in conflicts, "in_doubt": doubts.get(id_)} for id_ in {*doubts, *conflicts}}
        hits = [hit.model_copy(update=marks[hit.id]) if hit.id in marks else hit for hit in hits]
        hits = await with_what_is_over(reads, self.scope, hits, self.known, when)
        best, further = hits[: len(best)], hits[len(best) :]
        hits = await with_followers(reads, self.scope, best, further, self.known, when)
        if doubts:
            around = replace(around, facts=_marked(around.facts, doubts))
            members = _marked(members, doubts)
        around = await _with_ends(reads, self.scope, around)
        told = await self._by_user_name(reads, shown, around.entities)
        hits = [hit.model_copy(update={"text": told[hit.id].statement}) if hit.id in told else hit for hit in hits]
        members = [told.get(fact.id, fact) for fact in members]
        return hits, replace(around, facts=tuple(told.get(fact.id, fact) for fact in around.facts)), members

    async def _by_user_name(
        self, reads: Reads, facts: Iterable[Fact], entities: Mapping[str, Entity]
    ) -> dict[str, Fact]:
        """Return facts, by their ids, that were read before the user's name was known, by that name."""
        unnamed = [fact for fact in facts if names_user(fact)]
        known = [entity for entity in entities.values() if is_self(entity)] if unnamed else []
        told = by_name(unnamed, known) if known else await told_by_name(reads, self.scope, unnamed)
        return {fact.id: fact for fact in told}


def _marked(facts: Iterable[Fact], doubts: Mapping[str, Doubt]) -> tuple[Fact, ...]:
    return tuple(fact.model_copy(update={"in_doubt": doubts.get(fact.id)}) for fact in facts)


def _told_of(links: Sequence[Link], facts: Iterable[Fact], shown: Collection[str]) -> list[str]:
    """Return the names of the entities that a question names and that a fact shown is about."""
    ends = {end for fact in facts if fact.id in shown for end in (fact.subject_id, fact.object_id)}
    return [name for one in links if one.by == "name" and one.entity.id in ends for name in one.names]


async def _reranked(
    reranker: Reranker, question: str, hits: list[Hit], facts: Sequence[Fact], *, most: int
) -> tuple[list[Hit], list[str]]:
    """Sort the best hits by the reranker's scores, before the others.

    It judges the facts of the graph with them.

    Returns:
        The hits, and the ids of the facts that were judged, the most relevant first.
    """
    best, others = hits[:most], hits[most:]
    listed = {hit.id for hit in best}
    around = [fact for fact in facts if fact.id not in listed][:most]
    texts = [*(hit.text for hit in best), *(fact.statement for fact in around)]
    try:
        relevance = await reranker.rerank(question, texts) if texts else []
    except ModelError:
        return hits, []
    order = sorted(range(len(best)), key=lambda place: (-relevance[place], place))
    ranked: list[Hit] = []
    for rank, place in enumerate(order, 1):
        why = best[place].explain
        judged = Signal.of(rank, _JUDGED * (len(best) - rank + 1))
        why = why.model_copy(update={"signals": {**why.signals, "rerank": judged}})
        ranked.append(best[place].model_copy(update={"explain": why}))
    ids = [*(hit.id for hit in best), *(fact.id for fact in around)]
    triples = sorted(range(len(ids)), key=lambda place: (-relevance[place], place))
    ranked.sort(key=lambda hit: (-hit.explain.order, hit.kind, hit.id))
    return [*ranked, *others], [ids[place] for place in triples]


async def _with_ends(store: Reads, scope: Scope, subgraph: Subgraph) -> Subgraph:
    """Add the entities that facts have at their ends, where they did not come with them."""
    ends = {end for fact in subgraph.facts for end in (fact.subject_id, fact.object_id)}
    missing = ends - subgraph.entities.keys()
    found = await store.read(EntityQuery(Scope(user_id=scope.user_id), ids=missing)) if missing else []
    return replace(subgraph, entities={**subgraph.entities, **{entity.id: entity for entity in found}})


async def _embed(embedder: Embedder, *texts: str) -> list[Embedding] | list[None]:
    """Embed the question in its forms, in one call.

    If the model is down, words and the graph still answer.
    """
    different = list(dict.fromkeys(texts))
    try:
        vectors = dict(zip(different, await embedder.embed(different), strict=True))
    except ModelError:
        return [None] * len(texts)
    return [vectors[text] for text in texts]


def _fill(hits: Sequence[Hit], query: RecallQuery) -> list[Hit]:
    if query.token_budget is None:
        return list(hits[: query.top_k])
    kept: list[Hit] = []
    left = query.token_budget
    for hit in hits:
        cost = query.count(hit.text)
        if cost <= left and len(kept) < query.top_k:
            kept.append(hit)
            left -= cost
    return kept


def _further(hits: Sequence[Hit], best: Sequence[Hit], most: int) -> list[Hit]:
    """Return the hits that come after the best ones, each once, at most so many of a kind."""
    after = {hit.id: hit for hit in hits}
    for hit in best:
        after.pop(hit.id, None)
    count: Counter[str] = Counter()
    further: list[Hit] = []
    for hit in after.values():
        count[hit.kind] += 1
        if count[hit.kind] <= most:
            further.append(hit)
    return further
