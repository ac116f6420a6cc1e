// The state of one campaign: its folder, its running process and its books.

import type { Dice } from "../../src/simulation/dice.ts";
import { type Book, emptyBook, NETWORKS } from "./acknowledged.ts";
import { type Client, clientOf } from "./client.ts";
import { emptyLedger, type Ledger, readChains } from "./ledger.ts";
import type { Running } from "./process.ts";
import type { Receiver } from "./receiver.ts";

/** A moment to which a world can go back: what was promised until then. `id`: the snapshot; undefined for the first world. */
export type Moment = { id: string | undefined; book: Book; ledger: Ledger };

/** Numbers of acknowledged orders. */
export type Told = { payouts: number; transfers: number };

export type Run = {
  folder: string;
  dice: Dice;
  receiver: Receiver;
  book: Book;
  ledger: Ledger;
  running: Running;
  /** The first world first, then the stored snapshots. */
  moments: Moment[];
  /** Failpoints that were not reached. */
  missed: string[];
  /** What was acknowledged in timelines that were left. */
  left: Told;
  /** How often which way of ending was taken. */
  ends: Map<string, number>;
};

export function count(run: Run, end: string): void {
  run.ends.set(end, (run.ends.get(end) ?? 0) + 1);
}

export function moment(run: Pick<Run, "book" | "ledger">, id: string | undefined): Moment {
  return structuredClone({ id, book: run.book, ledger: run.ledger });
}

export function acknowledgedIn({ payouts, transfers }: Book): Told {
  const kept = (rows: readonly { answer: string }[]): number => rows.filter(({ answer }) => answer === "kept").length;
  return { payouts: kept(payouts), transfers: kept(transfers) };
}

/** Goes on with the books of an earlier moment. */
export function goBack(run: Run, target: Moment): void {
  const [now, then] = [acknowledgedIn(run.book), acknowledgedIn(target.book)];
  run.left.payouts += now.payouts - then.payouts;
  run.left.transfers += now.transfers - then.transfers;
  const { book, ledger } = structuredClone(target);
  Object.assign(run, { book, ledger });
}

/** Reads the chains of a fresh world, to which a reset returns, and prepares it for the load. */
export async function beginWorld(run: Run): Promise<void> {
  const client = clientOf(await run.running.ready);
  Object.assign(run, { book: emptyBook(), ledger: emptyLedger() });
  await readChains(client, run.ledger, run.book);
  run.moments = [moment(run, undefined)];
  await equip(client, run);
}

/** Two webhook endpoints, and money in the vault. */
export async function equip(client: Client, { book, receiver }: Run): Promise<void> {
  const { tenant_id: tenant, vault_id: vault } = client.ready;
  const endpoints = `/admin/tenants/${tenant}/webhook-endpoints`;
  await client.must("POST", endpoints, { url: `${receiver.url}/hooks` });
  await client.must("POST", endpoints, { url: `${receiver.url}/dead`, event_types: ["address.assigned"] });
  const addresses = await client.must("GET", `/v1/vault/${vault}/addresses`);
  for (const network of NETWORKS) {
    const { address } = addresses.find((one: { network_symbol: string }) => one.network_symbol === network);
    book.vault[network] = address;
    const order = { network, asset: "USDC", amount: "1000000", to_address: address };
    await client.must("POST", "/admin/deposits", order);
  }
}
