"""Find by rules what a request to forget describes: the message with its words, or told as it says.

"Wipe what I told you about his present, the hotel, the salt" means one message if that alone has several of its rare
words, or one of them and words of confidence ("not a word to anyone"), or was told when the request says, at night.
What only one of these speaks for is named and asked about.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta, tzinfo

from memary.forgetting.meaning.choice import Meant
from memary.forgetting.meaning.prior_records import PriorRecords
from memary.forgetting.meaning.thing_match import about_it, from_first
from memary.languages import any_of, of_all
from memary.languages.detection import detect_language
from memary.languages.prompt.stamps import local_time
from memary.languages.scripts import HAN
from memary.languages.terms import telling_words, terms
from memary.text.names.spotted_names import spot_entities
from memary.text.parts.clauses import Clause, clauses
from memary.text.times.intervals import TimeRef, find_times, time_stretches
from memary.types import Message, Role

_RARE = 3
"""In how many messages at most a word stands that can tell which is meant, or that tells it again."""

_ENOUGH = 2
"""How many signs make it sure."""

_MOST_OFFERS = 3
_NIGHT = (22, 5)
_DAY = timedelta(days=1)

_by_night = any_of(lambda language: language.requests.by_night)
_names_request = any_of(lambda language: language.requests.retracts)
_refers = any_of(lambda language: language.requests.refers)
_nouns = of_all(lambda packs: [pack.requests.nouns for pack in packs if pack.requests.nouns])
_HAN = re.compile(f"[{HAN}]")


class Description:
    """Finds what a request describes.

    Args:
        prior: what can be meant.
        zone: of messages that do not tell their own.
    """

    def __init__(self, prior: PriorRecords, zone: tzinfo | None) -> None:
        self._prior, self._zone = prior, zone

    async def meant(self, words: str, *, is_named: bool = False) -> Meant:
        """Return what the words of a request mean; texts of which one may be meant, where that is not sure.

        Of a message that is described all goes from where it begins to tell; of one that is named what tells of it.
        """
        by_word = await self._by_word(words)
        messages = {one.id: one for found in by_word.values() for one in found}
        signs = Counter(one.id for found in by_word.values() for one in found)
        confided = await self._prior.confided()
        for message in confided:
            messages[message.id] = message
            signs[message.id] += 1
        for id_, message in messages.items():
            signs[id_] += self._is_of_time(message, words)
        ranked = signs.most_common()
        if not ranked:
            return Meant()
        best, most = ranked[0]
        is_clear = len(ranked) == 1 or ranked[1][1] < most
        if most >= _ENOUGH and is_clear:
            message = messages[best]
            found = {word for word, where in by_word.items() if any(one.id == best for one in where)}
            going = about_it(message, found) if is_named else from_first(message, found)
            again = await self._again(message, going)
            return Meant(clauses=tuple((one, clause) for one, cut in again for clause in cut))
        likely = [messages[id_] for id_, count in ranked if count == most]
        return Meant(unclear=tuple(_shown(one) for one in likely[:_MOST_OFFERS]))

    async def _by_word(self, words: str) -> dict[str, list[Message]]:
        """Return where the rare words stand by which a request names things: nouns, not what is done to them."""
        found: dict[str, list[Message]] = {}
        for word in _nouns_of(words):
            saying = [
                one for one in await self._prior.saying(terms(word)) if one.role is Role.USER and not one.speaker
            ]
            own = [one for one in saying if not _HAN.search(word) or word in one.content]
            if 0 < len(own) <= _RARE:
                found[word] = own
        return found

    async def _again(self, message: Message, cut: Sequence[Clause]) -> list[tuple[Message, Sequence[Clause]]]:
        """Return what goes of a message, and clauses of replies that repeat a rare word of it alone."""
        own: set[str] = set()
        said: dict[str, Message] = {}
        for word in dict.fromkeys(word for clause in cut for word in telling_words(clause.text)):
            saying = await self._prior.saying(terms(word))
            if len(saying) <= _RARE and [one.id for one in saying if one.role is Role.USER] == [message.id]:
                own.add(word)
                said |= {one.id: one for one in saying if one.role is Role.ASSISTANT}
        found: list[tuple[Message, Sequence[Clause]]] = [(message, cut)]
        for one in said.values():
            repeating = [clause for clause in clauses(one.content) if own & set(telling_words(clause.text))]
            found.append((one, repeating))
        return found

    def _is_of_time(self, message: Message, words: str) -> bool:
        """Return whether a message was said when a request says that it was told: at night, in March."""
        hour = local_time(message, self._zone).hour
        if _by_night().search(words) and (hour >= _NIGHT[0] or hour < _NIGHT[1]):
            return True
        until = self._prior.asked.until
        times = [one for one in find_times(words, now=until) if not _is_of_today(one, until)]
        return any(one.start <= message.created_at < one.end and one.is_on_day(message.created_at) for one in times)


def _nouns_of(words: str) -> list[str]:
    """Return the words of a description that can name a thing, without those that ask to forget it."""
    plain = _refers().sub(" ", _names_request().sub(" ", words))
    for start, end in reversed(time_stretches(plain)):
        plain = f"{plain[:start]} {plain[end:]}"
    said = " ".join(match["noun"] for pattern in _nouns() for match in pattern.finditer(plain))
    named = [spot.name for spot in spot_entities(words, detect_language(words))]
    found = telling_words(" ".join((said, *named)))
    return [one for one in dict.fromkeys(found) if len(one) > 1]


def _is_of_today(time: TimeRef, now: datetime) -> bool:
    return time.start <= now < time.end and time.end - time.start <= _DAY


def _shown(message: Message) -> str:
    return clauses(message.content)[0].text if clauses(message.content) else message.content
