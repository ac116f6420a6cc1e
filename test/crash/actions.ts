// Requests of clients before a crash: each action records its response in the book.

import type { Dice } from "../../src/simulation/dice.ts";
import { type Book, NETWORKS, type Network, next, type Ordered } from "./acknowledged.ts";
import type { Client } from "./client.ts";

export type Scene = { client: Client; book: Book; dice: Dice };
export type Act = (scene: Scene) => Promise<unknown>;

const drawn = ({ dice }: Scene): Network => dice.of(NETWORKS);
const kept = (status: number | undefined): Ordered["answer"] =>
  status === undefined ? "lost" : status === 201 ? "kept" : "refused";

export async function createWallet({ client, book, dice }: Scene): Promise<void> {
  const symbol = dice.of(NETWORKS);
  const { number } = next();
  const body = { owner: `owner-${number}`, network_symbol: symbol };
  const key = `wallet-${number}`;
  const answer = await client.ask("POST", "/v1/wallets", body, { "idempotency-key": key });
  if (answer === undefined) book.lostWallets.push({ key, body });
  if (answer?.status !== 201) return;
  const { id, address } = answer.data;
  book.wallets.push({ network: symbol, address, key, id });
  book.records.push({ path: `/v1/wallets/${id}`, said: { address, owner: body.owner } });
}

export async function createUda(scene: Scene): Promise<void> {
  const { client, book } = scene;
  const { number, address: to } = next();
  const body = { owner: `uda-${number}`, destination: { address: to, asset_symbol: "USDC", network_id: "966" } };
  const answer = await client.ask("POST", "/v1/uda", body);
  if (answer?.status !== 201) return;
  const { id, owner, created_at, deposit_addresses } = answer.data;
  book.udas.push({ id, address: deposit_addresses[0].address, to, network: "polygon" });
  book.records.push({ path: `/v1/uda/${id}`, said: { id, owner, created_at } });
}

export async function deposit(scene: Scene): Promise<void> {
  const { client, book, dice } = scene;
  const symbol = drawn(scene);
  const wallets = book.wallets.filter((wallet) => wallet.network === symbol);
  const place = dice.of([...wallets, ...book.udas, { address: book.vault[symbol] }]).address;
  const body = { network: symbol, asset: "USDC", amount: `${1 + dice.upTo(9)}.5`, to_address: place };
  const answer = await client.ask("POST", "/admin/deposits", body);
  if (answer?.status === 201) book.deposits.push({ network: symbol, hash: answer.data.tx_id });
}

export async function payout(scene: Scene): Promise<void> {
  const { client, book, dice } = scene;
  const symbol = drawn(scene);
  const { number, address: to } = next();
  const amount = `${1 + dice.upTo(20)}.${1 + dice.upTo(9)}`;
  const clock = dice.oneIn(6) ? await client.ask("GET", "/admin/clock") : undefined;
  const cutoff =
    clock?.status === 200 && new Date(Date.parse(clock.data.now) + 1_000 + dice.upTo(60_000)).toISOString();
  const reference = `crash-${number}`;
  const parties = { vault_id: client.ready.vault_id, asset: "USDC", network_symbol: symbol, to_address: to };
  const body = { ...parties, reference_id: reference, amount, ...(cutoff ? { expired_at: cutoff } : {}) };
  const answer = await client.ask("POST", "/v1/transfer/payout", body);
  const order = { reference, network: symbol, to, units: unitsOf(amount), body, answer: kept(answer?.status) };
  book.payouts.push(answer?.status === 201 ? { ...order, id: answer.data.id, status: answer.data.status } : order);
}

/** Base units of a token with six decimals and an amount with one decimal digit. */
function unitsOf(amount: string): bigint {
  return BigInt(amount.replace(".", "")) * 100_000n;
}

export async function repeatPayout({ client, book, dice }: Scene): Promise<void> {
  const known = book.payouts.filter(({ answer }) => answer === "kept");
  if (known.length === 0) return;
  const { body, reference } = dice.of(known);
  const answer = await client.ask("POST", "/v1/transfer/payout", body);
  if (answer?.status === 201) throw new Error(`the reference ${reference} was taken a second time`);
}

export async function transfer({ client, book, dice }: Scene): Promise<void> {
  const funded = book.wallets;
  const source = dice.oneIn(2) || funded.length === 0 ? undefined : dice.of(funded);
  const symbol = source?.network ?? dice.of(NETWORKS);
  const { address: to } = next();
  const order = { to_address: to, asset: "USDC", amount: "0.5", network_symbol: symbol };
  const answer = source
    ? await client.ask("POST", "/v1/transfer/external/address", { ...order, from_address: source.address })
    : await client.ask("POST", "/v1/transfer/vault", { ...order, vault_id: client.ready.vault_id });
  const id = answer?.headers.get("x-transaction-id") ?? undefined;
  book.transfers.push({ network: symbol, to, units: 500_000n, answer: kept(answer?.status), ...(id ? { id } : {}) });
}

/** Notes the head of a chain and the state of a record: neither may be different after the kill. */
export async function look({ client, book, dice }: Scene): Promise<void> {
  const list = await client.ask("GET", "/admin/networks");
  for (const { network: symbol, head } of list?.status === 200 ? list.data.items : [])
    if (NETWORKS.includes(symbol)) book.blocks.push({ network: symbol, height: head.number, hash: head.hash });
  const known = book.payouts.filter(({ id }) => id !== undefined);
  if (known.length === 0) return;
  const one = dice.of(known);
  const answer = await client.ask("GET", `/v1/transfer/payout/${one.id}`);
  if (answer?.status === 200) one.status = answer.data.status;
}

/** The client rejects a queued payout. */
export async function reject({ client, book, dice }: Scene): Promise<void> {
  const open = book.payouts.filter(
    ({ id, status }) => id !== undefined && (status === "queued" || status === "processing"),
  );
  if (open.length === 0) return;
  const one = dice.of(open);
  const answer = await client.ask("POST", `/v1/transfer/payout/${one.id}/reject`, { reason: "not wanted any more" });
  if (answer?.status === 200) one.status = answer.data.status;
}
