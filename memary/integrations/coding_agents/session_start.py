"""Tell an agent at the start of a session what it has to know: wishes, the last session, the newest facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import tzinfo

from memary.client import Memary
from memary.conversation.open_items import closed_by, opened_by
from memary.conversation.standing_wishes import not_over, standing_wishes
from memary.languages import texts
from memary.languages.prompt.quotation import one_line
from memary.languages.prompt.stamps import Zones, day
from memary.languages.tokens import truncate_tokens
from memary.retrieval.rendering import Lines
from memary.types import DEFAULT_LANGUAGE, Fact, Message, Role, Summary

_SUMMARISED = 30
"""How many of the last sessions are looked at for one with a summary."""

_READ = 2_000
"""How many of the newest messages are read for standing wishes."""

_KNOWN_FACTS = 12
_LAST_MESSAGES = 4
_LINE = 60
"""Most tokens of a line, other than those of a summary."""

_WISHES_SHARE = 0.4
"""Which share of the room standing wishes take at most."""


class SessionStart:
    """What is known of a project at the start of a session.

    Args:
        memory: an open memory.
        user_id: whose memory the project's is.
        tokens: most tokens of what is told.
    """

    def __init__(self, memory: Memary, user_id: str, *, tokens: int) -> None:
        self._memory, self._user, self._tokens = memory, user_id, tokens

    def text(self) -> str:
        """Return what is known, as data for a prompt; empty where nothing is."""
        if self._user not in self._memory.admin.users():
            return ""
        facts = self._memory.facts.list(user_id=self._user, limit=_KNOWN_FACTS)[::-1]
        messages = self._memory.messages.list(user_id=self._user, limit=_READ)
        if not facts and not messages:
            return ""
        language = _language_of(messages, facts)
        zones, words = self._memory.admin.zones_of(user_id=self._user), texts(language)
        lines, zone = Lines(language, zones), Zones(zones.main).main
        sessions = [session_id for session_id, *_ in self._memory.sessions.list(user_id=self._user)[:_SUMMARISED]]
        summarised, summary = self._last_summary(sessions)
        parts = [words.memory_notice]
        if wishes := self._wishes(messages, zone):
            parts.append("\n".join([f"## {words.standing}", *wishes]))
        if sessions and sessions[0] != summarised:
            last = [one for one in messages if one.session_id == sessions[0]]
            parts.append("\n".join([f"## {words.last_messages}", *self._ending(last, lines, words.still_open)]))
        if summary is not None:
            parts.append(
                "\n".join([f"## {words.summary} ({day(summary.updated_at, zone=zone)})", *lines.summary(summary)])
            )
        if facts:
            parts.append("\n".join([f"## {words.facts}", *(lines.insight(fact) for fact in facts)]))
        return self._cut("\n\n".join(parts))

    def _last_summary(self, sessions: Iterable[str]) -> tuple[str | None, Summary | None]:
        for session_id in sessions:
            if (summary := self._memory.sessions.summary(session_id, user_id=self._user)) is not None:
                return session_id, summary
        return None, None

    def _wishes(self, messages: Sequence[Message], zone: tzinfo | None) -> list[str]:
        """Return lines of the newest standing wishes that there is room for, in the order they were said."""
        left, kept = int(self._tokens * _WISHES_SHARE), list[str]()
        wishes = standing_wishes(messages)
        over = self._memory.messages.over({message.id for message, _ in wishes}, user_id=self._user) if wishes else {}
        for message, wish in reversed(not_over(wishes, over)):
            line = self._short(f"- [{day(message.created_at, zone=zone)}] {one_line(wish)}")
            left -= self._memory.core.tokens(line) + 1
            if left < 0:
                break
            kept.append(line)
        return kept[::-1]

    def _ending(self, messages: Sequence[Message], lines: Lines, still_open: str) -> list[str]:
        """Return lines of the last messages of a session, and of what it leaves open."""
        opened = opened_by(messages)
        closed = closed_by(opened, messages)
        matters = [f"- [{still_open}] {one_line(one)}" for place, one in enumerate(opened) if place not in closed]
        said = [f"- {one_line(lines.message(one))}" for one in messages[-_LAST_MESSAGES:]]
        return [self._short(line) for line in (*said, *matters)]

    def _short(self, line: str) -> str:
        return truncate_tokens(line, _LINE, self._memory.core.tokens)

    def _cut(self, text: str) -> str:
        """Return as many lines as there is room for."""
        kept: list[str] = []
        for line in text.split("\n"):
            if self._memory.core.tokens("\n".join([*kept, line])) > self._tokens:
                break
            kept.append(line)
        return "\n".join(kept).rstrip()


def _language_of(messages: Sequence[Message], facts: Sequence[Fact]) -> str:
    """Return the language in which most of what the user said is, or else most facts."""
    said = Counter(one.language for one in messages if one.role is Role.USER)
    (most,) = (said or Counter(one.language for one in facts)).most_common(1) or [(DEFAULT_LANGUAGE, 0)]
    return most[0]
