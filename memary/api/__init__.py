"""Parts of `Memary`, each a subject of its own: single records, feedback, the runs of agents."""
