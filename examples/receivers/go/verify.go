// Go: is this webhook from the payment service? Needs the standard library only.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strconv"
	"strings"
)

const toleranceSeconds = 300

var digits = regexp.MustCompile(`^[0-9]{1,12}$`)

// IsAuthentic takes headers with lower-case names and the raw body, before any JSON decoder.
func IsAuthentic(secret string, headers map[string]string, body []byte, now int64) bool {
	timestamp := headers["webhook-timestamp"]
	if !digits.MatchString(timestamp) {
		return false
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || now-seconds > toleranceSeconds || seconds-now > toleranceSeconds {
		return false
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(timestamp + "."))
	mac.Write(body)
	expected := []byte(hex.EncodeToString(mac.Sum(nil)))
	for _, one := range strings.Split(headers["webhook-signature"], " ") {
		if hmac.Equal(expected, []byte(one)) {
			return true
		}
	}
	return false
}
