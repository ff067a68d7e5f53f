"""The web interface: `streamlit run streamlit_app.py`, or `make ui`.

The first visitor of a server waits until all of it is imported, which takes seconds: till then the name stands on the
page.
"""

import streamlit as st

_first = st.empty()
_first.title("memary …", anchor=False)

from memary.interfaces.ui.shell import show  # noqa: E402  after something is drawn

_first.empty()
show()
