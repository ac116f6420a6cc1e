// How often books are read at rest: late ones get all the time that they may need, and those that the repair job decides none of it (U-12, U-13).
import { expect, test } from "vitest";
import type { Books } from "../../../src/hunt/judge/books.ts";
import { booksAtRest } from "../../../src/hunt/world/look.ts";
import type { Setting } from "../../../src/hunt/world/setting.ts";
import { World } from "../../../src/hunt/world/world.ts";
import { aSandbox } from "../../support/a-sandbox.ts";

/** What the books say at each reading, as units of USDC that the chain does not hold; the last one stays. */
type Said = { says: readonly number[]; isRepairedAnyway?: boolean };

const SETTLE_MS = 200;

/** How often the books of each world were read, and which were wrong in the end. */
async function readings(worlds: readonly Said[], settleMs = SETTLE_MS) {
  const { url } = await aSandbox();
  const counts = worlds.map(() => 0);
  let now = 0;
  const wall = {
    now: () => now,
    monotonic: () => now,
    soon: setImmediate,
    // Only the pauses between two readings pass.
    after(ms: number, run: () => void) {
      now += ms;
      setImmediate(run);
      return { cancel() {} };
    },
  };
  const books = async ({ owner }: Record<string, string>): Promise<Books> => {
    const at = worlds.findIndex((_, index) => owner?.includes(`-${index + 1}-`));
    const says = worlds[at]?.says ?? [];
    const units = says[Math.min(counts[at] ?? 0, says.length - 1)] ?? 0;
    counts[at] = (counts[at] ?? 0) + 1;
    const sum = { network: "base", asset: "USDC", amount: { units: BigInt(units), scale: 0 } };
    return { credits: null, sums: units === 0 ? [] : [sum], balances: null, withdrawals: null };
  };
  const setting = {
    ...{ hunt: { wall }, host: { url, adminToken: null }, app: { hasBooks: true, books }, adapter: {} },
    ...{ accepts: [{ network: "base", asset: "USDC" }], run: "1", rulesOff: new Set(), settleMs },
    cursors: {
      delivery: 0,
      request: 0,
      judged: undefined,
      payouts: { after: undefined, usual: 0, withdrawable: "all" },
    },
  } as unknown as Setting;
  const journey = new World(setting, 0);
  const resting = worlds.map(({ isRepairedAnyway = false }, index) => {
    const world = new World(setting, index + 1, journey);
    world.owners.set("a", new Map());
    return { world, pendingBefore: null, isRepairedAnyway: () => isRepairedAnyway };
  });
  const found = await booksAtRest(journey, resting);
  return { counts, wrong: found.map((breaches) => Array.isArray(breaches) && breaches.length > 0) };
}

test.each<[string, Said[], number, number[], boolean[]]>([
  ["right books are read once", [{ says: [0] }], SETTLE_MS, [1], [false]],
  ["late books until they are right", [{ says: [5, 5, 5, 0] }], SETTLE_MS, [4], [false]],
  ["wrong books for all of the time", [{ says: [5] }], SETTLE_MS, [11], [true]],
  ["without any time, once more", [{ says: [5] }], 0, [2], [true]],
  ["books to be repaired, once more", [{ says: [5], isRepairedAnyway: true }], SETTLE_MS, [2], [true]],
  [
    "books to be repaired that move, until they stand still",
    [{ says: [5, 6, 7, 7], isRepairedAnyway: true }],
    SETTLE_MS,
    [4],
    [true],
  ],
  [
    "books to be repaired that move on, no longer than others",
    [{ says: [...Array(99).keys()].map((at) => at + 1), isRepairedAnyway: true }],
    SETTLE_MS,
    [11],
    [true],
  ],
  [
    "each world beside others for itself",
    [{ says: [0] }, { says: [5], isRepairedAnyway: true }, { says: [5, 5, 5, 5, 0] }, { says: [5] }],
    SETTLE_MS,
    [1, 2, 5, 11],
    [false, true, false, true],
  ],
])("%s", async (_, worlds, settleMs, counts, wrong) => {
  expect(await readings(worlds, settleMs)).toEqual({ counts, wrong });
});
