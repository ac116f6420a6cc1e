"""A running sandbox: its clock, chains, snapshots and tenants. Started by this process, or found at an address."""

from __future__ import annotations

from typing import Any, Sequence

from .admin import Admin
from .http import SandboxError
from .start import VERSION, Process, Source, find_source
from .tenant import Fault, Tenant


class VersionMismatch(Exception):
    """The sandbox is of another version than this client was made for."""


class Snapshot:
    """The world as it was; `restore` goes back to it, any number of times."""

    def __init__(self, admin: Admin, id: str) -> None:
        self._admin = admin
        self.id = id

    def restore(self) -> None:
        self._admin.restore_snapshot(self.id)


class Sandbox:
    """`Sandbox.start()` or `Sandbox.connect(url)`. Ends with `stop()`, or with the `with` block."""

    def __init__(self, url: str, admin_token: str | None = None, process: Process | None = None) -> None:
        self.url = url.rstrip("/")
        self.admin_token = admin_token
        #: Every operation of the control API as a method, named as in its document.
        self.admin = Admin(self.url, admin_token)
        #: What the sandbox printed when it was ready: keys of the first tenant, accounts with funds. Empty after `connect`.
        self.ready: dict[str, Any] = {} if process is None else process.ready
        self._process = process
        self._tenants: list[Tenant] = []
        self.version: str = self.admin.get_status()["version"]
        if _line_of(self.version) != _line_of(VERSION):
            raise VersionMismatch(
                f"this client goes with crypto-payment-sandbox {_line_of(VERSION)}.x, and {self.url} is {self.version}: "
                f"pip install 'crypto-payment-sandbox=={_line_of(self.version)}.*', or start {_line_of(VERSION)}.x"
            )

    @classmethod
    def start(cls, source: Source | None = None, *, options: Sequence[str] = ("--clock", "frozen")) -> "Sandbox":
        """
        Starts one on a free port: `Archive(folder)`, `Npx()`, `Image()`, or the first of them that is there. `options` are those of
        `crypto-payment-sandbox start`; by default the clock is frozen. Raises StartError when it does not get ready.
        """
        process = Process(find_source() if source is None else source, options)
        try:
            return cls(process.ready["url"], process.ready.get("admin_token"), process)
        except BaseException:
            process.stop()
            raise

    @classmethod
    def connect(cls, url: str, admin_token: str | None = None) -> "Sandbox":
        """A sandbox that somebody else started and will stop: a container beside this one, `exec`, another terminal."""
        return cls(url, admin_token)

    def tenant(self, name: str = "test", *, tier: str = "enterprise") -> Tenant:
        """A new tenant with its own key, vault and webhooks: one for each test."""
        made = Tenant(self.admin, self.url, self.admin.create_tenant(name=name, tier=tier))
        self._tenants.append(made)
        return made

    def rpc(self, network: str) -> str:
        """The JSON-RPC address of a network ("base")."""
        return f"{self.url}/rpc/{network}"

    def advance(self, by: str | int) -> dict[str, Any]:
        """Moves the clock by "10m", "3d" or milliseconds; all work due until then is done, in order, when this returns."""
        return dict(self.admin.advance_clock(by=by))

    def run_until_idle(self, *, advance: bool = False, limit: str = "1h") -> dict[str, Any]:
        """Does everything that is due; with `advance` also moves the clock from one due thing to the next, at most `limit` ahead."""
        return dict(self.admin.run_until_idle(advance=advance, limit=limit))

    def mine(self, network: str, blocks: int = 1) -> None:
        self.admin.mine_blocks(network, blocks=blocks)

    def reorg(self, network: str, depth: int, transactions: str = "keep", force: bool = False) -> dict[str, Any]:
        """Replaces the newest blocks; `transactions`: keep, drop or delay."""
        return dict(self.admin.reorg_network(network, depth=depth, transactions=transactions, force=force))

    def faucet(self, *, network: str, asset: str, amount: str, to: str) -> dict[str, Any]:
        """Sends coins or newly minted tokens to any address."""
        return dict(self.admin.use_faucet(network=network, asset=asset, amount=amount, to_address=to))

    def fault(self, gate: str, effect: str, **more: Any) -> Fault:
        """Arms a fault for all tenants; `tenant.fault` for one alone."""
        return Fault(self.admin, self.admin.create_fault(gate=gate, effect=effect, **more))

    def snapshot(self, name: str | None = None) -> Snapshot:
        """Saves the world: database, chains, clock, deliveries, faults."""
        return Snapshot(self.admin, self.admin.create_snapshot(**({"name": name} if name else {}))["id"])

    def broken_invariants(self) -> list[dict[str, Any]]:
        """What does not add up in the sandbox's own books; empty in a world that is right."""
        return [row for row in self.admin.get_invariants()["invariants"] if not row["ok"]]

    def stop(self) -> None:
        """Closes the receivers of its tenants, and ends the sandbox if this client started it."""
        while self._tenants:
            try:
                self._tenants.pop().close()
            except SandboxError:
                # It is gone already: nothing is left to be unregistered.
                continue
        if self._process is not None:
            self._process.stop()

    def __enter__(self) -> "Sandbox":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def _line_of(version: str) -> str:
    """Versions with the same first two numbers fit."""
    return ".".join(version.split(".")[:2])
