# ruff: noqa: E501  a row of the table reads best whole
"""A table of short histories: what was said when and by whom, what a model reads in it, and what is true in the end.

The same table is driven through a scripted model and through `memory.facts.add`. Facts are written "subject predicate
object". A model quotes the whole message as the words that support a fact.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

FIRST_DAY = datetime(2024, 1, 1, 9, tzinfo=UTC)


@dataclass(frozen=True)
class Read:
    """A fact as a model reads it.

    `of` is the known fact that it names as the target.
    """

    line: str
    op: str = "ADD"
    of: str | None = None
    since: str | None = None
    until: str | None = None
    correction: bool = False

    @property
    def triple(self) -> tuple[str, str, str]:
        subject, predicate, object_ = self.line.split(" ", 2)
        return subject, predicate, object_


@dataclass(frozen=True)
class Said:
    """A message on a day, and what a model reads in it."""

    day: int
    text: str
    facts: tuple[Read, ...]
    by: Literal["user", "assistant", "tool", "external"] = "user"
    session: str = "one"
    speaker: str | None = None

    @property
    def at(self) -> datetime:
        return FIRST_DAY + timedelta(days=self.day)


@dataclass(frozen=True)
class SupersessionCase:
    """A history and its outcome: true now, true before, never true, true later, and pairs in conflict."""

    name: str
    group: str
    language: Literal["en", "zh"]
    said: tuple[Said, ...]
    now: frozenset[str]
    past: frozenset[str] = frozenset()
    wrong: frozenset[str] = frozenset()
    later: frozenset[str] = frozenset()
    conflicts: frozenset[frozenset[str]] = frozenset()

    def __str__(self) -> str:
        return f"{self.language}-{self.group}-{self.name}".replace(" ", "-")


def say(day: int, text: str, *facts: Read | str, **fields: Any) -> Said:
    return Said(day, text, tuple(Read(fact) if isinstance(fact, str) else fact for fact in facts), **fields)


def update(line: str, of: str | None = None, **fields: Any) -> Read:
    return Read(line, "UPDATE", of, **fields)


def end(line: str, of: str | None = None, **fields: Any) -> Read:
    return Read(line, "DELETE", of, **fields)


def fix(line: str, of: str | None = None, **fields: Any) -> Read:
    return Read(line, "UPDATE", of, correction=True, **fields)


CASES: list[SupersessionCase] = []


def case(
    language: Literal["en", "zh"],
    group: str,
    name: str,
    *said: Said,
    now: str = "",
    past: str = "",
    wrong: str = "",
    later: str = "",
    conflicts: str = "",
) -> None:
    """Add a case; facts are parted by ";", the two of a conflict by "/"."""
    pairs = frozenset(frozenset(_facts(pair, "/")) for pair in _facts(conflicts))
    CASES.append(
        SupersessionCase(
            name, group, language, said, _facts(now), _facts(past), _facts(wrong), _facts(later), conflicts=pairs
        )
    )


def _facts(text: str, mark: str = ";") -> frozenset[str]:
    return frozenset(part.strip() for part in text.split(mark) if part.strip())


# fmt: off
def english() -> None:
    def en(*args: Any, **fields: Any) -> None:
        case("en", *args, **fields)

    paris, rome, oslo = "User lives_in Paris", "User lives_in Rome", "User lives_in Oslo"
    acme, bolt = "User works_at Acme", "User works_at Bolt"

    g = "change"
    en(g, "moved", say(0, "I live in Paris.", paris), say(9, "I moved to Rome.", "User moved_to Rome"), now="User moved_to Rome", past=paris)
    en(g, "moved, target named", say(0, "I live in Paris.", paris), say(9, "I live in Rome now, not in Paris.", update(rome, paris)), now=rome, past=paris)
    en(g, "moved twice", say(0, "I live in Paris.", paris), say(9, "Now it is Rome.", rome), say(30, "Oslo is home now.", oslo), now=oslo, past=f"{paris};{rome}")
    en(g, "moved and back", say(0, "I live in Paris.", paris), say(9, "I live in Rome now.", rome), say(30, "I live in Paris again.", paris), now=paris, past=f"{paris};{rome}")
    en(g, "back and forth four times", *(say(9 * n, f"Now I live in {c}.", f"User lives_in {c}") for n, c in enumerate(["Paris", "Rome", "Paris", "Rome"])), now=rome, past=f"{paris};{rome}")
    en(g, "another session", say(0, "I work at Acme.", acme), say(40, "I have started at Bolt.", bolt, session="two"), now=bolt, past=acme)
    en(g, "joined elsewhere", say(0, "I work at Acme.", acme), say(40, "I joined Bolt.", "User joined_company Bolt"), now="User joined_company Bolt", past=acme)
    en(g, "promoted", say(0, "I am a clerk.", "User job_title clerk"), say(40, "They made me manager.", "User works_as manager"), now="User works_as manager", past="User job_title clerk")
    en(g, "new phone", say(0, "My number is 555-1.", "User phone_number 555-1"), say(5, "My number is now 555-2.", "User phone_is 555-2"), now="User phone_is 555-2", past="User phone_number 555-1")
    en(g, "a year older", say(0, "I am 30.", "User age_is 30"), say(366, "I turned 31.", "User age_is 31"), now="User age_is 31", past="User age_is 30")
    en(g, "favourite changed", say(0, "Red is my favorite color.", "User favorite_color red"), say(5, "Blue is my favorite color these days.", "User favourite_color_is blue"), now="User favourite_color_is blue", past="User favorite_color red")
    en(g, "price", say(0, "The Orion costs 100 dollars.", "Orion costs 100-dollars"), say(5, "The Orion is 120 dollars now.", "Orion price_is 120-dollars"), now="Orion price_is 120-dollars", past="Orion costs 100-dollars")
    en(g, "status", say(0, "Project Zephyr is in review.", "Zephyr status_is in-review"), say(5, "Zephyr is done.", "Zephyr has_status done"), now="Zephyr has_status done", past="Zephyr status_is in-review")
    en(g, "diet", say(0, "I am vegan.", "User diet_is vegan"), say(99, "I eat vegetarian now.", "User follows_diet vegetarian"), now="User follows_diet vegetarian", past="User diet_is vegan")
    en(g, "manager", say(0, "I report to Kim.", "User reports_to Kim"), say(9, "Lee is my manager now.", "User manager_is Lee"), now="User manager_is Lee", past="User reports_to Kim")
    en(g, "tool for tool, target named", say(0, "I use Vim.", "User uses Vim"), say(9, "I use Emacs instead of Vim.", update("User uses Emacs", "User uses Vim")), now="User uses Emacs", past="User uses Vim")

    g = "feeling"
    en(g, "love to hate", say(0, "I love sushi.", "User loves sushi"), say(9, "I hate sushi.", "User hates sushi"), now="User hates sushi", past="User loves sushi")
    en(g, "love, hate, love", say(0, "I love sushi.", "User loves sushi"), say(9, "I hate sushi.", "User hates sushi"), say(20, "I love sushi after all.", "User loves sushi"), now="User loves sushi", past="User loves sushi;User hates sushi")
    en(g, "like is love", say(0, "I like sushi.", "User likes sushi"), say(9, "I love sushi.", "User loves sushi"), now="User likes sushi")
    en(g, "no longer likes", say(0, "I like jazz.", "User likes jazz"), say(9, "I no longer like jazz.", "User no_longer_likes jazz"), now="User no_longer_likes jazz", past="User likes jazz")
    en(g, "two things", say(0, "I like tea.", "User likes tea"), say(9, "I dislike coffee.", "User dislikes coffee"), now="User likes tea;User dislikes coffee")
    en(g, "two people", say(0, "I like tea.", "User likes tea"), say(9, "Bob hates tea.", "Bob hates tea"), now="User likes tea;Bob hates tea")

    g = "correction"
    en(g, "no, I meant", say(0, "My birthday is 1 May.", "User birthday_is 1-May"), say(1, "No, I meant 2 May.", fix("User birthday_is 2-May", "User birthday_is 1-May")), now="User birthday_is 2-May", wrong="User birthday_is 1-May")
    en(g, "without a target", say(0, "I live in Paris.", paris), say(1, "Sorry, I meant Rome, not Paris.", Read(rome, correction=True)), now=rome, wrong=paris)
    en(g, "correction of a correction", say(0, "Born on 1 May.", "User born_on 1-May"), say(1, "No, on 2 May.", fix("User born_on 2-May")), say(2, "No, 1 May was right.", fix("User born_on 1-May")), now="User born_on 1-May", wrong="User born_on 1-May;User born_on 2-May")
    en(g, "never moved", say(0, "I live in Paris.", paris), say(9, "I moved to Rome.", rome), say(10, "That was wrong, I never moved to Rome.", end(rome, rome, correction=True)), now=paris, past=paris, wrong=rome)
    en(g, "still here", say(0, "I live in Paris.", paris), say(9, "I moved to Rome.", rome), say(10, "No, I am still in Paris, not in Rome.", fix(paris, rome)), now=paris, past=paris, wrong=rome)
    en(g, "a name", say(0, "My boss is Jon.", "User manager_is Jon"), say(1, "His name is John, not Jon.", fix("User manager_is John", "User manager_is Jon")), now="User manager_is John", wrong="User manager_is Jon")
    en(g, "many-valued, both named", say(0, "I speak Dutch.", "User speaks Dutch"), say(1, "I meant Danish, not Dutch.", fix("User speaks Danish", "User speaks Dutch")), now="User speaks Danish", wrong="User speaks Dutch")

    g = "negation"
    en(g, "not any more", say(0, "I live in Paris.", paris), say(9, "I don't live in Paris any more.", end(paris)), past=paris)
    en(g, "negated predicate", say(0, "I live in Paris.", paris), say(9, "I don't live in Paris any more.", "User no_longer_lives_in Paris"), now="User no_longer_lives_in Paris", past=paris)
    en(g, "does not live", say(0, "I live in Paris.", paris), say(9, "I do not live in Paris.", "User does_not_live_in Paris"), now="User does_not_live_in Paris", past=paris)
    en(g, "another city", say(0, "I live in Paris.", paris), say(9, "I don't live in Rome.", end(rome)), now=paris)
    en(g, "stopped working", say(0, "I work at Acme.", acme), say(9, "I stopped working at Acme.", end("User stopped_working_at Acme")), past=acme)
    en(g, "left", say(0, "I work at Acme.", acme), say(9, "I left Acme.", "User left Acme"), now="User left Acme", past=acme)
    en(g, "left and came back", say(0, "I work at Acme.", acme), say(9, "I left Acme.", "User left Acme"), say(90, "I work at Acme again.", acme), now=f"User left Acme;{acme}", past=acme)
    en(g, "quit, target named", say(0, "I work at Acme.", acme), say(9, "I quit my job.", end("User quit Acme", acme)), past=acme)
    en(g, "sold", say(0, "I own a boat.", "User owns boat"), say(9, "I sold the boat.", "User sold boat"), now="User sold boat", past="User owns boat")
    en(g, "graduated", say(0, "I study at MIT.", "User studies_at MIT"), say(9, "I graduated from MIT.", "User graduated_from MIT"), now="User graduated_from MIT", past="User studies_at MIT")
    en(g, "job ends, city stays", say(0, "I live in Paris and work at Acme.", paris, acme), say(9, "I left Acme.", end(acme, acme)), now=paris, past=acme)

    g = "independent"
    en(g, "job and city", say(0, "I live in Paris and work at Acme.", paris, acme), say(9, "I moved to Rome.", rome), now=f"{rome};{acme}", past=paris)
    en(g, "employer and occupation", say(0, "I am a cook.", "User works_as cook"), say(1, "I work at Acme.", acme), now=f"User works_as cook;{acme}")
    en(g, "two people, equal facts", say(0, "I live in Paris.", paris), say(1, "Bob lives in Paris.", "Bob lives_in Paris"), say(9, "I moved to Rome.", rome), now=f"{rome};Bob lives_in Paris", past=paris)
    en(g, "same pair, other predicates", say(0, "I work at Acme.", acme), say(1, "I founded Acme.", "User founded Acme"), now=f"{acme};User founded Acme")
    en(g, "two favourites", say(0, "Red is my favorite color.", "User favorite_color red"), say(1, "Soup is my favorite food.", "User favorite_food soup"), now="User favorite_color red;User favorite_food soup")

    g = "many"
    en(g, "friends", say(0, "Bob is my friend.", "User friend_of Bob"), say(1, "Eve is my friend.", "User friend_of Eve"), now="User friend_of Bob;User friend_of Eve")
    en(g, "languages, target named in error", say(0, "I speak Dutch.", "User speaks Dutch"), say(1, "I speak Danish.", update("User speaks Danish", "User speaks Dutch")), now="User speaks Dutch;User speaks Danish", conflicts="User speaks Dutch/User speaks Danish")
    en(g, "hobbies", say(0, "I do chess.", "User has_hobby chess"), say(1, "I do judo.", "User has_hobby judo"), now="User has_hobby chess;User has_hobby judo")
    en(g, "pets", say(0, "My dog is Rex.", "User has_pet Rex"), say(1, "My cat is Tom.", "User has_pet Tom"), now="User has_pet Rex;User has_pet Tom")
    en(g, "chain", say(0, "Alpha uses Beta.", "Alpha uses Beta"), say(1, "Beta uses Gamma.", "Beta uses Gamma"), now="Alpha uses Beta;Beta uses Gamma")
    en(g, "chain, target named in error", say(0, "Alpha uses Beta.", "Alpha uses Beta"), say(1, "Beta uses Gamma.", update("Beta uses Gamma", "Alpha uses Beta")), now="Alpha uses Beta;Beta uses Gamma", conflicts="Alpha uses Beta/Beta uses Gamma")
    en(g, "pet died", say(0, "I have a dog, Rex, and a cat, Tom.", "User has_pet Rex", "User has_pet Tom"), say(9, "Rex has died.", end("User has_pet Rex", "User has_pet Rex")), now="User has_pet Tom", past="User has_pet Rex")

    g = "also"
    en(g, "also works", say(0, "I work at Acme.", acme), say(9, "I also work at Bolt.", bolt), now=f"{acme};{bolt}")
    en(g, "as well", say(0, "I live in Paris.", paris), say(9, "I live in Rome as well.", rome), now=f"{paris};{rome}")
    en(g, "second home, then a move", say(0, "I live in Paris.", paris), say(9, "I also live in Rome.", rome), say(40, "I gave both up and live in Oslo.", oslo), now=oslo, past=f"{paris};{rome}")
    en(g, "also, but changed", say(0, "I live in Paris.", paris), say(9, "Also, I live in Rome now.", rome), now=rome, past=paris)
    en(g, "one of two ends", say(0, "I work at Acme.", acme), say(9, "I also work at Bolt.", bolt), say(40, "I left Bolt.", end(bolt, bolt)), now=acme, past=bolt)

    g = "time"
    en(g, "late arrival", say(9, "I live in Rome.", rome), say(0, "I live in Paris.", paris), now=rome, past=paris)
    en(g, "late, in the middle", say(0, "I live in Paris.", paris), say(40, "I live in Rome.", rome), say(20, "I live in Oslo.", oslo), now=rome, past=f"{paris};{oslo}")
    en(g, "until 2020", say(0, "I live in Paris.", paris), say(1, "I lived in Rome until 2020.", Read(rome, until="2020")), now=paris, past=rome)
    en(g, "from to", say(0, "I work at Acme.", acme), say(1, "I worked at Bolt from 2010 to 2012.", Read(bolt, since="2010", until="2012")), now=acme, past=bolt)
    en(g, "begun before all that gave way", say(0, "I work on a ward.", "User works_as ward-worker"), say(8, "I work as a nurse on a ward.", update("User works_as nurse", "User works_as ward-worker")), say(20, "I have been a nurse for twelve years, on a ward.", update("User works_as nurse-for-12-years", "User works_as nurse", since="2012")), now="User works_as nurse-for-12-years", past="User works_as ward-worker", wrong="User works_as nurse")
    en(g, "end becomes known", say(0, "I work at Acme.", acme), say(40, "I worked at Acme until 20 January 2024.", Read(acme, since="2024-01-01", until="2024-01-20")), past=acme)
    en(g, "plan", say(0, "I live in Paris.", paris), say(1, "I move to Rome in 2090.", Read(rome, since="2090")), now=paris, later=rome)
    en(g, "plan cancelled", say(0, "I live in Paris.", paris), say(1, "I move to Rome in 2090.", Read(rome, since="2090")), say(5, "I am not moving to Rome after all.", end(rome, rome)), now=paris, later=paris, wrong=rome)
    en(g, "plan dropped", say(0, "I plan to visit Peru.", "User plans_to visit-Peru"), say(5, "I cancelled the trip to Peru.", "User cancelled visit-Peru"), now="User cancelled visit-Peru", past="User plans_to visit-Peru")

    g = "place"
    en(g, "city and country", say(0, "I live in Paris, in France.", "Paris located_in France", paris), say(5, "I live in France.", "User lives_in France"), now=f"Paris located_in France;{paris};User lives_in France")
    en(g, "more exactly", say(0, "I live in Paris.", paris), say(5, "I live in Paris, France.", "User lives_in Paris, France"), now=f"{paris};User lives_in Paris, France")
    en(g, "a house in the town", say(0, "I live in Norwich.", "User lives_in Norwich"), say(9, "I live at 6 Mill Lane now.", "User lives_at 6 Mill Lane"), say(40, "We moved to 31 Dove Street.", "User moved_to 31 Dove Street"), now="User lives_in Norwich;User moved_to 31 Dove Street", past="User lives_at 6 Mill Lane")
    en(g, "a house, the town named in error", say(0, "I live in Norwich.", "User lives_in Norwich"), say(9, "I live at 6 Mill Lane now.", update("User lives_at 6 Mill Lane", "User lives_in Norwich")), now="User lives_in Norwich;User lives_at 6 Mill Lane")
    en(g, "a house in another town", say(0, "I live in Norwich.", "User lives_in Norwich"), say(9, "I live at 6 Mill Lane in Bristol now.", "User lives_at 6 Mill Lane"), now="User lives_at 6 Mill Lane", past="User lives_in Norwich")
    en(g, "away from a house", say(0, "I live in Norwich.", "User lives_in Norwich"), say(9, "I live at 6 Mill Lane now.", "User lives_at 6 Mill Lane"), say(40, "I moved to Oslo.", oslo), now=oslo, past="User lives_in Norwich;User lives_at 6 Mill Lane")
    en(g, "another country", say(0, "I live in France.", "User lives_in France"), say(5, "I live in Rome.", rome), now=rome, past="User lives_in France")

    g = "people"
    en(g, "married", say(0, "I am dating Kim.", "User dating Kim"), say(99, "I married Kim.", "User married_to Kim"), now="User dating Kim;User married_to Kim")
    en(g, "divorced", say(0, "I am married to Kim.", "User married_to Kim"), say(99, "Kim and I divorced.", "User divorced_from Kim"), now="User divorced_from Kim", past="User married_to Kim")
    en(g, "widowed, married again", say(0, "I am married to Kim.", "User married_to Kim"), say(99, "Kim died; I am her widower.", "User widower_of Kim"), say(900, "I married Lee.", "User married_to Lee"), now="User widower_of Kim;User married_to Lee", past="User married_to Kim")
    en(g, "new partner", say(0, "Kim is my girlfriend.", "User girlfriend_is Kim"), say(99, "Lee is my girlfriend.", "User girlfriend_is Lee"), now="User girlfriend_is Lee", past="User girlfriend_is Kim")
    en(g, "renamed", say(0, "Kim is called Kim Lee.", "Kim full_name Kim-Lee"), say(9, "Kim is called Kim Ray now.", "Kim full_name Kim-Ray"), now="Kim full_name Kim-Ray", past="Kim full_name Kim-Lee")
    en(g, "homonyms", say(0, "My cat Paris sleeps a lot. I live in Paris.", paris, "User has_pet Paris-the-cat"), say(9, "I moved to Rome.", rome), now=f"{rome};User has_pet Paris-the-cat", past=paris)

    g = "guard"
    en(g, "wrong target", say(0, "My dog is Rex.", "User has_pet Rex"), say(9, "I like tea.", update("User likes tea", "User has_pet Rex")), now="User has_pet Rex;User likes tea", conflicts="User has_pet Rex/User likes tea")
    en(g, "wrong target, single-valued", say(0, "I live in Paris and work at Acme.", paris, acme), say(9, "I work at Bolt.", update(bolt, paris)), now=f"{paris};{bolt}", past=acme, conflicts=f"{paris}/{bolt}")
    en(g, "deletes the wrong one", say(0, "I live in Paris.", paris), say(9, "Rex has died.", end("Rex is_alive yes", paris)), now=paris)

    g = "trust"
    en(g, "assistant guesses", say(0, "I live in Paris.", paris), say(9, "You must live in Rome.", rome, by="assistant"), now=f"{paris};{rome}", conflicts=f"{paris}/{rome}")
    en(g, "tool returns", say(0, "I live in Paris.", paris), say(9, "Location: Rome.", update(rome, paris), by="tool"), now=f"{paris};{rome}", conflicts=f"{paris}/{rome}")
    en(g, "web page deletes", say(0, "I live in Paris.", paris), say(9, "Nobody lives in Paris any more.", end(paris, paris), by="external"), now=paris)
    en(g, "user decides", say(0, "I live in Paris.", paris), say(9, "You live in Rome.", rome, by="assistant"), say(20, "I do live in Paris.", paris), now=paris, past=rome)
    en(g, "user agrees", say(0, "I live in Paris.", paris), say(9, "You live in Rome.", rome, by="assistant"), say(20, "Right, I live in Rome.", rome), now=rome, past=f"{paris};{rome}")
    en(g, "user overrules", say(0, "You live in Rome.", rome, by="assistant"), say(9, "I live in Paris.", paris), now=paris, past=rome)


def chinese() -> None:
    def zh(*args: Any, **fields: Any) -> None:
        case("zh", *args, **fields)

    beijing, shanghai, chengdu = "User 居住在 北京", "User 居住在 上海", "User 居住在 成都"
    tencent, ali = "User 就职于 腾讯", "User 就职于 阿里"

    g = "change"
    zh(g, "搬家", say(0, "我住在北京。", beijing), say(9, "我搬到上海了。", "User 搬到 上海"), now="User 搬到 上海", past=beijing)
    zh(g, "搬家，指明目标", say(0, "我住在北京。", beijing), say(9, "我现在住上海，不住北京了。", update(shanghai, beijing)), now=shanghai, past=beijing)
    zh(g, "搬两次", say(0, "我住在北京。", beijing), say(9, "现在住上海。", shanghai), say(30, "又搬来成都住了。", chengdu), now=chengdu, past=f"{beijing};{shanghai}")
    zh(g, "搬回来", say(0, "我住在北京。", beijing), say(9, "我住到上海了。", shanghai), say(30, "我又回北京住了。", beijing), now=beijing, past=f"{beijing};{shanghai}")
    zh(g, "来回四次", *(say(9 * n, f"我现在住在{c}。", f"User 居住在 {c}") for n, c in enumerate(["北京", "上海", "北京", "上海"])), now=shanghai, past=f"{beijing};{shanghai}")
    zh(g, "另一次会话", say(0, "我在腾讯上班。", tencent), say(40, "我开始在阿里上班了。", ali, session="two"), now=ali, past=tencent)
    zh(g, "换说法", say(0, "我在腾讯上班。", tencent), say(40, "我任职于阿里。", "User 任职于 阿里"), now="User 任职于 阿里", past=tencent)
    zh(g, "升职", say(0, "我是会计。", "User 职业是 会计"), say(40, "我现在担任经理。", "User 担任 经理"), now="User 担任 经理", past="User 职业是 会计")
    zh(g, "换号码", say(0, "我的电话是555-1。", "User 电话是 555-1"), say(5, "手机号换成555-2了。", "User 手机号 555-2"), now="User 手机号 555-2", past="User 电话是 555-1")
    zh(g, "长一岁", say(0, "我今年30岁。", "User 年龄是 30"), say(366, "我31岁了。", "User 年龄是 31"), now="User 年龄是 31", past="User 年龄是 30")
    zh(g, "最喜欢的颜色", say(0, "我最喜欢红色。", "User 最喜欢的颜色是 红色"), say(5, "现在最喜欢蓝色。", "User 最喜欢的颜色 蓝色"), now="User 最喜欢的颜色 蓝色", past="User 最喜欢的颜色是 红色")
    zh(g, "价格", say(0, "猎户座卖100元。", "猎户座 价格是 100元"), say(5, "猎户座涨到120元了。", "猎户座 售价 120元"), now="猎户座 售价 120元", past="猎户座 价格是 100元")
    zh(g, "状态", say(0, "西风项目在评审。", "西风项目 状态是 评审中"), say(5, "西风项目完成了。", "西风项目 状态 已完成"), now="西风项目 状态 已完成", past="西风项目 状态是 评审中")
    zh(g, "专业", say(0, "我主修物理。", "User 主修 物理"), say(99, "我转到数学专业了。", "User 专业是 数学"), now="User 专业是 数学", past="User 主修 物理")
    zh(g, "上级", say(0, "我汇报给金总。", "User 汇报给 金总"), say(9, "现在李总是我上级。", "User 上级是 李总"), now="User 上级是 李总", past="User 汇报给 金总")
    zh(g, "工具换工具", say(0, "我用微信。", "User 使用 微信"), say(9, "我用钉钉，不用微信了。", update("User 使用 钉钉", "User 使用 微信")), now="User 使用 钉钉", past="User 使用 微信")

    g = "feeling"
    zh(g, "爱变恨", say(0, "我喜欢香菜。", "User 喜欢 香菜"), say(9, "我讨厌香菜。", "User 讨厌 香菜"), now="User 讨厌 香菜", past="User 喜欢 香菜")
    zh(g, "爱恨爱", say(0, "我喜欢香菜。", "User 喜欢 香菜"), say(9, "我讨厌香菜。", "User 讨厌 香菜"), say(20, "我又喜欢香菜了。", "User 喜欢 香菜"), now="User 喜欢 香菜", past="User 喜欢 香菜;User 讨厌 香菜")
    zh(g, "喜欢和热爱", say(0, "我喜欢跑步。", "User 喜欢 跑步"), say(9, "我热爱跑步。", "User 热爱 跑步"), now="User 喜欢 跑步")
    zh(g, "不再喜欢", say(0, "我喜欢爵士乐。", "User 喜欢 爵士乐"), say(9, "我不再喜欢爵士乐了。", "User 不再喜欢 爵士乐"), now="User 不再喜欢 爵士乐", past="User 喜欢 爵士乐")
    zh(g, "两样东西", say(0, "我爱喝茶。", "User 爱喝 茶"), say(9, "我不喜欢咖啡。", "User 不喜欢 咖啡"), now="User 爱喝 茶;User 不喜欢 咖啡")
    zh(g, "两个人", say(0, "我喜欢茶叶。", "User 喜欢 茶叶"), say(9, "小明讨厌茶叶。", "小明 讨厌 茶叶"), now="User 喜欢 茶叶;小明 讨厌 茶叶")

    g = "correction"
    zh(g, "不对，是", say(0, "我生日是5月1日。", "User 生日是 5月1日"), say(1, "不对，是5月2日。", fix("User 生日是 5月2日", "User 生日是 5月1日")), now="User 生日是 5月2日", wrong="User 生日是 5月1日")
    zh(g, "没有目标", say(0, "我住在北京。", beijing), say(1, "说错了，是上海，不是北京。", Read(shanghai, correction=True)), now=shanghai, wrong=beijing)
    zh(g, "更正的更正", say(0, "我5月1日出生。", "User 生日 5月1日"), say(1, "不对，5月2日。", fix("User 生日 5月2日")), say(2, "不，5月1日才对。", fix("User 生日 5月1日")), now="User 生日 5月1日", wrong="User 生日 5月1日;User 生日 5月2日")
    zh(g, "根本没搬", say(0, "我住在北京。", beijing), say(9, "我搬到上海住了。", shanghai), say(10, "弄错了，我没搬去上海。", end(shanghai, shanghai, correction=True)), now=beijing, past=beijing, wrong=shanghai)
    zh(g, "还在原处", say(0, "我住在北京。", beijing), say(9, "我搬到上海住了。", shanghai), say(10, "不对，我仍住北京，没去上海。", fix(beijing, shanghai)), now=beijing, past=beijing, wrong=shanghai)
    zh(g, "名字", say(0, "我上级叫张三。", "User 上级是 张三"), say(1, "不是张三，是章三。", fix("User 上级是 章三", "User 上级是 张三")), now="User 上级是 章三", wrong="User 上级是 张三")
    zh(g, "多值，两者都提到", say(0, "我会说荷兰语。", "User 会说 荷兰语"), say(1, "不是荷兰语，是丹麦语。", fix("User 会说 丹麦语", "User 会说 荷兰语")), now="User 会说 丹麦语", wrong="User 会说 荷兰语")

    g = "negation"
    zh(g, "不住了", say(0, "我住在北京。", beijing), say(9, "我不住北京了。", end(beijing)), past=beijing)
    zh(g, "不在腾讯了", say(0, "我在腾讯上班。", tencent), say(9, "我不在腾讯了。", "User 不再就职于 腾讯"), now="User 不再就职于 腾讯", past=tencent)
    zh(g, "不居住在", say(0, "我住在北京。", beijing), say(9, "我已经不住在北京。", "User 不居住在 北京"), now="User 不居住在 北京", past=beijing)
    zh(g, "别的城市", say(0, "我住在北京。", beijing), say(9, "我不住上海。", end(shanghai)), now=beijing)
    zh(g, "离职", say(0, "我在腾讯上班。", tencent), say(9, "我从腾讯离职了。", "User 离职于 腾讯"), now="User 离职于 腾讯", past=tencent)
    zh(g, "离开又回来", say(0, "我在腾讯上班。", tencent), say(9, "我离开腾讯了。", "User 离开 腾讯"), say(90, "我又回腾讯上班了。", tencent), now=f"User 离开 腾讯;{tencent}", past=tencent)
    zh(g, "辞职，指明目标", say(0, "我在腾讯上班。", tencent), say(9, "我辞职了。", end("User 辞职 腾讯", tencent)), past=tencent)
    zh(g, "卖掉", say(0, "我有一条船。", "User 拥有 船只"), say(9, "船只卖掉了。", "User 卖掉 船只"), now="User 卖掉 船只", past="User 拥有 船只")
    zh(g, "毕业", say(0, "我在清华读书。", "User 就读于 清华"), say(9, "我从清华毕业了。", "User 毕业于 清华"), now="User 毕业于 清华", past="User 就读于 清华")
    zh(g, "辞工作，城市不变", say(0, "我住北京，在腾讯上班。", beijing, tencent), say(9, "我离开腾讯了。", end(tencent, tencent)), now=beijing, past=tencent)

    g = "independent"
    zh(g, "工作和城市", say(0, "我住北京，在腾讯上班。", beijing, tencent), say(9, "我搬去上海住了。", shanghai), now=f"{shanghai};{tencent}", past=beijing)
    zh(g, "单位和职业", say(0, "我是厨师。", "User 职业是 厨师"), say(1, "我在腾讯上班。", tencent), now=f"User 职业是 厨师;{tencent}")
    zh(g, "两人相同", say(0, "我住在北京。", beijing), say(1, "小明住在北京。", "小明 居住在 北京"), say(9, "我住到上海了。", shanghai), now=f"{shanghai};小明 居住在 北京", past=beijing)
    zh(g, "同一对，不同关系", say(0, "我在腾讯上班。", tencent), say(1, "我投资了腾讯。", "User 投资 腾讯"), now=f"{tencent};User 投资 腾讯")

    g = "many"
    zh(g, "朋友", say(0, "小明是我朋友。", "User 朋友是 小明"), say(1, "小红是我朋友。", "User 朋友是 小红"), now="User 朋友是 小明;User 朋友是 小红")
    zh(g, "语言，误指目标", say(0, "我会说法语。", "User 会说 法语"), say(1, "我会说德语。", update("User 会说 德语", "User 会说 法语")), now="User 会说 法语;User 会说 德语", conflicts="User 会说 法语/User 会说 德语")
    zh(g, "爱好", say(0, "我爱好下棋。", "User 爱好是 下棋"), say(1, "我爱好画画。", "User 爱好是 画画"), now="User 爱好是 下棋;User 爱好是 画画")
    zh(g, "链条", say(0, "甲系统依赖乙系统。", "甲系统 依赖 乙系统"), say(1, "乙系统依赖丙系统。", "乙系统 依赖 丙系统"), now="甲系统 依赖 乙系统;乙系统 依赖 丙系统")
    zh(g, "链条，误指目标", say(0, "甲系统依赖乙系统。", "甲系统 依赖 乙系统"), say(1, "乙系统依赖丙系统。", update("乙系统 依赖 丙系统", "甲系统 依赖 乙系统")), now="甲系统 依赖 乙系统;乙系统 依赖 丙系统", conflicts="甲系统 依赖 乙系统/乙系统 依赖 丙系统")
    zh(g, "宠物去世", say(0, "我养了旺财和咪咪。", "User 养宠物 旺财", "User 养宠物 咪咪"), say(9, "旺财去世了。", end("User 养宠物 旺财", "User 养宠物 旺财")), now="User 养宠物 咪咪", past="User 养宠物 旺财")

    g = "also"
    zh(g, "还在别处上班", say(0, "我在腾讯上班。", tencent), say(9, "我还在阿里做事。", ali), now=f"{tencent};{ali}")
    zh(g, "同时", say(0, "我住在北京。", beijing), say(9, "我同时住在上海。", shanghai), now=f"{beijing};{shanghai}")
    zh(g, "兼职结束", say(0, "我在腾讯上班。", tencent), say(9, "我在阿里兼职。", ali), say(40, "我不在阿里了。", end(ali, ali)), now=tencent, past=ali)
    zh(g, "两处之后搬走", say(0, "我住在北京。", beijing), say(9, "另外我在上海也住。", shanghai), say(40, "现在只住成都。", chengdu), now=chengdu, past=f"{beijing};{shanghai}")

    g = "time"
    zh(g, "迟到的消息", say(9, "我住在上海。", shanghai), say(0, "我住在北京。", beijing), now=shanghai, past=beijing)
    zh(g, "中间插入", say(0, "我住在北京。", beijing), say(40, "我住在上海。", shanghai), say(20, "我住在成都。", chengdu), now=shanghai, past=f"{beijing};{chengdu}")
    zh(g, "到2020年为止", say(0, "我住在北京。", beijing), say(1, "我在上海住到2020年。", Read(shanghai, until="2020")), now=beijing, past=shanghai)
    zh(g, "比前几个都开始得早", say(0, "我在病房工作。", "User 职业是 病房工作人员"), say(8, "我在病房当护士。", update("User 职业是 护士", "User 职业是 病房工作人员")), say(20, "我在病房当护士十二年了。", update("User 职业是 十二年的护士", "User 职业是 护士", since="2012")), now="User 职业是 十二年的护士", past="User 职业是 病房工作人员", wrong="User 职业是 护士")
    zh(g, "计划", say(0, "我住在北京。", beijing), say(1, "我2090年搬去上海。", Read(shanghai, since="2090")), now=beijing, later=shanghai)
    zh(g, "计划取消", say(0, "我住在北京。", beijing), say(1, "我2090年搬去上海。", Read(shanghai, since="2090")), say(5, "我不搬去上海了。", end(shanghai, shanghai)), now=beijing, later=beijing, wrong=shanghai)
    zh(g, "取消旅行", say(0, "我打算去秘鲁。", "User 打算 去秘鲁"), say(5, "去秘鲁的事取消了。", "User 取消 去秘鲁"), now="User 取消 去秘鲁", past="User 打算 去秘鲁")

    g = "place"
    zh(g, "城市和省份", say(0, "我住成都，成都在四川。", "成都 位于 四川", chengdu), say(5, "我住在四川。", "User 居住在 四川"), now=f"成都 位于 四川;{chengdu};User 居住在 四川")
    zh(g, "更具体", say(0, "我住在上海。", shanghai), say(5, "我住在上海浦东。", "User 居住在 上海浦东"), now=f"{shanghai};User 居住在 上海浦东")

    zh(g, "城里的房子", say(0, "我住在成都。", chengdu), say(9, "我现在住在锦里路18号302室。", "User 住在 锦里路18号302室"), say(40, "又搬到玉林街5号了。", "User 搬到 玉林街5号"), now=f"{chengdu};User 搬到 玉林街5号", past="User 住在 锦里路18号302室")
    zh(g, "别的城市的房子", say(0, "我住在成都。", chengdu), say(9, "我搬到厦门的湖滨路18号了。", "User 搬到 湖滨路18号"), now="User 搬到 湖滨路18号", past=chengdu)

    g = "people"
    zh(g, "离婚", say(0, "我丈夫是李雷。", "User 丈夫是 李雷"), say(99, "我和李雷离婚了。", "User 离婚 李雷"), now="User 离婚 李雷", past="User 丈夫是 李雷")
    zh(g, "丧偶再婚", say(0, "我丈夫是李雷。", "User 丈夫是 李雷"), say(99, "李雷过世，我丧偶了。", "User 丧偶 李雷"), say(900, "我嫁给王强。", "User 嫁给 王强"), now="User 丧偶 李雷;User 嫁给 王强", past="User 丈夫是 李雷")
    zh(g, "分手", say(0, "我女朋友是小红。", "User 女朋友是 小红"), say(99, "我和小红分手了。", "User 分手 小红"), now="User 分手 小红", past="User 女朋友是 小红")
    zh(g, "改名", say(0, "小狗名字是旺旺。", "小狗 名字是 旺旺"), say(9, "小狗改名叫来福。", "小狗 名叫 来福"), now="小狗 名叫 来福", past="小狗 名字是 旺旺")

    g = "guard"
    zh(g, "指错目标", say(0, "我养了旺财。", "User 养宠物 旺财"), say(9, "我喜欢喝茶。", update("User 喜欢 喝茶", "User 养宠物 旺财")), now="User 养宠物 旺财;User 喜欢 喝茶", conflicts="User 养宠物 旺财/User 喜欢 喝茶")
    zh(g, "删错", say(0, "我住在北京。", beijing), say(9, "旺财去世了。", end("旺财 状态是 活着", beijing)), now=beijing)

    g = "trust"
    zh(g, "助手猜测", say(0, "我住在北京。", beijing), say(9, "您应该住在上海。", shanghai, by="assistant"), now=f"{beijing};{shanghai}", conflicts=f"{beijing}/{shanghai}")
    zh(g, "工具返回", say(0, "我住在北京。", beijing), say(9, "定位：上海。", update(shanghai, beijing), by="tool"), now=f"{beijing};{shanghai}", conflicts=f"{beijing}/{shanghai}")
    zh(g, "网页要删", say(0, "我住在北京。", beijing), say(9, "该用户已不住北京。", end(beijing, beijing), by="external"), now=beijing)
    zh(g, "用户决定", say(0, "我住在北京。", beijing), say(9, "您住在上海。", shanghai, by="assistant"), say(20, "我就住在北京。", beijing), now=beijing, past=shanghai)
    zh(g, "用户同意", say(0, "我住在北京。", beijing), say(9, "您住在上海。", shanghai, by="assistant"), say(20, "对，我住在上海。", shanghai), now=shanghai, past=f"{beijing};{shanghai}")
    zh(g, "用户否定", say(0, "您住在上海。", shanghai, by="assistant"), say(9, "我住在北京。", beijing), now=beijing, past=shanghai)
# fmt: on


english()
chinese()
