// C-21: worlds under readings. Invariants hold after a restart and an import under other readings, and the same readings give the same bytes.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { parseReadings } from "../../../src/contract/readings/parse.ts";
import { type Choices, READING_NAMES, valuesOf } from "../../../src/contract/readings/table.ts";
import { cover } from "../../../src/contract/run/cover.ts";
import { MAX_SWAP_MS } from "../../../src/flow/deliveries/delivery-readings.ts";
import { systemClock, type WallClock } from "../../../src/kernel/wall-clock.ts";
import { type ASandbox, aSandbox } from "../../support/a-sandbox.ts";
import { digestOf } from "../../support/worlds/a-digest.ts";
import { SCENE_NAMES } from "./a-hardened-client.ts";
import { brokenInvariants, type Played, playAs } from "./play.ts";

const ALL = new Map(READING_NAMES.map((name) => [name, valuesOf(name)]));
/** Four rows that together hold each value of the table. */
const ROWS = cover(ALL, "each");
type Delivery = { id: number; body: string; state: string; event_id: string };

const deliveriesOf = async ({ control }: ASandbox, tenantId: string): Promise<Delivery[]> =>
  (await control("GET", `/deliveries?tenant_id=${tenantId}&limit=1000`)).items;

const eventsOf = async ({ control }: ASandbox, tenantId: string): Promise<object[]> =>
  (await control("GET", `/events?tenant_id=${tenantId}&limit=1000`)).items;

/** What a tenant's events and deliveries are: both bodies of each. */
const bodiesOf = async (sandbox: ASandbox, tenantId: string) => ({
  events: await eventsOf(sandbox, tenantId),
  deliveries: (await deliveriesOf(sandbox, tenantId)).map(({ id, body }) => [id, body]),
});

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "readings-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Deliveries of a world whose readings are others now carry the bytes of their announcement, and a repeat as well. */
async function expectKept(sandbox: ASandbox, tenantId: string, before: object): Promise<void> {
  expect(await bodiesOf(sandbox, tenantId)).toEqual(before);
  const [first] = await deliveriesOf(sandbox, tenantId);
  if (first === undefined) return;
  await sandbox.control("POST", `/deliveries/${first.id}/redeliver`);
  await sandbox.control("POST", "/run-until-idle");
  expect(await bodiesOf(sandbox, tenantId)).toEqual(before);
}

describe("invariants", () => {
  test.each(ROWS.map((row, index) => [index + 1, row] as const))(
    "hold after a restart and after an import under other readings, and what was announced keeps both of its bodies (row %i)",
    async (number, row) => {
      const data = join(aFolder(), "world");
      const choices = parseReadings(row);
      const next = ROWS[number % ROWS.length] as string[];
      const first = await aSandbox({ data });
      const { tenantId, broke } = await playAs(first, choices, SCENE_NAMES);
      expect(broke).toBeUndefined();
      const before = await bodiesOf(first, tenantId);
      const file = join(aFolder(), "export.json");
      writeFileSync(file, JSON.stringify(await first.control("GET", "/export")));
      await first.close();
      for (const options of [{ data }, { import: file }]) {
        const again = await aSandbox({ ...options, reading: next });
        await expectKept(again, tenantId, before);
        expect(await brokenInvariants(again), `${row} and then ${next}`).toEqual([]);
        expect((await playAs(again, {}, SCENE_NAMES)).broke).toBeUndefined();
        expect(await brokenInvariants(again), `${row} and then ${next}, with work`).toEqual([]);
        await again.close();
      }
    },
  );

  test("an import of a world with bodies of both forms gives the same export again", async () => {
    const source = await aSandbox();
    const { tenantId } = await playAs(
      source,
      { json_numbers: "exponent", webhook_amounts: "number", open_values: "new" },
      ["deposits"],
    );
    const sent = (await deliveriesOf(source, tenantId)).map(({ body }) => body);
    expect(sent.some((body) => body.includes("notice.added_later"))).toBe(true);
    expect(sent.some((body) => /"raw":1\.005e8/.test(body))).toBe(true);
    expect(JSON.stringify(await eventsOf(source, tenantId))).toContain('"raw":"100500000"');
    const file = join(aFolder(), "export.json");
    const exported = await source.control("GET", "/export");
    writeFileSync(file, JSON.stringify(exported));
    const opened = await aSandbox({ import: file });
    expect(await opened.control("GET", "/export")).toEqual(exported);
    expect(await bodiesOf(opened, tenantId)).toEqual(await bodiesOf(source, tenantId));
    expect(await brokenInvariants(opened), "import").toEqual([]);
  });
});

describe("the same readings", () => {
  /** A wall clock on which the second of a delivery that is alone does not end: it would depend on the speed of the machine. */
  const patient: WallClock = {
    ...systemClock,
    after: (ms, run, options) => (ms === MAX_SWAP_MS ? { cancel() {} } : systemClock.after(ms, run, options)),
  };

  /** The bytes of one run in a sandbox of its own: answers in order, webhooks (those of one endpoint arrive beside each other), rows. */
  async function run(choices: Choices): Promise<Played & { rows: object }> {
    const sandbox = await aSandbox({}, undefined, { wall: patient });
    const played = await playAs(sandbox, choices, SCENE_NAMES);
    const { webhook_endpoint: _, ...rows } = digestOf(sandbox.store);
    await sandbox.close();
    const webhooks = choices.webhook_order === "swapped" ? played.webhooks : played.webhooks.toSorted();
    return { ...played, webhooks, rows };
  }

  test.each(
    [
      ...ROWS,
      ["webhook_repeat=twice", "webhook_order=swapped", "open_values=new"],
      ["record=alternate", "open_values=new", "webhook_repeat=twice"],
    ].map((row) => [row.join(" "), row] as const),
  )("give the same bytes twice: %s", async (_title, row) => {
    const choices = parseReadings(row);
    const [one, two] = [await run(choices), await run(choices)];
    expect(one.broke).toBeUndefined();
    expect(two.answers).toEqual(one.answers);
    expect(two.webhooks).toEqual(one.webhooks);
    expect(two.rows).toEqual(one.rows);
    expect(one.answers.length).toBeGreaterThan(20);
    expect(one.webhooks.length).toBeGreaterThan(20);
  });

  test("leave the chains and the money as they are without them: blocks and movements are the same under every wire reading", async () => {
    const plain = (await run({})).rows as Record<string, string[]>;
    const wire = [
      "time_text=seconds",
      "json_numbers=exponent",
      "extra_members=some",
      "address_case=lower",
      "webhook_payload=slim",
    ];
    const others = (await run(parseReadings(wire))).rows as Record<string, string[]>;
    for (const table of [
      "block",
      "movement",
      "transaction_record",
      "deposit",
      "payout",
      "settlement",
      "attempt",
      "balance",
    ]) {
      expect(plain[table]?.length, table).toBeGreaterThan(0);
      expect(others[table], table).toEqual(plain[table]);
    }
  });
});
