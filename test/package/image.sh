#!/usr/bin/env bash
# Builds the image, starts it as a CI job would, and checks it: what is in it and what is not, ready, healthy by its own check, not root, admin
# token required, its page, webhooks by name without a network, clean end on SIGTERM. Built by Docker, or by podman (test/package/engine.sh).
# `IMAGE_DATA=1` also tries a volume, `IMAGE_CLASS=1` the Testcontainers class.
set -euo pipefail
cd "$(dirname "$0")/../.."
source test/package/engine.sh
tag=crypto-payment-sandbox:test
name=crypto-payment-sandbox-test
token=image-test-token
port=${IMAGE_PORT:-40110}

service=
cleanup() {
  [ -z "$service" ] || kill "$service" 2>/dev/null || true
  engine rm -f "$name" >/dev/null 2>&1 || true
  leave_engine
}
trap cleanup EXIT

say "building $tag"
began=$SECONDS
build_image . "$tag"
say "built in $((SECONDS - began)) s, $(engine image inspect --format '{{.Size}}' "$tag" | awk '{printf "%.0f MB", $1 / 1e6}')"

start() {
  local publish=()
  [ "$has_engine" = no ] || publish=(-p "127.0.0.1:$port:$port")
  engine run -d --name "$name" "${start_options[@]}" "${publish[@]}" -e "SANDBOX_PORT=$port" -e "SANDBOX_ADMIN_TOKEN=$token" "$@" "$tag" start --json >/dev/null
  for _ in $(seq 1 300); do
    curl -sf "http://127.0.0.1:$port/healthz" >/dev/null && return 0
    sleep 0.2
  done
  engine logs "$name"
  fail "not ready within a minute"
}
status_of() { curl -s -o /dev/null -w '%{http_code}' "$@"; }
ready() { engine logs "$name" 2>/dev/null | grep -m1 '^{'; }
stop() {
  local code
  engine stop -t 10 "$name" >/dev/null
  code=$(engine inspect --format '{{.State.ExitCode}}' "$name")
  [ "$code" = 0 ] || fail "SIGTERM ended it with exit code $code"
  engine rm "$name" >/dev/null
}

bytes=$(engine save "$tag" 2>/dev/null | gzip -c | wc -c)
say "compressed it has $((bytes / 1000000)) MB"
[ "$bytes" -le 150000000 ] || fail "more than 150 MB compressed"
say "what is in it"
engine image inspect --format '{{json .Config}}' "$tag" >"$work/config"
mkdir "$work/root"
engine create --name "$name" "$tag" >/dev/null
engine export "$name" | tar -x --no-same-owner -C "$work/root" --exclude=dev
engine rm "$name" >/dev/null
node test/package/image-checks.mjs contents "$work/config" "$work/root" "$(npm config get userconfig 2>/dev/null)" || fail "the contents of the image"
for shell in bin/sh bin/bash usr/bin/sh usr/bin/apt usr/bin/dpkg usr/local/bin/npm; do
  [ ! -e "$work/root/$shell" ] || fail "the image has $shell"
done
find "$work/root/usr" -type f -printf '%s %f\n' | sort -rn | head -3 | awk '{ printf "   %s %.1f MB\n", $2, $1 / 1e6 }'
rm -rf "$work/root"

say "without a network: webhooks by name, time zones, a world, commands"
mkdir "$work/inside"
cp test/package/inside-image.mjs "$work/inside/"
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=https.test -addext subjectAltName=DNS:https.test \
  -keyout "$work/inside/key.pem" -out "$work/inside/certificate.pem" 2>"$work/openssl" || { cat "$work/openssl"; fail "openssl"; }
echo "nameserver 127.0.0.1" >"$work/inside/resolv.conf"
chmod -R a+rX "$work" "$work/inside"
engine run --rm --name "$name" "${alone_options[@]}" --sysctl net.ipv4.ip_unprivileged_port_start=0 --add-host extra.host:127.0.0.1 -v "$work/inside:/inside:ro" \
  -v "$work/inside/resolv.conf:/etc/resolv.conf:ro" --entrypoint node "$tag" /inside/inside-image.mjs || fail "the image without a network"

say "starting it"
start
[ "$(engine exec "$name" node -p 'process.getuid()')" = 1000 ] || fail "it runs as another user than 1000"
[ "$(engine inspect --format '{{len .Mounts}}' "$name")" = 0 ] || fail "it has a volume that nobody asked for"
! engine exec "$name" sh -c true >/dev/null 2>&1 || fail "there is a shell"
[ "$(status_of "http://127.0.0.1:$port/admin/status")" = 401 ] || fail "/admin is open without a token"
[ "$(status_of -H "Authorization: Bearer $token" "http://127.0.0.1:$port/admin/status")" = 200 ] || fail "/admin refuses its token"
key=$(ready | node -p 'JSON.parse(require("fs").readFileSync(0, "utf8")).api_key')
[ "$(status_of -H "X-API-Key: $key" "http://127.0.0.1:$port/v1/vault")" = 200 ] || fail "the service refuses its key"
check=$(engine image inspect --format '{{json .Config.Healthcheck.Test}}' "$tag" 2>/dev/null || engine image inspect --format '{{json .Healthcheck.Test}}' "$tag")
[[ $check == '["CMD",'* ]] || fail "its health check needs a shell: $check"
node -e 'const [, ...command] = JSON.parse(process.argv[1]); process.stdout.write(command.join("\0") + "\0")' "$check" |
  xargs -0 -I{} printf '%s\0' {} >"$work/check"
mapfile -d '' -t command <"$work/check"
engine exec "$name" "${command[@]}" || fail "its own health check fails"
for command in cpsandbox crypto-payment-sandbox; do
  engine exec "$name" "$command" --version >/dev/null || fail "$command is not on PATH"
done
node test/package/image-checks.mjs page "http://127.0.0.1:$port/" || fail "the page at /"
say "stopping it"
stop

if [ "${IMAGE_DATA:-0}" = 1 ]; then
  say "a world in /data outlives its container"
  engine volume create "$name" >/dev/null
  start -e SANDBOX_DATA=/data -v "$name:/data"
  curl -sf -X POST -H "Authorization: Bearer $token" -H 'Content-Type: application/json' -d '{"name":"kept"}' "http://127.0.0.1:$port/admin/tenants" >/dev/null || fail "no tenant"
  stop
  start -e SANDBOX_DATA=/data -v "$name:/data"
  curl -sf -H "Authorization: Bearer $token" "http://127.0.0.1:$port/admin/tenants" | grep -q '"kept"' || fail "the world was lost"
  stop
  engine volume rm "$name" >/dev/null
fi
# The class talks to an engine's socket; podman has a Docker-compatible one.
socket() {
  [ "$has_engine" = no ] || return 0
  printf '[containers]\ndefault_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]\n' >"$work/containers.conf"
  CONTAINERS_CONF=$work/containers.conf engine system service --time=0 "unix://$work/socket" >"$work/service" 2>&1 &
  service=$!
  export DOCKER_HOST=unix://$work/socket TESTCONTAINERS_RYUK_DISABLED=true
  for _ in $(seq 1 100); do
    [ -S "$work/socket" ] && return 0
    sleep 0.1
  done
  cat "$work/service"
  fail "podman opens no socket"
}

if [ "${IMAGE_CLASS:-0}" = 1 ]; then
  say "the Testcontainers class starts it"
  npm run --silent build >"$work/pack" 2>&1 && npm pack --silent --pack-destination "$work" >>"$work/pack" 2>&1 || { tail -n 20 "$work/pack"; fail "npm pack"; }
  mkdir "$work/app" && cp test/package/container.mjs "$work/app" && echo '{ "private": true, "type": "module" }' >"$work/app/package.json"
  (cd "$work/app" && npm install --no-audit --no-fund --ignore-scripts "$work"/*.tgz testcontainers@12.2.0) >"$work/pack" 2>&1 || { tail -n 20 "$work/pack"; fail "npm install"; }
  socket
  full=$([ "$has_engine" = yes ] && echo "$tag" || echo "localhost/$tag")
  (cd "$work/app" && node container.mjs "$full") || { cat "$work/service" 2>/dev/null; fail "the Testcontainers class"; }
  say "contract run around a suite that starts it"
  (cd "$work/app" && npx --no-install cpsandbox contract run --readings record=top-level --report contract -- node container.mjs "$full") || { cat "$work"/app/contract/run-*.log; fail "contract run with a container"; }
  node -e 'process.exit(JSON.parse(require("fs").readFileSync(process.argv[1], "utf8")).data.runs.some(({ met }) => met["record=top-level"] > 0) ? 0 : 1)' "$work/app/contract/contract.json" || fail "the container did not tell that it met record=top-level"
fi
say "the image holds"
