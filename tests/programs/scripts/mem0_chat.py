"""The chat loop that mem0's users write, with memary's import: a global memory, nobody closes it."""

from openai import OpenAI

from memary.integrations.mem0 import Memory

openai_client = OpenAI()
memory = Memory()


def chat_with_memories(message: str, user_id: str = "default_user") -> str:
    relevant = memory.search(query=message, filters={"user_id": user_id}, top_k=3)
    memories = "\n".join(f"- {entry['memory']}" for entry in relevant["results"])
    messages = [
        {"role": "system", "content": f"You are a helpful AI. User memories:\n{memories}"},
        {"role": "user", "content": message},
    ]
    response = openai_client.chat.completions.create(model="scripted", messages=messages)
    reply = response.choices[0].message.content
    messages.append({"role": "assistant", "content": reply})
    memory.add(messages, user_id=user_id)
    return reply


def main():
    while True:
        said = input().strip()
        if said.lower() == "exit":
            print("Goodbye!")
            break
        print(f"AI: {chat_with_memories(said)}")


if __name__ == "__main__":
    main()
