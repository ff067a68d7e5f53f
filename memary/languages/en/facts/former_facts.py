"""Read what was so and is no more in English: "I used to live in York".

It tells nothing of what is so instead.
"""

from __future__ import annotations

from memary.languages.en.facts.forms import NAME, is_home, may_employ, own
from memary.languages.en.facts.professions import PROFESSION

_UNTIL = r"(?=,? (?:until|till|before (?:I|we|that|moving)|years ago|for (?:\w+ ){1,3}(?:years|months) (?:before|until))\b)"

PAST = (
    own(rf"(?:I|[Ww]e) (?:used to live in|(?:formerly|previously) lived in) {NAME}", "used_to_live_in", "{self} used to live in {object}.", "place", is_home),
    own(rf"(?:I|[Ww]e) lived in {NAME}{_UNTIL}", "used_to_live_in", "{self} used to live in {object}.", "place", is_home),
    own(rf"I (?:used to work (?:at|for)|(?:formerly|previously) worked (?:at|for)) (?:the )?{NAME}", "used_to_work_at", "{self} used to work at {object}.",
        "organization", may_employ),
    own(rf"I worked (?:at|for) (?:the )?{NAME}{_UNTIL}", "used_to_work_at", "{self} used to work at {object}.", "organization", may_employ),
    own(rf"I (?:used to (?:be|work as)|(?:formerly|previously) worked as) an? (?P<object>{PROFESSION})(?! \w*(?:student|assistant))\b", "used_to_work_as",
        "{self} used to work as {object}.", "topic"),
)  # fmt: skip
"""What was so and is no more, of the one who speaks."""

NOT_PAST = (
    r"\?|\b(?:if|would|wish|imagine|suppose|pretend|dream\w*|maybe|perhaps|almost|nearly|story|novel|character|joking|kidding"
    r"|said|says|told me|thinks?|thought|heard|game|again|still|back (?:in|to))\b"
)
"""What tells of nothing that was so, or of what is so again."""

_SINCE = r"(?: (?:it|that|there|my job|the job))?(?: (?:in|on|at|last|this|a|yesterday|today|recently|just) ?[^.;!?\n]{0,40})?[.!\s]*$"
NO_LONGER = (
    r"\b(?:but|though|however,?) (?:(?:now|recently|lately) )?(?:I|we)(?:['’]ve| have)? (?:(?:now|just|recently|since) )?"
    r"(?:(?:eat|ate|smoke|drink|do|started|begun|began|resumed)\b[^.;!?\n]{0,60}\bagain\b"
    rf"|(?:quit|resigned|(?:got|was|been) (?:fired|sacked|laid off|let go|made redundant)|handed in my notice){_SINCE})"
)
"""What tells behind a statement that it holds no longer: "I'm vegan but I eat eggs again", "but I quit yesterday"."""
