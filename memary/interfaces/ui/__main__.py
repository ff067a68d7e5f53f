"""Serve the web interface with Streamlit; Ctrl-C ends it without a traceback, also while it loads."""

from __future__ import annotations

import logging
import signal
from runpy import run_module

from memary.interfaces.request_log import log_to_stderr


def main() -> None:
    """Run Streamlit with the arguments of this program. Once it serves, it takes Ctrl-C itself."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    log_to_stderr(logging.INFO)
    run_module("streamlit", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
