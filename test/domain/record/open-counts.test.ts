// What is open or went wrong, as numbers: equal to counting the rows, and never by reading a table.
import { expect, onTestFinished, test } from "vitest";
import { openCounts } from "../../../src/domain/record/open-counts.ts";
import { aDeposit, aHash, aPayout, aWallet, aWorld, fund } from "../../support/worlds/a-world.ts";
import { anEmptyDatabase } from "../../support/worlds/an-empty-database.ts";
import { statementsAsked } from "../../support/worlds/statements-asked.ts";

test("each number is that of the rows, also after the next write", () => {
  const world = aWorld();
  const { db } = world;
  const counts = (): object => openCounts(db);
  const none = { deliveries_due: 0, deliveries_dead: 0, payouts_open: 0, settlements_open: 0, deposits_seen: 0 };
  expect(counts()).toEqual(none);
  const wallet = aWallet(world);
  for (let step = 1; step <= 3; step += 1) aDeposit(world, wallet, { hash: aHash(step) });
  fund(world, world.vaultOn("ethereum"), "USDT", 10_000_000_000n);
  for (let step = 0; step < 2; step += 1) aPayout(world, { referenceId: `order-${step}` });
  const open = { deposits_seen: 3, payouts_open: 2 };
  expect(counts()).toEqual({ ...none, ...open });
  db.run("update deposit set state = 'confirmed' where ordinal = 0 and id = (select min(id) from deposit)");
  db.run("update payout set status = 'processing' where reference_id = 'order-1'");
  expect(counts()).toEqual({ ...none, deposits_seen: 2, payouts_open: 2 });
});

test("each is counted through an index that holds only these rows", () => {
  const db = anEmptyDatabase();
  onTestFinished(() => db.close());
  const asked = statementsAsked();
  openCounts(db);
  const [sql] = [...asked.keys()];
  const plan = db.all<{ detail: string }>(`explain query plan ${sql}`).map(({ detail }) => detail);
  const scans = plan.filter((detail) => /^(SCAN|SEARCH)/.test(detail) && !detail.includes("CONSTANT ROW"));
  expect(scans.toSorted()).toEqual([
    "SCAN delivery USING COVERING INDEX delivery_dead",
    "SCAN delivery USING INDEX delivery_open",
    "SCAN deposit USING COVERING INDEX deposit_seen",
    "SCAN payout USING INDEX payout_open",
    "SCAN settlement USING INDEX settlement_open",
  ]);
});
