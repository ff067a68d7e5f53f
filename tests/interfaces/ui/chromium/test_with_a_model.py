"""The chat page with a model, in a real browser: it streams, it sees, it can be stopped, and it can be gone."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from programs.starting import Interpreter
from support.chatting import answer
from support.model_server import Fault, ModelServer
from support.records import fresh_user
from support.web.http_connection import Body
from support.web.web_app import Visit, answer_text, attach_a_dot, counter, open_tab, say, served_app, settle

pytestmark = pytest.mark.timeout(600)


def pictures(body: Body) -> list[dict[str, Any]]:
    """The pictures of a request, as parts of its messages."""
    parts = [message["content"] for message in body["messages"] if isinstance(message["content"], list)]
    return [part for content in parts for part in content if part["type"] == "image_url"]


def arrive(visit: Visit, address: str, user: str) -> Page:
    """Open the app as a new user, and wait until it is drawn: what is typed before may be lost."""
    page = visit(f"{address}/?user={user}")
    expect(page.get_by_text("What should I remember?")).to_be_visible()
    settle(page)
    return page


def ask_and_be_kept_waiting(visit: Visit, address: str, model: ModelServer, *, user: str) -> Page:
    """A new user's page, on which an answer began and does not go on."""
    model.respond(Fault.stall_stream("Thought: I can answer now.\nAnswer: You live in"))
    page = arrive(visit, address, user)
    say(page, "Where do I live?")
    expect(answer_text(page, "You live in")).to_be_visible()
    return page


def test_a_model_streams_its_answer_and_a_silent_one_can_be_stopped(
    visit: Visit, model_address: str, model: ModelServer
) -> None:
    page = ask_and_be_kept_waiting(visit, model_address, model, user=fresh_user())
    expect(page.get_by_text("What do you know about me?")).to_have_count(0)
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("Stopped before the answer was finished.")).to_be_visible()
    expect(answer_text(page, "You live in", exact=True)).to_be_visible()
    mark = page.get_by_text("What was written is neither kept in memory nor learnt from.")
    expect(mark).to_be_visible()
    page.reload()
    expect(mark).to_be_visible()
    expect(answer_text(page, "You live in", exact=True)).to_be_visible()
    settle(page)
    model.respond(answer("You live in Berlin."))
    page.get_by_role("button", name="Send again").click()
    expect(answer_text(page, "You live in Berlin.")).to_be_visible()
    expect(mark).to_have_count(0)
    expect(page.get_by_text("Steps (")).to_be_visible()
    settle(page)
    model.respond(answer("You live in Bonn."))
    page.get_by_role("button", name="Answer again").click()
    expect(answer_text(page, "You live in Bonn.", exact=True)).to_be_visible()
    expect(page.get_by_text("You live in Berlin.", exact=True)).to_have_count(0)
    settle(page)
    model.respond(answer("Your sister is Mia."))
    page.get_by_role("button", name="Say it in other words").click()
    box = page.get_by_role("dialog").get_by_label("Your message")
    box.fill("Who is my sister?")
    page.get_by_role("button", name="Send instead").click()
    expect(answer_text(page, "Your sister is Mia.", exact=True)).to_be_visible()
    expect(page.get_by_text("Where do I live?", exact=True)).to_have_count(0)
    expect(counter(page, "Messages")).to_have_text("2")


def test_a_picture_reaches_the_model_and_what_it_shows_is_kept(
    visit: Visit, model_address: str, model: ModelServer
) -> None:
    model.when(lambda body: bool(pictures(body)), "One red dot on white.")
    model.respond(answer("That is a single red dot."))
    page = arrive(visit, model_address, "painter")
    attach_a_dot(page)
    say(page, "What is this?")
    expect(answer_text(page, "That is a single red dot.")).to_be_visible()
    expect(page.get_by_text("Steps (2)")).to_be_visible()
    question = page.get_by_test_id("stChatMessage").filter(has_text="What is this?").first  # a step may quote it
    expect(question).to_contain_text("[Picture dot.png: One red dot on white.]")
    expect(question.get_by_role("img")).to_be_visible()
    (seen,) = [request.body for request in model.requests if pictures(request.body)]
    (picture,) = pictures(seen)
    kind, _, data = picture["image_url"]["url"].partition(";base64,")
    assert kind == "data:image/jpeg"
    assert base64.b64decode(data).startswith(b"\xff\xd8")
    assert "What is this?" in str(seen["messages"])
    page.reload()  # what it shows is in memory; the picture itself is not
    expect(page.get_by_text("[Picture dot.png: One red dot on white.]")).to_be_visible()


def test_a_dead_model_server_is_told_in_one_sentence_and_the_question_sent_again(
    visit: Visit, model_address: str, model: ModelServer
) -> None:
    page = arrive(visit, model_address, "patient")
    model.stop()
    try:
        say(page, "Where do I live?")
        problem = page.get_by_role("alert").filter(has_text="That did not work.")
        expect(problem).to_contain_text("MEMARY_BASE_URL")
        expect(page.get_by_text("Traceback")).to_have_count(0)
    finally:
        model.start()
    model.respond(answer("You live in Berlin."))
    page.get_by_role("button", name="Send again").click()
    expect(answer_text(page, "You live in Berlin.")).to_be_visible()
    expect(counter(page, "Messages")).to_have_text("2")
    expect(page.get_by_role("button", name="Send again")).to_have_count(0)


def test_a_question_without_an_answer_can_be_sent_again_after_a_reload(
    visit: Visit, model_address: str, model: ModelServer
) -> None:
    page = arrive(visit, model_address, "reloader")
    model.stop()
    try:
        say(page, "Where do I live?")
        expect(page.get_by_role("alert").filter(has_text="That did not work.")).to_be_visible()
        page.reload()
        expect(page.get_by_role("button", name="Send again")).to_be_visible()
    finally:
        model.start()
    model.respond(answer("You live in Berlin."))
    page.get_by_role("button", name="Send again").click()
    expect(answer_text(page, "You live in Berlin.")).to_be_visible()
    expect(counter(page, "Messages")).to_have_text("2")


def test_a_second_window_offers_to_send_again_only_once_the_answer_was_stopped(
    visit: Visit, model_address: str, model: ModelServer
) -> None:
    page = ask_and_be_kept_waiting(visit, model_address, model, user="hasty")
    other = visit(page.url)
    expect(other.get_by_text("An answer is being written")).to_be_visible()
    expect(other.get_by_role("button", name="Send again")).to_have_count(0)
    page.get_by_role("button", name="Stop").click()
    expect(other.get_by_role("button", name="Send again")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Send again")).to_be_visible()


def test_a_model_is_tested_and_set_on_the_page(
    visit: Visit, python: Interpreter, model: ModelServer, tmp_path: Path
) -> None:
    with served_app(tmp_path, python, MEMARY_LINGER="0") as address:
        page = visit(f"{address}/?tab=health")
        expect(page.get_by_text("none: memary is offline, and answers quote memory")).to_be_visible()
        settle(page)
        page.get_by_test_id("stTabs").get_by_text("Set and test the models").click()
        page.get_by_role("textbox", name="Address of the server").fill(model.base_url)
        page.get_by_role("textbox", name="Model", exact=True).fill("scripted")
        page.get_by_role("button", name="Test", exact=True).click()
        expect(page.get_by_text("Chat model: scripted answers")).to_be_visible()
        expect(page.locator(".stMarkdownBadge", has_text="OFFLINE")).to_be_visible()
        settle(page)
        page.get_by_role("button", name="Keep", exact=True).click()
        expect(page.locator(".stMarkdownBadge", has_text="OFFLINE")).to_have_count(0)
        assert 'model = "scripted"' in (tmp_path / "memary.toml").read_text()
        model.respond(answer("You live in Berlin."))
        open_tab(page, "Chat")
        say(page, "Where do I live?")
        expect(answer_text(page, "You live in Berlin.")).to_be_visible()
