// Faults that are meant for the payouts to one address: the other payouts do not meet them, at any gate that knows a target (U-62).
import { expect, test } from "vitest";
import { aSandbox } from "../../support/a-sandbox.ts";
import { aPayout, aVault, payoutBody } from "../../support/payments/a-payout.ts";
import { anEndpoint } from "../../support/payments/a-webhook.ts";

const [ONE, OTHER] = [`0x${"ab".repeat(20)}`, `0x${"cd".repeat(20)}`];

test("U-62 request, transaction and webhook of one target meet their faults, those of the other pass, whatever the letters", async () => {
  const sandbox = await aSandbox();
  const endpoint = await anEndpoint(sandbox);
  await aVault(sandbox, { amount: "100" });
  const to_address = ONE.toUpperCase().replace("0X", "0x");
  const fault = (gate: string, effect: string, more: object = {}) =>
    sandbox.control("POST", "/faults", { gate, effect, match: { to_address }, ...more });
  await fault("api.request", "status", { params: { status: 500 } });
  await fault("chain.submit", "revert");
  await fault("webhook.delivery", "drop", { times: null });
  await aPayout(sandbox, { to_address: OTHER, reference_id: "other" });
  const body = payoutBody(sandbox.ready.vault_id, { to_address: ONE, reference_id: "one" });
  expect((await sandbox.api.POST("/transfer/payout", { body })).response.status).toBe(500);
  await aPayout(sandbox, { to_address: ONE, reference_id: "one" });
  await sandbox.control("POST", "/run-until-idle", { advance: true, limit: "1h" });
  const { data } = await sandbox.api.GET("/transfer/payout", {});
  const states = Object.fromEntries((data?.data ?? []).map((one) => [one.reference_id, one.status]));
  expect(states).toEqual({ one: "failed", other: "confirmed" });
  const told = endpoint.received.map(({ json }) => json.payload.to_address?.toLowerCase()).filter(Boolean);
  expect(told).toContain(OTHER);
  expect(told).not.toContain(ONE);
  const { items } = await sandbox.control("GET", "/faults");
  expect(items.map(({ gate, hits }: { gate: string; hits: number }) => [gate, hits > 0])).toEqual([
    ["api.request", true],
    ["chain.submit", true],
    ["webhook.delivery", true],
  ]);
});
