package cpsandbox

import "testing"

// Tenant is what a test owns: its key, deposits, events, faults and receivers are seen by no other tenant.
type Tenant struct {
	ID, APIKey, VaultID, APIBaseURL string

	admin *Admin
	tb    testing.TB
	after string
}

// Tenant makes one for this test.
func (s *Sandbox) Tenant(tb testing.TB) *Tenant {
	tb.Helper()
	name := tb.Name()
	if len(name) > 60 {
		name = name[:60]
	}
	made := must(tb)(s.Admin.CreateTenant(Data{"name": name}))
	return &Tenant{
		ID: made.Text("data.tenant_id"), APIKey: made.Text("data.api_key"), VaultID: made.Text("data.vault_id"),
		APIBaseURL: s.URL + "/v1", admin: s.Admin, tb: tb, after: "0",
	}
}

// must fails the test for a call that was refused: `must(tb)(admin.GetClock())`.
func must(tb testing.TB) func(Data, error) Data {
	return func(answer Data, err error) Data {
		tb.Helper()
		if err != nil {
			tb.Fatal(err)
		}
		return answer
	}
}

// Call speaks to the service as this tenant's app would and returns the envelope. The test fails for a refusal; Ask does not.
func (t *Tenant) Call(method, path string, body any) Data {
	t.tb.Helper()
	status, answer, hint, err := t.send(method, path, body)
	return must(t.tb)(dataOf(method+" "+path, status, answer, hint, err))
}

// Ask is Call for every status; the test fails only when nobody answers.
func (t *Tenant) Ask(method, path string, body any) (int, Data) {
	t.tb.Helper()
	status, answer, _, err := t.send(method, path, body)
	if err != nil {
		t.tb.Fatal(err)
	}
	return status, answer
}

func (t *Tenant) send(method, path string, body any) (int, Data, string, error) {
	return send(method, t.APIBaseURL+path, nil, body, map[string]string{"X-API-Key": t.APIKey})
}

// Deposit is a real transfer to the wallet or deposit address of an owner. It is visible when this returns the hash of the transaction.
func (t *Tenant) Deposit(network, asset, amount, owner string) string {
	t.tb.Helper()
	body := Data{"network": network, "asset": asset, "amount": amount, "owner": owner, "tenant_id": t.ID}
	return must(t.tb)(t.admin.CreateDeposit(body)).Text("data.tx_id")
}

// DepositTo is a real transfer to an address.
func (t *Tenant) DepositTo(network, asset, amount, address string) string {
	t.tb.Helper()
	body := Data{"network": network, "asset": asset, "amount": amount, "to_address": address}
	return must(t.tb)(t.admin.CreateDeposit(body)).Text("data.tx_id")
}

// Fault arms a fault that acts on this tenant alone, once; more has other members of the body ("match", "params", "after", "times").
func (t *Tenant) Fault(gate, effect string, more Data) {
	t.tb.Helper()
	body := Data{"gate": gate, "effect": effect}
	match := Data{"tenant_id": t.ID}
	for name, value := range more {
		if name == "match" {
			for key, wanted := range value.(Data) {
				match[key] = wanted
			}
			continue
		}
		body[name] = value
	}
	body["match"] = match
	made := must(t.tb)(t.admin.CreateFault(body))
	t.tb.Cleanup(func() { _, _ = t.admin.DeleteFault(made.Text("data.id")) })
}

// Wait is the next event of this type of this tenant, after those that were waited for before.
func (t *Tenant) Wait(kind string) Data {
	t.tb.Helper()
	query := map[string]string{"type": kind, "tenant_id": t.ID, "after": t.after, "timeout": "10s"}
	event := must(t.tb)(t.admin.WaitForEvent(query))
	t.after = event.Text("data.sequence")
	return event["data"].(map[string]any)
}

// Events are the first thousand events of this type of this tenant, oldest first.
func (t *Tenant) Events(kind string) []Data {
	t.tb.Helper()
	return must(t.tb)(t.admin.ListEvents(map[string]string{"type": kind, "tenant_id": t.ID, "limit": "1000"})).List("data.items")
}

// Register registers the webhook endpoint of the app under test and returns its secret.
func (t *Tenant) Register(url string, types ...string) string {
	t.tb.Helper()
	if len(types) == 0 {
		types = []string{"*"}
	}
	made := must(t.tb)(t.admin.CreateWebhookEndpoint(t.ID, Data{"url": url, "event_types": types}))
	t.tb.Cleanup(func() { _, _ = t.admin.DeleteWebhookEndpoint(t.ID, made.Text("data.id")) })
	return made.Text("data.secret")
}

// Advance moves the clock ("10m"); all work due until then is done when this returns.
func (s *Sandbox) Advance(tb testing.TB, by string) {
	tb.Helper()
	must(tb)(s.Admin.AdvanceClock(Data{"by": by}))
}

// RunUntilIdle does everything that is due, moving the clock from one due thing to the next, at most an hour ahead.
func (s *Sandbox) RunUntilIdle(tb testing.TB) {
	tb.Helper()
	must(tb)(s.Admin.RunUntilIdle(Data{"advance": true, "limit": "1h"}))
}

// Snapshot saves the world; the function that it returns goes back to it, any number of times.
func (s *Sandbox) Snapshot(tb testing.TB) func() {
	tb.Helper()
	made := must(tb)(s.Admin.CreateSnapshot(Data{}))
	return func() {
		tb.Helper()
		must(tb)(s.Admin.RestoreSnapshot(made.Text("data.id")))
	}
}
