"""The episodes that come with memary can be read, and the other talk beside them has nothing of theirs."""

from __future__ import annotations

from pathlib import Path

import pytest

from memary.evaluation import read_episodes, read_haystack
from memary.evaluation.episodes.episode import KINDS
from memary.evaluation.episodes.haystack import check_apart

FOLDER = Path(__file__).resolve().parents[2] / "data" / "episodes"
OTHERS = 2_000
MOSTLY = 0.75


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_kind_is_asked_in_each_language_of_talks_long_enough(language: str) -> None:
    episodes = read_episodes(FOLDER, languages=[language])

    assert {question.kind for episode in episodes for question in episode.questions} == set(KINDS)
    for episode in episodes:
        assert 25 <= len(episode.messages) <= 45, episode.name
        assert 4 <= len(episode.sessions) <= 8, episode.name
        assert 7 <= len(episode.questions) <= 11, episode.name


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_other_talk_is_varied_lies_around_the_episodes_and_has_nothing_of_theirs(language: str) -> None:
    haystack = read_haystack(FOLDER, language)
    said = [message["content"] for message in haystack.messages(OTHERS)]

    assert len(set(said)) > MOSTLY * OTHERS
    for episode in read_episodes(FOLDER, languages=[language]):
        assert haystack.start < episode.sessions[0].at
        assert episode.sessions[-1].at < haystack.end
        check_apart(episode, said)
