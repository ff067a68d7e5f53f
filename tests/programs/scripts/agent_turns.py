"""Keeps the turns of an agent loop as the OpenAI client has them."""

from memary import Memary

turns = [
    {"role": "developer", "content": "Be brief."},
    {"role": "user", "content": [{"type": "text", "text": "What is the weather in Berlin?"}], "name": "ada"},
    {
        "role": "assistant",
        "content": None,
        "refusal": None,
        "tool_calls": [
            {"id": "c1", "type": "function", "function": {"name": "weather", "arguments": '{"city": "Berlin"}'}}
        ],
    },
    {"role": "tool", "tool_call_id": "c1", "content": "12 degrees"},
    {"role": "assistant", "content": "It is 12 degrees.", "refusal": None},
]
with Memary.open() as memory:
    memory.add(turns, user_id="ada")
    print([message.content for message in memory.messages.list(user_id="ada")][-1])
