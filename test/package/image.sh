#!/usr/bin/env bash
# Builds the image, starts it as a CI job would, and checks it: ready, healthy by its own check, not root, admin token required, world
# stored in /data, clean end on SIGTERM. With a Docker engine it uses that; without one it uses podman, buildah and runc, on a
# base image made here from Debian's packages and npm's Node. `IMAGE_DATA=1` also tries the volume, `IMAGE_CLASS=1` the Testcontainers class.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d "${TMPDIR:-/tmp}/image.XXXXXX")
tag=crypto-payment-sandbox:test
name=crypto-payment-sandbox-test
token=image-test-token
port=${IMAGE_PORT:-40110}
cache=${IMAGE_CACHE:-$PWD/.cache/image}
mkdir -p "$cache"
# The machine's own Node may be older than what packages and their tests need.
PATH="$(.ci/node-folder 24):$PATH"

say() { echo "== $*"; }
fail() { echo "FAILED: $*"; exit 1; }

if docker version --format '{{.Server.Version}}' >/dev/null 2>&1; then
  engine() { docker "$@"; }
  build() { docker build -q -t "$tag" . >/dev/null; }
  run_options=()
  checks_health=yes
else
  for command in podman buildah runc debootstrap; do
    command -v "$command" >/dev/null || { echo "neither a Docker engine nor $command is here: apt-get install podman buildah runc debootstrap"; exit 77; }
  done
  storage=(--root "$cache/storage" --runroot "$cache/run" --storage-driver overlay)
  engine() {
    case $1 in
      run) shift; podman "${storage[@]}" --runtime runc --cgroup-manager cgroupfs run "$@" ;;
      *) podman "${storage[@]}" --runtime runc --cgroup-manager cgroupfs "$@" ;;
    esac
  }
  base=docker.io/library/$(sed -n 's/^ARG NODE_IMAGE=//p' Dockerfile)
  make_base() {
    local root=$work/rootfs version=${base##*:}
    version=${version%%-*}
    debootstrap --variant=minbase --include=ca-certificates bookworm "$root" >"$work/debootstrap" 2>&1 || { tail -n 20 "$work/debootstrap"; fail "debootstrap"; }
    npm install --silent --ignore-scripts --no-save --prefix "$work/node" "node-$(node -p 'process.platform')-$(node -p 'process.arch')@$version" npm
    install -m 755 "$work"/node/node_modules/node-*/bin/node "$root/usr/local/bin/node"
    mkdir -p "$root/usr/local/lib/node_modules"
    cp -r "$work/node/node_modules/npm" "$root/usr/local/lib/node_modules/npm"
    ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
    chroot "$root" useradd --create-home --uid 1000 node
    # Slim images omit these files as well.
    rm -rf "$root"/var/cache/apt/* "$root"/var/lib/apt/lists/* "$root"/usr/share/{doc,man,locale,info}/*
    # This machine's npm settings and trusted certificates.
    cp "$(npm config get userconfig)" "$root/root/.npmrc" 2>/dev/null || true
    [ ! -f "${NODE_EXTRA_CA_CERTS:-}" ] || install -D -m 644 "$NODE_EXTRA_CA_CERTS" "$root/etc/ssl/certs/machine.crt"
    tar -C "$root" -c . | podman "${storage[@]}" import --change 'CMD ["node"]' --change 'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/machine.crt' - "$base" >/dev/null
    rm -rf "$root"
  }
  build() {
    podman "${storage[@]}" image exists "$base" || { say "making the base image $base"; make_base; }
    buildah "${storage[@]}" bud --layers --isolation chroot --network host --format docker --pull-never -t "$tag" . >"$work/build" 2>&1 || { tail -n 20 "$work/build"; fail "the build"; }
  }
  run_options=(--network host --ulimit nofile=4096:4096 --ulimit nproc=4096:4096 --no-healthcheck)
  checks_health=no
fi

service=
cleanup() {
  [ -z "$service" ] || kill "$service" 2>/dev/null || true
  engine rm -f "$name" >/dev/null 2>&1 || true
  if [ "$checks_health" = no ]; then
    # An interrupted build leaves its container and its mount, which would keep the cache from being deleted.
    buildah "${storage[@]}" rm --all >/dev/null 2>&1 || true
    umount "$cache/storage/overlay" 2>/dev/null || true
  fi
  rm -rf "$work"
}
trap cleanup EXIT

say "building $tag"
began=$SECONDS
build
say "built in $((SECONDS - began)) s, $(engine image inspect --format '{{.Size}}' "$tag" | awk '{printf "%.0f MB", $1 / 1e6}')"

start() {
  local publish=()
  [ "$checks_health" = no ] || publish=(-p "127.0.0.1:$port:$port")
  engine run -d --name "$name" "${run_options[@]}" "${publish[@]}" -e "SANDBOX_PORT=$port" -e "SANDBOX_ADMIN_TOKEN=$token" "$@" "$tag" start --json >/dev/null
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
say "starting it"
start
[ "$(engine exec "$name" id -u)" = 1000 ] || fail "it runs as $(engine exec "$name" id -un)"
[ "$(status_of "http://127.0.0.1:$port/admin/status")" = 401 ] || fail "/admin is open without a token"
[ "$(status_of -H "Authorization: Bearer $token" "http://127.0.0.1:$port/admin/status")" = 200 ] || fail "/admin refuses its token"
key=$(ready | node -p 'JSON.parse(require("fs").readFileSync(0, "utf8")).api_key')
[ "$(status_of -H "X-API-Key: $key" "http://127.0.0.1:$port/v1/vault")" = 200 ] || fail "the service refuses its key"
check=$(engine image inspect --format '{{json .Config.Healthcheck.Test}}' "$tag" 2>/dev/null || engine image inspect --format '{{json .Healthcheck.Test}}' "$tag")
node -e 'const [, ...command] = JSON.parse(process.argv[1]); process.stdout.write(command.join("\0") + "\0")' "$check" |
  xargs -0 -I{} printf '%s\0' {} >"$work/check"
mapfile -d '' -t command <"$work/check"
engine exec "$name" "${command[@]}" || fail "its own health check fails"
engine exec "$name" crypto-payment-sandbox --version >/dev/null || fail "the command is not on PATH"
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
  [ "$checks_health" = no ] || return 0
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
  full=$([ "$checks_health" = yes ] && echo "$tag" || echo "localhost/$tag")
  (cd "$work/app" && node container.mjs "$full") || { cat "$work/service" 2>/dev/null; fail "the Testcontainers class"; }
  say "contract run around a suite that starts it"
  (cd "$work/app" && npx --no-install cpsandbox contract run --readings record=top-level --report contract -- node container.mjs "$full") || { cat "$work"/app/contract/run-*.log; fail "contract run with a container"; }
  node -e 'process.exit(JSON.parse(require("fs").readFileSync(process.argv[1], "utf8")).data.runs.some(({ met }) => met["record=top-level"] > 0) ? 0 : 1)' "$work/app/contract/contract.json" || fail "the container did not tell that it met record=top-level"
fi
say "the image holds"
