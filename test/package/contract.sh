#!/usr/bin/env bash
# Contract testing with the installed package, as its users do it: contract.sh APP SHOP, two folders with the package installed; SHOP is a
# copy of examples/shop with its own packages. Each suite prints its matrix; what this machine cannot run is printed as not checked.
set -uo pipefail
app=$1
shop=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

fail() {
  echo "FAILED: $*"
  exit 1
}

# Runs `contract run` in a folder: contract NAME FOLDER CODE WORDS…; the report is in $scratch/NAME.
contract() {
  local name=$1 folder=$2 wanted=$3 code
  shift 3
  echo "-- $name: contract run $*"
  (cd "$folder" && npx --no-install cpsandbox contract run --report "$scratch/$name" "$@") 2>"$scratch/progress"
  code=$?
  [ "$code" = "$wanted" ] || { tail -n 20 "$scratch/progress"; tail -n 20 "$scratch/$name"/run-*.log; fail "$name: exit code $code instead of $wanted"; }
}

# The readings that broke the tests of NAME, in order, one word each.
culprits() {
  node -p 'JSON.parse(require("fs").readFileSync(process.argv[1], "utf8")).data.culprits.map((set) => set.join("+")).sort().join(" ")' "$scratch/$1/contract.json"
}

contract shop "$shop" 0 -- npm test
[ "$(culprits shop)" = "" ] || fail "the shop breaks under $(culprits shop)"

if python3 -c 'import sys; sys.exit(sys.version_info < (3, 8))' 2>/dev/null; then
  mkdir "$scratch/python" && ln -s "$app/node_modules" "$scratch/python/node_modules"
  cat >"$scratch/python/test_customers.py" <<'PYTHON'
"""A suite that knows the sandbox by its variables alone. Its client reads the record from `data` and nowhere else."""
import json
import os
import unittest
import urllib.request


def create(owner):
    destination = {"address": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", "network_id": "9001", "asset_symbol": "USDC"}
    request = urllib.request.Request(
        os.environ["SANDBOX_API_BASE_URL"] + "/uda",
        json.dumps({"owner": owner, "destination": destination}).encode(),
        {"X-API-Key": os.environ["SANDBOX_API_KEY"], "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request) as reply:
        return json.load(reply)["data"]["id"]


class Customers(unittest.TestCase):
    def test_each_customer_has_an_id(self):
        self.assertNotEqual(create("alice"), create("bob"))
PYTHON
  contract python "$scratch/python" 1 -- python3 -m unittest
  [ "$(culprits python)" = "record=alternate record=top-level" ] || fail "the Python client breaks under $(culprits python)"
else
  echo "-- python: NOT CHECKED, there is no Python 3 here"
fi

mkdir "$scratch/own" && ln -s "$app/node_modules" "$scratch/own/node_modules"
cat >"$scratch/own/own.test.mjs" <<'JAVASCRIPT'
// A suite that starts its own sandbox: it sees the readings by SANDBOX_READING, and what it met is read from SANDBOX_CONTRACT_DIR.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startSandbox } from "crypto-payment-sandbox/testing";

const sandbox = await startSandbox();
after(() => sandbox.stop());

test("each customer has an id, wherever the record stands", async () => {
  const destination = { address: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", network_id: "9001", asset_symbol: "USDC" };
  for (const owner of ["alice", "bob"]) {
    const { data: answer } = await sandbox.client.POST("/uda", { body: { owner, destination } });
    assert.match((answer.data ?? answer).id, /^[0-9a-f-]{36}$/);
  }
});
JAVASCRIPT
contract own "$scratch/own" 0 --readings stated,growth -- node --test
met=$(node -p 'Object.keys(Object.assign({}, ...JSON.parse(require("fs").readFileSync(process.argv[1], "utf8")).data.runs.map(({ met }) => met))).join(" ")' "$scratch/own/contract.json")
for value in record=top-level record=alternate extra_members=some; do
  [[ " $met " == *" $value "* ]] || fail "a sandbox that the suite starts did not tell that it met $value, but: $met"
done

echo "-- container: checked by test/package/image.sh, where something can run the image"
