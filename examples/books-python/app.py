"""A receiver with books in Python's standard library: deposit addresses, credits, withdrawals. Threads, SQLite, no packages.

Run it against a sandbox: cpsandbox exec --webhook http://127.0.0.1:3000/webhooks -- python3 app.py
"""

import hashlib
import hmac
import json
import os
import re
import sqlite3
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

API = os.environ["SANDBOX_API_BASE_URL"]
KEY = os.environ["SANDBOX_API_KEY"]
VAULT = os.environ["SANDBOX_VAULT_ID"]
SECRET = os.environ["SANDBOX_WEBHOOK_SECRET"]
FILE = os.environ.get("BOOKS_FILE", "books.sqlite")
TOLERANCE_SECONDS = 300
ATTEMPTS = 4
DECIMALS = {"base": 6, "polygon": 6, "arbitrum": 6, "ethereum": 6, "bsc": 18}
FINAL = {"confirmed": "paid", "failed": "failed", "expired": "failed"}

SCHEMA = """
create table if not exists wallet (address text, network text, owner text, primary key (network, address));
create table if not exists credit (id text primary key, owner text, tx_id text, network text, asset text, raw text, decimals integer,
  taken_back integer, removals integer);
create table if not exists withdrawal (id text primary key, owner text, network text, asset text, amount text, raw text, target text, state text);
"""


class Refused(Exception):
    """The request cannot be fulfilled."""


class Unavailable(Exception):
    """Nobody knows whether the service fulfilled the request."""


# ---- books -------------------------------------------------------------------------------------------------------------------

local = threading.local()


def books():
    """One connection for each thread."""
    if not hasattr(local, "connection"):
        local.connection = sqlite3.connect(FILE, timeout=5, isolation_level=None)
    return local.connection


class writing:
    """One writer at a time: what is read inside is still true when it is written."""

    def __enter__(self):
        books().execute("begin immediate")
        return books()

    def __exit__(self, kind, _error, _traceback):
        books().execute("commit" if kind is None else "rollback")


def to_raw(amount, decimals):
    if not re.fullmatch(r"\d+(\.\d+)?", amount):
        raise Refused(f"{amount} is no amount")
    whole, _, fraction = amount.partition(".")
    if len(fraction) > decimals:
        raise Refused(f"{amount} has more than {decimals} decimals")
    return int(whole + fraction.ljust(decimals, "0"))


def to_amount(raw, decimals):
    digits = str(raw).rjust(decimals + 1, "0")
    fraction = digits[-decimals:].rstrip("0")
    return digits[:-decimals] + ("." + fraction if fraction else "")


def free(db, owner, network, asset):
    credited = db.execute(
        "select raw from credit where owner = ? and network = ? and asset = ? and taken_back = 0", (owner, network, asset)
    )
    spent = db.execute(
        "select raw from withdrawal where owner = ? and network = ? and asset = ? and state <> 'failed'", (owner, network, asset)
    )
    return sum(int(raw) for (raw,) in credited.fetchall()) - sum(int(raw) for (raw,) in spent.fetchall())


# ---- the service -------------------------------------------------------------------------------------------------------------


def call(method, path, body=None, headers=None):
    """Repeats what is safe to repeat: every call reads, or carries a key or reference."""
    data = None if body is None else json.dumps(body).encode()
    all_headers = {"X-API-Key": KEY, "Content-Type": "application/json", **(headers or {})}
    for attempt in range(1, ATTEMPTS + 1):
        request = urllib.request.Request(API + path, data=data, method=method, headers=all_headers)
        try:
            with urllib.request.urlopen(request, timeout=10) as response:
                return json.loads(response.read())
        except urllib.error.HTTPError as error:
            if error.code == 429:
                raise Unavailable(path) from error
            if error.code < 500:
                raise Refused(f"{error.code}") from error
        except (OSError, ValueError):
            pass
        if attempt < ATTEMPTS:
            time.sleep(0.02 * 2**attempt)
    raise Unavailable(path)


def record(method, path, body=None, headers=None):
    answer = call(method, path, body, headers)
    return answer["data"] if answer.get("data") is not None else answer


def is_confirmed(deposit_id):
    while True:
        before = removals(deposit_id)
        found = call("GET", f"/transactions?source_id={deposit_id}&type=deposit")["data"]
        if removals(deposit_id) == before:
            return bool(found) and found[0]["status"] == "confirmed"


def removals(deposit_id):
    row = books().execute("select removals from credit where id = ?", (deposit_id,)).fetchone()
    return row[0] if row else 0


# ---- deposits ----------------------------------------------------------------------------------------------------------------


def open_wallet(owner, network):
    known = books().execute("select address from wallet where owner = ? and network = ?", (owner, network)).fetchone()
    if known:
        return known[0]
    body = {"owner": owner, "network_symbol": network}
    wallet = record("POST", "/wallets", body, {"Idempotency-Key": f"{owner}-{network}"})
    with writing() as db:
        db.execute("insert or ignore into wallet values (?, ?, ?)", (wallet["address"], network, owner))
    return wallet["address"]


def confirmed(deposit):
    """The deposit's id is the key, so it is credited once."""
    wallet = (deposit["network_symbol"], deposit["to_address"])
    known = books().execute("select owner from wallet where network = ? and address = ?", wallet).fetchone()
    owner = known[0] if known else deposit["owner"]
    if not owner or deposit["to_wallet_category"] == "uda":
        return
    row = books().execute("select taken_back from credit where id = ?", (deposit["id"],)).fetchone()
    if row and row[0] and not is_confirmed(deposit["id"]):
        return
    with writing() as db:
        db.execute(
            "insert into credit values (?, ?, ?, ?, ?, ?, ?, 0, 0) on conflict (id) do update set taken_back = 0, owner = excluded.owner,"
            " tx_id = excluded.tx_id, network = excluded.network, asset = excluded.asset, raw = excluded.raw, decimals = excluded.decimals",
            (
                deposit["id"],
                owner,
                deposit["tx_id"],
                deposit["network_symbol"],
                deposit["symbol"],
                str(deposit["balance"]["raw"]),
                deposit["decimal"],
            ),
        )


def failed(deposit_id):
    """A reorg removed it. It is taken back first; the service may know that it is back already."""
    with writing() as db:
        db.execute(
            "insert into credit values (?, '', '', '', '', '0', 0, 1, 1) on conflict (id) do update set taken_back = 1, removals = removals + 1",
            (deposit_id,),
        )
    if is_confirmed(deposit_id):
        with writing() as db:
            db.execute("update credit set taken_back = 0 where id = ? and owner <> ''", (deposit_id,))


def reconcile(owner):
    for (identity,) in books().execute("select id from withdrawal where owner = ? and state = 'pending'", (owner,)).fetchall():
        pay(identity)
    page = 1
    while True:
        query = f"owner={urllib.parse.quote(owner)}&type=deposit&status=confirmed&limit=5&page={page}"
        answer = call("GET", f"/transactions?{query}")
        for transaction in answer["data"]:
            confirmed(record("GET", f"/deposits/{transaction['source_id']}"))
        if not answer["pagination"]["has_next"]:
            return
        page += 1


# ---- withdrawals -------------------------------------------------------------------------------------------------------------


def withdraw(order):
    raw = to_raw(order["amount"], DECIMALS[order["network"]])
    values = (order["id"], order["owner"], order["network"], order["asset"], order["amount"], str(raw), order["to"], "pending")
    with writing() as db:
        known = db.execute("select owner, raw, target from withdrawal where id = ?", (order["id"],)).fetchone()
        if known and known != (order["owner"], str(raw), order["to"]):
            raise Refused(f"withdrawal {order['id']} exists with other values")
        if not known:
            if free(db, order["owner"], order["network"], order["asset"]) < raw:
                raise Refused("not enough money")
            db.execute("insert into withdrawal values (?, ?, ?, ?, ?, ?, ?, ?)", values)
    if not known:
        try:
            pay(order["id"])
        except Unavailable:
            pass  # The money stays reserved until the service says what became of it.
    return state_of(order["id"])


def state_of(identity):
    return books().execute("select state from withdrawal where id = ?", (identity,)).fetchone()[0]


def pay(identity):
    """The reference is the withdrawal's id: the service pays it once, however often it is asked."""
    network, asset, amount, target = (
        books().execute("select network, asset, amount, target from withdrawal where id = ?", (identity,)).fetchone()
    )
    body = {"vault_id": VAULT, "asset": asset, "network_symbol": network, "amount": amount, "to_address": target, "reference_id": identity}
    try:
        note(record("POST", "/transfer/payout", body))
    except Refused as refusal:
        found = call("GET", f"/transfer/payout?vault_id={VAULT}&reference_id={urllib.parse.quote(identity)}")["data"]
        if found:
            note(found[0])
        elif str(refusal) != "409":
            settle(identity, "failed")


def note(payout):
    settle(payout["reference_id"], FINAL.get(payout["status"], "pending"))


def settle(identity, state):
    with writing() as db:
        db.execute("update withdrawal set state = ? where id = ? and state = 'pending'", (state, identity))


# ---- HTTP --------------------------------------------------------------------------------------------------------------------


def is_genuine(headers, body):
    timestamp = headers.get("webhook-timestamp", "")
    if not re.fullmatch(r"[0-9]+", timestamp) or abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    expected = hmac.new(SECRET.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    # There are two signatures while a secret is rotated.
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(expected.encode(), one.encode()) for one in given)


def take(event):
    kind, payload = event["type"], event["payload"]
    if kind == "deposit.confirmed":
        confirmed(payload)
    elif kind in ("transaction.confirmed", "transaction.failed") and payload["type"] == "payout":
        note(record("GET", f"/transfer/payout/{payload['source_id']}"))
    elif kind == "transaction.failed" and payload["type"] == "deposit":
        failed(payload["source_id"])


def page(owner):
    rows = books().execute(
        "select id, tx_id, network, asset, raw, decimals from credit where owner = ? and taken_back = 0 order by id", (owner,)
    )
    names = ("deposit_id", "tx_id", "network", "asset", "amount")
    credits = [dict(zip(names, (*row[:4], to_amount(row[4], row[5])), strict=True)) for row in rows]
    orders = books().execute("select id, network, asset, amount, target, state from withdrawal where owner = ? order by id", (owner,))
    names = ("id", "network", "asset", "amount", "to", "state")
    return {"owner": owner, "credits": credits, "withdrawals": [dict(zip(names, row, strict=True)) for row in orders]}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.answer(b"")

    def do_POST(self):
        self.answer(self.rfile.read(int(self.headers.get("content-length", 0))))

    def answer(self, body):
        try:
            status, result = self.route(body)
        except Refused as error:
            status, result = 422, {"error": str(error)}
        except ValueError:
            status, result = 400, {"error": "the body is no JSON"}
        except (Unavailable, sqlite3.OperationalError) as error:
            status, result = 503, {"error": str(error)}
        content = json.dumps(result).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def route(self, body):
        url = urllib.parse.urlsplit(self.path)
        owner = urllib.parse.parse_qs(url.query).get("owner", [""])[0]
        name = f"{self.command} {url.path}"
        if name == "GET /health":
            return 200, {"ok": True}
        if name == "GET /books":
            return 200, page(owner)
        if name == "POST /webhooks":
            if not is_genuine(self.headers, body):
                return 401, {}
            take(json.loads(body))
            return 200, {}
        if name == "POST /customers":
            customer = json.loads(body)
            return 201, {"id": customer["id"], "address": open_wallet(customer["id"], customer.get("network", "base"))}
        if name == "POST /withdrawals":
            order = json.loads(body)
            return 202, {"id": order["id"], "state": withdraw(order)}
        if name == "POST /reconcile":
            reconcile(owner)
            return 200, {"ok": True}
        return 404, {"error": "not found"}


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128


if __name__ == "__main__":
    books().execute("pragma journal_mode = wal")
    books().executescript(SCHEMA)
    host, port = os.environ.get("HOST", "127.0.0.1"), int(os.environ.get("PORT", "3000"))
    server = Server((host, port), Handler)
    print(f"the books are open at http://{host}:{port}", flush=True)
    server.serve_forever()
