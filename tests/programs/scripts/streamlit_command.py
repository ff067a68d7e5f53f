"""The command `streamlit`."""

from streamlit.web.cli import main

main()
