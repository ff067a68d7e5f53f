"""Ask models behind small protocols: chat, embedding, rerank.

OpenAI-compatible, LlamaIndex's, local and offline.
"""
