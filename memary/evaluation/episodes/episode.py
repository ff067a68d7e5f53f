"""Read episodes: one TOML file each, with the sessions of a talk, questions about it, and evidence."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias, get_args

from pydantic import BeforeValidator, Field, ValidationError

from memary.checks.faults import first_fault
from memary.errors import InputError
from memary.times import ReadTime
from memary.types import Record

Kind: TypeAlias = Literal["cascade", "tracking", "absence", "deletion", "correction", "fiction", "names", "lists"]
"""What makes a question hard."""

KINDS: tuple[Kind, ...] = get_args(Kind)

SECONDS_BETWEEN_MESSAGES = 40
"""How long after the message before it a message is taken to be said."""

MESSAGE_KEY = "episode_message"
"""Metadata by which a stored message names the one of the episode."""

Text: TypeAlias = Annotated[str, Field(min_length=1)]


class EpisodeMessage(Record):
    """A message, by an id of its own within the episode."""

    id: Text
    text: Text
    role: Literal["user", "assistant"] = "user"
    speaker: str | None = None  # a guest, who is no assistant


class EpisodeSession(Record):
    """What was said at one time, in order."""

    id: Text
    at: ReadTime
    messages: tuple[EpisodeMessage, ...] = Field(min_length=1)

    def to_add(self) -> list[dict[str, Any]]:
        """Return its messages as `Memary.add` takes them."""
        return [
            {
                "content": said.text,
                "role": said.role,
                "speaker": said.speaker,
                "created_at": self.at + timedelta(seconds=position * SECONDS_BETWEEN_MESSAGES),
                "session_id": self.id,
                "metadata": {MESSAGE_KEY: said.id},
            }
            for position, said in enumerate(self.messages)
        ]


class Need(Record):
    """One thing that has to be known: any of these messages says it.

    The window holds it if one of the messages stands there whole, or if a line that stems from one of them, a fact or
    what is left of the message, has one of the words of `says`.
    """

    any: tuple[Text, ...] = Field(min_length=1)
    says: tuple[Text, ...] = ()


class DoubtedFact(Record):
    """A fact that the window may mark as in doubt: one of these words in it, and one in the reason."""

    says: tuple[Text, ...] = Field(min_length=1)
    because: tuple[Text, ...] = Field(min_length=1)


def _as_need(given: object) -> object:
    return {"any": [given]} if isinstance(given, str) else given


class EpisodeQuestion(Record):
    """A question, put in a session of its own after one of the episode's.

    Attributes:
        kind: what makes it hard.
        after: the session after which it is asked.
        text: the question.
        answer: a reference answer.
        needs: what decides it, all of it; a text is the id of a message.
        doubt: the fact whose doubt decides it as well.
        never: words of what is not so: no fact of the window may state it as holding.
        gone: words that were forgotten: they may stand nowhere in the window.
    """

    kind: Kind
    after: Text
    text: Text
    answer: Text
    needs: tuple[Annotated[Need, BeforeValidator(_as_need)], ...] = ()
    doubt: DoubtedFact | None = None
    never: tuple[Text, ...] = ()
    gone: tuple[Text, ...] = ()


class Episode(Record):
    """A talk over several sessions, and the questions about it.

    `name` is that of its file.
    """

    name: Text
    about: Text
    language: Text
    sessions: tuple[EpisodeSession, ...] = Field(min_length=1)
    questions: tuple[EpisodeQuestion, ...] = Field(min_length=1)

    @property
    def messages(self) -> dict[str, EpisodeMessage]:
        """Its messages by their ids."""
        return {said.id: said for session in self.sessions for said in session.messages}


def read_episodes(
    folder: Path, *, only: Collection[str] = (), languages: Collection[str] = (), kinds: Collection[str] = ()
) -> list[Episode]:
    """Read the episodes of a folder, which are the TOML files in its folders of languages.

    Args:
        folder: has a folder for each language.
        only: names of the episodes to keep; others are not read. Default: all.
        languages: of the episodes to keep; default: all.
        kinds: of the questions to keep; default: all.

    Raises:
        InputError: a file cannot be read or contradicts itself, or nothing is left to ask.
    """
    if strange := sorted(set(kinds) - set(KINDS)):
        raise InputError(f"There is no kind {strange[0]!r}: choose from {', '.join(KINDS)}.")
    if not folder.is_dir():
        raise InputError(f"There is no folder {folder}: name one with --data. memary's own are in its repository.")
    paths = sorted(path for path in folder.glob("*/*.toml") if path.parent.name != HAYSTACK)
    names = [path.stem for path in paths]
    if missing := sorted(set(only) - set(names)):
        raise InputError(f"{folder} has no episode {missing[0]!r}: choose from {', '.join(names) or 'none'}.")
    if repeated := {name for name in names if names.count(name) > 1}:
        raise InputError(f"{folder} has more than one episode {min(repeated)!r}: give them different names.")
    read = [read_episode(path) for path in paths if not only or path.stem in only]
    found = [_with_kinds(one, kinds) for one in read if not languages or one.language in languages]
    found = [one for one in found if one.questions]
    if not found:
        raise InputError(f"{folder} has no question to ask: name another folder, language or kind.")
    return found


def read_episode(path: Path) -> Episode:
    """Read one episode.

    Raises:
        InputError: the file cannot be read, is of another form, or contradicts itself; it says where.
    """
    given = read_toml(path)
    try:
        episode = Episode.model_validate({**given, "name": path.stem})
    except ValidationError as error:
        raise InputError(f"{path} is no episode: {first_fault(error, given)}.") from error
    if fault := next(iter(_faults(episode)), None):
        raise InputError(f"{path}: {fault}.")
    return episode


HAYSTACK = "haystack"
"""The folder, beside those of the languages, of what is not the episodes' matter."""


def read_toml(path: Path) -> Mapping[str, Any]:
    """Return what a TOML file holds.

    Raises:
        InputError: it cannot be read, or is not TOML.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.") from error
    except ValueError as error:  # of TOML, or of the encoding
        raise InputError(f"{path} is not TOML: {error}.") from error


def _with_kinds(episode: Episode, kinds: Collection[str]) -> Episode:
    kept = tuple(question for question in episode.questions if not kinds or question.kind in kinds)
    return episode.model_copy(update={"questions": kept})


def _faults(episode: Episode) -> list[str]:
    """Return what contradicts itself in an episode, each with its place."""
    ids = [said.id for session in episode.sessions for said in session.messages]
    faults = [f"message {id_!r} is there twice: give each an id of its own" for id_ in _repeated(ids)]
    faults += [f"session {id_!r} is there twice" for id_ in _repeated([one.id for one in episode.sessions])]
    faults += [
        f"session {later.id!r} begins before session {earlier.id!r}: put them in the order of time"
        for earlier, later in pairwise(episode.sessions)
        if later.at <= earlier.at
    ]
    for number, question in enumerate(episode.questions, 1):
        faults += [f"question {number} {fault}" for fault in _faults_of_question(episode, question)]
    return faults


def _faults_of_question(episode: Episode, question: EpisodeQuestion) -> list[str]:
    order = [session.id for session in episode.sessions]
    if question.after not in order:
        return [f"is asked after {question.after!r}, which is no session: there are {', '.join(order)}"]
    if not (question.needs or question.never or question.gone):
        return ["has neither needs nor never nor gone: nothing of it can be measured"]
    said = {
        one.id: one.text.casefold()
        for session in episode.sessions[: order.index(question.after) + 1]
        for one in session.messages
    }
    return _faults_of_needs(question, said) + _faults_of_words(question, "\n".join(said.values()))


def _faults_of_needs(question: EpisodeQuestion, said: Mapping[str, str]) -> list[str]:
    for need in question.needs:
        if strange := [id_ for id_ in need.any if id_ not in said]:
            return [f"needs {strange[0]!r}, which no session up to {question.after!r} says"]
        if need.says and not any(words.casefold() in said[id_] for words in need.says for id_ in need.any):
            return [f"needs one of {list(need.says)}, but {' and '.join(need.any)} have none of these words"]
    return []


def _faults_of_words(question: EpisodeQuestion, everything: str) -> list[str]:
    forbidden = {"never": question.never, "gone": question.gone}
    return [
        f"has {words!r} in {name}, which nobody has said by then: it could not be in the window"
        for name, several in forbidden.items()
        for words in several
        if words.casefold() not in everything
    ]


def _repeated(values: list[str]) -> list[str]:
    return sorted({value for value in values if values.count(value) > 1})
