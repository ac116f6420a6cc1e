"""Python: is this webhook from the payment service? Needs the standard library only."""

import hashlib
import hmac
import re
import time

TOLERANCE_SECONDS = 300


def is_authentic(secret, headers, body, now=None):
    """`headers`: a mapping with lower-case names. `body`: the raw bytes, before any JSON parser."""
    timestamp = headers.get("webhook-timestamp", "")
    signature = headers.get("webhook-signature", "")
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        return False
    if abs((time.time() if now is None else now) - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    signed = timestamp.encode() + b"." + body
    expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    # Compared as bytes: a header may hold anything, and compare_digest takes text in ASCII only.
    return any(hmac.compare_digest(expected.encode(), one.encode()) for one in signature.split(" "))
