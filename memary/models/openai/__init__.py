"""Speak to servers of the OpenAI protocol: chat, embeddings and reranking over HTTP."""
