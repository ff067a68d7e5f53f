"""Run the command `/forget`: show what its words mean, and forget it once the next line says yes."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from textwrap import shorten
from typing import TYPE_CHECKING

from memary.errors import InputError
from memary.languages import texts
from memary.languages.detection import detect_language
from memary.text.speech_acts.forget_request import agrees, gives_up

if TYPE_CHECKING:
    from memary import Manifest
    from memary.forgetting.meaning.target import Offer
    from memary.forgetting.request import Forgotten
    from memary.interfaces.cli.chat.slash import SlashCommands

_SHOWN = 5
"""How many of the facts and of the messages that would go are shown."""

_SIGNS = 100


def ask_to_forget(talk: SlashCommands, words: str) -> None:
    """Show what the words mean, and ask whether it may be forgotten.

    A number means one of the things that were offered before.

    Raises:
        InputError: no words are given.
    """
    if not words:
        raise InputError("An argument is missing: /forget WORDS")
    offers = talk.offers
    chosen = offers[int(words) - 1].thing if words.isdecimal() and 0 < int(words) <= len(offers) else None
    language = talk.language if chosen else detect_language(words)
    finder = import_module("memary.agent.forget_turn")  # what finds it is much to load, and other commands need none
    look = partial(finder.look_up_forgetting, talk.memory, talk.agent.scope, words, chosen=chosen)
    found: Forgotten = talk.memory.loop.wait(look)
    talk.offers = found.offers or (offers if chosen else ())
    listed = "; ".join(f"{at} {_offered(offer)}" for at, offer in enumerate(found.offers, 1))
    if found.part is not None and found.manifest is not None:
        talk.going = found
        stays = [texts(language).forget_beside_it.format(subjects=listed)] if listed else []
        talk.output.note("\n".join([*stays, *_lines(talk, found.manifest, language)]))
    elif listed:
        talk.output.note(texts(language).forget_which.format(subjects=listed))
    elif any(outcome == "everything" for _, outcome in found.outcomes):
        talk.output.note(texts(language).forget_everything)
    elif any(outcome == "speaker" for _, outcome in found.outcomes):
        talk.output.note(texts(language).forget_speaker)
    else:
        talk.output.note(texts(language).forget_nothing)


def answer_forgetting(talk: SlashCommands, text: str) -> bool:
    """Take a line as the answer whether what was shown may go, if that was asked just before.

    Whatever is no yes lets it stay. Return whether the line was that answer, and nothing else.
    """
    going, talk.going = talk.going, None
    if going is None:
        return False
    words = texts(talk.language)
    if not agrees(text):
        talk.output.note(words.forget_kept)
        return gives_up(text)
    _forget(talk, going)
    return True


def _forget(talk: SlashCommands, going: Forgotten) -> None:
    if going.part is None:
        return
    core, language = talk.memory.core, talk.language  # which is asked of what may go
    manifest = talk.memory.loop.wait(partial(core.forget_part, talk.whole, going.part))
    talk.has_forgotten = True
    words = texts(language)
    form = words.forgot if manifest.held_id is None else words.forgot_held
    talk.output.note(form.format(counts=manifest.told(language)))
    if manifest.held_id is not None:
        talk.output.note("(/restore)")


def _lines(talk: SlashCommands, manifest: Manifest, language: str) -> list[str]:
    """Return the lines that show what would be forgotten: numbers, first facts and messages, the question."""
    memory, user, words = talk.memory, talk.user, texts(language)
    facts = [memory.facts.get(id_, user_id=user).statement for id_ in manifest.fact_ids[:_SHOWN]]
    messages = [memory.messages.get(id_, user_id=user).content for id_ in manifest.message_ids[:_SHOWN]]
    again = [memory.facts.get(id_, user_id=user).statement for id_ in manifest.reopened_ids[:_SHOWN]]
    lines = [words.forget_going.format(counts=manifest.told(language))]
    lines += [words.forget_fact.format(text=_short(one)) for one in facts]
    lines += [words.forget_message.format(text=_short(one)) for one in (*messages, *manifest.parts[:_SHOWN])]
    more = sum(max(0, len(ids) - _SHOWN) for ids in (manifest.fact_ids, manifest.message_ids, manifest.parts))
    lines += [words.forget_more.format(count=more)] if more else []
    lines += [words.forget_again.format(text=_short(one)) for one in again]
    return [*lines, words.forget_sure_held if memory.settings.restorable_days else words.forget_sure]


def _offered(offer: Offer) -> str:
    return f"{offer.name} ({_short(offer.told)})" if offer.told else offer.name


def _short(text: str) -> str:
    return shorten(" ".join(text.split()), _SIGNS, placeholder="…")
