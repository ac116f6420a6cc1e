"""The control API, a method for each operation: written by `npm run generate` from spec/admin.yaml, never by hand."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from .http import data_of, send

#: Left out of the request: None is a value there ("times": null).
UNSET: Any = object()


class Admin:
    """Calls `/admin` of one sandbox. Every method returns the member `data` of the answer and raises SandboxError for a refusal."""

    def __init__(self, url: str, token: str | None = None) -> None:
        self._base = f"{url}/admin"
        self._headers = {} if token is None else {"Authorization": f"Bearer {token}"}

    def _call(self, method: str, path: str, query: dict[str, Any], body: dict[str, Any] | None) -> Any:
        known = {name: value for name, value in query.items() if value is not UNSET}
        sent = None if body is None else {name: value for name, value in body.items() if value is not UNSET}
        return data_of(f"{method} /admin{path}", send(method, f"{self._base}{path}", sent, known, self._headers))

    def get_status(self) -> Any:
        """Show the status of the sandbox."""
        return self._call("GET", "/status", {}, None)

    def get_invariants(self) -> Any:
        """Check the invariants now."""
        return self._call("GET", "/invariants", {}, None)

    def run_until_idle(self, *, advance: bool = UNSET, limit: Any = UNSET) -> Any:
        """Do all work that is due."""
        return self._call("POST", "/run-until-idle", {}, {"advance": advance, "limit": limit})

    def run_batch(self, *, calls: list[Any]) -> Any:
        """Make several calls of this API in one request."""
        return self._call("POST", "/batch", {}, {"calls": calls})

    def reset_world(self) -> Any:
        """Reset to the initial world."""
        return self._call("POST", "/reset", {}, {})

    def list_snapshots(self) -> Any:
        """List the snapshots."""
        return self._call("GET", "/snapshots", {}, None)

    def create_snapshot(self, *, name: Any = UNSET) -> Any:
        """Create a snapshot of the whole world."""
        return self._call("POST", "/snapshots", {}, {"name": name})

    def delete_snapshot(self, id: str | int) -> Any:
        """Delete a snapshot."""
        return self._call("DELETE", f"/snapshots/{quote(str(id), safe='')}", {}, None)

    def restore_snapshot(self, id: str | int) -> Any:
        """Restore a snapshot."""
        return self._call("POST", f"/snapshots/{quote(str(id), safe='')}/restore", {}, {})

    def export_snapshot(self, id: str | int) -> Any:
        """Export the world of a snapshot as one JSON file."""
        return self._call("GET", f"/snapshots/{quote(str(id), safe='')}/export", {}, None)

    def export_world(self) -> Any:
        """Export the whole world as one JSON file."""
        return self._call("GET", "/export", {}, None)

    def get_clock(self, *, limit: int = UNSET) -> Any:
        """Show the time and the work that is due next."""
        return self._call("GET", "/clock", {"limit": limit}, None)

    def advance_clock(self, *, by: str | int = UNSET, to: str = UNSET, next: int = UNSET) -> Any:
        """Advance the clock."""
        return self._call("POST", "/clock/advance", {}, {"by": by, "to": to, "next": next})

    def freeze_clock(self) -> Any:
        """Stop the clock."""
        return self._call("POST", "/clock/freeze", {}, {})

    def resume_clock(self) -> Any:
        """Let the clock run from its current time."""
        return self._call("POST", "/clock/resume", {}, {})

    def list_tenants(self) -> Any:
        """List the tenants."""
        return self._call("GET", "/tenants", {}, None)

    def create_tenant(self, *, name: str, tier: str = UNSET, rate_limit: int = UNSET) -> Any:
        """Create a tenant with key, vault, gas stations and wallet pools."""
        return self._call("POST", "/tenants", {}, {"name": name, "tier": tier, "rate_limit": rate_limit})

    def get_tenant(self, tenant_id: str | int) -> Any:
        """Show a tenant with its money, pools, endpoints and keys."""
        return self._call("GET", f"/tenants/{quote(str(tenant_id), safe='')}", {}, None)

    def update_tenant(self, tenant_id: str | int, *, name: str = UNSET, tier: str = UNSET, rate_limit: int = UNSET) -> Any:
        """Change name, tier or rate limit of a tenant."""
        return self._call("PATCH", f"/tenants/{quote(str(tenant_id), safe='')}", {}, {"name": name, "tier": tier, "rate_limit": rate_limit})

    def delete_tenant(self, tenant_id: str | int) -> Any:
        """Delete a tenant."""
        return self._call("DELETE", f"/tenants/{quote(str(tenant_id), safe='')}", {}, None)

    def list_tenant_keys(self, tenant_id: str | int) -> Any:
        """List the API keys, without the keys themselves."""
        return self._call("GET", f"/tenants/{quote(str(tenant_id), safe='')}/keys", {}, None)

    def create_tenant_key(self, tenant_id: str | int) -> Any:
        """Issue another API key."""
        return self._call("POST", f"/tenants/{quote(str(tenant_id), safe='')}/keys", {}, {})

    def delete_tenant_key(self, tenant_id: str | int, key_id: str | int) -> Any:
        """Revoke an API key, from the next request on."""
        return self._call("DELETE", f"/tenants/{quote(str(tenant_id), safe='')}/keys/{quote(str(key_id), safe='')}", {}, None)

    def set_wallet_pool(self, tenant_id: str | int, *, network: str | int, remaining: int) -> Any:
        """Set how many wallets can still be assigned on a network."""
        return self._call("PUT", f"/tenants/{quote(str(tenant_id), safe='')}/wallet-pool", {}, {"network": network, "remaining": remaining})

    def reset_rate_limit(self, tenant_id: str | int) -> Any:
        """Reset the tenant's rate-limit window."""
        return self._call("POST", f"/tenants/{quote(str(tenant_id), safe='')}/rate-limit/reset", {}, {})

    def reset_all_rate_limits(self) -> Any:
        """Reset all rate-limit windows."""
        return self._call("POST", "/rate-limit/reset", {}, {})

    def list_webhook_endpoints(self, tenant_id: str | int) -> Any:
        """List the webhook endpoints, without their secrets."""
        return self._call("GET", f"/tenants/{quote(str(tenant_id), safe='')}/webhook-endpoints", {}, None)

    def create_webhook_endpoint(self, tenant_id: str | int, *, url: str, event_types: Any = UNSET, secret: str = UNSET, active: bool = UNSET, disable_after: int = UNSET, heed_gone: bool = UNSET, heed_retry_after: bool = UNSET) -> Any:
        """Register a webhook endpoint."""
        return self._call("POST", f"/tenants/{quote(str(tenant_id), safe='')}/webhook-endpoints", {}, {"url": url, "event_types": event_types, "secret": secret, "active": active, "disable_after": disable_after, "heed_gone": heed_gone, "heed_retry_after": heed_retry_after})

    def update_webhook_endpoint(self, tenant_id: str | int, id: str | int, *, url: str = UNSET, event_types: list[Any] = UNSET, active: bool = UNSET, disable_after: int = UNSET, heed_gone: bool = UNSET, heed_retry_after: bool = UNSET) -> Any:
        """Change a webhook endpoint."""
        return self._call("PATCH", f"/tenants/{quote(str(tenant_id), safe='')}/webhook-endpoints/{quote(str(id), safe='')}", {}, {"url": url, "event_types": event_types, "active": active, "disable_after": disable_after, "heed_gone": heed_gone, "heed_retry_after": heed_retry_after})

    def delete_webhook_endpoint(self, tenant_id: str | int, id: str | int) -> Any:
        """Delete a webhook endpoint and end its pending retries."""
        return self._call("DELETE", f"/tenants/{quote(str(tenant_id), safe='')}/webhook-endpoints/{quote(str(id), safe='')}", {}, None)

    def rotate_webhook_secret(self, tenant_id: str | int, id: str | int, *, overlap: Any = UNSET, secret: str = UNSET, sign_with_both: bool = UNSET) -> Any:
        """Rotate the signing secret of a webhook endpoint."""
        return self._call("POST", f"/tenants/{quote(str(tenant_id), safe='')}/webhook-endpoints/{quote(str(id), safe='')}/rotate-secret", {}, {"overlap": overlap, "secret": secret, "sign_with_both": sign_with_both})

    def test_webhook_endpoint(self, tenant_id: str | int, id: str | int, *, type: str) -> Any:
        """Send a webhook endpoint a test event."""
        return self._call("POST", f"/tenants/{quote(str(tenant_id), safe='')}/webhook-endpoints/{quote(str(id), safe='')}/test", {}, {"type": type})

    def list_events(self, *, tenant_id: str = UNSET, type: str = UNSET, resource_id: str = UNSET, after: int = UNSET, order: str = UNSET, before: int = UNSET, from_: str = UNSET, to: str = UNSET, q: str = UNSET, deliveries: str = UNSET, limit: int = UNSET) -> Any:
        """List events in either order."""
        return self._call("GET", "/events", {"tenant_id": tenant_id, "type": type, "resource_id": resource_id, "after": after, "order": order, "before": before, "from": from_, "to": to, "q": q, "deliveries": deliveries, "limit": limit}, None)

    def wait_for_event(self, *, type: str = UNSET, resource_id: str = UNSET, tenant_id: str = UNSET, after: int = UNSET, timeout: str = UNSET) -> Any:
        """Wait for the first matching event."""
        return self._call("GET", "/events/wait", {"type": type, "resource_id": resource_id, "tenant_id": tenant_id, "after": after, "timeout": timeout}, None)

    def get_event(self, id: str | int) -> Any:
        """Show one event with its exact body and its deliveries."""
        return self._call("GET", f"/events/{quote(str(id), safe='')}", {}, None)

    def list_deliveries(self, *, event_id: str = UNSET, endpoint_id: str = UNSET, state: str = UNSET, type: str = UNSET, tenant_id: str = UNSET, resource_id: str = UNSET, after: int = UNSET, order: str = UNSET, before: int = UNSET, from_: str = UNSET, to: str = UNSET, q: str = UNSET, limit: int = UNSET) -> Any:
        """List deliveries with their attempts in either order."""
        return self._call("GET", "/deliveries", {"event_id": event_id, "endpoint_id": endpoint_id, "state": state, "type": type, "tenant_id": tenant_id, "resource_id": resource_id, "after": after, "order": order, "before": before, "from": from_, "to": to, "q": q, "limit": limit}, None)

    def get_delivery(self, id: str | int) -> Any:
        """Show one delivery, and whether each of its attempts verifies."""
        return self._call("GET", f"/deliveries/{quote(str(id), safe='')}", {}, None)

    def redeliver_delivery(self, id: str | int) -> Any:
        """Send a delivery again."""
        return self._call("POST", f"/deliveries/{quote(str(id), safe='')}/redeliver", {}, {})

    def redeliver_deliveries(self, *, state: str = UNSET, tenant_id: str = UNSET, endpoint_id: str = UNSET, event_id: str = UNSET, resource_id: str = UNSET, type: str = UNSET, from_: str = UNSET, to: str = UNSET, after: int = UNSET, limit: int = UNSET) -> Any:
        """Send all matching deliveries again."""
        return self._call("POST", "/deliveries/redeliver", {}, {"state": state, "tenant_id": tenant_id, "endpoint_id": endpoint_id, "event_id": event_id, "resource_id": resource_id, "type": type, "from": from_, "to": to, "after": after, "limit": limit})

    def explain_signature(self, *, body: str, headers: dict[str, Any], secret: str = UNSET, computed: str = UNSET, received_at: str = UNSET) -> Any:
        """Name the mistake in a signature check."""
        return self._call("POST", "/signature/explain", {}, {"body": body, "headers": headers, "secret": secret, "computed": computed, "received_at": received_at})

    def use_faucet(self, *, network: str | int, asset: str, to_address: str, amount: str) -> Any:
        """Give coins or tokens to any address."""
        return self._call("POST", "/faucet", {}, {"network": network, "asset": asset, "to_address": to_address, "amount": amount})

    def list_deposits(self, *, state: str = UNSET, type: str = UNSET, tenant_id: str = UNSET, resource_id: str = UNSET, owner: str = UNSET, network: str = UNSET, to_address: str = UNSET, tx_id: str = UNSET, q: str = UNSET, from_: str = UNSET, to: str = UNSET, before: str = UNSET, after: str = UNSET, order: str = UNSET, limit: int = UNSET) -> Any:
        """List deposits of all tenants, including orphaned ones, newest first."""
        return self._call("GET", "/deposits", {"state": state, "type": type, "tenant_id": tenant_id, "resource_id": resource_id, "owner": owner, "network": network, "to_address": to_address, "tx_id": tx_id, "q": q, "from": from_, "to": to, "before": before, "after": after, "order": order, "limit": limit}, None)

    def create_deposit(self, *, network: str | int, asset: str = UNSET, amount: str = UNSET, owner: str = UNSET, tenant_id: str = UNSET, to_address: str = UNSET, from_address: Any = UNSET, legs: list[Any] = UNSET) -> Any:
        """Pay an address of a tenant from an external account."""
        return self._call("POST", "/deposits", {}, {"network": network, "asset": asset, "amount": amount, "owner": owner, "tenant_id": tenant_id, "to_address": to_address, "from_address": from_address, "legs": legs})

    def judge_owners(self, *, owners: list[Any], tenant_id: Any = UNSET, after: dict[str, Any] = UNSET) -> Any:
        """Show in one answer what an app's books have to agree with."""
        return self._call("POST", "/judge", {}, {"tenant_id": tenant_id, "owners": owners, "after": after})

    def list_claims(self, *, tenant_id: str = UNSET, owner: str = UNSET, network: str = UNSET, state: str = UNSET, q: str = UNSET, from_: str = UNSET, to: str = UNSET, before: str = UNSET, after: str = UNSET, order: str = UNSET, limit: int = UNSET) -> Any:
        """List transfers that have no unified transaction."""
        return self._call("GET", "/claims", {"tenant_id": tenant_id, "owner": owner, "network": network, "state": state, "q": q, "from": from_, "to": to, "before": before, "after": after, "order": order, "limit": limit}, None)

    def retry_settlement(self, id: str | int) -> Any:
        """Retry a failed settlement."""
        return self._call("POST", f"/settlements/{quote(str(id), safe='')}/retry", {}, {})

    def list_solvers(self) -> Any:
        """List the accounts of the providers that pay at destinations, with their balances."""
        return self._call("GET", "/solvers", {}, None)

    def refill_solver(self, provider: str | int, *, network: str | int = UNSET, asset: str = UNSET, amount: str = UNSET) -> Any:
        """Give a solver stock."""
        return self._call("POST", f"/solvers/{quote(str(provider), safe='')}/refill", {}, {"network": network, "asset": asset, "amount": amount})

    def get_rates(self) -> Any:
        """The price table."""
        return self._call("GET", "/rates", {}, None)

    def set_rates(self) -> Any:
        """Set prices."""
        return self._call("PUT", "/rates", {}, {})

    def set_price_feed(self, *, enabled: bool) -> Any:
        """Switch the USD members of quotes on or off."""
        return self._call("PUT", "/price-feed", {}, {"enabled": enabled})

    def list_networks(self) -> Any:
        """List the networks with head, mining mode and number of confirmations."""
        return self._call("GET", "/networks", {}, None)

    def list_blocks(self, network: str | int, *, before: str = UNSET, limit: int = UNSET) -> Any:
        """List the blocks of a network with their records, newest first."""
        return self._call("GET", f"/networks/{quote(str(network), safe='')}/blocks", {"before": before, "limit": limit}, None)

    def list_waiting_transactions(self, network: str | int, *, limit: int = UNSET) -> Any:
        """List the transactions that wait for a block of a network."""
        return self._call("GET", f"/networks/{quote(str(network), safe='')}/pool", {"limit": limit}, None)

    def mine_blocks(self, network: str | int, *, blocks: int = UNSET) -> Any:
        """Mine blocks now."""
        return self._call("POST", f"/networks/{quote(str(network), safe='')}/mine", {}, {"blocks": blocks})

    def set_mining(self, network: str | int, *, mode: str, block_time: Any = UNSET, empty_blocks: int = UNSET) -> Any:
        """Choose when blocks are mined."""
        return self._call("PUT", f"/networks/{quote(str(network), safe='')}/mining", {}, {"mode": mode, "block_time": block_time, "empty_blocks": empty_blocks})

    def set_confirmations(self, network: str | int, *, blocks: int) -> Any:
        """Set the number of confirmations, including the transfer's own block."""
        return self._call("PUT", f"/networks/{quote(str(network), safe='')}/confirmations", {}, {"blocks": blocks})

    def set_finality(self, network: str | int, *, preset: str = UNSET, safe: str | int = UNSET, finalized: Any = UNSET) -> Any:
        """Choose which blocks the tags `safe` and `finalized` name."""
        return self._call("PUT", f"/networks/{quote(str(network), safe='')}/finality", {}, {"preset": preset, "safe": safe, "finalized": finalized})

    def set_base_fee(self, network: str | int, *, gwei: Any = UNSET, mode: Any = UNSET) -> Any:
        """Set the base fee from the next block on, and whether it moves with the load."""
        return self._call("PUT", f"/networks/{quote(str(network), safe='')}/base-fee", {}, {"gwei": gwei, "mode": mode})

    def set_l1_fees(self, network: str | int, *, mode: str, gwei: Any = UNSET) -> Any:
        """Choose whether receipts of a layer-2 network carry its members about L1."""
        return self._call("PUT", f"/networks/{quote(str(network), safe='')}/l1-fees", {}, {"mode": mode, "gwei": gwei})

    def pause_token(self, network: str | int, asset: str | int) -> Any:
        """Pause a token."""
        return self._call("POST", f"/networks/{quote(str(network), safe='')}/tokens/{quote(str(asset), safe='')}/pause", {}, {})

    def unpause_token(self, network: str | int, asset: str | int) -> Any:
        """Unpause a token."""
        return self._call("POST", f"/networks/{quote(str(network), safe='')}/tokens/{quote(str(asset), safe='')}/unpause", {}, {})

    def blacklist_address(self, network: str | int, asset: str | int, *, address: str) -> Any:
        """Blacklist an account of a token."""
        return self._call("POST", f"/networks/{quote(str(network), safe='')}/tokens/{quote(str(asset), safe='')}/blacklist", {}, {"address": address})

    def unblacklist_address(self, network: str | int, asset: str | int, *, address: str) -> Any:
        """Remove an account from the blacklist of a token."""
        return self._call("POST", f"/networks/{quote(str(network), safe='')}/tokens/{quote(str(asset), safe='')}/unblacklist", {}, {"address": address})

    def reorg_network(self, network: str | int, *, depth: int, transactions: str = UNSET, force: bool = UNSET) -> Any:
        """Reorganise the last blocks."""
        return self._call("POST", f"/networks/{quote(str(network), safe='')}/reorg", {}, {"depth": depth, "transactions": transactions, "force": force})

    def drop_transaction(self, network: str | int, hash: str | int) -> Any:
        """Drop a waiting transaction from the pool."""
        return self._call("POST", f"/networks/{quote(str(network), safe='')}/transactions/{quote(str(hash), safe='')}/drop", {}, None)

    def list_faults(self) -> Any:
        """List the faults with their hits."""
        return self._call("GET", "/faults", {}, None)

    def create_fault(self, *, gate: str, effect: str, match: dict[str, Any] = UNSET, after: int = UNSET, times: int | None = UNSET, params: dict[str, Any] = UNSET) -> Any:
        """Let something go wrong."""
        return self._call("POST", "/faults", {}, {"gate": gate, "effect": effect, "match": match, "after": after, "times": times, "params": params})

    def delete_faults(self) -> Any:
        """Take all faults away."""
        return self._call("DELETE", "/faults", {}, None)

    def get_fault_catalogue(self) -> Any:
        """List the gates with their conditions and effects."""
        return self._call("GET", "/faults/catalogue", {}, None)

    def delete_fault(self, id: str | int) -> Any:
        """Take one fault away."""
        return self._call("DELETE", f"/faults/{quote(str(id), safe='')}", {}, None)

    def list_wallets(self, *, tenant_id: str = UNSET, owner: str = UNSET, network: str = UNSET, q: str = UNSET, from_: str = UNSET, to: str = UNSET, before: str = UNSET, after: str = UNSET, order: str = UNSET, limit: int = UNSET) -> Any:
        """List the wallets of all tenants, newest first."""
        return self._call("GET", "/wallets", {"tenant_id": tenant_id, "owner": owner, "network": network, "q": q, "from": from_, "to": to, "before": before, "after": after, "order": order, "limit": limit}, None)

    def list_udas(self, *, tenant_id: str = UNSET, owner: str = UNSET, network: str = UNSET, state: str = UNSET, q: str = UNSET, from_: str = UNSET, to: str = UNSET, before: str = UNSET, after: str = UNSET, order: str = UNSET, limit: int = UNSET) -> Any:
        """List the universal deposit addresses of all tenants, newest first."""
        return self._call("GET", "/udas", {"tenant_id": tenant_id, "owner": owner, "network": network, "state": state, "q": q, "from": from_, "to": to, "before": before, "after": after, "order": order, "limit": limit}, None)

    def list_settlements(self, *, tenant_id: str = UNSET, owner: str = UNSET, network: str = UNSET, state: str = UNSET, q: str = UNSET, from_: str = UNSET, to: str = UNSET, before: str = UNSET, after: str = UNSET, order: str = UNSET, limit: int = UNSET) -> Any:
        """List the settlements of all tenants, newest first."""
        return self._call("GET", "/settlements", {"tenant_id": tenant_id, "owner": owner, "network": network, "state": state, "q": q, "from": from_, "to": to, "before": before, "after": after, "order": order, "limit": limit}, None)

    def list_payouts(self, *, tenant_id: str = UNSET, network: str = UNSET, state: str = UNSET, q: str = UNSET, from_: str = UNSET, to: str = UNSET, before: str = UNSET, after: str = UNSET, order: str = UNSET, limit: int = UNSET) -> Any:
        """List the payouts of all tenants, newest first."""
        return self._call("GET", "/payouts", {"tenant_id": tenant_id, "network": network, "state": state, "q": q, "from": from_, "to": to, "before": before, "after": after, "order": order, "limit": limit}, None)

    def list_transactions(self, *, tenant_id: str = UNSET, owner: str = UNSET, network: str = UNSET, state: str = UNSET, q: str = UNSET, from_: str = UNSET, to: str = UNSET, before: str = UNSET, after: str = UNSET, order: str = UNSET, limit: int = UNSET) -> Any:
        """List the unified transactions of all tenants, newest first."""
        return self._call("GET", "/transactions", {"tenant_id": tenant_id, "owner": owner, "network": network, "state": state, "q": q, "from": from_, "to": to, "before": before, "after": after, "order": order, "limit": limit}, None)

    def list_vaults(self, *, tenant_id: str = UNSET, q: str = UNSET, from_: str = UNSET, to: str = UNSET, before: str = UNSET, after: str = UNSET, order: str = UNSET, limit: int = UNSET) -> Any:
        """List the vaults of all tenants, newest first."""
        return self._call("GET", "/vaults", {"tenant_id": tenant_id, "q": q, "from": from_, "to": to, "before": before, "after": after, "order": order, "limit": limit}, None)

    def list_gas_stations(self, *, tenant_id: str = UNSET, network: str = UNSET, q: str = UNSET, from_: str = UNSET, to: str = UNSET, before: str = UNSET, after: str = UNSET, order: str = UNSET, limit: int = UNSET) -> Any:
        """List the gas stations of all tenants, newest first."""
        return self._call("GET", "/gas-stations", {"tenant_id": tenant_id, "network": network, "q": q, "from": from_, "to": to, "before": before, "after": after, "order": order, "limit": limit}, None)

    def search(self, *, q: str, limit: int = UNSET) -> Any:
        """Find what has this id or begins with this text."""
        return self._call("GET", "/search", {"q": q, "limit": limit}, None)

    def get_record(self, id: str | int) -> Any:
        """Show one record of any kind and tenant."""
        return self._call("GET", f"/records/{quote(str(id), safe='')}", {}, None)

    def get_timeline(self, id: str | int) -> Any:
        """Show what happened to a record and what is planned."""
        return self._call("GET", f"/records/{quote(str(id), safe='')}/timeline", {}, None)

    def get_money(self, id: str | int) -> Any:
        """Show what left, what arrived, fees and gas of a record."""
        return self._call("GET", f"/records/{quote(str(id), safe='')}/money", {}, None)

    def list_requests(self, *, surface: str = UNSET, operation_id: str = UNSET, status: str = UNSET, tenant_id: str = UNSET, fault: str = UNSET, record_id: str = UNSET, q: str = UNSET, before: int = UNSET, after: int = UNSET, order: str = UNSET, limit: int = UNSET) -> Any:
        """List the last requests, newest first."""
        return self._call("GET", "/requests", {"surface": surface, "operation_id": operation_id, "status": status, "tenant_id": tenant_id, "fault": fault, "record_id": record_id, "q": q, "before": before, "after": after, "order": order, "limit": limit}, None)

    def clear_requests(self, *, tenant_id: str = UNSET) -> Any:
        """Forget the requests."""
        return self._call("DELETE", "/requests", {"tenant_id": tenant_id}, None)

    def export_requests(self, *, format: str = UNSET, surface: str = UNSET, tenant_id: str = UNSET) -> Any:
        """Export the requests as a HAR file."""
        return self._call("GET", "/requests/export", {"format": format, "surface": surface, "tenant_id": tenant_id}, None)

    def get_request(self, request_id: str | int) -> Any:
        """Show a request with headers and bodies."""
        return self._call("GET", f"/requests/{quote(str(request_id), safe='')}", {}, None)

    def get_contract(self, *, tenant_id: str = UNSET) -> Any:
        """Show the contract report."""
        return self._call("GET", "/contract", {"tenant_id": tenant_id}, None)

    def reset_contract(self, *, tenant_id: str = UNSET) -> Any:
        """Begin the contract report anew."""
        return self._call("DELETE", "/contract", {"tenant_id": tenant_id}, None)

    def note_reads(self, *, reads: list[Any], tenant_id: str | None = UNSET) -> Any:
        """Note what the client read of answers and webhooks."""
        return self._call("POST", "/contract/reads", {}, {"tenant_id": tenant_id, "reads": reads})

    def grade_receiver(self, *, url: str, secret: str, cases: list[Any] = UNSET, probe_url: str = UNSET, tenant_id: str = UNSET, owner: str = UNSET) -> Any:
        """Grade a webhook receiver."""
        return self._call("POST", "/contract/receiver", {}, {"url": url, "secret": secret, "cases": cases, "probe_url": probe_url, "tenant_id": tenant_id, "owner": owner})

    def get_strict_mode(self, *, tenant_id: str = UNSET) -> Any:
        """Show what strict mode leaves out."""
        return self._call("GET", "/contract/strict", {"tenant_id": tenant_id}, None)

    def set_strict_mode(self, *, enabled: bool, tenant_id: str | None = UNSET, level: str | None = UNSET, without: list[Any] | None = UNSET) -> Any:
        """Leave out what the specification does not show."""
        return self._call("PUT", "/contract/strict", {}, {"tenant_id": tenant_id, "enabled": enabled, "level": level, "without": without})

    def list_readings(self, *, tenant_id: str = UNSET) -> Any:
        """List how the specification can be read where it leaves something open."""
        return self._call("GET", "/contract/readings", {"tenant_id": tenant_id}, None)

    def get_ambiguity(self, *, tenant_id: str = UNSET) -> Any:
        """Show which readings hold."""
        return self._call("GET", "/contract/ambiguity", {"tenant_id": tenant_id}, None)

    def set_ambiguity(self, *, tenant_id: str | None = UNSET) -> Any:
        """Read the specification otherwise."""
        return self._call("PUT", "/contract/ambiguity", {}, {"tenant_id": tenant_id})

    def list_scenarios(self) -> Any:
        """List the built-in scenarios, and what each one shows."""
        return self._call("GET", "/scenarios", {}, None)

    def get_scenario_run(self) -> Any:
        """Show how far the running scenario has come."""
        return self._call("GET", "/scenarios/run", {}, None)

    def run_scenario(self, *, name: str = UNSET, scenario: dict[str, Any] = UNSET) -> Any:
        """Run a scenario and check its expectations."""
        return self._call("POST", "/scenarios/run", {}, {"name": name, "scenario": scenario})
