// Every open record of a killed process gets a job again (R-110, R-131, I-43).
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { strandedWork } from "../../src/flow/loop/recovery.ts";
import { aSandbox } from "../support/a-sandbox.ts";
import { aReceiver } from "../support/clients/a-receiver.ts";
import { aRandomLife } from "../support/worlds/a-random-life.ts";

type Tables = Record<string, { columns: string[]; rows: (string | number | null)[][] }>;

/** A sandbox on an exported world that was modified. */
async function openedFrom(file: { tables: Tables }) {
  const folder = mkdtempSync(join(tmpdir(), "world-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, `${randomBytes(4).toString("hex")}.json`);
  writeFileSync(path, JSON.stringify(file));
  return aSandbox({ import: path });
}

const column = ({ tables }: { tables: Tables }, table: string, name: string): (string | number | null)[] => {
  const at = tables[table]!.columns.indexOf(name);
  return tables[table]!.rows.map((row) => row[at]!);
};

test.each([1, 2, 3])(
  "in a world that was not lost nothing is stranded, at no moment of a life (seed %i)",
  async (seed) => {
    const receiver = await aReceiver((number) => (number % 3 === 0 ? 503 : 200));
    const sandbox = await aSandbox();
    const life = await aRandomLife(sandbox, receiver, `stranded/${seed}`, 60);
    await sandbox.control("POST", "/run-until-idle");
    expect(strandedWork(sandbox.store)).toEqual([]);
    expect(life.count).toBe(60);
  },
);

test.each([1, 2, 3])("a world whose agenda is lost completely still completes all its work (seed %i)", async (seed) => {
  const receiver = await aReceiver((number) => (number % 4 === 0 ? 503 : 200));
  const sandbox = await aSandbox();
  await aRandomLife(sandbox, receiver, `lost/${seed}`, 60);
  const file = await sandbox.control("GET", "/export");
  await sandbox.close();
  file.tables.agenda.rows = [];
  const opened = await openedFrom(file);
  for (const network of ["ethereum", "polygon", "base", "arbitrum", "bsc"])
    await opened.control("PUT", `/networks/${network}/mining`, { mode: "instant" });
  await opened.control("DELETE", "/faults");
  await opened.control("POST", "/run-until-idle", { advance: true, limit: "5h" });
  const end = await opened.control("GET", "/export");
  expect(strandedWork(opened.store)).toEqual([]);
  const open = [
    "created",
    "routing",
    "retrying",
    "queued",
    "processing",
    "due",
    "sending",
    "prepared",
    "signed",
    "sent",
  ];
  for (const [table, name] of [
    ["payout", "status"],
    ["settlement", "status"],
    ["delivery", "state"],
    ["attempt", "state"],
  ] as const) {
    expect(
      column(end, table, name).filter((state) => open.includes(String(state))),
      table,
    ).toEqual([]);
  }
});

test("a delivery attempt without a stored result counts, and is retried on the schedule (R-131)", async () => {
  const receiver = await aReceiver();
  const sandbox = await aSandbox({ webhook: receiver.url });
  await sandbox.api.POST("/wallets", { body: { owner: "alice", network_symbol: "base" } });
  await receiver.until(1);
  const file = await sandbox.control("GET", "/export");
  await sandbox.close();
  const { delivery, delivery_attempt: attempt } = file.tables;
  delivery.rows[0][delivery.columns.indexOf("state")] = "sending";
  delivery.rows[0][delivery.columns.indexOf("attempts")] = 0;
  for (const name of ["status", "duration_ms"]) attempt.rows[0][attempt.columns.indexOf(name)] = null;
  const opened = await openedFrom(file);
  opened.mayBreak(["I-23"], "the edited export has a delivered delivery's history");
  const [waiting] = (await opened.control("GET", "/deliveries")).items;
  expect(waiting).toMatchObject({ state: "due", attempts: [{ number: 1, status: null }] });
  expect(waiting.attempts[0].error).toContain("unknown");
  expect(waiting.next_attempt_at).toBe("2026-01-01T00:00:10.000Z");
  await opened.control("POST", "/clock/advance", { by: "10s" });
  expect((await opened.control("GET", "/deliveries")).items).toMatchObject([
    { state: "delivered", attempts: [{}, { status: 200 }] },
  ]);
  expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toHaveLength(2);
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
});
