"""What somebody likes, and what a model concludes from it."""

from __future__ import annotations

import json
from typing import Any

from ingestion.talks import USER

from memary import Memary
from memary.types import Fact

FOOD = {"about": "Ada", "key": "food_preference", "value": "spicy food", "statement": "Ada prefers spicy food.",
        "evidence": [1, 2]}  # fmt: skip


DISHES = ("mapo tofu", "vindaloo", "kimchi", "laksa", "harissa", "salsa")


def insights(*rows: dict[str, Any]) -> str:
    return json.dumps({"insights": rows}, ensure_ascii=False)


def like(memory: Memary, *dishes: str, subject: str = "Ada", **options: Any) -> None:
    facts = [
        {"subject": subject, "subject_type": "person", "predicate": "likes", "object": dish, "origin": "user"}
        for dish in dishes
    ]
    memory.facts.add([fact | options for fact in facts], user_id=USER)


def held(memory: Memary) -> dict[str, str]:
    return {one.predicate: one.object for one in memory.insights.list(user_id=USER)}


def grounds(memory: Memary, insight: Fact) -> set[str]:
    found = [memory.admin.get(id_, user_id=USER) for id_ in insight.source_ids]
    return {one.object for one in found if isinstance(one, Fact)}
