"""Choose the recalled lines that answer a question.

They share the telling words of the question, facts also where they say most of them in other words ("What must I not
eat?": "is allergic to nuts"). A word tells the less the more of the recalled lines hold it, so that the name of the
user, which is everywhere, answers nothing. A time in the question need not be said, since recall chose by it. A line
that only asks is no answer. "Who am I?" is answered with the first facts that are recalled.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest

from memary.languages import any_of, of_all
from memary.languages.equivalents import words_alike
from memary.languages.scripts import LIST_EDGES
from memary.languages.terms import query_terms, segmented, telling_words, terms
from memary.models.offline.lines import DAY, EDGE, HAN_RUN, PERIOD, STAMP, Line, mark
from memary.models.offline.order import first_of_search, in_order
from memary.text import detect_language
from memary.text.asked_words import tell_more_than_names
from memary.text.attitudes import attitude_in, attitudes_asked
from memary.text.names.spotted_names import spot_entities, spotted_names
from memary.text.own_matters import (
    as_asker,
    asks_of_another,
    asks_of_asker,
    asks_own_matter,
    beside_relation,
    tells_asked,
    tells_matter,
    tells_of_ones_kin,
    tells_other,
)
from memary.text.speech_acts.endings import asks_over, says_over, without_over
from memary.text.speech_acts.questions import asks_ahead, asks_of_self, in_full, questions, sentences, statements
from memary.text.times.intervals import time_stretches
from memary.text.times.past_words import past_words
from memary.text.topics import roles_in

_QUOTES = 3
_NEAREST = 2
_ANSWERS = 6
"""How many lines are quoted at most where several questions are answered, or one for what lies ahead."""

_ENOUGH = 0.3
"""Share of the weight of the question's words that a line must hold to be an answer."""

_MOST = 0.7
"""Share of it that a fact must hold that says some of the words otherwise."""

_ABSENT = 0.5
"""Weight of a word that no recalled line holds, beside one that a single line holds."""

_ABSENT_NAME = 3.0
"""The same of a name: what memory holds of others says nothing of whom it does not know."""

_since = of_all(
    lambda packs: re.compile("|".join(rf" \({pack.texts.since.format(start=DAY)}\)$" for pack in packs if pack.texts))
)
_asks_now = any_of(lambda language: language.times.asks_now)
_asks_when = any_of(lambda language: language.questions.when)
_kind_asked = any_of(lambda language: language.questions.kind)
_possessive = any_of(lambda language: language.pronouns.possessive)
_before = any_of(lambda language: language.questions.before)
_asker = any_of(lambda language: language.pronouns.asker)
_third = of_all(lambda packs: [form for pack in packs if (form := pack.dialogue.stands_for.get("person"))])
_naming = any_of(lambda language: language.questions.naming)
_yes_or_no = any_of(lambda language: language.questions.yes_or_no)


def quoted(turn: str, recalled: Sequence[Line], *, names: Sequence[str]) -> list[str]:
    """Return the lines that answer what a turn asks, first what it states itself.

    What it states of the user's home, work or age takes the place of what was known before.
    """
    question = as_asker(questions(turn) or turn)
    told = [f"- {one.rstrip(LIST_EDGES)}" for one in sentences(statements(turn))]
    own = [line for line in told if tells_asked(line, question)]
    own = _of_user(own) if asks_own_matter(question) else own
    if own:
        return own
    said = _quotes(question, list(map(Line.of, told)), names=names) if told and not asks_of_self(question) else []
    known = _of_each(question, recalled, names=names)
    return [*said, *known][:_QUOTES] if said else known


def _of_each(question: str, recalled: Sequence[Line], *, names: Sequence[str]) -> list[str]:
    """Return what answers each of several questions, in turns; what answers them as one, where none is answered."""
    asked = [one for one in sentences(question) if telling_words(one) and _told_without(one, _before().sub(" ", one))]
    if len(asked) < 2:
        return _quotes(question, recalled, names=names)
    apart = [replace(line, place=None) for line in recalled]  # search puts first what answers them together
    answers = [_quotes(one, apart, names=names) for one in asked]
    in_turns = [line for lines in zip_longest(*answers) for line in lines if line]
    return list(dict.fromkeys(in_turns))[:_ANSWERS] or _quotes(question, recalled, names=names)


def sharing(question: str, recalled: Sequence[Line]) -> list[str]:
    """Return the lines that share a word or a name with a question that cannot be read, the rarest shared first."""
    lines = list({line.said: line for line in recalled if line.statement}.values())
    alike = words_alike(question)
    weights = _weights(_telling_words(question, lines), lines)
    shares = [
        sum(weight for word, weight in weights.items() if any(map(line.holds, (word, *alike.get(word, ())))))
        for line in lines
    ]
    found = sorted((one for one in zip(shares, lines, strict=True) if one[0]), key=lambda one: -one[0])
    return [line.text for _, line in found[:_NEAREST]]


def nearest(question: str, recalled: Sequence[Line]) -> list[str]:
    """Return the message that search is surest of, which may answer in other words than the question's.

    Of a name, and of anybody's home, work or age, words tell whether it does, and these did not.
    """
    asked = as_asker(question)
    if _naming().search(asked) or asks_own_matter(asked) or asks_of_another(asked):
        return []
    return [line.text for line in first_of_search(recalled, (), is_told=True) if line.statement]


def _of_user(lines: Sequence[str]) -> list[str]:
    return [line.text for line in _of_asker([Line.of(one) for one in lines])]


def _quotes(question: str, recalled: Sequence[Line], *, names: Sequence[str]) -> list[str]:
    """Return the recalled lines that hold enough of the question's words, the fullest first.

    Behind them stand lines that add something.

    Args:
        question: what was asked.
        recalled: the lines.
        names: further words of the question that name somebody.
    """
    question = in_full(as_asker(question))
    known = {line.said: line for line in reversed(recalled) if line.statement}
    known |= {line.said: line for line in recalled if line.statement and not line.is_fact and line.is_over}
    called = _called_by_name(question, list(known.values()))
    called = _of_asker_alone(called, question) if _is_of_asker_alone(question, called) else called
    lines = [line for line in called if not _is_of_other_taste(line, question)][::-1]
    stretches = time_stretches(question)
    asks = (match.span() for form in (_asks_now(), _asks_when()) for match in form.finditer(question))
    telling = _telling_words(_without(without_over(question), [*stretches, *past_words(question), *asks]), lines)
    alike = words_alike(question)
    named = [*names, *spotted_names(question)]
    lines = _of_matter(lines, question, names=named, telling=telling)
    lines = _of_whom_is_asked(_of_past(lines, question), question, names=named, telling=telling)
    weights = _weights(telling, lines, names=frozenset(terms(" ".join(named))) - alike.keys())  # which names nobody
    times = [_weights(terms(question[start:end]), lines) for start, end in stretches]
    shares = [(max(_share(line, weights, times), _share_otherwise(line, weights, alike)), line) for line in lines]
    if not (stretches or past_words(question)):
        shares = _newest_first(shares)
    shares.sort(key=lambda pair: -pair[0])
    said = max((share for share, line in shares if line.is_fact), default=0.0)  # in a sentence, which edges are not
    found = [one for one in shares if one[0] >= _ENOUGH and (one[0] > said or not EDGE.match(one[1].text))]
    if asks_ahead(question) and not stretches and (ahead := [line.text for line in lines if line.is_asked]):
        return ahead[:_ANSWERS]
    if asks_of_self(question) and not (found and named):
        return [line.text for line in _of_user_first([line for line in lines if line.is_fact])]
    quotes = _each_adding(_of_one(found, _user_in(lines)) if asks_own_matter(question) else found, weights)
    is_told = any(line.is_fact and not line.is_over for line in quotes)
    asked = [] if is_told else _asked_for(lines, question, telling, names=named)
    quotes = [*asked[:1], *quotes] or _told_otherwise(lines, question, telling, names=named)
    is_answer = (is_told and any(line.is_asked for line in quotes)) or _tell_end_asked(quotes, question)
    if not is_answer and not tell_more_than_names((line.statement for line in quotes), question):
        return []
    is_past = bool(past_words(question))
    is_told = any(line.is_fact for line in quotes)
    first = first_of_search(lines, telling, is_told=is_told) if quotes else ()
    quotes = list(dict.fromkeys([*quotes[:_QUOTES], *first]))
    whom = {word for word in telling if roles_in(word)} | set(terms(" ".join(named)))
    quotes = in_order(quotes, lines, telling, names=whom, is_past=is_past or bool(stretches))
    if asks_over(question):
        quotes.sort(key=lambda line: 0 if line.is_fact else 2 - _tells_end(line))
    elif not is_past:
        quotes.sort(key=lambda line: line.is_over and not (stretches and line.is_fact))  # a fact of the time asked of
    return [line.text for line in quotes]


def _tells_end(line: Line) -> bool:
    """Return whether a line says that something is over, or is marked as over."""
    return line.is_over or says_over(line.said)


def _tell_end_asked(lines: Sequence[Line], question: str) -> bool:
    """Return whether lines tell an end where it is asked whether something is so: "Are Ann and Bob together?"."""
    is_asked = asks_over(question) or _yes_or_no().search(question) is not None
    return is_asked and any(map(_tells_end, lines))


def _asked_for(lines: Sequence[Line], question: str, telling: Sequence[str], *, names: Sequence[str]) -> list[Line]:
    """Return the facts that hold now of the relation that a question asks for, in whatever words or language."""
    if time_stretches(question) or past_words(question):
        return []
    roles, alike = roles_in(question), words_alike(question)
    otherwise = [one for word in query_terms(question) if roles_in(word) for one in alike.get(word, ())]
    beside = set(query_terms(beside_relation(question)))
    rest = [*terms(" ".join(names)), *(word for word in telling if word in beside)]
    return [
        line
        for line in (_of_asker(lines) if asks_own_matter(question) else lines)
        if line.is_asked
        and not line.is_over
        and all(map(line.holds, rest))
        and (not roles or roles & roles_in(line.said) or any(map(line.holds, otherwise)))
    ]


def _told_otherwise(
    lines: Sequence[Line], question: str, telling: Sequence[str], *, names: Sequence[str]
) -> list[Line]:
    """Return the fact that says otherwise than a question supposes.

    "User lives in Oslo." tells of "Do I live in Rome?", as all of the question but a name is in it.
    """
    unknown = {word for word in terms(" ".join(names)) if not any(line.holds(word) for line in lines)}
    rest = [word for word in telling if word not in unknown]
    if not (unknown and rest and _yes_or_no().search(question)) or time_stretches(question):
        return []
    alike = words_alike(question)
    facts = [line for line in lines if line.is_fact and not line.is_over]
    if not roles_in(question) and len(rest) == 1:
        facts = [line for line in _of_asker(facts) if tells_matter(line.said)] if asks_of_asker(question) else []
    return [line for line in facts if all(any(map(line.holds, (word, *alike.get(word, ())))) for word in rest)][:1]


def _of_one(found: Sequence[tuple[float, Line]], whose: str) -> list[tuple[float, Line]]:
    """Return lines with shares without facts that begin otherwise than the first, if that begins with a word."""
    facts = [line for _, line in found if line.is_fact]
    if not facts or facts[0].beginning != whose:
        return list(found)
    return [one for one in found if not one[1].is_fact or one[1].beginning == whose]


def _newest_first(shares: Sequence[tuple[float, Line]]) -> list[tuple[float, Line]]:
    """Return lines with their shares, facts first, then what was said, the last first."""
    facts = [one for one in shares if one[1].is_fact or EDGE.match(one[1].text)]
    said = [(STAMP.match(one[1].text), one) for one in shares if one not in facts]
    today = [one for stamp, one in said if stamp is None]
    before = sorted(((stamp[1], one) for stamp, one in said if stamp), key=lambda one: one[0], reverse=True)
    return [*facts, *reversed(today), *(one for _, one in before)]


def _each_adding(found: Sequence[tuple[float, Line]], weights: Mapping[str, float]) -> list[Line]:
    """Return lines with their shares in the order of quoting.

    Of a line, only what those before it leave out counts. So the line that says where Luka lives follows the one that
    says whose brother he is, and no tale of a brother.
    """
    whole = sum(weights.values()) or 1.0
    left, said, quotes = list(found), set[str](), list[Line]()
    while left and len(quotes) < _QUOTES:
        held = [{word for word in weights if line.holds(word)} for _, line in left]
        worth = [
            share - sum(weights[word] for word in words & said) / whole
            for (share, _), words in zip(left, held, strict=True)
        ]
        best = worth.index(max(worth))
        said |= held[best]
        quotes.append(left.pop(best)[1])
    return quotes


def _of_user_first(facts: Sequence[Line]) -> list[Line]:
    """Return facts, those first that tell of the user, and hold."""
    user = _user_in(facts)
    return sorted(facts, key=lambda line: (PERIOD.search(line.text) is not None, line.beginning != user))


def _user_in(lines: Sequence[Line]) -> str:
    """Return what the facts begin with that tell of whom most of them tell, which is the user."""
    begins = Counter(line.beginning for line in lines if line.is_fact)
    return max(begins, key=lambda word: begins[word], default="")


def _called_by_name(question: str, lines: Sequence[Line]) -> list[Line]:
    """Return the lines, those that name somebody also under what the question calls them.

    So a line about Eva is found for "wife", and one about Mum for "mother".
    """
    names = frozenset(terms(" ".join(spotted_names(question))))
    called: dict[str, str] = {}
    alike = words_alike(question)
    for word in filter(roles_in, query_terms(question)):
        said = (word, *filter(roles_in, alike.get(word, ())))
        lines = [
            replace(line, terms=line.terms | {word}) if any(line.holds(one) for one in said if len(one) > 1) else line
            for line in lines
        ]
        for line in (line for line in lines if line.is_fact and any(map(line.holds, said))):
            spotted = spot_entities(line.statement, detect_language(line.statement))
            told = [spot.name for spot in spotted if not _is_owner(spot.name, line.statement)]
            called |= {name: word for name in told if names.isdisjoint(terms(name))}
    return [
        replace(
            line, terms=line.terms | {word for name, word in called.items() if line.is_fact and name in line.text}
        )
        for line in lines
    ]


def _of_asker(lines: Sequence[Line]) -> list[Line]:
    """Return the lines without what is told of those whom the user has, by name or not.

    "Where do I live?" is not answered with where they live.
    """
    of_kin = [line for line in lines if tells_of_ones_kin(line.said)]
    told = ((spot.name, line) for line in of_kin for spot in spot_entities(line.said, detect_language(line.said)))
    names = tuple(name for name, line in told if not _is_owner(name, line.said))
    return [line for line in lines if line not in of_kin and not line.said.startswith(names)]


def _is_of_asker_alone(question: str, lines: Sequence[Line]) -> bool:
    """Return whether a question is of the user's own home or the like, also of yes or no: "Do I live in Rome?"."""
    if asks_own_matter(question):
        return True
    is_plain = bool(_yes_or_no().search(question)) and asks_of_asker(question) and not roles_in(question)
    told = [line for line in lines if line.is_fact and tells_matter(line.said)] if is_plain else []
    return any(line.holds(word) for word in query_terms(question) for line in told)


def _of_asker_alone(lines: Sequence[Line], question: str) -> list[Line]:
    """Return the lines of the user; where a fact tells what is asked, of messages those in the first person."""
    own = _of_asker(lines)
    if not any(line.is_fact and not line.is_over and tells_asked(line.said, question) for line in own):
        return own
    return [line for line in own if line.is_fact or _asker().search(line.said)]


def _of_matter(lines: Sequence[Line], question: str, *, names: Sequence[str], telling: Sequence[str]) -> list[Line]:
    """Return the lines without those that tell another matter than is asked, or the same of somebody else.

    So "What does Ben do?" is answered neither with where Ben lives nor with what the user does. What shares more than
    names with a question is kept.
    """
    alike = words_alike(question)
    named = frozenset(terms(" ".join(names)))
    asked = [(word, *alike.get(word, ())) for word in telling if word not in named]
    roles = [(word, *alike.get(word, ())) for word in query_terms(question) if roles_in(word)]
    whom = [*roles, *((word,) for word in named)] if asks_of_another(question) else []
    return [line for line in lines if not _is_beside(line, question, asked, whom=whom)]


def _of_past(lines: Sequence[Line], question: str) -> list[Line]:
    """Return the lines without what is so now, where it is asked what was so before: "Where did I live before?"."""
    if not any(_before().search(question[start:end]) for start, end in past_words(question)):
        return list(lines)
    asked = [line for line in lines if tells_asked(line.said, question) and not _before().search(line.said)]
    now = [line for line in asked if line.is_fact and _since().search(mark().sub("", line.text))]
    known = frozenset[str]().union(*(line.terms | set("".join(HAN_RUN.findall(line.said))) for line in now))
    rest = [line for line in asked if not line.is_fact and not mark().search(line.text)]
    said = [
        line
        for line in rest
        if all(one in known or (HAN_RUN.match(one) and known.issuperset(one)) for one in line.terms)
    ]
    return [line for line in lines if line not in now and line not in said]


def _of_whom_is_asked(
    lines: Sequence[Line], question: str, *, names: Sequence[str], telling: Sequence[str]
) -> list[Line]:
    """Return the lines without what is told of who asks or of others, where it is asked of somebody who is known.

    "Is Mia allergic to nuts?" is not answered with what the user is allergic to, nor "Where does Mia work?" with when
    Tom does.
    """
    if asks_of_asker(question):
        return list(lines)
    alike = words_alike(question)
    roles = [one for word in query_terms(question) if roles_in(word) for one in (word, *alike.get(word, ()))]
    of_kin = [line for line in lines if line.is_fact and tells_of_ones_kin(line.said)]
    kin = [word for word in query_terms(question) if any(line.holds(word) for line in of_kin)]
    whom = [*roles, *kin, *terms(" ".join(names))]
    naming = [line for line in lines if any(map(line.holds, whom))]
    spotted = ((spot.name, line) for line in naming for spot in spot_entities(line.said, detect_language(line.said)))
    called = {
        name
        for name, line in spotted
        if not _is_owner(name, line.said) and (not line.said.startswith(name) or _naming().search(line.said))
    }
    told = [line for line in lines if line in naming or any(name in line.said for name in called)]
    others = [line for line in lines if line.is_fact or _asker().search(line.said)]
    if asks_of_another(question):
        others += [line for line in lines if _has_other_subject(line, telling, own=" ".join((*called, *whom)))]
    return [line for line in lines if not naming or line in told or line not in others]


def _has_other_subject(line: Line, telling: Sequence[str], *, own: str) -> bool:
    """Return whether what a line says of what is asked stands behind a name that is none of these, and no pronoun."""
    said = [word for word in telling if line.holds(word)]
    if not said or any(form.search(line.said) for form in _third()):
        return False
    names = (spot.name for spot in spot_entities(line.said, detect_language(line.said)))
    others = (name for name in names if set(terms(name)).isdisjoint(terms(own)))
    return any(set(terms(line.said.partition(name)[0])).isdisjoint(said) for name in others)


def _is_beside(line: Line, question: str, asked: Sequence[Sequence[str]], *, whom: Sequence[Sequence[str]]) -> bool:
    """Return whether a line misses the question: it shares only names, or says the same of others."""
    if whom and tells_matter(line.said) and not any(line.holds(word) for words in whom for word in words):
        return True
    shares_more = not asked or any(line.holds(word) for words in asked for word in words)
    return not shares_more and tells_other(line.said, question)


def _is_owner(name: str, statement: str) -> bool:
    """Return whether a sentence names somebody as whose something is.

    Who says "Ada's wife" calls Ada no wife.
    """
    return _possessive().match(statement, statement.find(name) + len(name)) is not None


def _is_of_other_taste(line: Line, question: str) -> bool:
    """Return whether a line tells what is liked, where it is asked what is not, or the other way round."""
    asked = attitudes_asked(question)
    return len(asked) == 1 and attitude_in(line.statement) == -asked.pop()


def _share_otherwise(line: Line, weights: Mapping[str, float], alike: Mapping[str, frozenset[str]]) -> float:
    """Return the share of the question that a fact says, partly in other words.

    "Eat" is in "is allergic to nuts" that way. Such words are many, so that the fact has to say most of what is
    asked.
    """
    if not line.is_fact:
        return 0.0
    said = (word for word in weights if any(line.holds(one) for one in (word, *alike.get(word, ()))))
    share = sum(weights[word] for word in said) / (sum(weights.values()) or 1.0)
    return share if share >= _MOST else 0.0


def _without(question: str, stretches: Sequence[tuple[int, int]]) -> str:
    """Return the question with blanks for its times, or "" if it says nothing else that tells."""
    bare = question
    for start, end in stretches:
        bare = f"{bare[:start]}{' ' * (end - start)}{bare[end:]}"
    return _told_without(question, bare)


def _told_without(question: str, bare: str) -> str:
    """Return the bare question, or "" if what was taken out of the question is all of it that tells."""
    return bare if set(query_terms(bare)) & set(query_terms(question)) else ""


def _share(line: Line, weights: Mapping[str, float], times: Sequence[Mapping[str, float]]) -> float:
    """Return the weighted share of question words in the line; a time counts only if complete."""
    said = [time for time in times if all(line.holds(word) for word in time)]
    held = sum(weight for word, weight in weights.items() if line.holds(word))
    more = sum(weight for time in said for weight in time.values())
    whole = sum(weights.values()) + more
    return (held + more) / whole if whole else 0.0


def _weights(words: Sequence[str], lines: Sequence[Line], *, names: frozenset[str] = frozenset()) -> dict[str, float]:
    """Weigh words by rarity among the lines.

    One that none holds counts as much as a common one, if it is no name.
    """
    found = {word: sum(line.holds(word) for line in lines) for word in words}
    return {
        word: math.log((len(lines) + 1) / (count + 0.5))
        if count
        else (_ABSENT_NAME if word in names else _ABSENT) * math.log(len(lines) + 1)
        for word, count in found.items()
    }


def _telling_words(question: str, lines: Sequence[Line]) -> list[str]:
    """Return the question's words except those that ask for a name or name the kind of thing asked for.

    "Which city" is such a kind; both tell something where nothing else does ("What is my name?"). Of Chinese words
    those that the segmenter cuts, not every pair of characters; but where it glued a word together that occurs
    nowhere, the pairs of it that do occur.
    """
    asked = question
    for form in (_kind_asked(), _naming()):
        asked = _told_without(asked, form.sub(" ", asked)) or asked
    glued = set(segmented(asked))
    words: list[str] = []
    for term in query_terms(asked):
        if not HAN_RUN.match(term):
            words.append(term)
        elif term in glued:
            pairs = [term[i : i + 2] for i in range(len(term) - 1)] if len(term) > 2 else []
            known = [pair for pair in pairs if any(line.holds(pair) for line in lines)]
            words += known if known and not any(line.holds(term) for line in lines) else [term]
    return list(dict.fromkeys(words))
