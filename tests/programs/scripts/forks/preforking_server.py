"""Serves HTTP from two processes forked after the memory was opened, as `gunicorn --preload` does."""

import os
import signal
import sys
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, HTTPServer

from memary import Memary, MemaryError

memory = Memary.open()
memory.add("I live in Berlin.", user_id="ada")


class Handler(BaseHTTPRequestHandler):
    """Answers with what memory finds, or with its error."""

    def do_GET(self):
        try:
            text, status = memory.messages.list(user_id="ada")[0].content, 200
        except MemaryError as error:
            text, status = str(error), 503
        self.send_response(status)
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


def leave(*_):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # it comes twice: to the group, and from the parent
    sys.exit(0)


server = HTTPServer(("127.0.0.1", 0), Handler)
workers = []
for _ in range(2):
    worker = os.fork()
    if worker == 0:
        signal.signal(signal.SIGTERM, leave)
        if sys.argv[1] == "own":
            memory = Memary.open()
        server.serve_forever()
    workers.append(worker)


def end(*_):
    for worker in workers:
        with suppress(ProcessLookupError):
            os.kill(worker, signal.SIGTERM)
    print([os.waitpid(worker, 0)[1] for worker in workers])
    sys.exit(0)


signal.signal(signal.SIGTERM, end)
print(f"http://127.0.0.1:{server.server_port}/ is served", flush=True)
while True:
    signal.pause()
