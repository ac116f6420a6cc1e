// Random lives: whatever clients, chains and operators do in whatever order, the books agree with the chains.
import { type Hex, parseUnits } from "viem";
import { expect, test } from "vitest";
import { Random } from "../../src/kernel/random.ts";
import { asTokenOwner, payoutBody, vaultAddress } from "../support/a-payout.ts";
import { aReceiver } from "../support/a-receiver.ts";
import { type ASandbox, aSandbox } from "../support/a-sandbox.ts";
import { DESTINATION } from "../support/a-uda.ts";

const NETWORKS = ["ethereum", "polygon", "base"] as const;

type Dice = { upTo(most: number): number; of<T>(values: readonly T[]): T };

function diceOf(seed: string): Dice {
  const random = new Random(seed);
  let throws = 0;
  const upTo = (most: number): number => {
    throws += 1;
    return Number(BigInt(`0x${random.hex(String(throws), 12)}`) % BigInt(most));
  };
  return { upTo, of: (values) => values[upTo(values.length)] as (typeof values)[number] };
}

type Life = {
  receiver: Awaited<ReturnType<typeof aReceiver>>;
  sandbox: ASandbox;
  uda: string;
  wallets: { network: string; address: Hex }[];
  dice: Dice;
  places: { network: string; address: Hex }[];
  count: number;
};
type Act = (life: Life) => Promise<unknown>;

const network = ({ dice }: Life): string => dice.of(NETWORKS);
const amount = ({ dice }: Life): string => `${dice.upTo(30)}.${1 + dice.upTo(999_999)}`;
const assetOn = ({ dice }: Life, symbol: string): string => (symbol === "base" ? "USDC" : dice.of(["USDC", "USDT"]));

/** What a client, an operator or a chain can do; a refusal is an answer like any other. */
const ACTS: readonly Act[] = [
  (life) => {
    const { network: name, address } = life.dice.of(life.places);
    const order = { network: name, asset: assetOn(life, name), amount: amount(life), to_address: address };
    return life.sandbox.control("POST", "/deposits", order);
  },
  (life) => {
    const { network: name, address } = life.dice.of(life.places);
    const asset = name === "polygon" ? "POL" : "ETH";
    return life.sandbox.control("POST", "/deposits", {
      network: name,
      asset,
      amount: `0.${1 + life.dice.upTo(9_999)}`,
      to_address: address,
    });
  },
  (life) => {
    const symbol = network(life);
    const body = payoutBody(life.sandbox.ready.vault_id, {
      network_symbol: symbol,
      asset: assetOn(life, symbol),
      amount: amount(life),
      reference_id: `order-${life.count}`,
      to_address: life.dice.of(life.places).address,
    });
    return life.sandbox.api.POST("/transfer/payout", { body });
  },
  async (life) => {
    const symbol = network(life);
    const { now } = await life.sandbox.control("GET", "/clock");
    const body = payoutBody(life.sandbox.ready.vault_id, {
      network_symbol: symbol,
      asset: "USDC",
      amount: amount(life),
      reference_id: `order-${life.count}`,
      expired_at: new Date(Date.parse(now) + 1_000 + life.dice.upTo(120_000)).toISOString(),
    });
    return life.sandbox.api.POST("/transfer/payout", { body });
  },
  (life) =>
    life.sandbox.control("PUT", `/networks/${network(life)}/mining`, {
      mode: life.dice.of(["instant", "manual", "interval"]),
    }),
  (life) => life.sandbox.control("POST", `/networks/${network(life)}/mine`, { blocks: 1 + life.dice.upTo(3) }),
  (life) =>
    life.sandbox.admin("POST", `/networks/${network(life)}/reorg`, {
      depth: 1 + life.dice.upTo(3),
      transactions: life.dice.of(["keep", "drop", "delay"]),
    }),
  (life) => {
    const symbol = network(life);
    const call = life.dice.of(["pause", "unpause", "unpause"]);
    return asTokenOwner(life.sandbox, { network: symbol, asset: "USDC" }, call).catch(refused);
  },
  (life) => life.sandbox.control("POST", "/clock/advance", { by: 1 + life.dice.upTo(90_000) }),
  (life) => {
    const effect = life.dice.of(["refuse", "fail", "no-quote", "empty-stock", "slow"]);
    return life.sandbox.control("POST", "/faults", { gate: "routing.provider", effect, times: 1 + life.dice.upTo(3) });
  },
  // A part or all of it, out of a vault or a wallet, to strangers or among the tenant's own (H-43, H-54, H-56).
  (life) => {
    const { network: name, address } = life.dice.of(life.places);
    const asset = assetOn(life, name);
    const whole = life.dice.upTo(3) === 0;
    const body = { vault_id: life.sandbox.ready.vault_id, to_address: address, asset, network_symbol: name };
    return life.sandbox.api.POST("/transfer/vault", { body: whole ? body : { ...body, amount: amount(life) } });
  },
  (life) => {
    const { network: name, address } = life.dice.of(life.wallets);
    const to = life.dice.of(life.places);
    const asset = life.dice.of([assetOn(life, name), name === "polygon" ? "POL" : "ETH"]);
    const body = { from_address: address, to_address: to.address, asset, network_symbol: name };
    return life.sandbox.api.POST("/transfer/external/address", {
      body: life.dice.upTo(3) === 0 ? body : { ...body, amount: "0.75" },
    });
  },
  (life) => {
    const { network: name, address } = life.dice.of(life.wallets);
    const vault = life.places.find((place) => place.network === name)?.address ?? "";
    const body = { from_address: address, to_address: vault, asset: assetOn(life, name) };
    return life.sandbox.api.POST("/transfer/internal/address", { body });
  },
  async (life) => {
    const { api, ready } = life.sandbox;
    const { data } = await api.GET("/transfer/payout/pending", { params: { query: { vault_id: ready.vault_id } } });
    const id = data?.data[0]?.id;
    return id === undefined ? undefined : api.POST("/transfer/payout/{id}/reject", { params: { path: { id } } });
  },
  (life) => {
    const path = { id: life.uda };
    const status = life.dice.of(["active", "active", "retired"] as const);
    return life.sandbox.api.PATCH("/uda/{id}", { params: { path }, body: { status } });
  },
  (life) => life.sandbox.control("PUT", `/networks/${network(life)}/confirmations`, { blocks: 1 + life.dice.upTo(3) }),
];

/** Pausing what is paused reverts, and in manual mode there is no receipt yet: neither matters here. */
const refused = (): void => {};

/** Vault addresses, a wallet and a UDA (same token, same chain: internal routes too) on every network. */
async function born(seed: string): Promise<Life> {
  const sandbox = await aSandbox();
  const { api, control, ready } = sandbox;
  const moods = diceOf(`${seed}: receiver`);
  const receiver = await aReceiver(() => (moods.upTo(3) === 0 ? 500 : 200));
  await control("POST", `/tenants/${ready.tenant_id}/webhook-endpoints`, { url: receiver.url });
  const places: Life["places"] = [];
  const wallets: Life["wallets"] = [];
  for (const name of NETWORKS) {
    places.push({ network: name, address: await vaultAddress(api, ready.vault_id, name) });
    const wallet = await api.POST("/wallets", { body: { owner: "alice", network_symbol: name } });
    wallets.push({ network: name, address: wallet.data?.data.address as Hex });
  }
  places.push(...wallets);
  const destination = { address: DESTINATION, asset_symbol: "USDC", network_id: "966" };
  const uda = await api.POST("/uda", { body: { owner: "alice", destination } });
  for (const name of NETWORKS)
    places.push({ network: name, address: uda.data?.data.deposit_addresses[0]?.address as Hex });
  return { receiver, sandbox, uda: uda.data?.data.id ?? "", wallets, dice: diceOf(seed), places, count: 0 };
}

/** Everything mines, nothing is in the way, and time goes on until nothing is left to do. */
async function comeToRest({ sandbox }: Life): Promise<void> {
  const { control } = sandbox;
  await control("DELETE", "/faults");
  for (const name of NETWORKS) {
    await control("PUT", `/networks/${name}/mining`, { mode: "instant" });
    await asTokenOwner(sandbox, { network: name, asset: "USDC" }, "unpause").catch(refused);
  }
  await control("POST", "/run-until-idle", { advance: true, limit: "2d" });
  for (const name of NETWORKS) await control("POST", `/networks/${name}/mine`, { blocks: 4 });
  const { pending } = await control("POST", "/run-until-idle", { advance: true, limit: "2d" });
  expect(pending).toEqual([]);
}

type Booked = { network: string; address: Hex; asset: Hex; confirmed: string; held: string };

/** Each balance of the books is the chain's, and nothing is reserved any more. */
async function expectBooksToAgree({ sandbox }: Life): Promise<void> {
  const rows = sandbox.store.all<Booked>(
    "select a.network, a.address, b.asset, b.confirmed, b.held from balance b join address a on a.id = b.address_id",
  );
  expect(rows.length).toBeGreaterThan(5);
  for (const { network: name, address, asset, confirmed, held } of rows) {
    const client = sandbox.chain(name).public;
    const onChain = /^0x0+$/.test(asset)
      ? await client.getBalance({ address })
      : BigInt(
          (await client.call({ to: asset, data: `0x70a08231${address.slice(2).padStart(64, "0")}` })).data ?? "0x0",
        );
    expect([name, address, asset, BigInt(confirmed), held]).toEqual([name, address, asset, onChain, "0"]);
  }
}

function count({ sandbox }: Pick<Life, "sandbox">, sql: string): number {
  return sandbox.store.get<{ n: number }>(`select count(*) as n from ${sql}`)?.n ?? -1;
}

/** Each record has come to its end, and each event was told as often as its record allows. */
function expectAllToHaveEnded(life: Life): void {
  expect(count(life, "payout where status not in ('confirmed', 'failed', 'expired')")).toBe(0);
  expect(count(life, "settlement where status not in ('completed', 'failed')")).toBe(0);
  expect(count(life, "transaction_record where status in ('created', 'prepared', 'signed', 'broadcasted')")).toBe(0);
  expect(count(life, "claim where state <> 'confirmed'")).toBe(0);
  expect(count(life, "hold where state = 'open'")).toBe(0);
  const once = [
    "deposit.new",
    "deposit.confirmed",
    "transaction.confirmed",
    "uda.settlement.created",
    "uda.settlement.completed",
    "uda.settlement.failed",
  ];
  for (const type of once) {
    expect(
      count(life, `(select resource_id from event where type = '${type}' group by resource_id having count(*) > 1)`),
      type,
    ).toBe(0);
  }
  // At most one destination transfer of a settlement is mined with success (I-26).
  const fills =
    "attempt where state = 'confirmed' and (purpose = 'fill' or (purpose = 'sweep' and subject in (select id from settlement)))";
  expect(count(life, `(select subject from ${fills} group by subject having count(*) > 1)`)).toBe(0);
  expect(count(life, `(select distinct subject from ${fills})`)).toBe(
    count(life, "settlement where status = 'completed'"),
  );
}

/** Times of a record follow its states, those of events their order, and a deposit is new before it is confirmed. */
function expectTimesInOrder(life: Life): void {
  const steps = ["created_at", "prepared_at", "signed_at", "broadcasted_at", "confirmed_at"];
  const pairs = steps.slice(1).map((later, index) => `${later} < ${steps[index]}`);
  expect(count(life, `transaction_record where type <> 'deposit' and (${pairs.join(" or ")})`)).toBe(0);
  const before =
    "select time, micros, lag(time) over w as t, lag(micros) over w as m from event window w as (order by sequence)";
  expect(count(life, `(${before}) where time < t or (time = t and micros < m)`)).toBe(0);
  const first = "select min(sequence) from event n where n.type = 'deposit.new' and n.resource_id = e.resource_id";
  expect(count(life, `event e where type = 'deposit.confirmed' and coalesce((${first}), sequence) >= sequence`)).toBe(
    0,
  );
}

/** The destination got what the completed settlements say, to the base unit. */
async function expectDestinationPaid({ sandbox }: Life): Promise<void> {
  const rows = sandbox.store.all<{ destination_raw: string }>(
    "select destination_raw from settlement where status = 'completed'",
  );
  const told = rows.reduce((sum, { destination_raw }) => sum + BigInt(destination_raw), 0n);
  const chain = sandbox.chain("polygon");
  const data: Hex = `0x70a08231${DESTINATION.slice(2).padStart(64, "0")}`;
  expect(BigInt((await chain.public.call({ to: chain.token("USDC"), data })).data ?? "0x0")).toBe(told);
}

/** Every event came, its bytes unchanged however often, and what concerns one resource first came in order. */
function expectAllToldInOrder({ sandbox, receiver }: Life): void {
  const events = sandbox.store.all<{ id: string; group_key: string; body: string }>(
    "select id, group_key, body from event order by sequence",
  );
  const bodies = new Map(events.map(({ id, body }) => [id, body]));
  const came = new Set<string>();
  for (const { body, headers } of receiver.received) {
    const id = String(headers["webhook-id"]);
    expect(body).toBe(bodies.get(id));
    came.add(id);
  }
  expect(came.size).toBe(events.length);
  const place = new Map([...came].map((id, index) => [id, index]));
  const last = new Map<string, number>();
  for (const { id, group_key } of events) {
    expect(place.get(id)).toBeGreaterThan(last.get(group_key) ?? -1);
    last.set(group_key, place.get(id) ?? 0);
  }
  expect(count({ sandbox }, "delivery where state not in ('delivered', 'dead')")).toBe(0);
}

const SEEDS = (process.env["SEEDS"] ?? "one,two,three").split(",");

test.each(SEEDS)(
  "R-024 R-097 I-26 after a hundred acts in the order of %s, everything has ended and the books are right",
  async (seed) => {
    const life = await born(seed);
    for (const { network: name, address } of life.places) {
      await life.sandbox.control("POST", "/deposits", {
        network: name,
        asset: "USDC",
        amount: "50",
        to_address: address,
      });
    }
    expect(parseUnits("50", 6)).toBe(50_000_000n);
    for (let act = 0; act < 100; act += 1) {
      life.count = act;
      await life.dice.of(ACTS)(life);
    }
    await comeToRest(life);
    expectAllToHaveEnded(life);
    expectTimesInOrder(life);
    await expectBooksToAgree(life);
    await expectDestinationPaid(life);
    expectAllToldInOrder(life);
  },
);
