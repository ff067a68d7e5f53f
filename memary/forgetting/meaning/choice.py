"""Ask a language model what a request to forget means: it names the numbers of lines that were told.

Lines are clauses of messages and the sentences of facts: those that the request numbers, those right before it, those
near to it by words and by meaning, and what was told in confidence. Facts say in plain words what a request may only
hint at ("the business with my hands"); of messages those that the user states something in. A second look is taken
at what stands beside the chosen ones, and at what repeats rare words of them. Numbers, and of a line that says
something else as well the words that stay, are all that a reply can say: so it can take nothing that was not shown,
of another user or told later, and put nothing in its place.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, cast

from pydantic import BaseModel, BeforeValidator, ValidationError

from memary.checks.faults import first_fault
from memary.errors import ModelOutputError
from memary.forgetting.meaning.prior_records import PriorRecords
from memary.forgetting.meaning.thing_match import agree
from memary.languages import texts
from memary.languages.equivalents import words_alike
from memary.languages.prompt.quotation import one_line
from memary.languages.terms import query_terms, telling_words, terms
from memary.models.base import ChatModel, ChatTurn, Embedder
from memary.models.replies.json_reply import Document, fenced, mended, repair_prompt, well_formed
from memary.text.parts.clauses import Clause, clauses
from memary.text.parts.partition import Partition, partition
from memary.text.speech_acts.questions import statements
from memary.types import Fact, Message, Role

_BEFORE = 6
"""How many messages right before a request are looked at."""

_NEAR = 10
"""How many messages near to a request, by words and by meaning each."""

_FACTS = 20
"""How many facts near to a request, by words and by meaning each; what is left of twice as many are the newest."""

_CONFIDED = 10
"""How many messages that tell something in confidence, the newest."""

_BESIDE = 2
"""How many messages on each side of what goes are looked at."""

_MOST_LINES = 100
_LINE_CHARS = 300

_RARE = 4
"""In how many messages at most a word stands that may tell the same again."""

_MOST_RARE = 12


LineKey = tuple[str, int] | str
"""What tells a line from others: the id of a fact, or that of a message with the place of the clause."""


@dataclass(frozen=True, slots=True)
class Meant:
    """What a request was taken to mean.

    Attributes:
        asks: whether it asks to forget anything.
        clauses: what goes, by message.
        facts: the facts that go.
        unclear: texts of which one may be meant.
        left: of those that say something else as well what stays and what goes, by `key_of`.
    """

    asks: bool = True
    clauses: tuple[tuple[Message, Clause], ...] = ()
    facts: tuple[Fact, ...] = ()
    unclear: tuple[str, ...] = ()
    left: Mapping[LineKey, Partition] = field(default_factory=dict[LineKey, Partition])

    def of(self, message_id: str) -> list[Clause]:
        """Return the clauses of a message that go."""
        return [clause for message, clause in self.clauses if message.id == message_id]


@dataclass(frozen=True, slots=True)
class Hint:
    """How a request says what is meant: its words, and the facts that its reader took for it."""

    text: str
    fact_ids: frozenset[str] = frozenset()


def _as_numbers(value: Any) -> Any:
    """Return the numbers of a list, also of those that are written as texts."""
    items = cast("list[object]", value) if isinstance(value, list) else []
    return tuple(int(item) for item in map(str, items) if item.strip().isdecimal())


def _as_texts(value: Any) -> Any:
    """Return texts by the numbers of their lines, also where these are written as texts."""
    items = cast("dict[object, object]", value) if isinstance(value, dict) else {}
    texts = {str(number).strip(): text for number, text in items.items() if isinstance(text, str)}
    return {int(number): text for number, text in texts.items() if number.isdecimal()}


class _ChoiceReply(BaseModel):
    """What a model answers."""

    asks: bool = True
    lines: Annotated[tuple[int, ...], BeforeValidator(_as_numbers)] = ()
    unclear: Annotated[tuple[int, ...], BeforeValidator(_as_numbers)] = ()
    left: Annotated[dict[int, str], BeforeValidator(_as_texts)] = {}


_Line = tuple[Message, Clause] | Fact


@dataclass(slots=True)
class ForgetChoice:
    """Has a model choose what a request means.

    Args:
        model: who chooses.
        embedder: finds lines near to the request by meaning.
        prior: what can be meant.
    """

    model: ChatModel
    embedder: Embedder
    prior: PriorRecords
    _shown: set[LineKey] = field(default_factory=set[LineKey])

    async def choose(self, request: Message, hint: Hint) -> Meant:
        """Return what a request means.

        Lines of it and of the replies to it alone lead nowhere, and go as they are.

        Raises:
            ModelError: the model could not be asked, or did not answer in a usable way.
        """
        replies = await self.prior.replies()
        meant = await self._asked(request, await self._candidates(request, replies, hint))
        asking = {request.id, *(one.id for one in replies)}
        if not meant.facts and all(message.id in asking for message, _ in meant.clauses):
            return meant
        if again := await self._beside(meant):
            more = await self._asked(request, again)
            taken = {key_of(one): one for one in (*meant.facts, *more.facts, *meant.clauses, *more.clauses)}
            meant = _of_lines(list(taken.values()), {**meant.left, **more.left})
        return meant

    async def _candidates(self, request: Message, replies: Sequence[Message], hint: Hint) -> list[_Line]:
        """Return the lines that a request can mean, the likeliest first."""
        given = await self.prior.facts(hint.fact_ids)
        [vector] = await self.embedder.embed([hint.text])
        said = f"{hint.text}\n{request.content}"  # what is meant may be described in another sentence than is asked
        asked = [*query_terms(said), *(word for alike in words_alike(said).values() for word in alike)]
        stating = [message for fact in given for message in await self.prior.sources(fact)]
        near = [one for one in await self.prior.near(asked, vector, _NEAR) if one.role is Role.USER]
        own = [one for one in (*near, *(await self.prior.confided())[:_CONFIDED]) if statements(one.content)]
        found = [*stating, *await self.prior.before(_BEFORE), *own]
        found += [after for message in found for after in await self.prior.following(message)]
        facts = await self.prior.facts_near(asked, vector, _FACTS)
        return [*self._lines([request, *replies, *found], given), *self._lines([], facts)]

    async def _beside(self, meant: Meant) -> list[_Line]:
        """Return the lines that go, with those around them and those that repeat their rare words.

        Where there are no others, return nothing.
        """
        messages = [message for message, _ in meant.clauses]
        messages += [message for fact in meant.facts for message in await self.prior.sources(fact)]
        beside = [*messages]
        for message in messages:
            beside += await self.prior.beside(message, _BESIDE)
        facts = await self.prior.facts_of_messages([one.id for one in messages])
        more = self._lines([*beside, *await self._repeating(meant)], facts)
        return [*meant.facts, *meant.clauses, *more] if more else []

    async def _repeating(self, meant: Meant) -> list[Message]:
        """Return the messages that have rare words of those that go."""
        words = dict.fromkeys(word for _, clause in meant.clauses for word in telling_words(clause.text))
        found: list[Message] = []
        rare = 0
        for word in words:
            if rare == _MOST_RARE:
                break
            saying = await self.prior.saying(terms(word))
            if 1 < len(saying) <= _RARE:
                rare += 1
                found += saying
        return found

    def _lines(self, messages: Iterable[Message], facts: Iterable[Fact]) -> list[_Line]:
        """Return the facts, and the clauses of messages in the order they were said, that were not shown yet."""
        found: list[_Line] = [*facts, *((one, clause) for one in messages for clause in clauses(one.content))]
        new = {key: line for line in found if (key := key_of(line)) not in self._shown}
        lines = dict(list(new.items())[:_MOST_LINES])
        self._shown |= lines.keys()
        return sorted(lines.values(), key=_place)

    async def _asked(self, request: Message, lines: Sequence[_Line]) -> Meant:
        if not lines:
            return Meant()
        words = texts(request.language)
        shown = [f"{number}. {_shown(line, request.language)}" for number, line in enumerate(lines, 1)]
        text = f"{words.forget_request}: {one_line(request.content)}\n\n{words.forget_lines}:\n" + "\n".join(shown)
        turns = [ChatTurn(Role.SYSTEM, words.forget_rules), ChatTurn(Role.USER, text)]
        reply = (await self.model.complete(turns, schema=_ChoiceReply)).text
        try:
            read = _read(reply)
        except ModelOutputError as error:
            again = ChatTurn(Role.USER, repair_prompt(str(error), language=request.language))
            read = _read((await self.model.complete([*turns, ChatTurn(Role.ASSISTANT, reply), again])).text)
        return _meant(read, lines)


def key_of(line: tuple[Message, Clause] | Fact) -> LineKey:
    """Return what tells a line from others."""
    return line.id if isinstance(line, Fact) else (line[0].id, line[1].start)


def _place(line: _Line) -> tuple[Any, ...]:
    """Return what lines are sorted by.

    Facts stay first, as they are; clauses stand in the order they were said.
    """
    return () if isinstance(line, Fact) else (line[0].created_at, line[0].id, line[1].start)


def _meant(read: _ChoiceReply, lines: Sequence[_Line]) -> Meant:
    """Return what the numbers of a reply stand for.

    Lines of the request itself can mean nothing else.
    """
    if not read.asks:
        return Meant(asks=False)
    parts = {number: _parted(line, read.left[number]) for number in read.left for line in _numbered([number], lines)}
    parted = {number: part for number, part in parts.items() if part is not None}
    chosen = _numbered((*read.lines, *parted), lines)
    unclear = [] if chosen else _numbered(read.unclear, lines)
    texts_ = tuple(map(_words, unclear))
    left = {key_of(lines[number - 1]): part for number, part in parted.items()}
    return replace(_of_lines(chosen, left), unclear=texts_)


def _of_lines(lines: Sequence[_Line], left: Mapping[LineKey, Partition]) -> Meant:
    return Meant(
        clauses=tuple(one for one in lines if not isinstance(one, Fact)),
        facts=tuple(one for one in lines if isinstance(one, Fact)),
        left=left,
    )


def _numbered(numbers: Collection[int], lines: Sequence[_Line]) -> list[_Line]:
    return [lines[number - 1] for number in dict.fromkeys(numbers) if 0 < number <= len(lines)]


def _parted(line: _Line, left: str) -> Partition | None:
    """Return what stays of a line by a reply; None where it does not say so, or turns what the line says.

    No word can stay that was not shown, and a "not" cannot go alone.
    """
    found = partition(_words(line)[:_LINE_CHARS], left)
    return found if found and all(agree(whole, without) for whole, without in found.inner) else None


def _words(line: _Line) -> str:
    return line.statement if isinstance(line, Fact) else line[1].text


def _shown(line: _Line, language: str) -> str:
    if isinstance(line, Fact):
        return one_line(_words(line))[:_LINE_CHARS]
    message, _ = line
    words = texts(language)
    speaker = message.speaker or (words.assistant if message.role is Role.ASSISTANT else words.user)
    return f"{message.created_at:%Y-%m-%d} {one_line(speaker)}: {one_line(_words(line))[:_LINE_CHARS]}"


def _read(reply: str) -> _ChoiceReply:
    """Read a reply.

    Raises:
        ModelOutputError: there is no such object in it.
    """
    values = list(well_formed(reply)) or [mended(piece) for piece in (*fenced(reply), reply)]
    for value in values:
        if isinstance(value, dict) and {"lines", "unclear", "left", "asks"} & cast("Document", value).keys():
            try:
                return _ChoiceReply.model_validate(value)
            except ValidationError as error:
                raise ModelOutputError(f"{first_fault(error, cast('Document', value))}.") from error
    raise ModelOutputError('there is no JSON object with "lines" in it.')
