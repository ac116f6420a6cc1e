"""Ten stories of an app that takes payments: the same ten in each client of this repository."""

from decimal import Decimal

import pytest

from crypto_payment_sandbox import Sandbox, SandboxError, Tenant, verify_webhook


PAYOUT = {
    "asset": "USDC",
    "network_symbol": "base",
    "amount": "10",
    "to_address": "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
    "reference_id": "order-1",
}


def pay(tenant: Tenant, amount: str = "25.5") -> str:
    tenant.call("POST", "/wallets", {"owner": "alice", "network_symbol": "base"})
    return tenant.deposit(network="base", asset="USDC", amount=amount, owner="alice")["tx_id"]


def test_1_a_payment_becomes_a_confirmed_deposit(tenant: Tenant) -> None:
    tx_id = pay(tenant)
    event = tenant.wait("deposit.confirmed")
    assert event["payload"]["tx_id"] == tx_id
    [deposit] = tenant.call("GET", "/deposits", query={"owner": "alice"})
    assert (deposit["symbol"], Decimal(str(deposit["balance"]["amount"]))) == ("USDC", Decimal("25.5"))


def test_2_a_webhook_arrives_and_its_signature_is_right(tenant: Tenant) -> None:
    hooks = tenant.receive(["deposit.confirmed"])
    pay(tenant)
    webhook = hooks.next("deposit.confirmed")
    assert webhook.payload["owner"] == "alice"
    assert verify_webhook(hooks.secret, webhook.headers, webhook.body).ok
    assert not verify_webhook(hooks.secret, webhook.headers, webhook.body + b" ").ok


def test_3_a_forged_webhook_is_told_from_a_genuine_one(tenant: Tenant) -> None:
    hooks = tenant.receive(["deposit.confirmed"])
    tenant.fault("webhook.delivery", "wrong-secret")
    pay(tenant)
    with pytest.raises(AssertionError, match="not genuine"):
        hooks.next()
    assert "not the signature" in hooks.received[0].verification.reason


def test_4_a_webhook_that_comes_twice_has_one_id(tenant: Tenant) -> None:
    hooks = tenant.receive(["deposit.confirmed"])
    tenant.fault("webhook.delivery", "duplicate")
    pay(tenant)
    assert hooks.next().id == hooks.next().id


def test_5_a_webhook_that_was_refused_comes_again_later(sandbox: Sandbox, tenant: Tenant) -> None:
    hooks = tenant.receive(["deposit.confirmed"])
    hooks.answer = 500
    pay(tenant)
    first = hooks.next()
    hooks.answer = 200
    sandbox.advance("1m")
    assert hooks.next().id == first.id


def test_6_a_payout_is_sent_and_confirmed(sandbox: Sandbox, tenant: Tenant) -> None:
    vault = tenant.call("GET", f"/vault/{tenant.vault_id}/addresses/base")["address"]
    tenant.deposit(network="base", asset="USDC", amount="500", to=vault)
    payout = tenant.call("POST", "/transfer/payout", {**PAYOUT, "vault_id": tenant.vault_id})
    sandbox.run_until_idle(advance=True)
    assert tenant.call("GET", f"/transfer/payout/{payout['id']}")["status"] == "confirmed"


def test_7_a_reorg_takes_a_deposit_back(sandbox: Sandbox, tenant: Tenant) -> None:
    sandbox.admin.set_mining("base", mode="manual")
    pay(tenant)
    sandbox.mine("base")
    assert tenant.events("deposit.new")
    sandbox.reorg("base", depth=1, transactions="drop")
    assert [row["state"] for row in sandbox.admin.list_deposits(tenant_id=tenant.id)["items"]] == ["orphaned"]
    sandbox.admin.set_mining("base", mode="instant")


def test_8_the_service_fails_once_and_the_next_call_succeeds(tenant: Tenant) -> None:
    tenant.fault("api.request", "status", match={"operation_id": "listVaults"}, params={"status": 500})
    with pytest.raises(SandboxError) as refused:
        tenant.call("GET", "/vault")
    assert refused.value.status == 500
    assert tenant.call("GET", "/vault")


def test_9_a_snapshot_brings_the_world_back(sandbox: Sandbox, tenant: Tenant) -> None:
    before = sandbox.snapshot()
    pay(tenant)
    assert tenant.call("GET", "/deposits")
    before.restore()
    assert tenant.call("GET", "/deposits") == []


def test_10_tenants_do_not_see_each_other(sandbox: Sandbox, tenant: Tenant) -> None:
    other = sandbox.tenant("other")
    pay(tenant)
    assert other.call("GET", "/deposits") == []
    assert other.events("deposit.confirmed") == []
