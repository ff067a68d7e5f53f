"""Logging in, in a real browser: the login outlives a reload, and ends with logging out."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect
from programs.starting import Interpreter
from support.web.identity_provider import CLIENT, IdentityProvider
from support.web.web_app import Visit, free_port, served_app, settle

from memary import Memary
from memary.interfaces.logins import set_password

pytestmark = pytest.mark.timeout(600)


def test_a_login_outlives_a_reload_and_ends_with_logging_out(
    visit: Visit, python: Interpreter, tmp_path: Path
) -> None:
    set_password(tmp_path / "logins.toml", "ada", "correct horse")
    with Memary.open(f"sqlite:///{tmp_path / 'memary.db'}", worker=False) as memory:
        for user in ("ada", "ben"):
            memory.add(f"The secret of {user}.", user_id=user, session_id="s1", infer=False)
    with served_app(tmp_path, python, MEMARY_LINGER="0") as address:
        page = visit(f"{address}/?user=ben", width=400)
        name = page.get_by_role("textbox", name="User")
        expect(name).to_be_visible()
        settle(page)
        name.fill("ada")
        page.get_by_role("textbox", name="Password").fill("correct horse")
        page.get_by_role("button", name="Log in").click()
        expect(page.get_by_text("The secret of ada.")).to_be_visible()
        page.wait_for_function("document.cookie.includes('memary-login-')")
        page.reload()
        expect(page.get_by_text("The secret of ada.")).to_be_visible()
        settle(page)
        page.get_by_test_id("stExpandSidebarButton").click()
        page.get_by_role("button", name="Log out").click()
        expect(page.get_by_role("textbox", name="Password")).to_be_visible()
        page.reload()
        expect(page.get_by_role("textbox", name="Password")).to_be_visible()
        expect(page.get_by_text("The secret of")).to_have_count(0)


def test_who_logs_in_at_an_identity_provider_is_the_user_it_vouches_for(
    visit: Visit, python: Interpreter, tmp_path: Path
) -> None:
    port, user = free_port(), "ada@example.com"
    with Memary.open(f"sqlite:///{tmp_path / 'memary.db'}", worker=False) as memory:
        for name in (user, "default"):
            memory.add(f"The secret of {name}.", user_id=name, session_id="s1", infer=False)
    with IdentityProvider(email=user, email_verified=True) as provider:
        secrets = tmp_path / "secrets.toml"
        secrets.write_text(
            f'[auth]\nredirect_uri = "http://127.0.0.1:{port}/oauth2callback"\ncookie_secret = "{"x" * 40}"\n'
            f'client_id = "{CLIENT}"\nclient_secret = "s"\n'
            f'server_metadata_url = "{provider.url}/.well-known/openid-configuration"\n'
        )
        settings = {"STREAMLIT_SECRETS_FILES": str(secrets), "MEMARY_UI_ALLOW": "@example.com"}
        with served_app(tmp_path, python, port, MEMARY_LINGER="0", **settings) as address:
            page = visit(address)
            provider.claims["email"] = "eve@elsewhere.test"
            page.get_by_role("button", name="Log in at the identity provider").click()
            expect(page.get_by_text("Nobody may come in here with this account")).to_be_visible()
            expect(page.get_by_text("The secret of")).to_have_count(0)
            page.get_by_role("button", name="Log out").click()
            provider.claims["email"] = user
            page.get_by_role("button", name="Log in at the identity provider").click()
            expect(page.get_by_text(f"The secret of {user}.")).to_be_visible()
            settle(page)
            page.get_by_role("button", name="Log out").click()
            expect(page.get_by_role("button", name="Log in at the identity provider")).to_be_visible()
            expect(page.get_by_text("The secret of")).to_have_count(0)
