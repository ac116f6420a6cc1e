"""A webhook receiver in Python, with the standard library alone: SANDBOX_WEBHOOK_SECRET=whsec_mine python3 server.py"""

import json
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from verify import is_authentic

SECRET = os.environ["SANDBOX_WEBHOOK_SECRET"]
MOST_BYTES = 512 * 1024
ORDER = ["new", "created", "confirmed", "completed", "failed"]

# In a real app these are tables: ids under a unique key, written in the transaction that books the credit.
lock = threading.Lock()
seen = set()
credits = {}
records = {}


def book(event):
    with lock:
        if event["id"] in seen:
            return
        seen.add(event["id"])
        kind, payload = event["type"], event["payload"]
        state = kind.rsplit(".", 1)[-1]
        # A record only moves forward: events may overtake each other.
        if kind.startswith(("deposit.", "uda.settlement.")) and state in ORDER:
            before = records.get(payload["id"])
            if before is None or ORDER.index(state) > ORDER.index(before):
                records[payload["id"]] = state
        if kind == "deposit.confirmed":
            # Python's integers hold any number of digits.
            owner = payload["owner"]
            credits[owner] = credits.get(owner, 0) + int(payload["balance"]["raw"])


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 10

    def do_GET(self):
        if self.path != "/credits":
            return self.answer(405)
        with lock:
            shown = {"credits": {owner: str(raw) for owner, raw in credits.items()}, "records": records}
            self.answer(200, json.dumps(shown).encode())

    def do_POST(self):
        body = self.read()
        if body is None:
            return self.answer(413)
        headers = {name.lower(): value for name, value in self.headers.items()}
        if headers.get("content-type") != "application/json":
            return self.answer(415)
        if not is_authentic(SECRET, headers, body):
            return self.answer(401)
        try:
            event = json.loads(body.decode("utf-8"))
        except ValueError:
            return self.answer(400)
        book(event)
        self.answer(200)

    def read(self):
        """The raw bytes; None when there are too many, which are read all the same: an answer must not meet a full pipe."""
        left, kept = int(self.headers.get("content-length", 0)), b""
        while left > 0:
            chunk = self.rfile.read(min(left, 65536))
            if not chunk:
                break
            left -= len(chunk)
            if len(kept) <= MOST_BYTES:
                kept += chunk
        return None if len(kept) > MOST_BYTES else kept

    def answer(self, status, body=b""):
        self.send_response(status)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, *_):
        """The sender is gone: it will come again."""


server = Server(("127.0.0.1", int(os.environ.get("PORT", "0"))), Handler)
print(f"listening on http://127.0.0.1:{server.server_port}/hooks", flush=True)
server.serve_forever()
