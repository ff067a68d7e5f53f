"""Facts of people with labels: what each tells that no other does, and which are alike."""

from __future__ import annotations

from typing import NamedTuple


class Labelled(NamedTuple):
    """A fact, and the words that have to be found again, however it is told."""

    predicate: str
    object: str
    statement: str
    distinct: tuple[str, ...]


ENGLISH = (
    Labelled("likes", "green tea", "Ada likes green tea.", ("green", "tea")),
    Labelled("likes", "espresso", "Ada likes espresso.", ("espresso",)),
    Labelled("likes", "coffee with oat milk", "Ada likes coffee with oat milk.", ("oat", "milk")),
    Labelled("visited", "Lisbon", "Ada visited Lisbon in 2019.", ("Lisbon", "2019")),
    Labelled("visited", "Porto", "Ada visited Porto in 2021.", ("Porto", "2021")),
    Labelled("visited", "Lisbon museums", "Ada visited the museums of Lisbon.", ("Lisbon", "museums")),
    Labelled("plays", "chess", "Ada plays chess.", ("chess",)),
    Labelled("plays", "chess on Sundays", "Ada plays chess on Sundays.", ("chess", "Sundays")),
    Labelled("plays", "the violin", "Ada plays the violin.", ("violin",)),
    Labelled("is_allergic_to", "nuts", "Ada is allergic to nuts.", ("nuts",)),
    Labelled("read", "Dune", "Ada read Dune.", ("Dune",)),
    Labelled("read", "Emma", "Ada read Emma because of Mia.", ("Emma", "Mia")),
)
CHINESE = (
    Labelled("喜欢", "龙井", "小林喜欢龙井。", ("龙井",)),
    Labelled("喜欢", "普洱茶", "小林喜欢普洱茶。", ("普洱",)),
    Labelled("喜欢", "爬山", "小林喜欢爬山。", ("爬山",)),
    Labelled("喜欢", "周末爬山", "小林喜欢周末爬山。", ("周末", "爬山")),
    Labelled("去过", "杭州", "小林2020年去过杭州。", ("杭州", "2020")),
    Labelled("去过", "苏州", "小林去过苏州。", ("苏州",)),
)
GOOD = {
    "en": [
        {"facts": [1, 2, 3], "statement": "Ada likes green tea, espresso and coffee with oat milk."},
        {"facts": [4, 5], "statement": "Ada visited Lisbon in 2019 and Porto in 2021."},
    ],
    "zh": [{"facts": [1, 2], "statement": "小林喜欢龙井和普洱茶。"}],
}
"""What a careful model puts together."""

LOSSY = {
    "en": [
        {"facts": [1, 2, 3], "statement": "Ada likes coffee."},
        {"facts": [4, 5, 6], "statement": "Ada visited Portugal."},
        {"facts": [7, 8, 9], "statement": "Ada plays chess and music."},
        {"facts": [10, 11], "statement": "Ada is allergic to nuts and read Dune."},
        {"facts": [12], "statement": "Ada read Emma."},
        {"facts": [11, 12], "statement": "Ada read Dune, Emma and Ulysses because of Mia."},
    ],
    "zh": [
        {"facts": [1, 2], "statement": "小林喜欢茶。"},
        {"facts": [5, 6], "statement": "小林去过江南。"},
    ],
}
"""What a careless one does: each loses something, mixes relations, or adds something."""
