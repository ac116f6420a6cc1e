// Stories of the gate `api.request`: what a client of the service lives through, and how its retries come out right.
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { systemClock, type WallClock } from "../../../src/kernel/wall-clock.ts";
import type { ASandbox } from "../../support/a-sandbox.ts";
import { faultStory } from "../../support/fault-story.ts";
import { aPayout, aVault, PAYEE, payoutBody, recordOf, vaultBalance } from "../../support/payments/a-payout.ts";
import { tokenBalance } from "../../support/payments/a-uda.ts";
import { eventsOf } from "../../support/payments/on-chain.ts";

type FaultInput = { operation_id: string; times?: number | null; params?: object };

const aFault = (sandbox: ASandbox, effect: string, { operation_id, ...rest }: FaultInput) =>
  sandbox.control("POST", "/faults", { gate: "api.request", effect, match: { operation_id }, ...rest });

const hits = async (sandbox: ASandbox): Promise<number[]> =>
  (await sandbox.control("GET", "/faults")).items.map((fault: { hits: number }) => fault.hits);

const orderWallet = ({ api }: ASandbox, owner: string, key?: string) =>
  api.POST("/wallets", {
    body: { owner, network_symbol: "base" },
    ...(key === undefined ? {} : { headers: { "Idempotency-Key": key } }),
  });

async function walletsOf({ api }: ASandbox, owner: string) {
  return (await api.GET("/wallets/owner/{owner}", { params: { path: { owner } } })).data?.data ?? [];
}

const assignments = (sandbox: ASandbox) => eventsOf(sandbox, { type: "address.assigned" });

faultStory(
  "api.request",
  "status",
  "the service is overloaded, then broken, then well: a client that backs off gets one wallet",
  async (sandbox) => {
    await aFault(sandbox, "status", { operation_id: "createWallet", params: { status: 429 } });
    await aFault(sandbox, "status", { operation_id: "createWallet", params: { status: 500 }, times: 2 });
    const answers = [];
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const { response, error } = await orderWallet(sandbox, "patient");
      answers.push({ status: response.status, error, retryAfter: response.headers.get("retry-after") });
      if (response.ok) break;
      expect(await walletsOf(sandbox, "patient")).toEqual([]);
    }
    expect(answers).toEqual([
      { status: 429, error: { success: false, code: 429, error: "Rate limit exceeded" }, retryAfter: "1" },
      { status: 500, error: { success: false, code: 500, error: "Internal server error" }, retryAfter: null },
      { status: 500, error: { success: false, code: 500, error: "Internal server error" }, retryAfter: null },
      { status: 201, error: undefined, retryAfter: null },
    ]);
    expect(await hits(sandbox)).toEqual([1, 2]);
    expect(await walletsOf(sandbox, "patient")).toHaveLength(1);
    expect(await assignments(sandbox)).toHaveLength(1);
  },
);

faultStory(
  "api.request",
  "status",
  "a payout refused by the fault moves nothing, and its reference stays free",
  async (sandbox) => {
    await aVault(sandbox, { amount: "100" });
    const before = await vaultBalance(sandbox);
    await aFault(sandbox, "status", { operation_id: "createPayout", params: { status: 409 } });
    const { response } = await sandbox.api.POST("/transfer/payout", { body: payoutBody(sandbox.ready.vault_id) });
    expect(response.status).toBe(409);
    expect(await vaultBalance(sandbox)).toEqual(before);
    expect(await tokenBalance(sandbox, "ethereum", "USDT", PAYEE)).toBe(0n);
    expect((await aPayout(sandbox)).status).toBe("queued");
    expect(await tokenBalance(sandbox, "ethereum", "USDT", PAYEE)).toBe(10_000_000n);
  },
);

/** The injected delay; nothing else waits exactly this long. */
const DELAY_MS = 61_234;
/** A wall that keeps timers of the delay until the story lets them go. */
const held: { run: () => void; arrived: PromiseWithResolvers<void> } = {
  run: () => {},
  arrived: Promise.withResolvers(),
};
function aPatientWall(): { wall: WallClock } {
  held.arrived = Promise.withResolvers();
  const after: WallClock["after"] = (delayMs, run, options) => {
    if (delayMs !== DELAY_MS) return systemClock.after(delayMs, run, options);
    held.run = run;
    held.arrived.resolve();
    return { cancel: () => {} };
  };
  return { wall: { ...systemClock, after } };
}

faultStory(
  "api.request",
  "delay",
  "one answer takes its time, others overtake it, and it is carried out once",
  async (sandbox) => {
    await aFault(sandbox, "delay", { operation_id: "createWallet", params: { by: DELAY_MS } });
    const answered: string[] = [];
    const create = async (owner: string) => {
      const { response } = await orderWallet(sandbox, owner);
      answered.push(`${owner} ${response.status}`);
    };
    const slow = create("slow");
    await held.arrived.promise;
    await create("quick");
    expect(answered).toEqual(["quick 201"]);
    expect(await walletsOf(sandbox, "slow")).toEqual([]);
    held.run();
    await slow;
    expect(answered).toEqual(["quick 201", "slow 201"]);
    expect(await walletsOf(sandbox, "slow")).toHaveLength(1);
    expect(await assignments(sandbox)).toHaveLength(2);
    expect(await hits(sandbox)).toEqual([1]);
  },
  {},
  aPatientWall,
);

faultStory(
  "api.request",
  "delay",
  "an order is on its way and nobody knows it yet; its client goes away, it arrives all the same, and idle is what comes after it",
  async (sandbox) => {
    await aVault(sandbox, { amount: "100" });
    await aFault(sandbox, "delay", { operation_id: "createPayout", params: { by: "700ms" } });
    const client = new AbortController();
    const order = sandbox.api.POST("/transfer/payout", {
      body: payoutBody(sandbox.ready.vault_id),
      signal: client.signal,
    });
    const cut = expect(order).rejects.toThrow("abort");
    await expect.poll(() => hits(sandbox)).toEqual([1]);
    expect((await sandbox.api.GET("/transfer/payout")).data?.data).toEqual([]);
    client.abort();
    await cut;
    const { pending } = await sandbox.control("POST", "/run-until-idle", { advance: true });
    expect(pending.map(({ what }: { what: string }) => what)).not.toContain("payout.submit");
    expect((await sandbox.api.GET("/transfer/payout")).data?.data).toMatchObject([
      { status: "confirmed", amount: "10" },
    ]);
    expect(await tokenBalance(sandbox, "ethereum", "USDT", PAYEE)).toBe(10_000_000n);
    expect(await vaultBalance(sandbox)).toMatchObject({ balance: "90", available: "90" });
  },
);

faultStory(
  "api.request",
  "close",
  "the connection is gone before anything was done; the same request then does it once",
  async (sandbox) => {
    await aVault(sandbox, { amount: "100" });
    const before = await vaultBalance(sandbox);
    await aFault(sandbox, "close", { operation_id: "createPayout", times: 2 });
    for (let attempt = 0; attempt < 2; attempt += 1) await expect(aPayout(sandbox)).rejects.toThrow("fetch failed");
    expect(await vaultBalance(sandbox)).toEqual(before);
    expect((await sandbox.api.GET("/transfer/payout")).data?.data).toEqual([]);
    expect(await tokenBalance(sandbox, "ethereum", "USDT", PAYEE)).toBe(0n);
    await aPayout(sandbox);
    expect(await tokenBalance(sandbox, "ethereum", "USDT", PAYEE)).toBe(10_000_000n);
    expect(await hits(sandbox)).toEqual([2]);
  },
);

faultStory(
  "api.request",
  "after-commit-close",
  "the wallet is there, its answer is lost: the same Idempotency-Key gives that answer again",
  async (sandbox) => {
    await aFault(sandbox, "after-commit-close", { operation_id: "createWallet" });
    const key = randomUUID();
    await expect(orderWallet(sandbox, "unlucky", key)).rejects.toThrow("fetch failed");
    const [made, ...others] = await walletsOf(sandbox, "unlucky");
    expect(others).toEqual([]);
    const again = await orderWallet(sandbox, "unlucky", key);
    expect(again.response.status).toBe(201);
    expect(again.response.headers.get("idempotent-replayed")).toBe("true");
    expect(again.data?.data).toEqual(made);
    expect(await walletsOf(sandbox, "unlucky")).toEqual([made]);
    expect(await assignments(sandbox)).toHaveLength(1);
  },
);

faultStory(
  "api.request",
  "after-commit-close",
  "the payout is paid, its answer is lost: the retry is 409, the reference finds it, and no payout is paid twice",
  async (sandbox) => {
    await aVault(sandbox, { amount: "100" });
    await aFault(sandbox, "after-commit-close", { operation_id: "createPayout" });
    await expect(aPayout(sandbox)).rejects.toThrow("fetch failed");
    const retry = await sandbox.api.POST("/transfer/payout", { body: payoutBody(sandbox.ready.vault_id) });
    expect([retry.response.status, retry.error]).toEqual([
      409,
      { success: false, code: 409, error: "Duplicate reference_id" },
    ]);
    const query = { "filter[]": ["reference_id:order-1"] };
    await sandbox.control("POST", "/run-until-idle", { advance: true });
    const { data } = await sandbox.api.GET("/transfer/payout", { params: { query } });
    expect(data?.data).toMatchObject([{ reference_id: "order-1", status: "confirmed", amount: "10" }]);
    expect(await tokenBalance(sandbox, "ethereum", "USDT", PAYEE)).toBe(10_000_000n);
    expect(await recordOf(sandbox.api, data?.data[0]?.id ?? "")).toMatchObject({ status: "confirmed" });
    expect(await vaultBalance(sandbox)).toMatchObject({ balance: "90", available: "90" });
  },
);
