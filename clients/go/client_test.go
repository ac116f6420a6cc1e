package cpsandbox_test

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	cpsandbox "crypto-payment-sandbox/clients/go"
)

func read(t *testing.T, path string, into any) {
	t.Helper()
	text, err := os.ReadFile("../../" + path)
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestSignaturesAreJudgedAsInEveryOtherLanguage(t *testing.T) {
	var vectors struct {
		Secret string
		Cases  []struct {
			Name    string
			Valid   bool
			Now     int64
			Headers map[string]string
			Body    string `json:"body_base64"`
		}
	}
	read(t, "examples/receivers/vectors.json", &vectors)
	if len(vectors.Cases) < 10 {
		t.Fatal("too few cases")
	}
	for _, one := range vectors.Cases {
		headers := http.Header{}
		for name, value := range one.Headers {
			headers.Set(name, value)
		}
		body, _ := base64.StdEncoding.DecodeString(one.Body)
		err := cpsandbox.VerifyWebhook(vectors.Secret, headers, body, time.Unix(one.Now, 0))
		if (err == nil) != one.Valid {
			t.Errorf("%s: %v", one.Name, err)
		}
	}
}

func TestTheClientIsOfTheVersionOfTheSandboxInThisRepository(t *testing.T) {
	var manifest struct{ Version string }
	read(t, "package.json", &manifest)
	equal(t, cpsandbox.Version, manifest.Version)
}

func TestAnotherVersionIsRefusedWithWhatGoesWithIt(t *testing.T) {
	other := httptest.NewServer(http.HandlerFunc(func(response http.ResponseWriter, _ *http.Request) {
		_, _ = response.Write([]byte(`{"success":true,"message":"","data":{"version":"7.1.3"}}`))
	}))
	defer other.Close()
	_, err := cpsandbox.Connect(other.URL, "")
	if err == nil || !strings.Contains(err.Error(), "is 7.1.3: take the client of version 7.1.x, or start 0.1.x") {
		t.Fatal(err)
	}
}

func TestASandboxThatDoesNotGetReadySaysItsLastWords(t *testing.T) {
	program := t.TempDir() + "/crypto-payment-sandbox"
	if err := os.WriteFile(program, []byte("#!/bin/sh\necho this archive is for plan9 >&2\nexit 1\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	_, err := cpsandbox.Open(cpsandbox.Archive(t.TempDir()))
	if err == nil || !strings.Contains(err.Error(), "cannot be started") {
		t.Fatal(err)
	}
	_, err = cpsandbox.Open(cpsandbox.Archive(program))
	if err == nil || !strings.Contains(err.Error(), "this archive is for plan9") {
		t.Fatal(err)
	}
}

func TestNoDigitOfANumberIsLost(t *testing.T) {
	tenant := sandbox.Tenant(t)
	tenant.Call("POST", "/wallets", data{"owner": "alice", "network_symbol": "ethereum"})
	tenant.Deposit("ethereum", "ETH", "0.123456789012345678", "alice")
	equal(t, tenant.Call("GET", "/deposits", nil).Text("data.0.balance.raw"), "123456789012345678")
}

func TestAFaultOfOneTenantIsNotFeltByAnother(t *testing.T) {
	tenant, other := sandbox.Tenant(t), sandbox.Tenant(t)
	tenant.Fault("api.request", "status", data{"params": data{"status": 500}})
	theirs, _ := other.Ask("GET", "/vault", nil)
	own, _ := tenant.Ask("GET", "/vault", nil)
	equal(t, theirs, 200)
	equal(t, own, 500)
}

func TestEachWaitIsForTheEventAfterTheLastOne(t *testing.T) {
	tenant := sandbox.Tenant(t)
	tenant.Call("POST", "/wallets", data{"owner": "alice", "network_symbol": "base"})
	first := tenant.Deposit("base", "USDC", "1", "alice")
	second := tenant.Deposit("base", "USDC", "2", "alice")
	equal(t, tenant.Wait("deposit.confirmed").Text("payload.tx_id"), first)
	equal(t, tenant.Wait("deposit.confirmed").Text("payload.tx_id"), second)
}

func TestAStoppedSandboxIsGone(t *testing.T) {
	t.Setenv("SANDBOX_URL", "")
	own, err := cpsandbox.Open(nil)
	if err != nil {
		t.Fatal(err)
	}
	own.Stop()
	own.Stop()
	if _, err := own.Admin.GetStatus(); err == nil || !strings.Contains(err.Error(), "no sandbox answers") {
		t.Fatal(err)
	}
}
