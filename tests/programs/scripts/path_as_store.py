"""Names the store's file by a `Path`."""

from pathlib import Path

from memary import Memary

memory = Memary.open(Path("ada.db"))
memory.add("I live in Berlin.", user_id="ada")
print(Path("ada.db").exists())
