#!/usr/bin/env bash
# A hunt with the installed package, as its users do it: hunt.sh APP, a folder with the package installed. A Python app with a mistake: init
# watches a customer, a hunt finds the mistake, run repeats the story, the mended app passes it. The guide's Node app is followed by tour.ts.
set -uo pipefail
app=$1
here=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

fail() {
  echo "FAILED: $*"
  tail -n 30 "$scratch/said" "$scratch/log"
  exit 1
}

# Runs a command of the package: cpsandbox CODE WORDS…
cpsandbox() {
  local wanted=$1 code
  shift
  echo "-- cpsandbox $*"
  npx --no-install cpsandbox "$@" >"$scratch/said" 2>"$scratch/log"
  code=$?
  [ "$code" = "$wanted" ] || fail "exit code $code instead of $wanted"
}

if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null; then
  echo "not checked: there is no Python 3.9 here"
  exit 0
fi
mkdir "$scratch/python" && cd "$scratch/python" && ln -s "$app/node_modules" node_modules || exit 1
sed 's/raw = excluded.raw, decimals/raw = cast(credit.raw as integer) + cast(excluded.raw as integer), decimals/' "$here/examples/books-python/app.py" >app.py
cmp -s app.py "$here/examples/books-python/app.py" && fail "the mistake is not in the app"
PORT=$(node -e 'const server = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(server.address().port); server.close(); })')
export PORT
cat >customer.txt <<'TXT'
curl -X POST http://127.0.0.1:3000/customers -H 'Content-Type: application/json' -d '{"id": "alice", "network": "base"}'
curl 'http://127.0.0.1:3000/books?owner=alice'
POST /withdrawals {"id": "wd-1", "owner": "alice", "network": "base", "asset": "USDC", "amount": "40", "to": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"}
TXT
cpsandbox 0 hunt init --app 'python3 -B app.py' --webhook "http://127.0.0.1:$PORT/webhooks" --curl customer.txt
grep -q '^holds  *withdraw' "$scratch/said" || fail "init did not find the withdrawal"
cpsandbox 1 hunt --quick --only 'webhook deposit.confirmed duplicate'
grep -q '^again: cpsandbox run hunt/hunt-1.json$' "$scratch/said" || fail "no story"
cpsandbox 1 run hunt/hunt-1.json
cpsandbox 1 hunt --replay hunt
cp "$here/examples/books-python/app.py" app.py
cpsandbox 0 hunt --replay hunt
grep -q '^FIXED ' "$scratch/said" || fail "the mended app is not said to be fixed"
echo "a Python app: found, kept, repeated, fixed"
