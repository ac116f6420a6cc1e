// Races decided by one conditional update: both orders of the two, and both at once; no partial effect, no read of mixed states.
import { request } from "node:http";
import { expect, test } from "vitest";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { aPayout, aVault, PAYEE, payoutBody, payoutNow, vaultBalance } from "../../support/payments/a-payout.ts";
import { aUda, settlementsOf, tokenBalance } from "../../support/payments/a-uda.ts";
import { brokenInvariants } from "../../support/worlds/invariants.ts";
import { differences } from "../../support/worlds/ledger.ts";

const mine = ({ control }: ASandbox, network: string, blocks: number) =>
  control("POST", `/networks/${network}/mine`, { blocks });
const mode = ({ control }: ASandbox, network: string, value: string) =>
  control("PUT", `/networks/${network}/mining`, { mode: value });
const reject = ({ api }: ASandbox, id: string) =>
  api.POST("/transfer/payout/{id}/reject", { params: { path: { id } } });
const peace = ({ control }: ASandbox) => control("POST", "/run-until-idle", { advance: true, limit: "3d" });

/** Payouts of 10 USDT that wait for the gas of their vault, which comes with the next two blocks. */
async function waitingPayouts(sandbox: ASandbox, count: number): Promise<string[]> {
  await aVault(sandbox, { amount: "1000" });
  await mode(sandbox, "ethereum", "manual");
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) ids.push((await aPayout(sandbox, { reference_id: `order-${at}` })).id);
  return ids;
}

/** Sends one request on a connection of its own; returns its status. */
function onItsOwnConnection({ ready }: ASandbox, path: string, body: object): Promise<number> {
  const { promise, resolve, reject: fail } = Promise.withResolvers<number>();
  const headers = { "x-api-key": ready.api_key, "content-type": "application/json" };
  const call = request(`${ready.api_base_url}${path}`, { method: "POST", agent: false, headers }, (answer) => {
    answer.resume();
    answer.on("end", () => resolve(answer.statusCode ?? 0));
  });
  call.on("error", fail);
  call.end(JSON.stringify(body));
  return promise;
}

test("R-057 R-063 one reference on fifty connections at once, by amount and in dollars: one 201, 49 times 409, paid once", async () => {
  const sandbox = await aSandbox({ clock: "running" });
  await aVault(sandbox, { amount: "1000" });
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) => {
      const { amount: _left, ...order } = payoutBody(sandbox.ready.vault_id);
      const [path, value] = at % 2 === 0 ? ["/transfer/payout", "amount"] : ["/transfer/payout/usd", "usd_amount"];
      return onItsOwnConnection(sandbox, path ?? "", { ...order, [value ?? ""]: "10" });
    }),
  );
  expect(answers.toSorted()).toEqual([201, ...Array.from({ length: 49 }, () => 409)]);
  await peace(sandbox);
  expect(await tokenBalance(sandbox, "ethereum", "USDT", PAYEE)).toBe(10_000_000n);
  expect(await vaultBalance(sandbox)).toEqual({ balance: "990", available: "990" });
  expect(await differences(sandbox)).toEqual([]);
});

test.each([
  ["before", 200, "expired", 0n],
  ["behind", 400, "confirmed", 10_000_000n],
] as const)("R-086 R-087 R-090 a reject %s the claim is answered %i: %s", async (order, code, status, paid) => {
  const sandbox = await aSandbox();
  const [id = ""] = await waitingPayouts(sandbox, 1);
  const claim = () => mine(sandbox, "ethereum", 2);
  if (order === "behind") await claim();
  expect((await reject(sandbox, id)).response.status).toBe(code);
  if (order === "before") await claim();
  await mode(sandbox, "ethereum", "instant");
  await peace(sandbox);
  expect((await payoutNow(sandbox.api, id)).status).toBe(status);
  expect(await tokenBalance(sandbox, "ethereum", "USDT", PAYEE)).toBe(paid);
  expect(await brokenInvariants(sandbox)).toEqual([]);
});

test("R-086 R-090 twelve rejects in the middle of the claims: each payout is rejected or paid, as its answer says", async () => {
  const sandbox = await aSandbox({ clock: "running" });
  const ids = await waitingPayouts(sandbox, 12);
  await mode(sandbox, "ethereum", "instant");
  const answers = await Promise.all([
    ...ids.map(async (id, at) => {
      // Each a little later than the one before it.
      for (let reads = 0; reads < at; reads += 1) await payoutNow(sandbox.api, id);
      return { id, code: (await reject(sandbox, id)).response.status };
    }),
    mine(sandbox, "ethereum", 2).then(() => undefined),
  ]);
  await peace(sandbox);
  const rejected = answers.filter((answer) => answer?.code === 200).map((answer) => answer?.id);
  for (const id of ids)
    expect((await payoutNow(sandbox.api, id)).status).toBe(rejected.includes(id) ? "expired" : "confirmed");
  const paid = BigInt(ids.length - rejected.length) * 10_000_000n;
  expect(await tokenBalance(sandbox, "ethereum", "USDT", PAYEE)).toBe(paid);
  expect(await differences(sandbox)).toEqual([]);
});

test.each([
  ["before", 0],
  ["after", 1],
] as const)(
  "R-102 an address that is retired %s its deposit is confirmed has %i settlements",
  async (order, settlements) => {
    const sandbox = await aSandbox();
    const { api } = sandbox;
    const uda = await aUda(api);
    await mode(sandbox, "polygon", "manual");
    await sandbox.control("POST", "/deposits", {
      ...{ network: "polygon", asset: "USDT", amount: "100", to_address: uda.address },
    });
    await mine(sandbox, "polygon", 1);
    const retire = () => api.DELETE("/uda/{id}", { params: { path: { id: uda.id } } });
    if (order === "before") await retire();
    await mode(sandbox, "polygon", "instant");
    await mine(sandbox, "polygon", 2);
    if (order === "after") await retire();
    await peace(sandbox);
    const found = await settlementsOf(api, uda.id);
    expect(found.map(({ status }) => status)).toEqual(Array.from({ length: settlements }, () => "completed"));
    expect(await brokenInvariants(sandbox)).toEqual([]);
  },
);

test("R-102 ten addresses retired while their deposits confirm: a settlement exactly where the confirmation was first", async () => {
  const sandbox = await aSandbox({ clock: "running" });
  const { api, store } = sandbox;
  await mode(sandbox, "polygon", "manual");
  const udas = [];
  for (let at = 0; at < 10; at += 1) udas.push(await aUda(api, { owner: `owner-${at}` }));
  for (const { address } of udas) {
    await sandbox.control("POST", "/deposits", { network: "polygon", asset: "USDT", amount: "5", to_address: address });
    await mine(sandbox, "polygon", 1);
  }
  await Promise.all([
    ...udas.map(({ id }) => api.DELETE("/uda/{id}", { params: { path: { id } } })),
    mine(sandbox, "polygon", 4),
  ]);
  const order = (id: string) =>
    store.all<{ what: string }>(
      `select h.noun as what from history h where (h.noun = 'uda' and h.record_id = :id and h.move = 'retire')
         or (h.noun = 'deposit' and h.move = 'confirm' and h.record_id in (select id from deposit where uda_id = :id)) order by h.id`,
      { id },
    )[0]?.what;
  for (const { id } of udas) expect((await settlementsOf(api, id)).length, id).toBe(order(id) === "deposit" ? 1 : 0);
});

test("R-058 R-069 a payout, its reservation, its transaction and its work come with one commit; none comes with a refusal", async () => {
  const sandbox = await aSandbox();
  const { api, ready, store } = sandbox;
  await aVault(sandbox, { amount: "100" });
  await mode(sandbox, "ethereum", "manual");
  const count = (from: string) => store.get<{ n: number }>(`select count(*) as n from ${from}`)?.n;
  const there = () => [
    ...["payout", "hold where state = 'open'", "transaction_record where type = 'payout'"].map(count),
    count("history where noun = 'payout'"),
  ];
  const seen = new Set<string>();
  store.onCommit(() => void seen.add(there().join()));
  await aPayout(sandbox);
  const again = await api.POST("/transfer/payout", { body: payoutBody(ready.vault_id) });
  const poor = await api.POST("/transfer/payout", {
    body: payoutBody(ready.vault_id, { reference_id: "poor", amount: "91" }),
  });
  expect([again.response.status, poor.response.status]).toEqual([409, 400]);
  for (const numbers of seen) expect(["0,0,0,0", "1,1,1,1"]).toContain(numbers);
  expect(there()).toEqual([1, 1, 1, 1]);
});

test("R-065 an internal error in the middle of a request is a 500 without effects; the same request succeeds afterwards", async () => {
  const sandbox = await aSandbox();
  const { api, ready, store } = sandbox;
  await aVault(sandbox, { amount: "100" });
  const everything = () =>
    ["payout", "hold", "transaction_record", "history", "event", "agenda", "idempotency_key", "address"].map(
      (table) => store.get<{ n: number }>(`select count(*) as n from ${table}`)?.n,
    );
  // The last write of either of them before its answer.
  store.script(
    "create trigger payout_refused before insert on agenda when new.job = 'submit' begin select raise(abort, 'no'); end",
  );
  store.script("create trigger wallet_refused before insert on event begin select raise(abort, 'no'); end");
  const before = everything();
  const order = () => api.POST("/transfer/payout", { body: payoutBody(ready.vault_id) });
  const wallet = () =>
    api.POST("/wallets", {
      params: { header: { "Idempotency-Key": "one" } },
      body: { owner: "alice", network_symbol: "base" },
    });
  for (const { response, error } of [await order(), await wallet()]) {
    expect(response.status).toBe(500);
    expect(error).toMatchObject({ success: false, code: 500, error: expect.any(String) });
  }
  expect(everything()).toEqual(before);
  expect(await vaultBalance(sandbox)).toEqual({ balance: "100", available: "100" });
  expect(sandbox.mistakes.length).toBeGreaterThan(0);
  sandbox.mistakes.length = 0;
  store.script("drop trigger payout_refused; drop trigger wallet_refused");
  const [paid, made] = [await order(), await wallet()];
  expect([paid.response.status, made.response.status]).toEqual([201, 201]);
  expect(made.response.headers.get("idempotent-replayed")).toBeNull();
});

test("R-111 every balance read during payments is the state after some commit, never a mix of two", async () => {
  const sandbox = await aSandbox({ clock: "running" });
  const { store, ready } = sandbox;
  const vault = await aVault(sandbox, { amount: "1000" });
  await sandbox.control("POST", "/faucet", { network: "ethereum", asset: "ETH", to_address: vault, amount: "1" });
  const id =
    store.get<{ id: string }>("select id from address where network = 'ethereum' and address = :vault", {
      vault: vault.toLowerCase(),
    })?.id ?? "";
  const usdt = sandbox.chain("ethereum").token("USDT").toLowerCase();
  const now = (): string => {
    const row = store.get<{ confirmed: string; held: string }>(
      "select confirmed, held from balance where address_id = :id and asset = :usdt",
      { id, usdt },
    );
    const [confirmed, held] = [BigInt(row?.confirmed ?? 0), BigInt(row?.held ?? 0)];
    return `${confirmed / 1_000_000n} ${(confirmed - held) / 1_000_000n}`;
  };
  const left = new Set([now()]);
  store.onCommit(() => void left.add(now()));
  let paying = true;
  const reads: string[] = [];
  const reader = (async () => {
    while (paying) {
      const { balance, available } = await vaultBalance(sandbox);
      reads.push(`${balance} ${available}`);
    }
  })();
  await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      aPayout({ ...sandbox, ready }, { reference_id: `order-${at}`, amount: String(at + 1) }),
    ),
  );
  await peace(sandbox);
  paying = false;
  await reader;
  expect(new Set(reads).size).toBeGreaterThan(2);
  expect(reads.filter((read) => !left.has(read))).toEqual([]);
  expect(await vaultBalance(sandbox)).toEqual({ balance: "922", available: "922" });
});
