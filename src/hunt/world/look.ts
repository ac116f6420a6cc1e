// A look at the app and at the truth: books first and the chains afterwards, so that a credit can lag but never seem to lead (U-50). The
// truth is read with the calls of the next step, before it begins: nothing moves in between, and a world needs a request less for each look.
import { sleep } from "../../kernel/wall-clock.ts";
import { BooksFault } from "../judge/books.ts";
import { atRest, differencesOf, upperBounds } from "../judge/credit-rules.ts";
import type { CreditView } from "../judge/credit-view.ts";
import { type JudgedWithdrawal, payoutBounds, payoutsAtRest } from "../judge/payout-rules.ts";
import type { Owner } from "../plan/step.ts";
import type { Breach } from "../report.ts";
import { paidOrders, readBooks, readOpen, readTruth, textOfBooks } from "./read-world.ts";
import { severally } from "./severally.ts";
import type { World } from "./world.ts";

/** Wall ms between two readings of books that must be alike (U-12). */
const PAUSE_MS = 20;

/**
 * Reads books and targets, and has the deposits read before the next step; then what holds always is judged (B-01…B-03, B-07, B-08).
 * @param played the steps that were played so far, if that is counted
 */
export async function look(world: World, played?: number): Promise<void> {
  const orders = new Map<Owner, JudgedWithdrawal[]>();
  for (const owner of world.owners.keys()) {
    await readBooks(world, owner).catch((error: unknown) => {
      // In the middle of a world the app may be busy or starting; at rest it must answer.
      if (!(error instanceof BooksFault)) throw error;
      world.books.delete(owner);
    });
    orders.set(owner, await paidOrders(world, owner));
  }
  // A forced reorg takes back what was final: the app has until rest.
  const { forced } = world.changed;
  await readTruth(world, () => {
    for (const owner of forced ? [] : world.owners.keys()) {
      const view = creditView(world, owner);
      if (view !== null) world.breach(...upperBounds(view).map((breach) => asSettlement(view, breach)));
      world.breach(...payoutBounds(payoutView(world, owner, orders.get(owner) ?? [])));
    }
    if (world.isBroken) world.at ??= played;
  });
}

/**
 * A world whose books are judged at rest.
 * - `pendingBefore`: what was pending before the repair job ran; null if it did not.
 * - `isRepairedAnyway`: whatever its books lack, they are judged after the repair job, so they need only stand still before it.
 */
export type Resting = {
  readonly world: World;
  readonly pendingBefore: readonly string[] | null;
  readonly isRepairedAnyway?: () => boolean;
};

/**
 * The breaches of the rules about books when nothing more will come, for each world in its place; or why its books cannot be read. The first
 * reading is compared with the deposits that were read last; books that differ are read again, and the deposits after them.
 */
export async function booksAtRest(
  journey: World,
  resting: readonly Resting[],
): Promise<(readonly Breach[] | BooksFault)[]> {
  const { hunt, settleMs, app, blunt, rulesOff } = journey.setting;
  const until = hunt.wall.monotonic() + settleMs;
  const found: Found = new Map();
  const isWrong = (one: Resting): boolean => {
    const breaches = found.get(one) ?? [];
    return !(breaches instanceof BooksFault) && !breaches.every(({ rule }) => rulesOff.has(rule));
  };
  let open = resting;
  for (let reading = 1; open.length > 0; reading += 1) {
    if (reading > 1) await sleep(hunt.wall, PAUSE_MS);
    const before = new Map(open.map(({ world }) => [world, textOfBooks(world)]));
    await readAndJudge(journey, open, { found, isFirst: reading === 1 });
    if (blunt?.readOnce === true) break;
    // Books that are right need no second reading; wrong ones get all the time that they may need.
    const isLate = hunt.wall.monotonic() >= until;
    open = open.filter((one) => {
      if (!isWrong(one)) return false;
      if (reading === 1) return true;
      const isStill = !app.hasBooks || before.get(one.world) === textOfBooks(one.world);
      return !isLate && !(isStill && (settleMs === 0 || one.isRepairedAnyway?.() === true));
    });
  }
  return resting.map((one) => {
    const breaches = found.get(one) ?? [];
    return isWrong(one) || breaches instanceof BooksFault ? breaches : [];
  });
}

type Found = Map<Resting, readonly Breach[] | BooksFault>;

/** Reads all books, then the deposits unless they were read just before, and judges each world. */
async function readAndJudge(
  journey: World,
  resting: readonly Resting[],
  { found, isFirst }: { found: Found; isFirst: boolean },
): Promise<void> {
  const orders = new Map<Resting, OrdersOf>();
  await severally(resting, async (one) => {
    const read = await readAll(one.world);
    if (read instanceof BooksFault) found.set(one, read);
    else orders.set(one, read);
  });
  if (!isFirst) {
    for (const { world } of resting) await readTruth(world);
    await journey.calls.flush();
  }
  for (const [one, read] of orders) found.set(one, breachesAtRest(one, read));
}

type OrdersOf = ReadonlyMap<Owner, readonly JudgedWithdrawal[]>;

async function readAll(world: World): Promise<OrdersOf | BooksFault> {
  const orders = new Map<Owner, JudgedWithdrawal[]>();
  try {
    for (const owner of world.owners.keys()) {
      await readBooks(world, owner);
      orders.set(owner, await paidOrders(world, owner));
    }
  } catch (error) {
    if (error instanceof BooksFault) return error;
    throw error;
  }
  await readOpen(world);
  return orders;
}

function breachesAtRest({ world, pendingBefore }: Resting, orders: OrdersOf): Breach[] {
  return [...world.owners.keys()].flatMap((owner) => {
    const view = creditView(world, owner);
    const known = (orders.get(owner) ?? []).map((order) => ({ ...order, isOpen: world.open.has(order.id) }));
    const payouts = payoutView(world, owner, known);
    return [
      ...(view === null ? [] : atRest(view).map((breach) => asSettlement(view, breach))),
      ...payoutBounds(payouts),
      ...payoutsAtRest(payouts, pendingBefore),
    ];
  });
}

/** Books and chain where they differ, for the story. */
export function differences(world: World): ReturnType<typeof differencesOf> {
  return [...world.owners.keys()].flatMap((owner) => {
    const view = creditView(world, owner);
    return view === null ? [] : differencesOf(view);
  });
}

function creditView(world: World, owner: Owner): CreditView | null {
  const books = world.books.get(owner);
  if (books === undefined) return null;
  const { accepts, adapter } = world.setting;
  return {
    ...{ owner: world.nameOf(owner), books, deposits: world.deposits.get(owner) ?? [], accepts },
    ...{ creditAt: adapter.credit_at ?? "confirmed", settled: adapter.settlement === "source" },
  };
}

/** What is wrong with the credits of a universal deposit address is wrong with settlements (B-11). */
function asSettlement({ deposits }: CreditView, breach: Breach): Breach {
  return deposits.some(({ uda_id }) => uda_id !== null) ? { ...breach, rule: "B-11" } : breach;
}

function payoutView(world: World, owner: Owner, orders: readonly JudgedWithdrawal[]) {
  return {
    ...{ owner: world.nameOf(owner), books: world.books.get(owner) ?? null, orders },
    ...{ deposits: world.deposits.get(owner) ?? [], accepts: world.setting.accepts },
  };
}
