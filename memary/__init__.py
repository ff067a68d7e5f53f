"""memary: long-term memory for LLM agents in a knowledge graph."""
