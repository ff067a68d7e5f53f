"""Draw a part of the graph as one HTML file that needs nothing else: an SVG, and facts as sentences."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from html import escape
from textwrap import dedent

from memary.facts.intervals import is_planned, plan_start
from memary.languages import texts
from memary.languages.prompt.stamps import Zones
from memary.retrieval.rendering import Lines
from memary.text.times.told_times import told_days
from memary.types import Entity, Fact, StoreStatement, Subgraph

_RING = 190
"""How far apart the rings of entities are, that lie one, two, … facts from the middle."""

_LEAST_ARC = 110
"""How much room each entity has on its ring."""

_MARGIN = 120
_LABEL_CHARS = 28

_PAGE = """<!doctype html>
<html lang="und">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }}
body {{ margin: 2rem auto; max-width: 70rem; padding: 0 1rem }}
svg {{ width: 100%; height: auto; font-size: 13px }}
circle {{ fill: #4c8dae; stroke: Canvas; stroke-width: 2 }}
circle.seed {{ fill: #d9822b }}
line {{ stroke: GrayText; stroke-opacity: .6 }}
line.doubted {{ stroke-dasharray: 6 4; stroke-opacity: 1 }}
text {{ fill: CanvasText; text-anchor: middle; paint-order: stroke; stroke: Canvas; stroke-width: 4px }}
pre {{ overflow-x: auto; font-size: 13px; border-top: 1px solid GrayText; padding-top: .5rem }}
text.relation {{ font-size: 11px; fill: GrayText }}
</style>
</head>
<body>
<h1>{title}</h1>
<svg viewBox="{box}" role="img" aria-label="{title}">
<defs><marker id="arrow" viewBox="0 0 8 8" refX="20" refY="4" markerWidth="8" markerHeight="8" orient="auto">
<path d="M0 0 8 4 0 8z" fill="GrayText"/></marker></defs>
{drawing}
</svg>
<ul>
{facts}
</ul>
{statements}
</body>
</html>
"""

_Place = tuple[float, float]


def graph_page(found: Subgraph, *, title: str, zones: Zones) -> str:
    """Return a page with a drawing of a subgraph and its facts, the first hop first."""
    places = _places(found)
    facts = [fact for fact in found.facts if fact.subject_id in places and fact.object_id in places]
    reach = max((math.hypot(*place) for place in places.values()), default=0.0) + _MARGIN
    return _PAGE.format(
        title=escape(title),
        box=f"{-reach:.0f} {-reach:.0f} {2 * reach:.0f} {2 * reach:.0f}",
        drawing="\n".join(
            [
                *(_edge(fact, places) for fact in facts),
                *(_node(found.entities[id_], place, is_seed=id_ in found.seeds) for id_, place in places.items()),
            ]
        ),
        facts="\n".join(_sentence(fact, zones) for fact in found.facts),
        statements=_asked(found.statements),
    )


def _places(found: Subgraph) -> dict[str, _Place]:
    """Return where each entity stands.

    Seeds in the middle, others around them by the hop at which they were met.
    """
    rings: dict[int, list[str]] = {0: [id_ for id_ in found.seeds if id_ in found.entities]}
    met = set(rings[0])
    for fact in sorted(found.facts, key=lambda fact: found.hops.get(fact.id, 1)):
        for end in (fact.subject_id, fact.object_id):
            if end in found.entities and end not in met:
                met.add(end)
                rings.setdefault(found.hops.get(fact.id, 1), []).append(end)
    places: dict[str, _Place] = {}
    radius = 0.0
    for hop, ids in sorted(rings.items()):
        alone = hop == 0 and len(ids) == 1
        radius = 0.0 if alone else max(radius + _RING, len(ids) * _LEAST_ARC / math.tau)
        for number, id_ in enumerate(ids):
            angle = math.tau * number / len(ids) + 0.4 * hop
            places[id_] = (radius * math.cos(angle), radius * math.sin(angle))
    return places


def _edge(fact: Fact, places: Mapping[str, _Place]) -> str:
    (x1, y1), (x2, y2) = places[fact.subject_id], places[fact.object_id]
    relation = escape(fact.predicate.replace("_", " "))
    doubted = ' class="doubted"' if fact.in_doubt else ""
    return (
        f'<line{doubted} x1="{x1:.0f}" y1="{y1:.0f}" x2="{x2:.0f}" y2="{y2:.0f}" marker-end="url(#arrow)"/>'
        f'<text class="relation" x="{(x1 + x2) / 2:.0f}" y="{(y1 + y2) / 2:.0f}">{relation}</text>'
    )


def _node(entity: Entity, place: _Place, *, is_seed: bool) -> str:
    x, y = place
    name = entity.name if len(entity.name) <= _LABEL_CHARS else entity.name[: _LABEL_CHARS - 1].rstrip() + "…"
    kind = ' class="seed"' if is_seed else ""
    return (
        f'<circle{kind} cx="{x:.0f}" cy="{y:.0f}" r="11"><title>{escape(entity.type)}</title></circle>'
        f'<text x="{x:.0f}" y="{y + 26:.0f}">{escape(name)}</text>'
    )


def _sentence(fact: Fact, zones: Zones) -> str:
    start = plan_start(fact) if is_planned(fact) else fact.valid_at
    since, until = told_days(start, fact.invalid_at, fact.statement, zone=zones.main)
    when = until if is_planned(fact) and since == until else f"{since} – {until}".rstrip()
    notes = "; ".join(filter(None, (when, texts(fact.language).word_of.get(fact.origin, ""))))
    doubt = Lines(fact.language, zones).marked(fact.in_doubt)
    return f"<li>{escape(fact.statement)} <small>({notes}){escape(doubt)}</small></li>"


def _asked(statements: Sequence[StoreStatement]) -> str:
    """Return what the store was asked for it, folded away."""
    if not statements:
        return ""
    language = "Cypher" if statements[0].language == "cypher" else "SQL"
    listings = (
        f"<pre>{escape(dedent(one.text))}\n{escape(json.dumps(one.parameters, ensure_ascii=False))}</pre>"
        for one in statements
    )
    return f"<details><summary>{language}</summary>\n" + "\n".join(listings) + "\n</details>"
