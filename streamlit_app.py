"""The web interface: `streamlit run streamlit_app.py`, or `make ui`."""

from memary.interfaces.ui.shell import show

show()
