// One story run twice from the same seed, once with a kill in most of its steps: both end in the same world (I-37).
import { expect, test } from "vitest";
import { aFolder, aStart } from "./a-process.ts";
import { type Answer, type Client, clientOf } from "./client.ts";
import { end, type Running } from "./process.ts";

const AT = "2026-01-01T";
const to = (number: number): string => `0x${"c4a5".padEnd(39, "0")}${number}`;

/** `at`: the failpoint that ends the process in this step. `repeat`: safe to ask for again, whatever became of it. */
type Step = {
  path: string;
  body: (facts: Facts) => unknown;
  key?: string;
  at?: string | undefined;
  repeat?: true;
  keep?: keyof Facts;
};
type Facts = { vault: string; ready: Client["ready"]; wallet?: any; uda?: any };

const deposit = (where: (facts: Facts) => string, at?: string, network = "base"): Step => ({
  path: "/admin/deposits",
  body: (facts) => ({ network, asset: "USDC", amount: "40", to_address: where(facts) }),
  at,
});

const payout = (number: number, at: string): Step => ({
  path: "/v1/transfer/payout",
  body: ({ ready }) => ({
    ...{ vault_id: ready.vault_id, asset: "USDC", network_symbol: "base", amount: "5" },
    ...{ reference_id: `order-${number}`, to_address: to(number) },
  }),
  at,
});

const travel = (time: string): Step => ({ path: "/admin/clock/advance", body: () => ({ to: `${AT}${time}Z` }) });

const STORY: readonly Step[] = [
  deposit(({ vault }) => vault, "block.after_engine"),
  payout(1, "attempt.after_send_before_mark"),
  {
    path: "/v1/wallets",
    body: () => ({ owner: "a", network_symbol: "base" }),
    key: "wallet-a",
    repeat: true,
    keep: "wallet",
  },
  deposit(({ wallet }) => wallet.address, "transaction.after_engine"),
  deposit(({ vault }) => vault, "block.in_engine"),
  {
    path: "/v1/transfer/external/address",
    body: ({ wallet }) => ({
      from_address: wallet.address,
      to_address: to(3),
      asset: "USDC",
      amount: "7",
      network_symbol: "base",
    }),
    at: "refill.after_send",
  },
  {
    path: "/v1/uda",
    body: () => ({ owner: "b", destination: { address: to(4), asset_symbol: "USDC", network_id: "966" } }),
    repeat: true,
    keep: "uda",
  },
  deposit(({ uda }) => uda.deposit_addresses[0].address, "settle.after_dest_send", "polygon"),
  travel("00:10:00"),
  payout(2, "payout.after_commit_before_reply"),
  {
    path: "/admin/networks/base/reorg",
    body: () => ({ depth: 2, transactions: "keep", force: true }),
    at: "reorg.before_remine:2",
  },
  travel("06:00:00"),
];

/** Rows of the unified history and the heads: did a step that was cut off happen? */
async function trace({ must }: Client): Promise<string> {
  const [rows, { items }] = [await must("GET", "/v1/transactions?limit=100"), await must("GET", "/admin/networks")];
  return JSON.stringify([rows.length, items.map(({ head }: any) => head.hash)]);
}

/** Amounts, states and chain hashes: what must not depend on kills. Ids and numbers of attempts may. */
async function logicalEnd({ must, ready }: Client) {
  const list = await must("GET", "/v1/transactions?limit=100");
  const rows = list.map(({ type, status, asset, amount, to_address, tx_id }: any) =>
    JSON.stringify({ type, status, asset, amount, to_address, tx_id }),
  );
  const { items } = await must("GET", "/admin/networks");
  const { invariants } = await must("GET", "/admin/invariants");
  return {
    heads: items.map(({ network, head }: any) => `${network} ${head.number} ${head.hash}`),
    rows: rows.toSorted(),
    payouts: (await must("GET", "/v1/transfer/payout")).map(({ reference_id, status, tx_id }: any) => [
      reference_id,
      status,
      tx_id,
    ]),
    vault: await must("GET", `/v1/vault/${ready.vault_id}/balances`),
    broken: invariants.filter(({ ok }: any) => !ok),
  };
}

/** The process of a telling, and what it has learnt so far. */
type Telling = { folder: string; running: Running; client: Client; facts: Facts };

async function begin(): Promise<Telling> {
  const folder = aFolder();
  const running = aStart(folder, "", { flags: ["--clock", "frozen", "--seed", "5"] });
  const client = clientOf(await running.ready);
  const { ready } = client;
  const addresses = await client.must("GET", `/v1/vault/${ready.vault_id}/addresses`);
  const vault = addresses.find(({ network_symbol }: any) => network_symbol === "base").address;
  return { folder, running, client, facts: { vault, ready } };
}

async function restart(telling: Telling, failpoint?: string): Promise<void> {
  await end(telling.running, "SIGKILL");
  telling.running = aStart(telling.folder, failpoint);
  telling.client = clientOf(await telling.running.ready);
}

function ask({ client, facts }: Telling, { path, body, key }: Step): Promise<Answer | undefined> {
  return client.ask("POST", path, body(facts), key === undefined ? {} : { "idempotency-key": key });
}

/** The process ends in the middle of the step. Whoever has no answer then looks whether it happened, and asks again if not. */
async function cutOff(telling: Telling, step: Step, at: string): Promise<Answer | undefined> {
  const before = await trace(telling.client);
  await restart(telling, at);
  const answer = await ask(telling, step);
  if (answer !== undefined) {
    const idle = await telling.client.ask("POST", "/admin/run-until-idle", {});
    expect(idle, `${at} was not reached`).toBeUndefined();
  }
  expect(await telling.running.ended, at).toBe("SIGKILL");
  await restart(telling);
  await telling.client.must("POST", "/admin/run-until-idle", {});
  const happened = answer !== undefined || (step.repeat !== true && (await trace(telling.client)) !== before);
  return happened ? answer : ask(telling, step);
}

async function runStory(withKills: boolean) {
  const telling = await begin();
  let kills = 0;
  for (const step of STORY) {
    const { at, keep } = step;
    const cut = withKills && at !== undefined;
    const answer = await (cut ? cutOff(telling, step, at) : ask(telling, step));
    if (cut) kills += 1;
    if (keep !== undefined) telling.facts[keep] = answer?.data;
    expect(answer?.status ?? 0, `${step.path} ${answer?.text}`).toBeLessThan(300);
    await telling.client.must("POST", "/admin/run-until-idle", {});
  }
  const found = await logicalEnd(telling.client);
  await end(telling.running, "SIGKILL");
  return { found, kills };
}

test("I-37 the same seed with eight kills in the middle of its steps and without any ends in the same amounts, states and block hashes", async () => {
  const undisturbed = await runStory(false);
  const disturbed = await runStory(true);
  expect(undisturbed.kills).toBe(0);
  expect(disturbed.kills).toBe(8);
  expect(undisturbed.found.broken).toEqual([]);
  expect(undisturbed.found.rows.length).toBeGreaterThan(6);
  expect(disturbed.found).toEqual(undisturbed.found);
}, 300_000);
