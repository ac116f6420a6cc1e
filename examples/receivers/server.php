<?php
// A webhook receiver in PHP, without a package: SANDBOX_WEBHOOK_SECRET=whsec_mine php server.php
// It is one process with its own loop, so that the sets below live in memory; behind a web server they are tables.

require __DIR__ . '/verify.php';

const MOST_BYTES = 512 * 1024;
const ORDER = ['new', 'created', 'confirmed', 'completed', 'failed'];

$secret = getenv('SANDBOX_WEBHOOK_SECRET') ?: exit("set SANDBOX_WEBHOOK_SECRET\n");
$seen = [];
$credits = [];
$records = [];

/** The sum of two numbers of any length, as text: PHP's integers have 64 bits. */
function sum(string $one, string $other): string
{
    $length = max(strlen($one), strlen($other)) + 1;
    [$one, $other] = [str_pad($one, $length, '0', STR_PAD_LEFT), str_pad($other, $length, '0', STR_PAD_LEFT)];
    $digits = '';
    $carry = 0;
    for ($at = $length - 1; $at >= 0; $at -= 1) {
        $digit = (int) $one[$at] + (int) $other[$at] + $carry;
        $carry = intdiv($digit, 10);
        $digits = ($digit % 10) . $digits;
    }
    return ltrim($digits, '0') ?: '0';
}

/** In a real app: ids under a unique key, written in the transaction that books the credit. */
function book(array $event): void
{
    global $seen, $credits, $records;
    if (isset($seen[$event['id']])) {
        return;
    }
    $seen[$event['id']] = true;
    ['type' => $type, 'payload' => $payload] = $event;
    $parts = explode('.', $type);
    $state = array_search(end($parts), ORDER, true);
    $isRecord = strpos($type, 'deposit.') === 0 || strpos($type, 'uda.settlement.') === 0;
    // A record only moves forward: events may overtake each other.
    if ($isRecord && $state !== false && $state > ($records[$payload['id']] ?? -1)) {
        $records[$payload['id']] = $state;
    }
    if ($type === 'deposit.confirmed') {
        $credits[$payload['owner']] = sum($credits[$payload['owner']] ?? '0', $payload['balance']['raw']);
    }
}

/** The status of a webhook. */
function status(string $method, array $headers, ?string $body): int
{
    global $secret;
    if ($method !== 'POST') {
        return 405;
    }
    if ($body === null) {
        return 413;
    }
    if (($headers['content-type'] ?? '') !== 'application/json') {
        return 415;
    }
    if (!is_authentic($secret, $headers, $body)) {
        return 401;
    }
    $event = json_decode($body, true, 512, JSON_BIGINT_AS_STRING);
    if (!is_array($event)) {
        return 400;
    }
    book($event);
    return 200;
}

/** Method, path, headers and raw body of one request; the body is null when it is too long. Null when nothing usable came. */
function request($connection): ?array
{
    $first = fgets($connection, 8192);
    if ($first === false || preg_match('#^([A-Z]+) (\S+) HTTP/1#', $first, $line) !== 1) {
        return null;
    }
    $headers = [];
    while (($text = fgets($connection, 8192)) !== false && trim($text) !== '') {
        [$name, $value] = array_pad(explode(':', $text, 2), 2, '');
        $headers[strtolower(trim($name))] = trim($value);
    }
    $left = (int) ($headers['content-length'] ?? 0);
    $body = '';
    while ($left > 0 && ($chunk = fread($connection, min($left, 65536))) !== false && $chunk !== '') {
        $left -= strlen($chunk);
        if (strlen($body) <= MOST_BYTES) {
            $body .= $chunk;
        }
    }
    return [$line[1], $line[2], $headers, strlen($body) > MOST_BYTES ? null : $body];
}

$server = stream_socket_server('tcp://127.0.0.1:' . (getenv('PORT') ?: '0'), $code, $message);
if ($server === false) {
    exit("cannot listen: $message\n");
}
echo 'listening on http://' . stream_socket_get_name($server, false) . "/hooks\n";

while (true) {
    $connection = @stream_socket_accept($server, -1);
    if ($connection === false) {
        continue;
    }
    stream_set_timeout($connection, 5);
    $request = request($connection);
    if ($request !== null) {
        [$method, $path, $headers, $body] = $request;
        $shown = '';
        if ($path === '/credits') {
            $states = array_map(fn (int $state): string => ORDER[$state], $records);
            $shown = json_encode(['credits' => (object) $credits, 'records' => (object) $states]);
            $status = 200;
        } else {
            $status = status($method, $headers, $body);
        }
        $length = strlen($shown);
        @fwrite($connection, "HTTP/1.1 $status Answered\r\ncontent-length: $length\r\nconnection: close\r\n\r\n$shown");
    }
    fclose($connection);
}
