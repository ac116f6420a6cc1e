"""One tenant: what a test owns. Its key, its deposits, events, faults and receivers are seen by no other tenant."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Mapping, Sequence, Union

from .admin import Admin
from .http import Answer, SandboxError, data_of, send
from .webhooks import Receiver

#: An amount in whole units: "25.5" or a Decimal. A float is refused: it has lost digits already.
Amount = Union[str, int, Decimal]


class Fault:
    """An armed fault; `remove` removes it, and so does the end of a `with` block."""

    def __init__(self, admin: Admin, made: Mapping[str, Any]) -> None:
        self._admin = admin
        self.id = made["id"]

    @property
    def hits(self) -> int:
        """How often it has happened."""
        return int(next(row["hits"] for row in self._admin.list_faults()["items"] if row["id"] == self.id))

    def remove(self) -> None:
        self._admin.delete_fault(self.id)

    def __enter__(self) -> "Fault":
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self.remove()
        except SandboxError as error:
            # A world that was restored or reset since has none of it.
            if error.status != 404:
                raise


class Tenant:
    """`call` speaks to the service as this tenant's app would; everything else is done from outside."""

    def __init__(self, admin: Admin, url: str, facts: Mapping[str, Any]) -> None:
        self._admin = admin
        self._receivers: list[Receiver] = []
        self._after = 0
        self.id: str = facts["tenant_id"]
        self.api_key: str = facts["api_key"]
        self.vault_id: str = facts["vault_id"]
        self.api_base_url = f"{url}/v1"

    def call(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Any:
        """The `data` of a call of the service. Raises SandboxError for a refusal; `ask` gives the status and the whole body."""
        return data_of(f"{method} {path}", self.ask(method, path, body, query=query, headers=headers))

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Like `call`, with the status and the whole body, whatever they are."""
        own = {"X-API-Key": self.api_key, **(headers or {})}
        return send(method, f"{self.api_base_url}{path}", body, query, own)

    def deposit(
        self, *, network: str, asset: str, amount: Amount, owner: str | None = None, to: str | None = None
    ) -> dict[str, Any]:
        """A real transfer to the wallet or deposit address of an owner, or to an address. It is visible when this returns."""
        if isinstance(amount, float):
            raise TypeError(f'an amount is text or a Decimal, not a float: write "{amount}"')
        receiver = {"to_address": to} if owner is None else {"owner": owner, "tenant_id": self.id}
        return dict(self._admin.create_deposit(network=network, asset=asset, amount=str(amount), **receiver))

    def fault(
        self,
        gate: str,
        effect: str,
        *,
        match: Mapping[str, Any] | None = None,
        params: Mapping[str, Any] | None = None,
        after: int = 0,
        times: int | None = 1,
    ) -> Fault:
        """Arms a fault that acts on this tenant alone: it skips the first `after` passages and happens `times` times (None: always)."""
        own = {**(match or {}), "tenant_id": self.id}
        body = {"gate": gate, "effect": effect, "match": own, "after": after, "times": times}
        return Fault(self._admin, self._admin.create_fault(**body, **({"params": params} if params else {})))

    def wait(self, type: str, *, resource_id: str | None = None, timeout: str = "10s") -> dict[str, Any]:
        """The next event of this type of this tenant, after those that were waited for before. Raises SandboxError (408) for none."""
        query = {"type": type, "resource_id": resource_id, "tenant_id": self.id, "after": self._after, "timeout": timeout}
        event = self._admin.wait_for_event(**query)
        self._after = event["sequence"]
        return dict(event)

    def events(self, type: str | None = None) -> list[dict[str, Any]]:
        """All events of this tenant so far, oldest first."""
        found: list[dict[str, Any]] = []
        after = 0
        while True:
            page = self._admin.list_events(tenant_id=self.id, type=type, after=after, limit=1000)["items"]
            found.extend(page)
            if len(page) < 1000:
                return found
            after = page[-1]["sequence"]

    def register(self, url: str, types: Sequence[str] = ("*",), secret: str | None = None) -> dict[str, Any]:
        """Registers the webhook endpoint of the app under test; the answer has its `id` and `secret`."""
        body = {"url": url, "event_types": list(types), **({"secret": secret} if secret else {})}
        return dict(self._admin.create_webhook_endpoint(self.id, **body))

    def receive(self, types: Sequence[str] = ("*",)) -> Receiver:
        """A receiver in this process, registered for these types; closed with the tenant."""

        def register(url: str) -> tuple[str, Any]:
            made = self.register(url, types)
            return made["secret"], lambda: self._remove(made["id"])

        receiver = Receiver(register)
        self._receivers.append(receiver)
        return receiver

    def _remove(self, endpoint: str) -> None:
        try:
            self._admin.delete_webhook_endpoint(self.id, endpoint)
        except SandboxError as error:
            # A stopped sandbox, or a world that was restored, has none of it.
            if error.status not in (0, 404):
                raise

    def close(self) -> None:
        """Closes the receivers; the tenant's records stay."""
        while self._receivers:
            self._receivers.pop().close()
