"""Stand in for a language model: quote what memory holds, and say that no model is set."""

from memary.models.offline.chat import WINDOW, OfflineChat, quotes_something

__all__ = ["WINDOW", "OfflineChat", "quotes_something"]
