"""Two short conversations of our own in LoCoMo's schema, with their questions and an audit of them."""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

_FOREIGN = ("MEMARY_", "OPENAI_", "NEO4J_")

_GARDEN: dict[str, Any] = {
    "sample_id": "garden",
    "conversation": {
        "speaker_a": "Ines",
        "speaker_b": "Tom",
        "session_1_date_time": "9:05 am on 3 March, 2024",
        "session_1": [
            {"speaker": "Ines", "dia_id": "D1:1", "text": "I planted tomatoes on the balcony yesterday."},
            {"speaker": "Tom", "dia_id": "D1:2", "text": "Nice! I bought a telescope in Lisbon."},
            {
                "speaker": "Ines",
                "dia_id": "D1:3",
                "text": "Look at this one.",
                "blip_caption": "a photo of a red watering can",
            },
            {"speaker": "Tom", "dia_id": "D1:4", "text": "Saturn looked wonderful through the telescope."},
        ],
        "session_2_date_time": "12:30 am on 10 April, 2024",
        "session_2": [
            {"speaker": "Tom", "dia_id": "D2:1", "text": "My sister Ruth became a pilot."},
            {"speaker": "Ines", "dia_id": "D2:2", "text": "Snails ate my lettuce, the tomatoes survived."},
        ],
        "session_3_date_time": "1:00 pm on 1 May, 2024",
    },
    "qa": [
        {"question": "Where did Tom buy his telescope?", "answer": "Lisbon", "evidence": ["D1:2"], "category": 4},
        {"question": "Which vegetables does Ines grow?", "evidence": ["D1:1; D2:2"], "category": 1},
        {"question": "When did Ines plant tomatoes?", "answer": 2024, "evidence": ["D1:1"], "category": 2},
        {"question": "What is the job of Tom's sister Ruth?", "evidence": ["D2:1"], "category": 4},
        {"question": "What did Ines do with the telescope?", "evidence": ["D1:2"], "category": 5},
        {"question": "Which planet did Tom see in March 2023?", "evidence": ["D1:4"], "category": 2},
    ],
    "observation": {
        "session_1_observation": {
            "Ines": [["Ines grows tomatoes on her balcony.", "D1:1"]],
            "Tom": [["Tom owns a telescope from Lisbon.", ["D1:2", "D1:4"]]],
        },
        "session_2_observation": {"Ines": [["Ines lost her lettuce to snails.", "D2:2"]]},
    },
}

_SEA: dict[str, Any] = {
    "sample_id": "sea",
    "conversation": {
        "session_1_date_time": "4:00 pm on 2 June, 2024",
        "session_1": [
            {"speaker": "Mai", "dia_id": "D1:1", "text": "I learned to surf in Biarritz."},
            {"speaker": "Otto", "dia_id": "D1:2", "text": "I am afraid of jellyfish."},
            {"speaker": "Mai", "dia_id": "D1:3", "text": "My surfboard is called Comet."},
            {"speaker": "Otto", "dia_id": "D1:4", "text": "I knit socks for sailors."},
        ],
    },
    "qa": [
        {"question": "What is the name of Mai's surfboard?", "evidence": ["D1:3"], "category": 4},
        {"question": "Where did Mai learn to surf?", "evidence": ["D1:1"], "category": 4},
        {"question": "What is Otto afraid of?", "evidence": ["D1:2"], "category": 4},
        {"question": "Would Otto enjoy a sea full of jellyfish?", "evidence": ["D1:2"], "category": 3},
        {"question": "For whom does Otto knit socks?", "evidence": ["D1:3"], "category": 4},
        {"question": "What is the cat of Mai called?", "evidence": ["D1:3"], "category": 4},
    ],
}

AUDIT: list[dict[str, Any]] = [
    {"sample_id": "garden", "qa_index": 5, "error_type": "TEMPORAL_ERROR", "correct_evidence": ["D1:4"]},
    {"sample_id": "garden", "qa_index": 2, "error_type": "TEMPORAL_ERROR", "correct_evidence": ["D1:1"]},
    {"sample_id": "sea", "qa_index": 4, "error_type": "WRONG_CITATION", "correct_evidence": ["D1:4"]},
    {"sample_id": "sea", "qa_index": 5, "error_type": "HALLUCINATION", "correct_evidence": []},
    {"sample_id": "elsewhere", "qa_index": 99, "error_type": "AMBIGUOUS", "correct_evidence": []},
]


@pytest.fixture(autouse=True)
def _no_outer_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.startswith(_FOREIGN):
            monkeypatch.delenv(name)
    monkeypatch.setenv("MEMARY_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def samples() -> list[dict[str, Any]]:
    """Fresh copies, which a test may spoil."""
    return copy.deepcopy([_GARDEN, _SEA])


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Write JSON into a file of the test's own and return its path."""

    def write(content: object, name: str = "talk.json") -> Path:
        path = tmp_path / name
        path.write_text(json.dumps(content), encoding="utf-8")
        return path

    return write


@pytest.fixture
def data(samples: list[dict[str, Any]], write: Callable[..., Path]) -> Path:
    return write(samples)


@pytest.fixture
def audit(write: Callable[..., Path]) -> Path:
    return write(AUDIT, "audit.json")
