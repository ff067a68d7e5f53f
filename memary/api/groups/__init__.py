"""Offer the groups of `Memary`: one per subject, each over the core."""
