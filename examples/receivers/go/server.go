// A webhook receiver in Go, with the standard library alone: SANDBOX_WEBHOOK_SECRET=whsec_mine go run ./go serve
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"
)

const mostBytes = 512 * 1024

var order = map[string]int{"new": 1, "created": 2, "confirmed": 3, "completed": 4, "failed": 5}

type event struct {
	ID      string `json:"id"`
	Type    string `json:"type"`
	Payload struct {
		ID      string `json:"id"`
		Owner   string `json:"owner"`
		Balance struct {
			Raw string `json:"raw"`
		} `json:"balance"`
	} `json:"payload"`
}

// In a real app these are tables: ids under a unique key, written in the transaction that books the credit.
type books struct {
	lock    sync.Mutex
	seen    map[string]bool
	credits map[string]*big.Int
	records map[string]string
}

func (all *books) book(one event) {
	all.lock.Lock()
	defer all.lock.Unlock()
	if all.seen[one.ID] {
		return
	}
	all.seen[one.ID] = true
	state := one.Type[strings.LastIndex(one.Type, ".")+1:]
	isRecord := strings.HasPrefix(one.Type, "deposit.") || strings.HasPrefix(one.Type, "uda.settlement.")
	// A record only moves forward: events may overtake each other.
	if isRecord && order[state] > order[all.records[one.Payload.ID]] {
		all.records[one.Payload.ID] = state
	}
	if one.Type != "deposit.confirmed" {
		return
	}
	raw, isNumber := new(big.Int).SetString(one.Payload.Balance.Raw, 10)
	if !isNumber {
		return
	}
	if before := all.credits[one.Payload.Owner]; before != nil {
		raw.Add(raw, before)
	}
	all.credits[one.Payload.Owner] = raw
}

func (all *books) show(answer http.ResponseWriter, _ *http.Request) {
	all.lock.Lock()
	defer all.lock.Unlock()
	credits := map[string]string{}
	for owner, raw := range all.credits {
		credits[owner] = raw.String()
	}
	answer.Header().Set("content-type", "application/json")
	_ = json.NewEncoder(answer).Encode(map[string]map[string]string{"credits": credits, "records": all.records})
}

func (all *books) take(secret string) http.HandlerFunc {
	return func(answer http.ResponseWriter, request *http.Request) {
		answer.WriteHeader(all.status(secret, request))
	}
}

func (all *books) status(secret string, request *http.Request) int {
	if request.Method != http.MethodPost {
		return http.StatusMethodNotAllowed
	}
	body, err := io.ReadAll(io.LimitReader(request.Body, mostBytes+1))
	if err != nil {
		return http.StatusBadRequest
	}
	if len(body) > mostBytes {
		// The rest is read all the same: an answer must not meet a full pipe.
		_, _ = io.Copy(io.Discard, io.LimitReader(request.Body, 16*mostBytes))
		return http.StatusRequestEntityTooLarge
	}
	if request.Header.Get("content-type") != "application/json" {
		return http.StatusUnsupportedMediaType
	}
	headers := map[string]string{}
	for name, values := range request.Header {
		headers[strings.ToLower(name)] = strings.Join(values, ",")
	}
	if !IsAuthentic(secret, headers, body, time.Now().Unix()) {
		return http.StatusUnauthorized
	}
	var one event
	if err := json.Unmarshal(body, &one); err != nil {
		return http.StatusBadRequest
	}
	all.book(one)
	return http.StatusOK
}

func serve() {
	secret := os.Getenv("SANDBOX_WEBHOOK_SECRET")
	if secret == "" {
		panic("set SANDBOX_WEBHOOK_SECRET")
	}
	all := &books{seen: map[string]bool{}, credits: map[string]*big.Int{}, records: map[string]string{}}
	port := os.Getenv("PORT")
	if port == "" {
		port = "0"
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		panic(err)
	}
	routes := http.NewServeMux()
	routes.HandleFunc("/hooks", all.take(secret))
	routes.HandleFunc("/credits", all.show)
	fmt.Printf("listening on http://%s/hooks\n", listener.Addr())
	server := http.Server{Handler: routes, ReadHeaderTimeout: 5 * time.Second}
	panic(server.Serve(listener))
}
