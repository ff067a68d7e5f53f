"""Serve the web interface: Streamlit, which Ctrl-C ends without a word also while it is still being loaded."""

from __future__ import annotations

import signal
from runpy import run_module


def main() -> None:
    """Run Streamlit with the arguments of this program. Once it serves, it takes Ctrl-C itself."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    run_module("streamlit", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
