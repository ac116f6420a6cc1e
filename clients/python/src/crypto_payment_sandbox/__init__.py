"""Client of crypto-payment-sandbox: start one, pay into it, move its clock, receive its webhooks. Standard library only."""

from .http import SandboxError
from .sandbox import Sandbox, Snapshot, VersionMismatch
from .start import Archive, Image, Npx, StartError
from .tenant import Fault, Tenant
from .webhooks import Receiver, Verification, Webhook, verify_webhook

__version__ = "0.1.0"

__all__ = [
    "Archive",
    "Fault",
    "Image",
    "Npx",
    "Receiver",
    "Sandbox",
    "SandboxError",
    "Snapshot",
    "StartError",
    "Tenant",
    "Verification",
    "VersionMismatch",
    "Webhook",
    "verify_webhook",
]
