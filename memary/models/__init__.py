"""Ask models behind small protocols: chat, embedding, rerank.

There are OpenAI-compatible models, LlamaIndex's, local ones and the offline stand-in.
"""
