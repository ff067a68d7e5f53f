"""Render what memory knows for a prompt: one line per record, in the question's language.

Whatever comes from outside is data here: it cannot begin a line, end one, or pass for a heading.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from memary.facts.intervals import is_begun, is_planned, plan_start
from memary.languages import DOUBT_MARK, OVER_MARK, Texts, texts
from memary.languages.prompt.doubts import told_doubt
from memary.languages.prompt.quotation import continued, defused, one_line, quoted
from memary.languages.prompt.stamps import Zones, day, period
from memary.languages.scripts import PLAIN_STOPS
from memary.retrieval.hits import Ended, Hit
from memary.retrieval.question.near_names import NearName
from memary.runs import RunRecord
from memary.stream.ranking import EntityKnowledge
from memary.text.times.told_times import told_days, told_since, told_until
from memary.types import BEGINNING, FOREVER, ZONE_KEY, Doubt, Fact, Message, Origin, Role, Summary, utc_now


@dataclass(frozen=True, slots=True)
class Lines:
    """Writes lines in one language, with times in the zones of one user."""

    language: str
    zones: Zones = field(default_factory=Zones)
    spaces: Mapping[str, str] = field(default_factory=dict[str, str])  # names by id

    @property
    def words(self) -> Texts:
        """Return the wording of the language."""
        return texts(self.language)

    def entity(self, row: EntityKnowledge) -> str:
        """Return the line of an entity, marked if the user knows it well."""
        depth = f" · {self.words.well_known}" if row.is_known else ""
        return f"- {one_line(row.entity.name)} {self.words.times.format(count=row.count)}{depth}"

    def insight(self, insight: Fact) -> str:
        """Return the line of an insight."""
        return f"- {one_line(insight.statement)}"

    def instruction(self, told: Fact) -> str:
        """Return the line of what the user has told the assistant to do."""
        return f"- [{day(told.valid_at, zone=self.zones.main)}] {one_line(told.statement)}"

    def run(self, run: RunRecord) -> str:
        """Return the line of an agent's earlier run."""
        when = f"[{day(run.updated_at, zone=self.zones.main)}] " if run.updated_at else ""
        return f"- {when}{one_line(run.brief)}"

    def near_name(self, near: NearName) -> str:
        """Return the line that asks whether a known name is meant by one that is not."""
        told = self.words.near_name.format(written=one_line(near.written), known=one_line(near.known))
        return f"{told} {self.words.near_name_rule}"

    def fact(self, hit: Hit) -> str:
        """Return the line of a fact, with the time in which it is true; of a plan its days, not when it was told.

        Of a plan that was moved or came true its sentence tells the days, and the line until when it was the plan.
        """
        if hit.is_planned and hit.invalid_at:
            when = self.words.planned.format(day=self._days(hit.plan_start, hit.invalid_at, hit.text))
        elif hit.was_planned and hit.invalid_at:
            when = self.words.was_planned.format(end=told_until(hit.invalid_at, hit.text, zone=self.zones.main))
        else:
            start = hit.created_at if hit.is_begun else BEGINNING
            since = self.words.since if start <= utc_now() else self.words.starting
            when = self._when(hit.text, start, hit.invalid_at, since=since)
        about = _bracketed(when, self._whose(hit.origin), self._shared(hit))
        return f"- {one_line(hit.text)}{about}{self.marked(hit.in_doubt)}{self.marked_over(hit.over)}"

    def _when(self, text: str, start: datetime, end: datetime | None, *, since: str) -> str:
        """Return in words when something is true that a sentence tells; `since` says it of what has no end.

        Of what has neither an end nor a beginning that anybody knows there is nothing to say. What goes on since the
        first day of a month is told by the month, unless the sentence names the day: most of it was told so. So
        is what ended with one, where nobody knows when it began.
        """
        if start <= BEGINNING and (end is None or end >= FOREVER):
            return ""
        if end is None or end >= FOREVER:
            return since.format(start=told_since(start, text, zone=self.zones.main, is_rough=True))
        if start <= BEGINNING:
            last = told_until(end, text, zone=self.zones.main, is_rough=True)
            return self.words.past.format(start=day(start), end=last)
        return period(start, end) or self._days(start, end, text)

    def _days(self, start: datetime | None, end: datetime, text: str) -> str:
        """Return in words the days from a start to an end, or the one that is both."""
        first, last = told_days(start, end, text, zone=self.zones.main)
        return first if first == last else self.words.past.format(start=first, end=last)

    def edges(self, facts: Sequence[Fact]) -> str:
        """Return facts of one subject and predicate as edges of the graph, each object with its time."""
        ends = "; ".join(map(self.end, facts))
        return f"- {self.edge_of(facts[0])}{ends}"

    @staticmethod
    def edge_of(fact: Fact) -> str:
        """Return the beginning of an edge, which its objects stand behind."""
        return f"{one_line(fact.subject)} → {one_line(fact.predicate.replace('_', ' '))} → "

    def end(self, fact: Fact) -> str:
        """Return the object of a fact, with the time in which it is true and whose word it is.

        A plan has its days alone, not when it was told.
        """
        start = fact.valid_at if is_begun(fact) else BEGINNING
        planned = self._days(plan_start(fact), fact.invalid_at, fact.statement) if is_planned(fact) else ""
        when = planned or self._when(fact.statement, start, fact.invalid_at, since="{start}")
        about = _bracketed(when, self._whose(fact.origin), self._of_space(self.spaces.get(fact.user_id)))
        return f"{one_line(fact.object)}{about}{self.marked(fact.in_doubt)}"

    def _whose(self, origin: Origin | None) -> str:
        """Return whose word a fact is, where it is neither the user's nor the caller's."""
        return self.words.word_of.get(origin.value, "") if origin else ""

    def _shared(self, hit: Hit) -> str:
        """Return from which space a hit is, and who wrote it there, if that is not told beside it."""
        if not hit.said_by or hit.said_by == (hit.speaker,):
            return self._of_space(hit.space)
        who = ", ".join(map(one_line, hit.said_by))
        return self.words.from_space_by.format(space=one_line(hit.space or ""), who=who)

    def _of_space(self, name: str | None) -> str:
        """Return from which space something is, where it is from one."""
        return self.words.from_space.format(space=one_line(name)) if name else ""

    def doubt(self, doubt: Doubt) -> str:
        """Return in words since when a fact is in doubt, and why."""
        return told_doubt(doubt, self.words, zone=self.zones.main)

    def marked(self, doubt: Doubt | None) -> str:
        """Return what stands behind the line of a fact that is in doubt; nothing behind others."""
        return f"{DOUBT_MARK}{self.doubt(doubt)}" if doubt else ""

    def passage(self, hit: Hit) -> str:
        """Return the line of a message that recall found, with time and speaker."""
        if hit.is_temporary:
            return f"- [{self.words.temporary}] {one_line(hit.text)}"
        who = hit.speaker or self._role(hit.role)
        where = _bracketed(self._shared(hit))
        return f"- [{self._stamp(hit)}] {one_line(who)}{where}: {one_line(hit.text)}{self.marked_over(hit.over)}"

    def marked_over(self, over: Sequence[Ended]) -> str:
        """Return what stands behind the line of what is over, or states what is; nothing behind others."""
        return "".join(f"{OVER_MARK}{self.over(one)}" for one in over)

    def over(self, ended: Ended) -> str:
        """Return in words what a message states that is not so any more, since when, and what is so now."""
        if ended.reason == "replaced":
            return self.words.over_replaced.format(instead=one_line(ended.instead).rstrip(PLAIN_STOPS))
        start, what = day(ended.since, zone=self.zones.main), one_line(ended.statement).rstrip(PLAIN_STOPS)
        if ended.reason == "wrong":
            return self.words.over_wrong.format(start=start, what=what)
        if ended.instead:  # the line says itself what was before
            instead = one_line(ended.instead).rstrip(PLAIN_STOPS)
            return self.words.over_changed.format(start=start, instead=instead)
        return self.words.over_ended.format(start=start, what=what)

    def summary(self, summary: Summary) -> list[str]:
        """Return the lines of the running summary and of its open items."""
        matters = [f"- [{self.words.still_open}] {one_line(matter)}" for matter in summary.open]
        return [one_line(summary.text), *matters] if summary.text else matters

    def message(self, message: Message) -> str:
        """Return a message of the conversation, its further lines marked as quoted."""
        who = message.speaker or self._role(message.role)
        return f"[{self._stamp(message)}] {one_line(who)}: {continued(message.content)}"

    def days(self, messages: Sequence[Message], *, now: datetime) -> tuple[str, ...]:
        """Return for each message the day that stands before it: before the first of each day, but "" elsewhere.

        Where all are of the day of `now` none has one, nor has what the assistant said, which would write them, too.
        """
        days = [
            self.zones.day(one.created_at, one.metadata.get(ZONE_KEY), language=self.language) for one in messages
        ]
        if set(days) <= {self.zones.day(now, None, language=self.language)}:
            return ("",) * len(days)
        shown, last = list[str](), ""
        for message, its_day in zip(messages, days, strict=True):
            is_first = its_day != last and message.role is not Role.ASSISTANT
            shown.append(its_day if is_first else "")
            last = its_day if is_first else last
        return tuple(shown)

    def _stamp(self, said: Message | Hit) -> str:
        kept = said.metadata.get(ZONE_KEY) if isinstance(said, Message) else said.zone
        return self.zones.stamp(said.created_at, kept, language=self.language)

    def _role(self, role: Role | None) -> str:
        names = {Role.USER: self.words.user, Role.ASSISTANT: self.words.assistant}
        return names.get(role or Role.USER, str(role))


def _bracketed(*told: str) -> str:
    """Return what is told beside something in brackets, with a blank before them; nothing of nothing."""
    said = "; ".join(filter(None, told))
    return f" ({said})" if said else ""


def as_talk(messages: Sequence[Message], days: Sequence[str] = ()) -> list[tuple[Role, str]]:
    """Return messages as turns of talk with a model, by role and content.

    What a tool or the system said is quoted in a user's turn. Where several people speak, turns begin with a name.

    Args:
        messages: the talk, oldest first.
        days: what stands before each, see `Lines.days`; default: nothing.
    """
    people = {message.speaker for message in messages if message.role is Role.USER}
    return [
        (
            Role.ASSISTANT if message.role is Role.ASSISTANT else Role.USER,
            f"{f'[{stamp}] ' if stamp else ''}{_spoken(message, named=len(people) > 1)}",
        )
        for message, stamp in zip(messages, days or [""] * len(messages), strict=True)
    ]


def _spoken(message: Message, *, named: bool) -> str:
    if message.role is Role.USER and named and message.speaker:
        return f"{one_line(message.speaker)}: {defused(message.content)}"
    if message.role in (Role.USER, Role.ASSISTANT):
        return defused(message.content)
    notice = texts(message.language).brought_by.format(who=one_line(message.speaker or message.role))
    return f"{notice}\n{quoted(message.content)}"
