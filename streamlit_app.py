"""The web interface: `streamlit run streamlit_app.py`, or `make ui`."""

from memary.ui.chat_page import show

show()
