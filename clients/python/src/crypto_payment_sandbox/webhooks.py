"""Webhooks: the check of a signature as a receiver should make it, and a receiver for tests."""

from __future__ import annotations

import hashlib
import hmac
import queue
import re
import threading
import time
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Mapping, Sequence, Union

from .http import parse

TOLERANCE_SECONDS = 300


@dataclass(frozen=True)
class Verification:
    """`reason` is empty when the webhook is genuine and fresh."""

    ok: bool
    reason: str = ""


def verify_webhook(
    secret: Union[str, Sequence[str]],
    headers: Mapping[str, str],
    body: bytes,
    *,
    tolerance_seconds: float = TOLERANCE_SECONDS,
    now_seconds: float | None = None,
) -> Verification:
    """Hex HMAC-SHA256 over timestamp, a dot and the raw body. `secret`: several while a rotation overlaps. Never raises on input."""
    found = {name.lower(): value for name, value in headers.items()}
    missing = [name for name in ("webhook-id", "webhook-timestamp", "webhook-signature") if name not in found]
    if missing:
        return Verification(False, f"the header {missing[0]} is missing")
    timestamp = found["webhook-timestamp"]
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        return Verification(False, "webhook-timestamp is not a count of Unix seconds")
    signed = timestamp.encode() + b"." + body
    secrets = [secret] if isinstance(secret, str) else list(secret)
    given = [one.encode("utf-8", "replace") for one in found["webhook-signature"].split(" ")]
    matches = False
    for one in secrets:
        expected = hmac.new(one.encode(), signed, hashlib.sha256).hexdigest().encode()
        for candidate in given:
            matches = hmac.compare_digest(expected, candidate) or matches
    if not matches:
        return Verification(False, "webhook-signature is not the signature of these bytes under this secret")
    age = (time.time() if now_seconds is None else now_seconds) - int(timestamp)
    if abs(age) > tolerance_seconds:
        return Verification(False, f"webhook-timestamp is {age:.0f} s old, and {tolerance_seconds:.0f} s are allowed")
    return Verification(True)


@dataclass(frozen=True)
class Webhook:
    """A received webhook. `headers` have lower-case names; `body` is the raw body."""

    headers: Mapping[str, str]
    body: bytes
    verification: Verification

    @property
    def id(self) -> str:
        """The same at every attempt: what a receiver remembers so that nothing counts twice."""
        return self.headers.get("webhook-id", "")

    @property
    def type(self) -> str:
        return str(parse(self.body)["type"])

    @property
    def payload(self) -> Any:
        return parse(self.body)["payload"]


class Receiver:
    """An HTTP server on a free port of this process that checks and keeps what arrives. `answer` is the status of the next answers."""

    def __init__(self, register: Callable[[str], tuple[str, Callable[[], None]]]) -> None:
        self.received: list[Webhook] = []
        self.answer = 200
        self.secret = ""
        self._queue: queue.Queue[Webhook] = queue.Queue()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", 0)))
                # Answered before it is handed over: what the test does next, such as another status, is meant for the next one.
                self.send_response(receiver.answer)
                self.send_header("content-length", "0")
                self.end_headers()
                receiver._take({name.lower(): value for name, value in self.headers.items()}, body)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/webhooks"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        try:
            self.secret, self._unregister = register(self.url)
        except BaseException:
            self._end()
            raise

    def _take(self, headers: Mapping[str, str], body: bytes) -> None:
        webhook = Webhook(headers, body, verify_webhook(self.secret, headers, body))
        self.received.append(webhook)
        self._queue.put(webhook)

    def next(self, type: str | None = None, *, timeout: float = 10, verify: bool = True) -> Webhook:
        """The next webhook (of this type), in order of arrival. Raises AssertionError for a wrong signature, TimeoutError for none."""
        until = time.monotonic() + timeout
        while True:
            try:
                webhook = self._queue.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                raise TimeoutError(f"no {type or 'webhook'} arrived in {timeout} s") from None
            if verify and not webhook.verification.ok:
                raise AssertionError(f"a webhook is not genuine: {webhook.verification.reason}")
            if type is None or webhook.type == type:
                return webhook

    def close(self) -> None:
        """Removes the endpoint and closes the port."""
        try:
            self._unregister()
        finally:
            self._end()

    def _end(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def __enter__(self) -> "Receiver":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
