"""Prints what memory gives, as one does in a REPL; each thing on a line that can be read."""

from memary import ChatAgent, Memary

memory = Memary.open()
memory.add("I live in Berlin.", user_id="ada")
memory.flush()
answer = ChatAgent(memory, user_id="ada").chat("Where do I live?")
assert str(answer) == answer.text
window = memory.context("Where do I live?", user_id="ada")
assert f"{window}" == window.text
for shown in (memory.search("Where do I live?", user_id="ada")[0], memory, answer):
    print(repr(shown))
