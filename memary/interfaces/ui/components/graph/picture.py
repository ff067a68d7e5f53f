"""The interactive graph: a component of memary's own, whose assets lie in the package.

`pyproject.toml` in the package's folder tells Streamlit where; `assets/graph.js` draws with Cytoscape.js. What a
visitor does in it comes back as the id of a node.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st
from streamlit.components.v2 import component

_HTML = """<figure class="memary-graph">
<div class="stage"><div class="canvas" role="application" tabindex="0" aria-busy="true"></div>
<div class="tools">
<button type="button"></button><button type="button"></button><button type="button"></button>
<button type="button"></button><button type="button"></button></div>
</div><figcaption class="legend"></figcaption></figure>"""

_draw = component("memary.graph", html=_HTML, css="graph.css", js="graph.js")


def draw_graph(
    data: Mapping[str, Any],
    *,
    key: str,
    on_pick: Callable[[str], None],
    on_expand: Callable[[str], None],
) -> None:
    """Draw a graph.

    Args:
        data: `nodes` with `id`, `label`, `kind`, `weight`, `classes`; `edges` with `id`, `source`, `target`, `label`,
            `classes`; the id of the node that is `selected`; the ids of those on a `path`; `words` of the interface.
        key: a name that no other element of the page has.
        on_pick: called with the id of a node that was clicked.
        on_expand: called with the id of a node that was double-clicked.
    """

    def picked() -> None:
        if node := st.session_state[key].get("picked"):
            on_pick(str(node))

    def expanded() -> None:
        if node := st.session_state[key].get("expanded"):
            on_expand(str(node))

    _draw(data=dict(data), key=key, on_picked_change=picked, on_expanded_change=expanded)
