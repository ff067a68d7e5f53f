"""Adds messages, and has a model read them one by one: `flushes.py STORE BASE_URL USER MESSAGE…`."""

import sys

from memary import Memary

store, base_url, user, *messages = sys.argv[1:]
memory = Memary.open(store, base_url=base_url, model="scripted", worker=False, batch_size=1)
memory.add(messages, user_id=user)
memory.flush()
