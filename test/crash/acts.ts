// What clients and operators do while a crash is coming: each act is drawn by dice, and writes what it was told into the book.
import { type Book, NETWORKS, type Network, next, type Ordered } from "./book.ts";
import type { Client } from "./client.ts";
import type { Dice } from "./dice.ts";

export type Scene = { client: Client; book: Book; dice: Dice };
type Act = (scene: Scene) => Promise<unknown>;

const network = ({ dice }: Scene): Network => dice.of(NETWORKS);
const kept = (status: number | undefined): Ordered["answer"] =>
  status === undefined ? "lost" : status === 201 ? "kept" : "refused";

async function createWallet({ client, book, dice }: Scene): Promise<void> {
  const symbol = dice.of(NETWORKS);
  const { number } = next(book);
  const body = { owner: `owner-${number}`, network_symbol: symbol };
  const key = `wallet-${number}`;
  const answer = await client.ask("POST", "/v1/wallets", body, { "idempotency-key": key });
  if (answer === undefined) book.lostWallets.push({ key, body });
  if (answer?.status !== 201) return;
  const { id, address } = answer.data;
  book.wallets.push({ network: symbol, address, key, id });
  book.records.push({ path: `/v1/wallets/${id}`, said: { address, owner: body.owner } });
}

async function createUda(scene: Scene): Promise<void> {
  const { client, book } = scene;
  const { number, address: to } = next(book);
  const body = { owner: `uda-${number}`, destination: { address: to, asset_symbol: "USDC", network_id: "966" } };
  const answer = await client.ask("POST", "/v1/uda", body);
  if (answer?.status !== 201) return;
  const { id, owner, created_at, deposit_addresses } = answer.data;
  book.udas.push({ id, address: deposit_addresses[0].address, to, network: "polygon" });
  book.records.push({ path: `/v1/uda/${id}`, said: { id, owner, created_at } });
}

async function deposit(scene: Scene): Promise<void> {
  const { client, book, dice } = scene;
  const symbol = network(scene);
  const wallets = book.wallets.filter((wallet) => wallet.network === symbol);
  const place = dice.of([...wallets, ...book.udas, { address: book.vault[symbol] }]).address;
  const body = { network: symbol, asset: "USDC", amount: `${1 + dice.upTo(9)}.5`, to_address: place };
  const answer = await client.ask("POST", "/admin/deposits", body);
  if (answer?.status === 201) book.deposits.push({ network: symbol, hash: answer.data.tx_id });
}

async function payout(scene: Scene): Promise<void> {
  const { client, book, dice } = scene;
  const symbol = network(scene);
  const { number, address: to } = next(book);
  const amount = `${1 + dice.upTo(20)}.${1 + dice.upTo(9)}`;
  const clock = dice.oneIn(6) ? await client.ask("GET", "/admin/clock") : undefined;
  const cutoff = clock && new Date(Date.parse(clock.data.now) + 1_000 + dice.upTo(60_000)).toISOString();
  const reference = `crash-${number}`;
  const parties = { vault_id: client.ready.vault_id, asset: "USDC", network_symbol: symbol, to_address: to };
  const body = { ...parties, reference_id: reference, amount, ...(cutoff ? { expired_at: cutoff } : {}) };
  const answer = await client.ask("POST", "/v1/transfer/payout", body);
  const order = { reference, network: symbol, to, units: unitsOf(amount), body, answer: kept(answer?.status) };
  book.payouts.push(answer?.status === 201 ? { ...order, id: answer.data.id, status: answer.data.status } : order);
}

/** Base units of a token with six decimals and an amount with one digit behind the point. */
function unitsOf(amount: string): bigint {
  return BigInt(amount.replace(".", "")) * 100_000n;
}

async function repeatPayout({ client, book, dice }: Scene): Promise<void> {
  const known = book.payouts.filter(({ answer }) => answer === "kept");
  if (known.length === 0) return;
  const { body, reference } = dice.of(known);
  const answer = await client.ask("POST", "/v1/transfer/payout", body);
  if (answer?.status === 201) throw new Error(`the reference ${reference} was taken a second time`);
}

async function transfer({ client, book, dice }: Scene): Promise<void> {
  const funded = book.wallets;
  const source = dice.oneIn(2) || funded.length === 0 ? undefined : dice.of(funded);
  const symbol = source?.network ?? dice.of(NETWORKS);
  const { address: to } = next(book);
  const order = { to_address: to, asset: "USDC", amount: "0.5", network_symbol: symbol };
  const answer = source
    ? await client.ask("POST", "/v1/transfer/external/address", { ...order, from_address: source.address })
    : await client.ask("POST", "/v1/transfer/vault", { ...order, vault_id: client.ready.vault_id });
  const id = answer?.headers.get("x-transaction-id") ?? undefined;
  book.transfers.push({ network: symbol, to, units: 500_000n, answer: kept(answer?.status), ...(id ? { id } : {}) });
}

/** Notes the head of a chain and the state of a record: neither may be different after the kill. */
async function look({ client, book, dice }: Scene): Promise<void> {
  const list = await client.ask("GET", "/admin/networks");
  for (const { network: symbol, head } of list?.status === 200 ? list.data.items : [])
    if (NETWORKS.includes(symbol)) book.blocks.push({ network: symbol, height: head.number, hash: head.hash });
  const known = book.payouts.filter(({ id }) => id !== undefined);
  if (known.length === 0) return;
  const one = dice.of(known);
  const answer = await client.ask("GET", `/v1/transfer/payout/${one.id}`);
  if (answer?.status === 200) one.status = answer.data.status;
}

const FAULTS = [
  ["api.request", "after-commit-close"],
  ["api.request", "close"],
  ["webhook.delivery", "drop"],
  ["webhook.delivery", "duplicate"],
  ["chain.submit", "stuck"],
  ["chain.submit", "drop"],
  ["chain.submit", "unavailable"],
  ["chain.submit", "nonce-too-low"],
  ["chain.submit", "revert"],
  ["chain.mine", "skip"],
  ["chain.mine", "halt"],
  ["routing.provider", "fail"],
  ["routing.provider", "refuse"],
] as const;

function fault({ client, dice }: Scene): Promise<unknown> {
  const [gate, effect] = dice.of(FAULTS);
  return client.ask("POST", "/admin/faults", { gate, effect, times: 1 + dice.upTo(2) });
}

const mining: Act = (scene) =>
  scene.client.ask("PUT", `/admin/networks/${network(scene)}/mining`, {
    mode: scene.dice.of(["instant", "instant", "interval", "manual"]),
  });

const mine: Act = (scene) =>
  scene.client.ask("POST", `/admin/networks/${network(scene)}/mine`, { blocks: 1 + scene.dice.upTo(3) });

const travel: Act = ({ client, dice }) =>
  client.ask("POST", "/admin/clock/advance", { by: `${1 + dice.upTo(dice.oneIn(3) ? 600 : 20)}s` });

const clockMode: Act = ({ client, dice }) =>
  client.ask("POST", `/admin/clock/${dice.of(["freeze", "resume", "resume"])}`);

// Each as often as it stands here.
const ACTS: readonly Act[] = [
  ...[payout, payout, payout, payout, payout, payout, repeatPayout, transfer, transfer, transfer],
  ...[deposit, deposit, deposit, deposit, createWallet, createUda, look, look, look],
  ...[travel, travel, fault, mining, mine, clockMode],
];

/** Acts until the server is gone. */
export async function actUntil(scene: Scene, isOver: () => boolean): Promise<void> {
  while (!isOver()) await scene.dice.of(ACTS)(scene);
}
