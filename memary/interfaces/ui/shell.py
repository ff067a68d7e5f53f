"""Draw the frame of the web interface: sidebar, tabs, and a notice when memory cannot be used.

Each run draws the whole frame and the one page that is open; the others cost nothing.
"""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from memary import Memary, MemaryError
from memary.interfaces.ui.components.appearance import draw_appearance
from memary.interfaces.ui.components.frame import draw_frame
from memary.interfaces.ui.components.last_change import draw_last_change
from memary.interfaces.ui.components.records import draw_shown
from memary.interfaces.ui.components.sidebar.panel import choose_language, draw_sidebar
from memary.interfaces.ui.pages import chat as chat_page
from memary.interfaces.ui.pages import context as context_page
from memary.interfaces.ui.pages import facts as facts_page
from memary.interfaces.ui.pages import graph as graph_page
from memary.interfaces.ui.pages import health as health_page
from memary.interfaces.ui.pages import knowledge as knowledge_page
from memary.interfaces.ui.pages import stream as stream_page
from memary.interfaces.ui.problems import draw_problem
from memary.interfaces.ui.shared_memory import agent_loading, open_memory, settings_here
from memary.interfaces.ui.visit.address import check_address
from memary.interfaces.ui.visit.conversation import Visit
from memary.interfaces.ui.visit.links import arrive, follow
from memary.interfaces.ui.visit.login import Visitor, cookie_name, draw_login, draw_visitor, is_guarded, visitor_of
from memary.interfaces.ui.words import Words, languages
from memary.types import DEFAULT_LANGUAGE

_ICON = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><g stroke="#0f766e" stroke-width="3">
<path d="M8 9 24 12M8 9 14 25M24 12 14 25"/></g><g fill="#14b8a6"><circle cx="8" cy="9" r="5"/>
<circle cx="24" cy="12" r="4"/><circle cx="14" cy="25" r="4.5"/></g></svg>"""

_STYLE = """<style>
.stMainBlockContainer, [data-testid="stBottomBlockContainer"] {
  max-width: 76rem; margin: 0 auto; padding-left: 2.5rem; padding-right: 2.5rem;
}
.stMainBlockContainer { padding-top: 2.2rem; padding-bottom: 2rem; }
[data-testid="stBottomBlockContainer"] { padding-bottom: 1.2rem; }
[data-testid="stChatMessage"] [data-testid="stVerticalBlock"] { gap: 0.5rem; }
[data-testid="stChatMessage"] { padding-top: 0.7rem; padding-bottom: 0.4rem; }
[data-testid="stSidebarHeader"] { height: 2.6rem; margin-bottom: 0; }
.stMainBlockContainer h1 { font-size: 1.7rem; padding: 0 0 0.8rem; letter-spacing: -0.02em; }
[data-testid="stHeading"] h2 { font-size: 1.25rem; padding: 0.4rem 0 0.2rem; }
.stApp [data-testid="stCaptionContainer"] {
  opacity: 1; color: color-mix(in srgb, currentColor 72%, transparent);
}
.stTabs:not(.stTabs .stTabs) > div > [role="tablist"] {
  position: sticky; top: 0; z-index: 50; padding-top: 0.4rem; background: var(--memary-ground);
}
.stApp:has([data-testid="stExpandSidebarButton"]) {
  .stMainBlockContainer { padding-top: 3.2rem; }
  .stTabs:not(.stTabs .stTabs) > div > [role="tablist"] { top: 3.2rem; }
}
.stApp .memary-heard, .stApp [data-testid="stElementContainer"]:has(.memary-heard), .stApp .st-key-frame {
  position: absolute; left: 0; width: 1px !important; height: 1px; overflow: hidden; clip-path: inset(50%);
}
body [class*="st-key-open-"] button, body [class*="st-key-open-"] button * {
  justify-content: flex-start; text-align: left;
}
[class*="st-key-top-"] button { padding: 0 0.5rem; min-height: 1.7rem; }
[data-testid="stPopoverBody"] { width: min(46rem, 92vw); max-height: 70vh; overflow-y: auto; }
.st-key-new-conversation kbd { display: none; }
@media (max-width: 640px) {
  .st-key-facts-choice [data-testid="stColumn"] { min-width: 45%; flex: 1 1 45%; }
  .stApp .st-key-masthead {
    position: absolute; left: 0; width: 1px !important; height: 1px; overflow: hidden; clip-path: inset(50%);
  }
  .stMainBlockContainer, [data-testid="stBottomBlockContainer"] { padding-left: 1rem; padding-right: 1rem; }
  .stTabs:not(.stTabs .stTabs) > div > [role="tablist"] { flex-wrap: wrap; gap: 0 0.75rem; }
}
</style>"""
"""Room for the content, where Streamlit leaves much of it empty."""

_LANGUAGE_COOKIE = "memary-language"

_PAGES: dict[str, Callable[[Memary, Visit, Words], None]] = {
    "chat": chat_page.draw,
    "graph": graph_page.draw,
    "facts": facts_page.draw,
    "stream": stream_page.draw,
    "knowledge": knowledge_page.draw,
    "context": context_page.draw,
    "health": health_page.draw,
}
"""What draws the page of each tab."""


def show() -> None:
    """Draw the interface.

    What goes wrong appears on it as one sentence, with what to do.
    """
    st.set_page_config(page_title="memary", page_icon=_ICON, layout="wide")
    words = _words()
    ground = st.get_option(f"theme.{st.context.theme.type or 'light'}.backgroundColor")
    st.html(_STYLE.replace("var(--memary-ground)", str(ground or "inherit")))
    with st.container(gap="xsmall", key="masthead"):
        st.title("memary", anchor=False)
        st.caption(words("shared.tagline"))
    with st.sidebar:
        upper_part = st.container()
        choose_language(words)
        draw_appearance(words)
    try:
        settings = settings_here()
        check_address(is_guarded=is_guarded(settings))
        visitor = visitor_of(settings) if is_guarded(settings) else None
        if visitor is None and is_guarded(settings):
            draw_login(settings, words)
            return
        memory = open_memory()
        agent_loading()
        visit = _visit(memory, visitor)
        with upper_part:
            if visitor:
                draw_visitor(visitor, words)
            draw_sidebar(memory, visit, words)
        _draw_pages(memory, visit, words, login=visitor.token if visitor else "")
    except MemaryError as error:
        _draw_breakdown(error, words)


def _words() -> Words:
    """Return the words of the language chosen here or at an earlier visit, at first that of the browser."""
    if "language" in st.session_state:
        st.session_state["language-code"] = st.session_state["language"]
    elif "language-code" not in st.session_state:
        kept = st.context.cookies.get(_LANGUAGE_COOKIE)
        st.session_state["language-code"] = kept if kept in languages() else _language_of_browser()
    return languages()[st.session_state["language-code"]]


def _language_of_browser() -> str:
    of_browser = (st.context.locale or "").partition("-")[0]
    return of_browser if of_browser in languages() else DEFAULT_LANGUAGE


def _visit(memory: Memary, visitor: Visitor | None) -> Visit:
    logged_in = visitor.user if visitor else None
    visit: Visit | None = st.session_state.get("visit")
    if visit is None or visit.is_logged_in != (visitor is not None) or logged_in not in (None, visit.member):
        st.session_state["visit"] = arrive(memory, _PAGES, logged_in=logged_in)
    return st.session_state["visit"]


def _draw_pages(memory: Memary, visit: Visit, words: Words, *, login: str) -> None:
    labels = words.tables["shared.tabs"]
    # tabs are known by their labels, which differ by language: so each language has tabs of its own
    key = f"tab in {words.code}"
    if visit.to_open or key not in st.session_state:
        st.session_state[key], visit.to_open = labels[visit.to_open or visit.page], None
    tabs = st.tabs([labels[name] for name in _PAGES], key=key, on_change="rerun")
    visit.page, place = next((name, tab) for name, tab in zip(_PAGES, tabs, strict=True) if tab.open)
    is_writing = visit.page == "chat" and visit.conversation.to_ask is not None
    kept = {_LANGUAGE_COOKIE: words.code if words.code != _language_of_browser() else ""} | {cookie_name(): login}
    draw_frame({name: labels[name] for name in _PAGES}, words, is_writing=is_writing, said=visit.said, kept=kept)
    if visit.page == "chat":  # not inside its tab, so that it stays at the lower edge of the window
        chat_page.draw_input(memory, visit, words)
    with place:
        st.html(f'<h2 class="memary-heard">{labels[visit.page]}</h2>')  # by which who listens to it finds the page
        if visit.problem:
            draw_problem(visit.problem, words)
            visit.problem = None
        draw_last_change(memory, visit, words)
        _PAGES[visit.page](memory, visit, words)
    if visit.notice:
        st.toast(visit.notice, icon=":material/check:")
        visit.notice = None
    follow(visit, own_user=memory.settings.user)
    draw_shown(memory, visit, words)


def _draw_breakdown(error: MemaryError, words: Words) -> None:
    """Draw what takes the place of a page when the memory cannot be used."""
    draw_problem(error, words)
    visit: Visit | None = st.session_state.get("visit")
    if visit and visit.conversation.unsent:
        chat_page.draw_unsent(visit.conversation, words)
    else:
        st.button(words("shared.try_again"), key="try-again", icon=":material/replay:")
