// Story: a webhook handler that writes to the API while a time travel or a snapshot waits for its answer.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { MiningMode } from "../../../src/domain/network/store.ts";
import type { ClockMode } from "../../../src/kernel/clock.ts";
import { systemClock } from "../../../src/kernel/wall-clock.ts";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { aVault, PAYEE } from "../../support/payments/a-payout.ts";
import { anEndpoint } from "../../support/payments/a-webhook.ts";
import { aWallet, payToken } from "../../support/payments/on-chain.ts";
import { digestOf } from "../../support/worlds/a-digest.ts";

const MODES: readonly MiningMode[] = ["instant", "interval", "manual"];
const CLOCKS: readonly ClockMode[] = ["frozen", "running"];

/** Webhook timestamps of two worlds that run one after the other must not differ. */
const STANDING = { wall: { ...systemClock, now: () => Date.UTC(2026, 5, 1) } };

/** What the handler works with: the world of the test, which may be exchanged. */
type Use = { sandbox: ASandbox };

const QUOTE = {
  ...{ from_chain_id: 1, from_token: "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", amount: "100000000" },
  ...{ to_chain_id: 56, to_token: "0x55d398326f99059fF775485246999027B3197955" },
};

/** Asks for a quote, opens a wallet, sends a transaction to the node and pays out. */
async function write({ sandbox }: Use, reference: string, from: number): Promise<number[]> {
  const { api, ready } = sandbox;
  const quote = await api.GET("/uda/quote", { params: { query: QUOTE } });
  const wallet = await api.POST("/wallets", { body: { owner: reference, network_symbol: "polygon" } });
  await payToken(sandbox, { network: "polygon", to: PAYEE, amount: "1", from });
  const payout = await api.POST("/transfer/payout", {
    body: {
      ...{ vault_id: ready.vault_id, reference_id: reference, network_symbol: "ethereum", asset: "USDT" },
      ...{ amount: "1", to_address: PAYEE },
    },
  });
  return [quote.response.status, wallet.response.status, payout.response.status];
}

/** Refuses the first attempt of each delivery, so that the second falls into the time travel; writes before it answers that. */
async function aWritingHandler(use: Use, types: string[]) {
  const seen = new Set<string>();
  const statuses: number[] = [];
  const endpoint = await anEndpoint(use.sandbox, {
    types,
    answer: (_number, { json }) => {
      if (!seen.has(json.id)) {
        seen.add(json.id);
        return 500;
      }
      return (response) => {
        // Handlers that run at once send from accounts of their own.
        void write(use, json.id, json.type === "deposit.new" ? 1 : 2)
          .then((all) => statuses.push(...all))
          .then(
            () => response.end(),
            () => response.destroy(),
          );
      };
    },
  });
  return { endpoint, statuses, seen };
}

/** A world with money to pay out and a deposit that is on its way; its handler writes. */
async function aWaitingWorld(mining: MiningMode, clock: ClockMode, types = ["deposit.new", "deposit.confirmed"]) {
  const sandbox = await aSandbox({}, undefined, clock === "frozen" ? STANDING : {});
  await aVault(sandbox, { amount: "100" });
  const { address } = await aWallet(sandbox.api);
  const use = { sandbox };
  const handler = await aWritingHandler(use, types);
  for (const network of ["base", "ethereum", "polygon"])
    await sandbox.control("PUT", `/networks/${network}/mining`, { mode: mining });
  if (clock === "running") await sandbox.control("POST", "/clock/resume");
  await sandbox.control("POST", "/deposits", { network: "base", asset: "USDC", amount: "5", to_address: address });
  if (mining === "manual") await sandbox.control("POST", "/networks/base/mine", { blocks: 12 });
  return { ...use, handler, use };
}

/** Both events were delivered by the second attempt, and the handler did its work once for each. */
async function expectDelivered({ handler }: Awaited<ReturnType<typeof aWaitingWorld>>): Promise<void> {
  const deliveries = await handler.endpoint.deliveries();
  expect(deliveries.map(({ state, attempts }) => [state, attempts.length])).toEqual([
    ["delivered", 2],
    ["delivered", 2],
  ]);
  expect(handler.statuses.toSorted()).toEqual([200, 200, 201, 201, 201, 201]);
}

const EVERY = CLOCKS.flatMap((clock) => MODES.map((mining) => [clock, mining] as const));

test.each(EVERY)("R-228 clock %s, mining %s: the time travel goes on when a handler writes", async (clock, mining) => {
  const world = await aWaitingWorld(mining, clock);
  await world.sandbox.control("POST", "/clock/advance", { by: "1h" });
  await expectDelivered(world);
});

test.each(EVERY)("R-228 clock %s, mining %s: run-until-idle goes on when a handler writes", async (clock, mining) => {
  const world = await aWaitingWorld(mining, clock);
  await world.sandbox.control("POST", "/run-until-idle", { advance: true, limit: "1h" });
  await expectDelivered(world);
});

test.each(MODES)(
  "R-225 R-226 mining %s: a jump over writing handlers ends in the world that a crawl ends in",
  async (mining) => {
    const { sandbox, use, handler } = await aWaitingWorld(mining, "frozen", ["deposit.confirmed"]);
    const folder = mkdtempSync(join(tmpdir(), "writing-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, "world.json");
    writeFileSync(path, JSON.stringify(await sandbox.control("GET", "/export")));
    // Its first attempts have ended by now.
    const seen = [...handler.seen];
    await sandbox.control("POST", "/clock/advance", { by: "1h" });
    const jumped = digestOf(sandbox.store);
    expect(jumped["payout"]).toHaveLength(1);
    handler.seen.clear();
    for (const id of seen) handler.seen.add(id);
    use.sandbox = await aSandbox({ import: path }, undefined, STANDING);
    for (let minute = 0; minute < 60; minute += 1) await use.sandbox.control("POST", "/clock/advance", { by: "1m" });
    expect(digestOf(use.sandbox.store)).toEqual(jumped);
  },
);

test("R-161 a snapshot waits for a handler that writes after the snapshot was asked for", async () => {
  const sandbox = await aSandbox();
  const asked = Promise.withResolvers<unknown>();
  const endpoint = await anEndpoint(sandbox, {
    types: ["deposit.new"],
    answer: () => (response) => {
      asked.resolve(sandbox.control("POST", "/snapshots", { name: "meanwhile" }));
      void sandbox
        .control("GET", "/clock")
        .then(() => aWallet(sandbox.api, { owner: "handler" }))
        .then(
          () => response.end(),
          () => response.destroy(),
        );
    },
  });
  const { address } = await aWallet(sandbox.api);
  await sandbox.control("POST", "/deposits", { network: "base", asset: "USDC", amount: "5", to_address: address });
  const { id } = (await asked.promise) as { id: string };
  await sandbox.control("POST", `/snapshots/${id}/restore`);
  const [only, ...others] = await endpoint.deliveries();
  expect([only?.state, only?.attempts.length, others]).toEqual(["delivered", 1, []]);
  const { data } = await sandbox.api.GET("/wallets/owner/{owner}", { params: { path: { owner: "handler" } } });
  expect(data?.data).toHaveLength(1);
});
