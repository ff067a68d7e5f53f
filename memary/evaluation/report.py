"""Define the result of an evaluation, as data.

`memary eval … --json` prints it as it is.
"""

from __future__ import annotations

from pydantic import Field

from memary.types import Record


class Interval(Record):
    """A mean over questions and its 95 % interval."""

    mean: float
    low: float
    high: float


class Scores(Record):
    """The measures of `n` questions, each from 0 to 1.

    They are `recall@k`, `hit@k`, `ndcg@10` and `recall@Ntokens`.
    """

    n: int
    metrics: dict[str, Interval] = Field(default_factory=dict)


class Latency(Record):
    """Milliseconds per question: by the clock, and of this process's processor time."""

    wall_p50: float
    wall_p95: float
    cpu_p50: float
    cpu_p95: float


class Row(Record):
    """How one method did: on all questions, by category and by conversation."""

    name: str
    overall: Scores
    categories: dict[int, Scores]
    conversations: dict[str, Scores]
    latency: Latency | None = None  # of memary only


class Check(Record):
    """Something the evaluation verifies about itself."""

    name: str
    passed: bool
    detail: str


class ConversationCounts(Record):
    """What one conversation brought."""

    id: str
    turns: int
    questions: int
    asked: int
    observations: int = 0
    facts: int = 0  # stored of these


class Report(Record):
    """Everything one run found out, and what it ran on."""

    memary_version: str
    data: str
    data_sha256: str
    protocol: str  # "clean" or "raw"
    audit_sha256: str | None = None
    audit_entries: int = 0  # those about the conversations measured
    embedding: str
    dimensions: int
    turns: int
    asked: dict[int, int]  # questions by category
    dropped: dict[str, int]  # questions by the reason why they were left out
    adversarial: int  # questions of category 5: counted, not asked
    missing_evidence: tuple[str, ...] = ()  # "conversation, question: id" of turns that do not exist
    unread_evidence: tuple[str, ...] = ()  # the same, of what is no id
    conversations: tuple[ConversationCounts, ...]
    rows: tuple[Row, ...]
    checks: tuple[Check, ...]

    @property
    def passed(self) -> bool:
        """Whether all checks passed."""
        return all(check.passed for check in self.checks)
