"""How English tells what one is afraid of, for long: "I'm scared of spiders", "I have a fear of flying".

Who is afraid that something will happen, or of what somebody says, tells of the day, so that few words may stand there.
"""

from __future__ import annotations

from dataclasses import replace

from memary.languages.en.facts.forms import I_AM, own
from memary.languages.pack.sentences import Statement

_FEARED = (
    r"(?:spiders|snakes|dogs|cats|mice|rats|wasps|bees|insects|bugs|birds|pigeons|sharks|horses|clowns|ghosts|heights|flying|planes|driving|elevators|lifts|crowds|needles|injections|blood|hospitals|dentists|doctors"
    r"|thunder|thunderstorms|lightning|storms|the dark|darkness|water|deep water|the sea|open water|swimming|tight spaces|enclosed spaces|small spaces|confined spaces|open spaces|death|dying|public speaking|fire|fireworks|balloons)\b"
)
_EACH = r"(?:, and |, | and | or )"
_ENDS = r"(?=\s*(?:[.,;!)—–]|$)| (?:and I|but|because|since|so|ever|too|as well|myself)\b)"
_AFRAID = (
    rf"(?:{I_AM}(?: also| really| very| terribly| so| a bit| still| always| quite| deathly)* (?:afraid|scared|frightened|terrified)|I(?:['’]ve| have) (?:always )?been (?:afraid|scared|frightened|terrified)"
    r"|I have an? (?:\w+ )?(?:fear|phobia))"
)
_TOLD = ("fears", "{self} is afraid of {object}.")
_IS = {
    "claustrophobic": "enclosed spaces",
    "arachnophobic": "spiders",
}
FEARS: tuple[Statement, ...] = (
    own(rf"{_AFRAID} of (?P<object>{_FEARED}(?:{_EACH}{_FEARED})*){_ENDS}", *_TOLD, each=_EACH),
    replace(own(rf"{I_AM}(?: also| really| very| a bit| quite)* (?P<object>claustrophobic|arachnophobic){_ENDS}", *_TOLD), written=_IS.__getitem__),
)  # fmt: skip

_OLD = r"(?P<old>[a-z]+(?: [a-z]+)??)"
NO_LONGER_FEARED = (
    rf"{I_AM} no longer (?:afraid|scared|frightened|terrified) of {_OLD}",
    rf"{I_AM} not (?:afraid|scared|frightened|terrified) of {_OLD}",
)
"""How one says in a clause that one is afraid of something no more."""
