"""Know a forgotten message again without its words, so that it stays out where it comes once more."""

from __future__ import annotations

from hashlib import blake2b

from memary.text.captions import uncaptioned
from memary.types import Action, Message, Operation, new_id, utc_now


def fingerprint(message: Message) -> str:
    """Return by what a message is known again without its words.

    A one-way digest of who said it when, and of it. What its pictures show may be told otherwise when it comes in
    again, and is not part of it.
    """
    identity = "\x1f".join((message.user_id, message.digest, uncaptioned(message)))
    return f"forgotten:{blake2b(identity.encode(), digest_size=16).hexdigest()}"


def fingerprint_row(message: Message) -> Operation:
    """Return the ledger row that keeps a message out."""
    return Operation(
        id=new_id(),
        user_id=message.user_id,
        at=utc_now(),
        actor="user",
        action=Action.FORGET,
        target_id=fingerprint(message),
        reason="forgotten on request: this message is not taken in again",
    )
