"""Tell who looks at the page: anybody, or a user who has logged in.

One logs in with a password or at an identity provider. Without logins, and without `[auth]` in Streamlit's secrets,
there is nothing to log in to. A browser keeps a random token for a month, of which the server holds the digest: it
ends with the server, with logging out and with another password.
"""

from __future__ import annotations

import logging
import os
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from threading import Lock

import streamlit as st
from streamlit.runtime.secrets import secrets_singleton

from memary import Settings
from memary.errors import ConfigurationError
from memary.interfaces.logins import Login, login_with, logins_file, read_logins
from memary.interfaces.ui.safe_text import escaped
from memary.interfaces.ui.words import Words
from memary.types import utc_now
from memary.types.spaces import is_space

_log = logging.getLogger("memary.logins")

_LASTS = timedelta(days=30)
_TRIES = 5
_PAUSE = timedelta(minutes=1)
"""After so many wrong passwords in a row a name has to wait that long for the next try."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who has logged in; `token` is what the browser keeps, empty where the identity provider keeps it."""

    user: str
    token: str = ""


@dataclass(frozen=True, slots=True)
class _Session:
    login: Login
    until: datetime


class _Desk:
    """What the server holds of logins: who is in, and who tries in vain.

    It looks at one password at a time.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._sessions: dict[str, _Session] = {}
        self._failures: dict[str, list[datetime]] = {}

    def enter(self, logins: tuple[Login, ...], user: str, password: str) -> Visitor | None:
        """Return who comes in; None where name and password do not fit, or were tried too often."""
        with self._lock:
            now = utc_now()
            late = {name: [at for at in times if now - at < _PAUSE] for name, times in self._failures.items()}
            self._failures = {name: times for name, times in late.items() if times}
            self._sessions = {token: held for token, held in self._sessions.items() if held.until > now}
            failures = self._failures.get(user, [])
            login = login_with(logins, user, password) if len(failures) < _TRIES else None
            if login is None:
                self._failures[user] = [*failures, now][:_TRIES]
                return None
            self._failures.pop(user, None)
            token = secrets.token_urlsafe(32)
            self._sessions[_digest(token)] = _Session(login, now + _LASTS)
            return Visitor(user, token)

    def find(self, logins: tuple[Login, ...], token: str) -> Visitor | None:
        """Return who came in with a token, as long as that login stands."""
        held = self._sessions.get(_digest(token))
        is_good = held is not None and held.login in logins and held.until > utc_now()
        return Visitor(held.login.user, token) if held and is_good else None

    def leave(self, token: str) -> None:
        """Let a token open nothing any more."""
        self._sessions.pop(_digest(token), None)


@st.cache_resource(show_spinner=False)
def _desk() -> _Desk:
    return _Desk()


def _digest(token: str) -> str:
    return sha256(token.encode(errors="replace")).hexdigest()


def cookie_name() -> str:
    """Return under which name a browser keeps a login.

    A host has the same cookies for all its ports.
    """
    return f"memary-login-{st.get_option('server.port')}"


def is_guarded(settings: Settings) -> bool:
    """Return whether nobody comes in without a login.

    Raises:
        ConfigurationError: the file of logins cannot be read.
    """
    return _has_provider() or read_logins(logins_file(settings)) is not None


def visitor_of(settings: Settings) -> Visitor | None:
    """Return who has logged in here; None if nobody has.

    Raises:
        ConfigurationError: the file of logins cannot be read.
    """
    if _has_provider() and (user := _claimed(settings)):
        if st.session_state.get("login-noted") != user:
            _log.info("login by the identity provider: user %r", user)
            st.session_state["login-noted"] = user
        return Visitor(user)
    token = str(st.session_state.get("login-token") or st.context.cookies.get(cookie_name()) or "")
    found = _desk().find(read_logins(logins_file(settings)) or (), token)
    st.session_state["login-token"] = found.token if found else ""
    return found


def draw_login(settings: Settings, words: Words) -> None:
    """Draw how one logs in.

    Raises:
        ConfigurationError: the file of logins cannot be read.
    """
    with st.container(width=420):
        st.header(words("login.title"), anchor=False)
        if _has_provider() and st.user.get("is_logged_in"):
            st.error(words("login.refused"), icon=":material/error:")
            st.button(words("login.leave"), key="log-out", icon=":material/logout:", on_click=st.logout)
        elif _has_provider():
            st.button(words("login.provider"), key="log-in-there", icon=":material/login:", on_click=st.login)
        logins = read_logins(logins_file(settings))
        if logins is not None:
            _draw_form(logins, words)


def _draw_form(logins: tuple[Login, ...], words: Words) -> None:
    with st.form("login", border=False):
        user = st.text_input(words("sidebar.user"), autocomplete="username")
        password = st.text_input(words("login.password"), type="password", autocomplete="current-password")
        pressed = st.form_submit_button(words("login.enter"), icon=":material/login:", type="primary")
    if not pressed:
        return
    visitor = _desk().enter(logins, user.strip(), password)
    if visitor is None:
        # a name that nobody has is not written down: it may be a password
        known = any(login.user == user.strip() for login in logins)
        _log.warning("failed login: %s", f"user {user.strip()!r}" if known else "nobody has this name")
        st.error(words("login.wrong", tries=_TRIES, seconds=int(_PAUSE.total_seconds())), icon=":material/error:")
        return
    _log.info("login: user %r", visitor.user)
    st.session_state["login-token"] = visitor.token
    st.rerun()


def draw_visitor(visitor: Visitor, words: Words) -> None:
    """Draw who has logged in, and how one leaves."""
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.markdown(f"**{escaped(visitor.user)}**", width="content")
        st.button(
            words("login.leave"),
            key="log-out",
            type="tertiary",
            icon=":material/logout:",
            on_click=_leave,
            args=(visitor,),
        )


def _leave(visitor: Visitor) -> None:
    if visitor.token:
        _desk().leave(visitor.token)
        st.session_state.clear()  # nothing of what was open is left for who comes next
    else:
        st.logout()


def _has_provider() -> bool:
    """Return whether there is an identity provider.

    Raises:
        ConfigurationError: Streamlit's secrets cannot be read, which may name one.
    """
    if secrets_singleton.load_if_toml_exists():
        return "auth" in st.secrets
    if there := next((file for file in st.get_option("secrets.files") if os.path.lexists(file)), None):
        raise ConfigurationError(f"The secrets {there} cannot be read: correct the file, or remove it.")
    return False


def _claimed(settings: Settings) -> str | None:
    """Return the user that an identity provider vouches for.

    It is None where it vouches for nobody, or for one who may not come in.
    """
    claims = st.user.to_dict() if st.user.get("is_logged_in") else {}
    user = str(claims.get(settings.ui_claim) or "").strip()
    if settings.ui_claim == "email" and claims.get("email_verified") not in (True, "true"):
        return None
    domain = {f"@{user.rpartition('@')[2]}"} if "@" in user else set[str]()
    known = {name.casefold() for name in (user, *domain)}
    is_allowed = not settings.ui_allow or not known.isdisjoint(map(str.casefold, settings.ui_allow))
    return user if user and is_allowed and not is_space(user) else None
