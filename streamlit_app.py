"""The web interface: `streamlit run streamlit_app.py`, or `make ui`."""

from memary.ui.shell import show

show()
