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
    Labelled("practises", "chess", "Ada practises chess.", ("chess",)),
    Labelled("practises", "chess on Sundays", "Ada practises chess on Sundays.", ("chess", "Sundays")),
    Labelled("practises", "the violin", "Ada practises the violin.", ("violin",)),
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
        {"facts": [1, 2], "statement": "Ada visited Lisbon in 2019 and Porto in 2021."},
        {"facts": [5, 4, 6], "statement": "Ada practises chess on Sundays, and the violin."},
    ],
    "zh": [{"facts": [1, 2], "statement": "小林2020年去过杭州，也去过苏州。"}],
}
"""What a careful model puts together, by the numbers it is shown: the likings stay single, and are not among them."""

LOSSY = {
    "en": [
        {"facts": [1, 2, 3], "statement": "Ada visited Portugal."},
        {"facts": [4, 5, 6], "statement": "Ada practises chess and music."},
        {"facts": [7, 8], "statement": "Ada is allergic to nuts and read Dune."},
        {"facts": [9], "statement": "Ada read Emma."},
    ],
    "zh": [{"facts": [1, 2], "statement": "小林去过江南。"}],
}
"""What a careless one does: each loses something, mixes relations, or adds something."""

INVENTED = {
    "en": [
        [{"facts": [8, 9], "statement": "Ada read Dune, Emma and Ulysses because of Mia."}],
        [{"facts": [8, 9], "statement": "Ada read neither Dune nor Emma because of Mia."}],
        [{"facts": [4, 6], "statement": "Ada practises chess, the violin and the banjo."}],
        [{"facts": [4, 6], "statement": "Ada hates the chess and the violin that she practises."}],
        [{"facts": [4, 6], "statement": "Ada does not practise chess and the violin."}],
    ],
    "zh": [
        [{"facts": [1, 2], "statement": "小林2020年没去过杭州和苏州。"}],
        [{"facts": [1, 2], "statement": "小林2020年去过杭州、苏州和纽约。"}],
        [{"facts": [1, 2], "statement": "小林2020年去过杭州，也在苏州坐过牢。"}],
    ],
}
"""What says something that no fact does: a name, a thing, a feeling, the contrary."""
