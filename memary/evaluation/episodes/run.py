"""Run an episode: store it session by session, and put its questions where they belong.

Each question is put twice: to a memory that holds the episode alone, and to one that holds many other messages of the
same user. These are stored once for each language; every episode gets a copy of that file.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from pathlib import Path
from typing import Any, TypeAlias

from memary.client import Memary
from memary.evaluation.episodes.episode import MESSAGE_KEY, Episode, EpisodeSession
from memary.evaluation.episodes.haystack import Haystack, check_apart
from memary.evaluation.episodes.measures import Known, WindowAnswer, measure
from memary.evaluation.episodes.reader import EpisodeReader
from memary.evaluation.episodes.report import EpisodeReport, rows_of
from memary.evaluation.recall.run import Track, untracked
from memary.evaluation.report import Check

USER = "episodes"
"""Whose memory it is."""

_ASKED_IN = "asked"
"""The session in which questions are put: none of it is kept."""

_BATCH = 100

Opener: TypeAlias = Callable[[str], Memary]
"""Opens a memory over a store's address, always with the same models and settings."""


@dataclass(slots=True)
class _Counts:
    """What the run counted to check itself."""

    unread: int = 0
    touched: int = 0
    others: dict[str, int] = field(default_factory=dict[str, int])  # stored, by language


@dataclass(frozen=True, slots=True)
class EpisodeRun:
    """Measures episodes.

    Args:
        opened: opens a memory.
        folder: an empty folder for its files.
        haystacks: the other talk, by language.
        others: how many messages of it are stored beside an episode; 0: episodes are measured alone only.
        opened_for_others: opens a memory that stores the other talk; default: as `opened`. A model would read
            thousands of messages about nothing.
        alone: whether episodes are measured alone, too.
        doubts: whether facts in doubt are left so; without, each is said to hold all the same, which shows what the
            doubts are worth.
        reader: answers the questions from their windows; None: nobody does.
        track: shows progress.
    """

    opened: Opener
    folder: Path
    haystacks: dict[str, Haystack]
    others: int
    _: KW_ONLY
    opened_for_others: Opener | None = None
    alone: bool = True
    doubts: bool = True
    reader: EpisodeReader | None = None
    track: Track = untracked
    _counts: _Counts = field(default_factory=_Counts)

    def measure(self, episodes: Sequence[Episode]) -> tuple[EpisodeReport, list[WindowAnswer]]:
        """Measure all questions of some episodes.

        Returns:
            The report, and each answer behind it.

        Raises:
            InputError: the other talk says what an episode forbids.
            MemaryError: memary failed.
        """
        answers: list[WindowAnswer] = []
        files = self._filled(episodes)
        for episode in self.track(episodes, "asking"):
            if self.alone or not self.others:
                answers += self._ask(episode, None)
            if self.others:
                answers += self._ask(episode, files[episode.language])
        return self._report(episodes, answers), answers

    def _filled(self, episodes: Sequence[Episode]) -> dict[str, Path]:
        """Store the other talk of each language; return the file of each."""
        files: dict[str, Path] = {}
        if not self.others:
            return files
        for language in dict.fromkeys(episode.language for episode in episodes):
            messages = self.haystacks[language].messages(self.others)
            for episode in episodes:
                if episode.language == language:
                    check_apart(episode, [message["content"] for message in messages])
            files[language] = self.folder / f"others-{language}.db"
            self._counts.others[language] = self._fill(files[language], language, messages)
        return files

    def _fill(self, path: Path, language: str, messages: Sequence[dict[str, Any]]) -> int:
        batches = [messages[at : at + _BATCH] for at in range(0, len(messages), _BATCH)]
        with (self.opened_for_others or self.opened)(f"sqlite:///{path}") as memory:
            for batch in self.track(batches, f"{language}: storing other messages"):
                memory.add(batch, user_id=USER)
            self._flush(memory)
            return memory.admin.stats(user_id=USER).messages

    def _ask(self, episode: Episode, others: Path | None) -> list[WindowAnswer]:
        path = self.folder / "episode.db"
        for old in self.folder.glob(f"{path.name}*"):
            old.unlink()
        if others is not None:
            shutil.copyfile(others, path)
        answers: list[WindowAnswer] = []
        with self.opened(f"sqlite:///{path}") as memory:
            stored: dict[str, str] = {}
            for session in episode.sessions:
                stored |= self._put_in(memory, session)
                answers += self._ask_after(memory, episode, session, stored, 0 if others is None else self.others)
            if others is not None:
                self._counts.touched += self._touched(memory, episode)
            return self.reader.judged(memory, answers, language=episode.language) if self.reader else answers

    def _touched(self, memory: Memary, episode: Episode) -> int:
        """Return how many of the other messages are gone or read otherwise, which no request asks for."""
        expected = [message["content"] for message in self.haystacks[episode.language].messages(self.others)]
        stored = memory.messages.list(user_id=USER, limit=self.others + len(episode.messages))
        kept = Counter(message.content for message in stored if MESSAGE_KEY not in message.metadata)
        return (Counter(expected) - kept).total()

    def _put_in(self, memory: Memary, session: EpisodeSession) -> dict[str, str]:
        """Store a session and have it read; return the episode's ids of its messages by those of the store."""
        memory.add(session.to_add(), user_id=USER)
        kept = memory.messages.list(user_id=USER, session_id=session.id)
        self._flush(memory)
        if not self.doubts:
            for fact in memory.facts.list(user_id=USER, in_doubt=True):
                memory.facts.confirm(fact.id, user_id=USER)
        return {message.id: str(message.metadata[MESSAGE_KEY]) for message in kept}

    def _flush(self, memory: Memary) -> None:
        report = memory.flush(user_id=USER)
        self._counts.unread += report.pending + report.failed

    def _ask_after(
        self, memory: Memary, episode: Episode, session: EpisodeSession, stored: dict[str, str], others: int
    ) -> list[WindowAnswer]:
        asked = [question for question in episode.questions if question.after == session.id]
        if not asked:
            return []
        holding = memory.facts.list(user_id=USER, in_doubt=False, include_upcoming=False)
        known = Known(
            episode,
            stored,
            facts=memory.facts.list(user_id=USER, include_past=True),
            holding=frozenset(fact.id for fact in holding),
        )
        today = session.to_add()[-1]["created_at"]
        answers: list[WindowAnswer] = []
        for question in asked:
            window = memory.context(question.text, user_id=USER, session_id=_ASKED_IN)
            answer = measure(question, window, known, others=others)
            if self.reader:
                said = self.reader.answer(memory, window, language=episode.language, today=today)
                answer = replace(answer, said=said)
            answers.append(answer)
        return answers

    def _report(self, episodes: Sequence[Episode], answers: Sequence[WindowAnswer]) -> EpisodeReport:
        with self.opened("sqlite://") as memory:
            models, budget = memory.core.models, memory.context("?", user_id=USER).budget
            embedding = models.embedder.spec.name
        short = {language: found for language, found in self._counts.others.items() if found != self.others}
        expected = sum(len(one.questions) for one in episodes) * (2 if self.others and self.alone else 1)
        return EpisodeReport(
            embedding=embedding,
            reader="rules" if models.extraction is None else models.extraction.name,
            answered_by=models.chat.name if self.reader else None,
            has_doubts=self.doubts,
            budget=budget,
            episodes=tuple(episode.name for episode in episodes),
            messages=sum(len(episode.messages) for episode in episodes),
            rows=rows_of(answers),
            checks=(
                Check(
                    name="every message was read",
                    passed=self._counts.unread == 0,
                    detail=f"{self._counts.unread} were not",
                ),
                Check(
                    name=f"{self.others:,} other messages of each language are stored",
                    passed=not short,
                    detail=", ".join(f"{language}: {found:,}" for language, found in self._counts.others.items()),
                ),
                Check(
                    name="no other message was forgotten",
                    passed=self._counts.touched == 0,
                    detail=f"{self._counts.touched} were",
                ),
                Check(
                    name="every question was put",
                    passed=len(answers) == expected,
                    detail=f"{len(answers)} of {expected}",
                ),
            ),
        )
