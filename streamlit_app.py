"""The web interface: `streamlit run streamlit_app.py`, or `make ui`."""

import sys
from importlib import import_module

import streamlit as st

SHELL = "memary.interfaces.ui.shell"

if SHELL not in sys.modules:  # the first visit since the server started: what it imports takes seconds
    st.set_page_config(page_title="memary", layout="wide")
    st.title("memary", anchor=False)
    with st.spinner(""):
        import_module(SHELL)
    st.rerun()

import_module(SHELL).show()
