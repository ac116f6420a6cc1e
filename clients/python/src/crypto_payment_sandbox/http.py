"""One JSON call over HTTP, and the error of a refused one."""

from __future__ import annotations

import json
import urllib.error
import urllib.parse
import urllib.request
from decimal import Decimal
from typing import Any, Mapping, NamedTuple

#: Longer than the longest wait of the control API (`GET /admin/events/wait`), in seconds.
TIMEOUT_SECONDS = 120


class SandboxError(Exception):
    """A call that was refused or that nobody answered. `status` is 0 when nobody did; `body` is the parsed answer."""

    def __init__(self, call: str, status: int, message: str, body: Any = None) -> None:
        super().__init__(f"{call}: {f'{status} ' if status else ''}{message}")
        self.call = call
        self.status = status
        self.body = body


class Answer(NamedTuple):
    """An answer, whatever its status. `hint`: what exactly is wrong, in words of the sandbox that the real service does not have."""

    status: int
    body: Any
    hint: str


def parse(text: bytes) -> Any:
    """JSON without a loss of digits: a number with a fraction becomes a Decimal."""
    return json.loads(text, parse_float=Decimal)


def send(
    method: str,
    url: str,
    body: Any = None,
    query: Mapping[str, Any] | None = None,
    headers: Mapping[str, str] | None = None,
) -> Answer:
    """Makes one call. Raises SandboxError when nobody answers, or when the answer is not JSON."""
    known = {name: value for name, value in (query or {}).items() if value is not None}
    address = f"{url}?{urllib.parse.urlencode(known)}" if known else url
    data = None if body is None else json.dumps(body).encode()
    sent = {**({} if data is None else {"Content-Type": "application/json"}), **(headers or {})}
    request = urllib.request.Request(address, data=data, method=method, headers=sent)
    call = f"{method} {urllib.parse.urlsplit(url).path}"
    try:
        with _opener.open(request, timeout=TIMEOUT_SECONDS) as response:
            status, text, answered = response.status, response.read(), response.headers
    except urllib.error.HTTPError as error:
        status, text, answered = error.code, error.read(), error.headers
    except OSError as error:
        raise SandboxError(call, 0, f"no sandbox answers at {url}: {error}") from error
    try:
        return Answer(status, parse(text), answered.get("X-Sandbox-Error") or "")
    except ValueError:
        raise SandboxError(call, status, f"the answer of {url} is not JSON: is this a sandbox?") from None


#: A sandbox is on this machine or in the next container: never asked through a proxy.
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def data_of(call: str, answer: Answer) -> Any:
    """The member `data` of an envelope. Raises SandboxError for a refusal, with what the sandbox said."""
    status, body, hint = answer
    if isinstance(body, dict) and body.get("success"):
        return body.get("data")
    said = body.get("error", "") if isinstance(body, dict) else ""
    details = body.get("details") if isinstance(body, dict) else None
    more = "".join(f" ({text})" for text in (hint, details) if text)
    raise SandboxError(call, status, f"{said}{more}", body)
