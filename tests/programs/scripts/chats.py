"""Asks an agent, in pieces and as a whole, and prints what it hears and what memory keeps."""

from memary import ChatAgent, Memary

with Memary.open(worker=False) as memory:
    agent = ChatAgent(memory, user_id="ada")
    print("".join(event.text for event in agent.stream("Where do I live?") if event.kind == "text"))
    print(agent.chat("Where do I live?").text)
    print({message.content for message in memory.messages.list(user_id="ada") if message.role == "assistant"})
