"""Show memory as a web interface, made with Streamlit, on the public API.

Nothing else imports it.
"""
