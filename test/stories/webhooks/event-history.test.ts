// What is told is what happened: the events of a random life, computed anew from its history by code that shares nothing with the product (I-30, R-113).
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { aReceiver } from "../../support/clients/a-receiver.ts";
import { aRandomLife } from "../../support/worlds/a-random-life.ts";

type Row = Record<string, string | number | null>;
type Told = readonly [type: string, about: string, at: number];

/** The rows of a table, as the exported world holds them. */
async function tablesOf({ control }: ASandbox): Promise<(table: string) => Row[]> {
  const { tables } = await control("GET", "/export");
  return (table) =>
    tables[table].rows.map((row: Row[string][]) =>
      Object.fromEntries(tables[table].columns.map((name: string, index: number) => [name, row[index]])),
    );
}

const NATIVE = `0x${"0".repeat(40)}`;
const PAYMENTS = ["payout", "vault_transfer", "external_transfer", "internal_transfer", "refill"];

const payment = (type: string): boolean => PAYMENTS.includes(type);

/** Noun and move → what it must have told; `of` narrows the records by the type of their transaction. */
const TELLING: Readonly<Record<string, { type: string; of?: (type: string) => boolean }>> = {
  "deposit ": { type: "deposit.new" },
  "deposit confirm": { type: "deposit.confirmed" },
  "transaction broadcast": { type: "transaction.broadcasted", of: payment },
  "transaction confirm": { type: "transaction.confirmed", of: payment },
  "transaction fail": { type: "transaction.failed", of: (type) => type !== "settlement" },
  "settlement accept": { type: "uda.settlement.created" },
  "settlement complete": { type: "uda.settlement.completed" },
  "settlement exhaust": { type: "uda.settlement.failed" },
};

/** What the history must have told, as far as it is about `types`. */
function toldBy(steps: readonly Row[], types: ReadonlyMap<string, string>): Told[] {
  const told: Told[] = [];
  for (const { noun, move, record_id, at } of steps) {
    const telling = TELLING[`${noun} ${move}`];
    if (telling !== undefined && (telling.of?.(types.get(String(record_id)) ?? "") ?? true))
      told.push([telling.type, String(record_id), Number(at)]);
  }
  return once(told);
}

/** A settlement that a second run accepts was told as created by the first. */
function once(expected: readonly Told[]): Told[] {
  const begun = new Set<string>();
  return expected.filter(([type, about]) => {
    if (type !== "uda.settlement.created") return true;
    return !begun.has(about) && begun.add(about) !== undefined;
  });
}

const golden = JSON.parse(readFileSync(new URL("../../present/golden/event-payloads.json", import.meta.url), "utf8"));

/** The members of a payload, those of nested objects too; where the file has null or nothing inside, anything may stand. */
function sameMembers(payload: unknown, wanted: unknown, at: string): void {
  const open =
    wanted === null || typeof wanted !== "object" || Array.isArray(wanted) || Object.keys(wanted).length === 0;
  if (open || payload === null) return;
  expect(Object.keys(payload as object).toSorted(), at).toEqual(Object.keys(wanted).toSorted());
  for (const [name, value] of Object.entries(wanted)) sameMembers((payload as Row)[name], value, `${at}.${name}`);
}

const sorted = (told: readonly Told[]): string[] => told.map((one) => one.join(" ")).toSorted();

test.each([1, 2])(
  "I-30 R-113 R-146 every change of a random life is told once, at its time, to everybody who listens, and nothing else is (seed %i)",
  async (seed) => {
    const receiver = await aReceiver();
    const sandbox = await aSandbox({ webhook: receiver.url });
    await aRandomLife(sandbox, receiver, `told/${seed}`, 50);
    await sandbox.control("POST", "/run-until-idle", { advance: true, limit: "1d" });
    const rows = await tablesOf(sandbox);
    const types = new Map(rows("transaction_record").map(({ id, type }) => [String(id), String(type)]));
    const steps = rows("history").toSorted((a, b) => Number(a["id"]) - Number(b["id"]));
    const wallets = rows("address").filter(({ category }) => category === "user");
    const expected = [
      ...toldBy(steps, types),
      ...wallets.map(({ id, created_at }): Told => ["address.assigned", String(id), Number(created_at)]),
    ];
    const events = rows("event").filter(({ test: tried }) => tried === 0);
    const told = events
      .filter(({ type }) => type !== "balance.updated")
      .map(({ type, resource_id, time }): Told => [String(type), String(resource_id), Number(time)]);
    expect(sorted(told)).toEqual(sorted(expected));
    expect(expected.length).toBeGreaterThan(40);

    // What really goes out has the members of the golden file.
    for (const { type, body } of rows("event"))
      sameMembers(JSON.parse(String(body)).payload, golden[String(type)], String(type));

    // Balances are told as a chain: from what was granted, each from where the last one ended, to the balance in the books.
    const last = new Map<string, string>();
    for (const { address_id, asset, raw } of rows("movement").filter(({ kind }) => kind === "grant")) {
      const key = `${address_id} ${asset}`;
      last.set(key, String(BigInt(last.get(key) ?? "0") + BigInt(String(raw))));
    }
    for (const { body } of events.filter(({ type }) => type === "balance.updated")) {
      const {
        wallet_id,
        contract_address,
        previous_balance: before,
        balance: after,
      } = JSON.parse(String(body)).payload;
      const key = `${wallet_id} ${contract_address.toLowerCase() || NATIVE}`;
      expect(before.raw).toBe(last.get(key) ?? "0");
      expect(after.raw).not.toBe(before.raw);
      last.set(key, after.raw);
    }
    const silent = new Set(rows("address").flatMap(({ id, category }) => (category === "uda" ? [id] : [])));
    for (const { address_id, asset, confirmed } of rows("balance").filter((row) => !silent.has(row["address_id"]!)))
      expect(confirmed).toBe(last.get(`${address_id} ${asset}`) ?? "0");

    // One delivery for each event and endpoint that hears everything, planned with it.
    const [endpoint] = rows("webhook_endpoint");
    const deliveries = rows("delivery").filter(({ endpoint_id }) => endpoint_id === endpoint!["id"]);
    expect(deliveries.map(({ event_sequence }) => event_sequence)).toEqual(
      rows("event")
        .filter(({ tenant_id }) => tenant_id === endpoint!["tenant_id"])
        .map(({ sequence }) => sequence),
    );
  },
);
