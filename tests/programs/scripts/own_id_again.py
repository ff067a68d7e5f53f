"""Gives a second text under the id of the first."""

from memary import InputError, Memary

memory = Memary.open()
memory.add({"id": "m-1", "content": "I live in Berlin."}, user_id="ada")
memory.add({"id": "m-1", "content": "I live in Berlin."}, user_id="ada")
try:
    memory.add({"id": "m-1", "content": "I like tea."}, user_id="ada")
except InputError as error:
    print(error)
print([message.content for message in memory.messages.list(user_id="ada")])
