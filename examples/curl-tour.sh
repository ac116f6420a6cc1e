#!/usr/bin/env bash
# The service with curl alone: a wallet, a deposit, a UDA with its settlement, a payout, a webhook that fails. Run it with
#   cpsandbox exec --clock frozen -- bash examples/curl-tour.sh
# or against a running sandbox, with SANDBOX_API_BASE_URL, SANDBOX_ADMIN_URL, SANDBOX_API_KEY, SANDBOX_VAULT_ID and SANDBOX_TENANT_ID set.
set -euo pipefail

# The service, with the tenant's key. A body makes it a POST.
call() { curl -sS --fail-with-body -H "X-API-Key: $SANDBOX_API_KEY" -H 'Content-Type: application/json' "$SANDBOX_API_BASE_URL$1" "${@:2}"; }
# The control API; production has none.
admin() { curl -sS --fail-with-body -H 'Content-Type: application/json' ${SANDBOX_ADMIN_TOKEN:+-H "Authorization: Bearer $SANDBOX_ADMIN_TOKEN"} "$SANDBOX_ADMIN_URL$1" "${@:2}"; }
# The first string or number called $1 in the JSON on stdin: enough for a tour, use jq or your language for more.
pick() { grep -oE "\"$1\":(\"[^\"]*\"|[0-9.]+)" | head -n 1 | cut -d: -f2- | tr -d '"'; }
step() { printf '\n== %s\n' "$1"; }
mark=$RANDOM$RANDOM # so that the tour can run again in the same sandbox

step "An address for a customer, and a transfer to it"
wallet=$(call /wallets -d '{"owner":"alice-'"$mark"'","network_symbol":"base"}')
address=$(pick address <<<"$wallet")
echo "alice pays to $address"
admin /deposits -d '{"network":"base","asset":"USDC","amount":"25.5","owner":"alice-'"$mark"'"}' >/dev/null
admin /run-until-idle -d '{}' >/dev/null
deposit=$(call "/deposits?owner=alice-$mark")
echo "deposited: $(pick amount <<<"$deposit") $(pick symbol <<<"$deposit"), see $(pick scanner_url <<<"$deposit")"

step "One address on five networks: USDT on Polygon arrives as USDC on Arbitrum (9001)"
uda=$(call /uda -d '{"owner":"bob-'"$mark"'","destination":{"address":"0x70997970C51812dc3A010C7d01b50e0d17dc79C8","network_id":"9001","asset_symbol":"USDC"}}' | pick id)
admin /deposits -d '{"network":"polygon","asset":"USDT","amount":"100","owner":"bob-'"$mark"'"}' >/dev/null
admin /run-until-idle -d '{"advance":true}' >/dev/null
settlement=$(call "/uda/$uda/settlements")
echo "the settlement is $(pick status <<<"$settlement")"

step "A payout, paid once"
vault=$(call "/vault/$SANDBOX_VAULT_ID/addresses/base" | pick address)
admin /deposits -d '{"network":"base","asset":"USDC","amount":"500","to_address":"'"$vault"'"}' >/dev/null
admin /run-until-idle -d '{}' >/dev/null
order='{"vault_id":"'"$SANDBOX_VAULT_ID"'","asset":"USDC","network_symbol":"base","amount":"100.5","to_address":"0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC","reference_id":"order-'"$mark"'"}'
payout=$(call /transfer/payout -d "$order" | pick id)
echo "the same order again: $(call /transfer/payout -d "$order" 2>/dev/null || true)"
admin /run-until-idle -d '{"advance":true}' >/dev/null
echo "the payout is $(call "/transfer/payout/$payout" | pick status)"

step "A receiver that is down: six attempts, five minutes, at once"
endpoint=$(admin "/tenants/$SANDBOX_TENANT_ID/webhook-endpoints" -d '{"url":"http://127.0.0.1:4999/nobody","event_types":["address.assigned"]}' | pick id)
call /wallets -d '{"owner":"carol-'"$mark"'","network_symbol":"base"}' >/dev/null
admin /run-until-idle -d '{"advance":true}' >/dev/null
echo "the delivery is $(admin "/deliveries?endpoint_id=$endpoint" | pick state)"
admin "/tenants/$SANDBOX_TENANT_ID/webhook-endpoints/$endpoint" -X DELETE >/dev/null
