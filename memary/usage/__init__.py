"""Count what models cost: the ledger of their calls, the caps, and the wrappers that count."""
