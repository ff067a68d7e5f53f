"""Which medicines one takes for long, since when, and in the place of which; and what only looks like it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from support.records import fresh_user

from memary import Memary
from memary.agent.chat_agent import ChatAgent

SAID = datetime(2026, 10, 5, 9, tzinfo=UTC)
TAKEN = [
    (("I take metformin for my diabetes.",), {"takes_medication metformin"}),
    (
        (
            "I take metformin.",
            "The doctor switched me from metformin to Ozempic last week.",
        ),
        {"takes_medication Ozempic"},
    ),
    (
        (
            "I take metformin.",
            "I switched from metformin to Jardiance.",
        ),
        {"takes_medication Jardiance"},
    ),
    (
        (
            "I'm on warfarin.",
            "My cardiologist changed my warfarin to apixaban.",
        ),
        {"takes_medication apixaban"},
    ),
    (
        (
            "I'm on warfarin.",
            "I take apixaban instead of warfarin now.",
        ),
        {"takes_medication apixaban"},
    ),
    (
        (
            "I take aspirin.",
            "I don't take aspirin any more.",
        ),
        set[str](),
    ),
    (
        (
            "I take aspirin and metformin.",
            "I stopped taking aspirin.",
        ),
        {"takes_medication metformin"},
    ),
    (
        (
            "I take lisinopril.",
            "My doctor took me off lisinopril.",
        ),
        set[str](),
    ),
    (
        (
            "I take lisinopril.",
            "They took me off lisinopril and put me on losartan.",
        ),
        {"takes_medication losartan"},
    ),
    (("I use a Symbicort inhaler for my asthma.",), {"takes_medication Symbicort"}),
    (("I have asthma and use budesonide.",), {"has_condition asthma", "takes_medication budesonide"}),
    (("My doctor put me on atorvastatin.",), {"takes_medication atorvastatin"}),
    (("I take 50 mg of levothyroxine every morning.",), {"takes_medication levothyroxine"}),
    (("我每天吃氨氯地平。",), {"服用 氨氯地平"}),
    (
        (
            "我每天吃氨氯地平。",
            "医生上周让我把氨氯地平换成缬沙坦。",
        ),
        {"服用 缬沙坦"},
    ),
    (
        (
            "我吃二甲双胍。",
            "我不吃二甲双胍了，改吃达格列净。",
        ),
        {"服用 达格列净"},
    ),
    (
        (
            "我吃华法林。",
            "医生给我把华法林换成了利伐沙班。",
        ),
        {"服用 利伐沙班"},
    ),
    (
        (
            "我吃华法林。",
            "我的华法林换成利伐沙班了。",
        ),
        {"服用 利伐沙班"},
    ),
    (("我有哮喘，用布地奈德。",), {"患有 哮喘", "服用 布地奈德"}),
    (
        (
            "我吃阿司匹林。",
            "医生让我停了阿司匹林。",
        ),
        set[str](),
    ),
    (("医生给我开了阿托伐他汀，每天吃。",), {"服用 阿托伐他汀"}),
    (("我在服用优甲乐。",), {"服用 优甲乐"}),
    (("我一直在吃降压药。",), {"服用 降压药"}),
]
SINCE = [
    ("I've been taking metformin for my diabetes since last March.", "takes_medication metformin", "2026-03"),
    ("I've been on sertraline since 2021.", "takes_medication sertraline", "2021-01"),
    ("I've been taking lisinopril for three years.", "takes_medication lisinopril", "2023-01"),
    ("我从2021年开始吃舍曲林。", "服用 舍曲林", "2021-01"),
    ("我吃二甲双胍三年了。", "服用 二甲双胍", "2023-01"),
]
NOT_TAKEN = [
    (("I take cholesterol tests every year.",), set[str]()),
    (("I use Python and Rust.",), set[str]()),
    (("My doctor put me on hold.",), set[str]()),
    (("I switched from coffee to tea.",), set[str]()),
    (
        (
            "I take metformin.",
            "I switched from metformin to the bus.",
        ),
        {"takes_medication metformin"},
    ),
    (("They put me on the guest list.",), set[str]()),
    (
        (
            "I take metformin.",
            "The nurse took me off the ward.",
        ),
        {"takes_medication metformin"},
    ),
    (("I take aspirin if I have a headache.",), set[str]()),
    (("I take the bus.",), set[str]()),
    (("My mum takes metformin.",), set[str]()),
    (("I took aspirin yesterday.",), set[str]()),
    (
        (
            "I take metformin.",
            "My dad switched from metformin to Ozempic.",
        ),
        {"takes_medication metformin"},
    ),
    (
        (
            "I take metformin.",
            "The doctor might switch me from metformin to Ozempic.",
        ),
        {"takes_medication metformin"},
    ),
    (
        (
            "I take metformin.",
            "Should I switch from metformin to Ozempic?",
        ),
        {"takes_medication metformin"},
    ),
    (
        (
            "I take metformin.",
            "I switched from Spotify to Tidal.",
        ),
        {"takes_medication metformin"},
    ),
    (("I use an inhaler.",), set[str]()),
    (("I use a Dell laptop.",), set[str]()),
    (("I don't take aspirin.",), set[str]()),
    (
        (
            "I take metformin.",
            "My doctor did not take me off metformin.",
        ),
        {"takes_medication metformin"},
    ),
    (("The doctor wants to put me on statins.",), set[str]()),
    (("I'm on Ozempic's mailing list.",), set[str]()),
    (("我不吃肉了，改吃素。",), {"不吃 肉"}),
    (("我妈不吃二甲双胍了，改吃达格列净。",), set[str]()),
    (
        (
            "我吃二甲双胍。",
            "我妈不吃二甲双胍了，改吃达格列净。",
        ),
        {"服用 二甲双胍"},
    ),
    (("医生让我开车小心。",), set[str]()),
    (("医生给我开了门。",), set[str]()),
    (("我妈妈吃二甲双胍。",), set[str]()),
    (
        (
            "我吃二甲双胍。",
            "我爸把二甲双胍换成达格列净了。",
        ),
        {"服用 二甲双胍"},
    ),
    (
        (
            "我吃二甲双胍。",
            "医生想把二甲双胍换成达格列净。",
        ),
        {"服用 二甲双胍"},
    ),
    (
        (
            "我吃二甲双胍。",
            "要不要把二甲双胍换成达格列净？",
        ),
        {"服用 二甲双胍"},
    ),
    (("我把手机换成华为了。",), set[str]()),
    (("我用微信。",), set[str]()),
    (("我昨天吃了阿司匹林。",), set[str]()),
    (("我不吃阿司匹林。",), set[str]()),
    (("医生没让我停阿司匹林。",), set[str]()),
    (
        (
            "我吃阿司匹林。",
            "医生没让我停阿司匹林。",
        ),
        {"服用 阿司匹林"},
    ),
]
ASKED = [
    (
        "I take metformin for my diabetes.",
        "My GP switched me from metformin to Ozempic.",
        "What do I take for diabetes?",
        "takes Ozempic",
    ),
    ("I take aspirin and metformin.", "I stopped taking aspirin.", "What medication am I on?", "takes metformin"),
    ("我每天吃氨氯地平。", "医生上周让我把氨氯地平换成缬沙坦。", "我吃什么药？", "服用药物缬沙坦"),
    ("我每天吃氨氯地平。", "我有哮喘，用布地奈德。", "我的哮喘用什么药？", "服用药物布地奈德"),
]


def _tell(memory: Memary, said: tuple[str, ...]) -> str:
    """Let a fresh user tell it; return who that is."""
    user = fresh_user()
    for day, text in enumerate(said):
        told = {"content": text, "created_at": SAID + timedelta(days=day)}
        memory.add(told, user_id=user, session_id="talk", wait=True)
    return user


def _known(memory: Memary, said: tuple[str, ...]) -> set[str]:
    user = _tell(memory, said)
    return {f"{fact.predicate} {fact.object}" for fact in memory.facts.list(user_id=user)}


@pytest.mark.parametrize(("said", "known"), TAKEN)
def test_what_is_taken_now_is_known(memory: Memary, said: tuple[str, ...], known: set[str]) -> None:
    assert _known(memory, said) == known


@pytest.mark.parametrize(("said", "known"), NOT_TAKEN)
def test_what_is_no_medicine_of_ones_own_for_long_changes_nothing(
    memory: Memary, said: tuple[str, ...], known: set[str]
) -> None:
    assert _known(memory, said) == known


@pytest.mark.parametrize(("said", "known", "month"), SINCE)
def test_a_time_tells_since_when_it_is_taken(memory: Memary, said: str, known: str, month: str) -> None:
    user = _tell(memory, (said,))
    told = {(f"{fact.predicate} {fact.object}", f"{fact.valid_at:%Y-%m}") for fact in memory.facts.list(user_id=user)}
    assert told == {(known, month)}


@pytest.mark.parametrize(("first", "then", "question", "told"), ASKED)
def test_a_question_is_answered_with_what_is_taken_now(
    memory: Memary, first: str, then: str, question: str, told: str
) -> None:
    user = _tell(memory, (first, then))
    answer = ChatAgent(memory, user_id=user, keep=False).chat(question).text
    assert told in answer
