// Events equal history: the events of a random run are recomputed from its history by code independent of the product (I-30, R-113).
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { aReceiver } from "../../support/clients/a-receiver.ts";
import { aRandomLife } from "../../support/worlds/a-random-life.ts";

type Row = Record<string, string | number | null>;
type ExpectedEvent = readonly [type: string, about: string, at: number];

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

/** Record type and transition → the event it must have caused; `of` narrows the records by the type of their transaction. */
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

/** The events that the history must have caused, for the record types in `types`. */
function eventsOf(steps: readonly Row[], types: ReadonlyMap<string, string>): ExpectedEvent[] {
  const expected: ExpectedEvent[] = [];
  for (const { noun, move, record_id, at } of steps) {
    const telling = TELLING[`${noun} ${move}`];
    if (telling !== undefined && (telling.of?.(types.get(String(record_id)) ?? "") ?? true))
      expected.push([telling.type, String(record_id), Number(at)]);
  }
  return once(expected);
}

/** A settlement that a second run accepts already had its created event in the first. */
function once(expected: readonly ExpectedEvent[]): ExpectedEvent[] {
  const begun = new Set<string>();
  return expected.filter(([type, about]) => {
    if (type !== "uda.settlement.created") return true;
    return !begun.has(about) && begun.add(about) !== undefined;
  });
}

const golden = JSON.parse(readFileSync(new URL("../../present/golden/event-payloads.json", import.meta.url), "utf8"));

/** The members of a payload, those of nested objects too; where the file has null or nothing inside, any value is allowed. */
function sameMembers(payload: unknown, wanted: unknown, at: string): void {
  const open =
    wanted === null || typeof wanted !== "object" || Array.isArray(wanted) || Object.keys(wanted).length === 0;
  if (open || payload === null) return;
  expect(Object.keys(payload as object).toSorted(), at).toEqual(Object.keys(wanted).toSorted());
  for (const [name, value] of Object.entries(wanted)) sameMembers((payload as Row)[name], value, `${at}.${name}`);
}

const sorted = (list: readonly ExpectedEvent[]): string[] => list.map((one) => one.join(" ")).toSorted();

test.each([1, 2])(
  "I-30 R-113 R-146 every change of a random run causes one event, at its time, sent to every subscriber, and nothing else does (seed %i)",
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
      ...eventsOf(steps, types),
      ...wallets.map(({ id, created_at }): ExpectedEvent => ["address.assigned", String(id), Number(created_at)]),
    ];
    const events = rows("event").filter(({ test: tried }) => tried === 0);
    const sent = events
      .filter(({ type }) => type !== "balance.updated")
      .map(({ type, resource_id, time }): ExpectedEvent => [String(type), String(resource_id), Number(time)]);
    expect(sorted(sent)).toEqual(sorted(expected));
    expect(expected.length).toBeGreaterThan(40);

    // What really goes out has the members of the golden file.
    for (const { type, body } of rows("event"))
      sameMembers(JSON.parse(String(body)).payload, golden[String(type)], String(type));

    // Balance events form a chain: the first starts at the granted balance, each next at the previous one, the last ends at the stored balance.
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
