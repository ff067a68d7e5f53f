"""Find what memory knows for a question: link, subgraph, text and vectors, ranking.

No language model is asked.
"""
