"""Draw what several pages share: charts, the graph, evidence, records, the sidebar."""
