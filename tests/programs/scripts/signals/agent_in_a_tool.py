"""An agent whose second tool never returns; says "ready" when it is in it."""

import threading

from memary import ChatAgent, Memary


def alpha() -> str:
    """Look alpha up."""
    return "RESULT-alpha"


def book(seat: str) -> str:
    """Book a seat."""
    print("ready", flush=True)
    while True:
        threading.Event().wait(1)


ChatAgent(Memary.open("sqlite:///ada.db"), user_id="ada", tools=(alpha, book)).chat("Book me a seat")
