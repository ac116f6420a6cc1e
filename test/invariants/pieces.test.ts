// The watch in small pieces: no false alarm while the world goes on, every drift found in time, and no more work for a long history.
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { Keyring } from "../../src/chains/address.ts";
import { Flow } from "../../src/flow/flow.ts";
import { Checks } from "../../src/invariants/checks.ts";
import { MovementSums } from "../../src/invariants/movement-sums.ts";
import { fundingOf } from "../../src/runtime/create-world.ts";
import { anEmptyDatabase } from "../support/worlds/an-empty-database.ts";
import { aFullWorld, type FullWorld } from "./a-full-world.ts";

let world: FullWorld;
let flow: Flow;
let checks: Checks;

beforeAll(async () => {
  const started = vi.spyOn(Flow.prototype, "start");
  world = await aFullWorld();
  flow = started.mock.contexts.at(-1) as Flow;
  const keyring = new Keyring("1");
  checks = new Checks({
    world: flow.world,
    chains: flow.chains,
    genesisFunding: (definition) => fundingOf(flow.world, keyring, definition),
    breathe: () => Promise.resolve(),
    // So few that what was added up is not added up anew at each step.
    movementsAStep: 4,
  });
});
afterAll(() => world.end());
afterEach(() => {
  vi.restoreAllMocks();
  // The monitor of the sandbox logs the intended breach too.
  world.sandbox.mistakes.length = 0;
});

/** Pieces, each step when nothing is due, until nothing new is left and `more` others were made. */
async function pieces(more = 0): Promise<string[]> {
  const found: string[] = [];
  let left = more;
  for (let count = 0; count < 200; count += 1) {
    for (const step of checks.piece())
      found.push(...(await flow.alone(async () => step())).map(({ id, what }) => `${id}: ${what}`));
    if (!checks.more && left-- <= 0) return found;
  }
  throw new Error("there is always more");
}

test("pieces come to an end, and find nothing in a world in which everything holds (R-097)", async () => {
  expect(await pieces(3)).toEqual([]);
});

test("while the world goes on between two steps nothing is called broken (R-097)", async () => {
  const { control } = world.sandbox;
  const found: string[] = [];
  let steps = 0;
  for (const step of checks.piece()) {
    steps += 1;
    if (steps % 4 === 0) {
      await control("POST", "/clock/advance", { by: "3s" });
      await control("POST", "/deposits", { network: "base", asset: "USDC", amount: "1", owner: "alice" });
    }
    found.push(...(await flow.alone(async () => step())).map(({ id, what }) => `${id}: ${what}`));
  }
  expect(steps).toBeGreaterThan(20);
  expect([...found, ...(await pieces())]).toEqual([]);
});

test("a forced reorg below what was added up is no drift (R-016, R-097)", async () => {
  const { control, chain } = world.sandbox;
  await control("POST", "/deposits", { network: "base", asset: "USDC", amount: "3", owner: "alice" });
  await pieces();
  const height = await chain("base").public.getBlockNumber();
  await control("POST", "/networks/base/reorg", { depth: 2, transactions: "drop", force: true });
  expect(await pieces(2)).toEqual([]);
  expect(await chain("base").public.getBlockNumber()).toBe(height);
});

test("an old movement that was edited after it was added up is found by pieces alone (I-11, I-12, R-097)", async () => {
  await pieces();
  const { store } = world.sandbox;
  const row = store.get<{ id: number; raw: string }>(
    "select min(id) as id, raw from movement where kind = 'in' and state = 'confirmed'",
  );
  store.script("savepoint edit");
  for (const { name } of store.all<{ name: string }>("select name from sqlite_schema where type = 'trigger'"))
    store.script(`drop trigger ${name}`);
  store.run("update movement set raw = '77' where id = :id", { id: row?.id ?? 0 });
  const found = await pieces(60);
  store.script("rollback to edit; release edit");
  const kinds = new Set(found.map((text) => text.slice(0, 4)));
  for (const id of ["I-10", "I-11", "I-12"]) expect([...kinds], id).toContain(id);
});

test("what is final is read once, however often an address is looked at (R-180, I-45)", () => {
  const db = anEmptyDatabase();
  const rows = 3_000;
  db.script("pragma foreign_keys = off");
  db.transaction(() => {
    for (let id = 1; id <= rows; id += 1)
      db.run(
        `insert into movement (id, address_id, network, asset, kind, raw, tx_hash, ordinal, block_height, state)
         values (:id, 'one', 'base', '0x0', :kind, '5', :hash, 0, :id, :state)`,
        { id, kind: id % 3 === 0 ? "out" : "in", hash: `0x${id}`, state: id > rows - 3 ? "pending" : "confirmed" },
      );
    db.run(
      `insert into chain_transaction (network, hash, raw, sequence, state)
       select network, tx_hash, '0x', id, 'mined' from movement`,
    );
  });
  const sums = new MovementSums(db);
  while (!sums.advance(500).caughtUp);
  const all = vi.spyOn(db, "all");
  for (let time = 0; time < 5; time += 1)
    expect(sums.of("one").get("0x0")).toEqual({
      booked: 4_995n,
      onChain: 5_000n,
      granted: 0n,
      corrected: false,
      missing: [],
    });
  const read = all.mock.results.reduce((sum, { value }) => sum + (value as unknown[]).length, 0);
  expect(read).toBe(5 * 3);
  db.run("update movement set state = 'orphaned' where id = :id", { id: rows });
  db.run("update movement set state = 'confirmed' where id = :id", { id: rows - 1 });
  expect(sums.of("one").get("0x0")).toEqual({
    booked: 5_000n,
    onChain: 5_005n,
    granted: 0n,
    corrected: false,
    missing: [],
  });
  db.close();
});
