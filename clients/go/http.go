// Package cpsandbox is the Go client of crypto-payment-sandbox: start one in a test, pay into it, move its clock, receive its webhooks.
// It needs the standard library only. Every helper takes a testing.TB and fails the test with the call, the status and what is wrong.
package cpsandbox

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Data is a JSON object. Numbers are json.Number, so that no digit is lost.
type Data map[string]any

// At finds a member by its path ("payload.balance.amount", "items.0.id"); nil when there is none.
func (d Data) At(path string) any {
	var found any = map[string]any(d)
	for _, name := range strings.Split(path, ".") {
		switch value := found.(type) {
		case map[string]any:
			found = value[name]
		case []any:
			var index int
			if _, err := fmt.Sscanf(name, "%d", &index); err != nil || index < 0 || index >= len(value) {
				return nil
			}
			found = value[index]
		default:
			return nil
		}
	}
	return found
}

// Text is the member at a path as text; empty when there is none.
func (d Data) Text(path string) string {
	if found := d.At(path); found != nil {
		return fmt.Sprint(found)
	}
	return ""
}

// List is the member at a path as objects.
func (d Data) List(path string) []Data {
	all, _ := d.At(path).([]any)
	found := make([]Data, 0, len(all))
	for _, one := range all {
		if row, ok := one.(map[string]any); ok {
			found = append(found, row)
		}
	}
	return found
}

// Error is a call that was refused, or that nobody answered (Status 0).
type Error struct {
	Call    string
	Status  int
	Message string
}

func (e *Error) Error() string {
	if e.Status == 0 {
		return fmt.Sprintf("%s: %s", e.Call, e.Message)
	}
	return fmt.Sprintf("%s: %d %s", e.Call, e.Status, e.Message)
}

// A sandbox is on this machine or in the next container: never asked through a proxy. Longer than the longest wait of the control API.
var client = &http.Client{Timeout: 120 * time.Second, Transport: &http.Transport{Proxy: nil}}

// send makes one call. The envelope is returned for every status; hint is what exactly is wrong, in words that the real service does not have.
func send(method, address string, query map[string]string, body any, headers map[string]string) (status int, answer Data, hint string, err error) {
	place, err := url.Parse(address)
	if err != nil {
		return 0, nil, "", err
	}
	call := method + " " + place.Path
	values := place.Query()
	for name, value := range query {
		values.Set(name, value)
	}
	place.RawQuery = values.Encode()
	var reader io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return 0, nil, "", err
		}
		reader = bytes.NewReader(text)
	}
	request, err := http.NewRequest(method, place.String(), reader)
	if err != nil {
		return 0, nil, "", err
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	response, err := client.Do(request)
	if err != nil {
		return 0, nil, "", &Error{call, 0, fmt.Sprintf("no sandbox answers at %s: %v", address, err)}
	}
	defer response.Body.Close()
	decoder := json.NewDecoder(response.Body)
	decoder.UseNumber()
	if err := decoder.Decode(&answer); err != nil {
		return response.StatusCode, nil, "", &Error{call, response.StatusCode, "the answer is not JSON: is this a sandbox?"}
	}
	return response.StatusCode, answer, response.Header.Get("X-Sandbox-Error"), nil
}

// dataOf is the envelope with the member data, or an Error for a refusal.
func dataOf(call string, status int, answer Data, hint string, err error) (Data, error) {
	if err != nil {
		return nil, err
	}
	if answer["success"] == true {
		return answer, nil
	}
	message := answer.Text("error")
	if hint != "" {
		message += " (" + hint + ")"
	}
	return nil, &Error{call, status, message}
}
