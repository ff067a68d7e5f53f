"""Write what models are shown: their instructions, times as people write them, and text from outside as data."""
