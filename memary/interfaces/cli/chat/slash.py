"""Run the commands inside a conversation, those with a slash."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from textwrap import shorten
from typing import TYPE_CHECKING

import memary
from memary.errors import InputError
from memary.facts.identity import is_self
from memary.interfaces.cli.chat.slash_forget import ask_to_forget
from memary.interfaces.cli.output import Output
from memary.interfaces.cli.stream_tables import categories_table, rewound, themes_table
from memary.interfaces.cli.tables import (
    entities_table,
    facts_table,
    hits_table,
    runs_table,
    sessions_table,
    short,
    steps_table,
    stream_table,
    table,
)
from memary.interfaces.cli.wording import told
from memary.languages import of_all, texts
from memary.queries import FactQuery
from memary.resolution.names.duplicates import asked_after
from memary.settings.sources import display_language
from memary.text.speech_acts.empty_talk import is_chatter
from memary.text.speech_acts.identity_answer import says_same
from memary.text.speech_acts.questions import statements
from memary.types import Message, MessageState, Role, Scope, scope_of, utc_now

if TYPE_CHECKING:
    from memary import Answer, ChatAgent, Duplicate, Memary, News
    from memary.forgetting.meaning.target import Offer
    from memary.forgetting.request import Forgotten

_SHOWN = 20
_OFFERED = 1_000
"""Names among which Tab finds those that go on as the line does."""

_QUOTED = 3
"""Lines of what memory holds where the model does not answer."""

_RECALLED = 1_000
"""Messages of a session whose lines the arrow keys bring back."""

_QUOTED_SIGNS = 80
"""Of a message whose news are taken back."""

_LOOKED_BACK = 40
"""Messages of a conversation among which `/undo` looks."""


_typed_alone = of_all(lambda packs: {word: name for pack in packs for word, name in pack.requests.commands.items()})


class SlashCommands:
    """A conversation: who talks in which session, and the last answer."""

    def __init__(self, opened: Memary, output: Output, *, user: str, session: str, agent_id: str | None) -> None:
        self.memory = opened
        self.output = output
        self.agent_id = agent_id
        self.is_down = False  # whether the model was stopped or failed when it was asked last
        self.move(user=user, session=session)

    def move(self, *, user: str, session: str) -> None:
        """Go on as this user in this session.

        Raises:
            InputError: a name cannot be used.
        """
        scope = scope_of(user, self.agent_id, session)
        self.user, self.session = scope.user_id, session.strip()
        self.last: Answer | None = None
        self.asked: Duplicate | None = None  # the two of which it was asked whether they are one
        self.is_just_asked = False  # whether the next line may answer that
        self.offers: Sequence[Offer] = ()  # what `/forget` may have meant
        self.going: Forgotten | None = None  # what goes if the next line says yes
        self.has_forgotten = False
        self.began = utc_now()
        self.told: set[str] = set()  # messages of which is said what was learnt
        self.agent: ChatAgent = memary.ChatAgent(
            self.memory, user_id=self.user, session_id=self.session, agent_id=self.agent_id, files=True
        )

    @property
    def whole(self) -> Scope:
        """All memory of the user."""
        return Scope(user_id=self.user)

    def said(self) -> list[Message]:
        """Return what the user said since this conversation was taken up, the oldest first."""
        found = self.memory.messages.list(user_id=self.user, session_id=self.session, limit=_LOOKED_BACK)
        return [one for one in found if one.role is Role.USER and one.added_at >= self.began]

    def typed(self) -> list[str]:
        """Return the lines that the user said in this session, the oldest first.

        Lines that memory does not hold any more are left out.
        """
        found = self.memory.messages.list(user_id=self.user, session_id=self.session, limit=_RECALLED)
        return [one.content for one in found if one.role is Role.USER and not one.speaker and "\n" not in one.content]

    def known_of(self, question: str) -> list[str]:
        """Return what memory holds of a question, in lines: facts, or else messages other than the question."""
        hits = self.memory.search(question, user_id=self.user, top_k=_QUOTED + 1)
        telling = [hit for hit in hits if not hit.weak]
        found = [hit for hit in telling if hit.kind == "fact"] or telling
        said = (" ".join(hit.text.split()) for hit in found)
        return [text for text in said if text != " ".join(question.split())][:_QUOTED]

    @property
    def language(self) -> str:
        """The language in which the user said the last message here; that of the environment before that."""
        said = self.said()
        return said[-1].language if said else display_language()

    def news(self, *, hint: str = "") -> Iterator[str]:
        """Yield what was learnt from each message read since the last call, with how to undo it.

        Of a statement of which the rules read no fact that is said; a model decides itself what is worth a fact.
        """
        untold = {one.id: one for one in self.said() if one.id not in self.told}
        for id_, news in self.memory.operations.learnt([*untold], user_id=self.user).items():
            if news.pending:
                continue
            self.told.add(id_)
            if news.learnt or news.ended:
                yield f"{news.told(untold[id_].language)}{hint}"
                yield from self._asked_after(news)
            elif news.errors:
                yield news.told(untold[id_].language)
            elif self.memory.is_offline and self._tells_no_fact(untold[id_]):
                yield texts(untold[id_].language).news.unread

    def _tells_no_fact(self, message: Message) -> bool:
        """Return whether no fact was read from a statement, nor one borne out that was known."""
        query = FactQuery(self.whole, source_ids=[message.id], limit=1)
        is_read = message.state is MessageState.DONE  # a request to forget is kept, and not read
        says_something = is_read and statements(message.content) and not is_chatter([message], None)
        return bool(says_something) and not self.memory.loop.wait(partial(self.memory.core.store.read, query))

    def _asked_after(self, news: News) -> Iterator[str]:
        """Yield the question whether one who was told to have a name is the one whom memory knows by it."""
        asked = partial(asked_after, self.memory.core.store, self.whole, news.learnt)
        pair = self.memory.loop.wait(asked)
        before = {self.asked.one.id, self.asked.other.id} if self.asked else ()
        if pair and {pair.one.id, pair.other.id} != before:  # whoever does not say is not asked again and again
            self.asked, self.is_just_asked = pair, True
            words = texts(self.language).news
            asked = words.is_it_you if is_self(pair.other) else words.is_it_same
            yield asked.format(name=pair.one.name, other=pair.other.name)


def answer_asked(talk: SlashCommands, text: str) -> bool:
    """Take a line as the answer whether two are one, if that was asked just before.

    It returns whether the line was such an answer.
    """
    was_asked, talk.is_just_asked = talk.is_just_asked, False
    is_same = says_same(text) if was_asked and talk.asked else None
    if is_same is not None:
        (_same if is_same else _different)(talk, "")
    return is_same is not None


def as_command(text: str) -> str:
    """Return a line as the command that it means: "exit" means `/quit`.

    Any other line stays as it is.
    """
    name = _typed_alone().get(text.strip().casefold())
    return f"/{name}" if name else text


def run_slash(talk: SlashCommands, text: str) -> bool:
    """Do what a slash command says; return whether the conversation goes on.

    Raises:
        InputError: there is no such command, or it lacks its argument.
    """
    name, _, argument = text.removeprefix("/").partition(" ")
    if name in ("quit", "exit", "q"):
        return False
    if name not in _COMMANDS:
        raise InputError(f"There is no command /{name}: /help lists them.")
    _COMMANDS[name][0](talk, argument.strip())
    return True


def completions(talk: SlashCommands, line: str) -> list[str]:
    """Return the lines that a command which was begun may become: its name, or the name that it takes."""
    name, space, begun = line.partition(" ")
    if not line.startswith("/"):
        return []
    if not space:
        whole = [f"/{one} " if takes else f"/{one}" for one, (_, takes, _) in _COMMANDS.items()]
        return sorted(one for one in [*whole, "/quit"] if one.startswith(name))
    memory, user = talk.memory, talk.user
    if name in ("/facts", "/profile", "/forget"):
        names = [one.entity.name for one in memory.entities.list(user_id=user, limit=_OFFERED)]
    elif name == "/session":
        names = [one for one, _, _ in memory.sessions.list(user_id=user)]
    elif name == "/user":
        names = memory.admin.users()
    else:
        names = []
    wanted = begun.casefold()
    return sorted(f"{name} {one}" for one in dict.fromkeys(names) if one.casefold().startswith(wanted))


def _help(talk: SlashCommands, _: str) -> None:
    rows = [(f"/{name} {takes}".strip(), told(does)) for name, (_, takes, does) in _COMMANDS.items()]
    talk.output.notes.print(table("Command", "What it does", rows=[*rows, ("/quit", told("leave"))]))


def _facts(talk: SlashCommands, about: str) -> None:
    _catch_up(talk)
    found = talk.memory.facts.list(user_id=talk.user, about=about or None, limit=_SHOWN + 1)
    _show(talk, found, facts_table(found[-_SHOWN:], talk.output, language=talk.language))
    if len(found) > _SHOWN:
        talk.output.note(texts(talk.language).news.more.format(count=_SHOWN))


def _entities(talk: SlashCommands, _: str) -> None:
    _catch_up(talk)
    found = talk.memory.entities.list(user_id=talk.user, limit=_SHOWN)
    _show(talk, found, entities_table(found, talk.output))


def _stream(talk: SlashCommands, _: str) -> None:
    _catch_up(talk)
    found = talk.memory.stream.entries(user_id=talk.user, limit=_SHOWN)
    _show(talk, found, stream_table(found, talk.output))


def _themes(talk: SlashCommands, _: str) -> None:
    _catch_up(talk)
    found = talk.memory.stream.themes(user_id=talk.user, limit=_SHOWN)
    _show(talk, found, themes_table(found, talk.output, questions=True))


def _undo(talk: SlashCommands, _: str) -> None:
    _catch_up(talk)
    said, words = talk.said(), texts(talk.language).news
    news = talk.memory.operations.learnt([one.id for one in said], user_id=talk.user)
    changed = [one for one in said if one.id in news and (news[one.id].learnt or news[one.id].ended)]
    if not changed:
        talk.output.note(words.nothing_to_undo.format(count=len(said)))
        return
    last = changed[-1]
    undone = talk.memory.operations.undo_message(last.id, user_id=talk.user)
    talk.told.add(last.id)
    if last is not said[-1]:
        text = shorten(" ".join(last.content.split()), _QUOTED_SIGNS, placeholder="…")
        talk.output.note(words.undone_of.format(text=text))
    talk.output.note(undone.undone(talk.language))


def _restore(talk: SlashCommands, _: str) -> None:
    words, held = texts(talk.language), talk.memory.operations.forgotten(user_id=talk.user)
    if not held:
        talk.output.note(words.nothing_to_restore)
        return
    manifest = talk.memory.operations.restore(held[-1].id, user_id=talk.user)
    talk.output.note(words.restored.format(counts=manifest.told(talk.language)))


def _same(talk: SlashCommands, _: str) -> None:
    words = texts(talk.language).news
    if (pair := talk.asked) is None:
        raise InputError(words.nothing_asked)
    row = talk.memory.entities.merge(user_id=talk.user, entity=pair.one.id, into=pair.other.id, actor="user")
    talk.asked = None
    talk.output.note(words.made_one.format(row=short(row.id)))


def _different(talk: SlashCommands, _: str) -> None:
    words = texts(talk.language).news
    if (pair := talk.asked) is None:
        raise InputError(words.nothing_asked)
    row = talk.memory.entities.distinguish(user_id=talk.user, entity=pair.one.id, other=pair.other.id, actor="user")
    talk.asked = None
    talk.output.note(words.kept_two.format(row=short(row.id)))


def _new(talk: SlashCommands, _: str) -> None:
    _catch_up(talk)
    found = talk.memory.entities.list(user_id=talk.user, new=True, limit=_SHOWN)
    _show(talk, found, entities_table(found, talk.output))


def _categories(talk: SlashCommands, _: str) -> None:
    _catch_up(talk)
    found = talk.memory.entities.categories(user_id=talk.user)
    _show(talk, found, categories_table(found))


def _rewind(talk: SlashCommands, time: str) -> None:
    _catch_up(talk)
    to = talk.output.asked_time(_needed(time, "/rewind TIME"))
    if to is not None:
        talk.output.screen.print(
            *rewound(talk.memory.stream.rewind(to, user_id=talk.user, limit=10), talk.output), sep="\n"
        )


def _reflect(talk: SlashCommands, _: str) -> None:
    _catch_up(talk)
    report = talk.memory.insights.reflect(user_id=talk.user)
    done = {"added": report.added, "refreshed": report.refreshed, "retired": report.retired, "merged": report.merged}
    counted = ", ".join(f"{len(insights)} {name}" for name, insights in done.items() if insights)
    talk.output.note(f"Insights: {counted or 'nothing new'}. /insights lists them.")


def _insights(talk: SlashCommands, _: str) -> None:
    _catch_up(talk)
    found = talk.memory.insights.list(user_id=talk.user)[-_SHOWN:]
    rows = [(one.statement, talk.output.since(one), short(one.id)) for one in found]
    _show(talk, found, table("Insight", "Since", "Id", rows=rows, whole=("Since", "Id")))


def _profile(talk: SlashCommands, about: str) -> None:
    _catch_up(talk)
    talk.output.text(talk.memory.insights.profile(user_id=talk.user, about=about or None).text + "\n")


def _runs(talk: SlashCommands, _: str) -> None:
    found = talk.memory.runs.list(user_id=talk.user, agent_id=talk.agent_id, limit=_SHOWN)
    _show(talk, found, runs_table(found, talk.output))


def _context(talk: SlashCommands, question: str) -> None:
    asked = _needed(question, "/context QUESTION")
    window = talk.memory.context(asked, user_id=talk.user, session_id=talk.session, agent_id=talk.agent_id)
    talk.output.text(window.text + "\n")


def _search(talk: SlashCommands, query: str) -> None:
    hits = talk.memory.search(_needed(query, "/search WORDS"), user_id=talk.user, agent_id=talk.agent_id)
    _show(talk, hits, hits_table(hits, talk.output))


def _sources(talk: SlashCommands, _: str) -> None:
    sources = talk.last.sources if talk.last else ()
    _show(talk, sources, hits_table(sources, talk.output))


def _steps(talk: SlashCommands, _: str) -> None:
    steps = talk.last.steps if talk.last else ()
    _show(talk, steps, steps_table(steps))


def _session(talk: SlashCommands, name: str) -> None:
    talk.move(user=talk.user, session=_needed(name, "/session NAME"))
    talk.output.note(f"Session: {talk.session}")


def _sessions(talk: SlashCommands, _: str) -> None:
    found = talk.memory.sessions.list(user_id=talk.user)
    _show(talk, found, sessions_table(found, talk.memory.sessions.titles(user_id=talk.user), talk.output))


def _title(talk: SlashCommands, title: str) -> None:
    talk.memory.sessions.rename(talk.session, _needed(title, "/title WORDS"), user_id=talk.user)
    talk.output.note("Noted.")


def _user(talk: SlashCommands, name: str) -> None:
    talk.move(user=_needed(name, "/user NAME"), session=talk.session)
    talk.output.note(f"User: {talk.user}")


def _clear(talk: SlashCommands, _: str) -> None:
    talk.output.screen.clear()


def _catch_up(talk: SlashCommands) -> None:
    """Read what was just said, where that takes no model and so no time.

    Where a model reads it, say that it is still to come.
    """
    if talk.memory.is_offline:
        talk.memory.flush(user_id=talk.user)
    elif waiting := talk.memory.admin.stats(user_id=talk.user).pending:
        talk.output.note(f"{waiting} of your messages are still being read.")


def _show(talk: SlashCommands, found: object, shown: object) -> None:
    if found:
        talk.output.screen.print(shown)
    else:
        talk.output.note(told("There is nothing yet."))


def _needed(argument: str, usage: str) -> str:
    if not argument:
        raise InputError(f"An argument is missing: {usage}")
    return argument


_COMMANDS: dict[str, tuple[Callable[[SlashCommands, str], None], str, str]] = {
    "help": (_help, "", "list these commands"),
    "facts": (_facts, "[NAME]", "what is true now, of all or of one entity"),
    "entities": (_entities, "", "who and what memory knows best"),
    "stream": (_stream, "", "what came up last"),
    "themes": (_themes, "", "what comes up again and again, and what may be asked next"),
    "undo": (_undo, "", "take back what was learnt from your last message that changed a fact"),
    "forget": (ask_to_forget, "WORDS", "show what would go of memory, and ask"),
    "restore": (_restore, "", "bring back what was forgotten last, as long as it is held"),
    "same": (_same, "", "say that the two of whom was asked are one"),
    "different": (_different, "", "say that the two of whom was asked are two"),
    "new": (_new, "", "who and what came up first of late"),
    "categories": (_categories, "", "the categories of entities"),
    "rewind": (_rewind, "TIME", "memory as it stood then, and what has changed since"),
    "reflect": (_reflect, "", "draw insights from what is new"),
    "insights": (_insights, "", "what memory concluded"),
    "profile": (_profile, "[NAME]", "what memory knows of you, or of another person"),
    "runs": (_runs, "", "tasks that agents worked on"),
    "context": (_context, "QUESTION", "what the model would get to see"),
    "search": (_search, "WORDS", "what memory finds"),
    "sources": (_sources, "", "what the last answer rests on"),
    "steps": (_steps, "", "what the agent did for it"),
    "session": (_session, "NAME", "go to another conversation"),
    "sessions": (_sessions, "", "list the conversations"),
    "title": (_title, "WORDS", "name this conversation"),
    "user": (_user, "NAME", "go on as another user"),
    "clear": (_clear, "", "clear the screen"),
}
