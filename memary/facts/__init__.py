"""Say when a fact holds: intervals, predicates, the ledger of changes, doubt."""
