package cpsandbox

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// Tolerance is how far the timestamp of a webhook may be from the receiver's clock.
const Tolerance = 300 * time.Second

var seconds = regexp.MustCompile(`^[0-9]{1,12}$`)

// VerifyWebhook is the check that a receiver should make: hex HMAC-SHA256 over timestamp, a dot and the raw body. nil: genuine and fresh.
func VerifyWebhook(secret string, headers http.Header, body []byte, now time.Time) error {
	for _, name := range []string{"webhook-id", "webhook-timestamp", "webhook-signature"} {
		if headers.Get(name) == "" {
			return fmt.Errorf("the header %s is missing", name)
		}
	}
	timestamp := headers.Get("webhook-timestamp")
	if !seconds.MatchString(timestamp) {
		return errors.New("webhook-timestamp is not a count of Unix seconds")
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(timestamp + "."))
	mac.Write(body)
	expected := []byte(hex.EncodeToString(mac.Sum(nil)))
	matches := false
	for _, candidate := range strings.Split(headers.Get("webhook-signature"), " ") {
		matches = hmac.Equal(expected, []byte(candidate)) || matches
	}
	if !matches {
		return errors.New("webhook-signature is not the signature of these bytes under this secret")
	}
	sent, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil {
		return err
	}
	if age := now.Sub(time.Unix(sent, 0)); age > Tolerance || age < -Tolerance {
		return fmt.Errorf("webhook-timestamp is %v old, and %v is allowed", age, Tolerance)
	}
	return nil
}

// Webhook is a received webhook; Err says why it is not genuine. ID is the same at every attempt.
type Webhook struct {
	ID      string
	Type    string
	Payload Data
	Headers http.Header
	Body    []byte
	Err     error
}

// Receiver is an HTTP server on a free port of the test that checks and keeps what arrives.
type Receiver struct {
	URL    string
	Secret string

	tenant *Tenant
	status atomic.Int32
	queue  chan Webhook
}

// Receive opens a receiver that is registered for these types; it is closed with the test.
func (t *Tenant) Receive(types ...string) *Receiver {
	t.tb.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.tb.Fatal(err)
	}
	receiver := &Receiver{URL: fmt.Sprintf("http://%s/webhooks", listener.Addr()), tenant: t, queue: make(chan Webhook, 10_000)}
	receiver.Answer(200)
	server := &http.Server{Handler: receiver}
	go func() { _ = server.Serve(listener) }()
	t.tb.Cleanup(func() { _ = server.Close() })
	receiver.Secret = t.Register(receiver.URL, types...)
	return receiver
}

// Answer is the status of the next answers.
func (r *Receiver) Answer(status int) { r.status.Store(int32(status)) }

// ServeHTTP takes a webhook.
func (r *Receiver) ServeHTTP(response http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(request.Body)
	if err == nil {
		err = VerifyWebhook(r.Secret, request.Header, body, time.Now())
	}
	webhook := Webhook{ID: request.Header.Get("webhook-id"), Headers: request.Header.Clone(), Body: body, Err: err}
	envelope := Data{}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	if decoder.Decode(&envelope) == nil {
		webhook.Type = envelope.Text("type")
		payload, _ := envelope["payload"].(map[string]any)
		webhook.Payload = payload
	}
	// Answered before it is handed over: what the test does next, such as another status, is meant for the next one.
	response.Header().Set("Content-Length", "0")
	response.WriteHeader(int(r.status.Load()))
	if flusher, ok := response.(http.Flusher); ok {
		flusher.Flush()
	}
	r.queue <- webhook
}

// Next is the next webhook, in order of arrival; the test fails for none in ten seconds, and for one that is not genuine.
func (r *Receiver) Next() Webhook {
	r.tenant.tb.Helper()
	webhook := r.Any()
	if webhook.Err != nil {
		r.tenant.tb.Fatalf("a webhook is not genuine: %v", webhook.Err)
	}
	return webhook
}

// Any is Next for a webhook that need not be genuine.
func (r *Receiver) Any() Webhook {
	r.tenant.tb.Helper()
	select {
	case webhook := <-r.queue:
		return webhook
	case <-time.After(10 * time.Second):
		r.tenant.tb.Fatal("no webhook arrived in 10 s")
		return Webhook{}
	}
}
