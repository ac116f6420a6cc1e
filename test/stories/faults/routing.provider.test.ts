// Stories of the gate `routing.provider`: the deposit stays untouched until a provider delivers, by itself or after a manual retry.
import { expect } from "vitest";
import type { ASandbox } from "../../support/a-sandbox.ts";
import { faultStory } from "../../support/fault-story.ts";
import { aUda, DESTINATION, sendToken, settlementOf, tokenBalance } from "../../support/payments/a-uda.ts";

type FaultInput = { match?: object; times?: number | null; params?: object };

const aFault = (sandbox: ASandbox, effect: string, input: FaultInput = {}) =>
  sandbox.control("POST", "/faults", { gate: "routing.provider", effect, times: null, ...input });

const advance = ({ control }: ASandbox, by: string) => control("POST", "/clock/advance", { by });

/** A deposit of 100 USDT on Polygon for a UDA that pays USDC on Arbitrum. */
async function aDeposit(sandbox: ASandbox) {
  const uda = await aUda(sandbox.api);
  await sendToken(sandbox, { network: "polygon", asset: "USDT", to: uda.address, amount: "100" });
  return uda;
}

async function eventTypes({ control }: ASandbox): Promise<string[]> {
  const { items } = await control("GET", "/events?limit=1000");
  return items.map(({ type }: { type: string }) => type).filter((type: string) => type.startsWith("uda."));
}

/** What is at the deposit address and at the destination, in millionths. */
async function whereTheMoneyIs(sandbox: ASandbox, address: string) {
  return {
    deposit: await tokenBalance(sandbox, "polygon", "USDT", address),
    destination: await tokenBalance(sandbox, "arbitrum", "USDC", DESTINATION),
  };
}

const UNTOUCHED = { deposit: 100_000_000n, destination: 0n };

/** Every provider in two rounds, then failed for good until the retry; paid once. */
async function failsThenIsRetried(sandbox: ASandbox, effect: string, words: string): Promise<void> {
  await aFault(sandbox, effect);
  const uda = await aDeposit(sandbox);
  expect((await settlementOf(sandbox.api, uda.id)).status).toBe("retrying");
  await advance(sandbox, "34s");
  expect((await settlementOf(sandbox.api, uda.id)).status).toBe("retrying");
  await advance(sandbox, "1s");
  const failed = await settlementOf(sandbox.api, uda.id);
  expect(failed).toMatchObject({ status: "failed", destination: { amount: "0", tx_hash: "" }, fees: { total: "0" } });
  expect(failed.error).toBe(`all provider attempts exhausted (lifi, relay): relay: ${words}`);
  expect((await eventTypes(sandbox)).at(-1)).toBe("uda.settlement.failed");
  expect(await whereTheMoneyIs(sandbox, uda.address)).toEqual(UNTOUCHED);
  // Providers are back, but a failed settlement waits for a hand.
  await sandbox.control("DELETE", "/faults");
  await advance(sandbox, "1d");
  expect((await settlementOf(sandbox.api, uda.id)).status).toBe("failed");
  await sandbox.control("POST", `/settlements/${failed.id}/retry`);
  await sandbox.control("POST", "/run-until-idle", { advance: true });
  expect(await settlementOf(sandbox.api, uda.id)).toMatchObject({ status: "completed", routing: { provider: "lifi" } });
  expect(await whereTheMoneyIs(sandbox, uda.address)).toEqual({ deposit: 0n, destination: 99_800_000n });
  expect((await eventTypes(sandbox)).filter((type) => type.endsWith("created"))).toHaveLength(1);
  expect((await eventTypes(sandbox)).at(-1)).toBe("uda.settlement.completed");
}

/** One provider is out: the other one, a cent dearer, delivers five seconds later. */
async function theOtherDelivers(sandbox: ASandbox, effect: string): Promise<void> {
  await aFault(sandbox, effect, { match: { provider: "lifi" } });
  const uda = await aDeposit(sandbox);
  expect(await settlementOf(sandbox.api, uda.id)).toMatchObject({ status: "retrying", routing: { provider: "" } });
  expect(await whereTheMoneyIs(sandbox, uda.address)).toEqual(UNTOUCHED);
  await advance(sandbox, "5s");
  expect(await settlementOf(sandbox.api, uda.id)).toMatchObject({
    status: "completed",
    routing: { provider: "relay" },
    fees: { total: "210000" },
  });
  expect(await whereTheMoneyIs(sandbox, uda.address)).toEqual({ deposit: 0n, destination: 99_790_000n });
  expect(await eventTypes(sandbox)).toEqual(["uda.settlement.created", "uda.settlement.completed"]);
}

faultStory("routing.provider", "no-quote", "one provider offers nothing, the other one settles", (sandbox) =>
  theOtherDelivers(sandbox, "no-quote"),
);

faultStory(
  "routing.provider",
  "no-quote",
  "no provider offers a route: failed, and settled by a manual retry",
  (sandbox) => failsThenIsRetried(sandbox, "no-quote", "no quote"),
);

faultStory(
  "routing.provider",
  "no-quote",
  "a quote without an offer is 502, and 200 again afterwards",
  async (sandbox) => {
    const query = {
      from_chain_id: 137,
      from_token: sandbox.chain("polygon").token("USDT"),
      to_chain_id: 42161,
      to_token: sandbox.chain("arbitrum").token("USDC"),
      amount: "100000000",
    };
    const quote = () => sandbox.api.GET("/uda/quote", { params: { query } });
    await aFault(sandbox, "no-quote", { times: 3 });
    const none = await quote();
    expect(none.error).toEqual({ success: false, code: 502, error: "No provider could produce a quote" });
    expect((await quote()).data?.data.route.provider).toBe("relay");
    expect((await quote()).data?.data.route.provider).toBe("lifi");
  },
);

faultStory("routing.provider", "refuse", "one provider refuses, the other one settles", (sandbox) =>
  theOtherDelivers(sandbox, "refuse"),
);

faultStory("routing.provider", "refuse", "everybody refuses: failed, and settled by a manual retry", (sandbox) =>
  failsThenIsRetried(sandbox, "refuse", "the route was refused"),
);

faultStory("routing.provider", "fail", "an accepted route fails, the other provider settles", (sandbox) =>
  theOtherDelivers(sandbox, "fail"),
);

faultStory(
  "routing.provider",
  "fail",
  "every route fails: reported as failed, and settled by a manual retry",
  (sandbox) => failsThenIsRetried(sandbox, "fail", "the route failed"),
);

faultStory(
  "routing.provider",
  "slow",
  "a provider takes its time: routing is seen, time_ms says how long",
  async (sandbox) => {
    await aFault(sandbox, "slow", { times: 1, params: { by: "90s" } });
    const uda = await aDeposit(sandbox);
    await advance(sandbox, "89s");
    expect(await settlementOf(sandbox.api, uda.id)).toMatchObject({
      status: "routing",
      routing: { provider: "lifi", time_ms: 0 },
    });
    expect(await whereTheMoneyIs(sandbox, uda.address)).toEqual(UNTOUCHED);
    expect(await eventTypes(sandbox)).toEqual(["uda.settlement.created"]);
    await advance(sandbox, "1s");
    expect(await settlementOf(sandbox.api, uda.id)).toMatchObject({
      status: "completed",
      routing: { time_ms: 90_000 },
    });
    expect(await whereTheMoneyIs(sandbox, uda.address)).toEqual({ deposit: 0n, destination: 99_800_000n });
  },
);

faultStory("routing.provider", "empty-stock", "one solver has nothing left, the other one pays", (sandbox) =>
  theOtherDelivers(sandbox, "empty-stock"),
);

faultStory(
  "routing.provider",
  "empty-stock",
  "no solver has anything: failed, and settled by a manual retry",
  (sandbox) => failsThenIsRetried(sandbox, "empty-stock", "no stock of the destination token"),
);
