#!/usr/bin/env bash
# Builds the image of each folder and measures it: `bench/subjects/image.sh FOLDER…` prints one line of JSON for each, with the compressed size in
# bytes and the ms from `run` to the first 200, once a round; the images take turns. Exit code 77: nothing here builds and runs an image.
set -euo pipefail
cd "$(dirname "$0")/../.."
exec 3>&1 1>&2
source test/package/engine.sh
name=crypto-payment-sandbox-bench
port=${IMAGE_PORT:-40111}
rounds=5
trap 'engine rm -f "$name" >/dev/null 2>&1 || true; leave_engine' EXIT

bytes=()
times=()
for folder in "$@"; do
  tag=$name:${#bytes[@]}
  say "building the image of $folder"
  build_image "$folder" "$tag"
  bytes+=("$(engine save "$tag" 2>/dev/null | gzip -c | wc -c)")
  times+=("")
done

# ms from `run` to the first 200.
start() {
  local began publish=() tries=0
  [ "$has_engine" = no ] || publish=(-p "127.0.0.1:$port:$port")
  began=$(date +%s%N)
  engine run -d --name "$name" "${start_options[@]}" "${publish[@]}" -e "SANDBOX_PORT=$port" "$1" start --json >/dev/null
  until curl -sf "http://127.0.0.1:$port/healthz" >/dev/null; do
    tries=$((tries + 1))
    [ "$tries" -lt 3000 ] || fail "not ready within half a minute"
    sleep 0.01
  done
  took=$((($(date +%s%N) - began) / 1000000))
  engine rm -f -t 5 "$name" >/dev/null
}
# The first round fills caches of files and does not count.
for round in $(seq 0 "$rounds"); do
  for at in "${!bytes[@]}"; do
    start "$name:$at"
    [ "$round" = 0 ] || times[at]+="${times[at]:+,}$took"
  done
done
for at in "${!bytes[@]}"; do echo "{\"bytes\":${bytes[at]},\"ms\":[${times[at]}]}" >&3; done
