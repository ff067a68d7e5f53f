"""Write what models are shown: instructions, times as people write them, foreign text as data."""
