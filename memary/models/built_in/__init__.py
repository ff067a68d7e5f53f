"""Embeddings that come with memary and ask no model."""
