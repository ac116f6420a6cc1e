<?php
// PHP: is this webhook from the payment service? Needs no package.

const TOLERANCE_SECONDS = 300;

/** $headers: lower-case names. $body: the raw bytes (file_get_contents('php://input')), before any JSON parser. */
function is_authentic(string $secret, array $headers, string $body, ?int $now = null): bool
{
    $timestamp = $headers['webhook-timestamp'] ?? '';
    $signature = $headers['webhook-signature'] ?? '';
    if (preg_match('/^[0-9]{1,12}$/D', $timestamp) !== 1) {
        return false;
    }
    if (abs(($now ?? time()) - (int) $timestamp) > TOLERANCE_SECONDS) {
        return false;
    }
    $expected = hash_hmac('sha256', $timestamp . '.' . $body, $secret);
    foreach (explode(' ', $signature) as $one) {
        if (hash_equals($expected, $one)) {
            return true;
        }
    }
    return false;
}
