package cpsandbox_test

import (
	"os"
	"testing"

	cpsandbox "crypto-payment-sandbox/clients/go"
)

// Ten stories of an app that takes payments: the same ten in each client of this repository.

var sandbox *cpsandbox.Sandbox

func TestMain(m *testing.M) { os.Exit(cpsandbox.Main(m, &sandbox)) }

type data = cpsandbox.Data

func pay(t *testing.T, tenant *cpsandbox.Tenant) string {
	t.Helper()
	tenant.Call("POST", "/wallets", data{"owner": "alice", "network_symbol": "base"})
	return tenant.Deposit("base", "USDC", "25.5", "alice")
}

func equal[T comparable](t *testing.T, got, want T) {
	t.Helper()
	if got != want {
		t.Fatalf("got %v, want %v", got, want)
	}
}

func Test1APaymentBecomesAConfirmedDeposit(t *testing.T) {
	tenant := sandbox.Tenant(t)
	hash := pay(t, tenant)
	equal(t, tenant.Wait("deposit.confirmed").Text("payload.tx_id"), hash)
	deposits := tenant.Call("GET", "/deposits?owner=alice", nil)
	equal(t, deposits.Text("data.0.balance.amount"), "25.5")
}

func Test2AWebhookArrivesAndItsSignatureIsRight(t *testing.T) {
	tenant := sandbox.Tenant(t)
	hooks := tenant.Receive("deposit.confirmed")
	pay(t, tenant)
	webhook := hooks.Next()
	equal(t, webhook.Payload.Text("owner"), "alice")
}

func Test3AForgedWebhookIsToldFromAGenuineOne(t *testing.T) {
	tenant := sandbox.Tenant(t)
	hooks := tenant.Receive("deposit.confirmed")
	tenant.Fault("webhook.delivery", "wrong-secret", nil)
	pay(t, tenant)
	if hooks.Any().Err == nil {
		t.Fatal("a forged webhook is taken for genuine")
	}
}

func Test4AWebhookThatComesTwiceHasOneID(t *testing.T) {
	tenant := sandbox.Tenant(t)
	hooks := tenant.Receive("deposit.confirmed")
	tenant.Fault("webhook.delivery", "duplicate", nil)
	pay(t, tenant)
	equal(t, hooks.Next().ID, hooks.Next().ID)
}

func Test5AWebhookThatWasRefusedComesAgainLater(t *testing.T) {
	tenant := sandbox.Tenant(t)
	hooks := tenant.Receive("deposit.confirmed")
	hooks.Answer(500)
	pay(t, tenant)
	first := hooks.Next()
	hooks.Answer(200)
	sandbox.Advance(t, "1m")
	equal(t, hooks.Next().ID, first.ID)
}

func Test6APayoutIsSentAndConfirmed(t *testing.T) {
	tenant := sandbox.Tenant(t)
	vault := tenant.Call("GET", "/vault/"+tenant.VaultID+"/addresses/base", nil).Text("data.address")
	tenant.DepositTo("base", "USDC", "500", vault)
	payout := tenant.Call("POST", "/transfer/payout", data{
		"vault_id": tenant.VaultID, "asset": "USDC", "network_symbol": "base", "amount": "10",
		"to_address": "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC", "reference_id": "order-1",
	})
	sandbox.RunUntilIdle(t)
	equal(t, tenant.Call("GET", "/transfer/payout/"+payout.Text("data.id"), nil).Text("data.status"), "confirmed")
}

func Test7AReorgTakesADepositBack(t *testing.T) {
	tenant := sandbox.Tenant(t)
	mining := func(mode string) {
		if _, err := sandbox.Admin.SetMining("base", data{"mode": mode}); err != nil {
			t.Fatal(err)
		}
	}
	mining("manual")
	t.Cleanup(func() { mining("instant") })
	pay(t, tenant)
	_, err := sandbox.Admin.MineBlocks("base", data{"blocks": 1})
	if err == nil {
		_, err = sandbox.Admin.ReorgNetwork("base", data{"depth": 1, "transactions": "drop"})
	}
	if err != nil {
		t.Fatal(err)
	}
	deposits, _ := sandbox.Admin.ListDeposits(map[string]string{"tenant_id": tenant.ID})
	equal(t, deposits.Text("data.items.0.state"), "orphaned")
}

func Test8TheServiceFailsOnceAndTheNextCallSucceeds(t *testing.T) {
	tenant := sandbox.Tenant(t)
	tenant.Fault("api.request", "status", data{"match": data{"operation_id": "listVaults"}, "params": data{"status": 500}})
	status, _ := tenant.Ask("GET", "/vault", nil)
	equal(t, status, 500)
	tenant.Call("GET", "/vault", nil)
}

func Test9ASnapshotBringsTheWorldBack(t *testing.T) {
	tenant := sandbox.Tenant(t)
	restore := sandbox.Snapshot(t)
	pay(t, tenant)
	equal(t, len(tenant.Call("GET", "/deposits", nil).List("data")), 1)
	restore()
	equal(t, len(tenant.Call("GET", "/deposits", nil).List("data")), 0)
}

func Test10TenantsDoNotSeeEachOther(t *testing.T) {
	tenant, other := sandbox.Tenant(t), sandbox.Tenant(t)
	pay(t, tenant)
	equal(t, len(other.Call("GET", "/deposits", nil).List("data")), 0)
	equal(t, len(other.Events("deposit.confirmed")), 0)
}
