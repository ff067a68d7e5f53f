"""Have rules read messages in their proper form, and quote them as they were typed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from memary.ingestion.extraction.prompt import Extraction
from memary.ingestion.extraction.rules.changes.corrections import Stated
from memary.ingestion.extraction.rules.names.self_introduction import known_name
from memary.ingestion.extraction.rules.prior_knowledge import PriorKnowledge
from memary.text.proper_form import ProperForm, proper_form
from memary.text.speech_acts.passed_on_text import own_words
from memary.types import Fact, Message, Role


def form_of(message: Message, names: Collection[str]) -> ProperForm:
    """Return how a message is read; what others than users say is read as it stands."""
    if message.role is not Role.USER:
        return ProperForm(message.content, message.content, ())
    return proper_form(message.content, message.language, names)


def as_read(message: Message, form: ProperForm) -> Message:
    """Return a message with the text as which it is read."""
    return message.model_copy(update={"content": form.text}) if form.changes else message


def in_own_words(message: Message, self_name: str, stated: Sequence[Stated]) -> Message:
    """Return a message without the words of others that its user passes on."""
    if message.role is not Role.USER:
        return message
    name = known_name(message.speaker or self_name, stated)
    own = own_words(message.content, [name] if name else [])
    return message if own == message.content else message.model_copy(update={"content": own})


def known_as_read(known: PriorKnowledge) -> PriorKnowledge:
    """Return what is known, with the messages before as they are read, and so what the facts quote of them."""
    forms = {one.id: form_of(one, known.names) for one in known.earlier}
    if not any(form.changes for form in forms.values()):
        return known
    earlier = [as_read(one, forms[one.id]) for one in known.earlier]
    return replace(known, earlier=earlier, facts=[_quoted_as_read(fact, forms) for fact in known.facts])


def _quoted_as_read(fact: Fact, forms: Mapping[str, ProperForm]) -> Fact:
    """Return a fact that one of some messages says, with its quote as that message is read."""
    form = next((form for id_ in fact.source_ids if (form := forms.get(id_)) and form.changes), None)
    return fact.model_copy(update={"quote": form.as_read(fact.quote)}) if form else fact


def as_typed(read: Extraction, forms: Sequence[ProperForm]) -> Extraction:
    """Return what was read with quotes as they were typed."""
    if not any(form.changes for form in forms):
        return read

    def typed(quote: str, message: int | None) -> str:
        return forms[message - 1].as_typed(quote) if message else quote

    facts = [
        fact.model_copy(
            update={
                "quote": typed(fact.quote, fact.message),
                "rests_on": tuple(
                    ground.model_copy(update={"words": typed(ground.words, fact.message)}) for ground in fact.rests_on
                ),
            }
        )
        for fact in read.facts
    ]
    same = [one.model_copy(update={"quote": typed(one.quote, one.message)}) for one in read.same]
    return read.model_copy(update={"facts": tuple(facts), "same": tuple(same)})
